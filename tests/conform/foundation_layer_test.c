// The foundation as a layer of joints without surfaces: a pin, a ball and a block on it bear what the closed form says,
// and what the motion loses is in the ledger. docs/theory/clearance.md, section 10.

#include "mechanism.h"
#include "num/pi.h"

#define HEAD(space) "gudgeon: 1\nspace: " space "\n"
#define LAW         "model: dry, begin: free, foundation: {stiffness: 1e12 Pa/m}"
#define PIN                                                                                                            \
    HEAD("planar")                                                                                                     \
    "bodies: {arm: {mass: 1, inertia: 0.01}}\n"                                                                        \
    "joints: {j: {type: revolute, between: [ground, arm], radius: 10 mm, clearance: 0.1 mm, width: 20 mm, " LAW
#define BALL                                                                                                           \
    HEAD("spatial")                                                                                                    \
    "bodies: {arm: {mass: 1, inertia: [0.01, 0.01, 0.01]}}\n"                                                          \
    "joints: {j: {type: spherical, between: [ground, arm], radius: 10 mm, clearance: 0.1 mm, " LAW
#define BLOCK                                                                                                          \
    HEAD("planar")                                                                                                     \
    "bodies: {arm: {mass: 1, inertia: 0.01}}\n"                                                                        \
    "joints: {j: {type: prismatic, between: [ground, arm], size: [60 mm, 40 mm], clearance: 0.1 mm, width: 20 "        \
    "mm, " LAW

static const double k = 1e12, R = 0.01, c = 1e-4, width = 0.02;

// force on the second part that was pushed down by e
static double force_at(const char *text, int cells, int along, double e)
{
    char full[2000];
    (void)snprintf(full, sizeof full, "%s, cells: [%d, %d]}}\nsimulate: {until: 1 ms}\n", text, cells, along);
    gud_model *m = mechanism(full);
    const gud_pair *pair = &m->pair[0];
    static const gud_pose ground = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    gud_pose pose = ground;
    double wrench[12] = {0};
    void *work = pair->law->work_create(pair->params);
    pose.p[1] = -e;
    const gud_pair_in in = {.pose = {&ground, &pose}, .work = work};
    gud_pair_out out = {.wrench = wrench};
    pair->law->eval(pair->params, &in, &out);
    assert_int_equal(out.status, GUD_OK);
    pair->law->work_free(work);
    gud_model_free(m);
    return wrench[7];
}

// depth e cos(t) - c over the angle that overlaps, a = acos(c/e)
static double pin_force(double e)
{
    const double a = acos(c / e);
    return k * R * width * (e * (a + 0.5 * sin(2.0 * a)) - 2.0 * c * sin(a));
}

static double ball_force(double e)
{
    const double s = c / e; // integral of (e u - c) u over u = cos(t) from s to 1, times 2 pi R^2
    return k * 2.0 * pi * R * R * (e * (1.0 - s * s * s) / 3.0 - 0.5 * c * (1.0 - s * s));
}

static void test_forces_are_those_of_closed_forms(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double e = c * (1.05 + 0.2 * i);
        assert_near(force_at(PIN, 160, 2, e) / pin_force(e), 1.0, 5e-3);
        assert_near(force_at(BALL, 160, 64, e) / ball_force(e), 1.0, 1e-2);
        assert_near(force_at(BLOCK, 20, 2, e) / (k * (e - c) * 0.06 * width), 1.0, 1e-9);
    }
}

// a finer grid is nearer, four times for half the size of cells
static void test_finer_cells_are_nearer(void **state)
{
    (void)state;
    const double e = 1.3 * c, exact = pin_force(e);
    double error[3];
    for (int i = 0; i < 3; i++) error[i] = fabs(force_at(PIN, 40 << i, 2, e) - exact) / exact;
    assert_true(error[2] < 0.5 * error[0] && error[2] < 2e-3);
}

#define SWING                                                                                                          \
    HEAD("%s")                                                                                                         \
    "gravity: [0, -9.81%s]\nbodies: {arm: {mass: 1, inertia: %s, center: [0.2, 0%s]}}\n"                               \
    "joints: {j: {type: %s, between: [ground, arm], radius: 10 mm, clearance: 0.1 mm, width: 20 mm, model: dry,\n"     \
    "    friction: {law: smooth, coefficient: 0.1, speed: 10 mm/s}, foundation: {stiffness: 1e12 Pa/m, damping: 0.5 "  \
    "s/m}}}\n"                                                                                                         \
    "simulate: {until: 50 ms}\n"

static void check_ledger(const char *space, const char *type)
{
    const bool planar = strcmp(space, "planar") == 0;
    char text[2000];
    (void)snprintf(text, sizeof text, SWING, space, planar ? "" : ", 0", planar ? "0.01" : "[0.001, 0.01, 0.01]",
                   planar ? "" : ", 0", type);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    gud_kinematics(s, s->state.q, s->state.v);
    gud_forces(s, s->state.clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, s->state.q, s->state.v);
    const double off = e.kinetic + e.potential + s->state.ledger[GUD_WORK_LOSSES] - s->state.clock.energy_start;
    assert_true(s->state.ledger[GUD_WORK_LOSSES] > 0.0);
    assert_near(off, 0.0, 0.01 * s->state.ledger[GUD_WORK_LOSSES]);
    sim_and_model_free(s, m);
}

static void test_what_is_lost_is_in_the_ledger(void **state)
{
    (void)state;
    check_ledger("planar", "revolute");
    check_ledger("spatial", "revolute");
    check_ledger("spatial", "spherical");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forces_are_those_of_closed_forms),
        cmocka_unit_test(test_finer_cells_are_nearer),
        cmocka_unit_test(test_what_is_lost_is_in_the_ledger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
