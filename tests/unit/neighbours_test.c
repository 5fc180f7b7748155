// Points that are near each other: the same pairs as from looking at all of them, in the same order.

#include "mechanism.h"

#include "num/neighbours.h"

enum { most_points = 400, most_pairs = most_points * most_points };

static double first[most_points][3], second[most_points][3];
static int found[most_pairs][2], expected[most_pairs][2];

static void throw_points(dice *d, int n, double size, bool flat, double (*points)[3])
{
    for (int i = 0; i < n; i++) {
        throw_many(d, 3, size, points[i]);
        if (flat) points[i][2] = 0.0;
    }
}

static int look_at_all(int n, int m, const double (*b)[3], double reach, bool same)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int j = same ? i + 1 : 0; j < m; j++) {
            double way[3];
            v3_axpy(way, b[j], -1.0, first[i]);
            if (!(v3_dot(way, way) <= reach * reach)) continue;
            expected[count][0] = i;
            expected[count++][1] = j;
        }
    return count;
}

static void check_points(int n, int m, double reach, bool same)
{
    const double(*b)[3] = (const double(*)[3])(same ? first : second);
    gud_neighbours *grid = gud_neighbours_create(m);
    assert_non_null(grid);
    const int count = look_at_all(n, m, b, reach, same);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(
            gud_neighbours_find(grid, n, (const double(*)[3])first, m, b, reach, same, most_pairs, found), count);
        assert_memory_equal(found, expected, (size_t)count * sizeof *found);
    }
    if (count > 0)
        assert_int_equal(
            gud_neighbours_find(grid, n, (const double(*)[3])first, m, b, reach, same, count - 1, found), -1);
    gud_neighbours_free(grid);
}

static void test_same_pairs_as_from_all(void **state)
{
    (void)state;
    dice d = {1};
    for (int round = 0; round < 40; round++) {
        const double reach = 0.05 * (1 + round % 10), size = round % 3 == 0 ? 100.0 : 1.0;
        throw_points(&d, most_points, size, round % 2, first);
        throw_points(&d, most_points, size, round % 2, second);
        check_points(most_points, most_points, reach * size, true);
        check_points(3 + round, most_points, reach * size, false);
        check_points(most_points, 3 + round, reach * size, false);
    }
}

static void test_one_large_among_many(void **state)
{
    (void)state;
    dice d = {2};
    throw_points(&d, 1, 0.1, true, first);
    throw_points(&d, most_points, 1.0, true, second);
    check_points(1, most_points, 5.0, false); // all of them, in order
}

static void test_points_that_are_no_numbers_are_near_none(void **state)
{
    (void)state;
    dice d = {3};
    throw_points(&d, most_points, 1.0, false, first);
    first[7][1] = (double)NAN;
    first[8][0] = (double)INFINITY;
    first[9][2] = -1e300;
    check_points(most_points, most_points, 0.3, true);
}

static void test_nothing(void **state)
{
    (void)state;
    gud_neighbours *grid = gud_neighbours_create(0);
    assert_non_null(grid);
    assert_int_equal(gud_neighbours_find(grid, 1, (const double(*)[3])first, 0, NULL, 1.0, false, 1, found), 0);
    gud_neighbours_free(grid);
    gud_neighbours_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_pairs_as_from_all),
        cmocka_unit_test(test_one_large_among_many),
        cmocka_unit_test(test_points_that_are_no_numbers_are_near_none),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
