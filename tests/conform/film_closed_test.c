// Every closed form: tangents are derivatives (the long form has a jump in its second derivative where squeeze begins),
// nothing jumps at the middle, forces resist; and the numbers they are known by.

#include "check.h"

#include "film/closed.h"
#include "num/pi.h"
#include "pair/bearing.h"

#include <stdlib.h>
#include <string.h>

static const gud_closed_in base = {.radius = 0.02, .width = 0.02, .clearance = 3e-5, .eta = 0.01, .omega = 400.0};

static const gud_closed_law *law_of(const char *name)
{
    for (int i = 0; gud_closed_rows[i]; i++)
        if (strcmp(gud_closed_rows[i]->name, name) == 0) return (const gud_closed_law *)gud_closed_rows[i];
    fail_msg("no closed form '%s'", name);
    return NULL;
}

static double largest(double M[2][2])
{
    return fmax(fmax(fabs(M[0][0]), fabs(M[0][1])), fmax(fabs(M[1][0]), fabs(M[1][1])));
}

static void tangents_are_differences(void **state)
{
    (void)state;
    static const double eps[] = {1e-3, 0.1, 0.5, 0.9, 0.99};
    for (int r = 0; gud_closed_rows[r]; r++)
        for (int i = 0; i < GUD_COUNT(eps); i++)
            for (int angle = 0; angle < 12; angle++)
                for (int speed = 0; speed < 3; speed++) {
                    const gud_closed_law *law = (const gud_closed_law *)gud_closed_rows[r];
                    const double c = base.clearance, phi = 0.3 + 0.5 * angle, v = speed * 5e-3;
                    gud_closed_in in = base;
                    in.e[0] = eps[i] * c * cos(phi), in.e[1] = eps[i] * c * sin(phi);
                    in.v[0] = v, in.v[1] = 0.4 * v;
                    gud_closed_out out;
                    assert_int_equal(gud_closed_eval(law, &in, &out), GUD_OK);
                    for (int a = 0; a < 2; a++) {
                        gud_closed_in moved = in;
                        double e[2] = {out.F_e[0][a], out.F_e[1][a]}, w[2] = {out.F_v[0][a], out.F_v[1][a]};
                        gud_closed_out up, down;
                        const double step = 1e-5 * fmin(eps[i], 1.0 - eps[i]) * c,
                                     kick = (speed ? 1e-6 : 3e-8) * (base.omega * eps[i] * c + v);
                        moved.e[a] = in.e[a] + step;
                        assert_int_equal(gud_closed_eval(law, &moved, &up), GUD_OK);
                        moved.e[a] = in.e[a] - step;
                        assert_int_equal(gud_closed_eval(law, &moved, &down), GUD_OK);
                        for (int k = 0; k < 2; k++)
                            assert_near((up.F[k] - down.F[k]) / (2.0 * step), e[k], 1e-6 * largest(out.F_e));
                        moved = in;
                        moved.v[a] = in.v[a] + kick;
                        assert_int_equal(gud_closed_eval(law, &moved, &up), GUD_OK);
                        moved.v[a] = in.v[a] - kick;
                        assert_int_equal(gud_closed_eval(law, &moved, &down), GUD_OK);
                        for (int k = 0; k < 2; k++)
                            assert_near((up.F[k] - down.F[k]) / (2.0 * kick), w[k], 1e-6 * largest(out.F_v));
                    }
                    gud_closed_in faster = in, slower = in;
                    gud_closed_out up, down;
                    faster.omega += 0.05, slower.omega -= 0.05;
                    assert_int_equal(gud_closed_eval(law, &faster, &up), GUD_OK);
                    assert_int_equal(gud_closed_eval(law, &slower, &down), GUD_OK);
                    for (int k = 0; k < 2; k++)
                        assert_near((up.F[k] - down.F[k]) / 0.1, out.F_omega[k],
                                    1e-6 * fmax(fabs(out.F_omega[0]), fabs(out.F_omega[1])));
                }
}

// through the middle: finite, no jump in force or damping, no force at rest
static void nothing_jumps_in_the_middle(void **state)
{
    (void)state;
    for (int r = 0; gud_closed_rows[r]; r++) {
        const gud_closed_law *law = (const gud_closed_law *)gud_closed_rows[r];
        gud_closed_in in = base;
        gud_closed_out out, beside;
        assert_int_equal(gud_closed_eval(law, &in, &out), GUD_OK);
        assert_near(hypot(out.F[0], out.F[1]), 0.0, 1e-12);
        for (int i = 0; i < 2; i++)
            for (int a = 0; a < 2; a++) assert_true(isfinite(out.F_e[i][a]) && isfinite(out.F_v[i][a]));
        in.v[0] = 2e-3;
        assert_int_equal(gud_closed_eval(law, &in, &out), GUD_OK);
        assert_true(out.F[0] < 0.0);
        in.e[1] = 1e-9 * base.clearance;
        assert_int_equal(gud_closed_eval(law, &in, &beside), GUD_OK);
        assert_near(beside.F[0], out.F[0], 1e-6 * fabs(out.F[0]));
        in.e[1] = base.clearance;
        assert_int_equal(gud_closed_eval(law, &in, &out), GUD_RETRY);
    }
}

// S (L/D)^2 of the short, S and attitude of the long bearing
static void sommerfeld_numbers_are_met(void **state)
{
    (void)state;
    static const double e[3] = {0.2, 0.5, 0.8}, brief[3] = {0.46119, 0.10605, 0.01388},
                        wide[3] = {0.16736, 0.06177, 0.02549}, phi[3] = {82.60, 69.82, 49.67};
    for (int i = 0; i < 3; i++) {
        gud_closed_in in = base;
        gud_closed_out out;
        in.e[0] = e[i] * in.clearance;
        const double D = 2.0 * in.radius,
                     unit = in.eta * in.omega / (2.0 * pi) * in.width * D * pow(in.radius / in.clearance, 2.0);
        assert_int_equal(gud_closed_eval(law_of("short"), &in, &out), GUD_OK);
        assert_near(unit / hypot(out.F[0], out.F[1]) * pow(in.width / D, 2.0), brief[i], 6e-6);
        assert_near(tan(atan2(out.F[1], -out.F[0])), pi * sqrt(1.0 - e[i] * e[i]) / (4.0 * e[i]), 1e-9);
        assert_int_equal(gud_closed_eval(law_of("long"), &in, &out), GUD_OK);
        assert_near(unit / hypot(out.F[0], out.F[1]), wide[i], 6e-6);
        assert_near(atan2(out.F[1], -out.F[0]) * 180.0 / pi, phi[i], 6e-3);
    }
}

// the film on a grid (Guembel) tends to the short form with whirl and squeeze, and the correction follows it at all
// widths
static void short_and_finite_forms_meet_the_grid(void **state)
{
    (void)state;
    static const double ratio[] = {0.025, 0.25, 1.0, 3.0, 12.0, 0.5, 1.0, 2.0},
                        eps[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.8, 0.8, 0.8},
                        allowed[] = {0.01, 0.01, 0.025, 0.015, 0.01, 0.025, 0.025, 0.025};
    for (int i = 0; i < GUD_COUNT(ratio); i++) {
        gud_closed_in in = base;
        in.width = 2.0 * in.radius * ratio[i];
        in.e[0] = eps[i] * in.clearance;
        if (i == 0) in.v[0] = 2e-3, in.v[1] = -1e-3;
        const gud_bearing_spec spec = {.radius = in.radius,
                                       .width = in.width,
                                       .clearance = in.clearance,
                                       .nx = 180,
                                       .ny = 20,
                                       .half = true,
                                       .cavitation = &gud_cavitation_guembel};
        const gud_lubricant oil = gud_lubricant_constant(in.eta);
        const gud_bearing_in place = {
            .q = {in.e[0], in.e[1]}, .q_t = {in.v[0], in.v[1]}, .omega_j = in.omega, .oil = &oil};
        gud_bearing *b;
        gud_bearing_work *w;
        gud_error error;
        gud_bearing_out grid;
        gud_closed_out out;
        assert_int_equal(gud_bearing_create(&spec, &error, &b), GUD_OK);
        assert_int_equal(gud_bearing_work_create(b, &error, &w), GUD_OK);
        const size_t n = (size_t)gud_bearing_ncell(b);
        gud_film_out film = {.pressure = calloc(n, 8), .theta = calloc(n, 8), .m = calloc(n, 8), .full = calloc(n, 1)};
        assert_int_equal(gud_bearing_solve(b, w, &place, false, &film, &grid, &error), GUD_OK);
        assert_int_equal(gud_closed_eval(law_of("finite"), &in, &out), GUD_OK);
        const double load = hypot(grid.Q[0], grid.Q[1]);
        assert_near(hypot(out.F[0] - grid.Q[0], out.F[1] - grid.Q[1]) / load, 0.0, allowed[i]);
        if (i == 0) {
            assert_int_equal(gud_closed_eval(law_of("short"), &in, &out), GUD_OK);
            assert_near(hypot(out.F[0] - grid.Q[0], out.F[1] - grid.Q[1]) / load, 0.0, 5e-3);
        }
        free(film.pressure);
        free(film.theta);
        free(film.m);
        free(film.full);
        gud_bearing_work_free(w);
        gud_bearing_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_are_differences), cmocka_unit_test(nothing_jumps_in_the_middle),
        cmocka_unit_test(sommerfeld_numbers_are_met), cmocka_unit_test(short_and_finite_forms_meet_the_grid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
