// libFuzzer target: results of others. The input is a list of changes to a good results.h5, each of which HDF5 accepts:
// a part is replaced by one of another rank, size, type or storage, or by a link. All that reads results then reads it.
// (Files that are not valid HDF5 are for the library to refuse; it is not what is tested here.)

#include "fuzz/scratch.h"
#include "out/csv.h"
#include "out/recorder.h"
#include "out/result.h"
#include "out/summary.h"
#include "out/turns.h"

#include <hdf5.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// ---- a good file

static const char *const xy[] = {"x", "y", NULL};
static const char *const points[] = {"main", "pin"};
static const double outline[] = {-0.5, 0.0, 0.0, 0.5, 0.0, 0.0};
static const gud_channel channels[] = {
    {.path = "time", .width = 1, .unit = "s", .about = "time"},
    {.path = "bodies/crank/position", .width = 2, .components = xy, .unit = "m", .about = "centre of mass"},
    {.path = "joints/pin/pressure", .kind = GUD_CHANNEL_FIELD, .width = 6, .rows = 2, .cols = 3, .unit = "Pa"},
    {.path = "energy/kinetic", .width = 1, .unit = "J"},
};
static const gud_entry settings[] = {{.key = "integrator", .text = "esdirk2"}, {.key = "tolerance", .number = 1e-5}};
static const gud_outline outlines[] = {{"crank", 2, points, outline}};
static const gud_layout layout = {.channels = channels,
                                  .nchannel = 4,
                                  .meta = {.title = "crank",
                                           .version = "gudgeon",
                                           .model = "gudgeon: 1\n",
                                           .settings = settings,
                                           .nsetting = 2,
                                           .outlines = outlines,
                                           .noutline = 1}};

typedef struct image {
    void *data;
    size_t size;
} image;

static image read_image(const char *path)
{
    image i = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) abort();
    i.size = (size_t)ftell(file);
    i.data = malloc(i.size);
    rewind(file);
    if (!i.data || fread(i.data, 1, i.size, file) != i.size) abort();
    (void)fclose(file);
    return i;
}

static image make_good(void)
{
    gud_error error;
    gud_recorder *recorder = NULL;
    char path[scratch_room + 20];
    if (gud_recorder_create(scratch_folder(), &layout, &error, &recorder) != GUD_OK) abort();
    for (int i = 0; i < 5; i++) {
        const double row[4] = {0.1 * i, 1.0, 2.0 - i, 3.0}, map[6] = {1, 2, 3, 4, 5, 6};
        if (gud_recorder_append(recorder, row, &error) != GUD_OK) abort();
        if (gud_recorder_append_field(recorder, 2, 0.1 * i, map, &error) != GUD_OK) abort();
    }
    if (gud_recorder_finish(recorder, NULL, 0, &error) != GUD_OK) abort();
    (void)snprintf(path, sizeof path, "%s/%s", scratch_folder(), GUD_RESULT_NAME);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    (void)H5set_free_list_limits(1 << 24, 1 << 22, 1 << 22, 1 << 18, 1 << 24, 1 << 20); // a file's large cache is kept
    return read_image(path);
}

// ---- changes

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static unsigned next(input *in, unsigned n)
{
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++ % n;
}

static const char *const parts[] = {"time",
                                    "bodies/crank/position",
                                    "fields/joints/pin/pressure/time",
                                    "fields/joints/pin/pressure/data",
                                    "energy/kinetic",
                                    "channels",
                                    "model/text",
                                    "settings/tolerance",
                                    "settings/integrator",
                                    "geometry/crank",
                                    "settings",
                                    "energy"};
static const char *const attributes[] = {"unit",           "about",           "components", "names",   "title",
                                         "gudgeon_format", "gudgeon_version", "ended",      "log_size"};

static hid_t pick_type(input *in)
{
    const unsigned kind = next(in, 9);
    if (kind < 3) return H5Tcopy(H5T_NATIVE_DOUBLE);
    if (kind == 3) return H5Tcopy(H5T_IEEE_F64BE);
    if (kind == 4) return H5Tcopy(H5T_NATIVE_FLOAT);
    if (kind == 5) return H5Tcopy(H5T_NATIVE_INT64);
    if (kind == 6) {
        const hid_t type = H5Tcreate(H5T_COMPOUND, 64);
        (void)H5Tinsert(type, "a", 0, H5T_NATIVE_DOUBLE);
        return type;
    }
    const hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, kind == 7 ? 1 + next(in, 60) : H5T_VARIABLE);
    (void)H5Tset_strpad(type, next(in, 2) ? H5T_STR_SPACEPAD : H5T_STR_NULLTERM);
    return type;
}

// small sizes, those of the good file among them; of datasets, which need no memory, also some that are far too large
static hid_t pick_space(input *in, bool attribute)
{
    static const hsize_t sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 40};
    hsize_t dims[5];
    const unsigned rank = next(in, 6);
    if (rank == 5) return H5Screate(next(in, 2) ? H5S_NULL : H5S_SCALAR);
    for (unsigned i = 0; i < rank; i++) dims[i] = sizes[next(in, rank > 2 ? 9 : 10)]; // 40^4 numbers take seconds
    if (rank == 1 && !attribute && next(in, 16) == 15) dims[0] = (hsize_t)1 << (20 + next(in, 40));
    return rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple((int)rank, dims, NULL);
}

static hid_t pick_storage(input *in, hid_t space)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    const int rank = H5Sget_simple_extent_ndims(space);
    hsize_t chunk[5];
    const unsigned kind = next(in, 8);
    for (int i = 0; i < 5; i++) chunk[i] = 1 + next(in, 200);
    if (kind == 5) (void)H5Pset_external(plan, "/etc/passwd", 0, 1000);
    if (kind == 6) (void)H5Pset_virtual(plan, space, "other.h5", "time", space);
    if ((kind == 4 || kind == 7) && rank > 0) (void)H5Pset_chunk(plan, rank, chunk);
    if (kind == 7 && rank > 0) (void)H5Pset_deflate(plan, 1 + next(in, 9));
    return plan;
}

// values: text or numbers, whatever the bytes say
static void fill(hid_t object, hid_t type, hid_t space, bool attribute, input *in)
{
    enum { most_values = 2000 }; // every chunk of more would be compressed on its own
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t size = H5Tget_size(type);
    if (n <= 0 || n > most_values || size > 1000 || H5Tis_variable_str(type) > 0) return;
    char *values = calloc((size_t)n, size);
    const unsigned mark = next(in, 256);
    if (!values) abort();
    memset(values, (int)mark, (size_t)n * size);
    if (attribute)
        (void)H5Awrite(object, type, values);
    else
        (void)H5Dwrite(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    free(values);
}

static void put_attribute(hid_t object, const char *name, input *in)
{
    const hid_t type = pick_type(in), space = pick_space(in, true);
    (void)H5Adelete(object, name);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        fill(attribute, type, space, true, in);
        (void)H5Aclose(attribute);
    }
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void put_text(hid_t object, const char *name)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    (void)H5Tset_size(type, 2);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        (void)H5Awrite(attribute, type, "m");
        (void)H5Aclose(attribute);
    }
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void put_dataset(hid_t file, const char *part, input *in)
{
    const hid_t type = pick_type(in), space = pick_space(in, false), plan = pick_storage(in, space);
    (void)H5Ldelete(file, part, H5P_DEFAULT);
    const hid_t set = H5Dcreate2(file, part, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    if (set >= 0) {
        fill(set, type, space, false, in);
        put_text(set, "unit");
        put_text(set, "about");
        (void)H5Dclose(set);
    }
    (void)H5Pclose(plan);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void change(hid_t file, input *in)
{
    const char *part = parts[next(in, 12)];
    switch (next(in, 8)) {
    case 0:
        (void)H5Ldelete(file, part, H5P_DEFAULT);
        (void)H5Lcreate_external("other.h5", part, file, part, H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 1:
        (void)H5Ldelete(file, part, H5P_DEFAULT);
        (void)H5Lcreate_soft(parts[next(in, 12)], file, part, H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 2:
        (void)H5Ldelete(file, part, H5P_DEFAULT);
        (void)H5Lcreate_hard(file, next(in, 4) ? parts[next(in, 12)] : ".", file, part, H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 3:
    case 4: {
        const hid_t object = next(in, 4) ? H5Oopen(file, part, H5P_DEFAULT) : H5Oopen(file, ".", H5P_DEFAULT);
        if (object < 0) break;
        put_attribute(object, attributes[next(in, 9)], in);
        (void)H5Oclose(object);
        break;
    }
    default:
        put_dataset(file, part, in);
    }
}

// changes are made in memory; the file is written when it is closed
static const char *make_changed(const image *good, input *in)
{
    enum { most_changes = 12, memory_step = 1 << 16 };
    const char *path = scratch_file("file", good->data, good->size);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_fapl_core(access, memory_step, 1);
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    (void)H5Pclose(access);
    if (file < 0) abort();
    for (int i = 0; i < most_changes && in->size > 0; i++) change(file, in);
    (void)H5Fclose(file);
    return path;
}

// a table reads all columns; maps, which have no place in one, are read on their own
static void read_all(gud_result *result)
{
    enum { most_rows = 10000 }; // a table of a million empty rows takes seconds
    gud_error error;
    char path[scratch_room + 20];
    (void)snprintf(path, sizeof path, "%s/out.csv", scratch_folder());
    const bool table = gud_result_count(result, 0) < most_rows;
    if (table) (void)gud_csv_export(result, NULL, 0, path, NULL, &error);
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        const int64_t n = gud_result_count(result, i);
        const gud_channel *channel = gud_result_channel(result, i);
        const int width = channel->width;
        if ((table && channel->kind != GUD_CHANNEL_FIELD) || n * width > most_rows) continue;
        double *values = calloc((size_t)(n * width) + 1, sizeof *values);
        if (!values) abort();
        (void)gud_result_read(result, i, 0, n, values, &error);
        (void)gud_result_read_times(result, i, 0, n, values, &error);
        free(values);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static image good;
    gud_error error = {0};
    gud_result *result = NULL;
    input in = {data, size};
    if (!good.data) good = make_good();
    const char *path = make_changed(&good, &in);
    if (gud_result_open(path, &error, &result) == GUD_OK)
        read_all(result);
    else if (!error.text[0] || size == 0)
        abort(); // refused without a word, or without a reason
    gud_result_close(result);
    return 0;
}
