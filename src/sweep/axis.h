// Axes of a study whose cases are numbers: ranges, and lists of numbers with units.
#ifndef GUD_SWEEP_AXIS_H
#define GUD_SWEEP_AXIS_H

#include "load/node.h"
#include "load/units.h"

// `from`, `to`, `points` and `spacing` of an axis
typedef struct gud_axis_range {
    double from, to; // in the unit
    int points;
    bool log;
    const char *unit; // part of the text of `from`
} gud_axis_range;

// Reads the range of an axis; mistakes go to `diag` (GUD_ERR_INPUT).
gud_status gud_axis_range_read(const gud_node *axis, const gud_units *units, gud_diag *diag, gud_axis_range *range);
// the same without `points`
gud_status gud_axis_bounds_read(const gud_node *axis, const gud_units *units, gud_diag *diag, gud_axis_range *range);
double gud_axis_range_value(const gud_axis_range *range, int i);

// A scalar as a number in `unit`, which is taken from it if it is NULL; false: it is none, or measures something else.
bool gud_axis_number(const gud_node *node, const gud_units *units, const char **unit, double *value);

// the same of a difference in the unit, which must be known: 5 K are 5 degC
bool gud_axis_difference(const gud_node *node, const gud_units *units, const char **unit, double *value);

// Is a logarithmic axis worth it?
bool gud_axis_is_wide(double first, double last);

// Are the values in equal ratios rather than in equal differences, and far enough apart?
bool gud_axis_is_log(const double *values, int n);

#endif
