// Closed curves in the parameter plane that cut a surface out of its net. What lies inside an odd number of them is
// kept: an outline, holes in it. docs/theory/surface-film.md, section 9.
#ifndef GUD_SURFACE_TRIM_H
#define GUD_SURFACE_TRIM_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

typedef struct gud_trim {
    int nloop;
    const int *first;     // [nloop + 1] numbers of the loops' first corners
    const double *corner; // [first[nloop]][2] u, v; curves are chords within `chord` of them
} gud_trim;

// One closed curve: pieces of Bezier curves one after the other, each ending where the next one begins and the last one
// at the first point. n is a multiple of the degree; degree 1: a polygon.
typedef struct gud_trim_curve {
    int degree, n;
    const double *points;  // [n][2]
    const double *weights; // [n], or NULL for ones
} gud_trim_curve;

// GUD_ERR_INPUT: a curve with too few points or without area, a weight that is not positive
gud_status gud_trim_create(int n, const gud_trim_curve *curves, gud_arena *arena, gud_error *error, gud_trim *trim);

// the same with u and v exchanged
gud_status gud_trim_exchange(const gud_trim *trim, gud_arena *arena, gud_error *error, const gud_trim **exchanged);

bool gud_trim_inside(const gud_trim *trim, const double xi[2]);

// the part of the way from one point to another where a curve is crossed first; 1 if none is
double gud_trim_crossing(const gud_trim *trim, const double from[2], const double to[2]);

// the part of a rectangle of parameters that is kept
double gud_trim_share(const gud_trim *trim, const double low[2], const double high[2]);

#endif
