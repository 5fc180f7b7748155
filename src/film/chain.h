// Inside of the ring: its numbers, and the kernels that its factorisation and its solution share. Not for callers.
//
// Block row s couples x_s with x_{s-1} and x_{s+1} by diagonal blocks W_s and E_s. The last block is a separator z; the
// chain before it is eliminated forwards:
//
//     D_s = C_s - W_s D_{s-1}^-1 E_{s-1},   Z_s = D_s^-1 F_s,   F_0 = W_0,   F_s = -W_s Z_{s-1}
//     y_s = D_s^-1 (b_s - W_s y_{s-1}),   x_s = y_s - D_s^-1 E_s x_{s+1} - Z_s z,   S z = b_z - ...
//
// Since W and E are diagonal, the inverses are all that is needed: they are computed as such, and everything else is
// products of a matrix and a vector. Where the row of z needs x_0, the Z_s are substituted backwards as well, to X_s.
//
// Broken film feeds only what lies downstream. The chain runs downstream, so that such cells are passive: they act on
// nothing in their own block or before it, and their columns of D_s have nothing but the diagonal. With the others,
// active, set first
//
//     D = [ A  0 ; B  P ],   D^-1 = [ A^-1  0 ; -P^-1 B A^-1  P^-1 ],   P diagonal:
//
// only active columns are swept. Z_s likewise has columns where z acts on active cells, and is diagonal where a cell of
// z has met passive ones only. What z sends is followed until it has died down to rounding: in a stage broken film
// stores much more than it passes on.
//
// A run of separable blocks (separable.h) is eliminated before all others and left out of the chain. Across it, from
// block g - 1 to block g, couplings are not diagonal. With G the run's inverse, w and e the couplings of its ends,
//
//     C_{g-1} - E_{g-1} G_00 w,   C_g - W_g G_ll e   and   -G_l0 w x_{g-1} for x_{g-1},   -G_0l e x_g for x_g
//
// take the places of C_{g-1}, C_g, and of what block g sees of block g - 1, and g - 1 of g.
#ifndef GUD_FILM_CHAIN_H
#define GUD_FILM_CHAIN_H

#include "base/arena.h"
#include "film/lanes.h"
#include "film/ring.h"
#include "film/separable.h"
#include "film/work.h"

#include <stdint.h>

struct gud_ring {
    int nx, ny;
    int stride; // of columns: ny filled up to whole vectors, with zeros
    bool periodic;
    bool back;  // the chain runs towards lower i
    int length; // of the chain, with z
    int *block; // [nx] number in the grid
    bool needs; // the row of z needs x_0

    gud_separable *runs;              // or NULL
    int gap;                          // g, block of the chain behind the run; -1: there is no run
    double *into_first, *into_last;   // [stride] w and e
    double *first_first, *first_last; // [ny][stride] corners of G by columns
    double *last_first, *last_last;

    int64_t *ncoupled;         // [nx][2] of each block in the grid, entries of west and east that are not zero
    int64_t *acts;             // [cells] 1 for active unknowns, 0 for passive ones
    double *west, *east;       // [nx][stride] in the chain's order, as all that follows
    bool *ahead;               // [nx] E_s is not zero
    int *nactive, *active;     // [nx], [nx][ny] active unknowns
    double *inverse, *passive; // [nx][ny][stride] active columns of D_s^-1, [nx][stride] its diagonal P^-1
    double *from_z, *alone;    // [nx][ny][stride] columns of Z_s or X_s, [nx][stride] its diagonal
    bool *lone;                // [nx] that diagonal is not zero
    int *nlive, *live;         // [nx], [nx][ny] those columns that are not zero
    double *scratch;           // [4][stride]
    double *seen;              // [stride]
    double *unit;              // [2][stride] zeros, with a one in the middle
    double *vector, *hat;      // [4][nx][stride] right-hand sides of the chain and of the run
    double *run;               // [4][stride] last block of the run by itself
    gud_arena memory;
};

bool gud_chain_factor(const gud_ring *ring, const gud_stencil *matrix); // false: singular

GUD_INLINE int gud_width(int n)
{
    return gud_vectors(n) * GUD_LANES;
}

// matrices of block s
GUD_INLINE double *gud_inverse_of(int n, const gud_ring *r, int s)
{
    return r->inverse + (size_t)s * (size_t)(n * gud_width(n));
}

GUD_INLINE double *gud_from_z_of(int n, const gud_ring *r, int s)
{
    return r->from_z + (size_t)s * (size_t)(n * gud_width(n));
}

// Blocks of n numbers, filled up to whole vectors. C stands for a diagonal matrix.

GUD_INLINE void gud_block_copy(int n, const double *x, double *out)
{
    for (int k = 0; k < gud_vectors(n); k++) ((gud_four *)out)[k] = ((const gud_four *)x)[k];
}

// out = f C x
GUD_INLINE void gud_block_times(int n, double f, const double *C, const double *x, double *out)
{
    for (int k = 0; k < gud_vectors(n); k++)
        ((gud_four *)out)[k] = f * ((const gud_four *)C)[k] * ((const gud_four *)x)[k];
}

// out -= f C x
GUD_INLINE void gud_block_subtract(int n, double f, const double *C, const double *x, double *out)
{
    for (int k = 0; k < gud_vectors(n); k++)
        ((gud_four *)out)[k] -= f * ((const gud_four *)C)[k] * ((const gud_four *)x)[k];
}

GUD_INLINE void gud_block_apply_part(int from, int part, int n, int ncol, const gud_ring *r, int s, bool subtract,
                                     const double *restrict b, double *out, int next)
{
    const int count = gud_vectors(n), width = gud_width(n), nactive = r->nactive[s], *active = r->active + s * n;
    const gud_four *columns = (const gud_four *)gud_inverse_of(n, r, s) + from;
    const gud_four *passive = (const gud_four *)r->passive + s * count + from;
    gud_four sum[GUD_LANES][GUD_PART];
    for (int a = 0; a < ncol; a++)
        for (int k = 0; k < part; k++) sum[a][k] = passive[k] * ((const gud_four *)(b + a * width))[from + k];
    for (int t = 0; t < nactive; t++) {
        const gud_four *column = columns + active[t] * count;
        const double *factor = b + active[t];
        for (int a = 0; a < ncol; a++)
            for (int k = 0; k < part; k++) sum[a][k] += column[k] * factor[a * width];
    }
    for (int a = 0; a < ncol; a++) {
        gud_four *to = (gud_four *)(out + a * next) + from;
        for (int k = 0; k < part; k++) to[k] = subtract ? to[k] - sum[a][k] : sum[a][k];
    }
}

// out = D_s^-1 b, or out - D_s^-1 b, for some b one after the other and `out` that are `next` apart
GUD_INLINE void gud_block_apply(int n, int ncol, const gud_ring *r, int s, bool subtract, const double *restrict b,
                                double *out, int next)
{
    if (ncol == 1)
        GUD_BY_PARTS(gud_vectors(n), gud_block_apply_part, n, 1, r, s, subtract, b, out, next);
    else
        GUD_BY_THREE(gud_vectors(n), gud_block_apply_part, n, ncol, r, s, subtract, b, out, next);
}

// what is seen of a block through the run: -G C x
GUD_INLINE void gud_block_through(int n, const gud_ring *r, const double *G, const double *C, const double *x,
                                  double *out)
{
    gud_block_times(n, -1.0, C, x, r->seen);
    gud_combine(n, G, r->seen, out);
}

#endif
