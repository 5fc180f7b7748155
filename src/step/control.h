// Which steps are accepted, and how long the next one shall be: errors of the motion, errors against the films, and
// changes of load.
#ifndef GUD_STEP_CONTROL_H
#define GUD_STEP_CONTROL_H

#include "step/integrator.h"

// names of the counters gud_clock.nlimited
extern const char *const gud_step_limits[GUD_NLIMIT];

// Judges the step of size h from s->state to s->next that was just tried. *factor: the size of the next step, or of
// another try, by h. *repeats counts the tries that were refused for their loads alone.
bool gud_step_accepted(gud_sim *s, double h, int *repeats, double *factor);

// How far the step turns anything, 1 is a quarter of a turn. A wheel at constant speed has no error at all; yet its
// turns are counted step by step, and what happens inside a step is interpolated.
double gud_step_turn(const gud_sim *s, double h);

// forces of joints on their first frames, where poses were evaluated last: of films that carry oil, and of joints with
// clearance where the model limits their change
void gud_loads(gud_sim *s, double t, double *load);
// the step to s->next is accepted: what the next one needs to know of its loads
void gud_loads_follow(gud_sim *s);

#endif
