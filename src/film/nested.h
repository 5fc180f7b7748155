// A coarser film that provides the first guess of a large one.
#ifndef GUD_FILM_NESTED_H
#define GUD_FILM_NESTED_H

#include "film/film.h"

// Pressure, film fraction and active set of `out` from the solution on a coarser grid, which it makes and frees, by a
// team or NULL; fails if there is no memory or no solution.
gud_status gud_nested_guess(const gud_film *fine, gud_team *team, const gud_film_in *in, gud_film_out *out,
                            gud_error *error);

#endif
