// Order of every integrator with every treatment of the constraints that it offers, on a double pendulum with a damped
// spring and on a spinning top whose rotations are large. Positions, velocities and multipliers converge as an
// independent implementation found on a pendulum (the E2-type SDIRK of Nascimento 2024, section 3.2.1, read as ESDIRK),
// and as M. Arnold, O. Bruels, Multibody Syst. Dyn. 18 (2007) 185-202, show for generalized-alpha, whose multipliers
// lose an order right behind a start. The errors at the end of the run and the largest ones are compared, 256 against
// 512 steps; the reference has 16384. Measured numbers: docs/validation/orders.md.

#include "order_case.h"

typedef struct {
    const gud_integrator *integrator;
    gud_treatment treatment;
    int end[nquantity], most[nquantity];
} expectation;

static const expectation expected[] = {
    {&gud_integrator_esdirk2, GUD_INDEX3, {2, 2, 1}, {2, 2, 1}},
    {&gud_integrator_esdirk2, GUD_INDEX2, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_esdirk2, GUD_GGL, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_esdirk2, GUD_BAUMGARTE, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_sdirk2, GUD_INDEX3, {1, 1, 0}, {1, 1, 0}},
    {&gud_integrator_sdirk2, GUD_INDEX2, {2, 2, 1}, {2, 2, 1}},
    {&gud_integrator_sdirk2, GUD_GGL, {2, 2, 1}, {2, 2, 1}},
    {&gud_integrator_sdirk2, GUD_BAUMGARTE, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_bathe, GUD_INDEX3, {2, 2, 1}, {2, 2, 1}},
    {&gud_integrator_bathe, GUD_INDEX2, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_bathe, GUD_GGL, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_bathe, GUD_BAUMGARTE, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_generalized_alpha, GUD_INDEX3, {2, 2, 2}, {2, 2, 1}},
    {&gud_integrator_generalized_alpha, GUD_INDEX2, {2, 2, 2}, {2, 2, 2}},
    {&gud_integrator_generalized_alpha, GUD_BAUMGARTE, {2, 2, 2}, {2, 2, 2}},
};

static const method fifth = {&gud_integrator_dopri5, GUD_GGL, 0.0}; // has a reference of its own

// second order within 0.1; lost orders less sharply
static void assert_order(double measured, int order)
{
    assert_near(measured, order, order == 2 ? 0.1 : 0.15);
}

static void check_all(const char *name, const char *text)
{
    const double sigma = 0.8;
    gud_model *m = mechanism(text);
    m->run.integrator_params = &sigma;
    const path reference = reference_of(m, 1024, 16);
    for (int i = 0; i < GUD_COUNT(expected); i++) {
        const expectation *e = &expected[i];
        const method way = {e->integrator, e->treatment, 0.0};
        const orders p = orders_of(m, &way, &reference, 512);
        print_orders(name, &way, &p);
        for (int k = 0; k < nquantity; k++) {
            assert_order(p.end[k], e->end[k]);
            assert_order(p.most[k], e->most[k]);
        }
    }
    free(reference.data);
    gud_model_free(m);
}

static void test_orders_on_a_double_pendulum(void **state)
{
    (void)state;
    check_all("double pendulum", ORDER_PENDULUM);
}

static void test_orders_on_a_top(void **state)
{
    (void)state;
    check_all("top", ORDER_TOP);
}

// nothing that an integrator offers is left out above
static void test_every_integrator_is_tested(void **state)
{
    (void)state;
    for (int i = 0; gud_integrator_rows[i]; i++) {
        const gud_integrator *row = gud_integrator_of(gud_integrator_rows[i]);
        unsigned seen = row == fifth.integrator ? 1U << fifth.treatment : 0U;
        for (int k = 0; k < GUD_COUNT(expected); k++)
            if (expected[k].integrator == row) seen |= 1U << expected[k].treatment;
        assert_int_equal(seen, row->treatments);
    }
}

// Dormand and Prince's method keeps its order on constraints, with large rotations, and in the multipliers; what it
// converges to is what the others converge to.
static void test_fifth_order(void **state)
{
    (void)state;
    static const char *const texts[] = {ORDER_PENDULUM, ORDER_TOP};
    for (int i = 0; i < GUD_COUNT(texts); i++) {
        gud_model *m = mechanism(texts[i]);
        const path reference = path_of(m, &fifth, 1024, 4), other = reference_of(m, 1024, 64);
        const orders p = orders_of(m, &fifth, &reference, 512);
        print_orders(i ? "top" : "double pendulum", &fifth, &p);
        // the largest errors: those of an instant may just change their sign
        for (int k = 0; k < nquantity; k++) assert_near(p.most[k], 5.0, 0.25);
        const errors between = errors_of(m, &fifth, &other, 1024);
        print_message("  from ESDIRK2 with 65536 steps: %.1e\n", between.most[positions]);
        assert_true(between.most[positions] < 1e-8);
        free(reference.data);
        free(other.data);
        gud_model_free(m);
    }
}

// the largest error of positions, velocities and multipliers in the middle of steps
static gud_status observe_middle(void *user, gud_sim *s)
{
    observation *o = user;
    const gud_model *m = s->model;
    double q[40], v[40], a[40], lam[40];
    assert_true(m->nq <= 40 && m->nrow <= 40);
    const double *at = o->reference->data + (size_t)(o->count * o->every + o->every / 2) * (size_t)o->reference->size;
    o->count++;
    s->next.clock.h_last = s->next.clock.t - s->state.clock.t;
    gud_interpolate(s, 0.5, q, v, a, lam);
    grow(&o->e.most[positions], position_error(m, at, q));
    grow(&o->e.most[velocities], vector_error(m->nv, at + m->nq, v));
    grow(&o->e.most[multipliers], vector_error(m->nrow, at + m->nq + m->nv, lam));
    return GUD_OK;
}

// between the ends of steps it is of fourth order, accelerations and multipliers as well
static void test_fifth_order_inside_steps(void **state)
{
    (void)state;
    static const char *const texts[] = {ORDER_PENDULUM, ORDER_TOP};
    for (int i = 0; i < GUD_COUNT(texts); i++) {
        gud_model *m = mechanism(texts[i]);
        const path reference = path_of(m, &fifth, 1024, 2);
        errors found[2];
        for (int k = 0; k < 2; k++) {
            const int n = 64 << k;
            observation o = {.reference = &reference, .every = 1024 / n};
            choose(m, &fifth, m->run.until / n);
            gud_sim *s = started(m);
            assert_int_equal(gud_run(s, observe_middle, &o), GUD_OK);
            gud_sim_free(s);
            found[k] = o.e;
        }
        for (int k = 0; k < nquantity; k++) {
            const double order = log2(found[0].most[k] / found[1].most[k]);
            print_message("  inside: order %.2f, error %.1e\n", order, found[1].most[k]);
            assert_true(order > 3.8);
        }
        free(reference.data);
        gud_model_free(m);
    }
}

// generalized-alpha is of second order for every damping
static void test_second_order_for_every_damping(void **state)
{
    (void)state;
    static const double sigmas[] = {0.0, 0.3, 0.6, 0.9};
    gud_model *m = mechanism(ORDER_TOP);
    const path reference = reference_of(m, 1024, 32);
    const method way = {&gud_integrator_generalized_alpha, GUD_INDEX3, 0.0};
    for (int i = 0; i < GUD_COUNT(sigmas); i++) {
        m->run.integrator_params = &sigmas[i];
        const orders p = orders_of(m, &way, &reference, 1024);
        print_message("sigma = %.1f: %.2f / %.2f / %.2f\n", sigmas[i], p.end[0], p.end[1], p.end[2]);
        for (int k = 0; k < nquantity; k++) assert_order(p.end[k], 2);
    }
    free(reference.data);
    gud_model_free(m);
}

// smaller steps are better all the way down: Newton's method must not stop on rounding of positions
static void test_small_steps(void **state)
{
    (void)state;
    const method way = {&gud_integrator_esdirk2, GUD_GGL, 1e-8};
    gud_model *m = mechanism(ORDER_TOP);
    const path reference = reference_of(m, 8192, 8);
    const errors coarse = errors_of(m, &way, &reference, 4096), fine = errors_of(m, &way, &reference, 8192);
    for (int k = 0; k < nquantity; k++) assert_near(log2(coarse.end[k] / fine.end[k]), 2.0, 0.15);
    free(reference.data);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_on_a_double_pendulum),
        cmocka_unit_test(test_orders_on_a_top),
        cmocka_unit_test(test_every_integrator_is_tested),
        cmocka_unit_test(test_fifth_order),
        cmocka_unit_test(test_fifth_order_inside_steps),
        cmocka_unit_test(test_second_order_for_every_damping),
        cmocka_unit_test(test_small_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
