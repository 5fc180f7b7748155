// The layout of the tables, between their maker and their reader; not for callers.
#ifndef GUD_ROUGH_TABLE_H
#define GUD_ROUGH_TABLE_H

#include "rough/rough.h"

static const double gud_rough_first = -10.0, gud_rough_last = 10.0; // (h - mean)/sigma
enum { GUD_ROUGH_PIECE = 12 };                                      // numbers in a piece: two polynomials of degree 5

double gud_rough_pressure_scale(const gud_rough *rough); // density radius sigma modulus, Pa
double gud_rough_area_scale(const gud_rough *rough);     // pi density radius sigma

#endif
