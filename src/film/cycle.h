// One multigrid cycle for several right-hand sides at a time.
#ifndef GUD_FILM_CYCLE_H
#define GUD_FILM_CYCLE_H

#include "film/levels.h"

// x: about the solution for the right-hand sides in the first level's lines, scaled by the pivots. Vectors of a colour
// are [rows][columns][n]. Nothing is missing in odd lines then; `missing` says what is in even ones.
// odd: whether right-hand sides of odd lines are not zero. held: scratch of odd lines.
void gud_cycle(const gud_levels *levels, int columns, bool odd, float *const x[GUD_COLOURS], float *held,
               float *missing);

// odd lines that belong to even ones, for the right-hand sides of odd lines
void gud_cycle_odd(const gud_levels *levels, int columns, const float *even, float *odd);

#endif
