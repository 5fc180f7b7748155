// Linear problems of films with cross flow. The matrix is that of five points, which every solver of films takes, and
// the cross flow:
//
//     (A + C) x = b,   x = A^-1 y:   (1 + C A^-1) y = b  by generalized minimal residuals.
//
// On a uniform grid whose lines cross at the angle a, the eigenvalues of C A^-1 lie between -|cos a| and |cos a|: the
// residual falls by tan(45 deg - a/2) a step or better, whatever the size of the grid.

#include "film/cross.h"

#include "film/lanes.h"

#include <math.h>
#include <string.h>

enum { basis = 32, restarts = 12 };

struct gud_krylov {
    const gud_film *film;
    double *v, *z; // [basis + 1][cells], [basis][cells]: z = A^-1 v
    double *solution;
    double H[basis + 1][basis], g[basis + 1], sine[basis], cosine[basis];
    gud_arena memory;
};

gud_krylov *gud_krylov_create(const gud_film *film)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_krylov *k = GUD_TAKE(&memory, gud_krylov, 1);
    double *v = GUD_TAKE(&memory, double, (size_t)film->ncell *(basis + 1));
    double *z = GUD_TAKE(&memory, double, (size_t)film->ncell *basis);
    double *solution = GUD_TAKE(&memory, double, film->ncell);
    if (memory.failed) {
        gud_arena_free(&memory);
        return NULL;
    }
    k->film = film, k->v = v, k->z = z, k->solution = solution;
    k->memory = memory;
    return k;
}

void gud_krylov_free(gud_krylov *k)
{
    if (!k) return;
    gud_arena memory = k->memory; // holds the object itself
    gud_arena_free(&memory);
}

// ---- the matrix

GUD_WIDE static void five_points(const gud_stencil *m, const double *restrict x, double *restrict y)
{
    const int ny = m->ny, n = m->nx * ny;
    for (int k = 0; k < n; k++) y[k] = m->centre[k] * x[k];
    for (int k = ny; k < n; k++) y[k] += m->west[k] * x[k - ny];
    for (int k = 0; k < n - ny; k++) y[k] += m->east[k] * x[k + ny];
    for (int j = 0; m->periodic && j < ny; j++) {
        y[j] += m->west[j] * x[n - ny + j];
        y[n - ny + j] += m->east[n - ny + j] * x[j];
    }
    for (int i = 0; i < m->nx; i++) {
        const int from = i * ny;
        for (int k = from + 1; k < from + ny; k++) y[k] += m->south[k] * x[k - 1];
        for (int k = from; k < from + ny - 1; k++) y[k] += m->north[k] * x[k + 1];
        if (!m->wraps) continue;
        y[from] += m->south[from] * x[from + ny - 1];
        y[from + ny - 1] += m->north[from + ny - 1] * x[from];
    }
}

// derivative of a cross flow along x; only full cells have a pressure that is unknown
static double cross_change(const gud_film_work *w, const gud_cross *c, int bound, const double *x)
{
    if (bound > 0) return w->is_full[c->low] * x[c->low];
    if (bound < 0) return -w->is_full[c->high] * x[c->high];
    double sum = 0.0;
    for (int p = 0; p < c->n; p++)
        if (c->at[p] >= 0) sum += c->weight[p] * w->is_full[c->at[p]] * x[c->at[p]];
    return sum;
}

static void multiply(const gud_film *film, const gud_film_work *w, const double *x, double *y)
{
    five_points(&w->matrix, x, y);
    for (int n = 0; n < film->ncross; n++) {
        const gud_cross *c = &film->cross[n];
        const double q = (c->along ? w->x.slope : w->y.slope)[c->face] * cross_change(w, c, w->bound[n], x);
        y[c->low] += film->unknown[c->low] * q;
        y[c->high] -= film->unknown[c->high] * q;
    }
}

// ---- minimal residuals

GUD_WIDE static double dot(const double *a, const double *b, int n)
{
    return gud_sum_of_products(a, b, n);
}

GUD_WIDE static void add(int n, double f, const double *restrict x, double *restrict y)
{
    for (int k = 0; k < n; k++) y[k] += f * x[k];
}

GUD_WIDE static void scale(int n, double f, double *restrict x)
{
    for (int k = 0; k < n; k++) x[k] *= f;
}

// Givens rotations of column j of H; returns the size of the residual
static double rotate(gud_krylov *k, int j)
{
    double(*H)[basis] = k->H;
    for (int i = 0; i < j; i++) {
        const double a = H[i][j], b = H[i + 1][j];
        H[i][j] = k->cosine[i] * a + k->sine[i] * b;
        H[i + 1][j] = k->cosine[i] * b - k->sine[i] * a;
    }
    const double size = hypot(H[j][j], H[j + 1][j]);
    k->cosine[j] = size > 0.0 ? H[j][j] / size : 1.0;
    k->sine[j] = size > 0.0 ? H[j + 1][j] / size : 0.0;
    H[j][j] = size, H[j + 1][j] = 0.0;
    k->g[j + 1] = -k->sine[j] * k->g[j];
    k->g[j] *= k->cosine[j];
    return fabs(k->g[j + 1]);
}

// x += Z H^-1 g
static void combine(gud_krylov *k, int n, int m, double *x)
{
    for (int i = m - 1; i >= 0; i--) {
        for (int j = i + 1; j < m; j++) k->g[i] -= k->H[i][j] * k->g[j];
        k->g[i] = k->H[i][i] != 0.0 ? k->g[i] / k->H[i][i] : 0.0;
    }
    for (int i = 0; i < m; i++) add(n, k->g[i], k->z + (size_t)i * (size_t)n, x);
}

// One round from the residual in the first vector of the basis, of size `have`; returns the size that is left.
static double round_of(gud_film_work *w, gud_five_point_solver *solve, double have, double want, double accurate)
{
    gud_krylov *k = w->krylov;
    const int n = k->film->ncell;
    const size_t size = (size_t)n;
    int m = 0;
    scale(n, 1.0 / have, k->v);
    k->g[0] = have;
    while (m < basis && have > want) {
        double *z = k->z + (size_t)m * size, *next = k->v + (size_t)(m + 1) * size;
        memcpy(z, k->v + (size_t)m * size, size * sizeof *z);
        (void)solve(w, 1, z, accurate);
        multiply(k->film, w, z, next);
        for (int i = 0; i <= m; i++) {
            k->H[i][m] = dot(next, k->v + (size_t)i * size, n);
            add(n, -k->H[i][m], k->v + (size_t)i * size, next);
        }
        k->H[m + 1][m] = sqrt(dot(next, next, n));
        if (k->H[m + 1][m] > 0.0) scale(n, 1.0 / k->H[m + 1][m], next);
        have = rotate(k, m++);
    }
    combine(k, n, m, k->solution);
    return have;
}

static gud_status solve_one(gud_film_work *w, gud_five_point_solver *solve, double *b, double tolerance)
{
    static const double accurate = 1e-4; // of a solver that iterates itself
    gud_krylov *k = w->krylov;
    const int n = k->film->ncell;
    const double whole = sqrt(dot(b, b, n)), want = whole * gud_larger(1e-2 * tolerance, 1e-14);
    double have = whole;
    memset(k->solution, 0, (size_t)n * sizeof *b);
    memcpy(k->v, b, (size_t)n * sizeof *b);
    for (int round = 0; round < restarts && have > want; round++) {
        (void)round_of(w, solve, have, want, accurate);
        multiply(k->film, w, k->solution, k->v);
        for (int i = 0; i < n; i++) k->v[i] = b[i] - k->v[i];
        const double left = sqrt(dot(k->v, k->v, n));
        const bool stalls = !(left < 0.5 * have);
        have = left;
        if (stalls) break;
    }
    memcpy(b, k->solution, (size_t)n * sizeof *b);
    return have <= 1e3 * want ? GUD_OK : GUD_RETRY;
}

gud_status gud_krylov_solve(gud_film_work *w, gud_five_point_solver *solve, int n, double *columns, double tolerance)
{
    gud_status status = GUD_OK;
    for (int a = 0; a < n; a++) {
        const gud_status one = solve_one(w, solve, columns + (size_t)a * (size_t)w->krylov->film->ncell, tolerance);
        if (one != GUD_OK) status = one;
    }
    return status;
}
