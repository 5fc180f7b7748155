// Published and analytic numbers of films, under refinement. `gudgeon verify` has the numbers themselves (groups
// journal to orbit); here is how they are approached, and relations that hold exactly.
//
// Squeeze of a plane film: R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702. Pad with a pocket: exact
// solution, docs/theory/film.md section 9, and L. Bertocchi et al., Tribol. Int. 67 (2013) 61-71. Short bearing: F. W.
// Ocvirk, NACA TN 2808 (1952); long: half Sommerfeld. Grooved bearings: T. Someya (ed.), Journal-Bearing Databook
// (1989); docs/validation/film.md.

#include "check.h"

#include "num/pi.h"
#include "verify/film.h"

static void journal_converges(void **state)
{
    (void)state;
    gud_error error;
    gud_journal j[3];
    for (int i = 0; i < 3; i++) {
        const int n = 120 << i;
        assert_int_equal(gud_verify_journal(n, n / 10, 1.0, 0.6, &gud_drag_couette, &j[i], &error), GUD_OK);
        print_message("journal %d x %d: S %.6f, attitude %.4f, friction %.5f, side flow %.5f\n", n, n / 10, j[i].S,
                      j[i].attitude, j[i].friction, j[i].side_flow);
    }
    assert_close(j[2].S, 0.1210, 2e-3, 0.0);
    assert_true(log2((j[1].S - j[0].S) / (j[2].S - j[1].S)) > 1.0);
}

// forces at one place by every row, on half a bearing or on the whole, q = (x, y, tilts)
static void solve_at(const gud_bearing_spec *spec, const double q[4], gud_bearing_out *out)
{
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    const gud_bearing_in in = {.q = {q[0], q[1], q[2], q[3]}, .omega_j = 400.0, .oil = &oil};
    gud_bearing_rig r;
    gud_error error;
    assert_int_equal(gud_bearing_rig_open(&r, spec, &error), GUD_OK);
    if (gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, out, &error) != GUD_OK) fail_msg("%s", error.text);
    gud_bearing_rig_close(&r);
}

// load, extrapolated and on three grids, for narrow and wide bearings, light and heavy loads and both ruptures
static void finite_bearings_converge(void **state)
{
    (void)state;
    static const double ratios[] = {0.25, 0.5, 1.0, 2.0, 4.0}, places[] = {0.1, 0.5, 0.8, 0.9, 0.95};
    static const double within[] = {1.2e-2, 5e-3, 1.2e-3};
    const gud_cavitation *const rows[2] = {&gud_cavitation_reynolds, &gud_cavitation_elrod_adams};
    for (int l = 0; l < 5; l++)
        for (int e = 0; e < 5; e++) {
            double load[2][3];
            for (int n = 0; n < 6; n++) {
                const double q[4] = {-places[e] * 4e-5};
                gud_bearing_out out;
                solve_at(&(gud_bearing_spec){.radius = 0.02,
                                             .width = 0.04 * ratios[l],
                                             .clearance = 4e-5,
                                             .nx = 120 << n % 3,
                                             .ny = 6 << n % 3,
                                             .half = true,
                                             .line = true,
                                             .cavitation = rows[n / 3]},
                         q, &out);
                load[n / 3][n % 3] = hypot(out.Q[0], out.Q[1]);
            }
            const double *W = load[1], limit = W[2] + (W[2] - W[1]) / 3.0;
            print_message("L/D %4.2f, eps %4.2f: off by %+.3f %+.3f %+.3f %%\n", ratios[l], places[e],
                          100.0 * (W[0] / limit - 1.0), 100.0 * (W[1] / limit - 1.0), 100.0 * (W[2] / limit - 1.0));
            for (int n = 0; n < 3; n++) assert_close(load[0][n], W[n], 1e-9, 0.0);
            for (int n = 0; n < 3; n++) assert_close(W[n], limit, within[n], 0.0);
        }
}

// A journal that goes round at the rate w while it turns is dragged along as if it turned slower by 2 w, wherever
// grooves at the pressure of the cavity are: C (-e_y, e_x) = -2 W/omega (1, 0) with the load W along x. What is left of
// the damping is one number, and C is symmetric.
static void going_round_damps(void **state)
{
    (void)state;
    static const double places[] = {0.1, 0.4, 0.8};
    for (int i = 0; i < 3; i++) {
        gud_grooved g;
        gud_error error;
        assert_int_equal(gud_verify_grooved(288, 8, 1.0, 10.0, places[i], &g, &error), GUD_OK);
        const double phi = g.attitude * pi / 180.0;
        for (int k = 0; k < 2; k++)
            assert_near(places[i] * (g.damping[k][1] * cos(phi) - g.damping[k][0] * sin(phi)), k == 0 ? -2.0 : 0.0,
                        2e-3);
        assert_close(g.damping[0][1], g.damping[1][0], 1e-3, 0.0);
    }
}

// The extent of the full film, a whole number of cells, decides on that number: on the grids of former days it scatters
// by a tenth. It is what Someya's tables print, and what becomes smooth as cells get small.
static void coarse_grids_scatter(void **state)
{
    (void)state;
    static const double places[] = {0.5, 0.6, 0.7, 0.8, 0.9}, printed[] = {2.00, 1.82, 2.00, 2.15, 2.06};
    double worst[3] = {0};
    for (int i = 0; i < 5; i++) {
        gud_grooved coarse, medium, fine;
        gud_error error;
        assert_int_equal(gud_verify_grooved(72, 4, 1.0, 10.0, places[i], &coarse, &error), GUD_OK);
        assert_int_equal(gud_verify_grooved(288, 16, 1.0, 10.0, places[i], &medium, &error), GUD_OK);
        assert_int_equal(gud_verify_grooved(576, 24, 1.0, 10.0, places[i], &fine, &error), GUD_OK);
        const double C[3] = {coarse.damping[0][1], medium.damping[0][1], printed[i]}, limit = fine.damping[0][1];
        print_message("Cxy at %.1f: 72 x 4 %.3f, 288 x 16 %.3f, 576 x 24 %.3f, printed %.2f\n", places[i], C[0], C[1],
                      limit, C[2]);
        for (int k = 0; k < 3; k++) worst[k] = fmax(worst[k], fabs(C[k] / limit - 1.0));
    }
    assert_true(worst[0] > 0.08 && worst[1] < 0.01);
    assert_true(worst[2] > 0.08 && worst[2] < 0.25);
}

static const gud_bearing_spec ring = {
    .radius = 0.02, .width = 0.03, .clearance = 4e-5, .nx = 96, .ny = 12, .ambient = {1e5, 1e5}};

// moments of both walls and the couple of the load balance
static void moments_balance(void **state)
{
    (void)state;
    const double q[4] = {1.2e-5, -2.1e-5, 3e-4, 1e-4};
    gud_bearing_out out;
    solve_at(&ring, q, &out);
    const double couple = q[0] * out.Q[1] - q[1] * out.Q[0] + q[2] * out.Q[3] - q[3] * out.Q[2];
    assert_near(out.torque_journal + out.torque_bearing + couple, 0.0, 1e-12 * fabs(out.torque_journal));
}

static void half_equals_whole(void **state)
{
    (void)state;
    const double q[4] = {1.2e-5, -2.1e-5};
    gud_bearing_spec half = ring;
    half.ny = 6, half.half = true;
    gud_bearing_out whole, folded;
    solve_at(&ring, q, &whole);
    solve_at(&half, q, &folded);
    const double W = hypot(whole.Q[0], whole.Q[1]);
    for (int i = 0; i < 2; i++) assert_near(folded.Q[i], whole.Q[i], 1e-11 * W);
    for (int i = 2; i < 4; i++) assert_near(whole.Q[i], 0.0, 1e-12 * W * ring.width); // no moment without tilt
    assert_close(folded.torque_journal, whole.torque_journal, 1e-11, 0.0);
    const double drawn = 400.0 * ring.radius * ring.clearance * ring.width;
    assert_near(folded.side_flow, 0.0, 1e-12 * drawn); // what leaves the ends comes in there
    assert_near(whole.side_flow, 0.0, 1e-12 * drawn);
}

// the mirror of a tilted journal is the journal tilted the other way: equal forces, opposite moments
static void tilt_mirrors(void **state)
{
    (void)state;
    const double there[4] = {1.2e-5, -1.6e-5, 5e-4, -3e-4}, back[4] = {1.2e-5, -1.6e-5, -5e-4, 3e-4};
    gud_bearing_out one, other, straight;
    solve_at(&ring, there, &one);
    solve_at(&ring, back, &other);
    const double W = hypot(one.Q[0], one.Q[1]), aligned[4] = {1.2e-5, -1.6e-5};
    for (int i = 0; i < 2; i++) assert_near(other.Q[i], one.Q[i], 1e-11 * W);
    for (int i = 2; i < 4; i++) assert_near(other.Q[i], -one.Q[i], 1e-11 * W * ring.width);
    assert_true(hypot(one.Q[2], one.Q[3]) > 1e-3 * W * ring.width);
    solve_at(&ring, aligned, &straight);
    assert_true(one.gap_min < straight.gap_min && one.pressure_max > straight.pressure_max);
}

// turning the place of the journal by a whole number of cells turns the force
static void ring_has_no_beginning(void **state)
{
    (void)state;
    const double turn = 2.0 * pi * 17.0 / ring.nx, q[4] = {2.4e-5, 0.0},
                 p[4] = {2.4e-5 * cos(turn), 2.4e-5 * sin(turn)};
    gud_bearing_out here, there;
    solve_at(&ring, q, &here);
    solve_at(&ring, p, &there);
    const double W = hypot(here.Q[0], here.Q[1]);
    assert_near(there.Q[0], here.Q[0] * cos(turn) - here.Q[1] * sin(turn), 1e-11 * W);
    assert_near(there.Q[1], here.Q[0] * sin(turn) + here.Q[1] * cos(turn), 1e-11 * W);
}

// ends at the pressure of the cavity: the full Sommerfeld pressure is odd about the line of centres, so that it pushes
// only across, and twice as hard as its positive half; Reynolds' rupture carries more than that half
static void rows_are_ordered(void **state)
{
    (void)state;
    const double q[4] = {2.4e-5};
    gud_bearing_spec spec = ring;
    spec.ambient[0] = spec.ambient[1] = 0.0;
    gud_bearing_out none, guembel, reynolds;
    spec.cavitation = &gud_cavitation_none, solve_at(&spec, q, &none);
    spec.cavitation = &gud_cavitation_guembel, solve_at(&spec, q, &guembel);
    spec.cavitation = &gud_cavitation_reynolds, solve_at(&spec, q, &reynolds);
    assert_near(none.Q[0], 0.0, 1e-11 * fabs(none.Q[1]));
    assert_close(none.Q[1], 2.0 * guembel.Q[1], 1e-11, 0.0);
    assert_true(hypot(reynolds.Q[0], reynolds.Q[1]) > hypot(guembel.Q[0], guembel.Q[1]));
    assert_true(reynolds.Q[0] < 0.0 && guembel.Q[0] < 0.0 && reynolds.Q[1] > 0.0);
}

// with a supply line where the gap is widest Reynolds' rupture and the mass-conserving one give one pressure
static void line_makes_reynolds_and_elrod_one(void **state)
{
    (void)state;
    const double q[4] = {-2.4e-5};
    gud_bearing_spec spec = ring;
    spec.ambient[0] = spec.ambient[1] = 0.0, spec.line = true, spec.nx = 240;
    gud_bearing_out elrod, reynolds;
    solve_at(&spec, q, &elrod);
    spec.cavitation = &gud_cavitation_reynolds, solve_at(&spec, q, &reynolds);
    for (int i = 0; i < 2; i++) assert_close(elrod.Q[i], reynolds.Q[i], 1e-9, 0.0);
}

// the finite bearing with half a film lacks (L/D)^2 of Ocvirk's load and D/L of the long bearing's
static void short_and_long_bearings_are_limits(void **state)
{
    (void)state;
    gud_error error;
    gud_limit narrow[3], wide[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gud_verify_limit(360, 48, 0.2 / (1 << i), "short", &narrow[i], &error), GUD_OK);
        assert_int_equal(gud_verify_limit(360, 48, 4.0 * (1 << i), "long", &wide[i], &error), GUD_OK);
        print_message("lacks %.5f of the short load at L/D = %g, %.5f of the long at %g\n", 1.0 - narrow[i].load,
                      0.2 / (1 << i), 1.0 - wide[i].load, 4.0 * (1 << i));
        assert_true(narrow[i].load < 1.0 && wide[i].load < 1.0);
    }
    assert_near(log2((1.0 - narrow[1].load) / (1.0 - narrow[2].load)), 2.0, 0.06);
    assert_near(log2((1.0 - wide[1].load) / (1.0 - wide[2].load)), 1.0, 0.02);
}

static void fronts_of_plates_that_oscillate(void **state)
{
    (void)state;
    static const double time[3] = {0.4, 0.5, 0.6}, front[3] = {0.026781, 0.039087, 0.062777};
    gud_error error;
    gud_squeeze got;
    for (int n = 125; n <= 500; n *= 2) {
        for (int i = 0; i < 3; i++) {
            assert_int_equal(gud_verify_squeeze(n, 4 * n, time[i], &got, &error), GUD_OK);
            print_message("squeeze, %d cells: front at %g: %.6f, exact %.6f\n", n, time[i], got.front, front[i]);
            assert_near(got.front, front[i], 0.5 / n); // a cell is 0.5 / n wide
        }
        assert_int_equal(gud_verify_squeeze(n, 4 * n, 1.0, &got, &error), GUD_OK);
        print_message("squeeze, %d cells: rupture %.5f, closure %.5f\n", n, got.rupture, got.closure);
        assert_near(got.rupture, 0.25008, 0.5 / n);
        assert_near(got.closure, 0.73239, 0.5 / n);
        assert_true(got.worst < 1e-12);
    }
}

// ---- the exact solution of the pad with a pocket, docs/theory/film.md, eqs 9.1 to 9.8

static double gap_at(const gud_pocket *p, double x, double depth)
{
    return p->inlet + (p->outlet - p->inlet) * x / p->length + depth;
}

// pressure of an oil that thickens (Barus) and the one that an oil which does not would have, eq. 9.8
static double thickened(const gud_pocket *p, double reduced)
{
    return p->barus > 0.0 ? -log1p(-p->barus * reduced) / p->barus : reduced;
}

static double reduced(const gud_pocket *p, double pressure)
{
    return p->barus > 0.0 ? -expm1(-p->barus * pressure) / p->barus : pressure;
}

// rise of reduced pressure from x to y for the flow q, in a gap that is linear
static double rise(const gud_pocket *p, double x, double y, double depth, double q)
{
    const double g = gap_at(p, x, depth), h = gap_at(p, y, depth);
    return 12.0 * p->viscosity * (y - x) * (p->entrain / (g * h) - 0.5 * q * (g + h) / (g * g * h * h));
}

// integral of the pressure whose reduced one starts with p0 at x (Simpson; exact to 1e-9)
static double carried(const gud_pocket *p, double x, double y, double depth, double q, double p0)
{
    enum { n = 400 };
    double sum = 0.0;
    for (int i = 0; i <= n; i++) {
        const double weight = i == 0 || i == n ? 1.0 : i % 2 ? 4.0 : 2.0;
        sum += weight * thickened(p, p0 + rise(p, x, x + (y - x) * i / n, depth, q));
    }
    return sum * (y - x) / (3.0 * n);
}

static void pocket_exact(const gud_pocket *p, gud_pocket_result *e)
{
    const double unit = rise(p, 0.0, p->from, 0.0, 1.0) - rise(p, 0.0, p->from, 0.0, 0.0); // of the flow
    const double ambient = reduced(p, p->ambient), q = -(ambient + rise(p, 0.0, p->from, 0.0, 0.0)) / unit;
    const double top = ambient - rise(p, p->to, p->length, 0.0, q);
    double low = p->from, high = p->to;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        if (rise(p, middle, p->to, p->depth, q) > top)
            low = middle;
        else
            high = middle;
    }
    *e = (gud_pocket_result){.peak = thickened(p, top), .rupture = p->from, .again = low, .flow = q};
    e->theta = q / (p->entrain * gap_at(p, p->from, p->depth));
    e->load = carried(p, 0.0, p->from, 0.0, q, ambient) + carried(p, low, p->to, p->depth, q, 0.0) +
              carried(p, p->to, p->length, 0.0, q, top);
}

static void pad_with_a_pocket_is_exact(void **state)
{
    (void)state;
    const gud_pocket *const pads[3] = {&gud_pocket_parallel, &gud_pocket_tapered, &gud_pocket_barus};
    for (int i = 0; i < 3; i++) {
        gud_error error;
        gud_pocket_result exact, got;
        pocket_exact(pads[i], &exact);
        for (int n = 200; n <= 3200; n *= 4) {
            assert_int_equal(gud_verify_pocket(pads[i], n, &got, &error), GUD_OK);
            print_message("pocket %d, %4d cells: load %+.1e, peak %+.1e, film again %+.1e, flow %+.1e\n", i, n,
                          got.load / exact.load - 1.0, got.peak / exact.peak - 1.0,
                          (got.again - exact.again) / pads[i]->length, got.flow / exact.flow - 1.0);
            const double cell = pads[i]->length / n;
            assert_near(got.rupture, exact.rupture, 1.01 * cell);
            assert_near(got.again, exact.again, 4.0 * cell);
            const double fine = n / 200.0; // second order, but for where in its cell a front lies
            assert_close(got.load, exact.load, 2e-4 / (fine * fine), 0.0);
            assert_close(got.flow, exact.flow, 2e-5 / (fine * fine), 0.0);
        }
        assert_true(got.iterations < 30); // fronts run over many cells at once, whatever the oil
        assert_close(got.theta, exact.theta, 1e-4, 0.0);
        assert_close(got.peak, exact.peak, 3e-4, 0.0);
    }
}

// an oil that thickens and is compressed: fronts run over many cells at once here too, on any grid
static void pocket_of_heavy_oil(void **state)
{
    (void)state;
    gud_error error;
    gud_pocket_result got;
    for (int n = 200; n <= 12800; n *= 4) {
        if (gud_verify_pocket(&gud_pocket_heavy, n, &got, &error) != GUD_OK) fail_msg("%d cells: %s", n, error.text);
        assert_close(got.peak, 41.81e6, 1e-2, 0.0); // read from a figure
        assert_true(got.iterations < 30);
    }
}

// The narrow pad's pressure rises with finer cells to 8.95 MPa if the oil thickens, to 8.50 MPa if it does not; the
// figure has 8.50.
static void narrow_pocket(void **state)
{
    (void)state;
    const gud_pocket *const pads[2] = {&gud_pocket_narrow, &gud_pocket_narrow_heavy};
    static const double limit[2] = {8.485e6, 8.940e6};
    for (int i = 0; i < 2; i++) {
        double peak[2];
        gud_error error;
        for (int n = 0; n < 2; n++)
            assert_int_equal(gud_verify_narrow_pocket(pads[i], 160 << n, 40 << n, &peak[n], &error), GUD_OK);
        print_message("narrow pocket %d: peak %.4g %.4g\n", i, peak[0], peak[1]);
        assert_true(peak[1] > peak[0]);
        assert_close(2.0 * peak[1] - peak[0], limit[i], 2e-3, 0.0);
    }
}

static void starve_and_fill(void **state)
{
    (void)state;
    gud_error error;
    gud_supply s;
    assert_int_equal(gud_verify_supply(40, 8, &s, &error), GUD_OK);
    assert_true(s.starved < 0.45 && s.filled > s.starved + 0.2);
    assert_true(s.worst < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(journal_converges),
        cmocka_unit_test(finite_bearings_converge),
        cmocka_unit_test(going_round_damps),
        cmocka_unit_test(coarse_grids_scatter),
        cmocka_unit_test(moments_balance),
        cmocka_unit_test(half_equals_whole),
        cmocka_unit_test(tilt_mirrors),
        cmocka_unit_test(ring_has_no_beginning),
        cmocka_unit_test(rows_are_ordered),
        cmocka_unit_test(line_makes_reynolds_and_elrod_one),
        cmocka_unit_test(short_and_long_bearings_are_limits),
        cmocka_unit_test(fronts_of_plates_that_oscillate),
        cmocka_unit_test(pad_with_a_pocket_is_exact),
        cmocka_unit_test(pocket_of_heavy_oil),
        cmocka_unit_test(narrow_pocket),
        cmocka_unit_test(starve_and_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
