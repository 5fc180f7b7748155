// Sums and extremes over all cells of a film, by a team or without one. Large films are cut into parts that do not
// depend on the number of threads: the bits are the same on any.
#ifndef GUD_FILM_CELLS_H
#define GUD_FILM_CELLS_H

#include "base/team.h"

// part(user, first, end) over all n cells: without a team one call; parts must not depend on where they end
void gud_cells_share(gud_team *team, int n, void (*part)(void *user, int first, int end), void *user);

double gud_cells_dot(gud_team *team, int n, const double *a, const double *b);
double gud_cells_sum_of_sizes(gud_team *team, int n, const double *a);
double gud_cells_largest_size(gud_team *team, int n, const double *a);
double gud_cells_largest(gud_team *team, int n, const double *a);
double gud_cells_least(gud_team *team, int n, const double *a);

#endif
