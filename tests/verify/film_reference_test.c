// Published and analytic numbers of films.
//
// Journal bearings with an axial supply line at the widest gap (recomputed table, grid-converged, docs/theory/film.md):
// S, attitude, friction with and without streamers, side flow; 0.5 %. Squeeze of a plane film between oscillating
// plates: R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702; fronts and times recomputed from the
// ordinary differential equation of the cavity; 1e-3 under refinement. Short bearing: F. W. Ocvirk, NACA TN 2808
// (1952); a 2-D Guembel solution tends to it as (L/D)^2.

#include "check.h"

#include "film/bearing.h"

#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef struct {
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_film_out film;
    gud_error error;
} rig;

static void rig_open(rig *r, const gud_bearing_spec *spec)
{
    *r = (rig){0};
    assert_int_equal(gud_bearing_create(spec, &r->error, &r->bearing), GUD_OK);
    assert_int_equal(gud_bearing_work_create(r->bearing, &r->error, &r->work), GUD_OK);
    const size_t n = (size_t)gud_bearing_ncell(r->bearing);
    r->film = (gud_film_out){.pressure = calloc(n, sizeof(double)),
                             .theta = calloc(n, sizeof(double)),
                             .m = calloc(n, sizeof(double)),
                             .full = calloc(n, 1)};
}

static void rig_close(rig *r)
{
    free(r->film.pressure);
    free(r->film.theta);
    free(r->film.m);
    free(r->film.full);
    gud_bearing_work_free(r->work);
    gud_bearing_free(r->bearing);
}

// the journal at eccentricity eps along -x: the widest gap, and the supply, at angle 0
static void journal_table(void **state)
{
    (void)state;
    static const struct {
        double ratio, eps, S, phi, couette, streamers, flow;
    } rows[] = {
        {1.0, 0.2, 0.632, 73.9, 12.8, 11.9, 1.005},   {1.0, 0.4, 0.2604, 62.6, 5.79, 5.09, 1.99},
        {1.0, 0.6, 0.1210, 50.5, 3.22, 2.73, 2.95},   {1.0, 0.8, 0.0446, 36.2, 1.70, 1.42, 3.90},
        {1.0, 0.9, 0.0188, 26.5, 1.05, 0.877, 4.37},  {0.5, 0.6, 0.3193, 48.05, 8.10, 6.72, 3.54},
        {0.25, 0.8, 0.2633, 31.25, 8.87, 7.02, 4.95},
    };
    const double R = 0.05, c = 5e-5, eta = 0.02, omega = 300.0, N = omega / (2.0 * pi);
    const gud_lubricant oil = gud_lubricant_constant(eta);

    for (int i = 0; i < GUD_COUNT(rows); i++) {
        const double L = 2.0 * R * rows[i].ratio;
        const gud_bearing_spec spec = {
            .radius = R, .width = L, .clearance = c, .nx = 480, .ny = 48, .half = true, .line = true};
        rig r;
        rig_open(&r, &spec);
        gud_bearing_in in = {.q = {-rows[i].eps * c}, .omega_j = omega, .oil = &oil, .drag = &gud_drag_couette};
        gud_bearing_out out;
        assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_OK);
        const double W = hypot(out.Q[0], out.Q[1]), unit = c / R * W * R;
        assert_close(eta * N * L * 2.0 * R / W * R * R / (c * c), rows[i].S, 5e-3, 0.0);
        assert_close(atan2(fabs(out.Q[1]), fabs(out.Q[0])) * 180.0 / pi, rows[i].phi, 5e-3, 0.0);
        assert_close(-out.torque_journal / unit, rows[i].couette, 5e-3, 0.0);
        assert_close(out.side_flow / (R * c * N * L), rows[i].flow, 5e-3, 0.0);
        // the moments of both walls and the couple of the load balance
        assert_near(out.torque_journal + out.torque_bearing + in.q[0] * out.Q[1] - in.q[1] * out.Q[0], 0.0,
                    1e-12 * unit);

        in.drag = &gud_drag_streamers;
        r.film.warm = true;
        assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_OK);
        assert_close(-out.torque_journal / unit, rows[i].streamers, 5e-3, 0.0);
        rig_close(&r);
    }
}

// Guembel in two dimensions against Ocvirk: relative defect of radial and tangential force
static void short_limit(void **state)
{
    (void)state;
    static const struct {
        double ratio, radial, tangential;
    } rows[] = {{0.1, 0.019, 0.009}, {0.025, 0.0013, 0.0006}};
    const double R = 0.05, c = 5e-5, eta = 0.02, omega = 300.0, e = 0.5;
    const gud_lubricant oil = gud_lubricant_constant(eta);

    for (int i = 0; i < GUD_COUNT(rows); i++) {
        const double L = 2.0 * R * rows[i].ratio, scale = eta * omega * R * L * L * L / (c * c);
        const gud_bearing_spec spec = {.radius = R,
                                       .width = L,
                                       .clearance = c,
                                       .nx = 360,
                                       .ny = 64,
                                       .half = true,
                                       .cavitation = &gud_cavitation_guembel};
        rig r;
        rig_open(&r, &spec);
        const gud_bearing_in in = {.q = {e * c}, .omega_j = omega, .oil = &oil};
        gud_bearing_out out;
        assert_int_equal(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), GUD_OK);
        const double radial = scale * e * e / ((1.0 - e * e) * (1.0 - e * e));
        const double tangential = scale * pi * e / (4.0 * pow(1.0 - e * e, 1.5));
        assert_near(1.0 + out.Q[0] / radial, rows[i].radial, 0.05 * rows[i].radial + 3e-4);
        assert_near(1.0 - out.Q[1] / tangential, rows[i].tangential, 0.05 * rows[i].tangential + 3e-4);
        rig_close(&r);
    }
}

typedef struct {
    double X
    [3]; // at 0.4, 0.5, 0.6
    double rupture, closure, worst;
} squeeze_result;

static double plates(double t)
{
    return 0.125 * cos(4.0 * pi * t) + 0.375;
}

// left end of the cavity: full cells, and the front cell as far as it is filled beyond its inner neighbour
static double front(const gud_film_out *out, int n)
{
    int i = 0;
    while (i < n / 2 && out->full[i]) i++;
    return (i + 0.5 * (i < n / 2)) / n;
}

static void squeeze_run(int n, int steps, squeeze_result *result)
{
    gud_error error;
    const double box[4] = {0.0, 1.0, 0.0, 1.0}, dt = 1.0 / steps;
    const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, 0.025, 1.0}, {GUD_EDGE_OPEN, 0.025, 1.0}};
    const gud_film_options options = {0};
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    assert_int_equal(gud_film_grid_create(n, 1, box, edge, &error, &grid), GUD_OK);
    assert_int_equal(gud_film_create(grid, &options, &error, &film), GUD_OK);
    assert_int_equal(gud_film_work_create(film, &error, &work), GUD_OK);

    const size_t size = (size_t)n;
    double *gap = calloc(size, 8), *m_hat = calloc(size, 8), *p = calloc(size, 8), *theta = calloc(size, 8),
           *m = calloc(size, 8);
    unsigned char *full = calloc(size, 1);
    const gud_lubricant oil = gud_lubricant_constant(1.0 / 6.0);
    const gud_film_in in = {.oil = &oil, .gap = gap, .m_hat = m_hat, .per_c = 1.0 / dt};
    gud_film_out out = {.pressure = p, .theta = theta, .m = m, .full = full};

    *result = (squeeze_result){.rupture = NAN, .closure = NAN};
    for (int k = 0; k < n; k++) m_hat[k] = plates(0.0);
    for (int s = 1; s <= steps; s++) {
        const double t = s * dt;
        for (int k = 0; k < n; k++) gap[k] = plates(t);
        if (gud_film_solve(film, work, &in, &out, &error) != GUD_OK) fail_msg("step %d: %s", s, error.text);
        gud_film_balance balance;
        gud_film_balance_get(film, work, &in, &out, &balance);
        // the state itself is known to round-off only: its last bit, divided by the step, is a flow
        const double last_bit = 2.2e-16 * plates(t) / dt;
        result->worst = fmax(result->worst, (fabs(balance.error) - last_bit) / balance.through);
        const bool broken = !full[n / 2];
        if (broken && isnan(result->rupture)) result->rupture = t;
        if (!broken && !isnan(result->rupture) && isnan(result->closure)) result->closure = t;
        for (int i = 0; i < 3; i++)
            if (fabs(t - (0.4 + 0.1 * i)) < 0.5 * dt) result->X
        [i] = front(&out, n);
        for (int k = 0; k < n; k++) m_hat[k] = m[k];
        out.warm = true;
    }
    free(gap);
    free(m_hat);
    free(p);
    free(theta);
    free(m);
    free(full);
    gud_film_work_free(work);
    gud_film_free(film);
    gud_film_grid_free(grid);
}

static void squeeze(void **state)
{
    (void)state;
    static const double X
    [3] = {0.026781, 0.039087, 0.062777};
    squeeze_result coarse, fine;
    squeeze_run(250, 500, &coarse);
    squeeze_run(2000, 4000, &fine);
    for (int i = 0; i < 3; i++) {
        assert_near(coarse.X[i], X[i], 8e-3);
        assert_near(fine.X[i], X[i], 1e-3);
    }
    assert_near(fine.rupture, 0.25008, 1e-3);
    assert_near(fine.closure, 0.73239, 1e-3);
    assert_true(coarse.worst < 1e-12 && fine.worst < 1e-12);
}

// Land of gap h1 up to a, pocket of gap h2 up to b, land to B; pressure pa at both ends, 0 in the cavity, entrainment
// U. Film breaks at the pocket's beginning, which draws the flow q = U h1 + h1^3 pa / (12 eta a) in, with theta = q /
// (U h2) behind it. Slopes of the two lands are equal (same q, same gap), so p(b) = pa (1 + (B - b)/a); in the pocket p
// rises by 12 eta (U h2 - q) / h2^3 from the place r on where the film forms again. Pressure is piecewise linear.
static double pocket_error(int n, double *theta_error)
{
    const double a = 0.004, b = 0.012, B = 0.02, h1 = 1e-5, h2 = 2e-5, U = 0.5, eta = 0.01, pa = 1e5;
    const double q = U * h1 + h1 * h1 * h1 * pa / (12.0 * eta * a), slope = 12.0 * eta * (U * h2 - q) / (h2 * h2 * h2);
    const double pb = pa * (1.0 + (B - b) / a), rise = pb / slope;
    const double load = 0.5 * (pa * a + pb * rise + (pb + pa) * (B - b));

    gud_error error;
    const double box[4] = {0.0, B, 0.0, 1.0};
    const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, pa, 1.0}, {GUD_EDGE_OPEN, pa, 1.0}};
    const gud_film_options options = {0};
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    assert_int_equal(gud_film_grid_create(n, 1, box, edge, &error, &grid), GUD_OK);
    assert_int_equal(gud_film_create(grid, &options, &error, &film), GUD_OK);
    assert_int_equal(gud_film_work_create(film, &error, &work), GUD_OK);
    double *all = calloc(5 * (size_t)n + 1, sizeof *all), *gap = all, *drift = all + 4 * n;
    gud_film_out out = {.pressure = all + n, .theta = all + 2 * n, .m = all + 3 * n, .full = calloc((size_t)n, 1)};
    for (int k = 0; k < n; k++) gap[k] = grid->x[k] > a && grid->x[k] < b ? h2 : h1;
    for (int k = 0; k <= n; k++) drift[k] = U;
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const gud_film_in in = {.oil = &oil, .gap = gap, .drift_x = drift};
    if (gud_film_solve(film, work, &in, &out, &error) != GUD_OK) fail_msg("%s", error.text);

    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += out.pressure[k] * grid->area[k];
    *theta_error = fabs(out.theta[(int)(1.5 * a / B * n)] - q / (U * h2));
    free(all);
    free(out.full);
    gud_film_work_free(work);
    gud_film_free(film);
    gud_film_grid_free(grid);
    return fabs(sum / load - 1.0);
}

static void pocketed_pad(void **state)
{
    (void)state;
    double theta[2];
    const double coarse = pocket_error(100, &theta[0]), fine = pocket_error(800, &theta[1]);
    assert_true(fine < 5e-3 && theta[1] < 2e-3);
    assert_true(log2(coarse / fine) / 3.0 > 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(journal_table),
        cmocka_unit_test(short_limit),
        cmocka_unit_test(squeeze),
        cmocka_unit_test(pocketed_pad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
