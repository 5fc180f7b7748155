// Integrators: each takes one step from s->state to s->next and estimates its error.
//
// To add one: a file with its row gud_integrator_<name>, one line in integrators.def.
#ifndef GUD_STEP_INTEGRATOR_H
#define GUD_STEP_INTEGRATOR_H

#include "model/integrator.h"
#include "step/sim.h"

#define GUD_INTEGRATOR(name) extern const gud_integrator gud_integrator_##name;
#include "step/integrators.def"
#undef GUD_INTEGRATOR

#endif
