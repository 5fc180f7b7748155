// Rough contact of two surfaces on the grid of a film: several samples a cell; docs/theory/surface-film.md, section 5.
#ifndef GUD_PAIR_SURFACE_ROUGH_H
#define GUD_PAIR_SURFACE_ROUGH_H

#include "film/surface_film.h"
#include "rough/rough.h"

typedef struct gud_rubbing {
    const gud_rough *rough; // NULL: smooth surfaces, only the least gap is wanted
    double coefficient;     // of boundary friction
    double slow;            // m/s, sliding below which it fades
} gud_rubbing;

// wrench on the other body and its derivatives, as in gud_surface_film_out
typedef struct gud_rub {
    double Q[6], Q_q[6][6], Q_v[6][6];
    double gap_min; // m, of the samples
    double loss;    // W, of boundary friction
    double force;   // N, sum of the pressure
    double largest; // Pa
    double stored;  // J, work that brought the surfaces as near as they are; if asked for
} gud_rub;

void gud_rub_press(const gud_rubbing *p, const gud_surface_film *film, const gud_film_gaps *gaps, bool energies,
                   gud_rub *out);

#endif
