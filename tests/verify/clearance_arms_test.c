// Two rigid steel arms of 0.3 m, section 10 mm square, released horizontal: an ideal ball joint at the ground, a dry
// one with clearance between them (socket 20 mm, ball 18 mm, Lankarani and Nikravesh with 0.9, stiffness by eq. 18 of
// Tian 2009 as printed). Until the first touch the first arm is a pendulum and the second falls: time and speed follow
// from one ordinary differential equation, integrated here on its own. Converged numbers: docs/validation/clearance.md.

#include "clearance_case.h"

#define ARMS                                                                                                           \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies:\n  first:  {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], at: [150 mm, 0, 0]}\n"                \
    "  second: {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], at: [450 mm, 0, 0]}\n"                         \
    "frames:\n  first.root:  {body: first, at: [-150 mm, 0, 0]}\n  first.tip:   {body: first, at: [150 mm, 0, 0]}\n"   \
    "  second.root: {body: second, at: [-150 mm, 0, 0]}\n  second.tip:  {body: second, at: [150 mm, 0, 0]}\n"          \
    "joints:\n  shoulder: {type: spherical, between: [ground, first.root]}\n"                                          \
    "  elbow:\n    type: spherical\n    between: [first.tip, second.root]\n    model: dry\n    radius: 20 mm\n"        \
    "    clearance: 2 mm\n    contact: {law: lankarani_nikravesh, young: [207 GPa, 207 GPa], poisson: [0.3, 0.3],\n"   \
    "              curvature: external, restitution: 0.9}\n"                                                           \
    "simulate: {until: 0.3, tolerance: %g}\n"

static const double length = 0.3, mass = 0.234, inertia = 1.75695e-3, gravity = 9.81, play = 2e-3;

// ---- the first touch without the simulator

typedef struct {
    double angle, rate;
} swing;

static swing swing_step(swing y, double h)
{
    const double k = mass * gravity * 0.5 * length / (inertia + mass * 0.25 * length * length);
    swing f[4], at = y;
    for (int i = 0; i < 4; i++) {
        f[i] = (swing){at.rate, k * cos(at.angle)};
        const double ahead = i < 2 ? 0.5 * h : h;
        at = (swing){y.angle + ahead * f[i].angle, y.rate + ahead * f[i].rate};
    }
    return (swing){y.angle + h / 6.0 * (f[0].angle + 2.0 * f[1].angle + 2.0 * f[2].angle + f[3].angle),
                   y.rate + h / 6.0 * (f[0].rate + 2.0 * f[1].rate + 2.0 * f[2].rate + f[3].rate)};
}

// eccentricity of the ball in its socket and its rate at the time t
static void flight(double t, double *e, double *e_t)
{
    enum { nstep = 2000 };
    swing y = {0.0, 0.0};
    for (int i = 0; i < nstep; i++) y = swing_step(y, t / nstep);
    const double x = length * (1.0 - cos(y.angle)), z = length * sin(y.angle) - 0.5 * gravity * t * t;
    const double x_t = length * sin(y.angle) * y.rate, z_t = length * cos(y.angle) * y.rate - gravity * t;
    *e = hypot(x, z);
    *e_t = (x * x_t + z * z_t) / *e;
}

static void first_touch(double *t, double *speed)
{
    double e;
    *t = 0.03;
    for (int i = 0; i < 8; i++) {
        flight(*t, &e, speed);
        *t -= (e - play) / *speed;
    }
    flight(*t, &e, speed);
}

// ---- the simulation

typedef struct {
    contact_log log;
    double tip[3], imbalance, lost;
} outcome;

static void simulate(double tolerance, outcome *o)
{
    char text[1600];
    (void)snprintf(text, sizeof text, ARMS, tolerance);
    gud_model *m = mechanism(text);
    const gud_dry *dry = m->pair[0].params;
    // eq. 18 as printed: K = 4/3 E sqrt(R1 R2/(R1 + R2)), 1/E = 2 (1 - nu^2)/E1
    assert_close(dry->contact.stiffness, 4.0 / 3.0 * 207e9 / (2.0 * 0.91) * sqrt(0.018 * 0.020 / 0.038), 1e-12, 0.0);
    gud_sim *s = started(m);
    const double before = balance_of(s);
    o->log = (contact_log){0};
    run_logged(s, &o->log);
    o->imbalance = balance_of(s) - before;
    o->lost = s->state.ledger[GUD_WORK_LOSSES];
    assert_close(s->state.lost[0], o->lost, 1e-12, 0.0);
    assert_true(s->state.lost[1] == 0.0);
    for (int i = 0; i < m->nframe; i++)
        if (strcmp(m->frame[i].name, "second.tip") == 0) v3_copy(o->tip, s->work.pose[i].p);
    sim_and_model_free(s, m);
}

static void test_first_touch(void **state)
{
    (void)state;
    double t, speed;
    outcome o;
    first_touch(&t, &speed);
    simulate(1e-8, &o);
    print_message("  first touch at %.8g s with %.8g m/s; on its own %.8g s, %.8g m/s\n", o.log.contact[0].begin,
                  o.log.contact[0].speed, t, speed);
    assert_close(o.log.contact[0].begin, t, 1e-6, 0.0);
    assert_close(o.log.contact[0].speed, speed, 1e-6, 0.0);
}

static void test_tip_settles_with_the_tolerance(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-7, 1e-8, 1e-9, 1e-10};
    outcome o[GUD_COUNT(tolerances)];
    for (int i = 0; i < GUD_COUNT(tolerances); i++) {
        simulate(tolerances[i], &o[i]);
        print_message("  tolerance %.0e: tip %.7f %.1e %.7f, %d contacts, lost %.8f J, imbalance %.1e J\n",
                      tolerances[i], o[i].tip[0], o[i].tip[1], o[i].tip[2], o[i].log.n, o[i].lost, o[i].imbalance);
        assert_near(o[i].tip[1], 0.0, 1e-12); // nothing leaves the plane
    }
    const outcome *fine = &o[GUD_COUNT(tolerances) - 1], *coarse = fine - 1;
    assert_int_equal(fine->log.n, coarse->log.n);
    for (int k = 0; k < 3; k++) assert_near(coarse->tip[k], fine->tip[k], 1e-5);
    for (int k = 0; k < fine->log.n; k++)
        assert_close(coarse->log.contact[k].begin, fine->log.contact[k].begin, 1e-5, 0.0);
    assert_near(fine->imbalance, 0.0, 1e-7); // of 0.6 J that gravity gave
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_touch),
        cmocka_unit_test(test_tip_settles_with_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
