// A matrix that was made where a beam stood in another direction serves after the beam has turned: where it turned as a
// whole, the solution is that of a matrix made there.

#include "base/alloc.h"
#include "body/beam.h"
#include "mechanism.h"
#include "num/random.h"
#include "step/turned.h"

#define MODEL                                                                                                          \
    "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"                                                             \
    "bodies:\n  rod: {type: beam, length: 0.3, elements: 4, section: {height: 10 mm, width: 8 mm}, density: 7800,\n"   \
    "        modulus: 2.07e11, poisson: 0.3, strain: %s}\n"                                                            \
    "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"                                                    \
    "simulate: {until: 1, step: 1e-4, integrator: generalized-alpha}\n"

static const double c_x = 2.5e-9, c_v = 5e-5; // of steps of 0.1 ms

// the matrix at the coordinates of the stage
static void make_matrix(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    gud_stage g = gud_stage_begin(s);
    g.c_x = c_x;
    g.c_v = c_v;
    memset(g.x, 0, (size_t)m->nv * sizeof(double));
    memset(g.v, 0, (size_t)m->nv * sizeof(double));
    memset(g.a, 0, (size_t)m->nv * sizeof(double));
    memset(g.lam, 0, (size_t)m->nrow * sizeof(double));
    gud_residual(s, 0.0, w->q, g.v, g.a, g.lam);
    assert_int_equal(gud_tangent(s, &g), GUD_OK);
    w->K->valid = true;
    gud_turned_note(s);
}

static double *solved(gud_sim *s)
{
    const int n = s->model->nv + s->model->nrow;
    double *b = gud_alloc((size_t)n, sizeof *b);
    assert_non_null(b);
    for (int i = 0; i < n; i++) b[i] = (gud_random_unit(3, 0, (uint64_t)i) - 0.5) * (i < s->model->nv ? c_x : 1e-6);
    gud_turned_solve(s, b);
    return b;
}

static void check_strain(const char *strain)
{
    static const double turn[3] = {0.3, -0.4, 1.0}; // rad
    char text[800];
    (void)snprintf(text, sizeof text, MODEL, strain);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    const double identity[4] = {1.0};
    double p[4], R[9];
    gud_rot_advance(identity, turn, p);
    gud_rot_matrix(p, R);
    memcpy(s->work.q, s->state.q, (size_t)m->nq * sizeof(double));
    make_matrix(s);
    for (int i = 0; i < m->nq; i += 3) {
        double r[3];
        m3_apply(r, R, s->work.q + i);
        v3_copy(s->work.q + i, r);
    }
    memcpy(s->state.q, s->work.q, (size_t)m->nq * sizeof(double)); // in many steps, not in one
    gud_turned_begin(s);
    double *old = solved(s);
    make_matrix(s);
    double *new = solved(s), most[2] = {0.0, 0.0};
    for (int i = 0; i < m->nv + m->nrow; i++) most[i >= m->nv] = fmax(most[i >= m->nv], fabs(new[i]));
    assert_true(most[0] > 0.0 && most[1] > 0.0);
    for (int i = 0; i < m->nv + m->nrow; i++) assert_near(old[i], new[i], 1e-7 * most[i >= m->nv]);
    gud_free(old);
    gud_free(new);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_turned_beam(void **state)
{
    (void)state;
    check_strain("enhanced");
    check_strain("continuum");
    check_strain("structural");
}

// turns that make every old matrix useless: with it a step takes 2 to 3 corrections, and a new matrix is rare
static void test_kept_matrix(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                  "bodies:\n  rod: {type: beam, length: 0.3, elements: 4, section: {height: 10 mm, width: 10 mm}, "
                  "density: 7800,\n"
                  "        modulus: 2.07e11, poisson: 0.3, strain: enhanced}\n"
                  "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"
                  "simulate: {until: 0.3, step: 1e-4, integrator: generalized-alpha, newton_tolerance: 1e-6}\n");
    gud_sim *s = started(m);
    assert_int_equal(gud_run(s, NULL, NULL), GUD_OK);
    const gud_clock *c = &s->state.clock;
    print_message("  %.2f corrections, %.3f factorisations a step\n", (double)c->nnewton / (double)c->nstep,
                  (double)c->nfactor / (double)c->nstep);
    assert_true(c->nnewton < 3 * c->nstep);
    assert_true(20 * c->nfactor < c->nstep);
    gud_sim_free(s);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turned_beam), cmocka_unit_test(test_kept_matrix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
