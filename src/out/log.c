#include "out/log.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "out/draft.h"
#include "out/pack.h"
#include "out/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    smallest_buffer = 1 << 16,
    lock_tries = 50, // of 20 ms each: a reader may be rebuilding the result of a dead run
};

struct gud_log {
    int fd;
    gud_layout layout;
    gud_arena arena; // the layout's texts and arrays
    int width;       // of a row
    unsigned char *buffer;
    size_t room, used;
    uint64_t written; // bytes in the file
    char path[GUD_PATH_SIZE];
};

static gud_status fail_write(const gud_log *log, gud_error *error)
{
    return gud_fail(error, GUD_ERR_IO, "%s: cannot write the log: %s", log->path, strerror(errno));
}

static gud_status fail_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for the log of the run");
}

// all of the bytes; a signal or a short write only means to go on
static gud_status write_all(gud_log *log, const unsigned char *data, size_t size, gud_error *error)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t n = write(log->fd, data + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const gud_status st = fail_write(log, error);
            // a record that is half there would hide later ones
            if (ftruncate(log->fd, (off_t)log->written) == 0) (void)lseek(log->fd, (off_t)log->written, SEEK_SET);
            return st;
        }
        done += (size_t)n;
    }
    log->written += size;
    return GUD_OK;
}

gud_status gud_log_flush(gud_log *log, gud_error *error)
{
    GUD_TRY(write_all(log, log->buffer, log->used, error));
    log->used = 0;
    return GUD_OK;
}

gud_status gud_log_sync(gud_log *log, gud_error *error)
{
    GUD_TRY(gud_log_flush(log, error));
    if (fdatasync(log->fd) != 0) return fail_write(log, error);
    return GUD_OK;
}

static void put(gud_log *log, const void *data, size_t size)
{
    memcpy(log->buffer + log->used, data, size);
    log->used += size;
}

// a record of two parts, the first of which may be empty
static gud_status put_record(gud_log *log, gud_log_type type, const void *head, size_t nhead, const void *body,
                             size_t nbody, gud_error *error)
{
    const size_t size = GUD_LOG_FRAME + nhead + nbody;
    if (size > log->room - log->used) GUD_TRY(gud_log_flush(log, error));

    const uint32_t frame[2] = {(uint32_t)(nhead + nbody), (uint32_t)type};
    const size_t start = log->used;
    put(log, frame, sizeof frame);
    if (nhead > 0) put(log, head, nhead);
    put(log, body, nbody);
    const uint32_t crc = gud_crc32(0, log->buffer + start, log->used - start);
    put(log, &crc, sizeof crc);
    return GUD_OK;
}

static gud_status buffer_reserve(gud_log *log, size_t room, gud_error *error)
{
    if (room <= log->room) return GUD_OK;
    unsigned char *buffer = gud_resize(log->buffer, room, 1);
    if (!buffer) return fail_memory(error);
    log->buffer = buffer;
    log->room = room;
    return GUD_OK;
}

// room for every record that an append may bring
static gud_status prepare(gud_log *log, gud_error *error)
{
    log->width = gud_layout_width(&log->layout);
    size_t room = GUD_LOG_FRAME + (size_t)log->width * sizeof(double);
    for (int i = 0; i < log->layout.nchannel; i++) {
        const size_t size = GUD_LOG_FRAME + (2 + (size_t)log->layout.channels[i].width) * sizeof(double);
        if (size > room) room = size;
    }
    return buffer_reserve(log, room > smallest_buffer ? room : smallest_buffer, error);
}

static gud_status put_packed(gud_log *log, gud_log_type type, const gud_pack *pack, gud_error *error)
{
    if (pack->failed) return fail_memory(error);
    GUD_TRY(buffer_reserve(log, log->used + GUD_LOG_FRAME + pack->size, error));
    return put_record(log, type, NULL, 0, pack->data, pack->size, error);
}

// the log keeps its own copy of the layout: the header, read back
static gud_status write_header(gud_log *log, const gud_layout *layout, gud_error *error)
{
    gud_pack pack = {0};
    gud_pack_u32(&pack, GUD_RESULT_FORMAT);
    gud_pack_u32(&pack, GUD_BYTE_ORDER);
    const size_t head = pack.size;
    gud_pack_layout(&pack, layout);

    gud_status st = pack.failed ? fail_memory(error) : GUD_OK;
    if (st == GUD_OK) {
        gud_unpack unpack = {.data = pack.data + head, .left = pack.size - head, .arena = &log->arena};
        gud_unpack_layout(&unpack, &log->layout);
        st = unpack.failed ? fail_memory(error) : prepare(log, error);
    }
    if (st == GUD_OK) {
        put(log, GUD_LOG_MAGIC, GUD_LOG_MAGIC_SIZE);
        st = put_packed(log, GUD_LOG_HEADER, &pack, error);
    }
    gud_free(pack.data);
    return st < 0 ? st : gud_log_sync(log, error);
}

static void pause_a_little(void)
{
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    (void)nanosleep(&moment, NULL);
}

// opens the log for this program alone; a run that ended in between may have removed the file we opened
static gud_status open_locked(gud_log *log, int flags, gud_error *error)
{
    for (int i = 0; i < lock_tries; i++) {
        struct stat info;
        log->fd = open(log->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0666);
        if (log->fd < 0) {
            if (errno == ENOENT && !(flags & O_CREAT))
                return gud_fail(error, GUD_ERR_IO, "%s: there is no log of an unfinished run to continue", log->path);
            return gud_fail(error, GUD_ERR_IO, "%s: cannot open the log: %s", log->path, strerror(errno));
        }
        const bool locked = flock(log->fd, LOCK_EX | LOCK_NB) == 0;
        if (locked && fstat(log->fd, &info) == 0 && info.st_nlink > 0) return GUD_OK;
        (void)close(log->fd);
        log->fd = -1;
        pause_a_little();
    }
    return gud_fail(error, GUD_ERR_IO, "%s: another run is writing its results there", log->path);
}

static gud_log *log_new(void)
{
    gud_log *log = gud_alloc(1, sizeof *log);
    if (!log) return NULL;
    log->fd = -1;
    gud_arena_init(&log->arena);
    return log;
}

static void log_free(gud_log *log)
{
    if (log->fd >= 0) (void)close(log->fd);
    gud_arena_free(&log->arena);
    gud_free(log->buffer);
    gud_free(log);
}

static gud_status create(gud_log *log, const char *folder, const gud_layout *layout, gud_error *error)
{
    GUD_TRY(gud_layout_check(layout, error));
    GUD_TRY(gud_folder_create(folder, error));
    GUD_TRY(gud_path_join(log->path, folder, GUD_LOG_NAME, error));
    GUD_TRY(open_locked(log, O_CREAT, error));
    if (ftruncate(log->fd, 0) != 0) return fail_write(log, error);
    const gud_status st = write_header(log, layout, error);
    if (st < 0) (void)unlink(log->path); // without its header a log says nothing
    return st;
}

gud_status gud_log_create(const char *folder, const gud_layout *layout, gud_error *error, gud_log **out)
{
    gud_log *log = log_new();
    *out = NULL;
    if (!log) return fail_memory(error);
    const gud_status st = create(log, folder, layout, error);
    if (st < 0) {
        log_free(log);
        return st;
    }
    gud_folder_sync(log->path);
    *out = log;
    return GUD_OK;
}

// takes the layout out of the log's own header
static gud_status adopt(gud_log *log, const gud_layout *layout, gud_error *error)
{
    gud_pack pack = {0};
    gud_pack_layout(&pack, layout);
    gud_unpack unpack = {.data = pack.data, .left = pack.size, .arena = &log->arena};
    gud_unpack_layout(&unpack, &log->layout);
    const gud_status st = pack.failed || unpack.failed ? fail_memory(error) : prepare(log, error);
    gud_free(pack.data);
    return st;
}

static gud_status resume(gud_log *log, const char *folder, uint64_t offset, gud_error *error)
{
    GUD_TRY(gud_path_join(log->path, folder, GUD_LOG_NAME, error));
    GUD_TRY(open_locked(log, 0, error));
    gud_replay *replay = NULL;
    GUD_TRY(gud_replay_open(log->path, offset, error, &replay));
    const uint64_t size = replay->size;
    gud_status st = adopt(log, &replay->layout, error);
    gud_replay_close(replay);
    if (st < 0) return st;

    if (size != offset)
        return gud_fail(error, GUD_ERR_IO, "%s: the log cannot be continued at byte %llu; its records end at byte %llu",
                        log->path, (unsigned long long)offset, (unsigned long long)size);
    if (ftruncate(log->fd, (off_t)offset) != 0 || lseek(log->fd, (off_t)offset, SEEK_SET) < 0)
        return fail_write(log, error);
    log->written = offset;
    return GUD_OK;
}

gud_status gud_log_resume(const char *folder, uint64_t offset, gud_error *error, gud_log **out)
{
    gud_log *log = log_new();
    *out = NULL;
    if (!log) return fail_memory(error);
    const gud_status st = resume(log, folder, offset, error);
    if (st < 0) {
        log_free(log);
        return st;
    }
    *out = log;
    return GUD_OK;
}

static gud_status fail_number(const gud_channel *c, int component, double value, double time, gud_error *error)
{
    char buffer[16];
    const char *what = isnan(value) ? "not a number" : "infinite";
    if (c->width == 1) return gud_fail(error, GUD_ERR_NUMERIC, "%s is %s at time %.9g s", c->path, what, time);
    return gud_fail(error, GUD_ERR_NUMERIC, "%s.%s is %s at time %.9g s", c->path,
                    gud_channel_component(c, component, buffer), what, time);
}

// the first number that is not finite, or n
static int first_bad(const double *values, int n)
{
    int i = 0;
    while (i < n && isfinite(values[i])) i++;
    return i;
}

gud_status gud_log_append(gud_log *log, const double *row, gud_error *error)
{
    int bad = first_bad(row, log->width);
    if (bad < log->width) {
        const double value = row[bad];
        const gud_channel *c = log->layout.channels;
        while (c->kind == GUD_CHANNEL_FIELD || bad >= c->width) {
            if (c->kind == GUD_CHANNEL_SERIES) bad -= c->width;
            c++;
        }
        return fail_number(c, bad, value, row[0], error);
    }
    return put_record(log, GUD_LOG_ROW, NULL, 0, row, (size_t)log->width * sizeof(double), error);
}

gud_status gud_log_append_field(gud_log *log, int channel, double time, const double *values, gud_error *error)
{
    const gud_channel *c = &log->layout.channels[channel];
    const int bad = first_bad(values, c->width);
    if (bad < c->width) return fail_number(c, bad, values[bad], time, error);
    if (!isfinite(time)) return gud_fail(error, GUD_ERR_NUMERIC, "the time of a snapshot of %s is not finite", c->path);

    unsigned char head[16];
    const uint64_t number = (uint64_t)channel;
    memcpy(head, &number, 8);
    memcpy(head + 8, &time, 8);
    return put_record(log, GUD_LOG_SNAPSHOT, head, sizeof head, values, (size_t)c->width * sizeof(double), error);
}

gud_status gud_log_end(gud_log *log, const gud_entry *counters, int ncounter, gud_error *error)
{
    gud_pack pack = {0};
    gud_pack_entries(&pack, counters, ncounter);
    const gud_status st = put_packed(log, GUD_LOG_END, &pack, error);
    gud_free(pack.data);
    return st < 0 ? st : gud_log_flush(log, error);
}

uint64_t gud_log_position(const gud_log *log)
{
    return log->written + log->used;
}

const char *gud_log_path(const gud_log *log)
{
    return log->path;
}

const gud_layout *gud_log_layout(const gud_log *log)
{
    return &log->layout;
}

gud_status gud_log_close(gud_log *log, gud_error *error)
{
    if (!log) return GUD_OK;
    gud_status st = gud_log_flush(log, error);
    if (close(log->fd) != 0 && st == GUD_OK && errno != EINTR) st = fail_write(log, error);
    log->fd = -1;
    log_free(log);
    return st;
}

gud_status gud_log_remove(gud_log *log, gud_error *error)
{
    gud_status st = GUD_OK;
    if (unlink(log->path) != 0 && errno != ENOENT)
        st = gud_fail(error, GUD_ERR_IO, "%s: cannot remove the log: %s", log->path, strerror(errno));
    log_free(log);
    return st;
}
