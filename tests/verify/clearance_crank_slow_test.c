// The slider-crank with a dry small end: P. Flores, J. Ambrosio, J. C. P. Claro, Multibody Syst. Dyn. 12 (2004) 47-74,
// with the bodies of Nascimento 2024, table 7, at 5000 rpm. Bore 10 mm, steel on steel, restitution 0.9, no friction.
//
// The motion is chaotic: after a few dozen impacts two runs with different steps have nothing in common but their
// statistics. So the first impacts are compared one by one, and long runs by their means. Numbers are reported in
// docs/validation/clearance.md.

#include "clearance_case.h"

#define CRANK                                                                                                          \
    "gudgeon: 1\nspace: planar\n"                                                                                      \
    "bodies:\n  crank: {mass: 0.30, inertia: 1.0e-4}\n  rod: {mass: 0.21, inertia: 2.5e-4, at: [0.11, 0]}\n"           \
    "  slider: {mass: 0.14, inertia: 1.0e-4, at: [0.17, 0]}\n"                                                         \
    "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"                   \
    "  rod.small: {body: rod, at: [60 mm, 0]}\n"                                                                       \
    "joints:\n  main: {type: revolute, between: [ground, crank]}\n"                                                    \
    "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"                                                     \
    "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"                                                 \
    "  small-end: {type: revolute, between: [slider, rod.small], model: dry, radius: 10 mm, clearance: %g mm,\n"       \
    "              contact: {young: [207 GPa, 207 GPa], poisson: [0.3, 0.3], restitution: 0.9}%s}\n"                   \
    "drive:\n  crank.angle: {rate: 5000 rpm}\n"                                                                        \
    "simulate: {until: %g, tolerance: %g}\n"

static const double turn = 0.012; // s

static gud_model *crank(double clearance_mm, const char *friction, double until, double tolerance)
{
    char text[2000];
    (void)snprintf(text, sizeof text, CRANK, clearance_mm, friction, until, tolerance);
    return mechanism(text);
}

static void test_stiffness_is_that_of_the_paper(void **state)
{
    (void)state;
    gud_model *m = crank(0.5, "", 1.0, 1e-6);
    const gud_dry *dry = m->pair[0].params;
    assert_close(dry->contact.stiffness, 6.61e10, 1e-3, 0.0);
    gud_model_free(m);
}

// ---- the first impacts, one by one

static contact_log first_contacts(double tolerance)
{
    gud_model *m = crank(0.5, "", turn, tolerance);
    gud_sim *s = started(m);
    contact_log log = {.stop_after = 5};
    run_logged(s, &log);
    sim_and_model_free(s, m);
    return log;
}

static void test_first_impacts(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
    contact_record first[GUD_COUNT(tolerances)], third[GUD_COUNT(tolerances)];
    for (int i = 0; i < GUD_COUNT(tolerances); i++) {
        const contact_log log = first_contacts(tolerances[i]);
        first[i] = log.contact[0];
        third[i] = log.contact[2];
        print_message(
            "  tolerance %.0e: first at %.9g s, %.8g m/s, %.7g N, %.6g um, %.5g us; third at %.8g s, %.6g N\n",
            tolerances[i], first[i].begin, first[i].speed, first[i].force, 1e6 * first[i].depth,
            1e6 * first[i].duration, third[i].begin, third[i].force);
    }
    const contact_record *fine = &first[GUD_COUNT(tolerances) - 1];
    for (int i = 0; i < GUD_COUNT(tolerances); i++) {
        const double far = i == 0 ? 1e-3 : i == 1 ? 3e-4 : 3e-5;
        assert_close(first[i].begin, fine->begin, 0.1 * far, 0.0);
        assert_close(first[i].speed, fine->speed, far, 0.0);
        assert_close(first[i].force, fine->force, 10.0 * far, 0.0); // the largest of the steps' ends
        assert_close(first[i].restitution, fine->restitution, 10.0 * far, 0.0);
    }
    assert_close(third[3].begin, third[4].begin, 3e-5, 0.0);
    assert_close(third[3].speed, third[4].speed, 1e-3, 0.0);
}

// ---- energy

static void close_ledger(const char *friction)
{
    gud_model *m = crank(0.5, friction, 0.25 * turn, 1e-9);
    gud_sim *s = started(m);
    contact_log log = {0};
    const double before = balance_of(s), scale = 147.0; // J, the largest kinetic energy of a turn
    run_logged(s, &log);
    const double after = balance_of(s);
    print_message("  %d contacts, lost %.6g J, of it friction %.6g J, imbalance %.2e J\n", log.n, s->state.lost[0],
                  s->state.lost[1], after - before);
    assert_near(after, before, 1e-6 * scale);
    assert_close(s->state.lost[0], s->state.ledger[GUD_WORK_LOSSES], 1e-12, 0.0);
    assert_true(s->state.lost[0] > 1e-3);
    assert_true((s->state.lost[1] > 0.0) == (friction[0] != '\0'));
    sim_and_model_free(s, m);
}

static void test_ledger_closes(void **state)
{
    (void)state;
    close_ledger("");
    close_ledger(", friction: {law: smooth, coefficient: 0.05, speed: 10 mm/s}");
}

// ---- long runs

enum { skipped = 4, nblock = 12, block = 10 }; // turns

typedef struct {
    contact_log log;
    double flying, touching, following; // s
    double spike;                       // m/s2, largest acceleration of the slider
    double lost[nblock + 1];            // J, when the blocks begin and end
    int ended[nblock + 1];              // contacts until then
    int next;
} statistics;

static gud_status count_step(void *user, gud_sim *s)
{
    statistics *c = user;
    const double t = s->next.clock.t, h = t - s->state.clock.t;
    const double rate0 = s->state.history[GUD_SPOT_RATE0], begin = s->state.history[GUD_SPOT_BEGIN];
    GUD_TRY(log_step(&c->log, s));
    if (c->next <= nblock && t >= (skipped + block * c->next) * turn) {
        c->lost[c->next] = s->next.lost[0];
        c->ended[c->next++] = c->log.n;
    }
    if (c->next == 0) return GUD_OK;
    c->spike = fmax(c->spike, fabs(s->next.a[6]));
    // an impact lasts 50 us; what lasts longer than four of them follows the wall
    *(rate0 <= 0.0 ? &c->flying : t - begin > 2e-4 ? &c->following : &c->touching) += h;
    return GUD_OK;
}

typedef struct {
    double mean, error; // standard error, from the scatter of the blocks
} estimate;

static estimate estimate_of(const double x[nblock])
{
    estimate e = {0.0, 0.0};
    for (int i = 0; i < nblock; i++) e.mean += x[i] / nblock;
    for (int i = 0; i < nblock; i++) e.error += (x[i] - e.mean) * (x[i] - e.mean);
    e.error = sqrt(e.error / (nblock * (nblock - 1.0)));
    return e;
}

typedef struct {
    estimate rate, power; // contacts a turn, W
    double flying, following, spike;
} means;

static means means_of(double clearance_mm, double tolerance)
{
    gud_model *m = crank(clearance_mm, "", (skipped + nblock * block + 0.01) * turn, tolerance);
    gud_sim *s = started(m);
    statistics *c = test_calloc(1, sizeof *c);
    double rate[nblock], power[nblock];
    if (gud_run(s, count_step, c) != GUD_OK) fail_msg("%s", s->error.text);
    assert_int_equal(c->next, nblock + 1);
    for (int i = 0; i < nblock; i++) {
        rate[i] = (c->ended[i + 1] - c->ended[i]) / (double)block;
        power[i] = (c->lost[i + 1] - c->lost[i]) / (block * turn);
    }
    const double span = c->touching + c->flying + c->following;
    const means out = {estimate_of(rate), estimate_of(power), c->flying / span, c->following / span, c->spike};
    print_message("  %.1f mm, %.0e: %4.1f +- %.1f contacts a turn, %5.1f +- %.1f W, %4.1f %% flying, %4.1f %% "
                  "following, spike %.3g m/s2\n",
                  clearance_mm, tolerance, out.rate.mean, out.rate.error, out.power.mean, out.power.error,
                  100.0 * out.flying, 100.0 * out.following, out.spike);
    test_free(c);
    sim_and_model_free(s, m);
    return out;
}

static void assert_same(estimate a, estimate b)
{
    assert_near(a.mean, b.mean, 4.0 * hypot(a.error, b.error));
    assert_true(a.error < 0.2 * a.mean && b.error < 0.2 * b.mean);
}

// Means do not depend on the tolerance, to within what their scatter allows; free flight, impacts and following all
// occur; spikes tower over the 1.94e4 m/s2 of the ideal joint. With less clearance less is lost; there a soft touch may
// begin a contact that its damping never ends, so no means are compared.
static void test_means_do_not_depend_on_the_tolerance(void **state)
{
    (void)state;
    const means narrow = means_of(0.2, 3e-5), coarse = means_of(0.5, 3e-5), fine = means_of(0.5, 3e-6);
    assert_same(coarse.rate, fine.rate);
    assert_same(coarse.power, fine.power);
    assert_true(fine.flying > 0.05 && fine.following > 0.3 && fine.flying + fine.following < 0.99);
    assert_true(fine.spike > 8.0 * 1.94e4 && narrow.spike > 1.94e4);
    assert_true(fine.rate.mean > 2.0 * narrow.rate.mean && fine.power.mean > 2.0 * narrow.power.mean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stiffness_is_that_of_the_paper),
        cmocka_unit_test(test_first_impacts),
        cmocka_unit_test(test_ledger_closes),
        cmocka_unit_test(test_means_do_not_depend_on_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
