// Deviations of walls: every row says how it changes, and a wall that deviates acts the same whichever of the two it
// is.

#include "conform/film_scene.h"

#include "num/pi.h"
#include "pair/stacked.h"

#include <stdio.h>
#include <unistd.h>

// ---- rows

static const gud_wall round_wall = {
    .radius = 10e-3, .size = {2.0 * pi * 10e-3, 20e-3}, .cell = {1e-3, 1e-3}, .clearance = 30e-6};
static const gud_wall flat_wall = {
    .size = {60e-3, 20e-3}, .middle = {5e-3, 1e-3}, .cell = {1e-3, 1e-3}, .clearance = NAN};

// an entry of the section, loaded as part of a model
typedef struct {
    const char *keys;
    const gud_wall *wall;
} variant;

static char measured[200], measured_flat[200], profile[200];

static void write_file(char path[], const char *text)
{
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    (void)close(fd);
}

static char round_csv[] = "/tmp/gudgeon-deviation-XXXXXX", flat_csv[] = "/tmp/gudgeon-deviation-XXXXXX",
            line_csv[] = "/tmp/gudgeon-deviation-XXXXXX";

static int files_write(void **state)
{
    char text[4000] = "angle [deg], z [mm], d [um]\n", line[80];
    (void)state;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) {
            (void)snprintf(line, sizeof line, "%d, %d, %d\n", 45 * i, 5 * j - 7, (5 * i + 3 * j) % 7);
            (void)strcat(text, line);
        }
    write_file(round_csv, text);
    (void)strcpy(text, "x [mm], y [mm], d [um]\n");
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++) {
            (void)snprintf(line, sizeof line, "%d, %d, %d\n", i, 2 * j, (5 * i + 3 * j) % 7);
            (void)strcat(text, line);
        }
    write_file(flat_csv, text);
    write_file(line_csv, "z [mm], d [um]\n-10, 3\n-4, 1\n5, 0\n10, 2\n");
    (void)snprintf(measured, sizeof measured, "type: measured, file: %s, angle: 10 deg, y: 1 mm", round_csv);
    (void)snprintf(measured_flat, sizeof measured_flat, "type: measured, file: %s, repeat: [7 mm, 6 mm], scale: -2",
                   flat_csv);
    (void)snprintf(profile, sizeof profile, "type: profile, file: %s", line_csv);
    return 0;
}

static int files_remove(void **state)
{
    (void)state;
    return remove(round_csv) | remove(flat_csv) | remove(line_csv);
}

static const variant variants[] = {
    {"type: ovality, amplitude: 2 um, count: 3, angle: 20 deg", &round_wall},
    {"type: lobes, preload: 0.4, count: 3, angle: 20 deg, offset: 0.6", &round_wall},
    {"type: crown, height: 3 um, exponent: 3, land: 4 mm", &flat_wall},
    {"type: taper, height: 3 um", &flat_wall},
    {profile, &round_wall},
    {measured, &round_wall},
    {measured_flat, &flat_wall},
    {"type: pocket, depth: 3 um, angle: 100 deg, arc: 40 deg, y: 2 mm, width: 8 mm, rim: 2 mm", &round_wall},
    {"type: pocket, depth: 3 um, x: 3 mm, length: 20 mm, rim: 3 mm", &flat_wall},
    {"type: dimples, depth: 3 um, diameter: 6 mm, pitch: [7 mm, 8 mm], exponent: 3", &flat_wall},
    {"type: dimples, depth: 3 um, diameter: 6 mm, pitch: [0, 8 mm], count: 8, exponent: 3", &round_wall},
    {"type: grooves, depth: 3 um, pitch: 9 mm, slant: 30 deg, rim: 3 mm", &flat_wall},
    {"type: grooves, depth: 3 um, count: 6, slant: 30 deg, herringbone: yes, rim: 3 mm", &round_wall},
};

// a model keeps what the deviation needs: on a bore, or on the faces of a block
static gud_model *model_with(const variant *v, gud_deviation *made)
{
    static const char bore[] = "revolute, radius: 10 mm, width: 20 mm",
                      block[] = "prismatic, size: [60 mm, 20 mm, 20 mm]";
    const bool flat = v->wall == &flat_wall;
    char text[900];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\njoints:\n"
                   "  j: {type: %s, between: [ground, b], clearance: 30 um, model: reynolds, film: {viscosity: 0.01, "
                   "grid: [64, 8]}}\ndeviations:\n  d: {joint: j, wall: %s, %s}\nsimulate: {until: 1}\n",
                   flat ? block : bore, flat ? "second" : "first", v->keys);
    gud_model *m = mechanism(text);
    const gud_stacked *p = m->pair[0].params;
    *made = (flat ? p->shape.block.form : p->shape.pin.form)->list[0][0];
    return m;
}

static double value_at(const gud_deviation *d, const gud_wall *wall, double x, double y, double slopes[5])
{
    double value = 0.0;
    memset(slopes, 0, 5 * sizeof *slopes);
    const gud_deviation_sum sum = {&value, slopes, slopes + 1, slopes + 2, slopes + 3, slopes + 4};
    d->law->add(d->params, wall, 1, &x, &y, &sum);
    return value;
}

static void slopes_are_derivatives_at(const variant *v, const gud_deviation *d, double x, double y)
{
    const double h = 1e-8, bound = 2e-6;
    double at[5], a[5], b[5];
    (void)value_at(d, v->wall, x, y, at);
    const double right = value_at(d, v->wall, x + h, y, a), left = value_at(d, v->wall, x - h, y, b);
    assert_near((right - left) / (2.0 * h), at[0], bound);
    assert_near((a[0] - b[0]) / (2.0 * h), at[2], bound * 1e3);
    assert_near((a[1] - b[1]) / (2.0 * h), at[3], bound * 1e3);
    const double up = value_at(d, v->wall, x, y + h, a), down = value_at(d, v->wall, x, y - h, b);
    assert_near((up - down) / (2.0 * h), at[1], bound);
    assert_near((a[1] - b[1]) / (2.0 * h), at[4], bound * 1e3);
}

static void slopes_are_derivatives(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(variants); i++) {
        const variant *v = &variants[i];
        gud_deviation d;
        dice any = {5};
        gud_model *m = model_with(v, &d);
        const unsigned traits = d.law->traits(d.params);
        for (int k = 0; k < 40; k++) {
            double r[2], slopes[5], other[5];
            throw_many(&any, 2, 1.0, r);
            const double x = 0.05 * r[0], y = v->wall->middle[1] + 9e-3 * r[1];
            slopes_are_derivatives_at(v, &d, x, y);
            const double here = value_at(&d, v->wall, x, y, slopes);
            if (!(traits & GUD_VARIES_AROUND)) assert_near(slopes[0], 0.0, 0.0);
            if (!(traits & GUD_VARIES_ALONG)) assert_near(slopes[1], 0.0, 0.0);
            if (!(traits & GUD_VARIES_UNEVENLY))
                assert_near(value_at(&d, v->wall, x, 2.0 * v->wall->middle[1] - y, other), here, 1e-18);
        }
        gud_model_free(m);
    }
}

// ---- the same wall on either side

// forces on the second body of a film without rupture, walls concentric and turning against each other
static void wrench_of(const char *wall, double spin, int around, double w[n12])
{
    char text[900];
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1}\njoints:\n"
        "  j: {type: revolute, between: [a, b], radius: 10 mm, width: 20 mm, clearance: 30 um, model: "
        "reynolds, film: {viscosity: 0.01, cavitation: none, grid: [%d, 4]}}\n"
        "deviations:\n  d: {joint: j, wall: %s, type: ovality, amplitude: 9 um, count: 2}\n"
        "  e: {joint: j, wall: %s, type: ovality, amplitude: 4 um, count: 1, angle: 50 deg}\n"
        "simulate: {until: 1}\n",
        around, wall, wall);
    gud_model *m = mechanism(text);
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    s->pose[1].w[2] = spin;
    fill_film(s, (double)INFINITY, 0.0, 0.0);
    bond b = scene_bond(s, false);
    (void)bond_eval(&b, w, NULL, NULL);
    scene_free(s);
    gud_model_free(m);
}

// A bore that deviates with the journal turning backwards is a journal that deviates and turns forwards, seen from it:
// the same pressure, so the same force; the torque on the body that deviates is opposite to that on the round one, and
// comes from pressure on its slopes in one of the two.
static void either_wall_feels_the_same(void **state)
{
    double off[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        double bore[n12], pin[n12];
        wrench_of("first", -300.0, 48 << i, bore);
        wrench_of("second", 300.0, 48 << i, pin);
        const double force = hypot(bore[6], bore[7]);
        off[i] = hypot(bore[6] - pin[6], bore[7] - pin[7]) / force + fabs(bore[11] + pin[11]) / fabs(bore[11]);
        print_message("%d cells: force %g N, torque %g and %g N.m, differ by %g\n", 48 << i, force, bore[11], pin[11],
                      off[i]);
    }
    assert_true(off[1] < 5e-3 && off[1] < 0.27 * off[0]); // second order
}

// ---- surfaces

// forces of a bore that deviates, on a journal that is not in its middle, as a pin's and between two cylinders
static void bore_force(bool surfaces, const char *deviation, int refined, double force[2])
{
    char text[1200], keys[300];
    double w[n12];
    if (surfaces)
        (void)snprintf(keys, sizeof keys, "surfaces: [bore, pin], film: {viscosity: 0.01, grid: [%d, %d]}",
                       48 << refined, 8 << refined);
    else
        (void)snprintf(keys, sizeof keys,
                       "radius: 10 mm, width: 20 mm, clearance: 30 um, film: {viscosity: 0.01, grid: [%d, %d]}",
                       48 << refined, 4 << refined);
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1}\n%s"
                   "joints:\n  j: {type: revolute, between: [a, b], model: reynolds, %s}\n"
                   "deviations:\n  d: {joint: j, wall: first, %s}\nsimulate: {until: 1}\n",
                   surfaces ? "surfaces:\n  bore: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"
                              "  pin: {shape: cylinder, radius: 9.97 mm, length: 20 mm}\n"
                            : "",
                   keys, deviation);
    gud_model *m = mechanism(text);
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    s->pose[1].p[0] = 9e-6, s->pose[1].p[1] = -6e-6;
    s->pose[1].w[2] = 300.0;
    fill_film(s, (double)INFINITY, 0.0, 0.0);
    bond b = scene_bond(s, false);
    (void)bond_eval(&b, w, NULL, NULL);
    force[0] = w[6], force[1] = w[7];
    scene_free(s);
    gud_model_free(m);
}

static void surfaces_deviate_as_a_bore_does(void **state)
{
    static const char *const deviations[] = {"type: ovality, amplitude: 6 um, angle: 30 deg",
                                             "type: pocket, depth: 10 um, angle: 100 deg, arc: 60 deg, rim: 4 mm",
                                             "type: taper, height: 6 um"};
    (void)state;
    for (int i = 0; i < GUD_COUNT(deviations); i++) {
        double off[2];
        for (int k = 0; k < 2; k++) {
            double pin[2], walls[2], round[2];
            bore_force(false, deviations[i], k, pin);
            bore_force(true, deviations[i], k, walls);
            bore_force(false, "type: taper, height: 0", k, round);
            off[k] = hypot(walls[0] - pin[0], walls[1] - pin[1]) / hypot(pin[0], pin[1]);
            // it matters
            assert_true(hypot(round[0] - pin[0], round[1] - pin[1]) > 10.0 * off[k] * hypot(pin[0], pin[1]));
        }
        print_message("%s: differ by %g and %g\n", deviations[i], off[0], off[1]);
        assert_true(off[1] < 1e-2); // clearance by radius is 3e-3
    }
}

// ---- in motion

// pressure on a journal that is not round takes from its turn what it gives to its whirl
static void ledger_closes(void **state)
{
    static const char text[] =
        "gudgeon: 1\nspace: planar\ngravity: [0, -10]\nbodies:\n  rotor: {mass: 2, inertia: 1e-4, spin: 300}\njoints:\n"
        "  j: {type: revolute, between: [ground, rotor], radius: 10 mm, width: 10 mm, clearance: 50 um, model: "
        "reynolds, film: {viscosity: 5 mPa.s, grid: [64, 6]}}\n"
        "deviations:\n  d: {joint: j, wall: second, type: ovality, amplitude: 10 um, angle: 30 deg}\n"
        "simulate: {until: 0.1, tolerance: 1e-6}\n";
    (void)state;
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    const double losses = s->state.ledger[GUD_WORK_LOSSES], off = energy_imbalance(s);
    print_message("lost %g J, imbalance %g J\n", losses, off);
    assert_true(losses > 0.0);
    assert_near(off / losses, 0.0, 2e-3);
    sim_and_model_free(s, m);
}

// ---- what does not fit

static void refused(const char *keys, const char *type, const char *says)
{
    char text[900];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\njoints:\n"
                   "  j: {type: %s, between: [ground, b], radius: 10 mm, width: 20 mm, clearance: 30 um, "
                   "film: {viscosity: 0.01, grid: [64, 8]}}\n"
                   "deviations:\n  d: {joint: j, %s}\nsimulate: {until: 1}\n",
                   type, keys);
    mechanism_refused(text, says);
}

// a name that ends in a unit without brackets
static void units_do_not_hide(void **state)
{
    static const char *const heads[] = {"angle deg, d [um]", "x mm, d [um]", "angle [deg], d um"};
    (void)state;
    for (int i = 0; i < GUD_COUNT(heads); i++) {
        char path[] = "/tmp/gudgeon-deviation-XXXXXX", keys[200], text[200];
        (void)snprintf(text, sizeof text, "%s\n0, 1\n1, 1\n2, 1\n", heads[i]);
        write_file(path, text);
        (void)snprintf(keys, sizeof keys, "type: measured, file: %s", path);
        refused(keys, "revolute, model: reynolds", "the name seems to end in a unit");
        (void)remove(path);
    }
}

static void mistakes_are_refused(void **state)
{
    static const char lubricated[] = "revolute, model: reynolds";
    char path[] = "/tmp/gudgeon-deviation-XXXXXX", keys[200];
    (void)state;
    refused("type: ovality, amplitude: 1 um", "revolute, model: short", "only films on a grid");
    refused("type: dimples, depth: 1 um, diameter: 1 mm, pitch: [0, 2 mm], count: 20", lubricated,
            "too coarse for dimples");
    refused("type: dimples, depth: 1 um, diameter: 5 mm, pitch: [0, 4 mm], count: 5", lubricated, "overlap");
    refused("type: pocket, depth: 1 um, x: 0, length: 1 mm", lubricated, "a pocket of a round wall");
    refused("type: crown, height: 1 um, land: 30 mm", lubricated, "leaves nothing of a wall");
    refused("type: profile, at: [0, 1 mm], deviation: [0]", lubricated, "2 positions and 1 deviations");
    write_file(path, "angle [deg], z [mm], d [um]\n0, 0, 1\n120, 0, 1\n240, 0, 1\n0, 5, 1\n");
    (void)snprintf(keys, sizeof keys, "type: measured, file: %s", path);
    refused(keys, lubricated, "the points are no grid");
    (void)remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_derivatives),
        cmocka_unit_test(either_wall_feels_the_same),
        cmocka_unit_test(surfaces_deviate_as_a_bore_does),
        cmocka_unit_test(ledger_closes),
        cmocka_unit_test(units_do_not_hide),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, files_write, files_remove);
}
