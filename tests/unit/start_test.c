// Starts: assembly moves as little as it must, contradictions are named, redundant joints are allowed, equilibria
// balance.

#include "mechanism.h"

#include "num/pi.h"
#include "step/check.h"

#define PENDULUM(more)                                                                                                 \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  a: {mass: 2, inertia: 0.1, center: [0.5, 0], angle: -0.3, at: [0.01, 0.02]}\n"                         \
    "frames:\n  end: {body: a, at: [1, 0]}\n  post: {body: ground, at: [0, -2]}\n"                                     \
    "joints:\n  hinge: {type: revolute, between: [ground, a]}\n" more

// Two masses held at a distance: each moves by the other's part of the mass.
static void test_smallest_move(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: planar\n"
                             "bodies:\n  a: {mass: 3, inertia: 1}\n  b: {mass: 1, inertia: 1, at: [1, 0]}\n"
                             "joints:\n  rod: {type: distance, between: [a, b], length: 1.4}\n"
                             "simulate: {until: 1}\n");
    gud_sim *s = started(m);
    assert_near(s->state.q[0], -0.1, 1e-12);
    assert_near(s->state.q[3], 1.3, 1e-12);
    sim_and_model_free(s, m);
}

static void test_contradictions_are_told(void **state)
{
    (void)state;
    gud_model *m =
        mechanism(PENDULUM("  far: {type: distance, between: [post, end], length: 0.5}\nsimulate: {until: 1}\n"));
    gud_sim *s = sim_of(m);
    assert_int_equal(gud_start(s), GUD_ERR_INPUT);
    assert_non_null(strstr(s->error.text, "cannot be assembled"));
    assert_non_null(strstr(s->error.text, "test.yaml:11:3: joint 'far'"));
    sim_and_model_free(s, m);
}

// The analytic pendulum: angular acceleration, reaction in the hinge.
static void test_accelerations_of_a_pendulum(void **state)
{
    (void)state;
    gud_model *m = mechanism(PENDULUM("start:\n  hinge.angle: {value: -0.3, rate: 2}\nsimulate: {until: 1}\n"));
    gud_sim *s = started(m);
    const double I = 0.1 + 2.0 * 0.25, alpha = -2.0 * 9.81 * 0.5 * cos(0.3) / I;
    assert_near(s->state.q[2], -0.3, 1e-13);
    assert_near(s->state.v[2], 2.0, 1e-13);
    assert_near(s->state.a[2], alpha, 1e-12);
    // the force of the hinge on the body: m (a - g), and J' lam stands on the other side
    const double ax = 0.5 * (-alpha * sin(-0.3) - 4.0 * cos(-0.3)), ay = 0.5 * (alpha * cos(-0.3) - 4.0 * sin(-0.3));
    assert_near(s->state.lam[0], -2.0 * ax, 1e-11);
    assert_near(s->state.lam[1], -2.0 * (ay + 9.81), 1e-11);
    sim_and_model_free(s, m);
}

// A door with two hinges has five rows too many. It starts, swings as with one hinge, and keeps its joints.
static void test_redundant_rows_do_no_harm(void **state)
{
    (void)state;
    static const char *const second[] = {"", "  upper: {type: revolute, between: [post, top]}\n"};
    double angle[2];
    for (int n = 0; n < 2; n++) {
        char text[1200];
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                       "bodies:\n  door: {mass: 20, inertia: [3, 1, 4], center: [0.4, 0, 0.9]}\n"
                       "frames:\n  top: {body: door, at: [0, 0, 1.8]}\n  post: {body: ground, at: [0, 0, 1.8]}\n"
                       "joints:\n  lower: {type: revolute, between: [ground, door]}\n%s"
                       "simulate: {until: 0.5, step: 1e-3}\n",
                       second[n]);
        gud_model *m = mechanism(text);
        gud_sim *s = started(m);
        run_to_end(s);
        double quat[4] = {1.0}, x[3];
        gud_rot_difference(quat, s->state.q + 3, x);
        angle[n] = x[2];
        assert_true(s->state.clock.drift[0] < 1e-12);
        sim_and_model_free(s, m);
    }
    assert_true(fabs(angle[0]) > 0.3);
    assert_near(angle[1], angle[0], 1e-8);
}

// Full turns of a driven coordinate are known before the spring on it is asked.
static void test_counted_turns(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\n"
                             "joints:\n  hinge: {type: revolute, between: [ground, a]}\n"
                             "drive:\n  hinge.angle: {type: constant, value: 800 deg}\n"
                             "forces:\n  coil: {type: torsion-spring, between: [ground, a], stiffness: 3}\n"
                             "simulate: {until: 1}\n");
    gud_sim *s = started(m);
    const double angle = 800.0 * pi / 180.0;
    assert_near(-s->state.lam[2], 3.0 * angle, 1e-11); // the driver holds the coil
    sim_and_model_free(s, m);
}

static void test_equilibrium_of_a_hanging_pendulum(void **state)
{
    (void)state;
    gud_model *m =
        mechanism(PENDULUM("forces:\n  spring: {type: spring, between: [post, end], stiffness: 30, free: 0.5}\n"
                           "simulate: {analysis: statics}\n"));
    gud_sim *s = started(m);
    for (int i = 0; i < m->nv; i++) assert_near(s->state.a[i], 0.0, 1e-8);
    assert_near(fabs(remainder(s->state.q[2], 2.0 * pi)), 0.5 * pi, 1e-8); // it hangs
    assert_true(s->state.q[1] < 0.0);
    sim_and_model_free(s, m);
}

#define ROD(n, x) "  rod" n ": {mass: 0.5, inertia: 1.7e-3, at: [" x ", -0.05]}\n"
#define ENDS(n)                                                                                                        \
    "  l" n ": {body: rod" n ", at: [-0.1, 0]}\n"                                                                      \
    "  r" n ": {body: rod" n ", at: [0.1, 0]}\n"
#define PIN(n, m) "  p" n ": {type: revolute, between: [r" n ", l" m "]}\n"

// The far end of a chain slides without friction. So nothing but weights pulls along the rods behind the spring: they
// hang upright, but for one that is free to lie at any angle, because its halves' weights are all that its ends carry.
static void test_equilibrium_that_leaves_a_rod_free(void **state)
{
    (void)state;
    gud_model *m = mechanism(
        "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n" ROD("0", "0.1") ROD("1", "0.3") ROD("2", "0.5") ROD(
            "3", "0.7") ROD("4", "0.9") ROD("5", "1.1") "frames:\n  anchor: {body: ground, at: [1.5, 0]}\n" ENDS("0")
            ENDS("1") ENDS("2") ENDS("3") ENDS("4")
                ENDS("5") "joints:\n  nail: {type: revolute, between: [ground, l0]}\n" PIN("0", "1") PIN("1", "2")
                    PIN("2", "3") PIN("3", "4") PIN(
                        "4", "5") "  rail: {type: point-on-line, between: [ground, r5], axis: x}\n"
                                  "forces:\n  spring: {type: spring, between: [r0, anchor], stiffness: 40, free: 0.1}\n"
                                  "simulate: {analysis: statics}\n");
    gud_sim *s = started(m);
    const double *q = s->state.q, weight = 0.5 * 9.81;
    // 1e-10 of the 145 N m at work may stay unbalanced
    for (int i = 0; i < m->nv; i++) assert_near(s->state.a[i], 0.0, 1.5e-8 / 1.7e-3);
    for (int k = 1; k < 6; k++)
        if (k != 3) assert_near(cos(q[3 * k + 2]), 0.0, 1e-6);
    assert_near(fabs(s->state.lam[m->nrow - 1]), 2.5 * weight, 1e-6); // two rods and a half
    sim_and_model_free(s, m);
}

// a body that nothing holds and nothing pulls moves on as it did
static void test_free_body(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1, velocity: [1, 2], spin: 3}\n"
                  "simulate: {until: 2, step: 0.5}\n");
    gud_sim *s = started(m);
    run_to_end(s);
    const double expected[3] = {2.0, 4.0, 6.0};
    for (int i = 0; i < 3; i++) assert_near(s->state.q[i], expected[i], 1e-13);
    sim_and_model_free(s, m);
}

// A chain of many links, whose constraints the factors call independent; with a second joint between two of them a
// dense rank names it.
static void test_rank_of_many_constraints(void **state)
{
    (void)state;
    enum { nlink = 120 };
    for (int doubled = 0; doubled < 2; doubled++) {
        gud_buffer text;
        gud_arena arena;
        gud_check check;
        gud_error error;
        char line[200];
        gud_buffer_init(&text);
        gud_arena_init(&arena);
        gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\nsimulate: {until: 1}\nbodies:\n");
        for (int i = 0; i < nlink; i++) {
            (void)snprintf(line, sizeof line, "  b%d: {mass: 1, inertia: [0.01, 0.08, 0.08], at: [%d.5, 0, 0]}\n", i,
                           i);
            gud_buffer_add(&text, line);
        }
        gud_buffer_add(&text, "joints:\n  j0: {type: spherical, between: [ground, b0], at: [0, 0, 0]}\n");
        for (int i = 1; i < nlink; i++) {
            (void)snprintf(line, sizeof line, "  j%d: {type: spherical, between: [b%d, b%d], at: [%d, 0, 0]}\n", i,
                           i - 1, i, i);
            gud_buffer_add(&text, line);
        }
        if (doubled) gud_buffer_add(&text, "  again: {type: spherical, between: [b50, b51], at: [51, 0, 0]}\n");
        gud_model *m = mechanism(text.data);
        assert_int_equal(gud_check_model(m, &arena, &error, &check), GUD_OK);
        assert_int_equal(check.rows.nrow, 3 * (nlink + doubled));
        assert_int_equal(check.rows.rank, 3 * nlink);
        assert_int_equal(check.rows.nredundant, 3 * doubled);
        gud_model_free(m);
        gud_arena_free(&arena);
        gud_buffer_free(&text);
    }
}

// a ring of bodies whose joints are listed from its far end, a second bearing, and a chord
static void test_loops(void **state)
{
    (void)state;
    enum { n = 9 };
    gud_buffer text;
    gud_arena arena;
    gud_check check;
    gud_error error;
    gud_buffer_init(&text);
    gud_arena_init(&arena);
    gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\nsimulate: {until: 1}\nbodies:\n");
    for (int i = 0; i < n; i++)
        gud_buffer_print(&text, "  b%d: {mass: 1, inertia: [0.01, 0.08, 0.08], at: [%g, %g, 0]}\n", i, cos(i), sin(i));
    gud_buffer_add(&text, "joints:\n");
    for (int i = n - 1; i > 0; i--)
        gud_buffer_print(&text, "  j%d: {type: spherical, between: [b%d, b%d], at: [%g, %g, 0]}\n", i, i - 1, i, cos(i),
                         sin(i));
    gud_buffer_add(&text, "  root: {type: spherical, between: [ground, b0], at: [1, 0, 0]}\n"
                          "  twin: {type: spherical, between: [b0, ground], at: [1, 0, 0]}\n"
                          "  ring: {type: spherical, between: [b8, ground], at: [0, 0, 0]}\n"
                          "  chord: {type: spherical, between: [b2, b4], at: [0, 1, 0]}\n");
    gud_model *m = mechanism(text.data);
    assert_int_equal(gud_check_model(m, &arena, &error, &check), GUD_OK);
    assert_int_equal(check.nloop, 2);
    assert_string_equal(check.loops[0].joints, "'j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', 'j8', 'root', 'ring'");
    assert_string_equal(check.loops[1].joints, "'chord', 'j3', 'j4'");
    gud_model_free(m);
    gud_arena_free(&arena);
    gud_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_rank_of_many_constraints),
        cmocka_unit_test(test_smallest_move),
        cmocka_unit_test(test_contradictions_are_told),
        cmocka_unit_test(test_accelerations_of_a_pendulum),
        cmocka_unit_test(test_redundant_rows_do_no_harm),
        cmocka_unit_test(test_counted_turns),
        cmocka_unit_test(test_equilibrium_of_a_hanging_pendulum),
        cmocka_unit_test(test_equilibrium_that_leaves_a_rod_free),
        cmocka_unit_test(test_free_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
