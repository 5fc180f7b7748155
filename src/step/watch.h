// Runs that would never end are told so: ends that a drive does not reach, steps that have become hopeless, and the
// limit of time that the model sets.
#ifndef GUD_STEP_WATCH_H
#define GUD_STEP_WATCH_H

#include "step/sim.h"

typedef struct gud_watch {
    double began;    // s on the clock
    bool swings;     // the run ends with a coordinate that moves freely: it may go back before it comes nearer
    double best;     // fraction of the run, the largest so far
    gud_clock clock; // where the window of steps began
    double fraction; // and how much was done
    int nhopeless;   // windows in a row at whose pace the end is out of reach
    bool slow, told; // it will take long; and the user knows
    gud_error why;   // if it is slow
} gud_watch;

// Behind gud_start. GUD_ERR_INPUT if the run ends with a coordinate whose drive never brings it there.
gud_status gud_watch_start(gud_watch *watch, const gud_sim *s, gud_error *error);

// Now and then, with the state reached. GUD_ERR_NUMERIC: the end is not in sight, whatever the time; a matter of steps
// alone, so that it repeats to the bit. GUD_ERR_INTERRUPT: simulate.limit is over, and the run can be resumed.
gud_status gud_watch_look(gud_watch *watch, const gud_sim *s, const gud_clock *now, gud_error *error);

// Once, as soon as it shows that the run takes long: the reason and what to do. NULL otherwise.
const char *gud_watch_remark(gud_watch *watch);

#endif
