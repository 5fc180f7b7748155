// Joints between two surfaces: cylinders and spheres touch where the closed forms say, whichever surface is the
// reference; tangents are derivatives, wrenches balance, what is taken from the motion is stored or lost; the answer
// does not depend on what was asked before. docs/theory/clearance.md, docs/theory/surface.md.

#include "mechanism.h"

#include "base/alloc.h"
#include "pair/dry.h"
#include "pair/foundation.h"

enum { n12 = 12, nscene = 5 };

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

static void flatten(gud_pose *p, double angle)
{
    p->p[2] = p->v[2] = p->w[0] = p->w[1] = 0.0;
    const double R[9] = {cos(angle), -sin(angle), 0.0, sin(angle), cos(angle), 0.0, 0.0, 0.0, 1.0};
    memcpy(p->R, R, sizeof R);
}

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
    const gud_force_law *law;
    const void *params;
    void *work;
    const double *history;
} joint;

static gud_force_out evaluate(const joint *j, const scene *s, double *wrench, double *by_displacement, double *by_twist)
{
    static const double side[GUD_SPOTS] = {0};
    const gud_force_in in = {.pose = {&s->pose[0], &s->pose[1]}, .side = side, .history = j->history, .work = j->work};
    memset(wrench, 0, n12 * sizeof *wrench);
    if (by_displacement) memset(by_displacement, 0, n12 * n12 * sizeof *by_displacement);
    if (by_twist) memset(by_twist, 0, n12 * n12 * sizeof *by_twist);
    gud_force_out out = {.wrench = wrench, .by_displacement = by_displacement, .by_twist = by_twist, .energies = true};
    j->law->eval(j->params, &in, &out);
    return out;
}

static double size_of(int n, const double *x)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static scene moved(const scene *s, int k, double h, bool twist)
{
    scene to = *s;
    double step[6] = {0};
    gud_pose *p = &to.pose[k / 6];
    step[k % 6] = h;
    if (!twist) {
        *p = displaced(p, step);
        return to;
    }
    v3_axpy(p->v, p->v, 1.0, step);
    v3_axpy(p->w, p->w, 1.0, step + 3);
    return to;
}

static void check_tangent(const joint *j, const scene *s, const double *matrix, bool twist)
{
    const double h = twist ? 1e-4 : 1e-6, scale = 1e-3 * size_of(n12 * n12, matrix);
    for (int k = 0; k < n12; k++) {
        double w[5][n12];
        if (j->c->planar && k % 6 > 1 && k % 6 < 5) continue;
        for (int i = 0; i < 5; i++) {
            const scene to = moved(s, k, (i - 2) * h, twist);
            (void)evaluate(j, &to, w[i], NULL, NULL);
        }
        for (int i = 0; i < n12; i++) {
            if (j->c->planar && i % 6 > 1 && i % 6 < 5) continue;
            const double f[5] = {w[0][i], w[1][i], w[2][i], w[3][i], w[4][i]};
            const double slope = slope_of(f, h), rounding = 1e-13 * size_of(n12, w[2]) / h;
            assert_near(matrix[n12 * i + k], slope, 2e-6 * fmax(fabs(slope), scale) + rounding);
        }
    }
}

static void check_balance(const scene *s, const double *wrench)
{
    const double size = size_of(n12, wrench);
    double moment[3] = {0};
    for (int i = 0; i < 3; i++) assert_near(wrench[i] + wrench[6 + i], 0.0, 1e-14 * size);
    for (int k = 0; k < 2; k++) {
        double arm[3];
        v3_cross(arm, s->pose[k].p, wrench + 6 * k);
        for (int i = 0; i < 3; i++) moment[i] += arm[i] + wrench[6 * k + 3 + i];
    }
    for (int i = 0; i < 3; i++) assert_near(moment[i], 0.0, 1e-13 * size);
}

// -w.twist = d(potential)/dt + dissipation
static void check_energy(const joint *j, const scene *s, const double *wrench, double dissipation)
{
    const double h = 1e-6;
    double f[5], unused[n12], power = 0.0;
    for (int i = 0; i < 5; i++) {
        scene to = *s;
        for (int k = 0; k < 2; k++) {
            double step[6];
            v3_scale(step, (i - 2) * h, s->pose[k].v);
            v3_scale(step + 3, (i - 2) * h, s->pose[k].w);
            to.pose[k] = displaced(&s->pose[k], step);
        }
        f[i] = evaluate(j, &to, unused, NULL, NULL).potential;
    }
    for (int k = 0; k < 2; k++)
        power += v3_dot(wrench + 6 * k, s->pose[k].v) + v3_dot(wrench + 6 * k + 3, s->pose[k].w);
    assert_close(-power, slope_of(f, h) + dissipation, 1e-6, 0.1 * size_of(n12, wrench));
}

static void check_joint(const joint *j)
{
    dice d = {7};
    for (int n = 0; n < nscene; n++) {
        const scene s = make_scene(j->c, &d, clearance * (1.15 + 0.1 * throw_dice(&d)));
        double wrench[n12], by_displacement[n12 * n12], by_twist[n12 * n12];
        const gud_force_out out = evaluate(j, &s, wrench, by_displacement, by_twist);
        assert_true(size_of(n12, wrench) > 0.0);
        assert_true(out.potential > 0.0 && out.dissipation >= 0.0);
        check_balance(&s, wrench);
        check_energy(j, &s, wrench, out.dissipation);
        check_tangent(j, &s, by_displacement, false);
        check_tangent(j, &s, by_twist, true);
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
            check_joint(&j);
            gud_free(history);
            part(&m);
        }
}

// ---- pressure over cells

static void test_foundation(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(couples); i++)
        for (int reference = 0; reference < 2; reference++) {
            print_message("  %s, reference %d\n", couples[i].name, reference);
            meeting m;
            meet(&couples[i], reference, &m);
            gud_foundation_pair p = {.pair = m.pair, .rubs = true, .friction = make_friction()};
            const gud_foundation_params params = {.stiffness = 1e9, .damping = 0.1};
            gud_foundation_make(gud_foundation_find("winkler"), &params, &p.foundation);
            double *history = gud_alloc((size_t)gud_surface_nhistory(&m.pair), sizeof *history);
            begin(&couples[i], &m, history);
            void *work = gud_pair_foundation.work_create(&p);
            const joint j = {&couples[i], &gud_pair_foundation, &p, work, history};
            check_joint(&j);
            gud_pair_foundation.work_free(work);
            gud_free(history);
            part(&m);
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
