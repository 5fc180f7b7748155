// Linear motion, forces of programs and components by the public interface.

#include "lib_case.h"

#include <math.h>

#define OSCILLATOR(forces)                                                                                             \
    "gudgeon: 1\nspace: planar\nbodies:\n  cart: {mass: 2 kg, inertia: 1}\n"                                           \
    "joints:\n  rail: {type: prismatic, between: [ground, cart]}\n"                                                    \
    "frames:\n  post: {body: ground, at: [-1, 0]}\n"                                                                   \
    "forces:\n  spring: {" forces "}\n"                                                                                \
    "start:\n  rail.position: {value: 0.1, rate: 0}\n"                                                                 \
    "simulate: {until: 1 s, tolerance: 1e-8}\n"

#define SPRING "type: spring, between: [post, cart], stiffness: 50, damping: 3, free: 1"
#define USER   "type: user, between: [post, cart]"

// ---- linear motion

// m lambda^2 + d lambda + k = 0
static void test_damped_oscillator(void **state)
{
    (void)state;
    gud_model *m = lib_model(OSCILLATOR(SPRING));
    gud_sim *s = lib_started(m);
    gud_linear *l;
    assert_int_equal(gud_sim_equilibrium(s), GUD_OK);
    const uint64_t before = gud_sim_hash(s);
    if (gud_sim_linearise(s, &l) != GUD_OK) fail_msg("%s", gud_sim_error(s));
    assert_int_equal(l->nvelocity, 3);
    assert_int_equal(l->nrow, 2);
    assert_int_equal(l->nfree, 1);
    assert_near(l->mass[0], 2.0, 1e-14);
    assert_near(l->damping[0], 3.0, 1e-12);
    assert_near(l->stiffness[0], 50.0, 1e-10);
    assert_near(l->eigenvalues[0], -0.75, 1e-12);
    assert_near(fabs(l->eigenvalues[1]), sqrt(25.0 - 0.75 * 0.75), 1e-11);
    assert_near(l->eigenvalues[2], -0.75, 1e-12);
    assert_near(l->eigenvalues[1] + l->eigenvalues[3], 0.0, 1e-12);
    assert_true(gud_sim_hash(s) == before);
    gud_linear_free(l);
    gud_sim_free(s);
    gud_model_free(m);
}

// the weight of a pendulum is in the reactions: hanging it swings, standing it falls
static void check_pendulum(double angle, double sign)
{
    char text[600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                   "bodies:\n  rod: {mass: 1.5 kg, inertia: 0.08, at: [0, -0.5]}\n"
                   "frames:\n  rod.top: {body: rod, at: [0, 0.5]}\n"
                   "joints:\n  hinge: {type: revolute, between: [ground, rod.top]}\n"
                   "start:\n  hinge.angle: {value: %.17g, rate: 0}\nsimulate: {until: 1 s}\n",
                   angle);
    gud_model *m = lib_model(text);
    gud_sim *s = lib_started(m);
    gud_linear *l;
    const double square = -sign * 1.5 * 9.81 * 0.5 / (0.08 + 1.5 * 0.25);
    assert_int_equal(gud_sim_linearise(s, &l), GUD_OK);
    assert_int_equal(l->nfree, 1);
    for (int i = 0; i < 2; i++) {
        const double re = l->eigenvalues[2 * i], im = l->eigenvalues[2 * i + 1];
        assert_near(re * re - im * im, square, 1e-10);
        assert_near(re * im, 0.0, 1e-10);
    }
    assert_true(l->eigenvalues[0] >= l->eigenvalues[2]);
    gud_linear_free(l);
    gud_sim_free(s);
    gud_model_free(m);
}

static void test_pendulum(void **state)
{
    (void)state;
    check_pendulum(0.0, 1.0);
    check_pendulum(acos(-1.0), -1.0);
}

// a body that spins in space: its gyroscopic terms are in the matrices
static void test_free_gyroscope(void **state)
{
    (void)state;
    gud_model *m = lib_model("gudgeon: 1\nspace: spatial\nbodies:\n"
                             "  top: {mass: 2 kg, inertia: [0.3, 0.2, 0.1], spin: [0, 0, 30], velocity: [1, 0, 0]}\n"
                             "simulate: {until: 1 s}\n");
    gud_sim *s = lib_started(m);
    gud_linear *l;
    assert_int_equal(gud_sim_linearise(s, &l), GUD_OK);
    assert_int_equal(l->nfree, 6);
    // spin about the axis of the least inertia is stable: nutation with W sqrt((C - A)(C - B) / (A B))
    const double nutation = 30.0 * sqrt((0.1 - 0.3) * (0.1 - 0.2) / (0.3 * 0.2));
    double fastest = 0.0;
    for (int i = 0; i < 12; i++) fastest = fmax(fastest, l->eigenvalues[2 * i + 1]);
    assert_near(fastest, nutation, 1e-6 * nutation);
    gud_linear_free(l);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- films

#define FILM_KEYS "ambient: 1 bar, cavity: 0 Pa, grid: [48, 5]"

// the four numbers behind a key
static void read_four(const char *json, const char *key, double values[4])
{
    const char *at = strstr(json, key);
    assert_non_null(at);
    for (int k = 0; k < 4; k++) {
        at += strcspn(at, "[,");
        at += strcspn(at, "-0123456789");
        values[k] = strtod(at, NULL);
    }
}

// K and C of a bearing file, by rows
static void sheet_coefficients(double K[4], double C[4])
{
    static const char text[] = "gudgeon: 1\nbearing: {radius: 15 mm, width: 20 mm, clearance: 25 um, " FILM_KEYS "}\n"
                               "oil: {viscosity: 20 mPa.s}\n"
                               "operate: {speed: 100 rad/s, position: {eccentricity_ratio: 0.6, angle: 30 deg}}\n";
    char *json;
    assert_int_equal(gud_component_evaluate("bearing", "test.yaml", text, NULL, 0, &json, NULL), GUD_OK);
    read_four(json, "\"stiffness\"", K);
    read_four(json, "\"damping\"", C);
    gud_free(json);
}

// the same bearing as a joint: stiffness and damping of its settled oil are those of the bearing file
static void test_films_are_those_of_slow_motion(void **state)
{
    (void)state;
    gud_model *m = lib_model(
        "gudgeon: 1\nspace: planar\nbodies:\n"
        "  pin: {mass: 1 kg, inertia: 1e-3, spin: 100 rad/s}\n"
        "joints:\n  j: {type: revolute, between: [ground, pin], model: reynolds, radius: 15 mm, width: 20 mm, "
        "clearance: 25 um, eccentricity: [= 15 um * cos(30 deg), = 15 um * sin(30 deg)], "
        "film: {viscosity: 20 mPa.s, " FILM_KEYS "}}\nsimulate: {until: 1 s}\n");
    gud_sim *s = lib_started(m);
    gud_linear *l;
    double K[4], C[4];
    assert_int_equal(gud_sim_linearise(s, &l), GUD_OK);
    assert_int_equal(l->nvelocity, 3);
    sheet_coefficients(K, C);
    const double most_K = fabs(K[0]) + fabs(K[3]), most_C = fabs(C[0]) + fabs(C[3]);
    for (int i = 0; i < 4; i++) {
        const int at = 3 * (i / 2) + i % 2;
        assert_near(l->stiffness[at], K[i], 1e-6 * most_K);
        assert_near(l->damping[at], C[i], 1e-6 * most_C);
    }
    gud_linear_free(l);
    // and the run goes on as if nothing had been asked
    gud_sim *other = lib_started(m);
    assert_int_equal(gud_sim_step(s), GUD_OK);
    assert_int_equal(gud_sim_step(other), GUD_OK);
    assert_true(gud_sim_hash(s) == gud_sim_hash(other));
    assert_int_equal(gud_sim_linearise(s, NULL), GUD_ERR_USE);
    gud_sim_free(other);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- forces of programs

typedef struct {
    double stiffness, damping;
    bool tangents;
    int calls;
} law;

// the spring of OSCILLATOR: along x, free at a distance of 1 m
static int spring(void *user, double time, const gud_frame_motion f[2], double wrench[12], double *by_x, double *by_v)
{
    law *l = user;
    (void)time;
    const double force =
        l->stiffness * (f[1].position[0] - f[0].position[0] - 1.0) + l->damping * (f[1].velocity[0] - f[0].velocity[0]);
    l->calls++;
    wrench[0] = force;
    wrench[6] = -force;
    if (!by_x || !l->tangents) return 1;
    by_x[0] = by_x[12 * 6 + 6] = -l->stiffness;
    by_x[6] = by_x[12 * 6] = l->stiffness;
    by_v[0] = by_v[12 * 6 + 6] = -l->damping;
    by_v[6] = by_v[12 * 6] = l->damping;
    return 0;
}

static double end_position(gud_sim *s)
{
    const gud_status st = gud_sim_advance(s, 1.0);
    if (st < 0) fail_msg("%s", gud_sim_error(s));
    return lib_value(s, "coordinates/rail.position");
}

static void test_user_force(void **state)
{
    (void)state;
    gud_model *given = lib_model(OSCILLATOR(SPRING)), *m = lib_model(OSCILLATOR(USER));
    gud_sim *reference = lib_started(given);
    const double expected = end_position(reference);
    const int force = gud_model_find(m, GUD_ITEM_FORCE, "spring");
    int calls[2];
    for (int tangents = 0; tangents < 2; tangents++) {
        law l = {50.0, 3.0, tangents, 0};
        gud_sim *s, *copy;
        gud_linear *linear;
        assert_int_equal(gud_sim_create(m, &s), GUD_OK);
        assert_int_equal(gud_sim_start(s), GUD_ERR_INPUT); // the force is missing
        assert_non_null(strstr(gud_sim_error(s), "gud_sim_user_force"));
        assert_int_equal(gud_sim_user_force(s, force, spring, &l), GUD_OK);
        assert_int_equal(gud_sim_start(s), GUD_OK);
        assert_int_equal(gud_sim_linearise(s, &linear), GUD_OK);
        assert_near(linear->stiffness[0], 50.0, 1e-6);
        assert_near(linear->damping[0], 3.0, 1e-6);
        gud_linear_free(linear);
        assert_int_equal(gud_sim_copy(s, &copy), GUD_OK);
        assert_near(end_position(s), expected, 1e-10);
        calls[tangents] = l.calls;
        assert_near(end_position(copy), expected, 1e-10);
        gud_sim_free(s);
        gud_sim_free(copy);
    }
    assert_true(calls[1] < calls[0]);
    gud_sim_free(reference);
    gud_model_free(given);
    gud_model_free(m);
}

static void test_user_force_misuse(void **state)
{
    (void)state;
    gud_model *m = lib_model(OSCILLATOR(SPRING));
    gud_sim *s = lib_started(m);
    law l = {1.0, 0.0, false, 0};
    assert_int_equal(gud_sim_user_force(s, 0, spring, &l), GUD_ERR_USE); // a spring
    assert_int_equal(gud_sim_user_force(s, 7, spring, &l), GUD_ERR_USE);
    assert_int_equal(gud_sim_user_force(s, -1, spring, &l), GUD_ERR_USE);
    assert_int_equal(gud_sim_user_force(s, 0, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_sim_user_force(NULL, 0, spring, &l), GUD_ERR_USE);
    gud_sim_free(s);
    gud_model_free(m);
}

// ---- components

static void test_components(void **state)
{
    (void)state;
    const char *path = "examples/bearing/raimondi.yaml", *set[] = {"operate.nonsense=1"};
    char *json, *same;
    gud_diagnostics *why;
    assert_int_equal(gud_component_evaluate("bearing", path, NULL, NULL, 0, &json, &why), GUD_OK);
    assert_null(why);
    assert_non_null(strstr(json, "\"eccentricity_ratio\""));
    assert_int_equal(gud_component_evaluate("bearing", path, NULL, NULL, 0, &same, NULL), GUD_OK);
    assert_string_equal(json, same);
    gud_free(json);
    gud_free(same);
    assert_int_equal(gud_component_evaluate("bearing", path, NULL, set, 1, &json, &why), GUD_ERR_INPUT);
    assert_null(json);
    assert_int_equal(gud_diagnostics_count(why), 1);
    gud_diagnostics_free(why);
    assert_int_equal(gud_component_evaluate("gearing", path, NULL, NULL, 0, &json, &why), GUD_ERR_USE);
    assert_int_equal(gud_component_evaluate("rough", "none.yaml", "gudgeon: 1\n", NULL, 0, &json, &why), GUD_ERR_INPUT);
    gud_diagnostics_free(why);
    assert_int_equal(gud_component_evaluate(NULL, path, NULL, NULL, 0, &json, NULL), GUD_ERR_USE);
    assert_int_equal(gud_component_evaluate("bearing", NULL, NULL, NULL, 0, &json, NULL), GUD_ERR_USE);
    assert_int_equal(gud_component_evaluate("bearing", path, NULL, NULL, 0, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_component_evaluate("bearing", path, NULL, NULL, 1, &json, NULL), GUD_ERR_USE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damped_oscillator), cmocka_unit_test(test_pendulum),
        cmocka_unit_test(test_free_gyroscope),    cmocka_unit_test(test_films_are_those_of_slow_motion),
        cmocka_unit_test(test_user_force),        cmocka_unit_test(test_user_force_misuse),
        cmocka_unit_test(test_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
