// Reduced pressure of a lubricant whose viscosity and density change with pressure (docs/theory/film.md, eq. 8):
//
//     P(p) = int_0^p rho(s) / f(s) ds,   f = viscosity at a pressure by that at ambient pressure
//
// rho grad p / eta = grad P / eta0: in P the flow of such an oil is that of a constant one. f grows faster than any
// power, so P stays below a bound; what it has reached when f is e^18 counts as the bound.
#ifndef GUD_FILM_REDUCED_H
#define GUD_FILM_REDUCED_H

#include "film/lubricant.h"

typedef struct gud_reduced gud_reduced; // const once made

gud_status gud_reduced_create(const gud_lubricant *oil, gud_error *error, gud_reduced **reduced);
void gud_reduced_free(gud_reduced *reduced);

double gud_reduced_of(const gud_reduced *reduced, double pressure); // P(p)

// pressures and their slopes dp/dP at n values base + u[i]; along the tangents below p = 0 and beyond the bound
void gud_reduced_pressures(const gud_reduced *reduced, int n, double base, const double *u, double *pressure,
                           double *slope);

double gud_reduced_bound(const gud_reduced *reduced);    // of P
double gud_reduced_pressure(const gud_reduced *reduced); // p at the bound

#endif
