// Accelerations of rigid bodies, with few unknowns: the masses are known once and for all, so that bodies are
// eliminated in advance and only the multipliers are solved for; docs/theory/integrators.md, section 6a.
#ifndef GUD_STEP_MULTIPLIERS_H
#define GUD_STEP_MULTIPLIERS_H

#include "step/sim.h"

// for a model without beams
gud_status gud_multipliers_create(const gud_model *m, gud_multipliers **out);
void gud_multipliers_free(gud_multipliers *r);

// [M J'; J -E] is begun, gets rows of the joints from <= i < to, one part after the other, where bodies and frames
// stand, and is factored; s->work.pivot says how regular it is. Unless bias is NULL it gets d2(Phi)/dt2 at dv/dt = 0.
// On failure s->error names what is singular.
void gud_multipliers_begin(gud_sim *s);
void gud_multipliers_rows_part(gud_sim *s, double *bias, int from, int to);
gud_status gud_multipliers_factor(gud_sim *s);

// d = (f, g) becomes (x, lam) with M x + J' lam = f, J x - E lam = g; J as it was factored
void gud_multipliers_solve(const gud_sim *s, double *d);

// rates of all rows, J v + Phi_t
void gud_multipliers_rates(const gud_sim *s, const double *v, double *rate);

#endif
