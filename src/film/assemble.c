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

GUD_WIDE void gud_film_speeds(const gud_film *film, bool along, const double *drift, double *speed)
{
    const int nx = film->nx, ny = film->ny;
    const double *length = along ? film->x.length : film->y.length;
    for (int f = 0; along && f < film->ncell + ny; f++) speed[f] = drift ? length[f] * drift[f] : 0.0;
    for (int i = 0; !along && i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const int f = gud_film_face_y(film, i, j);
            speed[f] = length[f] * drift[i * (ny + 1) + j];
        }
}

GUD_INLINE void carry_inner(int n, const double *restrict speed, const double *restrict low,
                            const double *restrict high, double *restrict carry)
{
    for (int j = 0; j < n; j++) carry[j] = speed[j] * (0.5 * (low[j] + high[j]));
}

// V on all faces
GUD_INLINE void carries(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const double *h = work->thick;
    work->x.carries = in->drift_x || film->options.flow, work->y.carries = in->drift_y;
    if (work->x.carries) gud_film_speeds(film, true, in->drift_x, work->x.speed);
    if (work->y.carries) gud_film_speeds(film, false, in->drift_y, work->y.speed);
    for (int r = 0; r < 3; r++) {
        const gud_film_range *g = &film->inner[r];
        const gud_face_flow *flow = r < 2 ? &work->x : &work->y;
        if (flow->carries) carry_inner(g->n, flow->speed + g->first, h + g->low, h + g->first, flow->carry + g->first);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
        double weight[2];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            flow->carry[f] = flow->carries ? flow->speed[f] * gud_film_edge_gap(side, h, k, weight) : 0.0;
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

// T on all faces, of smooth walls and an oil that does not thin
GUD_INLINE void conducts(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const double *h = in->gap, mobility = 1.0 / (12.0 * in->oil->eta0);
    for (int r = 0; r < 3; r++) {
        const gud_film_range *g = &film->inner[r];
        const gud_film_faces *faces = r < 2 ? &film->x : &film->y;
        conduct_inner(g->n, faces->conduct + g->first, faces->weight + g->first, h + g->low, h + g->first, mobility,
                      (r < 2 ? work->x.rest : work->y.rest) + g->first);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_film_faces *faces = e < 2 ? &film->x : &film->y;
        double *rest = e < 2 ? work->x.rest : work->y.rest, weight[2];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
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
    work->fresh = true;
    work->thick = in->gap;
    edges_prepare(film, work, in);
    conducts(film, work, in);
    if (film->options.flow) gud_film_roughen(film, work, in); // also sets work->thick
    carries(film, work, in);
    if (film->options.flow) gud_film_drag(film, work, in);
    gud_film_close(film, work->x.rest);
    gud_film_close(film, work->x.carry);
    for (int k = 0; k < film->ncell; k++) work->rho[k] = 1.0, work->rho_u[k] = 0.0;
    if (!film->options.thins) return;
    memset(work->x.stress, 0, (size_t)(film->ncell + film->ny) * sizeof(double)); // guesses of this call alone
    memset(work->y.stress, 0, (size_t)gud_film_nface_y(film) * sizeof(double));
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

// `carry` is NULL where walls do not move along
GUD_INLINE void flux_inner(int n, const double *restrict conduct, const double *restrict carry,
                           const double *restrict u_l, const double *restrict u_h, const double *restrict s_l,
                           const double *restrict s_h, double *restrict flux)
{
    for (int j = 0; j < n; j++) flux[j] = conduct[j] * (u_l[j] - u_h[j]);
    for (int j = 0; carry && j < n; j++) flux[j] += carry[j] * (carry[j] >= 0.0 ? s_l[j] : s_h[j]);
}

GUD_INLINE void fluxes(const gud_film *film, gud_film_work *work)
{
    const double *u = work->u, *s = work->content;
    for (int r = 0; r < 3; r++) {
        const int f = film->inner[r].first, l = film->inner[r].low;
        const gud_face_flow *flow = r < 2 ? &work->x : &work->y;
        flux_inner(film->inner[r].n, flow->conduct + f, flow->carries ? flow->carry + f : NULL, u + l, u + f, s + l,
                   s + f, flow->flux + f);
    }
    gud_film_close(film, work->x.flux);
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
        const double u_out = work->edge_u[e], s_out = film->edge[e].theta * work->edge_rho[e];
        for (int t = 0, f = side->first_face, k = side->first_cell; t < side->count; t++, f++, k += side->cell_step) {
            const bool leaves = flow->carry[f] * side->sign >= 0.0;
            flow->flux[f] = side->sign * flow->conduct[f] * (u[k] - u_out) + flow->carry[f] * (leaves ? s[k] : s_out);
        }
    }
}

GUD_WIDE void gud_film_outflow(const gud_film *film, const double *restrict x, const double *restrict y,
                               double *restrict sum)
{
    for (int k = 0; k < film->ncell; k++) sum[k] = (x[k + film->ny] - x[k]) + (y[k + 1] - y[k]);
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++) {
        const gud_film_side *side = &film->side[e];
        for (int s = 0; s < side->count; s++)
            sum[side->first_cell + s * side->cell_step] += side->sign * y[side->first_face + s];
    }
}

// rho theta of every cell; rows without transport carry a full film
GUD_INLINE void contents(const gud_film *film, gud_film_work *work)
{
    const int n = film->ncell;
    if (film->options.cavitation->transport)
        for (int k = 0; k < n; k++) work->content[k] = work->rho[k] * work->theta[k];
    else
        memcpy(work->content, work->rho, (size_t)n * sizeof(double));
}

GUD_WIDE void gud_film_residual(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *restrict r)
{
    const int n = film->ncell;
    const double *s = work->content, *area = film->area, *m_hat = in->m_hat, c = in->per_c;
    contents(film, work);
    fluxes(film, work);
    gud_film_outflow(film, work->x.flux, work->y.flux, r);
    if (c > 0.0)
        for (int k = 0; k < n; k++) r[k] += area[k] * c * (s[k] * work->thick[k] - m_hat[k]);
    if (in->rate)
        for (int k = 0; k < n; k++) r[k] += area[k] * in->rate[k];
    if (!film->options.cavitation->transport)
        for (int k = 0; k < n; k++) r[k] += work->slack * (work->theta[k] - 1.0);
    if (film->nfixed > 0)
        for (int k = 0; k < n; k++) r[k] *= film->unknown[k];
}

// derivatives of the fluxes of inner faces by the unknowns of both sides
GUD_INLINE void slopes_inner(int n, const double *restrict conduct, const double *restrict carry,
                             const double *restrict full_l, const double *restrict full_h,
                             const double *restrict broken_l, const double *restrict broken_h, double *restrict low,
                             double *restrict high)
{
    for (int j = 0; j < n; j++) low[j] = full_l[j] * conduct[j], high[j] = -full_h[j] * conduct[j];
    for (int j = 0; carry && j < n; j++) {
        low[j] += broken_l[j] * gud_larger(carry[j], 0.0);
        high[j] += broken_h[j] * gud_smaller(carry[j], 0.0);
    }
}

GUD_INLINE void slopes(const gud_film *film, gud_film_work *work)
{
    const double *a = work->is_full, *b = work->carried;
    for (int r = 0; r < 3; r++) {
        const int f = film->inner[r].first, l = film->inner[r].low;
        const gud_face_flow *flow = r < 2 ? &work->x : &work->y;
        slopes_inner(film->inner[r].n, flow->slope + f, flow->carries ? flow->carry + f : NULL, a + l, a + f, b + l,
                     b + f, flow->low + f, flow->high + f);
    }
    gud_film_close(film, work->x.low);
    gud_film_close(film, work->x.high);
}

// derivatives of what flows over the edges
static void slopes_edges(const gud_film *film, const gud_film_work *work, double *centre)
{
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
        for (int t = 0, f = side->first_face, k = side->first_cell; t < side->count; t++, f++, k += side->cell_step)
            centre[k] +=
                work->is_full[k] * flow->slope[f] + work->carried[k] * gud_larger(flow->carry[f] * side->sign, 0.0);
    }
}

GUD_WIDE void gud_film_unknowns(const gud_film *film, gud_film_work *work)
{
    const int n = film->ncell;
    const double moves = film->options.cavitation->transport ? 1.0 : 0.0; // a slack does not
    GUD_INDEPENDENT
    for (int k = 0; k < n; k++) {
        work->is_full[k] = film->unknown[k] * work->full[k];
        work->carried[k] = moves * (film->unknown[k] - work->is_full[k]) * work->rho[k];
    }
    for (int k = 0; work->varies && k < n; k++) work->carried[k] += work->is_full[k] * work->rho_u[k];
}

// Jacobian for the present active set
GUD_WIDE void gud_film_matrix(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int n = film->ncell, ny = film->ny;
    const gud_stencil m = work->matrix;
    const double *xl = work->x.low, *xh = work->x.high, *yl = work->y.low, *yh = work->y.high;

    gud_film_unknowns(film, work);
    slopes(film, work);
    GUD_INDEPENDENT
    for (int k = 0; k < n; k++) {
        const double on = film->unknown[k], held = film->area[k] * in->per_c * work->thick[k];
        m.centre[k] = on * ((xl[k + ny] - xh[k]) + (yl[k + 1] - yh[k])) + (1.0 - on) + held * work->carried[k];
        m.east[k] = on * xh[k + ny];
        m.west[k] = -on * xl[k];
        m.north[k] = on * yh[k + 1];
        m.south[k] = -on * yl[k];
    }
    if (!film->options.cavitation->transport)
        for (int k = 0; k < n; k++) m.centre[k] += work->slack * (film->unknown[k] - work->is_full[k]);
    slopes_edges(film, work, m.centre);
}
