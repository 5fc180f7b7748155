// One multigrid cycle for several right-hand sides at a time.
#ifndef GUD_FILM_CYCLE_H
#define GUD_FILM_CYCLE_H

#include "film/levels.h"

// x: about the solution for the right-hand sides in the first level's lines, scaled by the pivots. Vectors of a colour
// are [rows][columns][n]. Nothing is missing in odd lines then. The first cycle leaves what is missing in even lines as
// their right-hand side; later ones take those of odd lines as zero, and say by how much less is missing in even lines.
// held: scratch of odd lines.
void gud_cycle(const gud_levels *levels, int columns, bool first, float *const x[GUD_COLOURS], float *held,
               float *gained);

// odd lines that belong to even ones, without right-hand sides of their own
void gud_cycle_odd(const gud_levels *levels, int columns, const float *even, float *odd);

#endif
