// Steps with contacts, events and bristles take no memory; making such a model survives the failure of every single
// allocation.

#include "unit/model_memory.h"

static const char *const models[] = {
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n  ball: {mass: 0.5, inertia: 1e-4, velocity: [0.1, 0]}\n  block: {mass: 1, inertia: 1e-3, spin: 1}\n"
    "joints:\n  ring: {type: revolute, between: [ground, ball], model: dry, radius: 20 mm, begin: free,\n"
    "         clearance: 5 mm, contact: {law: flores, restitution: 0.7, stiffness: 1e9},\n"
    "         friction: {law: lugre, coefficient: 0.1}}\n"
    "  channel: {type: prismatic, between: [ground, block], model: dry, size: [40 mm, 20 mm], clearance: 1 mm,\n"
    "            contact: {stiffness: 1e9}, friction: {law: smooth, coefficient: 0.1}}\n"
    "simulate: {until: 0.1}\n",
    "gudgeon: 1\nspace: spatial\ngravity: [0, 1, -9.81]\n"
    "bodies:\n  rotor: {mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], spin: [5, 1, 100]}\n"
    "joints:\n  bush: {type: revolute, between: [ground, rotor], model: dry, begin: free, radius: 10 mm, width: 20 "
    "mm,\n"
    "         clearance: 0.2 mm, play: 0.5 mm, contact: {stiffness: 1e9}, friction: {coefficient: 0.1}}\n"
    "simulate: {until: 0.03}\n",
    "gudgeon: 1\nspace: spatial\ngravity: [0, 1, -9.81]\n"
    "bodies:\n  ball: {mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], velocity: [0.3, 0, 0]}\n"
    "joints:\n  socket: {type: spherical, between: [ground, ball], model: squeeze, begin: free, radius: 20 mm,\n"
    "           clearance: 1 mm, film: {viscosity: 0.1 cP}, contact: {stiffness: 1e8}, friction: {coefficient: 0.1}}\n"
    "simulate: {until: 0.1}\n",
};

// without events
static const char contacts[] =
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n  part1: {mass: 0.1, inertia: 1e-5, velocity: [1, 0]}\n  part2: {mass: 0.1, inertia: 1e-5, at: [15 mm, "
    "0]}\n"
    "  particle: {mass: 0.1, inertia: 1e-5, at: [0, 12 mm]}\n"
    "contacts:\n  each: {between: [part?, part?], radius: [5 mm, 5 mm], contact: {stiffness: 1e8}, friction: "
    "{coefficient: "
    "0.1}}\n"
    "  other: {between: [particle, part?], radius: [5 mm, 5 mm], contact: {stiffness: 1e8}}\n"
    "  ring: {type: bore, between: [ground, part*], radius: [30 mm, 5 mm], contact: {stiffness: 1e8}}\n"
    "simulate: {until: 0.1}\n";

static void test_contacts(void **state)
{
    (void)state;
    gud_model *m = mechanism(contacts);
    gud_sim *s = run_without_memory(m);
    assert_true(s->state.history[GUD_CROWD_BEGUN] > 0.0);
    sim_and_model_free(s, m);
    model_exhausts_memory(contacts);
}

static void test_steps_allocate_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(models); i++) {
        gud_model *m = mechanism(models[i]);
        gud_sim *s = run_without_memory(m);
        assert_true(s->state.clock.nevent > 4);
        sim_and_model_free(s, m);
    }
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(models); i++) model_exhausts_memory(models[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps_allocate_nothing),
                                       cmocka_unit_test(test_every_allocation_may_fail),
                                       cmocka_unit_test(test_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
