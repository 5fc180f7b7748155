// Accelerations with the bodies eliminated in advance solve the same equations as the whole matrix: checked by
// residuals that are computed from masses and Jacobians alone.

#include "base/alloc.h"
#include "base/buffer.h"
#include "mechanism.h"
#include "num/random.h"
#include "step/multipliers.h"

// largest residuals of M x + J' lam = f and J x = g, relative to their terms
static void check_residuals(gud_sim *s, const double *f, const double *g, const double *d, double allowed)
{
    const gud_model *m = s->model;
    double size = 0.0, fastest = 1.0, p[6];
    gud_reaction_sum(s, d + m->nv, s->work.dx);
    for (int i = 0; i < m->nv; i++) size = fmax(size, fmax(fabs(f[i]), fabs(s->work.dx[i])));
    for (int i = 0; i < m->nv; i++) fastest = fmax(fastest, fmax(fabs(d[i]), fabs(f[i]) / m->mass_diagonal[i]));
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->momentum(b, d + b->v0, p);
        for (int k = 0; k < b->nv; k++) assert_near(p[k] + s->work.dx[b->v0 + k], f[b->v0 + k], allowed * size);
    }
    for (int i = 0; i < m->nrow; i++)
        if (gud_link_active(s, &m->link[m->row[i].link])) assert_near(gud_row_dot(s, i, d), g[i], allowed * fastest);
}

// rows that the matrix was made from are those of the Jacobian, and biases those of the gauges
static void check_rows(gud_sim *s, const double *bias, const double *x)
{
    const gud_model *m = s->model;
    double *rate = gud_alloc((size_t)m->nrow, sizeof *rate), *still = gud_alloc((size_t)m->nv, sizeof *still);
    assert_true(rate && still);
    gud_multipliers_rates(s, x, rate);
    for (int i = 0; i < m->nrow; i++) {
        if (!gud_link_active(s, &m->link[m->row[i].link])) continue;
        assert_near(rate[i], gud_row_rate(s, i, x), 1e-13);
        assert_near(bias[i], gud_row_acceleration(s, i, still), 1e-11);
    }
    gud_free(rate);
    gud_free(still);
}

// of a model with any forces and any accelerations of the constraints that its rows allow
static void check_model(const char *text, bool loose)
{
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    double *f = gud_alloc((size_t)m->nv, sizeof *f), *g = gud_alloc((size_t)m->nrow, sizeof *g),
           *x = gud_alloc((size_t)m->nv, sizeof *x);
    double *d = gud_alloc((size_t)m->nv + (size_t)m->nrow, sizeof *d), *bias = gud_alloc((size_t)m->nrow, sizeof *bias);
    assert_true(f && g && x && d && bias);
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, 0.0);
    for (int i = 0; i < m->nv; i++) f[i] = gud_random_unit(7, 0, (uint64_t)i) - 0.5;
    for (int i = 0; i < m->nv; i++) x[i] = gud_random_unit(7, 1, (uint64_t)i) - 0.5;
    for (int i = 0; i < m->nrow; i++) g[i] = gud_link_active(s, &m->link[m->row[i].link]) ? gud_row_dot(s, i, x) : 0.0;
    memcpy(d, f, (size_t)m->nv * sizeof *d);
    memcpy(d + m->nv, g, (size_t)m->nrow * sizeof *d);
    gud_multipliers_begin(s);
    const gud_parts parts = gud_multipliers_parts(s);
    for (int n = 0; n < parts.n; n++) gud_multipliers_rows(s, &parts.part[n], bias);
    check_rows(s, bias, x);
    assert_int_equal(gud_multipliers_end(s), GUD_OK);
    assert_int_equal(s->work.soft, loose);
    gud_multipliers_solve(s, d);
    check_residuals(s, f, g, d, loose ? 1e-7 : 1e-12);
    gud_free(f);
    gud_free(g);
    gud_free(x);
    gud_free(d);
    gud_free(bias);
    gud_sim_free(s);
    gud_model_free(m);
}

#define LOOP                                                                                                           \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  crank: {mass: 0.2, inertia: 1e-4, center: [0.05, 0], angle: 30 deg}\n"                                 \
    "  coupler: {mass: 0.6, inertia: 4e-3, center: [0.15, 0], at: [0.0866, 0.05], angle: 20 deg}\n"                    \
    "  rocker: {mass: 0.5, inertia: 2e-3, center: [0.12, 0], at: [0.28, 0], angle: 70 deg}\n"                          \
    "frames:\n  pivot: {body: ground, at: [0.28, 0]}\n  crank.pin: {body: crank, at: [0.1, 0]}\n"                      \
    "  coupler.end: {body: coupler, at: [0.3, 0]}\n  rocker.end: {body: rocker, at: [0.24, 0]}\n"                      \
    "joints:\n  A: {type: revolute, between: [ground, crank]}\n  B: {type: revolute, between: [crank.pin, coupler]}\n" \
    "  C: {type: revolute, between: [coupler.end, rocker.end]}\n  D: {type: revolute, between: [pivot, rocker]}\n"

static void test_loop(void **state)
{
    (void)state;
    check_model(LOOP "start: {A.angle: {value: 30 deg, rate: 5}}\nsimulate: {until: 1, integrator: dopri5}\n", false);
    check_model(LOOP "drive: {A.angle: {rate: 5, start: 30 deg}}\nsimulate: {until: 1, integrator: dopri5}\n", false);
}

// Bodies of unequal inertia on each other in space, and `narm` arms on a hub: with many of them it stays in the matrix.
// The hub is held by a hinge, or floats.
static gud_buffer wheel(int narm, const char *hinge)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
                          "  hub: {mass: 3, inertia: [0.1, 0.2, 0.3, 0.01, 0.02, 0.03], spin: [0, 0, 2]}\n");
    for (int i = 0; i < narm; i++)
        gud_buffer_print(&text, "  arm%d: {mass: 1, inertia: [0.01, 0.08, 0.09, 0, 0, 0.005], at: [%g, %g, 0.1]}\n", i,
                         cos(i), sin(i));
    gud_buffer_print(&text, "joints:\n%s", hinge);
    for (int i = 0; i < narm; i++)
        gud_buffer_print(&text, "  j%d: {type: revolute, between: [hub, arm%d], at: [%g, %g, 0], axis: y}\n", i, i,
                         0.5 * cos(i), 0.5 * sin(i));
    gud_buffer_print(&text, "simulate: {until: 0.5, integrator: dopri5, tolerance: 1e-8}\n");
    return text;
}

static void test_wheel(void **state)
{
    static const char *const hinges[] = {"", "  hinge: {type: revolute, between: [ground, hub]}\n"};
    static const int counts[] = {1, 5, 12};
    (void)state;
    for (int i = 0; i < GUD_COUNT(hinges); i++)
        for (int k = 0; k < GUD_COUNT(counts); k++) {
            gud_buffer text = wheel(counts[k], hinges[i]);
            check_model(text.data, false);
            gud_buffer_free(&text);
        }
}

// More bodies than one part has: a tree whose joints are listed in an order of their own, with a drive in the middle of
// it, and a wheel whose hub stays in the matrix.
static void test_parts(void **state)
{
    enum { n = 1300 };
    (void)state;
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n");
    for (int i = 0; i < n; i++) gud_buffer_print(&text, "  b%d: {mass: 1, inertia: 0.1, at: [%d, 0.3]}\n", i, i % 7);
    gud_buffer_add(&text, "joints:\n  root: {type: revolute, between: [ground, b0], at: [0, 0]}\n");
    for (int i = 1; i < n; i++) {
        const int k = 1 + 7 * i % (n - 1);
        gud_buffer_print(&text, "  j%d: {type: revolute, between: [b%d, b%d], at: [%d, 0]}\n", k, k / 2, k, k % 5);
    }
    gud_buffer_add(&text, "drive: {j20.angle: {rate: 2}}\nsimulate: {until: 1, integrator: dopri5}\n");
    check_model(text.data, false);
    gud_buffer_free(&text);
    text = wheel(600, "");
    check_model(text.data, false);
    gud_buffer_free(&text);
}

// a body that stays in the matrix moves as it should: energy is conserved
static void test_energy(void **state)
{
    (void)state;
    gud_buffer text = wheel(12, "  hinge: {type: revolute, between: [ground, hub]}\n");
    gud_model *m = mechanism(text.data);
    gud_sim *s = started(m);
    assert_int_equal(gud_run(s, NULL, NULL), GUD_OK);
    gud_forces(s, 0.5, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, s->state.q, s->state.v);
    assert_true(e.kinetic > 1.0);
    assert_near(e.kinetic + e.potential, s->state.clock.energy_start, 1e-5);
    gud_sim_free(s);
    gud_model_free(m);
    gud_buffer_free(&text);
}

// joints of every kind of rows beside each other: those of the slider hold displacements along turned axes
static void test_mixed_joints(void **state)
{
    (void)state;
    check_model("gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"
                "bodies:\n  a: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0], spin: [0, 3, 0]}\n"
                "  b: {mass: 1, inertia: [0.02, 0.03, 0.04], at: [1, 0, 0.1]}\n"
                "  c: {mass: 1, inertia: [0.02, 0.03, 0.04], at: [1.2, 0, 0.1]}\n"
                "joints:\n  hinge: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: y}\n"
                "  slider: {type: prismatic, between: [a, b], at: [0.7, 0, 0.1], axis: x}\n"
                "  ball: {type: spherical, between: [b, c], at: [1.1, 0, 0.1]}\n"
                "simulate: {until: 1, integrator: dopri5}\n",
                false);
}

// two hinges on one axis: five of ten rows depend on the others
static void test_dependent_rows(void **state)
{
    (void)state;
    check_model("gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                "bodies:\n  door: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}\n"
                "  bell: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [1, 0, 0]}\n"
                "joints:\n  low: {type: revolute, between: [ground, door], at: [0, 0, 0], axis: z}\n"
                "  high: {type: revolute, between: [ground, door], at: [0, 0, 1], axis: z}\n"
                "  bell: {type: spherical, between: [door, bell], at: [1, 0, 0.2]}\n"
                "simulate: {until: 1, integrator: dopri5}\n",
                true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loop),   cmocka_unit_test(test_mixed_joints),   cmocka_unit_test(test_wheel),
        cmocka_unit_test(test_energy), cmocka_unit_test(test_dependent_rows), cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
