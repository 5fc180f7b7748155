// Iterative solution of five-point systems of films at near linear cost: conjugate residuals with a multigrid cycle.
#ifndef GUD_FILM_MULTIGRID_H
#define GUD_FILM_MULTIGRID_H

#include "base/error.h"

struct gud_film;
struct gud_film_in;
struct gud_film_work;
typedef struct gud_multigrid gud_multigrid;

gud_multigrid *gud_multigrid_create(const struct gud_film *film); // NULL without memory
void gud_multigrid_free(gud_multigrid *multigrid);

// for the active set and the flows in `work`; keeps pointers to them
gud_status gud_multigrid_setup(gud_multigrid *multigrid, const struct gud_film *film, const struct gud_film_work *work,
                               const struct gud_film_in *in);

// overwrites n right-hand sides, columns[a * ncell + cell]; adds to the count of cycles.
// GUD_RETRY if the relative residual (root of the sum of squares) stays above the tolerance.
gud_status gud_multigrid_solve(gud_multigrid *multigrid, int n, double *columns, double tolerance, int *iterations);

#endif
