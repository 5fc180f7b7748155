// Linear motion about a state; docs/theory/linear.md.
#ifndef GUD_STEP_LINEARISE_H
#define GUD_STEP_LINEARISE_H

#include "step/sim.h"

// about s->state; the arrays belong to the arena
gud_status gud_linearise(gud_sim *s, gud_arena *arena, gud_linear *out);

#endif
