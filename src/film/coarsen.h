// The problem of every second line of a film.
#ifndef GUD_FILM_COARSEN_H
#define GUD_FILM_COARSEN_H

#include "film/levels.h"

// Rows that are not stale stay as they are.

// the odd lines of `fine`, with what the even ones between them do
void gud_problem_thin(const gud_levels *levels, const gud_problem *fine, bool ring, gud_problem *thin);

// cells merged two by two along x
void gud_problem_merge(const gud_levels *levels, const gud_problem *fine, const float *width, bool ring,
                       gud_problem *merged, const float *merged_width);

#endif
