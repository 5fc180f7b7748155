#include "out/hdf5.h"

#include "base/alloc.h"
#include "out/draft.h"
#include "out/hdf5_lock.h"
#include "out/pack.h"

#include <string.h>

enum {
    most_block_rows = 1024, // rows of a chunk
    least_block_rows = 64,
    block_bytes = 1 << 25,
    snapshot_chunk_bytes = 1 << 18,
    layout_chunk = 1 << 20,
    most_small = 32,       // numbers
    memory_step = 1 << 20, // by which the file in memory grows
    most_open = 256,       // files in memory at a time
    deflate_level = 1,     // most of the gain is the byte shuffle's
    index_half = 4, // half the chunks in a node of their index; the default of 32 makes every dataset 2.5 kB larger
};

// HDF5 calls are strung together; the first that fails stops the others
typedef struct writer {
    hid_t file, links;
    gud_replay *replay;
    int64_t block_rows;
    hid_t *sets;        // the dataset of every channel while it is open, or -1
    int64_t *done;      // records written of every channel
    double *rows;       // a block of rows as they come from the log
    double *columns;    // a block of one channel
    const char *failed; // what could not be written
    bool no_memory;
} writer;

static bool check(writer *w, bool good, const char *what)
{
    if (!good && !w->failed) w->failed = what;
    return good;
}

// All texts are UTF-8. Those of datasets are not marked so, because Octave's `load` reads no text with that mark.
static hid_t text_type(size_t size, H5T_cset_t mark)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, size);
    (void)H5Tset_cset(type, mark);
    return type;
}

static void put_attribute(writer *w, hid_t object, const char *name, hid_t type, hid_t space, const void *data)
{
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    check(w, attribute >= 0 && H5Awrite(attribute, type, data) >= 0, name);
    if (attribute >= 0) (void)H5Aclose(attribute);
}

static void put_text_attribute(writer *w, hid_t object, const char *name, const char *text)
{
    const hid_t type = text_type(strlen(text) + 1, H5T_CSET_UTF8), space = H5Screate(H5S_SCALAR);
    put_attribute(w, object, name, type, space, text);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void put_integer_attribute(writer *w, hid_t object, const char *name, int64_t value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    put_attribute(w, object, name, H5T_NATIVE_INT64, space, &value);
    (void)H5Sclose(space);
}

// names as a block of equally long, zero-padded texts
static char *texts_block(const char *const *names, int n, size_t *size)
{
    *size = 1;
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) + 1 > *size) *size = strlen(names[i]) + 1;
    char *block = gud_alloc((size_t)n, *size);
    for (int i = 0; block && i < n; i++) memcpy(block + (size_t)i * *size, names[i], strlen(names[i]));
    return block;
}

static void put_names_attribute(writer *w, hid_t object, const char *name, const char *const *names, int n)
{
    size_t size = 0;
    char *block = texts_block(names, n, &size);
    w->no_memory |= !block;
    if (!check(w, block, name)) return;
    const hsize_t dims[1] = {(hsize_t)n};
    const hid_t type = text_type(size, H5T_CSET_UTF8), space = H5Screate_simple(1, dims, NULL);
    put_attribute(w, object, name, type, space, block);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    gud_free(block);
}

// a dataset written in one go
static hid_t put_dataset(writer *w, hid_t place, const char *path, hid_t type, hid_t space, const void *data)
{
    const hid_t set = H5Dcreate2(place, path, type, space, w->links, H5P_DEFAULT, H5P_DEFAULT);
    check(w, set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0, path);
    (void)H5Sclose(space);
    return set;
}

static void put_text(writer *w, hid_t place, const char *path, const char *text)
{
    const hid_t type = text_type(strlen(text) + 1, H5T_CSET_ASCII);
    const hid_t set = put_dataset(w, place, path, type, H5Screate(H5S_SCALAR), text);
    if (set >= 0) (void)H5Dclose(set);
    (void)H5Tclose(type);
}

static void put_entries(writer *w, const char *name, const gud_entry *entries, int n)
{
    const hid_t plan = H5Pcreate(H5P_GROUP_CREATE);
    (void)H5Pset_link_creation_order(plan, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t group = H5Gcreate2(w->file, name, w->links, plan, H5P_DEFAULT);
    (void)H5Pclose(plan);
    if (!check(w, group >= 0, name)) return;

    for (int i = 0; i < n && !w->failed; i++) {
        if (entries[i].text) {
            put_text(w, group, entries[i].key, entries[i].text);
            continue;
        }
        const hid_t set =
            put_dataset(w, group, entries[i].key, H5T_NATIVE_DOUBLE, H5Screate(H5S_SCALAR), &entries[i].number);
        if (set >= 0) (void)H5Dclose(set);
    }
    (void)H5Gclose(group);
}

static void put_outlines(writer *w, const gud_meta *meta)
{
    const hid_t plan = H5Pcreate(H5P_GROUP_CREATE);
    (void)H5Pset_link_creation_order(plan, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t group = H5Gcreate2(w->file, "geometry", w->links, plan, H5P_DEFAULT);
    (void)H5Pclose(plan);
    if (!check(w, group >= 0, "geometry")) return;

    for (int i = 0; i < meta->noutline && !w->failed; i++) {
        const gud_outline *o = &meta->outlines[i];
        const hsize_t dims[2] = {(hsize_t)o->npoint, 3};
        const hid_t set = put_dataset(w, group, o->body, H5T_NATIVE_DOUBLE, H5Screate_simple(2, dims, NULL), o->points);
        if (set < 0) break;
        put_text_attribute(w, set, "unit", "m");
        if (o->names && o->npoint > 0) put_names_attribute(w, set, "names", o->names, o->npoint);
        (void)H5Dclose(set);
    }
    (void)H5Gclose(group);
}

static void put_table(writer *w, hid_t group, const char *name, hid_t type, int rows, int cols, const void *data)
{
    const hsize_t dims[2] = {(hsize_t)rows, (hsize_t)cols};
    const hid_t set = put_dataset(w, group, name, type, H5Screate_simple(2, dims, NULL), data);
    if (set < 0) return;
    if (type == H5T_NATIVE_DOUBLE) put_text_attribute(w, set, "unit", "m");
    (void)H5Dclose(set);
}

// parts/0, parts/1, ...: what is drawn to scale
static void put_part(writer *w, int i, const gud_part_info *p)
{
    char name[40];
    (void)snprintf(name, sizeof name, "parts/%d", i);
    const hid_t group = H5Gcreate2(w->file, name, w->links, H5P_DEFAULT, H5P_DEFAULT);
    if (!check(w, group >= 0, "parts")) return;
    put_text_attribute(w, group, "kind", p->kind);
    put_text_attribute(w, group, "body", p->body);
    put_text_attribute(w, group, "joint", p->joint);
    put_table(w, group, "numbers", H5T_NATIVE_DOUBLE, 1, GUD_PART_NUMBERS, p->at);
    put_table(w, group, "vertices", H5T_NATIVE_DOUBLE, p->nvertex, 3, p->vertices);
    put_table(w, group, "triangles", H5T_NATIVE_INT, p->ntriangle, 3, p->triangles);
    (void)H5Gclose(group);
}

// "fields/" stands before the path of a field
static bool channel_path(char path[GUD_PATH_SIZE], const gud_channel *c, const char *tail)
{
    const int n = snprintf(path, GUD_PATH_SIZE, "%s%s%s", c->kind == GUD_CHANNEL_FIELD ? "fields/" : "", c->path, tail);
    return n > 0 && n < GUD_PATH_SIZE;
}

static void put_texts(writer *w, const char *path, const char *const *list, int n)
{
    size_t size = 0;
    char *block = texts_block(list, n, &size);
    w->no_memory |= !block;
    if (!check(w, block, path)) return;
    const hsize_t dims[1] = {(hsize_t)n};
    const hid_t type = text_type(size, H5T_CSET_ASCII);
    const hid_t set = put_dataset(w, w->file, path, type, H5Screate_simple(1, dims, NULL), block);
    if (set >= 0) (void)H5Dclose(set);
    (void)H5Tclose(type);
    gud_free(block);
}

// paths of all channels, and their units for readers that see no attributes
static void put_catalogue(writer *w, const gud_layout *layout)
{
    const char **list = gud_alloc((size_t)layout->nchannel, sizeof *list);
    w->no_memory |= !list;
    if (!check(w, list, "channels")) return;
    for (int i = 0; i < layout->nchannel; i++) list[i] = layout->channels[i].path;
    put_texts(w, "channels", list, layout->nchannel);
    for (int i = 0; i < layout->nchannel; i++) list[i] = layout->channels[i].unit;
    if (!w->failed) put_texts(w, "units", list, layout->nchannel);
    gud_free(list);
}

static hid_t storage(int rank, const hsize_t *chunk)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    (void)H5Pset_chunk(plan, rank, chunk);
    (void)H5Pset_fill_time(plan, H5D_FILL_TIME_NEVER);
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
        (void)H5Pset_shuffle(plan);
        (void)H5Pset_deflate(plan, deflate_level);
    }
    (void)H5Pset_fletcher32(plan);
    return plan;
}

// All that is said about channels and bodies, in the form of a log's header. Readers that find it need not open every
// dataset to describe the file.
static void put_layout(writer *w)
{
    gud_pack pack = {0};
    gud_pack_u32(&pack, GUD_BYTE_ORDER);
    gud_pack_layout(&pack, &w->replay->layout);
    w->no_memory |= pack.failed;
    if (check(w, !pack.failed, "layout")) {
        const hsize_t dims[1] = {pack.size}, chunk[1] = {pack.size < layout_chunk ? pack.size : layout_chunk};
        const hid_t plan = storage(1, chunk), space = H5Screate_simple(1, dims, NULL);
        const hid_t set = H5Dcreate2(w->file, "layout", H5T_STD_U8LE, space, w->links, plan, H5P_DEFAULT);
        check(w, set >= 0 && H5Dwrite(set, H5T_STD_U8LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, pack.data) >= 0, "layout");
        if (set >= 0) (void)H5Dclose(set);
        (void)H5Sclose(space);
        (void)H5Pclose(plan);
    }
    gud_free(pack.data);
}

static void put_meta(writer *w)
{
    const gud_meta *meta = &w->replay->layout.meta;
    const hid_t root = w->file;
    put_integer_attribute(w, root, "gudgeon_format", GUD_RESULT_FORMAT);
    put_text_attribute(w, root, "gudgeon_version", meta->version ? meta->version : "");
    put_text_attribute(w, root, "title", meta->title ? meta->title : "");
    put_integer_attribute(w, root, "ended", w->replay->ended);
    put_integer_attribute(w, root, "log_size", (int64_t)w->replay->file_size);
    put_text(w, root, "model/text", meta->model ? meta->model : "");
    put_entries(w, "settings", meta->settings, meta->nsetting);
    put_entries(w, "counters", meta->counters, meta->ncounter);
    put_outlines(w, meta);
    for (int i = 0; i < meta->npart && !w->failed; i++) put_part(w, i, &meta->parts[i]);
    put_catalogue(w, &w->replay->layout);
    if (!w->failed) put_layout(w);
}

static hsize_t smaller(int64_t a, int64_t b)
{
    const int64_t low = a < b ? a : b;
    return low > 0 ? (hsize_t)low : 1;
}

// few numbers are kept with the description of their dataset: a chunk and its index would be larger and slower
static hid_t small_storage(void)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    (void)H5Pset_layout(plan, H5D_COMPACT);
    return plan;
}

static hid_t create_set(writer *w, const char *path, int rank, const hsize_t *dims, hsize_t chunk_rows)
{
    hsize_t chunk[3] = {chunk_rows, dims[1], dims[2]}, number = 1;
    for (int i = 0; i < rank; i++) number *= dims[i];
    const hid_t space = H5Screate_simple(rank, dims, NULL);
    const hid_t plan = number > 0 && number <= most_small ? small_storage() : storage(rank, chunk);
    const hid_t set = H5Dcreate2(w->file, path, H5T_NATIVE_DOUBLE, space, w->links, plan, H5P_DEFAULT);
    (void)H5Pclose(plan);
    (void)H5Sclose(space);
    check(w, set >= 0, "a channel");
    return set;
}

static hid_t create_series(writer *w, const gud_channel *c, int64_t n)
{
    const hsize_t dims[3] = {(hsize_t)n, (hsize_t)c->width, 1};
    const int rank = c->width == 1 && !c->components ? 1 : 2;
    return create_set(w, c->path, rank, dims, smaller(n, w->block_rows));
}

static hid_t create_field(writer *w, const gud_channel *c, int64_t n)
{
    char path[GUD_PATH_SIZE];
    const hsize_t dims[3] = {(hsize_t)n, (hsize_t)c->rows, (hsize_t)c->cols};
    const int64_t bytes = (int64_t)c->width * (int64_t)sizeof(double);
    if (!check(w, channel_path(path, c, "/time"), c->path)) return -1;
    const hid_t times = create_set(w, path, 1, dims, smaller(n, most_block_rows));
    if (times < 0) return -1;
    put_text_attribute(w, times, "unit", "s");
    (void)H5Dclose(times);
    if (!check(w, channel_path(path, c, "/data"), c->path)) return -1;
    return create_set(w, path, 3, dims, smaller(n, snapshot_chunk_bytes / bytes));
}

static void open_set(writer *w, int channel)
{
    const gud_channel *c = &w->replay->layout.channels[channel];
    const int64_t n = w->replay->count[channel];
    const hid_t set = c->kind == GUD_CHANNEL_FIELD ? create_field(w, c, n) : create_series(w, c, n);
    w->sets[channel] = set;
    if (set < 0) return;
    put_text_attribute(w, set, "unit", c->unit);
    put_text_attribute(w, set, "about", c->about ? c->about : "");
    if (c->components) put_names_attribute(w, set, "components", c->components, c->width);
}

// An open dataset takes 20 kB of memory: it is closed as soon as all its records are written.
static void close_set(writer *w, int channel)
{
    if (w->sets[channel] >= 0) (void)H5Dclose(w->sets[channel]);
    w->sets[channel] = -1;
}

// `count` more records of a channel
static void extend(writer *w, int channel, int64_t count, const double *values)
{
    const gud_channel *c = &w->replay->layout.channels[channel];
    const bool field = c->kind == GUD_CHANNEL_FIELD;
    if (w->done[channel] == 0) open_set(w, channel);
    if (w->failed) return;
    const hsize_t start[3] = {(hsize_t)w->done[channel], 0, 0};
    const hsize_t size[3] = {(hsize_t)count, (hsize_t)(field ? c->rows : c->width), (hsize_t)c->cols};
    const hid_t space = H5Dget_space(w->sets[channel]);
    const int rank = H5Sget_simple_extent_ndims(space);
    const hid_t memory = H5Screate_simple(rank > 0 ? rank : 1, size, NULL);
    const bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                      H5Dwrite(w->sets[channel], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
    check(w, good, c->path);
    (void)H5Sclose(memory);
    (void)H5Sclose(space);
    w->done[channel] += count;
    if (w->done[channel] == w->replay->count[channel]) close_set(w, channel);
}

// a block of rows, cut into channels
static void put_block(writer *w, int64_t nrow)
{
    const gud_layout *layout = &w->replay->layout;
    const size_t stride = w->replay->width;
    size_t column = 0;
    for (int i = 0; i < layout->nchannel && !w->failed; i++) {
        const gud_channel *c = &layout->channels[i];
        if (c->kind == GUD_CHANNEL_FIELD) continue;
        const size_t width = (size_t)c->width;
        for (size_t k = 0; k < (size_t)nrow; k++)
            memcpy(w->columns + k * width, w->rows + k * stride + column, width * sizeof(double));
        extend(w, i, nrow, w->columns);
        column += width;
    }
}

static void put_field_time(writer *w, int channel, int64_t record, double time)
{
    char path[GUD_PATH_SIZE];
    const hsize_t start[1] = {(hsize_t)record}, one[1] = {1};
    if (!check(w, channel_path(path, &w->replay->layout.channels[channel], "/time"), "time")) return;
    const hid_t set = H5Dopen2(w->file, path, H5P_DEFAULT);
    if (!check(w, set >= 0, "time")) return;
    const hid_t space = H5Dget_space(set), memory = H5Screate_simple(1, one, NULL);
    const bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, one, NULL) >= 0 &&
                      H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &time) >= 0;
    check(w, good, "time");
    (void)H5Sclose(memory);
    (void)H5Sclose(space);
    (void)H5Dclose(set);
}

static void put_records(writer *w)
{
    gud_log_record record;
    int64_t held = 0;
    const size_t width = w->replay->width;
    while (!w->failed && gud_replay_next(w->replay, &record)) {
        if (record.type == GUD_LOG_SNAPSHOT) {
            extend(w, record.channel, 1, record.values);
            if (!w->failed) put_field_time(w, record.channel, w->done[record.channel] - 1, record.time);
            continue;
        }
        memcpy(w->rows + (size_t)held * width, record.values, width * sizeof(double));
        if (++held < w->block_rows) continue;
        put_block(w, held);
        held = 0;
    }
    if (held > 0 && !w->failed) put_block(w, held);
    for (int i = 0; i < w->replay->layout.nchannel && !w->failed; i++) {
        check(w, w->done[i] == w->replay->count[i], "all records of the log");
        if (w->done[i] > 0) continue;
        open_set(w, i); // a channel without records has a dataset, too
        close_set(w, i);
    }
}

static bool writer_reserve(writer *w)
{
    const size_t n = (size_t)w->replay->layout.nchannel;
    const int64_t fit = block_bytes / (int64_t)(w->replay->width * sizeof(double));
    w->block_rows = fit > most_block_rows ? most_block_rows : fit < least_block_rows ? least_block_rows : fit;
    if (w->block_rows > w->replay->count[0]) w->block_rows = w->replay->count[0]; // no more than the log can fill
    int widest = 1;
    for (size_t i = 0; i < n; i++) {
        const gud_channel *c = &w->replay->layout.channels[i];
        if (c->kind == GUD_CHANNEL_SERIES && c->width > widest) widest = c->width;
    }

    w->sets = gud_alloc(n, sizeof *w->sets);
    w->done = gud_alloc(n, sizeof *w->done);
    w->rows = gud_alloc((size_t)w->block_rows * w->replay->width, sizeof(double));
    w->columns = gud_alloc((size_t)w->block_rows * (size_t)widest, sizeof(double));
    for (size_t i = 0; w->sets && i < n; i++) w->sets[i] = -1;
    w->no_memory = !w->sets || !w->done || !w->rows || !w->columns;
    return !w->no_memory;
}

static void writer_release(writer *w)
{
    for (int i = 0; w->sets && i < w->replay->layout.nchannel; i++) close_set(w, i);
    if (w->links >= 0) (void)H5Pclose(w->links);
    gud_free(w->sets);
    gud_free(w->done);
    gud_free(w->rows);
    gud_free(w->columns);
}

// HDF5 tells files in memory apart by their names, and refuses one that is open already: several results may be.
static hid_t create_in_memory(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), plan = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_istore_k(plan, index_half);
    (void)H5Pset_fapl_core(access, memory_step, 0);
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    (void)H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18); // since then, structure carries checksums
    hid_t file = -1;
    for (int i = 0; file < 0 && i < most_open; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "results-%d", i);
        file = H5Fcreate(name, H5F_ACC_TRUNC, plan, access);
    }
    (void)H5Pclose(plan);
    (void)H5Pclose(access);
    return file;
}

static void close_file(hid_t file)
{
    if (file >= 0) (void)H5Fclose(file);
}

static gud_status build_file(gud_replay *replay, gud_error *error, gud_hdf5 *out)
{
    writer w = {.replay = replay, .file = -1, .links = H5Pcreate(H5P_LINK_CREATE)};
    (void)H5Pset_create_intermediate_group(w.links, 1);
    (void)H5Pset_char_encoding(w.links, H5T_CSET_UTF8);

    if (writer_reserve(&w)) {
        w.file = create_in_memory();
        if (check(&w, w.file >= 0, "the file")) put_meta(&w);
        if (!w.failed) put_records(&w);
    }
    writer_release(&w);
    *out = w.file;
    if (!w.failed && !w.no_memory) return GUD_OK;

    close_file(w.file);
    *out = -1;
    if (w.no_memory) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory to assemble the result");
    return gud_fail(error, GUD_ERR_IO, "HDF5 cannot store '%s' of the result; out of memory?", w.failed);
}

static gud_status save_file(hid_t file, const char *path, gud_error *error)
{
    // The driver of files in memory hands out the address of its block. H5Fget_file_image would copy it, but spoils the
    // checksum of the superblock (1.10.8); it knows the size, though.
    void *handle = NULL;
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0 || H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 || !handle)
        return gud_fail(error, GUD_ERR_IO, "%s: HDF5 cannot complete the file", path);
    const ssize_t size = H5Fget_file_image(file, NULL, 0);
    if (size <= 0) return gud_fail(error, GUD_ERR_IO, "%s: HDF5 cannot complete the file", path);
    return gud_draft_save(path, *(void **)handle, (size_t)size, error);
}

gud_status gud_hdf5_build(gud_replay *replay, gud_error *error, gud_hdf5 *out)
{
    const gud_hdf5_hold before = gud_hdf5_enter();
    const gud_status st = build_file(replay, error, out);
    gud_hdf5_leave(before);
    return st;
}

gud_status gud_hdf5_save(gud_hdf5 file, const char *path, gud_error *error)
{
    const gud_hdf5_hold before = gud_hdf5_enter();
    const gud_status st = save_file(file, path, error);
    gud_hdf5_leave(before);
    return st;
}

void gud_hdf5_close(gud_hdf5 file)
{
    const gud_hdf5_hold before = gud_hdf5_enter();
    close_file(file);
    gud_hdf5_leave(before);
}
