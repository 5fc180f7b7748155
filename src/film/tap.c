// Flows between feeds and the cells beside them, and the balances of recesses: docs/theory/film.md, section 2.
//
// Feed f stands behind the cells, number F = ncell + f, so that a tap is one more face: from cell k into the feed flows
//
//     q = T (u_k - u_F) + V+ s_k - V- s_F
//
// with V positive towards the feed. A recess has a balance of its own, G_F = storage - supply - sum of q = 0.

#include "film/feed.h"
#include "film/jump.h"
#include "film/reduced.h"

#include <math.h>
#include <string.h>

// gap between a centre and the rim of a feed, and on the rim, by the gaps of up to four cells
typedef struct {
    int n, cell[GUD_JUMP_CELLS];
    double gap, gap_h[GUD_JUMP_CELLS];
    double slope, slope_h[GUD_JUMP_CELLS]; // share of the way to `beside` of the rim, less beside a jump
} tap_gap;

static void tap_gap_get(const gud_film *film, const double *gap, const gud_film_tap *t, tap_gap *g)
{
    const double h = gap[t->cell], d = gap[t->beside] - h, at = gud_smaller(t->at, 1.0);
    *g = (tap_gap){.n = 2, .cell = {t->cell, t->beside}, .gap = h, .gap_h = {1.0}};
    if (t->beside == t->cell || film->options.yields) return;
    double smooth = 1.0;
    if (gud_jump_is_possible(h, gap[t->beside])) {
        gud_jump j;
        gud_jump_get(film, gap, t->along, t->face, &j);
        const bool low = j.cell[GUD_JUMP_LOW] == t->cell;
        static const int mirror[GUD_JUMP_CELLS] = {GUD_JUMP_HIGH, GUD_JUMP_LOW, GUD_JUMP_ABOVE, GUD_JUMP_BELOW};
        static const int straight[GUD_JUMP_CELLS] = {GUD_JUMP_LOW, GUD_JUMP_HIGH, GUD_JUMP_BELOW, GUD_JUMP_ABOVE};
        g->n = GUD_JUMP_CELLS;
        for (int c = 0; c < GUD_JUMP_CELLS; c++) {
            const int from = (low ? straight : mirror)[c];
            g->cell[c] = j.cell[from], g->slope_h[c] = -at * j.weight_h[from];
        }
        smooth = 1.0 - j.weight;
    }
    g->slope = at * smooth;
    g->gap = h + 0.5 * g->slope * d;
    for (int c = 0; c < g->n; c++) g->gap_h[c] = 0.5 * g->slope_h[c] * d;
    g->gap_h[0] += 1.0 - 0.5 * g->slope, g->gap_h[1] += 0.5 * g->slope;
}

static double on_rim(const tap_gap *g, const double *a)
{
    return a[g->cell[0]] + g->slope * (a[g->cell[1]] - a[g->cell[0]]);
}

static double speed_of(const gud_film *film, const double *drift_x, const double *drift_y, int n)
{
    const gud_film_tap *t = &film->taps[n];
    const double *drift = t->along ? drift_x : drift_y;
    return t->drift >= 0 && drift ? t->sign * film->tap.length[n] * drift[t->drift] : 0.0;
}

static const double *factor_of(const gud_film *film, const gud_film_work *w, bool along)
{
    return !film->options.flow ? NULL : along ? w->rough.along : w->rough.across;
}

// oil in the valleys of the rougher wall, towards the feed
static double valleys_of(const gud_film *film, const gud_film_work *w, const double *slip, const double *shear, int n)
{
    const gud_film_tap *t = &film->taps[n];
    (void)w;
    if (!film->options.flow || !slip || !t->along || t->drift < 0) return 0.0;
    return -0.5 * t->sign * film->tap.length[n] * slip[t->cell] * shear[t->cell];
}

// ---- preparation

static void feeds_prepare(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    for (int f = 0; f < film->nfeed; f++) {
        const int F = film->ncell + f;
        const double p = in->feed_pressure ? in->feed_pressure[f] : film->feed[f].pressure;
        w->supply[f] = p;
        w->full[F] = w->theta[F] = w->rho[F] = 1.0, w->rho_u[F] = 0.0;
        if (film->feed[f].source == GUD_FEED_GIVEN) w->u[F] = gud_film_reduce(film, w, in, p);
    }
}

void gud_taps_prepare(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const double mobility = 1.0 / (12.0 * in->oil->eta0);
    feeds_prepare(film, w, in);
    for (int n = 0; n < film->ntap; n++) {
        const gud_film_tap *t = &film->taps[n];
        const double *phi = factor_of(film, w, t->along);
        tap_gap g;
        tap_gap_get(film, in->gap, t, &g);
        w->tap.rest[n] = film->tap.conduct[n] * mobility * (g.gap * g.gap * g.gap) * (phi ? phi[t->cell] : 1.0);
        w->tap.speed[n] = speed_of(film, in->drift_x, in->drift_y, n);
        w->tap.carry[n] = w->tap.speed[n] * on_rim(&g, w->thick) + valleys_of(film, w, in->slip, w->rough.shear, n);
    }
    for (int n = 0; n < film->nleak; n++) {
        const gud_film_leak *l = &film->leak[n];
        const double h = in->gap[l->cell], *phi = factor_of(film, w, l->along);
        w->leak[n] = l->conduct * mobility * (h * h * h) * (phi ? phi[l->cell] : 1.0);
    }
    if (film->options.thins) memset(w->tap.stress, 0, (size_t)film->ntap * sizeof(double));
}

void gud_taps_thin(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    for (int n = 0; n < film->ntap; n++) {
        const gud_film_tap *t = &film->taps[n];
        tap_gap g;
        tap_gap_get(film, in->gap, t, &g);
        gud_film_thin_face(&w->tap, &film->tap, in, t->along, n, g.gap, in->slip ? in->slip[t->cell] : 0.0,
                           w->u[t->cell] - w->u[film->ncell + t->feed]);
    }
}

// ---- flows

void gud_taps_flux(const gud_film *film, gud_film_work *w)
{
    const double *u = w->u, *s = w->content;
    for (int n = 0; n < film->ntap; n++) {
        const int k = film->taps[n].cell, F = film->ncell + film->taps[n].feed;
        const double V = w->tap.carry[n];
        w->tap.flux[n] = w->tap.conduct[n] * (u[k] - u[F]) + V * (V >= 0.0 ? s[k] : s[F]);
    }
}

static double leak_flow(const gud_film *film, const gud_film_work *w, int n)
{
    const gud_film_leak *l = &film->leak[n];
    return w->leak[n] * (w->u[film->ncell + l->feed] - w->edge_u[l->edge]);
}

// what a restrictor lets through against the pressure p of its recess, with its slope
static double supply_of(const gud_film_feed *f, double supply, double p, double *slope)
{
    const double d = supply - p, soft = 1e-6 * fabs(supply) + 1.0; // Pa; an orifice has no finite slope without flow
    const double size = sqrt(sqrt(d * d + soft * soft));
    *slope = 0.0;
    if (f->source == GUD_FEED_CLOSED) return 0.0;
    *slope = f->source == GUD_FEED_CAPILLARY ? -f->restrictor
                                             : -f->restrictor * (1.0 - 0.5 * d * d / (d * d + soft * soft)) / size;
    return f->source == GUD_FEED_CAPILLARY ? f->restrictor * d : f->restrictor * d / size;
}

static double pressure_of(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int F, double *slope)
{
    double p = film->options.cavity + w->u[F];
    *slope = 1.0;
    if (in->oil->reduced) gud_reduced_pressures(in->oil->reduced, 1, w->cavity, &w->u[F], &p, slope);
    return p;
}

static void recess_residual(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int f, double *r)
{
    const int F = film->ncell + f;
    double slope, p_u;
    *r -= supply_of(&film->feed[f], w->supply[f], pressure_of(film, w, in, F, &p_u), &slope);
    if (!film->options.cavitation->transport) *r += w->slack * (w->theta[F] - 1.0);
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n];
        if (film->cell_feed[k] != f + 1) continue;
        if (in->per_c > 0.0) *r += film->area[k] * in->per_c * (w->content[F] * w->thick[k] - in->m_hat[k]);
        if (in->rate) *r += film->area[k] * in->rate[k];
    }
}

void gud_taps_residual(const gud_film *film, gud_film_work *w, const gud_film_in *in, double *r)
{
    memset(r + film->ncell, 0, (size_t)film->nfeed * sizeof *r);
    for (int n = 0; n < film->ntap; n++) {
        const gud_film_tap *t = &film->taps[n];
        r[t->cell] += w->tap.flux[n];
        r[film->ncell + t->feed] -= w->tap.flux[n];
    }
    for (int n = 0; n < film->nleak; n++) r[film->ncell + film->leak[n].feed] += leak_flow(film, w, n);
    for (int n = 0; n < film->nrecess; n++)
        recess_residual(film, w, in, film->recess[n], &r[film->ncell + film->recess[n]]);
    for (int f = 0; f < film->nfeed; f++) r[film->ncell + f] *= film->unknown[film->ncell + f];
}

// ---- derivatives by the unknowns

static double recess_slope(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int f)
{
    const int F = film->ncell + f;
    double slope, p_u, volume = 0.0;
    const double p = pressure_of(film, w, in, F, &p_u);
    (void)supply_of(&film->feed[f], w->supply[f], p, &slope);
    for (int n = 0; n < film->ncovered; n++)
        if (film->cell_feed[film->covered[n]] == f + 1)
            volume += film->area[film->covered[n]] * w->thick[film->covered[n]];
    const double slack = film->options.cavitation->transport ? 0.0 : w->slack * (1.0 - w->full[F]);
    return -slope * p_u * w->feed_full[f] + in->per_c * volume * w->feed_carried[f] + slack;
}

void gud_taps_slopes(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const double moves = film->options.cavitation->transport ? 1.0 : 0.0;
    double *centre = w->matrix.centre + film->ncell;
    memset(w->tap_leak, 0, (size_t)film->ncell * sizeof(double));
    memset(w->tap_hold, 0, (size_t)film->ncell * sizeof(double));
    for (int f = 0; f < film->nfeed; f++) {
        const int F = film->ncell + f;
        const double live = film->unknown[F];
        w->feed_full[f] = live * w->full[F];
        w->feed_carried[f] =
            moves * (live - w->feed_full[f]) * w->rho[F] + (w->varies ? w->feed_full[f] * w->rho_u[F] : 0.0);
        centre[f] = live > 0.0 ? recess_slope(film, w, in, f) : 1.0;
    }
    for (int n = 0; n < film->ntap; n++) {
        const gud_film_tap *t = &film->taps[n];
        const double V = w->tap.carry[n];
        w->tap_leak[t->cell] += w->tap.slope[n];
        w->tap_hold[t->cell] += gud_larger(V, 0.0);
        centre[t->feed] += w->feed_full[t->feed] * w->tap.slope[n] + w->feed_carried[t->feed] * gud_larger(-V, 0.0);
    }
    for (int n = 0; n < film->nleak; n++) centre[film->leak[n].feed] += w->feed_full[film->leak[n].feed] * w->leak[n];
}

void gud_covers_set(const gud_film *film, gud_film_work *w)
{
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n], F = film->ncell + film->cell_feed[k] - 1;
        w->u[k] = w->u[F], w->theta[k] = w->theta[F], w->full[k] = 1.0;
    }
}

// ---- derivatives by a parameter

// relative change of T
static double conduct_change(const gud_film *film, const gud_film_work *w, const gud_film_in *in,
                             const gud_film_param *p, int n, const tap_gap *g)
{
    const gud_film_tap *t = &film->taps[n];
    double change = 0.0, gap_s = 0.0;
    if (p->gap) {
        const double *phi = factor_of(film, w, t->along), *phi_h = t->along ? w->rough.along_h : w->rough.across_h;
        for (int c = 0; c < g->n; c++) gap_s += g->gap_h[c] * p->gap[g->cell[c]];
        change = (3.0 / g->gap + (in->oil->shear ? w->tap.thin_gap[n] : 0.0)) * gap_s;
        if (phi) change += phi_h[t->cell] * p->gap[t->cell] / phi[t->cell];
    }
    if (in->oil->shear && in->slip && p->slip) change += w->tap.thin_slip[n] * p->slip[t->cell];
    return change;
}

static double carry_change(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                           const double *thick_s, int n, const tap_gap *g)
{
    const gud_film_tap *t = &film->taps[n];
    double change = speed_of(film, p->drift_x, p->drift_y, n) * on_rim(g, w->thick);
    if (p->slip) change += valleys_of(film, w, p->slip, w->rough.shear, n);
    if (!p->gap) return change;
    double slope_s = 0.0;
    for (int c = 0; c < g->n; c++) slope_s += g->slope_h[c] * p->gap[g->cell[c]];
    change += w->tap.speed[n] * (on_rim(g, thick_s) + slope_s * (w->thick[t->beside] - w->thick[t->cell]));
    return change + valleys_of(film, w, in->slip, w->rough.shear_h, n) * p->gap[t->cell];
}

static void recess_tangent(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                           const double *thick_s, double *feed_column)
{
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n], f = film->cell_feed[k] - 1;
        if (p->gap) feed_column[f] -= film->area[k] * in->per_c * w->content[film->ncell + f] * thick_s[k];
        if (p->rate) feed_column[f] -= film->area[k] * p->rate[k];
    }
    for (int n = 0; p->gap && n < film->nleak; n++) {
        const gud_film_leak *l = &film->leak[n];
        const double *phi = factor_of(film, w, l->along), *phi_h = l->along ? w->rough.along_h : w->rough.across_h;
        const double change = 3.0 / in->gap[l->cell] + (phi ? phi_h[l->cell] / phi[l->cell] : 0.0);
        feed_column[l->feed] -= leak_flow(film, w, n) * change * p->gap[l->cell];
    }
}

void gud_taps_tangent(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                      const double *thick_s, double *column, double *feed_column)
{
    memset(feed_column, 0, (size_t)film->nfeed * sizeof *feed_column);
    for (int n = 0; n < film->ntap; n++) {
        const gud_film_tap *t = &film->taps[n];
        const int k = t->cell, F = film->ncell + t->feed;
        tap_gap g;
        tap_gap_get(film, in->gap, t, &g);
        const double more = carry_change(film, w, in, p, thick_s, n, &g);
        const double ahead = w->tap.carry[n] != 0.0 ? w->tap.carry[n] : more;
        const double pressed = w->tap.conduct[n] * (w->u[k] - w->u[F]) * conduct_change(film, w, in, p, n, &g);
        const double q_s = pressed + more * w->content[ahead >= 0.0 ? k : F];
        column[k] -= q_s;
        feed_column[t->feed] += q_s;
    }
    recess_tangent(film, w, in, p, thick_s, feed_column);
    for (int f = 0; f < film->nfeed; f++) feed_column[f] *= film->unknown[film->ncell + f];
}

// ---- what flows at the solution

double gud_film_feed_flow(const gud_film *film, const gud_film_work *w, int feed)
{
    double sum = 0.0;
    for (int n = 0; n < film->ntap; n++)
        if (film->taps[n].feed == feed) sum -= w->tap.flux[n];
    for (int n = 0; n < film->nleak; n++)
        if (film->leak[n].feed == feed) sum += leak_flow(film, w, n);
    return sum;
}

double gud_film_feed_supply(const gud_film *film, const gud_film_work *w, const gud_film_in *in,
                            const gud_film_out *out, int feed)
{
    double sum = gud_film_feed_flow(film, w, feed);
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n];
        if (film->cell_feed[k] != feed + 1) continue;
        if (in->per_c > 0.0) sum += film->area[k] * in->per_c * (out->m[k] - in->m_hat[k]);
        if (in->rate) sum += film->area[k] * in->rate[k];
    }
    return sum;
}

double gud_film_feed_pressure(const gud_film *film, const gud_film_work *w, int feed)
{
    return w->pressure[film->ncell + feed];
}

double gud_leaks_over(const gud_film *film, const gud_film_work *w, int edge)
{
    double sum = 0.0;
    for (int n = 0; n < film->nleak; n++)
        if (film->leak[n].edge == edge) sum += leak_flow(film, w, n);
    return sum;
}

double gud_taps_loss(const gud_film *film, const gud_film_work *w)
{
    double sum = 0.0;
    for (int n = 0; n < film->ntap; n++) {
        const int k = film->taps[n].cell, F = film->ncell + film->taps[n].feed;
        sum += w->tap.conduct[n] * (w->u[k] - w->u[F]) * (w->pressure[k] - w->pressure[F]);
    }
    for (int n = 0; n < film->nleak; n++)
        sum += leak_flow(film, w, n) *
               (w->pressure[film->ncell + film->leak[n].feed] - film->edge[film->leak[n].edge].pressure);
    return sum;
}

void gud_taps_bring(const gud_film *film, const gud_film_work *w, double *all, double *oil)
{
    for (int n = 0; n < film->ntap; n++) {
        const double in = gud_larger(-w->tap.carry[n], 0.0);
        all[film->taps[n].cell] += in, oil[film->taps[n].cell] += in * w->theta[film->ncell + film->taps[n].feed];
    }
}
