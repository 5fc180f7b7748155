// Where the built page is: `make page` builds it, `make install` installs it.
#ifndef GUD_CLI_PAGE_H
#define GUD_CLI_PAGE_H

#include "cli/args.h"
#include "out/draft.h"

#define GUD_OPTION_PAGE                                                                                                \
    {                                                                                                                  \
        .name = "page", .argument = "DIR", .about = "folder of the built page, if it is not installed",                \
        .offer = GUD_OFFER_FOLDER                                                                                      \
    }

// this program, ""  if the system does not say
void gud_program_path(char path[GUD_PATH_SIZE]);

// the folder that --page names, that was built beside the command, or that is installed
gud_status gud_page_find(const gud_args *args, gud_error *error, char page[GUD_PATH_SIZE]);

#endif
