// What a sample of numbers says. docs/theory/studies.md, section 5. Intervals are those of 95 %.
#ifndef GUD_NUM_SPREAD_H
#define GUD_NUM_SPREAD_H

#include "base/status.h"

typedef struct gud_interval {
    double value, low, high;
} gud_interval;

// orders the numbers; sorted ones have percentiles, fraction from 0 to 1
void gud_spread_sort(double *y, int n);
double gud_spread_percentile(const double *sorted, int n, double fraction);

void gud_spread_moments(const double *y, int n, double *mean, double *std); // std with n - 1

// k of n parts, as a fraction: Wilson
gud_interval gud_spread_fraction(int k, int n);

// Spearman's rank correlation; NAN where one of the two does not vary. GUD_ERR_MEMORY or GUD_OK.
gud_status gud_spread_rank(const double *x, const double *y, int n, gud_interval *rho);

#endif
