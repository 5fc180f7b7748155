// Equilibria and driven motion against closed forms.
//
// Chain of n uniform rods (weight w, length L) whose far end slides on a level rail and is drawn by a spring: the level
// pull H is the same everywhere, the upright one grows by w from rod to rod, and the balance of moments of a rod gives
// its slope as upright over level pull in its middle. Both ends are at the same height, so that
// tan(th_i) = (w/H)(i - (n - 1)/2). The span sum L cos(th_i) and the spring's H = k (anchor - span - free) leave one
// equation for H, solved by bisection.
//
// Lever: k (free - ph) = (m g l + F a) cos(ph), by bisection.
//
// Four-bar: with the diagonal f from the crank pin to the rocker's pivot, angles by the law of cosines, rates and
// accelerations from the loop b e(be) = d + c e(ga) - a e(th) differentiated once and twice.

#include "mechanism_case.h"

enum { RODS = 6 };

static const double rod_length = 0.2, rod_weight = 0.5 * 9.81;

static double chain_angle(double H, int i)
{
    return atan(rod_weight / H * (i - 0.5 * (RODS - 1)));
}

// the spring's pull at the span that H gives, less H
static double chain_excess(double H, double *span)
{
    *span = 0.0;
    for (int i = 0; i < RODS; i++) *span += rod_length * cos(chain_angle(H, i));
    return 40.0 * (1.5 - *span - 0.1) - H;
}

static double bisect(double (*f)(double, double *), double low, double high)
{
    double unused;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        if (f(middle, &unused) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void test_chain_hangs(void **state)
{
    (void)state;
    double span;
    const double H = bisect(chain_excess, 1.0, 100.0);
    assert_near(chain_excess(H, &span), 0.0, 1e-12);
    bench b = bench_load("chain", NULL);
    bench_start(&b);
    const gud_state *at = &b.sim->state;
    double worst = 0.0;
    for (int i = 0; i < RODS; i++) worst = fmax(worst, fabs(at->q[3 * i + 2] - chain_angle(H, i)));
    print_message("| chain of rods | statics | 0 | %.1e rad | 0 J | 0 | 0 |\n", worst);
    assert_near(worst, 0.0, 1e-9);
    assert_near(bench_pose(&b, at, "rod5.right").p[0], span, 1e-9);

    // the nail carries H and half of the weight
    const double *nail = at->lam + bench_link(&b, "nail")->row0;
    assert_near(-nail[0], -H, 1e-8 * H);
    assert_near(-nail[1], 0.5 * RODS * rod_weight, 1e-8 * H);
    for (int i = 0; i < b.model->nv; i++) assert_near(at->a[i], 0.0, 1e-7);
    bench_free(&b);
}

static double lever_excess(double ph, double *unused)
{
    *unused = 0.0;
    return 12.0 * (40.0 / 180.0 * pi - ph) - (2.0 * 9.81 * 0.3 + 5.0 * 0.5) * cos(ph);
}

static void test_lever_balances(void **state)
{
    (void)state;
    const double ph = bisect(lever_excess, -0.5 * pi, 0.5 * pi);
    bench b = bench_load("lever", NULL);
    bench_start(&b);
    const double *pivot = b.sim->state.lam + bench_link(&b, "pivot")->row0;
    print_message("| lever | statics | 0 | %.1e rad | 0 J | 0 | 0 |\n", fabs(b.sim->state.q[2] - ph));
    assert_near(b.sim->state.q[2], ph, 1e-10);
    assert_near(-pivot[0], 0.0, 1e-8);
    assert_near(-pivot[1], 2.0 * 9.81 + 5.0, 1e-8);
    bench_free(&b);
}

typedef struct {
    double angle[2], rate[2], acceleration[2]; // of coupler and rocker
} loop;

static loop four_bar_at(double th, double w)
{
    const double a = 0.1, b = 0.3, c = 0.24, d = 0.28;
    const double x = d - a * cos(th), y = -a * sin(th), f = hypot(x, y); // from the crank pin to the rocker's pivot
    const double at_pin = acos((f * f + b * b - c * c) / (2.0 * f * b));
    loop s = {.angle = {atan2(y, x) + at_pin}};
    const double be = s.angle[0];
    s.angle[1] = atan2(a * sin(th) + b * sin(be), a * cos(th) + b * cos(be) - d);
    const double ga = s.angle[1];

    // a e'(th) w + b e'(be) be' = c e'(ga) ga', resolved across the rocker and across the coupler
    s.rate[0] = -a * w * sin(th - ga) / (b * sin(be - ga));
    s.rate[1] = a * w * sin(th - be) / (c * sin(ga - be));
    const double b2 = b * s.rate[0] * s.rate[0], c2 = c * s.rate[1] * s.rate[1], a2 = a * w * w;
    s.acceleration[0] = -(a2 * cos(th - ga) + b2 * cos(be - ga) - c2) / (b * sin(be - ga));
    s.acceleration[1] = (a2 * cos(th - be) + b2 - c2 * cos(ga - be)) / (c * sin(ga - be));
    return s;
}

typedef struct {
    int count;
    double worst;
} comparison;

static void compare(bench *b, const gud_state *at)
{
    comparison *c = b->user;
    const double w = 20.0;
    const loop s = four_bar_at(pi / 6.0 + w * at->clock.t, w);
    for (int i = 0; i < 2; i++) {
        const int k = 3 * (i + 1) + 2;
        c->worst = fmax(c->worst, fabs(remainder(at->q[k] - s.angle[i], 2.0 * pi)));
        c->worst = fmax(c->worst, fabs(at->v[k] - s.rate[i]) / w);
        c->worst = fmax(c->worst, fabs(at->a[k] - s.acceleration[i]) / (w * w));
    }
    c->count++;
}

// every 5 degrees, up to a full turn
static void test_four_bar(void **state)
{
    (void)state;
    bench b = bench_load("four-bar", NULL);
    comparison c = {0};
    b.look = compare;
    b.user = &c;
    bench_start(&b);
    bench_run(&b);
    assert_near(b.sim->state.clock.t, 2.0 * pi / 20.0, 1e-12);
    bench_report(&b, "four-bar, driven", c.worst, "");
    assert_true(c.count >= 72);
    assert_near(c.worst, 0.0, 1e-10);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain_hangs),
        cmocka_unit_test(test_lever_balances),
        cmocka_unit_test(test_four_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
