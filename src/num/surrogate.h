// Several functions of a few variables, interpolated between scattered points by cubic radial functions with a linear
// tail. docs/theory/studies.md, equation (24).
#ifndef GUD_NUM_SURROGATE_H
#define GUD_NUM_SURROGATE_H

#include "base/status.h"

typedef struct gud_surrogate {
    int n, nvar, nout;
    double *x;       // [n][nvar]
    double *weights; // [nout][n + 1 + nvar]
} gud_surrogate;

// Through the points x[n][nvar] with the values y[n][nout]. Positive: the points are too few or too close to each
// other; GUD_ERR_MEMORY. Free it in any case.
gud_status gud_surrogate_fit(int n, int nvar, int nout, const double *x, const double *y, gud_surrogate *s);
void gud_surrogate_free(gud_surrogate *s);

void gud_surrogate_eval(const gud_surrogate *s, const double *x, double *y); // y[nout]

#endif
