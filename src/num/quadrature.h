// Gauss-Legendre rules. Equations: docs/theory/splines.md.
#ifndef GUD_NUM_QUADRATURE_H
#define GUD_NUM_QUADRATURE_H

// Nodes (ascending) and weights on [-1, 1], exact for polynomials up to degree 2n - 1. n >= 1.
void gud_gauss_legendre(int n, double *x, double *w);

#endif
