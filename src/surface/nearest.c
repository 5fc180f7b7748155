#include "surface/nearest.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { most_steps = 40, most_halvings = 12 };
static const double settled = 1e-7; // of the surface's size: behind such a step the error is its square
static const double flat = 1e-8;    // over the surface's size: less curvature is none, the direction is free
static const double level = 1e-10;  // slope of a free direction that is none

// the surface at a point and how its unit normal changes
typedef struct {
    double x[3], t[2][3], tt[3][3]; // tt: uu, uv, vv
    double n[3], n_t[2][3];
} local;

// one candidate: both surfaces, and the gap between
typedef struct {
    double xi[2], other[2], gap;
    local r, c; // both in the reference's frame; c.n points along r.n
} view;

// directions in which the gap can change: parameters per metre, slope and curvature along them
typedef struct {
    int n;
    double v[2][2], slope[2], curvature[2];
} modes;

// ---- surfaces

// at a pole one tangent vanishes: a little beside it, both are there
static void off_pole(const gud_surface *s, double xi[2])
{
    for (int dir = 0; dir < 2; dir++) {
        const double range = s->high[dir] - s->low[dir], near = 1e-7 * range;
        if (s->pole[dir][0]) xi[dir] = fmax(xi[dir], s->low[dir] + near);
        if (s->pole[dir][1]) xi[dir] = fmin(xi[dir], s->high[dir] - near);
    }
}

static void look_at(const gud_surface *s, const double xi[2], double sign, local *l)
{
    gud_surface_point p;
    double N[3], N_u[2][3], a[3], b[3];
    double at[2] = {xi[0], xi[1]};
    off_pole(s, at);
    gud_surface_eval(s, at[0], at[1], &p);
    v3_copy(l->x, p.x);
    v3_copy(l->t[0], p.x_u);
    v3_copy(l->t[1], p.x_v);
    v3_copy(l->tt[0], p.x_uu);
    v3_copy(l->tt[1], p.x_uv);
    v3_copy(l->tt[2], p.x_vv);
    v3_cross(N, p.x_u, p.x_v);
    const double length = v3_norm(N);
    v3_scale(l->n, sign / length, N);
    for (int k = 0; k < 2; k++) {
        v3_cross(a, l->tt[k], p.x_v);
        v3_cross(b, p.x_u, l->tt[k + 1]);
        v3_axpy(N_u[k], a, 1.0, b);
        const double along = v3_dot(N_u[k], l->n);
        for (int i = 0; i < 3; i++) l->n_t[k][i] = sign * (N_u[k][i] - along * l->n[i]) / length;
    }
}

static void rotate(const double R[9], double x[3])
{
    double y[3];
    m3_apply(y, R, x);
    v3_copy(x, y);
}

// the other surface's view in the reference's frame, its normal along n
static void carry(const gud_pose *pose, const double n[3], local *l)
{
    rotate(pose->R, l->x);
    v3_axpy(l->x, l->x, 1.0, pose->p);
    rotate(pose->R, l->n);
    const double sign = v3_dot(l->n, n) < 0.0 ? -1.0 : 1.0;
    v3_scale(l->n, sign, l->n);
    for (int k = 0; k < 3; k++) rotate(pose->R, l->tt[k]);
    for (int k = 0; k < 2; k++) {
        rotate(pose->R, l->t[k]);
        rotate(pose->R, l->n_t[k]);
        v3_scale(l->n_t[k], sign, l->n_t[k]);
    }
}

// the gap at v->xi; false if the ray meets nothing near v->other
static bool find_gap(const gud_nearest_pair *pair, const gud_pose *pose, view *v)
{
    gud_ray ray = {.low = pair->low, .high = pair->high};
    gud_hit hit = {.xi = {v->other[0], v->other[1]}};
    double d[3];
    look_at(pair->reference, v->xi, pair->side, &v->r);
    v3_axpy(d, v->r.x, -1.0, pose->p);
    m3_apply_t(ray.x, pose->R, d);
    m3_apply_t(ray.n, pose->R, v->r.n);
    if (!gud_ray_track(pair->other, &ray, &hit)) return false;
    memcpy(v->other, hit.xi, sizeof hit.xi);
    v->gap = hit.h;
    look_at(pair->other, v->other, 1.0, &v->c);
    carry(pose, v->r.n, &v->c);
    return true;
}

// ---- slopes and curvature of the gap, (38), (39)

// dual tangents: v = sum (dual_k . v) t_k for tangential v
static void dual(const local *l, double d[2][3])
{
    const double E = v3_dot(l->t[0], l->t[0]), F = v3_dot(l->t[0], l->t[1]), G = v3_dot(l->t[1], l->t[1]);
    const double g = E * G - F * F;
    for (int i = 0; i < 3; i++) {
        d[0][i] = (G * l->t[0][i] - F * l->t[1][i]) / g;
        d[1][i] = (E * l->t[1][i] - F * l->t[0][i]) / g;
    }
}

// tangents of the surface that lies at the gap's distance from the reference
static void offset_tangents(const view *v, double T[2][3])
{
    for (int a = 0; a < 2; a++) v3_axpy(T[a], v->r.t[a], v->gap, v->r.n_t[a]);
}

static void slopes(const view *v, double T[2][3], double g[2])
{
    for (int a = 0; a < 2; a++) g[a] = -v3_dot(v->c.n, T[a]) / v3_dot(v->c.n, v->r.n);
}

static void curvature(const view *v, double T[2][3], const double g[2], double H[2][2])
{
    double d[2][3], bend[2][2];
    dual(&v->c, d);
    for (int e = 0; e < 2; e++) {
        double move[3], n[3] = {0.0, 0.0, 0.0};
        v3_axpy(move, T[e], g[e], v->r.n); // of the hit
        for (int b = 0; b < 2; b++) v3_axpy(n, n, v3_dot(d[b], move), v->c.n_t[b]);
        for (int a = 0; a < 2; a++) bend[a][e] = v3_dot(n, T[a]);
    }
    for (int a = 0; a < 2; a++)
        for (int e = 0; e < 2; e++) {
            const double own = v3_dot(v->r.n, v->r.tt[a + e]) - v->gap * v3_dot(v->r.n_t[a], v->r.n_t[e]);
            H[a][e] = -(0.5 * (bend[a][e] + bend[e][a]) + own) / v3_dot(v->c.n, v->r.n);
        }
}

static double form(double H[2][2], const double a[2], const double b[2])
{
    return a[0] * (H[0][0] * b[0] + H[0][1] * b[1]) + a[1] * (H[1][0] * b[0] + H[1][1] * b[1]);
}

// two directions of unit length, across each other, in which the curvature is principal
static void principal(const view *v, double H[2][2], modes *m)
{
    const double E = v3_dot(v->r.t[0], v->r.t[0]), F = v3_dot(v->r.t[0], v->r.t[1]), G = v3_dot(v->r.t[1], v->r.t[1]);
    const double across = sqrt(G - F * F / E);
    const double e[2][2] = {{1.0 / sqrt(E), 0.0}, {-F / E / across, 1.0 / across}};
    const double a = form(H, e[0], e[0]), b = form(H, e[0], e[1]), c = form(H, e[1], e[1]);
    const double angle = 0.5 * atan2(2.0 * b, a - c), co = cos(angle), si = sin(angle);
    m->n = 2;
    for (int k = 0; k < 2; k++) {
        m->v[0][k] = co * e[0][k] + si * e[1][k];
        m->v[1][k] = co * e[1][k] - si * e[0][k];
    }
    for (int k = 0; k < 2; k++) m->curvature[k] = form(H, m->v[k], m->v[k]);
}

// free[k]: parameter k is not held at an edge
static void find_modes(const view *v, const bool open[2], modes *m)
{
    double T[2][3], g[2], H[2][2];
    offset_tangents(v, T);
    slopes(v, T, g);
    curvature(v, T, g, H);
    m->n = 0;
    if (open[0] && open[1]) principal(v, H, m);
    for (int a = 0; a < 2 && m->n == 0; a++) {
        if (!open[a]) continue;
        const double length = v3_norm(v->r.t[a]);
        m->n = 1;
        m->v[0][a] = 1.0 / length;
        m->v[0][1 - a] = 0.0;
        m->curvature[0] = H[a][a] / (length * length);
    }
    for (int k = 0; k < m->n; k++) m->slope[k] = m->v[k][0] * g[0] + m->v[k][1] * g[1];
}

// ---- the search

// at an edge behind which the gap goes on falling, that parameter is held
static void find_open(const gud_surface *s, const view *v, bool open[2])
{
    double T[2][3], g[2];
    offset_tangents(v, T);
    slopes(v, T, g);
    for (int a = 0; a < 2; a++) {
        const bool at_low = v->xi[a] <= s->low[a] && !s->pole[a][0], at_high = v->xi[a] >= s->high[a] && !s->pole[a][1];
        open[a] = s->closed[a] || !((at_low && g[a] > 0.0) || (at_high && g[a] < 0.0));
    }
}

// Newton's step downhill, in parameters; its length
static double step_of(const gud_nearest_pair *pair, const modes *m, double step[2])
{
    const double least = flat / pair->reference->size;
    double length = 0.0;
    step[0] = step[1] = 0.0;
    for (int k = 0; k < m->n; k++) {
        double s = 0.0;
        if (m->curvature[k] > least)
            s = fmax(fmin(-m->slope[k] / m->curvature[k], pair->stride), -pair->stride);
        else if (fabs(m->slope[k]) > level)
            s = -copysign(pair->stride, m->slope[k]);
        length = fmax(length, fabs(s));
        for (int a = 0; a < 2; a++) step[a] += s * m->v[k][a];
    }
    return length;
}

// parameters behind a step: wrapped where closed, on the other side of a pole, held at an edge
static void move_parameters(const gud_surface *s, const double from[2], const double step[2], double part, double to[2])
{
    for (int a = 0; a < 2; a++) to[a] = from[a] + part * step[a];
    for (int a = 0; a < 2; a++) {
        const int b = 1 - a;
        const double before = s->low[a] - to[a], behind = to[a] - s->high[a];
        if (before > 0.0 && s->pole[a][0])
            to[a] = s->low[a] + before;
        else if (behind > 0.0 && s->pole[a][1])
            to[a] = s->high[a] - behind;
        else
            continue;
        to[b] += 0.5 * (s->high[b] - s->low[b]);
    }
    for (int a = 0; a < 2; a++) to[a] = gud_surface_wrap(s, a, to[a]);
}

// geodesics bend in the parameters: second order of a step along one, (41)
static void straighten(const view *v, double step[2])
{
    double d[2][3], bend[3];
    dual(&v->r, d);
    for (int i = 0; i < 3; i++)
        bend[i] = step[0] * step[0] * v->r.tt[0][i] + 2.0 * step[0] * step[1] * v->r.tt[1][i] +
                  step[1] * step[1] * v->r.tt[2][i];
    const double more[2] = {v3_dot(d[0], bend), v3_dot(d[1], bend)};
    for (int a = 0; a < 2; a++)
        if (fabs(more[a]) < fabs(step[a])) step[a] -= 0.5 * more[a];
}

// the step or a part of it that does not lead uphill
static bool step_downhill(const gud_nearest_pair *pair, const gud_pose *pose, const double step[2], view *v)
{
    const double noise = 1e-15 * pair->reference->size;
    double part = 1.0;
    for (int i = 0; i < most_halvings; i++, part *= 0.5) {
        view next = *v;
        move_parameters(pair->reference, v->xi, step, part, next.xi);
        if (!find_gap(pair, pose, &next) || !(next.gap <= v->gap + noise)) continue;
        *v = next;
        return true;
    }
    return false;
}

// ---- derivatives by a shift, (42) to (44)

// how the parameters on the reference follow a shift that changes the slopes there by `by`
static void follow_shift(const gud_nearest_pair *pair, const modes *m, const double by[2], double xi[2])
{
    const double least = flat / pair->reference->size;
    xi[0] = xi[1] = 0.0;
    for (int k = 0; k < m->n; k++) {
        if (!(m->curvature[k] > least)) continue;
        const double s = -(m->v[k][0] * by[0] + m->v[k][1] * by[1]) / m->curvature[k];
        for (int a = 0; a < 2; a++) xi[a] += s * m->v[k][a];
    }
}

// the other's normal turns with it, and because the hit moves on it by `slid`
static void turn_normal(const local *c, double d[2][3], const double turn[3], const double slid[3], double n[3])
{
    v3_cross(n, turn, c->n);
    for (int b = 0; b < 2; b++) v3_axpy(n, n, v3_dot(d[b], slid), c->n_t[b]);
}

static void add_derivative(const gud_nearest_pair *pair, const view *v, const modes *m, int j, gud_nearest *out)
{
    const double cosine = v3_dot(v->c.n, v->r.n);
    double T[2][3], d[2][3], unit[6] = {0}, turned[3], shift[3], slid[3], n[3], by[2], xi[2], hit[3], own[3];
    unit[j] = 1.0;
    offset_tangents(v, T);
    dual(&v->c, d);
    v3_cross(turned, unit + 3, out->hit);
    v3_axpy(shift, unit, 1.0, turned);
    const double rise = v3_dot(v->c.n, shift) / cosine;

    // while the place rests, the hit moves along the ray
    for (int i = 0; i < 3; i++) slid[i] = rise * v->r.n[i] - shift[i];
    turn_normal(&v->c, d, unit + 3, slid, n);
    for (int a = 0; a < 2; a++) by[a] = -v3_dot(n, T[a]) / cosine;
    follow_shift(pair, m, by, xi);

    for (int i = 0; i < 3; i++) {
        out->place_shift[i][j] = v->r.t[0][i] * xi[0] + v->r.t[1][i] * xi[1];
        hit[i] = T[0][i] * xi[0] + T[1][i] * xi[1] + rise * v->r.n[i];
        own[i] = v->r.n_t[0][i] * xi[0] + v->r.n_t[1][i] * xi[1];
        out->hit_shift[i][j] = hit[i];
        slid[i] = hit[i] - shift[i];
    }
    turn_normal(&v->c, d, unit + 3, slid, n);
    const double change = (v3_dot(n, v->r.n) + v3_dot(v->c.n, own)) / cosine;
    for (int i = 0; i < 3; i++) out->slope_shift[i][j] = (n[i] - change * v->c.n[i]) / cosine;
}

void gud_slope_shift(const gud_surface *other, const gud_pose *pose, const double xi[2], const double n[3],
                     const double hit[3], double slope_shift[3][6])
{
    local c;
    double d[2][3];
    look_at(other, xi, 1.0, &c);
    carry(pose, n, &c);
    dual(&c, d);
    const double cosine = v3_dot(c.n, n);
    for (int j = 0; j < 6; j++) {
        double unit[6] = {0}, turned[3], shift[3], slid[3], change[3];
        unit[j] = 1.0;
        v3_cross(turned, unit + 3, hit);
        v3_axpy(shift, unit, 1.0, turned);
        v3_scale(slid, v3_dot(c.n, shift) / cosine, n);
        v3_axpy(slid, slid, -1.0, shift);
        turn_normal(&c, d, unit + 3, slid, change);
        const double part = v3_dot(change, n) / cosine;
        for (int i = 0; i < 3; i++) slope_shift[i][j] = (change[i] - part * c.n[i]) / cosine;
    }
}

bool gud_nearest_find(const gud_nearest_pair *pair, const gud_pose *pose, gud_nearest *nearest)
{
    view v = {.xi = {nearest->xi[0], nearest->xi[1]}, .other = {nearest->other[0], nearest->other[1]}};
    modes m = {0};
    bool open[2];
    if (!find_gap(pair, pose, &v)) return false;
    for (int i = 0; i < most_steps; i++) {
        double step[2];
        find_open(pair->reference, &v, open);
        find_modes(&v, open, &m);
        const double length = step_of(pair, &m, step);
        if (length == 0.0) break;
        straighten(&v, step);
        if (!step_downhill(pair, pose, step, &v) || length <= settled * pair->reference->size) break;
    }
    find_open(pair->reference, &v, open);
    find_modes(&v, open, &m);
    memcpy(nearest->xi, v.xi, sizeof v.xi);
    memcpy(nearest->other, v.other, sizeof v.other);
    nearest->gap = v.gap;
    v3_copy(nearest->place, v.r.x);
    v3_copy(nearest->normal, v.r.n);
    v3_axpy(nearest->hit, v.r.x, v.gap, v.r.n);
    v3_scale(nearest->slope, 1.0 / v3_dot(v.c.n, v.r.n), v.c.n);
    for (int j = 0; j < 6; j++) add_derivative(pair, &v, &m, j, nearest);
    return true;
}
