// Kinematics of a fully driven mechanism: no integration, the constraints give position, velocity and acceleration at
// every instant, and the reactions follow (inverse dynamics).

#include "step/integrator.h"

#include <string.h>

static gud_status step(gud_sim *s, double h)
{
    const gud_model *m = s->model;
    const gud_state *now = &s->state;
    gud_state *to = &s->next;
    const double t = now->clock.t + h;
    for (int i = 0; i < m->nv; i++) s->work.x[i] = h * (now->v[i] + 0.5 * h * now->a[i]);
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->displace(b, now->q + b->q0, s->work.x + b->v0, to->q + b->q0);
    }
    memcpy(to->v, now->v, (size_t)m->nv * sizeof(double));
    GUD_TRY(gud_positions_solve(s, t, to->q));
    GUD_TRY(gud_velocities_solve(s, t, to->q, to->v));
    GUD_TRY(gud_accelerations_solve(s, t, to->q, to->v, to->a, to->lam));
    memcpy(to->aux, to->a, (size_t)m->nv * sizeof(double));
    memcpy(to->y, now->y, (size_t)m->nvariable * sizeof(double)); // nothing moves them without dynamics
    gud_variables_rest(s, now->y);
    memset(s->work.error, 0, 2 * (size_t)m->nv * sizeof(double));
    return GUD_OK;
}

const gud_integrator gud_integrator_kinematics = {
    .row = {.name = "kinematics", .about = "positions, velocities and accelerations from the constraints alone"},
    .treatment = GUD_INDEX3,
    .treatments = 1 << GUD_INDEX3,
    .order = 2,
    .estimate = 3,
    .nstage = 3,
    .nfactor = 1,
    .step = step,
};
