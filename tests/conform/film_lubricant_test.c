// Every row of the lubricant tables: slopes are derivatives, viscosity falls with temperature and shear rate, rises
// with pressure, and takes the values it is defined by.

#include "check.h"

#include "film/reduced.h"
#include "film/thinning.h"
#include "film/viscosity_outside.h"

#include <string.h>

// a parameter block with typical numbers for each row
typedef union {
    double number[4];
    int choice;
} block;

static block typical(const gud_row *row)
{
    static const struct {
        const char *name;
        double number[4];
    } known[] = {
        {"constant", {0.03}},        {"vogel", {1e-4, 900.0, 170.0}},        {"reynolds", {0.08, 313.15, 0.03}},
        {"barus", {2e-8}},           {"roelands", {(double)NAN, 0.6}},       {"carreau", {1e-6, 0.5, 0.1}},
        {"cross", {1e-6, 0.8, 0.2}}, {"dowson_higginson", {0.6e-9, 1.7e-9}},
    };
    block b = {{0}};
    for (int i = 0; i < GUD_COUNT(known); i++)
        if (strcmp(known[i].name, row->name) == 0) memcpy(b.number, known[i].number, sizeof b.number);
    if (strcmp(row->name, "grade") == 0) b.choice = 4;
    return b;
}

static void viscosity_falls_with_temperature(void **state)
{
    (void)state;
    for (int i = 0; gud_viscosity_rows[i]; i++) {
        const gud_viscosity_law *law = (const gud_viscosity_law *)gud_viscosity_rows[i];
        if (law == &gud_viscosity_table || law == &gud_viscosity_plugin) continue; // conform/outside_test.c
        const block b = typical(&law->row);
        double before = INFINITY;
        for (double t = 273.15; t < 430.0; t += 10.0) {
            const double eta = law->eval(&b, t);
            assert_true(eta > 0.0 && eta <= before);
            before = eta;
        }
    }
    const gud_viscosity_law *grade = (const gud_viscosity_law *)gud_viscosity_rows[1];
    const char *const *names = grade->row.fields[0].choices;
    for (int i = 0; names[i]; i++) {
        const block b = {.choice = i};
        assert_true(grade->eval(&b, 313.15) > 3.0 * grade->eval(&b, 373.15));
    }
    const block vg46 = {.choice = 4}; // 46 mm2/s at 40, 6.8 mm2/s at 100 degrees C
    assert_string_equal(names[4], "ISO VG 46");
    assert_close(grade->eval(&vg46, 313.15), 46e-6 * (872.0 - 0.65 * 25.0), 1e-12, 0.0);
    assert_close(grade->eval(&vg46, 373.15), 6.8e-6 * (872.0 - 0.65 * 85.0), 1e-12, 0.0);
}

static void viscosity_grows_with_pressure(void **state)
{
    (void)state;
    for (int i = 0; gud_pressure_rows[i]; i++) {
        const gud_pressure_law *law = (const gud_pressure_law *)gud_pressure_rows[i];
        const block b = typical(&law->row);
        const double p[3] = {1e8, 1e8 + 1e3, 1e8 - 1e3}, zero = 0.0;
        double f[3], s[3];
        law->eval(&b, 0.05, 3, p, f, s);
        assert_close((f[1] - f[2]) / 2e3, s[0], 1e-7, 0.0);
        assert_true(s[0] > 0.0);
        law->eval(&b, 0.05, 1, &zero, f, s);
        assert_near(f[0], 1.0, 1e-15);
    }
    // both laws with the same slope at ambient pressure start alike
    const double alpha = 2e-8, roelands[2] = {2e-8, (double)NAN}, at = 1e5;
    double f[2], s[2];
    ((const gud_pressure_law *)gud_pressure_rows[0])->eval(&alpha, 0.05, 1, &at, &f[0], &s[0]);
    ((const gud_pressure_law *)gud_pressure_rows[1])->eval(roelands, 0.05, 1, &at, &f[1], &s[1]);
    assert_close(s[0], s[1], 1e-2, 0.0);
}

// the rate of a stress by bisection
static double rate_of(const gud_shear_law *law, const block *b, double stress)
{
    double low = 0.0, high = 1e13;
    for (int i = 0; i < 120; i++) {
        const double rate = 0.5 * (low + high);
        double g, g_rate;
        law->eval(b, 1, &rate, &g, &g_rate);
        if (rate * g < fabs(stress))
            low = rate;
        else
            high = rate;
    }
    return copysign(0.5 * (low + high), stress);
}

// The table of fluidity: the rate of the law at every stress, with a slope that is a difference; a guess of the stress
// between walls changes nothing.
static void tabulated_fluidity(const gud_shear_law *law, const block *b)
{
    gud_thinning *t;
    gud_error error;
    assert_int_equal(gud_thinning_create(law, b, &error, &t), GUD_OK);
    for (double stress = 1e-1; stress < 3e9; stress *= 1.37) {
        const double d = 1e-5;
        double slope, other;
        const double F = gud_thinning_fluidity(t, stress, &slope);
        assert_close(F * stress, rate_of(law, b, stress), 1e-9, 0.0);
        const double up = gud_thinning_fluidity(t, stress * (1.0 + d), &other),
                     down = gud_thinning_fluidity(t, stress * (1.0 - d), &other);
        assert_near((up - down) / (2.0 * d), slope * stress, 1e-6 * F);

        const gud_sheared cold = gud_thinning_flow(t, true, stress, 0.7 * stress, 0.0),
                          warm = gud_thinning_flow(t, true, stress, 0.7 * stress, 0.8 * cold.stress);
        assert_close(warm.stress, cold.stress, 1e-13, 0.0);
        assert_close(warm.flow, cold.flow, 1e-13, 0.0);
    }
    gud_thinning_free(t);
}

// Flow of thinning oil between sliding walls: the profile in many thin layers, and slopes that are differences.
static void thinned_flow(const gud_shear_law *law, const block *b)
{
    static const double cases[][2] = {{2e6, 3e5}, {1e6, 2.5e6}, {5e5, 1e3}, {3e3, 4e6}};
    gud_thinning *t;
    gud_error error;
    assert_int_equal(gud_thinning_create(law, b, &error, &t), GUD_OK);
    for (int i = 0; i < 2 * GUD_COUNT(cases); i++) {
        enum { layers = 4000 };
        const bool along = i % 2;
        const double c = cases[i / 2][0], K = cases[i / 2][1], d = 1e-5;
        const gud_sheared f = gud_thinning_flow(t, along, c, K, 0.0);
        double mean = 0.0, flow = 0.0;
        for (int k = 0; k < layers; k++) {
            const double s = -1.0 + (2.0 * k + 1.0) / layers, x = f.stress + (along ? K * s : 0.0);
            const double size = along ? fabs(x) : hypot(x, K * s), rate = rate_of(law, b, size) / size;
            mean += rate * x / layers;
            flow += 3.0 * s * rate * (along ? x : K * s) / layers;
        }
        assert_near(mean, c, 1e-3 * fmax(c, K));
        assert_close(f.flow, flow, 2e-3, 0.0);
        const double up = gud_thinning_flow(t, along, c, K * (1.0 + d), 0.0).flow,
                     down = gud_thinning_flow(t, along, c, K * (1.0 - d), 0.0).flow;
        assert_near((up - down) / (2.0 * d * K), f.flow_K, 1e-6 * f.flow_K);
        const double more = gud_thinning_flow(t, along, c * (1.0 + d), K, 0.0).flow,
                     less = gud_thinning_flow(t, along, c * (1.0 - d), K, 0.0).flow;
        assert_near((more - less) / (2.0 * d * c), f.flow_rate, 1e-6 * f.flow_K);
        assert_true(f.flow > K && f.flow_K > 0.0); // it flows more easily than at rest
        if (along) assert_close(gud_thinning_stress(t, c, K, 0.0, 0.0), f.stress, 1e-10, 0.0);
    }
    gud_thinning_free(t);
}

static void oil_thins_with_shear(void **state)
{
    (void)state;
    for (int i = 0; gud_shear_rows[i]; i++) {
        const gud_shear_law *law = (const gud_shear_law *)gud_shear_rows[i];
        const block b = typical(&law->row);
        const double rate[3] = {2e6, 2e6 + 10.0, 2e6 - 10.0}, still = 0.0;
        double f[3], s[3];
        law->eval(&b, 3, rate, f, s);
        assert_close((f[1] - f[2]) / 20.0, s[0], 1e-7, 0.0);
        assert_true(f[0] < 1.0 && f[0] > 0.0 && s[0] < 0.0);
        thinned_flow(law, &b);
        tabulated_fluidity(law, &b);
        law->eval(&b, 1, &still, f, s);
        assert_near(f[0], 1.0, 1e-15);
    }
}

// an oil whose stress stops to grow with the rate has no flow between sliding walls, and is refused
static void constant_stress(void **state)
{
    (void)state;
    const double carreau[3] = {1e-6, 0.0, 0.0}, cross[3] = {1e-6, 1.0, 0.0};
    const void *const params[] = {carreau, cross};
    for (int i = 0; i < 2; i++) {
        gud_lubricant oil = gud_lubricant_constant(0.05);
        gud_error error = {{0}};
        oil.shear = (const gud_shear_law *)gud_shear_rows[i], oil.shear_params = params[i];
        assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_ERR_INPUT);
        assert_non_null(strstr(error.text, "stress"));
    }
}

// Reduced pressure P = int rho/f dp: the inverse of its inverse, with the slope f/rho; Barus in closed form; an oil
// whose viscosity grows without bound has a bound of P.
static void reduced_pressure_is_an_integral(void **state)
{
    (void)state;
    const double alpha = 2e-8, dowson[2] = {0.6e-9, 1.7e-9};
    for (int i = 0; gud_pressure_rows[i]; i++)
        for (int squeezed = 0; squeezed < 2; squeezed++) {
            gud_lubricant oil = gud_lubricant_constant(0.05);
            const block b = typical(gud_pressure_rows[i]);
            gud_error error;
            oil.pressure = (const gud_pressure_law *)gud_pressure_rows[i], oil.pressure_params = &b;
            if (squeezed) oil.density = (const gud_density_law *)gud_density_rows[0], oil.density_params = dowson;
            assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_OK);
            for (double p = 1e3; p < 6e8; p *= 1.3) {
                const double P = gud_reduced_of(oil.reduced, p), zero = 0.0;
                double back, slope, v[4];
                gud_reduced_pressures(oil.reduced, 1, P, &zero, &back, &slope);
                gud_lubricant_out out = {&v[0], &v[1], &v[2], &v[3]};
                gud_lubricant_eval(&oil, 1, &p, &out);
                assert_close(back, p, 1e-7, 0.0);
                assert_close(slope, v[0] / (oil.eta0 * v[2]), 1e-6, 0.0);
                if (i == 0 && !squeezed) assert_close(P, -expm1(-alpha * p) / alpha, 1e-8, 0.0);
                assert_true(P < gud_reduced_bound(oil.reduced));
            }
            gud_lubricant_release(&oil);
        }
}

static void density_grows_with_pressure(void **state)
{
    (void)state;
    for (int i = 0; gud_density_rows[i]; i++) {
        const gud_density_law *law = (const gud_density_law *)gud_density_rows[i];
        const block b = typical(&law->row);
        const double p[3] = {3e8, 3e8 + 1e4, 3e8 - 1e4};
        double rho[3], s[3];
        law->eval(&b, 3, p, rho, s);
        assert_close((rho[1] - rho[2]) / 2e4, s[0], 1e-6, 0.0);
        assert_true(rho[0] > 1.0 && rho[0] < 1.34);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(viscosity_falls_with_temperature),
                                       cmocka_unit_test(viscosity_grows_with_pressure),
                                       cmocka_unit_test(oil_thins_with_shear),
                                       cmocka_unit_test(density_grows_with_pressure),
                                       cmocka_unit_test(reduced_pressure_is_an_integral),
                                       cmocka_unit_test(constant_stress)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
