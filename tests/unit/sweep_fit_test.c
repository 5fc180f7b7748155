// ISO 286: limit deviations of ISO 286-2 (with its corrigendum of 2006), and the tables against the formulas that they
// were rounded from (docs/theory/studies.md, equations 12 to 14).

#include "check.h"

#include "sweep/fit.h"

#include <string.h>

static gud_zone zone_of(const char *tolerance, double mm)
{
    gud_error error = {""};
    gud_zone z = {0};
    if (gud_zone_find(tolerance, mm * 1e-3, &error, &z) != GUD_OK) fail_msg("%s: %s", tolerance, error.text);
    return (gud_zone){z.low * 1e6, z.high * 1e6};
}

static void published_limits(void **state)
{
    (void)state;
    static const struct {
        const char *tolerance;
        double mm, low, high; // um
    } list[] = {
        {"H7", 50, 0, 25},        {"f7", 50, -50, -25},   {"H7", 25, 0, 21},       {"g6", 25, -20, -7},
        {"H8", 100, 0, 54},       {"e8", 100, -126, -72}, {"E8", 100, 72, 126},    {"D10", 30, 65, 149},
        {"F8", 40, 25, 64},       {"G7", 20, 7, 28},      {"JS7", 60, -15, 15},    {"k6", 80, 2, 21},
        {"d9", 200, -285, -170},  {"H11", 10, 0, 90},     {"c11", 35, -280, -120}, {"C9", 45, 130, 192},
        {"f9", 280, -186, -56},   {"h6", 3, -6, 0},       {"h6", 3.001, -8, 0},    {"m6", 30, 8, 21},
        {"n6", 18, 12, 23},       {"js6", 120, -11, 11},  {"H5", 500, 0, 27},      {"g5", 400, -43, -18},
        {"k8", 50, 0, 39},        {"H6", 180, 0, 25},     {"H6", 180.5, 0, 29},    {"D11", 6, 30, 105},
        {"E9", 6, 20, 50},        {"D6", 10, 40, 49},     {"C8", 18, 95, 122},     {"E5", 40, 50, 61},
        {"c11", 500, -880, -480}, {"H12", 1, 0, 100},
    };
    for (int i = 0; i < GUD_COUNT(list); i++) {
        const gud_zone z = zone_of(list[i].tolerance, list[i].mm);
        assert_near(z.low, list[i].low, 1e-9);
        assert_near(z.high, list[i].high, 1e-9);
    }
}

static const double limits[] = {3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500};

// The standard rounds its formulas to whole, and above 60 or 100 um to coarser numbers; up to 3 mm it departs from
// them.
static void tables_follow_formulas(void **state)
{
    (void)state;
    static const double multiples[] = {7, 10, 16, 25, 40, 64, 100, 160};
    static const struct {
        char letter;
        double factor, power;
    } letters[] = {{'d', 16, 0.44}, {'e', 11, 0.41}, {'f', 5.5, 0.41}, {'g', 2.5, 0.34}};
    for (int r = 0; r + 1 < GUD_COUNT(limits); r++) {
        const double D = sqrt(limits[r] * limits[r + 1]), i = 0.45 * cbrt(D) + 0.001 * D, mm = limits[r + 1];
        for (int g = 0; g < 8; g++) {
            char text[8] = "h5";
            text[1] = (char)('5' + g);
            if (g > 4) text[1] = '1', text[2] = (char)('0' + g - 5);
            const gud_zone z = zone_of(text, mm);
            assert_close(z.high - z.low, multiples[g] * i, 0.07, 12.0);
        }
        for (int l = 0; l < GUD_COUNT(letters); l++) {
            const char text[] = {letters[l].letter, '7', 0};
            assert_close(-zone_of(text, mm).high, letters[l].factor * pow(D, letters[l].power), 0.05, 22.0);
        }
        assert_near(zone_of("n7", mm).low, 5.0 * pow(D, 0.34), 1.6);
        assert_near(zone_of("m7", mm).low, zone_of("H7", mm).high - zone_of("H6", mm).high, 2.1);
        assert_near(zone_of("k6", mm).low, 0.6 * cbrt(D), 0.9);
        assert_near(zone_of("c9", mm).high, -(mm <= 40 ? 52 * pow(mm, 0.2) : 95 + 0.8 * mm), 0.06 * mm + 8.0);
    }
}

// EI = -es: a hole mirrors the shaft of its letter
static void holes_mirror_shafts(void **state)
{
    (void)state;
    static const char letters[] = "cdefgh";
    for (const char *l = letters; *l; l++) {
        const char shaft[] = {*l, '8', 0}, hole[] = {(char)(*l - 'a' + 'A'), '8', 0};
        for (double mm = 2.0; mm <= 500.0; mm *= 1.3) {
            assert_near(zone_of(hole, mm).low, -zone_of(shaft, mm).high, 1e-9);
            assert_near(zone_of(hole, mm).high, -zone_of(shaft, mm).low, 1e-9);
        }
    }
}

static void fits(void **state)
{
    (void)state;
    gud_error error;
    gud_zone hole, shaft;
    assert_int_equal(gud_fit_find("H7/f7", 50e-3, &error, &hole, &shaft), GUD_OK);
    assert_near(1e6 * (hole.low - shaft.high), 25.0, 1e-9); // clearance 25 to 75 um
    assert_near(1e6 * (hole.high - shaft.low), 75.0, 1e-9);
    assert_int_equal(gud_fit_find("F8 k6", 50e-3, &error, &hole, &shaft), GUD_OK);
    assert_int_equal(gud_fit_find("H7/h6", 50e-3, &error, &hole, &shaft), GUD_OK);
    static const struct {
        const char *fit;
        double size;
        const char *said;
    } wrong[] = {
        {"H7/k6", 50e-3, "interference of 18 um"},
        {"H7", 50e-3, "not a fit such as H7/f7"},
        {"f7/H7", 50e-3, "the hole comes first"},
        {"H7/f77", 50e-3, "grades from 5 to 12"},
        {"H7/f4", 50e-3, "grades from 5 to 12"},
        {"H7/fx7", 50e-3, "supported are the holes"},
        {"K7/h6", 50e-3, "supported are the holes"},
        {"H7/q6", 50e-3, "supported are the holes"},
        {"h7/f7", 50e-3, "the hole comes first"},
        {"H/f7", 50e-3, "not a tolerance class"},
        {"Hg7/f7", 50e-3, "not a tolerance class"},
        {"H7x/f7", 50e-3, "not a tolerance class"},
        {"H7/f7", 0.501, "up to 500 mm"},
        {"H7/f7", 0.0, "up to 500 mm"},
        {"", 0.05, "not a fit"},
        {"/f7", 0.05, "not a tolerance class"},
    };
    for (int i = 0; i < GUD_COUNT(wrong); i++) {
        assert_int_equal(gud_fit_find(wrong[i].fit, wrong[i].size, &error, &hole, &shaft), GUD_ERR_INPUT);
        if (!strstr(error.text, wrong[i].said)) fail_msg("%s: %s", wrong[i].fit, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(published_limits), cmocka_unit_test(tables_follow_formulas),
                                       cmocka_unit_test(holes_mirror_shafts), cmocka_unit_test(fits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
