// Oil feeds of joints: a hydrostatic pad with its closed form, feeds that ride on the journal, names in groups,
// pressures from tables, and what is refused. That sheets, joints and surfaces agree: doors_slow_test.c.

#include "conform/film_scene.h"

#include "num/pi.h"

#include <stdio.h>

static double channel(const gud_pair *p, const double *values, const char *name)
{
    for (int k = 0; k < p->nchannel; k++)
        if (strcmp(p->channels[k].name, name) == 0) return values[k];
    fail_msg("no channel %s", name);
    return 0.0;
}

typedef struct {
    double wrench[n12], values[GUD_PAIR_CHANNELS];
} answer;

// the steady answer of a model's only pair with the second body moved and turned
static void ask(const gud_model *m, const double shift[3], double turn, double speed, answer *a)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const double about[3] = {0.0, 0.0, turn};
    turn_in_world(s->pose[1].R, about);
    v3_copy(s->pose[1].p, shift);
    s->pose[1].w[2] = speed;
    fill_film(s, (double)INFINITY, 0.0, 0.0);
    bond b = scene_bond(s, false);
    (void)bond_eval(&b, a->wrench, NULL, NULL);
    s->pair->law->report(s->pair->params, &b.in, a->values);
    scene_free(s);
}

// ---- a round pad with a recess behind a capillary: examples/slipper/README.md

static double pad_error(int cells)
{
    const double R = 12e-3, r = 6e-3, h = 15e-6, eta = 0.03, supply = 159e5, k = 1.4e-13;
    char text[1200];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  pad: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 15 um]}\n"
                   "surfaces:\n  plate: {shape: plane, size: [40 mm, 40 mm]}\n"
                   "  pad: {shape: profile, radius: [0, 12 mm], z: [0, 0], degree: 1}\n"
                   "joints:\n  j: {type: free, between: [ground, pad], model: reynolds, surfaces: [plate, pad], "
                   "reference: second, film: {viscosity: 30 mPa.s, ambient: 1 bar, grid: [16, %d]}}\n"
                   "feeds:\n  f: {joint: j, at: [0, -3 mm], width: 6 mm, pressure: 160 bar, "
                   "restrictor: {type: capillary, coefficient: 1.4e-13}}\nsimulate: {until: 1}\n",
                   cells);
    gud_model *m = mechanism(text);
    answer a;
    const double shift[3] = {0.0, 0.0, h};
    ask(m, shift, 0.0, 0.0, &a);
    const double land = pi * h * h * h / (6.0 * eta * log(R / r)), p = k * supply / (k + land);
    const double load = pi * (R * R - r * r) / (2.0 * log(R / r)) * p;
    const double off[3] = {a.wrench[8] / load - 1.0, channel(&m->pair[0], a.values, "feed_flow.f") / (land * p) - 1.0,
                           (channel(&m->pair[0], a.values, "feed_pressure.f") - 1e5) / p - 1.0};
    print_message("%d cells: load off by %.2g, flow by %.2g, recess by %.2g\n", cells, off[0], off[1], off[2]);
    gud_model_free(m);
    return fmax(fabs(off[0]), fmax(fabs(off[1]), fabs(off[2])));
}

static void hydrostatic_pad(void **state)
{
    (void)state;
    const double coarse = pad_error(16), fine = pad_error(32);
    assert_true(coarse < 5e-3 && fine < 0.35 * coarse); // second order
}

// ---- feeds that ride on the journal

static gud_model *journal(const char *feed)
{
    char text[900];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1}\n"
                   "joints:\n  j: {type: revolute, between: [a, b], radius: 15 mm, width: 20 mm, clearance: 25 um, "
                   "model: reynolds, film: {viscosity: 0.02, grid: [64, 6]}}\n"
                   "feeds:\n  f: {joint: j, %s}\nsimulate: {until: 1}\n",
                   feed);
    return mechanism(text);
}

// one that has turned with the journal is one of the bearing there
static void riding_feeds_turn(void **state)
{
    (void)state;
    static const char *const list[] = {"diameter: 4 mm, pressure: 5 bar", "length: 2 mm, width: 12 mm, pressure: 5 bar",
                                       "z: 3 mm, diameter: 0.5 mm, pressure: 5 bar"};
    const double shift[3] = {12e-6, -5e-6, 0.0};
    for (int i = 0; i < GUD_COUNT(list); i++) {
        char words[2][120];
        answer a[2];
        (void)snprintf(words[0], sizeof words[0], "on: journal, angle: 1.2 rad, %s", list[i]);
        (void)snprintf(words[1], sizeof words[1], "on: bearing, angle: 3.7 rad, %s", list[i]);
        for (int k = 0; k < 2; k++) {
            gud_model *m = journal(words[k]);
            ask(m, shift, 2.5, 100.0, &a[k]);
            gud_model_free(m);
        }
        const double size = size_of(n12, a[1].wrench);
        for (int k = 0; k < n12; k++) assert_near(a[0].wrench[k], a[1].wrench[k], 1e-9 * size);
    }
}

// as it goes round the force changes little by little, also where it covers and leaves centres of cells
static void riding_is_smooth(void **state)
{
    (void)state;
    enum { steps = 240 };
    gud_model *m = journal("on: journal, angle: 0, diameter: 3 mm, pressure: 5 bar");
    const double shift[3] = {12e-6, -5e-6, 0.0}, cell = 2.0 * pi / 64.0;
    double last[2] = {0.0}, most = 0.0, size = 0.0;
    for (int n = 0; n <= steps; n++) { // over four cells
        answer a;
        ask(m, shift, 3.0 + 4.0 * cell * n / steps, 100.0, &a);
        if (n > 0) most = fmax(most, hypot(a.wrench[6] - last[0], a.wrench[7] - last[1]));
        last[0] = a.wrench[6], last[1] = a.wrench[7];
        size = hypot(last[0], last[1]);
    }
    print_message("a step of 1/60 cell changes the force by at most %.2g of it\n", most / size);
    assert_true(most < 3e-3 * size);
    gud_model_free(m);
}

// ---- names, tables

static void groups_name_their_feeds(void **state)
{
    (void)state;
    gud_model *m = mechanism(
        "gudgeon: 1\nspace: planar\ngroups:\n  hinge:\n    parameters: {oil: 3 bar}\n    bodies:\n"
        "      arm: {mass: 1, inertia: 1}\n    joints:\n"
        "      pin: {type: revolute, between: [ground, arm], radius: 15 mm, width: 20 mm, clearance: 25 um, model: "
        "reynolds, film: {viscosity: 0.02, grid: [32, 4]}}\n    feeds:\n"
        "      drill: {joint: pin, on: journal, angle: 0, diameter: 3 mm, points: [0, 1, 2], pressures: [1e5, = oil, "
        "1e5], against: pin.angle}\n"
        "use:\n  left: {group: hinge}\n  right: {group: hinge, at: [1, 0], parameters: {oil: 6 bar}}\n"
        "simulate: {until: 1}\n");
    assert_int_equal(m->npair, 2);
    for (int i = 0; i < 2; i++) {
        const gud_pair *p = &m->pair[i];
        double values[GUD_PAIR_CHANNELS] = {0.0};
        (void)channel(p, values, i == 0 ? "feed_flow.left.drill" : "feed_flow.right.drill");
        assert_int_equal(p->nsignal, 1);
        assert_string_equal(m->coordinate[p->signal[0].coordinate].name, i == 0 ? "left.pin.angle" : "right.pin.angle");
        assert_near(gud_signal_value(&p->signal[0], 1.0), i == 0 ? 3e5 : 6e5, 1e-6);
        assert_near(gud_signal_value(&p->signal[0], 7.0), 1e5, 1e-6);
    }
    gud_model_free(m);
}

// ---- refusals

static void refused(const char *type, const char *keys, const char *feed)
{
    char text[1200];
    gud_model *m;
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\njoints:\n"
                   "  j: {type: %s, between: [ground, a], radius: 15 mm, clearance: 25 um, %s}\n"
                   "feeds:\n  f: {%s}\nsimulate: {until: 1}\n",
                   type, keys, feed);
    assert_int_equal(mechanism_try(text, &m), GUD_ERR_INPUT);
}

static void mistakes(void **state)
{
    (void)state;
    const char *pin = "width: 20 mm, model: reynolds, film: {viscosity: 0.02}";
    const char *ball = "model: reynolds, film: {viscosity: 0.02}";
    refused("revolute", pin, "joint: k, angle: 0, diameter: 3 mm, pressure: 1 bar");
    refused("revolute", pin, "joint: j, angle: 0, diameter: 3 mm");
    refused("revolute", pin, "joint: j, diameter: 3 mm, pressure: 1 bar");
    refused("revolute", pin, "joint: j, angle: 0, polar: 0, diameter: 3 mm, pressure: 1 bar");
    refused("revolute", pin, "joint: j, at: [0, 0], diameter: 3 mm, pressure: 1 bar");
    refused("revolute", pin, "joint: j, angle: 0, z: 9 mm, diameter: 3 mm, pressure: 1 bar");
    refused("revolute", pin, "joint: j, angle: 0, diameter: 3 mm, pressure: 1 bar, restrictor: closed");
    refused("revolute", pin,
            "joint: j, angle: 0, diameter: 3 mm, points: [0, 1], pressures: [1 bar, 1 bar], against: x.y");
    refused("revolute", "width: 20 mm, model: finite, film: {viscosity: 0.02}",
            "joint: j, angle: 0, diameter: 3 mm, pressure: 1 bar");
    refused("revolute", "width: 20 mm, model: reynolds, film: {viscosity: 0.02, supply: {angle: 0, pressure: 1 bar}}",
            "joint: j, on: journal, angle: 0, diameter: 3 mm, pressure: 1 bar");
    refused("spherical", ball, "joint: j, angle: 0, z: 0, diameter: 3 mm, pressure: 1 bar");
    refused("spherical", ball, "joint: j, on: journal, angle: 0, polar: 90 deg, diameter: 3 mm, pressure: 1 bar");
    refused("spherical", ball, "joint: j, angle: 0, polar: 2 deg, diameter: 3 mm, pressure: 1 bar");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hydrostatic_pad),  cmocka_unit_test(riding_feeds_turn),
        cmocka_unit_test(riding_is_smooth), cmocka_unit_test(groups_name_their_feeds),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
