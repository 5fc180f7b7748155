// The surfaces of examples/surface: they read, and the gap between them is what their README says.

#include "verify/surface_case.h"

#include "surface/shape.h"

static void read_surface(gap_case *c, int which, const char *path)
{
    gud_nurbs nurbs;
    if (gud_nurbs_read(path, &c->arena, &c->error, &nurbs) != GUD_OK) fail_msg("%s", c->error.text);
    case_surface(c, which, &nurbs);
}

// radius of the crown's arc from half length and drop: gap = clearance + R - r(z), exactly along the journal's normal
static double exact_gap(double z)
{
    const double R = 0.01, c = 8e-6, l = 0.01, bow = (l * l + c * c) / (2.0 * c), slope = asin(z / bow);
    return (0.01003 - (R - bow + bow * cos(slope))) / cos(slope);
}

static void test_journal_in_bore(void **state)
{
    gap_case *c = *state;
    const gud_pose pose = pose_at(0, 0, 0, 0, 0, 0);
    read_surface(c, 0, "examples/surface/journal.txt");
    read_surface(c, 1, "examples/surface/bore.txt");
    case_grid(c, 32, 21, 1);
    case_arrays(c, GUD_GAP_VERIFY, 1e-3);
    case_find(c, &pose, &pose);
    assert_int_equal(c->field.nfilm, c->grid.n);
    assert_int_equal(c->field.ndisagree, 0);
    assert_true(c->field.judge < 1e-13);
    for (int i = 0; i < c->grid.n; i++) {
        assert_near(c->field.gap[i], exact_gap(c->grid.place[3 * i + 2]), 1e-14);
        assert_true(c->field.gap[i] > 30e-6 - 1e-12 && c->field.gap[i] < 38e-6);
    }

    // the map for ParaView
    gud_buffer text;
    const char *const names[] = {"gap", "rate"};
    const double *const fields[] = {c->field.gap, c->field.rate};
    gud_buffer_init(&text);
    gud_grid_vtk(&c->grid, 2, names, fields, &text);
    assert_non_null(strstr(text.data, "DIMENSIONS 21 32 1\nPOINTS 672 double\n"));
    assert_non_null(strstr(text.data, "SCALARS rate double 1\n"));
    gud_buffer_free(&text);
}

static void test_profile(void **state)
{
    gap_case *c = *state;
    gud_nurbs nurbs;
    const gud_shape_context context = {.arena = &c->arena, .error = &c->error};
    const struct {
        const char *file;
        gud_numbers radius, z;
        int degree;
    } params = {"examples/surface/profile.csv", {NULL, 0}, {NULL, 0}, 3};
    assert_int_equal(sizeof params, gud_shape_profile.row.size);
    assert_done(gud_shape_profile.build(&params, &context, &nurbs));
    case_surface(c, 0, &nurbs);
    assert_true(c->surface[0].closed[0]);
    double widest = 0.0;
    for (int i = 0; i <= 100; i++) {
        gud_surface_point p;
        gud_surface_eval(&c->surface[0], 0.1, i / 100.0, &p);
        widest = fmax(widest, hypot(p.x[0], p.x[1]));
    }
    assert_near(widest, 0.01, 1e-7);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {TEST(test_journal_in_bore), TEST(test_profile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
