// Extremes between two records: rows of the steps in which a watched channel is smaller or larger than at both records
// around them. Peaks are then in the results however far apart the records are.
#ifndef GUD_STEP_RECORD_EXTREMES_H
#define GUD_STEP_RECORD_EXTREMES_H

#include "base/arena.h"
#include "step/record.h"

typedef struct gud_extremes gud_extremes;

// Watches the channels whose paths match one of the names; every name has to match one. In the arena.
gud_status gud_extremes_create(const gud_layout *layout, const gud_names *names, gud_arena *arena, gud_error *error,
                               gud_extremes **out);

// the row of a step's end
void gud_extremes_see(gud_extremes *x, const double *row);

// Writes what is held, in the order of time, and begins the next interval at the row of a record; NULL: no record is
// made here. `last_t` becomes the time of the last row.
gud_status gud_extremes_write(gud_extremes *x, const double *record, gud_record_writer write, void *user,
                              double *last_t);

#endif
