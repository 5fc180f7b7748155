// Grids whose lines cross obliquely, or that close along y as well: flows that a five-point matrix does not hold.
// docs/theory/film.md, eqs (3i) to (3k).
#ifndef GUD_FILM_CROSS_H
#define GUD_FILM_CROSS_H

#include "film/work.h"

// ---- cross flow

// Fills film->cross from the skew of the grid, for the present kinds of cells; allocates nothing.
void gud_cross_find(gud_film *film, const gud_film_grid *grid);

void gud_cross_flux(const gud_film *film, gud_film_work *work);         // adds cross flows to the fluxes
int gud_cross_switch(const gud_film *film, gud_film_work *work);        // returns how many faces reach or leave a bound
double gud_cross_loss(const gud_film *film, const gud_film_work *work); // power that cross flows dissipate, W

// adds the derivatives of cross flows by a parameter that changes the gap by gap_s to those of the fluxes
void gud_cross_tangent(const gud_film *film, gud_film_work *work, const gud_film_in *in, const double *gap_s);

// ---- linear problems with cross flow

// Generalized minimal residuals around the solver of the five-point matrix.
typedef gud_status gud_five_point_solver(gud_film_work *work, int n, double *columns, double tolerance);

gud_krylov *gud_krylov_create(const gud_film *film); // NULL without memory
void gud_krylov_free(gud_krylov *krylov);            // accepts NULL
gud_status gud_krylov_solve(gud_film_work *work, gud_five_point_solver *solve, int n, double *columns,
                            double tolerance);

#endif
