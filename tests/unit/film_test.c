// The film library by itself: conservation through rupture, starvation and refilling; robustness; solvers that agree;
// wrong input; memory that runs out.

#include "bearing_rig.h"

#include "num/pi.h"

#include <string.h>

static void solve(rig *r, const gud_bearing_in *in, bool tangents, gud_bearing_out *out)
{
    if (gud_bearing_solve(r->bearing, r->work, in, tangents, &r->film, out, &r->error) != GUD_OK)
        fail_msg("eps %g, %g: %s", in->q[0], in->q[1], r->error.text);
}

static double held(const rig *r)
{
    double sum = 0.0;
    for (int k = 0; k < r->n; k++) sum += r->film.m[k] * gud_bearing_grid(r->bearing)->area[k];
    return sum;
}

// A bearing whose ends are at cavity pressure starves; a feed then fills it again. Oil is accounted for at every step.
static void starve_and_refill(void **state)
{
    (void)state;
    const double R = 0.02, c = 4e-5, dt = 2e-4;
    const gud_film_feed feed = {.x = pi * R, .y = 0.0, .size_x = 0.01, .size_y = 0.01, .pressure = 2e5};
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    double oil_held[2] = {0};
    rig dry, wet;
    gud_bearing_spec spec = {.radius = R, .width = 0.03, .clearance = c, .nx = 60, .ny = 12};
    rig_open(&dry, &spec);
    spec.feeds = &feed, spec.nfeed = 1;
    rig_open(&wet, &spec);

    gud_bearing_in in = {.oil = &oil, .omega_j = 300.0, .per_c = 1.0 / dt, .m_hat = dry.m_hat};
    in.q[0] = 0.6 * c;
    gud_bearing_flood(dry.bearing, in.q, dry.m_hat);
    for (int phase = 0; phase < 2; phase++) {
        rig *r = phase ? &wet : &dry;
        if (phase) memcpy(wet.m_hat, dry.m_hat, (size_t)wet.n * sizeof(double));
        in.m_hat = r->m_hat;
        for (int s = 0; s < 400; s++) {
            gud_bearing_out out;
            gud_film_balance b;
            in.q[0] = 0.6 * c * cos(0.05 * s), in.q[1] = 0.7 * c * sin(0.05 * s);
            solve(r, &in, false, &out);
            gud_bearing_balance(r->bearing, r->work, &r->film, &b);
            assert_true(fabs(b.error) <= 1e-12 * b.through + 2.2e-16 * held(r) / dt);
            for (int k = 0; k < r->n; k++) assert_true(r->film.theta[k] >= 0.0 && r->film.theta[k] <= 1.0);
            memcpy(r->m_hat, r->film.m, (size_t)r->n * sizeof(double));
            r->film.warm = true;
        }
        oil_held[phase] = held(r) / (2.0 * pi * R * 0.03 * c);
    }
    assert_true(oil_held[0] < 0.75);
    assert_true(oil_held[1] > oil_held[0] + 0.15);
    rig_close(&dry);
    rig_close(&wet);
}

// An aligned bearing is solved by halves, without multigrid, though its oil is mirrored to rounding only.
static void aligned_bearings_are_solved_by_halves(void **state)
{
    (void)state;
    enum { steps = 120, settles = 20 };
    const double c = 3e-5, omega = 500.0;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_bearing_spec spec = {
        .radius = 0.02, .width = 0.02, .clearance = c, .nx = 96, .ny = 41, .ambient = {1e5, 1e5}};
    int by_halves = 0;
    rig r;
    rig_open(&r, &spec);
    gud_bearing_in in = {.oil = &oil, .omega_j = omega, .per_c = omega * 180.0 / pi, .m_hat = r.m_hat};
    in.q[0] = 0.8 * c;
    gud_bearing_flood(r.bearing, in.q, r.m_hat);
    for (int s = 0; s < steps; s++) {
        const double a = pi / 180.0 * s, e = c * (0.6 + 0.2 * cos(2.0 * a));
        gud_bearing_out out;
        in.q[0] = e * cos(a), in.q[1] = e * sin(a);
        solve(&r, &in, false, &out);
        if (s >= settles && r.film.inner == 0) by_halves++;
        for (int k = 0; k < r.n; k++) r.m_hat[k] = r.film.m[k] * (1.0 + 1e-14 * (k % 7));
        r.film.warm = true;
    }
    assert_true(by_halves >= (steps - settles) * 9 / 10);
    rig_close(&r);
}

// eccentricities to 0.999 without and with steps, approach at 1 m/s to 0.1 um: always an answer, from a cold start
static void extremes_of(gud_film_solver solver, int ny)
{
    const double R = 0.02, c = 4e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    static const double eps[] = {0.0, 1e-9, 0.3, 0.9, 0.99, 0.999};
    for (int i = 0; gud_cavitation_rows[i]; i++) {
        const gud_bearing_spec spec = {.radius = R,
                                       .width = 0.03,
                                       .clearance = c,
                                       .nx = 80,
                                       .ny = ny,
                                       .solver = solver,
                                       .half = true,
                                       .ambient = {1e5, 1e5},
                                       .cavitation = (const gud_cavitation *)gud_cavitation_rows[i]};
        rig r;
        rig_open(&r, &spec);
        for (int n = 0; n < GUD_COUNT(eps); n++) {
            gud_bearing_in in = {.oil = &oil, .omega_j = 600.0, .m_hat = r.m_hat};
            gud_bearing_out out;
            in.q[0] = eps[n] * c * cos(0.3), in.q[1] = eps[n] * c * sin(0.3);
            r.film.warm = false;
            solve(&r, &in, true, &out);
            if (eps[n] == 0.0) assert_near(hypot(out.Q[0], out.Q[1]), 0.0, 1e-9);
        }
        for (int n = 0; n < 2; n++) { // from rest to 0.1 um at 1 m/s; and away again
            const double h = 1e-7, dt = n ? 1e-8 : 1e-6, sign = n ? -1.0 : 1.0;
            gud_bearing_in in = {.oil = &oil, .omega_j = n ? 600.0 : 0.0, .m_hat = r.m_hat, .per_c = 1.0 / dt};
            gud_bearing_out out;
            in.q[0] = c - h - sign * 1.0 * dt, in.q_t[0] = sign;
            gud_bearing_flood(r.bearing, in.q, r.m_hat);
            in.q[0] = c - h;
            r.film.warm = false;
            solve(&r, &in, true, &out);
            if (n == 0) assert_true(out.Q[0] < -1e4);
        }
        rig_close(&r);
    }
}

static void extremes_have_an_answer(void **state)
{
    (void)state;
    extremes_of(GUD_FILM_DIRECT, 10);
    extremes_of(GUD_FILM_MULTIGRID, 28);
}

// active sets far from the answer must not make the solver cycle: random guesses, random oil
static void any_start(void **state)
{
    (void)state;
    const double R = 0.02, c = 4e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    const gud_bearing_spec spec = {
        .radius = R, .width = 0.03, .clearance = c, .nx = 40, .ny = 8, .ambient = {1e5, 1e5}};
    uint64_t dice = 88172645463325252u;
    rig r;
    rig_open(&r, &spec);
    double worst = 0.0;
    for (int n = 0; n < 300; n++) {
        gud_bearing_in in = {.oil = &oil, .omega_j = 600.0, .m_hat = r.m_hat, .per_c = pow(10.0, 2.0 + n % 6)};
        gud_bearing_out out, again;
        in.q[0] = 0.8 * c * cos(0.1 * n), in.q[1] = 0.8 * c * sin(0.1 * n), in.q[2] = 3e-4;
        gud_bearing_flood(r.bearing, in.q, r.m_hat);
        for (int k = 0; k < r.n; k++) {
            dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
            r.film.full[k] = dice & 1;
            r.film.pressure[k] = (double)(dice >> 40), r.film.theta[k] = (double)(dice & 1023) / 1024.0;
            r.m_hat[k] *= 1.2 * (double)((dice >> 20) & 1023) / 1024.0;
        }
        r.film.warm = true;
        solve(&r, &in, false, &out);
        worst = fmax(worst, r.film.iterations);
        r.film.warm = false;
        solve(&r, &in, false, &again);
        assert_near(out.Q[0], again.Q[0], 1e-9 * hypot(out.Q[0], out.Q[1])); // one solution from anywhere
        assert_near(out.Q[1], again.Q[1], 1e-9 * hypot(out.Q[0], out.Q[1]));
    }
    assert_true(worst < 60.0);
    rig_close(&r);
}

static void solvers_agree(void **state)
{
    (void)state;
    const double R = 0.02, c = 4e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    const gud_film_feed feed = {.x = 1.3 * R, .y = 0.002, .size_x = 0.004, .size_y = 0.012, .pressure = 3e5};
    for (int line = 0; line < 2; line++) {
        double Q[2][4];
        for (int s = 0; s < 2; s++) {
            const gud_bearing_spec spec = {.radius = R,
                                           .width = 0.03,
                                           .clearance = c,
                                           .nx = 90,
                                           .ny = 31,
                                           .ambient = {1e5, 2e5},
                                           .solver = s ? GUD_FILM_MULTIGRID : GUD_FILM_DIRECT,
                                           .line = line,
                                           .feeds = &feed,
                                           .nfeed = 1};
            rig r;
            rig_open(&r, &spec);
            const gud_bearing_in in = {.q = {0.5 * c, 0.6 * c, 4e-4, -5e-4}, .omega_j = 600.0, .oil = &oil};
            gud_bearing_out out;
            solve(&r, &in, true, &out);
            memcpy(Q[s], out.Q, sizeof Q[s]);
            assert_true(r.film.residual < 1e-12);
            rig_close(&r);
        }
        for (int a = 0; a < 4; a++) assert_close(Q[0][a], Q[1][a], 1e-10, 0.0);
    }
}

// one linear problem to full accuracy, and a steady state with fronts from a cold start: work a cell does not grow
static void cycles_do_not_grow(void **state)
{
    (void)state;
    const double c = 3e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_cavitation *const rows[2] = {&gud_cavitation_none, &gud_cavitation_elrod_adams};
    const int most[2] = {12, 36};
    for (int i = 0; i < 2; i++)
        for (int n = 64; n <= 512; n *= 2) {
            const gud_bearing_spec spec = {.radius = 0.02,
                                           .width = 0.03,
                                           .clearance = c,
                                           .nx = n,
                                           .ny = n / 4,
                                           .ambient = {1e5, 1e5},
                                           .cavitation = rows[i],
                                           .solver = GUD_FILM_MULTIGRID};
            const gud_bearing_in in = {.q = {0.5 * c, 0.5 * c}, .omega_j = 500.0, .oil = &oil};
            gud_bearing_out out;
            rig r;
            rig_open(&r, &spec);
            solve(&r, &in, false, &out);
            assert_in_range(r.film.inner, 1, most[i]);
            rig_close(&r);
        }
}

// The coarser grid of a cold start has smaller cells at the end of a side with an odd number: its guess is as good. On
// the last of these grids a front also follows a line of cells, and takes more steps if they are broken one by one.
static void cold_starts_are_near(void **state)
{
    (void)state;
    static const int sides[][2] = {{512, 128}, {511, 128}, {512, 127}, {511, 127}, {1024, 255}};
    const double c = 3e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    for (int i = 0; i < GUD_COUNT(sides); i++) {
        const gud_bearing_spec spec = {
            .radius = 0.02, .width = 0.03, .clearance = c, .nx = sides[i][0], .ny = sides[i][1], .ambient = {1e5, 1e5}};
        const gud_bearing_in in = {.q = {0.5 * c, 0.5 * c}, .omega_j = 500.0, .oil = &oil};
        gud_bearing_out out;
        rig r;
        rig_open(&r, &spec);
        solve(&r, &in, false, &out);
        assert_in_range(r.film.iterations, 1, 7);
        assert_in_range(r.film.inner, 1, 36);
        rig_close(&r);
    }
}

// a stage with fronts on a grid of six levels: complementarity, oil, and tangents against differences
static void multigrid_stage(void **state)
{
    (void)state;
    const double c = 3e-5, unit = 3e-7 * c; // larger steps cross kinks of the force
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_bearing_spec spec = {
        .radius = 0.02, .width = 0.02, .clearance = c, .nx = 96, .ny = 41, .ambient = {1e5, 1e5}};
    gud_bearing_in in = {.q = {0.6 * c, 0.2 * c}, .omega_j = 500.0, .oil = &oil, .per_c = 1.0 / 5e-5};
    gud_bearing_out out, up, down;
    gud_film_balance balance;
    rig r;
    rig_open(&r, &spec);
    in.m_hat = r.m_hat;
    gud_bearing_flood(r.bearing, in.q, r.m_hat);
    for (int s = 0; s < 20; s++) {
        in.q[1] += 0.005 * c;
        solve(&r, &in, true, &out);
        gud_bearing_balance(r.bearing, r.work, &r.film, &balance);
        assert_true(fabs(balance.error) <= 1e-12 * balance.through);
        for (int k = 0; k < r.n; k++)
            assert_true(r.film.pressure[k] >= 0.0 && r.film.theta[k] <= 1.0 &&
                        r.film.pressure[k] * (1.0 - r.film.theta[k]) == 0.0);
        if (s < 19) memcpy(r.m_hat, r.film.m, (size_t)r.n * sizeof(double));
        r.film.warm = true;
    }
    for (int a = 0; a < 2; a++) {
        const double at = in.q[a];
        in.q[a] = at + unit;
        solve(&r, &in, false, &up);
        in.q[a] = at - unit;
        solve(&r, &in, false, &down);
        in.q[a] = at;
        for (int i = 0; i < 2; i++)
            assert_near((up.Q[i] - down.Q[i]) / (2.0 * unit), out.Q_q[i][a], 1e-5 * fabs(out.Q_q[a][a]));
    }
    rig_close(&r);
}

// slow damping: the stage's tangent at long steps is K + C / c
static void slow_motion(void **state)
{
    (void)state;
    const double R = 0.02, c = 4e-5, slow = 0.05;
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    const gud_bearing_spec spec = {
        .radius = R, .width = 0.03, .clearance = c, .nx = 60, .ny = 8, .half = true, .ambient = {1e5, 1e5}};
    rig r;
    rig_open(&r, &spec);
    gud_bearing_in in = {.q = {0.3 * c, 0.4 * c}, .omega_j = 600.0, .oil = &oil};
    gud_bearing_out steady, stage;
    double K[2][2], C[2][2];
    solve(&r, &in, true, &steady);
    assert_int_equal(gud_bearing_coefficients(r.work, &in, &steady, K, C), GUD_OK);
    memcpy(r.m_hat, r.film.m, (size_t)r.n * sizeof(double));
    in.m_hat = r.m_hat, in.per_c = slow, r.film.warm = true;
    solve(&r, &in, true, &stage);
    for (int i = 0; i < 2; i++)
        for (int a = 0; a < 2; a++) assert_near(-(stage.Q_q[i][a] + K[i][a]) / slow, C[i][a], 0.02 * fabs(C[0][0]));
    assert_true(C[0][0] > 0.0 && C[1][1] > 0.0);
    rig_close(&r);
}

static void wrong_input(void **state)
{
    (void)state;
    const gud_bearing_spec good = {.radius = 0.02, .width = 0.03, .clearance = 4e-5, .nx = 40, .ny = 8};
    gud_bearing *b;
    gud_error error;
    gud_bearing_spec bad = good;
    bad.clearance = -1.0;
    assert_int_equal(gud_bearing_create(&bad, &error, &b), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "clearance"));
    bad = good, bad.nx = 1;
    assert_int_equal(gud_bearing_create(&bad, &error, &b), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "grid of 1 x 8"));
    bad = good, bad.ambient[0] = -1e5;
    assert_int_equal(gud_bearing_create(&bad, &error, &b), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "below the cavity pressure"));
    const gud_film_feed outside = {.x = 0.0, .y = 0.016, .size_x = 1e-3, .size_y = 1e-3, .pressure = 1e5};
    bad = good, bad.feeds = &outside, bad.nfeed = 1;
    assert_int_equal(gud_bearing_create(&bad, &error, &b), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "outside the surface"));
    assert_null(b);

    rig r;
    rig_open(&r, &good);
    gud_lubricant oil = gud_lubricant_constant(-0.01);
    gud_bearing_in in = {.omega_j = 10.0, .oil = &oil};
    gud_bearing_out out;
    assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_ERR_INPUT);
    assert_non_null(strstr(r.error.text, "viscosity"));
    oil.eta0 = 0.01;
    in.q[0] = 5e-5; // the journal is in the wall
    assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_RETRY);
    in.q[0] = (double)NAN;
    assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_ERR_NUMERIC);
    rig_close(&r);
}

// Fronts that move by a part of a cell a step are foreseen: most steps of an orbit need one matrix, and tangents
// belong to the active set that was found.
static void fronts_are_foreseen(void **state)
{
    (void)state;
    const double R = 0.02, c = 3e-5, omega = 500.0, turn = pi / 360.0;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_bearing_spec spec = {
        .radius = R, .width = 0.02, .clearance = c, .nx = 60, .ny = 8, .half = true, .ambient = {1e5, 1e5}};
    gud_bearing_in in = {.oil = &oil, .omega_j = omega, .per_c = omega / turn};
    gud_bearing_out out, near[2];
    rig r;
    int matrices = 0;
    rig_open(&r, &spec);
    in.m_hat = r.m_hat;
    in.q[0] = 0.8 * c;
    gud_bearing_flood(r.bearing, in.q, r.m_hat);
    for (int s = 0; s < 360; s++) {
        const double e = c * (0.6 + 0.2 * cos(2.0 * turn * s));
        in.q[0] = e * cos(turn * s), in.q[1] = e * sin(turn * s);
        solve(&r, &in, true, &out);
        if (s == 359) break;
        memcpy(r.m_hat, r.film.m, (size_t)r.n * sizeof(double));
        r.film.warm = true;
        if (s >= 60) matrices += r.film.iterations;
    }
    assert_true(matrices < 1.7 * 299);
    for (int side = 0; side < 2; side++) {
        gud_bearing_in moved = in;
        moved.q[1] += (side ? -1e-6 : 1e-6) * c;
        solve(&r, &moved, false, &near[side]);
    }
    for (int i = 0; i < 2; i++) {
        const double slope = (near[0].Q[i] - near[1].Q[i]) / (2e-6 * c);
        assert_true(fabs(slope - out.Q_q[i][1]) <= 1e-6 * fabs(out.Q_q[1][1]));
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starve_and_refill),
        cmocka_unit_test(extremes_have_an_answer),
        cmocka_unit_test(aligned_bearings_are_solved_by_halves),
        cmocka_unit_test(any_start),
        cmocka_unit_test(solvers_agree),
        cmocka_unit_test(slow_motion),
        cmocka_unit_test(wrong_input),
        cmocka_unit_test(cycles_do_not_grow),
        cmocka_unit_test(cold_starts_are_near),
        cmocka_unit_test(multigrid_stage),
        cmocka_unit_test(fronts_are_foreseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
