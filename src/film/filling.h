// Inside of the film library: cells that fill press before they are full. docs/theory/film.md, section 13
#ifndef GUD_FILM_FILLING_H
#define GUD_FILM_FILLING_H

#include "film/work.h"

// lists the cells that are filling; conductances and all that is known before the stage are there
void gud_filling_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in);

// the active set of these cells, from the caller's guess of pressures
void gud_filling_start(const gud_film *film, gud_film_work *work, const gud_film_out *out);

// which side the unknowns of these cells are on, 1 or 0, into `side`; theirs have to be above by `margin`
void gud_filling_sides(const gud_film_work *work, double lowest, double margin, double *side);

void gud_filling_foresee(const gud_film_work *work, double *side); // after a step of each cell alone

// adds `scale` times what is missing to 1 at the brim where these cells are broken, with the opposite sign
void gud_filling_shift(const gud_film_work *work, double *x, double scale);

// film fractions that go with the unknowns; returns how many cells have become full, or are so no more
int gud_filling_settle(gud_film_work *work);

void gud_filling_carried(gud_film_work *work); // derivative of the content by the cell's unknown

// adds to the derivatives of the fluxes, and of the balances of the cells, what the content of these cells brings as
// the gap changes; `column` is minus the derivative of the balances
void gud_filling_tangent(const gud_film *film, gud_film_work *work, const gud_film_in *in, const double *gap_s,
                         const double *thick_s, double *column);

#endif
