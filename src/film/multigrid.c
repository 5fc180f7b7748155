// Multigrid cycle for the five-point matrices of films, as preconditioner of BiCGStab.
//
// Smoother: zebra lines along x (they hold the transport of broken film round the whole ring) before, lines along y
// after the coarse grid. Only pressures are coarsened: cells merge two by two, couplings between merged cells add up
// and are halved for the doubled distance; broken, fixed and solid cells count as zero pressure. Residuals are summed,
// corrections interpolated bilinearly. The coarsest grid is solved directly.

#include "film/multigrid.h"

#include "base/arena.h"
#include "film/ring.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

enum { most_levels = 16, most_iterations = 60, narrow = 6, pad = 8 };

typedef struct level {
    gud_stencil a;
    int nx, ny, ncell;
    int fx, fy;                // coarsening towards the next level, 1 or 2
    const double *full;        // 1 where the unknown is a pressure
    double *own_full;          // the same, of coarse levels
    double *x, *b, *r;         // padded by `pad` on both sides
    double *xd, *xy, *xz, *xs; // lines along x: inverse pivots, Y, Z; separators [ny]
    double *yd, *yn;           // lines along y
} level;

struct gud_multigrid {
    int nlevel;
    level level[most_levels];
    gud_ring *ring; // of the last level
    double *v[8];   // vectors of BiCGStab
    gud_arena memory;
};

static double *padded(gud_arena *memory, int n)
{
    double *a = GUD_TAKE(memory, double, n + 2 * pad);
    return a ? a + pad : NULL;
}

static void level_take(level *l, gud_arena *m, int nx, int ny, bool periodic, bool first)
{
    const int n = nx * ny;
    l->nx = nx, l->ny = ny, l->ncell = n;
    l->a.nx = nx, l->a.ny = ny, l->a.periodic = periodic;
    l->fx = nx > 4 ? 2 : 1, l->fy = ny > 4 ? 2 : 1;
    double **plain[] = {&l->xd, &l->xy, &l->xz, &l->yd, &l->yn};
    for (int i = 0; i < GUD_COUNT(plain); i++) *plain[i] = GUD_TAKE(m, double, n);
    l->xs = GUD_TAKE(m, double, ny);
    l->x = padded(m, n), l->b = padded(m, n), l->r = padded(m, n);
    if (first) return;
    double **own[] = {&l->own_full, &l->a.centre, &l->a.west, &l->a.east, &l->a.south, &l->a.north};
    for (int i = 0; i < GUD_COUNT(own); i++) *own[i] = GUD_TAKE(m, double, n);
    l->full = l->own_full;
}

gud_multigrid *gud_multigrid_create(const gud_film *film)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_multigrid *mg = GUD_TAKE(&memory, gud_multigrid, 1);
    if (!mg) return NULL;
    int nx = film->nx, ny = film->ny;
    for (mg->nlevel = 0; mg->nlevel < most_levels; mg->nlevel++) {
        level *l = &mg->level[mg->nlevel];
        level_take(l, &memory, nx, ny, film->periodic, mg->nlevel == 0);
        if (ny <= narrow || mg->nlevel == most_levels - 1) break;
        nx = (nx + l->fx - 1) / l->fx, ny = (ny + l->fy - 1) / l->fy;
    }
    mg->nlevel++;
    for (int i = 0; i < GUD_COUNT(mg->v); i++) mg->v[i] = padded(&memory, film->ncell);
    mg->ring = gud_ring_create(nx, ny, film->periodic);
    if (memory.failed || !mg->ring) {
        gud_ring_free(mg->ring);
        gud_arena_free(&memory);
        return NULL;
    }
    mg->memory = memory;
    return mg;
}

void gud_multigrid_free(gud_multigrid *mg)
{
    if (!mg) return;
    gud_ring_free(mg->ring);
    gud_arena memory = mg->memory; // holds the object itself
    gud_arena_free(&memory);
}

// factors of all lines along x: chain of nx - 1 cells and a separator, or a plain chain
static void x_factor(level *l)
{
    const int n = l->ny, last = l->nx - 1;
    const double *w = l->a.west, *e = l->a.east, *c = l->a.centre;
    const bool ring = l->a.periodic;

    for (int i = 0; i < (ring ? last : l->nx); i++)
        for (int j = 0; j < n; j++) {
            const int k = i * n + j;
            const double d = 1.0 / (c[k] - (i > 0 ? w[k] * l->xy[k - n] : 0.0));
            l->xd[k] = d;
            l->xy[k] = i < last - (ring ? 1 : 0) ? d * e[k] : 0.0;
            l->xz[k] = ring ? d * ((i > 0 ? -w[k] * l->xz[k - n] : w[k]) + (i == last - 1 ? e[k] : 0.0)) : 0.0;
        }
    if (!ring) return;
    for (int i = last - 2; i >= 0; i--)
        for (int j = 0; j < n; j++) l->xz[i * n + j] -= l->xy[i * n + j] * l->xz[(i + 1) * n + j];
    for (int j = 0; j < n; j++) {
        const int k = last * n + j;
        l->xs[j] = 1.0 / (c[k] - w[k] * l->xz[k - n] - e[k] * l->xz[j]);
    }
}

static void y_factor(level *l)
{
    const int n = l->ny;
    for (int i = 0; i < l->nx; i++)
        for (int j = 0; j < n; j++) {
            const int k = i * n + j;
            l->yd[k] = 1.0 / (l->a.centre[k] - (j > 0 ? l->a.south[k] * l->yn[k - 1] : 0.0));
            l->yn[k] = l->yd[k] * l->a.north[k];
        }
}

// solves the lines along x of one colour for the present values of the others
static void x_lines(const level *l, int colour, const double *restrict b, double *restrict x)
{
    const int n = l->ny, last = l->nx - 1, chain = l->a.periodic ? last : l->nx;
    const double *restrict w = l->a.west, *restrict s = l->a.south, *restrict t = l->a.north;

    for (int i = 0; i < chain; i++)
        for (int j = colour; j < n; j += 2) {
            const int k = i * n + j;
            const double before = i > 0 ? w[k] * x[k - n] : 0.0;
            x[k] = (b[k] - s[k] * x[k - 1] - t[k] * x[k + 1] - before) * l->xd[k];
        }
    for (int i = chain - 2; i >= 0; i--)
        for (int j = colour; j < n; j += 2) x[i * n + j] -= l->xy[i * n + j] * x[(i + 1) * n + j];
    if (!l->a.periodic) return;
    for (int j = colour; j < n; j += 2) {
        const int k = last * n + j;
        x[k] = (b[k] - s[k] * x[k - 1] - t[k] * x[k + 1] - w[k] * x[k - n] - l->a.east[k] * x[j]) * l->xs[j];
    }
    for (int i = 0; i < last; i++)
        for (int j = colour; j < n; j += 2) x[i * n + j] -= l->xz[i * n + j] * x[last * n + j];
}

static void y_line(const level *l, int i, const double *restrict b, double *restrict x)
{
    const int n = l->ny, base = i * n;
    const bool ring = l->a.periodic;
    const double *xw = x + (i > 0 ? base - n : ring ? (l->nx - 1) * n : base);
    const double *xe = x + (i < l->nx - 1 ? base + n : ring ? 0 : base);
    double before = 0.0;
    for (int j = 0; j < n; j++) {
        const int k = base + j;
        before = (b[k] - l->a.west[k] * xw[j] - l->a.east[k] * xe[j] - l->a.south[k] * before) * l->yd[k];
        x[k] = before;
    }
    for (int j = n - 2; j >= 0; j--) x[base + j] -= l->yn[base + j] * x[base + j + 1];
}

// y = A x
static void multiply(const gud_stencil *a, const double *restrict x, double *restrict y)
{
    const int n = a->ny;
    for (int i = 0; i < a->nx; i++) {
        const int base = i * n;
        const double *xw = x + (i > 0 ? base - n : a->periodic ? (a->nx - 1) * n : base);
        const double *xe = x + (i < a->nx - 1 ? base + n : a->periodic ? 0 : base);
        for (int j = 0; j < n; j++) {
            const int k = base + j;
            y[k] = a->centre[k] * x[k] + a->west[k] * xw[j] + a->east[k] * xe[j] + a->south[k] * x[k - 1] +
                   a->north[k] * x[k + 1];
        }
    }
}

// sums of residuals of merged pressures
static void restrict_down(const level *f, const level *c)
{
    memset(c->b, 0, (size_t)c->ncell * sizeof(double));
    multiply(&f->a, f->x, f->r);
    for (int i = 0; i < f->nx; i++)
        for (int j = 0; j < f->ny; j++) {
            const int k = i * f->ny + j, K = (i / f->fx) * c->ny + j / f->fy;
            c->b[K] += f->full[k] * (f->b[k] - f->r[k]);
        }
    for (int k = 0; k < c->ncell; k++) c->b[k] *= c->full[k];
}

// the other coarse cell that a fine cell is interpolated from
static int neighbour(int i, int factor, int n, bool ring)
{
    if (factor == 1) return i;
    const int own = i / 2, other = i % 2 ? own + 1 : own - 1;
    if (other >= 0 && other < n) return other;
    return ring ? (other + n) % n : own;
}

static void interpolate_up(const level *f, const level *c)
{
    for (int i = 0; i < f->nx; i++) {
        const double *own = c->x + (i / f->fx) * c->ny,
                     *other = c->x + neighbour(i, f->fx, c->nx, f->a.periodic) * c->ny;
        for (int j = 0; j < f->ny; j++) {
            const int k = i * f->ny + j, J = j / f->fy, O = neighbour(j, f->fy, c->ny, false);
            const double near = 0.75 * own[J] + 0.25 * other[J], far = 0.75 * own[O] + 0.25 * other[O];
            f->x[k] += f->full[k] * (0.75 * near + 0.25 * far);
        }
    }
}

// matrix of the next coarser level
static void coarsen(const level *f, level *c)
{
    const size_t bytes = (size_t)c->ncell * sizeof(double);
    double *all[] = {c->own_full, c->a.centre, c->a.west, c->a.east, c->a.south, c->a.north};
    for (int i = 0; i < GUD_COUNT(all); i++) memset(all[i], 0, bytes);
    const double sx = 1.0 / f->fx, sy = 1.0 / f->fy;

    for (int i = 0; i < f->nx; i++) {
        const int iw = i > 0           ? i - 1
                       : f->a.periodic ? f->nx - 1
                                       : i,
                  ie = i < f->nx - 1   ? i + 1
                       : f->a.periodic ? 0
                                       : i;
        for (int j = 0; j < f->ny; j++) {
            const int k = i * f->ny + j, K = (i / f->fx) * c->ny + j / f->fy;
            if (f->full[k] == 0.0) continue;
            const int js = j > 0 ? j - 1 : j, jn = j < f->ny - 1 ? j + 1 : j;
            const double w = f->a.west[k] * f->full[iw * f->ny + j], e = f->a.east[k] * f->full[ie * f->ny + j];
            const double s = f->a.south[k] * f->full[i * f->ny + js], n = f->a.north[k] * f->full[i * f->ny + jn];
            const double rest = f->a.centre[k] + w + e + s + n; // to edges, feeds and broken film
            c->own_full[K] = 1.0;
            c->a.centre[K] += sy * rest;
            if (iw / f->fx != i / f->fx) c->a.west[K] += sx * w, c->a.centre[K] -= sx * w;
            if (ie / f->fx != i / f->fx) c->a.east[K] += sx * e, c->a.centre[K] -= sx * e;
            if (js / f->fy != j / f->fy) c->a.south[K] += sy * s, c->a.centre[K] -= sy * s;
            if (jn / f->fy != j / f->fy) c->a.north[K] += sy * n, c->a.centre[K] -= sy * n;
        }
    }
    for (int k = 0; k < c->ncell; k++)
        if (!(c->a.centre[k] > 0.0)) c->a.centre[k] = 1.0; // no pressure here
}

gud_status gud_multigrid_setup(gud_multigrid *mg, const gud_stencil *matrix, const double *is_full)
{
    level *top = &mg->level[0];
    top->a = *matrix;
    top->full = is_full;
    for (int i = 0; i < mg->nlevel; i++) {
        if (i > 0) coarsen(&mg->level[i - 1], &mg->level[i]);
        if (i == mg->nlevel - 1 && i > 0) break;
        x_factor(&mg->level[i]);
        y_factor(&mg->level[i]);
    }
    return gud_ring_factor(mg->ring, &mg->level[mg->nlevel - 1].a);
}

static void smooth_x(const level *l)
{
    x_lines(l, 0, l->b, l->x);
    x_lines(l, 1, l->b, l->x);
}

static void smooth_y(const level *l)
{
    for (int colour = 0; colour < 2; colour++)
        for (int i = colour; i < l->nx; i += 2) y_line(l, i, l->b, l->x);
}

static void cycle(gud_multigrid *mg, int i)
{
    const level *l = &mg->level[i];
    if (i == mg->nlevel - 1) {
        memcpy(l->x, l->b, (size_t)l->ncell * sizeof(double));
        gud_ring_solve(mg->ring, 1, l->x);
        return;
    }
    memset(l->x, 0, (size_t)l->ncell * sizeof(double));
    smooth_x(l);
    restrict_down(l, &mg->level[i + 1]);
    cycle(mg, i + 1);
    interpolate_up(l, &mg->level[i + 1]);
    smooth_y(l);
    if (i == 0) smooth_x(l);
}

static void precondition(gud_multigrid *mg, const double *in, double *out)
{
    const level *top = &mg->level[0];
    const size_t bytes = (size_t)top->ncell * sizeof(double);
    memcpy(top->b, in, bytes);
    cycle(mg, 0);
    memcpy(out, top->x, bytes);
}

static double dot(int n, const double *a, const double *b)
{
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    int k = 0;
    for (; k + 3 < n; k += 4)
        s0 += a[k] * b[k], s1 += a[k + 1] * b[k + 1], s2 += a[k + 2] * b[k + 2], s3 += a[k + 3] * b[k + 3];
    for (; k < n; k++) s0 += a[k] * b[k];
    return (s0 + s1) + (s2 + s3);
}

// BiCGStab with the cycle on the right; x = v[0] starts from zero, the right-hand side is v[1]
static gud_status bicgstab(gud_multigrid *mg, double tolerance, int *iterations)
{
    const int n = mg->level[0].ncell;
    const gud_stencil *a = &mg->level[0].a;
    double *x = mg->v[0], *r = mg->v[1], *r0 = mg->v[2], *p = mg->v[3], *q = mg->v[4], *y = mg->v[5], *t = mg->v[6];
    const double goal = tolerance * sqrt(dot(n, r, r));
    double rho = 1.0, alpha = 1.0, omega = 1.0;

    memset(x, 0, (size_t)n * sizeof *x);
    memset(p, 0, (size_t)n * sizeof *p);
    memset(q, 0, (size_t)n * sizeof *q);
    memcpy(r0, r, (size_t)n * sizeof *r);
    if (!(goal > 0.0)) return isnan(goal) ? GUD_RETRY : GUD_OK;
    for (int it = 0; it < most_iterations; it++) {
        ++*iterations;
        const double rho_now = dot(n, r0, r), beta = rho_now / rho * alpha / omega;
        for (int k = 0; k < n; k++) p[k] = r[k] + beta * (p[k] - omega * q[k]);
        precondition(mg, p, y);
        multiply(a, y, q);
        alpha = rho_now / dot(n, r0, q);
        for (int k = 0; k < n; k++) x[k] += alpha * y[k], r[k] -= alpha * q[k];
        if (sqrt(dot(n, r, r)) <= goal) return GUD_OK;
        precondition(mg, r, y);
        multiply(a, y, t);
        const double tt = dot(n, t, t);
        omega = tt > 0.0 ? dot(n, t, r) / tt : 0.0;
        for (int k = 0; k < n; k++) x[k] += omega * y[k], r[k] -= omega * t[k];
        const double norm = sqrt(dot(n, r, r));
        if (norm <= goal) return GUD_OK;
        if (!isfinite(norm) || rho_now == 0.0 || omega == 0.0) break;
        rho = rho_now;
    }
    return GUD_RETRY;
}

gud_status gud_multigrid_solve(gud_multigrid *mg, int n, double *columns, double tolerance, int *iterations)
{
    const int ncell = mg->level[0].ncell;
    gud_status worst = GUD_OK;
    for (int a = 0; a < n; a++) {
        for (int k = 0; k < ncell; k++) mg->v[1][k] = columns[(size_t)k * (size_t)n + (size_t)a];
        const gud_status status = bicgstab(mg, tolerance, iterations);
        if (status != GUD_OK) worst = status;
        for (int k = 0; k < ncell; k++) columns[(size_t)k * (size_t)n + (size_t)a] = mg->v[0][k];
    }
    return worst;
}
