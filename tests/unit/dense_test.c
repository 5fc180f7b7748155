// Rank and null space, each judged by products computed anew.

#include "fixture.h"

#include "num/blas.h"
#include "num/dense.h"

#include <string.h>

// numbers in [-1, 1] that are the same on every machine
static double noise(unsigned *z)
{
    *z = *z * 1664525u + 1013904223u;
    return (*z >> 8) / 8388608.0 - 1.0;
}

static double row_times(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// every dependent row minus its combination is zero
static void assert_combinations(const gud_rank *r, int n, const double *matrix, double tolerance)
{
    for (int k = 0; k < r->ndependent; k++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0, size = 0.0;
            for (int i = 0; i < r->rank; i++) {
                sum += r->combination[k * r->rank + i] * matrix[r->independent[i] * n + j];
                size += fabs(r->combination[k * r->rank + i] * matrix[r->independent[i] * n + j]);
            }
            assert_near(matrix[r->dependent[k] * n + j], sum, tolerance * (1.0 + size));
        }
}

static void test_dependent_rows_are_explained(void **state)
{
    fixture *f = *state;
    const double matrix[] = {
        1, 0, 0, 0,    0, // 0
        0, 2, 1, 0,    0, // 1
        2, 4, 2, 0,    0, // 2 = 2 (0) + 2 (1)
        0, 0, 0, 1e-9, 0, // 3 small, but a direction of its own
        0, 0, 0, 0,    0, // 4 nothing
        0, 0, 0, 5e6,  0, // 5 = 5e15 (3)
    };
    gud_rank r;
    assert_int_equal(gud_rank_find(6, 5, matrix, 1e-10, &f->arena, &f->error, &r), GUD_OK);
    assert_int_equal(r.rank, 3);
    assert_int_equal(r.ndependent, 3);
    assert_combinations(&r, 5, matrix, 1e-12);
    assert_true(r.weakest > 0.1 && r.weakest <= 1.0 + 1e-15);

    // of rows 3 and 5 one explains the other, and nothing else takes part
    int k = 0;
    while (r.dependent[k] != 3 && r.dependent[k] != 5) k++;
    int npart = 0;
    for (int i = 0; i < r.rank; i++) npart += r.combination[k * r.rank + i] != 0.0;
    assert_int_equal(npart, 1);

    // row 4 is no combination of anything
    for (k = 0; k < r.ndependent; k++)
        if (r.dependent[k] == 4)
            for (int i = 0; i < r.rank; i++) assert_near(r.combination[k * r.rank + i], 0.0, 0.0);
}

// random matrices of known rank, wide and tall
static void test_rank_of_products(void **state)
{
    fixture *f = *state;
    unsigned z = 1;
    for (int m = 1; m <= 12; m += 3)
        for (int n = 1; n <= 12; n += 2)
            for (int rank = 0; rank <= (m < n ? m : n); rank++) {
                double left[12 * 12], right[12 * 12], matrix[12 * 12];
                for (int i = 0; i < 144; i++) left[i] = noise(&z), right[i] = noise(&z);
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++) matrix[i * n + j] = row_times(left + i * 12, right + j * 12, rank);
                gud_rank r;
                assert_int_equal(gud_rank_find(m, n, matrix, 1e-10, &f->arena, &f->error, &r), GUD_OK);
                assert_int_equal(r.rank, rank);
                assert_combinations(&r, n, matrix, 1e-9);

                gud_null null;
                assert_int_equal(gud_null_find(m, n, matrix, 1e-10, &f->arena, &f->error, &null), GUD_OK);
                assert_int_equal(null.nbasis, n - rank);
                for (int a = 0; a < null.nbasis; a++) {
                    for (int i = 0; i < m; i++)
                        assert_near(row_times(matrix + i * n, null.basis + a * n, n), 0.0, 1e-13);
                    for (int b = 0; b <= a; b++)
                        assert_near(row_times(null.basis + a * n, null.basis + b * n, n), a == b, 1e-13);
                }
            }
}

static void test_empty_matrices(void **state)
{
    fixture *f = *state;
    gud_rank r;
    gud_null null;
    const double unused[3] = {0};
    assert_int_equal(gud_rank_find(0, 3, unused, 1e-10, &f->arena, &f->error, &r), GUD_OK);
    assert_int_equal(r.rank + r.ndependent, 0);
    assert_int_equal(gud_rank_find(3, 0, unused, 1e-10, &f->arena, &f->error, &r), GUD_OK);
    assert_int_equal(r.rank, 0);
    assert_int_equal(r.ndependent, 3);
    assert_int_equal(gud_null_find(0, 3, unused, 1e-10, &f->arena, &f->error, &null), GUD_OK);
    assert_int_equal(null.nbasis, 3);
    for (int i = 0; i < 9; i++) assert_near(null.basis[i], i % 4 == 0, 0.0);
    assert_int_equal(gud_null_find(3, 0, unused, 1e-10, &f->arena, &f->error, &null), GUD_OK);
    assert_int_equal(null.nbasis, 0);
}

static void test_nan_is_refused(void **state)
{
    fixture *f = *state;
    const double matrix[] = {1.0, 2.0, 3.0, NAN};
    gud_rank r;
    gud_null null;
    assert_int_equal(gud_rank_find(2, 2, matrix, 1e-10, &f->arena, &f->error, &r), GUD_ERR_NUMERIC);
    assert_string_equal(f->error.text, "row 2, column 2 of a 2 x 2 matrix is not finite");
    assert_int_equal(gud_null_find(2, 2, matrix, 1e-10, &f->arena, &f->error, &null), GUD_ERR_NUMERIC);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_dependent_rows_are_explained),
        TEST(test_rank_of_products),
        TEST(test_empty_matrices),
        TEST(test_nan_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
