// A journal with mass in a full bearing under its weight and a load that turns with it: motion, film and cavity are
// integrated together by ESDIRK2 (src/step/runge_kutta.c has the tableau and its source), stage by stage
//
//     x = x_hat + c v,   v = v_hat + c a,   M a = W(t) + F(x; m_hat, c)
//
// with Newton's method on x and the film's exact tangent.
#include "verify/film.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

const gud_orbit_data gud_orbit_case = {.radius = 0.025,
                                       .width = 0.025,
                                       .clearance = 2.5e-5,
                                       .viscosity = 0.02,
                                       .speed = 200.0,
                                       .ambient = 1e5,
                                       .mass = 100.0,
                                       .weight = 1000.0,
                                       .turning = 1000.0};

typedef struct {
    double x[2], v[2], a[2];
} motion;

typedef struct {
    gud_bearing_rig rig;
    gud_lubricant oil;
    double *m, *slope; // [cells] at the beginning of the step; dm/dt of the second stage
    gud_bearing_out out;
    motion now;
} orbit;

static void load_at(double t, double W[2])
{
    const gud_orbit_data *d = &gud_orbit_case;
    W[0] = d->turning * cos(d->speed * t);
    W[1] = d->turning * sin(d->speed * t) - d->weight;
}

// one step of Newton's method: (M/c^2 - F_x) dx = W + F - M a
static double improve(const orbit *o, double c, const double W[2], motion *s)
{
    const double M = gud_orbit_case.mass, inertia = M / (c * c);
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
    const gud_orbit_data *d = &gud_orbit_case;
    double W[2];
    load_at(t, W);
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

static void look(const orbit *o, gud_orbit *got)
{
    gud_film_balance balance;
    gud_bearing_balance(o->rig.bearing, o->rig.work, &o->rig.film, &balance);
    got->worst = fmax(got->worst, fabs(balance.error) / balance.through);
    got->eps = fmax(got->eps, hypot(o->now.x[0], o->now.x[1]) / gud_orbit_case.clearance);
}

static gud_status step(orbit *o, double t, double h, gud_orbit *got, gud_error *error)
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
    for (int k = 0; k < o->rig.ncell; k++) o->rig.rate[k] = (o->rig.film.m[k] - o->rig.m_hat[k]) / c;
    memcpy(o->m, o->rig.film.m, (size_t)o->rig.ncell * sizeof(double));
    o->now = end;
    look(o, got);
    return GUD_OK;
}

static gud_status run(orbit *o, int steps, double turns, gud_orbit *got, gud_error *error)
{
    const gud_orbit_data *d = &gud_orbit_case;
    const double h = turns * 2.0 * pi / d->speed / steps, middle[4] = {0};
    double W[2];
    load_at(0.0, W);
    for (int i = 0; i < 2; i++) o->now.a[i] = W[i] / d->mass; // a full ring around the middle pushes nowhere
    gud_bearing_flood(o->rig.bearing, middle, o->m);
    for (int s = 0; s < steps; s++) GUD_TRY(step(o, s * h, h, got, error));
    for (int i = 0; i < 2; i++) {
        got->place[i] = o->now.x[i] / d->clearance;
        got->force[i] = o->out.Q[i];
    }
    return GUD_OK;
}

gud_status gud_verify_orbit(int nx, int ny, int steps, double turns, gud_orbit *got, gud_error *error)
{
    const gud_orbit_data *d = &gud_orbit_case;
    const gud_bearing_spec spec = {.radius = d->radius,
                                   .width = d->width,
                                   .clearance = d->clearance,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .ambient = {d->ambient, d->ambient}};
    orbit o = {.oil = gud_lubricant_constant(d->viscosity)};
    *got = (gud_orbit){0};
    gud_status status = gud_bearing_rig_open(&o.rig, &spec, error);
    if (status == GUD_OK) {
        o.m = GUD_TAKE(&o.rig.memory, double, o.rig.ncell);
        o.slope = GUD_TAKE(&o.rig.memory, double, o.rig.ncell);
        status = o.rig.memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "orbit: out of memory")
                                     : run(&o, steps, turns, got, error);
    }
    gud_bearing_rig_close(&o.rig);
    return status;
}
