// What a user should know of a run that came to its end: where it is not what its results look like.
#ifndef GUD_STEP_REMARKS_H
#define GUD_STEP_REMARKS_H

#include "step/sim.h"

// A line for each remark, as many as there is room for; "" if there are none. `energy_error`: J, at the end of the run.
// s->state was evaluated last.
void gud_remarks_collect(gud_sim *s, double energy_error, char *text, size_t size);

#endif
