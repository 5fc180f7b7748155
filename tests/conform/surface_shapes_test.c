// Every shape that can be built keeps what surfaces promise: text reads back, patches fit together, closed parameters
// wrap, and every patch has an implicit matrix that loses rank on it and nowhere beside it, and that finds its
// parameters again.

#include "fixture.h"

#include "num/blas.h"
#include "num/pi.h"
#include "num/vec.h"
#include "surface/surface.h"

#include <string.h>

// ---- the shapes

static gud_status cylinder(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_cylinder(0.01, -0.01, 0.02, &f->arena, &f->error, n);
}

static gud_status cone(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_cone(0.012, 0.008, -0.01, 0.01, &f->arena, &f->error, n);
}

static gud_status apex(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_cone(0.01, 0.0, -0.01, 0.01, &f->arena, &f->error, n);
}

static gud_status sphere(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_sphere(0.01, &f->arena, &f->error, n);
}

static gud_status torus(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_torus(0.02, 0.007, &f->arena, &f->error, n);
}

static gud_status groove(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_groove(0.02, 0.007, -2.9, 0.4, &f->arena, &f->error, n);
}

static gud_status barrel(fixture *f, gud_nurbs *n)
{
    return gud_nurbs_barrel(0.01, 15e-6, 0.03, &f->arena, &f->error, n);
}

static gud_status profile(fixture *f, gud_nurbs *n)
{
    const double r[] = {0.010, 0.0102, 0.0101, 0.0099, 0.0104, 0.0103},
                 z[] = {-0.01, -0.006, -0.001, 0.003, 0.007, 0.01};
    return gud_nurbs_revolve(6, r, z, 3, &f->arena, &f->error, n);
}

static gud_status bullet(fixture *f, gud_nurbs *n)
{
    const double r[] = {0.01, 0.01, 0.0095, 0.007, 0.004, 0.0}, z[] = {-0.01, 0.0, 0.004, 0.008, 0.0095, 0.010};
    return gud_nurbs_revolve(6, r, z, 2, &f->arena, &f->error, n);
}

static gud_status plane(fixture *f, gud_nurbs *n)
{
    const double flat[4] = {0};
    return gud_nurbs_plane(0.02, 0.01, 2, 2, flat, &f->arena, &f->error, n);
}

static gud_status texture(fixture *f, gud_nurbs *n)
{
    double z[7 * 6];
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 6; j++) z[i * 6 + j] = 2e-4 * sin(1.7 * i) * cos(1.1 * j);
    return gud_nurbs_plane(0.02, 0.01, 7, 6, z, &f->arena, &f->error, n);
}

enum { nsection = 5, npoint = 12 };

static void section_points(double points[nsection][npoint][3])
{
    for (int j = 0; j < nsection; j++)
        for (int i = 0; i < npoint; i++) {
            const double a = 2.0 * pi * i / npoint;
            v3_set(points[j][i], 0.010 * cos(a), 0.011 * sin(a), 0.004 * j + 3e-4 * sin(2.0 * a));
        }
}

static gud_status loft(fixture *f, gud_nurbs *n)
{
    double points[nsection][npoint][3];
    section_points(points);
    return gud_nurbs_loft(nsection, 7, &points[0][0][0], false, &f->arena, &f->error, n);
}

static gud_status closed_loft(fixture *f, gud_nurbs *n)
{
    double points[nsection][npoint][3];
    section_points(points);
    return gud_nurbs_loft(nsection, npoint, &points[0][0][0], true, &f->arena, &f->error, n);
}

static const struct {
    const char *name;
    gud_status (*build)(fixture *f, gud_nurbs *n);
    bool closed[2], pole[2]; // poles at the ends of the second parameter
    bool revolved;
} shapes[] = {
    {"cylinder", cylinder, {true, false}, {false, false}, true},
    {"cone", cone, {true, false}, {false, false}, true},
    {"apex", apex, {true, false}, {false, true}, true},
    {"sphere", sphere, {true, false}, {true, true}, true},
    {"torus", torus, {true, true}, {false, false}, false},
    {"groove", groove, {true, false}, {false, false}, false},
    {"barrel", barrel, {true, false}, {false, false}, true},
    {"profile", profile, {true, false}, {false, false}, true},
    {"bullet", bullet, {true, false}, {false, true}, true},
    {"plane", plane, {false, false}, {false, false}, false},
    {"texture", texture, {false, false}, {false, false}, false},
    {"loft", loft, {false, false}, {false, false}, false},
    {"closed loft", closed_loft, {true, false}, {false, false}, true},
};

static void make(fixture *f, int shape, gud_surface *s)
{
    gud_nurbs n;
    if (shapes[shape].build(f, &n) != GUD_OK || gud_surface_create(&n, "shape", &f->arena, &f->error, s) != GUD_OK)
        fail_msg("%s: %s", shapes[shape].name, f->error.text);
}

// ---- what they keep

static void test_text_reads_back(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < GUD_COUNT(shapes); k++) {
        gud_nurbs n, again;
        gud_buffer text, second;
        gud_buffer_init(&text);
        gud_buffer_init(&second);
        assert_int_equal(shapes[k].build(f, &n), GUD_OK);
        gud_nurbs_write(&n, &text);
        assert_int_equal(gud_nurbs_parse("t", text.data, text.size, &f->arena, &f->error, &again), GUD_OK);
        gud_nurbs_write(&again, &second);
        assert_string_equal(text.data, second.data);
        gud_buffer_free(&text);
        gud_buffer_free(&second);
    }
}

static void test_ends(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < GUD_COUNT(shapes); k++) {
        gud_surface s;
        make(f, k, &s);
        for (int dir = 0; dir < 2; dir++) {
            if (s.closed[dir] != shapes[k].closed[dir]) fail_msg("%s: direction %d", shapes[k].name, dir);
            if (s.pole[1][dir] != shapes[k].pole[dir]) fail_msg("%s: pole %d", shapes[k].name, dir);
            assert_false(s.pole[0][dir]);
        }
        if (!s.closed[0]) continue;
        gud_surface_point p, q;
        gud_surface_eval(&s, s.low[0] + 0.1, 0.4, &p);
        gud_surface_eval(&s, s.high[0] + 0.1, 0.4, &q);
        for (int c = 0; c < 3; c++) assert_near(p.x[c], q.x[c], 1e-16);
    }
}

static void test_normals_point_outwards(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < GUD_COUNT(shapes); k++) {
        gud_surface s;
        make(f, k, &s);
        for (int i = 0; i < 100 && shapes[k].revolved; i++) {
            gud_surface_point p;
            gud_surface_eval(&s, 0.01 * i + 0.003, 0.05 + 0.009 * i, &p);
            assert_true(p.x[0] * p.normal[0] + p.x[1] * p.normal[1] > 0.0);
            assert_near(v3_norm(p.normal), 1.0, 1e-14);
        }
    }
}

// value and tangent direction are the same on both sides of a border
static void test_patches_fit(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < GUD_COUNT(shapes); k++) {
        gud_surface s;
        make(f, k, &s);
        const gud_bezier *z = &s.bezier;
        for (int a = 0; a + 1 < z->npatch[0]; a++)
            for (int b = 0; b < z->npatch[1]; b++) {
                gud_patch_point p, q;
                double cross[3];
                gud_patch_eval(z, a * z->npatch[1] + b, 1.0, 0.3, &p);
                gud_patch_eval(z, (a + 1) * z->npatch[1] + b, 0.0, 0.3, &q);
                for (int c = 0; c < 3; c++) assert_near(p.x[c], q.x[c], 1e-16);
                v3_cross(cross, p.x_s, q.x_s);
                assert_near(v3_norm(cross) / (v3_norm(p.x_s) * v3_norm(q.x_s)), 0.0, 1e-11);
            }
    }
}

// ---- implicit matrices

typedef struct {
    const char *name;
    const gud_mrep *mrep;
    gud_mrep_work work;
    gud_patch_point p;
    double st[2], normal[3];
} probe;

static void assert_matrix(probe *q)
{
    double beside[3], found[GUD_MREP_PREIMAGES][2];
    v3_axpy(beside, q->p.x, 0.05 * q->mrep->scale, q->normal);
    const double on = gud_mrep_judge(q->mrep, q->p.x, &q->work), off = gud_mrep_judge(q->mrep, beside, &q->work);
    if (!(on < 1e-14) || !(off > 1e6 * on) || !(off > 1e-10)) fail_msg("%s: judge %g on, %g beside", q->name, on, off);
    assert_close(gud_mrep_log_qr(q->mrep, beside, &q->work), gud_mrep_log_svd(q->mrep, beside, &q->work), 1e-10, 1.0);

    const int n = gud_mrep_invert(q->mrep, q->p.x, 1e-8, &q->work, found);
    double nearest = INFINITY;
    for (int i = 0; i < n; i++) nearest = fmin(nearest, hypot(found[i][0] - q->st[0], found[i][1] - q->st[1]));
    if (!(nearest < 1e-8)) fail_msg("%s: %d preimages, the best %g off", q->name, n, nearest);
}

static void assert_rays(probe *q)
{
    const double gap = 30e-6, window = 1e-3;
    double start[3], hits[64], best = INFINITY;
    gud_mrep_minima minima;
    v3_axpy(start, q->p.x, -gap, q->normal);
    const int n = gud_mrep_hits(q->mrep, start, q->normal, -window, window, &q->work, hits);
    for (int i = 0; i < n; i++) best = fmin(best, fabs(hits[i] - gap));
    if (!(best < 1e-11)) fail_msg("%s: %d eigenvalues, the best %g off", q->name, n, best);
    best = INFINITY;
    gud_mrep_search(q->mrep, start, q->normal, -window, window, &q->work, &minima);
    for (int i = 0; i < minima.nroot; i++) best = fmin(best, fabs(minima.root[i] - gap));
    if (!(best < 1e-13)) fail_msg("%s: %d minima, the best %g off", q->name, minima.nroot, best);
}

static void test_implicit_matrices(void **state)
{
    fixture *f = *state;
    const double at[][2] = {{0.2, 0.7}, {0.55, 0.45}, {0.9, 0.1}};
    for (int k = 0; k < GUD_COUNT(shapes); k++) {
        gud_surface s;
        make(f, k, &s);
        for (int patch = 0; patch < s.bezier.npatch[0] * s.bezier.npatch[1]; patch++) {
            probe q = {.name = shapes[k].name, .mrep = &s.patches[patch].mrep};
            assert_true(q.mrep->m > 0 && q.mrep->m < 64);
            assert_int_equal(gud_mrep_work_create(q.mrep->m, q.mrep->r, &f->arena, &f->error, &q.work), GUD_OK);
            for (int i = 0; i < GUD_COUNT(at); i++) {
                memcpy(q.st, at[i], sizeof q.st);
                gud_patch_eval(&s.bezier, patch, q.st[0], q.st[1], &q.p);
                v3_cross(q.normal, q.p.x_s, q.p.x_t);
                v3_scale(q.normal, 1.0 / v3_norm(q.normal), q.normal);
                assert_matrix(&q);
                assert_rays(&q);
            }
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_text_reads_back),   TEST(test_ends), TEST(test_normals_point_outwards), TEST(test_patches_fit),
        TEST(test_implicit_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
