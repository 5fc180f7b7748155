// Oils and rough walls in the film: limits in which they change nothing, and problems with known answers.

#include "check.h"

#include "film/thinning.h"
#include "pair/bearing.h"

#include <stdlib.h>
#include <string.h>

enum { n = 200 };

// pressure along a pad of one cell across, between two reservoirs; gap from h[0] to h[1], walls' mean velocity U
typedef struct {
    double length, width, h[2], p[2], U, slip;
    const gud_lubricant *oil;
    const gud_flow_law *flow;
    const void *flow_params;
} pad;

static double solve_pad(const pad *s, double pressure[n])
{
    const gud_film_edge open[2] = {{GUD_EDGE_OPEN, s->p[0], 1.0}, {GUD_EDGE_OPEN, s->p[1], 1.0}}, closed = {0};
    const gud_film_edge edge[4] = {open[0], open[1], closed, closed};
    const double box[4] = {0.0, s->length, 0.0, s->width};
    gud_error error;
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    assert_int_equal(gud_film_grid_create(n, 1, box, edge, &error, &grid), GUD_OK);
    const gud_film_options options = {.flow = s->flow, .flow_params = s->flow_params, .thins = true};
    assert_int_equal(gud_film_create(grid, &options, &error, &film), GUD_OK);
    assert_int_equal(gud_film_work_create(film, &error, &work), GUD_OK);
    double gap[n], slip[n], drift[n + 1], theta[n], m[n];
    unsigned char full[n];
    for (int k = 0; k < n; k++) {
        gap[k] = s->h[0] + (s->h[1] - s->h[0]) * (k + 0.5) / n;
        slip[k] = s->slip;
        drift[k] = drift[n] = s->U;
    }
    const gud_film_in in = {.oil = s->oil, .gap = gap, .drift_x = drift, .slip = slip};
    gud_film_out out = {.pressure = pressure, .theta = theta, .m = m, .full = full};
    if (gud_film_solve(film, work, &in, &out, &error) != GUD_OK) fail_msg("%s", error.text);
    const double flow = gud_film_flux_x(work)[n / 2];
    gud_film_work_free(work);
    gud_film_free(film);
    gud_film_grid_free(grid);
    return flow;
}

static gud_lubricant with(const char *table, const char *name, const void *params)
{
    gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_error error;
    const gud_row *const *row = table[0] == 'p'   ? gud_pressure_rows
                                : table[0] == 's' ? gud_shear_rows
                                                  : gud_density_rows;
    while (strcmp((*row)->name, name) != 0) row++;
    if (table[0] == 'p') oil.pressure = (const void *)*row, oil.pressure_params = params;
    if (table[0] == 's') oil.shear = (const void *)*row, oil.shear_params = params;
    if (table[0] == 'd') oil.density = (const void *)*row, oil.density_params = params;
    assert_int_equal(gud_lubricant_prepare(&oil, &error), GUD_OK);
    return oil;
}

// Barus in a parallel gap between reservoirs: 1 - exp(-alpha p) is linear along it; on a wedge, p = -ln(1 - alpha
// P)/alpha with P the pressure of the constant oil.
static void barus_is_known(void **state)
{
    (void)state;
    const double alpha = 3e-8;
    gud_lubricant oil = with("pressure", "barus", &alpha);
    const gud_lubricant plain = gud_lubricant_constant(0.02);
    pad s = {.length = 0.01, .width = 0.01, .h = {2e-6, 2e-6}, .p = {8e7, 1e5}, .oil = &oil};
    double p[n], P[n];
    (void)solve_pad(&s, p);
    const double left = -expm1(-alpha * s.p[0]), right = -expm1(-alpha * s.p[1]);
    for (int k = 0; k < n; k++) {
        const double x = (k + 0.5) / n;
        assert_close(-expm1(-alpha * p[k]), left + (right - left) * x, 1e-7, 0.0);
    }

    s = (pad){.length = 0.01, .width = 0.01, .h = {4e-6, 2e-6}, .U = 0.5, .oil = &oil};
    (void)solve_pad(&s, p);
    s.oil = &plain;
    (void)solve_pad(&s, P);
    for (int k = 0; k < n; k++) assert_close(p[k], -log1p(-alpha * P[k]) / alpha, 1e-7, 1.0);
    assert_true(p[n / 2] > 1.1 * P[n / 2]);
    gud_lubricant_release(&oil);
}

// a compressed oil: the flow of mass is the same everywhere, and more than that of an incompressible one
static void dowson_is_known(void **state)
{
    (void)state;
    const double law[2] = {0.6e-8, 1.7e-8};
    gud_lubricant oil = with("density", "dowson_higginson", law);
    const gud_lubricant plain = gud_lubricant_constant(0.02);
    pad s = {.length = 0.01, .width = 0.01, .h = {2e-6, 2e-6}, .p = {8e7, 0.0}, .oil = &oil};
    double p[n];
    const double flow = solve_pad(&s, p);
    s.oil = &plain;
    const double less = solve_pad(&s, p);
    // int rho dp = p + a (p/b - ln(1 + b p)/b^2)
    const double a = law[0], b = law[1], d = s.p[0], mass = d + a * (d / b - log1p(b * d) / (b * b));
    assert_close(flow / less, mass / d, 1e-6, 0.0);
    gud_lubricant_release(&oil);
}

// A power law (Carreau far beyond its rate) between walls at rest flows with the known exponent:
//     q = width h^2/2 n/(2n+1) (h |p'| / 2 m)^(1/n), m the consistency
static void power_law_is_known(void **state)
{
    (void)state;
    const double time = 1.0, index = 0.5, law[3] = {time, index, 0.0};
    gud_lubricant oil = with("shear", "carreau", law);
    pad s = {.length = 0.01, .width = 0.01, .h = {5e-6, 5e-6}, .p = {2e6, 0.0}, .oil = &oil};
    double p[n];
    const double flow = solve_pad(&s, p);
    const double m = oil.eta0 * pow(time, index - 1.0), h = s.h[0], slope = s.p[0] / s.length;
    const double known = s.width * h * h / 2.0 * index / (2.0 * index + 1.0) * pow(h * slope / (2.0 * m), 1.0 / index);
    assert_close(flow, known, 2e-3, 0.0);
    gud_lubricant_release(&oil);
}

// sliding thins an oil for the flow across it: far faster than pressure flow it has the viscosity g(rate), and along
// the sliding the slope of the flow curve
static void sliding_thins(void **state)
{
    (void)state;
    const double law[3] = {1e-6, 0.5, 0.0}, slip = 10.0;
    gud_lubricant oil = with("shear", "carreau", law);
    const gud_lubricant plain = gud_lubricant_constant(0.02);
    pad s = {.length = 0.01, .width = 0.01, .h = {5e-6, 5e-6}, .p = {1e3, 0.0}, .slip = slip, .oil = &oil};
    double p[n];
    const double flow = solve_pad(&s, p), x = law[0] * slip / s.h[0], base = 1.0 + x * x;
    const double g = pow(base, 0.5 * (law[1] - 1.0)), slope = g * (1.0 + (law[1] - 1.0) * x * x / base);
    s.oil = &plain;
    assert_close(flow / solve_pad(&s, p), 1.0 / slope, 1e-4, 0.0);
    gud_lubricant_release(&oil);
}

// Rough walls at rest: flow is phi times that of smooth ones. In motion a rough moving wall carries h_T U and its
// valleys.
static void flow_factors_are_known(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    for (double H = 0.8; H < 12.0; H *= 1.7) {
        const double sigma = 1e-6, h = H * sigma;
        for (int share = 0; share <= 1; share++) {
            const gud_flow_patir_cheng_params grain = {sigma, 3.0, share};
            double f[8], p[n];
            gud_flow_out out = {&f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7], NULL, NULL};
            gud_flow_patir_cheng.eval(&grain, 1, &h, &out);
            pad s = {.length = 0.01, .width = 0.01, .h = {h, h}, .p = {1e6, 0.0}, .oil = &oil};
            const double smooth = solve_pad(&s, p);
            s.flow = &gud_flow_patir_cheng, s.flow_params = &grain;
            assert_close(solve_pad(&s, p) / smooth, f[0], 1e-9, 0.0);

            s.p[0] = 0.0, s.U = 0.5, s.slip = 1.0; // the second wall slides over the first
            const double more = share == 0 ? 1.0 : -1.0;
            const double known = s.width * (0.5 * f[6] + more * 0.5 * fabs(f[4]));
            assert_close(solve_pad(&s, p), known, 1e-9, 0.0);
        }
    }
}

static void bearing_forces(const gud_bearing_spec *spec, const gud_lubricant *oil, gud_bearing_out *out)
{
    gud_bearing *b;
    gud_bearing_work *w;
    gud_error error;
    assert_int_equal(gud_bearing_create(spec, &error, &b), GUD_OK);
    assert_int_equal(gud_bearing_work_create(b, &error, &w), GUD_OK);
    const size_t cells = (size_t)gud_bearing_ncell(b);
    double *numbers = calloc(3 * cells, sizeof *numbers);
    gud_film_out film = {
        .pressure = numbers, .theta = numbers + cells, .m = numbers + 2 * cells, .full = calloc(cells, 1)};
    const gud_bearing_in in = {.q = {2e-5, 1e-5}, .omega_j = 300.0, .oil = oil};
    assert_int_equal(gud_bearing_solve(b, w, &in, true, &film, out, &error), GUD_OK);
    free(numbers);
    free(film.full);
    gud_bearing_work_free(w);
    gud_bearing_free(b);
}

// laws so weak that they change nothing leave force, friction and stiffness as they are
static void weak_laws_change_nothing(void **state)
{
    (void)state;
    const double barus = 1e-16, carreau[3] = {1e-16, 0.5, 0.0}, dowson[2] = {1e-17, 0.0};
    const gud_flow_patir_cheng_params grain = {1e-9, 1.0, 0.0};
    gud_bearing_spec spec = {
        .radius = 0.02, .width = 0.03, .clearance = 4e-5, .nx = 48, .ny = 6, .half = true, .ambient = {1e5, 1e5}};
    const gud_lubricant plain = gud_lubricant_constant(0.02);
    gud_lubricant oils[4] = {with("pressure", "barus", &barus), with("shear", "carreau", carreau),
                             with("density", "dowson_higginson", dowson), plain};
    gud_bearing_out want, got;
    bearing_forces(&spec, &plain, &want);
    spec.thins = true;
    for (int i = 0; i < 4; i++) {
        if (i == 3) spec.flow = &gud_flow_patir_cheng, spec.flow_params = &grain;
        bearing_forces(&spec, &oils[i], &got);
        for (int a = 0; a < 2; a++) {
            assert_close(got.Q[a], want.Q[a], 1e-6, 0.0);
            assert_close(got.Q_q[a][a], want.Q_q[a][a], 1e-5, 0.0);
        }
        assert_close(got.torque_journal, want.torque_journal, 1e-6, 0.0);
        gud_lubricant_release(&oils[i]);
    }
}

// kinematic viscosity at 100 degrees C inside the limits of SAE J300; the density is known to 5 %
static void grades_keep_their_limits(void **state)
{
    (void)state;
    static const struct {
        const char *grade;
        double low, high; // mm2/s
    } limits[] = {{"20", 6.9, 9.3}, {"30", 9.3, 12.5}, {"40", 12.5, 16.3}, {"50", 16.3, 21.9}};
    int nfound = 0;
    for (int i = 0; gud_oil_grades[i]; i++) {
        const char *name = gud_oil_grades[i];
        const double nu = 1e6 * gud_oil_grade_viscosity(i, 373.15) / 820.0;
        for (int k = 0; k < GUD_COUNT(limits) && strncmp(name, "SAE", 3) == 0; k++) {
            if (strcmp(name + strlen(name) - 2, limits[k].grade) != 0) continue;
            assert_true(nu > 0.95 * limits[k].low && nu < 1.05 * limits[k].high);
            nfound++;
        }
        if (strncmp(name, "ISO VG", 6) == 0) // the number is the viscosity at 40 degrees C, density 830 to 885
            assert_near(1e6 * gud_oil_grade_viscosity(i, 313.15) / strtod(name + 6, NULL), 858.0, 30.0);
    }
    assert_int_equal(nfound, 9);
}

// The index tells how fast an oil thins: 100 and 0 are oils that have H and L at 40 degrees C when both have the same
// viscosity at 100. Some rows of ASTM D2270 (L, H), between which lines will do.
static double viscosity_index(double nu40, double nu100)
{
    static const double rows[][3] = {{7, 78.00, 48.57},  {8, 100.0, 59.60},  {9, 123.3, 71.10}, {10, 147.7, 82.87},
                                     {12, 201.9, 107.8}, {15, 296.5, 149.7}, {20, 493.2, 229.5}};
    int k = 0;
    while (k + 2 < GUD_COUNT(rows) && nu100 > rows[k + 1][0]) k++;
    const double part = (nu100 - rows[k][0]) / (rows[k + 1][0] - rows[k][0]);
    const double L = rows[k][1] + part * (rows[k + 1][1] - rows[k][1]),
                 H = rows[k][2] + part * (rows[k + 1][2] - rows[k][2]);
    return 100.0 * (L - nu40) / (L - H);
}

static int grade_find(const char *name)
{
    int i = 0;
    while (strcmp(gud_oil_grades[i], name) != 0) i++;
    return i;
}

// density at 15 degrees C as in the library, 0.65 less a kelvin
static double kinematic(int grade, double density, double celsius)
{
    return 1e6 * gud_oil_grade_viscosity(grade, celsius + 273.15) / (density - 0.65 * (celsius - 15.0));
}

static void mineral_oils_have_an_index_of_100(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double density, nu40;
    } oils[] = {{"ISO VG 46", 872, 46},   {"ISO VG 68", 877, 68}, {"ISO VG 100", 881, 100}, {"ISO VG 150", 886, 150},
                {"ISO VG 220", 891, 220}, {"SAE 30", 885, 100},   {"SAE 40", 890, 142}};
    for (int i = 0; i < GUD_COUNT(oils); i++) {
        const int grade = grade_find(oils[i].name);
        const double nu40 = kinematic(grade, oils[i].density, 40.0), nu100 = kinematic(grade, oils[i].density, 100.0);
        assert_close(nu40, oils[i].nu40, 1e-9, 0.0);
        assert_near(viscosity_index(nu40, nu100), 99.0, 5.0);
    }
    // ASTM D341 is a straight line in log T and log log (nu + 0.7)
    const int grade = grade_find("ISO VG 46");
    const double Z60 = log10(log10(kinematic(grade, 872, 60.0) + 0.7)), Z40 = log10(log10(46.7)),
                 Z100 = log10(log10(7.5));
    assert_near((Z60 - Z40) / (Z100 - Z40), log(333.15 / 313.15) / log(373.15 / 313.15), 1e-9);
    assert_near(kinematic(grade, 872, 60.0), 20.6, 0.2);
}

static const gud_row *law_find(const gud_row *const *rows, const char *name)
{
    while (strcmp((*rows)->name, name) != 0) rows++;
    return *rows;
}

static void constants_are_those_of_the_books(void **state)
{
    (void)state;
    const gud_pressure_law *roelands = (const gud_pressure_law *)law_find(gud_pressure_rows, "roelands");
    const double Z[2] = {(double)NAN, 0.6}, p = 1e8;
    double f, slope;
    roelands->eval(Z, 0.05, 1, &p, &f, &slope);
    assert_close(f, exp((log(0.05) + 9.67) * (pow(1.51, 0.6) - 1.0)), 1e-12, 0.0);

    const gud_density_law *dowson = (const gud_density_law *)law_find(gud_density_rows, "dowson_higginson");
    const double printed[2] = {dowson->row.fields[0].fallback, dowson->row.fields[1].fallback};
    for (double q = 1e8; q < 1.2e9; q += 1e8) {
        double rho, rho_p;
        dowson->eval(printed, 1, &q, &rho, &rho_p);
        assert_close(rho, (0.59e9 + 1.34 * q) / (0.59e9 + q), 0.01, 0.0); // the other form in print
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barus_is_known),
        cmocka_unit_test(dowson_is_known),
        cmocka_unit_test(power_law_is_known),
        cmocka_unit_test(sliding_thins),
        cmocka_unit_test(flow_factors_are_known),
        cmocka_unit_test(weak_laws_change_nothing),
        cmocka_unit_test(grades_keep_their_limits),
        cmocka_unit_test(mineral_oils_have_an_index_of_100),
        cmocka_unit_test(constants_are_those_of_the_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
