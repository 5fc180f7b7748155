// What the mechanism tests share: loading a model, running it while energy and constraints are watched, and reference
// solutions that know nothing of the library: Runge-Kutta integration and elliptic functions.
#ifndef GUD_TESTS_MECHANISM_CASE_H
#define GUD_TESTS_MECHANISM_CASE_H

#include "check.h"

#include "model/compile.h"
#include "model/sections.h"
#include "num/pi.h"
#include "num/vec.h"
#include "step/run.h"

#include <stdio.h>
#include <string.h>

typedef struct bench bench;

// called with every accepted step, s->next is its end
typedef void (*bench_look)(bench *b, const gud_state *at);

struct bench {
    gud_model *model;
    gud_sim *sim;
    bench_look look;
    void *user;
    double energy_start, energy_error; // J: largest change of kinetic + potential energy - work done from outside
    double kinetic_most;               // J
};

static inline double bench_energy(bench *b, const gud_state *at, double *kinetic)
{
    const gud_model *m = b->model;
    gud_kinematics(b->sim, at->q, at->v);
    gud_forces(b->sim, at->clock.t, GUD_ENERGIES); // springs
    double sum = b->sim->work.potential;
    *kinetic = 0.0;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *body = &m->body[i];
        *kinetic += body->kind->kinetic(body, at->v + body->v0);
        sum += body->kind->potential(body, m->gravity, at->q + body->q0);
    }
    return sum + *kinetic - at->ledger[GUD_WORK_DRIVERS] - at->ledger[GUD_WORK_LOADS] + at->ledger[GUD_WORK_LOSSES];
}

static inline bool bench_loaded(gud_status st, gud_diag *diag)
{
    for (int i = 0; i < diag->nstored; i++) print_error("%d: %s\n", diag->list[i].place.line, diag->list[i].text);
    gud_diag_free(diag);
    return st == GUD_OK;
}

static inline bench bench_of(gud_model *m)
{
    bench b = {.model = m};
    assert_int_equal(gud_sim_create(m, &b.sim), GUD_OK);
    return b;
}

// a file of tests/verify/models, with values set as on the command line; the list ends with NULL
static inline bench bench_load(const char *file, const char *const *set)
{
    char path[200];
    gud_model *m = NULL;
    gud_diag diag;
    int nset = 0;
    while (set && set[nset]) nset++;
    (void)snprintf(path, sizeof path, "tests/verify/models/%s.yaml", file);
    gud_diag_init(&diag);
    const gud_status st = gud_model_from_file(path, set, nset, &diag, &m);
    if (!bench_loaded(st, &diag)) fail_msg("%s is refused", path);
    return bench_of(m);
}

static inline void bench_free(bench *b)
{
    gud_sim_free(b->sim);
    gud_model_free(b->model);
}

static inline void bench_start(bench *b)
{
    double kinetic;
    if (gud_start(b->sim) != GUD_OK) fail_msg("%s", b->sim->error.text);
    b->energy_start = bench_energy(b, &b->sim->state, &kinetic);
    b->kinetic_most = kinetic;
}

static inline gud_status bench_observe(void *user, gud_sim *s)
{
    bench *b = user;
    double kinetic;
    const double energy = bench_energy(b, &s->next, &kinetic);
    b->energy_error = fmax(b->energy_error, fabs(energy - b->energy_start));
    b->kinetic_most = fmax(b->kinetic_most, kinetic);
    if (b->look) b->look(b, &s->next);
    return GUD_OK;
}

static inline void bench_run(bench *b)
{
    if (gud_run(b->sim, bench_observe, b) != GUD_OK) fail_msg("%s", b->sim->error.text);
}

// on to time t
static inline void bench_run_to(bench *b, double t)
{
    while (b->sim->state.clock.t < t)
        if (gud_advance(b->sim, t, bench_observe, b) < 0) fail_msg("%s", b->sim->error.text);
}

// the line of docs/validation/mechanisms.md
static inline void bench_report(const bench *b, const char *name, double error, const char *unit)
{
    const gud_clock *c = &b->sim->state.clock;
    print_message("| %s | %s | %lld | %.1e %s | %.1e J | %.1e | %.1e |\n", name, b->model->run.integrator->row.name,
                  (long long)c->nstep, error, unit, b->energy_error, c->drift[0], c->drift[1]);
}

// energy relative to the largest kinetic energy, violations in m or rad and per second
static inline void bench_check(const bench *b, double energy, double position, double velocity)
{
    const gud_clock *c = &b->sim->state.clock;
    assert_near(b->energy_error / b->kinetic_most, 0.0, energy);
    assert_near(c->drift[0], 0.0, position);
    assert_near(c->drift[1], 0.0, velocity);
}

static inline const gud_body *bench_body(const bench *b, const char *name)
{
    for (int i = 0; i < b->model->nbody; i++)
        if (strcmp(b->model->body[i].name, name) == 0) return &b->model->body[i];
    fail_msg("no body %s", name);
    return NULL;
}

static inline const gud_link *bench_link(const bench *b, const char *name)
{
    for (int i = 0; i < b->model->nlink; i++)
        if (strcmp(b->model->link[i].name, name) == 0) return &b->model->link[i];
    fail_msg("no link %s", name);
    return NULL;
}

// the named frame (or body) at a state
static inline gud_pose bench_pose(bench *b, const gud_state *at, const char *name)
{
    gud_kinematics(b->sim, at->q, at->v);
    for (int i = 0; i < b->model->nbody; i++)
        if (strcmp(b->model->body[i].name, name) == 0) return b->sim->work.pose[b->model->body[i].frame];
    for (int i = 0; i < b->model->nframe; i++)
        if (b->model->frame[i].name && strcmp(b->model->frame[i].name, name) == 0) return b->sim->work.pose[i];
    fail_msg("no frame %s", name);
    return b->sim->work.pose[0];
}

static inline double bench_coordinate(const bench *b, const gud_state *at, const char *name)
{
    for (int i = 0; i < b->model->ncoordinate; i++)
        if (strcmp(b->model->coordinate[i].name, name) == 0) return at->coordinate[i];
    fail_msg("no coordinate %s", name);
    return 0.0;
}

typedef void (*reference_slope)(const void *user, double t, const double *y, double *slope);

enum { REFERENCE_UNKNOWNS = 8 };

// classical Runge-Kutta method of fourth order in nstep equal steps
static inline void reference_solve(reference_slope slope, const void *user, int n, double t0, double t1, int nstep,
                                   double *y)
{
    const double h = (t1 - t0) / nstep;
    const double c[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double k[REFERENCE_UNKNOWNS] = {0}, z[REFERENCE_UNKNOWNS], sum[REFERENCE_UNKNOWNS];
    for (int i = 0; i < nstep; i++) {
        memset(sum, 0, sizeof sum);
        for (int stage = 0; stage < 4; stage++) {
            for (int j = 0; j < n; j++) z[j] = y[j] + (stage > 0 ? c[stage] * h * k[j] : 0.0);
            slope(user, t0 + (i + c[stage]) * h, z, k);
            for (int j = 0; j < n; j++) sum[j] += weight[stage] * h * k[j];
        }
        for (int j = 0; j < n; j++) y[j] += sum[j];
    }
}

// complete elliptic integral of the first kind with modulus k, by the arithmetic-geometric mean
static inline double elliptic_K(double k)
{
    double a = 1.0, g = sqrt((1.0 - k) * (1.0 + k));
    for (int i = 0; i < 40 && fabs(a - g) > 1e-16 * a; i++) {
        const double next = 0.5 * (a + g);
        g = sqrt(a * g);
        a = next;
    }
    return 0.5 * pi / a;
}

typedef struct {
    double sn, cn, dn;
} jacobi;

// Jacobi's elliptic functions by descending Landen steps (Abramowitz and Stegun, 16.4); k < 1
static inline jacobi jacobi_of(double u, double k)
{
    double a[40], c[40], g = sqrt((1.0 - k) * (1.0 + k));
    int n = 0;
    a[0] = 1.0;
    c[0] = k;
    while (n < 38 && fabs(c[n]) > 1e-16) {
        a[n + 1] = 0.5 * (a[n] + g);
        c[n + 1] = 0.5 * (a[n] - g);
        g = sqrt(a[n] * g);
        n++;
    }
    double phi = ldexp(a[n] * u, n);
    for (int i = n; i > 0; i--) phi = 0.5 * (phi + asin(c[i] / a[i] * sin(phi)));
    jacobi j = {.sn = sin(phi), .cn = cos(phi)};
    j.dn = sqrt(1.0 - k * k * j.sn * j.sn);
    return j;
}

#endif
