// Linings in steady bearings: what stiff walls are the limit of, and loads that stiff walls refuse.

#include "mechanism.h"

#include "component/bearing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static gud_bearing_sheet *sheet_of(const char *text)
{
    char path[] = "/tmp/gudgeon-lining-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
    gud_diag diag;
    void *made;
    gud_diag_init(&diag);
    if (gud_component_load(&gud_component_bearing, path, NULL, 0, &diag, &made) != GUD_OK) fail_msg("%s", text);
    gud_diag_free(&diag);
    (void)remove(path);
    return made;
}

static double peak_with(const char *lining)
{
    char text[600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nbearing: {radius: 15 mm, width: 20 mm, clearance: 25 um, grid: [64, 6]}\n"
                   "oil: {viscosity: 20 mPa.s}\noperate: {speed: 300, position: {eccentricity_ratio: 0.9}}\n%s\n",
                   lining);
    gud_bearing_sheet *sheet = sheet_of(text);
    const double pressure = sheet->point.pressure_max;
    gud_component_free(sheet);
    return pressure;
}

// the difference falls as the modulus grows, in proportion
static void stiff_walls_are_the_limit(void **state)
{
    (void)state;
    const double stiff = peak_with("");
    double off[3];
    static const char *const moduli[] = {"1e4 GPa", "1e5 GPa", "1e6 GPa"};
    for (int i = 0; i < 3; i++) {
        char lining[100];
        (void)snprintf(lining, sizeof lining, "lining: {thickness: 0.3 mm, modulus: %s, poisson: 0.35}", moduli[i]);
        off[i] = peak_with(lining) - stiff;
        print_message("%s: largest pressure off by %g of %g Pa\n", moduli[i], off[i], stiff);
    }
    for (int i = 0; i < 2; i++) assert_near(off[i] / off[i + 1], 10.0, 0.3);
    assert_true(fabs(off[2]) < 1e-4 * stiff);
}

// 54 x 22 mm, 17 kN, 15 /GPa: between stiff walls more than half of the points are missing
static void heavy_loads_have_answers(void **state)
{
    (void)state;
    gud_bearing_sheet *sheet =
        sheet_of("gudgeon: 1\nbearing: {radius: 27 mm, width: 22 mm, clearance: 27 um, grid: [192, 6]}\n"
                 "oil: {viscosity: 10 mPa.s, pressure: {type: barus, coefficient: 15e-9}}\n"
                 "operate: {speed: 3000 rpm, load: [0, -17 kN]}\n"
                 "rough: {model: GT, sigma: 0.3 um, radius: 16 um, density: 1e10, modulus: 70 GPa}\n"
                 "friction: {coefficient: 0.1}\nlining: {thickness: 0.3 mm, material: babbitt}\n"
                 "sweep: {speed: {from: 10 rpm, to: 3000 rpm, points: 7}}\n");
    assert_int_equal(sheet->nmissing, 0);
    for (int i = 0; i < sheet->nsweep; i++) {
        const gud_bearing_point *p = &sheet->sweep[i];
        print_message("%g rad/s: eccentricity %g, friction %g\n", p->speed, p->eccentricity_ratio,
                      p->friction_coefficient);
        assert_near(hypot(p->state.force[0], p->state.force[1]), 17e3, 1e-3);
        assert_true(p->deflection_max > 0.0 && p->pressure_max < 2e8);
        if (i > 0) assert_true(p->eccentricity_ratio < sheet->sweep[i - 1].eccentricity_ratio);
    }
    assert_true(sheet->sweep[0].eccentricity_ratio > 1.0); // the journal sinks into the lining
    gud_component_free(sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_walls_are_the_limit),
        cmocka_unit_test(heavy_loads_have_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
