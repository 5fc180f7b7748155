// Extremes of n numbers that are not NaN, eight at a time: two chains, of which none waits for the other.
#ifndef GUD_PAIR_EXTREMES_H
#define GUD_PAIR_EXTREMES_H

#include "film/lanes.h"

typedef long long gud_four_mask __attribute__((vector_size(32), aligned(8)));

GUD_INLINE void gud_keep_least(gud_four *least, const gud_four *x)
{
    const gud_four_mask below = *x < *least;
    *least = (gud_four)(((gud_four_mask)*x & below) | ((gud_four_mask)*least & ~below));
}

GUD_INLINE double gud_chains_end(gud_four chain[2])
{
    double least = INFINITY;
    gud_keep_least(&chain[0], &chain[1]);
    for (int j = 0; j < GUD_LANES; j++) least = chain[0][j] < least ? chain[0][j] : least;
    return least;
}

GUD_INLINE double gud_least_of(const double *a, int n)
{
    gud_four chain[2] = {{INFINITY, INFINITY, INFINITY, INFINITY}, {INFINITY, INFINITY, INFINITY, INFINITY}};
    double rest = INFINITY;
    int k = 0;
    for (; k + 2 * GUD_LANES <= n; k += 2 * GUD_LANES)
        for (int c = 0; c < 2; c++) gud_keep_least(&chain[c], (const gud_four *)(a + k + c * GUD_LANES));
    for (; k < n; k++) rest = a[k] < rest ? a[k] : rest;
    const double least = gud_chains_end(chain);
    return rest < least ? rest : least;
}

// keeps the largest sizes of a - b, with a minus
GUD_INLINE void gud_keep_difference(gud_four *chain, const double *a, const double *b)
{
    const gud_four d = *(const gud_four *)a - *(const gud_four *)b, minus = {-0.0, -0.0, -0.0, -0.0};
    const gud_four size = (gud_four)((gud_four_mask)d | (gud_four_mask)minus);
    gud_keep_least(chain, &size);
}

// of n of them; the last vector may overlap with the one before
GUD_INLINE void gud_keep_differences(gud_four chain[2], const double *a, const double *b, int n)
{
    int k = 0;
    for (; k + 2 * GUD_LANES <= n; k += 2 * GUD_LANES)
        for (int c = 0; c < 2; c++) gud_keep_difference(&chain[c], a + k + c * GUD_LANES, b + k + c * GUD_LANES);
    if (k + GUD_LANES <= n) gud_keep_difference(&chain[0], a + k, b + k), k += GUD_LANES;
    if (k < n && n >= GUD_LANES) gud_keep_difference(&chain[1], a + n - GUD_LANES, b + n - GUD_LANES), k = n;
    for (; k < n; k++) chain[0][0] = -fabs(a[k] - b[k]) < chain[0][0] ? -fabs(a[k] - b[k]) : chain[0][0];
}

#endif
