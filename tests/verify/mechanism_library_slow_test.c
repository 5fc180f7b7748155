// IFToMM multibody benchmark library: A02 N-four-bar mechanism, A04 Bricard's mechanism, spatial slider-crank.
// M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, Multibody Syst. Dyn. 16 (2006) 179-190.
//
// A02: N + 1 upright bars and N bars across them, all 1 kg and 1 m, first top at 1 m/s. In the horizontal position all
// bars lie on one line and the mechanism could leave the motion as parallelograms. The library allows an energy change
// of 0.1 J in 10 s. Reference: the parallelogram's equation
//     ((N + 1)/3 + N) m L^2 ph'' = ((N + 1)/2 + N) m g L sin(ph),   ph from the upright position.
//
// A04: six hinges, each square to its neighbours, five rods of 1 kg and 1 m with a square section of 0.1 m; one freedom
// although the hinges hold 30 of 30. The start is the closed way along six edges of a cube. Reference: threefold
// symmetry makes the hinges' angles a and b in turn, with (1 + cos a)(1 + cos b) = 1; along the path s of that curve
//     a' = sin b (1 + cos a) s',  b' = -sin a (1 + cos b) s',  J(s) s'' + J_s s'^2/2 = -V_s.
//
// Spatial slider-crank: Haug's mechanism (E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems,
// 1989, section 12.2) released at 6 rad/s. Reference: the equation of its one freedom, J(th) th'' + J_th th'^2/2 =
// -V_th. The solutions submitted to the library differ by 1e-3 m and more among themselves after a turn, so that only
// the start is compared with two of them (M. Gonzalez, P. Masarati: x = 0.226786 m at 0.1 s).

#include "mechanism_case.h"

static const double gravity = 9.81;

// ---- A02

enum { TEXT = 60000 };

// the model file of N loops
static void four_bar_text(int n, double step, char *text)
{
    int at = snprintf(text, TEXT, "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n");
    const char *const bar = "  %s%d: {mass: 1, inertia: %.17g, at: [%g, %g]}\n";
    const char *const pin = "  %s%d: {type: revolute, between: [%s, %s%d], at: [%d, %d]}\n";
    char other[20];
    for (int i = 0; i <= n; i++)
        at += snprintf(text + at, (size_t)(TEXT - at), bar, "up", i, 1.0 / 12.0, (double)i, 0.5);
    for (int i = 0; i < n; i++)
        at += snprintf(text + at, (size_t)(TEXT - at), bar, "across", i, 1.0 / 12.0, i + 0.5, 1.0);
    at += snprintf(text + at, (size_t)(TEXT - at), "joints:\n");
    for (int i = 0; i <= n; i++) {
        at += snprintf(text + at, (size_t)(TEXT - at), pin, "A", i, "ground", "up", i, i, 0);
        (void)snprintf(other, sizeof other, "up%d", i);
        if (i < n) at += snprintf(text + at, (size_t)(TEXT - at), pin, "B", i, other, "across", i, i, 1);
        if (i > 0) at += snprintf(text + at, (size_t)(TEXT - at), pin, "C", i, other, "across", i - 1, i, 1);
    }
    at += snprintf(text + at, (size_t)(TEXT - at), "start: {A0.angle: {rate: -1}}\n");
    at += snprintf(text + at, (size_t)(TEXT - at), "simulate: {until: 10, step: %g}\n", step);
    assert_true(at < TEXT);
}

static bench four_bar(int n, double step, const char *integrator)
{
    char text[TEXT], type[100];
    const char *const set[] = {type};
    gud_model *m = NULL;
    gud_diag diag;
    four_bar_text(n, step, text);
    (void)snprintf(type, sizeof type, "simulate.integrator=%s", integrator);
    gud_diag_init(&diag);
    const gud_status st = gud_model_from_text("four-bar.yaml", text, set, 1, &diag, &m);
    if (!bench_loaded(st, &diag)) fail_msg("four-bar model refused");
    return bench_of(m);
}

static void parallelogram_slope(const void *user, double t, const double *y, double *slope)
{
    (void)t;
    const double n = *(const int *)user;
    slope[0] = y[1];
    slope[1] = (0.5 * (n + 1.0) + n) / ((n + 1.0) / 3.0 + n) * gravity * sin(y[0]);
}

// when the bars lie flat for the first time
static double upright_to_flat(int n)
{
    const double step = 1e-3;
    double y[2] = {0.0, 1.0}, t = 0.0;
    for (; y[0] < 0.5 * pi; t += step) reference_solve(parallelogram_slope, &n, 2, t, t + step, 10, y);
    return t;
}

static void four_bar_case(int n, double step, const char *integrator, double tolerance)
{
    char name[40];
    bench b = four_bar(n, step, integrator);
    double y[2] = {0.0, 1.0}, worst = 0.0;
    bench_start(&b);
    for (int i = 1; i <= 100; i++) {
        reference_solve(parallelogram_slope, &n, 2, 0.1 * (i - 1), 0.1 * i, 2000, y);
        bench_run_to(&b, 0.1 * i);
        const double *q = b.sim->state.q; // of up0: its centre
        worst = fmax(worst, hypot(2.0 * q[0] - sin(y[0]), 2.0 * q[1] - cos(y[0])));
    }
    (void)snprintf(name, sizeof name, "A02 four-bar, N = %d", n);
    bench_report(&b, name, worst, "m");
    assert_true(b.energy_error < 0.1);
    assert_near(worst, 0.0, tolerance);
    bench_check(&b, 1e-4, 1e-10, 1e-4);
    assert_true(b.sim->state.clock.nsingular > 1); // and the end of the run tells
    assert_near(b.sim->state.clock.singular_at, upright_to_flat(n), 0.02);
    bench_free(&b);
}

static void test_a02_four_bars(void **state)
{
    (void)state;
    four_bar_case(2, 1e-3, "esdirk2", 5e-4);
    four_bar_case(2, 1e-3, "generalized-alpha", 5e-4);
    four_bar_case(10, 1e-3, "esdirk2", 5e-4);
    four_bar_case(10, 1e-3, "generalized-alpha", 5e-4);
    four_bar_case(40, 2e-3, "esdirk2", 1e-3);
}

// ---- A04

enum { RODS = 5 };

typedef struct {
    double J, V;     // inertia along the path, potential energy
    double point[3]; // P3
} loop_state;

static void turn_about(const double n[3], double angle, double v[3])
{
    double across[3];
    const double along = v3_dot(n, v), c = cos(angle), s = sin(angle);
    v3_cross(across, n, v);
    for (int k = 0; k < 3; k++) v[k] = c * v[k] + s * across[k] + (1.0 - c) * along * n[k];
}

// rod after rod from the ground: e along the rod, n its hinge at the start, w its angular velocity for s' = 1
static loop_state loop_at(double a, double b)
{
    const double angle[RODS] = {-a, -b, a, b, -a}, a_s = sin(b) * (1.0 + cos(a)), b_s = -sin(a) * (1.0 + cos(b));
    const double rate[RODS] = {-a_s, -b_s, a_s, b_s, -a_s};
    const double along = 0.02 / 12.0, across = 1.01 / 12.0;
    double e[3] = {0.0, 0.0, -1.0}, n[3] = {0.0, 1.0, 0.0}, w[3] = {0.0}, p[3] = {0.0}, v[3] = {0.0};
    loop_state s = {0};
    for (int i = 0; i < RODS; i++) {
        double e_t[3], next[3], center[3];
        turn_about(n, angle[i], e);
        v3_axpy(w, w, rate[i], n);
        v3_cross(e_t, w, e);
        v3_axpy(center, v, 0.5, e_t);
        const double spin = v3_dot(w, e);
        s.J += v3_dot(center, center) + along * spin * spin + across * v3_dot(e_t, e_t);
        s.V += gravity * (p[1] + 0.5 * e[1]);
        v3_axpy(p, p, 1.0, e);
        v3_axpy(v, v, 1.0, e_t);
        v3_cross(next, e, n);
        v3_copy(n, next);
        if (i == 2) v3_copy(s.point, p);
    }
    return s;
}

static void loop_slope(const void *user, double t, const double *y, double *slope)
{
    (void)user;
    (void)t;
    const double a = y[0], b = y[1], d = 1e-5;
    const double a_s = sin(b) * (1.0 + cos(a)), b_s = -sin(a) * (1.0 + cos(b));
    const loop_state here = loop_at(a, b), ahead = loop_at(a + d * a_s, b + d * b_s);
    const loop_state behind = loop_at(a - d * a_s, b - d * b_s);
    const double J_s = (ahead.J - behind.J) / (2.0 * d), V_s = (ahead.V - behind.V) / (2.0 * d);
    slope[0] = a_s * y[2];
    slope[1] = b_s * y[2];
    slope[2] = (-V_s - 0.5 * J_s * y[2] * y[2]) / here.J;
}

static void bricard_case(const char *const *set, double tolerance)
{
    bench b = bench_load("a04-bricard", set);
    double y[3] = {0.5 * pi, 0.5 * pi, 0.0}, worst = 0.0, moved = 0.0;
    bench_start(&b);
    for (int i = 1; i <= 100; i++) {
        reference_solve(loop_slope, NULL, 3, 0.1 * (i - 1), 0.1 * i, 400, y);
        assert_near((1.0 + cos(y[0])) * (1.0 + cos(y[1])), 1.0, 1e-7); // the reference stays on its curve
        bench_run_to(&b, 0.1 * i);
        const loop_state s = loop_at(y[0], y[1]);
        const gud_pose point = bench_pose(&b, &b.sim->state, "point3");
        double d[3];
        v3_axpy(d, point.p, -1.0, s.point);
        worst = fmax(worst, v3_norm(d));
        moved = fmax(moved, fabs(point.p[1] + 1.0));
    }
    bench_report(&b, "A04 Bricard", worst, "m");
    assert_true(moved > 0.5);
    assert_near(worst, 0.0, tolerance);
    bench_check(&b, 1e-5, 1e-10, 5e-6);
    assert_int_equal(b.sim->state.clock.nsingular, 0); // one row depends on the others all the time
    bench_free(&b);
}

static void test_a04_bricard(void **state)
{
    (void)state;
    static const char *const integrators[] = {"simulate.integrator=esdirk2", "simulate.integrator=generalized-alpha",
                                              "simulate.integrator=bathe"};
    for (int i = 0; i < 3; i++) {
        const char *const set[] = {integrators[i], NULL};
        bricard_case(set, 5e-5);
    }
}

// ---- spatial slider-crank

typedef struct {
    double x, x_th, J, V; // slider, inertia for th' = 1, potential energy
} crank_state;

// the rod's spin keeps its arm y square to the slider's arm z: w . (y x z) = 0
static double rod_spin(const double e[3], const double turning[3])
{
    const double z[3] = {0.0, 0.0, 1.0};
    double y[3], normal[3];
    v3_cross(y, e, z);
    v3_cross(normal, y, z);
    return -v3_dot(turning, normal) / v3_dot(e, normal);
}

static crank_state crank_at(double th)
{
    const double r = 0.08, l = 0.3, c = cos(th), s = sin(th);
    const double B[3] = {0.0, 0.1 - r * s, 0.12 + r * c}, B_th[3] = {0.0, -r * c, -r * s};
    crank_state out = {.x = sqrt(l * l - B[1] * B[1] - B[2] * B[2])};
    out.x_th = -(B[1] * B_th[1] + B[2] * B_th[2]) / out.x;
    const double e[3] = {out.x / l, -B[1] / l, -B[2] / l}, e_th[3] = {out.x_th / l, -B_th[1] / l, -B_th[2] / l};
    double turning[3], center[3];
    v3_cross(turning, e, e_th);
    const double spin = rod_spin(e, turning);
    for (int k = 0; k < 3; k++) center[k] = B_th[k] + 0.5 * l * e_th[k];
    out.J = 1e-4 + 0.12 * 0.25 * r * r + 0.5 * v3_dot(center, center) + 4e-3 * v3_dot(e_th, e_th) + 4e-4 * spin * spin +
            2.0 * out.x_th * out.x_th;
    out.V = gravity * (0.12 * (0.12 + 0.5 * r * c) + 0.5 * 0.5 * B[2]);
    return out;
}

static void crank_slope(const void *user, double t, const double *y, double *slope)
{
    (void)user;
    (void)t;
    const double d = 1e-5;
    const crank_state here = crank_at(y[0]), ahead = crank_at(y[0] + d), behind = crank_at(y[0] - d);
    slope[0] = y[1];
    slope[1] = -((ahead.V - behind.V) + 0.5 * (ahead.J - behind.J) * y[1] * y[1]) / (2.0 * d * here.J);
}

static void test_spatial_slider_crank(void **state)
{
    (void)state;
    bench b = bench_load("spatial-slider-crank", NULL);
    double y[2] = {0.0, 6.0}, worst = 0.0;
    bench_start(&b);
    for (int i = 1; i <= 50; i++) {
        reference_solve(crank_slope, NULL, 2, 0.1 * (i - 1), 0.1 * i, 1000, y);
        bench_run_to(&b, 0.1 * i);
        const double x = bench_pose(&b, &b.sim->state, "slider").p[0];
        worst = fmax(worst, fabs(x - crank_at(y[0]).x));
        if (i == 1) assert_near(x, 0.226786, 2e-5); // published
    }
    assert_true(y[0] > 16.0 * pi); // it turns over
    bench_report(&b, "spatial slider-crank", worst, "m");
    assert_near(worst, 0.0, 2e-5);
    bench_check(&b, 1e-4, 1e-10, 1e-8);
    assert_int_equal(b.sim->state.clock.nsingular, 0);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a02_four_bars),
        cmocka_unit_test(test_a04_bricard),
        cmocka_unit_test(test_spatial_slider_crank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
