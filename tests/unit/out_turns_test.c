// Turns of a periodic motion and how far they are from one another.
#include "check.h"

#include "num/pi.h"
#include "out/turns.h"

#include <math.h>

enum { per_turn = 360 };

// a cosine that grows by `growth` a turn, recorded every degree, forwards or backwards
static int turns_of(int nturn, double growth, double sign, gud_turn *turns)
{
    double angle[10 * per_turn + 1], value[10 * per_turn + 1];
    const int n = nturn * per_turn + 1;
    for (int i = 0; i < n; i++) {
        angle[i] = sign * 2.0 * pi * i / per_turn;
        value[i] = 2.0 + cos(angle[i]) + growth * i / per_turn;
    }
    return gud_turns_of(angle, value, n, 2.0 * pi, turns, 10);
}

static void periodic_motion_does_not_drift(void **state)
{
    gud_turn turns[10];
    (void)state;
    for (double sign = -1.0; sign < 2.0; sign += 2.0) {
        assert_int_equal(turns_of(4, 0.0, sign, turns), 4);
        assert_true(isnan(turns[0].drift));
        for (int k = 0; k < 4; k++) {
            assert_near(turns[k].mean, 2.0, 1e-9);
            assert_near(turns[k].max, 3.0, 1e-4);
            assert_near(turns[k].min, 1.0, 1e-4);
            assert_near(turns[k].std, sqrt(0.5), 1e-4);
            if (k > 0) assert_near(turns[k].drift, 0.0, 1e-9);
        }
    }
}

// growth shifts a turn against the one before by `growth` everywhere; the range stays about 2
static void drift_is_the_distance_by_the_range(void **state)
{
    gud_turn turns[10];
    (void)state;
    assert_int_equal(turns_of(3, 0.02, 1.0, turns), 3);
    assert_near(turns[2].drift, 0.02 / (turns[2].max - turns[2].min), 1e-9);
    assert_near(turns[2].mean - turns[1].mean, 0.02, 1e-9);
}

static void only_full_turns_count(void **state)
{
    gud_turn turns[10];
    const double angle[] = {0.0, 1.9 * pi}, value[] = {1.0, 2.0};
    (void)state;
    assert_int_equal(gud_turns_of(angle, value, 2, 2.0 * pi, turns, 10), 0);
    assert_int_equal(gud_turns_of(angle, value, 1, 2.0 * pi, turns, 10), 0);
    assert_int_equal(gud_turns_of(angle, value, 2, pi, turns, 10), 1);
    assert_near(turns[0].mean, 1.0 + 0.5 / 1.9, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(periodic_motion_does_not_drift),
        cmocka_unit_test(drift_is_the_distance_by_the_range),
        cmocka_unit_test(only_full_turns_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
