// The files of the page itself: a fixed list, so that no name from outside reaches the file system.
#ifndef GUD_SERVE_FILES_H
#define GUD_SERVE_FILES_H

#include "serve/request.h"

void gud_files_answer(gud_request *request, const char *url);

#endif
