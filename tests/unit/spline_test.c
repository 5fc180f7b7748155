// Splines: what they reproduce, how fast they converge, how smooth they are, and what they refuse.

#include "fixture.h"

#include "num/pi.h"
#include "num/spline.h"

#include <string.h>

static gud_spline make(fixture *f, gud_spline_spec spec, int n, const double *x, const double *y)
{
    gud_spline s;
    if (gud_spline_create(&spec, n, x, y, &f->arena, &f->error, &s) != GUD_OK) fail_msg("%s", f->error.text);
    return s;
}

static double value(const gud_spline *s, double x, int derivative)
{
    double out[3];
    assert_int_equal(gud_spline_eval(s, x, out), GUD_OK);
    return out[derivative];
}

static const double uneven[] = {-1.0, -0.7, 0.1, 0.15, 0.9, 2.0, 2.1};
enum { nuneven = GUD_COUNT(uneven) };

static double cubic(double x, int derivative)
{
    return derivative == 0   ? 1.0 + x * (-2.0 + x * (0.5 + x * 0.7))
           : derivative == 1 ? -2.0 + x + 2.1 * x * x
                             : 1.0 + 4.2 * x;
}

static void test_passes_through_the_points(void **state)
{
    const double y[nuneven] = {0.3, -1.0, 5.0, 5.2, 5.2, -3.0, 0.3};
    for (int kind = GUD_SPLINE_LINEAR; kind <= GUD_SPLINE_MONOTONE; kind++)
        for (int ends = GUD_ENDS_NOT_A_KNOT; ends <= GUD_ENDS_CLAMPED; ends++)
            for (int outside = GUD_OUTSIDE_HOLD; outside <= GUD_OUTSIDE_REFUSE; outside++) {
                const gud_spline_spec spec = {
                    (gud_spline_kind)kind, (gud_spline_ends)ends, (gud_outside)outside, {1, -1}, 0};
                const gud_spline s = make(*state, spec, nuneven, uneven, y);
                for (int i = 0; i < nuneven; i++) assert_near(value(&s, uneven[i], 0), y[i], 1e-13);
            }
}

// not-a-knot and clamped cubics are the cubic that the points were taken from
static void test_reproduces_a_cubic(void **state)
{
    double y[nuneven];
    for (int i = 0; i < nuneven; i++) y[i] = cubic(uneven[i], 0);
    const gud_spline_spec specs[] = {
        {.kind = GUD_SPLINE_CUBIC, .ends = GUD_ENDS_NOT_A_KNOT, .outside = GUD_OUTSIDE_REFUSE},
        {.kind = GUD_SPLINE_CUBIC,
         .ends = GUD_ENDS_CLAMPED,
         .outside = GUD_OUTSIDE_REFUSE,
         .slope = {cubic(uneven[0], 1), 0.0}},
    };
    for (int k = 0; k < 2; k++)
        for (int last = 3; last < nuneven; last++) {
            gud_spline_spec spec = specs[k];
            spec.slope[1] = cubic(uneven[last], 1);
            const gud_spline s = make(*state, spec, last + 1, uneven, y);
            for (int i = 0; i <= 100; i++) {
                const double x = fmin(uneven[0] + (uneven[last] - uneven[0]) * i / 100.0, uneven[last]);
                for (int d = 0; d < 3; d++) assert_close(value(&s, x, d), cubic(x, d), 1e-12, 10.0);
            }
        }
}

static void test_reproduces_a_line(void **state)
{
    double y[nuneven];
    for (int i = 0; i < nuneven; i++) y[i] = 2.0 - 3.0 * uneven[i];
    for (int kind = GUD_SPLINE_LINEAR; kind <= GUD_SPLINE_MONOTONE; kind++)
        for (int n = 2; n <= nuneven; n++) {
            const gud_spline_spec spec = {(gud_spline_kind)kind, GUD_ENDS_NATURAL, GUD_OUTSIDE_LINEAR, {0, 0}, 0};
            const gud_spline s = make(*state, spec, n, uneven, y);
            for (double x = -3.0; x < 4.0; x += 0.01) {
                assert_near(value(&s, x, 0), 2.0 - 3.0 * x, 1e-13);
                assert_near(value(&s, x, 1), -3.0, 1e-12);
                assert_near(value(&s, x, 2), 0.0, 1e-10);
            }
        }
}

static void test_natural_ends_are_straight(void **state)
{
    const double y[nuneven] = {0.3, -1.0, 5.0, 5.2, 5.2, -3.0, 0.4};
    const gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_NATURAL, GUD_OUTSIDE_REFUSE, {0, 0}, 0};
    const gud_spline s = make(*state, spec, nuneven, uneven, y);
    const double scale = fabs(value(&s, 0.1, 2));
    assert_near(value(&s, uneven[0], 2), 0.0, 1e-12 * scale);
    assert_near(value(&s, uneven[nuneven - 1], 2), 0.0, 1e-11 * scale);
}

// jumps of value and derivatives at the inner points, relative to the largest derivative
static double largest_jump(const gud_spline *s, int derivative)
{
    double jump = 0.0;
    for (int i = 1; i < s->npiece; i++) {
        const double h = s->x[i] - s->x[i - 1], *c = s->c[i - 1];
        const double left[3] = {c[0] + h * (c[1] + h * (c[2] + h * c[3])), c[1] + h * (2 * c[2] + 3 * h * c[3]),
                                2 * c[2] + 6 * h * c[3]};
        jump = fmax(jump, fabs(left[derivative] - value(s, s->x[i], derivative)));
    }
    return jump;
}

static void test_smoothness_at_the_points(void **state)
{
    const double y[nuneven] = {0.3, -1.0, 5.0, 5.2, 5.2, -3.0, 0.3};
    for (int ends = GUD_ENDS_NOT_A_KNOT; ends <= GUD_ENDS_CLAMPED; ends++) {
        const gud_spline_spec spec = {GUD_SPLINE_CUBIC, (gud_spline_ends)ends, GUD_OUTSIDE_LINEAR, {0, 0}, 0};
        const gud_spline s = make(*state, spec, nuneven, uneven, y);
        assert_near(largest_jump(&s, 0), 0.0, 1e-13);
        assert_near(largest_jump(&s, 1), 0.0, 1e-11);
        assert_near(largest_jump(&s, 2), 0.0, 1e-9);
    }
    const gud_spline_spec spec = {GUD_SPLINE_MONOTONE, GUD_ENDS_NATURAL, GUD_OUTSIDE_LINEAR, {0, 0}, 0};
    const gud_spline s = make(*state, spec, nuneven, uneven, y);
    assert_near(largest_jump(&s, 1), 0.0, 1e-12);
    assert_true(largest_jump(&s, 2) > 1.0);
}

// largest error of derivative d for sin(x + 1) over one period, n intervals
static double sine_error(fixture *f, gud_spline_spec spec, int n, int d)
{
    double x[201] = {0}, y[201] = {0}, worst = 0.0;
    for (int i = 0; i <= n; i++) {
        x[i] = 2 * pi * i / n;
        y[i] = sin(x[i % n] + 1.0);
    }
    const gud_spline s = make(f, spec, n + 1, x, y);
    for (int i = 0; i <= 10 * n; i++) { // the same places within every interval
        const double at = fmin(2 * pi * i / (10 * n), x[n]);
        const double exact[3] = {sin(at + 1.0), cos(at + 1.0), -sin(at + 1.0)};
        worst = fmax(worst, fabs(value(&s, at, d) - exact[d]));
    }
    return worst;
}

static void test_order_of_convergence(void **state)
{
    const double cos1 = cos(1.0);
    const struct {
        gud_spline_spec spec;
        double order[3], tolerance;
    } cases[] = {
        {{GUD_SPLINE_CUBIC, GUD_ENDS_NOT_A_KNOT, GUD_OUTSIDE_REFUSE, {0, 0}, 0}, {4, 3, 2}, 0.1},
        {{GUD_SPLINE_CUBIC, GUD_ENDS_CLAMPED, GUD_OUTSIDE_REFUSE, {cos1, cos1}, 0}, {4, 3, 2}, 0.1},
        {{GUD_SPLINE_CUBIC, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0}, {4, 3, 2}, 0.1},
        {{GUD_SPLINE_LINEAR, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0}, {2, 1, 0}, 0.1},
    };
    for (int k = 0; k < GUD_COUNT(cases); k++)
        for (int d = 0; d < (cases[k].spec.kind == GUD_SPLINE_CUBIC ? 3 : 2); d++) {
            const double coarse = sine_error(*state, cases[k].spec, 100, d),
                         fine = sine_error(*state, cases[k].spec, 200, d);
            assert_near(log2(coarse / fine), cases[k].order[d], cases[k].tolerance);
        }
}

// flattened at the extremes of the sine, so no better than the square of the interval there
static void test_monotone_is_accurate(void **state)
{
    const gud_spline_spec spec = {GUD_SPLINE_MONOTONE, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0};
    for (int n = 25; n <= 200; n *= 2) {
        const double h = 2 * pi / n;
        assert_true(sine_error(*state, spec, n, 0) < 0.2 * h * h);
        assert_true(sine_error(*state, spec, n, 1) < 0.7 * h);
    }
}

static void test_periodic_repeats(void **state)
{
    const double y[nuneven] = {0.3, -1.0, 5.0, 5.2, 5.2, -3.0, 0.3};
    for (int kind = GUD_SPLINE_LINEAR; kind <= GUD_SPLINE_MONOTONE; kind++) {
        const gud_spline_spec spec = {(gud_spline_kind)kind, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0};
        const gud_spline s = make(*state, spec, nuneven, uneven, y);
        for (double x = -1.0; x < 2.1; x += 0.0131)
            for (int turn = -3; turn <= 3; turn++)
                for (int d = 0; d < 2; d++) assert_near(value(&s, x + turn * s.period, d), value(&s, x, d), 1e-10);
        assert_near(value(&s, -1.0 - 1e-9, 0), value(&s, -1.0, 0), 1e-7);
    }
}

static void test_period_closes_the_points(void **state)
{
    double x[9], y[9];
    for (int i = 0; i < 9; i++) x[i] = 0.25 * pi * i, y[i] = cos(x[i]);
    gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0};
    const gud_spline closed = make(*state, spec, 9, x, y);
    spec.period = 2 * pi;
    const gud_spline open = make(*state, spec, 8, x, y), both = make(*state, spec, 9, x, y);
    for (double t = -7.0; t < 7.0; t += 0.1) {
        assert_near(value(&open, t, 0), value(&closed, t, 0), 1e-13);
        assert_near(value(&both, t, 0), value(&closed, t, 0), 1e-13);
    }
}

// least number of points: two given and one implied, whose cubic is known by symmetry
static void test_smallest_periodic_cubic(void **state)
{
    const double x[] = {0.0, 1.0}, y[] = {-1.0, 1.0};
    const gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 2.0};
    const gud_spline s = make(*state, spec, 2, x, y);
    assert_near(value(&s, 0.0, 1), 0.0, 1e-15);
    assert_near(value(&s, 0.5, 0), 0.0, 1e-15);
    assert_near(value(&s, 0.5, 1), 3.0, 1e-14);
}

static void test_monotone_never_overshoots(void **state)
{
    const double x[] = {0, 1, 2, 2.5, 3, 5, 5.1, 8, 9}, y[] = {0, 0, 0.1, 10, 10, 10.01, 30, 30, 31};
    const gud_spline_spec spec = {GUD_SPLINE_MONOTONE, GUD_ENDS_NATURAL, GUD_OUTSIDE_HOLD, {0, 0}, 0};
    const gud_spline s = make(*state, spec, GUD_COUNT(x), x, y);
    double before = -1.0;
    for (double t = -0.5; t < 10.0; t += 0.001) {
        const double now = value(&s, t, 0);
        assert_true(now >= before - 1e-13);
        assert_true(value(&s, t, 1) >= -1e-12);
        before = now;
    }
    assert_near(value(&s, 0.5, 0), 0.0, 0.0);
    assert_near(value(&s, 2.75, 0), 10.0, 1e-14);
}

static void test_outside(void **state)
{
    const double x[] = {1.0, 2.0, 4.0}, y[] = {1.0, 4.0, 16.0};
    gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_CLAMPED, GUD_OUTSIDE_HOLD, {2.0, 8.0}, 0};
    const gud_spline hold = make(*state, spec, 3, x, y);
    assert_near(value(&hold, 0.0, 0), 1.0, 0.0);
    assert_near(value(&hold, 9.0, 0), 16.0, 0.0);
    assert_near(value(&hold, 9.0, 1), 0.0, 0.0);
    assert_near(value(&hold, 4.0, 1), 0.0, 0.0); // at a kink: to its right
    assert_near(value(&hold, 1.0, 1), 2.0, 1e-15);
    assert_near(value(&hold, INFINITY, 0), 16.0, 0.0);

    spec.outside = GUD_OUTSIDE_LINEAR;
    const gud_spline linear = make(*state, spec, 3, x, y);
    assert_near(value(&linear, 0.0, 0), -1.0, 1e-14);
    assert_near(value(&linear, 5.0, 0), 24.0, 1e-13);
    assert_near(value(&linear, 5.0, 1), 8.0, 1e-14);
    assert_near(value(&linear, 5.0, 2), 0.0, 0.0);

    spec.outside = GUD_OUTSIDE_REFUSE;
    const gud_spline refuse = make(*state, spec, 3, x, y);
    double out[3];
    assert_int_equal(gud_spline_eval(&refuse, 4.0, out), GUD_OK);
    assert_near(out[1], 8.0, 1e-13);
    assert_int_equal(gud_spline_eval(&refuse, nextafter(4.0, 5.0), out), GUD_ERR_NUMERIC);
    assert_true(isnan(out[0]));
    assert_int_equal(gud_spline_eval(&refuse, nextafter(1.0, 0.0), out), GUD_ERR_NUMERIC);
}

// a cubic that comes to rest at its ends may be held there without a kink
static void test_flat_ends_hold_smoothly(void **state)
{
    const double y[nuneven] = {0.3, -1.0, 5.0, 5.2, 5.2, -3.0, 0.4};
    const gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_CLAMPED, GUD_OUTSIDE_HOLD, {0, 0}, 0};
    const gud_spline s = make(*state, spec, nuneven, uneven, y);
    assert_near(value(&s, uneven[0] + 1e-12, 1), 0.0, 1e-8); // curvature times the distance
    assert_near(value(&s, uneven[nuneven - 1] - 1e-12, 1), 0.0, 1e-8);
}

static void test_nan_is_an_error(void **state)
{
    const double x[] = {0.0, 1.0}, y[] = {0.0, 0.0};
    for (int outside = GUD_OUTSIDE_HOLD; outside <= GUD_OUTSIDE_REFUSE; outside++) {
        const gud_spline_spec spec = {GUD_SPLINE_LINEAR,
                                      GUD_ENDS_NATURAL,
                                      (gud_outside)outside,
                                      {0, 0},
                                      outside == GUD_OUTSIDE_PERIODIC ? 2.0 : 0.0};
        const gud_spline s = make(*state, spec, 2, x, y);
        double out[3] = {0};
        assert_int_equal(gud_spline_eval(&s, NAN, out), GUD_ERR_NUMERIC);
        assert_true(isnan(out[0]));
    }
}

// the fast path of a uniform grid gives what the search gives
static void test_uniform_grid(void **state)
{
    enum { n = 1001 };
    double x[n], y[n], z[n];
    for (int i = 0; i < n; i++) x[i] = 0.1 * i + 1e5, y[i] = z[i] = sin(0.07 * i);
    gud_spline_spec spec = {GUD_SPLINE_CUBIC, GUD_ENDS_NATURAL, GUD_OUTSIDE_LINEAR, {0, 0}, 0};
    const gud_spline fast = make(*state, spec, n, x, y);
    gud_spline slow = fast;
    assert_true(fast.piece_rate > 0.0);
    slow.piece_rate = 0.0;
    for (int i = 0; i < n; i++)
        for (int side = -1; side <= 1; side++) {
            const double t = side == 0 ? x[i] : nextafter(x[i], side * 1e9);
            for (int d = 0; d < 3; d++) assert_near(value(&fast, t, d), value(&slow, t, d), 0.0);
        }
    x[500] += 0.03;
    assert_near(make(*state, spec, n, x, z).piece_rate, 0.0, 0.0);
}

static void test_breaks(void **state)
{
    const double x[] = {0.0, 1.0, 2.5, 4.0}, y[] = {0.0, 1.0, -1.0, 0.0};
    gud_spline_spec spec = {GUD_SPLINE_LINEAR, GUD_ENDS_NATURAL, GUD_OUTSIDE_HOLD, {0, 0}, 0};
    const gud_spline line = make(*state, spec, 4, x, y);
    double t = -5.0;
    for (int i = 0; i < 4; i++) assert_near(t = gud_spline_next_break(&line, t), x[i], 0.0);
    assert_true(isinf(gud_spline_next_break(&line, t)));

    spec.kind = GUD_SPLINE_CUBIC;
    const gud_spline smooth = make(*state, spec, 4, x, y);
    assert_near(gud_spline_next_break(&smooth, -1.0), 0.0, 0.0);
    assert_near(gud_spline_next_break(&smooth, 0.0), 4.0, 0.0);
    assert_true(isinf(gud_spline_next_break(&smooth, 4.0)));

    spec.outside = GUD_OUTSIDE_PERIODIC;
    const gud_spline around = make(*state, spec, 4, x, y);
    assert_true(isinf(gud_spline_next_break(&around, 0.0)));

    spec.kind = GUD_SPLINE_LINEAR;
    const gud_spline saw = make(*state, spec, 4, x, y);
    t = -8.5;
    for (int turn = -2; turn < 3; turn++)
        for (int i = 0; i < 3; i++) assert_near(t = gud_spline_next_break(&saw, t), x[i] + 4.0 * turn, 1e-14);
}

// at a break of a periodic line, many periods on, the slope is the one to the right
static void test_slope_behind_a_distant_break(void **state)
{
    const double x[] = {0.0, 0.1, 0.3, 0.7}, y[] = {0.0, 1.0, -1.0, 0.0};
    const double slope[] = {10.0, -10.0, 2.5};
    const gud_spline_spec spec = {GUD_SPLINE_LINEAR, GUD_ENDS_NATURAL, GUD_OUTSIDE_PERIODIC, {0, 0}, 0};
    const gud_spline s = make(*state, spec, 4, x, y);
    double t = 0.0;
    for (int i = 1; i < 30000; i++) {
        t = gud_spline_next_break(&s, t);
        assert_near(t, x[i % 3] + 0.7 * (i / 3), 1e-9);
        assert_near(value(&s, t, 1), slope[i % 3], 1e-11);
    }
}

static void test_mistakes_are_named(void **state)
{
    static const struct {
        gud_spline_spec spec;
        int n;
        double x[5], y[5];
        const char *message;
    } cases[] = {
        {{.kind = GUD_SPLINE_LINEAR}, 3, {0, 1, 1}, {0, 0, 0}, "abscissas must increase: point 3 has 1 after 1"},
        {{.kind = GUD_SPLINE_LINEAR}, 1, {0}, {0}, "1 point, but a curve needs at least 2"},
        {{.kind = GUD_SPLINE_LINEAR}, 0, {0}, {0}, "0 points, but a curve needs at least 2"},
        {{.kind = GUD_SPLINE_CUBIC},
         3,
         {0, 1, 2},
         {0},
         "3 points, but a cubic with free (not-a-knot) ends needs at least 4"},
        {{.kind = GUD_SPLINE_LINEAR}, 2, {0, 1}, {0, NAN}, "point 2 (1, nan) is not finite"},
        {{.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC},
         3,
         {0, 1, 2},
         {0, 1, 0.1},
         "a periodic curve must end where it began, but the first value is 0 and the last 0.1"},
        {{.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC},
         2,
         {0, 1},
         {0, 0},
         "2 points, but a periodic curve needs at least 3"},
        {{.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC, .period = 1.5},
         3,
         {0, 1, 2},
         {0, 1, 0},
         "the points reach over 2, more than one period of 1.5"},
        {{.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC, .period = -1},
         3,
         {0, 1, 2},
         {0, 1, 0},
         "the period -1 is not positive"},
        {{.kind = GUD_SPLINE_CUBIC, .ends = GUD_ENDS_CLAMPED, .slope = {NAN, 0}},
         2,
         {0, 1},
         {0, 1},
         "the end slopes nan and 0 are not finite"},
        {{.kind = GUD_SPLINE_LINEAR},
         2,
         {0, 1e-300},
         {-1e300, 1e300},
         "points 1 and 2 are too close or too far apart in value"},
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        gud_spline s;
        assert_int_equal(
            gud_spline_create(&cases[i].spec, cases[i].n, cases[i].x, cases[i].y, &f->arena, &f->error, &s),
            GUD_ERR_INPUT);
        assert_string_equal(f->error.text, cases[i].message);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_passes_through_the_points),
        TEST(test_reproduces_a_cubic),
        TEST(test_reproduces_a_line),
        TEST(test_natural_ends_are_straight),
        TEST(test_smoothness_at_the_points),
        TEST(test_order_of_convergence),
        TEST(test_monotone_is_accurate),
        TEST(test_periodic_repeats),
        TEST(test_period_closes_the_points),
        TEST(test_smallest_periodic_cubic),
        TEST(test_monotone_never_overshoots),
        TEST(test_outside),
        TEST(test_flat_ends_hold_smoothly),
        TEST(test_nan_is_an_error),
        TEST(test_uniform_grid),
        TEST(test_breaks),
        TEST(test_slope_behind_a_distant_break),
        TEST(test_mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
