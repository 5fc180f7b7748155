// A limit on the change of load in a step, as Nascimento 2024 has it (section 3.2.4, recalculation by load limit): the
// start of the crank-slider, where the journal crosses its clearance and meets the wall. No step changes the load by
// more than the limit, and the films are those of the run whose steps are chosen by their errors.

#include "lubricated_case.h"

#include "pair/stacked.h"

static const double limit = 50.0; // N

enum { nplace = 20 }; // at every degree

typedef struct {
    double film[nplace];
    gud_crank_slider_films films;
    double largest; // N, change of load in a step
    long steps;
} passage;

static gud_status observe(void *user, gud_sim *s)
{
    passage *p = user;
    p->largest = fmax(p->largest, hypot(s->next.load[0] - s->state.load[0], s->next.load[1] - s->state.load[1]));
    p->steps++;
    return gud_crank_slider_watch(&p->films, s);
}

static passage pass(const char *tolerance, const char *keys)
{
    const gud_crank_slider c = {.until = 20.0, .grid = "[32, 4]", .tolerance = tolerance, .simulate = keys};
    passage p = {.films = {.next = 1.0, .every = 1.0, .end = nplace}};
    p.films.each = p.film;
    gud_model *m = crank_slider_model(&c);
    gud_sim *s = started(m);
    if (gud_run(s, observe, &p) != GUD_OK) fail_msg("%s", s->error.text);
    assert_int_equal(p.films.count, nplace);
    sim_and_model_free(s, m);
    return p;
}

static double distance(const passage *a, const passage *b)
{
    double most = 0.0;
    for (int i = 0; i < nplace; i++) most = fmax(most, fabs(a->film[i] / b->film[i] - 1.0));
    return most;
}

static void load_changes_by_no_more_than_the_limit(void **state)
{
    (void)state;
    const passage exact = pass("1e-7", ""), free = pass("1e-5", ""), limited = pass("1e-5", ", load_change: 50 N");
    print_message("%ld steps, with the limit %ld; largest change %.3g N; films off by %.2g and %.2g\n", free.steps,
                  limited.steps, limited.largest, distance(&free, &exact), distance(&limited, &exact));
    assert_true(limited.largest > 0.5 * limit); // it had a say
    assert_true(limited.largest <= limit);
    assert_true(limited.steps > 2 * free.steps);
    assert_true(distance(&limited, &exact) < 0.005);
    assert_true(distance(&limited, &exact) < distance(&free, &exact));
}

// without repeats the limit is there and never refuses a step
static void repeats_are_limited(void **state)
{
    (void)state;
    const passage two = pass("1e-5", ", load_change: 50 N, load_repeats: 2"),
                  none = pass("1e-5", ", load_change: 50 N, load_repeats: 0");
    assert_true(none.largest > limit);
    assert_true(none.steps < two.steps);
}

static void fixed_steps_are_refused(void **state)
{
    (void)state;
    mechanism_refused("gudgeon: 1\nspace: planar\nbodies: {a: {mass: 1, inertia: 1}}\n"
                      "simulate: {until: 1, step: 1 ms, load_change: 10 N}\n",
                      "load_change needs adaptive steps");
}

static void shares_of_loads(void **state)
{
    (void)state;
    const double none[3] = {0.0}, x[3] = {2.0, 0.0, 0.0}, oblique[3] = {2.0, 5.0, 0.0}, against[3] = {-3.0, 0.0, 0.0};
    assert_near(gud_load_share(3, none, none), 0.0, 0.0);
    assert_near(gud_load_share(3, none, x), 0.0, 0.0);
    assert_near(gud_load_share(3, x, none), 1.0, 0.0);
    assert_near(gud_load_share(3, x, x), 0.5, 1e-15);
    assert_near(gud_load_share(3, x, oblique) + gud_load_share(3, oblique, x), 1.0, 1e-15);
    assert_near(gud_load_share(3, x, against), 0.0, 0.0);
    assert_near(gud_load_share(3, against, x), 1.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(load_changes_by_no_more_than_the_limit),
                                       cmocka_unit_test(repeats_are_limited), cmocka_unit_test(fixed_steps_are_refused),
                                       cmocka_unit_test(shares_of_loads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
