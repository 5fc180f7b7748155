// The implicit matrix at a point, for the files that factor it.
#ifndef GUD_SURFACE_MREP_MATRIX_H
#define GUD_SURFACE_MREP_MATRIX_H

#include "surface/mrep.h"

// (1, x') in the patch's own scale
void gud_mrep_local(const gud_mrep *a, const double x[3], double local[4]);

// T = (q_0 M_0 + ... + q_3 M_3)', r rows and m columns, by columns
void gud_mrep_transposed(const gud_mrep *a, const double q[4], double *T);

// sum of log |R_ii| of T = QR; T is overwritten
double gud_mrep_log_triangle(const gud_mrep *a, double *T, gud_mrep_work *w);

#endif
