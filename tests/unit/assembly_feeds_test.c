// Openings of cones, tori and barrels in written models: films are those of the same feeds and trims written by hand.
#include "assembly_bench.h"

static const double z_axis[3] = {0, 0, 1}, x_axis[3] = {1, 0, 0}, home[3] = {0, 0, 0};

static const char head[] = "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n";
static const char walls[] =
    "film: {oil: {viscosity: 10 mPa.s}, ambient: 1 bar, grid: [48, 8]}, friction: {coefficient: 0.1},\n"
    "    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}}\n";

// ---- a plug in a tapered seat, slope 1 in 10, 20 um apart along the axis' normal

static const double seat_radius = 0.01202, plug_radius = 0.012;

static gud_face *cone(rig *r, int part, double radius, double half, bool inward, double from, double to)
{
    gud_face f = {.kind = GUD_FACE_CONE,
                  .inward = inward,
                  .radius = radius,
                  .angle = atan(0.1),
                  .u = {from, to},
                  .v = {-half, half}};
    rig_frame(&f, home, z_axis);
    return rig_face(r, part, f);
}

static gud_face *taper(rig *r, double to)
{
    gud_face *seat = cone(r, rig_part(r, "seat", 0, 0, 0), seat_radius, 0.015, true, 0.0, to);
    (void)cone(r, rig_part(r, "plug", 0, 0, 0), plug_radius, 0.02, false, 0.0, 2.0 * pi);
    return seat;
}

static const char seat_walls[] = "radius_low: 10.52 mm, radius_high: 13.52 mm";

// `seat`: its radii; `more` of its keys, with a comma before them
static void hand_taper(char *text, size_t size, const char *seat, const char *more, const char *feeds)
{
    (void)snprintf(text, size,
                   "%sbodies:\n  plug: {mass: 7.85 kg, inertia: [0.0130833333333, 0.0130833333333, 0.0130833333333]}\n"
                   "surfaces:\n"
                   "  outer: {shape: cone, %s, length: 30 mm%s}\n"
                   "  inner: {shape: cone, radius_low: 10 mm, radius_high: 14 mm, length: 40 mm}\n"
                   "joints:\n  seat-plug: {type: revolute, between: [ground, plug], model: mixed, surfaces: [outer, "
                   "inner], reference: first,\n    %s%ssimulate: {until: 20 ms, tolerance: 1e-4}\n",
                   head, seat, more, walls, feeds);
}

// The outline of a triangle lies over the seam. By hand the seat is turned by a quarter, so that the triangle does not
// touch its seam.
static void test_triangle_trims(void **state)
{
    (void)state;
    static const double corner[3][2] = {{-0.3, -0.004}, {0.0, 0.006}, {0.5, -0.003}};
    bench *b = bench_start();
    gud_face *seat = taper(&b->r, 2.0 * pi);
    double *points = GUD_TAKE(&b->r.arena, double, 6);
    for (int i = 0; i < 6; i++) points[i] = corner[i / 2][i % 2]; // clockwise
    // the seam of the face is elsewhere: it begins at -2
    double *outer = GUD_TAKE(&b->r.arena, double, 8);
    const double rectangle[8] = {-2, -0.015, 2.0 * pi - 2, -0.015, 2.0 * pi - 2, 0.015, -2, 0.015};
    memcpy(outer, rectangle, sizeof rectangle);
    gud_face_loop *loops = b->r.loops;
    loops[0] = (gud_face_loop){4, outer};
    loops[1] = (gud_face_loop){3, points};
    seat->u[0] = -2.0, seat->u[1] = 2.0 * pi - 2.0;
    seat->nloop = 2;
    rig_measure(seat);
    bench_write(b, "mixed", GUD_BODY_NONE);
    assert_null(strstr(gud_buffer_text(&b->model.text), "feeds:"));
    char trim[400], text[3000];
    int n = snprintf(trim, sizeof trim, ", rotation: [0, 0, -90 deg], trim: {points: [0, 0, 1, 0, 1, 1, 0, 1");
    for (int i = 0; i < 3; i++) {
        // the parameter of a quarter arc with weights 1, 1/sqrt 2, 1 by bisection
        const double angle = corner[i][0] + 0.5 * pi, within = angle - 0.5 * pi * floor(angle / (0.5 * pi));
        double low = 0.0, high = 1.0;
        for (int k = 0; k < 60; k++) {
            const double t = 0.5 * (low + high), mixed = sqrt(2.0) * t * (1.0 - t);
            *(atan2(mixed + t * t, (1.0 - t) * (1.0 - t) + mixed) < within ? &low : &high) = t;
        }
        n += snprintf(trim + n, sizeof trim - (size_t)n, ", %.12g, %.12g", 0.25 * (floor(angle / (0.5 * pi)) + low),
                      (corner[i][1] + 0.015) / 0.03);
    }
    (void)snprintf(trim + n, sizeof trim - (size_t)n, "], loops: [4, 3]}");
    hand_taper(text, sizeof text, seat_walls, trim, "");
    compare_runs(gud_buffer_text(&b->model.text), text, "seat-plug", 1e-3);
    bench_end(b);
}

// A slot over the whole length of the seat: its faces reach over 330 degrees only. A rectangular pocket beside it.
static void test_slot_and_pocket(void **state)
{
    (void)state;
    bench *b = bench_start();
    char feeds[600], text[3000];
    gud_face *seat = taper(&b->r, 11.0 / 6.0 * pi);
    rig_hole(&b->r, seat, 2.0, 0.004, 0.2, 0.003, 4);
    bench_write(b, "mixed", GUD_BODY_NONE);
    const double slope = sqrt(1.01);
    (void)snprintf(feeds, sizeof feeds,
                   "feeds:\n  slot: {joint: seat-plug, at: [%.9f mm, 0], length: %.9f mm, pressure: 2 bar}\n"
                   "  pocket: {joint: seat-plug, at: [24.04 mm, %.9f mm], length: %.9f mm, width: %.9f mm, pressure: 2 "
                   "bar}\n",
                   12.02 * 23.0 / 12.0 * pi, 12.02 * pi / 6.0, 4.0 * slope, 12.42 * 0.4, 6.0 * slope);
    hand_taper(text, sizeof text, seat_walls, "", feeds);
    compare_runs(gud_buffer_text(&b->model.text), text, "seat-plug", 1e-3);
    bench_end(b);
}

// a groove around the seat, from 3 to 6 mm above the middle of its length
static void test_ring_groove_of_cone(void **state)
{
    (void)state;
    bench *b = bench_start();
    char feeds[200], text[3000];
    const int seat = rig_part(&b->r, "seat", 0, 0, 0);
    for (int k = 0; k < 2; k++) {
        gud_face f = {.kind = GUD_FACE_CONE,
                      .inward = true,
                      .radius = seat_radius,
                      .angle = atan(0.1),
                      .u = {0.0, 2.0 * pi},
                      .v = {k ? 0.006 : -0.015, k ? 0.015 : 0.003}};
        rig_frame(&f, home, z_axis);
        (void)rig_face(&b->r, seat, f);
    }
    (void)cone(&b->r, rig_part(&b->r, "plug", 0, 0, 0), plug_radius, 0.02, false, 0.0, 2.0 * pi);
    bench_write(b, "mixed", GUD_BODY_NONE);
    assert_int_equal(b->r.fits.n, 1);
    (void)snprintf(feeds, sizeof feeds,
                   "feeds:\n  ring: {joint: seat-plug, at: [0, %.12f mm], width: %.12f mm, pressure: 2 bar}\n",
                   4.5 * sqrt(1.01), 3.0 * sqrt(1.01));
    hand_taper(text, sizeof text, seat_walls, "", feeds);
    compare_runs(gud_buffer_text(&b->model.text), text, "seat-plug", 1e-3);
    bench_end(b);
}

// a hole smaller than a cell, on a grid that begins at the other end of the cone and goes around the other way
static void test_direction_of_grid(void **state)
{
    (void)state;
    char text[2][3000], feeds[200];
    hand_taper(text[0], sizeof text[0], seat_walls, "",
               "feeds:\n  hole: {joint: seat-plug, at: [10 mm, 4 mm], diameter: 1 mm, pressure: 20 bar}\n");
    (void)snprintf(feeds, sizeof feeds,
                   "feeds:\n  hole: {joint: seat-plug, at: [%.12f mm, -4 mm], diameter: 1 mm, pressure: 20 bar}\n",
                   24.04 * pi - 10.0);
    hand_taper(text[1], sizeof text[1], "radius_low: 13.52 mm, radius_high: 10.52 mm", ", rotation: [180 deg, 0, 0]",
               feeds);
    double flow[2];
    for (int k = 0; k < 2; k++) {
        gud_model *m = lib_model(text[k]);
        gud_sim *s = lib_started(m);
        if (gud_sim_advance(s, 1e-4) != GUD_OK) fail_msg("%s", gud_sim_error(s));
        flow[k] = lib_value(s, "joints/seat-plug/feed_flow");
        gud_sim_free(s);
        gud_model_free(m);
    }
    assert_true(flow[0] > 0.0);
    assert_close(flow[0], flow[1], 1e-7, 0.0);
}

// ---- a piston whose skirt is an arc, in a liner

// crown of 30 um over 60 mm: tube - ring = 39.96 mm
static const double arc = (0.03 * 0.03 + 3e-5 * 3e-5) / 6e-5;

static gud_face *skirt(rig *r, int part, double low, double high)
{
    gud_face f = {.kind = GUD_FACE_TORUS,
                  .radius = 0.03996 - arc,
                  .tube = arc,
                  .u = {0, 2.0 * pi},
                  .v = {asin(low / arc), asin(high / arc)}};
    rig_frame(&f, home, z_axis);
    return rig_face(r, part, f);
}

static void hand_piston(char *text, size_t size, const char *feeds)
{
    (void)snprintf(text, size,
                   "%sbodies:\n  piston: {mass: 7.85 kg, inertia: [0.0130833333333, 0.0130833333333, "
                   "0.0130833333333]}\n"
                   "surfaces:\n  outer: {shape: cylinder, radius: 40 mm, length: 200 mm}\n"
                   "  inner: {shape: barrel, radius: 39.96 mm, crown: 30 um, length: 60 mm}\n"
                   "joints:\n  liner-piston: {type: cylindrical, between: [ground, piston], model: mixed, surfaces: "
                   "[outer, inner], reference: second,\n    %s%ssimulate: {until: 20 ms, tolerance: 1e-4}\n",
                   head, walls, feeds);
}

// a ring groove 10 to 14 mm above the middle, and an oil hole below it
static void test_ring_groove(void **state)
{
    (void)state;
    bench *b = bench_start();
    rig_cylinder(&b->r, rig_part(&b->r, "liner", 0, 0, 0), home, z_axis, 0.04, -0.1, 0.1, true, 1);
    const int piston = rig_part(&b->r, "piston", 0, 0, 0);
    gud_face *low = skirt(&b->r, piston, -0.03, 0.01);
    rig_hole(&b->r, low, 1.0, -0.01 / arc, 0.0015 / 0.03996, 0.0015 / arc, 64);
    (void)skirt(&b->r, piston, 0.014, 0.03);
    bench_write(b, "mixed", GUD_BODY_NONE);
    char feeds[500], text[3000];
    const double ends[2] = {arc * asin(0.01 / arc), arc * asin(0.014 / arc)};
    (void)snprintf(feeds, sizeof feeds,
                   "feeds:\n  ring: {joint: liner-piston, at: [0, %.12f], width: %.12f, pressure: 2 bar}\n"
                   "  hole: {joint: liner-piston, at: [39.96 mm, -10 mm], diameter: 3 mm, pressure: 2 bar}\n",
                   0.5 * (ends[0] + ends[1]), ends[1] - ends[0]);
    hand_piston(text, sizeof text, feeds);
    compare_runs(gud_buffer_text(&b->model.text), text, "liner-piston", 1e-3);
    bench_end(b);
}

// A bore of 20 mm along x through the skirt, in which something is or not.
static void bore_piston(bench *b, double guest)
{
    rig_cylinder(&b->r, rig_part(&b->r, "liner", 0, 0, 0), home, z_axis, 0.04, -0.1, 0.1, true, 1);
    const int piston = rig_part(&b->r, "piston", 0, 0, 0);
    gud_face *f = skirt(&b->r, piston, -0.03, 0.03);
    enum { n = 64 };
    double *points = GUD_TAKE(&b->r.arena, double, 2 * n);
    for (int i = 0; i < n; i++) { // where the bore meets the skirt around the angle 0: y and z are given
        const double y = 0.01 * cos(2.0 * pi * i / n), z = -0.01 * sin(2.0 * pi * i / n);
        points[2 * i + 1] = asin(z / arc);
        points[2 * i] = pi + asin(y / (0.03996 - arc + sqrt(arc * arc - z * z)));
    }
    gud_face_loop *loops = b->r.loops + RIG_LOOPS * (f - b->r.faces);
    loops[f->nloop++] = (gud_face_loop){n, points};
    rig_measure(f);
    rig_cylinder(&b->r, piston, home, x_axis, 0.01, -0.039, 0.0, true, 1);
    if (guest > 0.0) rig_cylinder(&b->r, rig_part(&b->r, "pin", 0, 0, 0), home, x_axis, guest, -0.03, -0.001, false, 1);
}

static void test_guest_of_a_bore(void **state)
{
    (void)state;
    static const struct {
        double guest;
        const char *source;
    } cases[] = {{0.0, "pressure: = supply\n"},
                 {0.00999, "pressure: 1 bar   # ambient: pin is in it\n"},
                 {0.01, "restrictor: closed   # pin is pressed in\n"}};
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        bench *b = bench_start();
        bore_piston(b, cases[i].guest);
        bench_write(b, "mixed", GUD_BODY_NONE);
        const char *text = gud_buffer_text(&b->model.text), *feeds = strstr(text, "feeds:");
        assert_non_null(feeds);
        // half of the turn: pi times 39.96 mm; the diameter is that of the bore
        assert_non_null(strstr(feeds, "at: [125.538"));
        assert_non_null(strstr(feeds, "diameter: 20 mm"));
        assert_non_null(strstr(feeds, cases[i].source));
        gud_model *m = lib_model(text);
        gud_sim *s = lib_started(m);
        if (gud_sim_advance(s, 1e-4) != GUD_OK) fail_msg("%s", gud_sim_error(s));
        gud_sim_free(s);
        gud_model_free(m);
        bench_end(b);
    }
}

// Two ports in the liner move over the grid, which is on the piston; one of them is below the skirt as drawn.
static void test_ports_of_liner(void **state)
{
    (void)state;
    bench *b = bench_start();
    rig_cylinder(&b->r, rig_part(&b->r, "liner", 0, 0, 0), home, z_axis, 0.04, -0.1, 0.1, true, 1);
    rig_hole(&b->r, &b->r.faces[0], 2.0, 0.01, 0.06, 0.002, 64);
    rig_hole(&b->r, &b->r.faces[0], 5.0, -0.05, 0.06, 0.002, 64);
    (void)skirt(&b->r, rig_part(&b->r, "piston", 0, 0, 0), -0.03, 0.03);
    bench_write(b, "mixed", GUD_BODY_NONE);
    // on the arc below a point of the liner; lengths around are those at the place, or at the end of the skirt
    char feeds[600], text[3000];
    static const double z[2] = {0.01, -0.05}, end[2] = {0.01, 0.03};
    double y[2], width[2], length[2];
    for (int k = 0; k < 2; k++) {
        y[k] = 0.5 * arc * (atan2(z[k] + 0.002, arc + 4e-5) + atan2(z[k] - 0.002, arc + 4e-5));
        width[k] = arc * (atan2(z[k] + 0.002, arc + 4e-5) - atan2(z[k] - 0.002, arc + 4e-5));
        length[k] = 0.12 * (0.03996 - arc + sqrt(arc * arc - end[k] * end[k]));
    }
    (void)snprintf(feeds, sizeof feeds,
                   "feeds:\n  near: {joint: liner-piston, on: bearing, at: [79.92 mm, %.12f], length: %.12f, "
                   "width: %.12f, shape: hole, pressure: 2 bar}\n"
                   "  far: {joint: liner-piston, on: bearing, at: [199.8 mm, %.12f], length: %.12f, width: %.12f, "
                   "shape: hole, pressure: 2 bar}\n",
                   y[0], length[0], width[0], y[1], length[1], width[1]);
    hand_piston(text, sizeof text, feeds);
    compare_runs(gud_buffer_text(&b->model.text), text, "liner-piston", 1e-3);
    bench_end(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangle_trims),      cmocka_unit_test(test_slot_and_pocket),
        cmocka_unit_test(test_ring_groove_of_cone), cmocka_unit_test(test_direction_of_grid),
        cmocka_unit_test(test_ring_groove),         cmocka_unit_test(test_guest_of_a_bore),
        cmocka_unit_test(test_ports_of_liner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
