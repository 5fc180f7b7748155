// Films on surfaces in motion: gaps, pressure, forces and their derivatives; docs/theory/surface-film.md.

#include "film/lanes.h"
#include "film/surface_work.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- place

// a unit of the freedom c moves the point x by d, and turns by phi
static inline void unit_motion(int c, const double x[3], double d[3], double phi[3])
{
    double e[3] = {0.0, 0.0, 0.0};
    e[c % 3] = 1.0;
    v3_set(phi, 0.0, 0.0, 0.0);
    v3_copy(d, e);
    if (c < 3) return;
    v3_copy(phi, e);
    v3_cross(d, e, x);
}

// the component of a force f at x along the freedom c
static inline double along_freedom(int c, const double x[3], const double f[3])
{
    if (c < 3) return f[c];
    const int i = (c - 2) % 3, j = (c - 1) % 3;
    return x[i] * f[j] - x[j] * f[i];
}

// velocity of the other body at x; w->other.p carries v
static inline void velocity_at(const gud_pose *other, const double x[3], double V[3])
{
    double r[3];
    v3_axpy(r, x, -1.0, other->p);
    v3_cross(V, other->w, r);
    v3_axpy(V, V, 1.0, other->v);
}

static void kinematics(const gud_surface_film *f, gud_surface_film_work *w)
{
    const gud_grid *g = &f->grid;
    for (int k = 0; k < f->n; k++) {
        double *x = w->hit_place + 3 * k;
        const double *slope = w->field.slope + 3 * k, *along = g->along + 3 * k, *across = g->across + 3 * k;
        v3_axpy(x, g->place + 3 * k, w->field.gap[k], g->normal + 3 * k);
        const double on = w->wet[k] ? 1.0 : 0.0;
        for (int b = 0; b < f->freedoms; b++) {
            const int c = f->freedom[b];
            w->row[b][k] = on * along_freedom(c, x, slope);
            w->slide_v[b][k] = on * along_freedom(c, x, along);
            w->slide_v[f->freedoms + b][k] = on * along_freedom(c, x, across);
        }
        double V[3];
        velocity_at(&w->other, x, V);
        w->slide[0][k] = on * v3_dot(V, along);
        w->slide[1][k] = on * v3_dot(V, across);
        w->rate[k] = on * v3_dot(V, slope);
    }
}

// cells next to k; -1: none
static void neighbours(const gud_surface_film *f, int k, int cell[4])
{
    const int nx = f->metric->nx, ny = f->metric->ny, i = k / ny, j = k % ny;
    const bool ring = f->grid.closed[0];
    cell[0] = i > 0 ? k - ny : ring ? k + (nx - 1) * ny : -1;
    cell[1] = i < nx - 1 ? k + ny : ring ? k - (nx - 1) * ny : -1;
    cell[2] = j > 0 ? k - 1 : -1;
    cell[3] = j < ny - 1 ? k + 1 : -1;
}

// A cell without film takes the gap of those beside it that have one, for the faces between them.
static void borrow(const gud_surface_film *f, gud_surface_film_work *w, int k)
{
    int cell[4], n = 0;
    double sum = 0.0;
    neighbours(f, k, cell);
    for (int b = 0; b < f->freedoms; b++) w->row[b][k] = 0.0;
    for (int s = 0; s < 4; s++) {
        if (cell[s] < 0 || !w->wet[cell[s]]) continue;
        sum += w->gap[cell[s]];
        for (int b = 0; b < f->freedoms; b++) w->row[b][k] += w->row[b][cell[s]];
        n++;
    }
    w->gap[k] = n > 0 ? sum / n : f->spec.high;
    for (int b = 0; b < f->freedoms && n > 1; b++) w->row[b][k] /= n;
}

// where there is film now; true if that is new
static bool wet_now(const gud_surface_film *f, gud_surface_film_work *w, const unsigned char *covered)
{
    bool changed = false;
    for (int k = 0; k < f->n; k++) {
        const unsigned char wet = w->field.state[k] != GUD_GAP_NONE && (!covered || covered[k]);
        changed = changed || wet != w->wet[k];
        w->wet[k] = wet;
    }
    return changed;
}

gud_status gud_surface_film_place(const gud_surface_film *f, gud_surface_film_work *w, const gud_pose *other,
                                  const unsigned char *covered, gud_error *error)
{
    static const gud_pose here = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const gud_gap_pair pair = {
        .grid = &f->grid, .other = f->spec.other, .low = f->spec.low, .high = f->spec.high, .mode = GUD_GAP_NEWTON};
    GUD_TRY(gud_gap_find(&pair, &here, other, &w->search, w->gaps.warm, error, &w->field));
    w->other = *other;
    w->gaps.ncold = w->field.ncold;
    if (wet_now(f, w, covered)) {
        for (int k = 0; k < f->n; k++) w->grid->kind[k] = w->wet[k] ? GUD_CELL_FREE : GUD_CELL_FIXED;
        gud_film_kinds_set(w->film, w->grid);
    }
    kinematics(f, w);
    memcpy(w->gap, w->field.gap, (size_t)f->n * sizeof(double));
    for (int k = 0; k < f->n; k++)
        if (!w->wet[k]) borrow(f, w, k);
    return GUD_OK;
}

// ---- solution

static inline double face_gap(const gud_surface_film *f, int face, const double *gap)
{
    const int l = f->low[face], h = f->high[face];
    return 0.5 * (gap[l >= 0 ? l : h] + gap[h >= 0 ? h : l]);
}

// (11): drift over the faces by the velocities, and the force of a unit of pressure on each cell, (16)
static void drifts(const gud_surface_film *f, gud_surface_film_work *w)
{
    double twist[6], at_origin[3];
    const double origin[3] = {0.0, 0.0, 0.0};
    velocity_at(&w->other, origin, at_origin);
    v3_copy(twist, at_origin);
    v3_copy(twist + 3, w->other.w);
    memset(w->drift, 0, (size_t)f->nface * sizeof(double));
    for (int b = 0; b < f->freedoms; b++) {
        const double speed = twist[f->freedom[b]];
        double *push = w->push[b];
        for (int k = 0; k < f->n; k++) push[k] = w->row[b][k] * f->grid.area[k];
        for (int a = 0; a < f->nface; a++) {
            const int l = f->low[a], h = f->high[a];
            if (l < 0 && h < 0) continue;
            const double gap = face_gap(f, a, w->gap), flow = f->carry[b][a] + gap * f->arm[b][a];
            w->drift_v[b][a] = flow / f->length[a];
            w->drift[a] += speed * w->drift_v[b][a];
            if (l >= 0) push[l] += gap * flow;
            if (h >= 0) push[h] -= gap * flow;
        }
    }
}

static void inputs(const gud_surface_film *f, gud_surface_film_work *w, const gud_surface_film_in *in)
{
    const bool stateful = gud_surface_film_stateful(f);
    for (int k = 0; k < f->n && in->oil->shear; k++) w->slip[k] = hypot(w->slide[0][k], w->slide[1][k]);
    w->in = (gud_film_in){.oil = in->oil,
                          .gap = w->gap,
                          .m_hat = in->m_hat,
                          .per_c = stateful ? in->per_c : 0.0,
                          .rate = stateful ? NULL : w->rate,
                          .drift_x = w->drift,
                          .drift_y = w->drift + f->nface_x,
                          .slip = in->oil->shear ? w->slip : NULL};
    w->asked = *in;
}

// (17): drag of the walls, at the hit
static void add_drag(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                     gud_surface_film_out *out)
{
    const gud_surface_film_in *in = &w->asked;
    const gud_drag *drag = in->drag ? in->drag : &gud_drag_streamers;
    gud_lubricant_out oil = {w->eta, w->scrap[0], w->scrap[1], w->scrap[2], w->scrap[3]};
    for (int k = 0; k < f->n && in->oil->shear; k++) w->shear[k] = w->slip[k] / w->gap[k];
    gud_lubricant_eval(in->oil, f->n, film->pressure, in->oil->shear ? w->shear : NULL, &oil);
    for (int k = 0; k < f->n; k++) {
        w->drag[k] = 0.0;
        if (!w->wet[k]) continue;
        const double share = film->full[k] ? 1.0 : drag->share(in->drag_params, film->theta[k]);
        w->drag[k] = f->fold * w->eta[k] * share * f->grid.area[k] / w->gap[k];
    }
    const int n = f->freedoms;
    for (int k = 0; k < f->n; k++) {
        const double a = w->drag[k] * w->slide[0][k], b = w->drag[k] * w->slide[1][k];
        out->loss_shear += a * w->slide[0][k] + b * w->slide[1][k];
        for (int i = 0; i < n; i++) out->Q[f->freedom[i]] -= a * w->slide_v[i][k] + b * w->slide_v[n + i][k];
    }
}

static void summary(const gud_surface_film *f, const gud_surface_film_work *w, const gud_film_out *film,
                    gud_surface_film_out *out)
{
    for (int k = 0; k < f->n; k++) {
        if (!w->wet[k]) continue;
        out->gap_min = fmin(out->gap_min, w->gap[k]);
        out->pressure_max = fmax(out->pressure_max, film->pressure[k]);
    }
    gud_film_balance balance;
    gud_film_balance_get(w->film, w->solver, &w->in, film, &balance);
    for (int e = 0; e < 4; e++) out->side_flow -= f->fold * balance.edge[e];
    out->side_flow -= f->fold * balance.feed;
    out->loss_flow = f->fold * gud_film_flow_loss(w->film, w->solver);
}

gud_status gud_surface_film_solve(const gud_surface_film *f, gud_surface_film_work *w, const gud_surface_film_in *in,
                                  gud_film_out *film, gud_surface_film_out *out, gud_error *error)
{
    *out = (gud_surface_film_out){.gap_min = INFINITY, .pressure_max = f->spec.cavity};
    drifts(f, w);
    inputs(f, w, in);
    GUD_TRY(gud_film_solve(w->film, w->solver, &w->in, film, error));
    for (int k = 0; k < f->n; k++) w->eta[k] = f->fold * (film->pressure[k] - f->spec.ambient);
    for (int b = 0; b < f->freedoms; b++) out->Q[f->freedom[b]] = gud_sum_of_products(w->eta, w->push[b], f->n);
    add_drag(f, w, film, out);
    summary(f, w, film, out);
    return GUD_OK;
}

// ---- derivatives

// (20): how the other surface's normal, which gives the slope, changes at the point of a cell while the other body
// moves by a unit of the freedom c. Its curvature is taken as that of the reference surface, which differs by the
// order of gap by radius.
static inline void slope_change(const gud_surface_film *f, const gud_surface_film_work *w, int k, int c, double ds[3])
{
    const gud_grid *g = &f->grid;
    const double *n = g->normal + 3 * k, *along = g->along + 3 * k, *across = g->across + 3 * k, *B = f->bend + 3 * k;
    double d[3], phi[3];
    unit_motion(c, w->hit_place + 3 * k, d, phi);
    v3_cross(ds, phi, n);
    const double a = v3_dot(d, along), b = v3_dot(d, across);
    v3_axpy(ds, ds, -(B[0] * a + B[1] * b), along);
    v3_axpy(ds, ds, -(B[1] * a + B[2] * b), across);
}

// (21): forces turn with the slope, and the hit moves along the normal; the gap's rate changes likewise
static void add_turning(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                        gud_surface_film_out *out)
{
    const gud_grid *g = &f->grid;
    for (int k = 0; k < f->n; k++) {
        if (!w->wet[k]) continue;
        const double load = f->fold * (film->pressure[k] - f->spec.ambient) * g->area[k];
        const double *x = w->hit_place + 3 * k, *slope = w->field.slope + 3 * k, *n = g->normal + 3 * k;
        double V[3], wn[3], moved[3];
        velocity_at(&w->other, x, V);
        v3_cross(wn, w->other.w, n);
        v3_cross(moved, n, slope);
        for (int b = 0; b < f->freedoms; b++) {
            double ds[3];
            slope_change(f, w, k, f->freedom[b], ds);
            w->rate_q[b][k] = v3_dot(ds, V) + v3_dot(slope, wn) * w->row[b][k];
            for (int a = 0; a < f->freedoms; a++) {
                const int c = f->freedom[a];
                double more = along_freedom(c, x, ds);
                if (c >= 3) more += moved[c - 3] * w->row[b][k];
                out->Q_q[c][f->freedom[b]] += load * more;
            }
        }
    }
}

// (22): faces carry more as the gap grows; their pressure difference pushes with the gap
static void add_faces(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                      gud_surface_film_out *out)
{
    for (int e = 0; e < f->nface; e++) {
        const int l = f->low[e], h = f->high[e];
        for (int b = 0; b < f->freedoms; b++) w->drift_q[b][e] = 0.0;
        if (l < 0 && h < 0) continue;
        const double gap = face_gap(f, e, w->gap);
        const double fall =
            f->fold * ((l >= 0 ? film->pressure[l] : f->spec.ambient) - (h >= 0 ? film->pressure[h] : f->spec.ambient));
        double turn = 0.0;
        for (int a = 0; a < f->freedoms; a++)
            if (f->freedom[a] >= 3) turn += f->arm[a][e] * w->other.w[f->freedom[a] - 3];
        for (int b = 0; b < f->freedoms; b++) {
            const double gap_q = face_gap(f, e, w->row[b]);
            w->drift_q[b][e] = turn * gap_q / f->length[e];
            for (int a = 0; a < f->freedoms; a++)
                out->Q_q[f->freedom[a]][f->freedom[b]] +=
                    fall * gap_q * (w->drift_v[a][e] * f->length[e] + gap * f->arm[a][e]);
        }
    }
}

static void add_drag_slopes(const gud_surface_film *f, gud_surface_film_work *w, gud_surface_film_out *out)
{
    const int n = f->freedoms;
    for (int k = 0; k < f->n; k++) {
        if (w->drag[k] == 0.0) continue;
        const double s0 = w->slide[0][k], s1 = w->slide[1][k], thinner = w->drag[k] / w->gap[k];
        for (int i = 0; i < n; i++) {
            const double a = w->slide_v[i][k], b = w->slide_v[n + i][k], pull = thinner * (a * s0 + b * s1);
            for (int j = 0; j < n; j++) {
                out->Q_v[f->freedom[i]][f->freedom[j]] -=
                    w->drag[k] * (a * w->slide_v[j][k] + b * w->slide_v[n + j][k]);
                out->Q_q[f->freedom[i]][f->freedom[j]] += pull * w->row[j][k];
            }
        }
    }
}

static void slip_slopes(const gud_surface_film *f, gud_surface_film_work *w)
{
    const int n = f->freedoms;
    for (int k = 0; k < f->n; k++)
        for (int b = 0; b < n; b++)
            w->slip_v[b][k] =
                w->slip[k] > 0.0
                    ? (w->slide[0][k] * w->slide_v[b][k] + w->slide[1][k] * w->slide_v[n + b][k]) / w->slip[k]
                    : 0.0;
}

gud_status gud_surface_film_tangents(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                                     gud_surface_film_out *out)
{
    const bool stateful = gud_surface_film_stateful(f);
    const int n = f->freedoms;
    gud_film_param param[12] = {{0}};
    memset(out->Q_q, 0, sizeof out->Q_q);
    memset(out->Q_v, 0, sizeof out->Q_v);
    add_turning(f, w, film, out);
    add_faces(f, w, film, out);
    add_drag_slopes(f, w, out);
    if (w->in.slip) slip_slopes(f, w);
    for (int b = 0; b < n; b++) {
        param[b] = (gud_film_param){.gap = w->row[b],
                                    .rate = stateful ? NULL : w->rate_q[b],
                                    .drift_x = w->drift_q[b],
                                    .drift_y = w->drift_q[b] + f->nface_x};
        param[n + b] = (gud_film_param){.rate = stateful ? NULL : w->row[b],
                                        .drift_x = w->drift_v[b],
                                        .drift_y = w->drift_v[b] + f->nface_x,
                                        .slip = w->in.slip ? w->slip_v[b] : NULL};
    }
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, film, 2 * n, param, w->p_s, NULL));
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const int i = f->freedom[a], j = f->freedom[b];
            out->Q_q[i][j] += f->fold * gud_sum_of_products(w->p_s[b], w->push[a], f->n);
            out->Q_v[i][j] += f->fold * gud_sum_of_products(w->p_s[n + b], w->push[a], f->n);
        }
    return GUD_OK;
}

void gud_surface_film_balance(const gud_surface_film_work *w, const gud_film_out *film, gud_film_balance *balance)
{
    gud_film_balance_get(w->film, w->solver, &w->in, film, balance);
}
