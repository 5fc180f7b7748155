// Cost of films on one core, in processor time: transient steps with tangents on bearing-size grids, and a steady
// solution from a cold start on grids up to a million cells.

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

// an orbit of the journal as in an engine bearing, in implicit Euler steps of half a degree
static void transient(int nx, int ny, const char *what, int turns)
{
    enum { steps = 720 };
    const bool half = what[0] == 'h', tilted = what[0] == 't';
    const double R = 0.02, c = 3e-5, omega = 500.0, dt = pi / 360.0 / omega;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_bearing_spec spec = {
        .radius = R, .width = 0.02, .clearance = c, .nx = nx, .ny = ny, .half = half, .ambient = {1e5, 1e5}};
    gud_bearing_in in = {.oil = &oil, .omega_j = omega, .per_c = 1.0 / dt, .newton = true};
    gud_bearing_out out;
    rig r;
    rig_open(&r, &spec);
    in.m_hat = r.m_hat;
    in.q[0] = 0.6 * c;
    if (tilted) in.q[2] = 0.1 * c / (0.5 * spec.width);
    gud_bearing_flood(r.bearing, in.q, r.m_hat);
    double best = INFINITY;
    long newton = 0;
    for (int turn = 0; turn < turns; turn++) { // the best of some: other work on the machine is not ours
        newton = 0;
        const double t0 = now();
        for (int s = 0; s < steps; s++) {
            const double a = pi / 360.0 * s;
            in.q[0] = c * (0.6 + 0.2 * cos(2.0 * a)) * cos(a), in.q[1] = c * (0.6 + 0.2 * cos(2.0 * a)) * sin(a);
            must(gud_bearing_solve(r.bearing, r.work, &in, true, &r.film, &out, &r.error), &r.error);
            memcpy(r.m_hat, r.film.m, r.n * sizeof(double));
            r.film.warm = true;
            newton += r.film.iterations;
        }
        best = fmin(best, (now() - t0) / steps);
    }
    printf("%d x %d %s\tstep with tangents\t%.1f\tus, %.2f Newton iterations\n", nx, ny, what, 1e6 * best,
           (double)newton / steps);
    rig_close(&r);
}

static void steady(int nx, int ny)
{
    const double R = 0.02, c = 3e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    const gud_bearing_spec spec = {
        .radius = R, .width = 0.03, .clearance = c, .nx = nx, .ny = ny, .ambient = {1e5, 1e5}};
    const gud_bearing_in in = {.q = {0.5 * c, 0.5 * c}, .omega_j = 500.0, .oil = &oil};
    gud_bearing_out out;
    rig r;
    const double t0 = now();
    rig_open(&r, &spec);
    const double t1 = now();
    must(gud_bearing_solve(r.bearing, r.work, &in, false, &r.film, &out, &r.error), &r.error);
    const double t2 = now();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%d x %d\tsteady, cold start\t%.4f\ts, %.3f us a cell, %d Newton, %d cycles, setup %.2f s, peak %.0f MiB\n",
           nx, ny, t2 - t1, 1e6 * (t2 - t1) / (double)r.n, r.film.iterations, r.film.inner, t1 - t0,
           (double)usage.ru_maxrss / 1024.0);
    rig_close(&r);
}

// film [NUMBER]: one case alone
int main(int argc, char **argv)
{
    const int only = argc > 1 ? atoi(argv[1]) : 0;
    if (only == 0 || only == 1) transient(40, 8, "half", 10);
    if (only == 0 || only == 2) transient(80, 10, "half", 10);
    if (only == 0 || only == 3) transient(100, 16, "half", 10);
    if (only == 0 || only == 4) transient(256, 33, "half", 3);
    if (only == 0 || only == 5) transient(256, 65, "aligned", 3);
    if (only == 0 || only == 6) transient(256, 65, "tilted", 3);
    for (int n = 64, i = 7; n <= 4096; n *= 2, i++)
        if (only == i || (only == 0 && n <= 2048)) steady(n, n / 4);
    return 0;
}
