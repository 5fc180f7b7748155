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

enum { together = 4, most_levels = 16, most_iterations = 60, narrow = 6, pad = 8 };

typedef struct level {
    gud_stencil a;
    int nx, ny, ncell;
    int fx, fy;                    // coarsening towards the next level, 1 or 2
    const double *full;            // 1 where the unknown is a pressure
    const double *broken;          // positive where it is a film fraction
    double *own_full, *own_broken; // the same, of coarse levels
    double *x, *b, *r;             // padded by `pad` on both sides
    double *xd, *xy, *xz, *xs;     // lines along x: inverse pivots, Y, Z; separators [ny]
    double *yd, *yn;               // lines along y
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
    double **own[] = {&l->own_full, &l->own_broken, &l->a.centre, &l->a.west, &l->a.east, &l->a.south, &l->a.north};
    for (int i = 0; i < GUD_COUNT(own); i++) *own[i] = GUD_TAKE(m, double, n);
    l->full = l->own_full, l->broken = l->own_broken;
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

// solves `count` lines along y, two columns apart: side by side, for each of them is one long chain of operations
static void y_lines(const level *l, int first, int count, const double *restrict b, double *restrict x)
{
    const int n = l->ny;
    const bool ring = l->a.periodic;
    int base[together], west[together], east[together];
    double before[together] = {0};
    for (int q = 0; q < together; q++) { // lines beyond the last repeat the first
        const int i = first + 2 * (q < count ? q : 0);
        base[q] = i * n;
        west[q] = i > 0 ? base[q] - n : ring ? (l->nx - 1) * n : base[q];
        east[q] = i < l->nx - 1 ? base[q] + n : ring ? 0 : base[q];
    }
    for (int j = 0; j < n; j++)
        for (int q = 0; q < together; q++) {
            const int k = base[q] + j;
            before[q] =
                (b[k] - l->a.west[k] * x[west[q] + j] - l->a.east[k] * x[east[q] + j] - l->a.south[k] * before[q]) *
                l->yd[k];
            x[k] = before[q];
        }
    for (int j = n - 2; j >= 0; j--)
        for (int q = 0; q < together; q++) {
            const int k = base[q] + j;
            before[q] = x[k] - l->yn[k] * before[q];
            if (q < count) x[k] = before[q];
        }
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

static bool live(const level *l, int k)
{
    return l->full[k] != 0.0 || l->broken[k] != 0.0;
}

// sums of residuals of merged cells
static void restrict_down(const level *f, const level *c)
{
    memset(c->b, 0, (size_t)c->ncell * sizeof(double));
    multiply(&f->a, f->x, f->r);
    for (int i = 0; i < f->nx; i++)
        for (int j = 0; j < f->ny; j++) {
            const int k = i * f->ny + j, K = (i / f->fx) * c->ny + j / f->fy;
            if ((f->full[k] != 0.0) == (c->full[K] != 0.0)) c->b[K] += f->b[k] - f->r[k];
        }
    for (int k = 0; k < c->ncell; k++)
        if (!live(c, k)) c->b[k] = 0.0;
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
    double *mix = c->r; // a coarse row between two
    for (int i = 0; i < f->nx; i++) {
        const int at = (i / f->fx) * c->ny, beside = neighbour(i, f->fx, c->nx, f->a.periodic) * c->ny;
        const double *own = c->x + at, *other = c->x + beside, *own_full = c->full + at, *other_full = c->full + beside;
        for (int J = 0; J < c->ny; J++) mix[J] = 0.75 * own[J] * own_full[J] + 0.25 * other[J] * other_full[J];
        mix[-1] = mix[0], mix[c->ny] = mix[c->ny - 1];
        const double *full = f->full + i * f->ny, *broken = f->broken + i * f->ny;
        double *x = f->x + i * f->ny;
        for (int j = 0; j < f->ny; j++) {
            const int J = j / f->fy, O = f->fy == 1 ? J : j % 2 ? J + 1 : J - 1;
            const double pressed = 0.75 * mix[J] + 0.25 * mix[O], carried = own_full[J] == 0.0 ? own[J] : 0.0;
            x[j] += full[j] != 0.0 ? pressed : broken[j] != 0.0 ? carried : 0.0;
        }
    }
}

// a coarse cell holds a pressure if one of its cells does, else a film fraction if one of its cells does
static void merge_kinds(const level *f, level *c)
{
    const size_t bytes = (size_t)c->ncell * sizeof(double);
    memset(c->own_full, 0, bytes);
    memset(c->own_broken, 0, bytes);
    for (int i = 0; i < f->nx; i++)
        for (int j = 0; j < f->ny; j++) {
            const int k = i * f->ny + j, K = (i / f->fx) * c->ny + j / f->fy;
            if (f->full[k] != 0.0) c->own_full[K] = 1.0;
            if (f->broken[k] != 0.0) c->own_broken[K] = 1.0;
        }
    for (int K = 0; K < c->ncell; K++)
        if (c->full[K] != 0.0) c->own_broken[K] = 0.0;
}

// Where oil goes that flows into cell (i, j): a cell with an unknown on the coarse grid, following broken film
// downstream for a few cells; -1 if that is too far. *share is what arrives.
static int destination(const level *f, const level *c, int i, int j, double *share)
{
    enum { furthest = 4 };
    const int n = f->ny;
    for (int steps = 0; steps < furthest; steps++) {
        const int k = i * n + j;
        if (f->full[k] != 0.0) return k;
        if (f->broken[k] == 0.0) return -1;
        if (c->full[(i / f->fx) * c->ny + j / f->fy] == 0.0) return k;
        const int iw = i > 0           ? i - 1
                       : f->a.periodic ? f->nx - 1
                                       : i,
                  ie = i < f->nx - 1   ? i + 1
                       : f->a.periodic ? 0
                                       : i;
        const double e = ie != i ? -f->a.west[ie * n + j] : 0.0, w = iw != i ? -f->a.east[iw * n + j] : 0.0;
        *share *= fmax(e, w) / f->a.centre[k];
        if (!(fmax(e, w) > 0.0)) return -1;
        i = e >= w ? ie : iw;
    }
    return -1;
}

// Moves the flow t that the unknown of merged cell K drives into cell (i, j) to the merged cells; returns what of t is
// accounted for. What leaves the reach of K's neighbours counts as lost.
static double merge_flow(const level *f, level *c, double t, int i, int j, double scale, int K)
{
    double share = 1.0;
    const int to = destination(f, c, i, j, &share);
    if (to < 0) return 0.0;
    const int I = to / f->ny / f->fx, J = to % f->ny / f->fy, Ki = K / c->ny, Kj = K % c->ny, N = I * c->ny + J;
    const double back = share * t;
    if (N == K) return back;
    const bool ring = c->a.periodic;
    double *entry = NULL;
    if (J == Kj && (I == Ki + 1 || (ring && I == 0 && Ki == c->nx - 1))) entry = c->a.west;
    if (J == Kj && (I == Ki - 1 || (ring && Ki == 0 && I == c->nx - 1))) entry = c->a.east;
    if (I == Ki && J == Kj + 1) entry = c->a.south;
    if (I == Ki && J == Kj - 1) entry = c->a.north;
    if (!entry) return 0.0;
    entry[N] -= scale * back;
    c->a.centre[K] += scale * back;
    return back;
}

// Matrix of the next coarser level, column by column: unknowns of the kind that the merged cell has, rows of all. Flows
// driven by pressure are halved for the doubled distance, transport is not.
static void coarsen(const level *f, level *c)
{
    double *all[] = {c->a.centre, c->a.west, c->a.east, c->a.south, c->a.north};
    for (int i = 0; i < GUD_COUNT(all); i++) memset(all[i], 0, (size_t)c->ncell * sizeof(double));
    merge_kinds(f, c);

    const int n = f->ny;
    const gud_stencil *a = &f->a;
    for (int i = 0; i < f->nx; i++) {
        const int iw = i > 0 ? i - 1 : a->periodic ? f->nx - 1 : -1, ie = i < f->nx - 1 ? i + 1 : a->periodic ? 0 : -1;
        for (int j = 0; j < n; j++) {
            const int k = i * n + j, J = j / f->fy, K = (i / f->fx) * c->ny + J;
            const bool pressed = f->full[k] != 0.0;
            if (pressed ? c->full[K] == 0.0 : f->broken[k] == 0.0 || c->full[K] != 0.0) continue;
            const double sx = pressed ? 1.0 / f->fx : 1.0, sy = pressed ? 1.0 / f->fy : 1.0;
            double rest = a->centre[k];
            if (ie >= 0) rest -= merge_flow(f, c, -a->west[ie * n + j], ie, j, sx, K);
            if (iw >= 0) rest -= merge_flow(f, c, -a->east[iw * n + j], iw, j, sx, K);
            if (j < n - 1) rest -= merge_flow(f, c, -a->south[k + 1], i, j + 1, sy, K);
            if (j > 0) rest -= merge_flow(f, c, -a->north[k - 1], i, j - 1, sy, K);
            c->a.centre[K] += sy * fmax(rest, 0.0); // to edges and feeds, and storage
        }
    }
    for (int k = 0; k < c->ncell; k++)
        if (!live(c, k)) c->a.centre[k] = 1.0;
}

gud_status gud_multigrid_setup(gud_multigrid *mg, const gud_stencil *matrix, const double *is_full,
                               const double *is_broken)
{
    level *top = &mg->level[0];
    top->a = *matrix;
    top->full = is_full, top->broken = is_broken;
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
        for (int i = colour; i < l->nx; i += 2 * together) {
            const int left = (l->nx - i + 1) / 2;
            y_lines(l, i, left < together ? left : together, l->b, l->x);
        }
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
    smooth_x(l);
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
        for (int k = 0; k < ncell; k++) mg->v[1][k] = columns[(size_t)a * (size_t)ncell + (size_t)k];
        const gud_status status = bicgstab(mg, tolerance, iterations);
        if (status != GUD_OK) worst = status;
        for (int k = 0; k < ncell; k++) columns[(size_t)a * (size_t)ncell + (size_t)k] = mg->v[0][k];
    }
    return worst;
}
