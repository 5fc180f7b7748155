// Searches, fronts and indices when memory runs out: they say so and leak nothing.

#include "heap.h"

#include "num/search.h"
#include "num/sobol.h"

static gud_status solve(void *data)
{
    const gud_search_task *task = data;
    double x[GUD_SEARCH_BATCH * GUD_SEARCH_VARIABLES];
    gud_trial trials[GUD_SEARCH_BATCH];
    gud_search *s;
    int n = 1;
    gud_status st = gud_search_create(task, &s);
    assert_true((st == GUD_OK) == (s != NULL));
    while (st == GUD_OK && n > 0) {
        st = gud_search_ask(s, x, &n);
        for (int i = 0; i < n && st == GUD_OK; i++)
            trials[i] = (gud_trial){.f = {x[i], (1.0 - x[i]) * (1.0 - x[i])}, .g = {0.2 - x[i]}};
        if (st == GUD_OK && n > 0) st = gud_search_tell(s, trials, n);
    }
    gud_search_free(s);
    return st;
}

static void searches(void **state)
{
    (void)state;
    gud_search_task one = {1, 1, 1, 0, 12, 0.05}, two = {1, 1, 2, 5, 12, 0.05};
    assert_true(heap_exhaust(solve, &one) > 4);
    assert_true(heap_exhaust(solve, &two) > 4);
}

static gud_status find(void *data)
{
    const double *y = data;
    gud_interval first, total, rho;
    const gud_status st = gud_sobol_find(y, 4, 1, 1, &first, &total);
    return st == GUD_OK ? gud_spread_rank(y, y + 6, 6, &rho) : st;
}

static void indices(void **state)
{
    (void)state;
    double y[] = {1.0, 2.0, 3.0, 2.0, 1.0, 0.0, 5.0, 1.0, 2.0, 0.5, 3.0, 1.0};
    assert_true(heap_exhaust(find, y) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(searches), cmocka_unit_test(indices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
