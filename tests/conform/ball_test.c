// A film in a spherical joint: the squeeze film of Tian 2009, eq. 34, turns that carry oil, and what every pair
// promises.

#include "conform/film_scene.h"

#include "num/pi.h"
#include "pair/stacked.h"

static gud_model *model_of(const char *keys, const char *more)
{
    char text[1200];
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: spatial\nbodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n"
        "  b: {mass: 1, inertia: [1, 1, 1]}\njoints:\n  j: {type: spherical, between: [a, b], radius: 20 mm, "
        "clearance: 20 um, %s}\n%ssimulate: {until: 1}\n",
        keys, more);
    return mechanism(text);
}

static scene *scene_of(const gud_model *m, const double p[3], const double v[3], const double w[3], double c)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    v3_copy(s->pose[1].p, p);
    v3_copy(s->pose[1].v, v);
    v3_copy(s->pose[1].w, w);
    fill_film(s, c, 0.0, 0.0);
    return s;
}

// bracket of Tian 2009, eq. 34, with the sign of a ball that moves to the wall: 2/3 at eps = 0
static double bracket(double eps)
{
    return log(1.0 - eps) / (eps * eps * eps) + 1.0 / (eps * eps * (1.0 - eps)) - 0.5 / eps;
}

// a ball that moves towards the bottom of a hemisphere: second order
static void squeeze_in_a_cup(void **state)
{
    (void)state;
    static const double ratios[] = {0.2, 0.5, 0.8}, none[3] = {0.0};
    const double R = 20e-3, c = 20e-6, eta = 0.05, speed = 1e-4;
    for (int i = 0; i < GUD_COUNT(ratios); i++) {
        const double expected = 6.0 * pi * eta * pow(R, 4.0) * speed / (c * c * c) * bracket(ratios[i]);
        double error[3];
        for (int k = 0; k < 3; k++) {
            char keys[200];
            (void)snprintf(keys, sizeof keys,
                           "model: reynolds, cup: [90 deg, 180 deg], film: {viscosity: 0.05, "
                           "cavitation: none, grid: [12, %d]}",
                           10 << k);
            gud_model *m = model_of(keys, "");
            const double p[3] = {0.0, 0.0, -ratios[i] * c}, v[3] = {0.0, 0.0, -speed};
            scene *s = scene_of(m, p, v, none, (double)INFINITY);
            const bond b = scene_bond(s, true);
            double w[n12];
            (void)bond_eval(&b, w, NULL, NULL);
            error[k] = w[8] / expected - 1.0;
            assert_near(w[6] / expected, 0.0, 1e-9);
            scene_free(s);
            gud_model_free(m);
        }
        print_message("eps %g: errors %g %g %g\n", ratios[i], error[0], error[1], error[2]);
        assert_near(error[2], 0.0, 2e-3);
        assert_near(log2(error[1] / error[2]), 2.0, 0.2);
    }
}

// in the middle of a whole sphere turns make no pressure and rub alike about every axis: (8/3) pi eta R^4 w/c
static void turning_in_the_middle(void **state)
{
    (void)state;
    static const double none[3] = {0.0};
    const double R = 20e-3, c = 20e-6, eta = 0.05, speed = 30.0,
                 expected = 8.0 / 3.0 * pi * eta * pow(R, 4.0) * speed / c;
    gud_model *m = model_of("model: reynolds, cup: [0.01 deg, 180 deg], film: {viscosity: 0.05, grid: [48, 24]}", "");
    for (int axis = 0; axis < 3; axis++) {
        double turn[3] = {0.0, 0.0, 0.0}, w[n12];
        turn[axis] = speed;
        scene *s = scene_of(m, none, none, turn, (double)INFINITY);
        const bond b = scene_bond(s, true);
        (void)bond_eval(&b, w, NULL, NULL);
        for (int k = 0; k < 3; k++) {
            assert_near(w[6 + k] * R / expected, 0.0, 1e-6);
            assert_near(w[9 + k] / expected, k == axis ? -1.0 : 0.0, 3e-3);
        }
        scene_free(s);
    }
    gud_model_free(m);
}

static void tangents_and_balance(void **state)
{
    (void)state;
    static const char *const keys[][2] = {
        {"model: reynolds, cup: [60 deg, 180 deg], film: {viscosity: 0.02, grid: [24, 8]}", ""},
        {"model: mixed, cup: [30 deg, 150 deg], film: {viscosity: 0.02, grid: [24, 10]}, " ROUGH, ""},
        {"model: reynolds, cup: [60 deg, 180 deg], film: {viscosity: 0.02, grid: [24, 8]}, "
         "lining: {thickness: 2 mm, modulus: 10 GPa, poisson: 0.3}",
         ""},
        // a socket and a ball that are not round: the turned ball brings its form along
        {"model: reynolds, cup: [60 deg, 150 deg], film: {viscosity: 0.02, grid: [24, 10]}",
         "deviations:\n  d: {joint: j, wall: second, type: ovality, amplitude: 2 um, angle: 20 deg}\n"
         "  e: {joint: j, wall: first, type: crown, height: 2 um}\n"},
    };
    for (int i = 0; i < GUD_COUNT(keys); i++) {
        gud_model *m = model_of(keys[i][0], keys[i][1]);
        const double p[3] = {9e-6, -6e-6, -14e-6}, v[3] = {2e-3, 1e-3, -3e-3}, w[3] = {20.0, -10.0, 30.0};
        const double places[6] = {1e-12, 1e-12, 1e-12, 1e-10, 1e-10, 1e-10},
                     rates[6] = {1e-4, 1e-4, 1e-4, 1e-2, 1e-2, 1e-2};
        scene *s = scene_of(m, p, v, w, 2e-6);
        const double tilt[3] = {0.2, -0.3, 0.4};
        turn_in_world(s->pose[1].R, tilt);
        for (int k = 0; k < s->pair->nvariable; k++) s->y_hat[k] *= 1.0 + 0.01 * sin(0.41 * k);
        const bond b = scene_bond(s, true);
        double wrench[n12], by_x[n12 * n12], by_v[n12 * n12], slopes[n12 * n12];
        (void)bond_eval(&b, wrench, by_x, by_v);
        check_balance(&b, wrench, 1e-10, 1e-12);
        for (int twist = 0; twist < 2; twist++) {
            const double *matrix = twist ? by_v : by_x;
            double force = 0.0, moment = 0.0;
            bond_slopes(&b, twist ? rates : places, twist, slopes);
            for (int k = 0; k < n12 * n12; k++) {
                const bool turns = k / n12 % 6 >= 3;
                double *most = turns ? &moment : &force;
                *most = fmax(*most, fabs(slopes[k]) * (k % 6 >= 3 ? 50.0 : 1.0));
            }
            for (int k = 0; k < n12 * n12; k++) {
                const double size = (k / n12 % 6 >= 3 ? fmax(moment, 0.02 * force) : force) * (k % 6 >= 3 ? 0.02 : 1.0);
                if (!(fabs(matrix[k] - slopes[k]) <= 2e-2 * size))
                    fail_msg("%s: %s, row %d, column %d: %g, difference %g (scale %g)", keys[i][0],
                             twist ? "twist" : "displacement", k / n12, k % n12, matrix[k], slopes[k], size);
            }
        }
        scene_free(s);
        gud_model_free(m);
    }
}

// a heavy ball that rolls down into its cup: energy is accounted for
static void check_ledger(const char *spin, const char *more, const char *deviations)
{
    char text[1200];
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -10]\nbodies:\n  ball: {mass: 0.3, inertia: [1e-3, 1e-3, "
        "1e-3], spin: %s}\njoints:\n  j: {type: spherical, between: [ground, ball], radius: 10 mm, "
        "clearance: 40 um, eccentricity: [20 um, 0, 0], model: reynolds, film: "
        "{viscosity: 5 mPa.s, grid: [32, 10]}%s}\n%ssimulate: {until: 0.02, tolerance: 1e-6}\n",
        spin, more, deviations);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    const double losses = s->state.ledger[GUD_WORK_LOSSES], off = energy_imbalance(s);
    print_message("lost %g J, imbalance %g J\n", losses, off);
    assert_true(losses > 0.0);
    assert_near(off / losses, 0.0, 2e-3);
    sim_and_model_free(s, m);
}

static void ledger_closes(void **state)
{
    (void)state;
    check_ledger("[40, 10, 0]", ", cup: [90 deg, 180 deg]", "");
    check_ledger("[40, 10, 0]", ", cup: [90 deg, 180 deg], lining: {thickness: 1 mm, modulus: 1 GPa, poisson: 0.3}",
                 "");
    // without its poles, where lobes of a ball meet
    check_ledger("[2, 1, 40]", ", cup: [90 deg, 150 deg]",
                 "deviations: {d: {joint: j, wall: second, type: ovality, amplitude: 8 um}}\n");
}

// A socket that deviates with the ball turning backwards is a ball that deviates and turns forwards, seen from it: the
// same force. What a wall brings along is found to second order.
static double force_of(const char *wall, double spin, int around)
{
    char text[300];
    double w[n12];
    static const double none[3] = {0.0};
    (void)snprintf(text, sizeof text,
                   "deviations:\n  d: {joint: j, wall: %s, type: ovality, amplitude: 5 um, count: 1, angle: 50 deg}\n"
                   "  e: {joint: j, wall: %s, type: ovality, amplitude: 6 um, count: 2}\n",
                   wall, wall);
    char keys[200];
    (void)snprintf(keys, sizeof keys,
                   "model: reynolds, cup: [40 deg, 140 deg], film: {viscosity: 0.02, cavitation: none, grid: [%d, %d]}",
                   around, around / 4);
    gud_model *m = model_of(keys, text);
    const double turn[3] = {0.0, 0.0, spin};
    scene *s = scene_of(m, none, none, turn, (double)INFINITY);
    const bond b = scene_bond(s, true);
    (void)bond_eval(&b, w, NULL, NULL);
    scene_free(s);
    gud_model_free(m);
    return hypot(w[6], w[7]);
}

static void either_wall_feels_the_same(void **state)
{
    double off[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double socket = force_of("first", -300.0, 32 << i), ball = force_of("second", 300.0, 32 << i);
        off[i] = fabs(socket / ball - 1.0);
        print_message("%d cells: %g and %g N\n", 32 << i, socket, ball);
    }
    assert_true(off[1] < 1e-2 && off[1] < 0.3 * off[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squeeze_in_a_cup),           cmocka_unit_test(turning_in_the_middle),
        cmocka_unit_test(tangents_and_balance),       cmocka_unit_test(ledger_closes),
        cmocka_unit_test(either_wall_feels_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
