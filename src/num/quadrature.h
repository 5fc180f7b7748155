// Integrals of scalar functions: fixed Gauss-Legendre rules, and an adaptive Gauss-Kronrod rule for tables that are
// made before a run. Equations: docs/theory/splines.md.
#ifndef GUD_NUM_QUADRATURE_H
#define GUD_NUM_QUADRATURE_H

#include "base/error.h"

// Nodes (ascending) and weights on [-1, 1], exact for polynomials up to degree 2n - 1. n >= 1.
void gud_gauss_legendre(int n, double *x, double *w);

typedef double (*gud_integrand)(const void *user, double x);

typedef struct gud_integral {
    double value;
    double error; // estimate, usually far too large
    int neval;
} gud_integral;

// Integral from a to b (either may be the larger) until error <= max(absolute, relative |value|). The interval with the
// largest error is halved again and again. GUD_ERR_NUMERIC with a message if the integrand is not finite somewhere or
// the tolerance is out of reach; then `integral` holds what was found.
gud_status gud_integrate(gud_integrand f, const void *user, double a, double b, double absolute, double relative,
                         gud_error *error, gud_integral *integral);

#endif
