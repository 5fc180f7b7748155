// Contacts of many round parts (docs/theory/contacts.md): the same motion as with a joint for each of them, momentum
// and energy, convergence, restitution, a packing at rest, resumed runs, and what is refused.

#include "mechanism.h"

#include "pair/crowd.h"
#include "step/linearise.h"

#include <stdlib.h>

// ---- the same as one joint per contact

// a ball thrown into a ring, with friction; bounces
#define RING                                                                                                           \
    "gudgeon: 1\nspace: %s\n"                                                                                          \
    "bodies:\n  ball: {mass: 0.1, inertia: %s, at: [2 mm, 1 mm], velocity: [0.5, 1.2], spin: %s}\n"                    \
    "%s"                                                                                                               \
    "simulate: {until: 30 ms, tolerance: 1e-8}\n"
#define LAWS                                                                                                           \
    "contact: {law: hunt_crossley, stiffness: 1e9, restitution: 0.8}, friction: {law: smooth, coefficient: 0.1}"

static gud_sim *run_ring(bool planar, const char *walls, gud_model **m)
{
    char text[1200];
    (void)snprintf(text, sizeof text, RING, planar ? "planar" : "spatial", planar ? "4e-6" : "[4e-6, 4e-6, 4e-6]",
                   planar ? "100" : "[0, 0, 100]", walls);
    *m = mechanism(text);
    gud_sim *s = started(*m);
    run_to_end(s);
    return s;
}

static void test_same_as_a_joint(void **state)
{
    (void)state;
    for (int planar = 0; planar < 2; planar++) {
        char joint[400];
        gud_model *m[2];
        (void)snprintf(joint, sizeof joint,
                       "joints:\n  wall: {type: %s, between: [ground, ball], model: dry, begin: free, "
                       "radius: 15 mm, clearance: 5 mm, " LAWS "}\n",
                       planar ? "revolute" : "spherical");
        gud_sim *by_joint = run_ring(planar, joint, &m[0]);
        gud_sim *by_contacts = run_ring(
            planar, "contacts:\n  wall: {type: bore, between: [ground, ball], radius: [15 mm, 10 mm], " LAWS "}\n",
            &m[1]);
        assert_true(by_contacts->state.history[GUD_CROWD_BEGUN] >= 3.0);
        for (int i = 0; i < 3; i++) {
            assert_near(by_contacts->state.q[i], by_joint->state.q[i], 2e-6);
            assert_near(by_contacts->state.v[i], by_joint->state.v[i], 2e-4 * (i == 2 && planar ? 100.0 : 1.0));
        }
        assert_near(by_contacts->state.ledger[GUD_WORK_LOSSES], by_joint->state.ledger[GUD_WORK_LOSSES],
                    1e-4 * by_joint->state.ledger[GUD_WORK_LOSSES]);
        sim_and_model_free(by_joint, m[0]);
        sim_and_model_free(by_contacts, m[1]);
    }
}

// ---- a free cloud

#define CLOUD                                                                                                          \
    "gudgeon: 1\nspace: %s\n"                                                                                          \
    "groups:\n  ball:\n    parameters: {index: , a: 137.5 deg*index}\n    bodies:\n"                                   \
    "      ball: {mass: 0.1, inertia: %s, at: [\"= 14 mm*sqrt(index)*cos(a)\", \"= 14 mm*sqrt(index)*sin(a)\"%s],\n"   \
    "             velocity: [\"= -1 m/s*cos(a)\", \"= -1 m/s*sin(a)\"%s]}\n"                                           \
    "use: {b: {group: ball, count: 12}}\n"                                                                             \
    "contacts:\n  all: {between: [b*.ball, b*.ball], radius: [10 mm, 10 mm], contact: {law: hunt_crossley, "           \
    "stiffness: 1e8, restitution: %g}%s}\n"                                                                            \
    "simulate: {until: 30 ms, tolerance: 1e-7}\n"

static gud_sim *run_cloud(bool planar, double restitution, const char *friction, gud_model **m)
{
    char text[1500];
    (void)snprintf(text, sizeof text, CLOUD, planar ? "planar" : "spatial", planar ? "4e-6" : "[4e-6, 4e-6, 4e-6]",
                   planar ? "" : ", = 3 mm*sin(5*a)", planar ? "" : ", = 0.1 m/s*index/12", restitution, friction);
    *m = mechanism(text);
    return started(*m);
}

// momentum, then angular momentum about the origin; bodies are balls, so that axes do not matter
static void momenta(const gud_sim *s, double p[6])
{
    const gud_model *m = s->model;
    memset(p, 0, 6 * sizeof *p);
    for (int i = 1; i < m->nbody; i++) {
        const double *q = s->state.q + m->body[i].q0, *v = s->state.v + m->body[i].v0;
        const double at[3] = {q[0], q[1], m->planar ? 0.0 : q[2]}, vel[3] = {v[0], v[1], m->planar ? 0.0 : v[2]};
        double moment[3];
        v3_cross(moment, at, vel);
        for (int k = 0; k < 3; k++) {
            p[k] += 0.1 * vel[k];
            p[3 + k] += 0.1 * moment[k];
        }
        for (int k = 0; k < 3 && !m->planar; k++) {
            const gud_pose *pose = &s->work.pose[m->body[i].frame];
            p[3 + k] += 4e-6 * pose->w[k];
        }
        if (m->planar) p[5] += 4e-6 * v[2];
    }
}

static void test_momentum_and_energy(void **state)
{
    (void)state;
    for (int planar = 0; planar < 2; planar++)
        for (int lossy = 0; lossy < 2; lossy++) {
            gud_model *m;
            gud_sim *s =
                run_cloud(planar, lossy ? 0.7 : 1.0, lossy ? ", friction: {law: smooth, coefficient: 0.2}" : "", &m);
            double before[6], after[6];
            gud_kinematics(s, s->state.q, s->state.v);
            momenta(s, before);
            const double start = s->state.clock.energy_start;
            run_to_end(s);
            gud_kinematics(s, s->state.q, s->state.v);
            momenta(s, after);
            assert_true(s->state.history[GUD_CROWD_BEGUN] >= 12.0);
            // stages are solved to 1e-8 of their accelerations; all bodies together had 1.2 N s
            for (int k = 0; k < 3; k++) assert_near(after[k], before[k], 1e-7);
            // of the order of the step's error: the arms turn within a step
            for (int k = 3; k < 6; k++) assert_near(after[k], before[k], 1e-6);
            assert_near(energy_imbalance(s), 0.0, 1e-4 * start);
            if (lossy) assert_true(s->state.ledger[GUD_WORK_LOSSES] > 0.2 * start);
            sim_and_model_free(s, m);
        }
}

// ---- one impact: restitution of the law, and convergence with the tolerance

static double impact_speed(double tolerance)
{
    char text[600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\nbodies:\n"
                   "  a: {mass: 0.1, inertia: 4e-6, at: [-15 mm, 0], velocity: [1, 0]}\n"
                   "  b: {mass: 0.1, inertia: 4e-6, at: [15 mm, 0], velocity: [-1, 0]}\n"
                   "contacts:\n  hit: {between: [a, b], radius: [10 mm, 10 mm], contact: {law: hunt_crossley, "
                   "stiffness: 1e9, restitution_out: 0.6}}\n"
                   "simulate: {until: 10 ms, tolerance: %g}\n",
                   tolerance);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    const double speed = s->state.v[3];
    assert_near(s->state.v[0], -speed, 1e-12);
    sim_and_model_free(s, m);
    return speed;
}

static void test_restitution_converges(void **state)
{
    (void)state;
    const double coarse = fabs(impact_speed(1e-5) - 0.6), fine = fabs(impact_speed(1e-8) - 0.6);
    assert_near(coarse, 0.0, 2e-2);
    assert_near(fine, 0.0, 2e-4);
}

// ---- at rest: three discs in a corner of pegs carry their weight

static void test_pile_at_rest(void **state)
{
    (void)state;
    gud_model *m = mechanism(
        "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
        "bodies:\n  d-left: {mass: 1, inertia: 1e-4, at: [-10.05 mm, 0]}\n  d-right: {mass: 1, inertia: 1e-4, at: "
        "[10.05 "
        "mm, 0]}\n"
        "  d-top: {mass: 1, inertia: 1e-4, at: [0, 17.5 mm]}\n"
        "frames:\n  peg1: {body: ground, at: [-20 mm, -17.33 mm]}\n  peg2: {body: ground, at: [0, -17.33 mm]}\n"
        "  peg3: {body: ground, at: [20 mm, -17.33 mm]}\n"
        "contacts:\n"
        "  discs: {between: [d-*, d-*], radius: [10 mm, 10 mm], contact: {law: hunt_crossley, stiffness: "
        "1e8, "
        "restitution: 0.2, slowest: 0.05}}\n"
        "  pegs: {between: [peg*, d-*], radius: [10 mm, 10 mm], contact: {law: hunt_crossley, stiffness: 1e8, "
        "restitution: 0.2, slowest: 0.05}}\n"
        "simulate: {until: 1 s}\n");
    gud_sim *s = started(m);
    run_to_end(s);
    gud_kinematics(s, s->state.q, s->state.v);
    gud_forces(s, s->state.clock.t, GUD_ENERGIES);
    double up = 0.0;
    for (int i = 0; i < s->work.crowd[1]->nhit; i++) up += s->work.crowd[1]->hit[i].force[1];
    assert_near(up, 3.0 * 9.81, 0.01 * 3.0 * 9.81);
    for (int i = 0; i < m->nv; i++) assert_near(s->state.v[i], 0.0, 1e-3);
    sim_and_model_free(s, m);
}

// ---- runs that go on from a state

static void test_resumed_runs_have_the_same_bits(void **state)
{
    (void)state;
    gud_model *m;
    gud_sim *s = run_cloud(true, 0.8, ", friction: {law: smooth, coefficient: 0.2}", &m);
    gud_sim_free(s);
    check_disposable(m);
    gud_model_free(m);
}

// ---- steps

static void test_given_steps_that_are_too_long(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: planar\nbodies:\n"
                             "  a: {mass: 1, inertia: 1e-4, at: [-50 mm, 0], velocity: [100, 0]}\n"
                             "  b: {mass: 1, inertia: 1e-4, at: [50 mm, 0]}\n"
                             "contacts:\n  hit: {between: [a, b], radius: [10 mm, 10 mm], contact: {law: "
                             "hunt_crossley, stiffness: 1e8}}\n"
                             "simulate: {until: 10 ms, step: 1 ms}\n");
    gud_sim *s = started(m);
    assert_true(gud_run(s, NULL, NULL) < 0);
    assert_non_null(strstr(s->error.text, "pass through each other"));
    sim_and_model_free(s, m);
}

// fast bodies do not pass through each other where steps are adaptive
static void test_fast_bodies_meet(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: planar\nbodies:\n"
                             "  a: {mass: 1, inertia: 1e-4, at: [-5, 0], velocity: [100, 0]}\n"
                             "  b: {mass: 1, inertia: 1e-4}\n"
                             "contacts:\n  hit: {between: [a, b], radius: [10 mm, 10 mm], contact: {law: "
                             "hunt_crossley, stiffness: 1e11, restitution: 1}}\n"
                             "simulate: {until: 0.1}\n");
    gud_sim *s = started(m);
    run_to_end(s);
    assert_near(s->state.v[0], 0.0, 1e-2);
    assert_near(s->state.v[3], 100.0, 1e-2);
    sim_and_model_free(s, m);
}

#define PAIR                                                                                                           \
    "gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1e-4}\n  b: {mass: 1, inertia: 1e-4, at: [1, 0]}\n"   \
    "simulate: {until: 1}\ncontacts:\n  c: "

static void test_mistakes(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{between: [a, x*], radius: [1, 1], contact: {stiffness: 1}}", "no frame or body has a name like 'x*'"},
        {"{type: bore, between: [a, b], radius: [1, 1], contact: {stiffness: 1}}", "must be larger than the second"},
        {"{type: groove, between: [a, b], radius: [2, 1], pitch: 3, face: outer, contact: {stiffness: 1}}", "in space"},
        {"{between: [a, b], radius: [1, 1], contact: {law: kelvin_voigt, stiffness: 1, damping: 1}}", "jumps"},
        {"{between: [a, b], radius: [1, 1], contact: {stiffness: 1}, friction: {law: lugre, coefficient: 0.1}}",
         "needs a state"},
        {"{between: [\"?\", \"?\"], radius: [1, 2], contact: {stiffness: 1}}", "with one radius"},
        {"{between: [\"?\", \"*\"], radius: [1, 1], contact: {stiffness: 1}}", "would meet twice"},
        {"{between: [a, b], radius: [1, 1]}", "contact is missing"},
        {"{between: [a, b], radius: [1, 0], contact: {stiffness: 1}}", "radius"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char text[600];
        (void)snprintf(text, sizeof text, PAIR "%s\n", cases[i][0]);
        mechanism_refused(text, cases[i][1]);
    }
}

static void test_no_linear_model(void **state)
{
    (void)state;
    gud_arena arena;
    gud_linear linear;
    gud_arena_init(&arena);
    gud_model *m = mechanism(PAIR "{between: [a, b], radius: [1 mm, 1 mm], contact: {stiffness: 1}}\n");
    gud_sim *s = started(m);
    assert_int_equal(gud_linearise(s, &arena, &linear), GUD_ERR_INPUT);
    assert_non_null(strstr(s->error.text, "`contacts`"));
    gud_arena_free(&arena);
    sim_and_model_free(s, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_a_joint),
        cmocka_unit_test(test_momentum_and_energy),
        cmocka_unit_test(test_restitution_converges),
        cmocka_unit_test(test_pile_at_rest),
        cmocka_unit_test(test_resumed_runs_have_the_same_bits),
        cmocka_unit_test(test_given_steps_that_are_too_long),
        cmocka_unit_test(test_fast_bodies_meet),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_no_linear_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
