#include "out/hdf5.h"

#include "base/alloc.h"
#include "out/draft.h"
#include "out/hdf5_lock.h"
#include "out/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { most_channels = 1 << 22 };

// what a reader works with; the first mistake in a file stops it
typedef struct reader {
    hid_t file;
    gud_arena *arena;
    const char *failed; // what is not as it should be
} reader;

static herr_t is_about_memory(unsigned n, const H5E_error2_t *e, void *found)
{
    (void)n;
    if (e->maj_num == H5E_RESOURCE || e->min_num == H5E_NOSPACE || e->min_num == H5E_CANTALLOC) *(bool *)found = true;
    return 0;
}

// did the last call of HDF5 fail because memory ran out? Then the file may be a good one
static bool lacked_memory(void)
{
    bool found = false;
    (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, is_about_memory, &found);
    return found;
}

static bool check(reader *r, bool good, const char *what)
{
    if (!good && lacked_memory()) r->arena->failed = true;
    if (!good && !r->failed) r->failed = what;
    return good;
}

gud_status gud_hdf5_open(const char *path, gud_error *error, gud_hdf5 *out)
{
    *out = -1;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return gud_fail(error, GUD_ERR_IO, "%s: cannot open the result: %s", path, strerror(errno));
    (void)close(fd);

    const gud_hdf5_hold before = gud_hdf5_enter();
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    (void)H5Pset_file_locking(access, 0, 1); // the file is complete, and never changes under its name
    *out = H5Fopen(path, H5F_ACC_RDONLY, access);
    const bool no_memory = *out < 0 && lacked_memory();
    (void)H5Pclose(access);
    gud_hdf5_leave(before);
    if (*out < 0 && no_memory) return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the result", path);
    if (*out < 0) return gud_fail(error, GUD_ERR_IO, "%s: not an HDF5 file, or a damaged one", path);
    return GUD_OK;
}

// numbers are doubles of either byte order: what HDF5 would convert from other types was not written by us
static bool holds_doubles(hid_t set)
{
    const hid_t type = H5Dget_type(set);
    const bool good = H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0;
    if (type >= 0) (void)H5Tclose(type);
    return good;
}

// all numbers of a dataset that has exactly n of them
static bool read_doubles(hid_t set, hssize_t n, double *values)
{
    const hid_t space = H5Dget_space(set);
    const bool good = H5Sget_simple_extent_npoints(space) == n && holds_doubles(set) &&
                      H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (space >= 0) (void)H5Sclose(space);
    return good;
}

static int64_t get_integer(hid_t object, const char *name, int64_t fallback)
{
    int64_t value = fallback;
    if (H5Aexists(object, name) <= 0) return fallback;
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0) return fallback;
    const hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
    if (H5Sget_simple_extent_npoints(space) != 1 || H5Tget_class(type) != H5T_INTEGER ||
        H5Aread(attribute, H5T_NATIVE_INT64, &value) < 0)
        value = fallback;
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Aclose(attribute);
    return value;
}

// the texts of an attribute or dataset, all of one length; *n says how many there are
typedef struct texts {
    char *block;
    size_t size;
    int n;
} texts;

static texts get_texts(reader *r, hid_t object, bool attribute, const char *what)
{
    texts t = {0};
    const hid_t type = attribute ? H5Aget_type(object) : H5Dget_type(object);
    const hid_t space = attribute ? H5Aget_space(object) : H5Dget_space(object);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && n >= 0 && n < INT_MAX) {
        t.n = (int)n;
        t.size = H5Tget_size(type) + 1;
        t.block = gud_arena_take(r->arena, (size_t)t.n + 1, t.size);
    }
    if (check(r, t.block, what)) {
        const hid_t memory = H5Tcopy(type);
        (void)H5Tset_size(memory, t.size);
        (void)H5Tset_strpad(memory, H5T_STR_NULLTERM);
        const herr_t st = attribute ? H5Aread(object, memory, t.block)
                                    : H5Dread(object, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, t.block);
        check(r, st >= 0, what);
        (void)H5Tclose(memory);
    }
    if (space >= 0) (void)H5Sclose(space);
    if (type >= 0) (void)H5Tclose(type);
    return t;
}

static texts get_text_attribute(reader *r, hid_t object, const char *name)
{
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (!check(r, attribute >= 0, name)) return (texts){0};
    const texts t = get_texts(r, attribute, true, name);
    (void)H5Aclose(attribute);
    return t;
}

static texts get_text_dataset(reader *r, hid_t place, const char *path)
{
    const hid_t set = gud_hdf5_open_dataset(r->file, place, path);
    if (!check(r, set >= 0, path)) return (texts){0};
    const texts t = get_texts(r, set, false, path);
    (void)H5Dclose(set);
    return t;
}

static const char *const *get_names(reader *r, hid_t object, const char *name, int n)
{
    if (H5Aexists(object, name) <= 0) return NULL;
    const texts t = get_text_attribute(r, object, name);
    const char **names = GUD_TAKE(r->arena, const char *, n + 1);
    if (!check(r, names && t.block && t.n == n, name)) return NULL;
    for (int i = 0; i < n; i++) names[i] = t.block + (size_t)i * t.size;
    return names;
}

// sizes of a dataset; rank 0 when it cannot be known
static int get_dims(hid_t set, hsize_t dims[3])
{
    const hid_t space = H5Dget_space(set);
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > 3 || H5Sget_simple_extent_dims(space, dims, NULL) < 0) rank = 0;
    if (space >= 0) (void)H5Sclose(space);
    for (int i = 0; i < rank; i++)
        if (dims[i] > (i == 0 ? INT64_MAX / 64 : INT_MAX / 16)) return 0;
    return rank;
}

static hid_t open_channel(hid_t file, const gud_channel *c, const char *tail)
{
    char path[GUD_PATH_SIZE];
    const char *head = c->kind == GUD_CHANNEL_FIELD ? "fields/" : "";
    const int n = snprintf(path, sizeof path, "%s%s%s", head, c->path, c->kind == GUD_CHANNEL_FIELD ? tail : "");
    return n > 0 && n < (int)sizeof path ? gud_hdf5_open_dataset(file, file, path) : -1;
}

// a field has a time for each of its snapshots
static bool has_times(reader *r, const gud_channel *c, hsize_t count)
{
    hsize_t dims[3] = {0};
    const hid_t set = open_channel(r->file, c, "/time");
    const bool good = set >= 0 && get_dims(set, dims) == 1 && dims[0] == count && holds_doubles(set);
    if (set >= 0) (void)H5Dclose(set);
    return good;
}

static void describe_channel(reader *r, gud_channel *c, int64_t *count)
{
    hsize_t dims[3] = {0, 1, 1};
    c->kind = GUD_CHANNEL_SERIES;
    hid_t set = open_channel(r->file, c, "");
    if (set < 0) {
        c->kind = GUD_CHANNEL_FIELD;
        set = open_channel(r->file, c, "/data");
    }
    const int rank = set >= 0 ? get_dims(set, dims) : 0;
    const bool field = c->kind == GUD_CHANNEL_FIELD;
    const bool shaped = field ? rank == 3 && has_times(r, c, dims[0]) : rank == 1 || rank == 2;
    if (check(r, shaped && holds_doubles(set), c->path)) {
        *count = (int64_t)dims[0];
        c->rows = field ? (int)dims[1] : 0;
        c->cols = field ? (int)dims[2] : 0;
        c->width = (int)(dims[1] * dims[2]);
        c->unit = get_text_attribute(r, set, "unit").block;
        c->about = get_text_attribute(r, set, "about").block;
        c->components = field ? NULL : get_names(r, set, "components", c->width);
    }
    if (set >= 0) (void)H5Dclose(set);
}

static void describe_channels(reader *r, gud_hdf5_info *info)
{
    const texts paths = get_text_dataset(r, r->file, "channels");
    if (!check(r, paths.n <= most_channels, "channels")) return;
    gud_channel *channels = GUD_TAKE(r->arena, gud_channel, paths.n);
    info->count = GUD_TAKE(r->arena, int64_t, paths.n);
    if (!check(r, channels && info->count, "channels")) return;
    info->layout.channels = channels;
    info->layout.nchannel = paths.n;
    for (int i = 0; i < paths.n && !r->failed; i++) {
        channels[i].path = paths.block + (size_t)i * paths.size;
        describe_channel(r, &channels[i], &info->count[i]);
        if (!r->failed && channels[i].kind == GUD_CHANNEL_SERIES)
            check(r, info->count[i] == info->count[0], channels[i].path);
    }
}

// ---- the packed layout

// the bytes of the layout, which the caller frees; NULL: it has none that this machine reads
static unsigned char *read_layout(reader *r, size_t *size)
{
    hsize_t dims[3] = {0};
    if (H5Lexists(r->file, "layout", H5P_DEFAULT) <= 0) return NULL;
    const hid_t set = gud_hdf5_open_dataset(r->file, r->file, "layout");
    const hid_t type = set >= 0 ? H5Dget_type(set) : -1;
    unsigned char *data = NULL;
    if (check(r, type >= 0 && H5Tequal(type, H5T_STD_U8LE) > 0 && get_dims(set, dims) == 1, "layout")) {
        data = gud_alloc((size_t)dims[0], 1);
        if (!data) r->arena->failed = true;
        check(r, data && H5Dread(set, H5T_STD_U8LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0, "layout");
    }
    if (type >= 0) (void)H5Tclose(type);
    if (set >= 0) (void)H5Dclose(set);
    *size = (size_t)dims[0];
    return data;
}

// the layout said what a field is; how many snapshots it has, its datasets say
static void count_field(reader *r, const gud_channel *c, int64_t *count)
{
    gud_channel stored = *c;
    describe_channel(r, &stored, count);
    check(r, stored.kind == c->kind && stored.rows == c->rows && stored.cols == c->cols, c->path);
}

static void count_records(reader *r, gud_hdf5_info *info)
{
    hsize_t dims[3] = {0};
    const gud_layout *layout = &info->layout;
    const hid_t time = gud_hdf5_open_dataset(r->file, r->file, "time");
    check(r, time >= 0 && get_dims(time, dims) == 1, "time");
    if (time >= 0) (void)H5Dclose(time);
    info->count = GUD_TAKE(r->arena, int64_t, layout->nchannel);
    check(r, info->count, "layout");
    for (int i = 0; i < layout->nchannel && !r->failed; i++) {
        const gud_channel *c = &layout->channels[i];
        info->count[i] = (int64_t)dims[0];
        if (c->kind == GUD_CHANNEL_FIELD) count_field(r, c, &info->count[i]);
        check(r, gud_hdf5_justifies(r->file, info->count[i], c->width), c->path);
    }
}

// false: there is no layout, and nothing was described
static bool describe_packed(reader *r, gud_hdf5_info *info)
{
    size_t size = 0;
    unsigned char *data = read_layout(r, &size);
    gud_unpack u = {.data = data, .left = size, .arena = r->arena};
    const bool known = data && !r->failed && gud_unpack_u32(&u) == GUD_BYTE_ORDER;
    if (known) {
        gud_unpack_layout(&u, &info->layout);
        if (check(r, !u.failed && info->layout.nchannel <= most_channels, "layout")) count_records(r, info);
    }
    gud_free(data);
    return known;
}

// name of the i-th link of a group, in the order of creation
static const char *link_name(reader *r, hid_t group, int i)
{
    const ssize_t length =
        H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, (hsize_t)i, NULL, 0, H5P_DEFAULT);
    char *name = length > 0 ? gud_arena_take(r->arena, (size_t)length + 1, 1) : NULL;
    if (!check(r, name, "the name of an entry")) return NULL;
    (void)H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, (hsize_t)i, name, (size_t)length + 1,
                             H5P_DEFAULT);
    return name;
}

static hid_t open_group(reader *r, const char *name, int *n)
{
    H5G_info_t info;
    *n = 0;
    const hid_t group = gud_hdf5_open_group(r->file, name);
    if (!check(r, group >= 0, name)) return -1;
    if (check(r, H5Gget_info(group, &info) >= 0 && info.nlinks < INT_MAX, name)) *n = (int)info.nlinks;
    return group;
}

static void describe_entry(reader *r, hid_t group, gud_entry *entry)
{
    const hid_t set = gud_hdf5_open_dataset(r->file, group, entry->key);
    if (!check(r, set >= 0, entry->key)) return;
    const hid_t type = H5Dget_type(set);
    if (H5Tget_class(type) == H5T_STRING)
        entry->text = get_texts(r, set, false, entry->key).block;
    else
        check(r, read_doubles(set, 1, &entry->number), entry->key);
    (void)H5Tclose(type);
    (void)H5Dclose(set);
}

static const gud_entry *describe_entries(reader *r, const char *name, int *n)
{
    const hid_t group = open_group(r, name, n);
    gud_entry *entries = GUD_TAKE(r->arena, gud_entry, *n);
    check(r, entries, name);
    for (int i = 0; i < *n && !r->failed; i++) {
        entries[i].key = link_name(r, group, i);
        if (entries[i].key) describe_entry(r, group, &entries[i]);
    }
    if (group >= 0) (void)H5Gclose(group);
    return entries;
}

static void describe_outline(reader *r, hid_t group, gud_outline *o)
{
    hsize_t dims[3] = {0};
    const hid_t set = gud_hdf5_open_dataset(r->file, group, o->body);
    const int rank = set >= 0 ? get_dims(set, dims) : 0;
    if (check(r, rank == 2 && dims[1] == 3 && dims[0] < INT_MAX / 64, o->body)) {
        o->npoint = (int)dims[0];
        double *points = GUD_TAKE(r->arena, double, 3 * o->npoint);
        o->points = points;
        check(r, points && read_doubles(set, 3 * (hssize_t)o->npoint, points), o->body);
        o->names = get_names(r, set, "names", o->npoint);
    }
    if (set >= 0) (void)H5Dclose(set);
}

static const gud_outline *describe_outlines(reader *r, int *n)
{
    int64_t npoint = 0;
    const hid_t group = open_group(r, "geometry", n);
    gud_outline *outlines = GUD_TAKE(r->arena, gud_outline, *n);
    check(r, outlines, "geometry");
    for (int i = 0; i < *n && !r->failed; i++) {
        outlines[i].body = link_name(r, group, i);
        if (outlines[i].body) describe_outline(r, group, &outlines[i]);
        check(r, (npoint += outlines[i].npoint) < INT_MAX / 64, "geometry");
    }
    if (group >= 0) (void)H5Gclose(group);
    return outlines;
}

// a dataset of rows x cols numbers; rows < 0: any number of them
static hid_t open_table(reader *r, hid_t group, const char *name, int rows, int cols, int *n)
{
    hsize_t dims[3] = {0};
    const hid_t set = gud_hdf5_open_dataset(r->file, group, name);
    const bool fits = set >= 0 && get_dims(set, dims) == 2 && dims[1] == (hsize_t)cols && dims[0] < INT_MAX / 64 &&
                      (rows < 0 || dims[0] == (hsize_t)rows);
    *n = check(r, fits, name) ? (int)dims[0] : 0;
    return set;
}

static void describe_triangles(reader *r, hid_t set, gud_part_info *p)
{
    const hid_t type = H5Dget_type(set);
    int *triangles = GUD_TAKE(r->arena, int, 3 * (size_t)p->ntriangle);
    check(r,
          triangles && type >= 0 && H5Tget_class(type) == H5T_INTEGER &&
              H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, triangles) >= 0,
          "triangles");
    p->triangles = triangles;
    if (type >= 0) (void)H5Tclose(type);
}

static void describe_part(reader *r, hid_t group, gud_part_info *p)
{
    int n;
    p->kind = get_text_attribute(r, group, "kind").block;
    p->body = get_text_attribute(r, group, "body").block;
    p->joint = get_text_attribute(r, group, "joint").block;
    const hid_t numbers = open_table(r, group, "numbers", 1, GUD_PART_NUMBERS, &n);
    const hid_t vertices = open_table(r, group, "vertices", -1, 3, &p->nvertex);
    const hid_t triangles = open_table(r, group, "triangles", -1, 3, &p->ntriangle);
    double *places = GUD_TAKE(r->arena, double, 3 * (size_t)p->nvertex);
    if (check(r, places, "vertices") && !r->failed) {
        check(r, read_doubles(numbers, GUD_PART_NUMBERS, p->at), "numbers");
        check(r, read_doubles(vertices, 3 * (hssize_t)p->nvertex, places), "vertices");
        describe_triangles(r, triangles, p);
    }
    p->vertices = places;
    const hid_t open[3] = {numbers, vertices, triangles};
    for (int i = 0; i < 3; i++)
        if (open[i] >= 0) (void)H5Dclose(open[i]);
}

// files of earlier versions have none
static const gud_part_info *describe_parts(reader *r, int *n)
{
    *n = 0;
    if (H5Lexists(r->file, "parts", H5P_DEFAULT) <= 0) return NULL;
    const hid_t all = open_group(r, "parts", n);
    gud_part_info *parts = GUD_TAKE(r->arena, gud_part_info, *n);
    check(r, parts, "parts");
    for (int i = 0; i < *n && !r->failed; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "parts/%d", i);
        const hid_t group = gud_hdf5_open_group(r->file, name);
        if (check(r, group >= 0, "parts")) describe_part(r, group, &parts[i]);
        if (group >= 0) (void)H5Gclose(group);
    }
    if (all >= 0) (void)H5Gclose(all);
    return parts;
}

static void describe_meta(reader *r, gud_meta *meta)
{
    meta->title = get_text_attribute(r, r->file, "title").block;
    meta->version = get_text_attribute(r, r->file, "gudgeon_version").block;
    meta->model = get_text_dataset(r, r->file, "model/text").block;
    meta->settings = describe_entries(r, "settings", &meta->nsetting);
    meta->counters = describe_entries(r, "counters", &meta->ncounter);
    meta->outlines = describe_outlines(r, &meta->noutline);
    meta->parts = describe_parts(r, &meta->npart);
}

static gud_status describe_file(hid_t file, const char *path, gud_arena *arena, gud_error *error, gud_hdf5_info *info)
{
    *info = (gud_hdf5_info){0};
    const int64_t format = get_integer(file, "gudgeon_format", 0);
    if (format < 1) return gud_fail(error, GUD_ERR_IO, "%s: an HDF5 file, but not a result of Gudgeon", path);
    if (format > GUD_RESULT_FORMAT)
        return gud_fail(error, GUD_ERR_IO,
                        "%s: the result has format %lld, newer than format %d that this version reads", path,
                        (long long)format, GUD_RESULT_FORMAT);

    reader r = {.file = file, .arena = arena};
    info->ended = get_integer(file, "ended", 0) != 0;
    info->log_size = get_integer(file, "log_size", -1);
    if (!describe_packed(&r, info) && !r.failed) {
        describe_channels(&r, info);
        if (!r.failed) describe_meta(&r, &info->layout.meta);
    }
    gud_error why;
    const gud_status st = r.failed ? GUD_OK : gud_layout_check(&info->layout, &why);
    if (arena->failed || st == GUD_ERR_MEMORY)
        return gud_fail(error, GUD_ERR_MEMORY, "%s: not enough memory to read the result", path);
    if (st < 0) return gud_fail(error, GUD_ERR_IO, "%s: the result is damaged: %.300s", path, why.text);
    if (r.failed) return gud_fail(error, GUD_ERR_IO, "%s: the result is damaged at '%s'", path, r.failed);
    return GUD_OK;
}

// `count` rows of `width` numbers; a field has rank 3
static bool read_rows(hid_t set, bool field, int64_t first, int64_t count, hsize_t width, double *values)
{
    hsize_t dims[3] = {0, 1, 1};
    const int rank = get_dims(set, dims);
    if (rank == 0 || (rank == 3) != field || !holds_doubles(set) || dims[1] * dims[2] != width || first < 0 ||
        count < 0 || (hsize_t)first + (hsize_t)count > dims[0])
        return false;
    if (count == 0) return true;
    const hsize_t start[3] = {(hsize_t)first, 0, 0}, size[3] = {(hsize_t)count, dims[1], dims[2]};
    const hid_t space = H5Dget_space(set), memory = H5Screate_simple(rank, size, NULL);
    const bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                      H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
    (void)H5Sclose(memory);
    (void)H5Sclose(space);
    return good;
}

static gud_status read_part(hid_t set, const char *path, bool field, int64_t first, int64_t count, int width,
                            double *values, gud_error *error)
{
    const bool good = set >= 0 && read_rows(set, field, first, count, (hsize_t)width, values);
    if (set >= 0) (void)H5Dclose(set);
    if (!good) return gud_fail(error, GUD_ERR_IO, "channel '%s' cannot be read: the result is damaged", path);
    return GUD_OK;
}

gud_status gud_hdf5_describe(gud_hdf5 file, const char *path, gud_arena *arena, gud_error *error, gud_hdf5_info *info)
{
    const gud_hdf5_hold before = gud_hdf5_enter();
    const gud_status st = describe_file(file, path, arena, error, info);
    gud_hdf5_leave(before);
    return st;
}

gud_status gud_hdf5_read(gud_hdf5 file, const gud_channel *channel, int64_t first, int64_t count, double *values,
                         gud_error *error)
{
    const gud_hdf5_hold before = gud_hdf5_enter();
    const hid_t set = open_channel(file, channel, "/data");
    const gud_status st =
        read_part(set, channel->path, channel->kind == GUD_CHANNEL_FIELD, first, count, channel->width, values, error);
    gud_hdf5_leave(before);
    return st;
}

gud_status gud_hdf5_read_times(gud_hdf5 file, const gud_channel *channel, int64_t first, int64_t count, double *times,
                               gud_error *error)
{
    const gud_channel time = {.path = "time", .kind = GUD_CHANNEL_SERIES};
    const bool field = channel->kind == GUD_CHANNEL_FIELD;
    const gud_hdf5_hold before = gud_hdf5_enter();
    const hid_t set = open_channel(file, field ? channel : &time, "/time");
    const gud_status st = read_part(set, channel->path, false, first, count, 1, times, error);
    gud_hdf5_leave(before);
    return st;
}
