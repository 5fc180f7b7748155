// Films between walls that give way under pressure: docs/theory/film.md, section 11.
#ifndef GUD_FILM_YIELD_H
#define GUD_FILM_YIELD_H

#include "film/work.h"

// the question with the gap at the pressures of a guess
gud_status gud_yield_begin(const gud_film *film, gud_film_work *work, const gud_film_in *in, const gud_film_out *guess,
                           gud_error *error);

// gap, and all that follows from it, at the present unknowns
void gud_yield_update(const gud_film *film, gud_film_work *work);

// what walls carry along gets as much diffusion as keeps pressures monotone, (15)
void gud_yield_spread(const gud_film *film, gud_film_work *work);

// no step closes or opens a gap at once
void gud_yield_limit(const gud_film *film, gud_film_work *work);

#endif
