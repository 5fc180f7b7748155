// What Tian 2009 says of the spatial four-bar in section 6.2, by numbers, on examples/four-bar: the clearance hardly
// moves the rocker's end, a film makes its velocity that of the ideal joint, keeps the ball nearer to the middle and
// lowers the forces. docs/validation/four-bar.md

#include "example_case.h"

enum { ideal, squeeze, dry, nmodel };
static const char *const models[] = {"ideal", "squeeze", "dry"};

static path *four_bar(const char *coupler, const char *model)
{
    settings set = {0};
    char file[80];
    (void)snprintf(file, sizeof file, "examples/four-bar/%s.yaml", coupler);
    set_value(&set, "joints.A.model", model);
    set_value(&set, "simulate.until", "1 s");
    set_value(&set, "simulate.tolerance", "1e-5");
    return travel(example(file, &set), "rocker.B", 2e-3);
}

static void check(const char *coupler, double allowed)
{
    path *p[nmodel];
    for (int i = 0; i < nmodel; i++) p[i] = four_bar(coupler, models[i]);
    const double by_oil = difference_of_velocities(p[squeeze], p[ideal]),
                 by_dry = difference_of_velocities(p[dry], p[ideal]);
    print_message("  %s: B off by %.3g mm with film, %.3g mm dry; its velocity by %.3g and %.3g mm/s\n", coupler,
                  1e3 * largest_difference(p[squeeze], p[ideal]), 1e3 * largest_difference(p[dry], p[ideal]),
                  1e3 * by_oil, 1e3 * by_dry);
    print_message(
        "  eccentricity at most %.5f and %.5f mm, in the mean %.3f and %.3f mm; force at most %.1f and %.1f N\n",
        1e3 * p[squeeze]->eccentricity, 1e3 * p[dry]->eccentricity, 1e3 * p[squeeze]->mean, 1e3 * p[dry]->mean,
        p[squeeze]->force, p[dry]->force);
    assert_true(largest_difference(p[squeeze], p[ideal]) < allowed);
    assert_true(by_oil < by_dry);
    assert_true(p[squeeze]->eccentricity < p[dry]->eccentricity);
    assert_true(p[squeeze]->mean < 0.9 * p[dry]->mean);
    assert_true(p[squeeze]->force < p[dry]->force);
    for (int i = 0; i < nmodel; i++) free(p[i]);
}

static void stiff_coupler(void **state)
{
    (void)state;
    check("stiff", 2e-3);
}

static void soft_coupler(void **state)
{
    (void)state;
    check("soft", 5e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_coupler),
        cmocka_unit_test(soft_coupler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
