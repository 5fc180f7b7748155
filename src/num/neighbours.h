// Which points of two sets are near each other: a grid of cells, so that the work is that of the points and of the
// pairs found, not of all pairs. Memory is taken once.
#ifndef GUD_NUM_NEIGHBOURS_H
#define GUD_NUM_NEIGHBOURS_H

#include <stdbool.h>

typedef struct gud_neighbours gud_neighbours;

gud_neighbours *gud_neighbours_create(int nsecond); // NULL without memory
void gud_neighbours_free(gud_neighbours *grid);     // accepts NULL

// Pairs (i, j) of a first and a second point at most `reach` > 0 apart, ordered by i, then by j. same: both are one
// set, and only pairs with i < j are meant. Returns their number, or -1 if there are more than `most`.
int gud_neighbours_find(gud_neighbours *grid, int nfirst, const double (*first)[3], int nsecond,
                        const double (*second)[3], double reach, bool same, int most, int (*pairs)[2]);

#endif
