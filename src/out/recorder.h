// What a run writes to: the log at once, results.h5 now and then and at the end.
//
// While a run goes on, results.h5 is renewed by gud_recorder_tend, which spends at most a twentieth of the time on it.
// When the run has ended, the log goes. A handle belongs to one thread at a time.
#ifndef GUD_OUT_RECORDER_H
#define GUD_OUT_RECORDER_H

#include "out/channel.h"
#include "out/result.h"

#include <stdint.h>

typedef struct gud_recorder gud_recorder;

gud_status gud_recorder_create(const char *folder, const gud_layout *layout, gud_error *error, gud_recorder **out);

// Into memory instead: what was recorded is a result, with the series only, until the recorder goes. `layout` outlives
// it.
gud_status gud_recorder_create_memory(const gud_layout *layout, gud_error *error, gud_recorder **out);
gud_status gud_recorder_view(const gud_recorder *recorder, gud_error *error, gud_result **result);

// goes on at a position that gud_recorder_position told before a sync
gud_status gud_recorder_resume(const char *folder, uint64_t position, gud_error *error, gud_recorder **out);

// Asked for before the first record: chunks of results.h5 are packed as records come in, on a thread of its own if
// `beside`, and the log need not be read again. Without it, without memory, or where chunks would take more of it than
// is good, results.h5 is made from the log; it is the same.
void gud_recorder_pack(gud_recorder *recorder, bool beside);

// as gud_log_append, gud_log_append_field; both allocate for rows in memory and for chunks only
gud_status gud_recorder_append(gud_recorder *recorder, const double *row, gud_error *error);
gud_status gud_recorder_append_field(gud_recorder *recorder, int channel, double time, const double *values,
                                     gud_error *error);

// between steps, as often as you like: flushes the log about twice a second and renews results.h5 when it is time to
gud_status gud_recorder_tend(gud_recorder *recorder, gud_error *error);

// for checkpoints: where a run can be resumed later, and everything up to now onto the disk
uint64_t gud_recorder_position(const gud_recorder *recorder);
gud_status gud_recorder_sync(gud_recorder *recorder, gud_error *error);

// the run came to its end: results.h5 is complete and the log is gone; if that fails, the log stays
gud_status gud_recorder_finish(gud_recorder *recorder, const gud_entry *counters, int ncounter, gud_error *error);

// the run was given up: the log stays, to be resumed or read; accepts NULL
gud_status gud_recorder_close(gud_recorder *recorder, gud_error *error);

#endif
