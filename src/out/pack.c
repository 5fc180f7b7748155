#include "out/pack.h"

#include "base/alloc.h"

#include <limits.h>
#include <string.h>

static const uint32_t no_text = UINT32_MAX;

// remainders of a half byte that is followed by 0 to 7 others, polynomial 0xedb88320
static const uint32_t crc_table[8][16] = {
    {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320,
     0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c},
    {0x00000000, 0x77073096, 0xee0e612c, 0x990951ba, 0x076dc419, 0x706af48f, 0xe963a535, 0x9e6495a3, 0x0edb8832,
     0x79dcb8a4, 0xe0d5e91e, 0x97d2d988, 0x09b64c2b, 0x7eb17cbd, 0xe7b82d07, 0x90bf1d91},
    {0x00000000, 0x4ac21251, 0x958424a2, 0xdf4636f3, 0xf0794f05, 0xbabb5d54, 0x65fd6ba7, 0x2f3f79f6, 0x3b83984b,
     0x71418a1a, 0xae07bce9, 0xe4c5aeb8, 0xcbfad74e, 0x8138c51f, 0x5e7ef3ec, 0x14bce1bd},
    {0x00000000, 0x191b3141, 0x32366282, 0x2b2d53c3, 0x646cc504, 0x7d77f445, 0x565aa786, 0x4f4196c7, 0xc8d98a08,
     0xd1c2bb49, 0xfaefe88a, 0xe3f4d9cb, 0xacb54f0c, 0xb5ae7e4d, 0x9e832d8e, 0x87981ccf},
    {0x00000000, 0x1c26a370, 0x384d46e0, 0x246be590, 0x709a8dc0, 0x6cbc2eb0, 0x48d7cb20, 0x54f16850, 0xe1351b80,
     0xfd13b8f0, 0xd9785d60, 0xc55efe10, 0x91af9640, 0x8d893530, 0xa9e2d0a0, 0xb5c473d0},
    {0x00000000, 0x01c26a37, 0x0384d46e, 0x0246be59, 0x0709a8dc, 0x06cbc2eb, 0x048d7cb2, 0x054f1685, 0x0e1351b8,
     0x0fd13b8f, 0x0d9785d6, 0x0c55efe1, 0x091af964, 0x08d89353, 0x0a9e2d0a, 0x0b5c473d},
    {0x00000000, 0x5019579f, 0xa032af3e, 0xf02bf8a1, 0x9b14583d, 0xcb0d0fa2, 0x3b26f703, 0x6b3fa09c, 0xed59b63b,
     0xbd40e1a4, 0x4d6b1905, 0x1d724e9a, 0x764dee06, 0x2654b999, 0xd67f4138, 0x866616a7},
    {0x00000000, 0xb8bc6765, 0xaa09c88b, 0x12b5afee, 0x8f629757, 0x37def032, 0x256b5fdc, 0x9dd738b9, 0xc5b428ef,
     0x7d084f8a, 0x6fbde064, 0xd7018701, 0x4ad6bfb8, 0xf26ad8dd, 0xe0df7733, 0x58631056}};

static uint32_t word_of(const unsigned char b[4])
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint32_t gud_crc32(uint32_t crc, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    crc = ~crc;
    // four bytes at a time: eight looks that do not wait for each other
    for (; size >= 4; size -= 4, bytes += 4) {
        const uint32_t x = crc ^ word_of(bytes);
        crc = 0;
        for (int k = 0; k < 8; k++) crc ^= crc_table[7 - k][x >> 4 * k & 15];
    }
    for (; size > 0; size--) {
        crc ^= *bytes++;
        crc = crc >> 4 ^ crc_table[0][crc & 15];
        crc = crc >> 4 ^ crc_table[0][crc & 15];
    }
    return ~crc;
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
