// A journal with mass in a full bearing under a load that changes: motion, film and cavity are integrated together by
// ESDIRK2 (src/step/runge_kutta.c has the tableau and its source), stage by stage
//
//     x = x_hat + c v,   v = v_hat + c a,   M a = W(t) + F(x; m_hat, c)
//
// with Newton's method on x and the film's exact tangent. A short step of implicit Euler gives the rates to begin with.
#include "num/pi.h"
#include "verify/film.h"

#include <math.h>
#include <string.h>

// ---- the two cases

static void turning_load(double t, double W[2])
{
    const double turning = 1000.0, weight = 1000.0;
    W[0] = turning * cos(200.0 * t);
    W[1] = turning * sin(200.0 * t) - weight;
}

const gud_orbit_data gud_orbit_turning = {.radius = 0.025,
                                          .width = 0.025,
                                          .clearance = 2.5e-5,
                                          .viscosity = 0.02,
                                          .speed = 200.0,
                                          .ambient = {1e5, 1e5},
                                          .mass = 100.0,
                                          .load = turning_load};

// Two blows in every period of 1. Place and load of the paper, X and Y, are those of the bearing seen from the journal:
// h = 1 + X cos + Y sin, so that x = -X.
static void load_of_blows(double t, double W[2])
{
    const double phase = t - floor(t), first = exp(-400.0 * pow(phase - 0.25, 2.0)),
                 second = exp(-400.0 * pow(phase - 0.5, 2.0));
    W[0] = -0.01 * (first + 0.95534 * second);
    W[1] = -0.0029552 * second;
}

// in the paper's numbers 2 d(theta h)/dt + d(theta h)/dx = div(h^3 grad p) on a circumference of 1, width 0.1
const gud_orbit_data gud_orbit_ausas = {.radius = 0.5 / pi,
                                        .width = 0.1,
                                        .clearance = 1.0,
                                        .viscosity = 1.0 / 6.0,
                                        .speed = 2.0 * pi,
                                        .ambient = {0.0, 0.0075},
                                        .mass = 1e-6,
                                        .start = {-0.5, -0.5},
                                        .load = load_of_blows};

// ---- motion

typedef struct {
    double x[2], v[2], a[2];
} motion;

typedef struct {
    const gud_orbit_data *data;
    gud_bearing_rig rig;
    gud_lubricant oil;
    double *m, *slope; // [cells] at the beginning of the step; dm/dt of the second stage
    gud_bearing_out out;
    motion now;
} orbit;

// one step of Newton's method: (M/c^2 - F_x) dx = W + F - M a
static double improve(const orbit *o, double c, const double W[2], motion *s)
{
    const double M = o->data->mass, inertia = M / (c * c);
    const double J[2][2] = {{inertia - o->out.Q_q[0][0], -o->out.Q_q[0][1]},
                            {-o->out.Q_q[1][0], inertia - o->out.Q_q[1][1]}};
    const double r[2] = {W[0] + o->out.Q[0] - M * s->a[0], W[1] + o->out.Q[1] - M * s->a[1]};
    const double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    const double dx[2] = {(r[0] * J[1][1] - r[1] * J[0][1]) / det, (r[1] * J[0][0] - r[0] * J[1][0]) / det};
    for (int i = 0; i < 2; i++) s->x[i] += dx[i];
    return hypot(dx[0], dx[1]);
}

// `hat` holds x_hat and v_hat and the guess of a; they become the stage
static gud_status stage(orbit *o, double t, double c, const motion *hat, motion *s, gud_error *error)
{
    enum { most = 30 };
    const gud_orbit_data *d = o->data;
    double W[2];
    d->load(t, W);
    *s = *hat;
    for (int i = 0; i < 2; i++) s->x[i] = hat->x[i] + c * (hat->v[i] + c * hat->a[i]);
    for (int n = 0; n < most; n++) {
        for (int i = 0; i < 2; i++) {
            s->v[i] = (s->x[i] - hat->x[i]) / c;
            s->a[i] = (s->v[i] - hat->v[i]) / c;
        }
        const gud_bearing_in in = {
            .q = {s->x[0], s->x[1]}, .omega_j = d->speed, .oil = &o->oil, .m_hat = o->rig.m_hat, .per_c = 1.0 / c};
        GUD_TRY(gud_bearing_solve(o->rig.bearing, o->rig.work, &in, true, &o->rig.film, &o->out, error));
        o->rig.film.warm = true;
        if (improve(o, c, W, s) <= 1e-12 * d->clearance) return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_NUMERIC, "orbit: no convergence at t = %g s", t);
}

static void note_extremes(const orbit *o, gud_orbit *got)
{
    const double c = o->data->clearance, eps = hypot(o->now.x[0], o->now.x[1]) / c;
    gud_film_balance balance;
    gud_bearing_balance(o->rig.bearing, o->rig.work, &o->rig.film, &balance);
    got->worst = fmax(got->worst, fabs(balance.error) / balance.through);
    got->eps = fmax(got->eps, eps);
    got->pressure = fmax(got->pressure, o->out.pressure_max);
    for (int i = 0; i < 2; i++) {
        got->place[i] = o->now.x[i] / c;
        got->force[i] = o->out.Q[i];
    }
}

// where a step ended
static void rates_take(orbit *o, double c)
{
    for (int k = 0; k < o->rig.ncell; k++) o->rig.rate[k] = (o->rig.film.m[k] - o->rig.m_hat[k]) / c;
    memcpy(o->m, o->rig.film.m, (size_t)o->rig.ncell * sizeof(double));
}

static gud_status step(orbit *o, double t, double h, gud_error *error)
{
    const double G = 1.0 - sqrt(0.5), W = sqrt(0.125), c = G * h;
    const motion *n = &o->now;
    motion hat = *n, middle, end;

    for (int i = 0; i < 2; i++) hat.x[i] = n->x[i] + c * n->v[i], hat.v[i] = n->v[i] + c * n->a[i];
    for (int k = 0; k < o->rig.ncell; k++) o->rig.m_hat[k] = o->m[k] + c * o->rig.rate[k];
    GUD_TRY(stage(o, t + 2.0 * c, c, &hat, &middle, error));
    for (int k = 0; k < o->rig.ncell; k++) o->slope[k] = (o->rig.film.m[k] - o->rig.m_hat[k]) / c;

    for (int i = 0; i < 2; i++) {
        hat.x[i] = n->x[i] + W * h * (n->v[i] + middle.v[i]);
        hat.v[i] = n->v[i] + W * h * (n->a[i] + middle.a[i]);
        hat.a[i] = middle.a[i];
    }
    for (int k = 0; k < o->rig.ncell; k++) o->rig.m_hat[k] = o->m[k] + W * h * (o->rig.rate[k] + o->slope[k]);
    GUD_TRY(stage(o, t + h, c, &hat, &end, error));
    rates_take(o, c);
    o->now = end;
    return GUD_OK;
}

// implicit Euler over a short while
static gud_status begin(orbit *o, double h, gud_error *error)
{
    const motion hat = o->now;
    const double q[4] = {hat.x[0], hat.x[1]};
    gud_bearing_flood(o->rig.bearing, q, o->rig.m_hat);
    GUD_TRY(stage(o, h, h, &hat, &o->now, error));
    rates_take(o, h);
    return GUD_OK;
}

static gud_status run(orbit *o, int steps, double until, gud_orbit *got, gud_error *error)
{
    const double first = until / steps / 64.0, h = (until - first) / steps;
    for (int i = 0; i < 2; i++) o->now.x[i] = o->data->start[i] * o->data->clearance;
    GUD_TRY(begin(o, first, error));
    for (int s = 0; s < steps; s++) {
        GUD_TRY(step(o, first + s * h, h, error));
        note_extremes(o, got);
    }
    return GUD_OK;
}

gud_status gud_verify_orbit(const gud_orbit_data *d, int nx, int ny, int steps, double until, gud_orbit *got,
                            gud_error *error)
{
    const bool half = d->ambient[0] == d->ambient[1];
    const gud_bearing_spec spec = {.radius = d->radius,
                                   .width = d->width,
                                   .clearance = d->clearance,
                                   .nx = nx,
                                   .ny = half ? ny : 2 * ny,
                                   .half = half,
                                   .ambient = {d->ambient[0], d->ambient[1]}};
    orbit o = {.data = d, .oil = gud_lubricant_constant(d->viscosity)};
    *got = (gud_orbit){0};
    gud_status status = gud_bearing_rig_open(&o.rig, &spec, error);
    if (status == GUD_OK) {
        o.m = GUD_TAKE(&o.rig.memory, double, o.rig.ncell);
        o.slope = GUD_TAKE(&o.rig.memory, double, o.rig.ncell);
        status = o.rig.memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "orbit: out of memory")
                                     : run(&o, steps, until, got, error);
    }
    gud_bearing_rig_close(&o.rig);
    return status;
}
