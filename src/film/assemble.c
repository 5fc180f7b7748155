// Fluxes, balances and their derivatives. Flux through a face from its low to its high cell:
//
//     q = T (u_l - u_h) + V+ s_l - V- s_h,   T = (length/distance) h^3 / (12 eta0),   V = length U h,   s = rho theta
//
// u is the reduced pressure above that of the cavity, U the mean velocity of the walls against the grid. h on the face
// is the mean of both cells, so that transport is central where the film is full (s_l = s_h = 1) and upwind where it is
// broken. Thinning oils and rough walls change T and V: rheology.c.
// T falls on full cells, V on broken ones: each unknown has a column with a positive diagonal, no other positive
// entry and a sum that is not negative, whatever the active set is.

#include "film/lanes.h"
#include "film/reduced.h"
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

// V on all faces
GUD_INLINE void carries(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    const double *h = work->thick;
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
    if (!in->drift_x) memset(work->x.carry, 0, (size_t)((nx + 1) * ny) * sizeof(double));
    if (!in->drift_y) memset(work->y.carry, 0, (size_t)(nx * (ny + 1)) * sizeof(double));
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

// T on all faces, of smooth walls and an oil that does not thin
GUD_INLINE void conducts(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    const double *h = in->gap, mobility = 1.0 / (12.0 * in->oil->eta0);
    for (int part = film->periodic ? 0 : 1; part < 2; part++) {
        const int f = part * ny, l = (1 - part) * (nx - 1) * ny, n = part > 0 ? (nx - 1) * ny : ny;
        conduct_inner(n, film->x.conduct + f, film->x.weight + f, h + l, h + f, mobility, work->x.rest + f);
    }
    for (int i = 0; i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        conduct_inner(ny - 1, film->y.conduct + f, film->y.weight + f, h + k, h + k + 1, mobility, work->y.rest + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_film_faces *faces = e < 2 ? &film->x : &film->y;
        double *rest = e < 2 ? work->x.rest : work->y.rest, weight[2];
        for (int s = 0; s < side->count; s++) {
            const int f = side->first_face + s * side->face_step, k = side->first_cell + s * side->cell_step;
            const double gap = 0.5 * (h[k] + gud_film_edge_gap(side, h, k, weight));
            rest[f] = faces->conduct[f] * mobility * (gap * gap * gap);
        }
    }
}

double gud_film_reduce(const gud_film *film, const gud_film_work *work, const gud_film_in *in, double pressure)
{
    if (!in->oil->reduced) return pressure - film->options.cavity;
    return gud_reduced_of(in->oil->reduced, pressure) - work->cavity;
}

void gud_film_pressures(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int n = film->ncell;
    if (in->oil->reduced)
        gud_reduced_pressures(in->oil->reduced, n, work->cavity, work->u, work->pressure, work->pressure_u);
    else
        for (int k = 0; k < n; k++) work->pressure[k] = film->options.cavity + work->u[k], work->pressure_u[k] = 1.0;
}

// reservoirs around the film
static void edges_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    work->cavity = in->oil->reduced ? gud_reduced_of(in->oil->reduced, film->options.cavity) : film->options.cavity;
    for (int e = 0; e < 4; e++) {
        double rho_p;
        work->edge_rho[e] = 1.0;
        work->edge_u[e] = gud_film_reduce(film, work, in, film->edge[e].pressure);
        if (in->oil->density)
            in->oil->density->eval(in->oil->density_params, 1, &film->edge[e].pressure, &work->edge_rho[e], &rho_p);
    }
}

// all that does not depend on pressure; an incompressible lubricant until gud_film_properties says otherwise
GUD_WIDE void gud_film_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    work->thick = in->gap;
    edges_prepare(film, work, in);
    conducts(film, work, in);
    if (film->options.flow) gud_film_roughen(film, work, in); // also sets work->thick
    carries(film, work, in);
    if (film->options.flow) gud_film_drag(film, work, in);
    for (int k = 0; k < film->ncell; k++) work->rho[k] = 1.0, work->rho_u[k] = 0.0;
    if (!film->options.thins) return;
    memset(work->x.stress, 0, (size_t)((film->nx + 1) * film->ny) * sizeof(double)); // guesses of this call alone
    memset(work->y.stress, 0, (size_t)(film->nx * (film->ny + 1)) * sizeof(double));
}

// density and thinning at the present pressure
void gud_film_properties(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    if (film->options.thins) gud_film_thin(film, work, in);
    if (!in->oil->density) return;
    gud_film_pressures(film, work, in);
    in->oil->density->eval(in->oil->density_params, film->ncell, work->pressure, work->rho, work->rho_u);
    for (int k = 0; k < film->ncell; k++) work->rho_u[k] *= work->pressure_u[k];
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
        const double u_out = work->edge_u[e];
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
        for (int k = 0; k < film->ncell; k++) r[k] += film->area[k] * c * (s[k] * work->thick[k] - in->m_hat[k]);
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

// what a density that changes with pressure adds on one inner face
static void vary_slopes(const gud_film_work *work, const gud_face_flow *flow, int f, int l, int h)
{
    flow->low[f] += work->is_full[l] * gud_larger(flow->carry[f], 0.0) * work->rho_u[l];
    flow->high[f] += work->is_full[h] * gud_smaller(flow->carry[f], 0.0) * work->rho_u[h];
}

static void slopes_edge(const gud_film *film, gud_film_work *work, int e)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
    for (int t = 0; t < side->count; t++) {
        const int f = side->first_face + t * side->face_step, k = side->first_cell + t * side->cell_step;
        const double leaving = gud_larger(flow->carry[f] * side->sign, 0.0);
        const double out =
            work->is_full[k] * (flow->slope[f] + leaving * work->rho_u[k]) + work->is_broken[k] * leaving;
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
        slopes_inner(n, work->x.slope + f, work->x.carry + f, a + l, a + f, b + l, b + f, work->x.low + f,
                     work->x.high + f);
        for (int j = 0; work->varies && j < n; j++) vary_slopes(work, &work->x, f + j, l + j, f + j);
    }
    if (film->periodic) {
        memcpy(work->x.low + nx * ny, work->x.low, (size_t)ny * sizeof(double));
        memcpy(work->x.high + nx * ny, work->x.high, (size_t)ny * sizeof(double));
    }
    for (int i = 0; i < nx; i++) {
        const int f = i * (ny + 1) + 1, k = i * ny;
        slopes_inner(ny - 1, work->y.slope + f, work->y.carry + f, a + k, a + k + 1, b + k, b + k + 1, work->y.low + f,
                     work->y.high + f);
        for (int j = 0; work->varies && j < ny - 1; j++) vary_slopes(work, &work->y, f + j, k + j, k + j + 1);
    }
    for (int e = 0; e < 4; e++) slopes_edge(film, work, e);
}

// derivative of the storage by a cell's own unknown
static void storage_slopes(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *centre)
{
    const bool transport = film->options.cavitation->transport;
    for (int k = 0; k < film->ncell; k++) {
        const double held = film->area[k] * in->per_c * work->thick[k];
        const double broken = transport ? held : work->slack;
        centre[k] += work->is_broken[k] * broken + work->is_full[k] * held * work->rho_u[k];
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
