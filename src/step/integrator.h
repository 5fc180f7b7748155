// Integrators as rows of a table: each takes one step from s->state to s->next and estimates its error.
#ifndef GUD_STEP_INTEGRATOR_H
#define GUD_STEP_INTEGRATOR_H

#include "step/sim.h"

struct gud_integrator {
    gud_row row;
    gud_treatment treatment; // of the constraints, when the user does not choose
    unsigned treatments;     // that it knows: bits 1 << gud_treatment
    int order;
    int nfactor; // matrices that it keeps
    // a step of size h: fills next.q, v, a, aux, lam and work.error (local error of positions and velocities)
    gud_status (*step)(gud_sim *s, double h);
};

#define GUD_INTEGRATOR(name) extern const gud_integrator gud_integrator_##name;
#include "step/integrators.def"
#undef GUD_INTEGRATOR

extern const gud_integrator gud_integrator_kinematics; // not a row: it is the analysis of that name

extern const gud_row *const gud_integrator_rows[]; // ends with NULL

const gud_integrator *gud_integrator_of(const gud_row *row);

#endif
