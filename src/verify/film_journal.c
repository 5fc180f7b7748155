// Steady journal bearings: a supply line at the widest gap; two axial grooves with their dynamic coefficients.
#include "film/closed.h"
#include "num/pi.h"
#include "verify/film.h"

#include <math.h>
#include <string.h>

// any bearing will do: what is compared has no dimension
static const double radius = 0.05, clearance = 5e-5, viscosity = 0.02, speed = 300.0;

static double sommerfeld(double load, double width)
{
    const double per_second = speed / (2.0 * pi);
    return viscosity * per_second * width * 2.0 * radius / load * radius * radius / (clearance * clearance);
}

static gud_status journal_solve(gud_bearing_rig *r, const gud_bearing_spec *spec, double eps, const gud_drag *drag,
                                gud_bearing_out *out, gud_error *error)
{
    const gud_lubricant oil = gud_lubricant_constant(viscosity);
    const gud_bearing_in in = {.q = {-eps * clearance}, .omega_j = speed, .oil = &oil, .drag = drag};
    GUD_TRY(gud_bearing_rig_open(r, spec, error));
    return gud_bearing_solve(r->bearing, r->work, &in, false, &r->film, out, error);
}

gud_status gud_verify_journal(int nx, int ny, double ratio, double eps, const gud_drag *drag, gud_journal *got,
                              gud_error *error)
{
    const double L = 2.0 * radius * ratio;
    const gud_bearing_spec spec = {
        .radius = radius, .width = L, .clearance = clearance, .nx = nx, .ny = ny, .half = true, .line = true};
    gud_bearing_rig r;
    gud_bearing_out out;
    const gud_status status = journal_solve(&r, &spec, eps, drag, &out, error);
    gud_bearing_rig_close(&r);
    GUD_TRY(status);

    const double W = hypot(out.Q[0], out.Q[1]);
    *got = (gud_journal){.S = sommerfeld(W, L),
                         .attitude = atan2(fabs(out.Q[1]), fabs(out.Q[0])) * 180.0 / pi,
                         .friction = -out.torque_journal / (clearance * W),
                         .side_flow = out.side_flow / (radius * clearance * speed / (2.0 * pi) * L)};
    return GUD_OK;
}

// ---- limits of a bearing without supply, half a film

static const gud_closed_law *closed_find(const char *name)
{
    for (int i = 0; gud_closed_rows[i]; i++)
        if (strcmp(gud_closed_rows[i]->name, name) == 0) return (const gud_closed_law *)gud_closed_rows[i];
    return NULL;
}

static gud_status force_at(const gud_bearing_spec *spec, const gud_bearing_in *in, double F[2], gud_error *error)
{
    gud_bearing_rig r;
    gud_bearing_out out = {0};
    gud_status status = gud_bearing_rig_open(&r, spec, error);
    if (status == GUD_OK) status = gud_bearing_solve(r.bearing, r.work, in, false, &r.film, &out, error);
    gud_bearing_rig_close(&r);
    F[0] = out.Q[0], F[1] = out.Q[1];
    return status;
}

gud_status gud_verify_limit(int nx, int ny, double ratio, const char *law, gud_limit *got, gud_error *error)
{
    const double L = 2.0 * radius * ratio, e = 0.5 * clearance;
    const gud_lubricant oil = gud_lubricant_constant(viscosity);
    const gud_bearing_in in = {.q = {e}, .omega_j = speed, .oil = &oil};
    const gud_bearing_spec spec = {.radius = radius,
                                   .width = L,
                                   .clearance = clearance,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .cavitation = &gud_cavitation_guembel};
    const gud_closed_in form = {radius, L, clearance, viscosity, {e, 0.0}, {0.0, 0.0}, speed};
    gud_closed_out limit;
    double F[2];
    GUD_TRY(gud_closed_eval(closed_find(law), &form, &limit));
    GUD_TRY(force_at(&spec, &in, F, error));
    *got = (gud_limit){F[0] / limit.F[0], F[1] / limit.F[1], hypot(F[0], F[1]) / hypot(limit.F[0], limit.F[1])};
    return GUD_OK;
}

gud_status gud_verify_approach(int nx, int ny, double ratio, double eps, double *So, gud_error *error)
{
    const double L = 2.0 * radius * ratio, rate = eps < 0.0 ? -10.0 : 10.0, psi = clearance / radius;
    const gud_lubricant oil = gud_lubricant_constant(viscosity);
    const gud_bearing_in in = {.q = {fabs(eps) * clearance}, .q_t = {rate * clearance}, .oil = &oil};
    const gud_bearing_spec spec = {.radius = radius,
                                   .width = L,
                                   .clearance = clearance,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .cavitation = &gud_cavitation_reynolds};
    double F[2];
    GUD_TRY(force_at(&spec, &in, F, error));
    *So = fabs(F[0]) * psi * psi / (L * 2.0 * radius * viscosity * fabs(rate));
    return GUD_OK;
}

// ---- two grooves at +-90 degrees from the load, which points along x; the pressure in them is that of the cavity

// the journal at eps and the angle phi from the load; `across` is the force at right angles to the load
static gud_status grooved_solve(gud_bearing_rig *r, double eps, double phi, gud_bearing_out *out, double *across,
                                gud_error *error)
{
    const gud_lubricant oil = gud_lubricant_constant(viscosity);
    const gud_bearing_in in = {
        .q = {eps * clearance * cos(phi), eps * clearance * sin(phi)}, .omega_j = speed, .oil = &oil};
    GUD_TRY(gud_bearing_solve(r->bearing, r->work, &in, true, &r->film, out, error));
    r->film.warm = true;
    *across = out->Q[1];
    return GUD_OK;
}

// the attitude at which the load has no component along y, by the secant rule
static gud_status grooved_balance(gud_bearing_rig *r, double eps, double *attitude, gud_bearing_out *out,
                                  gud_error *error)
{
    enum { most = 40 };
    double phi[2] = {0.9, 0.95}, across[2];
    GUD_TRY(grooved_solve(r, eps, phi[0], out, &across[0], error));
    for (int i = 0; i < most; i++) {
        GUD_TRY(grooved_solve(r, eps, phi[1], out, &across[1], error));
        if (fabs(across[1]) <= 1e-10 * fabs(out->Q[0])) {
            *attitude = phi[1];
            return GUD_OK;
        }
        const double change = across[1] * (phi[1] - phi[0]) / (across[1] - across[0]);
        phi[0] = phi[1], across[0] = across[1];
        phi[1] -= fmax(fmin(change, 0.2), -0.2);
    }
    return gud_fail(error, GUD_ERR_NUMERIC, "no attitude found at eps = %g", eps);
}

gud_status gud_verify_grooved(int nx, int ny, double ratio, double groove, double eps, gud_grooved *got,
                              gud_error *error)
{
    const double L = 2.0 * radius * ratio, size = groove * pi / 180.0 * radius;
    const gud_film_feed feeds[2] = {{.x = 0.5 * pi * radius, .y = 0.25 * L, .size_x = size, .size_y = L},
                                    {.x = 1.5 * pi * radius, .y = 0.25 * L, .size_x = size, .size_y = L}};
    const gud_bearing_spec spec = {.radius = radius,
                                   .width = L,
                                   .clearance = clearance,
                                   .nx = nx,
                                   .ny = ny,
                                   .half = true,
                                   .cavitation = &gud_cavitation_reynolds,
                                   .feeds = feeds,
                                   .nfeed = 2};
    gud_bearing_rig r;
    gud_bearing_out out;
    double attitude = 0.0;
    gud_status status = gud_bearing_rig_open(&r, &spec, error);
    if (status == GUD_OK) status = grooved_balance(&r, eps, &attitude, &out, error);
    gud_bearing_rig_close(&r);
    GUD_TRY(status);

    const double W = -out.Q[0];
    *got = (gud_grooved){.S = sommerfeld(W, L), .attitude = attitude * 180.0 / pi};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            got->stiffness[i][k] = -out.Q_q[i][k] * clearance / W;
            got->damping[i][k] = -out.Q_v[i][k] * clearance * speed / W;
        }
    return GUD_OK;
}
