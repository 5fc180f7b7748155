// Columns under a gap: how far a wall gives way under the pressure of the film and of the layers that press on it where
// walls are near; docs/theory/pair.md, section 6.
#ifndef GUD_PAIR_COLUMN_H
#define GUD_PAIR_COLUMN_H

#include "pair/stack.h"

// Deflection of every cell under a pressure of the film above ambient, and its slope, which is at most the compliance.
void gud_columns_yield(const gud_gap_field *field, const double *pressure, double *deflection, double *deflection_p);

// its derivative by coordinate a at constant pressure of the film; `deflection_p` from above
void gud_columns_slope(const gud_gap_field *field, int a, const double *deflection_p, double *deflection_a);

#endif
