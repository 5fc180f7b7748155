// Every row of the table of shapes, read from a model file with units, gives a surface of the right size; mistakes are
// answered.

#include "check.h"

#include "load/input.h"
#include "num/blas.h"
#include "surface/shape.h"
#include "surface/surface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const gud_section surfaces = {
    .key = "surfaces", .about = "surfaces", .named = true, .selector = "shape", .rows = gud_shape_rows};
static const gud_section *const sections[] = {&surfaces, NULL};

typedef struct {
    gud_units *units;
    gud_arena arena;
    gud_error error;
    char folder[64];
} fixture;

static void write_file(const fixture *f, const char *name, const char *text)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", f->folder, name);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    (void)fputs(text, stream);
    (void)fclose(stream);
}

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (!f || gud_units_create(&f->error, &f->units) != GUD_OK) return -1;
    strcpy(f->folder, "/tmp/gudgeon-shapes-XXXXXX");
    if (!mkdtemp(f->folder)) return -1;
    write_file(f, "profile.csv", "radius [mm], z [mm]\n10, -10\n10.1, 0\n10, 10\n");
    write_file(f, "hidden.csv", "radius [mm], z mm\n10, -10\n10.1, 0\n10, 10\n");
    write_file(f, "heights.csv", "0, 0, 0\n0, 1e-5, 0\n0, 0, 0\n");
    write_file(f, "loft.csv",
               "x [mm], y [mm], z [mm]\n10, 0, 0\n0, 10, 0\n-10, 0, 0\n0, -10, 0\n"
               "10, 0, 9\n0, 10, 9\n-10, 0, 9\n0, -10, 9\n");
    write_file(f, "square.txt",
               "gudgeon-surface 1 degree 1 1 count 2 2 knots 0 0 1 1 knots 0 0 1 1\n"
               "0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1\n");
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    static const char *const names[] = {"profile.csv", "hidden.csv", "heights.csv", "loft.csv", "square.txt"};
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(names); i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", f->folder, names[i]);
        (void)remove(path);
    }
    (void)rmdir(f->folder);
    gud_units_free(f->units);
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

static gud_status convert(const void *user, const char *unit, const char *wanted, int n, double *values,
                          gud_error *error)
{
    (void)user;
    if (strcmp(unit, "mm") != 0 || strcmp(wanted, "m") != 0)
        return gud_fail(error, GUD_ERR_INPUT, "'%s' is no length", unit);
    for (int i = 0; i < n; i++) values[i] *= 1e-3;
    return GUD_OK;
}

static gud_input *load(fixture *f, const char *text)
{
    char name[128];
    gud_diag diag;
    gud_buffer messages;
    gud_input *input;
    (void)snprintf(name, sizeof name, "%s/model.yaml", f->folder);
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_origin origin = {.path = name, .text = text, .size = strlen(text)};
    if (gud_input_load(&origin, sections, f->units, &diag, &input) != GUD_OK) {
        gud_diag_write(&diag, &messages);
        fail_msg("%s", gud_buffer_text(&messages));
    }
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    return input;
}

static gud_status build(fixture *f, const gud_input *input, const gud_entity *e, gud_nurbs *nurbs)
{
    const gud_csv_units units = {convert, NULL};
    const gud_shape_context context = {&units, &f->arena, &f->error, input};
    return gud_shape_of(e->row)->build(e->params, &context, nurbs);
}

static const char good[] = "gudgeon: 1\n"
                           "surfaces:\n"
                           "  cylinder: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"
                           "  cone: {shape: cone, radius_low: 10 mm, radius_high: 0, length: 2 cm}\n"
                           "  sphere: {shape: sphere, radius: 1 cm}\n"
                           "  torus: {shape: torus, ring: 30 mm, tube: 10 mm}\n"
                           "  barrel: {shape: barrel, radius: 10 mm, crown: 8 um, length: 20 mm}\n"
                           "  profile: {shape: profile, file: profile.csv, degree: 2}\n"
                           "  plane: {shape: plane, size: [20 mm, 10 mm], heights: heights.csv}\n"
                           "  loft: {shape: loft, file: loft.csv, points: 4, closed: yes}\n"
                           "  net: {shape: net, degree: [1, 1], knots_u: [0, 0, 1, 1], knots_v: [0, 0, 1, 1],\n"
                           "        points: [0, 0, 0, 0, 1 mm, 0, 1 mm, 0, 0, 1 mm, 1 mm, 0]}\n"
                           "  file: {shape: file, file: square.txt}\n"
                           "  list: {shape: profile, radius: [1 mm, 2 mm], z: [0, 1 mm]}\n"
                           "  flat: {shape: plane, size: [3 mm, 4 mm]}\n"
                           "  patches: {shape: patches, of: [net, wide]}\n"
                           "  wide: {shape: net, degree: [1, 1], knots_u: [0, 0, 1, 1], knots_v: [0, 0, 1, 1],\n"
                           "         points: [3 mm, 1 mm, 0, 3 mm, 0, 0, 1 mm, 1 mm, 0, 1 mm, 0, 0]}\n";

// the diagonal of a box around the control points, in mm
static void test_every_row_builds(void **state)
{
    static const double sizes[] = {34.641, 34.641,  34.641,  115.109, 34.661, 34.984,  22.36,
                                   29.68,  1.41421, 1414.21, 5.74456, 5,      3.16228, 2.23607};
    fixture *f = *state;
    gud_input *input = load(f, good);
    const gud_entities *all = gud_input_section(input, "surfaces");
    assert_int_equal(all->count, GUD_COUNT(sizes));
    bool seen[32] = {false};
    for (int i = 0; i < all->count; i++) {
        gud_nurbs nurbs;
        gud_surface s;
        if (build(f, input, &all->list[i], &nurbs) != GUD_OK ||
            gud_surface_create(&nurbs, all->list[i].name, &f->arena, &f->error, &s) != GUD_OK)
            fail_msg("%s: %s", all->list[i].name, f->error.text);
        if (!(fabs(1e3 * s.size - sizes[i]) < 0.05 * sizes[i]))
            fail_msg("%s: size %g mm, expected %g", all->list[i].name, 1e3 * s.size, sizes[i]);
        for (int k = 0; gud_shape_rows[k]; k++) seen[k] = seen[k] || gud_shape_rows[k] == all->list[i].row;
    }
    for (int k = 0; gud_shape_rows[k]; k++)
        if (!seen[k]) fail_msg("%s was not tried", gud_shape_rows[k]->name);
    gud_input_free(input);
}

static void test_mistakes_are_answered(void **state)
{
    static const char bad[] =
        "gudgeon: 1\n"
        "surfaces:\n"
        "  a: {shape: profile, radius: [1 mm, 2 mm], z: [0]}\n"
        "  b: {shape: loft, file: loft.csv, points: 3}\n"
        "  c: {shape: net, degree: [1, 1.5], knots_u: [0, 0, 1, 1], knots_v: [0, 0, 1, 1], points: [0]}\n"
        "  d: {shape: net, degree: [1, 1], knots_u: [0, 0, 1, 1], knots_v: [0, 0, 1, 1], points: [0]}\n"
        "  e: {shape: net, degree: [1, 1], knots_u: [0, 1], knots_v: [0, 0, 1, 1], points: [0]}\n"
        "  f: {shape: profile, file: loft.csv}\n"
        "  g: {shape: plane, size: [1, 1], heights: nothing.csv}\n"
        "  h: {shape: loft, file: profile.csv, points: 3}\n"
        "  i: {shape: profile, file: hidden.csv}\n";
    static const char *const reasons[] = {"2 radii but 1",
                                          "8 rows cannot be divided into sections of 3",
                                          "degree 1.5 is not a whole number",
                                          "need 2 x 2 = 4 points",
                                          "2 and 4 knots",
                                          "point 3 of the profile has radius -0.01",
                                          "nothing.csv",
                                          "expected 3 columns, found 2",
                                          "hidden.csv: column 'z mm': the name seems to end in a unit"};
    fixture *f = *state;
    gud_input *input = load(f, bad);
    const gud_entities *all = gud_input_section(input, "surfaces");
    assert_int_equal(all->count, GUD_COUNT(reasons));
    for (int i = 0; i < all->count; i++) {
        gud_nurbs nurbs;
        assert_true(build(f, input, &all->list[i], &nurbs) < 0);
        if (!strstr(f->error.text, reasons[i])) fail_msg("'%s' does not say '%s'", f->error.text, reasons[i]);
    }

    // a unit in a file that nobody can convert
    const gud_shape_context context = {NULL, &f->arena, &f->error, NULL};
    gud_nurbs nurbs;
    assert_int_equal(gud_shape_loft.build(all->list[1].params, &context, &nurbs), GUD_ERR_INPUT);
    assert_non_null(strstr(f->error.text, "a unit that cannot be converted here"));
    gud_input_free(input);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {TEST(test_every_row_builds), TEST(test_mistakes_are_answered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
