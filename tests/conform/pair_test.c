// Every shape of a dry joint with every contact law and every friction law: tangents are derivatives, wrenches balance,
// what is taken from the motion is stored or lost, parts that do not touch do not feel each other; and shapes agree
// where they describe the same thing. docs/theory/clearance.md.

#include "conform/bond.h"
#include "num/pi.h"
#include "tables.h"

#include "pair/dry.h"

enum { nscene = 6 };

static const double clearance = 0.010, radius = 0.100, width = 0.080;

typedef struct {
    gud_dry dry;
    gud_pose pose[2];
    double side[GUD_SPOTS], history[GUD_SPOTS * GUD_SPOT_HISTORY], y_hat[GUD_SPOTS], c;
} scene;

// ---- joints

static gud_contact make_contact(const gud_contact_law *law)
{
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_error error;
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&pair);
    if (has_field(&law->row, "damping"))
        prm.damping = 50.0;
    else
        prm.restitution_out = 0.7;
    pair.radius = radius;
    pair.clearance = clearance;
    pair.width = width;
    pair.modulus = 1e6;
    if (gud_contact_make(law, &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
    return contact;
}

static gud_friction make_friction(const gud_friction_law *law)
{
    gud_friction_params prm;
    gud_friction friction;
    gud_error error;
    gud_friction_defaults(law, &prm);
    prm.coefficient = 0.3;
    if (has_field(&law->row, "static_coefficient")) prm.static_coefficient = 0.5;
    prm.speed = 0.2;
    if (has_field(&law->row, "full_speed")) prm.full_speed = 2.5;
    if (has_field(&law->row, "stiffness")) prm.stiffness = 20.0;
    if (has_field(&law->row, "damping")) prm.damping = 0.5;
    if (has_field(&law->row, "viscous")) prm.viscous = 0.1;
    if (gud_friction_make(law, &prm, &error, &friction) != GUD_OK) fail_msg("%s", error.text);
    return friction;
}

static gud_dry make_dry(gud_pair_shape shape, const gud_contact_law *law, const gud_friction_law *friction)
{
    gud_dry dry = {.geometry = {.shape = shape,
                                .radius = radius,
                                .clearance = clearance,
                                .width = width,
                                .play = 0.004,
                                .half_length = 0.05,
                                .half_height = 0.03},
                   .contact = make_contact(law),
                   .rubs = friction != NULL};
    if (friction) dry.friction = make_friction(friction);
    return dry;
}

static bool is_planar(gud_pair_shape shape)
{
    return shape == GUD_SHAPE_PIN || shape == GUD_SHAPE_BLOCK;
}

// ---- scenes: both parts somewhere, B pressed into A

static void place(const gud_pose *A, const double local[3], double p[3])
{
    m3_apply(p, A->R, local);
    v3_axpy(p, p, 1.0, A->p);
}

// R with its third column along z
static void align(double R[9], const double z[3])
{
    double x[3] = {0.36, -0.48, 0.8}, y[3];
    v3_axpy(x, x, -v3_dot(x, z), z);
    v3_scale(x, 1.0 / v3_norm(x), x);
    v3_cross(y, z, x);
    for (int k = 0; k < 3; k++) {
        R[3 * k] = x[k];
        R[3 * k + 1] = y[k];
        R[3 * k + 2] = z[k];
    }
}

static double some_depth(dice *d)
{
    return clearance * (0.15 + 0.1 * throw_dice(d));
}

static void place_round(scene *s, dice *d, bool planar)
{
    double e[3];
    throw_many(d, 3, 1.0, e);
    if (planar) e[2] = 0.0;
    v3_scale(e, (clearance + some_depth(d)) / v3_norm(e), e);
    place(&s->pose[0], e, s->pose[1].p);
}

// the journal's axis passes both ends of the bore, at one of them without touching now and then
static void place_cylinder(scene *s, dice *d)
{
    double end[2][3], axis[3], middle[3];
    for (int k = 0; k < 2; k++) {
        const double e = clearance + (k == 1 && throw_dice(d) < -0.5 ? -0.5 * clearance : some_depth(d));
        const double angle = pi * throw_dice(d);
        const double local[3] = {e * cos(angle), e * sin(angle), (k - 0.5) * width};
        place(&s->pose[0], local, end[k]);
    }
    v3_axpy(axis, end[1], -1.0, end[0]);
    v3_scale(axis, 1.0 / v3_norm(axis), axis);
    align(s->pose[1].R, axis);
    v3_axpy(middle, end[0], 0.5 * width + 0.008 * throw_dice(d), axis);
    v3_copy(s->pose[1].p, middle);
}

static void place_block(scene *s, dice *d)
{
    const double tilt = 0.03 * throw_dice(d), local[3] = {0.1 * throw_dice(d), 0.011 + 0.001 * throw_dice(d), 0.0};
    place(&s->pose[0], local, s->pose[1].p);
    flatten(&s->pose[1], atan2(s->pose[0].R[3], s->pose[0].R[0]) + tilt);
}

static scene make_scene(const gud_dry *dry, dice *d)
{
    const bool planar = is_planar(dry->geometry.shape);
    scene s = {.dry = *dry, .pose = {random_pose(d), random_pose(d)}, .c = 0.01};
    for (int k = 0; planar && k < 2; k++) flatten(&s.pose[k], 3.0 * throw_dice(d));
    if (dry->geometry.shape == GUD_SHAPE_CYLINDER)
        place_cylinder(&s, d);
    else if (dry->geometry.shape == GUD_SHAPE_BLOCK)
        place_block(&s, d);
    else
        place_round(&s, d, planar);
    for (int k = 0; k < GUD_SPOTS; k++) {
        s.history[k * GUD_SPOT_HISTORY + GUD_SPOT_RATE0] = 2.0;
        s.y_hat[k] = 0.01 * throw_dice(d);
    }
    return s;
}

static gud_pair_in input(const scene *s)
{
    return (gud_pair_in){
        .pose = {&s->pose[0], &s->pose[1]}, .side = s->side, .history = s->history, .y_hat = s->y_hat, .c = s->c};
}

static bond bond_of(const scene *s)
{
    return (bond){&gud_pair_dry, &s->dry, input(s), is_planar(s->dry.geometry.shape)};
}

static gud_pair_out evaluate(const scene *s, double *wrench, double *by_displacement, double *by_twist)
{
    const bond b = bond_of(s);
    return bond_eval(&b, wrench, by_displacement, by_twist);
}

// ---- what every joint promises

// bristles give back what they stored; every other law only loses
static bool may_give_back(const gud_dry *dry)
{
    return dry->rubs && dry->friction.law->state;
}

static void check_scene(const scene *s, int *acting)
{
    double wrench[n12], by_displacement[n12 * n12], by_twist[n12 * n12];
    const bond b = bond_of(s);
    const bool rests =
        v3_norm(s->pose[0].v) == 0.0; // where slip begins some laws bend: differences must be short there
    const gud_pair_out out = bond_eval(&b, wrench, by_displacement, by_twist);
    if (size_of(n12, wrench) == 0.0) return;
    ++*acting;
    check_tangent(&b, by_displacement, false, &(bond_bounds){2e-6, 1e-6, 1e-3, 1e-15});
    check_tangent(&b, by_twist, true, &(bond_bounds){rests ? 1e-8 : 1e-4, 1e-6, 1e-3, 1e-15});
    check_balance(&b, wrench, 1e-14, 1e-14);
    check_energy(&b, wrench, out.dissipation, 2e-6);
    assert_true(out.potential > 0.0);
    assert_true(out.dissipation >= 0.0 || may_give_back(&s->dry));
}

static const char *const shapes[] = {"pin", "ball", "cylinder", "block"};

static void check_joint(gud_pair_shape shape, const gud_contact_law *law, const gud_friction_law *friction)
{
    const gud_dry dry = make_dry(shape, law, friction);
    print_message("  %s, %s, %s\n", shapes[shape], law->row.name, friction ? friction->row.name : "no friction");
    dice d = {7};
    int acting = 0;
    for (int n = 0; n < nscene; n++) {
        scene s = make_scene(&dry, &d);
        check_scene(&s, &acting);
        if (n > 1) continue;
        for (int k = 0; k < 2; k++) { // at rest: the slip has no direction
            memset(s.pose[k].v, 0, sizeof s.pose[k].v);
            memset(s.pose[k].w, 0, sizeof s.pose[k].w);
        }
        check_scene(&s, &acting);
    }
    if (acting < nscene - 1) fail_msg("%s, %s: only %d scenes touch", shapes[shape], law->row.name, acting);
}

static void test_every_shape_with_every_law(void **state)
{
    (void)state;
    for (int shape = GUD_SHAPE_PIN; shape <= GUD_SHAPE_BLOCK; shape++)
        for (int i = 0; gud_contact_laws[i]; i++) {
            if (gud_contact_laws[i]->outside) continue;
            check_joint((gud_pair_shape)shape, gud_contact_laws[i], NULL);
            for (int k = 0; gud_friction_laws[k]; k++) {
                if (gud_friction_laws[k]->outside) continue;
                if (gud_friction_laws[k]->state && !is_planar((gud_pair_shape)shape)) continue;
                check_joint((gud_pair_shape)shape, gud_contact_laws[i], gud_friction_laws[k]);
            }
        }
}

// ---- apart

static void test_no_force_apart(void **state)
{
    (void)state;
    for (int shape = GUD_SHAPE_PIN; shape <= GUD_SHAPE_BLOCK; shape++) {
        const gud_dry dry =
            make_dry((gud_pair_shape)shape, gud_contact_find("hertz_point"), gud_friction_find("smooth"));
        double wrench[n12], by_displacement[n12 * n12], by_twist[n12 * n12];
        dice d = {3};
        scene s = make_scene(&dry, &d);
        s.pose[1] = s.pose[0]; // concentric
        throw_many(&d, 3, 1.0, s.pose[1].v);
        for (int k = 0; k < 2; k++) {
            const gud_pair_out out = evaluate(&s, wrench, by_displacement, by_twist);
            assert_true(size_of(n12, wrench) == 0.0 && size_of(n12 * n12, by_displacement) == 0.0 &&
                        size_of(n12 * n12, by_twist) == 0.0 && out.potential == 0.0 && out.dissipation == 0.0);
            const double near[3] = {0.6 * 0.98 * clearance, 0.8 * 0.98 * clearance, 0.0015};
            place(&s.pose[0], near, s.pose[1].p); // all but touching
        }
    }
}

// a spot that was apart when the step began stays apart until the step has ended, however deep it is
static void test_spots_close_at_the_end_of_a_step(void **state)
{
    (void)state;
    const gud_dry dry = make_dry(GUD_SHAPE_BALL, gud_contact_find("hertz_point"), NULL);
    double wrench[n12];
    dice d = {3};
    scene s = make_scene(&dry, &d);
    s.side[0] = 1e-6;
    (void)evaluate(&s, wrench, NULL, NULL);
    assert_true(size_of(n12, wrench) > 0.0);
    s.side[0] = -1e-6;
    (void)evaluate(&s, wrench, NULL, NULL);
    assert_true(size_of(n12, wrench) == 0.0);
}

// ---- depth and its derivative

static void test_depth_changes_as_its_derivative(void **state)
{
    (void)state;
    for (int shape = GUD_SHAPE_PIN; shape <= GUD_SHAPE_BLOCK; shape++) {
        const gud_dry dry = make_dry((gud_pair_shape)shape, gud_contact_find("hertz_point"), NULL);
        dice d = {11};
        for (int n = 0; n < nscene; n++) {
            const scene s = make_scene(&dry, &d);
            const bond b = bond_of(&s);
            gud_spot spots[5][GUD_SPOTS];
            const double h = 1e-6;
            for (int i = 0; i < 5; i++) {
                gud_pose to[2];
                bond_drift(&b, (i - 2) * h, to);
                (void)gud_pair_spots(&dry.geometry, &to[0], &to[1], spots[i]);
            }
            for (int j = 0; j < gud_pair_nspot(&dry.geometry); j++) {
                const double f[5] = {spots[0][j].depth, spots[1][j].depth, spots[2][j].depth, spots[3][j].depth,
                                     spots[4][j].depth};
                gud_shift twist;
                double move[3];
                v3_copy(twist.pA, s.pose[0].v);
                v3_copy(twist.fA, s.pose[0].w);
                v3_copy(twist.pB, s.pose[1].v);
                v3_copy(twist.fB, s.pose[1].w);
                gud_spot_move(&spots[2][j], &twist, move);
                assert_near(v3_dot(spots[2][j].m, move), slope_of(f, h), 1e-8);
            }
        }
    }
}

// ---- shapes that describe the same thing

static void same_wrench(const scene *a, const scene *b, double tolerance)
{
    double x[n12], y[n12];
    const gud_pair_out one = evaluate(a, x, NULL, NULL), two = evaluate(b, y, NULL, NULL);
    const double size = size_of(n12, x);
    assert_true(size > 0.0);
    for (int i = 0; i < n12; i++) assert_near(y[i], x[i], tolerance * size);
    assert_close(two.potential, one.potential, tolerance, 0.0);
    assert_close(two.dissipation, one.dissipation, tolerance, 0.0);
}

static void as_shape(scene *s, gud_pair_shape shape)
{
    s->dry.geometry.shape = shape;
}

static void test_planar_ball_is_a_pin(void **state)
{
    (void)state;
    for (int k = 0; gud_friction_laws[k]; k++) {
        if (gud_friction_laws[k]->state || gud_friction_laws[k]->outside) continue;
        const gud_dry dry = make_dry(GUD_SHAPE_PIN, gud_contact_find("lankarani_nikravesh"), gud_friction_laws[k]);
        dice d = {5};
        for (int n = 0; n < nscene; n++) {
            const scene pin = make_scene(&dry, &d);
            scene ball = pin;
            as_shape(&ball, GUD_SHAPE_BALL);
            same_wrench(&pin, &ball, 0.0);
        }
    }
}

static void test_upright_cylinder_is_a_pin(void **state)
{
    (void)state;
    for (int i = 0; gud_contact_laws[i]; i++) {
        if (gud_contact_laws[i]->outside) continue;
        const gud_dry dry = make_dry(GUD_SHAPE_PIN, gud_contact_laws[i], gud_friction_find("smooth"));
        dice d = {9};
        for (int n = 0; n < nscene; n++) {
            const scene pin = make_scene(&dry, &d);
            scene cylinder = pin;
            as_shape(&cylinder, GUD_SHAPE_CYLINDER);
            same_wrench(&pin, &cylinder, 1e-12);
        }
    }
}

// reflection in the plane x y: places and forces as vectors, turns and moments as axial vectors
static void reflect(double v[3], double w[3])
{
    v[2] = -v[2];
    w[0] = -w[0];
    w[1] = -w[1];
}

static void mirror(gud_pose *p)
{
    p->p[2] = -p->p[2];
    reflect(p->v, p->w);
    // S R S with S = diag(1, 1, -1): the axis of the joint keeps its name, ends change places
    p->R[2] = -p->R[2];
    p->R[5] = -p->R[5];
    p->R[6] = -p->R[6];
    p->R[7] = -p->R[7];
}

static void test_mirror_images_mirror(void **state)
{
    (void)state;
    for (int shape = GUD_SHAPE_BALL; shape <= GUD_SHAPE_CYLINDER; shape++) {
        const gud_dry dry =
            make_dry((gud_pair_shape)shape, gud_contact_find("lankarani_nikravesh"), gud_friction_find("threlfall"));
        dice d = {13};
        for (int n = 0; n < nscene; n++) {
            const scene s = make_scene(&dry, &d);
            scene image = s;
            double x[n12], y[n12];
            for (int k = 0; k < 2; k++) mirror(&image.pose[k]);
            (void)evaluate(&s, x, NULL, NULL);
            (void)evaluate(&image, y, NULL, NULL);
            for (int k = 0; k < 2; k++) reflect(y + 6 * k, y + 6 * k + 3);
            for (int i = 0; i < n12; i++) assert_near(y[i], x[i], 1e-13 * size_of(n12, x));
        }
    }
}

// the force of a tilted journal's end is normal to the journal, that of a wall or stop to the first body
static void test_force_is_normal_to_the_surface_that_touches(void **state)
{
    (void)state;
    const gud_dry dry = make_dry(GUD_SHAPE_CYLINDER, gud_contact_find("hertz_point"), NULL);
    dice d = {17};
    for (int n = 0; n < nscene; n++) {
        const scene s = make_scene(&dry, &d);
        gud_spot spots[GUD_SPOTS];
        double a[3], b[3];
        assert_int_equal(gud_pair_spots(&dry.geometry, &s.pose[0], &s.pose[1], spots), 4);
        m3_column(a, s.pose[0].R, 2);
        m3_column(b, s.pose[1].R, 2);
        for (int k = 0; k < 2; k++) {
            assert_near(v3_dot(spots[k].m, b), 0.0, 1e-15);
            assert_near(v3_dot(spots[k].rA, a), (k - 0.5) * width, 1e-15); // in the plane of its end
            assert_near(fabs(v3_dot(spots[k + 2].m, a)), 1.0, 1e-15);
        }
        assert_near(spots[2].depth + spots[3].depth, -2.0 * dry.geometry.play, 1e-15);
    }
}

// ---- history

static void accept(scene *s, double t, double *y)
{
    double history[GUD_SPOTS * GUD_SPOT_HISTORY];
    gud_pair_in in = input(s);
    in.t = t;
    memcpy(history, s->history, sizeof history);
    gud_pair_dry.accept(&s->dry, &in, history, y);
    memcpy(s->history, history, sizeof history);
}

static void test_history(void **state)
{
    (void)state;
    const gud_dry dry = make_dry(GUD_SHAPE_PIN, gud_contact_find("lankarani_nikravesh"), gud_friction_find("lugre"));
    dice d = {3};
    scene s = make_scene(&dry, &d);
    double y[1] = {0.5}, before[GUD_SPOT_HISTORY], records[GUD_PAIR_LOGS][GUD_PAIR_LOGGED];
    gud_error error;
    memset(s.history, 0, sizeof s.history);

    // overlapping parts are refused, others are not
    gud_pair_in in = input(&s);
    assert_int_equal(gud_pair_dry.start(&dry, &in, s.history, NULL, &error), GUD_ERR_INPUT);
    gud_pose inside = s.pose[0];
    v3_set(inside.v, 0.0, 0.0, 0.0);
    const scene touching = s;
    s.pose[1] = inside;
    assert_int_equal(gud_pair_dry.start(&dry, &in, s.history, NULL, &error), GUD_OK);
    accept(&s, 0.1, y);
    assert_true(s.history[GUD_SPOT_RATE0] == 0.0 && y[0] == 0.5);

    // touch with 3 m/s: history begins, bristles are straight
    double u[3];
    v3_axpy(u, touching.pose[1].p, -1.0, s.pose[0].p);
    v3_scale(u, 1.0 / v3_norm(u), u);
    s.pose[1] = touching.pose[1];
    v3_axpy(s.pose[1].v, s.pose[0].v, 3.0, u);
    double spin[3];
    v3_axpy(spin, s.pose[1].p, -1.0, s.pose[0].p);
    v3_cross(spin, s.pose[0].w, spin); // A turns as well
    v3_axpy(s.pose[1].v, s.pose[1].v, 1.0, spin);
    s.side[0] = -1.0; // it was apart in this step
    accept(&s, 0.2, y);
    assert_near(s.history[GUD_SPOT_RATE0], 3.0, 1e-12);
    assert_true(s.history[GUD_SPOT_BEGIN] == 0.2 && s.history[GUD_SPOT_FORCE] == 0.0 && y[0] == 0.0);

    // inside, then parting
    double wrench[n12];
    s.side[0] = 0.0;
    const gud_pair_out out = evaluate(&s, wrench, NULL, NULL);
    accept(&s, 0.3, y);
    assert_true(s.history[GUD_SPOT_FORCE] > 0.0 && out.potential > 0.0);
    const double peak = s.history[GUD_SPOT_FORCE];
    memcpy(before, s.history, sizeof before);
    place(&s.pose[0], (const double[3]){0.0, 0.0, 0.0}, s.pose[1].p);
    v3_axpy(s.pose[1].p, s.pose[1].p, 0.9 * clearance, u);
    v3_axpy(s.pose[1].v, s.pose[0].v, -1.5, u);
    v3_scale(spin, 0.9 * clearance, u);
    v3_cross(spin, s.pose[0].w, spin);
    v3_axpy(s.pose[1].v, s.pose[1].v, 1.0, spin);
    accept(&s, 0.5, y);
    assert_int_equal(gud_pair_dry.log(&dry, before, s.history, records), 1);
    assert_near(records[0][0], 0.2, 0.0);
    assert_near(records[0][1], 3.0, 1e-12);
    assert_near(records[0][2], peak, 0.0);
    assert_near(records[0][4], 0.3, 1e-15);
    assert_near(records[0][5], 0.5, 1e-12);
    assert_true(s.history[GUD_SPOT_RATE0] == 0.0);
    assert_int_equal(gud_pair_dry.log(&dry, s.history, s.history, records), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape_with_every_law),
        cmocka_unit_test(test_no_force_apart),
        cmocka_unit_test(test_spots_close_at_the_end_of_a_step),
        cmocka_unit_test(test_depth_changes_as_its_derivative),
        cmocka_unit_test(test_planar_ball_is_a_pin),
        cmocka_unit_test(test_upright_cylinder_is_a_pin),
        cmocka_unit_test(test_mirror_images_mirror),
        cmocka_unit_test(test_force_is_normal_to_the_surface_that_touches),
        cmocka_unit_test(test_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
