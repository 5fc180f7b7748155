// Channels of lubricated joints of every geometry: those that a designer asks for exist everywhere, and agree with the
// wrench that the joint puts on its bodies and with each other.

#include "conform/film_scene.h"

#include "pair/stacked.h"

#include <stdio.h>

typedef struct {
    const char *name, *joint, *more; // keys of the joint but film, and other sections
    bool planar, feeds;
    double p[3];      // of the second part
    double projected; // m2, area of its load
} geometry;

#define CYLINDERS                                                                                                      \
    "surfaces:\n  bore: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"                                             \
    "  pin: {shape: cylinder, radius: 9.97 mm, length: 20 mm}\n"

static const geometry geometries[] = {
    {"pin in the plane",
     "type: revolute, radius: 10 mm, width: 20 mm, clearance: 30 um",
     "feeds: {f: {joint: j, angle: 2 rad, diameter: 3 mm, pressure: 3 bar}}\n",
     true,
     true,
     {2.85e-5, 0.0, 0.0},
     4e-4},
    {"pin in space",
     "type: revolute, radius: 10 mm, width: 20 mm, clearance: 30 um",
     "feeds: {f: {joint: j, angle: 2 rad, diameter: 3 mm, pressure: 3 bar}}\n",
     false,
     true,
     {2.85e-5, 0.0, 0.0},
     4e-4},
    {"cylindrical",
     "type: cylindrical, radius: 10 mm, width: 20 mm, clearance: 30 um",
     "feeds: {f: {joint: j, angle: 2 rad, diameter: 3 mm, pressure: 3 bar}}\n",
     false,
     true,
     {2.85e-5, 0.0, 0.0},
     4e-4},
    {"piston",
     "type: prismatic, radius: 10 mm, width: 20 mm, clearance: 30 um",
     "",
     false,
     false,
     {2.85e-5, 0.0, 0.0},
     4e-4},
    {"ball",
     "type: spherical, radius: 10 mm, clearance: 30 um, cup: [40 deg, 180 deg]",
     "feeds: {f: {joint: j, angle: 0, polar: 110 deg, diameter: 4 mm, pressure: 3 bar}}\n",
     false,
     true,
     {0.0, 0.0, -2.85e-5},
     3.14159265358979e-4},
    {"block in the plane",
     "type: prismatic, size: [40 mm, 20 mm], width: 20 mm, clearance: 30 um",
     "",
     true,
     false,
     {0.0, 2.85e-5, 0.0},
     8e-4},
    {"block in space",
     "type: prismatic, size: [40 mm, 20 mm, 20 mm], clearance: 30 um",
     "",
     false,
     false,
     {2.85e-5, 0.0, 0.0},
     8e-4},
    {"surfaces in the plane",
     "type: revolute, surfaces: [bore, pin]",
     CYLINDERS "feeds: {f: {joint: j, at: [20 mm, 0], diameter: 3 mm, pressure: 3 bar}}\n",
     true,
     true,
     {2.85e-5, 0.0, 0.0},
     4e-4},
    {"surfaces in space",
     "type: revolute, surfaces: [bore, pin], reference: second",
     CYLINDERS,
     false,
     false,
     {2.85e-5, 0.0, 0.0},
     4e-4},
};

static double channel(const gud_pair *p, const double *values, const char *name)
{
    for (int k = 0; k < p->nchannel; k++)
        if (strcmp(p->channels[k].name, name) == 0) {
            if (!isfinite(values[k])) fail_msg("channel %s is not finite", name);
            return values[k];
        }
    fail_msg("no channel %s", name);
    return 0.0;
}

static void vector_of(const gud_pair *p, const double *values, const char *name, double v[3])
{
    for (int i = 0; i < 3; i++) {
        char full[80];
        (void)snprintf(full, sizeof full, "%s.%c", name, "xyz"[i]);
        v[i] = channel(p, values, full);
    }
}

// of film and asperities
static void sum_of(const gud_pair *p, const double *values, const char *what, double v[3])
{
    char name[80];
    double other[3];
    (void)snprintf(name, sizeof name, "film_%s", what);
    vector_of(p, values, name, v);
    (void)snprintf(name, sizeof name, "asperity_%s", what);
    vector_of(p, values, name, other);
    v3_axpy(v, v, 1.0, other);
}

static void check_forces(const geometry *g, const gud_pair *p, const double *values, const double w[n12])
{
    static const struct {
        const char *what;
        int at;
    } list[] = {{"force", 6}, {"moment", 9}, {"moment_first", 3}};
    const double size = v3_norm(w + 6);
    for (int i = 0; i < GUD_COUNT(list); i++) {
        double v[3];
        sum_of(p, values, list[i].what, v);
        for (int k = 0; k < 3; k++)
            if (!g->planar || (i == 0 ? k < 2 : k == 2)) assert_near(v[k], w[list[i].at + k], 1e-9 * size);
    }
    assert_near(channel(p, values, "friction_torque"), w[11], 1e-9 * size);
    assert_near(channel(p, values, "specific_load") * g->projected / size, 1.0, 5e-3);
}

static void check_flows(const geometry *g, const gud_pair *p, const double *values)
{
    const double ends = channel(p, values, "flow_low_end") + channel(p, values, "flow_high_end");
    const double side = channel(p, values, "side_flow"), oil = channel(p, values, "oil_content");
    if (strcmp(p->channels[0].name, "displacement.x") != 0) assert_near(side, ends, 1e-9 * fabs(ends) + 1e-18);
    if (g->feeds) {
        assert_near(channel(p, values, "feed_flow.f"), channel(p, values, "feed_flow"), 1e-15);
        assert_true(channel(p, values, "feed_pressure.f") > 0.0);
    }
    assert_true(oil > 0.0 && oil <= 1.0 + 1e-12);
}

static void check_rest(const gud_pair *p, const double *values)
{
    const double film = channel(p, values, "loss_film"), rough = channel(p, values, "loss_asperity");
    assert_true(film > 0.0 && rough > 0.0);
    assert_near(channel(p, values, "loss"), film + rough, 1e-9 * film);
    assert_near(channel(p, values, "loss_asperity_share"), rough / (film + rough), 1e-9);
    const double share = channel(p, values, "asperity_share");
    assert_true(share > 0.0 && share <= 1.0);
    assert_true(channel(p, values, "contact_area") > 0.0);
    assert_true(channel(p, values, "film_min") <= channel(p, values, "film_min_nodal") + 1e-12);
    (void)channel(p, values, "film_min_x");
    (void)channel(p, values, "film_min_y");
    assert_true(channel(p, values, "film_pressure_max") > 0.0 && channel(p, values, "asperity_pressure_max") > 0.0);
}

// where the parts are: what a shape knows of eccentricity and tilt
static void check_position(const geometry *g, const gud_pair *p, const double *values)
{
    double v[3];
    if (strncmp(p->channels[0].name, "eccentricity", 12) == 0) {
        assert_near(channel(p, values, "eccentricity_ratio"), 0.95, 1e-9);
        if (strcmp(g->name, "ball") != 0) assert_near(channel(p, values, "film_middle"), 1.5e-6, 1e-12);
    } else {
        vector_of(p, values, "displacement", v);
        vector_of(p, values, "tilt", v);
    }
    if (g->planar || strcmp(g->name, "ball") == 0) return; // nothing tilts
    (void)channel(p, values, "tilt.x");
    (void)channel(p, values, "tilt.y");
}

static void check_geometry(const geometry *g)
{
    char text[2000];
    const char *inertia = g->planar ? "1" : "[1, 1, 1]";
    print_message("  %s\n", g->name);
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: %s\nbodies:\n  a: {mass: 1, inertia: %s}\n  b: {mass: 1, inertia: %s}\n%s"
                   "joints:\n  j: {between: [a, b], model: mixed, %s, film: {viscosity: 0.02, grid: [40, 10]}, " ROUGH
                   "}\nsimulate: {until: 1}\n",
                   g->planar ? "planar" : "spatial", inertia, inertia, g->more, g->joint);
    gud_model *m = mechanism(text);
    scene *s = calloc(1, sizeof *s);
    double values[GUD_PAIR_CHANNELS], w[n12];
    assert_non_null(s);
    s->pair = &m->pair[0];
    for (int i = 0; i < 2; i++) s->pose[i] = (gud_pose){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    v3_copy(s->pose[1].p, g->p);
    s->pose[1].w[2] = 20.0;
    s->pose[1].v[g->planar ? 0 : 2] = strstr(g->joint, "prismatic") ? 0.5 : 0.0;
    fill_film(s, (double)INFINITY, 0.0, 0.0);
    bond b = scene_bond(s, !g->planar);
    (void)bond_eval(&b, w, NULL, NULL);
    s->pair->law->report(s->pair->params, &b.in, values);
    check_forces(g, s->pair, values, w);
    check_flows(g, s->pair, values);
    check_rest(s->pair, values);
    check_position(g, s->pair, values);
    scene_free(s);
    gud_model_free(m);
}

static void every_geometry_has_the_channels(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(geometries); i++) check_geometry(&geometries[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_geometry_has_the_channels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
