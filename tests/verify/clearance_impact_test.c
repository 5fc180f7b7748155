// A mass meets a wall with every damped law, in every shape of joint, through the whole simulator: the restitution that
// comes out is that of docs/theory/contact.md, eq. (5), whatever stiffness, mass and speed. Numbers of the table: roots
// of that equation, three digits, compared to 1e-3.

#include "clearance_case.h"

#include "contact/restitution.h"

static const double wall_clearance = 1e-3;

typedef struct {
    const char *law; // with its restitution
    double out;
} expected;

static const expected table[] = {
    {"law: lankarani_nikravesh, restitution: 0.3", 0.684},
    {"law: lankarani_nikravesh, restitution: 0.5", 0.725},
    {"law: lankarani_nikravesh, restitution: 0.7", 0.796},
    {"law: lankarani_nikravesh, restitution: 0.9", 0.913},
    {"law: hunt_crossley, restitution: 0.3", 0.581},
    {"law: hunt_crossley, restitution: 0.5", 0.663},
    {"law: hunt_crossley, restitution: 0.7", 0.768},
    {"law: hunt_crossley, restitution: 0.9", 0.909},
    {"law: flores, restitution: 0.3", 0.256},
    {"law: flores, restitution: 0.5", 0.470},
    {"law: flores, restitution: 0.7", 0.683},
    {"law: flores, restitution: 0.9", 0.894},
    {"law: gonthier, solution: approximate, restitution: 0.3", 0.304},
    {"law: gonthier, solution: approximate, restitution: 0.5", 0.488},
    {"law: gonthier, solution: approximate, restitution: 0.7", 0.670},
    {"law: gonthier, solution: approximate, restitution: 0.9", 0.876},
    {"law: gonthier, restitution: 0.5", 0.5},
    {"law: hunt_crossley, restitution_out: 0.8", 0.8},
};

// the mass slides along x in a guide and carries the pin; its bore stands on the ground
#define GUIDED                                                                                                         \
    "gudgeon: 1\nspace: planar\nbodies:\n  mass: {mass: %g, inertia: 1, velocity: [%g, 0]}\n"                          \
    "joints:\n  guide: {type: prismatic, between: [ground, mass], axis: x}\n"                                          \
    "  wall: {type: revolute, between: [ground, mass], model: dry, begin: free, radius: 10 mm, clearance: 1 mm, "      \
    "width: 5 mm,\n"                                                                                                   \
    "         contact: {%s}}\n"                                                                                        \
    "simulate: {until: 1, tolerance: 1e-8}\n"

static contact_record first_contact(const char *text)
{
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    contact_log log = {.stop_after = 1};
    run_logged(s, &log);
    assert_in_range(log.n, 1, 2); // two corners of a block, both ends of a bore
    sim_and_model_free(s, m);
    return log.contact[0];
}

static contact_record impact(const char *law, double mass, double speed)
{
    char text[1200];
    (void)snprintf(text, sizeof text, GUIDED, mass, speed, law);
    return first_contact(text);
}

static void test_restitution_of_every_law(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(table); i++) {
        char law[200];
        (void)snprintf(law, sizeof law, "%s, stiffness: 1e9", table[i].law);
        const contact_record hit = impact(law, 0.5, 0.8);
        print_message("  %-55s %.4f\n", table[i].law, hit.restitution);
        assert_near(hit.restitution, table[i].out, 1e-3);
        assert_near(hit.speed, 0.8, 1e-9);
        assert_near(hit.begin, wall_clearance / 0.8, 1e-12);
    }
}

// neither stiffness nor exponent nor mass nor speed matter
static void test_restitution_depends_on_nothing_else(void **state)
{
    (void)state;
    static const struct {
        double stiffness, mass, speed;
        const char *exponent;
    } cases[] = {
        {1e6, 0.5, 0.8, "1.5"},  {1e11, 0.5, 0.8, "1.5"}, {1e9, 1e-3, 0.8, "1.5"}, {1e9, 100.0, 0.8, "1.5"},
        {1e9, 0.5, 0.01, "1.5"}, {1e9, 0.5, 20.0, "1.5"}, {1e9, 0.5, 0.8, "2.2"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char law[200];
        (void)snprintf(law, sizeof law, "law: hunt_crossley, restitution: 0.5, stiffness: %g, exponent: %s",
                       cases[i].stiffness, cases[i].exponent);
        const contact_record hit = impact(law, cases[i].mass, cases[i].speed);
        assert_near(hit.restitution, gud_restitution_of_chi(0.75), 2e-5);
        assert_near(hit.speed, cases[i].speed, 1e-9 * cases[i].speed);
    }
}

// laws of line contacts with hysteresis, and the spring with a damper, whose force jumps at first touch
static void test_other_laws(void **state)
{
    (void)state;
    static const char *const laws[] = {"hertz_line",    "hertz_point",   "liu_nonconformal",
                                       "liu_conformal", "liu_geometric", "dubowsky_freudenstein"};
    for (int i = 0; i < GUD_COUNT(laws); i++) {
        char law[200];
        (void)snprintf(law, sizeof law, "law: %s, young: [207 GPa, 207 GPa], restitution_out: 0.6", laws[i]);
        assert_near(impact(law, 0.5, 0.8).restitution, 0.6, 1e-4);
    }
    const char *spring = "law: kelvin_voigt, stiffness: 1e7, mass: 0.5, restitution_out: 0.6";
    assert_near(impact(spring, 0.5, 0.8).restitution, 0.6, 1e-4);
}

// an elastic mass: peak force, depth and duration by Hertz' closed form
static void test_elastic_impact_of_hertz(void **state)
{
    (void)state;
    const double K = 1e9, m = 0.5, v = 0.8;
    const contact_record hit = impact("law: lankarani_nikravesh, restitution: 1, stiffness: 1e9", m, v);
    const double depth = pow(1.25 * m * v * v / K, 0.4);
    assert_close(hit.depth, depth, 1e-4, 0.0);
    assert_close(hit.force, K * pow(depth, 1.5), 1e-4, 0.0);
    assert_close(hit.duration, 2.943275 * depth / v, 1e-5, 0.0);
    assert_near(hit.restitution, 1.0, 1e-5);
}

// the same wall in other shapes
static void test_walls_of_other_shapes(void **state)
{
    (void)state;
    static const char *const models[] = {
        "gudgeon: 1\nspace: spatial\nbodies:\n  mass: {mass: 0.5, inertia: [1, 1, 1], velocity: [0.3, 0.2, -0.5]}\n"
        "joints:\n  wall: {type: spherical, between: [ground, mass], model: dry, begin: free, radius: 10 mm, "
        "clearance: 1 mm,\n"
        "         contact: {law: flores, restitution: 0.5, stiffness: 1e9}}\nsimulate: {until: 1, tolerance: 1e-8}\n",
        "gudgeon: 1\nspace: planar\nbodies:\n  mass: {mass: 0.5, inertia: 1, velocity: [0.3, 0.4]}\n"
        "joints:\n  wall: {type: prismatic, between: [ground, mass], model: dry, begin: free, size: [20 mm, 8 mm],\n"
        "         clearance: 1 mm, contact: {law: flores, restitution: 0.5, stiffness: 1e9}}\n"
        "simulate: {until: 1, tolerance: 1e-8}\n",
        "gudgeon: 1\nspace: spatial\nbodies:\n  mass: {mass: 0.5, inertia: [1, 1, 1], velocity: [0.3, 0.4, 0.02]}\n"
        "joints:\n  wall: {type: revolute, between: [ground, mass], model: dry, begin: free, radius: 10 mm, clearance: "
        "1 mm,\n"
        "         width: 20 mm, contact: {law: flores, restitution: 0.5, stiffness: 1e9}}\n"
        "simulate: {until: 1, tolerance: 1e-8}\n",
        "gudgeon: 1\nspace: spatial\nbodies:\n  mass: {mass: 0.5, inertia: [1, 1, 1], velocity: [0.05, 0, -0.4]}\n"
        "joints:\n  wall: {type: revolute, between: [ground, mass], model: dry, begin: free, radius: 10 mm, clearance: "
        "1 mm,\n"
        "         width: 20 mm, play: 2 mm, contact: {law: flores, restitution: 0.5, stiffness: 1e9}}\n"
        "simulate: {until: 1, tolerance: 1e-8}\n",
    };
    for (int i = 0; i < GUD_COUNT(models); i++) {
        const contact_record hit = first_contact(models[i]);
        print_message("  shape %d: %.5f\n", i, hit.restitution);
        assert_near(hit.restitution, gud_restitution_of_chi(1.6), 1e-4);
    }
}

// Speed, peak force and duration of the first contact do not depend on the step.
static void test_impacts_do_not_depend_on_the_step(void **state)
{
    (void)state;
    static const char *const integrators[] = {"esdirk2", "generalized-alpha", "bathe", "sdirk2"};
    for (int i = 0; i < GUD_COUNT(integrators); i++) {
        contact_record hit[2];
        for (int k = 0; k < 2; k++) {
            char text[1400];
            (void)snprintf(text, sizeof text,
                           "gudgeon: 1\nspace: planar\nbodies:\n  mass: {mass: 0.5, inertia: 1, velocity: [0.8, 0]}\n"
                           "joints:\n  guide: {type: prismatic, between: [ground, mass], axis: x}\n"
                           "  wall: {type: revolute, between: [ground, mass], model: dry, begin: free, radius: 10 mm,\n"
                           "         clearance: 1 mm, contact: {stiffness: 1e9}}\n"
                           "simulate: {until: 1, step: %g, integrator: %s}\n",
                           k == 0 ? 1.3e-6 : 0.7e-6, integrators[i]);
            hit[k] = first_contact(text);
        }
        print_message("  %-18s speed %.12g %.12g, force %.8g %.8g\n", integrators[i], hit[0].speed, hit[1].speed,
                      hit[0].force, hit[1].force);
        assert_close(hit[1].speed, 0.8, 1e-9, 0.0);
        assert_close(hit[0].speed, 0.8, 1e-9, 0.0);
        assert_close(hit[1].force, hit[0].force, 1e-3, 0.0);
        assert_close(hit[1].duration, hit[0].duration, 1e-3, 0.0);
    }
}

// A block thrown up reaches the ceiling with the last of its speed and would fall back within the same step, which is
// exact for a parabola and as long as it likes: the touch is found all the same.
static void test_a_touch_inside_a_step_is_found(void **state)
{
    (void)state;
    const double g = 9.81, apex = 1.02 * wall_clearance, v = sqrt(2.0 * g * apex);
    const double speed = sqrt(2.0 * g * (apex - wall_clearance)), begin = (v - speed) / g;
    char text[1000];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n"
                   "  mass: {mass: 0.5, inertia: 1, velocity: [0, %.17g]}\n"
                   "joints:\n  wall: {type: prismatic, between: [ground, mass], model: dry, begin: free,\n"
                   "         size: [20 mm, 8 mm], clearance: 1 mm, contact: {stiffness: 1e7}}\n"
                   "simulate: {until: 0.1, tolerance: 1e-3}\n",
                   v);
    const contact_record hit = first_contact(text);
    assert_close(hit.begin, begin, 1e-9, 0.0);
    assert_close(hit.speed, speed, 1e-7, 0.0);
}

// A rotor that spins, tilts and wanders in a bush with stops, rubbing at both ends; a block that rattles in a channel
// on bristles: nothing but the losses changes the energy.
static void test_only_losses_change_the_energy(void **state)
{
    (void)state;
    static const char *const models[] = {
        "gudgeon: 1\nspace: spatial\ngravity: [0, 1, -9.81]\n"
        "bodies:\n  rotor: {mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], velocity: [0.1, 0, 0.2], spin: [5, 1, 100]}\n"
        "joints:\n  bush: {type: revolute, between: [ground, rotor], model: dry, begin: free, radius: 10 mm,\n"
        "         width: 20 mm, clearance: 0.2 mm, play: 0.5 mm, contact: {stiffness: 1e9},\n"
        "         friction: {law: smooth, coefficient: 0.1, speed: 20 mm/s}}\n"
        "simulate: {until: 0.02, tolerance: 1e-10}\n",
        "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
        "bodies:\n  block: {mass: 0.5, inertia: 1e-4, velocity: [0.1, 0.2], spin: 10}\n"
        "joints:\n  channel: {type: prismatic, between: [ground, block], model: dry, begin: free, clearance: 0.5 mm,\n"
        "            size: [40 mm, 20 mm], contact: {stiffness: 1e9},\n"
        "            friction: {law: lugre, coefficient: 0.1, static_coefficient: 0.15}}\n"
        "simulate: {until: 0.03, tolerance: 1e-10}\n",
    };
    for (int i = 0; i < GUD_COUNT(models); i++) {
        gud_model *m = mechanism(models[i]);
        gud_sim *s = started(m);
        contact_log log = {0};
        const double before = balance_of(s), kinetic = gud_energy_of(s, s->state.q, s->state.v).kinetic;
        run_logged(s, &log);
        const double after = balance_of(s);
        print_message("  %d contacts, %.3g J of %.3g J lost, friction %.3g J, imbalance %.1e J\n", log.n,
                      s->state.lost[0], kinetic, s->state.lost[1], after - before);
        assert_true(log.n > 4 && s->state.lost[0] > 0.01 * kinetic && s->state.lost[1] > 0.0);
        assert_near(after, before, 1e-6 * kinetic);
        sim_and_model_free(s, m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restitution_of_every_law),
        cmocka_unit_test(test_restitution_depends_on_nothing_else),
        cmocka_unit_test(test_other_laws),
        cmocka_unit_test(test_elastic_impact_of_hertz),
        cmocka_unit_test(test_walls_of_other_shapes),
        cmocka_unit_test(test_impacts_do_not_depend_on_the_step),
        cmocka_unit_test(test_a_touch_inside_a_step_is_found),
        cmocka_unit_test(test_only_losses_change_the_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
