// Joints between two surfaces: cylinders and spheres touch where the closed forms say, whichever surface is the
// reference; tangents are derivatives, wrenches balance, what is taken from the motion is stored or lost; the answer
// does not depend on what was asked before. docs/theory/clearance.md, docs/theory/surface.md.

#include "conform/bond.h"

#include "base/alloc.h"
#include "pair/dry.h"
#include "pair/stacked.h"

enum { nscene = 5 };

static const double clearance = 0.010, radius = 0.100, width = 0.080;

// ---- pairs

typedef struct {
    const char *name;
    bool planar;
    gud_status (*make[2])(gud_arena *arena, gud_error *error, gud_nurbs *nurbs);
    int side[2]; // of the first and of the second surface that faces the other
    int cells[2];
} couple;

static gud_status bore(gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    return gud_nurbs_cylinder(radius, -0.5 * width, 0.5 * width, arena, error, nurbs);
}

static gud_status pin(gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    return gud_nurbs_cylinder(radius - clearance, -0.5 * width, 0.5 * width, arena, error, nurbs);
}

static gud_status socket(gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    return gud_nurbs_sphere(radius, arena, error, nurbs);
}

static gud_status ball(gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    return gud_nurbs_sphere(radius - clearance, arena, error, nurbs);
}

static gud_status barrel(gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    return gud_nurbs_barrel(radius - clearance, 0.02, width, arena, error, nurbs);
}

static const couple couples[] = {
    {"pin", true, {bore, pin}, {-1, 1}, {48, 1}},
    {"ball", false, {socket, ball}, {-1, 1}, {24, 13}},
    {"barrel", false, {bore, barrel}, {-1, 1}, {32, 9}},
};

typedef struct {
    gud_arena arena;
    gud_surface surfaces[2];
    gud_surface_pair pair;
    gud_surface_work *work;
} meeting;

static void meet(const couple *c, int reference, meeting *m)
{
    gud_error error;
    gud_arena_init(&m->arena);
    for (int k = 0; k < 2; k++) {
        gud_nurbs nurbs;
        assert_int_equal(c->make[k](&m->arena, &error, &nurbs), GUD_OK);
        assert_int_equal(gud_surface_create(&nurbs, c->name, &m->arena, &error, &m->surfaces[k]), GUD_OK);
    }
    m->pair = (gud_surface_pair){.surface = {&m->surfaces[0], &m->surfaces[1]},
                                 .reference = reference,
                                 .side = c->side[reference],
                                 .window = 0.05,
                                 .clearance = clearance,
                                 .stride = 0.02};
    const gud_grid_spec spec = {.cells = {c->cells[0], c->cells[1]}, .side = m->pair.side};
    assert_int_equal(gud_grid_create(&m->surfaces[reference], &spec, &m->arena, &error, &m->pair.grid), GUD_OK);
    m->work = gud_surface_work_create(&m->pair);
    assert_non_null(m->work);
}

static void part(meeting *m)
{
    gud_surface_work_free(m->work);
    gud_arena_free(&m->arena);
}

// ---- scenes

typedef struct {
    gud_pose pose[2];
} scene;

// eccentricity of this length, in a direction that is not one of a pole; axes a little apart
static scene make_scene(const couple *c, dice *d, double length)
{
    scene s = {{random_pose(d), random_pose(d)}};
    double e[3], tilt[3], local[3];
    throw_many(d, 3, 1.0, e);
    e[2] *= c->planar ? 0.0 : 0.3;
    v3_scale(e, length / v3_norm(e), e);
    throw_many(d, 3, 0.05, tilt);
    if (c->planar) {
        flatten(&s.pose[0], 3.0 * throw_dice(d));
        flatten(&s.pose[1], 3.0 * throw_dice(d));
    } else {
        memcpy(s.pose[1].R, s.pose[0].R, sizeof s.pose[0].R);
        turn_in_world(s.pose[1].R, tilt);
    }
    m3_apply(local, s.pose[0].R, e);
    v3_axpy(s.pose[1].p, s.pose[0].p, 1.0, local);
    return s;
}

// ---- the spot against the closed form

static void check_spot(const couple *c, int reference)
{
    meeting m;
    dice d = {5};
    const gud_pair_geometry g = {.shape = c->planar ? GUD_SHAPE_PIN : GUD_SHAPE_BALL,
                                 .radius = radius,
                                 .clearance = clearance,
                                 .play = (double)INFINITY};
    meet(c, reference, &m);
    for (int n = 0; n < 40; n++) {
        const scene s = make_scene(c, &d, clearance * (0.05 + 0.055 * (n % 20)));
        const gud_pose *const pose[2] = {&s.pose[0], &s.pose[1]};
        gud_spot exact, spot;
        double at[3], contact[3];
        (void)gud_pair_spots(&g, pose[0], pose[1], &exact);
        gud_surface_spot(&m.pair, pose, NULL, m.work, &spot);
        assert_near(spot.depth, exact.depth, 1e-15);
        v3_axpy(at, exact.rA, exact.reach, exact.m);
        v3_axpy(contact, spot.rA, spot.reach, spot.m);
        for (int k = 0; k < 3; k++) {
            assert_near(spot.m[k], exact.m[k], 1e-11);
            if (k < 2 || !c->planar) assert_near(contact[k], at[k], 1e-12);
        }
    }
    part(&m);
}

static void test_spots(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        for (int reference = 0; reference < 2; reference++) check_spot(&couples[i], reference);
}

// ---- what every joint promises

// a law on a pair, in a scene
typedef struct {
    const couple *c;
    const gud_pair_law *law;
    const void *params;
    void *work;
    const double *history;
} joint;

static void check_joint(const joint *j, double slopes)
{
    static const double side[GUD_SPOTS] = {0};
    dice d = {7};
    for (int n = 0; n < nscene; n++) {
        const scene s = make_scene(j->c, &d, clearance * (1.15 + 0.1 * throw_dice(&d)));
        const bond b = {.law = j->law,
                        .params = j->params,
                        .in = {.pose = {&s.pose[0], &s.pose[1]}, .side = side, .history = j->history, .work = j->work},
                        .planar = j->c->planar};
        double wrench[n12], by_displacement[n12 * n12], by_twist[n12 * n12];
        const gud_pair_out out = bond_eval(&b, wrench, by_displacement, by_twist);
        assert_true(size_of(n12, wrench) > 0.0);
        assert_true(out.potential > 0.0 && out.dissipation >= 0.0);
        check_balance(&b, wrench, 1e-14, 1e-13);
        check_energy(&b, wrench, out.dissipation, 1e-6);
        check_tangent(&b, by_displacement, false, &(bond_bounds){1e-6, slopes, 1e-3, 1e-13});
        check_tangent(&b, by_twist, true, &(bond_bounds){1e-4, slopes, 1e-3, 1e-13});
    }
}

static gud_friction make_friction(void)
{
    gud_friction_params prm;
    gud_friction friction;
    gud_error error;
    const gud_friction_law *law = gud_friction_find("smooth");
    gud_friction_defaults(law, &prm);
    prm.coefficient = 0.3;
    prm.speed = 0.2;
    assert_int_equal(gud_friction_make(law, &prm, &error, &friction), GUD_OK);
    return friction;
}

static gud_dry make_dry(const gud_surface_pair *pair)
{
    gud_contact_params prm;
    gud_contact_pair bodies;
    gud_error error;
    const gud_contact_law *law = gud_contact_find("hunt_crossley");
    gud_dry dry = {.geometry = {.shape = GUD_SHAPE_SURFACES, .clearance = clearance}, .surfaces = pair, .rubs = true};
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&bodies);
    prm.stiffness = 1e6;
    if (gud_contact_make(law, &prm, &bodies, &error, &dry.contact) != GUD_OK) fail_msg("%s", error.text);
    dry.friction = make_friction();
    return dry;
}

// a history to start from: hits while the parts are concentric
static void begin(const couple *c, meeting *m, double *history)
{
    dice d = {2};
    const scene s = make_scene(c, &d, 1e-6);
    const gud_pose *const pose[2] = {&s.pose[0], &s.pose[1]};
    assert_int_equal(gud_surface_gaps(&m->pair, pose, NULL, m->work), GUD_OK);
    gud_surface_remember(&m->pair, m->work, history);
}

static void test_dry(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(couples); i++)
        for (int reference = 0; reference < 2; reference++) {
            print_message("  %s, reference %d\n", couples[i].name, reference);
            meeting m;
            meet(&couples[i], reference, &m);
            const gud_dry dry = make_dry(&m.pair);
            double *history =
                gud_alloc((size_t)GUD_SPOT_HISTORY + (size_t)gud_surface_nhistory(&m.pair), sizeof *history);
            history[GUD_SPOT_RATE0] = 2.0;
            begin(&couples[i], &m, history + GUD_SPOT_HISTORY);
            const joint j = {&couples[i], &gud_pair_dry_surfaces, &dry, m.work, history};
            check_joint(&j, 2e-6);
            gud_free(history);
            part(&m);
        }
}

// ---- pressure over cells

// the layer in the stack of a pair that touches
static void check_foundation(const couple *c, int reference, double coefficient)
{
    meeting m;
    gud_error error;
    dice d = {2};
    const scene apart = make_scene(c, &d, 1e-6);
    meet(c, reference, &m);
    gud_stacked p = {.dry = true, .reference = reference, .shape.touching = m.pair};
    const gud_foundation_params params = {.stiffness = 1e9, .damping = 0.1};
    gud_foundation_make(gud_foundation_find("winkler"), &params, &p.foundation.foundation);
    p.foundation.friction = make_friction();
    p.foundation.friction.params.coefficient = coefficient;
    p.foundation.rubs = coefficient > 0.0;
    assert_int_equal(gud_stacked_make(&gud_geometry_touching, &p, &error), GUD_OK);
    double *history = gud_alloc((size_t)p.nhistory, sizeof *history);
    void *work = gud_pair_stacked.work_create(&p);
    const gud_pair_in in = {.pose = {&apart.pose[0], &apart.pose[1]}, .work = work, .history = history};
    assert_int_equal(gud_pair_stacked.start(&p, &in, history, NULL, &error), GUD_OK);
    gud_pair_stacked.work_forget(&p, work, history);
    const joint j = {c, &gud_pair_stacked, &p, work, history};
    // friction turns with the hit, which its tangents leave out: gap by radius, a tenth here
    check_joint(&j, coefficient > 0.0 ? 0.1 : 1e-4);
    gud_pair_stacked.work_free(work);
    gud_pair_stacked.release(&p);
    gud_free(history);
    part(&m);
}

static void test_foundation(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(couples); i++)
        for (int reference = 0; reference < 2; reference++) {
            print_message("  %s, reference %d\n", couples[i].name, reference);
            check_foundation(&couples[i], reference, 0.0);
            check_foundation(&couples[i], reference, 0.3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spots),
        cmocka_unit_test(test_dry),
        cmocka_unit_test(test_foundation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
