// Files that are read: regular ones only, and no larger than a limit, so that reading ends.
#ifndef GUD_BASE_FILE_H
#define GUD_BASE_FILE_H

#include <stdint.h>
#include <stdio.h>

enum { GUD_FILE_WHY = 120 };

// NULL if there is no such file, if it is a folder, a pipe or a device, or if it is larger than `limit` bytes; `why`
// then says which, without the name. Never waits for a writer of a pipe.
FILE *gud_file_open(const char *path, int64_t limit, char why[GUD_FILE_WHY]);

#endif
