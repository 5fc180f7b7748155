// Features and fits of assemblies with known radii and clearances: closed forms, nets, halves, what is no bearing.
#include "assembly_rig.h"

#include "assembly/recognise.h"
#include "num/rot.h"

static const double x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1}, home[3] = {0, 0, 0};

static int count_joints(const rig *r)
{
    int n = 0;
    for (int i = 0; i < r->fits.n; i++) n += r->fits.list[i].verdict == GUD_FIT_JOINT;
    return n;
}

static void test_pin_in_halves(void **state)
{
    (void)state;
    const double off[3] = {3e-6, 4e-6, 0.0}, oblique[3] = {1.0, 2.0, 3.0};
    rig r;
    rig_start(&r);
    const int rod = rig_part(&r, "rod", 0, 0, 0), pin = rig_part(&r, "pin", 0, 0, 0);
    rig_cylinder(&r, rod, home, oblique, 0.0100152, -0.01, 0.012, true, 4);
    rig_cylinder(&r, pin, off, oblique, 0.01, -0.03, 0.03, false, 2);
    rig_find(&r);
    assert_int_equal(r.features.n, 2);
    assert_near(r.features.list[0].arc, 2.0 * pi, 1e-12);
    assert_int_equal(r.fits.n, 1);
    const gud_fit *f = &r.fits.list[0];
    double along[3];
    v3_scale(along, 1.0 / v3_norm(oblique), oblique);
    assert_int_equal(f->kind, GUD_FIT_PIN);
    assert_int_equal(f->verdict, GUD_FIT_JOINT);
    assert_near(f->radius, 0.0100152, 1e-15);
    assert_near(f->clearance, 15.2e-6, 1e-14);
    assert_near(f->width, 0.022, 1e-14);
    assert_near(v3_dot(f->middle, along), 0.001, 1e-12);
    assert_near(v3_norm(f->offset), sqrt(25e-12 - pow(v3_dot(off, along), 2.0)), 1e-14);
    rig_end(&r);
}

// nets of every closed form are recognised, wherever they are
static void test_nets_are_recognised(void **state)
{
    (void)state;
    const double at[3] = {0.2, -0.1, 0.3}, turn[3] = {0.6, 0.0, 0.8};
    double R[9];
    gud_error error;
    gud_nurbs net[6];
    rig r;
    rig_start(&r);
    gud_rot_about(turn, 0.7, R);
    assert_int_equal(gud_nurbs_cylinder(0.02, -0.01, 0.03, &r.arena, &error, &net[0]), GUD_OK);
    assert_int_equal(gud_nurbs_cone(0.01, 0.02, 0.0, 0.05, &r.arena, &error, &net[1]), GUD_OK);
    assert_int_equal(gud_nurbs_zone(0.015, -1.2, 0.4, &r.arena, &error, &net[2]), GUD_OK);
    assert_int_equal(gud_nurbs_torus(0.03, 0.008, &r.arena, &error, &net[3]), GUD_OK);
    assert_int_equal(gud_nurbs_plane(0.02, 0.03, 4, 4, (double[16]){0}, &r.arena, &error, &net[4]), GUD_OK);
    assert_int_equal(gud_nurbs_barrel(0.04, 30e-6, 0.045, &r.arena, &error, &net[5]), GUD_OK);
    static const gud_face_kind kinds[6] = {GUD_FACE_CYLINDER, GUD_FACE_CONE,  GUD_FACE_SPHERE,
                                           GUD_FACE_TORUS,    GUD_FACE_PLANE, GUD_FACE_TORUS};
    static const double radii[6] = {0.02, 0.0, 0.015, 0.03, 0.0, 0.0};
    for (int i = 0; i < 6; i++) {
        gud_face closed;
        double d[3], axis[3];
        rig_net(&r, 0, &net[i], R, at, i == 2);
        assert_true(gud_face_recognise(&r.faces[i], &r.arena, &closed));
        assert_int_equal(closed.kind, kinds[i]);
        if (radii[i] > 0.0) assert_close(closed.radius, radii[i], 1e-9, 0.0);
        assert_int_equal(closed.inward, i == 2);
        m3_column(axis, R, 2);
        v3_cross(d, axis, closed.axis);
        if (kinds[i] != GUD_FACE_SPHERE) assert_near(v3_norm(d), 0.0, 1e-8);
        if (i == 1) assert_near(closed.angle, atan(0.2), 1e-9);
        if (i == 5) assert_close(closed.radius + closed.tube, 0.04, 1e-8, 0.0);
        if (i == 0) assert_near(closed.u[1] - closed.u[0], 2.0 * pi, 1e-9);
    }
    rig_end(&r);
}

static void test_wavy_net_stays_a_net(void **state)
{
    (void)state;
    double heights[64];
    const double I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    gud_error error;
    gud_nurbs net;
    gud_face closed;
    rig r;
    rig_start(&r);
    for (int i = 0; i < 64; i++) heights[i] = 1e-6 * sin(i);
    assert_int_equal(gud_nurbs_plane(0.02, 0.03, 8, 8, heights, &r.arena, &error, &net), GUD_OK);
    rig_net(&r, 0, &net, I, home, false);
    assert_false(gud_face_recognise(&r.faces[0], &r.arena, &closed));
    rig_end(&r);
}

static gud_face sphere_face(double radius, double low, bool inward, const double at[3])
{
    gud_face f = {
        .kind = GUD_FACE_SPHERE, .inward = inward, .radius = radius, .u = {0, 2.0 * pi}, .v = {low, 0.5 * pi}};
    rig_frame(&f, at, z_axis);
    return f;
}

static void test_ball_and_cone(void **state)
{
    (void)state;
    const double off[3] = {0.0, 0.0, 5e-6}, far[3] = {0.2, 0, 0};
    rig r;
    rig_start(&r);
    const int cup = rig_part(&r, "housing", 0, 0, 0);
    (void)rig_face(&r, cup, sphere_face(0.01502, -0.3, true, home));
    gud_face cone = {
        .kind = GUD_FACE_CONE, .inward = 1, .radius = 0.01, .angle = 0.1, .u = {0, 2 * pi}, .v = {0, 0.03}};
    rig_frame(&cone, far, x_axis);
    cone.radius += 20e-6 / cos(0.1);
    (void)rig_face(&r, cup, cone);
    const int stud = rig_part(&r, "stud", 0, 0, 0);
    (void)rig_face(&r, stud, sphere_face(0.015, -1.4, false, off));
    cone.radius -= 20e-6 / cos(0.1);
    cone.inward = 0;
    (void)rig_face(&r, stud, cone);
    rig_find(&r);
    assert_int_equal(count_joints(&r), 2);
    for (int i = 0; i < 2; i++) {
        const gud_fit *f = &r.fits.list[i];
        assert_true(f->kind == GUD_FIT_BALL || f->kind == GUD_FIT_CONE);
        assert_near(f->clearance, 20e-6, 1e-14);
        if (f->kind == GUD_FIT_BALL)
            assert_near(v3_norm(f->offset), 5e-6, 1e-15);
        else
            assert_near(f->width, 0.03, 1e-12);
    }
    rig_end(&r);
}

// a press fit, a thread drawn as cylinders, fillets, a loose bolt, a part in between
static void test_what_is_no_bearing(void **state)
{
    (void)state;
    const double at[5][3] = {{0, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}, {0.3, 0, 0}, {0.4, 0, 0}};
    rig r;
    rig_start(&r);
    const int block = rig_part(&r, "block", 0, 0, 0);
    rig_cylinder(&r, block, at[0], z_axis, 0.01, 0, 0.02, true, 1);
    rig_cylinder(&r, block, at[1], z_axis, 0.00425, 0, 0.02, true, 2);
    rig_cylinder(&r, block, at[3], z_axis, 0.0045, 0, 0.02, true, 1);
    rig_cylinder(&r, block, at[4], z_axis, 0.0102, 0, 0.02, true, 1);
    gud_face fillet = {.kind = GUD_FACE_CYLINDER, .inward = 1, .radius = 3.01e-3, .u = {0, 0.5 * pi}, .v = {0, 0.02}};
    rig_frame(&fillet, at[2], z_axis);
    (void)rig_face(&r, block, fillet);
    const int liner = rig_part(&r, "liner", 0, 0, 0);
    rig_cylinder(&r, liner, at[0], z_axis, 0.01, 0, 0.02, false, 1);
    const int bolt = rig_part(&r, "bolt", 0, 0, 0);
    rig_cylinder(&r, bolt, at[1], z_axis, 0.005, 0, 0.02, false, 1);
    const int block2 = rig_part(&r, "tongue", 0, 0, 0);
    fillet.radius = 3e-3, fillet.inward = 0;
    (void)rig_face(&r, block2, fillet);
    const int loose = rig_part(&r, "screw", 0, 0, 0);
    rig_cylinder(&r, loose, at[3], z_axis, 0.0044, 0, 0.02, false, 1);
    const int sleeve = rig_part(&r, "sleeve", 0, 0, 0);
    rig_cylinder(&r, sleeve, at[4], z_axis, 0.01015, 0, 0.02, false, 1);
    rig_cylinder(&r, sleeve, at[4], z_axis, 0.01005, 0, 0.02, true, 1);
    const int shaft = rig_part(&r, "shaft", 0, 0, 0);
    rig_cylinder(&r, shaft, at[4], z_axis, 0.010, 0, 0.02, false, 1);
    rig_find(&r);
    int press = 0, ambiguous = 0;
    for (int i = 0; i < r.fits.n; i++) {
        press += r.fits.list[i].verdict == GUD_FIT_PRESS;
        ambiguous += r.fits.list[i].verdict == GUD_FIT_AMBIGUOUS;
    }
    assert_int_equal(press, 2);
    assert_int_equal(ambiguous, 1);
    assert_int_equal(count_joints(&r), 2); // sleeve in block, shaft in sleeve; not shaft in block
    for (int i = 0; i < 2; i++) assert_near(r.fits.list[i].clearance, 50e-6, 1e-14);
    rig_end(&r);
}

// planes close to each other are a pad on its plate, but not if the parts touch elsewhere
static void test_planes_of_resting_parts(void **state)
{
    (void)state;
    const double down[3] = {0, 0, -1}, above[3] = {0, 0, 5e-6}, beside[3] = {0.1, 0, 0};
    for (int rests = 0; rests < 2; rests++) {
        rig r;
        rig_start(&r);
        const int plate = rig_part(&r, "base", 0, 0, 0), pad = rig_part(&r, "pad", 0, 0, 0);
        rig_plane(&r, plate, home, z_axis, 0.04, 0.04);
        rig_plane(&r, pad, above, down, 0.02, 0.02);
        rig_plane(&r, plate, beside, z_axis, 0.02, 0.02);
        if (rests) rig_plane(&r, pad, beside, down, 0.01, 0.01);
        rig_find(&r);
        assert_int_equal(r.fits.n, 1 + rests);
        assert_int_equal(count_joints(&r), !rests);
        rig_end(&r);
    }
}

// two lands of a bore with a groove between are one bearing; two bosses without one are two
static void test_groove_joins_lands(void **state)
{
    (void)state;
    rig r;
    rig_start(&r);
    const int bush = rig_part(&r, "bush", 0, 0, 0);
    rig_cylinder(&r, bush, home, z_axis, 0.025025, -0.02, -0.002, true, 2);
    rig_cylinder(&r, bush, home, z_axis, 0.026, -0.002, 0.002, true, 2);
    rig_cylinder(&r, bush, home, z_axis, 0.025025, 0.002, 0.02, true, 2);
    const int shaft = rig_part(&r, "shaft", 0, 0, 0);
    rig_cylinder(&r, shaft, home, z_axis, 0.025, -0.03, 0.08, false, 1);
    const int fork = rig_part(&r, "fork", 0, 0, 0);
    rig_cylinder(&r, fork, home, z_axis, 0.025025, 0.03, 0.04, true, 2);
    rig_cylinder(&r, fork, home, z_axis, 0.025025, 0.05, 0.06, true, 2);
    rig_find(&r);
    assert_int_equal(count_joints(&r), 3);
    int wide = 0;
    for (int i = 0; i < 3; i++) {
        const gud_fit *f = &r.fits.list[i];
        if (f->ngroove == 0) {
            assert_near(f->width, 0.01, 1e-14);
            continue;
        }
        wide++;
        assert_near(f->width, 0.04, 1e-14);
        assert_near(f->grooves[0][0], -0.002, 1e-14);
        assert_near(f->grooves[0][1], 0.002, 1e-14);
        assert_false(f->groove_inner);
    }
    assert_int_equal(wide, 1);
    rig_end(&r);
}

static void wall_pair(rig *r, int part, double y, double z, double ny, double nz, double length, double breadth)
{
    const double at[3] = {0, y, z}, normal[3] = {0, ny, nz};
    (void)rig_plane(r, part, at, normal, fabs(nz) > 0.5 ? length : breadth, fabs(nz) > 0.5 ? breadth : length);
}

static void test_guide_of_four_planes(void **state)
{
    (void)state;
    rig r;
    rig_start(&r);
    const int rail = rig_part(&r, "frame", 0, 0, 0);
    wall_pair(&r, rail, 0.01002, 0, -1, 0, 0.2, 0.02);
    wall_pair(&r, rail, -0.01002, 0, 1, 0, 0.2, 0.02);
    wall_pair(&r, rail, 0, 0.01503, 0, -1, 0.2, 0.016);
    wall_pair(&r, rail, 0, -0.01503, 0, 1, 0.2, 0.016);
    const int slider = rig_part(&r, "slider", 0, 0, 0);
    wall_pair(&r, slider, 0.01, 0, 1, 0, 0.04, 0.018);
    wall_pair(&r, slider, -0.01, 0, -1, 0, 0.04, 0.018);
    wall_pair(&r, slider, 0, 0.015, 0, 1, 0.04, 0.014);
    wall_pair(&r, slider, 0, -0.015, 0, -1, 0.04, 0.014);
    rig_find(&r);
    assert_int_equal(count_joints(&r), 4);
    for (int i = 0; i < 4; i++) {
        const gud_fit *f = &r.fits.list[i];
        assert_int_equal(f->kind, GUD_FIT_GUIDE);
        assert_int_equal(f->group, 0);
        assert_int_equal(gud_fit_part(&r.fits, f, 0), rail);
        assert_near(f->clearance, fabs(f->axis[1]) > 0.5 ? 20e-6 : 30e-6, 1e-14);
        assert_near(f->width, 0.04, 1e-14);
    }
    rig_end(&r);
}

// a barrel whose profile is a parabola, as nets of a quarter each: neither a torus nor a cylinder
static void test_parabolic_piston(void **state)
{
    (void)state;
    enum { n = 21 };
    const double I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, off[3] = {0, 5e-6, 0.2};
    double radius[n], z[n];
    gud_error error;
    gud_nurbs net;
    rig r;
    rig_start(&r);
    for (int i = 0; i < n; i++) {
        const double s = 2.0 * i / (n - 1) - 1.0;
        radius[i] = 0.03996 - 30e-6 * s * s, z[i] = 0.03 * s;
    }
    const int liner = rig_part(&r, "liner", 0, 0, 0);
    rig_cylinder(&r, liner, home, z_axis, 0.04, 0.1, 0.3, true, 2);
    const int piston = rig_part(&r, "piston", 0, 0, 0.2);
    assert_int_equal(gud_nurbs_revolve(n, radius, z, 3, &r.arena, &error, &net), GUD_OK);
    rig_net(&r, piston, &net, I, off, false);
    rig_find(&r);
    assert_int_equal(r.fits.n, 1);
    const gud_fit *f = &r.fits.list[0];
    assert_int_equal(f->kind, GUD_FIT_PISTON);
    assert_int_equal(f->verdict, GUD_FIT_JOINT);
    assert_near(f->clearance, 40e-6, 1e-10);
    assert_near(f->gap_max, 70e-6, 1e-10);
    assert_near(f->width, 0.06, 1e-10);
    assert_near(v3_norm(f->offset), 5e-6, 1e-11);
    rig_end(&r);
}

// the number of tests grows with the number of faces, not with its square
static void test_many_faces(void **state)
{
    (void)state;
    int candidates[2];
    for (int pass = 0; pass < 2; pass++) {
        const int n = pass ? 40 : 20;
        rig r;
        rig_start(&r);
        for (int i = 0; i < n * n; i++) {
            const double at[3] = {0.02 * (i % n), 0.02 * (i / n), 0.0};
            const int bush = rig_part(&r, "bush", at[0], at[1], 0), pin = rig_part(&r, "pin", at[0], at[1], 0);
            rig_cylinder(&r, bush, at, z_axis, 0.00501, -0.01, 0.01, true, 2);
            rig_cylinder(&r, bush, at, z_axis, 0.008, -0.01, 0.01, false, 2);
            rig_cylinder(&r, pin, at, z_axis, 0.005, -0.015, 0.015, false, 2);
        }
        rig_find(&r);
        assert_int_equal(count_joints(&r), n * n);
        assert_int_equal(r.fits.n, n * n);
        candidates[pass] = r.fits.ncandidate;
        rig_end(&r);
    }
    assert_true(candidates[1] <= 5 * candidates[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pin_in_halves),        cmocka_unit_test(test_nets_are_recognised),
        cmocka_unit_test(test_wavy_net_stays_a_net), cmocka_unit_test(test_ball_and_cone),
        cmocka_unit_test(test_what_is_no_bearing),   cmocka_unit_test(test_planes_of_resting_parts),
        cmocka_unit_test(test_groove_joins_lands),   cmocka_unit_test(test_guide_of_four_planes),
        cmocka_unit_test(test_parabolic_piston),     cmocka_unit_test(test_many_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
