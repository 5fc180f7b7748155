// Steps of beams take no memory; making a model with beams survives the failure of every single allocation.

#include "unit/model_memory.h"

// a bent beam whose elements are all different fills several blocks
static const char text[] =
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
    sim_and_model_free(run_without_memory(m), m);
}

static void test_every_failure(void **state)
{
    (void)state;
    model_exhausts_memory(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_memory_in_steps),
        cmocka_unit_test(test_every_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
