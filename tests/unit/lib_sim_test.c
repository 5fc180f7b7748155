// Simulations by the public interface do what the command does, to the bit; reading changes nothing; a state goes on as
// the run that it was taken from; misuse is answered.

#include "lib_case.h"

#include "model/compile.h"
#include "out/result.h"
#include "step/simulate.h"

// a mixed film, with a record at every step
static gud_model *film_model(void)
{
    const char *set[] = {"simulate.until=400 deg of crank", "record={fields: [small-end], snapshots: 10 deg of crank}"};
    return lib_model_file("examples/crank-slider/config-1.yaml", set, 2);
}

// ---- the same as a run

static uint64_t hash_of_folder_run(const gud_model *m, const char *folder)
{
    gud_error error = {""};
    gud_simulate_report report;
    const gud_simulate_options options = {.folder = folder};
    if (gud_simulate(m, &options, &error, &report) != GUD_OK) fail_msg("%s", error.text);
    return report.hash;
}

// every signal after every step is what the result has in its record, to the bit
static void compare_rows(gud_sim *s, const gud_result *result, int64_t record)
{
    gud_error error;
    gud_channel_info c;
    double values[200], recorded[200];
    for (int i = 0; gud_sim_channel(s, i, &c) == GUD_OK; i++) {
        int signals[200];
        const int channel = gud_result_find(result, c.path);
        assert_true(channel >= 0 && c.width <= 200);
        for (int k = 0; k < c.width; k++) signals[k] = c.first + k;
        assert_int_equal(gud_sim_read(s, signals, c.width, values), GUD_OK);
        assert_int_equal(gud_result_read(result, channel, record, 1, recorded, &error), GUD_OK);
        if (memcmp(values, recorded, (size_t)c.width * sizeof *values) != 0)
            fail_msg("%s at record %ld: %.17g, recorded %.17g", c.path, (long)record, values[0], recorded[0]);
        assert_string_equal(c.unit, gud_result_channel(result, channel)->unit);
    }
}

static void check_steps(gud_model *m)
{
    char folder[] = "/tmp/gudgeon-lib-XXXXXX";
    gud_error error;
    gud_result *result = NULL;
    assert_non_null(mkdtemp(folder));
    const uint64_t expected = hash_of_folder_run(m, folder);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_OK);

    gud_sim *s = lib_started(m), *silent = lib_started(m);
    int64_t record = 0;
    compare_rows(s, result, record);
    assert_int_equal(gud_sim_threads(silent, 2), GUD_OK);
    while (gud_sim_step(s) == GUD_OK) compare_rows(s, result, ++record);
    assert_int_equal(record + 1, gud_result_count(result, 0));
    lib_run(silent); // without reading, and by two threads
    assert_true(gud_sim_hash(s) == expected);
    assert_true(gud_sim_hash(silent) == expected);

    gud_sim_free(s);
    gud_sim_free(silent);
    gud_result_close(result);
    lib_folder_remove(folder);
    gud_model_free(m);
}

static void test_steps_are_those_of_a_run(void **state)
{
    (void)state;
    check_steps(lib_model(LIB_PENDULUM));
    check_steps(film_model());
}

// ---- advancing

static void test_times_are_met_exactly(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    for (int i = 1; i <= 30; i++) {
        assert_int_equal(gud_sim_advance(s, 0.1 * i), GUD_OK);
        assert_true(gud_sim_time(s) == 0.1 * i || i == 30);
        assert_true(lib_value(s, "time") == gud_sim_time(s));
    }
    assert_int_equal(gud_sim_advance(s, gud_sim_time(s)), GUD_OK); // no way to go
    assert_int_equal(gud_sim_advance(s, 5.0), GUD_END);
    assert_near(gud_sim_time(s), 3.0, 0.0);
    assert_near(gud_sim_fraction(s), 1.0, 0.0);
    assert_int_equal(gud_sim_step(s), GUD_END);
    assert_int_equal(gud_sim_advance(s, 1.0), GUD_ERR_USE);
    assert_int_equal(gud_sim_advance(s, (double)NAN), GUD_ERR_USE);

    // back to the start, and again to the end: the same bits
    gud_sim *other = lib_started(m);
    assert_int_equal(gud_sim_start(s), GUD_OK);
    assert_near(gud_sim_time(s), 0.0, 0.0);
    lib_run(s);
    lib_run(other);
    assert_true(gud_sim_hash(s) == gud_sim_hash(other));
    gud_sim_free(other);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_coordinates_are_met(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    const int angle = gud_model_find(m, GUD_ITEM_COORDINATE, "hinge.angle");
    const double wanted[] = {1.0, 0.0, -0.3, 0.0, 0.7};
    double last = 0.0;
    for (int i = 0; i < 5; i++) {
        if (gud_sim_advance_to(s, angle, wanted[i]) != GUD_OK) fail_msg("%s", gud_sim_error(s));
        assert_near(lib_value(s, "coordinates/hinge.angle"), wanted[i], 1e-10);
        assert_true(gud_sim_time(s) > last);
        last = gud_sim_time(s);
    }
    assert_int_equal(gud_sim_advance_to(s, angle, lib_value(s, "coordinates/hinge.angle")), GUD_OK);
    assert_near(gud_sim_time(s), last, 0.0);
    assert_int_equal(gud_sim_advance_to(s, angle, 3.0), GUD_END); // it does not swing that far
    assert_int_equal(gud_sim_advance_to(s, 7, 0.0), GUD_ERR_USE);
    assert_int_equal(gud_sim_advance_to(s, angle, (double)INFINITY), GUD_ERR_USE);
    gud_sim_free(s);
    gud_model_free(m);

    // turns are counted, and the run's own end is a coordinate, too
    m = lib_model_file("examples/clearance/slider-crank-dry.yaml", NULL, 0);
    s = lib_started(m);
    const int crank = gud_model_find(m, GUD_ITEM_COORDINATE, "crank.angle");
    for (int i = 1; i <= 4; i++) {
        assert_int_equal(gud_sim_advance_to(s, crank, i * 3.14159), GUD_OK);
        assert_near(lib_value(s, "coordinates/crank.angle"), i * 3.14159, 1e-9);
    }
    assert_int_equal(gud_sim_advance_to(s, crank, 20.0), GUD_END);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_equilibrium(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    gud_energies e;
    assert_int_equal(gud_sim_advance(s, 0.2), GUD_OK);
    if (gud_sim_equilibrium(s) != GUD_OK) fail_msg("%s", gud_sim_error(s));
    assert_near(gud_sim_time(s), 0.2, 0.0);
    const double angle = lib_value(s, "coordinates/hinge.angle");
    assert_near(angle, 0.0, 1e-8); // the rope is loose there
    assert_int_equal(gud_sim_advance(s, 1.0), GUD_OK);
    assert_near(lib_value(s, "coordinates/hinge.angle"), angle, 1e-8);
    assert_int_equal(gud_sim_energies(s, &e), GUD_OK);
    assert_near(e.kinetic, 0.0, 1e-12);
    assert_near(e.imbalance, 0.0, 1e-9);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- reading

static void test_channels(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    gud_channel_info c;
    int first, width, n = 0;
    for (int i = 0; gud_sim_channel(s, i, &c) == GUD_OK; i++) {
        assert_int_equal(c.first, n);
        n += c.width;
        assert_int_equal(gud_sim_find(s, c.path, &first, &width), GUD_OK);
        assert_int_equal(first, c.first);
        assert_int_equal(width, c.width);
    }
    assert_int_equal(n, gud_sim_signal_count(s));
    assert_int_equal(gud_sim_find(s, "bodies/rod/position.y", &first, &width), GUD_OK);
    assert_int_equal(width, 1);
    assert_int_equal(gud_sim_find(s, "bodies/rod/position", &n, &width), GUD_OK);
    assert_int_equal(width, 2);
    assert_int_equal(first, n + 1);
    assert_int_equal(gud_sim_find(s, "bodies/rot/position", &first, &width), GUD_ERR_INPUT);
    assert_non_null(strstr(gud_sim_error(s), "bodies/rod/position"));

    // at the start: the energy of a rod that is held at 80 degrees
    gud_energies e;
    assert_int_equal(gud_sim_energies(s, &e), GUD_OK);
    assert_near(e.kinetic, 0.0, 0.0);
    assert_near(e.potential, -9.81 * 0.5 * cos(80.0 * 3.14159265358979 / 180.0), 1e-9);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_maps(void **state)
{
    (void)state;
    gud_model *m = film_model();
    gud_sim *s = lib_started(m);
    gud_map_info map;
    bool found = false;
    const int crank = gud_model_find(m, GUD_ITEM_COORDINATE, "crank.angle");
    assert_int_equal(gud_sim_advance_to(s, crank, 6.2), GUD_OK);
    const double expected = lib_value(s, "joints/small-end/film_pressure_max");
    for (int i = 0; gud_sim_map(s, i, &map) == GUD_OK; i++) {
        const int size = map.rows * map.columns;
        double *values = malloc((size_t)size * sizeof *values), largest = 0.0;
        assert_int_equal(gud_sim_read_map(s, i, values, size - 1), GUD_ERR_USE);
        assert_int_equal(gud_sim_read_map(s, i, values, size), GUD_OK);
        for (int k = 0; k < size; k++) largest = fmax(largest, values[k]);
        free(values);
        if (strcmp(map.path, "joints/small-end/pressure") != 0) continue;
        assert_string_equal(map.unit, "Pa");
        assert_close(largest, expected, 1e-9, 1.0);
        found = true;
    }
    assert_true(found);
    assert_int_equal(gud_sim_find(s, "joints/small-end/pressure", &(int){0}, NULL), GUD_ERR_INPUT);
    gud_sim_free(s);
    gud_model_free(m);
}

typedef struct watcher {
    int calls, stop_at;
    double last_t, last_angle;
    gud_status inside; // what a call that is not allowed says
} watcher;

static int watch(void *user, gud_sim *s, double t, const double *values)
{
    watcher *w = user;
    w->calls++;
    assert_true(t > w->last_t && t == gud_sim_time(s));
    w->last_t = t;
    w->last_angle = values[0];
    w->inside = gud_sim_step(s);
    return w->calls == w->stop_at;
}

static void test_callback(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m), *plain = lib_started(m);
    watcher w = {.stop_at = 10};
    gud_counters c;
    const int angle = lib_signal(s, "coordinates/hinge.angle");
    assert_int_equal(gud_sim_watch(s, &angle, 1, watch, &w), GUD_OK);
    assert_int_equal(gud_sim_advance(s, 3.0), GUD_ERR_INTERRUPT);
    assert_int_equal(w.calls, 10);
    assert_int_equal(w.inside, GUD_ERR_USE);
    assert_near(w.last_angle, lib_value(s, "coordinates/hinge.angle"), 0.0);
    assert_int_equal(gud_sim_advance(s, 3.0), GUD_OK); // it goes on
    assert_int_equal(gud_sim_counters(s, &c), GUD_OK);
    assert_int_equal(w.calls, c.steps);
    lib_run(plain);
    assert_true(gud_sim_hash(s) == gud_sim_hash(plain));
    assert_int_equal(gud_sim_watch(s, NULL, 0, NULL, NULL), GUD_OK);
    gud_sim_free(s);
    gud_sim_free(plain);
    gud_model_free(m);
}

// ---- states

static void check_states(gud_model *m, int nstep)
{
    gud_sim *s = lib_started(m), *copy, *restored;
    for (int i = 0; i < nstep; i++) assert_int_equal(gud_sim_step(s), GUD_OK);
    const size_t size = gud_sim_state_size(s);
    const int n = gud_sim_signal_count(s);
    void *block = malloc(size), *again = malloc(size);
    double *here = malloc((size_t)n * sizeof *here), *there = malloc((size_t)n * sizeof *there);

    assert_int_equal(gud_sim_save(s, block, size - 1), GUD_ERR_USE);
    assert_int_equal(gud_sim_save(s, block, size), GUD_OK);
    assert_int_equal(gud_sim_copy(s, &copy), GUD_OK);
    assert_int_equal(gud_sim_create(m, &restored), GUD_OK);
    assert_int_equal(gud_sim_restore(restored, block, size), GUD_OK); // not started
    assert_int_equal(gud_sim_save(restored, again, size), GUD_OK);
    assert_memory_equal(block, again, size);
    assert_int_equal(gud_sim_read_all(s, here, n), GUD_OK);
    assert_int_equal(gud_sim_read_all(restored, there, n), GUD_OK);
    assert_memory_equal(here, there, (size_t)n * sizeof *here);

    lib_run(s);
    lib_run(copy);
    lib_run(restored);
    assert_true(gud_sim_hash(s) == gud_sim_hash(copy));
    assert_true(gud_sim_hash(s) == gud_sim_hash(restored));
    assert_int_equal(gud_sim_restore(s, block, size), GUD_OK); // and once more
    lib_run(s);
    assert_true(gud_sim_hash(s) == gud_sim_hash(restored));

    free(block);
    free(again);
    free(here);
    free(there);
    gud_sim_free(s);
    gud_sim_free(copy);
    gud_sim_free(restored);
    gud_model_free(m);
}

static void test_states_go_on_to_the_bit(void **state)
{
    (void)state;
    check_states(lib_model(LIB_PENDULUM), 37);
    check_states(film_model(), 37);
}

static void test_wrong_states_are_refused(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM), *other = lib_model_file("examples/pendulum/pendulum.yaml", NULL, 0);
    gud_sim *s = lib_started(m), *stranger = lib_started(other);
    const size_t size = gud_sim_state_size(s);
    unsigned char *block = malloc(size);
    assert_int_equal(gud_sim_save(s, block, size), GUD_OK);
    assert_int_equal(gud_sim_restore(stranger, block, size), GUD_ERR_INPUT);
    assert_non_null(strstr(gud_sim_error(stranger), "another model"));
    const uint64_t before = gud_sim_hash(s);
    for (size_t k = 0; k < size; k += k < 48 ? 1 : 13) {
        block[k] ^= 0x10;
        assert_int_equal(gud_sim_restore(s, block, size), GUD_ERR_INPUT);
        block[k] ^= 0x10;
    }
    for (size_t k = 0; k < size; k += 11) assert_int_equal(gud_sim_restore(s, block, k), GUD_ERR_INPUT);
    assert_true(gud_sim_hash(s) == before);
    assert_int_equal(gud_sim_restore(s, block, size), GUD_OK);
    free(block);
    gud_sim_free(s);
    gud_sim_free(stranger);
    gud_model_free(m);
    gud_model_free(other);
}

// ---- misuse

static void check_not_started(gud_sim *s)
{
    double value;
    int number;
    gud_sim *copy;
    gud_energies e;
    gud_counters c;
    assert_int_equal(gud_sim_threads(s, -1), GUD_ERR_USE);
    assert_int_equal(gud_sim_threads(NULL, 1), GUD_ERR_USE);
    assert_int_equal(gud_sim_step(s), GUD_ERR_USE);
    assert_int_equal(gud_sim_advance(s, 1.0), GUD_ERR_USE);
    assert_int_equal(gud_sim_advance_to(s, 0, 1.0), GUD_ERR_USE);
    assert_int_equal(gud_sim_equilibrium(s), GUD_ERR_USE);
    assert_int_equal(gud_sim_watch(s, NULL, 0, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_channel(s, 0, &(gud_channel_info){0}), GUD_ERR_USE);
    assert_int_equal(gud_sim_find(s, "time", &number, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_read(s, NULL, 0, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_read_all(s, &value, 1000), GUD_ERR_USE);
    assert_int_equal(gud_sim_map(s, 0, &(gud_map_info){0}), GUD_ERR_USE);
    assert_int_equal(gud_sim_read_map(s, 0, &value, 1), GUD_ERR_USE);
    assert_int_equal(gud_sim_energies(s, &e), GUD_ERR_USE);
    assert_int_equal(gud_sim_counters(s, &c), GUD_ERR_USE);
    assert_int_equal(gud_sim_save(s, &value, 0), GUD_ERR_USE);
    assert_int_equal(gud_sim_restore(s, NULL, 0), GUD_ERR_USE);
    assert_int_equal(gud_sim_copy(s, &copy), GUD_ERR_USE);
    assert_null(copy);
    assert_int_equal(gud_sim_channel_count(s), 0);
    assert_int_equal(gud_sim_signal_count(s), 0);
    assert_int_equal(gud_sim_map_count(s), 0);
    assert_int_equal(gud_sim_state_size(s), 0);
    assert_true(gud_sim_hash(s) == 0);
    assert_true(isnan(gud_sim_time(s)) && isnan(gud_sim_fraction(s)));
}

static void test_misuse(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s;
    check_not_started(NULL);
    gud_sim_free(NULL);
    assert_string_equal(gud_sim_error(NULL), "");
    assert_int_equal(gud_sim_start(NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_create(NULL, &s), GUD_ERR_USE);
    assert_null(s);
    assert_int_equal(gud_sim_create(m, NULL), GUD_ERR_USE);

    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    assert_string_equal(gud_sim_error(s), "");
    check_not_started(s);
    assert_int_equal(gud_sim_step(s), GUD_ERR_USE);
    assert_non_null(strstr(gud_sim_error(s), "gud_sim_start"));

    assert_int_equal(gud_sim_start(s), GUD_OK);
    const int bad[] = {0, 100000}, negative = -1;
    double values[2];
    assert_int_equal(gud_sim_read(s, bad, 2, values), GUD_ERR_USE);
    assert_int_equal(gud_sim_read(s, &negative, 1, values), GUD_ERR_USE);
    assert_int_equal(gud_sim_read(s, bad, -1, values), GUD_ERR_USE);
    assert_int_equal(gud_sim_read(s, NULL, 1, values), GUD_ERR_USE);
    assert_int_equal(gud_sim_read(s, bad, 1, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_read_all(s, NULL, 1000), GUD_ERR_USE);
    assert_int_equal(gud_sim_read_all(s, values, 2), GUD_ERR_USE);
    assert_int_equal(gud_sim_find(s, NULL, &(int){0}, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_find(s, "time", NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_watch(s, bad, 2, watch, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_read_map(s, 0, values, 2), GUD_ERR_USE);
    assert_int_equal(gud_sim_save(s, NULL, 100000), GUD_ERR_USE);
    assert_int_equal(gud_sim_copy(s, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_energies(s, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_counters(s, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_step(s), GUD_OK); // it is none the worse for it
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_parts_that_do_not_fit(void **state)
{
    (void)state;
    gud_model *m =
        lib_model("gudgeon: 1\nspace: planar\nbodies: {a: {mass: 1, inertia: 1}}\n"
                  "frames: {p: {body: ground, at: [1, 0]}, e: {body: a, at: [3, 0]}}\n"
                  "joints: {h: {type: revolute, between: [ground, a]}, k: {type: revolute, between: [p, e]}}\n"
                  "simulate: {until: 1}\n");
    gud_sim *s;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    assert_int_equal(gud_sim_start(s), GUD_ERR_INPUT);
    assert_non_null(strstr(gud_sim_error(s), "cannot be assembled"));
    check_not_started(s);
    gud_sim_free(s);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_are_those_of_a_run),
        cmocka_unit_test(test_times_are_met_exactly),
        cmocka_unit_test(test_coordinates_are_met),
        cmocka_unit_test(test_equilibrium),
        cmocka_unit_test(test_channels),
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_callback),
        cmocka_unit_test(test_states_go_on_to_the_bit),
        cmocka_unit_test(test_wrong_states_are_refused),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_parts_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
