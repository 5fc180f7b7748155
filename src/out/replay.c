#include "out/replay.h"

#include "base/alloc.h"
#include "base/file.h"
#include "out/pack.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct frame {
    uint32_t length, type;
} frame;

static bool payload_reserve(gud_replay *r, size_t size)
{
    if (size <= r->room) return true;
    double *payload = gud_resize(r->payload, size / sizeof(double) + 1, sizeof(double));
    if (!payload) {
        r->arena.failed = true;
        return false;
    }
    r->payload = payload;
    r->room = size;
    return true;
}

// A whole record with the right checksum, ending at or before `limit`. The second pass reads what the first has
// checked.
static bool read_record(gud_replay *r, uint64_t limit, frame *f)
{
    uint32_t crc = 0;
    if (limit - r->offset < GUD_LOG_FRAME || fread(f, sizeof *f, 1, r->file) != 1) return false;
    if (f->length > limit - r->offset - GUD_LOG_FRAME || !payload_reserve(r, f->length)) return false;
    if (fread(r->payload, 1, f->length, r->file) != f->length || fread(&crc, sizeof crc, 1, r->file) != 1) return false;
    if (!r->checked && gud_crc32(gud_crc32(0, f, sizeof *f), r->payload, f->length) != crc) return false;
    r->offset += GUD_LOG_FRAME + f->length;
    return true;
}

static bool snapshot_channel(const gud_replay *r, uint32_t length, int *channel)
{
    uint64_t number = 0;
    if (length < sizeof number + sizeof(double)) return false;
    memcpy(&number, r->payload, sizeof number);
    if (number >= (uint64_t)r->layout.nchannel) return false;
    const gud_channel *c = &r->layout.channels[number];
    *channel = (int)number;
    return c->kind == GUD_CHANNEL_FIELD && length == (2 + (size_t)c->width) * sizeof(double);
}

static bool count_record(gud_replay *r, const frame *f)
{
    int channel = 0, ncounter = 0;
    const gud_entry *counters;
    gud_unpack u = {.data = (const unsigned char *)r->payload, .left = f->length, .arena = &r->arena};
    switch (f->type) {
    case GUD_LOG_ROW:
        if (f->length != r->width * sizeof(double)) return false;
        r->count[0]++;
        return true;
    case GUD_LOG_SNAPSHOT:
        if (!snapshot_channel(r, f->length, &channel)) return false;
        r->count[channel]++;
        return true;
    case GUD_LOG_END:
        counters = gud_unpack_entries(&u, &ncounter);
        if (u.failed) return false;
        r->layout.meta.counters = counters;
        r->layout.meta.ncounter = ncounter;
        r->ended = true;
        return true;
    default:
        return false;
    }
}

static gud_status out_of_memory(const char *path, gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the log", path);
}

static gud_status read_header(gud_replay *r, const char *path, uint64_t limit, gud_error *error)
{
    char magic[GUD_LOG_MAGIC_SIZE] = {0};
    const size_t got = fread(magic, 1, sizeof magic, r->file);
    if (memcmp(magic, GUD_LOG_MAGIC, got) != 0) return gud_fail(error, GUD_ERR_IO, "%s: not a log of Gudgeon", path);
    r->offset = sizeof magic;

    frame f;
    if (got < sizeof magic || limit < sizeof magic || !read_record(r, limit, &f) || f.type != GUD_LOG_HEADER) {
        if (r->arena.failed) return out_of_memory(path, error);
        return gud_fail(error, GUD_ERR_IO, "%s: the log ends before its header is complete", path);
    }
    gud_unpack u = {.data = (const unsigned char *)r->payload, .left = f.length, .arena = &r->arena};
    const uint32_t format = gud_unpack_u32(&u);
    if (gud_unpack_u32(&u) != GUD_BYTE_ORDER)
        return gud_fail(error, GUD_ERR_IO, "%s: the log was written on a machine with another byte order", path);
    if (format > GUD_RESULT_FORMAT)
        return gud_fail(error, GUD_ERR_IO, "%s: the log has format %u, newer than format %d that this version reads",
                        path, (unsigned)format, GUD_RESULT_FORMAT);
    gud_unpack_layout(&u, &r->layout);
    if (r->arena.failed) return out_of_memory(path, error);
    gud_error why;
    const gud_status st = u.failed ? GUD_ERR_INPUT : gud_layout_check(&r->layout, &why);
    if (st == GUD_ERR_MEMORY) return out_of_memory(path, error);
    return st == GUD_OK ? st : gud_fail(error, GUD_ERR_IO, "%s: the header of the log is damaged", path);
}

// the longest record of a channel; what remains of a torn one is shorter
static uint64_t longest_record(const gud_replay *r)
{
    size_t width = r->width;
    for (int i = 0; i < r->layout.nchannel; i++)
        if (r->layout.channels[i].kind == GUD_CHANNEL_FIELD && (size_t)r->layout.channels[i].width + 2 > width)
            width = (size_t)r->layout.channels[i].width + 2;
    return GUD_LOG_FRAME + width * sizeof(double);
}

// Behind the last whole record: a kill tears a record off, which is then incomplete. One that is complete but wrong, or
// more than any record is long, was damaged later.
static uint64_t lost_bytes(const gud_replay *r, uint64_t limit)
{
    frame f;
    const uint64_t left = limit - r->size;
    if (left < sizeof f || fseeko(r->file, (off_t)r->size, SEEK_SET) != 0 || fread(&f, sizeof f, 1, r->file) != 1)
        return 0;
    return f.length <= left - sizeof f || left > longest_record(r) ? left : 0;
}

static gud_status scan(gud_replay *r, const char *path, uint64_t limit, gud_error *error)
{
    struct stat info;
    char why[GUD_FILE_WHY];
    r->file = gud_file_open(path, INT64_MAX, why);
    if (!r->file) return gud_fail(error, GUD_ERR_IO, "%s: cannot read the log: %s", path, why);
    if (fstat(fileno(r->file), &info) != 0)
        return gud_fail(error, GUD_ERR_IO, "%s: cannot read the log: %s", path, strerror(errno));
    r->file_size = (uint64_t)info.st_size;
    if (limit > r->file_size) limit = r->file_size;
    GUD_TRY(read_header(r, path, limit, error));

    r->count = GUD_TAKE(&r->arena, int64_t, r->layout.nchannel);
    if (!r->count) return out_of_memory(path, error);
    r->width = (size_t)gud_layout_width(&r->layout);
    frame f;
    r->size = r->offset;
    while (read_record(r, limit, &f) && count_record(r, &f)) r->size = r->offset;
    if (r->arena.failed) return out_of_memory(path, error);
    r->lost = lost_bytes(r, limit);

    for (int i = 1; i < r->layout.nchannel; i++)
        if (r->layout.channels[i].kind == GUD_CHANNEL_SERIES) r->count[i] = r->count[0];

    // the second pass begins behind the magic number
    r->checked = true;
    r->offset = GUD_LOG_MAGIC_SIZE;
    rewind(r->file);
    if (fseek(r->file, GUD_LOG_MAGIC_SIZE, SEEK_SET) != 0)
        return gud_fail(error, GUD_ERR_IO, "%s: cannot read the log: %s", path, strerror(errno));
    return GUD_OK;
}

gud_status gud_replay_open(const char *path, uint64_t limit, gud_error *error, gud_replay **out)
{
    gud_replay *r = gud_alloc(1, sizeof *r);
    *out = NULL;
    if (!r) return out_of_memory(path, error);
    gud_arena_init(&r->arena);
    const gud_status st = scan(r, path, limit, error);
    if (st < 0) {
        gud_replay_close(r);
        return st;
    }
    *out = r;
    return GUD_OK;
}

bool gud_replay_next(gud_replay *r, gud_log_record *record)
{
    frame f;
    *record = (gud_log_record){0};
    while (read_record(r, r->size, &f)) {
        record->type = (gud_log_type)f.type;
        record->values = r->payload;
        if (f.type == GUD_LOG_ROW) return true;
        if (f.type != GUD_LOG_SNAPSHOT || !snapshot_channel(r, f.length, &record->channel)) continue;
        record->time = r->payload[1];
        record->values = r->payload + 2;
        return true;
    }
    return false;
}

void gud_replay_close(gud_replay *r)
{
    if (!r) return;
    if (r->file) (void)fclose(r->file);
    gud_free(r->payload);
    gud_arena_free(&r->arena);
    gud_free(r);
}
