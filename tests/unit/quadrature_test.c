// Quadrature: exactness for polynomials, and published nodes.

#include "check.h"

#include "num/quadrature.h"

#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gauss_is_exact_for_polynomials),
        cmocka_unit_test(test_gauss_nodes),
        cmocka_unit_test(test_many_nodes_are_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
