// Whole simulations of model texts for cases of `gudgeon verify`.
#ifndef GUD_VERIFY_SIMULATED_H
#define GUD_VERIFY_SIMULATED_H

#include "step/run.h"

// takes what it wants from the end of a run
typedef gud_status (*gud_verify_look)(gud_sim *s, void *user, gud_error *error);

// runs the model of a text; observe and at_end may be NULL
gud_status gud_verify_simulate(const char *text, gud_observer observe, gud_verify_look at_end, void *user,
                               gud_error *error);

// a channel at the end of a run: "joints/small-end/reaction_force.x"
gud_status gud_verify_channel(const char *text, const char *name, gud_error *error, double *got);

#endif
