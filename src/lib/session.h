// What the public interface keeps with a simulation: its channels, the values of the present instant, who watches.
#ifndef GUD_LIB_SESSION_H
#define GUD_LIB_SESSION_H

#include "step/record.h"

#include <gudgeon/sim.h>

typedef struct gud_session {
    gud_record *record;
    int nseries;       // channels with signals; they come first
    int nsignal;       // numbers in a row
    int first_map;     // channel
    int *first_signal; // of every series
    double *row;       // values of all signals
    bool row_valid;    // they are those of the present state
    bool started;
    bool endless; // the end of the run ends nothing
    bool busy;    // inside a callback
    gud_sim_callback callback;
    void *user;
    int *watched, nwatched;
    double *watched_values;
} gud_session;

// The session of a simulation, NULL before the start.
gud_session *gud_session_of(const gud_sim *sim);

// the session, made now if it is not there; NULL without memory
gud_session *gud_session_make(gud_sim *sim);

// The simulation can be used for what `function` does: GUD_OK, or GUD_ERR_USE with a message.
gud_status gud_session_ready(gud_sim *sim, const char *function);

// the same for functions that change the state, which callbacks may not call
gud_status gud_session_free_to_move(gud_sim *sim, const char *function);

gud_counters gud_counters_of(const gud_clock *clock);

// values of all signals at the present state; of a step's end what a run would record there
const double *gud_session_row(gud_sim *sim);

// a step is about to begin, or the state was changed otherwise
void gud_session_moved(gud_sim *sim);

// A step was accepted and will be committed: takes the values, if the call that advances ends with it, the run does, or
// somebody watches. They are the same as a run would record.
void gud_session_observe(gud_sim *sim, bool last);

#endif
