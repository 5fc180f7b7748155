// Files that belong to the command: beside it (in a build folder), or where they are installed, which is given from the
// command's own place, so that all of it may be moved.
#ifndef GUD_BASE_BESIDE_H
#define GUD_BASE_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

// The path of the library, which the environment may name instead; false: it is not there. The path has a slash, so
// that it is not searched for elsewhere.
bool gud_beside_find(const char *library, const char *variable, char *path, size_t size);

#endif
