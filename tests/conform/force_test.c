// Every force law, in all its forms: the tangents by displacement and by twist are the derivatives of the wrench, what
// an undamped law stores is the work it takes, and no law makes heat out of nothing.

#include "mechanism.h"

#include "force/user.h"
#include "num/pi.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const char *law, *params; // "%s" stands for the path of a table
    bool damped;
    bool conservative; // its wrench is the negative gradient of its potential
    bool balanced;     // it acts on its two frames in opposite ways
} form;

static const form forms[] = {
    {"spring", "between: [fa, fb], stiffness: 300, free: 0.4", false, true, true},
    {"spring", "between: [fa, fb], stiffness: 300, damping: 7, free: 0.4", true, false, true},
    {"spring", "between: [fa, fb], stiffness: 300, free: 0.1, acts: tension", false, true, true},
    {"spring", "between: [fa, fb], stiffness: 300, damping: 7, free: 9, acts: compression", true, false, true},
    {"spring", "between: [fa, fb], table: %s, damping: 7, free: 0.4", true, false, true},
    {"spring", "between: [fa, fb], table: %s, free: 0.4", false, true, true},
    {"torsion-spring", "between: [fa, fb], stiffness: 20, free: 0.4", false, true, true},
    {"torsion-spring", "between: [fa, fb], stiffness: 20, damping: 3, free: 0.4", true, false, true},
    {"torsion-spring", "between: [fa, fb], table: %s, damping: 3", true, false, true},
    {"load", "on: fa, direction: [1, 2, -1], value: 5", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], value: 5, kind: torque", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], value: 5, axes: frame", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], value: 5, axes: frame, kind: torque", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], table: %s", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], table: %s, against: b.x, axes: frame", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], table: %s, against: j.angle, value: 2, kind: torque", false, false, false},
    {"load", "on: fa, direction: [1, 2, -1], table: %s, against: j.angle, periodic: yes, period: 10 rad", false, false,
     false},
    {"load", "on: fa, direction: [1, 2, -1], points: [-4, -1, 0, 2, 4], values: [9, 3, 6, 4, 8], against: j.angle",
     false, false, false},
    {"pressure",
     "on: fa, direction: [1, 2, -1], table: %s, against: j.angle, phase: 0.2, area: 3, ambient: 2, periodic: "
     "no, interpolation: cubic",
     false, false, false},
    {"pressure",
     "on: fa, direction: [1, 2, -1], axes: frame, points: [-4, -1, 0, 2, 4], pressures: [9, 3, 6, 4, 9], bore: "
     "2, interpolation: cubic, against: b.x",
     false, false, false},
    {"distributed", "on: c, direction: [1, 2, -1], value: 5", false, false, false},
    {"distributed", "on: c, direction: [1, 2, -1], value: 5, axes: frame, from: 0.3, to: 0.9", false, false, false},
    {"distributed", "on: c, direction: [1, 2, -1], value: 5, axes: frame, kind: torque", false, false, false},
    {"user", "between: [fa, fb]", false, false, true},
};

// what a program might compute: an isotropic spring with a damper, without tangents
static int user_force(void *user, double time, const gud_frame_motion f[2], double wrench[12], double *by_x,
                      double *by_v)
{
    (void)user, (void)time, (void)by_x, (void)by_v;
    double d[3], v[3];
    v3_axpy(d, f[1].position, -1.0, f[0].position);
    v3_axpy(v, f[1].velocity, -1.0, f[0].velocity);
    for (int k = 0; k < 3; k++) {
        wrench[k] = 40.0 * (1.0 + v3_dot(d, d)) * d[k] + 5.0 * v[k];
        wrench[6 + k] = -wrench[k];
    }
    v3_cross(wrench + 9, wrench, d); // the moment about the second frame that the pair of forces lacks
    v3_scale(wrench + 9, -0.5, wrench + 9);
    v3_copy(wrench + 3, wrench + 9);
    return 1;
}

#define MODEL_TEXT                                                                                                     \
    "gudgeon: 1\nspace: spatial\n"                                                                                     \
    "bodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n  b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}\n"                 \
    "  c: {type: beam, length: 1, elements: 2, section: {height: 0.1, width: 0.1}, density: 1, modulus: 1}\n"          \
    "frames:\n  fa: {body: a, at: [0.1, 0.2, 0]}\n  fb: {body: b, at: [0, 0.3, 0]}\n"                                  \
    "joints:\n  j: {type: revolute, between: [a, ground]}\n"                                                           \
    "forces:\n  f: {type: %s, %s}\nsimulate: {until: 1}\n"

// a smooth table: the points lie on a cubic, so that differences see no kinks of higher derivatives near them
static void write_table(char *path)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    for (int i = -40; i <= 40; i++) {
        const double x = 0.1 * i;
        assert_true(fprintf(stream, "%.17g,%.17g\n", x, 20.0 * x + 0.5 * x * x * x) > 0);
    }
    assert_int_equal(fclose(stream), 0);
}

static gud_model *model_of(const form *f, const char *table)
{
    char params[400], text[1500];
    (void)snprintf(params, sizeof params, "%s", f->params);
    const char *mark = strstr(f->params, "%s");
    if (mark) (void)snprintf(params, sizeof params, "%.*s%s%s", (int)(mark - f->params), f->params, table, mark + 2);
    (void)snprintf(text, sizeof text, MODEL_TEXT, f->law, params);
    gud_model *m = mechanism(text);
    if (m->force[0].law == &gud_force_user) gud_user_force_set(m->force[0].params, &(gud_user_force){user_force, NULL});
    return m;
}

typedef struct {
    const gud_force *force;
    gud_pose pose[GUD_FORCE_FRAMES];
    double near;
} scene;

enum { most = 6 * GUD_FORCE_FRAMES };

static gud_force_out evaluate(const scene *c, double *wrench, double *by_displacement, double *by_twist)
{
    const double free[8] = {0.0}; // no side is held
    gud_force_in in = {.t = 0.123, .near = c->near, .side = free};
    for (int k = 0; k < c->force->nframe; k++) in.pose[k] = &c->pose[k];
    memset(wrench, 0, most * sizeof *wrench);
    if (by_displacement) memset(by_displacement, 0, (size_t)(most * most) * sizeof *by_displacement);
    if (by_twist) memset(by_twist, 0, (size_t)(most * most) * sizeof *by_twist);
    gud_force_out out = {.wrench = wrench, .by_displacement = by_displacement, .by_twist = by_twist, .energies = true};
    c->force->law->eval(c->force->params, &in, &out);
    return out;
}

// unknown k < 6 nframe displaced by h, or its twist changed by h
static scene moved(const scene *c, int k, double h, bool twist)
{
    scene to = *c;
    double step[6] = {0};
    step[k % 6] = h;
    gud_pose *p = &to.pose[k / 6];
    if (!twist) {
        *p = displaced(p, step);
        return to;
    }
    v3_axpy(p->v, p->v, 1.0, step);
    v3_axpy(p->w, p->w, 1.0, step + 3);
    return to;
}

static void check_tangent(const scene *c, const double *matrix, bool twist)
{
    const int n = 6 * c->force->nframe;
    const double h = 1e-4;
    for (int j = 0; j < n; j++) {
        double w[5][most];
        for (int i = 0; i < 5; i++) {
            const scene to = moved(c, j, (i - 2) * h, twist);
            (void)evaluate(&to, w[i], NULL, NULL);
        }
        for (int i = 0; i < n; i++) {
            const double f[5] = {w[0][i], w[1][i], w[2][i], w[3][i], w[4][i]};
            assert_close(matrix[n * i + j], slope_of(f, h), 1e-6, 10.0);
        }
    }
}

static void check_potential(const scene *c, const double *wrench)
{
    const double h = 1e-4;
    for (int j = 0; j < 6 * c->force->nframe; j++) {
        double f[5], unused[most];
        for (int i = 0; i < 5; i++) {
            const scene to = moved(c, j, (i - 2) * h, false);
            f[i] = evaluate(&to, unused, NULL, NULL).potential;
        }
        assert_close(wrench[j], -slope_of(f, h), 1e-6, 10.0);
    }
}

// forces on the two frames and their moments about the origin add up to nothing
static void check_balance(const scene *c, const double *wrench)
{
    for (int i = 0; i < 3; i++) assert_near(wrench[i] + wrench[6 + i], 0.0, 1e-12);
    double moment[3] = {0};
    for (int k = 0; k < 2; k++) {
        double arm[3];
        v3_cross(arm, c->pose[k].p, wrench + 6 * k);
        v3_axpy(moment, moment, 1.0, arm);
        v3_axpy(moment, moment, 1.0, wrench + 6 * k + 3);
    }
    for (int i = 0; i < 3; i++) assert_near(moment[i], 0.0, 1e-11);
}

// what a law takes from the motion is stored or lost: -w.twist = d(potential)/dt + dissipation
static void check_energy(const scene *c, const double *wrench, double dissipation)
{
    const double h = 1e-4;
    double f[5], unused[most], power = 0.0;
    for (int i = 0; i < 5; i++) {
        scene to = *c;
        for (int k = 0; k < c->force->nframe; k++) {
            double step[6];
            v3_scale(step, (i - 2) * h, c->pose[k].v);
            v3_scale(step + 3, (i - 2) * h, c->pose[k].w);
            to.pose[k] = displaced(&c->pose[k], step);
        }
        f[i] = evaluate(&to, unused, NULL, NULL).potential;
    }
    for (int k = 0; k < c->force->nframe; k++)
        power += v3_dot(wrench + 6 * k, c->pose[k].v) + v3_dot(wrench + 6 * k + 3, c->pose[k].w);
    assert_close(-power, slope_of(f, h) + dissipation, 1e-6, 10.0);
}

static void check_form(const form *f, const char *table)
{
    gud_model *m = model_of(f, table);
    double wrench[most], by_displacement[most * most], by_twist[most * most];
    dice d = {5};
    int acting = 0;
    for (int n = 0; n < 20; n++) {
        scene c = {.force = &m->force[0], .near = 0.3};
        for (int k = 0; k < c.force->nframe; k++) c.pose[k] = random_pose(&d);
        const gud_force_out out = evaluate(&c, wrench, by_displacement, by_twist);
        check_tangent(&c, by_displacement, false);
        check_tangent(&c, by_twist, true);
        assert_true(out.dissipation >= 0.0);
        assert_true(f->damped || out.dissipation == 0.0);
        if (f->conservative) check_potential(&c, wrench);
        if (f->balanced) check_balance(&c, wrench);
        if (!c.force->law->external) check_energy(&c, wrench, out.dissipation);
        for (int i = 0; i < 6; i++) acting += fabs(wrench[i]) > 1e-3;
    }
    assert_true(acting > 20);
    gud_model_free(m);
}

static void test_tangents_are_differences(void **state)
{
    for (int i = 0; i < GUD_COUNT(forms); i++) {
        print_message("  %s: %s\n", forms[i].law, forms[i].params);
        check_form(&forms[i], *state);
    }
}

// pressure minus ambient times area, at the crank angle minus the phase, again after a period
static void test_pressure_on_a_piston(void **state)
{
    (void)state;
    const form f = {.law = "pressure",
                    .params =
                        "on: fa, direction: [0, -2, 0], against: j.angle, phase: 180 deg, bore: 100 mm, ambient: 1 "
                        "bar, points: [0 deg, 90 deg, 360 deg, 720 deg], pressures: [60 bar, 31 bar, 1 bar, 60 "
                        "bar], interpolation: linear"};
    const struct {
        double angle, pressure; // deg, bar
    } cases[] = {{180.0, 59.0}, {270.0, 30.0},  {225.0, 44.5}, {540.0, 0.0},
                 {900.0, 59.0}, {-450.0, 30.0}, {720.0, 29.5}};
    gud_model *m = model_of(&f, "");
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        const double angle = cases[i].angle * pi / 180.0, z[3] = {0.0, 0.0, 1.0};
        double wrench[most];
        scene c = {.force = &m->force[0], .near = angle};
        for (int k = 0; k < 3; k++) gud_rot_about(z, k == 2 ? angle : 0.0, c.pose[k].R);
        (void)evaluate(&c, wrench, NULL, NULL);
        assert_close(wrench[1], -cases[i].pressure * 1e5 * 0.25 * pi * 0.01, 1e-9, 1.0);
        assert_near(wrench[0], 0.0, 0.0);
    }
    gud_model_free(m);
}

// a law without a form above would go untested
static void test_all_rows(void **state)
{
    (void)state;
    for (int i = 0; gud_force_rows[i]; i++) {
        bool found = false;
        for (int k = 0; k < GUD_COUNT(forms); k++) found = found || strcmp(forms[k].law, gud_force_rows[i]->name) == 0;
        if (!found) fail_msg("no form of '%s' is tested", gud_force_rows[i]->name);
    }
}

// a rope does not push, a buffer does not pull; the event changes its sign where the law has its kink
static void test_one_sided(void **state)
{
    (void)state;
    static const form both[2] = {
        {"spring", "between: [fa, fb], stiffness: 10, damping: 1, free: 1, acts: tension", true, false, true},
        {"spring", "between: [fa, fb], stiffness: 10, damping: 1, free: 1, acts: compression", true, false, true}};
    for (int side = 0; side < 2; side++) {
        gud_model *m = model_of(&both[side], "");
        for (int longer = 0; longer < 2; longer++) {
            scene c = {.force = &m->force[0]};
            for (int k = 0; k < 2; k++) c.pose[k] = (gud_pose){.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
            c.pose[1].p[0] = longer ? 1.2 : 0.8;
            c.pose[1].v[0] = 0.1;
            double wrench[most];
            const gud_force_in in = {.pose = {&c.pose[0], &c.pose[1]}};
            (void)evaluate(&c, wrench, NULL, NULL);
            assert_true((wrench[0] != 0.0) == (longer == (side == 0)));
            double event;
            c.force->law->events(c.force->params, &in, &event);
            assert_true((event > 0.0) == longer);
        }
        gud_model_free(m);
    }
}

static int setup(void **state)
{
    static char path[] = "/tmp/gudgeon-force-XXXXXX";
    write_table(path);
    *state = path;
    return 0;
}

static int teardown(void **state)
{
    return remove(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangents_are_differences),
        cmocka_unit_test(test_all_rows),
        cmocka_unit_test(test_pressure_on_a_piston),
        cmocka_unit_test(test_one_sided),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
