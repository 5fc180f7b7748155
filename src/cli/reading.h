// Results that a verb reads.
#ifndef GUD_CLI_READING_H
#define GUD_CLI_READING_H

#include "cli/args.h"
#include "out/result.h"

// opens a result; a remark says when its run has not come to its end
gud_status gud_reading_open(const gud_args *args, const char *path, gud_error *error, gud_result **out);

#endif
