// Runs that are stopped go on to the same bits, wherever they were stopped: before and behind checkpoints, with
// contacts, with films.

#include "mechanism.h"

#include "base/alloc.h"
#include "out/checkpoint.h"
#include "out/result.h"
#include "step/simulate.h"

#include <stdlib.h>
#include <unistd.h>

#define BOUNCING                                                                                                       \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  ball: {mass: 0.5, inertia: 1e-4, velocity: [0.1, 0]}\n"                                                \
    "joints:\n  ring: {type: revolute, between: [ground, ball], model: dry, begin: free, radius: 20 mm,\n"             \
    "         clearance: 5 mm, contact: {law: flores, restitution: 0.7, stiffness: 1e9},\n"                            \
    "         friction: {law: smooth, coefficient: 0.1}}\n"                                                            \
    "simulate: {until: 0.6, tolerance: 1e-7}\n"

#define TURNING                                                                                                        \
    "gudgeon: 1\nspace: planar\nbodies:\n  arm: {mass: 0.3, inertia: 1e-4}\n"                                          \
    "joints:\n  pin: {type: revolute, between: [ground, arm]}\ndrive:\n  arm.angle: {rate: 5000 rpm}\n"                \
    "simulate: {until: %d deg of arm}\nrecord: {every: 0.5 deg of arm}\n"

#define FLOATING                                                                                                       \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  rotor: {mass: 2, inertia: 1e-3, spin: 3000 rpm}\n"                                                     \
    "joints:\n  journal: {type: revolute, between: [ground, rotor], model: reynolds, radius: 10 mm, width: 20 mm,\n"   \
    "         clearance: 30 um, film: {viscosity: 5 mPa.s, grid: [48, 8]}}\n"                                          \
    "simulate: {until: 0.08, largest: 0.2 ms}\nrecord: {every: 1 ms, fields: [journal], snapshots: 10 ms}\n"

typedef struct stopper {
    long at; // steps
} stopper;

static bool stop(void *user, double fraction, double position, long steps)
{
    (void)fraction, (void)position;
    return steps >= ((const stopper *)user)->at;
}

static gud_status simulate(const gud_model *m, const char *folder, long stop_at, bool resume,
                           gud_simulate_report *report)
{
    gud_error error = {""};
    stopper when = {stop_at};
    const gud_simulate_options options = {.folder = folder, .resume = resume, .progress = stop, .user = &when};
    const gud_status st = gud_simulate(m, &options, &error, report);
    if (st != GUD_OK && st != GUD_ERR_INTERRUPT) fail_msg("%s", error.text);
    return st;
}

static double *load(const char *folder, const char *name, int64_t *count)
{
    gud_error error;
    gud_result *result = NULL;
    gud_pick pick;
    double *values = NULL;
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_OK);
    assert_int_equal(gud_result_pick(result, name, &error, &pick), GUD_OK);
    assert_int_equal(gud_result_load(result, pick, &error, &values), GUD_OK);
    *count = gud_result_count(result, pick.channel);
    gud_result_close(result);
    return values;
}

static void same_records(const char *folder, const char *other, const char *name)
{
    int64_t n, nother;
    double *values = load(folder, name, &n), *others = load(other, name, &nother);
    assert_int_equal(n, nother);
    assert_memory_equal(values, others, (size_t)n * sizeof(double));
    gud_free(values);
    gud_free(others);
}

static void stop_and_go_on(const char *text, const char *channel)
{
    char whole[] = "/tmp/gudgeon-whole-XXXXXX", parts[] = "/tmp/gudgeon-parts-XXXXXX", command[100];
    gud_simulate_report report;
    assert_non_null(mkdtemp(whole));
    assert_non_null(mkdtemp(parts));
    gud_model *m = mechanism(text);
    assert_int_equal(simulate(m, whole, INT32_MAX, false, &report), GUD_OK);
    const uint64_t hash = report.hash;
    const long steps = (long)report.clock.nstep, piece = gud_run_refresh(m);
    assert_true(steps > 2 * piece + 40);

    // before the first place for a checkpoint, between places, and twice in the same piece
    assert_int_equal(simulate(m, parts, 1, false, &report), GUD_ERR_INTERRUPT);
    const long stops[] = {1, 20, piece + 1, piece + 20, 2 * piece + 1};
    for (int i = 0; i < GUD_COUNT(stops); i++)
        if (stops[i] < steps - 16) assert_int_equal(simulate(m, parts, stops[i], true, &report), GUD_ERR_INTERRUPT);
    assert_int_equal(simulate(m, parts, INT32_MAX, true, &report), GUD_OK);
    assert_int_equal(report.clock.nstep, steps);
    assert_true(report.hash == hash);
    same_records(whole, parts, channel);
    same_records(whole, parts, "energy/imbalance");
    gud_model_free(m);
    (void)snprintf(command, sizeof command, "rm -r %s %s", whole, parts);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): names of our own
}

static void test_resumed_contacts_repeat(void **state)
{
    (void)state;
    stop_and_go_on(BOUNCING, "joints/ring/contact_force");
}

static void test_resumed_extremes_repeat(void **state)
{
    (void)state;
    stop_and_go_on(BOUNCING "record: {every: 20 ms, extremes: [joints/ring/contact_force, 'bodies/*/velocity']}\n",
                   "joints/ring/contact_force");
    stop_and_go_on(BOUNCING "record: {every: 20 ms, extremes: [joints/ring/contact_force]}\n", "time");
}

// a run of the bouncing ball: its records of time and contact force
typedef struct {
    int64_t n;
    double *t, *force;
} record_of_force;

static void record_force(const char *record, record_of_force *out)
{
    char folder[] = "/tmp/gudgeon-peaks-XXXXXX", command[100], text[1000];
    gud_simulate_report report;
    int64_t n;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(text, sizeof text, "%s%s", BOUNCING, record);
    gud_model *m = mechanism(text);
    assert_int_equal(simulate(m, folder, INT32_MAX, false, &report), GUD_OK);
    out->t = load(folder, "time", &n);
    out->force = load(folder, "joints/ring/contact_force", &out->n);
    assert_int_equal(n, out->n);
    gud_model_free(m);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a name of our own
}

static double largest_between(const record_of_force *r, double from, double to)
{
    double largest = 0.0;
    for (int64_t i = 0; i < r->n; i++)
        if (r->t[i] >= from && r->t[i] <= to) largest = fmax(largest, r->force[i]);
    return largest;
}

// Impacts last a fraction of the distance of records: with their extremes, every interval has the peak of its steps.
static void test_extremes_between_records_are_kept(void **state)
{
    (void)state;
    record_of_force steps, marks, peaks;
    record_force("", &steps);
    record_force("record: {every: 20 ms}\n", &marks);
    record_force("record: {every: 20 ms, extremes: [joints/*/contact_force]}\n", &peaks);
    const double peak = largest_between(&steps, 0.0, 1.0);
    assert_true(largest_between(&marks, 0.0, 1.0) < 0.5 * peak); // what records alone miss
    assert_true(peaks.n > marks.n && peaks.n < steps.n / 2);
    for (int64_t i = 1; i < peaks.n; i++) assert_true(peaks.t[i] > peaks.t[i - 1]);
    for (int64_t i = 1; i < marks.n; i++) {
        const double from = marks.t[i - 1], to = marks.t[i];
        assert_true(largest_between(&peaks, from, to) >= largest_between(&steps, from, to));
    }
    double *all[] = {steps.t, steps.force, marks.t, marks.force, peaks.t, peaks.force};
    for (int i = 0; i < GUD_COUNT(all); i++) gud_free(all[i]);
}

static void test_extremes_of_nothing_are_refused(void **state)
{
    (void)state;
    gud_error error = {""};
    gud_simulate_report report;
    gud_model *m = mechanism(BOUNCING "record: {every: 20 ms, extremes: [joints/ring/force_of_contact]}\n");
    const gud_simulate_options options = {.folder = "/tmp"};
    assert_int_equal(gud_simulate(m, &options, &error, &report), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "record.extremes: no channel matches 'joints/ring/force_of_contact'"));
    gud_model_free(m);
}

static void test_resumed_films_repeat(void **state)
{
    (void)state;
    stop_and_go_on(FLOATING, "joints/journal/film_min");
}

// the end is a mark of the records, too, and is recorded once
static void test_records_are_counted(void **state)
{
    (void)state;
    for (int degrees = 30; degrees <= 1080; degrees += 150) {
        char folder[] = "/tmp/gudgeon-count-XXXXXX", command[100], text[600];
        gud_simulate_report report;
        assert_non_null(mkdtemp(folder));
        (void)snprintf(text, sizeof text, TURNING, degrees);
        gud_model *m = mechanism(text);
        assert_int_equal(simulate(m, folder, INT32_MAX, false, &report), GUD_OK);
        assert_int_equal(report.nrecord, 2 * degrees + 1);
        gud_model_free(m);
        (void)snprintf(command, sizeof command, "rm -r %s", folder);
        assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a name of our own
    }
}

#define SWINGING                                                                                                       \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n  rod: {mass: 1, inertia: 0.0833, at: [0.5, 0]}\n"       \
    "joints:\n  hinge: {type: revolute, between: [ground, rod], at: [0, 0]}\n"                                         \
    "simulate: {until: 2, %s}\nrecord: {every: 0.1}\n"

// an energy that does not add up is told, and only that
static void test_lost_energy_is_told(void **state)
{
    (void)state;
    const char *const methods[] = {"integrator: bathe, step: 50 ms", "tolerance: 1e-5",
                                   "integrator: bathe, step: 1 ms"};
    for (int i = 0; i < GUD_COUNT(methods); i++) {
        char folder[] = "/tmp/gudgeon-energy-XXXXXX", command[100], text[600];
        gud_simulate_report report;
        assert_non_null(mkdtemp(folder));
        (void)snprintf(text, sizeof text, SWINGING, methods[i]);
        gud_model *m = mechanism(text);
        assert_int_equal(simulate(m, folder, INT32_MAX, false, &report), GUD_OK);
        assert_near(report.clock.energy_most, 9.81 * 0.5, 0.15); // from horizontal to the bottom
        assert_true((strstr(report.remarks, "are lost") != NULL) == (i == 0));
        gud_model_free(m);
        (void)snprintf(command, sizeof command, "rm -r %s", folder);
        assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a name of our own
    }
}

// a parallelogram that falls flat, where it could go on as an antiparallelogram
#define FLAT                                                                                                           \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n  left: {mass: 1, inertia: 0.083, at: [0, 0.5]}\n"       \
    "  right: {mass: 1, inertia: 0.083, at: [2, 0.5]}\n  across: {mass: 1, inertia: 0.333, at: [1, 1]}\n"              \
    "joints:\n  a: {type: revolute, between: [ground, left], at: [0, 0]}\n"                                            \
    "  b: {type: revolute, between: [ground, right], at: [2, 0]}\n"                                                    \
    "  c: {type: revolute, between: [left, across], at: [0, 1]}\n"                                                     \
    "  d: {type: revolute, between: [right, across], at: [2, 1]}\n"                                                    \
    "start: {a.angle: {rate: -1}}\nsimulate: {until: %s, step: 1 ms}\nrecord: {every: 0.1}\n"

static void test_singular_positions_are_told(void **state)
{
    (void)state;
    const char *const until[] = {"0.5", "1"}; // it lies flat at 0.71 s
    for (int i = 0; i < GUD_COUNT(until); i++) {
        char folder[] = "/tmp/gudgeon-flat-XXXXXX", command[100], text[900];
        gud_simulate_report report;
        assert_non_null(mkdtemp(folder));
        (void)snprintf(text, sizeof text, FLAT, until[i]);
        gud_model *m = mechanism(text);
        assert_int_equal(simulate(m, folder, INT32_MAX, false, &report), GUD_OK);
        assert_true((strstr(report.remarks, "singular: near t = 0.7") != NULL) == (i == 1));
        gud_model_free(m);
        (void)snprintf(command, sizeof command, "rm -r %s", folder);
        assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a name of our own
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_energy_is_told),
        cmocka_unit_test(test_singular_positions_are_told),
        cmocka_unit_test(test_records_are_counted),
        cmocka_unit_test(test_resumed_contacts_repeat),
        cmocka_unit_test(test_resumed_films_repeat),
        cmocka_unit_test(test_resumed_extremes_repeat),
        cmocka_unit_test(test_extremes_between_records_are_kept),
        cmocka_unit_test(test_extremes_of_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
