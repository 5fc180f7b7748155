// Pendulums against their elliptic functions.
//
// Compound pendulum: I theta'' = -m g l sin(theta). Released at theta0 it has the period
// T = 4 sqrt(I/(m g l)) K(sin(theta0/2)); on an axis tilted by delta out of the horizontal, g becomes g cos(delta).
// L. D. Landau, E. M. Lifshitz, Mechanics, section 11. Conical pendulum: a body that turns as a whole about the
// vertical with (A - C) Omega^2 cos(theta) = m g l (A, C: moments of inertia about the pivot, across and along).
//
// IFToMM multibody benchmark library, A01: mass 1 kg, bar 1 m, released from the horizontal, 10 s
// (M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, Multibody Syst. Dyn. 16 (2006) 179-190).

#include "mechanism_case.h"

#include "num/pi.h"

static const double mass = 2.0, arm = 0.4, gravity = 9.81, theta0 = 2.0 / 3.0 * pi;

static double period(double inertia, double g)
{
    return 4.0 * sqrt(inertia / (mass * g * arm)) * elliptic_K(sin(0.5 * theta0));
}

// After 5 1/4 periods the pendulum passes its lowest point: a period that is wrong by dT shows as an angle 5.25 dT rate
static void check_period(bench *b, double T, double angle, double rate, double tolerance, const char *name)
{
    const double error = angle / rate / (5.25 * T);
    bench_report(b, name, error, "of T");
    assert_near(error, 0.0, tolerance);
}

static double wrapped(double angle)
{
    return remainder(angle, 2.0 * pi);
}

static void test_planar_period(void **state)
{
    (void)state;
    bench b = bench_load("pendulum", NULL);
    const double T = period(0.05 + mass * arm * arm, gravity);
    bench_start(&b);
    bench_run_to(&b, 5.25 * T);
    check_period(&b, T, wrapped(b.sim->state.q[2]), b.sim->state.v[2], 2e-6, "pendulum, planar");
    bench_check(&b, 5e-6, 1e-11, 2e-9);
    bench_free(&b);
}

static void test_spatial_period(void **state)
{
    (void)state;
    bench b = bench_load("pendulum-space", NULL);
    const double T = period(0.05 + mass * arm * arm, gravity * cos(25.0 / 180.0 * pi));
    bench_start(&b);
    bench_run_to(&b, 5.25 * T);
    const double *w = b.sim->state.v + 3;
    const double rate = 0.90630778703665 * w[0] + 0.42261826174070 * w[2];
    const double angle = bench_coordinate(&b, &b.sim->state, "hinge.angle");
    check_period(&b, T, wrapped(angle), rate, 2e-6, "pendulum, spatial");
    bench_check(&b, 5e-6, 1e-11, 2e-9);
    bench_free(&b);
}

// turned about x by theta0, at rest: it stays in the plane, and the moment of inertia about x matters
static void test_ball_period(void **state)
{
    (void)state;
    bench b = bench_load("pendulum-ball", NULL);
    const double T = period(0.05 + mass * arm * arm, gravity);
    double *q = b.sim->state.q;
    q[1] = arm * sin(theta0);
    q[2] = -arm * cos(theta0);
    q[3] = cos(0.5 * theta0);
    q[4] = sin(0.5 * theta0);
    q[5] = q[6] = 0.0;
    bench_start(&b);
    bench_run_to(&b, 5.25 * T);
    const gud_state *at = &b.sim->state;
    check_period(&b, T, atan2(at->q[1], -at->q[2]), at->v[3], 2e-6, "pendulum on a ball");
    assert_near(at->q[0], 0.0, 1e-12);
    bench_check(&b, 5e-6, 1e-11, 2e-9);
    bench_free(&b);
}

// with inertias 0.03, 0.03, 0.02 about the centre
static void test_conical_pendulum(void **state)
{
    (void)state;
    const char *const set[] = {"bodies.bob.inertia=[0.03, 0.03, 0.02]", NULL};
    bench b = bench_load("pendulum-ball", set);
    const double theta = 50.0 / 180.0 * pi, A = 0.03 + mass * arm * arm, C = 0.02;
    const double Omega = sqrt(mass * gravity * arm / ((A - C) * cos(theta)));
    double *q = b.sim->state.q, *v = b.sim->state.v;
    q[1] = arm * sin(theta);
    q[2] = -arm * cos(theta);
    q[3] = cos(0.5 * theta);
    q[4] = sin(0.5 * theta);
    v[0] = -Omega * q[1];
    v[4] = Omega * sin(theta); // Omega in body axes
    v[5] = Omega * cos(theta);
    bench_start(&b);
    bench_run_to(&b, 4.0 * 2.0 * pi / Omega);
    const gud_state *at = &b.sim->state;
    const double error = fabs(atan2(-at->q[0], at->q[1])) / (8.0 * pi);
    bench_report(&b, "conical pendulum", error, "of a turn");
    assert_near(error, 0.0, 2e-6);
    assert_near(at->q[2], -arm * cos(theta), 1e-6);
    bench_check(&b, 1e-6, 1e-11, 2e-9);
    bench_free(&b);
}

typedef struct {
    double worst;
} comparison;

// sin(theta/2) = k sn(K - w t) with theta0 = -90 degrees from the lowest point
static void compare_a01(bench *b, const gud_state *at)
{
    comparison *c = b->user;
    const double k = sqrt(0.5), w = sqrt(9.81);
    const double half = asin(k * jacobi_of(elliptic_K(k) - w * at->clock.t, k).sn);
    const double x = -sin(2.0 * half), y = -cos(2.0 * half);
    c->worst = fmax(c->worst, hypot(at->q[0] - x, at->q[1] - y));
}

static void test_a01_simple_pendulum(void **state)
{
    (void)state;
    bench b = bench_load("a01-pendulum", NULL);
    comparison c = {0};
    b.look = compare_a01;
    b.user = &c;
    bench_start(&b);
    bench_run(&b);
    bench_report(&b, "A01 simple pendulum", c.worst, "m");
    assert_near(c.worst, 0.0, 1e-5);
    bench_check(&b, 1e-6, 1e-11, 2e-9);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planar_period),       cmocka_unit_test(test_spatial_period),
        cmocka_unit_test(test_ball_period),         cmocka_unit_test(test_conical_pendulum),
        cmocka_unit_test(test_a01_simple_pendulum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
