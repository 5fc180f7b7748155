// The root finder against functions with known roots: it must hold the bracket, and never need more values than
// bisection and a few.

#include "check.h"

#include "num/root.h"

static double line(double x)
{
    return 3.0 * x - 1.0;
}
static double steep(double x)
{
    return expm1(20.0 * (x - 0.3));
}
static double flat(double x)
{
    return pow(x - 0.7, 9.0);
}
static double jump(double x)
{
    return x < 0.123456789 ? -1.0 : 1e-3;
}
static double wave(double x)
{
    return cos(x) - x;
}
static double huge(double x)
{
    return (x - 0.25) * 1e300 * 1e8;
}
static double pole(double x)
{
    return 1.0 / (0.4 - x);
}

static const struct {
    double (*f)(double);
    double root;
    int most; // values that a smooth function may take at 1e-12; 0: no promise beyond bisection
} cases[] = {
    {line, 1.0 / 3.0, 3},          {steep, 0.3, 12}, {flat, 0.7, 0}, {jump, 0.123456789, 0},
    {wave, 0.7390851332151607, 9}, {huge, 0.25, 0},  {pole, 0.4, 0},
};

static int search(gud_root *r, double (*f)(double))
{
    int n = 0;
    while (!gud_root_done(r)) {
        const double x = gud_root_next(r);
        assert_true(x > gud_root_low(r) && x < gud_root_high(r));
        assert_int_equal(gud_root_feed(r, f(x)), GUD_OK);
        n++;
    }
    return n;
}

static void test_roots_are_found_within_the_budget(void **state)
{
    (void)state;
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
        for (int power = 1; power <= 15; power++) {
            const double tolerance = pow(10.0, -power), a = -1.0, b = 1.0;
            double (*f)(double) = cases[i].f;
            gud_root r;
            assert_int_equal(gud_root_init(&r, b, f(b), a, f(a), tolerance), GUD_OK); // any order
            const int n = search(&r, f), bisection = (int)ceil(log2((b - a) / (2.0 * r.tolerance)));
            assert_true(n <= bisection + GUD_ROOT_MORE);
            if (power == 12 && cases[i].most > 0) assert_in_range(n, 1, cases[i].most);

            const double low = f(gud_root_low(&r)), high = f(gud_root_high(&r));
            assert_true(low == 0.0 || high == 0.0 || signbit(low) != signbit(high));
            if (f != flat) assert_near(gud_root_best(&r), cases[i].root, 2.0 * r.tolerance + 1e-15);
        }
}

// An adversary that leaves us the longer part each time, with values that make the parabola look good, does not get
// beyond the budget.
static void test_an_adversary_stays_within_the_budget(void **state)
{
    (void)state;
    for (int game = 0; game < 200; game++) {
        gud_root r;
        assert_int_equal(gud_root_init(&r, 0.0, -1.0, 1.0, 1.0, 1e-12), GUD_OK);
        int n = 0;
        for (; !gud_root_done(&r); n++) {
            const double x = gud_root_next(&r), part = (x - r.x[0]) / (r.x[1] - r.x[0]);
            const double size = pow(0.005 * (game + 1), part < 0.5 ? 1.0 - part : part);
            const double mine = part < 0.5 ? r.f[0] : r.f[1]; // sign of the nearer end: the far one stays
            assert_int_equal(gud_root_feed(&r, size * mine), GUD_OK);
        }
        assert_in_range(n, 1, 39 + GUD_ROOT_MORE);
    }
}

static void test_root_at_an_end(void **state)
{
    (void)state;
    gud_root r;
    assert_int_equal(gud_root_init(&r, 0.0, 0.0, 1.0, 5.0, 1e-9), GUD_OK);
    assert_true(gud_root_done(&r));
    assert_near(gud_root_best(&r), 0.0, 0.0);
}

static void test_unreachable_tolerance(void **state)
{
    (void)state;
    gud_root r;
    assert_int_equal(gud_root_init(&r, 1e6, -1.0, 1e6 + 1.0, 1.0, 0.0), GUD_OK);
    for (int n = 0; !gud_root_done(&r); n++) {
        assert_true(n < 60);
        assert_int_equal(gud_root_feed(&r, gud_root_next(&r) < 1e6 + 1.0 / 3.0 ? -1.0 : 1.0), GUD_OK);
    }
    assert_near(gud_root_best(&r), 1e6 + 1.0 / 3.0, 1e-9);
}

static void test_no_bracket_is_refused(void **state)
{
    (void)state;
    gud_root r;
    assert_int_equal(gud_root_init(&r, 0.0, 1.0, 1.0, 2.0, 1e-9), GUD_ERR_NUMERIC);
    assert_int_equal(gud_root_init(&r, 0.0, NAN, 1.0, 2.0, 1e-9), GUD_ERR_NUMERIC);
    assert_int_equal(gud_root_init(&r, 0.0, -1.0, INFINITY, 2.0, 1e-9), GUD_ERR_NUMERIC);
    assert_int_equal(gud_root_init(&r, 0.0, -1.0, 1.0, 2.0, 1e-9), GUD_OK);
    assert_int_equal(gud_root_feed(&r, NAN), GUD_ERR_NUMERIC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots_are_found_within_the_budget),
        cmocka_unit_test(test_an_adversary_stays_within_the_budget),
        cmocka_unit_test(test_root_at_an_end),
        cmocka_unit_test(test_unreachable_tolerance),
        cmocka_unit_test(test_no_bracket_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
