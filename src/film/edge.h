// Open edges: derivatives of what flows over them.
#ifndef GUD_FILM_EDGE_H
#define GUD_FILM_EDGE_H

#include "film/work.h"

void gud_edges_take(const gud_film *film, gud_film_work *work, gud_arena *arena);

// at the solution that `work` holds, for gud_edges_tangent
void gud_edges_slopes(const gud_film *film, gud_film_work *work, const gud_film_in *in);

// derivatives of the fluxes by a parameter: `gap` and `thick` are those of the gaps that conduct and that carry, or
// NULL, speed_x and speed_y length times those of the drift, or NULL
void gud_edges_tangent(const gud_film *film, gud_film_work *work, const double *gap, const double *thick,
                       const double *speed_x, const double *speed_y);

#endif
