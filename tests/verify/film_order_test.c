// Orders of convergence of films in the grid and in the step; docs/validation/film.md has the numbers.
//
// Grid: two where the film is full, at least one with fronts. Step: a journal is moved along a given path. Where the
// film stays full its pressure follows from the velocity of the walls alone, which a row without state takes exactly:
// the difference is the error of the step. Pressure is then the multiplier of the constraint m = h: of first order by
// implicit Euler and by SDIRK2, whose stages are of first order, of second order by ESDIRK2. With a cavity that comes
// and goes: at least first order, against a run with small steps. Transport of broken film: a smooth profile that is
// carried, and a journal that whirls, whose film is a steady one in a frame that whirls with it; both of second order.

#include "check.h"

#include "num/pi.h"
#include "verify/film.h"

#include <stdlib.h>
#include <string.h>

static const double c = 4e-5, omega = 200.0;

// ---- grid

static double load_of(int nx, int ny, const gud_cavitation *row)
{
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    const gud_bearing_spec spec = {.radius = 0.02,
                                   .width = 0.03,
                                   .clearance = c,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .line = true,
                                   .line_angle = 0.5,
                                   .ambient = {1e5, 1e5},
                                   .line_pressure = 1e5,
                                   .cavitation = row};
    const gud_bearing_in in = {.q = {0.3 * c, 0.4 * c}, .omega_j = 600.0, .oil = &oil};
    gud_bearing_rig r;
    gud_bearing_out out;
    gud_error error;
    assert_int_equal(gud_bearing_rig_open(&r, &spec, &error), GUD_OK);
    if (gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &error) != GUD_OK) fail_msg("%s", error.text);
    gud_bearing_rig_close(&r);
    return hypot(out.Q[0], out.Q[1]);
}

static void order_in_the_grid(void **state)
{
    (void)state;
    const gud_cavitation *const rows[3] = {&gud_cavitation_none, &gud_cavitation_reynolds, &gud_cavitation_elrod_adams};
    static const double least[3] = {1.75, 1.5, 1.0};
    for (int i = 0; i < 3; i++) {
        double load[4];
        for (int k = 0; k < 4; k++) load[k] = load_of(80 << k, 12 << k, rows[i]);
        const double order = log2((load[2] - load[1]) / (load[3] - load[2]));
        print_message("grid, %-11s: load %.4f %.4f %.4f %.4f N, order %.2f\n", rows[i]->row.name, load[0], load[1],
                      load[2], load[3], order);
        assert_true(order > least[i]);
    }
}

// ---- step

typedef struct {
    const char *name;
    int nstage;     // implicit ones
    bool first;     // an explicit first stage
    double a[2][3]; // of the implicit stages; weight of the explicit one first
} method;

#define G 0.29289321881345247560 // 1 - 1/sqrt(2)
#define W 0.35355339059327376220 // sqrt(2)/4

static const method euler = {"euler", 1, false, {{0.0, 1.0}}};
static const method sdirk2 = {"sdirk2", 2, false, {{0.0, G}, {0.0, 1.0 - G, G}}};
static const method esdirk2 = {"esdirk2", 2, true, {{G, G}, {W, W, G}}};

static void path(double t, double q[4], double q_t[4])
{
    const double s = sin(omega * t), k = cos(omega * t);
    memset(q, 0, 4 * sizeof *q), memset(q_t, 0, 4 * sizeof *q_t);
    q[0] = c * (0.2 + 0.5 * s), q[1] = c * 0.4 * (k - 1.0);
    q_t[0] = c * 0.5 * omega * k, q_t[1] = -c * 0.4 * omega * s;
}

typedef struct {
    gud_bearing_rig rig;
    gud_lubricant oil;
    double *m, *slope[3]; // state; dm/dt of the stages, the explicit one first
    gud_bearing_out out;
} film;

static void open_film(film *f, double ambient, const gud_cavitation *row)
{
    const gud_bearing_spec spec = {.radius = 0.02,
                                   .width = 0.02,
                                   .clearance = c,
                                   .nx = 48,
                                   .ny = 4,
                                   .half = true,
                                   .ambient = {ambient, ambient},
                                   .cavitation = row};
    gud_error error;
    *f = (film){.oil = gud_lubricant_constant(0.03)};
    assert_int_equal(gud_bearing_rig_open(&f->rig, &spec, &error), GUD_OK);
    const size_t n = (size_t)f->rig.ncell;
    f->m = calloc(n, sizeof(double));
    for (int i = 0; i < 3; i++) f->slope[i] = calloc(n, sizeof(double));
}

static void close_film(film *f)
{
    free(f->m);
    for (int i = 0; i < 3; i++) free(f->slope[i]);
    gud_bearing_rig_close(&f->rig);
}

static void solve(film *f, double t, double per_c)
{
    gud_error error;
    gud_bearing_in in = {.omega_j = omega, .oil = &f->oil, .m_hat = f->rig.m_hat, .per_c = per_c};
    path(t, in.q, in.q_t);
    if (gud_bearing_solve(f->rig.bearing, f->rig.work, &in, false, &f->rig.film, &f->out, &error) != GUD_OK)
        fail_msg("t = %g: %s", t, error.text);
    f->rig.film.warm = true;
}

static void step(film *f, const method *b, double t, double h)
{
    const int n = f->rig.ncell;
    for (int s = 0; s < b->nstage; s++) {
        const double *a = b->a[s], diagonal = h * a[s + 1];
        double time = t;
        for (int k = 0; k < n; k++) f->rig.m_hat[k] = f->m[k];
        for (int i = 0; i <= s + 1; i++) time += a[i] * h;
        for (int i = 0; i <= s; i++)
            for (int k = 0; k < n; k++) f->rig.m_hat[k] += h * a[i] * f->slope[i][k];
        solve(f, time, 1.0 / diagonal);
        gud_film_balance balance;
        gud_bearing_balance(f->rig.bearing, f->rig.work, &f->rig.film, &balance);
        assert_true(fabs(balance.error) <= 1e-12 * balance.through);
        for (int k = 0; k < n; k++) f->slope[s + 1][k] = (f->rig.film.m[k] - f->rig.m_hat[k]) / diagonal;
    }
    memcpy(f->m, f->rig.film.m, (size_t)n * sizeof(double));
    memcpy(f->slope[0], f->slope[b->nstage], (size_t)n * sizeof(double));
}

enum { looks = 20 };

// forces at `looks` times of a turn with `steps` steps; the slope at the beginning is that of a full film
static void turn(const method *b, double ambient, int steps, double F[looks][2])
{
    film f;
    open_film(&f, ambient, NULL);
    const double h = 2.0 * pi / omega / steps;
    double q[4], q_t[4], *start = f.slope[0];
    path(0.0, q, q_t);
    gud_bearing_flood(f.rig.bearing, q, f.m);
    const gud_film_grid *g = gud_bearing_grid(f.rig.bearing);
    for (int k = 0; k < f.rig.ncell; k++) start[k] = -q_t[0] * cos(g->x[k] / 0.02) - q_t[1] * sin(g->x[k] / 0.02);
    for (int s = 0; s < steps; s++) {
        step(&f, b, s * h, h);
        const int every = steps / looks;
        if ((s + 1) % every == 0) F[s / every][0] = f.out.Q[0], F[s / every][1] = f.out.Q[1];
    }
    close_film(&f);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// median of the differences by the largest force: a look that falls together with the filling of a cell, when the force
// jumps, counts no more than any other
static double off_by(double A[looks][2], double B[looks][2])
{
    double off[looks], size = 0.0;
    for (int i = 0; i < looks; i++) {
        off[i] = hypot(A[i][0] - B[i][0], A[i][1] - B[i][1]);
        size = fmax(size, hypot(B[i][0], B[i][1]));
    }
    qsort(off, looks, sizeof *off, by_size);
    return 0.5 * (off[looks / 2 - 1] + off[looks / 2]) / size;
}

static void order_in_time_of_a_full_film(void **state)
{
    (void)state;
    const method *const methods[3] = {&euler, &sdirk2, &esdirk2};
    static const double order[3] = {1.0, 1.0, 2.0};
    const double high = 1e8; // nothing breaks
    double exact[looks][2], F[looks][2];
    film f;
    open_film(&f, high, &gud_cavitation_none);
    for (int i = 0; i < looks; i++) {
        solve(&f, 2.0 * pi / omega * (i + 1) / looks, 0.0);
        exact[i][0] = f.out.Q[0], exact[i][1] = f.out.Q[1];
    }
    close_film(&f);
    for (int i = 0; i < 3; i++) {
        double off[3];
        for (int k = 0; k < 3; k++) {
            turn(methods[i], high, 80 << k, F);
            off[k] = off_by(F, exact);
        }
        print_message("step, full film, %-8s: %.2e %.2e %.2e, order %.2f\n", methods[i]->name, off[0], off[1], off[2],
                      log2(off[1] / off[2]));
        assert_near(log2(off[1] / off[2]), order[i], 0.1);
    }
}

static void order_in_time_with_fronts(void **state)
{
    (void)state;
    const method *const methods[3] = {&euler, &sdirk2, &esdirk2};
    double fine[looks][2], F[looks][2];
    turn(&esdirk2, 1e5, 5120, fine);
    for (int i = 0; i < 3; i++) {
        double off[3];
        for (int k = 0; k < 3; k++) {
            turn(methods[i], 1e5, 80 << 2 * k, F);
            off[k] = off_by(F, fine);
        }
        print_message("step, fronts, %-8s: %.2e %.2e %.2e, order %.2f\n", methods[i]->name, off[0], off[1], off[2],
                      log2(off[0] / off[2]) / 4.0);
        assert_true(log2(off[0] / off[2]) / 4.0 > 0.9);
    }
}

// a journal that moves freely, with a cavity: its place is of second order
static void order_of_a_free_journal(void **state)
{
    (void)state;
    gud_error error;
    gud_orbit o[4];
    double moved[3];
    for (int k = 0; k < 4; k++) {
        assert_int_equal(
            gud_verify_orbit(&gud_orbit_turning, 48, 4, 50 << k, 2.0 * pi / gud_orbit_turning.speed, &o[k], &error),
            GUD_OK);
        assert_true(o[k].worst < 1e-12);
    }
    for (int k = 0; k < 3; k++) moved[k] = hypot(o[k + 1].place[0] - o[k].place[0], o[k + 1].place[1] - o[k].place[1]);
    print_message("step, orbit: place moves by %.2e %.2e %.2e, order %.2f\n", moved[0], moved[1], moved[2],
                  log2(moved[0] / moved[2]) / 2.0);
    assert_true(log2(moved[0] / moved[2]) / 2.0 > 1.5);
}

// ---- transport

static void transport_open(film *f, int nx, int ny, double ambient)
{
    const gud_bearing_spec spec = {.radius = 0.015,
                                   .width = 0.02,
                                   .clearance = c,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .ambient = {ambient, ambient}};
    gud_error error;
    *f = (film){.oil = gud_lubricant_constant(0.02)};
    assert_int_equal(gud_bearing_rig_open(&f->rig, &spec, &error), GUD_OK);
    const size_t n = (size_t)f->rig.ncell;
    f->m = calloc(n, sizeof(double));
    for (int i = 0; i < 3; i++) f->slope[i] = calloc(n, sizeof(double));
}

typedef struct {
    double speed, whirl, eccentricity; // rad/s, rad/s
    double off;                        // of the middle of the whirl
    bool stairs;                       // cells fill with a jump
} motion;

// a step of ESDIRK2 with the oil extrapolated as the integrator does it
static void transport_step(film *f, const motion *by, double t, double h)
{
    const int n = f->rig.ncell;
    double *guess = calloc((size_t)n, sizeof *guess);
    gud_error error;
    const double turn = c * by->eccentricity * by->whirl;
    if (f->rig.film.warm && !by->stairs) gud_bearing_step(f->rig.work);
    for (int s = 0; s < 2; s++) {
        const double at = s == 0 ? 2.0 * G : 1.0, bend = s == 0 ? 0.0 : 0.25 / G, a = by->whirl * (t + at * h);
        gud_bearing_in in = {.omega_j = by->speed,
                             .oil = &f->oil,
                             .m_hat = f->rig.m_hat,
                             .m_guess = guess,
                             .per_c = 1.0 / (G * h),
                             .q = {c * (by->off + by->eccentricity * cos(a)), c * by->eccentricity * sin(a)},
                             .q_t = {-turn * sin(a), turn * cos(a)}};
        for (int k = 0; k < n; k++) {
            const double k0 = f->slope[0][k], k1 = f->slope[1][k];
            f->rig.m_hat[k] = f->m[k] + h * (s == 0 ? G * k0 : W * (k0 + k1));
            guess[k] = f->m[k] + h * (at * k0 + bend * (k1 - k0));
        }
        if (gud_bearing_solve(f->rig.bearing, f->rig.work, &in, false, &f->rig.film, &f->out, &error) != GUD_OK)
            fail_msg("t = %g: %s", t, error.text);
        f->rig.film.warm = true;
        for (int k = 0; k < n; k++) {
            assert_true(f->rig.film.theta[k] >= -1e-11 && f->rig.film.theta[k] <= 1.0);
            f->slope[s + 1][k] = (f->rig.film.m[k] - f->rig.m_hat[k]) / (G * h);
        }
    }
    memcpy(f->m, f->rig.film.m, (size_t)n * sizeof(double));
    memcpy(f->slope[0], f->slope[2], (size_t)n * sizeof(double));
    free(guess);
}

static double smooth_fraction(double angle)
{
    return 0.5 + 0.3 * cos(angle) + 0.1 * sin(2.0 * angle);
}

static double block_fraction(double angle)
{
    return cos(angle) > 0.3 ? 0.9 : 0.0;
}

// Oil of a film that nothing presses, carried by a third of a turn at a Courant number of 0.5; returns the mean error.
static double carried(int nx, double (*fraction)(double), double *lost)
{
    const motion by = {.speed = 400.0};
    const double rate = 0.5 * by.speed, h = 0.5 * 2.0 * pi / nx / rate;
    const int steps = 2 * nx / 3;
    film f;
    transport_open(&f, nx, 2, 0.0);
    const gud_film_grid *g = gud_bearing_grid(f.rig.bearing);
    double before = 0.0, after = 0.0, off = 0.0;
    for (int k = 0; k < f.rig.ncell; k++) {
        const double angle = g->x[k] / 0.015, d = 1e-4;
        before += f.m[k] = c * fraction(angle);
        f.slope[0][k] = -rate * c * (fraction(angle + d) - fraction(angle - d)) / (2.0 * d);
        if (fraction == block_fraction) f.slope[0][k] = 0.0;
    }
    for (int s = 0; s < steps; s++) transport_step(&f, &by, s * h, h);
    for (int k = 0; k < f.rig.ncell; k++) {
        after += f.m[k];
        off += fabs(f.m[k] / c - fraction(g->x[k] / 0.015 - rate * steps * h)) / f.rig.ncell;
    }
    *lost = fabs(after / before - 1.0);
    close_film(&f);
    return off;
}

static void transport_of_a_profile(void **state)
{
    (void)state;
    double off[3], lost;
    for (int k = 0; k < 3; k++) {
        off[k] = carried(48 << k, smooth_fraction, &lost);
        assert_true(lost < 1e-13);
    }
    print_message("carried profile: off by %.2e %.2e %.2e, order %.2f\n", off[0], off[1], off[2],
                  log2(off[1] / off[2]));
    assert_true(log2(off[1] / off[2]) > 1.7);
    const double block = carried(96, block_fraction, &lost); // dry beside it: bounds hold, nothing is lost
    print_message("carried block: off by %.2e\n", block);
    assert_true(lost < 1e-13);
    assert_true(block < 0.04);
}

// the film of a journal that whirls is steady in a frame that does: mean velocity of the walls against it
static void whirling_film(int nx, int ny, const motion *by, double F[2])
{
    film f;
    gud_error error;
    transport_open(&f, nx, ny, 1e5);
    const gud_bearing_in in = {.omega_j = by->speed - 2.0 * by->whirl, .oil = &f.oil, .q = {c * by->eccentricity}};
    assert_int_equal(gud_bearing_solve(f.rig.bearing, f.rig.work, &in, false, &f.rig.film, &f.out, &error), GUD_OK);
    F[0] = f.out.Q[0], F[1] = f.out.Q[1];
    close_film(&f);
}

typedef struct {
    double mean, worst; // by the force
} whirl_error;

// force over the third turn, four steps for each cell around
static whirl_error whirl(int nx, int ny, const motion *by, const double exact[2])
{
    const int turn = 4 * nx;
    const double h = 2.0 * pi / by->whirl / turn, size = hypot(exact[0], exact[1]);
    const double place[4] = {c * by->eccentricity};
    double sum[2] = {0.0, 0.0}, worst = 0.0;
    film f;
    transport_open(&f, nx, ny, 1e5);
    const gud_film_grid *g = gud_bearing_grid(f.rig.bearing);
    gud_bearing_flood(f.rig.bearing, place, f.m);
    for (int k = 0; k < f.rig.ncell; k++) f.slope[0][k] = -c * by->eccentricity * by->whirl * sin(g->x[k] / 0.015);
    for (int s = 0; s < 3 * turn; s++) {
        transport_step(&f, by, s * h, h);
        const double a = by->whirl * (s + 1) * h, x = f.out.Q[0] * cos(a) + f.out.Q[1] * sin(a) - exact[0],
                     y = f.out.Q[1] * cos(a) - f.out.Q[0] * sin(a) - exact[1];
        if (s < 2 * turn) continue;
        sum[0] += x / turn, sum[1] += y / turn;
        worst = fmax(worst, hypot(x, y) / size);
    }
    close_film(&f);
    return (whirl_error){hypot(sum[0], sum[1]) / size, worst};
}

static void transport_of_a_whirl(void **state)
{
    (void)state;
    const motion by = {.speed = 2500.0, .whirl = 625.0, .eccentricity = 0.8};
    double F[2][2], exact[2];
    for (int k = 0; k < 2; k++) whirling_film(192 << k, 32 << k, &by, F[k]);
    for (int i = 0; i < 2; i++) exact[i] = F[1][i] + (F[1][i] - F[0][i]) / 3.0;
    const whirl_error coarse = whirl(48, 8, &by, exact), fine = whirl(96, 16, &by, exact);
    print_message("whirl: force off by %.2f and %.2f %% in the mean, %.2f and %.2f %% at the worst (order %.2f)\n",
                  100.0 * coarse.mean, 100.0 * fine.mean, 100.0 * coarse.worst, 100.0 * fine.worst,
                  log2(coarse.worst / fine.worst));
    assert_true(log2(coarse.worst / fine.worst) > 1.7);
    assert_true(fine.mean < 0.005 && fine.worst < 0.015);

    // On 48 cells errors of the steps and of the grid partly cancel in the mean; these two grids show the order of both
    // measures.
    const whirl_error half = whirl(72, 12, &by, exact), whole = whirl(144, 24, &by, exact);
    const double mean = log2(half.mean / whole.mean), worst = log2(half.worst / whole.worst);
    print_message("whirl, 72 and 144 cells: %.3f and %.3f %% in the mean (order %.2f), %.3f and %.3f %% (order %.2f)\n",
                  100.0 * half.mean, 100.0 * whole.mean, mean, 100.0 * half.worst, 100.0 * whole.worst, worst);
    assert_true(mean > 1.7 && worst > 1.7);
}

// Largest kink of the force, by its peak, while a void closes: |F - 2 F' + F''| of three steps in a row. A journal
// whirls around a place off the middle; the void closes in the first tenth of the second turn.
static double largest_kink(int nx, bool stairs, double h)
{
    const motion by = {.speed = 300.0, .whirl = 200.0 * pi, .eccentricity = 0.4, .off = 0.32, .stairs = stairs};
    const double turn = 2.0 * pi / by.whirl, place[4] = {c * (by.off + by.eccentricity)};
    double last[2][2] = {{0.0}}, kink = 0.0, peak = 0.0;
    film f;
    transport_open(&f, nx, 4, 1e5);
    const gud_film_grid *g = gud_bearing_grid(f.rig.bearing);
    gud_bearing_flood(f.rig.bearing, place, f.m);
    for (int k = 0; k < f.rig.ncell; k++) f.slope[0][k] = -c * by.eccentricity * by.whirl * sin(g->x[k] / 0.015);
    const double closes = 0.7 * turn, coarse = closes / 200.0;
    for (int s = 0; s < 200; s++) transport_step(&f, &by, s * coarse, coarse);
    for (int s = 0; closes + s * h < 1.2 * turn; s++) {
        transport_step(&f, &by, closes + s * h, h);
        const double *F = f.out.Q;
        peak = fmax(peak, hypot(F[0], F[1]));
        if (s >= 4)
            kink = fmax(kink, hypot(F[0] - 2.0 * last[0][0] + last[1][0], F[1] - 2.0 * last[0][1] + last[1][1]));
        memcpy(last[1], last[0], sizeof last[1]), memcpy(last[0], F, sizeof last[0]);
    }
    close_film(&f);
    return kink / peak;
}

// Where the pressure of a cell begins at once when it is full, the force has stairs that no step removes, and that
// become smaller with the cells; where cells press while they fill, hardly anything of them is left.
static void stairs_of_filling_cells(void **state)
{
    (void)state;
    double stairs[2];
    for (int k = 0; k < 2; k++) stairs[k] = largest_kink(48 << k, true, 1e-6);
    const double longer = largest_kink(48, true, 2e-6), smooth = largest_kink(48, false, 1e-6);
    print_message("stairs: %.2f %% with 2 us, %.2f %% with 1 us, %.2f %% with twice the cells; %.2f %% without them\n",
                  100.0 * longer, 100.0 * stairs[0], 100.0 * stairs[1], 100.0 * smooth);
    assert_true(stairs[0] > 0.7 * longer);
    assert_true(stairs[1] < 0.7 * stairs[0]);
    assert_true(smooth < 0.1 * stairs[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_in_the_grid),         cmocka_unit_test(order_in_time_of_a_full_film),
        cmocka_unit_test(order_in_time_with_fronts), cmocka_unit_test(order_of_a_free_journal),
        cmocka_unit_test(transport_of_a_profile),    cmocka_unit_test(transport_of_a_whirl),
        cmocka_unit_test(stairs_of_filling_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
