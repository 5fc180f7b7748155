// Files that are read: regular ones only, and no larger than a limit, so that reading ends.
#ifndef GUD_BASE_FILE_H
#define GUD_BASE_FILE_H

#include <stdint.h>
#include <stdio.h>

enum { GUD_FILE_WHY = 120 };

// Name of an environment variable: if it is set to a folder, files outside of it are not read, by this process and by
// those that it starts. `gudgeon serve` sets it, so that no text that comes in through the page reaches other files.
#define GUD_FILE_INSIDE "GUDGEON_INSIDE"

// NULL if there is no such file, if it is a folder, a pipe or a device, or if it is larger than `limit` bytes; `why`
// then says which, without the name. Never waits for a writer of a pipe.
FILE *gud_file_open(const char *path, int64_t limit, char why[GUD_FILE_WHY]);

#endif
