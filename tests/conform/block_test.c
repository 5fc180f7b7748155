// A block in its guide: tangents are derivatives, wrenches balance, energy closes, and the film is that of the same
// faces written as pairs of planes.

#include "conform/film_scene.h"

#include "pair/stacked.h"

#include <stdio.h>

#define BODIES "bodies:\n  a: {mass: 1, inertia: %s}\n  b: {mass: 1, inertia: %s}\n"
#define SMOOTH "model: reynolds, film: {viscosity: 0.01, grid: [12, 3]}"

typedef struct {
    const char *name, *keys, *more;
    bool spatial;
} variant;

static const variant variants[] = {
    {"in the plane", "size: [40 mm, 30 mm], width: 20 mm, " SMOOTH, "", false},
    {"rough, in the plane",
     "size: [40 mm, 30 mm], width: 20 mm, model: mixed, film: {viscosity: 0.01, grid: [12, 3]}, " ROUGH, "", false},
    {"without a state",
     "size: [40 mm, 30 mm], width: 20 mm, model: reynolds, film: {viscosity: 0.01, grid: [12, 3], "
     "cavitation: none}",
     "", false},
    {"two faces", "size: [40 mm, 30 mm], width: 20 mm, " SMOOTH, "", true},
    {"four faces", "size: [40 mm, 30 mm, 24 mm], " SMOOTH, "", true},
    {"four faces, textured guide", "size: [40 mm, 30 mm, 24 mm], " SMOOTH,
     "deviations:\n  d: {joint: j, type: dimples, depth: 3 um, diameter: 8 mm, pitch: [10 mm, 10 mm], exponent: 3}\n",
     true},
};

static gud_model *model_of(const variant *v)
{
    char text[1500];
    const char *inertia = v->spatial ? "[1, 1, 1]" : "1";
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: %s\n" BODIES "joints:\n"
                   "  j: {type: prismatic, between: [a, b], clearance: 30 um, %s}\n%ssimulate: {until: 1}\n",
                   v->spatial ? "spatial" : "planar", inertia, inertia, v->keys, v->more);
    return mechanism(text);
}

// the block off the middle, leaning, sliding and approaching
static void place(bool spatial, double part, gud_pose pose[2])
{
    gud_pose *A = &pose[0], *B = &pose[1];
    const double base[3] = {0.2, -0.1, 0.4}, slide = 1.5;
    const double shift[3] = {spatial ? part * 6e-6 : 3e-3, part * 15e-6, spatial ? 3e-3 : 0.0};
    const double lean[3] = {spatial ? part * 2e-4 : 0.0, spatial ? part * 1e-4 : 0.0, part * 3e-4};
    const double rate[3] = {spatial ? 2e-3 : slide, 3e-3, spatial ? slide : 0.0}, turn[3] = {0.0, 0.0, 0.05};
    double world[3];
    *A = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .v = {0.3, -0.2}};
    if (spatial) turn_in_world(A->R, base);
    *B = *A;
    m3_apply(world, A->R, shift);
    v3_axpy(B->p, B->p, 1.0, world);
    m3_apply(world, A->R, lean);
    turn_in_world(B->R, world);
    m3_apply(world, A->R, rate);
    v3_axpy(B->v, B->v, 1.0, world);
    m3_apply(world, A->R, turn);
    v3_axpy(B->w, B->w, 1.0, world);
}

static void check_slopes(const variant *v, const bond *b, const double *wrench, const double *matrix, bool twist)
{
    const double fine = 1e-12, rates[6] = {1e-4, 1e-4, 1e-4, 1e-2, 1e-2, 1e-2};
    const double places[6] = {fine, fine, fine, 100.0 * fine, 100.0 * fine, 100.0 * fine};
    double slopes[n12 * n12];
    bond_slopes(b, twist ? rates : places, twist, slopes);
    for (int j = 0; j < n12; j++) {
        double force = 0.0, moment = 0.0;
        if (!v->spatial && !in_plane(j)) continue;
        for (int i = 0; i < n12; i++) {
            double *most = i % 6 < 3 ? &force : &moment;
            *most = fmax(*most, fabs(slopes[n12 * i + j]));
        }
        for (int i = 0; i < n12; i++) {
            const bool turns = i % 6 >= 3;
            const double size =
                fmax(turns ? fmax(moment, 0.015 * force) : force, v3_norm(wrench) * (turns ? 0.015 : 1.0));
            if (!(fabs(matrix[n12 * i + j] - slopes[n12 * i + j]) <= 5e-4 * size))
                fail_msg("%s: by %s %d of component %d: %g, difference %g (scale %g)", v->name,
                         twist ? "twist" : "displacement", j, i, matrix[n12 * i + j], slopes[n12 * i + j], size);
        }
    }
}

static void tangents_and_balance(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(variants); i++)
        for (int k = 0; k < 2; k++) {
            gud_model *m = model_of(&variants[i]);
            scene *s = calloc(1, sizeof *s);
            double w[n12], by_x[n12 * n12], by_v[n12 * n12];
            assert_non_null(s);
            s->pair = &m->pair[0];
            place(variants[i].spatial, k == 0 ? 0.3 : 1.0, s->pose);
            fill_film(s, 2e-5, 0.01, 0.4);
            const bond b = scene_bond(s, variants[i].spatial);
            (void)bond_eval(&b, w, by_x, by_v);
            check_balance(&b, w, 1e-10, 1e-12);
            check_slopes(&variants[i], &b, w, by_x, false);
            check_slopes(&variants[i], &b, w, by_v, true);
            scene_free(s);
            gud_model_free(m);
        }
}

// ---- the same faces as planes

static void wrench_of(const gud_model *m, bool spatial, double w[n12])
{
    memset(w, 0, n12 * sizeof *w);
    for (int i = 0; i < m->npair; i++) {
        scene *s = calloc(1, sizeof *s);
        double one[n12];
        assert_non_null(s);
        s->pair = &m->pair[i];
        place(spatial, 0.8, s->pose);
        fill_film(s, 2e-5, 0.0, 0.0);
        const bond b = scene_bond(s, spatial);
        (void)bond_eval(&b, one, NULL, NULL);
        for (int k = 0; k < n12; k++) w[k] += one[k];
        scene_free(s);
    }
}

#define PLANES                                                                                                         \
    "surfaces:\n  pu: {shape: plane, size: [40 mm, 20 mm], at: [0, 15 mm, 0], rotation: [-90 deg, 0, 0]}\n"            \
    "  pl: {shape: plane, size: [40 mm, 20 mm], at: [0, -15 mm, 0], rotation: [-90 deg, 0, 0]}\n"                      \
    "  gu: {shape: plane, size: [160 mm, 24 mm], at: [0, 15.03 mm, 0], rotation: [-90 deg, 0, 0]}\n"                   \
    "  gl: {shape: plane, size: [160 mm, 24 mm], at: [0, -15.03 mm, 0], rotation: [-90 deg, 0, 0]}\n"

// largest difference of the wrench on a grid of n cells along a face, relative
static double distance_to_planes(int n)
{
    char keys[200], text[2000];
    double w[n12], planes[n12], worst = 0.0;
    (void)snprintf(keys, sizeof keys,
                   "size: [40 mm, 30 mm], width: 20 mm, model: reynolds, film: {viscosity: 0.01, grid: [%d, %d]}", n,
                   n / 4);
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: planar\n" BODIES PLANES
        "joints:\n  u: {type: free, between: [a, b], surfaces: [gu, pu], reference: second, model: reynolds, "
        "film: {viscosity: 0.01, grid: [%d, %d]}}\n"
        "  l: {type: free, between: [a, b], surfaces: [gl, pl], reference: second, model: reynolds, "
        "film: {viscosity: 0.01, grid: [%d, %d]}}\nsimulate: {until: 1}\n",
        "1", "1", n, n / 2, n, n / 2);
    const variant block = {"block", keys, "", false};
    gud_model *m = model_of(&block), *surfaces = mechanism(text);
    assert_int_equal(surfaces->npair, 2);
    wrench_of(m, false, w);
    wrench_of(surfaces, false, planes);
    print_message("%d cells: block %g N, %g N, %g N.m; planes %g N, %g N, %g N.m\n", n, w[6], w[7], w[11], planes[6],
                  planes[7], planes[11]);
    static const int parts[] = {6, 7, 11};
    for (int k = 0; k < GUD_COUNT(parts); k++)
        worst = fmax(worst, fabs(w[parts[k]] - planes[parts[k]]) / fabs(w[parts[k]]));
    gud_model_free(m);
    gud_model_free(surfaces);
    return worst;
}

// they differ in the gap on the rims alone: planes have that of the last cell there
static void same_as_planes(void **state)
{
    (void)state;
    const double coarse = distance_to_planes(12), fine = distance_to_planes(24);
    assert_true(coarse < 1e-3 && fine < 0.6 * coarse);
}

// a block that is pushed about in its guide loses what the ledger says
static void ledger_closes(void **state)
{
    static const char text[] =
        "gudgeon: 1\nspace: planar\ngravity: [0, -10]\nbodies:\n  b: {mass: 2, inertia: 1e-3, velocity: [1, "
        "0]}\njoints:\n"
        "  j: {type: prismatic, between: [ground, b], size: [40 mm, 30 mm], width: 20 mm, clearance: 30 um, model: "
        "reynolds, film: {viscosity: 0.01, grid: [24, 4]}}\nsimulate: {until: 0.05, tolerance: 1e-6}\n";
    (void)state;
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    const double losses = s->state.ledger[GUD_WORK_LOSSES], off = energy_imbalance(s);
    print_message("lost %g J, imbalance %g J\n", losses, off);
    assert_true(losses > 0.0);
    assert_near(off / losses, 0.0, 1e-3);
    sim_and_model_free(s, m);
}

static void mistakes_are_refused(void **state)
{
    static const char *const keys[] = {
        "clearance: 30 um, width: 20 mm, " SMOOTH,                               // no size
        "clearance: 30 um, size: [40 mm, 30 mm], " SMOOTH,                       // no width
        "clearance: 30 um, size: [40 mm, 30 mm, 10 mm], width: 20 mm, " SMOOTH,  // two faces in the plane
        "clearance: 30 um, size: [40 mm, 30 mm], width: 20 mm, model: reynolds", // no film
        "size: [40 mm, 30 mm], width: 20 mm, " SMOOTH,                           // no clearance
    };
    (void)state;
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        char text[900];
        gud_model *m;
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nspace: planar\nbodies:\n  b: {mass: 1, inertia: 1}\njoints:\n"
                       "  j: {type: prismatic, between: [ground, b], %s}\nsimulate: {until: 1}\n",
                       keys[i]);
        assert_int_equal(mechanism_try(text, &m), GUD_ERR_INPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_and_balance),
        cmocka_unit_test(same_as_planes),
        cmocka_unit_test(ledger_closes),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
