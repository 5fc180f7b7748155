// Reads a log again, up to its first torn or damaged record.
#ifndef GUD_OUT_REPLAY_H
#define GUD_OUT_REPLAY_H

#include "base/arena.h"
#include "out/log.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct gud_replay {
    gud_layout layout;  // counters: those of the end, once the run came to it
    bool ended;         // the run came to its end
    int64_t *count;     // of records of every channel
    uint64_t size;      // bytes of whole records
    uint64_t file_size; // bytes of the file when it was opened
    uint64_t lost;      // bytes behind a damaged record; 0 where only the last record is torn, as by a kill

    // private
    FILE *file;
    gud_arena arena;
    uint64_t offset;
    bool checked;    // all records up to `size`
    size_t width;    // of a row
    double *payload; // doubles, so that records are aligned
    size_t room;
} gud_replay;

typedef struct gud_log_record {
    gud_log_type type;
    int channel;          // of a snapshot
    double time;          // of a snapshot
    const double *values; // of a row or a snapshot; valid until the next record is read
} gud_log_record;

// checks and counts all records that end at or before `limit` bytes (UINT64_MAX: all of them)
gud_status gud_replay_open(const char *path, uint64_t limit, gud_error *error, gud_replay **out);

// the next row or snapshot; false when there are no more
bool gud_replay_next(gud_replay *replay, gud_log_record *record);

void gud_replay_close(gud_replay *replay);

#endif
