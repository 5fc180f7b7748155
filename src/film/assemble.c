// Fluxes, balances and their derivatives. Flux through a face from its low to its high cell:
//
//     q = T (u_l - u_h) + V+ s_l - V- s_h,   T = (length/distance) h^3 / (12 eta0),   V = length U h,   s = rho theta
//
// u is the reduced pressure above that of the cavity, U the mean velocity of the walls against the grid. h on the face
// is the mean of both cells, so that transport is central where the film is full (s_l = s_h = 1) and upwind where it is
// broken. Thinning oils and rough walls change T and V: rheology.c.
// T falls on full cells, V on broken ones: each unknown has a column with a positive diagonal, no other positive
// entry and a sum that is not negative, whatever the active set is.

#include "film/cells.h"
#include "film/changed_rows.h"
#include "film/cross.h"
#include "film/feed.h"
#include "film/filling.h"
#include "film/jump.h"
#include "film/lanes.h"
#include "film/reduced.h"
#include "film/seam.h"
#include "film/transport.h"
#include "film/work.h"
#include "film/yield.h"

#include <math.h>
#include <string.h>

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

// a loop over cells, or over the faces of a range
typedef struct {
    const gud_film *film;
    gud_film_work *work;
    const gud_film_in *in;
    const gud_film_range *range;
    bool along;
    double *to;
} cell_loop;

GUD_INLINE void carry_inner(int n, const double *restrict speed, const double *restrict low,
                            const double *restrict high, double *restrict carry)
{
    for (int j = 0; j < n; j++) carry[j] = speed[j] * (0.5 * (low[j] + high[j]));
}

GUD_WIDE static void carry_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_face_flow *flow = l->along ? &l->work->x : &l->work->y;
    const double *h = l->work->thick;
    const int f = l->range->first + first;
    carry_inner(end - first, flow->speed + f, h + l->range->low + first, h + f, flow->carry + f);
}

// V on the faces of one direction; 0 if the walls do not move along
static void carries(const gud_film *film, gud_film_work *work, bool along, const double *drift, bool dragged)
{
    const double *h = work->thick;
    gud_face_flow *flow = along ? &work->x : &work->y;
    const bool moves = drift || dragged;
    const int nface = along ? film->ncell + film->ny : gud_film_nface_y(film);
    if (flow->carries && !moves) memset(flow->carry, 0, (size_t)nface * sizeof(double));
    flow->carries = moves;
    if (!moves) return;
    gud_film_speeds(film, along, drift, flow->speed);
    for (int r = along ? 0 : 2; r < (along ? 2 : 3); r++) {
        cell_loop l = {.film = film, .work = work, .range = &film->inner[r], .along = along};
        gud_cells_share(work->team, film->inner[r].n, carry_part, &l);
    }
    for (int e = along ? 0 : 2; e < (along ? 2 : 4); e++) {
        const gud_film_side *side = &film->side[e];
        double weight[3];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            flow->carry[f] = flow->speed[f] * gud_film_edge_gap(side, h, k, weight);
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

GUD_WIDE static void conduct_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_faces *faces = l->along ? &l->film->x : &l->film->y;
    const double *h = l->in->gap, mobility = 1.0 / (12.0 * l->in->oil->eta0);
    const int f = l->range->first + first;
    conduct_inner(end - first, faces->conduct + f, faces->weight + f, h + l->range->low + first, h + f, mobility,
                  (l->along ? l->work->x.rest : l->work->y.rest) + f);
}

// T on all faces, of smooth walls and an oil that does not thin
static void conducts(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const double *h = in->gap, mobility = 1.0 / (12.0 * in->oil->eta0);
    for (int r = 0; r < 3; r++) {
        cell_loop l = {.film = film, .work = work, .in = in, .range = &film->inner[r], .along = r < 2};
        gud_cells_share(work->team, film->inner[r].n, conduct_part, &l);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const gud_film_faces *faces = e < 2 ? &film->x : &film->y;
        double *rest = e < 2 ? work->x.rest : work->y.rest, weight[3];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
            const double gap = 0.5 * (h[k] + gud_film_edge_gap(side, h, k, weight));
            rest[f] = faces->conduct[f] * mobility * (gap * gap * gap);
        }
    }
}

// T where the gap jumps
static void jumps_conduct(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const double mobility = 1.0 / (12.0 * in->oil->eta0);
    for (int d = 0; d < 2; d++)
        for (int n = 0; n < work->njump[d]; n++) {
            const int f = work->jump[d][n];
            gud_jump j;
            gud_jump_get(film, in->gap, d == 0, f, &j);
            const double cube = j.gap * j.gap * j.gap, *geometry = d == 0 ? film->x.conduct : film->y.conduct;
            (d == 0 ? work->x.rest : work->y.rest)[f] = geometry[f] * mobility * cube;
        }
}

// V there
static void jumps_carry(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    for (int d = 0; d < 2; d++) {
        const gud_face_flow *flow = d == 0 ? &work->x : &work->y;
        for (int n = 0; flow->carries && n < work->njump[d]; n++) {
            const int f = work->jump[d][n];
            gud_jump j;
            gud_jump_get(film, in->gap, d == 0, f, &j);
            flow->carry[f] = flow->speed[f] * gud_jump_mean(&j, work->thick);
        }
    }
}

double gud_film_reduce(const gud_film *film, const gud_film_work *work, const gud_film_in *in, double pressure)
{
    if (!in->oil->reduced) return pressure - film->options.cavity;
    return gud_reduced_of(in->oil->reduced, pressure) - work->cavity;
}

static void pressure_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const double cavity = l->film->options.cavity, *u = l->work->u;
    double *p = l->work->pressure, *p_u = l->work->pressure_u;
    if (l->in->oil->reduced)
        gud_reduced_pressures(l->in->oil->reduced, end - first, l->work->cavity, u + first, p + first, p_u + first);
    for (int k = first; !l->in->oil->reduced && p != u && k < end; k++) p[k] = cavity + u[k];
    for (int k = first; !l->in->oil->reduced && p_u != l->work->rho && k < end; k++) p_u[k] = 1.0;
}

void gud_film_pressures(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    cell_loop l = {.film = film, .work = work, .in = in};
    // of an oil that never changes the slope is 1 as rho is, and pressures above a cavity without pressure are u itself
    const bool plain = !in->oil->reduced && !in->oil->density && !film->options.yields;
    work->pressure = plain && film->options.cavity == 0.0 ? work->u : work->own_pressure;
    work->pressure_u = plain ? work->rho : work->own_pressure_u;
    gud_cells_share(work->team, film->nstate, pressure_part, &l);
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
    work->assembled = false;
    work->thick = in->gap;
    edges_prepare(film, work, in);
    gud_jumps_find(film, work, in->gap);
    conducts(film, work, in);
    jumps_conduct(film, work, in);
    if (film->options.flow) gud_film_roughen(film, work, in); // also sets work->thick
    carries(film, work, true, in->drift_x, film->options.flow);
    carries(film, work, false, in->drift_y, film->options.flow && in->slide[1]);
    jumps_carry(film, work, in);
    if (film->wraps) gud_seam_prepare(film, work, in);
    gud_ruptures_find(film, work, in);
    if (film->options.flow) gud_film_drag(film, work, in);
    gud_film_close(film, work->x.rest);
    gud_film_close(film, work->x.carry);
    gud_transport_prepare(film, work, in);
    gud_filling_prepare(film, work, in);
    for (int k = 0; !work->incompressible && k < film->ncell; k++) work->rho[k] = 1.0;
    if (work->compressed) memset(work->rho_u, 0, (size_t)film->ncell * sizeof(double));
    work->incompressible = true, work->compressed = false;
    work->content = !film->options.cavitation->transport ? work->rho // rows without transport carry a full film
                    : in->oil->density                   ? work->rho_theta
                                                         : work->theta;
    if (film->nfeed > 0) gud_taps_prepare(film, work, in);
    if (!film->options.thins) return;
    memset(work->x.stress, 0, (size_t)(film->ncell + film->ny) * sizeof(double)); // guesses of this call alone
    memset(work->y.stress, 0, (size_t)gud_film_nface_y(film) * sizeof(double));
}

// density and thinning at the present pressure
void gud_film_properties(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    if (film->options.thins || film->options.yields) gud_film_thin(film, work, in);
    if (in->wall) gud_yield_spread(film, work);
    if (!in->oil->density) return;
    work->incompressible = false, work->compressed = true;
    gud_film_pressures(film, work, in);
    in->oil->density->eval(in->oil->density_params, film->nstate, work->pressure, work->rho, work->rho_u);
    for (int k = 0; k < film->nstate; k++) work->rho_u[k] *= work->pressure_u[k];
}

// `carry` is NULL where walls do not move along, `voids` where their transport is that of the upstream cells
GUD_INLINE void flux_inner(int n, const double *restrict conduct, const double *restrict carry,
                           const double *restrict voids, const double *restrict u_l, const double *restrict u_h,
                           const double *restrict s_l, const double *restrict s_h, double *restrict flux)
{
    if (!carry)
        for (int j = 0; j < n; j++) flux[j] = conduct[j] * (u_l[j] - u_h[j]);
    else if (voids)
        for (int j = 0; j < n; j++)
            flux[j] =
                conduct[j] * (u_l[j] - u_h[j]) + (carry[j] - voids[j] * (1.0 - (carry[j] >= 0.0 ? s_l[j] : s_h[j])));
    else
        for (int j = 0; j < n; j++)
            flux[j] = conduct[j] * (u_l[j] - u_h[j]) + carry[j] * (carry[j] >= 0.0 ? s_l[j] : s_h[j]);
}

GUD_WIDE static void flux_part(void *user, int first, int end)
{
    const cell_loop *loop = user;
    const gud_face_flow *flow = loop->along ? &loop->work->x : &loop->work->y;
    const double *u = loop->work->u, *s = loop->work->content;
    const int f = loop->range->first + first, l = loop->range->low + first;
    flux_inner(end - first, flow->conduct + f, flow->carries ? flow->carry + f : NULL,
               flow->voids != flow->carry ? flow->voids + f : NULL, u + l, u + f, s + l, s + f, flow->flux + f);
}

// over faces `first` to `end` of an edge
static void edge_fluxes(const gud_film *film, const gud_film_work *work, int e, int first, int end)
{
    const double *u = work->u, *s = work->content;
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &work->x : &work->y;
    const double u_out = work->edge_u[e], s_out = film->edge[e].theta * work->edge_rho[e];
    for (int t = first; t < end; t++) {
        const int f = side->first_face + t, k = side->first_cell + t * side->cell_step;
        const bool leaves = flow->carry[f] * side->sign >= 0.0;
        flow->flux[f] = side->sign * flow->conduct[f] * (u[k] - u_out) + flow->carry[f] * (leaves ? s[k] : s_out);
    }
}

static void fluxes(const gud_film *film, gud_film_work *work)
{
    for (int r = 0; r < 3; r++) {
        cell_loop l = {.film = film, .work = work, .range = &film->inner[r], .along = r < 2};
        gud_cells_share(work->team, film->inner[r].n, flux_part, &l);
    }
    gud_ruptures_flux(work);
    if (film->wraps) gud_seam_flux(film, work);
    if (film->cross) gud_cross_flux(film, work);
    gud_film_close(film, work->x.flux);
    for (int e = 0; e < 4; e++) edge_fluxes(film, work, e, 0, film->side[e].count);
}

// what the cells store, by the stage, and what leaves them over inner faces and edges of x
GUD_INLINE void balances(int n, int ny, double c, const double *restrict area, const double *restrict s,
                         const double *restrict h, const double *restrict m_hat, const double *restrict x,
                         const double *restrict y, double *restrict r)
{
    for (int k = 0; k < n; k++)
        r[k] = area[k] * c * (s[k] * h[k] - m_hat[k]) + ((x[k + ny] - x[k]) + (y[k + 1] - y[k]));
}

// adds what leaves cells of rows from `first` to `end` over edges of y, times the sign
GUD_INLINE void outflow_ends(const gud_film *film, double sign, const double *restrict y, double *restrict sum,
                             int first, int end)
{
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++) {
        const gud_film_side *side = &film->side[e];
        for (int s = first; side->count > 0 && s < end; s++)
            sum[side->first_cell + s * side->cell_step] += sign * side->sign * y[side->first_face + s];
    }
}

// the same of all cells, and over the seam
GUD_INLINE void outflow_edges(const gud_film *film, double sign, const double *restrict y, double *restrict sum)
{
    outflow_ends(film, sign, y, sum, 0, film->nx);
    if (film->wraps) gud_seam_outflow(film, sign, y, sum);
}

GUD_WIDE void gud_film_outflow(const gud_film *film, double sign, const double *restrict x, const double *restrict y,
                               double *restrict sum)
{
    for (int k = 0; k < film->ncell; k++) sum[k] += sign * ((x[k + film->ny] - x[k]) + (y[k + 1] - y[k]));
    outflow_edges(film, sign, y, sum);
}

GUD_WIDE static void balance_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const int ny = l->film->ny;
    const double *restrict x = l->work->x.flux, *restrict y = l->work->y.flux, c = l->in->per_c;
    double *restrict r = l->to;
    if (c > 0.0)
        balances(end - first, ny, c, l->film->area + first, l->work->content + first, l->work->thick + first,
                 l->in->m_hat + first, x + first, y + first, r + first);
    else
        for (int k = first; k < end; k++) r[k] = (x[k + ny] - x[k]) + (y[k + 1] - y[k]);
}

GUD_WIDE void gud_film_residual(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *restrict r)
{
    const int n = film->ncell;
    const double *area = film->area, *y = work->y.flux;
    cell_loop l = {.film = film, .work = work, .in = in, .to = r};
    if (in->oil->density && film->options.cavitation->transport)
        for (int k = 0; k < film->nstate; k++) work->rho_theta[k] = work->rho[k] * work->theta[k];
    fluxes(film, work);
    if (film->nfeed > 0) gud_taps_flux(film, work);
    gud_cells_share(work->team, n, balance_part, &l);
    outflow_edges(film, 1.0, y, r);
    if (in->rate)
        for (int k = 0; k < n; k++) r[k] += area[k] * in->rate[k];
    if (!film->options.cavitation->transport)
        for (int k = 0; k < n; k++) r[k] += work->slack * (work->theta[k] - 1.0);
    if (film->nfeed > 0) gud_taps_residual(film, work, in, r);
    if (film->nfixed > 0)
        for (int k = 0; k < n; k++) r[k] *= film->unknown[k];
}

GUD_WIDE static void unknown_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film *film = l->film;
    const gud_film_work *work = l->work;
    const double moves = film->options.cavitation->transport ? 1.0 : 0.0; // a slack does not
    const bool plain = film->nfixed == 0 && work->incompressible;         // every cell has an unknown, and rho is 1
    double *restrict is_full = work->is_full, *restrict carried = work->carried;
    for (int k = first; plain && k < end; k++) {
        is_full[k] = work->full[k];
        carried[k] = moves * (1.0 - work->full[k]);
    }
    for (int k = first; !plain && k < end; k++) {
        is_full[k] = film->unknown[k] * work->full[k];
        carried[k] = moves * (film->unknown[k] - is_full[k]) * work->rho[k];
    }
    for (int k = first; work->varies && k < end; k++) carried[k] += is_full[k] * work->rho_u[k];
}

// those of cells that fill, and a row before the first one and after the last one
static void unknowns_spread(const gud_film *film, gud_film_work *work)
{
    const int n = film->ncell, ny = film->ny;
    double *is_full = work->is_full, *carried = work->carried;
    gud_filling_carried(work);
    for (int j = 0; film->periodic && j < ny; j++) {
        is_full[j - ny] = is_full[n - ny + j], is_full[n + j] = is_full[j];
        carried[j - ny] = carried[n - ny + j], carried[n + j] = carried[j];
    }
}

// which unknown a cell has, and how the content that is carried and stored changes with it
static void unknowns(const gud_film *film, gud_film_work *work)
{
    cell_loop l = {.film = film, .work = work};
    gud_cells_share(work->team, film->ncell, unknown_part, &l);
    unknowns_spread(film, work);
}

// Flow that leaves a cell over two faces, by its unknown: T falls on full cells, V on the content that moves.
GUD_INLINE double leaving(double T, double T_next, double V, double V_next, double a, double b)
{
    return a * (T + T_next) + 0.5 * b * ((fabs(V_next) + V_next) + (fabs(V) - V)); // V+ = (V + |V|)/2
}

// what a cell stores, and what leaves it over inner faces and edges of x, by its unknown
GUD_INLINE void diagonal(int first, int end, int ny, double c, const double *restrict area,
                         const double *restrict thick, const gud_face_flow *x, const gud_face_flow *y,
                         const double *restrict a, const double *restrict b, double *restrict centre)
{
    const double *restrict T = x->slope, *restrict V = x->voids, *restrict T_y = y->slope, *restrict V_y = y->voids;
    for (int k = first; !y->carries && k < end; k++)
        centre[k] = area[k] * c * thick[k] * b[k] + leaving(T[k], T[k + ny], V[k], V[k + ny], a[k], b[k]) +
                    a[k] * (T_y[k] + T_y[k + 1]);
    for (int k = first; y->carries && k < end; k++)
        centre[k] = area[k] * c * thick[k] * b[k] + leaving(T[k], T[k + ny], V[k], V[k + ny], a[k], b[k]) +
                    leaving(T_y[k], T_y[k + 1], V_y[k], V_y[k + 1], a[k], b[k]);
}

// What comes from the far cells, d away. V is NULL where nothing is carried.
GUD_INLINE void coming(int n, int d, const double *restrict T, const double *restrict V, const double *restrict a,
                       const double *restrict b, double *restrict below, double *restrict above)
{
    for (int k = 0; !V && k < n; k++) {
        below[k] = -a[k - d] * T[k];
        above[k] = -a[k + d] * T[k + d];
    }
    for (int k = 0; V && k < n; k++) {
        below[k] = -(a[k - d] * T[k] + 0.5 * b[k - d] * (fabs(V[k]) + V[k]));
        above[k] = -(a[k + d] * T[k + d] + 0.5 * b[k + d] * (fabs(V[k + d]) - V[k + d]));
    }
}

GUD_INLINE void mask(int n, const double *restrict unknown, double *restrict row)
{
    for (int k = 0; k < n; k++) row[k] *= unknown[k];
}

// derivatives of what flows over the edges of y, of rows from `first` to `end`; those of x are among the faces
static void edge_slopes(const gud_film *film, const gud_film_work *work, double *centre, int first, int end)
{
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++) {
        const gud_film_side *side = &film->side[e];
        for (int t = first; side->count > 0 && t < end; t++) {
            const int f = side->first_face + t, k = side->first_cell + t * side->cell_step;
            centre[k] +=
                work->is_full[k] * work->y.slope[f] + work->carried[k] * gud_larger(work->y.carry[f] * side->sign, 0.0);
        }
    }
}

GUD_WIDE static void couplings_fill(const gud_film *film, gud_film_work *work)
{
    const gud_stencil *m = &work->matrix;
    const double *a = work->is_full, *b = work->carried;
    coming(film->ncell, film->ny, work->x.slope, work->x.voids, a, b, m->west, m->east);
    coming(film->ncell, 1, work->y.slope, work->y.carries ? work->y.voids : NULL, a, b, m->south, m->north);
    work->coupled = true;
}

// fixed and solid cells have the row of the identity
GUD_WIDE static void couplings_mask(const gud_film *film, gud_film_work *work)
{
    double *rows[] = {work->matrix.west, work->matrix.east, work->matrix.south, work->matrix.north};
    for (int r = 0; film->nfixed > 0 && r < GUD_COUNT(rows); r++) mask(film->ncell, film->unknown, rows[r]);
}

void gud_film_couplings(const gud_film *film, gud_film_work *work)
{
    if (work->coupled) return;
    couplings_fill(film, work);
    couplings_mask(film, work);
}

// does anybody look at the matrix: direct solvers, Krylov's method, and who foresees what cells do in a stage
static bool matrix_wanted(const gud_film_work *work, const gud_film_in *in)
{
    return in->per_c > 0.0 || !work->multigrid || work->ring || work->mirror || work->krylov;
}

GUD_WIDE static void diagonal_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_work *w = l->work;
    diagonal(first, end, l->film->ny, l->in->per_c, l->film->area, w->thick, &w->x, &w->y, w->is_full, w->carried,
             w->matrix.centre);
}

// ---- only rows where cells have changed sides

static bool can_update(const gud_film *film, const gud_film_work *w)
{
    return w->assembled && !w->multigrid && w->incompressible && gud_film_is_basic(film, w);
}

// fluxes over faces of rows from i to end
static void fluxes_of_rows(const gud_film *film, gud_film_work *w, int i, int end)
{
    const int ny = film->ny, last = end < film->nx ? end + 1 : end;
    cell_loop along = {.film = film, .work = w, .range = &film->inner[1], .along = true};
    cell_loop across = {.film = film, .work = w, .range = &film->inner[2]};
    flux_part(&along, i > 0 ? (i - 1) * ny : 0, (last - 1) * ny);
    flux_part(&across, i > 0 ? i * ny - 1 : 0, end < film->nx ? end * ny : end * ny - 1);
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++)
        if (film->side[e].count > 0) edge_fluxes(film, w, e, i, end);
}

static void residual_update(const gud_film *film, gud_film_work *w, const gud_film_in *in, double *r)
{
    const int ny = film->ny;
    for (int i, end = 0; gud_film_rows_next(film, w->rows_changed, &i, &end);) fluxes_of_rows(film, w, i, end);
    if (film->periodic) { // the first faces are the last ones
        cell_loop closing = {.film = film, .work = w, .range = &film->inner[0], .along = true};
        flux_part(&closing, 0, film->inner[0].n);
        gud_film_close(film, w->x.flux);
    }
    for (int e = GUD_EDGE_X_LOW; e <= GUD_EDGE_X_HIGH; e++) edge_fluxes(film, w, e, 0, film->side[e].count);
    cell_loop l = {.film = film, .work = w, .in = in, .to = r};
    for (int i, end = 0; gud_film_rows_next(film, w->rows_beside, &i, &end);) {
        balance_part(&l, i * ny, end * ny);
        outflow_ends(film, 1.0, w->y.flux, r, i, end);
        for (int k = i * ny; in->rate && k < end * ny; k++) r[k] += film->area[k] * in->rate[k];
    }
}

static void matrix_update(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int ny = film->ny;
    cell_loop l = {.film = film, .work = w, .in = in};
    for (int i, end = 0; gud_film_rows_next(film, w->rows_changed, &i, &end);) unknown_part(&l, i * ny, end * ny);
    unknowns_spread(film, w);
    w->coupled = false;
    for (int i, end = 0; gud_film_rows_next(film, w->rows_changed, &i, &end);) {
        diagonal_part(&l, i * ny, end * ny);
        edge_slopes(film, w, w->matrix.centre, i, end);
    }
}

bool gud_film_update(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    if (!can_update(film, work)) return false;
    gud_film_rows_find(film, work);
    residual_update(film, work, in, work->residual);
    matrix_update(film, work, in);
    return true;
}

// Jacobian for the present active set: its diagonal, and couplings only where more has to be added to them. Elsewhere
// they wait for someone who needs them.
GUD_WIDE void gud_film_matrix(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const int n = film->ncell;
    const gud_stencil *m = &work->matrix;
    const double *a = work->is_full, *b = work->carried;

    if (can_update(film, work)) {
        gud_film_rows_find(film, work);
        matrix_update(film, work, in);
        return;
    }
    gud_ruptures_switch(film, work);
    if (film->cross) (void)gud_cross_switch(film, work);
    unknowns(film, work);
    work->coupled = false;
    if (film->nfeed > 0) gud_taps_slopes(film, work, in);
    if (!matrix_wanted(work, in)) return;
    const bool more = film->wraps || work->nrupture > 0 || in->wall;
    if (more) couplings_fill(film, work);
    cell_loop l = {.film = film, .work = work, .in = in};
    gud_cells_share(work->team, n, diagonal_part, &l);
    if (!film->options.cavitation->transport)
        for (int k = 0; k < n; k++) m->centre[k] += work->slack * (film->unknown[k] - a[k]);
    edge_slopes(film, work, m->centre, 0, film->nx);
    if (film->wraps) gud_seam_matrix(film, work);
    gud_ruptures_matrix(film, work);
    for (int k = 0; film->nfeed > 0 && k < n; k++) m->centre[k] += a[k] * work->tap_leak[k] + b[k] * work->tap_hold[k];
    if (in->wall) gud_yield_matrix(film, work, in);
    if (more) couplings_mask(film, work);
    for (int k = 0; film->nfixed > 0 && k < n; k++)
        m->centre[k] = m->centre[k] * film->unknown[k] + (1.0 - film->unknown[k]);
    work->assembled = true;
}
