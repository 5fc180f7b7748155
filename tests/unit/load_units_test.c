// Numbers and units: conversions against the definitions of the units, and what is refused.

#include "num/pi.h"
#include "unit/load_check.h"

#include <locale.h>

static double to_si(const gud_units *units, const char *text, const char *wanted)
{
    double number;
    const char *unit;
    gud_measure have, want;
    assert_int_equal(gud_number_read(text, &number, &unit), GUD_NUMBER_GOOD);
    assert_true(gud_unit_measure(units, unit, &have));
    assert_true(gud_unit_measure(units, wanted, &want));
    assert_true(gud_measure_fits(&have, &want));
    return gud_measure_to_si(&have, number);
}

static void test_units_are_what_they_are_defined_as(void **state)
{
    const struct {
        const char *text, *unit;
        double si;
    } cases[] = {
        {"30 um", "m", 30e-6},
        {"30um", "m", 30e-6},
        {"30 \xC2\xB5m", "m", 30e-6},
        {"0.251 um", "m", 0.251e-6},
        {"5000 rpm", "rad/s", 5000.0 * 2.0 * pi / 60.0},
        {"3 rev", "rad", 6.0 * pi},
        {"2 rev/s", "rad/s", 4.0 * pi},
        {"180 deg", "rad", pi},
        {"90 deg/s", "rad/s", pi / 2.0},
        {"400 cP", "Pa.s", 0.4},
        {"400 mPa.s", "Pa.s", 0.4},
        {"100 cSt", "m2/s", 1e-4},
        {"1 bar", "Pa", 1e5},
        {"1e5 Pa", "Pa", 1e5},
        {"115.18 GPa", "Pa", 115.18e9},
        {"1 atm", "Pa", 101325.0},
        {"10 kg.cm2", "kg.m2", 1e-3},
        {"10 kg cm^2", "kg.m2", 1e-3},
        {"2 kN/mm", "N/m", 2e6},
        {"1 N.m", "N.m", 1.0},
        {"5 N.m", "N.m/rad", 5.0},
        {"5 N.m/deg", "N.m/rad", 5.0 * 180.0 / pi},
        {"72 km/h", "m/s", 20.0},
        {"20 degC", "K", 293.15},
        {"5 %", "1", 0.05},
        {"10 1/mm2", "1/m2", 1e7},
        {"3 min", "s", 180.0},
        {"1 L/min", "m3/s", 1e-3 / 60.0},
        {"1 N/mm^1.5", "N/m^1.5", 31622.776601683793},
        {"1 GPa.m^0.5", "N/m^1.5", 1e9},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++)
        assert_close(to_si(*state, cases[i].text, cases[i].unit), cases[i].si, 4e-16, 0.0);
}

// a decimal number with a decimal prefix is the double nearest to it, as if it were written in SI
static void test_decimal_prefixes_are_exact(void **state)
{
    assert_true(to_si(*state, "30 um", "m") == 30e-6);
    assert_true(to_si(*state, "0.3 mm", "m") == 0.3e-3);
    assert_true(to_si(*state, "1373 MPa", "Pa") == 1373e6);
    assert_true(to_si(*state, "7 g", "kg") == 7e-3);
}

static void test_dimensions_are_kept_apart(void **state)
{
    const char *const pairs[][2] = {
        {"kg", "m"}, {"Hz", "rad/s"}, {"rpm", "Hz"}, {"1/s", "rad/s"},
        {"s", "Hz"}, {"deg", "1"},    {"1", "rad"},  {"N/m^1.5", "N/m"},
    };
    for (int i = 0; i < GUD_COUNT(pairs); i++) {
        gud_measure have, want;
        assert_true(gud_unit_measure(*state, pairs[i][0], &have));
        assert_true(gud_unit_measure(*state, pairs[i][1], &want));
        assert_false(gud_measure_fits(&have, &want));
    }
}

// radians are numbers where more than angles and time is measured, as in speed times radius
static void test_radians_in_products(void **state)
{
    const char *const pairs[][2] = {{"m.rad/s", "m/s"}, {"kg.m.rad2/s2", "N"}, {"N.m.rad/s", "W"}, {"N.m", "N.m/rad"}};
    for (int i = 0; i < GUD_COUNT(pairs); i++) {
        gud_measure have, want;
        assert_true(gud_unit_measure(*state, pairs[i][0], &have));
        assert_true(gud_unit_measure(*state, pairs[i][1], &want));
        assert_true(gud_measure_fits(&have, &want));
    }
}

static void test_not_units(void **state)
{
    const char *const texts[] = {
        "",        "umm",   "m^",     "(m",         "m/",           "2 m",   "m 2",   "/s",
        "m^1.5.5", "m^999", "N/",     "lg(re 1 W)", "s since 1990", "m @ 3", "m^0x1", "m^1e9",
        "m^1.5 3", "rpm^",  "m^1.5/", "m^-",        "s @ 19900101", "\xFF",  "m\xC2", "m3 -0d",
    };
    gud_measure m;
    for (int i = 0; i < GUD_COUNT(texts); i++)
        if (gud_unit_measure(*state, texts[i], &m)) fail_msg("'%s' is taken for a unit", texts[i]);
    char huge[200];
    memset(huge, 'm', sizeof huge);
    huge[sizeof huge - 1] = '\0';
    assert_false(gud_unit_measure(*state, huge, &m));
}

static void test_what_is_a_number(void **state)
{
    (void)state;
    const char *const bad[] = {"x", "-", ".", "+.", "inf", "nan", "-inf", "0x10", "e5", "NaN", "--1"};
    double x;
    const char *rest;
    for (int i = 0; i < GUD_COUNT(bad); i++) assert_int_equal(gud_number_read(bad[i], &x, &rest), GUD_NUMBER_BAD);
    assert_int_equal(gud_number_read("", &x, &rest), GUD_NUMBER_EMPTY);
    assert_int_equal(gud_number_read("  ", &x, &rest), GUD_NUMBER_EMPTY);
    assert_int_equal(gud_number_read("1e999", &x, &rest), GUD_NUMBER_RANGE);
    assert_int_equal(gud_number_read("-1e999", &x, &rest), GUD_NUMBER_RANGE);
    assert_int_equal(gud_number_read("1e-999", &x, &rest), GUD_NUMBER_RANGE);
    assert_int_equal(gud_number_read("10.76e9 1/m2", &x, &rest), GUD_NUMBER_GOOD);
    assert_true(x == 10.76e9);
    assert_string_equal(rest, "1/m2");
    assert_int_equal(gud_number_read(" -.5e", &x, &rest), GUD_NUMBER_GOOD);
    assert_true(x == -0.5);
    assert_string_equal(rest, "e");
}

// a process with a decimal comma reads the same numbers
static void test_decimal_commas_of_the_locale_do_no_harm(void **state)
{
    const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    for (int i = 0; i < GUD_COUNT(commas); i++)
        if (setlocale(LC_ALL, commas[i])) break;
    gud_input *input = read_good(*state, BODY_LINE("{mass: 0.25, inertia: 1.5 kg.cm2}"), NULL, 0);
    const body_params *body = gud_input_find(input, "bodies", "crank")->common;
    assert_true(body->mass == 0.25);
    assert_close(body->inertia, 1.5e-4, 1e-15, 0.0);
    gud_input_free(input);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units_are_what_they_are_defined_as),
        cmocka_unit_test(test_decimal_prefixes_are_exact),
        cmocka_unit_test(test_dimensions_are_kept_apart),
        cmocka_unit_test(test_radians_in_products),
        cmocka_unit_test(test_not_units),
        cmocka_unit_test(test_what_is_a_number),
        cmocka_unit_test(test_decimal_commas_of_the_locale_do_no_harm),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
