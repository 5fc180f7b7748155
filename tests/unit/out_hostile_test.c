// Results from elsewhere: whatever a file claims, reading it ends with a message, within the memory it was given. The
// sanitizers see what this program cannot. Each case replaces one part of a good file by another that HDF5 accepts.
#include "out_sample.h"

#include "out/csv.h"
#include "out/figure.h"
#include "out/recorder.h"
#include "out/result.h"
#include "out/select.h"
#include "out/summary.h"
#include "out/vtk.h"

#include <hdf5.h>

static gud_error error;

static const gud_channel channels[] = {
    {.path = "time", .width = 1, .unit = "s", .about = "time"},
    {.path = "bodies/crank/position", .width = 2, .components = sample_xy, .unit = "m", .about = "centre of mass"},
    {.path = "bodies/crank/orientation", .width = 1, .unit = "rad", .about = "angle from x"},
    {.path = "joints/small-end/pressure", .kind = GUD_CHANNEL_FIELD, .width = 6, .rows = 2, .cols = 3, .unit = "Pa"},
    {.path = "joints/small-end/gap", .kind = GUD_CHANNEL_FIELD, .width = 6, .rows = 2, .cols = 3, .unit = "m"},
    {.path = "joints/small-end/points", .kind = GUD_CHANNEL_FIELD, .width = 18, .rows = 2, .cols = 9, .unit = "m"},
    {.path = "energy/kinetic", .width = 1, .unit = "J"},
};

static void make_result(const char *folder)
{
    gud_layout layout = sample_layout;
    layout.channels = channels;
    layout.nchannel = GUD_COUNT(channels);
    gud_recorder *recorder = NULL;
    double row[sample_width], values[18] = {0};
    assert_int_equal(gud_recorder_create(folder, &layout, &error, &recorder), GUD_OK);
    for (int i = 0; i < 9; i++) {
        sample_row(i, row);
        sample_snapshot(i, values);
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
        for (int c = 3; c < 6 && i % 4 == 0; c++)
            assert_int_equal(gud_recorder_append_field(recorder, c, row[0], values, &error), GUD_OK);
    }
    if (gud_recorder_finish(recorder, NULL, 0, &error) < 0) fail_msg("%s", error.text);
}

// everything that reads results; figures end where gnuplot would begin
static gud_status read_all(const char *result_path, const char *scratch)
{
    gud_result *result = NULL;
    char path[GUD_PATH_SIZE];
    gud_error why;
    GUD_TRY(gud_result_open(result_path, &error, &result));
    gud_status st = GUD_OK;
    assert_int_equal(gud_path_join(path, scratch, "all.csv", &why), GUD_OK);
    if (gud_csv_export(result, NULL, 0, path, NULL, &why) < 0) st = gud_fail(&error, GUD_ERR_IO, "%s", why.text);
    if (gud_vtk_export(result, scratch, 1, NULL, &why) < 0) st = gud_fail(&error, GUD_ERR_IO, "%s", why.text);
    assert_int_equal(gud_path_join(path, scratch, "figure.svg", &why), GUD_OK);
    for (int i = 0; gud_figure_kinds[i]; i++) {
        const gud_figure_request q = {.results = (const gud_result *const *)&result, .nresult = 1, .path = path};
        if (gud_figure_draw(gud_figure_kinds[i]->name, &q, &why) == GUD_ERR_IO && !strstr(why.text, "gnuplot"))
            st = gud_fail(&error, GUD_ERR_IO, "%s", why.text);
    }
    gud_result_close(result);
    return st;
}

typedef struct attack {
    const char *part;      // what is replaced
    const char *attribute; // of it, if that is what is replaced
    int rank;
    hsize_t dims[4];
    const char *type; // "double", "float", "compound", "text"; "external", "virtual", "soft" and "link" lead elsewhere
    bool harmless;    // nothing is refused, and nothing goes wrong
} attack;

static const attack attacks[] = {
    {"settings/tolerance", .rank = 1, .dims = {4000}, .type = "double"},
    {"settings/tolerance", .rank = 0, .type = "compound"},
    {"settings/tolerance", .rank = 0, .type = "float"},
    {"settings/tolerance", .rank = 2, .dims = {0, 0}, .type = "double"},
    {"settings/integrator", .rank = 1, .dims = {3}, .type = "text", .harmless = true},
    {"model/text", .rank = 1, .dims = {0}, .type = "text", .harmless = true},
    {"model/text", .rank = 0, .type = "double"},
    {"time", .rank = 2, .dims = {9, 1000}, .type = "double"},
    {"time", .rank = 4, .dims = {9, 1, 1, 1}, .type = "double"},
    {"time", .rank = 0, .type = "double"},
    {"time", .rank = 1, .dims = {9}, .type = "text"},
    {"bodies/crank/position", .rank = 2, .dims = {9, 7}, .type = "double"},
    {"bodies/crank/position", .rank = 3, .dims = {9, 2, 1}, .type = "double"},
    {"bodies/crank/position", .rank = 2, .dims = {1, 2}, .type = "double"},
    {"fields/joints/small-end/pressure/time", .rank = 2, .dims = {3, 1000}, .type = "double"},
    {"fields/joints/small-end/pressure/time", .rank = 1, .dims = {1}, .type = "double"},
    {"fields/joints/small-end/pressure/data", .rank = 3, .dims = {3, 200, 300}, .type = "double", .harmless = true},
    {"fields/joints/small-end/pressure/data", .rank = 2, .dims = {3, 6}, .type = "double"},
    {"fields/joints/small-end/gap/data", .rank = 3, .dims = {3, 200, 300}, .type = "double", .harmless = true},
    {"fields/joints/small-end/gap/data", .rank = 3, .dims = {3, 3, 2}, .type = "double", .harmless = true},
    {"fields/joints/small-end/points/data", .rank = 3, .dims = {3, 1, 2}, .type = "double", .harmless = true},
    {"fields/joints/small-end/points/data", .rank = 3, .dims = {3, 300, 200}, .type = "double", .harmless = true},
    {"geometry/crank", .rank = 2, .dims = {2, 4}, .type = "double"},
    {"geometry/crank", .rank = 2, .dims = {700, 3}, .type = "double", .harmless = true}, // and without names
    {"geometry/crank", .rank = 2, .dims = {2, 3}, .type = "compound"},
    {"channels", .rank = 1, .dims = {3}, .type = "double"},
    {"energy/kinetic", .type = "external"},
    {"energy/kinetic", .type = "virtual"},
    {"energy/kinetic", .type = "link"},
    {"energy/kinetic", .type = "soft"},
    {"energy/kinetic", .type = "huge"},
    {"model/text", .type = "external"},
    {"settings", .type = "link"},
    {"time", "unit", .rank = 1, .dims = {0}, .type = "text", .harmless = true},
    {"time", "unit", .rank = 0, .type = "double"},
    {"bodies/crank/position", "components", .rank = 1, .dims = {5}, .type = "text"},
    {"geometry/crank", "names", .rank = 1, .dims = {1}, .type = "text"},
    {".", "gudgeon_format", .rank = 1, .dims = {1000}, .type = "double"},
    {".", "title", .rank = 0, .type = "compound"},
};

// of the layout, which says all but the numbers; what it replaces is not looked at then
static const attack layout_attacks[] = {
    {"layout", .rank = 1, .dims = {3}, .type = "double"},
    {"layout", .rank = 0, .type = "text"},
    {"layout", .rank = 2, .dims = {2, 2}, .type = "text"},
    {"layout", .type = "external"},
    {"layout", .type = "virtual"},
    {"layout", .type = "link"},
    {"layout", .type = "soft"},
    {"layout", .type = "huge"},
};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// numbers are looked at in any case, and fields have to fit their layout
static bool is_refused(const attack *a, bool packed)
{
    if (!packed || begins(a->part, "layout")) return !a->harmless;
    if (a->attribute) return strcmp(a->attribute, "gudgeon_format") == 0;
    return begins(a->part, "time") || begins(a->part, "bodies") || begins(a->part, "energy") ||
           begins(a->part, "fields");
}

static hid_t type_of(const char *name)
{
    if (strcmp(name, "float") == 0) return H5Tcopy(H5T_NATIVE_FLOAT);
    if (strcmp(name, "compound") == 0) {
        const hid_t type = H5Tcreate(H5T_COMPOUND, 64);
        assert_true(H5Tinsert(type, "a", 0, H5T_NATIVE_DOUBLE) >= 0);
        return type;
    }
    if (strcmp(name, "text") != 0) return H5Tcopy(H5T_NATIVE_DOUBLE);
    const hid_t type = H5Tcopy(H5T_C_S1); // padded by spaces: no zero at its end
    assert_true(H5Tset_size(type, 9) >= 0 && H5Tset_strpad(type, H5T_STR_SPACEPAD) >= 0);
    return type;
}

static void put_attribute(hid_t object, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    assert_true(H5Tset_size(type, strlen(text) + 1) >= 0);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Awrite(attribute, type, text) >= 0);
    (void)H5Aclose(attribute);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

// how the values of a dataset are kept: in the secret file, nowhere, or in the file itself
static hid_t storage_of(const char *type, const char *secret, hid_t space)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    if (strcmp(type, "external") == 0) assert_true(H5Pset_external(plan, secret, 0, 9 * sizeof(double)) >= 0);
    if (strcmp(type, "virtual") == 0) assert_true(H5Pset_virtual(plan, space, secret, "time", space) >= 0);
    const hsize_t chunk[1] = {100};
    if (strcmp(type, "huge") == 0) assert_true(H5Pset_chunk(plan, 1, chunk) >= 0);
    return plan;
}

static void put_dataset(hid_t file, const attack *a, const char *secret)
{
    const bool elsewhere = strcmp(a->type, "external") == 0 || strcmp(a->type, "virtual") == 0;
    const bool huge = strcmp(a->type, "huge") == 0;
    const hsize_t nine[1] = {9}, very_many[1] = {(hsize_t)1 << 36};
    const hid_t type = type_of(a->type);
    const hid_t space = H5Screate_simple(elsewhere || huge ? 1 : a->rank,
                                         huge        ? very_many
                                         : elsewhere ? nine
                                                     : a->dims,
                                         NULL);
    const hid_t plan = storage_of(a->type, secret, space);
    const hid_t set = H5Dcreate2(file, a->part, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    assert_true(set >= 0);
    const size_t size = H5Tget_size(type) * (size_t)H5Sget_simple_extent_npoints(space);
    if (!elsewhere && !huge) {
        char *values = calloc(size + 1, 1);
        assert_non_null(values);
        for (size_t i = 0; i < size && strcmp(a->type, "text") == 0; i++) values[i] = 'x';
        assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        free(values);
    }
    put_attribute(set, "unit", "m");
    put_attribute(set, "about", "");
    (void)H5Dclose(set);
    (void)H5Pclose(plan);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void replace_attribute(hid_t file, const attack *a)
{
    const hid_t object = H5Oopen(file, a->part, H5P_DEFAULT), type = type_of(a->type);
    const hid_t space = H5Screate_simple(a->rank, a->dims, NULL);
    assert_true(H5Adelete(object, a->attribute) >= 0);
    const hid_t attribute = H5Acreate2(object, a->attribute, type, space, H5P_DEFAULT, H5P_DEFAULT);
    char values[8000];
    memset(values, 'x', sizeof values);
    assert_true(attribute >= 0 && H5Awrite(attribute, type, values) >= 0);
    (void)H5Aclose(attribute);
    (void)H5Oclose(object);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
}

static void change(const char *path, const attack *a, bool packed, const char *secret)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    if (!packed) assert_true(H5Ldelete(file, "layout", H5P_DEFAULT) >= 0);
    if (a->attribute) {
        replace_attribute(file, a);
    } else {
        assert_true(H5Ldelete(file, a->part, H5P_DEFAULT) >= 0);
        if (strcmp(a->type, "link") == 0)
            assert_true(H5Lcreate_external(secret, a->part, file, a->part, H5P_DEFAULT, H5P_DEFAULT) >= 0);
        else if (strcmp(a->type, "soft") == 0)
            assert_true(H5Lcreate_soft("/time", file, a->part, H5P_DEFAULT, H5P_DEFAULT) >= 0);
        else
            put_dataset(file, a, secret);
    }
    assert_true(H5Fclose(file) >= 0);
}

static void try_attack(const attack *a, bool packed, const char *scratch)
{
    char folder[GUD_PATH_SIZE], secret[GUD_PATH_SIZE], path[GUD_PATH_SIZE], copy[GUD_PATH_SIZE];
    folder_new(folder);
    make_result(folder);
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);
    assert_int_equal(gud_path_join(secret, folder, "secret.h5", &error), GUD_OK);
    assert_int_equal(gud_path_join(copy, folder, "changed.h5", &error), GUD_OK);
    size_t size;
    char *text = file_text(folder, GUD_RESULT_NAME, &size);
    file_put(folder, "secret.h5", text, size);
    file_put(folder, "changed.h5", text, size);
    free(text);
    change(copy, a, packed, secret);
    const gud_status st = read_all(copy, scratch);
    if ((st != GUD_OK) != is_refused(a, packed))
        fail_msg("%s%s %s, %s of rank %d: %s", packed ? "with layout, " : "", a->part, a->attribute ? a->attribute : "",
                 a->type, a->rank, st == GUD_OK ? "not refused" : error.text);
    folder_empty(scratch);
    folder_remove(folder);
}

static void changed_files_are_refused_or_harmless(void **state)
{
    char scratch[GUD_PATH_SIZE];
    (void)state;
    assert_int_equal(setenv("PATH", "/nonexistent", 1), 0); // no gnuplot: the figures are not what is tested
    folder_new(scratch);
    for (int i = 0; i < GUD_COUNT(attacks); i++) {
        try_attack(&attacks[i], false, scratch);
        try_attack(&attacks[i], true, scratch);
    }
    for (int i = 0; i < GUD_COUNT(layout_attacks); i++) try_attack(&layout_attacks[i], true, scratch);
    folder_remove(scratch);
}

// bytes of the layout that are not what they were: a message, or another name
static void changed_layouts_do_no_harm(void **state)
{
    char folder[GUD_PATH_SIZE], scratch[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    static unsigned char bytes[100000], changed[100000];
    hsize_t n = 0;
    int refused = 0;
    (void)state;
    folder_new(folder);
    folder_new(scratch);
    make_result(folder);
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);
    for (int round = 0; round < 300; round++) {
        const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
        const hid_t set = H5Dopen2(file, "layout", H5P_DEFAULT), space = H5Dget_space(set);
        assert_int_equal(H5Sget_simple_extent_dims(space, &n, NULL), 1);
        assert_true(n > 100 && n < sizeof bytes);
        if (round == 0) assert_true(H5Dread(set, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
        memcpy(changed, bytes, sizeof bytes);
        changed[4 + (size_t)round * 2654435761U % (n - 4)] ^= (unsigned char)(1U << round % 8);
        changed[4 + (size_t)round * 40503U % (n - 4)] = round % 3 == 0 ? 0xff : 0;
        assert_true(H5Dwrite(set, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, changed) >= 0);
        (void)H5Sclose(space);
        (void)H5Dclose(set);
        assert_true(H5Fclose(file) >= 0);
        refused += read_all(path, scratch) != GUD_OK;
        folder_empty(scratch);
    }
    assert_true(refused > 50);
    folder_remove(scratch);
    folder_remove(folder);
}

static void good_file_is_read(void **state)
{
    char folder[GUD_PATH_SIZE], scratch[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    folder_new(scratch);
    make_result(folder);
    if (read_all(folder, scratch) < 0) fail_msg("%s", error.text);
    assert_true(folder_has(scratch, "joints-small-end-000000.vts")); // maps on their points
    folder_empty(scratch);
    folder_remove(scratch);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_file_is_read),
        cmocka_unit_test(changed_files_are_refused_or_harmless),
        cmocka_unit_test(changed_layouts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
