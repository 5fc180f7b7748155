#include "out/pack.h"

#include "base/alloc.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

static const uint32_t no_text = UINT32_MAX;

uint32_t gud_crc32(uint32_t crc, const void *data, size_t size)
{
    return size > 0 ? (uint32_t)crc32_z(crc, data, size) : crc; // of no bytes at NULL zlib makes the first value
}

static bool reserve(gud_pack *p, size_t size)
{
    if (p->failed) return false;
    if (p->room - p->size >= size) return true;
    const size_t room = 2 * p->room + size + 256;
    unsigned char *data = gud_resize(p->data, room, 1);
    if (!data) {
        p->failed = true;
        return false;
    }
    p->data = data;
    p->room = room;
    return true;
}

static void put_bytes(gud_pack *p, const void *data, size_t size)
{
    if (size == 0 || !reserve(p, size)) return;
    memcpy(p->data + p->size, data, size);
    p->size += size;
}

void gud_pack_u32(gud_pack *p, uint32_t value)
{
    put_bytes(p, &value, sizeof value);
}

static void put_double(gud_pack *p, double value)
{
    put_bytes(p, &value, sizeof value);
}

static void put_text(gud_pack *p, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    if (length > INT_MAX) {
        p->failed = true;
        return;
    }
    gud_pack_u32(p, text ? (uint32_t)length : no_text);
    put_bytes(p, text, length);
}

void gud_pack_entries(gud_pack *p, const gud_entry *entries, int n)
{
    gud_pack_u32(p, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        put_text(p, entries[i].key);
        put_text(p, entries[i].text);
        put_double(p, entries[i].number);
    }
}

static void pack_channel(gud_pack *p, const gud_channel *c)
{
    put_text(p, c->path);
    gud_pack_u32(p, (uint32_t)c->kind);
    gud_pack_u32(p, (uint32_t)c->width);
    gud_pack_u32(p, (uint32_t)c->rows);
    gud_pack_u32(p, (uint32_t)c->cols);
    put_text(p, c->unit);
    put_text(p, c->about);
    gud_pack_u32(p, c->components != NULL);
    for (int i = 0; c->components && i < c->width; i++) put_text(p, c->components[i]);
}

static void pack_outline(gud_pack *p, const gud_outline *o)
{
    put_text(p, o->body);
    gud_pack_u32(p, (uint32_t)o->npoint);
    gud_pack_u32(p, o->names != NULL);
    for (int i = 0; o->names && i < o->npoint; i++) put_text(p, o->names[i]);
    put_bytes(p, o->points, 3 * (size_t)o->npoint * sizeof(double));
}

static void pack_part(gud_pack *p, const gud_part_info *part)
{
    put_text(p, part->kind);
    put_text(p, part->body);
    put_text(p, part->joint);
    put_bytes(p, part->at, GUD_PART_NUMBERS * sizeof(double));
    gud_pack_u32(p, (uint32_t)part->nvertex);
    gud_pack_u32(p, (uint32_t)part->ntriangle);
    put_bytes(p, part->vertices, 3 * (size_t)part->nvertex * sizeof(double));
    put_bytes(p, part->triangles, 3 * (size_t)part->ntriangle * sizeof(int));
}

void gud_pack_layout(gud_pack *p, const gud_layout *layout)
{
    gud_pack_u32(p, (uint32_t)layout->nchannel);
    for (int i = 0; i < layout->nchannel; i++) pack_channel(p, &layout->channels[i]);

    const gud_meta *meta = &layout->meta;
    put_text(p, meta->title);
    put_text(p, meta->version);
    put_text(p, meta->model);
    gud_pack_entries(p, meta->settings, meta->nsetting);
    gud_pack_entries(p, meta->counters, meta->ncounter);
    gud_pack_u32(p, (uint32_t)meta->noutline);
    for (int i = 0; i < meta->noutline; i++) pack_outline(p, &meta->outlines[i]);
    gud_pack_u32(p, (uint32_t)meta->npart);
    for (int i = 0; i < meta->npart; i++) pack_part(p, &meta->parts[i]);
}

static void get_bytes(gud_unpack *u, void *data, size_t size)
{
    if (u->left < size) u->failed = true;
    if (u->failed) {
        memset(data, 0, size);
        return;
    }
    memcpy(data, u->data, size);
    u->data += size;
    u->left -= size;
}

uint32_t gud_unpack_u32(gud_unpack *u)
{
    uint32_t value = 0;
    get_bytes(u, &value, sizeof value);
    return value;
}

static double get_double(gud_unpack *u)
{
    double value = 0.0;
    get_bytes(u, &value, sizeof value);
    return value;
}

// zeroed memory for things that take at least `packed` bytes each in what is left to unpack
static void *take(gud_unpack *u, size_t count, size_t size, size_t packed)
{
    if (count > u->left / packed) u->failed = true;
    void *memory = u->failed ? NULL : gud_arena_take(u->arena, count + 1, size);
    if (!memory) u->failed = true;
    return memory;
}

static int unpack_count(gud_unpack *u)
{
    const uint32_t count = gud_unpack_u32(u);
    if (count > INT_MAX) u->failed = true;
    return u->failed ? 0 : (int)count;
}

static const char *get_text(gud_unpack *u)
{
    const uint32_t length = gud_unpack_u32(u);
    if (length == no_text) return NULL;
    char *text = take(u, length, 1, 1);
    if (text) get_bytes(u, text, length);
    return text;
}

// a text that must be there
static const char *unpack_name(gud_unpack *u)
{
    const char *text = get_text(u);
    if (!text) u->failed = true;
    return text;
}

static const char **unpack_names(gud_unpack *u, int n)
{
    if (gud_unpack_u32(u) == 0) return NULL;
    const char **names = take(u, (size_t)n, sizeof *names, 4);
    for (int i = 0; names && i < n && !u->failed; i++) names[i] = unpack_name(u);
    return names;
}

gud_entry *gud_unpack_entries(gud_unpack *u, int *n)
{
    *n = unpack_count(u);
    gud_entry *entries = take(u, (size_t)*n, sizeof *entries, 16);
    for (int i = 0; entries && i < *n && !u->failed; i++) {
        entries[i].key = unpack_name(u);
        entries[i].text = get_text(u);
        entries[i].number = get_double(u);
    }
    return entries;
}

static void unpack_channel(gud_unpack *u, gud_channel *c)
{
    c->path = unpack_name(u);
    c->kind = gud_unpack_u32(u) == GUD_CHANNEL_FIELD ? GUD_CHANNEL_FIELD : GUD_CHANNEL_SERIES;
    c->width = unpack_count(u);
    c->rows = unpack_count(u);
    c->cols = unpack_count(u);
    c->unit = unpack_name(u);
    c->about = get_text(u);
    c->components = unpack_names(u, c->width);
}

static void unpack_outline(gud_unpack *u, gud_outline *o)
{
    o->body = unpack_name(u);
    o->npoint = unpack_count(u);
    o->names = unpack_names(u, o->npoint);
    double *points = take(u, (size_t)o->npoint, 3 * sizeof(double), 3 * sizeof(double));
    if (points) get_bytes(u, points, 3 * (size_t)o->npoint * sizeof(double));
    o->points = points;
}

static void unpack_part(gud_unpack *u, gud_part_info *part)
{
    part->kind = unpack_name(u);
    part->body = unpack_name(u);
    part->joint = unpack_name(u);
    get_bytes(u, part->at, GUD_PART_NUMBERS * sizeof(double));
    part->nvertex = unpack_count(u);
    part->ntriangle = unpack_count(u);
    double *vertices = take(u, (size_t)part->nvertex, 3 * sizeof *vertices, 3 * sizeof *vertices);
    if (vertices) get_bytes(u, vertices, 3 * (size_t)part->nvertex * sizeof *vertices);
    int *triangles = take(u, (size_t)part->ntriangle, 3 * sizeof *triangles, 3 * sizeof *triangles);
    if (triangles) get_bytes(u, triangles, 3 * (size_t)part->ntriangle * sizeof *triangles);
    part->vertices = vertices;
    part->triangles = triangles;
}

// logs of earlier versions end before them
static void unpack_parts(gud_unpack *u, gud_meta *meta)
{
    if (u->left == 0) return;
    meta->npart = unpack_count(u);
    gud_part_info *parts = take(u, (size_t)meta->npart, sizeof *parts, 20 + GUD_PART_NUMBERS * sizeof(double));
    for (int i = 0; parts && i < meta->npart && !u->failed; i++) unpack_part(u, &parts[i]);
    meta->parts = parts;
}

static void unpack_meta(gud_unpack *u, gud_meta *meta)
{
    meta->title = get_text(u);
    meta->version = get_text(u);
    meta->model = get_text(u);
    meta->settings = gud_unpack_entries(u, &meta->nsetting);
    meta->counters = gud_unpack_entries(u, &meta->ncounter);

    meta->noutline = unpack_count(u);
    gud_outline *outlines = take(u, (size_t)meta->noutline, sizeof *outlines, 12);
    for (int i = 0; outlines && i < meta->noutline && !u->failed; i++) unpack_outline(u, &outlines[i]);
    meta->outlines = outlines;
    unpack_parts(u, meta);
}

void gud_unpack_layout(gud_unpack *u, gud_layout *layout)
{
    *layout = (gud_layout){.nchannel = unpack_count(u)};
    gud_channel *channels = take(u, (size_t)layout->nchannel, sizeof *channels, 32);
    for (int i = 0; channels && i < layout->nchannel && !u->failed; i++) unpack_channel(u, &channels[i]);
    layout->channels = channels;
    unpack_meta(u, &layout->meta);
}
