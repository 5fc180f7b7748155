// Curves of several laws over one abscissa, each law with two quantities: as tables, as JSON and as CSV.
#ifndef GUD_CLI_COMPARISON_H
#define GUD_CLI_COMPARISON_H

#include "base/error.h"
#include "base/json.h"
#include "base/status.h"

#include <stdio.h>

typedef struct gud_axis {
    const char *key;   // of the JSON and the CSV file
    const char *label; // for people
    const char *unit;
} gud_axis;

typedef struct gud_comparison {
    gud_axis x, y[2];
    int n, nlaw;
    const char *const *names; // of the laws
    const double *abscissa;
    const double *values[2]; // [law n + i]; NAN: the law does not say
} gud_comparison;

// one quantity as a table of some twenty rows
gud_status gud_comparison_print(const gud_comparison *c, int quantity, FILE *out);

// all points of all laws: depth [m], hertz force [N], ...
gud_status gud_comparison_write(const gud_comparison *c, const char *path, gud_error *error);

#endif
