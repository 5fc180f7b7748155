// Interpolants through points (x_i, y_i): piecewise linear, cubic, or cubic that keeps the data's monotony.
// Made once, evaluated without memory or history. Equations: docs/theory/splines.md.
#ifndef GUD_NUM_SPLINE_H
#define GUD_NUM_SPLINE_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

typedef enum gud_spline_kind {
    GUD_SPLINE_LINEAR,   // continuous; kinks at the points
    GUD_SPLINE_CUBIC,    // two continuous derivatives
    GUD_SPLINE_MONOTONE, // one continuous derivative; never leaves the range of two neighbouring points
} gud_spline_kind;

// what closes the equations of a cubic that is not periodic
typedef enum gud_spline_ends {
    GUD_ENDS_NOT_A_KNOT, // one cubic over the first two intervals, one over the last two; from 4 points on
    GUD_ENDS_NATURAL,    // second derivative is zero
    GUD_ENDS_CLAMPED,    // slopes are given
} gud_spline_ends;

// what the function is beyond its points
typedef enum gud_outside {
    GUD_OUTSIDE_HOLD,     // the last value; slope zero
    GUD_OUTSIDE_LINEAR,   // straight on
    GUD_OUTSIDE_PERIODIC, // the same again; a cubic is then smooth across the ends, whatever `ends` says
    GUD_OUTSIDE_REFUSE,   // evaluation fails
} gud_outside;

typedef struct gud_spline_spec {
    gud_spline_kind kind;
    gud_spline_ends ends;
    gud_outside outside;
    double slope[2]; // at the first and the last point, for clamped ends
    double period;   // 0: from the first point to the last; else the first point stands again one period later
} gud_spline_spec;

typedef struct gud_spline {
    int npiece;
    gud_spline_kind kind;
    gud_outside outside;
    double period;                     // last end minus first end
    double piece_rate;                 // pieces per unit of x on a uniform grid, else 0
    const double *x;                   // [npiece + 1] ends of the pieces
    const double (*c)[4];              // [npiece] y = c0 + c1 s + c2 s^2 + c3 s^3, s = x - x_i
    double end_value[2], end_slope[2]; // at the first and the last end, for going on beyond them
} gud_spline;

// x must increase strictly; the arena keeps what the spline needs, and x and y may go afterwards
gud_status gud_spline_create(const gud_spline_spec *spec, int n, const double *x, const double *y, gud_arena *arena,
                             gud_error *error, gud_spline *spline);

// out: value, first and second derivative; at a kink, those to its right.
// GUD_ERR_NUMERIC and NANs where x is not a number or is refused.
gud_status gud_spline_eval(const gud_spline *spline, double x, double out[3]);

// the next x > from where one of value, first or second derivative jumps; INFINITY if there is none
double gud_spline_next_break(const gud_spline *spline, double from);

#endif
