// What a run tells: which channels a model has, and their values at an instant.
#ifndef GUD_STEP_RECORD_H
#define GUD_STEP_RECORD_H

#include "out/channel.h"
#include "step/run.h"

typedef struct gud_record gud_record;

// an instant: of an accepted state, or inside a step
typedef struct gud_instant {
    double t;
    const double *q, *v, *a, *lam, *ledger;
} gud_instant;

// channels of the simulation's model; s was started
gud_status gud_record_create(gud_sim *s, gud_record **out);
void gud_record_free(gud_record *r);

const gud_layout *gud_record_layout(const gud_record *r);

// values of all channels; valid until the next call
const double *gud_record_row(gud_record *r, gud_sim *s, const gud_instant *at);

// why a number of a row so far was not finite, in the words of its pair; "": there was none, or nobody knows
const char *gud_record_trouble(const gud_record *r);

// the same at the end of the step from s->state to s->next, before it is committed
const double *gud_record_end(gud_record *r, gud_sim *s);

// rows for the instants of the step from s->state to s->next at which the model wants a record; `write` takes them
typedef gud_status (*gud_record_writer)(void *user, const double *row);
gud_status gud_record_step(gud_record *r, gud_sim *s, gud_record_writer write, void *user);

// Watches the channels whose extremes between records the model wants; refuses names that match none.
gud_status gud_record_watch(gud_record *r, const gud_model *m, gud_error *error);

// Writes the extremes since the last record. A run does so wherever it may be resumed from, so that a resumed run
// writes the same rows.
gud_status gud_record_settle(gud_record *r, gud_record_writer write, void *user);

// what came to an end in the step (contacts): `write` takes the channel, the time and the numbers
typedef gud_status (*gud_record_logger)(void *user, int channel, double time, const double *values);
gud_status gud_record_logs(gud_record *r, gud_sim *s, gud_record_logger write, void *user);

// maps of the fields that the model wants, if a snapshot is due in the step; they belong to its end
gud_status gud_record_maps(gud_record *r, gud_sim *s, gud_record_logger write, void *user);

// the same for s->state, due or not
gud_status gud_record_maps_now(gud_record *r, gud_sim *s, gud_record_logger write, void *user);

// the first channel of maps; they follow all others
int gud_record_first_map(const gud_record *r);

// a row for s->state: the start, and the end if no mark of the step fell on it
gud_status gud_record_state(gud_record *r, gud_sim *s, gud_record_writer write, void *user);

#endif
