// The film of the crank-slider (configuration I of Nascimento 2024) with every integrator: oil and bodies share their
// stages, so all of them converge to the same films. Judged at twelve places of the first turn.

#include "lubricated_case.h"

enum { nplace = 12 };

typedef struct {
    double film[nplace];
} orbit;

static orbit orbit_of(const char *integrator, const char *tolerance)
{
    char keys[100];
    (void)snprintf(keys, sizeof keys, ", integrator: %s", integrator);
    const gud_crank_slider c = {.until = 360.0, .tolerance = tolerance, .grid = "[32, 4]", .simulate = keys};
    gud_model *m = crank_slider_model(&c);
    gud_sim *s = started(m);
    orbit o;
    gud_crank_slider_films films = {.next = 30.0, .every = 30.0, .end = 360.0, .each = o.film};
    if (gud_run(s, gud_crank_slider_watch, &films) != GUD_OK) fail_msg("%s: %s", integrator, s->error.text);
    assert_int_equal(films.count, nplace);
    const double off = imbalance_by_losses(s);
    print_message("%s, %s: %ld steps, imbalance by losses %.2g\n", integrator, tolerance, (long)s->state.clock.nstep,
                  off);
    sim_and_model_free(s, m);
    return o;
}

// largest relative difference of the films
static double distance(const orbit *a, const orbit *b)
{
    double most = 0.0;
    for (int i = 0; i < nplace; i++) most = fmax(most, fabs(a->film[i] / b->film[i] - 1.0));
    return most;
}

// at index 3 velocities count by what they move, so that a tolerance means less there
static const struct {
    const char *name, *loose, *tight;
} integrators[] = {
    {"esdirk2", "1e-5", "1e-6"},
    {"bathe", "1e-6", "1e-7"},
    {"generalized-alpha", "1e-6", "1e-7"},
};

static void all_find_the_same_films(void **state)
{
    (void)state;
    const orbit exact = orbit_of("esdirk2", "1e-7");
    for (int i = 0; i < GUD_COUNT(integrators); i++) {
        const char *name = integrators[i].name;
        const orbit loose = orbit_of(name, integrators[i].loose), tight = orbit_of(name, integrators[i].tight);
        const double far = distance(&loose, &exact), near = distance(&tight, &exact);
        print_message("%s: off by %.2g, refined by %.2g\n", name, far, near);
        assert_true(far < 0.03);
        assert_true(near < 0.5 * far || near < 3e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_find_the_same_films)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
