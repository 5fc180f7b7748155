// A run of neighbouring blocks of a ring, each a K + b I with the same K: an aligned bearing where its film is full.
// In the basis of the eigenvectors of K the run falls apart into systems of three diagonals, one an eigenvalue.
#ifndef GUD_FILM_SEPARABLE_H
#define GUD_FILM_SEPARABLE_H

#include "base/arena.h"

#include <stdbool.h>

struct gud_across;
struct gud_stencil;
typedef struct gud_separable gud_separable;

// corners of the run's inverse: what a flow into one end does to the pressure at an end
typedef enum gud_corner { GUD_FIRST_FIRST, GUD_FIRST_LAST, GUD_LAST_FIRST, GUD_LAST_LAST } gud_corner;

// `across` is K; blocks of `stride` numbers. NULL if there is nothing to gain or no memory.
gud_separable *gud_separable_take(gud_arena *memory, int nx, int ny, int stride, const struct gud_across *across);

// Length of the longest run, 0 if it is not worth it, in *first its first block in the direction of the chain. At least
// three blocks are left.
int gud_separable_find(gud_separable *run, const struct gud_stencil *matrix, bool back, int *first);
bool gud_separable_factor(gud_separable *run); // false: the matrix is singular

void gud_separable_corner(const gud_separable *run, gud_corner corner, double *columns); // [ny][stride]

// One right-hand side, column[cell]: the run by itself into hat [blocks][stride], in the eigenvectors' basis, and its
// ends into two blocks [stride]. Then its true values, given the flows that its neighbours send into its ends.
void gud_separable_begin(const gud_separable *run, const double *column, double *hat, double *first, double *last);
void gud_separable_end(const gud_separable *run, const double *into_first, const double *into_last, double *hat,
                       double *column);

#endif
