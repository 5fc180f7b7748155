// Whole runs and their results by the public interface.

#include "lib_case.h"

static int stop_half_way(void *user, double fraction, double position, int64_t steps)
{
    int *calls = user;
    (void)position, (void)steps;
    ++*calls;
    return fraction > 0.5;
}

// a run that was stopped and resumed is the run of the simulation, to the bit
static void test_run_stops_and_goes_on(void **state)
{
    (void)state;
    char folder[] = "/tmp/gudgeon-results-XXXXXX";
    assert_non_null(mkdtemp(folder));
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    gud_diagnostics *why;
    gud_run_report report;
    gud_results *r;
    gud_counters c;
    int calls = 0;
    assert_int_equal(gud_model_run(m, folder, 0, stop_half_way, &calls, &report, &why), GUD_ERR_INTERRUPT);
    assert_true(calls > 1);
    assert_int_equal(gud_diagnostics_count(why), 1);
    gud_diagnostics_free(why);
    assert_true(report.time > 1.5 && report.time < 2.9);

    assert_int_equal(gud_results_open(folder, &r, NULL), GUD_OK); // what is there can be read
    assert_false(gud_results_ended(r));
    gud_results_free(r);

    assert_int_equal(gud_model_run(m, folder, GUD_RUN_RESUME, NULL, NULL, &report, &why), GUD_OK);
    assert_null(why);
    lib_run(s);
    assert_int_equal(gud_sim_counters(s, &c), GUD_OK);
    assert_true(report.hash == gud_sim_hash(s));
    assert_int_equal(report.counters.steps, c.steps);
    gud_sim_free(s);
    gud_model_free(m);
    lib_folder_remove(folder);
}

static void check_channels(gud_results *r)
{
    gud_results_channel_info c;
    double values[3], times[3], number, steps = 0.0;
    const char *text;
    assert_string_equal(gud_results_title(r), "Pendulum");
    assert_non_null(strstr(gud_results_model(r), "hinge"));
    assert_true(gud_results_ended(r));
    assert_int_equal(gud_results_entry(r, "steps", &steps, &text), GUD_OK);
    assert_true(steps > 100.0 && text == NULL);
    assert_int_equal(gud_results_entry(r, "integrator", &number, &text), GUD_OK);
    assert_string_equal(text, "esdirk2");
    assert_int_equal(gud_results_entry(r, "stepps", &number, &text), GUD_ERR_INPUT);

    const int channel = gud_results_find(r, "bodies/rod/position");
    assert_int_equal(gud_results_channel(r, channel, &c), GUD_OK);
    assert_string_equal(c.unit, "m");
    assert_int_equal(c.width, 2);
    assert_int_equal(c.columns, 2);
    assert_string_equal(c.components[1], "y");
    assert_int_equal((int)steps + 1, c.records); // one at every step
    assert_int_equal(gud_results_read(r, channel, c.records - 1, 1, values, 2), GUD_OK);
    assert_near(values[0] * values[0] + values[1] * values[1], 0.25, 1e-9);
    assert_int_equal(gud_results_read_times(r, channel, c.records - 1, 1, times, 1), GUD_OK);
    assert_near(times[0], 3.0, 0.0);
    assert_int_equal(gud_results_find(r, "bodies/rod"), -1);

    assert_int_equal(gud_results_read(r, channel, c.records, 1, values, 3), GUD_ERR_USE);
    assert_int_equal(gud_results_read(r, channel, -1, 1, values, 3), GUD_ERR_USE);
    assert_int_equal(gud_results_read(r, channel, 1, INT64_MAX, values, INT64_MAX), GUD_ERR_USE);
    assert_int_equal(gud_results_read(r, channel, 0, 2, values, 3), GUD_ERR_USE);
    assert_true(gud_results_error(r)[0] != '\0');
    assert_int_equal(gud_results_read(r, channel, 0, 1, NULL, 3), GUD_ERR_USE);
    assert_int_equal(gud_results_read(r, -1, 0, 1, values, 3), GUD_ERR_USE);
    assert_int_equal(gud_results_read_times(r, 1000, 0, 1, values, 3), GUD_ERR_USE);
    assert_int_equal(gud_results_channel(r, -1, &c), GUD_ERR_USE);
    assert_int_equal(gud_results_channel(r, 0, NULL), GUD_ERR_USE);
}

static void test_results(void **state)
{
    (void)state;
    char folder[] = "/tmp/gudgeon-results-XXXXXX";
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_results *r;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(gud_model_run(m, folder, 0, NULL, NULL, NULL, NULL), GUD_OK);
    assert_int_equal(gud_results_open(folder, &r, NULL), GUD_OK);
    check_channels(r);
    gud_results_free(r);
    gud_model_free(m);
    lib_folder_remove(folder);
}

static void test_misuse(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_results *r;
    gud_diagnostics *why;
    gud_results_channel_info c;
    double number;
    assert_int_equal(gud_model_run(NULL, "x", 0, NULL, NULL, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_model_run(m, NULL, 0, NULL, NULL, NULL, NULL), GUD_ERR_USE);
    assert_true(gud_model_run(m, "/proc/nowhere", 0, NULL, NULL, NULL, &why) < 0);
    assert_int_equal(gud_diagnostics_count(why), 1);
    gud_diagnostics_free(why);
    assert_true(gud_results_open("/nowhere", &r, &why) < 0);
    assert_null(r);
    assert_int_equal(gud_diagnostics_count(why), 1);
    gud_diagnostics_free(why);
    assert_true(gud_results_open("/nowhere", &r, NULL) < 0);
    assert_int_equal(gud_results_open(NULL, &r, NULL), GUD_ERR_USE);
    assert_int_equal(gud_results_open("/nowhere", NULL, NULL), GUD_ERR_USE);
    gud_results_free(NULL);
    assert_string_equal(gud_results_error(NULL), "");
    assert_string_equal(gud_results_title(NULL), "");
    assert_string_equal(gud_results_model(NULL), "");
    assert_false(gud_results_ended(NULL));
    assert_int_equal(gud_results_entry(NULL, "steps", &number, NULL), GUD_ERR_USE);
    assert_int_equal(gud_results_channel_count(NULL), 0);
    assert_int_equal(gud_results_outline_count(NULL), 0);
    assert_int_equal(gud_results_part_count(NULL), 0);
    assert_int_equal(gud_results_part(NULL, 0, &(gud_part_info){0}), GUD_ERR_USE);
    assert_int_equal(gud_results_summary(NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_results_channel(NULL, 0, &c), GUD_ERR_USE);
    assert_int_equal(gud_results_find(NULL, "time"), -1);
    assert_int_equal(gud_results_read(NULL, 0, 0, 0, &number, 1), GUD_ERR_USE);
    assert_int_equal(gud_results_read_times(NULL, 0, 0, 0, &number, 1), GUD_ERR_USE);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run_stops_and_goes_on),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
