// Kinds, frames, outlines and nets of faces; names, places and colours of parts.
#include "base/arena.h"
#include "cad_case.h"
#include "surface/surface.h"

static const double pi = 3.14159265358979323846;
static const gud_cad_module *module;

// a point of an analytic face as assembly.h defines its parameters
static void point_at(const gud_face *f, double u, double v, double x[3])
{
    const double *a = f->axis, *e = f->xdir, c = cos(u), s = sin(u);
    const double n[3] = {a[1] * e[2] - a[2] * e[1], a[2] * e[0] - a[0] * e[2], a[0] * e[1] - a[1] * e[0]};
    double out = 0.0, up = v; // from the axis, and along it
    if (f->kind == GUD_FACE_CYLINDER) out = f->radius;
    if (f->kind == GUD_FACE_CONE) out = f->radius + v * tan(f->angle);
    if (f->kind == GUD_FACE_SPHERE) out = f->radius * cos(v), up = f->radius * sin(v);
    if (f->kind == GUD_FACE_TORUS) out = f->radius + f->tube * cos(v), up = f->tube * sin(v);
    for (int k = 0; k < 3; k++)
        x[k] =
            f->origin[k] + (f->kind == GUD_FACE_PLANE ? u * e[k] + v * n[k] : out * (c * e[k] + s * n[k]) + up * a[k]);
}

static double signed_area(const gud_face *f)
{
    double area = 0.0;
    for (int l = 0; l < f->nloop; l++) {
        const int n = f->loops[l].npoint;
        const double *p = f->loops[l].points;
        for (int i = 0; i < n; i++) {
            const int j = (i + 1) % n;
            area += 0.5 * (p[2 * i] * p[2 * j + 1] - p[2 * j] * p[2 * i + 1]);
        }
    }
    return area;
}

// Outlines lie in the box of the face and enclose its area; frames are right-handed by definition of point_at.
static void check_face(const gud_face *f)
{
    assert_true(f->nloop > 0 && signed_area(f) > 0.0);
    for (int l = 0; l < f->nloop; l++)
        for (int i = 0; i < f->loops[l].npoint; i++) {
            double x[3], u = f->loops[l].points[2 * i], v = f->loops[l].points[2 * i + 1];
            assert_true(u >= f->u[0] && u <= f->u[1] && v >= f->v[0] && v <= f->v[1]);
            if (f->kind == GUD_FACE_SPLINE) continue;
            point_at(f, u, v, x);
            for (int k = 0; k < 3; k++)
                if (x[k] < f->box[0][k] - 1e-8 || x[k] > f->box[1][k] + 1e-8)
                    fail_msg("outline at %g, box %g to %g", x[k], f->box[0][k], f->box[1][k]);
        }
    if (f->kind == GUD_FACE_PLANE) assert_close(signed_area(f), f->area, 0.02, 0.0);
    if (f->kind == GUD_FACE_CYLINDER) assert_close(f->radius * signed_area(f), f->area, 0.02, 0.0);
}

// How often the triangles of a part surround a point beside a face's middle shows on which side the solid is.
static void check_side(const gud_assembly *a, const gud_face *f)
{
    const gud_part *part = &a->parts[f->part];
    const double u = 0.5 * (f->u[0] + f->u[1]) + 0.11, v = 0.5 * (f->v[0] + f->v[1]), step = f->inward ? -2e-4 : 2e-4;
    double x[3], y[3], p[3], angle = 0.0;
    gud_face wider = *f;
    if (f->nloop != 1 || f->loops[0].npoint != 4 || f->kind == GUD_FACE_PLANE || f->kind == GUD_FACE_SPLINE) return;
    wider.radius += f->kind == GUD_FACE_TORUS ? 0.0 : 1e-3;
    wider.tube += 1e-3;
    point_at(f, u, v, x);
    point_at(&wider, u, v, y);
    for (int k = 0; k < 3; k++) p[k] = x[k] + (y[k] - x[k]) / 1e-3 * step;
    for (int t = 0; t < part->ntriangle; t++) {
        double d[3][3], l[3];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) d[i][k] = (double)part->vertices[3 * part->triangles[3 * t + i] + k] - p[k];
            l[i] = sqrt(d[i][0] * d[i][0] + d[i][1] * d[i][1] + d[i][2] * d[i][2]);
        }
        const double det = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
                           d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
                           d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
        double dot[3];
        for (int i = 0; i < 3; i++) {
            const double *q = d[i], *r = d[(i + 1) % 3];
            dot[i] = q[0] * r[0] + q[1] * r[1] + q[2] * r[2];
        }
        angle += 2.0 * atan2(det, l[0] * l[1] * l[2] + dot[0] * l[2] + dot[1] * l[0] + dot[2] * l[1]);
    }
    assert_near(angle / (4.0 * pi), 0.0, 0.1);
}

static void check_all(const gud_assembly *a)
{
    for (int i = 0; i < a->nface; i++) {
        check_face(&a->faces[i]);
        check_side(a, &a->faces[i]);
    }
}

static int count(const gud_assembly *a, const char *part, gud_face_kind kind, double radius, int inward)
{
    int n = 0;
    for (int i = 0; i < a->nface; i++) {
        const gud_face *f = &a->faces[i];
        n += strcmp(a->parts[f->part].name, part) == 0 && f->kind == kind && f->inward == inward &&
             (radius == 0.0 || fabs(f->radius - 1e-3 * radius) < 1e-12);
    }
    return n;
}

static void check_bearings(const gud_assembly *a, int pieces)
{
    assert_int_equal(count(a, "frame", GUD_FACE_CYLINDER, 20.03, 1), 2 * pieces);
    assert_int_equal(count(a, "crank", GUD_FACE_CYLINDER, 20.0, 0), 2 * pieces);
    assert_int_equal(count(a, "crank", GUD_FACE_CYLINDER, 15.0, 0), pieces);
    assert_int_equal(count(a, "rod", GUD_FACE_CYLINDER, 15.025, 1), pieces);
    assert_int_equal(count(a, "rod", GUD_FACE_CYLINDER, 10.015, 1), pieces);
    assert_int_equal(count(a, "pin", GUD_FACE_CYLINDER, 10.0, 0), pieces);
    assert_int_equal(count(a, "piston", GUD_FACE_CYLINDER, 10.008, 1), 2 * pieces);
    assert_int_equal(count(a, "liner", GUD_FACE_CYLINDER, 40.0, 1), pieces);
    check_all(a);
}

static void test_kinds_and_radii(void **state)
{
    static const struct {
        const char *options;
        int pieces;
    } cases[] = {{"", 1}, {"--rotated --mirrored", 1}, {"--inches", 1}, {"--halves", 2}, {"--quarters", 4}};
    cad_expected e;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gud_assembly *a = cad_case(module, "crank-slider", cases[i].options, &e);
        check_bearings(a, cases[i].pieces);
        assert_near(a->unit, strcmp(cases[i].options, "--inches") == 0 ? 0.0254 : 1e-3, 1e-12);
        assert_string_equal(a->schema, "AP214");
        module->free(a);
    }
}

// a full turn is the rectangle 0..2 pi x range
static void test_every_kind(void **state)
{
    cad_expected e;
    (void)state;
    gud_assembly *a = cad_case(module, "solids", "--rotated --mirrored", &e);
    assert_int_equal(count(a, "box", GUD_FACE_PLANE, 0.0, 0), 6);
    assert_int_equal(count(a, "cylinder", GUD_FACE_CYLINDER, 10.0, 0), 1);
    assert_int_equal(count(a, "cone", GUD_FACE_CONE, 0.0, 0), 1);
    assert_int_equal(count(a, "ball", GUD_FACE_SPHERE, 12.0, 0), 1);
    assert_int_equal(count(a, "ring", GUD_FACE_TORUS, 20.0, 0), 1);
    assert_int_equal(count(a, "barrel", GUD_FACE_SPLINE, 0.0, 0) + count(a, "barrel", GUD_FACE_SPLINE, 0.0, 1), 1);
    check_all(a);
    for (int i = 0; i < a->nface; i++) {
        const gud_face *f = &a->faces[i];
        if (f->kind == GUD_FACE_SPHERE && f->loops[0].npoint == 4) assert_near(signed_area(f), 2.0 * pi * pi, 1e-9);
        if (f->kind == GUD_FACE_TORUS) assert_near(signed_area(f), 4.0 * pi * pi, 1e-9);
        if (f->kind == GUD_FACE_TORUS) assert_near(f->tube, 5e-3, 1e-15);
        if (f->kind == GUD_FACE_CONE) assert_near(fabs(tan(f->angle)), 0.3, 1e-12);
    }
    module->free(a);
}

// lands of a bore beside its groove; the hole is a second outline of one of them
static void test_hole_and_groove(void **state)
{
    cad_expected e;
    int holes = 0;
    (void)state;
    gud_assembly *a = cad_case(module, "bush", "", &e);
    assert_int_equal(count(a, "bush", GUD_FACE_CYLINDER, 25.025, 1), 2);
    assert_int_equal(count(a, "bush", GUD_FACE_CYLINDER, 26.025, 1), 1);
    assert_int_equal(count(a, "bush", GUD_FACE_CYLINDER, 2.0, 1), 1);
    check_all(a);
    for (int i = 0; i < a->nface; i++) {
        const gud_face *f = &a->faces[i];
        if (fabs(f->radius - 25.025e-3) > 1e-9) continue;
        assert_near(f->v[1] - f->v[0], 18e-3, 1e-9);
        holes += f->nloop - 1;
        // a hole of 2 mm in a wall that is nearly flat there, or a bite where it crosses the seam
        const double whole = 2.0 * pi * 25.025e-3 * 18e-3, hole = whole - f->area;
        assert_true(fabs(hole) < 1e-9 || fabs(hole / (pi * 4e-6) - 1.0) < 2e-3);
    }
    module->free(a);
    assert_true(holes <= 1);
}

// ---- splines

// outlines in the parameters of the net end up where the triangles are, and the net on the circle it came from
static void check_net(const gud_assembly *a, const gud_face *f, gud_arena *arena, double radius)
{
    gud_nurbs n = {.degree = {f->net.degree[0], f->net.degree[1]},
                   .count = {f->net.count[0], f->net.count[1]},
                   .knots = {f->net.knots[0], f->net.knots[1]},
                   .points = f->net.points};
    gud_error error;
    gud_surface s;
    assert_int_equal(gud_nurbs_check(&n, "net", &error), GUD_OK);
    assert_int_equal(gud_surface_create(&n, "net", arena, &error, &s), GUD_OK);
    for (int l = 0; l < f->nloop; l++)
        for (int i = 0; i < f->loops[l].npoint; i++) {
            gud_surface_point p;
            gud_surface_eval(&s, f->loops[l].points[2 * i], f->loops[l].points[2 * i + 1], &p);
            for (int k = 0; k < 3; k++) assert_true(p.x[k] > f->box[0][k] - 1e-6 && p.x[k] < f->box[1][k] + 1e-6);
        }
    for (int i = 0; i <= 20; i++) { // pins of cad_make stand on z
        gud_surface_point p;
        gud_surface_eval(&s, f->u[0] + (f->u[1] - f->u[0]) * i / 20.0, 0.5 * (f->v[0] + f->v[1]), &p);
        assert_near(hypot(p.x[0], p.x[1]), radius, 1e-12);
    }
    (void)a;
}

static void test_splines(void **state)
{
    static const char *const options[] = {"--spline", "--spline --no-curves", "--spline --halves"};
    cad_expected e;
    gud_arena arena;
    (void)state;
    gud_arena_init(&arena);
    for (int c = 0; c < 3; c++) {
        gud_assembly *a = cad_case(module, "hinge", options[c], &e);
        int round = 0;
        for (int i = 0; i < a->nface; i++) {
            const gud_face *f = &a->faces[i];
            assert_int_equal(f->kind, GUD_FACE_SPLINE);
            if (strcmp(a->parts[f->part].name, "pin") != 0 || f->net.degree[0] < 2) continue;
            check_net(a, f, &arena, 4e-3);
            round++;
        }
        assert_int_equal(round, c == 2 ? 2 : 1);
        module->free(a);
    }
    gud_arena_free(&arena);
}

// a surface of revolution whose parameter is an angle, and not that of its net: outlines follow the net
static void test_revolved_barrel(void **state)
{
    cad_expected e;
    gud_arena arena;
    int found = 0;
    (void)state;
    gud_arena_init(&arena);
    gud_assembly *a = cad_case(module, "crank-slider", "", &e);
    for (int i = 0; i < a->nface; i++) {
        const gud_face *f = &a->faces[i];
        if (f->kind != GUD_FACE_SPLINE) continue;
        gud_nurbs n = {.degree = {f->net.degree[0], f->net.degree[1]},
                       .count = {f->net.count[0], f->net.count[1]},
                       .knots = {f->net.knots[0], f->net.knots[1]},
                       .points = f->net.points};
        gud_error error;
        gud_surface s;
        assert_int_equal(gud_surface_create(&n, "net", &arena, &error, &s), GUD_OK);
        assert_int_equal(f->nloop, 3); // the skirt, and the pin bore at both ends
        const gud_part *piston = &a->parts[f->part];
        for (int l = 1; l < 3; l++)
            for (int k = 0; k < f->loops[l].npoint; k++) {
                gud_surface_point p;
                gud_surface_eval(&s, f->loops[l].points[2 * k], f->loops[l].points[2 * k + 1], &p);
                const double x = p.x[0] - piston->place[0][3], y = p.x[1] - piston->place[1][3];
                assert_near(hypot(x, y), 10.008e-3, 2e-6); // on the edge of the bore
            }
        found++;
    }
    assert_int_equal(found, 1);
    module->free(a);
    gud_arena_free(&arena);
}

// ---- the tree

static void test_nested_names_and_places(void **state)
{
    static const char *const paths[] = {"engine/case",   "engine/case",          "engine",
                                        "engine/moving", "engine/moving/slider", "engine/moving/slider"};
    cad_expected e;
    (void)state;
    gud_assembly *a = cad_case(module, "nested", "", &e);
    assert_int_equal(a->npart, 6);
    for (int i = 0; i < 6; i++) assert_string_equal(a->parts[i].path, paths[i]);
    const gud_part *crank = &a->parts[2], *rod = &a->parts[3];
    assert_string_equal(crank->name, "crank");
    assert_near(crank->colour[0], 0.8, 1e-6);
    assert_near(crank->colour[1], 0.1, 1e-6);
    assert_true(a->parts[1].colour[0] < 0.0);
    assert_near(rod->place[0][3], 15e-3, 1e-12); // at the crank pin, whatever the levels between
    assert_near(rod->place[2][3], 42e-3, 1e-12);
    check_bearings(a, 1);
    module->free(a);
}

static void test_copies(void **state)
{
    cad_expected e;
    (void)state;
    gud_assembly *a = cad_case(module, "many:2", "", &e);
    assert_int_equal(a->npart, 8);
    assert_string_equal(a->parts[0].name, "pin");
    assert_string_equal(a->parts[2].name, "pin 2");
    assert_string_equal(a->parts[7].name, "bush 4");
    assert_int_equal(a->parts[0].shape, a->parts[6].shape);
    assert_int_not_equal(a->parts[0].shape, a->parts[1].shape);
    assert_near(a->parts[6].centre[0], 20e-3, 1e-12);
    assert_near(a->parts[6].centre[1], 20e-3, 1e-12);
    module->free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_and_radii), cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_hole_and_groove), cmocka_unit_test(test_splines),
        cmocka_unit_test(test_revolved_barrel), cmocka_unit_test(test_nested_names_and_places),
        cmocka_unit_test(test_copies),
    };
    module = cad_module();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
