// A coarser film that provides the first guess of a large one.
#ifndef GUD_FILM_NESTED_H
#define GUD_FILM_NESTED_H

#include "film/film.h"

typedef struct gud_nested gud_nested;

gud_status gud_nested_create(const gud_film *fine, gud_error *error, gud_nested **nested);
void gud_nested_free(gud_nested *nested);

// pressure, film fraction and active set of `out` from the solution on the coarser grid
gud_status gud_nested_guess(gud_nested *nested, const gud_film *fine, const gud_film_in *in, gud_film_out *out,
                            gud_error *error);

#endif
