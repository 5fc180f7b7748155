// Flow of an oil that thins with the rate of shear, between two walls (docs/theory/film.md, eq. 9). Stresses are
// divided by the viscosity at rest: t = tau/eta, in 1/s; the rate is F(|t|) t with the fluidity F = 1/g >= 1 of a
// table.
#ifndef GUD_FILM_THINNING_H
#define GUD_FILM_THINNING_H

#include "film/lubricant.h"

typedef struct gud_thinning gud_thinning; // const once made

// GUD_ERR_INPUT if stress stops to grow with the rate
gud_status gud_thinning_create(const gud_shear_law *law, const void *params, gud_error *error, gud_thinning **thinning);
void gud_thinning_free(gud_thinning *thinning);

double gud_thinning_fluidity(const gud_thinning *thinning, double stress, double *slope);

// Across the film the stress is a + K s in the direction of sliding, or K s at right angles to it, s from -1 to 1; the
// mean rate along the sliding is that of the walls. Found for K >= 0 from a guess of a (0: none):
typedef struct gud_sheared {
    double stress;    // a
    double flow;      // P: what K would have to be at constant viscosity for the same flow
    double flow_K;    // its slopes by K
    double flow_rate; // and by the rate of sliding
} gud_sheared;

gud_sheared gud_thinning_flow(const gud_thinning *thinning, bool along, double rate, double K, double guess);

// mean stress along the sliding with pressure flow in both directions, from a guess (0: none)
double gud_thinning_stress(const gud_thinning *thinning, double rate, double K_along, double K_across, double guess);

#endif
