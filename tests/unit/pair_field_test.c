// Sums of rows of a field, bit by bit.
#include "check.h"
#include "pair/field.h"
#include "uniform.h"

enum { most_rows = 9, longest = 21 };

typedef struct {
    double row[most_rows][longest], first[longest], factor[most_rows];
} numbers;

static void numbers_fill(numbers *a)
{
    for (int i = 0; i < most_rows; i++) {
        for (int k = 0; k < longest; k++) a->row[i][k] = 2.0 * uniform() - 1.0;
        a->factor[i] = 2.0 * uniform() - 1.0;
    }
    for (int k = 0; k < longest; k++) a->first[k] = 2.0 * uniform() - 1.0;
}

// in the order of the rows
static double sum_of(int nrow, const double *const *rows, const double *factor, const double *first, int k)
{
    double sum = first ? first[k] : 0.0;
    bool none = !first;
    for (int i = 0; i < nrow; i++)
        if (rows[i]) sum = none ? factor[i] * rows[i][k] : sum + factor[i] * rows[i][k], none = false;
    return sum;
}

// `there`: a bit for each row that is not NULL
static void check_sum(int n, int nrow, unsigned there, bool begins)
{
    numbers a;
    numbers_fill(&a);
    const double *rows[most_rows + 1] = {NULL}, *first = begins ? a.first : NULL;
    double out[longest + 1];
    for (int i = 0; i < nrow; i++) rows[i] = (there >> i) & 1u ? a.row[i] : NULL;
    for (int k = 0; k <= longest; k++) out[k] = 7.0;
    gud_rows_combine(n, nrow, rows, a.factor, first, out);
    for (int k = 0; k < n; k++) {
        const double expected = sum_of(nrow, rows, a.factor, first, k);
        assert_memory_equal(&out[k], &expected, sizeof expected);
    }
    for (int k = n; k <= longest; k++) assert_true(out[k] == 7.0);
}

static void all_sets_of_rows(void **unused)
{
    (void)unused;
    for (int nrow = 0; nrow <= most_rows; nrow++)
        for (unsigned there = 0; there < 1u << nrow; there++)
            for (int begins = 0; begins < 2; begins++) check_sum(longest, nrow, there, begins == 1);
}

static void all_lengths(void **unused)
{
    (void)unused;
    for (int n = 0; n <= longest; n++)
        for (int nrow = 0; nrow <= most_rows; nrow++) check_sum(n, nrow, ~0u, n % 2 == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_sets_of_rows), cmocka_unit_test(all_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
