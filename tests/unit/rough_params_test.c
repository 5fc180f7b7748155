// Parameters of rough contact: what is refused, and what follows from materials.

#include "check.h"
#include "rough/material.h"
#include "rough/rough.h"

#include <stdlib.h>
#include <string.h>

static gud_rough_params good(void)
{
    gud_rough_params prm;
    gud_rough_defaults(&prm);
    prm.sigma = 0.3e-6;
    prm.radius = 10e-6;
    prm.density = 1e10;
    prm.modulus = 1e11;
    prm.hardness = 1e9;
    return prm;
}

static void refuse(const char *model, const gud_rough_params *prm, const char *word)
{
    gud_error error = {""};
    gud_rough_params resolved;
    assert_int_equal(gud_rough_resolve(gud_rough_find(model), prm, &error, &resolved), GUD_ERR_INPUT);
    if (!strstr(error.text, word)) fail_msg("'%s' does not mention '%s'", error.text, word);
}

static gud_rough_params accept(const char *model, const gud_rough_params *prm)
{
    gud_error error = {""};
    gud_rough_params resolved;
    if (gud_rough_resolve(gud_rough_find(model), prm, &error, &resolved) != GUD_OK) fail_msg("%s", error.text);
    return resolved;
}

static void defaults_are_those_of_the_fields(void **state)
{
    (void)state;
    gud_rough_params prm;
    gud_rough_defaults(&prm);
    assert_true(isnan(prm.sigma) && isnan(prm.hardness) && isnan(prm.poisson) && !prm.profile && !prm.materials[0]);
    assert_near(prm.exponent, 1.5, 0.0);
    assert_int_equal(prm.detrend, 1);
    assert_int_equal(prm.heights, GUD_HEIGHTS_GAUSSIAN);
}

static void numbers_outside_their_range_are_refused(void **state)
{
    (void)state;
    gud_rough_params prm = good();
    prm.sigma = 0.0;
    refuse("GW", &prm, "sigma = 0 is outside (0, 0.001]");
    prm = good();
    prm.radius = (double)INFINITY;
    refuse("GW", &prm, "radius");
    prm = good();
    prm.density = -1.0;
    refuse("GW", &prm, "density");
    prm = good();
    prm.poisson = 0.7;
    refuse("KE", &prm, "poisson");
    prm = good();
    prm.exponent = (double)NAN;
    refuse("PW", &prm, "exponent");
    prm = good();
    prm.heights = 2;
    refuse("GW", &prm, "heights");
    prm = good();
    prm.detrend = 9;
    refuse("GW", &prm, "detrend = 9");
}

static void missing_and_doubled_parameters_are_refused(void **state)
{
    (void)state;
    gud_rough_params prm = good();
    prm.sigma = (double)NAN;
    refuse("GW", &prm, "needs exactly one of: sigma, profile");
    prm = good();
    prm.radius = (double)NAN;
    refuse("GW", &prm, "needs all or none of: sigma, radius, density");
    prm = good();
    prm.profile = "trace.csv";
    refuse("GW", &prm, "needs exactly one of: sigma, profile");
    prm = good();
    prm.counterface = "trace.csv";
    refuse("GW", &prm, "counterface needs also: profile");
    prm = good();
    prm.materials[0] = "steel-52100";
    refuse("GW", &prm, "needs exactly one of: modulus, materials");
    prm = good();
    prm.modulus = (double)NAN;
    prm.materials[0] = "steel-52100";
    refuse("GW", &prm, "two materials");
    prm.materials[1] = "unobtainium";
    refuse("GW", &prm, "there is no material 'unobtainium'");
}

static void models_ask_for_what_they_need(void **state)
{
    (void)state;
    static const char *const elastic[] = {"GW", "GT"}, *const plastic[] = {"PW", "CEB", "ZMC", "KE", "JG"};
    gud_rough_params prm = good();
    prm.hardness = (double)NAN;
    for (int i = 0; i < GUD_COUNT(elastic); i++) accept(elastic[i], &prm);
    for (int i = 0; i < GUD_COUNT(plastic); i++) refuse(plastic[i], &prm, "hardness, yield");
    prm.yield = 0.5e9;
    for (int i = 0; i < GUD_COUNT(plastic); i++) {
        const gud_rough_params resolved = accept(plastic[i], &prm);
        assert_near(resolved.hardness, 1.4e9, 1.0);
        assert_near(resolved.poisson, 0.3, 0.0);
        assert_near(resolved.mean, 0.0, 0.0);
    }
}

static void materials_give_modulus_and_the_softer_bodys_strength(void **state)
{
    (void)state;
    const gud_material *steel = gud_material_find("steel-52100"), *bronze = gud_material_find("bronze-CuSn8");
    gud_rough_params prm = good();
    prm.modulus = prm.hardness = (double)NAN;
    prm.materials[0] = steel->name;
    prm.materials[1] = bronze->name;
    gud_rough_params resolved = accept("JG", &prm);
    assert_close(1.0 / resolved.modulus, (1.0 - 0.09) / 210e9 + (1.0 - 0.34 * 0.34) / 115e9, 1e-12, 0.0);
    assert_near(resolved.hardness, bronze->hardness, 0.0);
    assert_near(resolved.yield, bronze->yield, 0.0);
    assert_near(resolved.poisson, bronze->poisson, 0.0);

    // a resolved set can be resolved again, and says the same
    const gud_rough_params again = accept("JG", &resolved);
    assert_near(again.modulus, resolved.modulus, 0.0);

    // the user's word comes first, and the other strength follows it
    prm.hardness = 2.8e9;
    resolved = accept("JG", &prm);
    assert_near(resolved.hardness, 2.8e9, 0.0);
    assert_near(resolved.yield, 1e9, 1.0);
}

static void materials_are_plausible(void **state)
{
    (void)state;
    int n = 0;
    for (const gud_material *m = gud_materials; m->name; m++, n++) {
        assert_ptr_equal(gud_material_find(m->name), m);
        assert_true(m->young > 0.5e9 && m->young < 400e9);
        assert_true(m->poisson > 0.2 && m->poisson < 0.5);
        assert_true(m->yield < m->hardness && m->hardness < 0.1 * m->young);
    }
    assert_true(n >= 7);
    assert_null(gud_material_find("unobtainium"));
}

// Brinell hardness is kgf/mm2, as the condition says it: about 170 HB is 1.67 GPa
static void hardness_is_what_the_condition_says(void **state)
{
    (void)state;
    int n = 0;
    for (const gud_material *m = gud_materials; m->name; m++) {
        const char *unit = strstr(m->about, " HB");
        if (!unit) continue;
        const char *number = unit;
        while (number > m->about && strchr("0123456789", number[-1])) number--;
        assert_close(m->hardness, 9.80665e6 * strtod(number, NULL), 0.03, 0.0);
        n++;
    }
    assert_true(n >= 6);
}

static void asperities_out_of_touch_carry_nothing(void **state)
{
    (void)state;
    const gud_rough_params prm = good();
    const double depth[] = {-1e-7, 0.0, 1e-7};
    for (int i = 0; gud_rough_models[i]; i++) {
        gud_error error;
        gud_rough *rough;
        double force[3], area[3];
        assert_int_equal(gud_rough_make(gud_rough_models[i], &prm, &error, &rough), GUD_OK);
        gud_rough_asperity(rough, 3, depth, force, area);
        assert_true(force[0] == 0.0 && area[0] == 0.0 && force[1] == 0.0 && area[1] == 0.0);
        assert_true(force[2] > 0.0 && area[2] > 0.0);
        gud_rough_free(rough);
    }
    gud_rough_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_fields),
        cmocka_unit_test(numbers_outside_their_range_are_refused),
        cmocka_unit_test(missing_and_doubled_parameters_are_refused),
        cmocka_unit_test(models_ask_for_what_they_need),
        cmocka_unit_test(materials_give_modulus_and_the_softer_bodys_strength),
        cmocka_unit_test(materials_are_plausible),
        cmocka_unit_test(hardness_is_what_the_condition_says),
        cmocka_unit_test(asperities_out_of_touch_carry_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
