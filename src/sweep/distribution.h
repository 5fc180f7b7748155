// Distributions of what a study draws, as quantile functions. docs/theory/studies.md, section 3.
#ifndef GUD_SWEEP_DISTRIBUTION_H
#define GUD_SWEEP_DISTRIBUTION_H

#include "load/diag.h"
#include "load/node.h"
#include "load/units.h"

// a row of the table
typedef struct gud_distribution_row {
    const char *name, *about;
    const char *middle, *width; // keys of its parameters beside `from` and `to`; NULL: it has none
    bool pure;                  // the width is a number without unit
    bool bounded;               // needs `from` and `to`; otherwise they truncate it
    double (*cdf)(double middle, double width, double x);
    double (*quantile)(double middle, double width, double low, double high, double u); // bounded ones only use all
} gud_distribution_row;

extern const gud_distribution_row *const gud_distribution_rows[]; // ends with NULL

typedef struct gud_distribution {
    const gud_distribution_row *row;
    double middle, width;
    double low, high; // infinite: not truncated
    bool log;         // uniform: in equal ratios
} gud_distribution;

double gud_distribution_quantile(const gud_distribution *distribution, double u);

// The distribution of an axis; its numbers are in *unit, which is taken from the first of them. Mistakes go to `diag`.
gud_status gud_distribution_read(const gud_node *axis, const gud_units *units, gud_diag *diag, const char **unit,
                                 gud_distribution *distribution);

// of deviations within a tolerance zone, `name` as in the table (bounded or normal); normal: truncated, with the
// capability. NULL: there is none of that name for a zone.
const gud_distribution_row *gud_distribution_zone(const char *name, double low, double high, double capability,
                                                  gud_distribution *distribution);

#endif
