// Where parameters end: poles, seams, borders of patches, the end of a short journal. Exact rays in long double.

#include "num/pi.h"
#include "verify/surface_case.h"

typedef long double real;

static const double R = 0.01, clearance = 30e-6;

static void sphere_in_socket(gap_case *c)
{
    gud_nurbs ball, socket;
    assert_done(gud_nurbs_sphere(R, &c->arena, &c->error, &ball));
    assert_done(gud_nurbs_sphere(R + clearance, &c->arena, &c->error, &socket));
    case_surface(c, 0, &ball);
    case_surface(c, 1, &socket);
}

// from the place and normal as the grid holds them, both exact to rounding
static double socket_gap(const gap_case *c, const gud_pose *o, int i)
{
    real xn = 0.0L, xx = 0.0L, nn = 0.0L;
    for (int k = 0; k < 3; k++) {
        const real x = (real)c->grid.place[3 * i + k] - (real)o->p[k], n = c->grid.normal[3 * i + k];
        xn += x * n;
        xx += x * x;
        nn += n * n;
    }
    const real socket = (real)R + (real)clearance;
    return (double)((-xn + sqrtl(xn * xn - nn * (xx - socket * socket))) / nn);
}

static void assert_socket(gap_case *c, const gud_pose *o)
{
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0);
    case_find(c, &r, o);
    for (int i = 0; i < c->grid.n; i++) {
        assert_int_equal(c->field.state[i], GUD_GAP_FILM);
        assert_near(c->field.gap[i], socket_gap(c, o, i), 1e-15);
        assert_true(isfinite(c->field.rate[i]));
    }
}

// rays that start at the pole and ever closer to it
static void test_poles(void **state)
{
    gap_case *c = *state;
    sphere_in_socket(c);
    assert_true(c->surface[0].pole[1][0] && c->surface[0].pole[1][1] && !c->surface[0].pole[0][0]);
    double xi[2 * 2 * 5 * 12];
    int n = 0;
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 12; k++)
            for (int a = 0; a < 5; a++, n++) {
                const double v = k == 0 ? 0.0 : pow(10.0, -k);
                xi[2 * n] = 0.21 * a;
                xi[2 * n + 1] = end ? 1.0 - v : v;
            }
    assert_done(gud_grid_scatter(&c->surface[0], n, xi, 1, &c->arena, &c->error, &c->grid));
    const gud_pose poses[] = {pose_at(0, 0, 0, 0, 0, 0),           pose_at(0, 0, 12e-6, 0, 0, 0.4),
                              pose_at(9e-6, -7e-6, 2e-6, 0, 0, 0), pose_at(1e-9, 0, 0, 0, 0, 0),
                              pose_at(0, 1e-12, 0, 0, 0, 0),       pose_at(3e-6, 0, 1e-6, 1.2, 0.4, 0)};
    for (int i = 0; i < GUD_COUNT(poses); i++) {
        case_arrays(c, GUD_GAP_NEWTON, 1e-3);
        assert_socket(c, &poses[i]);
        assert_socket(c, &poses[i]); // and warm
    }
}

// the frame of a pole is a frame
static void test_frames_at_poles(void **state)
{
    gap_case *c = *state;
    const double xi[] = {0.0, 0.0, 0.3, 0.0, 0.3, 1.0, 0.8, 1.0};
    sphere_in_socket(c);
    assert_done(gud_grid_scatter(&c->surface[0], 4, xi, 1, &c->arena, &c->error, &c->grid));
    for (int i = 0; i < 4; i++) {
        double cross[3];
        v3_cross(cross, c->grid.along + 3 * i, c->grid.normal + 3 * i);
        for (int k = 0; k < 3; k++) assert_near(cross[k], c->grid.across[3 * i + k], 1e-15);
        assert_near(c->grid.normal[3 * i + 2], i < 2 ? -1.0 : 1.0, 1e-12);
        assert_near(v3_norm(c->grid.along + 3 * i), 1.0, 1e-14);
    }
}

static void journal_in_bore(gap_case *c, double journal_half, double bore_half, bool journal_is_reference)
{
    gud_nurbs journal, bore;
    assert_done(gud_nurbs_cylinder(R, -journal_half, journal_half, &c->arena, &c->error, &journal));
    assert_done(gud_nurbs_cylinder(R + clearance, -bore_half, bore_half, &c->arena, &c->error, &bore));
    case_surface(c, 0, journal_is_reference ? &journal : &bore);
    case_surface(c, 1, journal_is_reference ? &bore : &journal);
}

// a point on every border of a patch, on both ends of the seam, and a hair beside them
static void test_seams_and_borders(void **state)
{
    gap_case *c = *state;
    double xi[2 * 5 * 5];
    int n = 0;
    for (int border = 0; border <= 4; border++)
        for (int k = -2; k <= 2; k++, n++) {
            xi[2 * n] = fmin(fmax(0.25 * border + k * 1e-13, 0.0), 1.0);
            xi[2 * n + 1] = 0.5;
        }
    journal_in_bore(c, 0.01, 0.01, true);
    assert_true(c->surface[1].closed[0] && !c->surface[1].closed[1]);
    assert_done(gud_grid_scatter(&c->surface[0], n, xi, 1, &c->arena, &c->error, &c->grid));
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(0, 0, 0, 0, 0, 0);
    case_arrays(c, GUD_GAP_NEWTON, 1e-3);
    for (int pass = 0; pass < 2; pass++) {
        case_find(c, &r, &o);
        for (int i = 0; i < n; i++) {
            assert_int_equal(c->field.state[i], GUD_GAP_FILM);
            assert_near(c->field.gap[i], clearance, 1e-15);
        }
    }
}

// three turns in small steps: warm starts cross the seam and never have to start cold
static void test_warm_starts_wrap(void **state)
{
    gap_case *c = *state;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0);
    journal_in_bore(c, 0.01, 0.012, true);
    case_grid(c, 16, 3, 1);
    case_arrays(c, GUD_GAP_NEWTON, 1e-3);
    for (int step = 0; step <= 300; step++) {
        const gud_pose o = pose_at(10e-6, 0, 0, 0, 0, 2.0 * pi / 100.0 * step);
        case_find(c, &r, &o);
        assert_int_equal(c->field.nfilm, c->grid.n);
        if (step > 0) assert_int_equal(c->field.ncold, 0);
        for (int i = 0; i < c->grid.n; i++) assert_true(c->warm[2 * i] >= 0.0 && c->warm[2 * i] <= 1.0);
    }
}

// a bore's normals beyond the end of a short journal meet nothing
static void test_short_journal(void **state)
{
    gap_case *c = *state;
    const double half = 0.004, bore_half = 0.01;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(5e-6, 0, 0.001, 0, 0, 0);
    journal_in_bore(c, half, bore_half, false);
    case_grid(c, 24, 40, -1);
    const gud_gap_mode modes[] = {GUD_GAP_NEWTON, GUD_GAP_MREP};
    for (int m = 0; m < 2; m++) {
        case_arrays(c, modes[m], 1e-3);
        case_find(c, &r, &o);
        for (int i = 0; i < c->grid.n; i++) {
            const double z = c->grid.place[3 * i + 2] - 0.001;
            const bool film = fabs(z) < half;
            if (!gud_gap_sure(c->field.state[i])) continue;
            assert_int_equal(c->field.state[i], film ? GUD_GAP_FILM : GUD_GAP_NONE);
            if (film) continue;
            assert_true(c->field.gap[i] == 1e-3 && c->field.rate[i] == 0.0 && isnan(c->warm[2 * i]));
        }
    }
}

// the journal slides out of the film and back in: masked points come back
static void test_masked_points_return(void **state)
{
    gap_case *c = *state;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), in = pose_at(0, 0, 0, 0, 0, 0), out = pose_at(0, 0, 0.015, 0, 0, 0);
    journal_in_bore(c, 0.01, 0.01, false);
    case_grid(c, 16, 20, -1);
    case_arrays(c, GUD_GAP_NEWTON, 1e-3);
    case_find(c, &r, &in);
    assert_int_equal(c->field.nfilm, c->grid.n);
    case_find(c, &r, &out);
    assert_int_equal(c->field.nfilm, c->grid.n / 4);
    case_find(c, &r, &in);
    assert_int_equal(c->field.nfilm, c->grid.n);
    for (int i = 0; i < c->grid.n; i++) assert_near(c->field.gap[i], clearance, 1e-15);
}

// the window: hits beyond it are none, and the far side of the bore is never taken for the near one
static void test_window(void **state)
{
    gap_case *c = *state;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(20e-6, 0, 0, 0, 0, 0);
    journal_in_bore(c, 0.01, 0.012, true);
    case_grid(c, 16, 2, 1);
    case_arrays(c, GUD_GAP_NEWTON, 0.05);
    case_find(c, &r, &o);
    for (int i = 0; i < c->grid.n; i++) assert_true(c->field.gap[i] > 5e-6 && c->field.gap[i] < 55e-6);
    c->pair.low = -1e-3;
    c->pair.high = 30e-6;
    case_find(c, &r, &o);
    for (int i = 0; i < c->grid.n; i++) assert_true(c->field.gap[i] <= 30e-6);
    assert_true(c->field.nfilm > 0 && c->field.nfilm < c->grid.n);
}

// a flat slider over a fine texture, several patches from query to query: warm starts keep up
static void test_slider_over_texture(void **state)
{
    enum { nwave = 24 };
    gap_case *c = *state;
    double z[nwave + 1][nwave + 1];
    const double flat[4] = {0}, depth = 1e-6, gap = 10e-6;
    gud_nurbs slider, guide;
    for (int i = 0; i <= nwave; i++)
        for (int j = 0; j <= nwave; j++) z[i][j] = depth * cos(1.5 * i) * cos(1.5 * j);
    assert_done(gud_nurbs_plane(4e-3, 4e-3, 2, 2, flat, &c->arena, &c->error, &slider));
    assert_done(gud_nurbs_plane(24e-3, 24e-3, nwave + 1, nwave + 1, &z[0][0], &c->arena, &c->error, &guide));
    case_surface(c, 0, &slider);
    case_surface(c, 1, &guide);
    case_grid(c, 16, 12, -1);
    case_arrays(c, GUD_GAP_NEWTON, 1e-4);
    for (int step = 0; step <= 5; step++) {
        const gud_pose r = pose_at(-9e-3 + 3.5e-3 * step, 2.9e-3 * step - 7e-3, gap, 0, 0, 0),
                       o = pose_at(0, 0, 0, 0, 0, 0);
        case_find(c, &r, &o);
        assert_int_equal(c->field.nfilm, c->grid.n);
        if (step > 0) assert_int_equal(c->field.ncold, 0);
        for (int i = 0; i < c->grid.n; i++) {
            gud_surface_point p;
            gud_surface_eval(&c->surface[1], c->warm[2 * i], c->warm[2 * i + 1], &p);
            assert_near(p.x[0], c->grid.place[3 * i] + r.p[0], 1e-15);
            assert_near(p.x[1], c->grid.place[3 * i + 1] + r.p[1], 1e-15);
            assert_near(c->field.gap[i], gap - p.x[2], 1e-17);
        }
    }
}

// without implicit matrices, samples start the search
static void test_samples_serve_as_well(void **state)
{
    gap_case *c = *state;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(12e-6, 3e-6, 0, 0, 0, 0.3);
    sphere_in_socket(c);
    gud_patch *patches = GUD_TAKE(&c->arena, gud_patch, 8);
    memcpy(patches, c->surface[1].patches, 8 * sizeof *patches);
    for (int i = 0; i < 8; i++) patches[i].mrep.m = 0;
    c->surface[1].patches = patches;
    case_grid(c, 24, 12, 1);
    case_arrays(c, GUD_GAP_NEWTON, 1e-3);
    assert_socket(c, &o);
    c->pair.mode = GUD_GAP_VERIFY;
    case_find(c, &r, &o);
    assert_int_equal(c->field.nunsure, c->grid.n);
    assert_int_equal(c->field.ndisagree, 0);
}

static void test_nonsense_is_refused(void **state)
{
    gap_case *c = *state;
    gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(0, NAN, 0, 0, 0, 0);
    journal_in_bore(c, 0.01, 0.012, true);
    case_grid(c, 4, 2, 1);
    case_arrays(c, GUD_GAP_NEWTON, 1e-3);
    assert_int_equal(gud_gap_find(&c->pair, &r, &o, &c->work, c->warm, &c->error, &c->field), GUD_ERR_NUMERIC);
    o.p[1] = 0.0;
    c->pair.low = 1e-6;
    assert_int_equal(gud_gap_find(&c->pair, &r, &o, &c->work, c->warm, &c->error, &c->field), GUD_ERR_INPUT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_poles),
        TEST(test_frames_at_poles),
        TEST(test_seams_and_borders),
        TEST(test_warm_starts_wrap),
        TEST(test_short_journal),
        TEST(test_masked_points_return),
        TEST(test_window),
        TEST(test_nonsense_is_refused),
        TEST(test_samples_serve_as_well),
        TEST(test_slider_over_texture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
