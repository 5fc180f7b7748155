// The factors of a level's lines along x.
#ifndef GUD_FILM_LINES_H
#define GUD_FILM_LINES_H

#include "film/levels.h"

// false if the matrix of a line is singular
bool gud_lines_factor(const gud_levels *levels, gud_level *level);

#endif
