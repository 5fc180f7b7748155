// The numbers of a run on their way into results.h5: records come in, chunks go out.
//
// A chunk is packed as soon as it is full, by a thread of its own if there is one, so that little is left to do when
// the run has ended. Chunks depend on the records only, not on when they are asked for. Used by one thread at a time.
#ifndef GUD_OUT_PACKING_H
#define GUD_OUT_PACKING_H

#include "out/channel.h"

typedef struct gud_packing gud_packing;

enum { GUD_PACKING_FEW = 32 }; // numbers of a channel up to which its values are asked for, not its chunks

// `layout` outlives it; NULL without memory. beside: on a thread of its own
gud_packing *gud_packing_create(const gud_layout *layout, bool beside);
void gud_packing_free(gud_packing *packing); // accepts NULL

// is a block of rows so large that chunks of a run that goes on should not wait in memory?
bool gud_layout_is_wide(const gud_layout *layout);

// false: there is no memory, and records are missing from now on
bool gud_packing_add_row(gud_packing *packing, const double *row);
bool gud_packing_add_snapshot(gud_packing *packing, int channel, double time, const double *values);

// waits for the chunks that are full; false: there was no memory for them
bool gud_packing_settle(gud_packing *packing);
size_t gud_packing_size(const gud_packing *packing); // bytes of the chunks that are full, when they have settled

// of one that has settled:
int64_t gud_packing_count(const gud_packing *packing, int channel);       // of records
int64_t gud_packing_rows(const gud_packing *packing, int channel);        // records of a chunk, one at least
const double *gud_packing_times(const gud_packing *packing, int channel); // of all snapshots of a field

// The k-th chunk, valid until the next call; NULL without memory. The last one is filled up with zeros.
const unsigned char *gud_packing_chunk(gud_packing *packing, int channel, int64_t k, size_t *size);
// All values, where they do not fill a chunk; valid until the next call, NULL without memory
const double *gud_packing_values(gud_packing *packing, int channel);

// Between these the thread, if there is one, packs the last chunks from the last channel down, while they are asked for
// from the first channel up; no records are added.
void gud_packing_begin_last(gud_packing *packing);
void gud_packing_end_last(gud_packing *packing);

void gud_packing_drop(gud_packing *packing, int channel); // its chunks, which are no longer needed

#endif
