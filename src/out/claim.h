// A folder of results belongs to one process at a time, from before its first file to after its last figure, and only
// files that are recognisably ours are replaced in it.
#ifndef GUD_OUT_CLAIM_H
#define GUD_OUT_CLAIM_H

#include "out/draft.h"

#include <stdbool.h>

#define GUD_CLAIM_NAME "gudgeon.lock" // there as long as somebody writes, with the number of the process

typedef struct gud_claim {
    int fd; // -1: nothing is claimed
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    size_t made; // length of the first part of the folder's path that was made here; 0: none was
} gud_claim;

// Makes the folder and takes it. Refused: a folder that another process holds, named in the message (GUD_ERR_IO), and
// one with files or links that have our names but are not ours (GUD_ERR_INPUT), unless `force`: links are then removed,
// not followed. Files that killed programs left half written are removed.
gud_status gud_claim_take(gud_claim *claim, const char *folder, bool force, gud_error *error);

// The same of one more file that its holder is going to write, and that begins with `sign`.
gud_status gud_claim_file(const gud_claim *claim, const char *name, const char *sign, bool force, gud_error *error);

// Gives the folder free. If nothing was put into it and it was made here, it goes. Accepts what was not taken.
void gud_claim_release(gud_claim *claim);

#endif
