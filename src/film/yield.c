#include "film/yield.h"

#include "film/reduced.h"

#include <math.h>

static const double closing = 0.7, opening = 3.0; // largest parts of a gap by which one step may change it

gud_status gud_yield_begin(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_out *guess,
                           gud_error *error)
{
    const double cavity = film->options.cavity;
    if (!film->options.yields) return gud_fail(error, GUD_ERR_INPUT, "film: it was not created for elastic walls");
    for (int k = 0; k < film->ncell; k++) {
        const bool given = film->kind[k] != GUD_CELL_FREE, pressed = guess->warm && guess->full[k];
        w->pressure[k] = given ? cavity + film->fixed[k] : pressed ? guess->pressure[k] : cavity;
        w->pressure_u[k] = 0.0;
    }
    in->wall->gap(in->wall->owner, w->pressure, w->gap, w->gap_u);
    w->yielded = *in;
    w->yielded.gap = w->gap;
    return GUD_OK;
}

void gud_yield_update(const gud_film *film, gud_film_work *w)
{
    const gud_film_in *in = &w->yielded;
    gud_film_pressures(film, w, in);
    if (film->options.cavitation->breaks)
        for (int k = 0; k < film->ncell; k++) w->pressure[k] = gud_larger(w->pressure[k], film->options.cavity);
    in->wall->gap(in->wall->owner, w->pressure, w->gap, w->gap_u);
    for (int k = 0; k < film->ncell; k++) w->gap_u[k] *= w->pressure_u[k];
    gud_film_prepare(film, w, in);
}

static void spread_face(const gud_film_work *w, const gud_face_flow *flow, int f, int l)
{
    const double *C = w->yielded.wall->compliance, *u = w->u, *p = w->pressure, *p_u = w->pressure_u;
    const double e = 0.25 * fabs(flow->speed[f]) * (C[l] + C[f]), du = u[l] - u[f];
    const double low = gud_smaller(p_u[l], p_u[f]), high = gud_larger(p_u[l], p_u[f]), mean = 0.5 * (low + high);
    const double r = du == 0.0 ? mean : gud_smaller(gud_larger((p[l] - p[f]) / du, low), high); // rounding
    const double T = flow->conduct[f], slope = flow->slope[f], all = hypot(T, e * r);
    flow->fade[f] = 1.0, flow->by_speed[f] = flow->more_low[f] = flow->more_high[f] = 0.0;
    if (e == 0.0 || !(all > 0.0)) return;
    const double part = e * r / all;
    flow->conduct[f] = all;
    flow->slope[f] = T / all * slope + part * e * mean;
    flow->fade[f] = T / all * (T / all);
    flow->by_speed[f] = part * e * r * du / flow->speed[f];
    flow->more_low[f] = part * e * (p_u[l] - mean);
    flow->more_high[f] = part * e * (p_u[f] - mean);
}

void gud_yield_spread(const gud_film *film, gud_film_work *w)
{
    for (int r = 0; r < 3; r++) {
        const gud_face_flow *flow = r < 2 ? &w->x : &w->y;
        if (flow->carries)
            for (int j = 0; j < film->inner[r].n; j++)
                spread_face(w, flow, film->inner[r].first + j, film->inner[r].low + j);
        else
            for (int j = 0; j < film->inner[r].n; j++) {
                const int f = film->inner[r].first + j;
                flow->fade[f] = 1.0, flow->by_speed[f] = flow->more_low[f] = flow->more_high[f] = 0.0;
            }
    }
    gud_film_close(film, w->x.conduct);
    gud_film_close(film, w->x.slope);
}

void gud_yield_limit(const gud_film *film, gud_film_work *w)
{
    static const double small = 0.1; // part of a gap that needs no limit
    static const double ahead = 0.8; // of what is left to the pressure at which the viscosity law ends
    const gud_film_in *in = &w->yielded;
    for (int k = 0; in->oil->reduced && k < film->ncell; k++)
        if (w->full[k] > 0.0)
            w->step[k] = gud_smaller(
                w->step[k], gud_larger(ahead * (gud_reduced_bound(in->oil->reduced) - w->cavity - w->u[k]), 0.0));
    for (int k = 0; k < film->ncell; k++) {
        const double change = w->gap_u[k] * w->step[k];
        if (!(w->full[k] > 0.0) || !(fabs(change) > small * w->gap[k])) continue;
        // pressures, whose table is steep, are what walls give way to
        const double part = change > 0.0 ? opening : -closing, p_gap = w->gap_u[k] / w->pressure_u[k];
        const double most = gud_film_reduce(film, w, in, w->pressure[k] + part * w->gap[k] / p_gap) - w->u[k];
        w->step[k] = change > 0.0 ? gud_smaller(w->step[k], most) : gud_larger(w->step[k], most);
    }
}
