#include "out/result.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "out/draft.h"
#include "out/hdf5.h"
#include "out/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct gud_result {
    gud_hdf5 file;
    gud_hdf5_info info;
    gud_arena arena;
    uint64_t lost;
    const double *rows; // NULL: the numbers are in the file
    size_t *columns;    // of rows: where each channel begins
    gud_index *paths, *settings;
    char path[GUD_PATH_SIZE];
};

static bool later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

// was the file made from all of the log that is there now?
static bool is_current(const struct stat *log, const struct stat *file, const gud_hdf5_info *info)
{
    return info->log_size == (int64_t)log->st_size && !later(&log->st_mtim, &file->st_mtim);
}

static gud_status open_file(gud_result *r, const char *path, gud_error *error)
{
    GUD_TRY(gud_hdf5_open(path, error, &r->file));
    return gud_hdf5_describe(r->file, path, &r->arena, error, &r->info);
}

static void forget(gud_result *r)
{
    gud_hdf5_close(r->file);
    gud_arena_free(&r->arena);
    r->file = -1;
}

static gud_status index_names(gud_result *r, gud_error *error)
{
    const gud_meta *meta = &r->info.layout.meta;
    r->paths = gud_layout_index(&r->info.layout);
    r->settings = gud_index_create(meta->nsetting);
    if (!r->paths || !r->settings)
        return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the result", r->path);
    for (int i = 0; i < meta->nsetting; i++) {
        const char *key = meta->settings[i].key;
        (void)gud_index_add(r->settings, key, strlen(key), i);
    }
    r->info.layout.index = r->paths;
    return GUD_OK;
}

// The lock tells whether the run is alive; a log without a name belongs to a run that has ended since.
static bool is_dead(int log)
{
    struct stat info;
    return flock(log, LOCK_SH | LOCK_NB) == 0 && fstat(log, &info) == 0 && info.st_nlink > 0;
}

// A living run saves its own results. A dead one's are saved here, if that is possible: a folder that cannot be written
// can still be read.
static gud_status rebuild(gud_result *r, const char *log_path, const char *path, gud_error *error)
{
    gud_error ignored;
    gud_replay *replay = NULL;
    const int log = open(log_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (log < 0) return gud_fail(error, GUD_ERR_IO, "%s: cannot read the log: %s", log_path, strerror(errno));
    const bool dead = is_dead(log);
    gud_status st = gud_replay_open(log_path, UINT64_MAX, error, &replay);
    if (st == GUD_OK) st = gud_hdf5_build_log(replay, error, &r->file);
    if (st == GUD_OK) st = gud_hdf5_describe(r->file, log_path, &r->arena, error, &r->info);
    if (st == GUD_OK) r->lost = dead ? replay->lost : 0; // a living run is about to write the rest
    if (st == GUD_OK && dead && r->lost == 0) (void)gud_hdf5_save(r->file, path, &ignored);
    gud_replay_close(replay);
    (void)close(log);
    return st;
}

static gud_status open_folder(gud_result *r, const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE], log_path[GUD_PATH_SIZE];
    struct stat log, file;
    GUD_TRY(gud_path_join(path, folder, GUD_RESULT_NAME, error));
    GUD_TRY(gud_path_join(log_path, folder, GUD_LOG_NAME, error));
    const bool has_log = stat(log_path, &log) == 0, has_file = stat(path, &file) == 0;
    if (!has_log && !has_file)
        return gud_fail(error, GUD_ERR_IO, "%s: there is neither %s nor %s in this folder", folder, GUD_RESULT_NAME,
                        GUD_LOG_NAME);
    if (has_file && !S_ISREG(file.st_mode))
        return gud_fail(error, GUD_ERR_IO, "%s: cannot open the result: it is not a file", path);
    if (has_file) {
        const gud_status st = open_file(r, path, error);
        if (!has_log || (st == GUD_OK && is_current(&log, &file, &r->info))) return st;
        forget(r);
    }
    gud_error why;
    const gud_status st = rebuild(r, log_path, path, &why);
    if (st == GUD_OK) return st;
    forget(r);
    // a run that ended a moment ago removed its log; one that has just begun has not written its header
    if (st == GUD_ERR_IO && stat(path, &file) == 0) return open_file(r, path, error);
    return gud_fail(error, st, "%s", why.text);
}

static gud_status open_any(gud_result *r, const char *path, gud_error *error)
{
    struct stat info;
    const size_t length = strlen(path);
    if (length >= sizeof r->path) return gud_fail(error, GUD_ERR_IO, "%.200s...: the path is too long", path);
    memcpy(r->path, path, length + 1);
    if (stat(path, &info) != 0)
        return gud_fail(error, GUD_ERR_IO, "%s: cannot open the result: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode)) return open_folder(r, path, error);
    return S_ISREG(info.st_mode) ? open_file(r, path, error)
                                 : gud_fail(error, GUD_ERR_IO, "%s: cannot open the result: it is not a file", path);
}

gud_status gud_result_open(const char *path, gud_error *error, gud_result **out)
{
    *out = NULL;
    gud_result *r = gud_alloc(1, sizeof *r);
    if (!r) return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the result", path);
    r->file = -1;
    gud_arena_init(&r->arena);
    gud_status st = open_any(r, path, error);
    if (st == GUD_OK) st = index_names(r, error);
    if (st < 0) {
        gud_result_close(r);
        return st;
    }
    *out = r;
    return GUD_OK;
}

// counts of records, and where channels begin in a row
static gud_status describe_rows(gud_result *r, int64_t nrow, gud_error *error)
{
    const gud_layout *layout = &r->info.layout;
    r->info.count = GUD_TAKE(&r->arena, int64_t, layout->nchannel);
    r->columns = GUD_TAKE(&r->arena, size_t, layout->nchannel + 1);
    if (!r->info.count || !r->columns) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < layout->nchannel; i++) {
        const bool series = layout->channels[i].kind == GUD_CHANNEL_SERIES;
        r->info.count[i] = series ? nrow : 0;
        r->columns[i + 1] = r->columns[i] + (series ? (size_t)layout->channels[i].width : 0);
    }
    return index_names(r, error);
}

gud_status gud_result_of_rows(const gud_layout *layout, const double *rows, int64_t nrow, gud_error *error,
                              gud_result **out)
{
    *out = NULL;
    gud_result *r = gud_alloc(1, sizeof *r);
    if (!r) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_arena_init(&r->arena);
    r->file = -1;
    r->rows = rows;
    r->info = (gud_hdf5_info){.layout = *layout, .ended = true};
    (void)strcpy(r->path, "the run");
    const gud_status st = describe_rows(r, nrow, error);
    if (st < 0) {
        gud_result_close(r);
        return st;
    }
    *out = r;
    return GUD_OK;
}

void gud_result_close(gud_result *r)
{
    if (!r) return;
    forget(r);
    gud_index_free(r->paths);
    gud_index_free(r->settings);
    gud_free(r);
}

const char *gud_result_path(const gud_result *r)
{
    return r->path;
}

const gud_meta *gud_result_meta(const gud_result *r)
{
    return &r->info.layout.meta;
}

bool gud_result_ended(const gud_result *r)
{
    return r->info.ended;
}

uint64_t gud_result_lost(const gud_result *r)
{
    return r->lost;
}

int gud_result_nchannel(const gud_result *r)
{
    return r->info.layout.nchannel;
}

const gud_channel *gud_result_channel(const gud_result *r, int channel)
{
    return &r->info.layout.channels[channel];
}

int64_t gud_result_count(const gud_result *r, int channel)
{
    return r->info.count[channel];
}

int gud_result_find(const gud_result *r, const char *path)
{
    return gud_layout_find(&r->info.layout, path);
}

gud_status gud_result_pick(const gud_result *r, const char *name, gud_error *error, gud_pick *out)
{
    gud_error why;
    const gud_status st = gud_layout_pick(&r->info.layout, name, error ? &why : NULL, out);
    return st == GUD_OK || !error ? st : gud_fail(error, st, "%.100s: %.400s", r->path, why.text);
}

void gud_result_name(const gud_result *r, gud_pick pick, char *buffer, int size)
{
    gud_layout_name(&r->info.layout, pick, buffer, size);
}

static void read_rows(const gud_result *r, int channel, int64_t first, int64_t count, double *values)
{
    const gud_layout *layout = &r->info.layout;
    const size_t width = r->columns[layout->nchannel], n = (size_t)layout->channels[channel].width;
    const size_t from = r->columns[channel];
    for (size_t i = 0; i < (size_t)count; i++)
        memcpy(values + i * n, r->rows + ((size_t)first + i) * width + from, n * sizeof *values);
}

gud_status gud_result_read(const gud_result *r, int channel, int64_t first, int64_t count, double *values,
                           gud_error *error)
{
    if (r->rows) {
        read_rows(r, channel, first, count, values);
        return GUD_OK;
    }
    return gud_hdf5_read(r->file, &r->info.layout.channels[channel], first, count, values, error);
}

gud_status gud_result_read_times(const gud_result *r, int channel, int64_t first, int64_t count, double *times,
                                 gud_error *error)
{
    if (r->rows) return gud_result_read(r, 0, first, count, times, error);
    return gud_hdf5_read_times(r->file, &r->info.layout.channels[channel], first, count, times, error);
}

gud_status gud_result_load(const gud_result *r, gud_pick pick, gud_error *error, double **values)
{
    const gud_channel *c = &r->info.layout.channels[pick.channel];
    const int64_t n = r->info.count[pick.channel];
    const size_t width = (size_t)c->width;
    *values = NULL;
    double *all = gud_alloc((size_t)n, width * sizeof(double));
    if (!all) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for channel '%s'", c->path);
    const gud_status st = gud_result_read(r, pick.channel, 0, n, all, error);
    if (st < 0) {
        gud_free(all);
        return st;
    }
    for (size_t i = 0; i < (size_t)n; i++) all[i] = all[i * width + (size_t)pick.component];
    *values = all;
    return GUD_OK;
}

const char *gud_result_abscissa(const gud_result *r)
{
    const gud_entry *e = gud_result_setting(r, "abscissa");
    return e && e->text && gud_result_find(r, e->text) > 0 ? e->text : NULL;
}

const gud_entry *gud_result_counter(const gud_result *r, const char *key)
{
    const gud_meta *meta = &r->info.layout.meta;
    for (int i = 0; i < meta->ncounter; i++)
        if (strcmp(meta->counters[i].key, key) == 0) return &meta->counters[i];
    return NULL;
}

const gud_entry *gud_result_setting(const gud_result *r, const char *key)
{
    const int i = gud_index_find(r->settings, key, strlen(key));
    return i >= 0 ? &r->info.layout.meta.settings[i] : NULL;
}
