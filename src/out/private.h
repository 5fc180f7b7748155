// A folder for files that nobody else may see or name, below TMPDIR or /tmp. Until it is closed, signals that end the
// program wait, so that it does not stay.
#ifndef GUD_OUT_PRIVATE_H
#define GUD_OUT_PRIVATE_H

#include "out/draft.h"

typedef struct gud_private {
    char path[GUD_PATH_SIZE];
    sigset_t signals; // what was blocked before
} gud_private;

gud_status gud_private_open(gud_private *folder, gud_error *error);

// removes the folder and the files in it
void gud_private_close(gud_private *folder);

// a whole file as text with a zero behind it, which the caller frees; `size` may be NULL
gud_status gud_private_read(const char *path, char **text, size_t *size, gud_error *error);

#endif
