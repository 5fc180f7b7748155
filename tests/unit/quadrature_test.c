// Quadrature: exactness for polynomials, published nodes, and integrals with closed forms.

#include "check.h"

#include "num/quadrature.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

// a rule with n points integrates x^k exactly up to k = 2n - 1, and not x^2n
static void test_gauss_is_exact_for_polynomials(void **state)
{
    (void)state;
    for (int n = 1; n <= 40; n++) {
        double x[40], w[40];
        gud_gauss_legendre(n, x, w);
        for (int k = 0; k <= 2 * n; k++) {
            double sum = 0.0;
            for (int i = 0; i < n; i++) sum += w[i] * pow(x[i], k);
            const double exact = k % 2 == 0 ? 2.0 / (k + 1) : 0.0;
            if (k < 2 * n)
                assert_near(sum, exact, 5e-16 * (n < 4 ? 4 : n));
            else if (n <= 12)
                assert_true(fabs(sum - exact) > 1e-8);
        }
    }
}

// closed forms of the rules with two, three and five points
static void test_gauss_nodes(void **state)
{
    (void)state;
    double x[5], w[5];
    gud_gauss_legendre(2, x, w);
    assert_near(x[1], 1.0 / sqrt(3.0), 2e-16);
    gud_gauss_legendre(3, x, w);
    assert_near(x[0], -sqrt(0.6), 2e-16);
    assert_near(x[1], 0.0, 0.0);
    assert_near(w[1], 8.0 / 9.0, 2e-16);
    gud_gauss_legendre(5, x, w);
    assert_near(x[3], sqrt(5.0 - 2.0 * sqrt(10.0 / 7.0)) / 3.0, 2e-16);
    assert_near(w[4], (322.0 - 13.0 * sqrt(70.0)) / 900.0, 2e-16);
}

static void test_many_nodes_are_ordered(void **state)
{
    (void)state;
    enum { n = 1001 };
    static double x[n], w[n];
    gud_gauss_legendre(n, x, w);
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        if (i > 0) assert_true(x[i] > x[i - 1]);
        assert_true(w[i] > 0.0);
        sum += w[i] * cos(50.0 * x[i]);
    }
    assert_near(sum, 2.0 * sin(50.0) / 50.0, 1e-15);
}

static double bell(const void *user, double x)
{
    const double sigma = *(const double *)user;
    return exp(-0.5 * (x / sigma) * (x / sigma)) / (sigma * sqrt(2.0 * pi));
}
static double root(const void *user, double x)
{
    (void)user;
    return sqrt(x);
}
static double runge(const void *user, double x)
{
    (void)user;
    return 1.0 / (1.0 + 25.0 * x * x);
}
static double kink(const void *user, double x)
{
    (void)user;
    return fabs(x - 1.0 / 3.0);
}
static double pole(const void *user, double x)
{
    (void)user;
    return 1.0 / x;
}
static double infinite(const void *user, double x)
{
    (void)user;
    return x < 0.9 ? x : (double)INFINITY;
}
static double power(const void *user, double x)
{
    return pow(x, *(const int *)user);
}

static void test_adaptive_integrals(void **state)
{
    (void)state;
    const double sigma = 1e-3;
    const struct {
        gud_integrand f;
        double a, b, exact;
    } cases[] = {
        {bell, -1.0, 1.0, 1.0},       {root, 0.0, 1.0, 2.0 / 3.0},          {runge, -1.0, 1.0, 0.4 * atan(5.0)},
        {kink, 0.0, 1.0, 5.0 / 18.0}, {runge, 1.0, -1.0, -0.4 * atan(5.0)}, {root, 2.0, 2.0, 0.0},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++)
        for (int digits = 4; digits <= 14; digits++) {
            const double tolerance = pow(10.0, -digits);
            gud_error error;
            gud_integral got;
            assert_int_equal(gud_integrate(cases[i].f, &sigma, cases[i].a, cases[i].b, 0.0, tolerance, &error, &got),
                             GUD_OK);
            assert_close(got.value, cases[i].exact, tolerance + 1e-15, 0.0);
            assert_true(fabs(got.value - cases[i].exact) <= got.error + 1e-15);
        }
}

// fifteen Kronrod points integrate x^22 exactly (x^23 by symmetry), so a single interval must do
static void test_kronrod_is_exact_to_degree_23(void **state)
{
    (void)state;
    for (int k = 0; k <= 23; k++) {
        gud_error error;
        gud_integral got;
        assert_int_equal(gud_integrate(power, &k, 0.0, 2.0, 1e99, 0.0, &error, &got), GUD_OK);
        assert_int_equal(got.neval, 15);
        assert_close(got.value, exp2(k + 1) / (k + 1), 2e-15, 0.0);
    }
}

static void test_failure_is_told(void **state)
{
    (void)state;
    gud_error error;
    gud_integral got;
    assert_int_equal(gud_integrate(pole, NULL, 0.0, 1.0, 0.0, 1e-10, &error, &got), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "does not settle near 0"));
    assert_int_equal(gud_integrate(infinite, NULL, 0.0, 1.0, 0.0, 1e-10, &error, &got), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "not finite between"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gauss_is_exact_for_polynomials), cmocka_unit_test(test_gauss_nodes),
        cmocka_unit_test(test_many_nodes_are_ordered),         cmocka_unit_test(test_adaptive_integrals),
        cmocka_unit_test(test_kronrod_is_exact_to_degree_23),  cmocka_unit_test(test_failure_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
