// The same bearing through three doors: alone (a bearing file), as a joint, and as two cylinders that meet in a joint.
// Every row of every table that a lubricated pair takes gives the same forces, torques, losses, flows and smallest
// film: to rounding between the first two, within the error of the grid to the third, which falls by refinement.

#include "conform/film_scene.h"

#include "component/bearing.h"
#include "film/drag.h"
#include "pair/stacked.h"

#include <stdio.h>

static const char rough_row[] = "%s, sigma: 0.5 um, mean: 0.3 um, radius: 15 um, density: 1e10, modulus: 115 GPa, "
                                "hardness: 1.4 GPa, poisson: 0.3";

// what the three doors are compared by
typedef struct {
    double force[2], torque, loss_film, loss_asperity, side_flow, feed_flow, own_flow, own_pressure, pressure,
        asperity_pressure, contact_area, film_min;
} numbers;

enum { nnumber = sizeof(numbers) / sizeof(double) };

// words of one variant: roughness, friction, oil, other keys of the film, and the lining if there is one
typedef struct {
    char rough[300], friction[100], oil[300], film[300], lining[100];
    char place[100], net_place[100], feed[200]; // of a feed: where it is, the same between surfaces, other keys
    char deviation[300];                        // of a wall: its keys but for the joint
} variant;

static variant usual(void)
{
    variant v = {.friction = "{coefficient: 0.12}", .oil = "{viscosity: 20 mPa.s}"};
    (void)snprintf(v.rough, sizeof v.rough, rough_row, "model: KE");
    return v;
}

#define RADIUS    15e-3
#define CLEARANCE 25e-6
static const double radius = RADIUS, clearance = CLEARANCE, ratio = 0.955, direction = 0.4, speed = 20.0;

// A thin film takes the journal's radius for that of the bore, surfaces do not: their journal turns so much faster that
// its surface has the same speed, and the torque has the lever of its own radius. Without it torque and losses would
// differ by 2 c/R.
static const double lever = RADIUS / (RADIUS - CLEARANCE);

// ---- alone

// adds the feed of a variant to the text of a file
static void append_feed(char *text, size_t size, const variant *v, const char *joint, const char *place)
{
    const size_t used = strlen(text);
    if (v->feed[0]) (void)snprintf(text + used, size - used, "feeds:\n  f: {%s%s%s}\n", joint, place, v->feed);
}

static numbers through_sheet(const variant *v, const int grid[2])
{
    char path[] = "/tmp/gudgeon-doors-XXXXXX", text[2600];
    char deviation[400] = "";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    if (v->deviation[0]) (void)snprintf(deviation, sizeof deviation, "deviations:\n  d: {%s}\n", v->deviation);
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nbearing: {radius: 15 mm, width: 20 mm, clearance: 25 um, grid: [%d, %d]%s}\noil: %s\n"
        "operate: {speed: %g, position: {eccentricity_ratio: %g, angle: %g}}\nrough: {%s}\nfriction: %s\n%s%s%s\n",
        grid[0], grid[1], v->film, v->oil, speed, ratio, direction, v->rough, v->friction, deviation,
        v->lining[0] ? "lining: " : "", v->lining);
    append_feed(text, sizeof text, v, "", v->place);
    (void)fputs(text, file);
    (void)fclose(file);
    gud_diag diag;
    void *made;
    gud_diag_init(&diag);
    if (gud_component_load(&gud_component_bearing, path, NULL, 0, &diag, &made) != GUD_OK) fail_msg("%s", text);
    const gud_bearing_sheet *sheet = made;
    const gud_steady_state *s = &sheet->point.state;
    const numbers n = {{s->force[0], s->force[1]},
                       s->torque_journal,
                       s->loss_shear + s->loss_flow,
                       s->loss_asperity,
                       s->side_flow,
                       s->feed_flow,
                       v->feed[0] ? s->feed[GUD_FEED_FLOW] : 0.0,
                       v->feed[0] ? s->feed[GUD_FEED_PRESSURE] : 0.0,
                       s->pressure_max,
                       s->asperity_max,
                       s->contact_area,
                       s->film_min};
    gud_component_free(made);
    gud_diag_free(&diag);
    (void)remove(path);
    return n;
}

// ---- in a joint

static double channel(const gud_pair *p, const double *values, const char *name)
{
    for (int k = 0; k < p->nchannel; k++)
        if (strcmp(p->channels[k].name, name) == 0) return values[k];
    fail_msg("no channel %s", name);
    return 0.0;
}

static numbers through_joint(const variant *v, const int grid[2], bool surfaces)
{
    char text[3600], deviation[400] = "";
    if (v->deviation[0])
        (void)snprintf(deviation, sizeof deviation, "deviations:\n  d: {joint: j, %s}\n", v->deviation);
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1}\n%s"
        "joints:\n  j: {type: revolute, between: [a, b], %s, model: mixed, film: {oil: %s, grid: [%d, %d]%s}, "
        "rough: {%s}, friction: %s%s%s}\n%ssimulate: {until: 1}\n",
        surfaces ? "surfaces:\n  bore: {shape: cylinder, radius: 15 mm, length: 20 mm}\n"
                   "  pin: {shape: cylinder, radius: 14.975 mm, length: 20 mm}\n"
                 : "",
        surfaces ? "surfaces: [bore, pin]" : "radius: 15 mm, width: 20 mm, clearance: 25 um", v->oil, grid[0],
        surfaces ? 2 * grid[1] : grid[1], v->film, v->rough, v->friction, v->lining[0] ? ", lining: " : "", v->lining,
        deviation);
    append_feed(text, sizeof text, v, "joint: j, ", surfaces ? v->net_place : v->place);
    gud_model *m = mechanism(text);
    scene *s = calloc(1, sizeof *s);
    double values[GUD_PAIR_CHANNELS], w[n12];
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    s->pose[1].p[0] = ratio * clearance * cos(direction);
    s->pose[1].p[1] = ratio * clearance * sin(direction);
    s->pose[1].w[2] = surfaces ? speed * lever : speed;
    fill_film(s, (double)INFINITY, 0.0, 0.0);
    bond b = scene_bond(s, false);
    (void)bond_eval(&b, w, NULL, NULL);
    s->pair->law->report(s->pair->params, &b.in, values);
    const numbers n = {{w[6], w[7]},
                       surfaces ? w[11] * lever : w[11],
                       channel(s->pair, values, "loss_film"),
                       channel(s->pair, values, "loss_asperity"),
                       channel(s->pair, values, "side_flow"),
                       channel(s->pair, values, "feed_flow"),
                       v->feed[0] ? channel(s->pair, values, "feed_flow.f") : 0.0,
                       v->feed[0] ? channel(s->pair, values, "feed_pressure.f") : 0.0,
                       channel(s->pair, values, "film_pressure_max"),
                       channel(s->pair, values, "asperity_pressure_max"),
                       channel(s->pair, values, "contact_area"),
                       channel(s->pair, values, "film_min")};
    scene_free(s);
    gud_model_free(m);
    return n;
}

// Largest difference, each by its own size; forces by that of the force, flows by what the journal draws along: oil
// that comes in over the ends leaves over them as well.
static double distance(const numbers *a, const numbers *b)
{
    const double *x = (const double *)a, *y = (const double *)b, force = hypot(a->force[0], a->force[1]);
    double worst = 0.0;
    for (int k = 0; k < nnumber; k++) {
        const bool flow = &x[k] >= &a->side_flow && &x[k] <= &a->own_flow;
        const double drawn = speed * radius * 20e-3 * clearance;
        const double size = k < 2 ? force : flow ? fmax(drawn, fabs(x[k])) : fmax(fabs(x[k]), 1e-30);
        worst = fmax(worst, fabs(x[k] - y[k]) / size);
    }
    return worst;
}

static void check(const char *name, const variant *v, bool surfaces)
{
    static const int coarse[2] = {64, 6}, fine[2] = {128, 12};
    const numbers sheet = through_sheet(v, coarse), joint = through_joint(v, coarse, false);
    const double off = distance(&sheet, &joint);
    print_message("%-30s sheet and joint differ by %.2g; %.6g N, %.6g N.m\n", name, off,
                  hypot(sheet.force[0], sheet.force[1]), sheet.torque);
    assert_true(off <= 1e-9);
    if (!surfaces) return;
    const numbers walls[2] = {through_joint(v, coarse, true), through_joint(v, fine, true)};
    const numbers finer = through_sheet(v, fine);
    const double far = distance(&sheet, &walls[0]), near = distance(&finer, &walls[1]);
    print_message("%-30s surfaces differ by %.2g, on a finer grid by %.2g\n", "", far, near);
    // A circle in a circle is not quite c - e cos(phi): the gap differs by e^2 sin^2(phi)/(2 R), less than c/R of the
    // clearance. The rest is the error of both grids, and falls.
    assert_true(near <= far && near <= clearance / radius);
}

// ---- rows

static void cavitation(void **state)
{
    (void)state;
    for (const gud_row *const *row = gud_cavitation_rows; *row; row++) {
        variant v = usual();
        (void)snprintf(v.film, sizeof v.film, ", cavitation: %s", (*row)->name);
        check((*row)->name, &v, true);
    }
}

static void drag(void **state)
{
    (void)state;
    for (const gud_row *const *row = gud_drag_rows; *row; row++) {
        variant v = usual();
        (void)snprintf(v.film, sizeof v.film, ", drag: %s", (*row)->name);
        check((*row)->name, &v, true);
    }
}

static void rough(void **state)
{
    (void)state;
    for (const gud_row *const *row = gud_rough_rows; *row; row++) {
        variant v = usual();
        char word[40];
        (void)snprintf(word, sizeof word, "model: %s", (*row)->name);
        (void)snprintf(v.rough, sizeof v.rough, rough_row, word);
        check((*row)->name, &v, true);
    }
}

// laws without a state; they differ from each other where the journal creeps
static void friction(void **state)
{
    (void)state;
    for (int i = 0; gud_friction_laws[i]; i++) {
        if (gud_friction_laws[i]->state || gud_friction_laws[i]->outside) continue;
        variant v = usual();
        (void)snprintf(v.friction, sizeof v.friction, "{law: %s, coefficient: 0.12}", gud_friction_laws[i]->row.name);
        check(gud_friction_laws[i]->row.name, &v, true);
    }
}

static void bristles_are_refused(void **state)
{
    (void)state;
    gud_model *m;
    assert_int_equal(
        mechanism_try("gudgeon: 1\nspace: planar\nbodies:\n  a: {mass: 1, inertia: 1}\njoints:\n"
                      "  j: {type: revolute, between: [ground, a], radius: 15 mm, width: 20 mm, clearance: 25 um, "
                      "model: mixed, film: {viscosity: 0.02}, rough: {model: GW, sigma: 0.5 um, radius: 15 um, "
                      "density: 1e10, modulus: 115 GPa}, friction: {law: lugre, coefficient: 0.1}}\n"
                      "simulate: {until: 1}\n",
                      &m),
        GUD_ERR_INPUT);
}

// is every row of a table in one of the variants, by the word that chooses it?
static void none_is_left_out(const gud_row *const *rows, const char *const *list, int n)
{
    for (; *rows; rows++) {
        bool seen = strcmp((*rows)->name, "plugin") == 0; // a library's
        for (int i = 0; i < n; i++) {
            const char *word = strstr(list[i], (*rows)->name);
            seen = seen || (word && !strchr("_-abcdefghijklmnopqrstuvwxyz", word[strlen((*rows)->name)]));
        }
        if (!seen) fail_msg("no variant for %s", (*rows)->name);
    }
}

static void oils(void **state)
{
    (void)state;
    static const char *const list[] = {
        "{law: {type: grade, grade: SAE 30}, temperature: 80 degC}",
        "{law: {type: constant, viscosity: 20 mPa.s}, temperature: 80 degC}",
        "{law: {type: vogel, factor: 0.06 mPa.s, scale: 1100, pole: 160}, temperature: 80 degC}",
        "{law: {type: reynolds, viscosity: 60 mPa.s, at: 40 degC}, temperature: 80 degC}",
        "{law: {type: table, temperature: [300, 350, 400], viscosity: [0.1, 0.03, 0.01]}, temperature: 80 degC}",
        "{viscosity: 20 mPa.s, pressure: {type: barus, coefficient: 1e-8}}",
        "{viscosity: 20 mPa.s, pressure: {type: roelands, coefficient: 1e-8}, compression: dowson_higginson}",
        "{viscosity: 20 mPa.s, shear: {type: carreau, time: 1e-6, index: 0.6}}",
        "{viscosity: 20 mPa.s, shear: {type: cross, time: 1e-6, exponent: 0.8}}",
    };
    const gud_row *const *const tables[] = {gud_viscosity_rows, gud_pressure_rows, gud_shear_rows, gud_density_rows};
    for (int i = 0; i < GUD_COUNT(tables); i++) none_is_left_out(tables[i], list, GUD_COUNT(list));
    for (int i = 0; i < GUD_COUNT(list); i++) {
        variant v = usual();
        (void)snprintf(v.oil, sizeof v.oil, "%s", list[i]);
        check(list[i], &v, strstr(list[i], "law:") == NULL); // a constant viscosity, whichever law it comes from
    }
}

static void flow_factors(void **state)
{
    (void)state;
    for (const gud_row *const *row = gud_flow_rows; *row; row++) {
        variant v = usual();
        const char *keys = (*row)->nfield > 0 ? ", sigma: 0.5 um, share: 0.2" : "";
        (void)snprintf(v.film, sizeof v.film, ", flow_factors: {type: %s%s}", (*row)->name, keys);
        check((*row)->name, &v, true);
    }
}

static void linings(void **state)
{
    (void)state;
    static const char *const list[] = {"{thickness: 2 mm, material: PEEK}",
                                       "{thickness: 0.4 mm, modulus: 53 GPa, poisson: 0.35}"};
    for (int i = 0; i < GUD_COUNT(list); i++) {
        variant v = usual();
        (void)snprintf(v.lining, sizeof v.lining, "%s", list[i]);
        check(list[i], &v, true);
    }
}

// feeds of every kind, their middle 20 degrees before the load, where the film is thick
static void feeds(void **state)
{
    (void)state;
    static const struct {
        const char *name, *place, *net_place, *keys;
        bool surfaces;
    } list[] = {
        {"axial groove", "angle: 4 rad", "at: [60 mm, 0]", ", length: 4 mm, width: 12 mm, pressure: 3 bar", true},
        {"groove over the full width", "angle: 4 rad", "at: [60 mm, 0]", ", length: 3 mm, pressure: 3 bar", true},
        {"narrow groove", "angle: 4 rad", "at: [60 mm, 0]", ", length: 0.6 mm, width: 15 mm, pressure: 3 bar", true},
        {"full circumferential groove", "", "", "width: 4 mm, pressure: 3 bar", true},
        {"half a circumferential groove", "angle: 4 rad", "at: [60 mm, 0]",
         ", length: 47.123889803846899 mm, width: 4 mm, pressure: 3 bar", true},
        {"hole", "angle: 4 rad", "at: [60 mm, 0]", ", diameter: 5 mm, pressure: 3 bar", true},
        {"small hole off the middle", "angle: 4 rad, z: 4 mm", "at: [60 mm, 4 mm]", ", diameter: 1 mm, pressure: 3 bar",
         true},
        {"recess behind a capillary", "angle: 4 rad", "at: [60 mm, 0]",
         ", length: 8 mm, width: 10 mm, pressure: 20 bar, restrictor: {type: capillary, coefficient: 2e-12}", true},
        {"capillary by its bore", "angle: 4 rad", "at: [60 mm, 0]",
         ", length: 8 mm, width: 10 mm, pressure: 20 bar, restrictor: {type: capillary, diameter: 0.6 mm, length: 25 "
         "mm}",
         false},
        {"recess behind an orifice", "angle: 4 rad", "at: [60 mm, 0]",
         ", length: 8 mm, width: 10 mm, pressure: 20 bar, restrictor: {type: orifice, diameter: 0.3 mm}", true},
        {"closed pocket", "angle: 2.5 rad", "at: [37.5 mm, 0]", ", length: 8 mm, width: 8 mm, restrictor: closed",
         true},
        {"round recess", "angle: 4 rad", "at: [60 mm, 0]",
         ", length: 8 mm, width: 6 mm, shape: hole, pressure: 20 bar, restrictor: {type: capillary, coefficient: "
         "2e-12}",
         true},
    };
    for (int i = 0; i < GUD_COUNT(list); i++) {
        variant v = usual();
        (void)snprintf(v.place, sizeof v.place, "%s", list[i].place);
        (void)snprintf(v.net_place, sizeof v.net_place, "%s", list[i].net_place);
        (void)snprintf(v.feed, sizeof v.feed, "%s", list[i].keys);
        check(list[i].name, &v, list[i].surfaces);
    }
}

// what lies around the film
static void surroundings(void **state)
{
    (void)state;
    static const struct {
        const char *name, *keys;
        bool surfaces;
    } list[] = {
        {"different ends", ", ends: [3 bar, 1 bar]", true},
        {"supply line", ", supply: {angle: 230 deg, pressure: 3 bar}", false},
    };
    for (int i = 0; i < GUD_COUNT(list); i++) {
        variant v = usual();
        (void)snprintf(v.film, sizeof v.film, "%s", list[i].keys);
        check(list[i].name, &v, list[i].surfaces);
    }
}

// every deviation of the bearing; of the journal those that do not turn with it
static void deviations(void **state)
{
    char path[] = "/tmp/gudgeon-doors-XXXXXX", measured[200];
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    (void)fputs("angle [deg], z [mm], d [um]\n", file);
    for (int i = 0; i < 12; i++)
        for (int j = -1; j <= 1; j++) (void)fprintf(file, "%d, %d, %g\n", 30 * i, 10 * j, 0.1 * ((7 * i + 5 * j) % 4));
    (void)fclose(file);
    (void)snprintf(measured, sizeof measured, "type: measured, file: %s", path);
    const char *const list[] = {
        "type: ovality, amplitude: 0.4 um, angle: 30 deg",
        "type: lobes, preload: 0.05, count: 3, angle: 20 deg, offset: 0.6",
        "type: crown, height: 2 um, land: 5 mm",
        "type: crown, height: 2 um, wall: second",
        "type: taper, height: 0.3 um",
        "type: taper, height: 0.3 um, wall: second",
        "type: profile, at: [-10 mm, 0, 10 mm], deviation: [1 um, 0, 2 um]",
        "type: profile, at: [-10 mm, 0, 10 mm], deviation: [1 um, 0, 2 um], wall: second",
        measured,
        "type: pocket, depth: 5 um, angle: 100 deg, arc: 40 deg, width: 10 mm",
        "type: dimples, depth: 1 um, diameter: 4 mm, pitch: [0, 5 mm], count: 12",
        "type: grooves, depth: 1 um, count: 8, slant: 30 deg, herringbone: yes",
    };
    (void)state;
    none_is_left_out(gud_deviation_rows, list, GUD_COUNT(list));
    for (int i = 0; i < GUD_COUNT(list); i++) {
        variant v = usual();
        (void)snprintf(v.deviation, sizeof v.deviation, "%s", list[i]);
        // surfaces have them on the wall with the grid, but for lobes, which go by a clearance
        check(list[i], &v, !strstr(list[i], "second") && !strstr(list[i], "lobes"));
    }
    (void)remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cavitation),
        cmocka_unit_test(drag),
        cmocka_unit_test(rough),
        cmocka_unit_test(friction),
        cmocka_unit_test(oils),
        cmocka_unit_test(flow_factors),
        cmocka_unit_test(bristles_are_refused),
        cmocka_unit_test(deviations),
        cmocka_unit_test(linings),
        cmocka_unit_test(feeds),
        cmocka_unit_test(surroundings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
