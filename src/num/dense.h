// Dense linear algebra outside of time steps, by LAPACK: which rows of a Jacobian depend on which, null spaces.
// Matrices are stored by rows. Scratch is allocated and freed; results stay in the caller's arena.
//
// OpenBLAS must use one thread: num/blas.h.
#ifndef GUD_NUM_DENSE_H
#define GUD_NUM_DENSE_H

#include "base/arena.h"
#include "base/error.h"

// Independent rows of a matrix, and the others as combinations of them:
//     row dependent[k] = sum over j of combination[k * rank + j] * row independent[j].
// Rows are compared by direction, each scaled to length one; a row of zeros depends on nothing.
typedef struct gud_rank {
    int rank, ndependent;
    const int *independent;    // [rank], ascending
    const int *dependent;      // [ndependent], ascending
    const double *combination; // [ndependent][rank]; exactly zero where a row does not take part
    double weakest; // smallest pivot kept, 1 for orthogonal rows: how close to losing a rank (1 if rank is 0)
} gud_rank;

gud_status gud_rank_find(int nrow, int ncolumn, const double *matrix, double tolerance, gud_arena *arena,
                         gud_error *error, gud_rank *rank);

// Orthonormal vectors v with A v = 0, as rows of basis[nbasis][ncolumn]: right singular vectors whose singular value is
// at most `tolerance` times the largest.
typedef struct gud_null {
    int nbasis;
    const double *basis;
} gud_null;

gud_status gud_null_find(int nrow, int ncolumn, const double *matrix, double tolerance, gud_arena *arena,
                         gud_error *error, gud_null *null);

#endif
