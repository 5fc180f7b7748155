// What samples say: percentiles, fractions with Wilson's interval, rank correlation, Sobol indices of functions whose
// indices are known.

#include "check.h"

#include "num/random.h"
#include "num/sobol.h"
#include "num/spread.h"

#include <stdlib.h>

static void percentiles(void **state)
{
    (void)state;
    double y[] = {3.0, 1.0, 2.0, 5.0, 4.0}, mean, std;
    gud_spread_sort(y, 5);
    assert_near(gud_spread_percentile(y, 5, 0.0), 1.0, 0.0);
    assert_near(gud_spread_percentile(y, 5, 0.5), 3.0, 1e-15);
    assert_near(gud_spread_percentile(y, 5, 0.9), 4.6, 1e-14);
    assert_near(gud_spread_percentile(y, 5, 1.0), 5.0, 0.0);
    assert_near(gud_spread_percentile(y, 1, 0.3), 1.0, 0.0);
    gud_spread_moments(y, 5, &mean, &std);
    assert_near(mean, 3.0, 1e-15);
    assert_near(std, sqrt(2.5), 1e-15);
}

// R. G. Newcombe, Statist. Med. 17 (1998) 857, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29
static void fractions(void **state)
{
    (void)state;
    static const struct {
        int k, n;
        double low, high;
    } list[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (int i = 0; i < GUD_COUNT(list); i++) {
        const gud_interval p = gud_spread_fraction(list[i].k, list[i].n);
        assert_near(p.low, list[i].low, 5e-5);
        assert_near(p.high, list[i].high, 5e-5);
    }
    assert_near(gud_spread_fraction(0, 1000).high, 0.00383, 1e-5); // the number in docs/theory
    assert_true(gud_spread_fraction(7, 7).high == 1.0 && gud_spread_fraction(7, 7).low > 0.6);
}

// five pairs by hand, with a tie: ranks 0 1 2 3 4 and 0 1.5 1.5 4 3
static void ranks(void **state)
{
    (void)state;
    const double x[] = {1.0, 2.0, 3.0, 4.0, 5.0}, y[] = {-7.0, 2.0, 2.0, 100.0, 8.0};
    const double cubes[] = {1.0, 8.0, 27.0, 64.0, 125.0}, flat[5] = {0};
    gud_interval rho;
    assert_int_equal(gud_spread_rank(x, y, 5, &rho), GUD_OK);
    assert_near(rho.value, 8.5 / sqrt(10.0 * 9.5), 1e-15);
    const double half = 1.959963984540054 * sqrt((1.0 + 0.5 * rho.value * rho.value) / 2.0);
    assert_near(atanh(rho.high) - atanh(rho.low), 2.0 * half, 1e-12);
    assert_int_equal(gud_spread_rank(x, cubes, 5, &rho), GUD_OK);
    assert_near(rho.value, 1.0, 1e-15);
    assert_int_equal(gud_spread_rank(x, flat, 5, &rho), GUD_OK);
    assert_true(isnan(rho.value));
}

// ---- Sobol indices

typedef double function(const double *u);

// I. M. Sobol's g: V_k = 1/3 / (1 + a_k)^2, V = product (1 + V_k) - 1
static const double a[] = {0.0, 1.0, 4.5, 9.0};

static double sobol_g(const double *u)
{
    double product = 1.0;
    for (int k = 0; k < 4; k++) product *= (fabs(4.0 * u[k] - 2.0) + a[k]) / (1.0 + a[k]);
    return product;
}

// T. Ishigami, T. Homma, 1990: sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1
static double ishigami(const double *u)
{
    const double turn = 2.0 * acos(-1.0), x = turn * (u[0] - 0.5), y = turn * (u[1] - 0.5), z = turn * (u[2] - 0.5);
    return sin(x) + 7.0 * sin(y) * sin(y) + 0.1 * pow(z, 4.0) * sin(x);
}

static void indices_of(function *f, int d, int n, uint64_t seed, gud_interval *first, gud_interval *total)
{
    double *y = calloc((size_t)n * (size_t)(d + 2), sizeof *y);
    for (int i = 0; i < n; i++)
        for (int m = 0; m < d + 2; m++) {
            double u[8];
            for (int k = 0; k < d; k++)
                u[k] = gud_random_unit(seed, (uint64_t)(m == 1 || m == k + 2 ? k + d : k), (uint64_t)i);
            y[i * (d + 2) + m] = f(u);
        }
    assert_int_equal(gud_sobol_find(y, n, d, seed, first, total), GUD_OK);
    free(y);
}

static void check_index(gud_interval found, double exact)
{
    const double half = 0.5 * (found.high - found.low); // two standard errors
    assert_near(found.value, exact, 1.7 * half);
    assert_true(found.low <= found.value && found.value <= found.high && half > 0.0 && half < 0.2);
}

static void known_indices(void **state)
{
    (void)state;
    const int n = SANITIZED ? 1000 : 4000;
    gud_interval first[4], total[4];
    double V = 1.0;
    for (int k = 0; k < 4; k++) V *= 1.0 + 1.0 / 3.0 / ((1.0 + a[k]) * (1.0 + a[k]));
    indices_of(sobol_g, 4, n, 3, first, total);
    for (int k = 0; k < 4; k++) {
        const double own = 1.0 / 3.0 / ((1.0 + a[k]) * (1.0 + a[k]));
        check_index(first[k], own / (V - 1.0));
        check_index(total[k], own * V / (1.0 + own) / (V - 1.0));
    }
    indices_of(ishigami, 3, n, 4, first, total);
    static const double exact_first[] = {0.3139, 0.4424, 0.0}, exact_total[] = {0.5576, 0.4424, 0.2437};
    for (int k = 0; k < 3; k++) {
        check_index(first[k], exact_first[k]);
        check_index(total[k], exact_total[k]);
    }
}

// intervals of 95 % contain the exact index in about 95 of 100 studies
static void intervals_contain(void **state)
{
    (void)state;
    const int studies = SANITIZED ? 10 : 60;
    int inside = 0;
    for (int s = 0; s < studies; s++) {
        gud_interval first[3], total[3];
        indices_of(ishigami, 3, 200, 100 + (uint64_t)s, first, total);
        inside += total[0].low <= 0.5576 && 0.5576 <= total[0].high;
    }
    assert_in_range(inside, 9 * studies / 10 - 2, studies);
}

static double constant(const double *u)
{
    (void)u;
    return 3.0;
}

static void nothing_varies(void **state)
{
    (void)state;
    gud_interval first[2], total[2];
    indices_of(constant, 2, 10, 1, first, total);
    assert_true(isnan(first[0].value) && isnan(total[1].value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles),   cmocka_unit_test(fractions),         cmocka_unit_test(ranks),
        cmocka_unit_test(known_indices), cmocka_unit_test(intervals_contain), cmocka_unit_test(nothing_varies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
