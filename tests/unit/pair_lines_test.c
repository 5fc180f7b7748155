// Places on surfaces by lengths along their middle lines: closed forms of cylinders, cones and grooves, and feeds that
// ride on the wall without the grid.
#include "check.h"
#include "lib_case.h"
#include "num/pi.h"
#include "num/vec.h"
#include "pair/lines.h"

typedef struct {
    gud_arena arena;
    gud_surface surface;
    gud_lines lines;
} place_rig;

static void rig_open(place_rig *r, const gud_nurbs *net, bool exchanged)
{
    gud_error error;
    gud_nurbs own = *net;
    if (exchanged) {
        double *points = GUD_TAKE(&r->arena, double, 4 * net->count[0] * net->count[1]);
        for (int i = 0; i < net->count[0]; i++)
            for (int k = 0; k < net->count[1]; k++)
                memcpy(points + 4 * (k * net->count[0] + i), net->points + 4 * (i * net->count[1] + k),
                       4 * sizeof *points);
        own = (gud_nurbs){
            {net->degree[1], net->degree[0]}, {net->count[1], net->count[0]}, {net->knots[1], net->knots[0]}, points};
    }
    assert_int_equal(gud_surface_create(&own, "test", &r->arena, &error, &r->surface), GUD_OK);
    gud_lines_make(&r->surface, &r->lines);
}

// x of a coordinate pair on a cone with radius R in the middle and slope s, and the coordinates of a point above it
static void test_cone(void **state)
{
    (void)state;
    const double R = 0.02, slope = 0.25, flank = sqrt(1.0 + slope * slope), half = 0.015;
    static const double at[][2] = {{0.0, 0.0}, {0.013, 0.004}, {0.1, -0.012}, {0.06, 0.02}, {0.01, -0.03}};
    for (int exchanged = 0; exchanged < 2; exchanged++) {
        place_rig r;
        gud_nurbs net;
        gud_error error;
        gud_arena_init(&r.arena);
        assert_int_equal(gud_nurbs_cone(R - half * slope, R + half * slope, -half, half, &r.arena, &error, &net),
                         GUD_OK);
        rig_open(&r, &net, exchanged);
        assert_close(r.lines.high[0], 2.0 * pi * R, 1e-9, 0.0);
        assert_close(r.lines.high[1], half * flank, 1e-9, 0.0);
        for (int i = 0; i < GUD_COUNT(at); i++) { // the last two are beyond the ends
            const double z = at[i][1] / flank, radius = R + z * slope, angle = at[i][0] / R;
            const double normal[3] = {cos(angle) / flank, sin(angle) / flank, -slope / flank};
            double x[3], found[2], by[2];
            gud_lines_point(&r.lines, at[i], x);
            assert_near(x[0], radius * cos(angle), 1e-9);
            assert_near(x[1], radius * sin(angle), 1e-9);
            assert_near(x[2], z, 1e-9);
            v3_axpy(x, x, 2e-5, normal);
            gud_lines_locate(&r.lines, x, found);
            for (int k = 0; k < 2; k++) {
                const double off = found[k] - at[i][k], turn = 2.0 * pi * R;
                assert_near(k ? off : off - turn * round(off / turn), 0.0, 1e-8);
            }
            gud_lines_stretch(&r.lines, at[i], by);
            assert_near(by[0], (R + fmax(-half, fmin(z, half)) * slope) / R, 1e-7);
            assert_near(by[1], 1.0, 1e-9);
        }
        gud_arena_free(&r.arena);
    }
}

// ---- feeds that move

static double flow_of(const char *walls, const char *feed, double angle, double *film)
{
    char text[2000];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  shaft: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}\n"
                   "surfaces:\n  bore: {shape: cylinder, radius: 20.02 mm, length: 40 mm}\n"
                   "  pin: {shape: cylinder, radius: 20 mm, length: 40 mm}\n"
                   "joints:\n  j: {type: cylindrical, between: [ground, shaft], model: reynolds, %s,\n"
                   "    film: {viscosity: 20 mPa.s, ambient: 1 bar, grid: [72, 16]}}\n"
                   "feeds:\n  f: {joint: j, %s, diameter: 8 mm, pressure: 20 bar}\n"
                   "forces:\n  w: {type: load, on: shaft, direction: [0, -1, 0], value: 300 N}\n"
                   "drive:\n  shaft.angle: {rate: 3000 rpm}\nsimulate: {until: 360 deg of shaft, tolerance: 1e-5}\n",
                   walls, feed);
    gud_model *m = lib_model(text);
    gud_sim *s = lib_started(m);
    if (gud_sim_advance(s, angle / (100.0 * pi)) != GUD_OK) fail_msg("%s", gud_sim_error(s));
    const double flow = lib_value(s, "joints/j/feed_flow");
    *film = lib_value(s, "joints/j/film_min");
    gud_sim_free(s);
    gud_model_free(m);
    return flow;
}

// A hole in the journal, 60 degrees and 5 mm off, as it rotates over the bore: on a grid of the closed form, on that of
// two surfaces, and on a grid that goes with the journal, where the hole rests. They differ by what the grids do.
static void test_drilled_journal(void **state)
{
    (void)state;
    for (int quarter = 1; quarter <= 2; quarter++) {
        double film[3];
        const double angle = 0.5 * pi * quarter + 0.1;
        const double pin = flow_of("radius: 20.02 mm, clearance: 20 um, width: 40 mm",
                                   "on: journal, angle: 60 deg, z: 5 mm", angle, &film[0]);
        const double moving =
            flow_of("surfaces: [bore, pin], reference: first", "on: journal, at: [20.9649 mm, 5 mm]", angle, &film[1]);
        const double resting =
            flow_of("surfaces: [bore, pin], reference: second", "on: journal, at: [20.9440 mm, 5 mm]", angle, &film[2]);
        print_message("flow %g %g %g ml/s, film %g %g %g um\n", 1e6 * pin, 1e6 * moving, 1e6 * resting, 1e6 * film[0],
                      1e6 * film[1], 1e6 * film[2]);
        assert_close(moving, pin, 0.02, 0.0);
        assert_close(moving, resting, 0.02, 0.0);
        assert_close(film[1], film[0], 5e-3, 0.0);
        assert_close(film[1], film[2], 5e-3, 0.0);
    }
}

// A port in the liner, below the skirt: it feeds nothing until the piston has come down over it.
static void test_port_of_liner(void **state)
{
    (void)state;
    static const char text[] =
        "gudgeon: 1\nspace: spatial\nbodies:\n  piston: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3], velocity: [0, 0, "
        "-5]}\nsurfaces:\n  liner: {shape: cylinder, radius: 40.03 mm, length: 200 mm}\n"
        "  skirt: {shape: barrel, radius: 40 mm, crown: 20 um, length: 40 mm}\n"
        "joints:\n  j: {type: cylindrical, between: [ground, piston], model: reynolds, surfaces: [liner, skirt], "
        "reference: second,\n    film: {viscosity: 4 mPa.s, ambient: 1 bar, grid: [48, 12]}}\n"
        "feeds:\n  port: {joint: j, on: bearing, at: [20 mm, -30 mm], diameter: 6 mm, pressure: 5 bar}\n"
        "simulate: {until: 6 ms, tolerance: 1e-4}\n";
    gud_model *m = lib_model(text);
    gud_sim *s = lib_started(m);
    assert_int_equal(gud_sim_advance(s, 1e-3), GUD_OK); // 5 mm: its rim is 2 mm away
    assert_near(lib_value(s, "joints/j/feed_flow"), 0.0, 1e-15);
    assert_int_equal(gud_sim_advance(s, 5e-3), GUD_OK);
    assert_true(lib_value(s, "joints/j/feed_flow") > 1e-9);
    assert_near(lib_value(s, "joints/j/film_pressure_max"), 5e5, 5e4);
    gud_sim_free(s);
    gud_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cone),
        cmocka_unit_test(test_drilled_journal),
        cmocka_unit_test(test_port_of_liner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
