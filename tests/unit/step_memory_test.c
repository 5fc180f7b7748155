// Steps take no memory; making a model and a simulation survives the failure of every single allocation.

#include "unit/model_memory.h"

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
            gud_sim *s = run_without_memory(m);
            assert_true(s->state.clock.nevent > 0); // restarts are steps as well
            sim_and_model_free(s, m);
        }
    }
}

// a model that fills several blocks of its arena: allocations fail in the middle of the compilation
enum { nlink = 300 };

static gud_buffer large_model(void)
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
    return text;
}

static void test_small_model(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, MODEL, "esdirk2", "no");
    model_exhausts_memory(text);
}

static void test_large_model(void **state)
{
    (void)state;
    gud_buffer text = large_model();
    model_exhausts_memory(gud_buffer_text(&text));
    gud_buffer_free(&text);
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
