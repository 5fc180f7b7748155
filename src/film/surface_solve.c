// Films on surfaces in motion: gaps, pressure, forces and their derivatives; docs/theory/surface-film.md.

#include "film/lanes.h"
#include "film/surface_work.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- place

// axes behind that of the turns 3, 4, 5: (e x n) = n_i e_j - n_j e_i
static inline int turn_i(int c)
{
    return c == 3 ? 1 : c == 4 ? 2 : 0;
}

static inline int turn_j(int c)
{
    return c == 3 ? 2 : c == 4 ? 0 : 1;
}

// the component of a force f at x along the freedom c
static inline double along_freedom(int c, const double x[3], const double f[3])
{
    if (c < 3) return f[c];
    const int i = turn_i(c), j = turn_j(c);
    return x[i] * f[j] - x[j] * f[i];
}

static inline void velocity_at(const gud_pose *other, const double x[3], double V[3])
{
    double r[3];
    v3_axpy(r, x, -1.0, other->p);
    v3_cross(V, other->w, r);
    v3_axpy(V, V, 1.0, other->v);
}

// part of a surface's size by which a ray may move before its hit is sought anew: the square of it is rounding
static const double still = 3e-9;

// The ray meets the tangent plane of its last hit here, and its parameters move on likewise (surface.md, 30, 31); true
// if that is all there is to find.
static bool follow(const gud_surface *s, const double *trail, const gud_ray *ray, gud_hit *hit)
{
    double e[3], d[3], N[3], c[3];
    if (isnan(trail[0])) return false;
    v3_cross(N, trail + 3, trail + 6);
    v3_axpy(e, trail, -1.0, ray->x);
    hit->h = v3_dot(N, e) / v3_dot(N, ray->n);
    v3_scale(d, hit->h, ray->n);
    v3_axpy(d, d, -1.0, e);
    const double per_NN = 1.0 / v3_dot(N, N);
    v3_cross(c, d, trail + 6);
    hit->xi[0] = gud_surface_wrap(s, 0, hit->xi[0] + v3_dot(N, c) * per_NN);
    v3_cross(c, trail + 3, d);
    hit->xi[1] = gud_surface_wrap(s, 1, hit->xi[1] + v3_dot(N, c) * per_NN);
    v3_copy(hit->normal, N);
    return v3_dot(d, d) <= still * still * s->size * s->size && hit->h >= ray->low && hit->h <= ray->high;
}

static void keep_trail(const gud_ray *ray, const gud_hit *hit, double *trail)
{
    v3_axpy(trail, ray->x, hit->h, ray->n);
    v3_copy(trail + 3, hit->tangent[0]);
    v3_copy(trail + 6, hit->tangent[1]);
}

// the normal of cell k meets the other surface here; false if nowhere in the window
static bool find_hit(const gud_surface_film *f, gud_surface_film_work *w, int k, gud_hit *hit)
{
    const gud_surface *s = f->spec.other;
    double d[3], *warm = w->gaps.warm + 2 * k, *trail = w->trail + 9 * k;
    gud_ray ray = {.low = f->spec.low, .high = f->spec.high};
    v3_axpy(d, f->grid.place + 3 * k, -1.0, w->other.p);
    m3_apply_t(ray.x, w->other.R, d);
    m3_apply_t(ray.n, w->other.R, f->grid.normal + 3 * k);
    memcpy(hit->xi, warm, sizeof hit->xi);
    const bool known = warm[0] >= s->low[0] && warm[0] <= s->high[0] && warm[1] >= s->low[1] && warm[1] <= s->high[1];
    if (known && follow(s, trail, &ray, hit)) return true;
    if (known && gud_ray_track(s, &ray, hit)) {
        keep_trail(&ray, hit, trail);
    } else {
        trail[0] = NAN;
        w->gaps.ncold++;
        if (!gud_ray_find(s, &ray, &w->search, hit)) hit->xi[0] = hit->xi[1] = NAN;
    }
    memcpy(warm, hit->xi, sizeof hit->xi);
    return !isnan(hit->xi[0]);
}

// what the hit says of the gap: its derivatives, and the other wall's velocity
static inline void set_cell(const gud_surface_film *f, gud_surface_film_work *w, int k, const gud_hit *hit)
{
    const gud_grid *g = &f->grid;
    const double *n = g->normal + 3 * k, *along = g->along + 3 * k, *across = g->across + 3 * k;
    double *x = w->hit_place + 3 * k, *slope = w->slope + 3 * k, slide[2] = {0.0, 0.0}, rate = 0.0;
    w->gap[k] = hit->h;
    v3_axpy(x, g->place + 3 * k, hit->h, n);
    m3_apply(slope, w->other.R, hit->normal);
    v3_scale(slope, 1.0 / v3_dot(slope, n), slope);
    for (int b = 0; b < f->freedoms; b++) {
        const int c = f->freedom[b];
        const double r = along_freedom(c, x, slope), s = along_freedom(c, x, along), t = along_freedom(c, x, across);
        w->row[b][k] = r;
        w->slide_v[b][k] = s;
        w->slide_v[f->freedoms + b][k] = t;
        rate += r * w->twist[c];
        slide[0] += s * w->twist[c];
        slide[1] += t * w->twist[c];
    }
    w->slide[0][k] = slide[0];
    w->slide[1][k] = slide[1];
    w->rate[k] = rate;
}

// A cell without film takes the gap of those beside it that have one, for the faces between them.
static void borrow(const gud_surface_film *f, gud_surface_film_work *w, int k)
{
    int n = 0;
    double sum = 0.0;
    w->slide[0][k] = w->slide[1][k] = w->rate[k] = 0.0;
    for (int b = 0; b < f->freedoms; b++) w->row[b][k] = w->slide_v[b][k] = w->slide_v[f->freedoms + b][k] = 0.0;
    for (int s = 0; s < 4; s++) {
        const int next = f->next[4 * k + s];
        if (next < 0 || !w->wet[next]) continue;
        sum += w->gap[next];
        for (int b = 0; b < f->freedoms; b++) w->row[b][k] += w->row[b][next];
        n++;
    }
    w->gap[k] = n > 0 ? sum / n : f->spec.high;
    for (int b = 0; b < f->freedoms && n > 1; b++) w->row[b][k] /= n;
}

// Where rough walls press into each other their valleys still hold oil: film = f + s ln(1 + exp((gap - f)/s)) with the
// floor f and s = f/4; docs/theory/lubricated.md, eq. (4a).
static void keep_floor(const gud_surface_film *f, gud_surface_film_work *w)
{
    const double floor = f->spec.floor, s = 0.25 * floor, near = floor + 40.0 * s;
    w->close = false;
    for (int k = 0; k < f->n && !w->close; k++) w->close = w->gap[k] < near;
    w->film_gap = w->close ? w->floored : w->gap;
    w->gaps.film = w->film_gap;
    for (int b = 0; b < f->freedoms; b++) w->film_row[b] = w->close ? w->wet_row[b] : w->row[b];
    for (int k = 0; k < f->n && w->close; k++) {
        const double x = (w->gap[k] - floor) / s;
        const bool far = w->gap[k] >= near;
        const double share = far ? 1.0 : 1.0 / (1.0 + exp(-x));
        w->floored[k] = far ? w->gap[k] : floor + s * (fmax(x, 0.0) + log1p(exp(-fabs(x))));
        w->share[k] = share;
        w->bend[k] = share * (1.0 - share) / s;
        w->rate[k] *= share;
        for (int b = 0; b < f->freedoms; b++) w->wet_row[b][k] = share * w->row[b][k];
    }
}

gud_status gud_surface_film_place(const gud_surface_film *f, gud_surface_film_work *w, const gud_pose *other,
                                  const unsigned char *covered, gud_error *error)
{
    bool changed = false;
    double sum = v3_dot(other->p, other->p) + v3_dot(other->v, other->v) + v3_dot(other->w, other->w);
    for (int i = 0; i < 9; i++) sum += other->R[i];
    if (!isfinite(sum)) return gud_fail(error, GUD_ERR_NUMERIC, "film: the pose of a surface is not finite");
    const double origin[3] = {0.0, 0.0, 0.0};
    w->other = *other;
    velocity_at(other, origin, w->twist);
    v3_copy(w->twist + 3, other->w);
    w->gaps.ncold = 0;
    for (int k = 0; k < f->n; k++) {
        gud_hit hit;
        w->hit[k] = find_hit(f, w, k, &hit);
        const unsigned char wet = w->hit[k] && (!covered || covered[k]);
        changed = changed || wet != w->wet[k];
        w->wet[k] = wet;
        if (wet) set_cell(f, w, k, &hit);
    }
    for (int k = 0; k < f->n; k++)
        if (!w->wet[k]) borrow(f, w, k);
    keep_floor(f, w);
    if (!changed) return GUD_OK;
    for (int k = 0; k < f->n; k++) w->grid->kind[k] = w->wet[k] ? GUD_CELL_FREE : GUD_CELL_FIXED;
    gud_film_kinds_set(w->film, w->grid);
    return GUD_OK;
}

// ---- solution

static void on_faces(const gud_surface_film *f, const double *cell, double *restrict face)
{
    const int *restrict low = f->low, *restrict high = f->high;
    for (int a = 0; a < f->nface; a++) face[a] = 0.5 * (cell[low[a]] + cell[high[a]]);
}

// (11): drift over the faces by the velocities, and the force of a unit of pressure on each cell, (16)
static void drifts(const gud_surface_film *f, gud_surface_film_work *w)
{
    on_faces(f, w->film_gap, w->face_gap);
    memset(w->drift, 0, (size_t)f->nface * sizeof(double));
    for (int b = 0; b < f->freedoms; b++) {
        const double speed = w->twist[f->freedom[b]], *carry = f->carry[b], *arm = f->arm[b];
        double *restrict push = w->push[b], *restrict drift_v = w->drift_v[b], *restrict drift = w->drift;
        for (int k = 0; k < f->n; k++) push[k] = w->film_row[b][k] * f->grid.area[k];
        for (int a = 0; a < f->nface; a++) {
            const double gap = w->face_gap[a], flow = carry[a] + gap * arm[a];
            drift_v[a] = flow * f->per_length[a];
            drift[a] += speed * drift_v[a];
            push[f->low[a]] += gap * flow * f->has_low[a];
            push[f->high[a]] -= gap * flow * f->has_high[a];
        }
    }
}

static void inputs(const gud_surface_film *f, gud_surface_film_work *w, const gud_surface_film_in *in)
{
    const bool stateful = gud_surface_film_stateful(f);
    for (int k = 0; k < f->n && in->oil->shear; k++) w->slip[k] = hypot(w->slide[0][k], w->slide[1][k]);
    w->in = (gud_film_in){.oil = in->oil,
                          .gap = w->film_gap,
                          .m_hat = in->m_hat,
                          .per_c = stateful ? in->per_c : 0.0,
                          .rate = stateful ? NULL : w->rate,
                          .drift_x = w->drift,
                          .drift_y = w->drift + f->nface_x,
                          .slip = in->oil->shear ? w->slip : NULL};
    w->asked = *in;
}

// (17): drag of the walls, at the hit
GUD_WIDE static void add_drag(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                              gud_surface_film_out *out)
{
    const gud_surface_film_in *in = &w->asked;
    const gud_drag *drag = in->drag ? in->drag : &gud_drag_streamers;
    double *thinning = w->scrap[3];
    gud_lubricant_out oil = {w->eta, w->scrap[0], w->scrap[1], w->scrap[2]};
    gud_lubricant_eval(in->oil, f->n, film->pressure, &oil);
    gud_film_thinning(w->film, w->solver, &w->in, thinning);
    gud_film_fractions(w->film, w->solver, film->theta, w->scrap[0]);
    drag->share(in->drag_params, f->n, w->scrap[0], w->drag);
    for (int k = 0; k < f->n; k++)
        w->drag[k] =
            w->wet[k] ? f->fold * w->eta[k] * thinning[k] * w->drag[k] * f->grid.area[k] / w->film_gap[k] : 0.0;
    double *a = w->scrap[0], *b = w->scrap[1];
    for (int k = 0; k < f->n; k++) a[k] = w->drag[k] * w->slide[0][k], b[k] = w->drag[k] * w->slide[1][k];
    out->loss_shear = gud_sum_of_products(a, w->slide[0], f->n) + gud_sum_of_products(b, w->slide[1], f->n);
    for (int i = 0; i < f->freedoms; i++)
        out->Q[f->freedom[i]] -=
            gud_sum_of_products(a, w->slide_v[i], f->n) + gud_sum_of_products(b, w->slide_v[f->freedoms + i], f->n);
}

static void summary(const gud_surface_film *f, const gud_surface_film_work *w, const gud_film_out *film,
                    gud_surface_film_out *out)
{
    for (int k = 0; k < f->n; k++)
        if (w->wet[k]) out->pressure_max = fmax(out->pressure_max, film->pressure[k]);
    gud_film_balance balance;
    gud_film_flows_get(w->film, w->solver, &balance);
    for (int e = 0; e < 4; e++) out->side_flow -= f->fold * balance.edge[e];
    out->side_flow -= f->fold * balance.feed;
    out->loss_flow = f->fold * gud_film_flow_loss(w->film, w->solver);
}

GUD_WIDE static void add_pressure(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *film,
                                  gud_surface_film_out *out)
{
    for (int k = 0; k < f->n; k++) w->load[k] = f->fold * (film->pressure[k] - f->spec.ambient);
    for (int b = 0; b < f->freedoms; b++) out->Q[f->freedom[b]] = gud_sum_of_products(w->load, w->push[b], f->n);
}

gud_status gud_surface_film_solve(const gud_surface_film *f, gud_surface_film_work *w, const gud_surface_film_in *in,
                                  gud_film_out *state, gud_surface_film_out *out, gud_error *error)
{
    *out = (gud_surface_film_out){.pressure_max = f->spec.cavity};
    drifts(f, w);
    inputs(f, w, in);
    GUD_TRY(gud_film_solve(w->film, w->solver, &w->in, state, error));
    add_pressure(f, w, state, out);
    add_drag(f, w, state, out);
    summary(f, w, state, out);
    return GUD_OK;
}

// ---- derivatives

// Column b of the derivatives: forces turn with the slope, (20). The other surface's normal changes by
// phi x n - bend d where the body moves by d and turns by phi; the curvature is taken as that of the reference surface,
// which differs by the order of gap by radius.
GUD_WIDE static void add_bend(const gud_surface_film *f, gud_surface_film_work *w, int b, gud_surface_film_out *out)
{
    const int n = f->freedoms, column = f->freedom[b];
    const double *a = w->slide_v[b], *c = w->slide_v[n + b], *B = f->bend;
    double *restrict u = w->scrap[0], *restrict v = w->scrap[1];
    for (int k = 0; k < f->n; k++) {
        u[k] = -w->press[k] * (B[3 * k] * a[k] + B[3 * k + 1] * c[k]);
        v[k] = -w->press[k] * (B[3 * k + 1] * a[k] + B[3 * k + 2] * c[k]);
    }
    for (int i = 0; i < n; i++)
        out->Q_q[f->freedom[i]][column] +=
            gud_sum_of_products(u, w->slide_v[i], f->n) + gud_sum_of_products(v, w->slide_v[n + i], f->n);
}

// the same for what a turn does by itself: column b is one
static void add_turn(const gud_surface_film *f, const gud_surface_film_work *w, int b, gud_surface_film_out *out)
{
    const int column = f->freedom[b], i = turn_i(column), j = turn_j(column);
    double sum[6] = {0};
    for (int k = 0; k < f->n; k++) {
        const double load = w->press[k], *x = w->hit_place + 3 * k, *n = f->grid.normal + 3 * k;
        double turned[3] = {0.0, 0.0, 0.0};
        turned[i] = -load * n[j];
        turned[j] = load * n[i];
        for (int a = 0; a < f->freedoms; a++) sum[a] += along_freedom(f->freedom[a], x, turned);
    }
    for (int a = 0; a < f->freedoms; a++) out->Q_q[f->freedom[a]][column] += sum[a];
}

// The hit moves along the normal while the gap changes, and so does the moment of row a.
GUD_WIDE static void add_arm(const gud_surface_film *f, gud_surface_film_work *w, int a, gud_surface_film_out *out)
{
    const int c = f->freedom[a], i = turn_i(c), j = turn_j(c);
    double *restrict moved = w->scrap[0];
    for (int k = 0; k < f->n; k++) {
        const double *n = f->grid.normal + 3 * k, *slope = w->slope + 3 * k;
        moved[k] = w->press[k] * (n[i] * slope[j] - n[j] * slope[i]);
    }
    for (int b = 0; b < f->freedoms; b++) out->Q_q[c][f->freedom[b]] += gud_sum_of_products(moved, w->row[b], f->n);
}

// the gap's rate changes likewise; rows without a state see it
static void rate_slopes(const gud_surface_film *f, gud_surface_film_work *w, int b)
{
    const int n = f->freedoms, c = f->freedom[b];
    for (int k = 0; k < f->n; k++) {
        const double *B = f->bend + 3 * k, *normal = f->grid.normal + 3 * k;
        const double a = w->slide_v[b][k], d = w->slide_v[n + b][k];
        double phi[3] = {0.0, 0.0, 0.0}, turned[3], V[3], wn[3];
        if (c >= 3) phi[c - 3] = 1.0;
        v3_cross(turned, phi, normal);
        v3_cross(wn, w->other.w, normal);
        velocity_at(&w->other, w->hit_place + 3 * k, V);
        w->rate_q[b][k] = v3_dot(turned, V) - (B[0] * a + B[1] * d) * w->slide[0][k] -
                          (B[1] * a + B[2] * d) * w->slide[1][k] + v3_dot(w->slope + 3 * k, wn) * w->row[b][k];
    }
}

// (22): faces carry more as the gap grows; their pressure difference pushes with the gap
GUD_WIDE static void add_faces(const gud_surface_film *f, gud_surface_film_work *w, gud_surface_film_out *out)
{
    double *restrict fall = w->drift_q[0], *restrict cells = w->scrap[0];
    for (int e = 0; e < f->nface; e++)
        fall[e] = f->has_low[e] * w->load[f->low[e]] - f->has_high[e] * w->load[f->high[e]];
    for (int a = 0; a < f->freedoms; a++) {
        memset(cells, 0, (size_t)f->n * sizeof(double));
        for (int e = 0; e < f->nface; e++) {
            const double half = 0.5 * fall[e] * (f->carry[a][e] + 2.0 * w->face_gap[e] * f->arm[a][e]);
            cells[f->low[e]] += half;
            cells[f->high[e]] += half;
        }
        for (int b = 0; b < f->freedoms; b++)
            out->Q_q[f->freedom[a]][f->freedom[b]] += gud_sum_of_products(cells, w->film_row[b], f->n);
    }
    double *restrict turn = w->face_gap; // not needed any more
    memset(turn, 0, (size_t)f->nface * sizeof(double));
    for (int a = 0; a < f->freedoms; a++)
        for (int e = 0; f->freedom[a] >= 3 && e < f->nface; e++)
            turn[e] += f->arm[a][e] * f->per_length[e] * w->other.w[f->freedom[a] - 3];
    for (int b = 0; b < f->freedoms; b++) {
        on_faces(f, w->film_row[b], w->drift_q[b]);
        for (int e = 0; e < f->nface; e++) w->drift_q[b][e] *= turn[e];
    }
}

GUD_WIDE static void add_drag_slopes(const gud_surface_film *f, gud_surface_film_work *w, gud_surface_film_out *out)
{
    const int n = f->freedoms;
    double *restrict u = w->scrap[0], *restrict v = w->scrap[1], *restrict pull = w->scrap[2];
    for (int i = 0; i < n; i++) {
        const double *a = w->slide_v[i], *b = w->slide_v[n + i];
        for (int k = 0; k < f->n; k++) {
            u[k] = w->drag[k] * a[k];
            v[k] = w->drag[k] * b[k];
            pull[k] = (u[k] * w->slide[0][k] + v[k] * w->slide[1][k]) / w->film_gap[k];
        }
        for (int j = 0; j < n; j++) {
            out->Q_v[f->freedom[i]][f->freedom[j]] -=
                gud_sum_of_products(u, w->slide_v[j], f->n) + gud_sum_of_products(v, w->slide_v[n + j], f->n);
            out->Q_q[f->freedom[i]][f->freedom[j]] += gud_sum_of_products(pull, w->film_row[j], f->n);
        }
    }
}

static void slip_slopes(const gud_surface_film *f, gud_surface_film_work *w)
{
    const int n = f->freedoms;
    for (int k = 0; k < f->n; k++)
        for (int b = 0; b < n; b++) {
            const double along = w->slide[0][k] * w->slide_v[b][k] + w->slide[1][k] * w->slide_v[n + b][k];
            w->slip_v[b][k] = w->slip[k] > 0.0 ? along / w->slip[k] : 0.0;
        }
}

// pressure on the slope; where walls touch, on the wet part, which changes with the gap
GUD_WIDE static void add_wet_part(const gud_surface_film *f, gud_surface_film_work *w, gud_surface_film_out *out)
{
    double *restrict by_gap = w->scrap[0];
    for (int k = 0; k < f->n; k++) w->press[k] = w->load[k] * f->grid.area[k];
    if (!w->close) return;
    for (int a = 0; a < f->freedoms; a++) {
        for (int k = 0; k < f->n; k++) by_gap[k] = w->press[k] * w->bend[k] * w->row[a][k];
        for (int b = 0; b < f->freedoms; b++)
            out->Q_q[f->freedom[a]][f->freedom[b]] += gud_sum_of_products(by_gap, w->row[b], f->n);
    }
    for (int k = 0; k < f->n; k++) w->press[k] *= w->share[k];
}

GUD_WIDE static void add_pressure_slopes(const gud_surface_film *f, const gud_surface_film_work *w,
                                         gud_surface_film_out *out)
{
    const int n = f->freedoms;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const int i = f->freedom[a], j = f->freedom[b];
            out->Q_q[i][j] += f->fold * gud_sum_of_products(w->p_s[b], w->push[a], f->n);
            out->Q_v[i][j] += f->fold * gud_sum_of_products(w->p_s[n + b], w->push[a], f->n);
        }
}

gud_status gud_surface_film_tangents(const gud_surface_film *f, gud_surface_film_work *w, const gud_film_out *state,
                                     gud_surface_film_out *out)
{
    const bool stateful = gud_surface_film_stateful(f);
    const int n = f->freedoms;
    gud_film_param param[12] = {{0}};
    memset(out->Q_q, 0, sizeof out->Q_q);
    memset(out->Q_v, 0, sizeof out->Q_v);
    add_wet_part(f, w, out);
    add_faces(f, w, out);
    add_drag_slopes(f, w, out);
    for (int b = 0; b < n; b++) {
        add_bend(f, w, b, out);
        if (f->freedom[b] < 3) continue;
        add_turn(f, w, b, out);
        add_arm(f, w, b, out);
    }
    for (int b = 0; b < n && !stateful; b++) rate_slopes(f, w, b);
    if (w->in.slip) slip_slopes(f, w);
    for (int b = 0; b < n; b++) {
        param[b] = (gud_film_param){.gap = w->film_row[b],
                                    .rate = stateful ? NULL : w->rate_q[b],
                                    .drift_x = w->drift_q[b],
                                    .drift_y = w->drift_q[b] + f->nface_x};
        param[n + b] = (gud_film_param){
            .rate = stateful ? NULL : w->film_row[b], .drift_x = w->drift_v[b], .drift_y = w->drift_v[b] + f->nface_x};
    }
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, state, 2 * n, param, w->p_s, NULL));
    add_pressure_slopes(f, w, out);
    return GUD_OK;
}

void gud_surface_film_balance(const gud_surface_film_work *w, const gud_film_out *state, gud_film_balance *balance)
{
    gud_film_balance_get(w->film, w->solver, &w->in, state, balance);
}
