// The squeeze film of a ball in its socket, and the transition of lumped films to dry contact on every geometry:
// pressure that meets Reynolds' equation, tangents that are derivatives, wrenches that balance, heat that is never
// negative, and no jumps. docs/theory/lubricated.md, sections 6 and 7.

#include "conform/bond.h"
#include "num/pi.h"

#include "num/quadrature.h"
#include "pair/blend.h"
#include "pair/closed.h"
#include "pair/squeeze.h"

static const double radius = 0.100, clearance = 0.010, width = 0.080, fade = 4e-4, margin = 1e-3, eta = 5.0;
// ---- the film alone

// p(theta) of Tian 2009, eq. 33, as printed
static double pressure(const gud_squeeze *p, double eps, double eps_t, double theta)
{
    const double scale = 3.0 * p->eta * p->radius * p->radius * eps_t / (p->clearance * p->clearance);
    const double h = 1.0 - eps * cos(theta);
    return eps > 0.0 ? scale / eps * (1.0 / (h * h) - 1.0) : 2.0 * scale * cos(theta);
}

// the flow out of a ring makes room for the ball: (h^3 sin p')' = 12 eta R^2 sin h_t
static void pressure_meets_reynolds(void **state)
{
    (void)state;
    const gud_squeeze p = {radius, clearance, eta};
    const double eps_t = 0.7, step = 1e-3;
    for (int i = 1; i < 10; i++) {
        const double eps = 0.1 * i;
        assert_near(pressure(&p, eps, eps_t, 0.5 * pi), 0.0, 1e-9);
        assert_close(gud_squeeze_pressure(&p, eps * clearance, eps_t * clearance), pressure(&p, eps, eps_t, 0.0), 1e-12,
                     0.0);
        for (double theta = 0.2; theta < 1.5; theta += 0.3) {
            double flow[5];
            for (int k = 0; k < 5; k++) {
                const double at = theta + (k - 2) * step, h = clearance * (1.0 - eps * cos(at));
                double f[5];
                for (int j = 0; j < 5; j++) f[j] = pressure(&p, eps, eps_t, at + (j - 2) * step);
                flow[k] = h * h * h * sin(at) * slope_of(f, step);
            }
            const double squeezed = -12.0 * eta * radius * radius * sin(theta) * clearance * eps_t * cos(theta);
            assert_close(slope_of(flow, step), squeezed, 1e-6, 0.0);
        }
    }
}

// eq. 34 is the integral of eq. 33
static void force_is_the_integral_of_pressure(void **state)
{
    (void)state;
    enum { n = 60 };
    static const double ratios[] = {0.0, 1e-6, 0.01, 0.1, 0.299, 0.301, 0.5, 0.8, 0.95};
    const gud_squeeze p = {radius, clearance, eta};
    double x[n], w[n];
    gud_gauss_legendre(n, x, w);
    for (int i = 0; i < GUD_COUNT(ratios); i++) {
        double sum = 0.0;
        for (int k = 0; k < n; k++) {
            const double theta = 0.25 * pi * (1.0 + x[k]);
            sum += 0.25 * pi * w[k] * pressure(&p, ratios[i], 1.0, theta) * cos(theta) * sin(theta);
        }
        gud_squeeze_out out;
        assert_int_equal(gud_squeeze_eval(&p, ratios[i] * clearance, clearance, &out), GUD_OK);
        assert_close(out.F, 2.0 * pi * radius * radius * sum, ratios[i] == 1e-6 ? 1e-8 : 1e-12, 0.0);
    }
    gud_squeeze_out out;
    assert_int_equal(gud_squeeze_eval(&p, 0.0, clearance, &out), GUD_OK);
    assert_close(out.F, 4.0 * pi * eta * pow(radius, 4) / (clearance * clearance), 1e-14, 0.0);
    assert_int_equal(gud_squeeze_eval(&p, clearance, clearance, &out), GUD_RETRY);
}

// series and closed form meet, in value and slope; the coefficients are 2/3, 3/4, 4/5, ...
static void growth_has_no_seam(void **state)
{
    (void)state;
    double slope, before, behind;
    assert_close(gud_squeeze_growth(0.0, &slope), 2.0 / 3.0, 1e-15, 0.0);
    assert_close(slope, 3.0 / 4.0, 1e-15, 0.0);
    const double low = gud_squeeze_growth(0.3 - 1e-15, &before), high = gud_squeeze_growth(0.3, &behind);
    assert_close(low, high, 1e-14, 0.0);
    assert_close(before, behind, 1e-13, 0.0);
    for (double eps = 0.005; eps < 0.98; eps += 0.01) {
        double f[5], unused, sum = 0.0, power = 1.0;
        for (int k = 0; k < 5; k++) f[k] = gud_squeeze_growth(eps + (k - 2) * 1e-4, &unused);
        const double g = gud_squeeze_growth(eps, &slope);
        assert_close(slope, slope_of(f, 1e-4), 1e-6, 0.0);
        for (int k = 0; k < 4000; k++, power *= eps) sum += power * (k + 2) / (k + 3);
        assert_close(g, sum, 1e-13, 0.0);
    }
}

// ---- joints

typedef struct {
    const char *name;
    gud_pair_shape shape;
    const char *closed; // of a journal; NULL: the squeeze film of a ball
    bool blends;
    const char *friction;
} joint;

static const joint joints[] = {
    {"ball", GUD_SHAPE_BALL, NULL, false, NULL},
    {"ball with contact", GUD_SHAPE_BALL, NULL, true, NULL},
    {"ball with friction", GUD_SHAPE_BALL, NULL, true, "smooth"},
    {"short pin", GUD_SHAPE_PIN, "short", true, NULL},
    {"long pin", GUD_SHAPE_PIN, "long", true, "smooth"},
    {"short cylinder", GUD_SHAPE_CYLINDER, "short", true, "smooth"},
};

typedef struct {
    const joint *j;
    gud_squeeze squeeze;
    gud_closed_pair journal;
    gud_blend blend;
    gud_pose pose[2];
    double side[GUD_SPOTS], history[GUD_SPOTS * GUD_SPOT_HISTORY];
} scene;

static gud_contact make_contact(void)
{
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_error error;
    const gud_contact_law *law = gud_contact_find("lankarani_nikravesh");
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&pair);
    prm.restitution = 0.5;
    pair.radius = radius;
    pair.clearance = clearance;
    pair.modulus = 1e6;
    if (gud_contact_make(law, &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
    return contact;
}

static gud_friction make_friction(const char *name)
{
    gud_friction_params prm;
    gud_friction friction;
    gud_error error;
    gud_friction_defaults(gud_friction_find(name), &prm);
    prm.coefficient = 0.3;
    prm.speed = 0.2;
    if (gud_friction_make(gud_friction_find(name), &prm, &error, &friction) != GUD_OK) fail_msg("%s", error.text);
    return friction;
}

static const gud_closed_law *closed_form(const char *name)
{
    for (const gud_row *const *row = gud_closed_rows; *row; row++)
        if (strcmp((*row)->name, name) == 0) return (const gud_closed_law *)(const void *)*row;
    return NULL;
}

static scene make_joint(const joint *j)
{
    const double room = clearance + (j->blends ? margin : 0.0);
    scene s = {.j = j,
               .squeeze = {radius, room, eta},
               .journal = {.pin = {.radius = radius,
                                   .width = width,
                                   .clearance = room,
                                   .half = j->shape != GUD_SHAPE_CYLINDER,
                                   .tilts = j->shape == GUD_SHAPE_CYLINDER},
                           .eta = eta},
               .blend = {.dry = {.geometry = {.shape = j->shape,
                                              .radius = radius,
                                              .clearance = clearance,
                                              .width = width,
                                              .play = 0.004},
                                 .contact = make_contact(),
                                 .rubs = j->friction != NULL,
                                 .fade = fade}}};
    if (j->closed) s.journal.law = closed_form(j->closed);
    if (j->friction) s.blend.dry.friction = make_friction(j->friction);
    for (int k = 0; k < GUD_SPOTS; k++) s.history[k * GUD_SPOT_HISTORY + GUD_SPOT_RATE0] = 0.5;
    return s;
}

// with pointers into the scene
static bond bond_of(scene *s)
{
    s->blend.film = s->j->closed ? &gud_pair_closed : &gud_pair_squeeze;
    s->blend.film_params = s->j->closed ? (const void *)&s->journal : (const void *)&s->squeeze;
    return (bond){.law = s->j->blends ? &gud_pair_blend : &gud_pair_squeeze,
                  .params = s->j->blends ? (const void *)&s->blend : (const void *)&s->squeeze,
                  .in = {.pose = {&s->pose[0], &s->pose[1]}, .side = s->side, .history = s->history},
                  .planar = s->j->shape == GUD_SHAPE_PIN};
}

static gud_pair_out evaluate(scene *s, double *wrench, double *by_x, double *by_v)
{
    const bond b = bond_of(s);
    return bond_eval(&b, wrench, by_x, by_v);
}

// the second part at the eccentricity e, both moving
static void place(scene *s, dice *d, double e)
{
    const bool planar = s->j->shape == GUD_SHAPE_PIN, straight = s->j->shape == GUD_SHAPE_CYLINDER;
    gud_pose *A = &s->pose[0], *B = &s->pose[1];
    double local[3], away[3];
    *A = random_pose(d);
    *B = random_pose(d);
    for (int k = 0; planar && k < 2; k++) flatten(&s->pose[k], 3.0 * throw_dice(d));
    throw_many(d, 3, 1.0, local);
    if (planar || straight) local[2] = 0.0;
    v3_scale(local, e / v3_norm(local), local);
    m3_apply(away, A->R, local);
    v3_axpy(B->p, A->p, 1.0, away);
    if (!straight) return;
    const double lean[3] = {1e-3 * throw_dice(d), 1e-3 * throw_dice(d), 0.4}, spin[3] = {1e-3, 2e-3, 2.0};
    double world[3];
    memcpy(B->R, A->R, sizeof B->R);
    m3_apply(world, A->R, lean);
    turn_in_world(B->R, world);
    m3_apply(world, A->R, spin);
    v3_axpy(B->w, A->w, 1.0, world);
    m3_apply(world, A->R, (const double[3]){0.2, -0.1, 0.0}); // no axial motion: films leave it out of their tangent
    v3_axpy(B->v, A->v, 1.0, world);
    v3_cross(world, A->w, away);
    v3_axpy(B->v, B->v, 1.0, world);
}

// the motion is turned so that the parts approach
static void approach(scene *s, double rate)
{
    gud_pose *A = &s->pose[0], *B = &s->pose[1];
    double n[3], V[3], turn[3];
    v3_axpy(n, B->p, -1.0, A->p);
    v3_cross(turn, A->w, n);
    v3_scale(n, 1.0 / v3_norm(n), n);
    v3_axpy(V, B->v, -1.0, A->v);
    v3_axpy(V, V, -1.0, turn);
    v3_axpy(B->v, B->v, rate - v3_dot(n, V), n);
}

// ---- what every joint promises

static bond_bounds bounds_of(const joint *j, bool twist)
{
    // the short form of a leaning journal leaves products of small angles out of its tangent
    const bool leans = j->shape == GUD_SHAPE_CYLINDER;
    return (bond_bounds){twist ? 1e-4 : 1e-7, leans ? 1e-2 : 1e-6, leans ? 1.0 : 1e-3, 1e-15};
}

static void check_scene(scene *s, bool approaches)
{
    const bond b = bond_of(s);
    const bond_bounds of_place = bounds_of(s->j, false), of_twist = bounds_of(s->j, true);
    double wrench[n12], by_x[n12 * n12], by_v[n12 * n12];
    const gud_pair_out out = bond_eval(&b, wrench, by_x, by_v);
    check_tangent(&b, by_x, false, &of_place);
    check_tangent(&b, by_v, true, &of_twist);
    check_balance(&b, wrench, 1e-14, 1e-13);
    check_energy(&b, wrench, out.dissipation, 2e-6);
    assert_true(out.dissipation >= 0.0);
    assert_true(!approaches || size_of(n12, wrench) > 0.0);
}

static void every_joint(void **state)
{
    (void)state;
    static const double places[] = {0.02, 0.4, 0.97, 1.02, 1.035, 1.2}; // of the clearance; the transition ends at 1.04
    for (int i = 0; i < GUD_COUNT(joints); i++) {
        print_message("  %s\n", joints[i].name);
        dice d = {5};
        for (int k = 0; k < GUD_COUNT(places); k++) {
            if (!joints[i].blends && places[k] > 1.0) continue;
            for (int sign = -1; sign <= 1; sign += 2) {
                scene s = make_joint(&joints[i]);
                place(&s, &d, places[k] * clearance);
                approach(&s, sign * 0.3);
                check_scene(&s, sign > 0);
            }
        }
    }
}

// ---- the ball

static void film_never_pulls(void **state)
{
    (void)state;
    dice d = {8};
    scene s = make_joint(&joints[0]);
    double wrench[n12];
    place(&s, &d, 0.9 * clearance);
    approach(&s, -0.3);
    (void)evaluate(&s, wrench, NULL, NULL);
    assert_true(size_of(n12, wrench) == 0.0);
}

// in the middle every motion approaches the wall
static void middle_resists_all_directions(void **state)
{
    (void)state;
    dice d = {8};
    scene s = make_joint(&joints[0]);
    double wrench[n12], near[n12], by_x[n12 * n12], by_v[n12 * n12], V[3], shift[3];
    const double k = 4.0 * pi * eta * pow(radius, 4) / pow(clearance, 3);
    place(&s, &d, clearance);
    v3_copy(s.pose[1].p, s.pose[0].p);
    v3_axpy(V, s.pose[1].v, -1.0, s.pose[0].v);
    (void)evaluate(&s, wrench, by_x, by_v);
    for (int i = 0; i < 3; i++) assert_close(wrench[6 + i], -k * V[i], 1e-12, 0.0);
    const bond b = bond_of(&s);
    const bond_bounds bounds = bounds_of(s.j, true);
    check_tangent(&b, by_v, true, &bounds);
    assert_true(size_of(n12 * n12, by_x) == 0.0);

    // as does a ball that has just left it
    v3_scale(shift, 1e-6 * clearance / v3_norm(V), V);
    v3_axpy(s.pose[1].p, s.pose[1].p, 1.0, shift);
    (void)evaluate(&s, near, NULL, NULL);
    for (int i = 0; i < n12; i++) assert_near(near[i], wrench[i], 1e-5 * size_of(n12, wrench));
}

// ---- the transition

static void wrench_at(scene *s, double depth, double *wrench)
{
    double n[3];
    v3_axpy(n, s->pose[1].p, -1.0, s->pose[0].p);
    v3_scale(n, (clearance + depth) / v3_norm(n), n);
    v3_axpy(s->pose[1].p, s->pose[0].p, 1.0, n);
    (void)evaluate(s, wrench, NULL, NULL);
}

static void no_jump_where_dry_contact_begins_and_film_ends(void **state)
{
    (void)state;
    for (int i = 1; i < GUD_COUNT(joints); i++) {
        if (joints[i].shape == GUD_SHAPE_CYLINDER) continue; // its ends touch one by one
        dice d = {6};
        scene s = make_joint(&joints[i]);
        double before[n12], behind[n12];
        const double tiny = 1e-13;
        place(&s, &d, clearance);
        approach(&s, 0.3);
        for (int k = 0; k < 2; k++) {
            wrench_at(&s, (k == 0 ? 0.0 : fade) - tiny, before);
            wrench_at(&s, (k == 0 ? 0.0 : fade) + tiny, behind);
            for (int l = 0; l < n12; l++) assert_near(before[l], behind[l], 1e-5 * size_of(n12, before));
        }
    }
}

// below: the film of the larger clearance; beyond: the dry joint; between: the straight line
static void transition_joins_film_and_dry_joint(void **state)
{
    (void)state;
    dice d = {6};
    scene s = make_joint(&joints[2]);
    double wrench[n12], film[n12], dry[n12];
    const joint alone = {"film alone", GUD_SHAPE_BALL, NULL, false, NULL};
    place(&s, &d, clearance);
    approach(&s, 0.3);
    static const double depths[] = {-0.3, -1e-3, 0.25, 0.75, 1.001, 2.0}; // of the fade
    for (int i = 0; i < GUD_COUNT(depths); i++) {
        const double w = fmin(fmax(depths[i], 0.0), 1.0);
        wrench_at(&s, depths[i] * fade, wrench);
        scene same = s;
        memset(film, 0, sizeof film);
        same.j = &alone;
        if (w < 1.0) (void)evaluate(&same, film, NULL, NULL);
        memset(dry, 0, sizeof dry);
        gud_dry plain = s.blend.dry;
        plain.fade = 0.0;
        const gud_pair_in in = {.pose = {&s.pose[0], &s.pose[1]}, .side = s.side, .history = s.history};
        gud_pair_out out = {.wrench = dry};
        gud_pair_dry.eval(&plain, &in, &out);
        for (int k = 0; k < n12; k++)
            assert_near(wrench[k], (1.0 - w) * film[k] + w * dry[k], 1e-12 * size_of(n12, wrench));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressure_meets_reynolds),
        cmocka_unit_test(force_is_the_integral_of_pressure),
        cmocka_unit_test(growth_has_no_seam),
        cmocka_unit_test(every_joint),
        cmocka_unit_test(film_never_pulls),
        cmocka_unit_test(middle_resists_all_directions),
        cmocka_unit_test(no_jump_where_dry_contact_begins_and_film_ends),
        cmocka_unit_test(transition_joins_film_and_dry_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
