// Model files from assemblies: they load and run, and their films are those of the same bearings written by hand.
#include "assembly_bench.h"

static const double x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0}, z_axis[3] = {0, 0, 1}, home[3] = {0, 0, 0};

// a ring in the plane across the axis
static void ring(rig *r, int part, double z, double up, double inner, double outer)
{
    enum { n = 64 };
    const double at[3] = {0, 0, z}, normal[3] = {0, 0, up};
    gud_face *f = rig_plane(r, part, at, normal, 2.0 * outer, 2.0 * outer);
    gud_face_loop *loops = r->loops + RIG_LOOPS * (f - r->faces);
    for (int l = 0; l < 2; l++) {
        double *points = GUD_TAKE(&r->arena, double, 2 * n);
        for (int i = 0; i < n; i++) {
            const double angle = 2.0 * pi * i / n * (l ? -1.0 : 1.0), radius = l ? inner : outer;
            points[2 * i] = radius * cos(angle), points[2 * i + 1] = radius * sin(angle);
        }
        loops[l] = (gud_face_loop){n, points};
    }
    f->nloop = 2;
    rig_measure(f);
}

static void build_shaft(rig *r, bool thrust)
{
    const int housing = rig_part(r, "housing", 0, 0, 0);
    rig_cylinder(r, housing, home, z_axis, 0.025025, -0.02, 0.02, true, 1);
    rig_hole(r, &r->faces[r->assembly.nface - 1], 0.5 * pi, 0.005, 0.002 / 0.025025, 0.002, 32);
    if (thrust) ring(r, housing, 0.02, 1, 0.025025, 0.032), ring(r, housing, -0.02, -1, 0.025025, 0.032);
    const int shaft = rig_part(r, "shaft", 0, 0, 0.001);
    rig_cylinder(r, shaft, home, z_axis, 0.025, -0.04, 0.04, false, 2);
    if (thrust) ring(r, shaft, 0.02005, -1, 0.025, 0.035), ring(r, shaft, -0.02005, 1, 0.025, 0.035);
}

static const char hand_shaft[] =
    "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
    "bodies:\n  shaft: {mass: 7.85 kg, inertia: [0.0130833333333, 0.0130833333333, 0.0130833333333], at: [0, 0, 1 "
    "mm]}\n"
    "frames:\n  journal: {body: shaft, at: [0, 0, -1 mm]}\n"
    "joints:\n  housing-shaft: {type: cylindrical, between: [ground, journal], model: mixed, radius: 25.025 mm,\n"
    "    clearance: 25 um, width: 40 mm, film: {oil: {viscosity: 10 mPa.s}, ambient: 1 bar, grid: [48, 4]}, friction: "
    "{coefficient: 0.1},\n"
    "    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}}\n"
    "feeds:\n  hole: {joint: housing-shaft, on: bearing, angle: 90 deg, z: 5 mm, diameter: 4 mm, pressure: 2 bar}\n"
    "drive:\n  shaft.angle: {rate: 1000 rpm}\n"
    "simulate: {until: 720 deg of shaft, tolerance: 1e-4}\n";

static void test_film_equals_hand_written(void **state)
{
    (void)state;
    bench *b = bench_start();
    build_shaft(&b->r, false);
    bench_write(b, "mixed", 0);
    assert_int_equal(b->mechanism.njoint, 1);
    compare_runs(gud_buffer_text(&b->model.text), hand_shaft, "housing-shaft", 0.01);
    bench_end(b);
}

// pin and thrust faces are a revolute joint, and its thrust faces have films
static void test_thrust_faces(void **state)
{
    (void)state;
    bench *b = bench_start();
    build_shaft(&b->r, true);
    bench_write(b, "mixed", 0);
    assert_int_equal(b->mechanism.njoint, 3);
    int revolute = 0, thrust = 0;
    for (int i = 0; i < 3; i++) {
        const gud_cad_joint *j = &b->mechanism.joints[i];
        revolute += j->type == GUD_CAD_REVOLUTE;
        thrust += j->type == GUD_CAD_FREE;
        if (j->type != GUD_CAD_REVOLUTE) continue;
        assert_near(j->play[0], 50e-6, 1e-12);
        assert_near(j->play[1], 50e-6, 1e-12);
    }
    assert_int_equal(revolute, 1);
    assert_int_equal(thrust, 2);
    gud_model *m = lib_model(gud_buffer_text(&b->model.text));
    gud_sim *s = lib_started(m);
    assert_int_equal(gud_sim_advance(s, 2e-3), GUD_OK);
    assert_near(lib_value(s, "joints/shaft-housing-thrust/film_min"), 50e-6, 0.5e-6); // the shaft tilts a little
    gud_sim_free(s);
    gud_model_free(m);
    bench_end(b);
}

static void build_ball(rig *r)
{
    const int housing = rig_part(r, "housing", 0, 0, 0);
    gud_face f = {
        .kind = GUD_FACE_SPHERE, .inward = 1, .radius = 0.02002, .u = {0, 2.0 * pi}, .v = {-0.5 * pi, pi / 6.0}};
    rig_frame(&f, home, z_axis);
    (void)rig_face(r, housing, f);
    r->faces[r->assembly.nface - 1].area = 2.0 * pi * 0.02002 * 0.02002 * 1.5;
    const int ball = rig_part(r, "ball", 0, 0, 0);
    f = (gud_face){.kind = GUD_FACE_SPHERE, .radius = 0.02, .u = {0, 2.0 * pi}, .v = {-0.5 * pi, 0.5 * pi}};
    rig_frame(&f, home, x_axis);
    (void)rig_face(r, ball, f);
}

static const char hand_ball[] =
    "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
    "bodies:\n  ball: {mass: 7.85 kg, inertia: [0.0130833333333, 0.0130833333333, 0.0130833333333]}\n"
    "joints:\n  housing-ball: {type: spherical, between: [ground, ball], model: mixed, radius: 20.02 mm, cup: [60 deg, "
    "180 deg],\n"
    "    clearance: 20 um, film: {oil: {viscosity: 10 mPa.s}, ambient: 1 bar, grid: [48, 16]}, friction: {coefficient: "
    "0.1},\n"
    "    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}}\n"
    "simulate: {until: 20 ms, tolerance: 1e-4}\n";

static void test_socket_equals_hand_written(void **state)
{
    (void)state;
    bench *b = bench_start();
    build_ball(&b->r);
    bench_write(b, "mixed", GUD_BODY_NONE);
    compare_runs(gud_buffer_text(&b->model.text), hand_ball, "housing-ball", 1e-3);
    bench_end(b);
}

static void wall(rig *r, int part, double y, double x, double ny, double nx, double length, double breadth)
{
    const double at[3] = {x, y, 0}, normal[3] = {nx, ny, 0};
    gud_face *f = rig_plane(r, part, at, normal, length, breadth); // z is the first direction of planes that contain it
    (void)f;
}

static const char hand_block[] =
    "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
    "bodies:\n  slider: {mass: 7.85 kg, inertia: [0.0130833333333, 0.0130833333333, 0.0130833333333]}\n"
    "joints:\n  frame-slider: {type: prismatic, between: [ground, slider], model: mixed, size: [40 mm, 30 mm, 20 mm],\n"
    "    clearance: 20 um, film: {oil: {viscosity: 10 mPa.s}, ambient: 1 bar, grid: [48, 4]}, friction: {coefficient: "
    "0.1},\n"
    "    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}}\n"
    "simulate: {until: 20 ms, tolerance: 1e-4}\n";

static void test_block_equals_hand_written(void **state)
{
    (void)state;
    bench *b = bench_start();
    const int frame = rig_part(&b->r, "frame", 0, 0, 0);
    wall(&b->r, frame, 0.01502, 0, -1, 0, 0.2, 0.02004);
    wall(&b->r, frame, -0.01502, 0, 1, 0, 0.2, 0.02004);
    wall(&b->r, frame, 0, 0.01002, 0, -1, 0.2, 0.03004);
    wall(&b->r, frame, 0, -0.01002, 0, 1, 0.2, 0.03004);
    const int slider = rig_part(&b->r, "slider", 0, 0, 0);
    wall(&b->r, slider, 0.015, 0, 1, 0, 0.04, 0.02);
    wall(&b->r, slider, -0.015, 0, -1, 0, 0.04, 0.02);
    wall(&b->r, slider, 0, 0.01, 0, 1, 0.04, 0.03);
    wall(&b->r, slider, 0, -0.01, 0, -1, 0.04, 0.03);
    bench_write(b, "mixed", GUD_BODY_NONE);
    assert_int_equal(b->mechanism.njoint, 1);
    assert_int_equal(b->mechanism.joints[0].type, GUD_CAD_PRISMATIC);
    compare_runs(gud_buffer_text(&b->model.text), hand_block, "frame-slider", 1e-3);
    bench_end(b);
}

// every fidelity level loads, whatever the fits are
static void test_levels_load(void **state)
{
    (void)state;
    static const char *const levels[] = {"ideal", "dry", "reynolds", "mixed"};
    for (int i = 0; i < GUD_COUNT(levels); i++)
        for (int which = 0; which < 2; which++) {
            bench *b = bench_start();
            if (which)
                build_ball(&b->r);
            else
                build_shaft(&b->r, true);
            bench_write(b, levels[i], which ? GUD_BODY_NONE : 0);
            gud_model *m = lib_model(gud_buffer_text(&b->model.text));
            gud_sim *s = lib_started(m);
            if (gud_sim_advance(s, 1e-4) != GUD_OK) fail_msg("%s", gud_sim_error(s));
            gud_sim_free(s);
            gud_model_free(m);
            bench_end(b);
        }
}

// pressed parts are one body, loose ones are left out, a nameless assembly stands on its heaviest part
static void test_bodies(void **state)
{
    (void)state;
    bench *b = bench_start();
    const int big = rig_part(&b->r, "wheel", 0, 0, 0);
    b->r.parts[big].volume = 2e-3;
    rig_cylinder(&b->r, big, home, z_axis, 0.02, -0.02, 0.02, true, 1);
    const int bush = rig_part(&b->r, "bush", 0.01, 0, 0);
    rig_cylinder(&b->r, bush, home, z_axis, 0.02, -0.02, 0.02, false, 1);
    rig_cylinder(&b->r, bush, home, z_axis, 0.01001, -0.02, 0.02, true, 1);
    const int pin = rig_part(&b->r, "pin", 0, 0, 0);
    rig_cylinder(&b->r, pin, home, z_axis, 0.01, -0.03, 0.03, false, 1);
    rig_cylinder(&b->r, pin, home, z_axis, 0.006, -0.05, -0.03, false, 1);
    const int cap = rig_part(&b->r, "cap", -0.03, 0, 0);
    rig_cylinder(&b->r, cap, home, z_axis, 0.006, -0.05, -0.03, true, 1);
    (void)rig_part(&b->r, "loose", 1, 1, 1);
    rig_plane(&b->r, 4, (double[3]){1, 1, 1}, y_axis, 0.01, 0.01);
    bench_write(b, "ideal", 0);
    assert_int_equal(b->mechanism.nbody, 1);
    assert_int_equal(b->mechanism.body_of[big], GUD_BODY_GROUND);
    assert_int_equal(b->mechanism.body_of[bush], GUD_BODY_GROUND);
    assert_int_equal(b->mechanism.body_of[pin], 0);
    assert_int_equal(b->mechanism.body_of[cap], 0);
    assert_int_equal(b->mechanism.body_of[4], GUD_BODY_NONE);
    const gud_cad_body *body = &b->mechanism.bodies[0];
    assert_near(body->mass, 2.0 * 7.85, 1e-12);
    assert_near(body->centre[0], -0.015, 1e-15);
    // two cubes 30 mm apart
    const double own = 7850.0 * 1e-3 * 0.01 / 6.0;
    assert_near(body->inertia[0], 2.0 * own, 1e-12);
    assert_near(body->inertia[1], 2.0 * (own + 7.85 * 0.015 * 0.015), 1e-12);
    bench_end(b);
}

// each of two bodies holds a pin of the other one: two joints, whose frames have names of their own
static void test_pins_both_ways(void **state)
{
    (void)state;
    const double beside[3] = {0.1, 0, 0};
    bench *b = bench_start();
    const int frame = rig_part(&b->r, "frame", 0, 0, 0), lever = rig_part(&b->r, "lever", 0, 0, 0);
    rig_cylinder(&b->r, frame, home, z_axis, 0.01001, -0.02, 0.02, true, 1);
    rig_cylinder(&b->r, lever, home, z_axis, 0.01, -0.02, 0.02, false, 1);
    rig_cylinder(&b->r, lever, beside, z_axis, 0.00801, -0.02, 0.02, true, 1);
    rig_cylinder(&b->r, frame, beside, z_axis, 0.008, -0.02, 0.02, false, 1);
    bench_write(b, "dry", GUD_BODY_NONE);
    assert_int_equal(b->mechanism.njoint, 2);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            assert_string_not_equal(b->mechanism.joints[0].first[i], b->mechanism.joints[1].first[k]);
    gud_model_free(lib_model(gud_buffer_text(&b->model.text)));
    bench_end(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins_both_ways),
        cmocka_unit_test(test_film_equals_hand_written),
        cmocka_unit_test(test_thrust_faces),
        cmocka_unit_test(test_socket_equals_hand_written),
        cmocka_unit_test(test_block_equals_hand_written),
        cmocka_unit_test(test_levels_load),
        cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
