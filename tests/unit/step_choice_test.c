// Which integrator a run has when the model does not name one, and what happens where it does not suit the motion.

#include "mechanism.h"

#define LINKS                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  a: {mass: 1, inertia: 0.1, center: [0.5, 0]}\n"                                                        \
    "  b: {mass: 1e-3, inertia: 1e-4, at: [1, 0], center: [0.3, 0]}\n"                                                 \
    "frames:\n  a.end: {body: a, at: [1, 0]}\n  b.end: {body: b, at: [0.6, 0]}\n"                                      \
    "joints:\n  hinge: {type: revolute, between: [ground, a]}\n"
#define ELBOW "  elbow: {type: revolute, between: [a.end, b]}\n"
#define LOOSE                                                                                                          \
    "  elbow: {type: revolute, between: [a.end, b], model: dry, radius: 10 mm, clearance: 0.1 mm, width: 10 mm,\n"     \
    "          contact: {law: hunt_crossley, stiffness: 1e8}}\n"

static void check_choice(const char *joints, const char *simulate, const char *expected)
{
    char text[2000];
    (void)snprintf(text, sizeof text, "%s%ssimulate: {until: 1, %s}\n", LINKS, joints, simulate);
    gud_model *m = mechanism(text);
    assert_string_equal(m->run.integrator->row.name, expected);
    gud_model_free(m);
}

static void test_choice(void **state)
{
    (void)state;
    check_choice(ELBOW, "tolerance: 1e-5", "esdirk2");
    check_choice(ELBOW, "tolerance: 1e-6", "esdirk2");
    check_choice(ELBOW, "tolerance: 9e-7", "dopri5");
    check_choice(ELBOW, "tolerance: 9e-7, integrator: bathe", "bathe");
    check_choice(ELBOW, "tolerance: 9e-7, constraints: index3", "esdirk2");
    check_choice(ELBOW, "tolerance: 9e-7, step: 1e-3", "esdirk2");
    check_choice(LOOSE, "tolerance: 9e-7", "esdirk2");
}

typedef struct {
    double end[12];
    long nstep;
    bool stiff;
} outcome;

// a light arm on a strong damper
static outcome run_damped(const char *integrator)
{
    char text[2000];
    (void)snprintf(
        text, sizeof text,
        "%s%sforces:\n  damper: {type: spring, between: [ground, b.end], stiffness: 10, damping: 1000, free: 1}\n"
        "simulate: {until: 1, tolerance: 1e-7%s}\n",
        LINKS, ELBOW, integrator);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    assert_int_equal(gud_run(s, NULL, NULL), GUD_OK);
    outcome o = {.nstep = (long)s->state.clock.nstep, .stiff = gud_integrator_now(s) != m->run.integrator};
    assert_in_range(m->nq, 1, GUD_COUNT(o.end));
    memcpy(o.end, s->state.q, (size_t)m->nq * sizeof(double));
    gud_sim_free(s);
    gud_model_free(m);
    return o;
}

static void test_stiff_motion_falls_back(void **state)
{
    (void)state;
    const outcome automatic = run_damped(""), explicit = run_damped(", integrator: dopri5");
    const outcome implicit = run_damped(", integrator: esdirk2");
    print_message("  steps: %ld automatic, %ld dopri5, %ld esdirk2\n", automatic.nstep, explicit.nstep, implicit.nstep);
    assert_true(automatic.stiff);
    assert_false(explicit.stiff || implicit.stiff); // what is named is done
    assert_true(5 * automatic.nstep < explicit.nstep);
    for (int i = 0; i < GUD_COUNT(implicit.end); i++) {
        assert_near(automatic.end[i], explicit.end[i], 1e-4);
        assert_near(implicit.end[i], explicit.end[i], 1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_stiff_motion_falls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
