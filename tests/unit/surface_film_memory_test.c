// Steps of a film between two surfaces take no memory; making such a model and starting it survives the failure of
// every single allocation.

#include "unit/model_memory.h"

// a pin that slides out of its bore: cells lose their film on the way
#define PIN(keys)                                                                                                      \
    "gudgeon: 1\nspace: spatial\nbodies:\n  pin: {mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], velocity: [0, 0, 0.5]}\n"    \
    "surfaces:\n  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}\n"                                          \
    "  pin: {shape: barrel, radius: 10 mm, crown: 5 um, length: 18 mm}\n"                                              \
    "joints:\n  j: {type: free, between: [ground, pin], surfaces: [bore, pin],\n"                                      \
    "    film: {viscosity: 1 mPa.s, grid: [12, 6]}, " keys "}\n"                                                       \
    "simulate: {until: 0.01, tolerance: 1e-3}\n"
static const char smooth[] = PIN("model: reynolds"),
                  rough[] = PIN("model: mixed, friction: {coefficient: 0.1}, rough: {model: GW, sigma: 0.5 um, "
                                "mean: 0.3 um, radius: 15 um, density: 1e10, modulus: 115 GPa, hardness: 1.4 GPa, "
                                "yield: 500 MPa, poisson: 0.3}");

static void test_steps_allocate_nothing(void **state)
{
    (void)state;
    gud_model *m = mechanism(rough);
    gud_sim *s = run_without_memory(m);
    assert_true(s->state.q[2] > 3e-3);
    sim_and_model_free(s, m);
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    model_exhausts_memory(smooth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps_allocate_nothing),
                                       cmocka_unit_test(test_every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
