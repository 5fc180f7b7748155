// Lubricated joints between two surfaces: the wrench is balanced and takes from the motion what is stored or lost,
// tangents are derivatives of the wrench, cells win and lose their film, a run repeats to the bit, mistakes are named.

#include "conform/film_scene.h"

#include "pair/stacked.h"

#define SMOOTH "model: reynolds, film: {viscosity: 0.01, grid: [24, 6]}"
#define MIXED  "model: mixed, film: {viscosity: 0.01, grid: [24, 6]}, " ROUGH
#define CYLINDERS                                                                                                      \
    "  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}\n  pin: {shape: cylinder, radius: 10 mm, length: 20 "  \
    "mm}\n"
#define BARREL                                                                                                         \
    "  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}\n"                                                     \
    "  pin: {shape: barrel, radius: 10 mm, crown: 5 um, length: 26 mm}\n"
#define SPHERES "  bore: {shape: sphere, radius: 10.03 mm, to: 20 deg}\n  pin: {shape: sphere, radius: 10 mm}\n"

typedef struct {
    const char *name, *surfaces, *keys;
    bool spatial;
    double eps;
} level;

static const level levels[] = {
    {"cylinder", CYLINDERS, SMOOTH, false, 0.6},
    {"seen from the pin", CYLINDERS, "reference: second, " SMOOTH, false, 0.6},
    {"mixed", CYLINDERS, MIXED, false, 0.96},
    {"barrel in space", BARREL, SMOOTH, true, 0.6},
    {"mixed barrel in space", BARREL, MIXED, true, 0.8},
    {"barrel seen from itself", BARREL, "reference: second, " SMOOTH, true, 0.6},
    {"ball", SPHERES, SMOOTH, true, 0.5},
};

static gud_model *model_of(const level *r)
{
    char text[1600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: %s\nbodies:\n  a: {mass: 1, inertia: %s}\n  b: {mass: 1, inertia: %s}\n"
                   "surfaces:\n%sjoints:\n  j: {type: free, between: [a, b], surfaces: [bore, pin], %s}\n"
                   "simulate: {until: 1}\n",
                   r->spatial ? "spatial" : "planar", r->spatial ? "[1, 1, 1]" : "1", r->spatial ? "[1, 1, 1]" : "1",
                   r->surfaces, r->keys);
    return mechanism(text);
}

static scene *scene_create(const level *r, const gud_model *m)
{
    const double turn[3] = {0.2, 0.1, 0.7}, turn_flat[3] = {0.0, 0.0, 0.7}, e = r->eps * 30e-6;
    const double local[3] = {e * cos(0.4), e * sin(0.4), r->spatial ? 1e-6 : 0.0};
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    s->pose[0] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.1, 0.2, 0.0}, .v = {3.0, -2.0}};
    turn_in_world(s->pose[0].R, r->spatial ? turn : turn_flat);
    place_journal(s->pose, local, r->spatial);
    fill_film(s, 2e-5, 0.002, 0.05);
    return s;
}

// Steps are so small that no cell breaks or fills between them; there the force has a kink. The change of broken film's
// drag, and how asperities turn, are left out of the tangent.
static void check_slopes(const level *r, const bond *b, const double *matrix, bool twist)
{
    const double radius = 10e-3, step = twist ? 1e-4 : 1e-12, turn = step / radius;
    const double steps[6] = {step, step, step, turn, turn, turn};
    double slopes[n12 * n12], scale = 0.0, size[n12];
    bond_slopes(b, steps, twist, slopes);
    for (int i = 0; i < n12; i++) size[i] = i % 6 < 3 ? 1.0 : radius;
    for (int k = 0; k < n12 * n12; k++) scale = fmax(scale, fabs(slopes[k]) / (size[k / n12] * size[k % n12]));
    for (int k = 0; k < n12 * n12; k++) {
        const int i = k / n12, j = k % n12;
        if (!r->spatial && (!in_plane(j) || !in_plane(i))) continue;
        if (!(fabs(matrix[k] - slopes[k]) <= 2e-4 * scale * size[i] * size[j]))
            fail_msg("%s: component %d by %s %d: %g, difference %g (scale %g)", r->name, i,
                     twist ? "twist" : "displacement", j, matrix[k], slopes[k], scale * size[i] * size[j]);
    }
}

static void tangents_and_balance(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(levels); i++) {
        gud_model *m = model_of(&levels[i]);
        scene *s = scene_create(&levels[i], m);
        const bond b = scene_bond(s, levels[i].spatial);
        double w[n12], by_x[n12 * n12], by_v[n12 * n12];
        const gud_pair_out out = bond_eval(&b, w, by_x, by_v);
        assert_true(out.dissipation > 0.0);
        check_balance(&b, w, 1e-12, 1e-12);
        check_slopes(&levels[i], &b, by_x, false);
        check_slopes(&levels[i], &b, by_v, true);
        scene_free(s);
        gud_model_free(m);
    }
}

// ---- in motion

// a rotor that is carried by its film, 20 N heavy, at 300 rad/s; the bearing stands
#define ROTOR                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -10]\nbodies:\n  rotor: {mass: 2, inertia: 1e-3, spin: 300}\n"            \
    "surfaces:\n  bore: {shape: cylinder, radius: 10.05 mm, length: 10 mm}\n"                                          \
    "  pin: {shape: cylinder, radius: 10 mm, length: 10 mm}\n"                                                         \
    "joints:\n  j: {type: revolute, between: [ground, rotor], surfaces: [bore, pin], %s}\n"                            \
    "simulate: {%s}\n"

static gud_model *rotor_of(const char *keys, const char *simulate)
{
    char text[1600];
    (void)snprintf(text, sizeof text, ROTOR, keys, simulate);
    return mechanism(text);
}

// what is lost is what the motion has less, whichever body carries the grid
static void ledger_closes(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "model: reynolds, film: {viscosity: 5 mPa.s, grid: [48, 8]}",
        "reference: second, model: reynolds, film: {viscosity: 5 mPa.s, grid: [48, 8]}",
        "model: mixed, film: {viscosity: 1e-5, grid: [48, 8]}, " ROUGH,
    };
    double place[3][2];
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        gud_model *m = rotor_of(keys[i], "until: 0.05, tolerance: 1e-6");
        gud_sim *s = started(m);
        run_to_end(s);
        const double losses = s->state.ledger[GUD_WORK_LOSSES];
        assert_true(losses > 0.0);
        assert_near(energy_imbalance(s) / losses, 0.0, 2e-3);
        memcpy(place[i], s->state.q, sizeof place[i]);
        sim_and_model_free(s, m);
    }
    // a pin's grid turns 300 rad/s past a broken film that stands still
    assert_near(hypot(place[0][0] - place[1][0], place[0][1] - place[1][1]), 0.0, 0.5e-6);
}

static void repeats_to_the_bit(void **state)
{
    (void)state;
    gud_model *m =
        rotor_of("model: mixed, film: {viscosity: 1 mPa.s, grid: [24, 4]}, " ROUGH, "until: 0.024, step: 2e-5");
    check_disposable(m);
    gud_model_free(m);
}

// A short pin that slides through a long bore: cells at its front win film, those behind it lose it.
static void film_moves_with_the_pin(void **state)
{
    (void)state;
    gud_model *m = mechanism(
        "gudgeon: 1\nspace: spatial\nbodies:\n  pin: {mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], at: [0, 0, -5 mm], "
        "velocity: [0, 0, 0.5], spin: [0, 0, 100]}\n"
        "surfaces:\n  bore: {shape: cylinder, radius: 10.03 mm, length: 40 mm}\n"
        "  pin: {shape: cylinder, radius: 10 mm, length: 10 mm}\n"
        "joints:\n  j: {type: free, between: [ground, pin], surfaces: [bore, pin], model: reynolds,\n"
        "    film: {viscosity: 1 mPa.s, grid: [24, 20]}}\n"
        "simulate: {until: 0.02, tolerance: 1e-4}\n");
    gud_sim *s = started(m);
    run_to_end(s);
    const double z = s->state.q[2], speed = s->state.v[2];
    assert_true(z > 3e-3);
    assert_true(speed < 0.5 && speed > 0.3); // drag
    sim_and_model_free(s, m);
}

// ---- mistakes

static void mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *surfaces, *keys, *says;
    } cases[] = {
        {CYLINDERS, "model: reynolds", "film: {viscosity"},
        {CYLINDERS, "model: mixed, film: {viscosity: 0.01}", "rough"},
        {CYLINDERS, "model: reynolds, film: {viscosity: 0.01, grid: [24]}", "two whole numbers of cells"},
        {CYLINDERS, "model: reynolds, film: {viscosity: 0.01, grid: [24, 0]}", "two whole numbers of cells"},
        {CYLINDERS, "model: reynolds, film: {viscosity: 0.01, grid: [24.5, 8]}", "2 to 4096 along its second"},
        {CYLINDERS, "model: reynolds, film: {viscosity: 0.01, ambient: 1 bar, cavity: 2 bar}", "below the cavity"},
        {CYLINDERS, "model: short, film: {viscosity: 0.01}", "no model 'short'"},
        {"  bore: {shape: net, degree: [1, 1], knots_u: [0, 0, 1, 1], knots_v: [0, 0, 1, 1], "
         "points: [0, 0, 0, 0.06, 0.005, 0, 0.06, 0, 0, 0.12, 0.005, 0]}\n"
         "  pin: {shape: plane, size: [0.4, 0.4], at: [0, 0, 1e-4]}\n",
         "model: reynolds, film: {viscosity: 0.01}", "10 to 170"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char text[1600];
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nspace: spatial\nbodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n"
                       "surfaces:\n%sjoints:\n  j: {type: free, between: [ground, a], surfaces: [bore, pin], %s}\n"
                       "simulate: {until: 1}\n",
                       cases[i].surfaces, cases[i].keys);
        mechanism_refused(text, cases[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_and_balance), cmocka_unit_test(ledger_closes),
        cmocka_unit_test(repeats_to_the_bit),   cmocka_unit_test(film_moves_with_the_pin),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
