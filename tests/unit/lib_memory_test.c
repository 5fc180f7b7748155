// The public interface survives the failure of every single allocation, and steps take no memory.

#include "heap.h"
#include "lib_case.h"

static int watch_nothing(void *user, gud_sim *s, double t, const double *values)
{
    (void)user, (void)s, (void)t, (void)values;
    return 0;
}

// everything that takes memory once
static gud_status use_interface(void *nothing)
{
    (void)nothing;
    gud_model *m = NULL;
    gud_sim *s = NULL, *copy = NULL, *restored = NULL;
    const int time = 0;
    static char block[100000];
    gud_status st = gud_model_read("test.yaml", LIB_PENDULUM, NULL, 0, &m, NULL);
    if (st == GUD_OK) st = gud_sim_create(m, &s);
    if (st == GUD_OK) st = gud_sim_start(s);
    if (st == GUD_OK) st = gud_sim_watch(s, &time, 1, watch_nothing, NULL);
    if (st == GUD_OK) st = gud_sim_equilibrium(s);
    if (st == GUD_OK) st = gud_sim_save(s, block, sizeof block);
    if (st == GUD_OK) st = gud_sim_copy(s, &copy);
    if (st == GUD_OK) st = gud_sim_create(m, &restored);
    if (st == GUD_OK) st = gud_sim_restore(restored, block, sizeof block);
    if (st == GUD_OK) st = gud_sim_step(restored);
    gud_sim_free(s);
    gud_sim_free(copy);
    gud_sim_free(restored);
    gud_model_free(m);
    return st;
}

static void test_simulations(void **state)
{
    (void)state;
    assert_true(heap_exhaust(use_interface, NULL) > 20);
}

// mistakes are reported, or memory is short: nothing else
static gud_status report_mistakes(void *nothing)
{
    (void)nothing;
    gud_model *m;
    gud_diagnostics *why;
    const char *set[] = {"bodies.rod.mass=1 km", "simulate.untill=3"};
    const gud_status st = gud_model_read("test.yaml", LIB_PENDULUM, set, 2, &m, &why);
    const int n = gud_diagnostics_count(why);
    gud_diagnostics_free(why);
    assert_null(m);
    if (st == GUD_ERR_MEMORY) return st;
    assert_int_equal(st, GUD_ERR_INPUT);
    assert_int_equal(n, 2);
    return GUD_OK;
}

static void test_diagnostics(void **state)
{
    (void)state;
    assert_true(heap_exhaust(report_mistakes, NULL) > 3);
}

// it has thousands of allocations: some of them
static void test_schema(void **state)
{
    (void)state;
    for (long k = 0; k < 300; k += 1 + k / 4) {
        const long before = heap.held;
        heap.left = k;
        assert_null(gud_schema_json());
        assert_int_equal(heap.left, -1);
        assert_int_equal(heap.held, before);
    }
}

// one thread: the heap of this test belongs to one at a time
static gud_status use_study(void *path)
{
    gud_open_study *s;
    gud_status st = gud_study_open("study.yaml", path, 0, &s, NULL);
    if (st == GUD_OK) st = gud_study_run(s, 1, NULL, NULL);
    if (st == GUD_OK && gud_study_failure(s, 0)[0]) st = GUD_ERR_MEMORY; // nothing else can be wrong with it
    char *table = st == GUD_OK ? gud_study_table(s, false) : NULL;
    if (st == GUD_OK && !table) st = GUD_ERR_MEMORY;
    gud_free(table);
    gud_study_close(s);
    return st;
}

static void test_studies(void **state)
{
    (void)state;
    char path[] = "/tmp/study-model-XXXXXX", text[300];
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, LIB_PENDULUM, sizeof LIB_PENDULUM - 1), sizeof LIB_PENDULUM - 1);
    (void)close(file);
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nmodel: %s\naxes: {end: {path: simulate.until, values: [0.02]}}\n"
                   "channels: [energy/kinetic]\n",
                   path);
    assert_true(heap_exhaust(use_study, text) > 20);
    (void)unlink(path);
}

static void test_no_memory_in_steps(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    gud_sim *s = lib_started(m);
    const int time = 0;
    assert_int_equal(gud_sim_watch(s, &time, 1, watch_nothing, NULL), GUD_OK);
    const long before = heap.calls;
    assert_int_equal(gud_sim_advance(s, 0.5), GUD_OK);
    assert_int_equal(gud_sim_advance_to(s, 0, 0.1), GUD_OK);
    lib_run(s);
    (void)lib_value(s, "energy/kinetic");
    assert_int_equal(heap.calls, before);
    gud_sim_free(s);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simulations), cmocka_unit_test(test_diagnostics),        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_studies),     cmocka_unit_test(test_no_memory_in_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
