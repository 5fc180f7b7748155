// Steps take no memory; making a model and a simulation survives the failure of every single allocation.
// Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "mechanism.h"

#include <stdlib.h>

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

#define MODEL                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  a: {mass: 1.2, inertia: 0.05, center: [0.5, 0], angle: -0.4}\n"                                        \
    "  b: {mass: 0.8, inertia: 0.03, center: [0.4, 0], angle: 0.5, at: [0.9, -0.4]}\n"                                 \
    "frames:\n  a.end: {body: a, at: [1, 0]}\n  b.end: {body: b, at: [0.8, 0]}\n"                                      \
    "  post: {body: ground, at: [0.5, 0.3]}\n"                                                                         \
    "joints:\n  hinge: {type: revolute, between: [ground, a]}\n"                                                       \
    "  elbow: {type: revolute, between: [a.end, b]}\n"                                                                 \
    "forces:\n  rope: {type: spring, between: [post, b.end], stiffness: 40, damping: 1, free: 1.5, acts: tension}\n"   \
    "  twist: {type: torsion-spring, between: [a, b], stiffness: 1}\n"                                                 \
    "drive:\n  hinge.angle: {type: ramp, rate: 3, during: 0.2, begin: 0.1, start: -0.4}\n"                             \
    "start:\n  elbow.angle: {value: 0.9, rate: -2}\n"                                                                  \
    "simulate: {until: 1, integrator: %s, project: %s}\nrecord: {every: 0.1, points: [b.end]}\n"

static void test_no_memory_in_steps(void **state)
{
    (void)state;
    for (int i = 0; gud_integrator_rows[i]; i++) {
        for (int project = 0; project < 2; project++) {
            char text[2000];
            (void)snprintf(text, sizeof text, MODEL, gud_integrator_rows[i]->name, project ? "yes" : "no");
            gud_model *m = mechanism(text);
            gud_sim *s = started(m);
            const long before = calls;
            run_to_end(s);
            assert_int_equal(calls, before);
            assert_true(s->state.clock.nevent > 0); // restarts are steps as well
            sim_and_model_free(s, m);
        }
    }
}

// a model that fills several blocks of its arena: allocations fail in the middle of the compilation
enum { nlink = 300 };

static char *large_model(void)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\nbodies:\n");
    for (int i = 0; i < nlink; i++)
        gud_buffer_print(&text, "  body-%d: {mass: 1, inertia: [1, 1, 1], at: [%d, 0, 0]}\n", i, i);
    gud_buffer_add(&text, "frames:\n");
    for (int i = 0; i < nlink; i++) gud_buffer_print(&text, "  frame-%d: {body: body-%d, at: [1, 0, 0]}\n", i, i);
    gud_buffer_add(&text, "joints:\n  j0: {type: revolute, between: [ground, body-0], axis: x}\n");
    for (int i = 1; i < nlink; i++)
        gud_buffer_print(&text, "  j%d: {type: revolute, between: [frame-%d, body-%d]}\n", i, i - 1, i);
    gud_buffer_add(&text, "forces:\n");
    for (int i = 0; i < nlink; i++)
        gud_buffer_print(&text, "  f%d: {type: torsion-spring, between: [ground, frame-%d], stiffness: 1}\n", i, i);
    gud_buffer_add(&text, "drive:\n");
    for (int i = 0; i < nlink; i++) gud_buffer_print(&text, "  j%d.angle: {rate: %d}\n", i, i);
    gud_buffer_add(&text, "simulate: {until: 1}\n");
    char *copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, gud_buffer_text(&text), text.size + 1);
    gud_buffer_free(&text);
    return copy;
}

static void every_failure(const char *text)
{
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
        calls_left = k;
        st = gud_model_compile(in, units, &diag, &m);
        if (st == GUD_OK) st = gud_sim_create(m, &s);
        const bool failed = calls_left < 0;
        calls_left = -1;
        assert_true(failed == (st == GUD_ERR_MEMORY));
        assert_true((s != NULL) == (st == GUD_OK));
        sim_and_model_free(s, m);
    }
    assert_int_equal(st, GUD_OK);
    assert_int_equal(diag.count, 0);
    assert_true(k > 8);
    gud_input_free(in);
    gud_units_free(units);
    gud_diag_free(&diag);
}

static void test_small_model(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, MODEL, "esdirk2", "no");
    every_failure(text);
}

static void test_large_model(void **state)
{
    (void)state;
    char *text = large_model();
    every_failure(text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_memory_in_steps),
        cmocka_unit_test(test_small_model),
        cmocka_unit_test(test_large_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
