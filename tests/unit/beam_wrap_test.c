// Steps of beams take no memory; making a model with beams survives the failure of every single allocation.
// Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "mechanism.h"

#include "step/record.h"

void *__real_gud_alloc(size_t count, size_t size);
void *__real_gud_resize(void *memory, size_t count, size_t size);
void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

static long calls, calls_left = -1; // until the call that fails; negative: none fails

static int fails_now(void)
{
    calls++;
    return calls_left >= 0 && calls_left-- == 0;
}

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_alloc(count, size);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_resize(memory, count, size);
}

// a bent beam whose elements are all different fills several blocks
static const char *const text =
    "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\nbodies:\n"
    "  a: {type: beam, points: [0,0,0, 1,0.1,0, 2,0.1,0.2, 3,0,0.1, 4,0,0, 5,0.2,0, 6,0,0, 7,0,0.3, 8,0,0, 9,0.1,0],\n"
    "      section: {height: 0.2, width: 0.1}, density: 1000, modulus: 1e8, damping: 1 ms}\n"
    "  b: {type: beam, length: 3, elements: 3, at: [9, 0.1, 0], section: {type: circle, diameter: 0.1}, density: 1000, "
    "modulus: 1e8}\n"
    "frames:\n  a.end: {body: a, node: 9}\n  middle: {body: b, at: [1.3, 0.02, 0]}\n"
    "joints:\n  wall: {type: fixed, between: [ground, a]}\n  elbow: {type: revolute, between: [a.end, b], axis: z}\n"
    "forces:\n  pull: {type: load, on: middle, direction: [0, 0, 1], value: 3}\n"
    "simulate: {until: 0.02, step: 1e-3, integrator: generalized-alpha}\n";

static void test_no_memory_in_steps(void **state)
{
    (void)state;
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    const long before = calls;
    run_to_end(s);
    assert_int_equal(calls, before);
    sim_and_model_free(s, m);
}

static void test_every_failure(void **state)
{
    (void)state;
    gud_error error;
    gud_units *units;
    gud_input *in;
    gud_diag diag;
    gud_diag_init(&diag);
    assert_int_equal(gud_units_create(&error, &units), GUD_OK);
    assert_int_equal(gud_input_read("m.yaml", text, strlen(text), NULL, 0, gud_sections, units, &diag, &in), GUD_OK);
    gud_status st = GUD_ERR_MEMORY;
    int k = 0;
    for (; st == GUD_ERR_MEMORY; k++) {
        gud_model *m;
        gud_sim *s = NULL;
        gud_record *record = NULL;
        calls_left = k;
        st = gud_model_compile(in, units, &diag, &m);
        if (st == GUD_OK) st = gud_sim_create(m, &s);
        if (st == GUD_OK) st = gud_record_create(s, &record);
        const bool failed = calls_left < 0;
        calls_left = -1;
        assert_true(failed == (st == GUD_ERR_MEMORY));
        gud_record_free(record);
        sim_and_model_free(s, m);
    }
    assert_int_equal(st, GUD_OK);
    assert_int_equal(diag.count, 0);
    assert_true(k > 8);
    gud_input_free(in);
    gud_units_free(units);
    gud_diag_free(&diag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_memory_in_steps),
        cmocka_unit_test(test_every_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
