// The log of contacts in results: every contact of the run once, with the numbers that a run beside it sees, and the
// channels of the joint in agreement with it.

#include "verify/clearance_case.h"

#include "base/alloc.h"
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
    "simulate: {until: 0.3, tolerance: 1e-7}\n"

static double *load(const gud_result *result, const char *name)
{
    gud_pick pick;
    gud_error error;
    double *values;
    if (gud_result_pick(result, name, &error, &pick) != GUD_OK) fail_msg("%s", error.text);
    assert_int_equal(gud_result_load(result, pick, &error, &values), GUD_OK);
    return values;
}

static void check_records(const gud_result *result, const contact_log *log)
{
    gud_error error;
    const int channel = gud_result_find(result, "joints/ring/contacts");
    assert_true(channel >= 0);
    assert_int_equal(gud_result_count(result, channel), log->n);
    for (int i = 0; i < log->n; i++) {
        contact_record r;
        double t;
        assert_int_equal(gud_result_read(result, channel, i, 1, (double *)&r, &error), GUD_OK);
        assert_int_equal(gud_result_read_times(result, channel, i, 1, &t, &error), GUD_OK);
        assert_memory_equal(&r, &log->contact[i], sizeof r);
        assert_near(t, r.begin + r.duration, 1e-15); // it is told when it has ended
        assert_true(r.speed > 0.0 && r.force > 0.0 && r.depth > 0.0 && r.duration > 0.0);
        assert_true(r.restitution >= 0.0 && r.restitution < 1.0);
        if (i > 0) assert_true(r.begin > log->contact[i - 1].begin);
    }
}

// at every record: contacts that have ended, forces only in contact, losses that add up
static void check_channels(const gud_result *result, const contact_log *log)
{
    const int64_t n = gud_result_count(result, 0);
    double *time = load(result, "time"), *count = load(result, "joints/ring/contact_count");
    double *depth = load(result, "joints/ring/depth"), *force = load(result, "joints/ring/contact_force");
    double *contact = load(result, "joints/ring/contact_work"), *friction = load(result, "joints/ring/friction_work");
    double peak = 0.0;
    for (int64_t i = 0; i < n; i++) {
        int ended = 0;
        while (ended < log->n && log->contact[ended].begin + log->contact[ended].duration < time[i] - 1e-12) ended++;
        assert_true(count[i] == ended);
        assert_true((force[i] > 0.0) <= (depth[i] > 0.0));
        assert_true(i == 0 || (contact[i] >= contact[i - 1] - 1e-9 && friction[i] >= friction[i - 1]));
        peak = fmax(peak, force[i]);
    }
    double logged = 0.0;
    for (int i = 0; i < log->n; i++) logged = fmax(logged, log->contact[i].force);
    assert_close(logged, peak, 1e-9, 0.0);
    double *all[] = {time, count, depth, force, contact, friction};
    for (int i = 0; i < GUD_COUNT(all); i++) gud_free(all[i]);
}

static void test_contacts_are_logged(void **state)
{
    (void)state;
    char folder[] = "/tmp/gudgeon-pair-XXXXXX", command[100];
    assert_non_null(mkdtemp(folder));
    gud_model *m = mechanism(BOUNCING);
    gud_sim *s = started(m);
    contact_log log = {0};
    run_logged(s, &log);
    assert_true(log.n > 5);

    gud_error error;
    gud_simulate_report report;
    gud_result *result;
    const gud_simulate_options options = {.folder = folder};
    if (gud_simulate(m, &options, &error, &report) != GUD_OK) fail_msg("%s", error.text);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_OK);
    check_records(result, &log);
    check_channels(result, &log);
    gud_result_close(result);
    sim_and_model_free(s, m);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a folder of our own
}

// what contacts remember belongs to the state: a run that goes on from a copy of it repeats to the bit
static void test_a_copy_goes_on_to_the_bit(void **state)
{
    (void)state;
    gud_model *m = mechanism(BOUNCING);
    gud_sim *s = started(m), *copy = sim_of(m);
    assert_int_equal(gud_run_piece(s, NULL, NULL), GUD_OK);
    assert_false(gud_run_finished(s));
    assert_true(s->state.clock.nevent > 2);
    gud_state_copy(&copy->state, &s->state);
    run_to_end(s);
    run_to_end(copy);
    assert_true(gud_state_hash(&s->state) == gud_state_hash(&copy->state));
    gud_sim_free(copy);
    sim_and_model_free(s, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_contacts_are_logged),
                                       cmocka_unit_test(test_a_copy_goes_on_to_the_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
