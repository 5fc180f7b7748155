// Near misses: which of the allowed words was meant.
#ifndef GUD_LOAD_NEAR_H
#define GUD_LOAD_NEAR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gud_near {
    const char *word;
    const char *best;
    int distance; // of the best so far; at the start: the largest that counts as near
    size_t used;
    int ncandidate, nlisted;
    bool off;          // nobody will read the hint
    char allowed[480]; // the candidates, for when nothing is near
    char hint[720];
} gud_near;

void gud_near_start(gud_near *near, const char *word); // set near.off after it to save the work
void gud_near_try(gud_near *near, const char *candidate);
const char *gud_near_hint(gud_near *near); // "; did you mean 'x'?", "; allowed: a, b, c" or ""

// edits (insert, remove, replace, swap of neighbours) between two words, letters' case ignored; long words: 1000
int gud_word_distance(const char *a, const char *b);

#endif
