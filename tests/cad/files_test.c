// Formats: STEP in three schemas, IGES with parts as solids or as heaps of faces, several files.
#include "cad_case.h"

static const gud_cad_module *module;

static void check_parts(const gud_assembly *a, const cad_expected *e, double tolerance)
{
    assert_int_equal(a->npart, e->npart);
    for (int k = 0; k < e->npart; k++) cad_check_part(&a->parts[k], &e->parts[k], tolerance);
}

static void check_schema(const char *schema, const char *more)
{
    char options[100];
    cad_expected e;
    (void)snprintf(options, sizeof options, "--schema %s %s", schema, more);
    gud_assembly *a = cad_case(module, "slipper", options, &e);
    assert_string_equal(a->schema, schema);
    for (int k = 0; k < e.npart; k++) assert_string_equal(a->parts[k].name, e.parts[k].name);
    check_parts(a, &e, 1e-7);
    module->free(a);
}

static void test_schemas(void **state)
{
    (void)state;
    check_schema("AP203", "");
    check_schema("AP214", "--inches");
    check_schema("AP242", "--no-curves");
}

static gud_assembly *read_iges(const char *name, const char *options, cad_expected *e)
{
    char path[200];
    cad_path(path, "case.iges");
    cad_make(name, path, options, e);
    gud_assembly *a = cad_read(module, path);
    assert_string_equal(a->schema, "IGES 5.3");
    (void)remove(path);
    return a;
}

// Faces belong together where they share edges, and have the name of their group: property 406, form 15.
static void test_iges_parts(void **state)
{
    static const char *const names[] = {"crank-slider", "bush", "hinge"};
    cad_expected e;
    (void)state;
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        gud_assembly *a = read_iges(names[i / 2], i % 2 ? "--schema solids --inches" : "--schema faces", &e);
        assert_near(a->unit, i % 2 ? 0.0254 : 1e-3, 1e-12);
        check_parts(a, &e, 1e-6);
        for (int k = 0; k < e.npart; k++) {
            const int written = strcmp(e.parts[k].name, "piston") != 0; // OpenCASCADE leaves out the name of this one
            assert_string_equal(a->parts[k].name, written ? e.parts[k].name : "part 6");
            assert_string_equal(a->parts[k].path, names[i / 2]);
        }
        module->free(a);
    }
}

// names as labels of eight letters
static void test_iges_labels(void **state)
{
    cad_expected e;
    (void)state;
    for (int i = 0; i < 2; i++) {
        gud_assembly *a = read_iges("hinge", i ? "--labels --schema solids" : "--labels --schema faces", &e);
        check_parts(a, &e, 1e-6);
        for (int k = 0; k < e.npart; k++) {
            assert_string_equal(a->parts[k].name, e.parts[k].name);
            assert_string_equal(a->parts[k].path, "hinge");
        }
        module->free(a);
    }
}

// Subfigures have the name, and their instances the place: two of each part.
static void test_iges_subfigures(void **state)
{
    cad_expected e;
    (void)state;
    for (int i = 0; i < 2; i++) {
        gud_assembly *a = read_iges("hinge", i ? "--subfigures --schema solids" : "--subfigures --schema faces", &e);
        assert_int_equal(a->npart, 2 * e.npart);
        for (int k = 0; k < a->npart; k++) {
            cad_part *expected = &e.parts[k / 2];
            char second[80];
            (void)snprintf(second, sizeof second, "%s 2", expected->name);
            assert_string_equal(a->parts[k].name, k % 2 ? second : expected->name);
            expected->centre[0] += 0.1; // for the second once more
            cad_check_part(&a->parts[k], expected, 1e-6);
        }
        module->free(a);
    }
}

// a shell in a solid is a hole, whether the file says so or lists faces only
static void test_iges_cavity(void **state)
{
    cad_expected e;
    (void)state;
    for (int i = 0; i < 2; i++) {
        gud_assembly *a = read_iges("balls", i ? "--only hollow --schema solids" : "--only hollow --schema faces", &e);
        check_parts(a, &e, 1e-6);
        assert_string_equal(a->parts[0].name, "hollow");
        assert_int_equal(a->nface, 7);
        for (int k = 0; k < a->nface; k++)
            if (a->faces[k].kind == GUD_FACE_SPHERE) assert_true(a->faces[k].inward);
        module->free(a);
    }
}

// one part in each file
static void test_several_files(void **state)
{
    static const char *const names[] = {"crank", "rod", "piston"};
    char paths[3][200], error[512] = "";
    const char *list[3];
    const gud_cad_options options = {.deflection = 1e-3};
    cad_expected e[3];
    gud_assembly *a = NULL;
    (void)state;
    for (int i = 0; i < 3; i++) {
        char name[40], only[40];
        (void)snprintf(name, sizeof name, "%s.step", names[i]);
        (void)snprintf(only, sizeof only, "--only %s", names[i]);
        list[i] = cad_path(paths[i], name);
        cad_make("crank-slider", list[i], only, &e[i]);
    }
    assert_int_equal(module->read(3, list, &options, &a, error, sizeof error), 0);
    assert_int_equal(a->npart, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(a->parts[i].name, names[i]);
        assert_string_equal(a->parts[i].path, "");
        cad_check_part(&a->parts[i], &e[i].parts[0], 1e-7);
        (void)remove(list[i]);
    }
    module->free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schemas),     cmocka_unit_test(test_iges_parts),
        cmocka_unit_test(test_iges_labels), cmocka_unit_test(test_iges_subfigures),
        cmocka_unit_test(test_iges_cavity), cmocka_unit_test(test_several_files),
    };
    module = cad_module();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
