// Sobol indices from the runs of a Saltelli design. docs/theory/studies.md, section 6.
#ifndef GUD_NUM_SOBOL_H
#define GUD_NUM_SOBOL_H

#include "num/spread.h"

#include <stdint.h>

// y[n][nfactor + 2]: blocks of f(A), f(B), f(A with column 1 of B), ... Writes first[nfactor] and total[nfactor] with
// their bootstrap intervals; NAN where y does not vary. GUD_ERR_MEMORY or GUD_OK.
gud_status gud_sobol_find(const double *y, int n, int nfactor, uint64_t seed, gud_interval *first, gud_interval *total);

#endif
