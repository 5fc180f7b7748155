// Nets, knot insertion, Bezier patches, evaluation and the text form. Evaluation is compared with the definition: the
// recursion of B-splines in long double.

#include "fixture.h"

#include "num/vec.h"
#include "surface/surface.h"

#include <stdio.h>
#include <string.h>

static double noise(unsigned *z)
{
    *z = *z * 1664525u + 1013904223u;
    return (*z >> 8) / 8388608.0 - 1.0;
}

// degree 3 and 2, uneven knots, some of them double; not clamped in the second direction
static const double knots_u[] = {0, 0, 0, 0, 0.3, 0.5, 0.5, 0.9, 1, 1, 1, 1};
static const double knots_v[] = {-1, -0.4, 0, 0.5, 0.6, 1, 1.5, 2};
enum { nu = 8, nv = 5 };

static gud_nurbs uneven(double points[nu * nv * 4])
{
    unsigned z = 5u;
    for (int i = 0; i < nu; i++)
        for (int j = 0; j < nv; j++) {
            double *p = points + 4 * (i * nv + j);
            p[0] = 0.01 * i + 2e-3 * noise(&z);
            p[1] = 0.01 * j + 2e-3 * noise(&z);
            p[2] = 5e-3 * noise(&z);
            p[3] = 1.0 + 0.5 * noise(&z);
        }
    return (gud_nurbs){{3, 2}, {nu, nv}, {knots_u, knots_v}, points};
}

// Cerimagic 2020, eqs (3), (4), with 0/0 = 0 and the last span closed
static long double spline(const double *t, int i, int d, double x, double end)
{
    if (d == 0) return (t[i] <= x && x < t[i + 1]) || (x == end && t[i] < x && t[i + 1] == x) ? 1.0L : 0.0L;
    long double sum = 0.0L;
    if (t[i + d] > t[i]) sum += ((long double)x - t[i]) / ((long double)t[i + d] - t[i]) * spline(t, i, d - 1, x, end);
    if (t[i + d + 1] > t[i + 1])
        sum +=
            ((long double)t[i + d + 1] - x) / ((long double)t[i + d + 1] - t[i + 1]) * spline(t, i + 1, d - 1, x, end);
    return sum;
}

static void by_definition(const gud_nurbs *s, double u, double v, double x[3])
{
    long double sum[4] = {0};
    for (int i = 0; i < s->count[0]; i++)
        for (int j = 0; j < s->count[1]; j++) {
            const double *p = s->points + 4 * (i * s->count[1] + j);
            const long double b = spline(s->knots[0], i, s->degree[0], u, s->knots[0][s->count[0]]) *
                                  spline(s->knots[1], j, s->degree[1], v, s->knots[1][s->count[1]]) * p[3];
            for (int c = 0; c < 3; c++) sum[c] += b * p[c];
            sum[3] += b;
        }
    for (int c = 0; c < 3; c++) x[c] = (double)(sum[c] / sum[3]);
}

// a lattice of parameters with both ends and every knot
static double lattice(const gud_surface *s, int dir, int i, int n)
{
    return s->low[dir] + (s->high[dir] - s->low[dir]) * i / n;
}

static void test_evaluation_is_the_definition(void **state)
{
    fixture *f = *state;
    double points[nu * nv * 4];
    const gud_nurbs nurbs = uneven(points);
    gud_surface s;
    assert_int_equal(gud_surface_create(&nurbs, "test", &f->arena, &f->error, &s), GUD_OK);
    assert_int_equal(s.bezier.npatch[0], 4);
    assert_int_equal(s.bezier.npatch[1], 3);
    for (int i = 0; i <= 20; i++)
        for (int j = 0; j <= 20; j++) {
            const double u = lattice(&s, 0, i, 20), v = lattice(&s, 1, j, 20);
            gud_surface_point p;
            double x[3];
            gud_surface_eval(&s, u, v, &p);
            by_definition(&nurbs, u, v, x);
            for (int c = 0; c < 3; c++) assert_near(p.x[c], x[c], 1e-16);
        }
}

// derivatives against differences of the order below, away from knots
static void test_derivatives(void **state)
{
    fixture *f = *state;
    double points[nu * nv * 4];
    const gud_nurbs nurbs = uneven(points);
    gud_surface s;
    assert_int_equal(gud_surface_create(&nurbs, "test", &f->arena, &f->error, &s), GUD_OK);
    const double h = 1e-5;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++) {
            const double u = (i + 0.51) / 20, v = (j + 0.51) / 20;
            gud_surface_point p, a, b, c, d;
            gud_surface_eval(&s, u, v, &p);
            gud_surface_eval(&s, u + h, v, &a);
            gud_surface_eval(&s, u - h, v, &b);
            gud_surface_eval(&s, u, v + h, &c);
            gud_surface_eval(&s, u, v - h, &d);
            for (int k = 0; k < 3; k++) {
                assert_near((a.x[k] - b.x[k]) / (2 * h), p.x_u[k], 1e-8);
                assert_near((c.x[k] - d.x[k]) / (2 * h), p.x_v[k], 1e-8);
                assert_near((a.x_u[k] - b.x_u[k]) / (2 * h), p.x_uu[k], 1e-6);
                assert_near((c.x_u[k] - d.x_u[k]) / (2 * h), p.x_uv[k], 1e-6);
                assert_near((c.x_v[k] - d.x_v[k]) / (2 * h), p.x_vv[k], 1e-6);
            }
            assert_near(v3_dot(p.normal, p.x_u), 0.0, 1e-16);
            assert_near(v3_norm(p.normal), 1.0, 1e-15);
        }
}

// a finer net is the same surface
static void test_knot_insertion(void **state)
{
    fixture *f = *state;
    double points[nu * nv * 4];
    const gud_nurbs nurbs = uneven(points);
    gud_nurbs finer = nurbs;
    const double add[][2] = {{0, 0.2}, {0, 0.3}, {0, 0.5}, {1, 0.25}, {1, 0.6}, {1, 0.0}, {1, 1.0}};
    for (int i = 0; i < GUD_COUNT(add); i++) {
        gud_nurbs next;
        assert_int_equal(gud_nurbs_insert(&finer, (int)add[i][0], add[i][1], &f->arena, &f->error, &next), GUD_OK);
        assert_int_equal(gud_nurbs_check(&next, "finer", &f->error), GUD_OK);
        finer = next;
    }
    assert_int_equal(finer.count[0], nu + 3);
    assert_int_equal(finer.count[1], nv + 4);
    for (int i = 0; i <= 16; i++)
        for (int j = 0; j <= 16; j++) {
            double x[3], y[3];
            by_definition(&nurbs, i / 16.0, j / 16.0, x);
            by_definition(&finer, i / 16.0, j / 16.0, y);
            for (int c = 0; c < 3; c++) assert_near(x[c], y[c], 1e-16);
        }
    gud_nurbs next;
    assert_int_equal(gud_nurbs_insert(&finer, 0, 0.5, &f->arena, &f->error, &next), GUD_ERR_INPUT);
    assert_int_equal(gud_nurbs_insert(&finer, 0, 1.5, &f->arena, &f->error, &next), GUD_ERR_INPUT);
    assert_int_equal(gud_nurbs_insert(&finer, 0, NAN, &f->arena, &f->error, &next), GUD_ERR_INPUT);
}

// ---- text

static void test_text_reads_back_to_the_bit(void **state)
{
    fixture *f = *state;
    double points[nu * nv * 4];
    const gud_nurbs nurbs = uneven(points);
    gud_nurbs again;
    gud_buffer text;
    gud_buffer_init(&text);
    gud_nurbs_write(&nurbs, &text);
    assert_int_equal(gud_nurbs_parse("t", text.data, text.size, &f->arena, &f->error, &again), GUD_OK);
    assert_memory_equal(again.points, points, sizeof points);
    assert_memory_equal(again.knots[0], knots_u, sizeof knots_u);
    assert_memory_equal(again.knots[1], knots_v, sizeof knots_v);

    // through a file
    char path[] = "/tmp/gudgeon-surface-XXXXXX";
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *stream = fdopen(descriptor, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(text.data, 1, text.size, stream), text.size);
    fclose(stream);
    assert_int_equal(gud_nurbs_read(path, &f->arena, &f->error, &again), GUD_OK);
    assert_memory_equal(again.points, points, sizeof points);
    remove(path);
    gud_buffer_free(&text);
    assert_int_equal(gud_nurbs_read(path, &f->arena, &f->error, &again), GUD_ERR_IO);
    assert_int_equal(gud_nurbs_read("/tmp", &f->arena, &f->error, &again), GUD_ERR_IO);
}

#define HEAD "gudgeon-surface 1 degree 1 1 count 2 2 knots 0 0 1 1 knots 0 0 1 1 "

static void test_text_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *text, *reason;
    } wrong[] = {
        {"", "the file ends; expected gudgeon-surface"},
        {"ISO-10303-21;", "not the text form of a surface"},
        {"gudgeon-surface 2", "version 1"},
        {"gudgeon-surface x", "'x' is not an integer"},
        {"gudgeon-surface 1\ndegree 0 1", "t:2: the degree must be from 1 to 9"},
        {"gudgeon-surface 1 degree 10 1", "the degree must be from 1 to 9"},
        {"gudgeon-surface 1 degree 1 1 count 2000 2", "2 to 1024"},
        {"gudgeon-surface 1 degree 1 1 count 1024 1024", "at most 65536"},
        {"gudgeon-surface 1 degree 3 1 count 3 2 knots 0 0 0 0 1 1 1 knots 0 0 1 1"
         " 0 0 0 1 0 1 0 1 1 0 0 1 1 1 0 1 2 0 0 1 2 1 0 1",
         "degree 3 needs 4"},
        {HEAD "0 0 0 1  0 1 0 1  1 0 0 0  1 1 0 1", "weight 0; weights must be positive"},
        {HEAD "0 0 0 1  0 1 0 1  1 0 0 -1  1 1 0 1", "weights must be positive"},
        {HEAD "0 0 0 1  0 1 0 1  1 0 0 1e-12  1 1 0 1", "differ by more"},
        {HEAD "0 0 0 1  0 1 nan 1", "'nan' is not a finite number"},
        {HEAD "0 0 0 1  0 1 inf 1", "'inf' is not a finite number"},
        {HEAD "0 0 0 1  0 1 1e999 1", "'1e999' is not a finite number"},
        {HEAD "0 0 0 1  0 1 0x1 1", "'0x1' is not a finite number"},
        {HEAD "0 0 0 1  0 1 0 1  1e9 0 0 1  1 1 0 1", "control point (2, 1) has x = 1e+09"},
        {HEAD "0 0 0 1  0 1 0 1  1 0 0 1", "the file ends; expected a number"},
        {HEAD "0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1 7", "text after the end of the net"},
        {"gudgeon-surface 1 degree 1 1 count 2 2 knots 0 1 0 1 knots 0 0 1 1 0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1",
         "knots of the first direction must not decrease"},
        {"gudgeon-surface 1 degree 1 1 count 2 2 knots 0 0 1 1 knots 1 1 1 1 0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1",
         "the range of the second parameter is empty: from 1 to 1"},
        {"gudgeon-surface 1 degree 1 1 count 4 2 knots 0 0 0.5 0.5 1 1 knots 0 0 1 1"
         " 0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1  2 0 0 1  2 1 0 1  3 0 0 1  3 1 0 1",
         "knot 0.5 of the first direction is repeated more than 1 times"},
        {"gudgeon-surface 1 degree 1 1 count 3 2 knots 0 0 1e-12 1 1 knots 0 0 1 1"
         " 0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1  2 0 0 1  2 1 0 1",
         "nearly coincide"},
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(wrong); i++) {
        gud_nurbs n;
        assert_int_equal(gud_nurbs_parse("t", wrong[i].text, strlen(wrong[i].text), &f->arena, &f->error, &n),
                         GUD_ERR_INPUT);
        if (!strstr(f->error.text, wrong[i].reason)) fail_msg("'%s' does not say '%s'", f->error.text, wrong[i].reason);
    }
}

// nets that are fine as numbers and no surface
static void test_degenerate_nets(void **state)
{
    static const char *const flat[] = {
        HEAD "0 0 0 1  0 0 0 1  0 0 0 1  0 0 0 1", // a point
        HEAD "0 0 0 1  1 0 0 1  2 0 0 1  3 0 0 1", // a line
        HEAD "0 0 0 1  0 0 0 1  1 0 0 1  1 0 0 1", // a line, walked once
        HEAD "0 0 0 1  1 1 0 1  0 1 0 1  1 0 0 1", // a bow tie: no normal in the middle
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(flat); i++) {
        gud_nurbs n;
        gud_surface s;
        assert_int_equal(gud_nurbs_parse("t", flat[i], strlen(flat[i]), &f->arena, &f->error, &n), GUD_OK);
        assert_int_equal(gud_surface_create(&n, "t", &f->arena, &f->error, &s), GUD_ERR_INPUT);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_evaluation_is_the_definition),
        TEST(test_derivatives),
        TEST(test_knot_insertion),
        TEST(test_text_reads_back_to_the_bit),
        TEST(test_text_is_refused_with_a_reason),
        TEST(test_degenerate_nets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
