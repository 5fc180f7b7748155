// One ray against one surface; docs/theory/surface.md, (20) to (24), (30) to (33).

#include "num/vec.h"
#include "surface/gap.h"

#include <math.h>

static const double close_enough = 1e-11; // of the tangents' length: the step after which no other is needed
static const double tangent_ray = 1e-10;  // sine of the angle between ray and surface that Newton cannot handle
static const double pole = 1e-8;          // ratio of the tangents' lengths below which the shorter one is none
static const double edge = 1e-9;          // of a patch: how far beyond its edge a hit still counts
static const double start_edge = 1e-2;    // the same for starts that are still to be polished
static const double rank_lost = 1e-6;     // of the largest pivot, at a root that the pencil gave

enum { most_steps = 12 };

// ---- one step of Newton

typedef struct {
    double h, ds, dt;
    double normal[3];
    bool done; // the next step would change nothing
} newton_step;

// Where the ray meets the tangent plane (30), and the parameters of that place (31). False if the plane does not exist
// or the ray lies in it.
static inline bool newton(const gud_ray *ray, const gud_patch_point *p, newton_step *step)
{
    double e[3], d[3], c[3], *N = step->normal;
    v3_cross(N, p->x_s, p->x_t);
    v3_axpy(e, p->x, -1.0, ray->x);
    const double NN = v3_dot(N, N), Nn = v3_dot(N, ray->n);
    const double ss = v3_dot(p->x_s, p->x_s), tt = v3_dot(p->x_t, p->x_t);
    if (!(Nn * Nn > tangent_ray * tangent_ray * NN) || fmin(ss, tt) < pole * pole * fmax(ss, tt)) return false;

    step->h = v3_dot(N, e) / Nn;
    v3_scale(d, step->h, ray->n);
    v3_axpy(d, d, -1.0, e);
    v3_cross(c, d, p->x_t);
    step->ds = v3_dot(N, c) / NN;
    v3_cross(c, p->x_s, d);
    step->dt = v3_dot(N, c) / NN;
    step->done = v3_dot(d, d) <= close_enough * close_enough * (ss + tt);
    return true;
}

// At a pole one tangent is none, but the normal has a limit. The step goes along the other tangent.
static bool newton_at_pole(const gud_surface *s, const gud_ray *ray, const double xi[2], const gud_patch_point *p,
                           newton_step *step)
{
    gud_surface_point full;
    double e[3], d[3];
    gud_surface_eval(s, xi[0], xi[1], &full);
    const double Nn = v3_dot(full.normal, ray->n), ss = v3_dot(p->x_s, p->x_s), tt = v3_dot(p->x_t, p->x_t);
    if (!(fabs(Nn) > tangent_ray) || !(ss + tt > 0.0)) return false;
    v3_axpy(e, p->x, -1.0, ray->x);
    step->h = v3_dot(full.normal, e) / Nn;
    v3_scale(d, step->h, ray->n);
    v3_axpy(d, d, -1.0, e);
    step->ds = ss > tt ? v3_dot(d, p->x_s) / ss : 0.0;
    step->dt = ss > tt ? 0.0 : v3_dot(d, p->x_t) / tt;
    step->done = v3_dot(d, d) <= 16.0 * pole * pole * (ss + tt);
    v3_copy(step->normal, full.normal);
    return true;
}

// ---- warm start: across patches

// puts a parameter that Newton wants to leave the domain back; true if it was inside, wrapped or within the edge
static bool keep_inside(const gud_surface *s, int dir, double span, double *x)
{
    const double low = s->low[dir], high = s->high[dir];
    if (*x >= low && *x <= high) return true;
    const bool near = *x >= low - edge * span && *x <= high + edge * span;
    *x = gud_surface_wrap(s, dir, *x);
    return near || s->closed[dir];
}

// a step beyond the neighbouring patch and a quarter of the domain is not to be trusted; `step` is in patches
static bool too_far(const gud_surface *s, int dir, double span, double step)
{
    return !(fabs(step) * span < fmax(span, 0.25 * (s->high[dir] - s->low[dir])));
}

bool gud_ray_track(const gud_surface *surface, const gud_ray *ray, gud_hit *hit)
{
    const gud_bezier *z = &surface->bezier;
    double xi[2] = {hit->xi[0], hit->xi[1]};
    for (int i = 0; i < most_steps; i++) {
        gud_patch_point p;
        newton_step step;
        double st[2];
        const int patch = gud_patch_locate(z, xi[0], xi[1], st), a = patch / z->npatch[1], b = patch % z->npatch[1];
        gud_patch_eval(z, patch, st[0], st[1], &p);
        const double span[2] = {z->breaks[0][a + 1] - z->breaks[0][a], z->breaks[1][b + 1] - z->breaks[1][b]};
        if (!newton(ray, &p, &step) || too_far(surface, 0, span[0], step.ds) || too_far(surface, 1, span[1], step.dt))
            return false;
        xi[0] += step.ds * span[0];
        xi[1] += step.dt * span[1];
        const bool first = keep_inside(surface, 0, span[0], &xi[0]), second = keep_inside(surface, 1, span[1], &xi[1]);
        if (!step.done) continue;
        if (!first || !second || step.h < ray->low || step.h > ray->high) return false;
        hit->h = step.h;
        v3_copy(hit->normal, step.normal);
        v3_scale(hit->tangent[0], 1.0 / span[0], p.x_s);
        v3_scale(hit->tangent[1], 1.0 / span[1], p.x_t);
        hit->xi[0] = xi[0];
        hit->xi[1] = xi[1];
        return true;
    }
    return false;
}

// ---- cold start: patch by patch

// does the ray's piece from low to high meet the box, made larger by a little?
static bool meets_box(const gud_ray *ray, const gud_patch *p, double low, double high, double slack)
{
    for (int c = 0; c < 3; c++) {
        const double a = p->low[c] - slack - ray->x[c], b = p->high[c] + slack - ray->x[c], n = ray->n[c];
        if (fabs(n) < 1e-300) {
            if (a > 0.0 || b < 0.0) return false;
            continue;
        }
        low = fmax(low, fmin(a / n, b / n));
        high = fmin(high, fmax(a / n, b / n));
    }
    return low <= high;
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

static void global_parameters(const gud_bezier *z, int patch, const double st[2], double xi[2])
{
    const int index[2] = {patch / z->npatch[1], patch % z->npatch[1]};
    for (int dir = 0; dir < 2; dir++) {
        const double *b = z->breaks[dir] + index[dir];
        xi[dir] = b[0] + clamp(st[dir], 0.0, 1.0) * (b[1] - b[0]);
    }
}

static bool inside(const double st[2], double slack)
{
    return st[0] >= -slack && st[0] <= 1.0 + slack && st[1] >= -slack && st[1] <= 1.0 + slack;
}

// Newton on one patch, which goes on beyond its edges on the way; true if it ends inside
static bool newton_on_patch(const gud_surface *s, const gud_ray *ray, int patch, double st[2], gud_hit *hit)
{
    for (int i = 0; i < most_steps; i++) {
        gud_patch_point p;
        newton_step step;
        gud_patch_eval(&s->bezier, patch, st[0], st[1], &p);
        global_parameters(&s->bezier, patch, st, hit->xi);
        if (!newton(ray, &p, &step) && !newton_at_pole(s, ray, hit->xi, &p, &step)) return false;
        st[0] = clamp(st[0] + clamp(step.ds, -0.5, 0.5), -0.2, 1.2);
        st[1] = clamp(st[1] + clamp(step.dt, -0.5, 0.5), -0.2, 1.2);
        if (!step.done) continue;
        hit->h = step.h;
        v3_copy(hit->normal, step.normal);
        global_parameters(&s->bezier, patch, st, hit->xi);
        return inside(st, edge) && step.h >= ray->low && step.h <= ray->high;
    }
    return false;
}

// a start without inversion: the nearest of some points of the patch, its edges included
static void nearest_sample(const gud_bezier *z, int patch, const double x[3], double st[2])
{
    enum { n = 8 };
    double least = INFINITY;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            gud_patch_point p;
            double d[3];
            gud_patch_eval(z, patch, (double)i / n, (double)j / n, &p);
            v3_axpy(d, p.x, -1.0, x);
            if (v3_norm(d) >= least) continue;
            least = v3_norm(d);
            st[0] = (double)i / n;
            st[1] = (double)j / n;
        }
}

static bool nearer(const gud_hit *a, const gud_hit *b)
{
    return isnan(b->h) || fabs(a->h) < fabs(b->h);
}

// every preimage of the point at h
static void try_root(const gud_surface *s, const gud_ray *ray, int patch, double h, gud_gap_work *work, gud_hit *best)
{
    double x[3], starts[GUD_MREP_PREIMAGES][2];
    gud_hit hit;
    v3_axpy(x, ray->x, h, ray->n);
    int n = gud_mrep_invert(&s->patches[patch].mrep, x, rank_lost, &work->mrep, starts);
    if (n == 0) {
        nearest_sample(&s->bezier, patch, x, starts[0]);
        n = 1;
    }
    for (int i = 0; i < n; i++)
        if (inside(starts[i], start_edge) && newton_on_patch(s, ray, patch, starts[i], &hit) && nearer(&hit, best))
            *best = hit;
}

// can a line in this direction meet the patch more than once? (23)
static bool single_sheet(const gud_patch *p, const double n[3])
{
    return acos(fmin(fabs(v3_dot(p->axis, n)), 1.0)) + p->cone < 1.57;
}

// A patch without an implicit matrix: Newton starts from points all over it, until there can be no further hit.
static void try_samples(const gud_surface *s, const gud_ray *ray, int patch, gud_hit *best)
{
    enum { n = 6 };
    const bool single = single_sheet(&s->patches[patch], ray->n);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            double st[2] = {(double)i / n, (double)j / n};
            gud_hit hit;
            if (!newton_on_patch(s, ray, patch, st, &hit)) continue;
            if (nearer(&hit, best)) *best = hit;
            if (single) return;
        }
}

static void try_patch(const gud_surface *s, const gud_ray *ray, int patch, gud_gap_work *work, gud_hit *best)
{
    const gud_mrep *mrep = &s->patches[patch].mrep;
    if (mrep->m == 0) {
        try_samples(s, ray, patch, best);
        return;
    }
    const int n = gud_mrep_hits(mrep, ray->x, ray->n, ray->low, ray->high, &work->mrep, work->roots);
    for (int i = 0; i < n; i++) {
        // roots come nearest first; a little is left for what polishing changes
        if (!isnan(best->h) && fabs(work->roots[i]) > fabs(best->h) + 1e-6 * mrep->scale) break;
        try_root(s, ray, patch, work->roots[i], work, best);
    }
}

bool gud_ray_find(const gud_surface *surface, const gud_ray *ray, gud_gap_work *work, gud_hit *hit)
{
    const int npatch = surface->bezier.npatch[0] * surface->bezier.npatch[1];
    hit->h = NAN;
    for (int i = 0; i < npatch; i++)
        if (meets_box(ray, &surface->patches[i], ray->low, ray->high, edge * surface->size))
            try_patch(surface, ray, i, work, hit);
    return !isnan(hit->h);
}

// ---- golden section

// Can the patch come back to the ray within |h|? It is a graph over the plane across the cone's axis, so between two
// points of it at most 2 |h| apart the normal turns little, (24), unless the ray is nearly tangent.
static bool single_nearby(const gud_patch *p, const gud_ray *ray, const gud_hit *hit)
{
    const double margin = 2.0, cosine = fabs(v3_dot(hit->normal, ray->n)) / v3_norm(hit->normal);
    return p->cone < 1.5 && cosine > margin * p->curvature * 2.0 * fabs(hit->h) / cos(p->cone);
}

// Does the patch keep away from the ray's piece from low to high? No point of it is farther from some sample than
// samples are from each other.
static bool keeps_away(const gud_bezier *z, int patch, const gud_ray *ray, double low, double high)
{
    enum { n = 12 };
    double row[n + 1][3] = {{0}}, least = INFINITY, step = 0.0, d[3];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            gud_patch_point p;
            gud_patch_eval(z, patch, (double)i / n, (double)j / n, &p);
            v3_axpy(d, p.x, -1.0, row[j]);
            if (i > 0) step = fmax(step, v3_norm(d));
            v3_axpy(d, p.x, -1.0, row[j > 0 ? j - 1 : 0]);
            if (j > 0) step = fmax(step, v3_norm(d));
            v3_copy(row[j], p.x);
            v3_axpy(d, p.x, -1.0, ray->x);
            v3_axpy(d, d, -clamp(v3_dot(d, ray->n), low, high), ray->n);
            least = fmin(least, v3_norm(d));
        }
    return least > step;
}

// may the ray meet the patch between low and high?
static bool may_meet(const gud_surface *s, int patch, const gud_ray *ray, double low, double high)
{
    return meets_box(ray, &s->patches[patch], low, high, edge * s->size) &&
           !keeps_away(&s->bezier, patch, ray, low, high);
}

// a root of D on this patch: inversion, inside test, and the way back
static bool accept_root(const gud_surface *s, const gud_ray *ray, int patch, double h, gud_gap_work *work, gud_hit *hit)
{
    double x[3], d[3], starts[GUD_MREP_PREIMAGES][2];
    v3_axpy(x, ray->x, h, ray->n);
    const int n = gud_mrep_invert(&s->patches[patch].mrep, x, rank_lost, &work->mrep, starts);
    for (int i = 0; i < n; i++) {
        gud_patch_point p;
        if (!inside(starts[i], 1e-7)) continue;
        gud_patch_eval(&s->bezier, patch, starts[i][0], starts[i][1], &p);
        v3_axpy(d, p.x, -1.0, x);
        if (!(v3_norm(d) < 1e-7 * s->size)) continue;
        hit->h = h;
        v3_cross(hit->normal, p.x_s, p.x_t);
        global_parameters(&s->bezier, patch, starts[i], hit->xi);
        return true;
    }
    return false;
}

gud_gap_state gud_ray_search(const gud_surface *surface, const gud_ray *ray, gud_gap_work *work, gud_hit *hit)
{
    const int npatch = surface->bezier.npatch[0] * surface->bezier.npatch[1];
    int met = 0, at = -1;
    hit->h = NAN;
    for (int i = 0; i < npatch; i++) {
        const gud_patch *p = &surface->patches[i];
        gud_mrep_minima minima = {0};
        gud_hit one;
        if (!may_meet(surface, i, ray, ray->low, ray->high)) continue;
        met++;
        if (p->mrep.m > 0) gud_mrep_search(&p->mrep, ray->x, ray->n, ray->low, ray->high, &work->mrep, &minima);
        for (int k = 0; k < minima.nroot; k++)
            if (accept_root(surface, ray, i, minima.root[k], work, &one) && nearer(&one, hit)) {
                *hit = one;
                at = i;
            }
    }
    if (at < 0) return met == 0 ? GUD_GAP_NONE : GUD_GAP_BLIND;

    // sure if the patch cannot be met twice, or not so near, and no other one is as near
    const double reach = fabs(hit->h);
    bool sure = single_sheet(&surface->patches[at], ray->n) || single_nearby(&surface->patches[at], ray, hit);
    for (int i = 0; i < npatch && sure; i++) sure = i == at || !may_meet(surface, i, ray, -reach, reach);
    return sure ? GUD_GAP_FILM : GUD_GAP_UNSURE;
}
