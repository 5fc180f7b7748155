// The builders: points lie where the shape says, splines go through their points, and sizes without sense are refused.

#include "check.h"

#include "num/pi.h"
#include "num/vec.h"
#include "surface/surface.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_nurbs nurbs;
    gud_surface surface;
} fixture;

static int setup(void **state)
{
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

static void surface_of(fixture *f, gud_status status)
{
    if (status != GUD_OK) fail_msg("%s", f->error.text);
    assert_int_equal(gud_surface_create(&f->nurbs, "t", &f->arena, &f->error, &f->surface), GUD_OK);
}

#define BUILD(f, shape, ...) gud_nurbs_##shape(__VA_ARGS__, &(f)->arena, &(f)->error, &(f)->nurbs)

typedef double (*equation)(double r, double z);

static double on_cylinder(double r, double z)
{
    return fabs(z) <= 0.02 + 1e-15 ? r - 0.01 : (double)NAN;
}

static double on_sphere(double r, double z)
{
    return hypot(r, z) - 0.01;
}

static double on_torus(double r, double z)
{
    return hypot(r - 0.03, z) - 0.01;
}

// a circle through (R, 0) and (R - c, l): its radius is (l^2 + c^2) / (2 c)
static double on_barrel(double r, double z)
{
    const double R = 0.01, c = 2e-4, l = 0.015, bow = (l * l + c * c) / (2.0 * c);
    return hypot(r - (R - bow), z) - bow;
}

static void assert_on(const fixture *f, equation e)
{
    for (int i = 0; i <= 40; i++)
        for (int j = 0; j <= 40; j++) {
            gud_surface_point p;
            gud_surface_eval(&f->surface, i / 40.0, j / 40.0, &p);
            assert_near(e(hypot(p.x[0], p.x[1]), p.x[2]), 0.0, 2e-16);
        }
}

static void test_shapes_of_revolution(void **state)
{
    fixture *f = *state;
    surface_of(f, BUILD(f, cylinder, 0.01, -0.01, 0.02));
    assert_on(f, on_cylinder);
    surface_of(f, BUILD(f, sphere, 0.01));
    assert_on(f, on_sphere);
    surface_of(f, BUILD(f, torus, 0.03, 0.01));
    assert_on(f, on_torus);
    surface_of(f, BUILD(f, barrel, 0.01, 2e-4, 0.03));
    assert_on(f, on_barrel);

    // the crown is where it should be
    gud_surface_point p;
    gud_surface_eval(&f->surface, 0.3, 0.5, &p);
    assert_near(hypot(p.x[0], p.x[1]), 0.01, 1e-17);
    gud_surface_eval(&f->surface, 0.3, 1.0, &p);
    assert_near(hypot(p.x[0], p.x[1]), 0.01 - 2e-4, 1e-17);
    assert_near(p.x[2], 0.015, 1e-17);
    surface_of(f, BUILD(f, barrel, 0.01, 0.0, 0.03)); // no crown: a cylinder
}

// distance of the profile, sampled finely, from a point
static double profile_distance(const fixture *f, double r, double z)
{
    double best = INFINITY;
    for (int i = 0; i <= 20000; i++) {
        gud_surface_point p;
        gud_surface_eval(&f->surface, 0.0, i / 20000.0, &p);
        best = fmin(best, hypot(p.x[0] - r, p.x[2] - z));
    }
    return best;
}

static void test_revolved_profile(void **state)
{
    fixture *f = *state;
    const double r[] = {0.010, 0.0102, 0.0101, 0.0099, 0.0104}, z[] = {-0.01, -0.006, -0.001, 0.003, 0.01};
    for (int degree = 1; degree <= 5; degree++) {
        surface_of(f, BUILD(f, revolve, 5, r, z, degree));
        assert_int_equal(f->nurbs.degree[1], degree < 5 ? degree : 4);
        for (int i = 0; i < 5; i++) assert_near(profile_distance(f, r[i], z[i]), 0.0, 1e-6);
    }
}

static void test_plane_has_its_heights(void **state)
{
    enum { nx = 9, ny = 5 };
    fixture *f = *state;
    double z[nx][ny];
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) z[i][j] = 1e-4 * sin(1.3 * i + 0.7 * j);
    surface_of(f, BUILD(f, plane, 0.02, 0.01, nx, ny, &z[0][0]));
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            gud_surface_point p;
            gud_surface_eval(&f->surface, (double)i / (nx - 1), (double)j / (ny - 1), &p);
            assert_near(p.x[0], 0.02 * ((double)i / (nx - 1) - 0.5), 1e-16);
            assert_near(p.x[1], 0.01 * ((double)j / (ny - 1) - 0.5), 1e-16);
            assert_near(p.x[2], z[i][j], 1e-16);
        }
}

enum { nsection = 4, npoint = 16 };

static void circle_sections(double points[nsection][npoint][3])
{
    for (int j = 0; j < nsection; j++)
        for (int i = 0; i < npoint; i++) {
            const double a = 2.0 * pi * i / npoint;
            v3_set(points[j][i], 0.01 * cos(a), 0.01 * sin(a), 0.005 * j);
        }
}

static void test_loft_goes_through_its_points(void **state)
{
    fixture *f = *state;
    double points[nsection][npoint][3];
    circle_sections(points);
    for (int closed = 0; closed < 2; closed++) {
        surface_of(f, BUILD(f, loft, nsection, npoint, &points[0][0][0], closed));
        for (int j = 0; j < nsection; j++)
            for (int i = 0; i < npoint; i++) {
                gud_surface_point p;
                gud_surface_eval(&f->surface, (double)i / (closed ? npoint : npoint - 1), (double)j / (nsection - 1),
                                 &p);
                for (int c = 0; c < 3; c++) assert_near(p.x[c], points[j][i][c], 1e-16);
            }
    }

    // the closed loft is as round everywhere, at its seam too: the error of a cubic spline of 16 points
    for (int i = 0; i < 160; i++) {
        gud_surface_point p;
        gud_surface_eval(&f->surface, i / 160.0, 0.4, &p);
        assert_near(hypot(p.x[0], p.x[1]), 0.01, 2e-6);
    }
    gud_surface_point p, q;
    gud_surface_eval(&f->surface, 0.0, 0.4, &p);
    gud_surface_eval(&f->surface, 1.0, 0.4, &q);
    for (int c = 0; c < 3; c++) {
        assert_near(p.x_u[c], q.x_u[c], 1e-14);
        assert_near(p.x_uu[c], q.x_uu[c], 1e-12);
    }
}

static void test_nonsense_is_refused(void **state)
{
    fixture *f = *state;
    const double r[] = {0.01, 0.01, -0.01}, z[] = {0.0, 0.0, 0.01}, heights[4] = {0, 0, 0, NAN};
    const gud_status refused[] = {
        BUILD(f, cylinder, 0.0, 0.0, 1.0),
        BUILD(f, cylinder, -1.0, 0.0, 1.0),
        BUILD(f, cylinder, NAN, 0.0, 1.0),
        BUILD(f, cylinder, 1.0, 1.0, 1.0),
        BUILD(f, cylinder, 1.0, 0.0, 1e9),
        BUILD(f, cone, 0.0, 0.0, 0.0, 1.0),
        BUILD(f, cone, -0.1, 1.0, 0.0, 1.0),
        BUILD(f, sphere, NAN),
        BUILD(f, sphere, 0.0),
        BUILD(f, torus, 0.01, 0.02),
        BUILD(f, torus, NAN, 0.02),
        BUILD(f, torus, 0.01, 0.0),
        BUILD(f, barrel, 0.01, -1e-5, 0.02),
        BUILD(f, barrel, 0.01, 0.011, 0.04),
        BUILD(f, barrel, 0.01, 0.009, 0.018),
        BUILD(f, barrel, 0.01, 1e-5, 0.0),
        BUILD(f, revolve, 1, r, z, 3),
        BUILD(f, revolve, 2, r, z, 3),
        BUILD(f, revolve, 3, r, z, 3),
        BUILD(f, revolve, 3, r, z, 0),
        BUILD(f, plane, 1.0, 1.0, 2, 2, heights),
        BUILD(f, plane, 1.0, 0.0, 2, 2, r),
        BUILD(f, plane, 1.0, 1.0, 0, 2, r),
        BUILD(f, plane, 1.0, 1.0, 1, 2, r),
        BUILD(f, loft, 1, 3, r, false),
        BUILD(f, loft, 2, 1, r, false),
        BUILD(f, loft, 0, 0, r, false),
        BUILD(f, loft, 2, 3, r, true),
    };
    for (int i = 0; i < GUD_COUNT(refused); i++)
        if (refused[i] != GUD_ERR_INPUT) fail_msg("case %d was not refused", i);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_shapes_of_revolution),         TEST(test_revolved_profile),
        TEST(test_plane_has_its_heights),        TEST(test_nonsense_is_refused),
        TEST(test_loft_goes_through_its_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
