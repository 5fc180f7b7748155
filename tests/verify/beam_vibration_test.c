// Small vibrations of beams against Timoshenko's theory, and a beam spun up; docs/validation/beam.md.
//
// With a = rho w^2/E, b = rho w^2/(k G) the deflection goes as exp(s x), s^4 + (a + b) s^2 + a b - rho A w^2/(E I) = 0,
// and the section turns by theta with theta' = u'' + b u. Clamped: u = theta = 0; free: theta' = u' - theta = 0. The
// determinant of the four conditions is solved for w by bisection (S. P. Timoshenko 1921).
//
// Bars: longitudinal w = (n - 1/2) pi/L sqrt(E/rho), torsional sqrt(G J/(rho Ip)) in place of sqrt(E/rho).
//
// Spin: a bar that turns with w about its end is longer by tan(k L)/k - L with k = w sqrt(rho/E).

#include "mechanism.h"

#include "body/beam.h"
#include "num/pi.h"

#include <lapacke.h>
#include <stdlib.h>

static const double length = 1.0, height = 0.08, width = 0.05, E = 2.0e11, nu = 0.3, rho = 7800.0;

static double determinant(double M[4][4])
{
    double det = 1.0;
    for (int i = 0; i < 4; i++) {
        int best = i;
        for (int r = i + 1; r < 4; r++)
            if (fabs(M[r][i]) > fabs(M[best][i])) best = r;
        for (int c = 0; c < 4 && best != i; c++) {
            const double swap = M[i][c];
            M[i][c] = M[best][c];
            M[best][c] = swap;
        }
        det *= best == i ? M[i][i] : -M[i][i];
        for (int r = i + 1; r < 4; r++)
            for (int c = 3; c >= i; c--) M[r][c] -= M[r][i] / M[i][i] * M[i][c];
    }
    return det;
}

// what is zero at a frequency of the beam, bending along the side h; clamped or free at x = 0, free at L
static double timoshenko(double w, double h, bool clamped)
{
    const double k = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu), G = 0.5 * E / (1.0 + nu);
    const double a = rho * w * w / E, b = rho * w * w / (k * G), c = 12.0 * a / (h * h);
    const double root = sqrt(0.25 * (a - b) * (a - b) + c), half = 0.5 * (a + b);
    const double s = sqrt(root - half), t = sqrt(root + half);
    const double ps = (s * s + b) / s, pt = (b - t * t) / t;
    const double S = sinh(s * length), C = cosh(s * length), Z = sin(t * length), Y = cos(t * length);
    // u = A cosh + B sinh + C cos + D sin; theta = ps (A sinh + B cosh) + pt (C sin - D cos)
    double M[4][4] = {{1.0, 0.0, 1.0, 0.0},
                      {0.0, ps, 0.0, -pt},
                      {ps * s * C, ps * s * S, pt * t * Y, pt * t * Z},
                      {(s - ps) * S, (s - ps) * C, (-t - pt) * Z, (t + pt) * Y}};
    if (!clamped) {
        const double free_end[2][4] = {{ps * s, 0.0, pt * t, 0.0}, {0.0, s - ps, 0.0, t + pt}};
        memcpy(M, free_end, sizeof free_end);
    }
    return determinant(M);
}

static double next_frequency(double from, double h, bool clamped)
{
    double low = from * 1.0001 + 10.0, high = low * 1.01;
    while (timoshenko(low, h, clamped) * timoshenko(high, h, clamped) > 0.0) {
        low = high;
        high *= 1.01;
    }
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        if (timoshenko(low, h, clamped) * timoshenko(middle, h, clamped) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

enum { most = 12 * 33 };

// coordinates of a node that move in bending along y, along z, and all
static const char *const families[] = {"010010100000", "001001000100", "111111111111"};

// frequencies of the beam about its rest, ascending; clamped: the first section neither moves nor turns (y.x = z.x = 0,
// y.z = z.y)
static int spectrum(const char *strain, int n, bool clamped, int family, double w[most])
{
    static const bool held[12] = {[0] = true, [1] = true, [2] = true, [6] = true, [9] = true};
    char text[500];
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 1, elements: %d, section: {height: "
        "0.08, width: 0.05}, density: 7800, modulus: 2e11, poisson: 0.3, strain: %s}\nsimulate: {until: 1}\n",
        n, strain);
    gud_model *m = mechanism(text);
    const gud_beam *beam = m->body[1].beam;
    double *K = calloc((size_t)most * most, sizeof *K), *M = calloc((size_t)most * most, sizeof *M);
    int place[most] = {0}, count = 0;
    assert_non_null(K);
    assert_non_null(M);
    for (int i = 0; i < m->nv; i++) {
        const bool is_held = (clamped && i < 12 && held[i]) || families[family][i % 12] == '0';
        const bool is_tied = clamped && i == 10 && !is_held;
        place[i] = is_held ? -1 : is_tied ? place[8] : count++; // the section may shear but not turn
    }
    for (int e = 0; e < n; e++) {
        double k[24 * 24], still[24] = {0};
        gud_beam_stiffness(beam->element[e], 0.0, 1.0, 0.0, m->q_start + 12 * e, still, k);
        for (int r = 0; r < 24; r++) {
            for (int c = 0; c < 24; c++) {
                const int i = place[12 * e + r], j = place[12 * e + c];
                if (i < 0 || j < 0) continue;
                K[count * i + j] += k[24 * r + c];
                if (r % 3 == c % 3) M[count * i + j] += beam->element[e]->mass[8 * (r / 3) + c / 3];
            }
        }
    }
    assert_int_equal(LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'N', 'U', count, K, count, M, count, w), 0);
    for (int i = 0; i < count; i++) w[i] = sqrt(fmax(w[i], 0.0));
    free(K);
    free(M);
    gud_model_free(m);
    return count;
}

static double nearest(const double *w, int n, double to)
{
    double best = w[0];
    for (int i = 0; i < n; i++)
        if (fabs(w[i] - to) < fabs(best - to)) best = w[i];
    return best;
}

static void test_bending_frequencies_of_timoshenko(void **state)
{
    (void)state;
    for (int clamped = 0; clamped < 2; clamped++) {
        for (int side = 0; side < 2; side++) {
            double exact = 0.0, w[2][most];
            (void)spectrum("structural", 8, clamped, side, w[0]);
            (void)spectrum("structural", 16, clamped, side, w[1]);
            for (int mode = 0; mode < 4; mode++) {
                const int i = clamped ? mode : mode + 2; // two rigid motions
                exact = next_frequency(exact, side == 0 ? height : width, clamped);
                const double coarse = w[0][i] / exact - 1.0, fine = w[1][i] / exact - 1.0;
                print_message("| %s | %s | %d | %.3f | %.1e | %.1e |\n", clamped ? "clamped" : "free",
                              side == 0 ? "y" : "z", mode + 1, exact, coarse, fine);
                assert_near(fine, 0.0, 3e-4 * (mode + 1) * (mode + 1));
                assert_near(log2(coarse / fine), 2.25, 0.3);
            }
        }
    }
}

// the other formulations converge to Timoshenko's frequencies from above, or to higher ones
static void test_other_formulations_converge(void **state)
{
    (void)state;
    const double exact = next_frequency(0.0, height, true);
    double w[most], error[3];
    for (int k = 0; k < 3; k++) {
        (void)spectrum("enhanced", 8 << k, true, 0, w);
        error[k] = w[0] / exact - 1.0;
    }
    assert_near(log2(error[0] / error[1]), 2.0, 0.1);
    assert_near(log2(error[1] / error[2]), 2.0, 0.1);
    (void)spectrum("continuum", 32, true, 0, w);
    assert_near(w[0] / exact, sqrt(0.7 / (1.3 * 0.4)), 0.02); // E (1 - nu)/((1 + nu)(1 - 2 nu)) in place of E
}

// linear along the element: second order
static void test_stretch_and_twist_frequencies(void **state)
{
    (void)state;
    const double G = 0.5 * E / (1.0 + nu), J = width * width * width * height * 0.203737; // of 1.6 : 1
    const double Ip = height * width * (height * height + width * width) / 12.0;
    const double axial = 0.5 * pi / length * sqrt(E / rho), twist = 0.5 * pi / length * sqrt(G * J / (rho * Ip));
    double w[most];
    const int n = spectrum("structural", 16, true, 2, w);
    assert_close(nearest(w, n, axial), axial, 1e-5, 0.0);
    assert_close(nearest(w, n, twist), twist, 1e-3, 0.0);
}

// six rigid motions have no frequency
static void test_rigid_motions(void **state)
{
    (void)state;
    for (int k = 0; gud_beam_strain_rows[k]; k++) {
        double w[most];
        (void)spectrum(gud_beam_strain_rows[k]->name, 4, false, 2, w);
        for (int i = 0; i < 6; i++) assert_true(w[i] < 1e-3 * w[6]);
        assert_true(w[6] > 100.0);
    }
}

// length of a bar of 8 m that was brought to 4 rad/s in 15 s
static void test_a_spinning_bar_lengthens(void **state)
{
    (void)state;
    gud_model *m = mechanism("gudgeon: 1\nspace: spatial\n"
                             "bodies:\n  rod: {type: beam, length: 8, elements: 8, section: {height: 36.757 mm, width: "
                             "1.9856 mm}, density: 2766.7, modulus: 6.895e10, damping: 2 ms}\n"
                             "joints:\n  hinge: {type: revolute, between: [ground, rod]}\n"
                             "drive:\n  hinge.angle: {type: ramp, rate: 4, during: 15}\n"
                             "simulate: {until: 25, step: 5e-3, integrator: generalized-alpha}\n");
    gud_sim *s = started(m);
    double lag = 0.0;
    while (s->state.clock.t < 25.0 - 1e-9) {
        if (gud_advance(s, 25.0, NULL, NULL) < 0) fail_msg("%s", s->error.text);
        double yz[2];
        gud_beam_deflection(m->body[1].beam, s->state.q, yz);
        lag = fmax(lag, fabs(yz[0]));
    }
    const double k = 4.0 * sqrt(2766.7 / 6.895e10), longer = tan(8.0 * k) / k - 8.0;
    const double *tip = s->state.q + 12 * 8;
    print_message("longer by %.4e, expected %.4e; bent by %.3f at the most\n", v3_norm(tip) - 8.0, longer, lag);
    assert_close(v3_norm(tip) - 8.0, longer, 5e-3, 0.0);
    assert_true(lag > 0.01);
    sim_and_model_free(s, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bending_frequencies_of_timoshenko), cmocka_unit_test(test_other_formulations_converge),
        cmocka_unit_test(test_stretch_and_twist_frequencies),     cmocka_unit_test(test_rigid_motions),
        cmocka_unit_test(test_a_spinning_bar_lengthens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
