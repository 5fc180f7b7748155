// A bearing whose ends let oil out and none in starves while its journal goes round; a feed then fills it again.
#include "num/pi.h"
#include "verify/film.h"

#include <math.h>
#include <string.h>

static const double radius = 0.02, width = 0.03, clearance = 4e-5, pause = 2e-4;

static double oil_fraction(const gud_bearing_rig *r, const double *m)
{
    const double *area = gud_bearing_grid(r->bearing)->area;
    double sum = 0.0;
    for (int k = 0; k < r->ncell; k++) sum += m[k] * area[k];
    return sum / (2.0 * pi * radius * width * clearance);
}

// `steps` steps of implicit Euler from r->m_hat; the share of the clearance that holds oil afterwards
static gud_status go_round(gud_bearing_rig *r, double *share, double *worst, gud_error *error)
{
    enum { steps = 400 };
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    gud_bearing_in in = {.oil = &oil, .omega_j = 300.0, .per_c = 1.0 / pause, .m_hat = r->m_hat};
    for (int s = 0; s < steps; s++) {
        gud_bearing_out out;
        gud_film_balance balance;
        in.q[0] = 0.6 * clearance * cos(0.05 * s), in.q[1] = 0.7 * clearance * sin(0.05 * s);
        GUD_TRY(gud_bearing_solve(r->bearing, r->work, &in, false, &r->film, &out, error));
        gud_bearing_balance(r->bearing, r->work, &r->film, &balance);
        *worst = fmax(*worst, fabs(balance.error) / balance.through);
        memcpy(r->m_hat, r->film.m, (size_t)r->ncell * sizeof(double));
        r->film.warm = true;
    }
    *share = oil_fraction(r, r->m_hat);
    return GUD_OK;
}

gud_status gud_verify_supply(int nx, int ny, gud_supply *got, gud_error *error)
{
    const gud_film_feed feed = {.x = pi * radius, .size_x = 0.01, .size_y = 0.01, .pressure = 2e5};
    const double start[4] = {0.6 * clearance};
    gud_bearing_spec spec = {.radius = radius, .width = width, .clearance = clearance, .nx = nx, .ny = ny};
    gud_bearing_rig dry, wet;
    *got = (gud_supply){0};
    gud_status status = gud_bearing_rig_open(&dry, &spec, error);
    if (status == GUD_OK) {
        gud_bearing_flood(dry.bearing, start, dry.m_hat);
        status = go_round(&dry, &got->starved, &got->worst, error);
    }
    spec.feeds = &feed, spec.nfeed = 1;
    if (status == GUD_OK) {
        status = gud_bearing_rig_open(&wet, &spec, error);
        if (status == GUD_OK) {
            memcpy(wet.m_hat, dry.m_hat, (size_t)wet.ncell * sizeof(double));
            status = go_round(&wet, &got->filled, &got->worst, error);
        }
        gud_bearing_rig_close(&wet);
    }
    gud_bearing_rig_close(&dry);
    return status;
}
