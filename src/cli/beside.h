// Files that belong to the command: beside it (in a build folder), or where they are installed, which is given from the
// command's own place, so that all of it may be moved.
#ifndef GUD_CLI_BESIDE_H
#define GUD_CLI_BESIDE_H

#include "out/draft.h"

#include <stdbool.h>

// the path of the library, which the environment may name instead; false: it is not there
bool gud_beside_find(const char *library, const char *variable, char path[GUD_PATH_SIZE]);

#endif
