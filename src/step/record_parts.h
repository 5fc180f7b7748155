// Inside of the recorder: series in record.c, contacts and maps in record_fields.c. Not for callers.
#ifndef GUD_STEP_RECORD_PARTS_H
#define GUD_STEP_RECORD_PARTS_H

#include "base/arena.h"
#include "step/record.h"
#include "step/record_extremes.h"

struct gud_record {
    gud_arena arena;
    gud_layout layout;
    gud_index *index;    // of the layout
    gud_entry *settings; // those of the layout
    gud_channel *channels;
    int room;
    double *row;
    double *q, *v, *a, *lam; // inside a step
    double last_t;           // of the last row
    int first_log;           // channel of the first log; the maps follow the logs
    int first_map;
    double *map;            // values of one map, then the points it lies on
    gud_extremes *extremes; // between two records; NULL: not asked for
    gud_error trouble;      // why a number of a row is not finite, as its pair says; empty: nothing is wrong
    bool inside;            // rows are of a step that is not committed yet
    // columns whose values inside a step lie on straight lines between those at its ends
    int *straight, nstraight;
    double *ends[2]; // rows of the start and the end of a step
    double ends_t;   // s, the start of that step
};

// One walk over all channels serves both to describe them (row is NULL) and to fill a row, so they cannot differ.
typedef struct gud_walk {
    gud_record *r;
    gud_sim *s;
    const gud_instant *at;
    double *row;
    bool failed;
} gud_walk;

typedef struct gud_channel_label {
    const char *group, *name, *quantity; // "bodies", "crank", "position"
    const char *const *components;
    const char *unit, *about;
} gud_channel_label;

// a further channel of this width
void gud_walk_describe(gud_walk *w, const gud_channel_label *l, int width);

// channels of what comes to an end and of maps: snapshots, behind all series
void gud_walk_fields(gud_walk *w);

#endif
