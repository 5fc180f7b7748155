// Separations that are read together have the bits of those that are read one by one.
#include "rough_sample.h"
#include "uniform.h"

#include "rough/rough.h"

enum { most = 9 };

// near, far, too near for the table, at its ends, and no number
static double separation(const gud_rough *rough)
{
    const double sigma = rough->params.sigma, mean = rough->params.mean;
    const double special[] = {mean + 10.0 * sigma, mean - 10.0 * sigma, mean - 30.0 * sigma, 1.0, mean, INFINITY, -1e-3,
                              (double)NAN};
    const int kind = (int)(uniform() * 24.0);
    return kind < GUD_COUNT(special) ? special[kind] : mean + sigma * (22.0 * uniform() - 11.0);
}

static void assert_same(double got, double expected)
{
    if (isnan(expected))
        assert_true(isnan(got));
    else
        assert_memory_equal(&got, &expected, sizeof got);
}

static void check_model(const gud_rough *rough, int n)
{
    double h[most] = {0.0}, pressure[most + 1], p_h[most + 1], area[most + 1], again[most + 1], again_h[most + 1];
    for (int i = 0; i < n; i++) h[i] = separation(rough);
    pressure[n] = p_h[n] = area[n] = again[n] = again_h[n] = 7.0;
    gud_rough_eval(rough, n, h, pressure, p_h, area);
    gud_rough_eval(rough, n, h, again, again_h, NULL);
    for (int i = 0; i < n; i++) {
        double one, one_h, one_area;
        gud_rough_eval(rough, 1, &h[i], &one, &one_h, &one_area);
        assert_same(pressure[i], one), assert_same(again[i], one);
        assert_same(p_h[i], one_h), assert_same(again_h[i], one_h);
        assert_same(area[i], one_area);
        if (isnan(h[i])) assert_true(isnan(one) && isnan(one_area));
    }
    assert_true(pressure[n] == 7.0 && p_h[n] == 7.0 && area[n] == 7.0 && again[n] == 7.0 && again_h[n] == 7.0);
}

static void any_number_at_once(void **unused)
{
    (void)unused;
    gud_rough *rough = rough_sample("KE", 0.0);
    for (int n = 1; n <= most; n++)
        for (int try = 0; try < 100; try++) check_model(rough, n);
    gud_rough_free(rough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_number_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
