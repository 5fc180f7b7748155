// Flow factors of Patir and Cheng: slopes, limits, symmetry, and the constants as printed.

#include "check.h"
#include "rough/flow.h"

#include <string.h>

static const double sigma = 0.4e-6;

typedef struct factors {
    double along, along_h, across, across_h, shear, shear_h, mean, contact;
} factors;

static factors at(double orientation, double share, double H)
{
    const gud_flow_patir_cheng_params prm = {sigma, orientation, share};
    const double h = H * sigma;
    factors f;
    gud_flow_out out = {&f.along,   &f.along_h, &f.across,  &f.across_h, &f.shear,
                        &f.shear_h, &f.mean,    &f.contact, NULL,        NULL};
    gud_flow_patir_cheng.eval(&prm, 1, &h, &out);
    f.shear /= sigma, f.shear_h /= sigma, f.mean /= sigma;
    return f;
}

static const double orientations[] = {1.0 / 9.0, 0.2, 1.0 / 3.0, 0.7, 1.0, 1.7, 3.0, 5.0, 9.0};

static void slopes_are_differences(void **state)
{
    (void)state;
    const double d = 1e-5;
    for (int i = 0; i < GUD_COUNT(orientations); i++)
        for (double H = 0.13; H < 9.0; H += 0.21) {
            const factors f = at(orientations[i], 0.9, H);
            const factors up = at(orientations[i], 0.9, H + d), down = at(orientations[i], 0.9, H - d);
            assert_near(f.along_h * sigma, (up.along - down.along) / (2.0 * d), 1e-7);
            assert_near(f.across_h * sigma, (up.across - down.across) / (2.0 * d), 1e-7);
            assert_near(f.shear_h * sigma, (up.shear - down.shear) / (2.0 * d), 1e-7);
            assert_near(f.contact, (up.mean - down.mean) / (2.0 * d), 1e-7);
        }
}

static void far_surfaces_are_smooth(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(orientations); i++) {
        const factors f = at(orientations[i], 1.0, 200.0);
        assert_near(f.along, 1.0, 1e-3);
        assert_near(f.across, 1.0, 1e-3);
        assert_near(f.shear, 0.0, 1e-12);
        assert_near(f.contact, 1.0, 1e-12);
        assert_near(f.mean, 200.0, 1e-12);
    }
}

static void isotropic_roughness_has_no_direction_and_turned_roughness_swaps(void **state)
{
    (void)state;
    for (double H = 0.2; H < 8.0; H += 0.4) {
        assert_near(at(1.0, 0.5, H).along, at(1.0, 0.5, H).across, 1e-14);
        assert_near(at(4.0, 0.5, H).along, at(0.25, 0.5, H).across, 1e-12);
        assert_true(at(9.0, 0.5, H).along > 1.0 && at(1.0 / 9.0, 0.5, H).along < 1.0);
    }
}

static void equal_surfaces_drag_nothing_and_exchange_changes_the_sign(void **state)
{
    (void)state;
    assert_near(at(1.0, 0.5, 2.0).shear, 0.0, 0.0);
    assert_near(at(1.0, 1.0, 2.0).shear, -at(1.0, 0.0, 2.0).shear, 1e-15);
    assert_true(at(1.0, 1.0, 2.0).shear > 0.0);
}

// the far branch of the shear factor as printed: A2 exp(-H/4)
static void shear_branches_meet_as_printed(void **state)
{
    (void)state;
    static const double A2[][2] = {{1.0 / 9.0, 1.856}, {1.0 / 6.0, 1.754}, {1.0 / 3.0, 1.561}, {1.0, 1.126},
                                   {3.0, 0.556},       {6.0, 0.388},       {9.0, 0.295}};
    for (int i = 0; i < GUD_COUNT(A2); i++) {
        assert_close(at(A2[i][0], 1.0, 6.0).shear, A2[i][1] * exp(-1.5), 2e-3, 0.0);
        assert_near(at(A2[i][0], 1.0, 5.0 - 1e-9).shear, at(A2[i][0], 1.0, 5.0 + 1e-9).shear, 1e-8);
    }
}

static void isotropic_values_are_those_of_the_formula(void **state)
{
    (void)state;
    assert_near(at(1.0, 1.0, 1.0).along, 1.0 - 0.9 * exp(-0.56), 1e-12);
    assert_near(at(1.0, 1.0, 3.0).along, 1.0 - 0.9 * exp(-1.68), 1e-12);
    assert_near(at(1.0, 1.0, 1.0).shear, 1.899 * exp(-0.87), 1e-12);
    assert_near(at(3.0, 1.0, 4.0).along, 1.0 + 0.225 / 8.0, 1e-12);
}

// fits through the printed constants by another program (R. Boman, EHD, github.com/rboman/progs), which are near them
// only
static void another_programs_fits_agree(void **state)
{
    (void)state;
    static const double gammas[] = {1.0 / 9.0, 1.0 / 6.0, 1.0 / 3.0, 1.0, 3.0, 6.0, 9.0};
    for (int i = 0; i < GUD_COUNT(gammas); i++) {
        const double g = gammas[i], H = 2.5;
        const double C = g < 1.0 ? 0.89679 - 0.26591 * log(g) : -0.10667 + 0.1075 * g;
        const double r = 0.43006 - 0.10828 * g + 0.23821 * g * g;
        const double factor = g < 1.0 ? 1.0 - C * exp(-r * H) : 1.0 + C * pow(H, -1.5);
        if (g != 1.0) assert_close(at(g, 1.0, H).along, factor, 0.02, 0.0);
        assert_near(at(g, 1.0, 6.0).shear, (1.0766 - 0.37758 * log(g)) * exp(-1.5), 0.03);
    }
}

// the contact factor: half of a Gaussian film is left when mean planes touch; Wu and Zheng's fit agrees within 1 %
static void contact_factor_is_the_share_of_open_film(void **state)
{
    (void)state;
    for (double H = 0.0; H <= 3.0; H += 0.25) {
        const double fit = exp(-0.6912 + 0.782 * H - 0.304 * H * H + 0.0401 * H * H * H);
        assert_close(at(1.0, 1.0, H).contact, fit, 0.01, 0.0);
    }
}

static void below_their_range_fits_are_held(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(orientations); i++) {
        const factors low = at(orientations[i], 1.0, 0.1), lower = at(orientations[i], 1.0, -2.0);
        assert_near(low.along, lower.along, 0.0);
        assert_near(low.along_h, 0.0, 0.0);
        assert_near(low.shear, lower.shear, 0.0);
        assert_true(low.along > 0.0 && low.across > 0.0);
    }
}

static void none_changes_nothing(void **state)
{
    (void)state;
    const double h = 1e-6;
    factors f;
    gud_flow_out out = {&f.along,   &f.along_h, &f.across,  &f.across_h, &f.shear,
                        &f.shear_h, &f.mean,    &f.contact, NULL,        NULL};
    gud_flow_none.eval(NULL, 1, &h, &out);
    assert_true(f.along == 1.0 && f.across == 1.0 && f.mean == h && f.shear == 0.0);
    assert_true(f.along_h == 0.0 && f.across_h == 0.0 && f.contact == 1.0 && f.shear_h == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_differences),
        cmocka_unit_test(far_surfaces_are_smooth),
        cmocka_unit_test(isotropic_roughness_has_no_direction_and_turned_roughness_swaps),
        cmocka_unit_test(equal_surfaces_drag_nothing_and_exchange_changes_the_sign),
        cmocka_unit_test(shear_branches_meet_as_printed),
        cmocka_unit_test(another_programs_fits_agree),
        cmocka_unit_test(isotropic_values_are_those_of_the_formula),
        cmocka_unit_test(contact_factor_is_the_share_of_open_film),
        cmocka_unit_test(below_their_range_fits_are_held),
        cmocka_unit_test(none_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
