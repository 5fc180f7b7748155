// A journal on a given path: it whirls at 100 Hz around a place off the middle while it turns, both coordinates driven,
// so that nothing but the oil can be wrong in time. Reference: fixed steps of 2 us on the same grid, so that errors of
// the grid drop out. Voids open and close in every turn; where they close, the load rises by half its peak within a
// fiftieth of it, as cell after cell fills. docs/theory/integrators.md, section 7; docs/theory/film.md, section 13.

#include "mechanism.h"

#include "base/alloc.h"

#define DRIVEN                                                                                                         \
    "gudgeon: 1\nspace: planar\nbodies:\n  journal: {mass: 0.1, inertia: 1e-5, at: [8 um, 10 um]}\n"                   \
    "joints:\n  j: {type: revolute, between: [ground, journal], model: reynolds, begin: free, radius: 15 mm,\n"        \
    "      width: 20 mm, clearance: 25 um, film: {viscosity: 20 mPa.s, grid: [96, 12]}}\n"                             \
    "drive:\n  journal.x: {type: harmonic, amplitude: 10 um, frequency: 100, offset: 8 um}\n"                          \
    "  journal.y: {type: harmonic, amplitude: 10 um, frequency: 100, phase: 90 deg}\n"                                 \
    "  journal.angle: {rate: %s}\nsimulate: {until: 0.02, %s}\n"

static const double until = 0.02, window = 1e-4, settled = 5e-4; // s; the film begins full, and forgets that
enum { most_steps = 12000, samples = 50 };

typedef struct {
    int n;
    double *t, *force; // of the ends of steps; [n], [n][2]
    double peak;
    gud_clock clock;
} loads;

static gud_status keep(void *user, gud_sim *s)
{
    loads *p = user;
    gud_pair_out out;
    if (p->n == most_steps) return GUD_ERR_INTERRUPT;
    gud_pair_eval(s, &s->model->pair[0], s->next.clock.t, GUD_WRENCH, &out);
    p->t[p->n] = s->next.clock.t;
    memcpy(p->force + 2 * p->n, out.wrench, 2 * sizeof(double));
    p->peak = fmax(p->peak, hypot(out.wrench[0], out.wrench[1]));
    p->n++;
    return GUD_OK;
}

static loads follow(const char *rate, const char *simulate)
{
    char text[1500];
    loads p = {.t = gud_alloc(most_steps, sizeof(double)), .force = gud_alloc(2 * (size_t)most_steps, sizeof(double))};
    (void)snprintf(text, sizeof text, DRIVEN, rate, simulate);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    if (gud_run(s, keep, &p) != GUD_OK) fail_msg("%s: %s", simulate, s->error.text);
    p.clock = s->state.clock;
    sim_and_model_free(s, m);
    return p;
}

static void loads_free(loads *p)
{
    gud_free(p->t);
    gud_free(p->force);
}

// between the ends of steps, in straight lines, as records have it
static void load_at(const loads *p, double t, double force[2])
{
    int low = 0, high = p->n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p->t[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    const double theta = (t - p->t[low]) / (p->t[high] - p->t[low]);
    for (int k = 0; k < 2; k++)
        force[k] = p->force[2 * low + k] + theta * (p->force[2 * high + k] - p->force[2 * low + k]);
}

typedef struct {
    double mean, instant; // largest error of the mean over a window, and of a load in it, by the peak
} errors;

static errors distance(const loads *p, const loads *exact)
{
    errors e = {0.0, 0.0};
    for (double t = settled; t + window <= until; t += window) {
        double sum[2] = {0.0, 0.0};
        for (int i = 0; i < samples; i++) {
            double a[2], b[2];
            load_at(p, t + (i + 0.5) / samples * window, a);
            load_at(exact, t + (i + 0.5) / samples * window, b);
            e.instant = fmax(e.instant, hypot(a[0] - b[0], a[1] - b[1]) / exact->peak);
            for (int k = 0; k < 2; k++) sum[k] += (a[k] - b[k]) / samples;
        }
        e.mean = fmax(e.mean, hypot(sum[0], sum[1]) / exact->peak);
    }
    return e;
}

static errors errors_of(const char *rate, const char *simulate, const loads *exact)
{
    loads p = follow(rate, simulate);
    const errors e = distance(&p, exact);
    print_message("%4s rad/s, %-46s %4ld steps, %2ld rejected, mean off by %.2f %%, load by %.2f %% of the peak\n",
                  rate, simulate, (long)p.clock.nstep, (long)p.clock.nreject, 100.0 * e.mean, 100.0 * e.instant);
    assert_true((double)p.clock.nreject < 0.25 * (double)p.clock.nstep);
    loads_free(&p);
    return e;
}

static void steps_follow_the_oil(void **state)
{
    static const char *const rates[] = {"300", "2500"}; // whirl at twice the shaft's speed, and at a quarter of it
    static const char *const integrators[] = {"esdirk2", "bathe", "generalized-alpha"};
    (void)state;
    for (int r = 0; r < GUD_COUNT(rates); r++) {
        loads exact = follow(rates[r], "step: 2e-6");
        for (int i = 0; i < GUD_COUNT(integrators); i++) {
            errors e[2];
            for (int k = 0; k < 2; k++) {
                char keys[100];
                (void)snprintf(keys, sizeof keys, "integrator: %s, tolerance: %s", integrators[i], k ? "1e-6" : "1e-5");
                e[k] = errors_of(rates[r], keys, &exact);
            }
            assert_true(e[0].instant < 0.01);
            assert_true(e[1].instant < 0.0025);
            assert_true(e[1].mean < 0.5 * e[0].mean);
        }
        loads_free(&exact);
    }
}

// pressures of sdirk2 follow from stages of first order
static void refuses_stages_of_first_order(void **state)
{
    char text[1500];
    (void)state;
    (void)snprintf(text, sizeof text, DRIVEN, "300", "integrator: sdirk2");
    mechanism_refused(text, "sdirk2 cannot be used with films");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_follow_the_oil),
                                       cmocka_unit_test(refuses_stages_of_first_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
