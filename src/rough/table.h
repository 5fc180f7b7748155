// The layout of the tables, between their maker and their reader; not for callers.
#ifndef GUD_ROUGH_TABLE_H
#define GUD_ROUGH_TABLE_H

#include "rough/rough.h"

static const double gud_rough_first = -10.0, gud_rough_last = 10.0; // (h - mean)/sigma
// numbers in a piece: two polynomials of degree 5, and the integral of the pressure over all pieces after it, in steps
enum { GUD_ROUGH_AREA = 6, GUD_ROUGH_REST = 12, GUD_ROUGH_PIECE };

// integral of a polynomial from 0 to t
static inline double gud_rough_integral_to(const double c[6], double t)
{
    return t * (c[0] + t * (c[1] / 2.0 + t * (c[2] / 3.0 + t * (c[3] / 4.0 + t * (c[4] / 5.0 + t * c[5] / 6.0)))));
}

double gud_rough_pressure_scale(const gud_rough *rough); // density radius sigma modulus, Pa
double gud_rough_area_scale(const gud_rough *rough);     // pi density radius sigma

#endif
