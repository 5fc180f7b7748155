// Openings of features that turn about an axis: position, extents and area from the outline that was cut, whatever the
// face is, wherever its seams are and however it lies in space.
#include "assembly_rig.h"

#include "assembly/openings.h"
#include "num/rot.h"

enum { npoint = 96 };

// cones, tori of both signs and a cylinder, by their parameters (u, v)
typedef struct {
    const char *name;
    gud_face_kind kind;
    double radius, tube, angle, v[2], at[2], half[2]; // middle and half extents of the hole
} round_case;

static const round_case cases[] = {
    {"cylinder", GUD_FACE_CYLINDER, 0.02, 0, 0, {-0.03, 0.05}, {1.1, 0.012}, {0.12, 0.003}},
    {"cone", GUD_FACE_CONE, 0.02, 0, 0.35, {-0.02, 0.03}, {2.9, 0.011}, {0.2, 0.004}},
    {"narrowing cone", GUD_FACE_CONE, 0.03, 0, -0.5, {0.0, 0.03}, {-1.4, 0.014}, {0.1, 0.002}},
    {"torus", GUD_FACE_TORUS, 0.02, 0.006, 0, {-2.5, 0.5}, {5.9, -1.1}, {0.15, 0.2}},
    {"barrel", GUD_FACE_TORUS, -0.46, 0.5, 0, {-0.06, 0.05}, {0.4, 0.02}, {0.25, 0.01}},
};

static const double places[][2][3] = {{{0, 0, 0}, {0, 0, 1}}, {{0.1, -0.2, 0.05}, {0.3, -0.5, 0.8}}};

static gud_face round_face(const round_case *c, int place)
{
    gud_face f = {.kind = c->kind,
                  .radius = c->radius,
                  .tube = c->tube,
                  .angle = c->angle,
                  .u = {0, 2.0 * pi},
                  .v = {c->v[0], c->v[1]}};
    rig_frame(&f, places[place][0], places[place][1]);
    return f;
}

// an ellipse in the parameters: its area on the surface, to second order in its size
static double ellipse_area(const round_case *c)
{
    const double v = c->at[1], ellipse = pi * c->half[0] * c->half[1];
    if (c->kind == GUD_FACE_CONE) return ellipse * (c->radius + v * tan(c->angle)) / cos(c->angle);
    if (c->kind == GUD_FACE_TORUS) return ellipse * (c->radius + c->tube * cos(v)) * c->tube;
    return ellipse * c->radius;
}

static gud_feature only_feature(rig *r)
{
    rig_find(r);
    assert_int_equal(r->features.n, 1);
    return r->features.list[0];
}

// the only opening; its coordinates as they are seen from the frame of the case, whichever face the feature took
static gud_opening only_opening(rig *r)
{
    const gud_feature g = only_feature(r);
    gud_opening o[3];
    assert_int_equal(gud_openings_find(&r->features, &g, &r->arena, o, 3), 1);
    return o[0];
}

static void check_hole(const gud_opening *o, const round_case *c)
{
    const double off = o->angle - c->at[0];
    assert_near(off - 2.0 * pi * round(off / (2.0 * pi)), 0.0, 1e-9);
    assert_near(o->second, c->at[1], 1e-9);
    assert_close(o->arc, 2.0 * c->half[0], 1e-9, 0.0);
    assert_close(o->height, 2.0 * c->half[1], 1e-9, 0.0);
    assert_close(o->area, ellipse_area(c), 2e-3, 0.0); // a polygon of 96 corners lacks 7e-4
    assert_false(o->ring);
    for (int i = 0; i < o->npoint; i++) {
        const double d[2] = {(o->points[i][0] - o->angle) / c->half[0], (o->points[i][1] - o->second) / c->half[1]};
        assert_true(d[0] * d[0] + d[1] * d[1] < 1.0 + 1e-6);
    }
}

// a hole inside one face
static void test_hole_inside(void **state)
{
    (void)state;
    for (int place = 0; place < 2; place++)
        for (int i = 0; i < GUD_COUNT(cases); i++) {
            const round_case *c = &cases[i];
            rig r;
            rig_start(&r);
            gud_face *f = rig_face(&r, rig_part(&r, "part", 0, 0, 0), round_face(c, place));
            rig_hole(&r, f, c->at[0] - 2.0 * pi * floor(c->at[0] / (2.0 * pi)), c->at[1], c->half[0], c->half[1],
                     npoint);
            const gud_opening o = only_opening(&r);
            check_hole(&o, c);
            rig_end(&r);
        }
}

// outline of a face from `list`, which has its holes cut into its sides
static void set_outline(rig *r, gud_face *f, int n, const double (*list)[2])
{
    double *points = GUD_TAKE(&r->arena, double, 2 * (size_t)n);
    memcpy(points, list, (size_t)n * sizeof *list);
    gud_face_loop *loops = r->loops + RIG_LOOPS * (f - r->faces);
    loops[0] = (gud_face_loop){n, points};
    rig_measure(f);
}

// half of an ellipse, from angle `from` on, clockwise
static int add_half(double (*list)[2], int n, double u, double v, const double half[2], double from)
{
    for (int i = 0; i <= npoint / 2; i++, n++) {
        const double t = from - pi * i / (npoint / 2);
        list[n][0] = u + half[0] * cos(t), list[n][1] = v + half[1] * sin(t);
    }
    return n;
}

// the same face seen from the other end of its axis
static void turn_face(gud_face *f, int n, double (*list)[2])
{
    const double u[2] = {-f->u[1], -f->u[0]}, v[2] = {-f->v[1], -f->v[0]};
    memcpy(f->u, u, sizeof u);
    memcpy(f->v, v, sizeof v);
    v3_scale(f->axis, -1.0, f->axis);
    f->angle = -f->angle;
    for (int i = 0; i < n; i++) list[i][0] = -list[i][0], list[i][1] = -list[i][1];
}

// piece k of a full turn, with halves of a hole in its first and its last side
static void cut_piece(rig *r, int part, const round_case *c, int k, int pieces)
{
    const double from = 2.0 * pi * k / pieces, to = 2.0 * pi * (k + 1) / pieces;
    double list[2 * npoint + 8][2] = {{from, c->v[0]}, {to, c->v[0]}};
    int n = 2;
    gud_face face = round_face(c, 1);
    face.u[0] = from, face.u[1] = to;
    if (k == pieces - 1) n = add_half(list, n, to, c->at[1], c->half, -0.5 * pi); // the left half
    list[n][0] = to, list[n++][1] = c->v[1];
    list[n][0] = from, list[n++][1] = c->v[1];
    if (k == 0) n = add_half(list, n, from, c->at[1], c->half, 0.5 * pi);
    if (k % 2) turn_face(&face, n, list);
    set_outline(r, rig_face(r, part, face), n, (const double(*)[2])list);
}

// The hole lies on the seam of a full turn; in pieces, with the axis of every second one turned around, on the edge
// between two of them.
static void test_hole_on_seams(void **state)
{
    (void)state;
    for (int pieces = 1; pieces <= 4; pieces *= 2)
        for (int i = 0; i < GUD_COUNT(cases); i++) {
            round_case c = cases[i];
            rig r;
            rig_start(&r);
            const int part = rig_part(&r, "part", 0, 0, 0);
            c.at[0] = 0.0;
            for (int k = 0; k < pieces; k++) cut_piece(&r, part, &c, k, pieces);
            const gud_opening o = only_opening(&r);
            check_hole(&o, &c);
            rig_end(&r);
        }
}

// a full tube is cut open twice: the hole lies on both seams
static void test_hole_on_both_seams(void **state)
{
    (void)state;
    const round_case c = {"ring", GUD_FACE_TORUS, 0.02, 0.006, 0, {0, 2.0 * pi}, {0, 0}, {0.1, 0.3}};
    rig r;
    rig_start(&r);
    gud_face *f = rig_face(&r, rig_part(&r, "part", 0, 0, 0), round_face(&c, 1));
    double list[npoint + 8][2];
    int n = 0;
    for (int corner = 0; corner < 4; corner++) { // a quarter of the ellipse at every corner
        const double u = corner == 1 || corner == 2 ? 2.0 * pi : 0.0, v = corner > 1 ? 2.0 * pi : 0.0;
        for (int i = 0; i <= npoint / 4; i++, n++) {
            const double t = 0.5 * pi * (1 + corner) - 0.5 * pi * i / (npoint / 4);
            list[n][0] = u + c.half[0] * cos(t), list[n][1] = v + c.half[1] * sin(t);
        }
    }
    set_outline(&r, f, n, (const double(*)[2])list);
    const gud_opening o = only_opening(&r);
    const double tube = o.second - 2.0 * pi * round(o.second / (2.0 * pi));
    assert_near(o.angle - 2.0 * pi * round(o.angle / (2.0 * pi)), 0.0, 1e-9);
    assert_near(tube, 0.0, 1e-9);
    assert_close(o.arc, 0.2, 1e-9, 0.0);
    assert_close(o.height, 0.6, 1e-9, 0.0);
    rig_end(&r);
}

// bands that meet are one surface: a hole lies on the circle between them. Bands apart leave a ring groove.
static void test_bands(void **state)
{
    (void)state;
    const round_case *c = &cases[4];
    for (int groove = 0; groove < 2; groove++) {
        rig r;
        rig_start(&r);
        const int part = rig_part(&r, "part", 0, 0, 0);
        const double edge = c->at[1], gap = groove ? 0.004 : 0.0;
        for (int k = 0; k < 2; k++) {
            gud_face face = round_face(c, 1);
            face.v[1 - k] = edge + (k ? gap : 0.0);
            gud_face *f = rig_face(&r, part, face);
            double list[npoint + 8][2];
            int n = 0;
            if (groove) continue;
            if (k) {
                list[n][0] = 0.0, list[n++][1] = edge;
                n = add_half(list, n, c->at[0], edge, c->half, pi); // the upper half, from left to right
                list[n][0] = 2.0 * pi, list[n++][1] = edge;
                list[n][0] = 2.0 * pi, list[n++][1] = c->v[1];
                list[n][0] = 0.0, list[n++][1] = c->v[1];
            } else {
                list[n][0] = 0.0, list[n++][1] = c->v[0];
                list[n][0] = 2.0 * pi, list[n++][1] = c->v[0];
                list[n][0] = 2.0 * pi, list[n++][1] = edge;
                n = add_half(list, n, c->at[0], edge, c->half, 0.0);
                list[n][0] = 0.0, list[n++][1] = edge;
            }
            set_outline(&r, f, n, (const double(*)[2])list);
        }
        const gud_opening o = only_opening(&r);
        if (groove) {
            assert_true(o.ring);
            assert_near(o.second, edge + 0.002, 1e-12);
            assert_near(o.height, 0.004, 1e-12);
            assert_close(o.area, 2.0 * pi * (c->radius + c->tube * cos(o.second)) * c->tube * 0.004, 1e-9, 0.0);
        } else
            check_hole(&o, c);
        rig_end(&r);
    }
}

// ---- nets of revolution

static double parabola(double z)
{
    return 0.03 - 3e-5 * pow(z / 0.02, 2.0) - 4e-6 * pow(z / 0.02, 3.0);
}

// A round hole in a skirt whose profile is no arc; exchanged: the first parameter of its net runs along
// the axis, so that outlines turn the other way.
static void test_hole_in_net(void **state)
{
    (void)state;
    enum { profile = 41 };
    double radius[profile], z[profile];
    for (int i = 0; i < profile; i++) z[i] = -0.02 + 0.04 * i / (profile - 1), radius[i] = parabola(z[i]);
    for (int exchanged = 0; exchanged < 2; exchanged++) {
        rig r;
        gud_nurbs net;
        gud_error error;
        rig_start(&r);
        assert_int_equal(gud_nurbs_revolve(profile, radius, z, 3, &r.arena, &error, &net), GUD_OK);
        if (exchanged) {
            double *points = GUD_TAKE(&r.arena, double, 4 * net.count[0] * net.count[1]);
            for (int i = 0; i < net.count[0]; i++)
                for (int k = 0; k < net.count[1]; k++)
                    memcpy(points + 4 * (k * net.count[0] + i), net.points + 4 * (i * net.count[1] + k),
                           4 * sizeof *points);
            net = (gud_nurbs){
                {net.degree[1], net.degree[0]}, {net.count[1], net.count[0]}, {net.knots[1], net.knots[0]}, points};
        }
        double R[9];
        const double oblique[3] = {0.6, 0.0, 0.8}, at[3] = {0.1, 0.2, 0.3};
        gud_rot_about(oblique, 0.9, R);
        rig_net(&r, rig_part(&r, "skirt", 0, 0, 0), &net, R, at, exchanged);
        gud_face *f = &r.faces[0];
        // a circle about z = 4 mm in the developed surface, around the angle 2 from the seam
        enum { corners = 48 };
        double *hole = GUD_TAKE(&r.arena, double, 2 * corners);
        for (int i = 0; i < corners; i++) {
            const double t = (exchanged ? 2.0 : -2.0) * pi * i / corners, height = 0.004 + 0.005 * sin(t);
            const double angle = 2.0 + 0.2 * cos(t),
                         local[3] = {parabola(height) * cos(angle), parabola(height) * sin(angle), height};
            double x[3];
            m3_apply(x, R, local);
            v3_axpy(x, x, 1.0, at);
            assert_true(gud_face_nearest(f, x, hole + 2 * i));
        }
        gud_face_loop *loops = r.loops;
        loops[f->nloop++] = (gud_face_loop){corners, hole};
        const gud_feature g = only_feature(&r);
        assert_true(g.nprofile > 0);
        gud_opening o;
        assert_int_equal(gud_openings_find(&r.features, &g, &r.arena, &o, 1), 1);
        // where that is in space: the frame of the feature is its own choice
        double x[3], d[3], local[3];
        gud_turned_point(&g, (double[2]){o.angle, o.second}, x);
        v3_axpy(d, x, -1.0, at);
        m3_apply_t(local, R, d);
        assert_near(atan2(local[1], local[0]), 2.0, 1e-6);
        assert_near(local[2], 0.004, 1e-8);
        assert_close(o.arc, 0.4, 1e-5, 0.0);
        assert_close(o.height, 0.01, 1e-5, 0.0);
        assert_close(o.area, pi * 0.2 * 0.005 * parabola(0.004), 5e-3, 0.0);
        rig_end(&r);
    }
}

// what ends a face is no hole, however it is cut: a pad on a cylinder
static void test_pad_is_no_hole(void **state)
{
    (void)state;
    rig r;
    rig_start(&r);
    round_case c = cases[0];
    gud_face face = round_face(&c, 0);
    face.u[0] = 0.5, face.u[1] = 1.5, face.v[0] = -0.01, face.v[1] = 0.01;
    gud_face *f = rig_face(&r, rig_part(&r, "pad", 0, 0, 0), face);
    double list[npoint][2];
    for (int i = 0; i < npoint; i++)
        list[i][0] = 1.0 + 0.5 * cos(2.0 * pi * i / npoint), list[i][1] = 0.01 * sin(2.0 * pi * i / npoint);
    set_outline(&r, f, npoint, (const double(*)[2])list);
    const gud_feature g = only_feature(&r);
    gud_opening o;
    assert_int_equal(gud_openings_find(&r.features, &g, &r.arena, &o, 1), 0);
    rig_end(&r);
}

// more than fit are counted
static void test_count(void **state)
{
    (void)state;
    rig r;
    rig_start(&r);
    gud_face *f = rig_face(&r, rig_part(&r, "part", 0, 0, 0), round_face(&cases[1], 0));
    for (int i = 0; i < 3; i++) rig_hole(&r, f, 1.0 + 2.0 * i, 0.0, 0.1, 0.002, 16);
    const gud_feature g = only_feature(&r);
    gud_opening o[2];
    assert_int_equal(gud_openings_find(&r.features, &g, &r.arena, o, 2), 3);
    assert_near(o[1].angle, 3.0, 1e-12);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hole_inside),
        cmocka_unit_test(test_hole_on_seams),
        cmocka_unit_test(test_hole_on_both_seams),
        cmocka_unit_test(test_bands),
        cmocka_unit_test(test_hole_in_net),
        cmocka_unit_test(test_pad_is_no_hole),
        cmocka_unit_test(test_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
