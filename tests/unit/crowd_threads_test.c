// Contacts of one set on several threads: the same bits on any number of them.

#include "mechanism.h"
#include "step/run.h"

// 400 discs packed under their weight, with three contacts each
#define HEAP                                                                                                           \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "groups:\n  disc:\n    parameters: {index: , row: floor((index - 1)/20), column: index - 1 - 20*row}\n"            \
    "    bodies:\n      disc: {mass: 0.1, inertia: 5e-6, at: [\"= 19.998 mm*(column + 0.5*mod(row, 2))\", "            \
    "\"= 17.319 mm*row\"],\n             velocity: [\"= 0.005 m/s*sin(index)\", 0]}\n"                                 \
    "use: {d: {group: disc, count: 400}}\n"                                                                            \
    "contacts:\n  discs: {between: [d*.disc, d*.disc], radius: [10 mm, 10 mm], contact: {law: hunt_crossley, "         \
    "stiffness: 1e8, restitution: 0.7, slowest: 10 mm/s}, friction: {law: smooth, coefficient: 0.1}}\n"                \
    "simulate: {until: 2e-4}\n"

static uint64_t hash_of(const gud_model *m, int threads)
{
    gud_sim *s = started(m);
    gud_sim_share(s, threads);
    assert_int_equal(s->work.team != NULL, threads > 1);
    assert_int_equal(gud_run(s, NULL, NULL), GUD_OK);
    assert_true(s->state.history[m->crowd[0].history0 + GUD_CROWD_COUNT] >= GUD_CROWD_SHARED);
    const uint64_t hash = gud_state_hash(&s->state);
    gud_sim_free(s);
    return hash;
}

static void test_bits(void **state)
{
    (void)state;
    gud_model *m = mechanism(HEAP);
    const uint64_t alone = hash_of(m, 1);
    for (int threads = 2; threads < 5; threads++)
        if (hash_of(m, threads) != alone) fail_msg("%d threads give other bits", threads);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
