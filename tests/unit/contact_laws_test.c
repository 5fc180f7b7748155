// Elastic curves against the relations that define them, their ends, and what they have in common.

#include "check.h"
#include "contact/contact.h"
#include "num/pi.h"

#include <string.h>

static const double E = 113.7e9, hole = 0.010, clearance = 0.2e-3, width = 0.012;
static const double pin = 0.010 - 0.2e-3;

static gud_contact_pair some_pair(void)
{
    gud_contact_pair pair;
    gud_contact_pair_defaults(&pair);
    pair.modulus = E;
    pair.radius = hole;
    pair.clearance = clearance;
    pair.width = width;
    return pair;
}

static gud_contact make(const char *name, int order, int profile)
{
    gud_contact_params prm;
    gud_contact contact;
    gud_error error;
    const gud_contact_pair pair = some_pair();
    gud_contact_defaults(gud_contact_find(name), &prm);
    if (order > 0) prm.order = order;
    prm.profile = profile;
    if (gud_contact_make(gud_contact_find(name), &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
    return contact;
}

static double force_at(const gud_contact *contact, double depth)
{
    double force;
    gud_contact_curves(1, contact, 1, &depth, &force, NULL);
    return force;
}

static double width_at(const gud_contact *contact, double depth)
{
    double a;
    assert_true(gud_contact_half_width(contact, 1, &depth, &a));
    return a;
}

// ---- logarithmic line contacts

static void hertz_line_solves_its_relation(void **state)
{
    (void)state;
    const gud_contact c = make("hertz_line", 0, 0);
    for (double d = 1e-12 * clearance; d < c.limit_depth; d *= 1.9) {
        const double P = force_at(&c, d) / width;
        assert_close(P / (pi * E) * (log(4.0 * pi * E * clearance / P) - 1.0), d, 1e-12, 0.0);
        assert_close(width_at(&c, d), sqrt(4.0 * P * hole * pin / clearance / (pi * E)), 1e-12, 0.0);
    }
    assert_close(width_at(&c, c.limit_depth), pin, 1e-12, 0.0);
}

static void dubowsky_freudenstein_solves_its_relation(void **state)
{
    (void)state;
    const gud_contact c = make("dubowsky_freudenstein", 0, 0);
    for (double d = 1e-12 * clearance; d < c.limit_depth; d *= 1.9) {
        const double F = force_at(&c, d), sigma = 1.0 / (pi * E); // sum of (1 - nu^2)/(pi E)
        const double argument = pow(width, 3.0) * clearance / (F * hole * pin * sigma);
        assert_close(F * sigma / width * (log(argument) + 1.0), d, 1e-12, 0.0);
    }
}

static void curves_pass_their_ends_smoothly(void **state)
{
    (void)state;
    static const char *const names[] = {"hertz_line", "dubowsky_freudenstein", "liu_geometric"};
    for (int i = 0; i < GUD_COUNT(names); i++) {
        const gud_contact c = make(names[i], 0, 0);
        const double d = c.limit_depth, h = 1e-7 * d;
        const double below = force_at(&c, d) - force_at(&c, d - h), above = force_at(&c, d + h) - force_at(&c, d);
        assert_true(d > 0.3 * clearance && d < clearance * 20.0);
        assert_close(force_at(&c, d * (1.0 + 1e-14)), force_at(&c, d * (1.0 - 1e-14)), 1e-12, 0.0);
        assert_close(above, below, 1e-4, 0.0);
        assert_close(width_at(&c, 2.0 * d), width_at(&c, d), 1e-12, 0.0);
    }
}

static void external_cylinders_are_allowed(void **state)
{
    (void)state;
    gud_contact_pair pair = some_pair();
    gud_contact_params prm;
    gud_contact c;
    gud_error error;
    const gud_contact_law *law = gud_contact_find("hertz_line");
    gud_contact_defaults(law, &prm);
    pair.radius = pair.clearance = (double)NAN;
    pair.radii[0] = 0.02;
    pair.radii[1] = 0.01;
    pair.curvature = GUD_CURVATURE_EXTERNAL;
    assert_int_equal(gud_contact_make(law, &prm, &pair, &error, &c), GUD_OK);
    const double d = 1e-5, P = force_at(&c, d) / width;
    assert_close(P / (pi * E) * (log(4.0 * pi * E * 0.03 / P) - 1.0), d, 1e-12, 0.0);
}

// ---- Liu 2013

static void the_first_order_is_one_for_all_profiles(void **state)
{
    (void)state;
    const gud_contact all[] = {make("liu_conformal", 1, 0), make("liu_conformal", 1, 1), make("liu_conformal", 1, 2)};
    const gud_contact point = make("hertz_point", 0, 0);
    for (double d = 1e-8; d < 1e-3; d *= 3.0) {
        const double expected = 4.0 / 3.0 * E * pow(d, 1.5) / sqrt(1.0 / pin - 1.0 / hole);
        assert_close(force_at(&point, d), expected, 1e-10, 0.0);
        for (int i = 0; i < 3; i++) assert_close(force_at(&all[i], d), expected, 1e-10, 0.0);
    }
}

// eq. 13: the load of order n is 4 n/(2 n + 1) E a d with a from eq. 12
static void higher_orders_are_stiffer(void **state)
{
    (void)state;
    const double d = 2e-5;
    const gud_contact first = make("liu_conformal", 1, 0);
    for (int n = 2; n <= GUD_CONTACT_TERMS; n++) {
        const gud_contact c = make("liu_conformal", n, 0);
        assert_close(force_at(&c, d), force_at(&first, d) * (4.0 * n / (2.0 * n + 1.0)) / (4.0 / 3.0), 1e-12, 0.0);
        assert_close(width_at(&c, d), width_at(&first, d), 1e-12, 0.0);
    }
}

// eqs 8 and 9 with the coefficient A_2 = (1/R1^3 - 1/R2^3)/8 of the gap of two circles
static void a_single_term_follows_its_equations(void **state)
{
    (void)state;
    const gud_contact c = make("liu_conformal", 2, 1);
    const double A2 = (pow(pin, -3.0) - pow(hole, -3.0)) / 8.0;
    for (double d = 1e-8; d < 1e-3; d *= 3.0) {
        const double a = width_at(&c, d);
        assert_close((2.0 * 4.0) / (1.0 * 3.0) * A2 * pow(a, 4.0), d, 1e-10, 0.0);
        assert_close(force_at(&c, d), 4.0 * A2 * E * 2.0 * pow(a, 5.0) / 5.0 * (2.0 * 4.0) / (1.0 * 3.0), 1e-10, 0.0);
    }
}

// all terms together: d = a artanh(a/R1) - a artanh(a/R2)
static void the_series_tends_to_spheres(void **state)
{
    (void)state;
    const gud_contact c = make("liu_conformal", GUD_CONTACT_TERMS, 2);
    for (double d = 1e-9; d < 0.2 * clearance; d *= 3.0) {
        const double a = width_at(&c, d);
        const double expected = a * (atanh(a / pin) - atanh(a / hole));
        assert_true(a < 0.5 * pin);
        assert_close(d, expected, 1e-5, 0.0);
    }
}

static void geometric_width_lies_on_both_circles(void **state)
{
    (void)state;
    const gud_contact c = make("liu_geometric", 0, 0);
    for (double d = 1e-3 * clearance; d < c.limit_depth; d *= 1.2) {
        const double a = width_at(&c, d);
        const double depth = sqrt((hole - a) * (hole + a)) - sqrt((pin - a) * (pin + a)) - clearance;
        assert_near(depth, d, 1e-12 * hole);
        const double P = pi * E * d / (2.0 * (2.0 * log(4.0 * pin / a) - 1.0)); // pi E'/(4 (1 - nu^2)) is pi E/2
        assert_close(force_at(&c, d), P * width, 1e-12, 0.0);
    }
    assert_close(c.limit_depth, sqrt(hole * hole - pin * pin) - clearance, 1e-10, 0.0);
    for (double d = 1e-14; d < 1e-9; d *= 10.0) // eq. 24 as printed has lost its digits here
        assert_close(width_at(&c, d), sqrt(2.0 * d * pin * hole / clearance), 1e-4, 0.0);
}

// ---- bodies

static void modulus_comes_from_materials_or_numbers(void **state)
{
    (void)state;
    gud_contact_pair given, pair;
    gud_error error;
    gud_contact_pair_defaults(&given);
    given.materials[0] = "steel-52100";
    given.materials[1] = "bronze-CuSn8";
    assert_int_equal(gud_contact_pair_resolve(&given, &error, &pair), GUD_OK);
    assert_close(pair.modulus, 1.0 / (0.91 / 210e9 + (1.0 - 0.34 * 0.34) / 115e9), 1e-12, 0.0);
    assert_true(isnan(gud_contact_relative_radius(&pair)));

    gud_contact_pair_defaults(&given);
    given.young[0] = 210e9;
    given.young[1] = 115e9;
    given.radii[0] = 0.009;
    given.radii[1] = 0.010;
    assert_int_equal(gud_contact_pair_resolve(&given, &error, &pair), GUD_OK);
    assert_close(pair.modulus, 1.0 / (0.91 / 210e9 + 0.91 / 115e9), 1e-12, 0.0);
    assert_close(gud_contact_relative_radius(&pair), 0.09, 1e-12, 0.0);
    assert_close(pair.clearance, 0.001, 1e-12, 0.0);
}

static void laws_without_geometry_know_no_width(void **state)
{
    (void)state;
    gud_contact_pair pair;
    gud_contact_params prm;
    gud_contact c;
    gud_error error;
    double depth[2] = {1e-5, 2e-5}, force[2], a[2] = {1.0, 1.0};
    gud_contact_pair_defaults(&pair);
    gud_contact_defaults(gud_contact_find("hertz_point"), &prm);
    prm.stiffness = 1e10;
    assert_int_equal(gud_contact_make(gud_contact_find("hertz_point"), &prm, &pair, &error, &c), GUD_OK);
    assert_false(gud_contact_half_width(&c, 2, depth, a));
    gud_contact_curves(1, &c, 2, depth, force, a);
    assert_true(a[0] == 0.0 && a[1] == 0.0);
    assert_close(force[1], 1e10 * pow(2e-5, 1.5), 1e-12, 0.0);
}

// A loader sets what the row describes and leaves zeros elsewhere.
static void what_a_row_does_not_describe_is_ignored(void **state)
{
    (void)state;
    gud_contact_params prm = {.stiffness = (double)NAN, .restitution_out = (double)NAN, .slowest = 1e-6};
    const gud_contact_pair bodies = {
        .young = {2e11, 2e11}, .poisson = {0.3, 0.3}, .modulus = (double)NAN, .curvature = GUD_CURVATURE_INTERNAL};
    gud_contact_pair pair;
    gud_contact c;
    gud_error error;
    gud_contact_pair_set(&bodies, hole, clearance, width, &pair);
    if (gud_contact_make(gud_contact_find("hertz_point"), &prm, &pair, &error, &c) != GUD_OK)
        fail_msg("%s", error.text);
    assert_close(c.stiffness, 4.0 / 3.0 * 1e11 / 0.91 * sqrt(hole * pin / clearance), 1e-12, 0.0);
    assert_near(c.exponent, 1.5, 0.0);

    gud_contact_pair_set(NULL, hole, clearance, width, &pair);
    assert_int_equal(gud_contact_make(gud_contact_find("hertz_point"), &prm, &pair, &error, &c), GUD_ERR_INPUT);
}

// p0^2 = P E/(pi R) of Hertz's line, p0^3 = 6 F E^2/(pi^3 R^2) of his point contact
static void largest_pressure_is_that_of_hertz(void **state)
{
    (void)state;
    const gud_contact line = make("hertz_line", 0, 0), point = make("hertz_point", 0, 0);
    const double R = hole * pin / clearance;
    for (double d = 1e-9; d < 1e-5; d *= 3.0) {
        double F = force_at(&line, d), p0;
        assert_true(gud_contact_pressure(&line, 1, &d, &F, &p0));
        assert_close(p0, sqrt(F / width * E / (pi * R)), 1e-12, 0.0);
        F = force_at(&point, d);
        assert_true(gud_contact_pressure(&point, 1, &d, &F, &p0));
        assert_close(p0, cbrt(6.0 * F * E * E / (pi * pi * pi * R * R)), 1e-12, 0.0);
    }
}

// Liu 2013, eq. 3: the pressure over the width of a contact makes up its load
static void pressures_make_up_the_load(void **state)
{
    (void)state;
    static const char *const laws[] = {"liu_nonconformal", "liu_conformal", "liu_geometric"};
    for (int i = 0; i < GUD_COUNT(laws); i++) {
        const gud_contact c = make(laws[i], 0, 0);
        const double d = 2e-5, F = force_at(&c, d), a = width_at(&c, d);
        double p0, sum = 0.0;
        assert_true(gud_contact_pressure(&c, 1, &d, &F, &p0));
        enum { n = 20000 };
        for (int k = 0; k < n; k++) {
            const double x = (2.0 * k + 1.0) / n - 1.0; // over a
            sum += p0 * sqrt(1.0 - x * x) * 2.0 * a / n;
        }
        assert_close(sum * width, F, 1e-5, 0.0);
    }
    const gud_contact c = make("liu_geometric", 0, 0);
    const double apart = -1e-6, none = 0.0;
    double p0;
    assert_true(gud_contact_pressure(&c, 1, &apart, &none, &p0));
    assert_true(p0 == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hertz_line_solves_its_relation),
        cmocka_unit_test(dubowsky_freudenstein_solves_its_relation),
        cmocka_unit_test(curves_pass_their_ends_smoothly),
        cmocka_unit_test(external_cylinders_are_allowed),
        cmocka_unit_test(the_first_order_is_one_for_all_profiles),
        cmocka_unit_test(higher_orders_are_stiffer),
        cmocka_unit_test(a_single_term_follows_its_equations),
        cmocka_unit_test(the_series_tends_to_spheres),
        cmocka_unit_test(geometric_width_lies_on_both_circles),
        cmocka_unit_test(modulus_comes_from_materials_or_numbers),
        cmocka_unit_test(laws_without_geometry_know_no_width),
        cmocka_unit_test(what_a_row_does_not_describe_is_ignored),
        cmocka_unit_test(largest_pressure_is_that_of_hertz),
        cmocka_unit_test(pressures_make_up_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
