// Direct solution of a five-point system on a ring (or an open strip) of nx blocks with ny unknowns each.
// Without pivoting: the matrices of films are column-dominant M-matrices.
#ifndef GUD_FILM_RING_H
#define GUD_FILM_RING_H

#include "base/error.h"

#include <stdbool.h>

struct gud_stencil;
typedef struct gud_ring gud_ring;

// A symmetric matrix of three diagonals, from the conductances across a block.
typedef struct gud_across {
    const double *diagonal; // [ny]
    const double *beside;   // [ny - 1] without its sign
} gud_across;

// Neighbouring blocks a K + b I, with K from `across`, are solved together (separable.h); with NULL, or where there are
// none, blocks are eliminated one by one.
gud_ring *gud_ring_create(int nx, int ny, bool periodic, const gud_across *across); // NULL without memory
void gud_ring_free(gud_ring *ring);

// GUD_RETRY if the matrix is singular
gud_status gud_ring_factor(gud_ring *ring, const struct gud_stencil *matrix);

// overwrites the n right-hand sides, columns[a * ncell + cell], with the solutions
void gud_ring_solve(const gud_ring *ring, int n, double *columns);

#endif
