// Inputs by the public interface: what follows them obeys at once, motions stay smooth, energy stays accounted for, and
// states carry them.

#include "lib_case.h"

#include <math.h>

// a wheel with a brake: I d(omega)/dt = torque
#define WHEEL                                                                                                          \
    "gudgeon: 1\nspace: planar\nbodies:\n  wheel: {mass: 1 kg, inertia: 0.02}\n"                                       \
    "inputs:\n  torque: {default: 0 N.m, min: -5 N.m, max: 5 N.m, about: of the brake}\n"                              \
    "joints:\n  shaft: {type: revolute, between: [ground, wheel]}\n"                                                   \
    "forces:\n  brake: {type: load, kind: torque, on: wheel, direction: [0, 0, 1], value: input torque}\n"             \
    "start:\n  shaft.angle: {value: 0, rate: 100}\nsimulate: {until: 2 s, tolerance: 1e-6}\n"

// a pendulum on a spring whose free length is set: a servo
#define SERVO                                                                                                          \
    "gudgeon: 1\nspace: planar\nbodies:\n  cart: {mass: 2 kg, inertia: 1}\n"                                           \
    "inputs:\n  target: 100 mm\n  stiffness: 500 N/m\n"                                                                \
    "joints:\n  rail: {type: prismatic, between: [ground, cart]}\n"                                                    \
    "frames:\n  post: {body: ground, at: [-1, 0]}\n"                                                                   \
    "forces:\n  servo: {type: spring, between: [post, cart], stiffness: input stiffness, free: input target}\n"        \
    "simulate: {until: 2 s, tolerance: 1e-8}\n"

#define DRIVEN(law, unit)                                                                                              \
    "gudgeon: 1\nspace: planar\nbodies:\n  arm: {mass: 1 kg, inertia: 0.02, at: [0.3, 0]}\n"                           \
    "frames:\n  end: {body: arm, at: [-0.3, 0]}\n"                                                                     \
    "inputs:\n  wish: 0 " unit "\n"                                                                                    \
    "joints:\n  shaft: {type: revolute, between: [ground, end]}\n"                                                     \
    "drive:\n  shaft.angle: {type: follow, " law ": input wish, during: 0.2 s}\n"                                      \
    "simulate: {until: 2 s, tolerance: 1e-8}\n"

static void set_input(gud_sim *s, const gud_model *m, const char *name, double value)
{
    const int input = gud_model_find(m, GUD_ITEM_INPUT, name);
    assert_true(input >= 0);
    if (gud_sim_set(s, &input, 1, &value) != GUD_OK) fail_msg("%s", gud_sim_error(s));
}

static void advance(gud_sim *s, double t)
{
    const gud_status st = gud_sim_advance(s, t);
    if (st < 0) fail_msg("%s", gud_sim_error(s));
}

static void test_a_load_obeys(void **state)
{
    (void)state;
    gud_model *m = lib_model(WHEEL);
    gud_sim *s = lib_started(m);
    gud_energies e;
    advance(s, 0.5);
    assert_near(lib_value(s, "bodies/wheel/angular_velocity"), 100.0, 1e-9);
    set_input(s, m, "torque", -2.0);
    assert_near(lib_value(s, "bodies/wheel/angular_acceleration"), -100.0, 1e-9); // before any step
    assert_near(lib_value(s, "inputs/torque"), -2.0, 0.0);
    advance(s, 1.0);
    assert_near(lib_value(s, "bodies/wheel/angular_velocity"), 50.0, 1e-7);
    set_input(s, m, "torque", 1.0);
    advance(s, 1.5);
    assert_near(lib_value(s, "bodies/wheel/angular_velocity"), 75.0, 1e-7);
    assert_near(lib_value(s, "coordinates/shaft.angle"), 50.0 + 37.5 + 31.25, 1e-6);
    assert_int_equal(gud_sim_energies(s, &e), GUD_OK);
    assert_near(e.imbalance, 0.0, 1e-6);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_inputs_describe_themselves(void **state)
{
    (void)state;
    gud_model *m = lib_model(WHEEL), *servo = lib_model(SERVO);
    gud_item item;
    assert_int_equal(gud_model_count(m, GUD_ITEM_INPUT), 1);
    assert_int_equal(gud_model_get(m, GUD_ITEM_INPUT, 0, &item), GUD_OK);
    assert_string_equal(item.name, "torque");
    assert_string_equal(item.unit, "N.m");
    assert_string_equal(item.about, "of the brake");
    assert_near(item.low, -5.0, 0.0);
    assert_near(item.high, 5.0, 0.0);
    assert_int_equal(gud_model_get(servo, GUD_ITEM_INPUT, 1, &item), GUD_OK);
    assert_near(item.low, 0.0, 0.0); // no spring pushes apart what it should pull together
    gud_model_free(m);
    gud_model_free(servo);
}

static void test_bad_values_are_refused(void **state)
{
    (void)state;
    gud_model *m = lib_model(WHEEL);
    gud_sim *s = lib_started(m);
    const int torque = 0, none = 1;
    const double bad[] = {5.1, -6.0, (double)NAN, (double)INFINITY};
    double value;
    const uint64_t before = gud_sim_hash(s);
    for (int i = 0; i < 4; i++) assert_int_equal(gud_sim_set(s, &torque, 1, &bad[i]), GUD_ERR_INPUT);
    assert_non_null(strstr(gud_sim_error(s), "torque"));
    assert_int_equal(gud_sim_set(s, &none, 1, &bad[0]), GUD_ERR_USE);
    assert_int_equal(gud_sim_set(s, NULL, 1, &bad[0]), GUD_ERR_USE);
    assert_int_equal(gud_sim_set(s, &torque, 1, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_set(s, &torque, -1, &bad[0]), GUD_ERR_USE);
    assert_int_equal(gud_sim_set(NULL, &torque, 1, &bad[0]), GUD_ERR_USE);
    assert_int_equal(gud_sim_get(s, &none, 1, &value), GUD_ERR_USE);
    assert_int_equal(gud_sim_get(s, &torque, 1, &value), GUD_OK);
    assert_near(value, 0.0, 0.0);
    assert_true(gud_sim_hash(s) == before);
    gud_sim_free(s);
    gud_model_free(m);
}

// the spring is let out while it is stretched: what it loses is work of the input, and nothing comes from nowhere
static void test_energy_is_accounted_for(void **state)
{
    (void)state;
    gud_model *m = lib_model(SERVO);
    gud_sim *s = lib_started(m);
    gud_energies e;
    set_input(s, m, "target", 1.0);
    for (int i = 1; i <= 8; i++) {
        set_input(s, m, "target", 1.0 + 0.05 * (i % 3));
        set_input(s, m, "stiffness", 500.0 + 100.0 * (i % 2));
        advance(s, 0.2 * i);
    }
    assert_int_equal(gud_sim_energies(s, &e), GUD_OK);
    assert_true(e.kinetic + e.potential > 0.1);
    assert_near(e.imbalance, 0.0, 1e-6);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- drives

// no way is longer than what the largest acceleration of both ends allows
static void check_smooth(gud_sim *s, double t)
{
    const double angle = lib_value(s, "coordinates/shaft.angle"), rate = lib_value(s, "coordinates/shaft.angle_rate");
    const double acceleration = lib_value(s, "bodies/arm/angular_acceleration"), h = t - gud_sim_time(s);
    advance(s, t);
    const double next = lib_value(s, "bodies/arm/angular_acceleration");
    const double most = fmax(fabs(acceleration), fabs(next)) + 1500.0 * h; // its slope is below that
    assert_near(lib_value(s, "coordinates/shaft.angle_rate"), rate + 0.5 * h * (acceleration + next), 0.5 * h * most);
    assert_near(lib_value(s, "coordinates/shaft.angle"), angle + h * rate, h * h * most);
}

static void test_a_drive_goes_to_its_target(void **state)
{
    (void)state;
    gud_model *m = lib_model(DRIVEN("target", "rad"));
    gud_sim *s = lib_started(m);
    set_input(s, m, "wish", 1.0);
    advance(s, 0.1);
    assert_near(lib_value(s, "coordinates/shaft.angle"), 0.5, 1e-9); // half of the way in half of the time
    for (int i = 0; i < 5; i++) check_smooth(s, 0.1 + 0.01 * (i + 1));
    set_input(s, m, "wish", -0.4); // on the way
    for (int i = 0; i < 30; i++) check_smooth(s, 0.15 + 0.01 * (i + 1));
    assert_near(lib_value(s, "coordinates/shaft.angle"), -0.4, 1e-9);
    assert_near(lib_value(s, "coordinates/shaft.angle_rate"), 0.0, 1e-8);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_a_drive_reaches_its_rate(void **state)
{
    (void)state;
    gud_model *m = lib_model(DRIVEN("rate", "rad/s"));
    gud_sim *s = lib_started(m);
    advance(s, 0.1);
    set_input(s, m, "wish", 10.0);
    for (int i = 0; i < 10; i++) check_smooth(s, 0.1 + 0.01 * (i + 1));
    assert_near(lib_value(s, "coordinates/shaft.angle_rate"), 5.0, 1e-7);
    advance(s, 1.3);
    assert_near(lib_value(s, "coordinates/shaft.angle_rate"), 10.0, 1e-7);
    assert_near(lib_value(s, "coordinates/shaft.angle"), 1.0 + 10.0, 1e-6); // the mean rate of the run-up is half
    gud_sim_free(s);
    gud_model_free(m);
}

// setting an input anew to what it is changes nothing, to the bit; nor does asking
static void test_the_same_value_changes_nothing(void **state)
{
    (void)state;
    gud_model *m = lib_model(DRIVEN("target", "rad"));
    gud_sim *a = lib_started(m), *b = lib_started(m);
    set_input(a, m, "wish", 0.7);
    set_input(b, m, "wish", 0.7);
    for (int i = 1; i <= 20; i++) {
        advance(a, 0.02 * i);
        advance(b, 0.02 * i);
        set_input(a, m, "wish", 0.7);
    }
    assert_true(gud_sim_hash(a) == gud_sim_hash(b));
    gud_sim_free(a);
    gud_sim_free(b);
    gud_model_free(m);
}

// ---- states

static void test_states_carry_inputs(void **state)
{
    (void)state;
    const char *const models[] = {WHEEL, SERVO, DRIVEN("target", "rad"), DRIVEN("rate", "rad/s")};
    for (int i = 0; i < 4; i++) {
        gud_model *m = lib_model(models[i]);
        gud_sim *s = lib_started(m), *other, *copy;
        const int input = 0;
        const double value = 0.8;
        double found;
        assert_int_equal(gud_sim_create(m, &other), GUD_OK);
        advance(s, 0.3);
        assert_int_equal(gud_sim_set(s, &input, 1, &value), GUD_OK);
        advance(s, 0.35);
        const size_t size = gud_sim_state_size(s);
        void *block = malloc(size);
        assert_int_equal(gud_sim_save(s, block, size), GUD_OK);
        assert_int_equal(gud_sim_restore(other, block, size), GUD_OK);
        assert_int_equal(gud_sim_copy(s, &copy), GUD_OK);
        assert_int_equal(gud_sim_get(other, &input, 1, &found), GUD_OK);
        assert_near(found, value, 0.0);
        advance(s, 1.0);
        advance(other, 1.0);
        advance(copy, 1.0);
        assert_true(gud_sim_hash(s) == gud_sim_hash(other));
        assert_true(gud_sim_hash(s) == gud_sim_hash(copy));
        free(block);
        gud_sim_free(s);
        gud_sim_free(other);
        gud_sim_free(copy);
        gud_model_free(m);
    }
}

// set before the start, an input is there from the beginning: a drive begins at its target
static void test_inputs_before_the_start(void **state)
{
    (void)state;
    gud_model *m = lib_model(DRIVEN("target", "rad"));
    gud_sim *s;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    set_input(s, m, "wish", 0.6);
    assert_int_equal(gud_sim_start(s), GUD_OK);
    assert_near(lib_value(s, "coordinates/shaft.angle"), 0.6, 1e-12);
    set_input(s, m, "wish", -0.2);
    advance(s, 1.0);
    assert_int_equal(gud_sim_start(s), GUD_OK);
    assert_near(lib_value(s, "coordinates/shaft.angle"), -0.2, 1e-12);
    gud_sim_free(s);
    gud_model_free(m);
}

static int brake(void *user, gud_sim *s, double time, const double *values)
{
    const int torque = 0;
    const double value = values[0] > 20.0 ? -3.0 : 0.0;
    (void)time;
    *(int *)user += gud_sim_set(s, &torque, 1, &value) != GUD_OK;
    return 0;
}

static void test_a_callback_sets_inputs(void **state)
{
    (void)state;
    gud_model *m = lib_model(WHEEL);
    gud_sim *s = lib_started(m);
    int failures = 0;
    const int rate = lib_signal(s, "bodies/wheel/angular_velocity");
    assert_int_equal(gud_sim_watch(s, &rate, 1, brake, &failures), GUD_OK);
    advance(s, 2.0);
    assert_int_equal(failures, 0);
    assert_true(lib_value(s, "bodies/wheel/angular_velocity") < 20.0);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- films

#define JOURNAL                                                                                                        \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  journal: {mass: 20 kg, inertia: 0.05}\n%s"                                                             \
    "joints:\n  bearing: {type: revolute, between: [ground, journal], model: reynolds, radius: 20 mm, width: 20 mm, "  \
    "clearance: 40 um, film: {%s, ambient: 1 bar, grid: [32, 4]}}\n"                                                   \
    "drive:\n  journal.angle: {rate: 1500 rpm}\nsimulate: {until: 0.02 s, tolerance: 1e-5}\n"

static gud_model *film_model(const char *inputs, const char *film)
{
    char text[1200];
    (void)snprintf(text, sizeof text, JOURNAL, inputs, film);
    return lib_model(text);
}

// with an input the film is the one with that number in the file, from the start on, to the bit
static void check_film(gud_model *m, gud_model *plain, double value, double other)
{
    gud_sim *s, *expected = lib_started(plain);
    const int input = 0;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    assert_int_equal(gud_sim_set(s, &input, 1, &value), GUD_OK);
    assert_int_equal(gud_sim_start(s), GUD_OK);
    advance(s, 0.01);
    advance(expected, 0.01);
    const double torque = lib_value(s, "drives/journal.angle/torque");
    assert_true(torque > 0.0 && torque == lib_value(expected, "drives/journal.angle/torque"));
    assert_int_equal(gud_sim_set(s, &input, 1, &other), GUD_OK);
    advance(s, 0.011);
    advance(expected, 0.011);
    assert_true(lib_value(s, "drives/journal.angle/torque") < 0.9 * lib_value(expected, "drives/journal.angle/torque"));
    gud_sim_free(s);
    gud_sim_free(expected);
    gud_model_free(m);
    gud_model_free(plain);
}

static void test_films_follow(void **state)
{
    (void)state;
    check_film(film_model("inputs: {oil: 0.05 Pa.s}\n", "viscosity: input oil"), film_model("", "viscosity: 0.03 Pa.s"),
               0.03, 0.01);
    check_film(film_model("inputs: {oil: 60 degC}\n", "oil: {grade: ISO VG 46, temperature: input oil}"),
               film_model("", "oil: {grade: ISO VG 46, temperature: 313.15 K}"), 313.15, 353.15);
}

// ---- mistakes in the file

// supply pressures of feeds, in grooves and before restrictors
static gud_model *fed_model(const char *inputs, const char *pressure)
{
    char text[1600];
    const int n = snprintf(text, sizeof text, JOURNAL, inputs, "viscosity: 0.03 Pa.s");
    (void)snprintf(text + n, sizeof text - (size_t)n,
                   "feeds:\n  groove: {joint: bearing, angle: 90 deg, length: 6 mm, width: 10 mm, pressure: %s}\n"
                   "  drill: {joint: bearing, angle: 200 deg, diameter: 6 mm, pressure: %s, "
                   "restrictor: {type: orifice, diameter: 1 mm}}\n",
                   pressure, pressure);
    return lib_model(text);
}

static void test_feeds_follow(void **state)
{
    (void)state;
    gud_model *m = fed_model("inputs: {supply: 2 bar}\n", "input supply"), *plain = fed_model("", "4 bar");
    gud_sim *s, *expected = lib_started(plain);
    const int input = 0;
    const double more = 4e5, less = 1.5e5, vacuum = -1.0;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    assert_int_equal(gud_sim_set(s, &input, 1, &more), GUD_OK);
    assert_int_equal(gud_sim_start(s), GUD_OK);
    advance(s, 0.005);
    advance(expected, 0.005);
    const char *const same[] = {"joints/bearing/feed_flow.groove", "joints/bearing/feed_flow.drill",
                                "joints/bearing/feed_pressure.drill", "drives/journal.angle/torque"};
    for (int i = 0; i < (int)(sizeof same / sizeof same[0]); i++)
        assert_close(lib_value(s, same[i]), lib_value(expected, same[i]), 1e-9, 0.0);
    assert_true(lib_value(s, same[0]) > 0.0);
    assert_int_equal(gud_sim_set(s, &input, 1, &less), GUD_OK);
    advance(s, 0.006);
    advance(expected, 0.006);
    assert_close(lib_value(s, "joints/bearing/feed_pressure.groove"), less, 1e-12, 0.0);
    assert_true(lib_value(s, same[0]) < 0.6 * lib_value(expected, same[0]));
    assert_int_equal(gud_sim_set(s, &input, 1, &vacuum), GUD_ERR_INPUT);
    gud_sim_free(s);
    gud_sim_free(expected);
    gud_model_free(m);
    gud_model_free(plain);
}

static void check_mistake(const char *text, const char *find)
{
    gud_model *m;
    gud_diagnostics *why;
    assert_int_equal(gud_model_read("test.yaml", text, NULL, 0, &m, &why), GUD_ERR_INPUT);
    if (!strstr(gud_diagnostics_text(why), find)) fail_msg("'%s' is not in: %s", find, gud_diagnostics_text(why));
    gud_diagnostics_free(why);
}

#define SMALL(inputs, value)                                                                                           \
    "gudgeon: 1\nspace: planar\nbodies:\n  wheel: {mass: 1 kg, inertia: 0.02}\n" inputs                                \
    "forces:\n  push: {type: load, on: wheel, direction: [1, 0], value: " value "}\n"                                  \
    "simulate: {until: 1 s}\n"

static void test_mistakes(void **state)
{
    (void)state;
    check_mistake(SMALL("inputs: {push: 3 Pa}\n", "input push"), "wrong unit 'Pa'; expected N");
    check_mistake(SMALL("inputs: {push: 3}\n", "input push"), "needs a unit");
    check_mistake(SMALL("inputs: {push: 3 N}\n", "input pusch"), "did you mean 'push'?");
    check_mistake(SMALL("inputs: {push: 3 N}\n", "3 N"), "this input is not used");
    check_mistake(SMALL("inputs: {push: {default: 3 N, max: 2 N}}\n", "input push"), "outside");
    check_mistake(SMALL("inputs: {push: {default: 3 N, max: 7 m}}\n", "input push"), "max is not in N");
    check_mistake(SMALL("", "input push"), "no 'push' in inputs");
    char text[1200];
    (void)snprintf(text, sizeof text, JOURNAL, "inputs: {oil: 0.05 Pa.s}\n",
                   "oil: {viscosity: input oil, pressure: {type: barus, coefficient: 2e-8}}");
    check_mistake(text, "cannot follow an input");
    (void)snprintf(text, sizeof text, JOURNAL, "inputs: {oil: 0.05 Pa.s}\n", "viscosity: input oil");
    memcpy(strstr(text, "model: reynolds"), "model: short   ", 15);
    check_mistake(text, "only films on a grid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_load_obeys),
        cmocka_unit_test(test_inputs_describe_themselves),
        cmocka_unit_test(test_bad_values_are_refused),
        cmocka_unit_test(test_energy_is_accounted_for),
        cmocka_unit_test(test_a_drive_goes_to_its_target),
        cmocka_unit_test(test_a_drive_reaches_its_rate),
        cmocka_unit_test(test_the_same_value_changes_nothing),
        cmocka_unit_test(test_states_carry_inputs),
        cmocka_unit_test(test_inputs_before_the_start),
        cmocka_unit_test(test_a_callback_sets_inputs),
        cmocka_unit_test(test_films_follow),
        cmocka_unit_test(test_feeds_follow),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
