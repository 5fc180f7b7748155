// Fluxes, balances and their derivatives. Flux through a face from its low to its high cell:
//
//     q = T (u_l - u_h) + V+ s_l - V- s_h,   T = (length/distance) rho h^3 / (12 eta),   V = length U h,   s = rho
//     theta
//
// u is the pressure above cavity, U the mean velocity of the walls against the grid. h on the face is the mean of
// both cells, so that transport is central where the film is full (s_l = s_h = 1) and upwind where it is broken.
// T falls on full cells, V on broken ones: each unknown has a column with a positive diagonal, no other positive
// entry and a sum that is not negative, whatever the active set is.

#include "film/lanes.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

// Gap on an edge by extrapolation, limited so that it stays positive: weights of the edge's cell and its inner
// neighbour.
double gud_film_edge_gap(const gud_film_side *side, const double *gap, int cell, double weight[2])
{
    weight[0] = 1.0, weight[1] = 0.0;
    if (side->inner == 0) return gap[cell];
    const double h0 = gap[cell], h1 = gap[cell + side->inner];
    weight[0] = h1 <= 2.0 * h0 ? 1.5 : 0.5;
    weight[1] = h1 <= 2.0 * h0 ? -0.5 : 0.0;
    return weight[0] * h0 + weight[1] * h1;
}

GUD_INLINE void carry_inner(int n, const double *restrict length, const double *restrict drift,
                            const double *restrict low, const double *restrict high, double *restrict carry)
{
    for (int j = 0; j < n; j++) carry[j] = length[j] * drift[j] * (0.5 * (low[j] + high[j]));
}

// Inner x faces are one range but for those that close the ring, part 0: f, l and n are its first face, the cell below
// it, and its length.

// V on all faces; an incompressible lubricant until gud_film_properties says otherwise
GUD_WIDE void gud_film_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    const double *h = in->gap;

    for (int part = film->periodic ? 0 : 1; in->drift_x && part < 2; part++) {
        const int f = part * ny, l = (1 - part) * (nx - 1) * ny, n = part > 0 ? (nx - 1) * ny : ny;
        carry_inner(n, film->x.length + f, in->drift_x + f, h + l, h + f, work->x.carry + f);
    }
    for (int i = 0; in->drift_y && i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        carry_inner(ny - 1, film->y.length + f, in->drift_y + f, h + k, h + k + 1, work->y.carry + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const bool is_x = e < 2;
        const double *drift = is_x ? in->drift_x : in->drift_y, *length = is_x ? film->x.length : film->y.length;
        double *carry = is_x ? work->x.carry : work->y.carry, weight[2];
        for (int s = 0; s < side->count; s++) {
            const int f = side->first_face + s * side->face_step, k = side->first_cell + s * side->cell_step;
            if (drift) carry[f] = length[f] * drift[f] * gud_film_edge_gap(side, h, k, weight);
        }
    }
    for (int k = 0; k < film->ncell; k++) work->rho[k] = 1.0, work->rho_p[k] = 0.0;
    for (int e = 0; e < 4; e++) work->edge_rho[e] = 1.0;
    if (!in->drift_x) memset(work->x.carry, 0, (size_t)((nx + 1) * ny) * sizeof(double));
    if (!in->drift_y) memset(work->y.carry, 0, (size_t)(nx * (ny + 1)) * sizeof(double));
}

static void lubricate(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int n = film->ncell;
    for (int k = 0; k < n; k++) {
        work->pressure[k] = film->options.cavity + gud_larger(work->u[k], 0.0);
        if (in->slip) work->shear[k] = fabs(in->slip[k]) / in->gap[k];
    }
    gud_lubricant_out out = {work->eta, work->eta_p, work->eta_rate, work->rho, work->rho_p};
    gud_lubricant_eval(in->oil, n, work->pressure, in->slip ? work->shear : NULL, &out);
    for (int k = 0; k < n; k++) // tension, in rows that allow it, leaves the lubricant as it is
        if (work->u[k] < 0.0) work->eta_p[k] = work->rho_p[k] = 0.0;

    for (int e = 0; e < 4; e++) {
        double v[5], p = film->edge[e].pressure;
        gud_lubricant_out one = {&v[0], &v[1], &v[2], &v[3], &v[4]};
        gud_lubricant_eval(in->oil, 1, &p, NULL, &one);
        work->edge_rho[e] = v[3];
    }
}

GUD_INLINE void conduct_inner(int n, const double *restrict geometry, const double *restrict weight,
                              const double *restrict low, const double *restrict high, double mobility,
                              double *restrict conduct)
{
    for (int j = 0; j < n; j++) {
        const double h = weight[j] * low[j] + (1.0 - weight[j]) * high[j];
        conduct[j] = geometry[j] * mobility * (h * h * h);
    }
}

// T gets rho/eta of the two cells
GUD_INLINE void vary_inner(int n, const double *restrict rho_l, const double *restrict rho_h,
                           const double *restrict eta_l, const double *restrict eta_h, double *restrict conduct)
{
    for (int j = 0; j < n; j++) conduct[j] *= (rho_l[j] + rho_h[j]) / (eta_l[j] + eta_h[j]);
}

// T on all faces, for the lubricant at the present pressure
GUD_WIDE void gud_film_properties(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    const double *h = in->gap;
    const bool plain = !work->varies && !in->oil->shear;
    const double mobility = plain ? 1.0 / (12.0 * in->oil->eta0) : 1.0 / 12.0;

    if (!plain) lubricate(film, work, in);
    for (int part = film->periodic ? 0 : 1; part < 2; part++) {
        const int f = part * ny, l = (1 - part) * (nx - 1) * ny, n = part > 0 ? (nx - 1) * ny : ny;
        conduct_inner(n, film->x.conduct + f, film->x.weight + f, h + l, h + f, mobility, work->x.conduct + f);
        if (!plain) vary_inner(n, work->rho + l, work->rho + f, work->eta + l, work->eta + f, work->x.conduct + f);
    }
    for (int i = 0; i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        conduct_inner(ny - 1, film->y.conduct + f, film->y.weight + f, h + k, h + k + 1, mobility, work->y.conduct + f);
        if (!plain)
            vary_inner(ny - 1, work->rho + k, work->rho + k + 1, work->eta + k, work->eta + k + 1, work->y.conduct + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_film_faces *faces = e < 2 ? &film->x : &film->y;
        double *conduct = e < 2 ? work->x.conduct : work->y.conduct, weight[2];
        for (int s = 0; s < side->count; s++) {
            const int f = side->first_face + s * side->face_step, k = side->first_cell + s * side->cell_step;
            const double gap = 0.5 * (h[k] + gud_film_edge_gap(side, h, k, weight));
            conduct[f] = faces->conduct[f] * mobility * (gap * gap * gap);
            if (!plain) conduct[f] *= work->rho[k] / work->eta[k];
        }
    }
}

GUD_INLINE void flux_inner(int n, const double *restrict conduct, const double *restrict carry,
                           const double *restrict u_l, const double *restrict u_h, const double *restrict s_l,
                           const double *restrict s_h, double *restrict flux)
{
    for (int j = 0; j < n; j++)
        flux[j] = conduct[j] * (u_l[j] - u_h[j]) + carry[j] * (carry[j] >= 0.0 ? s_l[j] : s_h[j]);
}

GUD_WIDE void gud_film_fluxes(const gud_film *film, gud_film_work *work)
{
    const int nx = film->nx, ny = film->ny;
    const double *u = work->u, *s = work->content;

    for (int part = film->periodic ? 0 : 1; part < 2; part++) {
        const int f = part * ny, l = (1 - part) * (nx - 1) * ny, n = part > 0 ? (nx - 1) * ny : ny;
        flux_inner(n, work->x.conduct + f, work->x.carry + f, u + l, u + f, s + l, s + f, work->x.flux + f);
    }
    if (film->periodic) memcpy(work->x.flux + nx * ny, work->x.flux, (size_t)ny * sizeof(double));
    for (int i = 0; i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        flux_inner(ny - 1, work->y.conduct + f, work->y.carry + f, u + k, u + k + 1, s + k, s + k + 1,
                   work->y.flux + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
        const double u_out = film->edge[e].pressure - film->options.cavity;
        const double s_out = film->edge[e].theta * work->edge_rho[e];
        for (int t = 0; t < side->count; t++) {
            const int f = side->first_face + t * side->face_step, k = side->first_cell + t * side->cell_step;
            const bool leaves = flow->carry[f] * side->sign >= 0.0;
            flow->flux[f] = side->sign * flow->conduct[f] * (u[k] - u_out) + flow->carry[f] * (leaves ? s[k] : s_out);
        }
    }
}

// rho theta of every cell; rows without transport carry a full film
GUD_INLINE void contents(const gud_film *film, gud_film_work *work)
{
    const bool transport = film->options.cavitation->transport;
    for (int k = 0; k < film->ncell; k++) work->content[k] = work->rho[k] * (transport ? work->theta[k] : 1.0);
}

GUD_WIDE void gud_film_residual(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *r)
{
    const int nx = film->nx, ny = film->ny;
    const double *x = work->x.flux, *y = work->y.flux, *s = work->content, c = in->per_c;

    contents(film, work);
    gud_film_fluxes(film, work);
    for (int i = 0; i < nx; i++) {
        const int k = i * ny, g = i * (ny + 1);
        for (int j = 0; j < ny; j++) r[k + j] = (x[k + ny + j] - x[k + j]) + (y[g + j + 1] - y[g + j]);
    }
    if (c > 0.0)
        for (int k = 0; k < film->ncell; k++) r[k] += film->area[k] * c * (s[k] * in->gap[k] - in->m_hat[k]);
    if (in->rate)
        for (int k = 0; k < film->ncell; k++) r[k] += film->area[k] * in->rate[k];
    if (!film->options.cavitation->transport)
        for (int k = 0; k < film->ncell; k++) r[k] += work->slack * (work->theta[k] - 1.0);
    for (int k = 0; k < film->ncell; k++) r[k] *= film->unknown[k];
}

// derivatives of the fluxes of inner faces by the unknowns of both sides
GUD_INLINE void slopes_inner(int n, const double *restrict conduct, const double *restrict carry,
                             const double *restrict full_l, const double *restrict full_h,
                             const double *restrict broken_l, const double *restrict broken_h, double *restrict low,
                             double *restrict high)
{
    for (int j = 0; j < n; j++) {
        low[j] = full_l[j] * conduct[j] + broken_l[j] * gud_larger(carry[j], 0.0);
        high[j] = -full_h[j] * conduct[j] + broken_h[j] * gud_smaller(carry[j], 0.0);
    }
}

// what a lubricant that changes with pressure adds on one inner face
static void vary_slopes(const gud_film_work *work, const gud_face_flow *flow, int f, int l, int h)
{
    const double du = flow->conduct[f] * (work->u[l] - work->u[h]), v = flow->carry[f];
    const double rho = work->rho[l] + work->rho[h], eta = work->eta[l] + work->eta[h];
    flow->low[f] +=
        work->is_full[l] * (du * (work->rho_p[l] / rho - work->eta_p[l] / eta) + gud_larger(v, 0.0) * work->rho_p[l]);
    flow->high[f] +=
        work->is_full[h] * (du * (work->rho_p[h] / rho - work->eta_p[h] / eta) + gud_smaller(v, 0.0) * work->rho_p[h]);
}

static void slopes_edge(const gud_film *film, gud_film_work *work, int e)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
    const double u_out = film->edge[e].pressure - film->options.cavity;
    for (int t = 0; t < side->count; t++) {
        const int f = side->first_face + t * side->face_step, k = side->first_cell + t * side->cell_step;
        const double leaving = gud_larger(flow->carry[f] * side->sign, 0.0);
        double out = work->is_full[k] * flow->conduct[f] + work->is_broken[k] * leaving;
        if (work->varies)
            out += work->is_full[k] * (flow->conduct[f] * (work->u[k] - u_out) *
                                           (work->rho_p[k] / work->rho[k] - work->eta_p[k] / work->eta[k]) +
                                       leaving * work->rho_p[k]);
        flow->low[f] = side->sign > 0.0 ? out : 0.0;
        flow->high[f] = side->sign > 0.0 ? 0.0 : -out;
    }
}

GUD_WIDE static void slopes(const gud_film *film, gud_film_work *work)
{
    const int nx = film->nx, ny = film->ny;
    const double *a = work->is_full, *b = work->is_broken;

    for (int part = film->periodic ? 0 : 1; part < 2; part++) {
        const int f = part * ny, l = (1 - part) * (nx - 1) * ny, n = part > 0 ? (nx - 1) * ny : ny;
        slopes_inner(n, work->x.conduct + f, work->x.carry + f, a + l, a + f, b + l, b + f, work->x.low + f,
                     work->x.high + f);
        for (int j = 0; work->varies && j < n; j++) vary_slopes(work, &work->x, f + j, l + j, f + j);
    }
    if (film->periodic) {
        memcpy(work->x.low + nx * ny, work->x.low, (size_t)ny * sizeof(double));
        memcpy(work->x.high + nx * ny, work->x.high, (size_t)ny * sizeof(double));
    }
    for (int i = 0; i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        slopes_inner(ny - 1, work->y.conduct + f, work->y.carry + f, a + k, a + k + 1, b + k, b + k + 1,
                     work->y.low + f, work->y.high + f);
        for (int j = 0; work->varies && j < ny - 1; j++) vary_slopes(work, &work->y, f + j, k + j, k + j + 1);
    }
    for (int e = 0; e < 4; e++) slopes_edge(film, work, e);
}

// derivative of the storage by a cell's own unknown
static void storage_slopes(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *centre)
{
    const bool transport = film->options.cavitation->transport;
    for (int k = 0; k < film->ncell; k++) {
        const double held = film->area[k] * in->per_c * in->gap[k];
        const double broken = transport ? held : work->slack;
        centre[k] += work->is_broken[k] * broken + work->is_full[k] * held * work->rho_p[k];
    }
}

// Jacobian for the present active set
GUD_WIDE void gud_film_matrix(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    const gud_stencil *m = &work->matrix;
    const double *xl = work->x.low, *xh = work->x.high, *yl = work->y.low, *yh = work->y.high;

    for (int k = 0; k < film->ncell; k++) {
        work->is_full[k] = film->unknown[k] * work->full[k];
        work->is_broken[k] = (film->unknown[k] - work->is_full[k]) * work->rho[k];
    }
    if (!film->options.cavitation->transport) { // a slack moves nothing
        double *broken = work->is_broken;
        work->is_broken = work->step;
        memset(work->step, 0, (size_t)film->ncell * sizeof(double));
        slopes(film, work);
        work->is_broken = broken;
    } else {
        slopes(film, work);
    }
    for (int i = 0; i < nx; i++) {
        const int k = i * ny, g = i * (ny + 1);
        for (int j = 0; j < ny; j++) {
            const double on = film->unknown[k + j];
            m->centre[k + j] = on * ((xl[k + ny + j] - xh[k + j]) + (yl[g + j + 1] - yh[g + j])) + (1.0 - on);
            m->east[k + j] = on * xh[k + ny + j];
            m->west[k + j] = -on * xl[k + j];
            m->north[k + j] = on * yh[g + j + 1];
            m->south[k + j] = -on * yl[g + j];
        }
    }
    storage_slopes(film, work, in, m->centre);
}
