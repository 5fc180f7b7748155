// Spinning bodies.
//
// Heavy symmetric top (A, C: moments of inertia about the tip, n: spin about its axis, kept):
//     A th'' = (A ph'^2 cos(th) - C n ph' + m g l) sin(th)
//     A ph' sin(th)^2 + C n cos(th) = const
// Steady precession: A ph'^2 cos(th) - C n ph' + m g l = 0. Released without precession, u = cos(th) moves between the
// roots u1 < u0 of u'^2 = (u0 - u)(b (1 - u^2) - a^2 (u0 - u)), a = C n/A, b = 2 m g l/A, and its period is
// 4 K(k)/sqrt(b (u3 - u1)), k^2 = (u0 - u1)/(u3 - u1). H. Goldstein, Classical Mechanics, section 5-7.
//
// Free asymmetric body: Jacobi's elliptic functions, L. D. Landau, E. M. Lifshitz, Mechanics, section 37.

#include "mechanism_case.h"

#include "num/rot.h"

static const double mass = 0.5, arm = 0.08, A = 8e-4 + 0.5 * 0.08 * 0.08, C = 1.5e-3, spin = 150.0, gravity = 9.81;

// tilted by theta about x, with precession rate Omega and total spin n about its own axis
static bench top_with(double theta, double Omega, double n)
{
    bench b = bench_load("top", NULL);
    double *q = b.sim->state.q, *v = b.sim->state.v;
    q[1] = -arm * sin(theta);
    q[2] = arm * cos(theta);
    q[3] = cos(0.5 * theta);
    q[4] = sin(0.5 * theta);
    v[0] = -Omega * q[1];
    v[4] = Omega * sin(theta);
    v[5] = n;
    bench_start(&b);
    return b;
}

static void test_steady_precession(void **state)
{
    (void)state;
    const double theta = pi / 6.0, a = A * cos(theta), L = C * spin;
    const double Omega = (L - sqrt(L * L - 4.0 * a * mass * gravity * arm)) / (2.0 * a);
    bench b = top_with(theta, Omega, spin);
    bench_run_to(&b, 2.0 * 2.0 * pi / Omega);
    const double *q = b.sim->state.q;
    const double turned = atan2(q[0], -q[1]);
    bench_report(&b, "top, steady precession", fabs(turned), "rad");
    assert_near(turned, 0.0, 2e-4); // of 4 pi
    assert_near(q[2], arm * cos(theta), 1e-7);
    bench_check(&b, 1e-5, 1e-11, 1e-8);
    bench_free(&b);
}

typedef struct {
    double a, half_b, cos_start;
} top_motion;

static void top_slope(const void *user, double t, const double *y, double *slope)
{
    (void)t;
    const top_motion *p = user;
    const double s = sin(y[0]), c = cos(y[0]), ph_t = p->a * (p->cos_start - c) / (s * s);
    slope[0] = y[1];
    slope[1] = (ph_t * ph_t * c - p->a * ph_t + p->half_b) * s;
    slope[2] = ph_t;
}

static double nutation_period(const top_motion *p)
{
    const double b = 2.0 * p->half_b, a2 = p->a * p->a, u0 = p->cos_start;
    const double root = sqrt(a2 * a2 - 4.0 * b * (a2 * u0 - b));
    const double u1 = (a2 - root) / (2.0 * b), u3 = (a2 + root) / (2.0 * b);
    return 4.0 * elliptic_K(sqrt((u0 - u1) / (u3 - u1))) / sqrt(b * (u3 - u1));
}

static void test_nutation_of_a_top(void **state)
{
    (void)state;
    const double theta = pi / 3.0;
    const top_motion p = {C * spin / A, mass * gravity * arm / A, cos(theta)};
    const double T = nutation_period(&p);
    bench b = top_with(theta, 0.0, spin);
    double y[3] = {theta, 0.0, 0.0}, worst = 0.0;
    for (int i = 1; i <= 50; i++) { // five nutations
        const double t = 0.1 * i * T;
        reference_solve(top_slope, &p, 3, t - 0.1 * T, t, 2000, y);
        bench_run_to(&b, t);
        const double *q = b.sim->state.q;
        worst = fmax(worst, fabs(acos(q[2] / arm) - y[0]));
        worst = fmax(worst, fabs(atan2(q[0], -q[1]) - y[2]));
    }
    // the reference has come back to its cusp: two independent ways to the same period
    assert_near(y[1] / (p.half_b * sin(theta)) / (5.0 * T), 0.0, 1e-9);
    bench_report(&b, "top, nutation", worst, "rad");
    assert_near(worst, 0.0, 2e-4);
    bench_check(&b, 1e-5, 1e-11, 1e-8);
    bench_free(&b);
}

static void momentum(const gud_state *at, const double I[3], double L[3])
{
    const double *w = at->v + 3, body[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
    double R[9];
    gud_rot_matrix(at->q + 3, R);
    m3_apply(L, R, body);
}

typedef struct {
    double I[3], L0[3];
    double top[3], rate, k; // of the elliptic functions
    double worst, momentum;
} free_motion;

// twice the energy, the momentum squared: less than 2 E I_2, so that the body turns about its axis 1
static void free_setup(free_motion *f, const double w[3])
{
    const double *I = f->I;
    double E2 = 0.0, L2 = 0.0;
    for (int i = 0; i < 3; i++) {
        E2 += I[i] * w[i] * w[i];
        L2 += I[i] * I[i] * w[i] * w[i];
    }
    f->top[0] = sqrt((E2 * I[2] - L2) / (I[0] * (I[2] - I[0])));
    f->top[1] = sqrt((L2 - E2 * I[0]) / (I[1] * (I[1] - I[0])));
    f->top[2] = sqrt((L2 - E2 * I[0]) / (I[2] * (I[2] - I[0])));
    f->rate = sqrt((I[1] - I[0]) * (E2 * I[2] - L2) / (I[0] * I[1] * I[2]));
    f->k = sqrt((I[2] - I[1]) * (L2 - E2 * I[0]) / ((I[1] - I[0]) * (E2 * I[2] - L2)));
}

static void free_compare(bench *b, const gud_state *at)
{
    free_motion *f = b->user;
    const jacobi j = jacobi_of(elliptic_K(f->k) + f->rate * at->clock.t, f->k);
    const double w[3] = {f->top[0] * j.dn, f->top[1] * j.sn, f->top[2] * j.cn};
    double L[3];
    momentum(at, f->I, L);
    // the sense of the third axis follows from w_1 w_2 > 0 at the start: (I_1 - I_2) w_1 w_2 < 0
    for (int i = 0; i < 3; i++) {
        f->worst = fmax(f->worst, fabs(at->v[3 + i] - w[i]));
        f->momentum = fmax(f->momentum, fabs(L[i] - f->L0[i]));
    }
}

// two full periods, four flips
static void test_free_body(void **state)
{
    (void)state;
    static const char *const integrators[] = {"simulate.integrator=esdirk2", "simulate.integrator=generalized-alpha",
                                              "simulate.integrator=bathe", "simulate.integrator=sdirk2"};
    for (int i = 0; i < 4; i++) {
        const char *const set[] = {integrators[i], NULL};
        bench b = bench_load("free-body", set);
        free_motion f = {.I = {1e-3, 2e-3, 3e-3}};
        b.look = free_compare;
        b.user = &f;
        bench_start(&b);
        free_setup(&f, b.sim->state.v + 3);
        momentum(&b.sim->state, f.I, f.L0);
        bench_run_to(&b, 2.0 * 4.0 * elliptic_K(f.k) / f.rate);
        bench_report(&b, "free body, 4 flips", f.worst, "rad/s");
        print_message("  angular momentum: %.1e of %.1e kg m2/s\n", f.momentum, v3_norm(f.L0));
        assert_near(f.worst, 0.0, 0.05); // of 10 rad/s
        assert_near(f.momentum, 0.0, 1e-4 * v3_norm(f.L0));
        assert_near(b.sim->state.q[0], 0.3 * b.sim->state.clock.t, 1e-10);
        bench_check(&b, 1e-4, 0.0, 0.0);
        bench_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steady_precession),
        cmocka_unit_test(test_nutation_of_a_top),
        cmocka_unit_test(test_free_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
