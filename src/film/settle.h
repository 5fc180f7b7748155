// Active sets that are settled but for a few cells.
#ifndef GUD_FILM_SETTLE_H
#define GUD_FILM_SETTLE_H

#include "film/work.h"

// After a step of Newton's method that moved `flips` cells to the other side, those where `change` is not 0 (it is not
// read if there are none); the residual is that of the state. Neighbours that follow are moved as well, cell by cell;
// returns how many.
int gud_film_settle(const gud_film *film, gud_film_work *work, const gud_film_in *in, const double *change, int flips);

#endif
