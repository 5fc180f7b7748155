// Sets of many contacts (pair/crowd.h) in a simulation.
#ifndef GUD_STEP_CROWDS_H
#define GUD_STEP_CROWDS_H

#include "step/sim.h"

gud_status gud_crowds_create(const gud_model *m, gud_work *w);
void gud_crowds_free(const gud_model *m, gud_work *w);
void gud_crowds_forget(gud_sim *s);

// poses -> r, powers and energies, like gud_forces
void gud_crowds_apply(gud_sim *s, unsigned asked);

// K -= c_x Q_q + c_v Q_v. Blocks of two bodies that the matrix does not couple are left out: Newton's method converges
// more slowly then, to the same solution.
void gud_crowds_tangent(gud_sim *s, const gud_stage *g);

// The first histories, or those after a step that was accepted: the contacts of the poses evaluated last, which
// continue those of `before`.
void gud_crowds_accept(gud_sim *s, const double *before, double *after);

// s: in a longer step from s->state two parts could pass through each other
double gud_crowds_longest_step(gud_sim *s);

// fails if a given step is longer
gud_status gud_crowds_check_step(gud_sim *s, double h);

#endif
