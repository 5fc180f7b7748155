// Extremes and sums by vectors against plain loops: as they are compiled here, and for this machine's vectors.

#include "check.h"
#include "uniform.h"

#include "film/cells.h"
#include "film/lanes.h"

#include <stdbool.h>
#include <string.h>

enum { longest = 40, tries = 200 };

static double number(bool infinite)
{
    static const double special[] = {0.0, -0.0, 1e-310, -1e-310, 1e308, -1e308, (double)INFINITY, -(double)INFINITY};
    const int kind = (int)(uniform() * 40.0);
    return kind < (infinite ? 8 : 4) ? special[kind] : 2.0 * uniform() - 1.0;
}

// behind the numbers stand larger ones that do not count
static void numbers_fill(double a[longest + 8], int n, bool infinite)
{
    for (int k = 0; k < longest + 8; k++) a[k] = k < n ? number(infinite) : k % 2 ? 1e300 : -1e300;
}

static void check_extremes(const double *a, int n)
{
    double least = INFINITY, largest = -INFINITY, size = 0.0;
    for (int k = 0; k < n; k++) {
        least = a[k] < least ? a[k] : least;
        largest = a[k] > largest ? a[k] : largest;
        size = fabs(a[k]) > size ? fabs(a[k]) : size;
    }
    assert_true(gud_least(a, n) == least);
    assert_true(gud_largest(a, n) == largest);
    assert_true(gud_largest_size(a, n) == size);
    assert_false(signbit(gud_largest_size(a, n)));
    assert_true(gud_cells_least(NULL, n, a) == least);
    assert_true(gud_cells_largest(NULL, n, a) == largest);
    assert_true(gud_cells_largest_size(NULL, n, a) == size);
}

static void extremes_of_all_lengths(void **unused)
{
    double a[longest + 8];
    (void)unused;
    for (int n = 0; n <= longest; n++)
        for (int t = 0; t < tries; t++) {
            numbers_fill(a, n, t % 2 == 1);
            check_extremes(a, n);
        }
}

// the one that is largest or least may stand anywhere
static void extremes_at_all_places(void **unused)
{
    static const double one[] = {1.0, -1.0, (double)INFINITY, -(double)INFINITY, 0.0, -0.0};
    double a[longest + 1];
    (void)unused;
    for (int n = 1; n <= longest; n++)
        for (int at = 0; at < n; at++)
            for (int i = 0; i < 6; i++)
                for (int rest = -1; rest <= 1; rest++) {
                    for (int k = 0; k < n; k++) a[k] = k == at ? one[i] : 0.5 * rest;
                    check_extremes(a, n);
                }
}

static void zeros_have_no_size(void **unused)
{
    double a[longest];
    (void)unused;
    for (int k = 0; k < longest; k++) a[k] = -0.0;
    for (int n = 0; n <= longest; n++) {
        assert_true(gud_largest_size(a, n) == 0.0 && !signbit(gud_largest_size(a, n)));
        assert_true(gud_sum_of_sizes(a, n) == 0.0 && !signbit(gud_sum_of_sizes(a, n)));
    }
}

// in four parts, and what is left over after them
static double sum_of(const double *a, int n)
{
    const int whole = n / 4 * 4;
    double part[4] = {0.0}, rest = 0.0;
    for (int k = 0; k < whole; k++) part[k % 4] += a[k];
    for (int k = whole; k < n; k++) rest += a[k];
    return ((part[0] + part[1]) + (part[2] + part[3])) + rest;
}

static void sums_of_all_lengths(void **unused)
{
    double a[longest + 8], b[longest + 8], term[longest];
    (void)unused;
    for (int n = 0; n <= longest; n++)
        for (int t = 0; t < tries; t++) {
            numbers_fill(a, n, false), numbers_fill(b, n, false);
            for (int k = 0; k < n; k++) term[k] = fabs(a[k]);
            const double sizes = gud_sum_of_sizes(a, n), expected = sum_of(term, n);
            assert_memory_equal(&sizes, &expected, sizeof sizes);
            assert_true(gud_cells_sum_of_sizes(NULL, n, a) == expected);
            for (int k = 0; k < n; k++) term[k] = a[k] * b[k];
            assert_true(gud_sum_of_products(a, b, n) == sum_of(term, n));
            assert_true(gud_cells_dot(NULL, n, a, b) == sum_of(term, n));
        }
}

static void sums_of_infinite_numbers(void **unused)
{
    double a[longest];
    (void)unused;
    for (int n = 1; n <= longest; n++)
        for (int at = 0; at < n; at++) {
            for (int k = 0; k < n; k++) a[k] = k == at ? -(double)INFINITY : 1.0;
            assert_true(gud_sum_of_sizes(a, n) == (double)INFINITY);
            a[at] = (double)NAN;
            assert_true(isnan(gud_sum_of_sizes(a, n)));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes_of_all_lengths),  cmocka_unit_test(extremes_at_all_places),
        cmocka_unit_test(zeros_have_no_size),       cmocka_unit_test(sums_of_all_lengths),
        cmocka_unit_test(sums_of_infinite_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
