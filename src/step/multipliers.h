// Accelerations of rigid bodies, with few unknowns: the masses are known once and for all, so that bodies are
// eliminated in advance and only the multipliers are solved for; docs/theory/integrators.md, section 6a.
#ifndef GUD_STEP_MULTIPLIERS_H
#define GUD_STEP_MULTIPLIERS_H

#include "step/sim.h"

// for a model without beams
gud_status gud_multipliers_create(const gud_model *m, gud_multipliers **out);
void gud_multipliers_free(gud_multipliers *r);

// [M J'; J -E] where the rows were evaluated last; s->work.pivot says how regular it is. On failure s->error names what
// is singular.
gud_status gud_multipliers_factor(gud_sim *s);

// d = (f, g) becomes (x, lam) with M x + J' lam = f, J x - E lam = g; J is that of the rows evaluated last
void gud_multipliers_solve(const gud_sim *s, double *d);

#endif
