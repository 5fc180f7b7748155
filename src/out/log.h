// While a run goes on, the truth is an append-only log beside the result, results.log.
//
//     "gudlog\r\n"  then records of: length of the payload (u32), type (u32), payload, crc32 of all three (u32)
//
// A program killed at any moment leaves a log whose last record may be torn; readers stop there. The writer holds a
// lock (flock) on the log as long as it lives, so that readers know whether the run goes on. A log belongs to one
// thread at a time.
#ifndef GUD_OUT_LOG_H
#define GUD_OUT_LOG_H

#include "out/channel.h"

#include <stdint.h>

#define GUD_LOG_NAME  "results.log"
#define GUD_LOG_MAGIC "gudlog\r\n"

enum { GUD_LOG_MAGIC_SIZE = 8, GUD_LOG_FRAME = 12 };

typedef enum gud_log_type {
    GUD_LOG_HEADER = 1, // format (u32), byte order (u32), layout
    GUD_LOG_ROW,        // a double for every component of every series
    GUD_LOG_SNAPSHOT,   // channel (u64), time (double), values (doubles)
    GUD_LOG_END,        // counters; the run came to its end
} gud_log_type;

typedef struct gud_log gud_log;

// a new log in `folder`, which is made if it is not there; replaces an old log, but not one that is being written
gud_status gud_log_create(const char *folder, const gud_layout *layout, gud_error *error, gud_log **out);

// goes on with the log of `folder` after its first `offset` bytes; what came later is forgotten
gud_status gud_log_resume(const char *folder, uint64_t offset, gud_error *error, gud_log **out);

// a record of gud_layout_width numbers, time first; NaN and infinity are refused. Allocates nothing.
gud_status gud_log_append(gud_log *log, const double *row, gud_error *error);
gud_status gud_log_append_field(gud_log *log, int channel, double time, const double *values, gud_error *error);

gud_status gud_log_flush(gud_log *log, gud_error *error); // into the file: survives the death of the program
gud_status gud_log_sync(gud_log *log, gud_error *error);  // onto the disk: survives a power cut

// the last record: the run came to its end
gud_status gud_log_end(gud_log *log, const gud_entry *counters, int ncounter, gud_error *error);

uint64_t gud_log_position(const gud_log *log); // bytes so far, those not flushed yet included
const char *gud_log_path(const gud_log *log);
const gud_layout *gud_log_layout(const gud_log *log); // as long as the log is open

gud_status gud_log_close(gud_log *log, gud_error *error);  // flushes; accepts NULL
gud_status gud_log_remove(gud_log *log, gud_error *error); // closes and deletes

#endif
