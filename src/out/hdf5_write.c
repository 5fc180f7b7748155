#include "out/hdf5.h"

#include "base/alloc.h"
#include "out/draft.h"
#include "out/hdf5_lock.h"
#include "out/pack.h"

#include <string.h>

// chunks are packed with zlib, whether this HDF5 was built with it or not
_Static_assert(H5_HAVE_FILTER_DEFLATE, "HDF5 has to read what zlib packed");

enum {
    most_times = 1024, // of a chunk
    layout_chunk = 1 << 20,
    most_small = GUD_PACKING_FEW,
    memory_step = 1 << 20, // by which the file in memory grows
    most_open = 256,       // files in memory at a time
    deflate_level = 1,     // most of the gain is the byte shuffle's
    index_half = 4, // half the chunks in a node of their index; the default of 32 makes every dataset 2.5 kB larger
};

// HDF5 calls are strung together; the first that fails stops the others
typedef struct writer {
    hid_t file;
    hid_t links;              // names are UTF-8
    hid_t plain, small;       // plans of datasets: as they are, and with few numbers
    hid_t chunked;            // plan of the last dataset with chunks, or -1
    hsize_t chunk[3];         // of that plan
    int rank;                 // of that plan
    hid_t scalar;             // space
    hid_t group;              // in which the last channel is, or -1
    char path[GUD_PATH_SIZE]; // of that group, with a slash at its end
    const gud_hdf5_content *content;
    const char *failed;       // what could not be written: `what`, or NULL
    char what[GUD_PATH_SIZE]; // names of paths do not last as long
    bool no_memory;
} writer;

static bool check(writer *w, bool good, const char *what)
{
    if (!good && !w->failed) {
        (void)snprintf(w->what, sizeof w->what, "%s", what);
        w->failed = w->what;
    }
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
    const hid_t type = text_type(strlen(text) + 1, H5T_CSET_UTF8);
    put_attribute(w, object, name, type, w->scalar, text);
    (void)H5Tclose(type);
}

static void put_integer_attribute(writer *w, hid_t object, const char *name, int64_t value)
{
    put_attribute(w, object, name, H5T_NATIVE_INT64, w->scalar, &value);
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
    const hid_t set = H5Dcreate2(place, path, type, space, w->links, w->plain, H5P_DEFAULT);
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

// Objects have no times of day, so that the same run makes the same file. ordered: links are found in the order in
// which they were made
static hid_t create_group(writer *w, const char *name, bool ordered)
{
    const hid_t plan = H5Pcreate(H5P_GROUP_CREATE);
    (void)H5Pset_obj_track_times(plan, 0);
    if (ordered) (void)H5Pset_link_creation_order(plan, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t group = H5Gcreate2(w->file, name, w->links, plan, H5P_DEFAULT);
    (void)H5Pclose(plan);
    return group;
}

static void put_entries(writer *w, const char *name, const gud_entry *entries, int n)
{
    const hid_t group = create_group(w, name, true);
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
    const hid_t group = create_group(w, "geometry", true);
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
    const hid_t group = create_group(w, name, false);
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
    if (!list) {
        w->no_memory = true;
        return;
    }
    for (int i = 0; i < layout->nchannel; i++) list[i] = layout->channels[i].path;
    put_texts(w, "channels", list, layout->nchannel);
    for (int i = 0; i < layout->nchannel; i++) list[i] = layout->channels[i].unit;
    if (!w->failed) put_texts(w, "units", list, layout->nchannel);
    gud_free(list);
}

static hid_t plan_of_sets(void)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    (void)H5Pset_obj_track_times(plan, 0);
    return plan;
}

static hid_t storage(int rank, const hsize_t *chunk)
{
    const hid_t plan = plan_of_sets();
    (void)H5Pset_chunk(plan, rank, chunk);
    (void)H5Pset_fill_time(plan, H5D_FILL_TIME_NEVER);
    (void)H5Pset_shuffle(plan);
    (void)H5Pset_deflate(plan, deflate_level);
    (void)H5Pset_fletcher32(plan);
    return plan;
}

// All that is said about channels and bodies, in the form of a log's header. Readers that find it need not open every
// dataset to describe the file.
static void put_layout(writer *w)
{
    gud_pack pack = {0};
    gud_pack_u32(&pack, GUD_BYTE_ORDER);
    gud_pack_layout(&pack, w->content->layout);
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

static void put_empty_group(writer *w, const char *name)
{
    const hid_t group = create_group(w, name, false);
    if (check(w, group >= 0, name)) (void)H5Gclose(group);
}

static void put_meta(writer *w)
{
    const gud_meta *meta = &w->content->layout->meta;
    const hid_t root = w->file;
    put_integer_attribute(w, root, "gudgeon_format", GUD_RESULT_FORMAT);
    put_text_attribute(w, root, "gudgeon_version", meta->version ? meta->version : "");
    put_text_attribute(w, root, "title", meta->title ? meta->title : "");
    put_integer_attribute(w, root, "ended", w->content->ended);
    put_integer_attribute(w, root, "log_size", (int64_t)w->content->log_size);
    put_empty_group(w, "model");
    put_text(w, root, "model/text", meta->model ? meta->model : "");
    put_entries(w, "settings", meta->settings, meta->nsetting);
    put_entries(w, "counters", meta->counters, meta->ncounter);
    put_outlines(w, meta);
    if (meta->npart > 0) put_empty_group(w, "parts");
    for (int i = 0; i < meta->npart && !w->failed; i++) put_part(w, i, &meta->parts[i]);
    put_catalogue(w, w->content->layout);
    if (!w->failed) put_layout(w);
}

// few numbers are kept with the description of their dataset: a chunk and its index would be larger and slower
static hid_t small_storage(void)
{
    const hid_t plan = plan_of_sets();
    (void)H5Pset_layout(plan, H5D_COMPACT);
    return plan;
}

// most datasets have the same chunks as the one before
static hid_t chunked_storage(writer *w, int rank, const hsize_t chunk[3])
{
    if (w->chunked >= 0 && rank == w->rank && memcmp(chunk, w->chunk, (size_t)rank * sizeof *chunk) == 0)
        return w->chunked;
    if (w->chunked >= 0) (void)H5Pclose(w->chunked);
    w->chunked = storage(rank, chunk);
    w->rank = rank;
    memcpy(w->chunk, chunk, (size_t)rank * sizeof *chunk);
    return w->chunked;
}

// Is it kept in that way? A compact dataset is written as a whole.
static bool is_small(int rank, const hsize_t *dims)
{
    hsize_t number = 1;
    for (int i = 0; i < rank; i++) number *= dims[i];
    return number > 0 && number <= most_small;
}

// Goes to the group of a path, where the last channel was if it has the same beginning; returns the rest of the path.
static const char *enter_group(writer *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (w->group >= 0 && strlen(w->path) == length && memcmp(path, w->path, length) == 0) return path + length;

    // groups that both paths have are there; of the others some may be
    size_t same = 0;
    for (size_t i = 0; i < length && path[i] == w->path[i]; i++)
        if (path[i] == '/') same = i + 1;
    memcpy(w->path, path, length);
    w->path[length] = '\0';
    for (size_t i = same; i < length; i++) {
        if (path[i] != '/') continue;
        w->path[i] = '\0';
        const hid_t group = create_group(w, w->path, false);
        if (group >= 0) (void)H5Gclose(group);
        w->path[i] = '/';
    }
    if (w->group >= 0) (void)H5Gclose(w->group);
    w->group = H5Gopen2(w->file, length > 0 ? w->path : "/", H5P_DEFAULT);
    check(w, w->group >= 0, path);
    return path + length;
}

static hid_t create_set(writer *w, const char *path, int rank, const hsize_t dims[3], int64_t chunk_rows)
{
    const char *name = enter_group(w, path);
    if (w->failed) return -1;
    const hsize_t chunk[3] = {(hsize_t)chunk_rows, dims[1], dims[2]};
    const hid_t space = H5Screate_simple(rank, dims, NULL);
    const hid_t plan = is_small(rank, dims) ? w->small : chunked_storage(w, rank, chunk);
    const hid_t set = H5Dcreate2(w->group, name, H5T_NATIVE_DOUBLE, space, w->links, plan, H5P_DEFAULT);
    (void)H5Sclose(space);
    check(w, set >= 0, "a channel");
    return set;
}

static void put_times(writer *w, const gud_channel *c, int64_t n, const double *times)
{
    char path[GUD_PATH_SIZE];
    const hsize_t dims[3] = {(hsize_t)n, 1, 1};
    if (!check(w, channel_path(path, c, "/time"), c->path)) return;
    const hid_t set = create_set(w, path, 1, dims, n < 1 ? 1 : n < most_times ? n : most_times);
    if (set < 0) return;
    put_text_attribute(w, set, "unit", "s");
    if (n > 0) check(w, H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times) >= 0, path);
    (void)H5Dclose(set);
}

// the values of a channel: few at once, more of them as chunks that are packed already
static void put_values(writer *w, hid_t set, int channel, int64_t n, bool small)
{
    gud_packing *packing = w->content->packing;
    const char *path = w->content->layout->channels[channel].path;
    if (small) {
        const double *values = gud_packing_values(packing, channel);
        w->no_memory |= !values;
        check(w, values && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, path);
        return;
    }
    const int64_t rows = gud_packing_rows(packing, channel);
    for (int64_t k = 0; k * rows < n && !w->failed; k++) {
        const hsize_t start[3] = {(hsize_t)(k * rows), 0, 0};
        size_t size = 0;
        const unsigned char *data = gud_packing_chunk(packing, channel, k, &size);
        w->no_memory |= !data;
        check(w, data && H5Dwrite_chunk(set, H5P_DEFAULT, 0, start, size, data) >= 0, path);
    }
}

static void put_channel(writer *w, int channel)
{
    char path[GUD_PATH_SIZE];
    gud_packing *packing = w->content->packing;
    const gud_channel *c = &w->content->layout->channels[channel];
    const bool field = c->kind == GUD_CHANNEL_FIELD;
    const int64_t n = gud_packing_count(packing, channel);
    const hsize_t dims[3] = {(hsize_t)n, (hsize_t)(field ? c->rows : c->width), (hsize_t)(field ? c->cols : 1)};
    const int rank = field ? 3 : c->width == 1 && !c->components ? 1 : 2;

    if (field) put_times(w, c, n, gud_packing_times(packing, channel));
    if (!check(w, channel_path(path, c, field ? "/data" : ""), c->path)) return;
    const hid_t set = create_set(w, path, rank, dims, gud_packing_rows(packing, channel));
    if (set < 0) return;
    put_text_attribute(w, set, "unit", c->unit);
    put_text_attribute(w, set, "about", c->about ? c->about : "");
    if (c->components) put_names_attribute(w, set, "components", c->components, c->width);
    put_values(w, set, channel, n, is_small(rank, dims));
    (void)H5Dclose(set);
}

static void put_channels(writer *w)
{
    for (int i = 0; i < w->content->layout->nchannel && !w->failed; i++) {
        put_channel(w, i);
        if (w->content->last) gud_packing_drop(w->content->packing, i);
    }
}

// HDF5 tells files in memory apart by their names, and refuses one that is open already: several results may be.
static hid_t create_in_memory(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), plan = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_istore_k(plan, index_half);
    (void)H5Pset_obj_track_times(plan, 0);
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

static void writer_open(writer *w)
{
    w->file = create_in_memory();
    w->links = H5Pcreate(H5P_LINK_CREATE);
    w->plain = plan_of_sets();
    w->small = small_storage();
    w->scalar = H5Screate(H5S_SCALAR);
    (void)H5Pset_char_encoding(w->links, H5T_CSET_UTF8);
}

static void writer_release(const writer *w)
{
    const hid_t plans[] = {w->links, w->plain, w->small, w->chunked};
    for (int i = 0; i < GUD_COUNT(plans); i++)
        if (plans[i] >= 0) (void)H5Pclose(plans[i]);
    if (w->scalar >= 0) (void)H5Sclose(w->scalar);
    if (w->group >= 0) (void)H5Gclose(w->group);
}

static gud_status build_file(const gud_hdf5_content *content, gud_error *error, gud_hdf5 *out)
{
    writer w = {.content = content, .chunked = -1, .group = -1};
    writer_open(&w);
    if (check(&w, w.file >= 0, "the file")) put_meta(&w);
    if (!w.failed) put_channels(&w);
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

gud_status gud_hdf5_build(const gud_hdf5_content *content, gud_error *error, gud_hdf5 *out)
{
    *out = -1;
    if (!gud_packing_settle(content->packing))
        return gud_fail(error, GUD_ERR_MEMORY, "not enough memory to assemble the result");
    gud_packing_begin_last(content->packing);
    const gud_hdf5_hold before = gud_hdf5_enter();
    const gud_status st = build_file(content, error, out);
    gud_hdf5_leave(before);
    gud_packing_end_last(content->packing);
    return st;
}

// all records of a log, packed; false: some are missing
static bool pack_records(gud_replay *replay, gud_packing *packing)
{
    gud_log_record record;
    bool good = true;
    while (good && gud_replay_next(replay, &record))
        good = record.type == GUD_LOG_ROW
                   ? gud_packing_add_row(packing, record.values)
                   : gud_packing_add_snapshot(packing, record.channel, record.time, record.values);
    return good && gud_packing_settle(packing);
}

static gud_status check_counts(const gud_replay *replay, const gud_packing *packing, gud_error *error)
{
    for (int i = 0; i < replay->layout.nchannel; i++)
        if (gud_packing_count(packing, i) != replay->count[i])
            return gud_fail(error, GUD_ERR_IO, "the log of the run has changed while it was read");
    return GUD_OK;
}

gud_status gud_hdf5_build_log(gud_replay *replay, gud_error *error, gud_hdf5 *out)
{
    *out = -1;
    gud_packing *packing = gud_packing_create(&replay->layout, false);
    const gud_hdf5_content content = {.layout = &replay->layout,
                                      .packing = packing,
                                      .ended = replay->ended,
                                      .log_size = replay->file_size,
                                      .last = true};
    gud_status st = packing && pack_records(replay, packing)
                        ? check_counts(replay, packing, error)
                        : gud_fail(error, GUD_ERR_MEMORY, "not enough memory to assemble the result");
    if (st == GUD_OK) st = gud_hdf5_build(&content, error, out);
    gud_packing_free(packing);
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
