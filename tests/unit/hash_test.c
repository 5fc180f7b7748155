// The hash must change with every bit, with order and with length, and be the same on every compiler.

#include "check.h"

#include "base/hash.h"

#include <string.h>

static int nbit(uint64_t word)
{
    int n = 0;
    for (; word; word &= word - 1) n++;
    return n;
}

static void test_is_pinned(void **state)
{
    (void)state;
    const double numbers[] = {0.0, 1.0, -2.5, 1e-300};
    assert_int_equal(gud_hash(0, "", 0), 0x60274a7766cbcfcbu);
    assert_int_equal(gud_hash(0, "gudgeon", 7), 0xce7dc555d64dc309u);
    assert_int_equal(gud_hash(0, numbers, sizeof numbers), 0x4f0f4d3b45d0d7dcu);
}

// one flipped bit of the input flips about half of the bits of the hash
static void test_every_bit_counts(void **state)
{
    (void)state;
    unsigned char data[37] = {0};
    const uint64_t plain = gud_hash(0, data, sizeof data);
    double mean = 0.0;
    for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        const int flipped = nbit(plain ^ gud_hash(0, data, sizeof data));
        assert_in_range(flipped, 12, 52);
        mean += flipped / (8.0 * sizeof data);
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_near(mean, 32.0, 1.0);
}

static void test_order_length_and_history_count(void **state)
{
    (void)state;
    const double a[] = {1.0, 2.0}, b[] = {2.0, 1.0}, plus[] = {0.0}, minus[] = {-0.0};
    const unsigned char zeros[64] = {0};
    assert_int_not_equal(gud_hash(0, a, sizeof a), gud_hash(0, b, sizeof b));
    assert_int_not_equal(gud_hash(0, plus, sizeof plus), gud_hash(0, minus, sizeof minus));
    assert_int_not_equal(gud_hash(gud_hash(0, a, 8), b, 8), gud_hash(gud_hash(0, b, 8), a, 8));
    for (size_t i = 0; i < sizeof zeros; i++)
        for (size_t j = 0; j < i; j++) assert_int_not_equal(gud_hash(0, zeros, i), gud_hash(0, zeros, j));
}

static void test_place_in_memory_does_not_count(void **state)
{
    (void)state;
    char text[64] = {0};
    for (int shift = 0; shift < 16; shift++) {
        memcpy(text + shift, "same bytes, other place", 23);
        assert_int_equal(gud_hash(5, text + shift, 23), gud_hash(5, "same bytes, other place", 23));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_pinned),
        cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_order_length_and_history_count),
        cmocka_unit_test(test_place_in_memory_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
