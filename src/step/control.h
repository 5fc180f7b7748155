// Which steps are accepted, and how long the next one shall be: errors of the motion, errors against the films, and
// changes of load.
#ifndef GUD_STEP_CONTROL_H
#define GUD_STEP_CONTROL_H

#include "step/integrator.h"

// Judges the step of size h from s->state to s->next that was just tried. *factor: the size of the next step, or of
// another try, by h. *repeats counts the tries that were refused for their loads alone.
bool gud_step_accepted(gud_sim *s, double h, int *repeats, double *factor);

// forces of joints with clearance on their first frames, where poses were evaluated last; only where the model limits
// their change
void gud_loads(gud_sim *s, double t, double *load);

#endif
