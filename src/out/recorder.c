#include "out/recorder.h"

#include "base/alloc.h"
#include "out/draft.h"
#include "out/hdf5.h"
#include "out/log.h"
#include "out/replay.h"
#include "out/result.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const double flush_interval = 0.5;    // s
static const double shortest_interval = 2.0; // s between renewals of results.h5
static const double largest_share = 0.05;    // of the time for renewals

enum { most_packed = 1 << 28 }; // bytes of chunks that a run holds in memory; larger results are made from the log

struct gud_recorder {
    gud_log *log;
    gud_packing *packing; // NULL: results.h5 is made from the log
    double next_flush, next_save;
    char path[GUD_PATH_SIZE]; // of results.h5
    // in memory, without a log
    const gud_layout *layout;
    double *rows;
    size_t nrow, room, width;
};

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static gud_recorder *recorder_new(const char *folder, gud_error *error, gud_status *st)
{
    gud_recorder *r = gud_alloc(1, sizeof *r);
    *st = r ? gud_path_join(r->path, folder, GUD_RESULT_NAME, error)
            : gud_fail(error, GUD_ERR_MEMORY, "not enough memory to record a run");
    return r;
}

static gud_status recorder_ready(gud_recorder *r, const char *folder, gud_status st, gud_recorder **out)
{
    *out = NULL;
    if (st < 0) {
        gud_free(r);
        return st;
    }
    gud_draft_sweep(folder, GUD_RESULT_NAME); // the log's lock is ours, so nobody else writes there
    r->next_flush = now() + flush_interval;
    r->next_save = now() + shortest_interval;
    *out = r;
    return GUD_OK;
}

gud_status gud_recorder_create(const char *folder, const gud_layout *layout, gud_error *error, gud_recorder **out)
{
    gud_status st = GUD_OK;
    gud_recorder *r = recorder_new(folder, error, &st);
    if (st == GUD_OK) st = gud_log_create(folder, layout, error, &r->log);
    return recorder_ready(r, folder, st, out);
}

gud_status gud_recorder_create_memory(const gud_layout *layout, gud_error *error, gud_recorder **out)
{
    gud_recorder *r = *out = gud_alloc(1, sizeof *r);
    if (!r) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory to record a run");
    r->layout = layout;
    r->width = (size_t)gud_layout_width(layout);
    return GUD_OK;
}

gud_status gud_recorder_view(const gud_recorder *r, gud_error *error, gud_result **result)
{
    return gud_result_of_rows(r->layout, r->rows, (int64_t)r->nrow, error, result);
}

static gud_status keep_row(gud_recorder *r, const double *row, gud_error *error)
{
    if (r->nrow == r->room) {
        const size_t room = r->room > 0 ? 2 * r->room : 256;
        double *rows = gud_resize(r->rows, room, r->width * sizeof *rows);
        if (!rows) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory to record a run");
        r->rows = rows;
        r->room = room;
    }
    memcpy(r->rows + r->nrow++ * r->width, row, r->width * sizeof *row);
    return GUD_OK;
}

gud_status gud_recorder_resume(const char *folder, uint64_t position, gud_error *error, gud_recorder **out)
{
    gud_status st = GUD_OK;
    gud_recorder *r = recorder_new(folder, error, &st);
    if (st == GUD_OK) st = gud_log_resume(folder, position, error, &r->log);
    return recorder_ready(r, folder, st, out);
}

void gud_recorder_pack(gud_recorder *r, bool beside)
{
    if (r->log && !gud_layout_is_wide(gud_log_layout(r->log)))
        r->packing = gud_packing_create(gud_log_layout(r->log), beside);
}

static void give_up_packing(gud_recorder *r)
{
    gud_packing_free(r->packing);
    r->packing = NULL;
}

gud_status gud_recorder_append(gud_recorder *r, const double *row, gud_error *error)
{
    if (!r->log) return keep_row(r, row, error);
    GUD_TRY(gud_log_append(r->log, row, error));
    if (r->packing && !gud_packing_add_row(r->packing, row)) give_up_packing(r);
    return GUD_OK;
}

gud_status gud_recorder_append_field(gud_recorder *r, int channel, double time, const double *values, gud_error *error)
{
    if (!r->log) return GUD_OK;
    GUD_TRY(gud_log_append_field(r->log, channel, time, values, error));
    if (r->packing && !gud_packing_add_snapshot(r->packing, channel, time, values)) give_up_packing(r);
    return GUD_OK;
}

// from all that is in the log
static gud_status build_from_log(const gud_recorder *r, gud_error *error, gud_hdf5 *file)
{
    gud_replay *replay = NULL;
    gud_status st = gud_replay_open(gud_log_path(r->log), UINT64_MAX, error, &replay);
    if (st == GUD_OK) st = gud_hdf5_build_log(replay, error, file);
    gud_replay_close(replay);
    return st;
}

// results.h5; counters: of a run that came to its end, or NULL
static gud_status save(gud_recorder *r, const gud_entry *counters, int ncounter, bool ended, gud_error *error)
{
    gud_hdf5 file = -1;
    gud_status st = GUD_ERR_MEMORY;
    if (r->packing) {
        gud_layout layout = *gud_log_layout(r->log);
        if (ended) {
            layout.meta.counters = counters;
            layout.meta.ncounter = ncounter;
        }
        const gud_hdf5_content content = {.layout = &layout,
                                          .packing = r->packing,
                                          .ended = ended,
                                          .log_size = gud_log_position(r->log),
                                          .last = ended};
        st = gud_hdf5_build(&content, error, &file);
    }
    if (st == GUD_ERR_MEMORY || ended) give_up_packing(r);
    if (st == GUD_ERR_MEMORY) st = build_from_log(r, error, &file);
    if (st == GUD_OK) st = gud_hdf5_save(file, r->path, error);
    gud_hdf5_close(file);
    return st;
}

gud_status gud_recorder_tend(gud_recorder *r, gud_error *error)
{
    const double start = now();
    if (!r->log || start < r->next_flush) return GUD_OK;
    GUD_TRY(gud_log_flush(r->log, error));
    r->next_flush = start + flush_interval;
    if (start < r->next_save) return GUD_OK;

    // the log has everything; a renewal that fails is tried again later, and in earnest at the end
    gud_error ignored;
    (void)save(r, NULL, 0, false, &ignored);
    if (r->packing && gud_packing_size(r->packing) > most_packed) give_up_packing(r);
    const double end = now();
    r->next_save = end + fmax(shortest_interval, (end - start) * (1.0 / largest_share - 1.0));
    return GUD_OK;
}

gud_status gud_recorder_sync(gud_recorder *r, gud_error *error)
{
    return r->log ? gud_log_sync(r->log, error) : GUD_OK;
}

uint64_t gud_recorder_position(const gud_recorder *r)
{
    return r->log ? gud_log_position(r->log) : 0;
}

gud_status gud_recorder_finish(gud_recorder *r, const gud_entry *counters, int ncounter, gud_error *error)
{
    // not onto the disk, which takes some milliseconds: results.h5 is about to be there
    gud_status st = gud_log_end(r->log, counters, ncounter, error);
    if (st == GUD_OK) st = save(r, counters, ncounter, true, error);
    give_up_packing(r);
    if (st == GUD_OK) {
        st = gud_log_remove(r->log, error);
    } else {
        gud_error ignored; // the first mistake is the one to tell
        (void)gud_log_sync(r->log, &ignored);
        (void)gud_log_close(r->log, &ignored);
    }
    gud_free(r);
    return st;
}

gud_status gud_recorder_close(gud_recorder *r, gud_error *error)
{
    if (!r) return GUD_OK;
    give_up_packing(r);
    const gud_status st = r->log ? gud_log_close(r->log, error) : GUD_OK;
    gud_free(r->rows);
    gud_free(r);
    return st;
}
