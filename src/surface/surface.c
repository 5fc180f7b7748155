// Evaluation of patches and surfaces, and what is known of a patch beforehand; docs/theory/surface.md, (1) to (5).

#include "surface/surface.h"

#include "num/vec.h"
#include "surface/bezier.h"

#include <math.h>
#include <string.h>

static const double same_place = 1e-12; // of the size: edges that meet, edges that are a point
static const double pole_slope = 1e-9;  // of the size: x_u that is none

// ---- patches

// degrees known to the compiler become straight code
static inline void patch_sums(int d0, int d1, const double *net, double s, double t, double P[3][4])
{
    double N0[GUD_DEGREE_MAX + 1], D0[GUD_DEGREE_MAX + 1], N1[GUD_DEGREE_MAX + 1], D1[GUD_DEGREE_MAX + 1];
    bernstein(d0, s, N0, D0);
    bernstein(d1, t, N1, D1);
    net_sum(d0, d1, net, N0, D0, N1, D1, P);
}

void gud_patch_eval(const gud_bezier *bezier, int patch, double s, double t, gud_patch_point *point)
{
    const double *net = bezier->nets + (size_t)patch * (size_t)bezier->net_size;
    const int d0 = bezier->degree[0], d1 = bezier->degree[1];
    double P[3][4];
    if (d0 == 3 && d1 == 3)
        patch_sums(3, 3, net, s, t, P);
    else if (d0 == 2 && d1 == 1)
        patch_sums(2, 1, net, s, t, P);
    else if (d0 == 2 && d1 == 2)
        patch_sums(2, 2, net, s, t, P);
    else if (d0 == 2 && d1 == 3)
        patch_sums(2, 3, net, s, t, P);
    else
        patch_sums(d0, d1, net, s, t, P);

    const double w = 1.0 / P[0][3];
    for (int c = 0; c < 3; c++) {
        point->x[c] = P[0][c] * w;
        point->x_s[c] = (P[1][c] - P[1][3] * point->x[c]) * w;
        point->x_t[c] = (P[2][c] - P[2][3] * point->x[c]) * w;
    }
}

static int piece_of(const double *breaks, int n, double x)
{
    int low = 0, high = n;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (breaks[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int gud_patch_locate(const gud_bezier *bezier, double u, double v, double local[2])
{
    const double *b0 = bezier->breaks[0], *b1 = bezier->breaks[1];
    const int i = piece_of(b0, bezier->npatch[0], u), j = piece_of(b1, bezier->npatch[1], v);
    local[0] = (u - b0[i]) / (b0[i + 1] - b0[i]);
    local[1] = (v - b1[j]) / (b1[j + 1] - b1[j]);
    return i * bezier->npatch[1] + j;
}

double gud_surface_wrap(const gud_surface *surface, int direction, double x)
{
    const double low = surface->low[direction], high = surface->high[direction];
    if (x >= low && x <= high) return x;
    if (!surface->closed[direction]) return x < low ? low : high;
    const double inside = x - (high - low) * floor((x - low) / (high - low));
    return inside >= low && inside <= high ? inside : low;
}

// ---- value and two derivatives, by differences of the net (de Casteljau's way, for any degree)

// Q[i][j]: the i-th and j-th derivative by s and t of the homogeneous sums
static void derivatives(const gud_bezier *z, int patch, const double st[2], double Q[3][3][4])
{
    double N[2][3][GUD_DEGREE_MAX + 1] = {0};
    for (int dir = 0; dir < 2; dir++) {
        const int d = z->degree[dir];
        double lower[GUD_DEGREE_MAX + 1], lower_slope[GUD_DEGREE_MAX + 1];
        bernstein(d, st[dir], N[dir][0], N[dir][1]);
        if (d < 2) continue;
        bernstein(d - 1, st[dir], lower, lower_slope);
        for (int i = 0; i <= d; i++)
            N[dir][2][i] = d * ((i > 0 ? lower_slope[i - 1] : 0.0) - (i < d ? lower_slope[i] : 0.0));
    }
    const double *net = z->nets + (size_t)patch * (size_t)z->net_size;
    memset(Q, 0, 9 * 4 * sizeof(double));
    for (int i = 0; i <= z->degree[0]; i++)
        for (int j = 0; j <= z->degree[1]; j++, net += 4)
            for (int a = 0; a < 3; a++)
                for (int b = 0; a + b < 3; b++)
                    for (int c = 0; c < 4; c++) Q[a][b][c] += N[0][a][i] * N[1][b][j] * net[c];
}

// the quotient rule, order by order
static void divide(double Q[3][3][4], const double scale[2], gud_surface_point *p)
{
    const double w = Q[0][0][3], w_s = Q[1][0][3], w_t = Q[0][1][3], a = scale[0], b = scale[1];
    for (int c = 0; c < 3; c++) {
        const double x = Q[0][0][c] / w, x_s = (Q[1][0][c] - w_s * x) / w, x_t = (Q[0][1][c] - w_t * x) / w;
        p->x[c] = x;
        p->x_u[c] = a * x_s;
        p->x_v[c] = b * x_t;
        p->x_uu[c] = a * a * (Q[2][0][c] - 2.0 * w_s * x_s - Q[2][0][3] * x) / w;
        p->x_vv[c] = b * b * (Q[0][2][c] - 2.0 * w_t * x_t - Q[0][2][3] * x) / w;
        p->x_uv[c] = a * b * (Q[1][1][c] - w_s * x_t - w_t * x_s - Q[1][1][3] * x) / w;
    }
}

// At a pole one tangent is zero. Beside it, it is the mixed derivative times the distance, which points into the
// domain: forward from the lower end, backward from the upper one.
static void set_normal(const gud_surface *s, double u, double v, gud_surface_point *p)
{
    double a[3], b[3];
    const double none = pole_slope * s->size;
    v3_copy(a, p->x_u);
    v3_copy(b, p->x_v);
    if (v3_norm(a) * (s->high[0] - s->low[0]) < none)
        v3_scale(a, v < 0.5 * (s->low[1] + s->high[1]) ? 1.0 : -1.0, p->x_uv);
    if (v3_norm(b) * (s->high[1] - s->low[1]) < none)
        v3_scale(b, u < 0.5 * (s->low[0] + s->high[0]) ? 1.0 : -1.0, p->x_uv);
    v3_cross(p->normal, a, b);
    const double length = v3_norm(p->normal);
    if (length > 0.0) v3_scale(p->normal, 1.0 / length, p->normal);
}

void gud_surface_eval(const gud_surface *surface, double u, double v, gud_surface_point *point)
{
    const gud_bezier *z = &surface->bezier;
    double st[2], Q[3][3][4], scale[2];
    u = gud_surface_wrap(surface, 0, u);
    v = gud_surface_wrap(surface, 1, v);
    const int patch = gud_patch_locate(z, u, v, st);
    const int i = patch / z->npatch[1], j = patch % z->npatch[1];
    scale[0] = 1.0 / (z->breaks[0][i + 1] - z->breaks[0][i]);
    scale[1] = 1.0 / (z->breaks[1][j + 1] - z->breaks[1][j]);
    derivatives(z, patch, st, Q);
    divide(Q, scale, point);
    set_normal(surface, u, v, point);
}

// ---- boxes and cones

static void set_box(const gud_bezier *z, int patch, gud_patch *p)
{
    const double *net = z->nets + (size_t)patch * (size_t)z->net_size;
    for (int c = 0; c < 3; c++) {
        p->low[c] = INFINITY;
        p->high[c] = -INFINITY;
    }
    for (int i = 0; i < z->net_size; i += 4)
        for (int c = 0; c < 3; c++) {
            p->low[c] = fmin(p->low[c], net[i + c] / net[i + 3]);
            p->high[c] = fmax(p->high[c], net[i + c] / net[i + 3]);
        }
}

enum { nsample = 9 }; // in a direction

// places and unit normals of the patch on a lattice, not quite to its edges
typedef struct {
    double x[nsample][nsample][3], normal[nsample][nsample][3];
} samples;

// false where there is no normal
static bool sample_patch(const gud_bezier *z, int patch, double size, samples *s)
{
    const double inset = 1e-3, step = (1.0 - 2.0 * inset) / (nsample - 1);
    for (int i = 0; i < nsample; i++)
        for (int j = 0; j < nsample; j++) {
            gud_patch_point p;
            double *n = s->normal[i][j];
            gud_patch_eval(z, patch, inset + step * i, inset + step * j, &p);
            v3_copy(s->x[i][j], p.x);
            v3_cross(n, p.x_s, p.x_t);
            const double length = v3_norm(n);
            if (!(length > 1e-13 * size * size)) return false;
            v3_scale(n, 1.0 / length, n);
        }
    return true;
}

static double angle(const double a[3], const double b[3])
{
    double c[3];
    v3_cross(c, a, b);
    return atan2(v3_norm(c), v3_dot(a, b));
}

// how much the normal turns from one sample to a neighbour, in all and by length
static void compare_neighbours(const samples *s, int i, int j, int k, int l, double *step, gud_patch *p)
{
    double d[3];
    const double turn = angle(s->normal[i][j], s->normal[k][l]);
    v3_axpy(d, s->x[k][l], -1.0, s->x[i][j]);
    *step = fmax(*step, turn);
    p->curvature = fmax(p->curvature, turn / fmax(v3_norm(d), 1e-300));
}

// the widest normal, and as much again as neighbours differ
static void set_cone(const samples *s, gud_patch *p)
{
    double sum[3] = {0}, widest = 0.0, step = 0.0;
    for (int i = 0; i < nsample; i++)
        for (int j = 0; j < nsample; j++) {
            v3_axpy(sum, sum, 1.0, s->normal[i][j]);
            if (i > 0) compare_neighbours(s, i, j, i - 1, j, &step, p);
            if (j > 0) compare_neighbours(s, i, j, i, j - 1, &step, p);
        }
    const double length = v3_norm(sum);
    p->cone = INFINITY;
    if (!(length > 1e-6)) return;
    v3_scale(p->axis, 1.0 / length, sum);
    for (int i = 0; i < nsample; i++)
        for (int j = 0; j < nsample; j++) widest = fmax(widest, angle(p->axis, s->normal[i][j]));
    p->cone = widest + step;
}

// ---- ends that meet, edges that are points

static double distance_between(const gud_surface *s, const double a[2], const double b[2])
{
    gud_surface_point p, q;
    double d[3];
    gud_surface_eval(s, a[0], a[1], &p);
    gud_surface_eval(s, b[0], b[1], &q);
    v3_axpy(d, p.x, -1.0, q.x);
    return v3_norm(d);
}

// compares an edge with the opposite one, or with its own first point
static bool edges_meet(const gud_surface *s, int dir, double from, double to, bool fixed)
{
    const int other = 1 - dir, n = 4 * (s->bezier.npatch[other] * s->bezier.degree[other] + 1);
    double worst = 0.0;
    for (int i = 0; i <= n; i++) {
        double a[2], b[2];
        a[dir] = from;
        b[dir] = to;
        a[other] = s->low[other] + (s->high[other] - s->low[other]) * i / n;
        b[other] = fixed ? s->low[other] : a[other];
        worst = fmax(worst, distance_between(s, a, b));
    }
    return worst <= same_place * s->size;
}

static void find_ends(gud_surface *s)
{
    for (int dir = 0; dir < 2; dir++) {
        s->pole[dir][0] = edges_meet(s, dir, s->low[dir], s->low[dir], true);
        s->pole[dir][1] = edges_meet(s, dir, s->high[dir], s->high[dir], true);
    }
    // found before it is written: evaluation wraps closed directions
    const bool closed[2] = {edges_meet(s, 0, s->low[0], s->high[0], false),
                            edges_meet(s, 1, s->low[1], s->high[1], false)};
    memcpy(s->closed, closed, sizeof closed);
}

static double box_diagonal(const gud_patch *patches, int n)
{
    double low[3], high[3], d[3];
    v3_copy(low, patches[0].low);
    v3_copy(high, patches[0].high);
    for (int i = 1; i < n; i++)
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], patches[i].low[c]);
            high[c] = fmax(high[c], patches[i].high[c]);
        }
    v3_axpy(d, high, -1.0, low);
    return v3_norm(d);
}

static gud_status describe_patches(const gud_bezier *z, const char *name, gud_arena *arena, gud_error *error,
                                   double size, gud_patch *patches)
{
    for (int i = 0; i < z->npatch[0] * z->npatch[1]; i++) {
        samples points = {0};
        const double local = box_diagonal(&patches[i], 1);
        if (!(local > 1e-9 * size) || !sample_patch(z, i, local, &points))
            return gud_fail(error, GUD_ERR_INPUT,
                            "%s: the surface has no area or no normal in places between parameters (%g, %g) and (%g, "
                            "%g)",
                            name, z->breaks[0][i / z->npatch[1]], z->breaks[1][i % z->npatch[1]],
                            z->breaks[0][i / z->npatch[1] + 1], z->breaks[1][i % z->npatch[1] + 1]);
        set_cone(&points, &patches[i]);
        if (z->npatch[0] * z->npatch[1] > GUD_MREP_PATCHES) continue;
        GUD_TRY(gud_mrep_create(z->degree, z->nets + (size_t)i * (size_t)z->net_size, arena, error, &patches[i].mrep));
    }
    return GUD_OK;
}

gud_status gud_surface_create(const gud_nurbs *nurbs, const char *name, gud_arena *arena, gud_error *error,
                              gud_surface *surface)
{
    *surface = (gud_surface){.nurbs = *nurbs};
    GUD_TRY(gud_nurbs_check(nurbs, name, error));
    GUD_TRY(gud_bezier_extract(nurbs, arena, error, &surface->bezier));
    const gud_bezier *z = &surface->bezier;
    const int npatch = z->npatch[0] * z->npatch[1];
    gud_patch *patches = GUD_TAKE(arena, gud_patch, npatch);
    if (!patches) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < npatch; i++) set_box(z, i, &patches[i]);
    surface->patches = patches;
    surface->size = box_diagonal(patches, npatch);
    if (!(surface->size > 1e-12))
        return gud_fail(error, GUD_ERR_INPUT, "%s: all control points lie within %g m", name, surface->size);
    for (int dir = 0; dir < 2; dir++) {
        surface->low[dir] = z->breaks[dir][0];
        surface->high[dir] = z->breaks[dir][z->npatch[dir]];
    }
    find_ends(surface);
    return describe_patches(z, name, arena, error, surface->size, patches);
}
