// Rough contact of a journal: pressure at samples around it (and along it, if it may lean); docs/theory/lubricated.md
// (4).
#ifndef GUD_PAIR_ASPERITIES_H
#define GUD_PAIR_ASPERITIES_H

#include "pair/lubricated.h"

typedef struct gud_asperities {
    gud_journal_answer a;
    double loss;    // W, of boundary friction
    double force;   // N, sum of the pressure
    double largest; // Pa
} gud_asperities;

void gud_asperities_press(const gud_lubricated *p, const gud_journal_place *at, gud_asperities *a);

// J, work that brought the surfaces as near as they are
double gud_asperities_stored(const gud_lubricated *p, const gud_journal_place *at);

// gap beyond which nothing touches, m; and the work per area that brought rough surfaces as near as h, the integral of
// the pressure from h on, J/m2
double gud_asperities_reach(const gud_rough *rough);
double gud_asperities_work(const gud_rough *rough, double h);

#endif
