// Derivatives of the solution by parameters of the gap, its rate and the drift, and balances of the flow.
// At fixed active set the balance G(w, s) = 0 gives  G_w w_s = -G_s: one more right-hand side a parameter.

#include "film/cross.h"
#include "film/edge.h"
#include "film/feed.h"
#include "film/filling.h"
#include "film/jump.h"
#include "film/lanes.h"
#include "film/seam.h"
#include "film/transport.h"
#include "film/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// derivatives of inner fluxes by the gap that conducts, and the content that is carried, upwind
GUD_INLINE void inner_slopes(const gud_film_work *w, const gud_film_in *in, const double *restrict weight,
                             const gud_face_flow *flow, const gud_film_range *range)
{
    const int f = range->first, l = range->low, n = range->n;
    const double *restrict u_l = w->u + l, *restrict u_h = w->u + f, *restrict h_l = in->gap + l,
                           *restrict h_h = in->gap + f, *restrict s_l = w->content + l, *restrict s_h = w->content + f;
    const double *restrict conduct = flow->conduct + f, *restrict carry = flow->carry + f;
    double *restrict by_gap = flow->by_gap + f;
    for (int j = 0; j < n; j++) {
        const double gap = weight[f + j] * h_l[j] + (1.0 - weight[f + j]) * h_h[j];
        by_gap[j] = 3.0 * conduct[j] * (u_l[j] - u_h[j]) / gap;
    }
    for (int j = 0; in->oil->shear && j < n; j++) by_gap[j] += conduct[j] * (u_l[j] - u_h[j]) * flow->thin_gap[f + j];
    for (int j = 0; in->wall && j < n; j++) by_gap[j] *= flow->fade[f + j];
    if (!flow->carries) return;
    double *restrict at_face = flow->at_face + f;
    for (int j = 0; j < n; j++) at_face[j] = carry[j] >= 0.0 ? s_l[j] : s_h[j];
}

GUD_INLINE void carried_slopes(const gud_face_flow *flow, const gud_film_range *range)
{
    const double *restrict speed = flow->speed + range->first, *restrict at_face = flow->at_face + range->first;
    double *restrict by_thick = flow->by_thick + range->first;
    for (int j = 0; j < range->n; j++) by_thick[j] = 0.5 * speed[j] * at_face[j];
}

GUD_WIDE static void all_slopes(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    for (int r = 0; r < 3; r++)
        inner_slopes(w, in, r < 2 ? film->x.weight : film->y.weight, r < 2 ? &w->x : &w->y, &film->inner[r]);
    gud_edges_slopes(film, w, in);
    gud_transport_slopes(film, w, in);
    for (int r = 0; r < 3; r++)
        if ((r < 2 ? w->x : w->y).carries) carried_slopes(r < 2 ? &w->x : &w->y, &film->inner[r]);
}

// a parameter with what follows from it: derivatives of the gap that carries, and length times those of the drift
typedef struct {
    const double *gap, *thick, *speed_x, *speed_y;
} change;

// derivatives of inner fluxes by one parameter
GUD_INLINE void inner_fluxes(const gud_film_work *w, const double *restrict weight, const gud_face_flow *flow,
                             const gud_film_range *range, const change *by, const double *restrict speed_s,
                             double *restrict out)
{
    const int f = range->first, l = range->low, n = range->n;
    const double *restrict by_gap = flow->by_gap + f, *restrict by_thick = flow->by_thick + f,
                           *restrict carry = flow->carry + f;
    const double *restrict gap_s = by->gap, *restrict thick_s = by->thick;
    const double *restrict h = w->thick, *restrict content = w->content;
    for (int j = 0; !gap_s && !speed_s && j < n; j++) out[f + j] = 0.0;
    for (int j = 0; gap_s && !flow->carries && j < n; j++)
        out[f + j] = by_gap[j] * (weight[f + j] * gap_s[l + j] + (1.0 - weight[f + j]) * gap_s[f + j]);
    for (int j = 0; gap_s && flow->carries && j < n; j++)
        out[f + j] = by_gap[j] * (weight[f + j] * gap_s[l + j] + (1.0 - weight[f + j]) * gap_s[f + j]) +
                     by_thick[j] * (thick_s[l + j] + thick_s[f + j]);
    for (int j = 0; speed_s && j < n; j++) {
        const double more = 0.5 * speed_s[f + j] * (h[l + j] + h[f + j]);
        const double resting = more >= 0.0 ? content[l + j] : content[f + j];
        const double carried = more * (carry[j] == 0.0 ? resting : flow->at_face[f + j]);
        out[f + j] = gap_s ? out[f + j] + carried : carried;
    }
    for (int j = 0; speed_s && flow->fade && j < n; j++) out[f + j] += flow->by_speed[f + j] * speed_s[f + j];
}

// derivative of the flux through a face that may open
static double rupture_flux(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_rupture *r,
                           const change *by)
{
    const gud_face_flow *flow = r->along ? &w->x : &w->y;
    const double *speed_s = r->along ? by->speed_x : by->speed_y, *gap_s = by->gap, *t = w->thick;
    const bool low = r->sign > 0.0;
    gud_jump j;
    double cube_h[GUD_JUMP_CELLS], share_s = 0.0, up_s = 0.0, half_s = 0.0, through_s = 0.0;
    gud_jump_get(film, in->gap, r->along, r->face, &j);
    const double cube = gud_jump_up(&j, in->gap, low, cube_h), own = 0.5 * (1.0 - j.weight) + (low ? j.weight : 0.0);
    const int l = j.cell[GUD_JUMP_LOW], h = j.cell[GUD_JUMP_HIGH];
    for (int c = 0; gap_s && c < GUD_JUMP_CELLS; c++) {
        const double d = gap_s[j.cell[c]];
        share_s += j.share_h[c] * d, up_s += (low ? 0.5 : -0.5) * j.weight_h[c] * d;
        through_s += r->through * 3.0 * j.gap_h[c] / j.gap * d, half_s += r->half * cube_h[c] / cube * d;
    }
    double V_s = 0.0, up = 0.0; // V and V_up
    if (speed_s)
        V_s = speed_s[r->face] * gud_jump_mean(&j, t), up = speed_s[r->face] * (own * t[l] + (1.0 - own) * t[h]);
    if (gap_s) {
        V_s += flow->speed[r->face] * (gud_jump_mean(&j, by->thick) + share_s * (t[l] - t[h]));
        up += flow->speed[r->face] * (own * by->thick[l] + (1.0 - own) * by->thick[h] + up_s * (t[l] - t[h]));
    }
    if (r->open) return up * w->content[r->up] + r->sign * half_s * w->u[r->up];
    return up * w->content[r->up] + r->sign * through_s * (w->u[r->up] - w->u[r->down]) + (V_s - up);
}

// derivative of the flux through a face across which the gap jumps
static double jump_flux(const gud_film *film, const gud_film_work *w, const gud_film_in *in, bool along, int f,
                        const change *by)
{
    const gud_face_flow *flow = along ? &w->x : &w->y;
    const double *speed_s = along ? by->speed_x : by->speed_y;
    gud_jump j;
    gud_jump_get(film, in->gap, along, f, &j);
    const int l = j.cell[GUD_JUMP_LOW], h = j.cell[GUD_JUMP_HIGH];
    double gap_s = 0.0, share_s = 0.0;
    for (int c = 0; by->gap && c < GUD_JUMP_CELLS; c++)
        gap_s += j.gap_h[c] * by->gap[j.cell[c]], share_s += j.share_h[c] * by->gap[j.cell[c]];
    const double pressed = flow->conduct[f] * (w->u[l] - w->u[f]);
    const double by_gap = pressed * (3.0 / j.gap + (in->oil->shear ? flow->thin_gap[f] : 0.0));
    double carry_s = speed_s ? speed_s[f] * gud_jump_mean(&j, w->thick) : 0.0;
    if (by->gap && flow->carries)
        carry_s += flow->speed[f] * (gud_jump_mean(&j, by->thick) + share_s * (w->thick[l] - w->thick[h]));
    const double ahead = flow->carry[f] != 0.0 ? flow->carry[f] : carry_s;
    return by_gap * gap_s + carry_s * w->content[ahead >= 0.0 ? l : h];
}

GUD_WIDE static void flux_derivatives(const gud_film *film, gud_film_work *w, const gud_film_in *in, const change *by)
{
    for (int r = 0; r < 3; r++)
        inner_fluxes(w, r < 2 ? film->x.weight : film->y.weight, r < 2 ? &w->x : &w->y, &film->inner[r], by,
                     r < 2 ? by->speed_x : by->speed_y, r < 2 ? w->flux_s_x : w->flux_s_y);
    for (int d = 0; d < 2; d++)
        for (int n = 0; n < w->njump[d]; n++) {
            const int f = w->jump[d][n];
            (d == 0 ? w->flux_s_x : w->flux_s_y)[f] = jump_flux(film, w, in, d == 0, f, by);
        }
    if (by->gap) gud_transport_tangent(film, w, by->thick);
    for (int n = 0; n < w->nrupture; n++) {
        const gud_rupture *r = &w->rupture[n];
        (r->along ? w->flux_s_x : w->flux_s_y)[r->face] = rupture_flux(film, w, in, r, by);
    }
    gud_edges_tangent(film, w, by->gap, by->thick, by->speed_x, by->speed_y);
    if (film->wraps) gud_seam_tangent(film, w, in, by->gap, by->speed_y);
    if (film->cross) gud_cross_tangent(film, w, in, by->gap);
}

// derivative of the gap that carries
static const double *thick_change(const gud_film *film, gud_film_work *w, const gud_film_param *p)
{
    if (!film->options.flow || !p->gap) return p->gap;
    for (int k = 0; k < film->ncell; k++) w->thick_s[k] = w->rough.mean_h[k] * p->gap[k];
    return w->thick_s;
}

// what a parameter of the caller changes
static change change_of(const gud_film *film, gud_film_work *w, const gud_film_param *p)
{
    change by = {.gap = p->gap, .thick = thick_change(film, w, p)};
    if (p->drift_x) gud_film_speeds(film, true, p->drift_x, w->speed_s_x), by.speed_x = w->speed_s_x;
    if (p->drift_y) gud_film_speeds(film, false, p->drift_y, w->speed_s_y), by.speed_y = w->speed_s_y;
    return by;
}

// column[k] = -dG_k/ds
GUD_WIDE static void right_side(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                                double *restrict column, double *feed_column)
{
    const int n = film->ncell;
    const double *area = film->area, *content = w->content, c = in->per_c;
    const change by = change_of(film, w, p);
    flux_derivatives(film, w, in, &by);
    if (film->options.flow || (in->oil->shear && p->slip)) gud_film_rheology(film, w, in, p);
    if (p->gap)
        for (int k = 0; k < n; k++) column[k] = -area[k] * c * content[k] * by.thick[k];
    else
        memset(column, 0, (size_t)n * sizeof *column);
    if (p->gap) gud_filling_tangent(film, w, in, p->gap, by.thick, column);
    gud_film_close(film, w->flux_s_x);
    gud_film_outflow(film, -1.0, w->flux_s_x, w->flux_s_y, column);
    if (p->rate)
        for (int k = 0; k < n; k++) column[k] -= area[k] * p->rate[k];
    if (film->nfeed > 0) gud_taps_tangent(film, w, in, p, by.thick, column, feed_column);
    if (film->nfixed > 0)
        for (int k = 0; k < n; k++) column[k] *= film->unknown[k];
}

// derivatives of pressure (and of m) from those of the unknowns
GUD_WIDE static void unknowns_read(const gud_film *film, const gud_film_work *w, const gud_film_out *out,
                                   const double *restrict x, const double *gap_s, double *restrict pressure_s,
                                   double *restrict m_s)
{
    const bool clips = film->options.cavitation->clips;
    const double cavity = film->options.cavity;
    for (int k = 0; k < film->ncell; k++) pressure_s[k] = w->is_full[k] * w->pressure_u[k] * x[k];
    for (int k = 0; clips && k < film->ncell; k++) pressure_s[k] = out->pressure[k] <= cavity ? 0.0 : pressure_s[k];
    for (int k = 0; m_s && k < film->ncell; k++) {
        const double open = film->options.flow ? w->rough.mean_h[k] : 1.0;
        m_s[k] = w->carried[k] * x[k] * w->thick[k] + (gap_s ? w->content[k] * open * gap_s[k] : 0.0);
        if (film->options.yields && w->yielded.wall)
            m_s[k] += w->content[k] * open * w->is_full[k] * w->gap_u[k] * x[k];
    }
}

// cells that recesses cover have their pressure
static void covered_read(const gud_film *film, const gud_film_work *w, const double *y, double *pressure_s, double *m_s)
{
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n], f = film->cell_feed[k] - 1, F = film->ncell + f;
        if (film->unknown[F] == 0.0) continue;
        pressure_s[k] = w->feed_full[f] * w->pressure_u[F] * y[f];
        if (m_s) m_s[k] += w->feed_carried[f] * y[f] * w->thick[k];
    }
}

static double *feed_column(const gud_film *film, const gud_film_work *w, int a)
{
    return film->nfeed > 0 ? w->feed_columns + (size_t)a * (size_t)film->nfeed : NULL;
}

// ---- walls that give way

// Two neighbours never have the same colour: a probe of all cells of one colour shows what each face makes of either
// side. Around a ring with an odd number of columns the last one has colours of its own.
static int colour(const gud_film *film, int k)
{
    const int i = k / film->ny, j = k % film->ny;
    const bool seam = film->periodic && film->nx % 2 == 1 && i == film->nx - 1;
    return seam ? 2 + (j & 1) : (i + j) & 1;
}

static void probe_faces(const gud_film *film, const gud_film_work *w, int c)
{
    const gud_stencil *m = &w->matrix;
    for (int r = 0; r < 3; r++) {
        const gud_face_flow *flow = r < 2 ? &w->x : &w->y;
        const double *flux_s = r < 2 ? w->flux_s_x : w->flux_s_y;
        double *below = r < 2 ? m->west : m->south, *above = r < 2 ? m->east : m->north;
        for (int j = 0; j < film->inner[r].n; j++) {
            const int f = film->inner[r].first + j, l = film->inner[r].low + j;
            const double low = colour(film, l) == c ? flux_s[f] + w->is_full[l] * flow->more_low[f] : 0.0;
            const double high = colour(film, f) == c ? flux_s[f] - w->is_full[f] * flow->more_high[f] : 0.0;
            m->centre[l] += low, below[f] -= low;
            above[l] += high, m->centre[f] -= high;
        }
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const double *flux_s = e < 2 ? w->flux_s_x : w->flux_s_y;
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            if (colour(film, k) == c) m->centre[k] += side->sign * flux_s[f];
    }
}

void gud_yield_matrix(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell, ncolour = film->periodic && film->nx % 2 == 1 ? 4 : 2;
    double *column = w->trial;
    all_slopes(film, w, in);
    for (int c = 0; c < ncolour; c++) {
        const gud_film_param p = {.gap = w->gap_s};
        for (int k = 0; k < n; k++) w->gap_s[k] = colour(film, k) == c ? w->is_full[k] * w->gap_u[k] : 0.0;
        right_side(film, w, in, &p, column, w->feed_columns);
        probe_faces(film, w, c);
        memset(column, 0, (size_t)n * sizeof *column);
        if (film->nfeed > 0) gud_taps_tangent(film, w, in, &p, thick_change(film, w, &p), column, w->feed_columns);
        for (int k = 0; k < n; k++) {
            const double open = film->options.flow ? w->rough.mean_h[k] : 1.0;
            w->matrix.centre[k] += film->area[k] * in->per_c * w->content[k] * open * w->gap_s[k] - column[k];
        }
    }
}

gud_status gud_film_tangent(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_out *out,
                            int n, const gud_film_param *param, double *const *pressure_s, double *const *m_s)
{
    assert(n <= film->options.nparam);
    const double accurate =
        in->newton ? 1e-3 : 1e-8; // of the iterative solver; Newton's method takes as many iterations with 2e-2

    if (in->wall) in = &w->yielded;
    if (w->varies) { // the last factorisation belongs to the step before the last pressure
        gud_film_matrix(film, w, in);
        GUD_TRY(gud_film_factor(film, w, in));
    }
    all_slopes(film, w, in);
    for (int a = 0; a < n; a++)
        right_side(film, w, in, &param[a], w->columns + (size_t)a * (size_t)film->ncell, feed_column(film, w, a));
    GUD_TRY(gud_film_linear(w, n, w->columns, accurate));
    if (film->nrecess > 0) gud_border_solve(film, w, n, w->columns, w->feed_columns, film->nfeed);
    for (int a = 0; a < n; a++) {
        unknowns_read(film, w, out, w->columns + (size_t)a * (size_t)film->ncell, param[a].gap, pressure_s[a],
                      m_s ? m_s[a] : NULL);
        if (film->nrecess > 0) covered_read(film, w, feed_column(film, w, a), pressure_s[a], m_s ? m_s[a] : NULL);
    }
    return GUD_OK;
}

void gud_film_flows_get(const gud_film *film, const gud_film_work *w, gud_film_balance *b)
{
    const double *unknown = film->unknown;
    *b = (gud_film_balance){0};
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const double *flux = (e < 2 ? w->x.flux : w->y.flux) + side->first_face;
        for (int s = 0; s < side->count; s++) {
            const double q = -side->sign * flux[s] * unknown[side->first_cell + s * side->cell_step];
            b->edge[e] += q;
            b->through += gud_larger(q, 0.0);
        }
    }
    for (int r = 0; r < 3; r++) {
        const double *flux = (r < 2 ? w->x.flux : w->y.flux) + film->inner[r].first;
        const double *high = unknown + film->inner[r].first, *low = unknown + film->inner[r].low;
        for (int j = 0; film->nfixed > 0 && j < film->inner[r].n; j++) {
            const double q = flux[j] * (high[j] - low[j]);
            b->feed += q;
            b->through += gud_larger(q, 0.0);
        }
    }
    for (int f = 0; f < film->nfeed; f++) b->feed += gud_film_feed_flow(film, w, f);
    for (int t = 0; t < film->ntap; t++) b->through += gud_larger(-w->tap.flux[t], 0.0);
    for (int e = 0; e < 4 && film->nleak > 0; e++) b->edge[e] -= gud_leaks_over(film, w, e);
}

double gud_film_edge_leak(const gud_film *film, const gud_film_work *w, int edge)
{
    const gud_film_side *side = &film->side[edge];
    const gud_face_flow *flow = edge < 2 ? &w->x : &w->y;
    double leak = 0.0;
    for (int s = 0; s < side->count; s++) {
        const int f = side->first_face + s, k = side->first_cell + s * side->cell_step;
        const double cut = film->options.cavitation->clips ? gud_larger(-w->u[k], 0.0) : 0.0;
        leak += film->unknown[k] * (side->sign * flow->flux[f] + flow->conduct[f] * cut);
    }
    return leak + gud_leaks_over(film, w, edge);
}

// What walls bring into the cells on both sides of inner faces: `all`, and the oil in it.
GUD_INLINE void bring(const gud_film_range *range, const double *restrict carry, const double *restrict theta,
                      double *restrict all, double *restrict oil)
{
    const int f = range->first, l = range->low;
    for (int j = 0; j < range->n; j++) {
        const double up = gud_larger(carry[f + j], 0.0);
        all[f + j] += up, oil[f + j] += up * theta[l + j];
    }
    for (int j = 0; j < range->n; j++) {
        const double down = gud_larger(-carry[f + j], 0.0);
        all[l + j] += down, oil[l + j] += down * theta[f + j];
    }
}

static void bring_over_edge(const gud_film *film, int edge, const double *carry, double *all, double *oil)
{
    const gud_film_side *side = &film->side[edge];
    for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
        const double in = gud_larger(-side->sign * carry[f], 0.0);
        all[k] += in, oil[k] += in * film->edge[edge].theta;
    }
}

GUD_WIDE const double *gud_film_fractions(const gud_film *film, gud_film_work *w, const double *theta, double *middle)
{
    static const double hardly = 1e-300; // of a cell that nothing flows into
    const int n = film->ncell;
    double *all = w->step, *oil = w->trial;
    if (w->x.voids != w->x.carry || w->y.voids != w->y.carry) return theta; // there it is that of the cell
    for (int k = 0; k < n; k++) all[k] = hardly, oil[k] = hardly * theta[k];
    for (int r = 0; r < 3; r++) {
        const gud_face_flow *flow = r < 2 ? &w->x : &w->y;
        if (flow->carries) bring(&film->inner[r], flow->carry, theta, all, oil);
    }
    for (int e = 0; e < 4; e++) bring_over_edge(film, e, e < 2 ? w->x.carry : w->y.carry, all, oil);
    if (film->wraps && w->y.carries) gud_seam_bring(film, w, theta, all, oil);
    gud_taps_bring(film, w, all, oil);
    for (int k = 0; k < n; k++) middle[k] = theta[k] < 1.0 ? 0.5 * (theta[k] + oil[k] / all[k]) : 1.0;
    return middle;
}

void gud_film_balance_get(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_out *out,
                          gud_film_balance *b)
{
    gud_film_flows_get(film, w, b);
    for (int k = 0; in->per_c > 0.0 && k < film->ncell; k++)
        b->storage += film->unknown[k] * film->area[k] * in->per_c * (out->m[k] - in->m_hat[k]);
    for (int k = 0; in->rate && k < film->ncell; k++) b->source += film->unknown[k] * film->area[k] * in->rate[k];
    b->through = gud_larger(b->through, gud_larger(fabs(b->storage), fabs(b->source)));
    b->error = b->edge[0] + b->edge[1] + b->edge[2] + b->edge[3] + b->feed - b->storage - b->source;
}

// sum over faces of T (u_l - u_h) (p_l - p_h)
GUD_INLINE double inner_loss(int n, const double *T, const double *u_l, const double *u_h, const double *p_l,
                             const double *p_h)
{
    double part[GUD_LANES] = {0.0, 0.0, 0.0, 0.0}, rest = 0.0;
    int k = 0;
    for (; k + GUD_LANES <= n; k += GUD_LANES)
        for (int j = k; j < k + GUD_LANES; j++) part[j - k] += T[j] * (u_l[j] - u_h[j]) * (p_l[j] - p_h[j]);
    for (; k < n; k++) rest += T[k] * (u_l[k] - u_h[k]) * (p_l[k] - p_h[k]);
    return ((part[0] + part[1]) + (part[2] + part[3])) + rest;
}

GUD_WIDE double gud_film_flow_loss(const gud_film *film, const gud_film_work *w)
{
    const double *u = w->u, *p = w->pressure;
    double sum = 0.0;
    for (int r = 0; r < 3; r++) {
        const int f = film->inner[r].first, l = film->inner[r].low;
        const double *conduct = r < 2 ? w->x.conduct : w->y.conduct;
        sum += inner_loss(film->inner[r].n, conduct + f, u + l, u + f, p + l, p + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const double *conduct = e < 2 ? w->x.conduct : w->y.conduct;
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            sum += conduct[f] * (u[k] - w->edge_u[e]) * (p[k] - film->edge[e].pressure);
    }
    if (film->wraps) sum += gud_seam_loss(film, w);
    if (film->cross) sum += gud_cross_loss(film, w);
    return sum + gud_taps_loss(film, w);
}

const double *gud_film_flux_x(const gud_film_work *work)
{
    return work->x.flux;
}
