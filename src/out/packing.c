#include "out/packing.h"

#include "base/alloc.h"
#include "base/worker.h"
#include "out/chunk.h"

#include <stdatomic.h>
#include <string.h>

enum {
    most_block_rows = 512, // rows of a chunk; of larger ones more would be left to pack when a short run has ended
    least_block_rows = 64,
    block_bytes = 1 << 25,
    snapshot_chunk_bytes = 1 << 16,
    most_waiting = 16, // full chunks that wait for the thread
};

typedef struct chunk {
    unsigned char *data;
    size_t size;
} chunk;

// raw values of a channel or of all series that grow
typedef struct stock {
    double *values;
    int64_t count, room;   // records
    double *_Atomic spare; // room for as many, which was packed before
} stock;

typedef struct field {
    int channel;
    int64_t count; // snapshots
    stock waiting, times;
    chunk **chunks; // those that are full
    int64_t nchunk, room;
} field;

// the last chunk of a channel, which is not full, and who has begun to pack it
enum { nobody, the_worker, the_caller };

typedef struct last_chunk {
    atomic_int owner;
    chunk packed; // by the worker
} last_chunk;

struct gud_packing {
    const gud_layout *layout;
    gud_worker *worker;
    gud_chunker *packer; // of the worker, or of the caller if there is none
    gud_chunker *own;    // of the caller, for chunks that are not full
    size_t width;        // of a row
    size_t *columns;     // where a series begins in a row; of a field: its place in `fields`
    int64_t block_rows, nrow;
    stock rows;     // that wait for a block to be full
    chunk **blocks; // full blocks, with a chunk for every channel
    int64_t nblock, room;
    field *fields;
    int nfield;
    stock column;       // to put a chunk together
    last_chunk *last;   // of all channels, while the worker packs some of them; else NULL
    atomic_bool failed; // out of memory
    atomic_size_t size; // of full chunks, bytes
};

// a block of rows or the snapshots of one field, to be packed
typedef struct job {
    gud_task task;
    gud_packing *packing;
    stock *from;
    double *values;
    chunk *out;
    int channel; // -1: a block of rows
} job;

static int64_t rows_of_block(const gud_layout *layout)
{
    const int64_t fit = block_bytes / ((int64_t)gud_layout_width(layout) * (int64_t)sizeof(double));
    return fit > most_block_rows ? most_block_rows : fit < least_block_rows ? least_block_rows : fit;
}

bool gud_layout_is_wide(const gud_layout *layout)
{
    return rows_of_block(layout) == least_block_rows;
}

static int64_t rows_of_field(const gud_channel *c)
{
    const int64_t fit = snapshot_chunk_bytes / ((int64_t)c->width * (int64_t)sizeof(double));
    return fit > 1 ? fit : 1;
}

static bool is_field(const gud_packing *p, int channel)
{
    return p->layout->channels[channel].kind == GUD_CHANNEL_FIELD;
}

static bool describe_layout(gud_packing *p)
{
    const gud_layout *layout = p->layout;
    p->columns = gud_alloc((size_t)layout->nchannel, sizeof *p->columns);
    for (int i = 0; i < layout->nchannel; i++) p->nfield += is_field(p, i);
    p->fields = gud_alloc((size_t)p->nfield, sizeof *p->fields);
    if (!p->columns || !p->fields) return false;
    size_t width = 0, nfield = 0;
    for (int i = 0; i < layout->nchannel; i++) {
        p->columns[i] = is_field(p, i) ? nfield : width;
        if (is_field(p, i))
            p->fields[nfield++].channel = i;
        else
            width += (size_t)layout->channels[i].width;
    }
    p->width = width;
    p->block_rows = rows_of_block(layout);
    return true;
}

gud_packing *gud_packing_create(const gud_layout *layout, bool beside)
{
    gud_packing *p = gud_alloc(1, sizeof *p);
    if (!p) return NULL;
    p->layout = layout;
    p->packer = gud_chunker_create();
    p->worker = beside ? gud_worker_create() : NULL;
    p->own = p->worker ? gud_chunker_create() : p->packer;
    if (p->packer && p->own && describe_layout(p)) return p;
    gud_packing_free(p);
    return NULL;
}

static void free_chunks(chunk *chunks, int n)
{
    for (int i = 0; chunks && i < n; i++) gud_free(chunks[i].data);
    gud_free(chunks);
}

static void stock_free(stock *s)
{
    gud_free(s->values);
    gud_free(s->spare);
}

static void free_field(field *f)
{
    for (int64_t k = 0; k < f->nchunk; k++) free_chunks(f->chunks[k], 1);
    gud_free(f->chunks);
    stock_free(&f->waiting);
    stock_free(&f->times);
}

void gud_packing_free(gud_packing *p)
{
    if (!p) return;
    gud_worker_free(p->worker);
    for (int64_t k = 0; k < p->nblock; k++) free_chunks(p->blocks[k], p->layout->nchannel);
    for (int i = 0; p->fields && i < p->nfield; i++) free_field(&p->fields[i]);
    if (p->own != p->packer) gud_chunker_free(p->own);
    gud_chunker_free(p->packer);
    gud_free(p->blocks);
    gud_free(p->fields);
    gud_free(p->columns);
    stock_free(&p->rows);
    stock_free(&p->column);
    gud_free(p);
}

// room for a record more, of `most` at once
static bool stock_reserve(stock *s, size_t width, int64_t most)
{
    if (s->count < s->room) return true;
    int64_t room = s->room > 0 ? 4 * s->room : 2;
    if (room > most) room = most;
    double *values = gud_resize(s->values, (size_t)room, width * sizeof *values);
    if (!values) return false;
    s->values = values;
    s->room = room;
    return true;
}

static void keep_chunk(gud_packing *p, gud_chunker *packer, const double *values, size_t n, chunk *out)
{
    size_t size = 0;
    const unsigned char *data = gud_chunker_pack(packer, values, n, &size);
    out->data = data ? gud_resize(NULL, size, 1) : NULL;
    if (!out->data) {
        p->failed = true;
        return;
    }
    memcpy(out->data, data, size);
    out->size = size;
    p->size += size;
}

// a column of `width` numbers out of `count` rows
static void gather_column(const double *rows, size_t stride, size_t column, size_t width, int64_t count, double *out)
{
    if (width == 1) {
        for (int64_t k = 0; k < count; k++) out[k] = rows[(size_t)k * stride + column];
        return;
    }
    for (int64_t k = 0; k < count; k++)
        memcpy(out + (size_t)k * width, rows + (size_t)k * stride + column, width * sizeof(double));
}

static void pack_block(gud_packing *p, const double *rows, chunk *out)
{
    const gud_layout *layout = p->layout;
    size_t widest = 1;
    for (int i = 0; i < layout->nchannel; i++)
        if (!is_field(p, i) && (size_t)layout->channels[i].width > widest) widest = (size_t)layout->channels[i].width;
    double *column = gud_resize(NULL, (size_t)p->block_rows * widest, sizeof *column);
    if (!column) p->failed = true;
    for (int i = 0; i < layout->nchannel && !p->failed; i++) {
        if (is_field(p, i)) continue;
        const size_t width = (size_t)layout->channels[i].width;
        gather_column(rows, p->width, p->columns[i], width, p->block_rows, column);
        keep_chunk(p, p->packer, column, (size_t)p->block_rows * width, &out[i]);
    }
    gud_free(column);
}

static void do_job(gud_task *task)
{
    job *j = (job *)task;
    gud_packing *p = j->packing;
    if (j->channel < 0) {
        pack_block(p, j->values, j->out);
    } else {
        const gud_channel *c = &p->layout->channels[j->channel];
        keep_chunk(p, p->packer, j->values, (size_t)rows_of_field(c) * (size_t)c->width, j->out);
    }
    gud_free(atomic_exchange(&j->from->spare, j->values));
    gud_free(j);
}

// what waits is full: it goes to be packed, into `n` chunks that the list then has
static bool hand_over_full(gud_packing *p, stock *full, int channel, int n, chunk ***list, int64_t *nlist,
                           int64_t *room)
{
    if (*nlist == *room) {
        const int64_t more = *room > 0 ? 2 * *room : 8;
        chunk **longer = gud_resize((void *)*list, (size_t)more, sizeof(chunk *));
        if (!longer) return false;
        *list = longer;
        *room = more;
    }
    job *j = gud_alloc(1, sizeof *j);
    chunk *out = gud_alloc((size_t)n, sizeof *out);
    if (!j || !out) {
        gud_free(j);
        gud_free(out);
        return false;
    }
    (*list)[(*nlist)++] = out;
    *j = (job){.task.run = do_job, .packing = p, .from = full, .values = full->values, .out = out, .channel = channel};
    full->values = atomic_exchange(&full->spare, NULL);
    full->count = 0;
    if (!full->values) full->room = 0;
    gud_worker_wait(p->worker, most_waiting);
    gud_worker_give(p->worker, &j->task);
    return true;
}

bool gud_packing_add_row(gud_packing *p, const double *row)
{
    // a block is packed when the next row shows that it is not the last one, which may be small
    if (p->rows.count == p->block_rows && !p->failed &&
        !hand_over_full(p, &p->rows, -1, p->layout->nchannel, &p->blocks, &p->nblock, &p->room))
        p->failed = true;
    if (p->failed || !stock_reserve(&p->rows, p->width, p->block_rows)) {
        p->failed = true;
        return false;
    }
    memcpy(p->rows.values + (size_t)p->rows.count++ * p->width, row, p->width * sizeof *row);
    p->nrow++;
    return true;
}

static bool add_time(field *f, double time)
{
    if (!stock_reserve(&f->times, 1, INT64_MAX)) return false;
    f->times.values[f->times.count++] = time;
    return true;
}

bool gud_packing_add_snapshot(gud_packing *p, int channel, double time, const double *values)
{
    field *f = &p->fields[p->columns[channel]];
    const gud_channel *c = &p->layout->channels[channel];
    const size_t width = (size_t)c->width;
    const int64_t full = rows_of_field(c);
    if (f->waiting.count == full && !p->failed &&
        !hand_over_full(p, &f->waiting, channel, 1, &f->chunks, &f->nchunk, &f->room))
        p->failed = true;
    if (p->failed || !add_time(f, time) || !stock_reserve(&f->waiting, width, full)) {
        p->failed = true;
        return false;
    }
    memcpy(f->waiting.values + (size_t)f->waiting.count++ * width, values, width * sizeof *values);
    f->count++;
    return true;
}

bool gud_packing_settle(gud_packing *p)
{
    gud_worker_wait(p->worker, 0);
    return !p->failed;
}

size_t gud_packing_size(const gud_packing *p)
{
    return p->size;
}

int64_t gud_packing_count(const gud_packing *p, int channel)
{
    return is_field(p, channel) ? p->fields[p->columns[channel]].count : p->nrow;
}

int64_t gud_packing_rows(const gud_packing *p, int channel)
{
    const int64_t full = is_field(p, channel) ? rows_of_field(&p->layout->channels[channel]) : p->block_rows;
    const int64_t count = gud_packing_count(p, channel);
    return count < 1 ? 1 : count < full ? count : full;
}

const double *gud_packing_times(const gud_packing *p, int channel)
{
    return p->fields[p->columns[channel]].times.values;
}

static size_t numbers_of_chunk(const gud_packing *p, int channel)
{
    return (size_t)gud_packing_rows(p, channel) * (size_t)p->layout->channels[channel].width;
}

// the records that wait, in a chunk that zeros fill up
static const double *remainder_of(const gud_packing *p, int channel, stock *column)
{
    const size_t width = (size_t)p->layout->channels[channel].width;
    const size_t full = numbers_of_chunk(p, channel);
    if (!column->values || full > (size_t)column->room) {
        double *values = gud_resize(column->values, full, sizeof *values);
        if (!values) return NULL;
        column->values = values;
        column->room = (int64_t)full;
    }
    const bool snapshots = is_field(p, channel);
    const stock *from = snapshots ? &p->fields[p->columns[channel]].waiting : &p->rows;
    const size_t used = (size_t)from->count * width;
    gather_column(from->values, snapshots ? width : p->width, snapshots ? 0 : p->columns[channel], width, from->count,
                  column->values);
    memset(column->values + used, 0, (full - used) * sizeof(double));
    return column->values;
}

// Packs the last chunks from the last channel down, until it reaches a channel that the caller has already asked for.
static void pack_last(gud_task *task)
{
    gud_packing *p = ((job *)task)->packing;
    stock column = {0};
    for (int i = p->layout->nchannel - 1; i >= 0 && !p->failed; i--) {
        int owner = nobody;
        if (gud_packing_count(p, i) * p->layout->channels[i].width <= GUD_PACKING_FEW) continue;
        if (!atomic_compare_exchange_strong(&p->last[i].owner, &owner, the_worker)) break;
        const double *values = remainder_of(p, i, &column);
        if (values) keep_chunk(p, p->packer, values, numbers_of_chunk(p, i), &p->last[i].packed);
    }
    stock_free(&column);
    gud_free(task);
}

void gud_packing_begin_last(gud_packing *p)
{
    job *j = p->worker ? gud_alloc(1, sizeof *j) : NULL;
    p->last = j ? gud_alloc((size_t)p->layout->nchannel, sizeof *p->last) : NULL;
    if (!p->last) {
        gud_free(j);
        return;
    }
    *j = (job){.task.run = pack_last, .packing = p};
    gud_worker_give(p->worker, &j->task);
}

void gud_packing_end_last(gud_packing *p)
{
    if (!p->last) return;
    gud_worker_wait(p->worker, 0);
    for (int i = 0; i < p->layout->nchannel; i++) {
        p->size -= p->last[i].packed.size;
        gud_free(p->last[i].packed.data);
    }
    gud_free(p->last);
    p->last = NULL;
}

const unsigned char *gud_packing_chunk(gud_packing *p, int channel, int64_t k, size_t *size)
{
    const field *f = is_field(p, channel) ? &p->fields[p->columns[channel]] : NULL;
    if (k < (f ? f->nchunk : p->nblock)) {
        const chunk *c = f ? f->chunks[k] : &p->blocks[k][channel];
        *size = c->size;
        return c->data;
    }
    int owner = nobody;
    if (p->last) (void)atomic_compare_exchange_strong(&p->last[channel].owner, &owner, the_caller);
    if (owner == the_worker) {
        gud_worker_wait(p->worker, 0); // it is busy with this one, or has done all from here on
        *size = p->last[channel].packed.size;
        return p->last[channel].packed.data;
    }
    const double *values = remainder_of(p, channel, &p->column);
    return values ? gud_chunker_pack(p->own, values, numbers_of_chunk(p, channel), size) : NULL;
}

const double *gud_packing_values(gud_packing *p, int channel)
{
    return remainder_of(p, channel, &p->column);
}

void gud_packing_drop(gud_packing *p, int channel)
{
    const field *f = is_field(p, channel) ? &p->fields[p->columns[channel]] : NULL;
    for (int64_t k = 0; k < (f ? f->nchunk : p->nblock); k++) {
        chunk *c = f ? f->chunks[k] : &p->blocks[k][channel];
        gud_free(c->data);
        *c = (chunk){0};
    }
}
