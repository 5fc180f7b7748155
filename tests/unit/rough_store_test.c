// Tables from the store are those that would have been made, to the bit; others are not taken for them.

#include "check.h"

#include "rough/store.h"

#include <string.h>

static gud_rough_params params_of(double sigma)
{
    gud_rough_params p;
    gud_rough_defaults(&p);
    p.sigma = sigma;
    p.mean = 1.5 * sigma;
    p.radius = 10e-6;
    p.density = 1e11;
    p.modulus = 115e9;
    p.hardness = 2e9;
    return p;
}

static gud_rough *take(gud_rough_store *store, const char *model, double sigma)
{
    const gud_rough_params p = params_of(sigma);
    gud_error error = {""};
    gud_rough *rough = NULL;
    if (gud_rough_take(store, gud_rough_find(model), &p, &error, &rough) != GUD_OK) fail_msg("%s", error.text);
    return rough;
}

static void assert_same(const gud_rough *a, const gud_rough *b)
{
    double h[64], p[2][64], slope[2][64], area[2][64];
    for (int i = 0; i < 64; i++) h[i] = 0.05e-6 * i;
    gud_rough_eval(a, 64, h, p[0], slope[0], area[0]);
    gud_rough_eval(b, 64, h, p[1], slope[1], area[1]);
    assert_int_equal(a->npiece, b->npiece);
    assert_memory_equal(p[0], p[1], sizeof p[0]);
    assert_memory_equal(slope[0], slope[1], sizeof slope[0]);
    assert_memory_equal(area[0], area[1], sizeof area[0]);
}

static void stored_tables_are_the_same_to_the_bit(void **state)
{
    static const char *const models[] = {"GW", "CEB", "KE"};
    static const double sigmas[] = {0.2e-6, 0.3e-6, 0.2e-6};
    gud_rough_store store = {0};
    (void)state;
    for (int m = 0; m < GUD_COUNT(models); m++) {
        for (int i = 0; i < GUD_COUNT(sigmas); i++) {
            gud_rough *stored = take(&store, models[m], sigmas[i]), *made = take(NULL, models[m], sigmas[i]);
            assert_same(stored, made);
            gud_rough_free(stored);
            gud_rough_free(made);
        }
    }
    int count = 0;
    while (count < GUD_ROUGH_STORED && store.tables[count]) count++;
    assert_int_equal(count, 6); // of three models and two sigmas; the third sigma was there
    gud_rough_store_clear(&store);
    assert_null(store.tables[0]);
}

static void a_store_forgets_the_oldest(void **state)
{
    gud_rough_store store = {0};
    (void)state;
    for (int i = 0; i <= GUD_ROUGH_STORED; i++) gud_rough_free(take(&store, "GW", 0.2e-6 + 1e-9 * i));
    assert_int_equal(store.oldest, 1);
    gud_rough *stored = take(&store, "GW", 0.2e-6), *made = take(NULL, "GW", 0.2e-6);
    assert_same(stored, made);
    gud_rough_free(stored);
    gud_rough_free(made);
    gud_rough_store_clear(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_tables_are_the_same_to_the_bit),
        cmocka_unit_test(a_store_forgets_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
