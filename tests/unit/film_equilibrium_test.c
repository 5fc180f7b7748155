// The journal finds the place where its load is carried, from almost concentric to almost touching.

#include "check.h"
#include "rough_sample.h"

#include "num/pi.h"
#include "pair/equilibrium.h"

#include <math.h>
#include <string.h>

static const double R = 0.025, L = 0.05, c = 50e-6, eta = 0.02, omega = 200.0;

static gud_steady *steady_make(const gud_steady_spec *spec)
{
    gud_error error;
    gud_steady *steady = NULL;
    assert_int_equal(gud_steady_create(spec, &error, &steady), GUD_OK);
    return steady;
}

static gud_steady_spec grooved(double angle)
{
    return (gud_steady_spec){.bearing = {.radius = R,
                                         .width = L,
                                         .clearance = c,
                                         .nx = 96,
                                         .ny = 10,
                                         .half = true,
                                         .line = true,
                                         .line_angle = angle},
                             .oil = gud_lubricant_constant(eta)};
}

// the load that a place carries leads back to the place, whatever the eccentricity and wherever the search begins
static void place_and_load_agree(void **state)
{
    static const double ratios[] = {1e-4, 0.05, 0.3, 0.6, 0.9, 0.97, 0.99, 0.999};
    (void)state;
    const gud_steady_spec spec = grooved(pi);
    for (int i = 0; i < GUD_COUNT(ratios); i++) {
        const double place[2] = {ratios[i] * c, 0.0};
        gud_steady_state at, found;
        gud_error error;
        gud_steady *giver = steady_make(&spec), *finder = steady_make(&spec);
        assert_int_equal(gud_steady_forces(giver, omega, place, &at, &error), GUD_OK);
        const double load[2] = {-at.force[0], -at.force[1]};
        assert_int_equal(gud_steady_find(finder, omega, load, &found, &error), GUD_OK);
        for (int k = 0; k < 2; k++) assert_near(found.place[k] / c, place[k] / c, 1e-6);
        assert_true(hypot(found.force[0] + load[0], found.force[1] + load[1]) <= 2e-9 * hypot(load[0], load[1]));
        gud_steady_free(giver);
        gud_steady_free(finder);
    }
}

// a journal that turns the other way is the mirror image
static void turning_the_other_way_mirrors(void **state)
{
    (void)state;
    const gud_steady_spec spec = grooved(pi / 2.0);
    gud_steady *steady = steady_make(&spec);
    gud_steady_state left, right;
    gud_error error;
    const double load[2] = {0.0, -5000.0};
    assert_int_equal(gud_steady_find(steady, omega, load, &left, &error), GUD_OK);
    assert_int_equal(gud_steady_find(steady, -omega, load, &right, &error), GUD_OK);
    assert_near(right.place[0] / c, -left.place[0] / c, 1e-6);
    assert_near(right.place[1] / c, left.place[1] / c, 1e-6);
    assert_near(right.torque_journal / left.torque_journal, -1.0, 1e-6);
    gud_steady_free(steady);
}

// friction of this coefficient as soon as anything slides
static void rub(gud_bearing_spec *spec, double coefficient)
{
    gud_friction_params p;
    gud_error error;
    gud_friction_defaults(gud_friction_find("smooth"), &p);
    p.coefficient = coefficient, p.speed = 1e-12;
    assert_int_equal(gud_friction_make(gud_friction_find("smooth"), &p, &error, &spec->friction), GUD_OK);
    spec->rubs = true;
}

// at rest the asperities carry everything; the torques on journal and bearing balance the couple of load and reaction
static void asperities_alone(void **state)
{
    (void)state;
    gud_rough *rough = rough_sample("KE", 0.0);
    gud_steady_spec spec = grooved(pi / 2.0);
    spec.bearing.rough = rough;
    rub(&spec.bearing, 0.1);
    gud_steady *steady = steady_make(&spec);
    gud_steady_state at;
    gud_error error;
    const double load[2] = {300.0, -4000.0};
    assert_int_equal(gud_steady_find(steady, 0.0, load, &at, &error), GUD_OK);
    assert_near(at.asperity_force[1] / 4000.0, 1.0, 1e-6);
    assert_near(at.place[0] / at.place[1], load[0] / load[1], 1e-6);

    // so slow that the film is nothing: friction of the whole load at the radius
    assert_int_equal(gud_steady_find(steady, 1e-6, load, &at, &error), GUD_OK);
    const double W = hypot(load[0], load[1]), mu = spec.bearing.friction.params.coefficient;
    assert_near(-at.torque_journal / (R * W), mu / sqrt(1.0 + mu * mu), 1e-3);
    const double couple = at.place[0] * at.force[1] - at.place[1] * at.force[0];
    assert_near((at.torque_journal + at.torque_bearing + couple) / at.torque_journal, 0.0, 1e-9);
    gud_steady_free(steady);
    gud_rough_free(rough);
}

// stiffness and damping of the equilibrium against differences of forces
static void stiffness_is_a_difference(void **state)
{
    (void)state;
    gud_rough *rough = rough_sample("KE", 0.0);
    gud_steady_spec spec = grooved(pi / 2.0);
    spec.bearing.rough = rough;
    rub(&spec.bearing, 0.1);
    gud_steady *steady = steady_make(&spec);
    gud_steady_state at, more, less;
    gud_error error;
    const double load[2] = {0.0, -30000.0}, step = 1e-7 * c;
    assert_int_equal(gud_steady_find(steady, 20.0, load, &at, &error), GUD_OK);
    assert_true(at.asperity_force[1] > 1000.0);
    for (int j = 0; j < 2; j++) {
        double up[2] = {at.place[0], at.place[1]}, down[2] = {at.place[0], at.place[1]};
        up[j] += step, down[j] -= step;
        assert_int_equal(gud_steady_forces(steady, 20.0, up, &more, &error), GUD_OK);
        assert_int_equal(gud_steady_forces(steady, 20.0, down, &less, &error), GUD_OK);
        for (int i = 0; i < 2; i++)
            assert_near(at.stiffness[i][j] / at.stiffness[1][1],
                        (less.force[i] - more.force[i]) / (2.0 * step) / at.stiffness[1][1], 1e-4);
    }
    gud_steady_free(steady);
    gud_rough_free(rough);
}

static void a_bearing_without_supply_starves(void **state)
{
    (void)state;
    gud_steady_spec spec = grooved(0.0);
    spec.bearing.line = false;
    gud_steady *steady = steady_make(&spec);
    gud_steady_state at;
    gud_error error = {{0}};
    assert_int_equal(gud_steady_find(steady, omega, (const double[2]){0.0, -1000.0}, &at, &error), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "starves"));
    gud_steady_free(steady);

    spec.bearing.line = true;
    steady = steady_make(&spec);
    assert_int_equal(gud_steady_find(steady, 0.0, (const double[2]){0.0, -1000.0}, &at, &error), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "at rest"));
    assert_int_equal(gud_steady_find(steady, omega, (const double[2]){NAN, 0.0}, &at, &error), GUD_ERR_INPUT);
    assert_int_equal(gud_steady_forces(steady, omega, (const double[2]){c, 0.0}, &at, &error), GUD_ERR_INPUT);
    gud_steady_free(steady);
}

// cross-coupled stiffness k = C omega/2 of a full film whirls at half speed with any mass: K_xx = K_yy = 0; with a
// direct stiffness K it whirls at v = k/C once M exceeds K/v^2
static void half_speed_whirl(void **state)
{
    (void)state;
    gud_steady_state at = {.stiffness = {{5.0, 6.0}, {-6.0, 5.0}}, .damping = {{2.0, 0.0}, {0.0, 2.0}}};
    double mass, frequency;
    gud_whirl(&at, &mass, &frequency);
    assert_near(frequency, 3.0, 1e-14);
    assert_near(mass, 5.0 / 9.0, 1e-14);

    at.stiffness[0][0] = at.stiffness[1][1] = 0.0;
    gud_whirl(&at, &mass, &frequency);
    assert_true(mass == 0.0);

    at = (gud_steady_state){.stiffness = {{5.0, 0.0}, {0.0, 7.0}}, .damping = {{2.0, 0.0}, {0.0, 2.0}}};
    gud_whirl(&at, &mass, &frequency);
    assert_true(isinf(mass) && frequency == 0.0);
}

// Oils that thicken under pressure bear a load that ends: what is told for more is carried, and hardly more is. The
// search does not crawl along that end.
static void what_an_oil_bears(void **state)
{
    static const double barus = 2e-8, roelands[2] = {1.6e-8, (double)NAN}, dowson[2] = {0.6e-9, 1.7e-9};
    static const double carreau[3] = {1e-6, 0.6, 0.3};
    (void)state;
    for (int which = 0; which < 4; which++) {
        gud_steady_spec spec = grooved(pi / 2.0);
        gud_steady_state at;
        gud_error error;
        spec.oil.pressure = (const void *)gud_pressure_rows[which > 0];
        spec.oil.pressure_params = which > 0 ? roelands : &barus;
        if (which == 2) spec.oil.density = (const void *)gud_density_rows[0], spec.oil.density_params = dowson;
        if (which == 3) spec.oil.shear = (const void *)gud_shear_rows[0], spec.oil.shear_params = carreau;
        spec.bearing.thins = which == 3;
        assert_int_equal(gud_lubricant_prepare(&spec.oil, &error), GUD_OK);

        gud_steady *steady = steady_make(&spec);
        assert_int_equal(gud_steady_find(steady, omega, (const double[2]){0.0, -1e7}, &at, &error), GUD_ERR_NUMERIC);
        assert_non_null(strstr(error.text, "range of the viscosity law"));
        assert_non_null(strstr(error.text, "Use a larger bearing"));
        assert_true(at.iterations < 200);
        const double most = at.force[1];
        assert_true(most > 5e3 && most < 5e5);
        assert_int_equal(gud_steady_find(steady, omega, (const double[2]){0.0, -0.97 * most}, &at, &error), GUD_OK);
        assert_near(at.force[1], 0.97 * most, 1e-6 * most);
        assert_int_equal(gud_steady_find(steady, omega, (const double[2]){0.0, -1.2 * most}, &at, &error),
                         GUD_ERR_NUMERIC);
        assert_near(at.force[1] / most, 1.0, 0.1);
        gud_steady_free(steady);
        gud_lubricant_release(&spec.oil);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_and_load_agree),
        cmocka_unit_test(turning_the_other_way_mirrors),
        cmocka_unit_test(asperities_alone),
        cmocka_unit_test(stiffness_is_a_difference),
        cmocka_unit_test(a_bearing_without_supply_starves),
        cmocka_unit_test(half_speed_whirl),
        cmocka_unit_test(what_an_oil_bears),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
