// Derivatives of the solution by parameters of the gap, its rate and the drift, and balances of the flow.
// At fixed active set the balance G(w, s) = 0 gives  G_w w_s = -G_s: one more right-hand side a parameter.

#include "film/lanes.h"
#include "film/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Derivatives of inner fluxes by the gap that conducts and by the gap that carries, into flow->low and flow->high,
// which the matrix does not need any more.
GUD_INLINE void inner_slopes(const gud_film_work *w, const gud_film_in *in, const gud_film_faces *faces,
                             const gud_face_flow *flow, const double *drift, int n, int f, int l, int h)
{
    const double *restrict weight = faces->weight + f, *restrict conduct = flow->conduct + f;
    const double *restrict carry = flow->carry + f, *restrict length = faces->length + f;
    const double *restrict u = w->u, *restrict gaps = in->gap, *restrict content = w->content;
    double *restrict low = flow->low + f, *restrict high = flow->high + f;
    for (int j = 0; j < n; j++) {
        const double gap = weight[j] * gaps[l + j] + (1.0 - weight[j]) * gaps[h + j];
        low[j] = 3.0 * conduct[j] * (u[l + j] - u[h + j]) / gap;
        high[j] = 0.0;
    }
    for (int j = 0; in->oil->shear && j < n; j++) low[j] += conduct[j] * (u[l + j] - u[h + j]) * flow->thin_gap[f + j];
    for (int j = 0; drift && j < n; j++)
        high[j] = 0.5 * length[j] * drift[f + j] * (carry[j] >= 0.0 ? content[l + j] : content[h + j]);
}

// derivatives of n inner fluxes by one parameter; thick_s is that of the gap that carries
GUD_INLINE void inner_fluxes(const gud_film_work *w, const gud_film_faces *faces, const gud_face_flow *flow,
                             const double *restrict gap_s, const double *restrict thick_s,
                             const double *restrict drift_s, int n, int f, int l, int h, double *restrict out)
{
    const double *restrict weight = faces->weight + f, *restrict length = faces->length + f;
    const double *restrict by_conduct = flow->low + f, *restrict by_carry = flow->high + f;
    const double *restrict carry = flow->carry + f, *restrict gaps = w->thick, *restrict content = w->content;
    for (int j = 0; j < n; j++) out[f + j] = 0.0;
    for (int j = 0; gap_s && j < n; j++) {
        const double a = weight[j];
        out[f + j] = by_conduct[j] * (a * gap_s[l + j] + (1.0 - a) * gap_s[h + j]) +
                     by_carry[j] * (thick_s[l + j] + thick_s[h + j]);
    }
    for (int j = 0; drift_s && j < n; j++) {
        const double more = 0.5 * length[j] * drift_s[f + j] * (gaps[l + j] + gaps[h + j]);
        const double ahead = carry[j] != 0.0 ? carry[j] : more, low = content[l + j], high = content[h + j];
        out[f + j] += more * (ahead >= 0.0 ? low : high);
    }
}

GUD_WIDE static void all_slopes(const gud_film *film, const gud_film_work *w, const gud_film_in *in)
{
    const int nx = film->nx, ny = film->ny;
    if (film->periodic) inner_slopes(w, in, &film->x, &w->x, in->drift_x, ny, 0, (nx - 1) * ny, 0);
    inner_slopes(w, in, &film->x, &w->x, in->drift_x, (nx - 1) * ny, ny, 0, ny);
    for (int i = 0; i < nx; i++)
        inner_slopes(w, in, &film->y, &w->y, in->drift_y, ny - 1, i * (ny + 1) + 1, i * ny, i * ny + 1);
}

static double edge_flux(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int e,
                        const gud_film_param *p, const double *thick_s, int f, int k)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &w->x : &w->y;
    const double *drift = e < 2 ? in->drift_x : in->drift_y, *drift_s = e < 2 ? p->drift_x : p->drift_y;
    const double length = e < 2 ? film->x.length[f] : film->y.length[f];
    double weight[2];
    const double gap = gud_film_edge_gap(side, in->gap, k, weight);
    const double face_s = p->gap ? 0.5 * ((1.0 + weight[0]) * p->gap[k] + weight[1] * p->gap[k + side->inner]) : 0.0;
    double conduct = 6.0 / (in->gap[k] + gap);
    if (in->oil->shear) conduct += flow->thin_gap[f];

    const double thick = gud_film_edge_gap(side, w->thick, k, weight);
    const double edge_s = p->gap ? weight[0] * thick_s[k] + weight[1] * thick_s[k + side->inner] : 0.0;
    const double carry = length * ((drift ? drift[f] : 0.0) * edge_s + (drift_s ? drift_s[f] : 0.0) * thick);
    const double ahead = flow->carry[f] != 0.0 ? flow->carry[f] : carry;
    const double content = ahead * side->sign >= 0.0 ? w->content[k] : film->edge[e].theta * w->edge_rho[e];
    return side->sign * flow->conduct[f] * conduct * face_s * (w->u[k] - w->edge_u[e]) + carry * content;
}

GUD_WIDE static void flux_derivatives(const gud_film *film, gud_film_work *w, const gud_film_in *in,
                                      const gud_film_param *p, const double *thick_s)
{
    const int nx = film->nx, ny = film->ny;
    if (film->periodic)
        inner_fluxes(w, &film->x, &w->x, p->gap, thick_s, p->drift_x, ny, 0, (nx - 1) * ny, 0, w->flux_s_x);
    inner_fluxes(w, &film->x, &w->x, p->gap, thick_s, p->drift_x, (nx - 1) * ny, ny, 0, ny, w->flux_s_x);
    for (int i = 0; i < nx; i++)
        inner_fluxes(w, &film->y, &w->y, p->gap, thick_s, p->drift_y, ny - 1, i * (ny + 1) + 1, i * ny, i * ny + 1,
                     w->flux_s_y);
    for (int e = 0; e < 4; e++)
        for (int s = 0; s < film->side[e].count; s++) {
            const int f = film->side[e].first_face + s * film->side[e].face_step;
            const int k = film->side[e].first_cell + s * film->side[e].cell_step;
            const bool open = (e < 2 ? film->x.length : film->y.length)[f] > 0.0;
            (e < 2 ? w->flux_s_x : w->flux_s_y)[f] = open ? edge_flux(film, w, in, e, p, thick_s, f, k) : 0.0;
        }
    if (film->options.flow || (in->oil->shear && p->slip)) gud_film_rheology(film, w, in, p);
    if (film->periodic) memcpy(w->flux_s_x + nx * ny, w->flux_s_x, (size_t)ny * sizeof(double));
}

// column[k] = -dG_k/ds
GUD_WIDE static void right_side(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                                double *restrict column)
{
    const int ny = film->ny;
    const double *thick_s = p->gap;
    if (film->options.flow && p->gap) {
        for (int k = 0; k < film->ncell; k++) w->thick_s[k] = w->rough.mean_h[k] * p->gap[k];
        thick_s = w->thick_s;
    }
    flux_derivatives(film, w, in, p, thick_s);
    for (int i = 0; i < film->nx; i++) {
        const double *restrict x = w->flux_s_x + i * ny, *restrict y = w->flux_s_y + i * (ny + 1);
        for (int j = 0; j < ny; j++) column[i * ny + j] = (x[j] - x[ny + j]) + (y[j] - y[j + 1]);
    }
    for (int k = 0; p->gap && k < film->ncell; k++) column[k] -= film->area[k] * in->per_c * w->content[k] * thick_s[k];
    for (int k = 0; p->rate && k < film->ncell; k++) column[k] -= film->area[k] * p->rate[k];
    for (int k = 0; k < film->ncell; k++) column[k] *= film->unknown[k];
}

gud_status gud_film_tangent(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_out *out,
                            int n, const gud_film_param *param, double *const *pressure_s, double *const *m_s)
{
    assert(n <= film->options.nparam);
    static const double accurate = 1e-8; // of the iterative solver
    const gud_cavitation *row = film->options.cavitation;

    if (w->varies) { // the last factorisation belongs to the step before the last pressure
        gud_film_matrix(film, w, in);
        GUD_TRY(gud_film_factor(film, w, in));
    }
    all_slopes(film, w, in);
    for (int a = 0; a < n; a++) right_side(film, w, in, &param[a], w->columns + (size_t)a * (size_t)film->ncell);
    GUD_TRY(gud_film_linear(w, n, w->columns, accurate));
    for (int a = 0; a < n; a++)
        for (int k = 0; k < film->ncell; k++) {
            const double x = w->columns[(size_t)a * (size_t)film->ncell + (size_t)k];
            const bool pressed = w->full[k] && film->kind[k] == GUD_CELL_FREE;
            const bool cut = row->clips && out->pressure[k] <= film->options.cavity;
            pressure_s[a][k] = pressed && !cut ? x * w->pressure_u[k] : 0.0;
            if (!m_s) continue;
            const double content_s = pressed ? x * w->rho_u[k] : row->transport && !w->full[k] ? x * w->rho[k] : 0.0;
            const double open = film->options.flow ? w->rough.mean_h[k] : 1.0;
            m_s[a][k] = content_s * w->thick[k] + (param[a].gap ? w->content[k] * open * param[a].gap[k] : 0.0);
        }
    return GUD_OK;
}

void gud_film_balance_get(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_out *out,
                          gud_film_balance *b)
{
    const int nx = film->nx, ny = film->ny;
    *b = (gud_film_balance){0};
    for (int e = 0; e < 4; e++)
        for (int s = 0; s < film->side[e].count; s++) {
            const int f = film->side[e].first_face + s * film->side[e].face_step;
            const int k = film->side[e].first_cell + s * film->side[e].cell_step;
            const double q = -film->side[e].sign * (e < 2 ? w->x.flux : w->y.flux)[f];
            if (film->kind[k] != GUD_CELL_FREE) continue;
            b->edge[e] += q;
            b->through += fmax(q, 0.0);
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, g = i * (ny + 1) + j;
            if (film->kind[k] == GUD_CELL_FREE) {
                if (in->per_c > 0.0) b->storage += film->area[k] * in->per_c * (out->m[k] - in->m_hat[k]);
                if (in->rate) b->source += film->area[k] * in->rate[k];
                continue;
            }
            // flows from this cell to free neighbours
            const int east = (i + 1 < nx ? i + 1 : film->periodic ? 0 : -1) * ny + j;
            const int west = (i > 0 ? i - 1 : film->periodic ? nx - 1 : -1) * ny + j;
            double q[4] = {0};
            if (east >= 0 && film->kind[east] == GUD_CELL_FREE) q[0] = w->x.flux[k + ny];
            if (west >= 0 && film->kind[west] == GUD_CELL_FREE) q[1] = -w->x.flux[k];
            if (j + 1 < ny && film->kind[k + 1] == GUD_CELL_FREE) q[2] = w->y.flux[g + 1];
            if (j > 0 && film->kind[k - 1] == GUD_CELL_FREE) q[3] = -w->y.flux[g];
            for (int s = 0; s < 4; s++) b->feed += q[s], b->through += fmax(q[s], 0.0);
        }
    b->through = fmax(b->through, fmax(fabs(b->storage), fabs(b->source)));
    b->error = b->edge[0] + b->edge[1] + b->edge[2] + b->edge[3] + b->feed - b->storage - b->source;
}

// sum over faces of T (u_l - u_h) (p_l - p_h)
double gud_film_flow_loss(const gud_film *film, const gud_film_work *w)
{
    const int nx = film->nx, ny = film->ny;
    const double *u = w->u, *p = w->pressure;
    double sum = 0.0;
    for (int i = film->periodic ? 0 : 1; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int f = i * ny + j, l = (i > 0 ? i - 1 : nx - 1) * ny + j;
            sum += w->x.conduct[f] * (u[l] - u[f]) * (p[l] - p[f]);
        }
    for (int i = 0; i < nx; i++)
        for (int j = 1; j < ny; j++) {
            const int f = i * (ny + 1) + j, k = i * ny + j;
            sum += w->y.conduct[f] * (u[k] - u[k - 1]) * (p[k] - p[k - 1]);
        }
    for (int e = 0; e < 4; e++)
        for (int s = 0; s < film->side[e].count; s++) {
            const int f = film->side[e].first_face + s * film->side[e].face_step;
            const int k = film->side[e].first_cell + s * film->side[e].cell_step;
            sum += (e < 2 ? w->x.conduct : w->y.conduct)[f] * (u[k] - w->edge_u[e]) * (p[k] - film->edge[e].pressure);
        }
    return sum;
}

const double *gud_film_flux_x(const gud_film_work *work)
{
    return work->x.flux;
}

const double *gud_film_flux_y(const gud_film_work *work)
{
    return work->y.flux;
}
