// Numbers that are a function of seed, stream and index: uniform, independent, orders that are orders; the normal
// distribution.

#include "check.h"

#include "num/normal.h"
#include "num/random.h"

#include <stdlib.h>

enum { n = 20000 };

static void uniform_and_independent(void **state)
{
    (void)state;
    double mean = 0.0, square = 0.0, lag = 0.0, across = 0.0;
    int bins[20] = {0};
    for (int i = 0; i < n; i++) {
        const double v = gud_random_unit(7, 3, (uint64_t)i), next = gud_random_unit(7, 3, (uint64_t)i + 1);
        const double other = gud_random_unit(7, 4, (uint64_t)i);
        assert_true(v > 0.0 && v < 1.0);
        mean += v / n;
        square += (v - 0.5) * (v - 0.5) / n;
        lag += (v - 0.5) * (next - 0.5) / n;
        across += (v - 0.5) * (other - 0.5) / n;
        bins[(int)(20.0 * v)]++;
    }
    // four standard errors
    assert_near(mean, 0.5, 4.0 / sqrt(12.0 * n));
    assert_near(square, 1.0 / 12.0, 4.0 * sqrt(1.0 / 180.0 / n));
    assert_near(lag, 0.0, 4.0 / 12.0 / sqrt(n));
    assert_near(across, 0.0, 4.0 / 12.0 / sqrt(n));
    double chi = 0.0;
    for (int i = 0; i < 20; i++) chi += (bins[i] - n / 20.0) * (bins[i] - n / 20.0) / (n / 20.0);
    assert_in_range((int)chi, 5, 44); // 19 degrees of freedom: 0.1 % on either side
}

// each bit of seed, stream and index changes about half of the bits
static void every_bit_matters(void **state)
{
    (void)state;
    const uint64_t base = gud_random_bits(1, 2, 3);
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t one = 1ULL << bit;
        const uint64_t others[] = {gud_random_bits(1 ^ one, 2, 3), gud_random_bits(1, 2 ^ one, 3),
                                   gud_random_bits(1, 2, 3 ^ one)};
        for (int k = 0; k < 3; k++) assert_in_range(__builtin_popcountll(base ^ others[k]), 14, 50);
    }
}

// the numbers of a study are the same with every version: computed with other integers from equations (1) and (2)
static void numbers_stay(void **state)
{
    (void)state;
    assert_true(gud_random_bits(1, 0, 0) == 0xa385ef24fa6a992);
    assert_true(gud_random_bits(42, 3, 1000) == 0x24e853b87898211d);
}

static void orders_are_orders(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 5, 64, 65, 1000, 4097};
    for (int s = 0; s < 8; s++) {
        char *seen = calloc(sizes[s], 1);
        int fixed = 0;
        for (uint32_t i = 0; i < sizes[s]; i++) {
            const uint32_t place = gud_random_place(5, 1, sizes[s], i);
            assert_true(place < sizes[s] && !seen[place]);
            seen[place] = 1;
            fixed += place == i;
        }
        if (sizes[s] > 60) assert_in_range(fixed, 0, 8); // a random order leaves one in place on average
        free(seen);
    }
    // streams have orders of their own: their correlation is that of chance
    double sum = 0.0;
    for (uint32_t i = 0; i < 1000; i++)
        sum += (gud_random_place(5, 1, 1000, i) - 499.5) * (gud_random_place(5, 2, 1000, i) - 499.5);
    assert_near(sum / 1000.0 / (1000.0 * 1000.0 / 12.0), 0.0, 4.0 / sqrt(1000.0));
}

// Abramowitz and Stegun, table 26.1 and 26.6: distribution function and percentiles
static void normal_distribution(void **state)
{
    (void)state;
    assert_near(gud_normal_cdf(1.0), 0.841344746068543, 1e-15);
    assert_near(gud_normal_quantile(0.975), 1.959963984540054, 2e-15);
    assert_near(gud_normal_quantile(0.999), 3.090232306167813, 1e-14);
    assert_near(gud_normal_quantile(0.5), 0.0, 1e-16);
    for (double u = 1e-15; u < 1.0; u = 1.3 * u + 1e-17) {
        const double x = gud_normal_quantile(u);
        assert_close(u < 0.5 ? gud_normal_cdf(x) : 1.0 - gud_normal_cdf(-x), u, 1e-13, 0.0);
        assert_close(gud_normal_quantile(1.0 - u), -gud_normal_quantile(1.0 - (1.0 - u)), 1e-12, 1e-12);
    }
    assert_true(isinf(gud_normal_quantile(0.0)) && isinf(gud_normal_quantile(1.0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(uniform_and_independent), cmocka_unit_test(every_bit_matters),
                                       cmocka_unit_test(numbers_stay), cmocka_unit_test(orders_are_orders),
                                       cmocka_unit_test(normal_distribution)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
