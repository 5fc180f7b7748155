// What every rough-contact model promises, for both laws of heights and for surfaces from elastic to soft.

#include "check.h"
#include "num/pi.h"
#include "rough/rough.h"

#include <string.h>

// table 8 of Nascimento 2024; a smooth hard surface that stays elastic; a rough soft one
static const double cases[][5] = {
    // sigma, radius, density, hardness, yield
    {0.251e-6, 15.98e-6, 10.76e9, 1373e6, 500e6},
    {0.020e-6, 60.0e-6, 30.0e9, 9000e6, 3000e6},
    {1.500e-6, 8.0e-6, 3.0e9, 300e6, 100e6},
};

static void set_case(int i, int heights, gud_rough_params *prm)
{
    gud_rough_defaults(prm);
    prm->sigma = cases[i][0];
    prm->radius = cases[i][1];
    prm->density = cases[i][2];
    prm->hardness = cases[i][3];
    prm->yield = cases[i][4];
    prm->mean = 0.8 * prm->sigma;
    prm->modulus = 115.18e9;
    prm->heights = heights;
}

enum { max_made = 100 };
static gud_rough *made[max_made]; // every model, for all cases and both laws of heights; ends with NULL

static int make_all(void **state)
{
    (void)state;
    int n = 0;
    for (int c = 0; c < GUD_COUNT(cases); c++)
        for (int heights = 0; heights < 2; heights++)
            for (int i = 0; gud_rough_models[i]; i++) {
                gud_rough_params prm;
                gud_error error;
                set_case(c, heights, &prm);
                assert_true(n < max_made - 1);
                if (gud_rough_make(gud_rough_models[i], &prm, &error, &made[n++]) != GUD_OK)
                    fail_msg("%s: %s", gud_rough_models[i]->row.name, error.text);
            }
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    for (int i = 0; made[i]; i++) gud_rough_free(made[i]);
    return 0;
}

static void for_all(void (*check)(const gud_rough *rough))
{
    assert_non_null(made[0]);
    for (int i = 0; made[i]; i++) check(made[i]);
}

static double separation(const gud_rough *rough, double x)
{
    return rough->params.mean + x * rough->params.sigma;
}

static double pressure_at(const gud_rough *rough, double h)
{
    double p, p_h;
    gud_rough_eval(rough, 1, &h, &p, &p_h, NULL);
    return p;
}

static void check_slope(const gud_rough *rough)
{
    const double d = 2e-4 * rough->params.sigma;
    for (double x = -9.987; x < 9.9; x += 0.173) {
        const double h = separation(rough, x);
        double p, p_h;
        gud_rough_eval(rough, 1, &h, &p, &p_h, NULL);
        assert_close(p_h, (pressure_at(rough, h + d) - pressure_at(rough, h - d)) / (2.0 * d), 1e-6, 0.0);
    }
}

static void slope_is_the_difference(void **state)
{
    (void)state;
    for_all(check_slope);
}

static double work_at(const gud_rough *rough, double h)
{
    double work;
    gud_rough_work(rough, 1, &h, &work);
    return work;
}

// nothing is stored beyond reach, and the pressure does the work
static void check_work(const gud_rough *rough)
{
    const double d = 2e-4 * rough->params.sigma;
    for (double x = -11.987; x < 9.9; x += 0.173) {
        const double h = separation(rough, x);
        assert_close((work_at(rough, h - d) - work_at(rough, h + d)) / (2.0 * d), pressure_at(rough, h), 1e-6, 0.0);
    }
    assert_true(work_at(rough, gud_rough_reach(rough)) == 0.0 && work_at(rough, separation(rough, 11.0)) == 0.0);
    assert_true(isnan(work_at(rough, (double)NAN)));
}

static void work_is_the_integral_of_pressure(void **state)
{
    (void)state;
    for_all(check_work);
}

static void check_shape(const gud_rough *rough)
{
    enum { n = 5000 };
    static double h[n], p[n], p_h[n], a[n];
    for (int i = 0; i < n; i++) h[i] = separation(rough, -15.0 + 30.0 * i / (n - 1));
    gud_rough_eval(rough, n, h, p, p_h, a);
    for (int i = 0; i < n; i++) {
        assert_true(p[i] >= 0.0 && p_h[i] <= 0.0);
        assert_true(a[i] >= 0.0 && a[i] <= 1.0);
        if (i == 0) continue;
        assert_true(p[i] < p[i - 1] || (p[i] == 0.0 && p[i - 1] == 0.0));
        assert_true(a[i] <= a[i - 1]);
    }
    assert_true(p[0] > 0.0 && p[n - 1] == 0.0 && p_h[n - 1] == 0.0 && a[n - 1] == 0.0);
}

static void pressure_and_area_fall_with_separation(void **state)
{
    (void)state;
    for_all(check_shape);
}

static void check_limits(const gud_rough *rough)
{
    const double h[] = {(double)NAN, (double)INFINITY, separation(rough, 60.0)};
    double p[3], p_h[3], a[3];
    gud_rough_eval(rough, 3, h, p, p_h, a);
    assert_true(isnan(p[0]) && isnan(a[0]));
    for (int i = 1; i < 3; i++) assert_true(p[i] == 0.0 && p_h[i] == 0.0 && a[i] == 0.0);

    // far below, the curves go on along their tangents
    const double deep[] = {separation(rough, -10.0), separation(rough, -12.0)};
    gud_rough_eval(rough, 2, deep, p, p_h, a);
    assert_close(p[1], p[0] + p_h[0] * (deep[1] - deep[0]), 1e-12, 0.0);
    assert_close(p_h[1], p_h[0], 1e-9, 0.0);
}

static void limits_are_kept(void **state)
{
    (void)state;
    for_all(check_limits);
}

// Independent quadrature: Simpson in t, w = w0 + t^2, between the breaks of the asperity's law.

typedef struct integrals {
    double p, p_h, a;
} integrals;

static void add_point(const gud_rough *rough, double h, double depth, double weight, integrals *sum)
{
    const double sigma = rough->params.sigma, s = (h - rough->params.mean + depth) / sigma;
    const bool gaussian = rough->params.heights == GUD_HEIGHTS_GAUSSIAN;
    const double phi = gaussian ? exp(-0.5 * s * s) / sqrt(2.0 * pi) : exp(-s);
    double force, area;
    gud_rough_asperity(rough, 1, &depth, &force, &area);
    sum->p += weight * phi * force * rough->params.density;
    sum->p_h -= weight * phi * force * rough->params.density * (gaussian ? s : 1.0) / sigma;
    sum->a += weight * phi * area * rough->params.density;
}

static void add_interval(const gud_rough *rough, double h, double first, double last, integrals *sum)
{
    const double sigma = rough->params.sigma, hair = 1e-12; // at a break, the law of this side
    const int n = 2 * (int)ceil(150.0 + 400.0 * sqrt(last - first));
    const double dt = sqrt(last - first) / n;
    for (int i = 0; i <= n; i++) {
        const double t = i * dt, simpson = (i == 0 || i == n ? 1.0 : i % 2 ? 4.0 : 2.0) / 3.0;
        double w = first + t * t;
        if (i == 0) w = first * (1.0 + hair);
        if (i == n) w = last * (1.0 - hair);
        add_point(rough, h, w * sigma, simpson * dt * 2.0 * t, sum);
    }
}

static integrals integrate(const gud_rough *rough, double x)
{
    const double top = fmax(x, 0.0);
    const double end = rough->params.heights == GUD_HEIGHTS_GAUSSIAN ? sqrt(top * top + 72.0) - x : 40.0;
    integrals sum = {0};
    double first = 0.0;
    for (int i = 0; i < rough->law.nbreak && rough->law.breaks[i] < end; i++) {
        add_interval(rough, separation(rough, x), first, rough->law.breaks[i], &sum);
        first = rough->law.breaks[i];
    }
    add_interval(rough, separation(rough, x), first, end, &sum);
    return sum;
}

static void check_quadrature(const gud_rough *rough)
{
    const double x[] = {-6.01, -2.51, -0.3, 0.77, 2.03, 4.6, 7.487};
    double highest = 0.0, lowest = (double)INFINITY;
    for (int i = 0; i < GUD_COUNT(x); i++) {
        const integrals exact = integrate(rough, x[i]);
        const double h = separation(rough, x[i]);
        double p, p_h, a;
        gud_rough_eval(rough, 1, &h, &p, &p_h, &a);
        assert_close(p, exact.p, 1e-6, 0.0);
        assert_close(p_h, exact.p_h, 1e-6, 0.0);
        assert_close(a, fmin(exact.a, 1.0), 1e-6, 0.0);
        highest = fmax(highest, p);
        lowest = fmin(lowest, p);
    }
    if (rough->params.heights == GUD_HEIGHTS_GAUSSIAN) assert_true(highest / lowest > 1e12);
    assert_true(rough->error_pressure <= 1e-6 && rough->error_p_h <= 1e-6 && rough->error_area <= 1e-6);
}

static void tables_meet_quadrature_over_twelve_decades(void **state)
{
    (void)state;
    for_all(check_quadrature);
}

static void check_own_quadrature(const gud_rough *rough)
{
    enum { n = 4 };
    const double x[n] = {-3.3, 0.123, 3.3, 6.6};
    double h[n], p[2][n], p_h[2][n], a[2][n];
    gud_error error;
    for (int i = 0; i < n; i++) h[i] = separation(rough, x[i]);
    gud_rough_eval(rough, n, h, p[0], p_h[0], a[0]);
    assert_int_equal(gud_rough_integrate(rough, n, h, p[1], p_h[1], a[1], &error), GUD_OK);
    for (int i = 0; i < n; i++) {
        assert_close(p[0][i], p[1][i], 1e-6, 0.0);
        assert_close(p_h[0][i], p_h[1][i], 1e-6, 0.0);
        assert_close(a[0][i], a[1][i], 1e-6, 0.0);
    }
}

static void integrating_at_a_point_gives_the_same(void **state)
{
    (void)state;
    for_all(check_own_quadrature);
}

static void rows_are_described(void **state)
{
    (void)state;
    for (int i = 0; gud_rough_models[i]; i++) {
        const gud_row *row = &gud_rough_models[i]->row;
        assert_ptr_equal(gud_rough_rows[i], row);
        assert_ptr_equal(gud_rough_find(row->name), gud_rough_models[i]);
        assert_true(row->size == sizeof(gud_rough_params) && row->nfield > 0 && row->nrule > 0);
        for (int k = 0; k < row->nfield; k++) {
            assert_true(row->fields[k].about && strlen(row->fields[k].about) > 0);
            assert_true(row->fields[k].offset < row->size);
        }
    }
    assert_null(gud_rough_find("GWT"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_described),
        cmocka_unit_test(slope_is_the_difference),
        cmocka_unit_test(work_is_the_integral_of_pressure),
        cmocka_unit_test(pressure_and_area_fall_with_separation),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(tables_meet_quadrature_over_twelve_decades),
        cmocka_unit_test(integrating_at_a_point_gives_the_same),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
