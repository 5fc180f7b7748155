// Surfaces of Gudgeon written as STEP and IGES come back as the same surfaces.
#include "base/arena.h"
#include "cad_case.h"
#include "surface/surface.h"

static const gud_cad_module *module;

static gud_nurbs net_of(const gud_face *f)
{
    return (gud_nurbs){.degree = {f->net.degree[0], f->net.degree[1]},
                       .count = {f->net.count[0], f->net.count[1]},
                       .knots = {f->net.knots[0], f->net.knots[1]},
                       .points = f->net.points};
}

// same places at the same parameters
static void compare(const gud_nurbs *a, const gud_nurbs *b, gud_arena *arena)
{
    gud_error error;
    gud_surface s, t;
    assert_int_equal(gud_surface_create(a, "written", arena, &error, &s), GUD_OK);
    assert_int_equal(gud_surface_create(b, "read", arena, &error, &t), GUD_OK);
    for (int d = 0; d < 2; d++) {
        assert_near(t.low[d], s.low[d], 1e-12);
        assert_near(t.high[d], s.high[d], 1e-12);
    }
    for (int i = 0; i <= 30; i++)
        for (int j = 0; j <= 30; j++) {
            gud_surface_point p, q;
            const double u = s.low[0] + (s.high[0] - s.low[0]) * i / 30.0,
                         v = s.low[1] + (s.high[1] - s.low[1]) * j / 30.0;
            gud_surface_eval(&s, u, v, &p);
            gud_surface_eval(&t, u, v, &q);
            for (int k = 0; k < 3; k++) assert_near(q.x[k], p.x[k], 1e-10);
        }
}

static void round_trip(const char *file, const gud_nurbs *nets, int n, gud_arena *arena)
{
    static const char *const names[] = {"barrel", "lemon", "worn", "textured"};
    gud_cad_surface surfaces[4];
    char path[200], error[512] = "";
    for (int i = 0; i < n; i++)
        surfaces[i] = (gud_cad_surface){.name = names[i],
                                        .net = {.degree = {nets[i].degree[0], nets[i].degree[1]},
                                                .count = {nets[i].count[0], nets[i].count[1]},
                                                .knots = {nets[i].knots[0], nets[i].knots[1]},
                                                .points = nets[i].points}};
    if (module->write(cad_path(path, file), n, surfaces, error, sizeof error) != 0) fail_msg("%s", error);
    gud_assembly *a = cad_read(module, path);
    assert_int_equal(a->npart, n);
    assert_int_equal(a->nface, n);
    for (int i = 0; i < n; i++) {
        const gud_face *f = &a->faces[i];
        if (strstr(file, "step")) assert_string_equal(a->parts[f->part].name, names[i]);
        assert_int_equal(f->kind, GUD_FACE_SPLINE);
        const gud_nurbs back = net_of(f);
        compare(&nets[i], &back, arena);
    }
    module->free(a);
    (void)remove(path);
}

// radius of the bore, ovality and wear as lobes, at n points around
static void fill_sections(double *points, int nsection, int npoint, double lobe, double wear)
{
    for (int s = 0; s < nsection; s++)
        for (int i = 0; i < npoint; i++) {
            const double angle = 2.0 * 3.14159265358979323846 * i / npoint, z = -10e-3 + 20e-3 * s / (nsection - 1);
            const double r =
                20e-3 + lobe * cos(2.0 * angle) + wear * exp(-4.0 * pow(sin(0.5 * angle), 2.0)) * (1.0 + 40.0 * z);
            double *p = points + 3 * (s * npoint + i);
            p[0] = r * cos(angle), p[1] = r * sin(angle), p[2] = z;
        }
}

static void test_round_trip(void **state)
{
    enum { sections = 6, around = 24, nx = 20, ny = 12 };
    gud_arena arena;
    gud_error error;
    gud_nurbs nets[4];
    double points[sections * around * 3], heights[nx * ny];
    (void)state;
    gud_arena_init(&arena);
    assert_int_equal(gud_nurbs_barrel(20e-3, 5e-6, 30e-3, &arena, &error, &nets[0]), GUD_OK);
    fill_sections(points, sections, around, 15e-6, 0.0);
    assert_int_equal(gud_nurbs_loft(sections, around, points, true, &arena, &error, &nets[1]), GUD_OK);
    fill_sections(points, sections, around, 0.0, 8e-6);
    assert_int_equal(gud_nurbs_loft(sections, around, points, true, &arena, &error, &nets[2]), GUD_OK);
    for (int i = 0; i < nx * ny; i++) heights[i] = 3e-6 * sin(1.3 * (i / ny)) * cos(2.1 * (i % ny));
    assert_int_equal(gud_nurbs_plane(40e-3, 20e-3, nx, ny, heights, &arena, &error, &nets[3]), GUD_OK);
    round_trip("written.step", nets, 4, &arena);
    round_trip("written.iges", nets, 4, &arena);
    gud_arena_free(&arena);
}

static void test_folder_that_is_not_there(void **state)
{
    gud_arena arena;
    gud_error why;
    gud_nurbs net;
    char error[512] = "";
    (void)state;
    gud_arena_init(&arena);
    assert_int_equal(gud_nurbs_barrel(20e-3, 5e-6, 30e-3, &arena, &why, &net), GUD_OK);
    const gud_cad_surface surface = {.name = "barrel",
                                     .net = {.degree = {net.degree[0], net.degree[1]},
                                             .count = {net.count[0], net.count[1]},
                                             .knots = {net.knots[0], net.knots[1]},
                                             .points = net.points}};
    assert_int_equal(module->write("no/such/folder/x.step", 1, &surface, error, sizeof error), -1);
    assert_non_null(strstr(error, "cannot be written"));
    gud_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_folder_that_is_not_there),
    };
    module = cad_module();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
