// Cost of films, in processor time: transient steps with tangents on bearing-size grids, and a steady
// solution from a cold start on grids up to a million cells.

#include "num/blas.h"
#include "num/pi.h"
#include "pair/bearing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_film_out film;
    double *m_hat;
    size_t n;
    gud_error error;
} rig;

static void must(gud_status status, const gud_error *error)
{
    if (status == GUD_OK) return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static void rig_open(rig *r, const gud_bearing_spec *spec)
{
    *r = (rig){0};
    must(gud_bearing_create(spec, &r->error, &r->bearing), &r->error);
    must(gud_bearing_work_create(r->bearing, &r->error, &r->work), &r->error);
    r->n = (size_t)gud_bearing_ncell(r->bearing);
    double *all = calloc(4 * r->n, sizeof *all);
    unsigned char *full = calloc(r->n, 1);
    if (!all || !full) exit(1);
    r->m_hat = all;
    r->film = (gud_film_out){.pressure = all + r->n, .theta = all + 2 * r->n, .m = all + 3 * r->n, .full = full};
}

static void rig_close(rig *r)
{
    free(r->m_hat);
    free(r->film.full);
    gud_bearing_work_free(r->work);
    gud_bearing_free(r->bearing);
}

// a bearing of the engine size
static gud_bearing_spec bearing_of(int nx, int ny, bool half)
{
    return (gud_bearing_spec){
        .radius = 0.02, .width = 0.02, .clearance = 3e-5, .nx = nx, .ny = ny, .half = half, .ambient = {1e5, 1e5}};
}

typedef struct {
    double time, newton; // of a step: s, iterations
    double load;         // mean over the turn
} orbit_cost;

// an orbit of the journal as in an engine bearing, in implicit Euler steps of half a degree; the best of some turns,
// for other work on the machine is not ours
static orbit_cost orbit(int nx, int ny, const char *what, int turns, bool tangents)
{
    enum { steps = 720 };
    const bool half = what[0] == 'h', tilted = what[0] == 't';
    const gud_bearing_spec spec = bearing_of(nx, ny, half);
    const double c = spec.clearance, omega = 500.0, dt = pi / 360.0 / omega;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    gud_bearing_in in = {.oil = &oil, .omega_j = omega, .per_c = 1.0 / dt, .newton = true};
    gud_bearing_out out;
    orbit_cost cost = {.time = INFINITY};
    rig r;
    rig_open(&r, &spec);
    in.m_hat = r.m_hat;
    in.q[0] = 0.6 * c;
    if (tilted) in.q[2] = 0.1 * c / (0.5 * spec.width);
    gud_bearing_flood(r.bearing, in.q, r.m_hat);
    for (int turn = 0; turn < turns; turn++) {
        cost.newton = cost.load = 0.0;
        const double t0 = now();
        for (int s = 0; s < steps; s++) {
            const double a = pi / 360.0 * s;
            in.q[0] = c * (0.6 + 0.2 * cos(2.0 * a)) * cos(a), in.q[1] = c * (0.6 + 0.2 * cos(2.0 * a)) * sin(a);
            must(gud_bearing_solve(r.bearing, r.work, &in, tangents, &r.film, &out, &r.error), &r.error);
            memcpy(r.m_hat, r.film.m, r.n * sizeof(double));
            r.film.warm = true;
            cost.newton += (double)r.film.iterations / steps;
            cost.load += hypot(out.Q[0], out.Q[1]) / steps;
        }
        cost.time = fmin(cost.time, (now() - t0) / steps);
    }
    rig_close(&r);
    return cost;
}

// The error of the load is estimated from the grid with half as many cells along either side: a third of the
// difference, for errors fall with the square of the cells.
static double error_of(double load, double coarse)
{
    return 100.0 * fabs(load - coarse) / (3.0 * load);
}

static void transient(int nx, int ny, const char *what, int turns)
{
    const orbit_cost fine = orbit(nx, ny, what, turns, true), coarse = orbit(nx / 2, ny / 2, what, turns, false);
    printf("%d x %d %s\tstep with tangents\t%.1f\tus, %.2f Newton iterations, load within %.2f %%\n", nx, ny, what,
           1e6 * fine.time, fine.newton, error_of(fine.load, coarse.load));
}

static double wall_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// returns the load
static double steady(int nx, int ny, int threads, double coarse)
{
    const double c = 3e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    gud_bearing_spec spec = bearing_of(nx, ny, false);
    spec.width = 0.03;
    const gud_bearing_in in = {.q = {0.5 * c, 0.5 * c}, .omega_j = 500.0, .oil = &oil};
    gud_bearing_out out;
    rig r;
    gud_team *team = gud_team_create(threads);
    const double t0 = now(), wall0 = wall_clock();
    rig_open(&r, &spec);
    (void)gud_bearing_work_share(r.work, team);
    const double t1 = now();
    must(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), &r.error);
    const double t2 = now(), wall = wall_clock() - wall0, load = hypot(out.Q[0], out.Q[1]);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%d x %d\tsteady, cold start\t%.4f\ts, %.3f us a cell, %d Newton, %d cycles, setup %.2f s, peak %.0f MiB",
           nx, ny, t2 - t1, 1e6 * (t2 - t1) / (double)r.n, r.film.iterations, r.film.inner, t1 - t0,
           (double)usage.ru_maxrss / 1024.0);
    if (team) printf(", %d threads: %.4f s on the clock with setup", threads, wall);
    if (coarse > 0.0) printf(", load within %.1e %%", error_of(load, coarse));
    printf("\n");
    rig_close(&r);
    gud_team_free(team);
    return load;
}

// film [CASE [THREADS]]: one case alone, also those that take long: 13 is 4 million cells, 14 is 17 million, 15 ten
// million; the last ones on a number of threads
int main(int argc, char **argv)
{
    gud_blas_keep();
    enum { ncase = 6, usual = 12, most = 14 };
    static const struct {
        int nx, ny, turns;
        const char *what;
    } list[ncase] = {{40, 8, 10, "half"},  {80, 10, 10, "half"},    {100, 16, 10, "half"},
                     {256, 33, 3, "half"}, {256, 65, 3, "aligned"}, {256, 65, 3, "tilted"}};
    const int only = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
    const int threads = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1;
    for (int i = 0; i < ncase; i++)
        if (only == 0 || only == i + 1) transient(list[i].nx, list[i].ny, list[i].what, list[i].turns);
    double load = 0.0;
    for (int i = ncase + 1, n = 64; i <= most; i++, n *= 2)
        if (only == i || (only == 0 && i <= usual)) load = steady(n, n / 4, threads, load);
    if (only == most + 1) (void)steady(6324, 1581, threads, 0.0);
    return 0;
}
