// A scalar function y(x) with derivatives, from a constant, from points in memory or from two columns of a CSV file:
// time laws of drivers, loads against time or angle, viscosity against temperature.
#ifndef GUD_NUM_CURVE_H
#define GUD_NUM_CURVE_H

#include "base/csv.h"
#include "num/spline.h"

typedef struct gud_curve_file {
    const char *path;
    const char *x_name, *y_name; // column names; NULL: the first and the second column
    const char *x_unit, *y_unit; // what x and y shall be in, e.g. "s" and "rad"; a header without units means this too
    const gud_csv_units *units;
} gud_curve_file;

typedef struct gud_curve {
    bool constant;
    double value; // of a constant
    gud_spline spline;
} gud_curve;

gud_curve gud_curve_constant(double value);

gud_status gud_curve_read(const gud_curve_file *file, const gud_spline_spec *spec, gud_arena *arena, gud_error *error,
                          gud_curve *curve);

// from n points in memory, which may go afterwards
gud_status gud_curve_points(const gud_spline_spec *spec, int n, const double *x, const double *y, gud_arena *arena,
                            gud_error *error, gud_curve *curve);

// as for splines
gud_status gud_curve_eval(const gud_curve *curve, double x, double out[3]);
double gud_curve_next_break(const gud_curve *curve, double from);

#endif
