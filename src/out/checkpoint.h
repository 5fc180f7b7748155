// All that a run needs to go on after a stop, in one file that is always whole.
#ifndef GUD_OUT_CHECKPOINT_H
#define GUD_OUT_CHECKPOINT_H

#include "base/error.h"
#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

#define GUD_CHECKPOINT_NAME "checkpoint"

enum { GUD_CHECKPOINT_FORMAT = 1 };

typedef struct gud_checkpoint {
    uint64_t model;        // hash of the model; a checkpoint of another model is refused
    uint64_t steps;        // so far
    uint64_t log_position; // where the log goes on, from gud_recorder_position
    double time;
    void *state; // opaque bytes; of a loaded checkpoint: gud_checkpoint_free
    size_t size;
} gud_checkpoint;

gud_status gud_checkpoint_save(const char *path, const gud_checkpoint *checkpoint, gud_error *error);
gud_status gud_checkpoint_load(const char *path, uint64_t model, gud_error *error, gud_checkpoint *out);
void gud_checkpoint_free(gud_checkpoint *checkpoint);

#endif
