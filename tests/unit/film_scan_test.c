// Scans to the edges of what a bearing may be asked: eccentricities up to 0.999 for every row and oil, films of 0.1 um
// that are squeezed at 1 m/s, speeds over six and loads over three decades, and loads beyond reason. Each point has a
// solution that is right, or an answer that says why there is none.

#include "bearing_rig.h"
#include "rough_sample.h"

#include "num/pi.h"
#include "pair/equilibrium.h"

#include <string.h>

static const double R = 0.02, L = 0.025, c = 40e-6, eta = 0.03;

static gud_bearing_spec spec_of(const gud_cavitation *row)
{
    return (gud_bearing_spec){.radius = R,
                              .width = L,
                              .clearance = c,
                              .nx = 96,
                              .ny = 6,
                              .half = true,
                              .ambient = {1e5, 1e5},
                              .cavitation = row,
                              .thins = true};
}

// laws of pressure, density and shear rate, with one or all of them
static gud_lubricant oil_of(int which)
{
    static const double barus = 1.5e-8, roelands[2] = {1.5e-8, (double)NAN}, dowson[2] = {0.6e-9, 1.7e-9};
    static const double carreau[3] = {1e-6, 0.6, 0.1};
    gud_lubricant oil = gud_lubricant_constant(eta);
    gud_error error;
    if (which == 1) oil.pressure = (const void *)gud_pressure_rows[0], oil.pressure_params = &barus;
    if (which == 2 || which == 4) oil.pressure = (const void *)gud_pressure_rows[1], oil.pressure_params = roelands;
    if (which == 3 || which == 4) oil.shear = (const void *)gud_shear_rows[0], oil.shear_params = carreau;
    if (which == 4) oil.density = (const void *)gud_density_rows[0], oil.density_params = dowson;
    assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_OK);
    return oil;
}

enum { oils = 5 };

// solved: forces are numbers and oil is conserved; refused: only because the pressure passes what the oil can bear
static bool right(rig *r, const gud_bearing_in *in, gud_bearing_out *out, bool conserves)
{
    r->film.warm = false;
    const gud_status status = gud_bearing_solve(r->bearing, r->work, in, true, &r->film, out, &r->error);
    if (status != GUD_OK) {
        assert_int_equal(status, GUD_RETRY);
        if (!in->oil->reduced || !strstr(r->error.text, "range of the viscosity law")) fail_msg("%s", r->error.text);
        return false;
    }
    gud_film_balance balance;
    gud_bearing_balance(r->bearing, r->work, &r->film, &balance);
    for (int i = 0; i < 2; i++)
        assert_true(isfinite(out->Q[i]) && isfinite(out->Q_q[i][0]) && isfinite(out->Q_q[i][1]));
    if (conserves) assert_true(fabs(balance.error) <= 1e-8 * balance.through + 1e-12 * 300.0 * R * c * L);
    return true;
}

static void every_eccentricity(void **state)
{
    static const double ratios[] = {0.0, 1e-6, 0.1, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999};
    (void)state;
    for (int i = 0; gud_cavitation_rows[i]; i++) {
        const gud_cavitation *row = (const void *)gud_cavitation_rows[i];
        const gud_bearing_spec spec = spec_of(row);
        rig r;
        rig_open(&r, &spec);
        for (int which = 0; which < oils; which++) {
            gud_lubricant oil = oil_of(which);
            double last = 0.0;
            for (int k = 0; k < GUD_COUNT(ratios); k++) {
                const gud_bearing_in in = {.q = {ratios[k] * c}, .omega_j = 300.0, .oil = &oil};
                gud_bearing_out out;
                if (!right(&r, &in, &out, row->transport)) {
                    last = INFINITY; // and from there on none has a solution
                    continue;
                }
                const double load = hypot(out.Q[0], out.Q[1]);
                assert_true(load >= last * (1.0 - 1e-9)); // the nearer, the more it carries
                last = load;
            }
            gud_lubricant_release(&oil);
        }
        rig_close(&r);
    }
}

// approach and retreat at up to 1 m/s, down to films of 0.1 um, turning and not
static void every_approach(void **state)
{
    static const double speeds[] = {1e-4, 1e-2, 0.1, 1.0}, films[] = {10e-6, 1e-6, 0.3e-6, 0.1e-6};
    (void)state;
    for (int i = 0; gud_cavitation_rows[i]; i++) {
        const gud_cavitation *row = (const void *)gud_cavitation_rows[i];
        const gud_bearing_spec spec = spec_of(row);
        rig r;
        rig_open(&r, &spec);
        for (int k = 0; k < GUD_COUNT(speeds) * GUD_COUNT(films) * 4; k++) {
            const double v = speeds[k % 4] * (k / 16 % 2 ? -1.0 : 1.0), film = films[k / 4 % 4];
            const double step = 0.2 * film / fabs(v); // of which a fifth of the film is squeezed
            const gud_lubricant oil = gud_lubricant_constant(eta);
            gud_bearing_in in = {.q = {c - film}, .q_t = {v}, .omega_j = k / 32 ? 300.0 : 0.0, .oil = &oil};
            const double before[4] = {in.q[0] - step * v};
            gud_bearing_flood(r.bearing, before, r.m_hat);
            in.m_hat = r.m_hat, in.per_c = 1.0 / step;
            gud_bearing_out out;
            assert_true(right(&r, &in, &out, row->transport));
            if (v > 0.0) assert_true(out.Q[0] < 0.0); // the film pushes back
        }
        rig_close(&r);
    }
}

static gud_steady_spec seat_spec(const gud_rough *rough)
{
    gud_bearing_spec bearing = spec_of(NULL);
    bearing.line = true, bearing.line_angle = 0.5 * pi, bearing.line_pressure = 2e5;
    bearing.rough = rough;
    if (rough) {
        gud_friction_params p;
        gud_error error;
        gud_friction_defaults(gud_friction_find("coulomb"), &p);
        p.coefficient = 0.1;
        assert_int_equal(gud_friction_make(gud_friction_find("coulomb"), &p, &error, &bearing.friction), GUD_OK);
        bearing.rubs = true;
    }
    return (gud_steady_spec){.bearing = bearing, .oil = gud_lubricant_constant(eta)};
}

// A rough bearing finds its place from boundary friction to a full film: more speed, thicker film; more load, thinner.
static void every_speed_and_load(void **state)
{
    (void)state;
    gud_rough *rough = rough_sample("KE", 0.3e-6);
    const gud_steady_spec spec = seat_spec(rough);
    gud_steady *steady = NULL;
    gud_error error;
    assert_int_equal(gud_steady_create(&spec, &error, &steady), GUD_OK);
    for (double W = 10.0; W < 2e4; W *= 10.0) {
        double last = -1.0;
        for (double speed = 1e-3; speed < 2e3; speed *= 10.0) {
            const double load[2] = {0.0, -W};
            gud_steady_state at;
            if (gud_steady_find(steady, speed, load, &at, &error) != GUD_OK)
                fail_msg("%g N, %g rad/s: %s", W, speed, error.text);
            assert_true(hypot(at.force[0], at.force[1] - W) <= 1e-5 * W + 1e-3);
            assert_true(at.film_min > last - 1e-9);
            last = at.film_min;
        }
    }
    gud_steady_free(steady);
    gud_rough_free(rough);
}

// loads beyond all reason get an answer, not numbers
static void absurd_loads(void **state)
{
    (void)state;
    gud_rough *rough = rough_sample("KE", 0.3e-6);
    for (int kind = 0; kind < 3; kind++) {
        gud_steady_spec spec = seat_spec(kind == 1 ? rough : NULL);
        gud_lubricant oil = oil_of(2);
        gud_steady *steady = NULL;
        gud_steady_state at;
        gud_error error;
        const char *const words[] = {"cells of the grid", "mean planes", "range of the viscosity law"};
        if (kind == 2) spec.oil = oil;
        assert_int_equal(gud_steady_create(&spec, &error, &steady), GUD_OK);
        assert_int_equal(gud_steady_find(steady, 300.0, (const double[2]){0.0, -1e12}, &at, &error), GUD_ERR_NUMERIC);
        if (!strstr(error.text, words[kind])) fail_msg("%s", error.text);
        gud_steady_free(steady);
        gud_lubricant_release(&oil);
    }
    gud_rough_free(rough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_eccentricity), cmocka_unit_test(every_approach),
                                       cmocka_unit_test(every_speed_and_load), cmocka_unit_test(absurd_loads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
