// Block elimination around a ring. Block row i couples x_i (dense after elimination) with x_{i-1} and x_{i+1} by
// diagonal blocks W_i and E_i. The last block is a separator z; the chain before it is eliminated forwards:
//
//     D_i = C_i - W_i Y_{i-1},   Y_i = D_i^-1 E_i,   Z_i = D_i^-1 F_i,   F_0 = W_0,   F_{i+1} = -W_{i+1} Z_i
//     x_i = y_i - Y_i x_{i+1} - Z_i z,    S z = b_z - ...
//
// Columns of broken film feed only what lies downstream, so that many E_i vanish. The ring is cut where the row of
// z does not need x_0 if there is such a place; else the Z_i are substituted backwards as well.

#include "film/ring.h"

#include "base/arena.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

struct gud_ring {
    int nx, ny, stride; // stride of a row of [D | Y | Z], 3 ny
    bool periodic;
    int start;           // first block of the chain
    int chain;           // number of blocks before the separator
    bool closed;         // the separator couples with the chain's first block
    bool back;           // the separator's row needs x_0
    bool *diagonal;      // D_i is diagonal
    double *block;       // [nx][ny][3 ny]
    double *west, *east; // [nx][ny] in chain order
    gud_arena memory;
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

gud_ring *gud_ring_create(int nx, int ny, bool periodic)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_ring *r = GUD_TAKE(&memory, gud_ring, 1);
    if (!r) return NULL;
    const size_t n = (size_t)ny;
    r->nx = nx, r->ny = ny, r->stride = 3 * ny, r->periodic = periodic;
    r->diagonal = GUD_TAKE(&memory, bool, nx);
    r->block = GUD_TAKE(&memory, double, (size_t)nx *n * 3 * n);
    r->west = GUD_TAKE(&memory, double, (size_t)nx *n);
    r->east = GUD_TAKE(&memory, double, (size_t)nx *n);
    if (memory.failed) {
        gud_arena_free(&memory);
        return NULL;
    }
    r->memory = memory;
    return r;
}

void gud_ring_free(gud_ring *ring)
{
    if (!ring) return;
    gud_arena memory = ring->memory; // holds the ring itself
    gud_arena_free(&memory);
}

// the block whose left neighbour depends on it in the fewest places
static int cut(const gud_ring *r, const gud_stencil *m)
{
    int best = 0, least = r->ny + 1;
    for (int i = 0; i < r->nx; i++) {
        const double *e = m->east + (i > 0 ? i - 1 : r->nx - 1) * r->ny;
        int count = 0;
        for (int j = 0; j < r->ny; j++) count += e[j] != 0.0;
        if (count < least) least = count, best = i;
    }
    return best;
}

static bool any(const double *a, int n)
{
    for (int j = 0; j < n; j++)
        if (a[j] != 0.0) return true;
    return false;
}

// eliminates in n rows of `width` numbers from column p + 1 on; false if a pivot is not positive
WIDE static bool eliminate(int n, int width, int stride, double *restrict a)
{
    for (int p = 0; p < n; p++) {
        const double *restrict top = a + (size_t)p * (size_t)stride;
        const double pivot = top[p];
        if (!(pivot > 0.0) || !isfinite(pivot)) return false;
        const double inverse = 1.0 / pivot;
        for (int q = p + 1; q < n; q++) {
            double *restrict row = a + (size_t)q * (size_t)stride;
            if (row[p] == 0.0) continue;
            const double f = row[p] * inverse;
            row[p] = f;
            for (int s = p + 1; s < width; s++) row[s] -= f * top[s];
        }
    }
    return true;
}

// back substitution on columns n..width-1; the diagonal is replaced by its inverse
WIDE static void substitute(int n, int width, int stride, double *restrict a)
{
    for (int p = n - 1; p >= 0; p--) {
        double *restrict row = a + (size_t)p * (size_t)stride;
        for (int q = p + 1; q < n; q++) {
            const double *restrict low = a + (size_t)q * (size_t)stride;
            const double f = row[q];
            if (f == 0.0) continue;
            for (int s = n; s < width; s++) row[s] -= f * low[s];
        }
        const double inverse = 1.0 / row[p];
        row[p] = inverse;
        for (int s = n; s < width; s++) row[s] *= inverse;
    }
}

// writes C_i into D_i; returns whether it is diagonal
static bool load(const gud_ring *r, const gud_stencil *m, int i, double *d)
{
    const int n = r->ny, base = i * n;
    bool diagonal = true;
    for (int j = 0; j < n; j++) {
        double *row = d + (size_t)j * (size_t)r->stride;
        memset(row, 0, (size_t)r->stride * sizeof *row);
        row[j] = m->centre[base + j];
        if (j > 0) row[j - 1] = m->south[base + j], diagonal = diagonal && row[j - 1] == 0.0;
        if (j < n - 1) row[j + 1] = m->north[base + j], diagonal = diagonal && row[j + 1] == 0.0;
    }
    return diagonal;
}

// D_i -= W_i Y_{i-1} and F_i = -W_i Z_{i-1}
WIDE static void update(int n, int stride, bool dense, bool far, const double *restrict w,
                        const double *restrict before, double *restrict d)
{
    for (int j = 0; j < n; j++) {
        const double f = w[j];
        if (f == 0.0) continue;
        double *restrict row = d + (size_t)j * (size_t)stride;
        const double *restrict old = before + (size_t)j * (size_t)stride + n;
        if (dense)
            for (int s = 0; s < n; s++) row[s] -= f * old[s];
        if (far)
            for (int s = 2 * n; s < 3 * n; s++) row[s] = -f * old[s - n];
    }
}

// [Y | Z] = D^-1 [E | F] for a diagonal D, stored as its inverse
static bool scale_rows(const gud_ring *r, double *d)
{
    for (int j = 0; j < r->ny; j++) {
        double *row = d + (size_t)j * (size_t)r->stride;
        if (!(row[j] > 0.0) || !isfinite(row[j])) return false;
        const double inverse = 1.0 / row[j];
        row[j] = inverse;
        row[r->ny + j] *= inverse;
        for (int s = 2 * r->ny; s < 3 * r->ny; s++) row[s] *= inverse;
    }
    return true;
}

static bool chain_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny;
    const size_t size = (size_t)n * (size_t)r->stride;
    bool dense_before = false;

    for (int s = 0; s < r->chain; s++) {
        double *d = r->block + (size_t)s * size;
        const double *w = r->west + s * n, *e = r->east + s * n;
        const int i = (r->start + s) % r->nx;
        const bool last = s == r->chain - 1, ahead = !last && any(e, n);

        bool diagonal = load(r, m, i, d);
        if (s > 0) update(n, r->stride, dense_before, r->closed, w, d - size, d);
        diagonal = diagonal && !dense_before;
        for (int j = 0; j < n; j++) {
            double *row = d + (size_t)j * (size_t)r->stride;
            if (ahead) row[n + j] = e[j];
            if (r->closed && s == 0) row[2 * n + j] += w[j];
            if (r->closed && last) row[2 * n + j] += e[j];
        }
        r->diagonal[s] = diagonal;
        if (diagonal) {
            if (!scale_rows(r, d)) return false;
        } else {
            const int width = r->closed ? 3 * n : ahead ? 2 * n : n;
            if (!eliminate(n, width, r->stride, d)) return false;
            substitute(n, width, r->stride, d);
        }
        dense_before = ahead;
    }
    return true;
}

// a -= y b, all n x n inside rows of `stride`
WIDE static void product_subtract(int n, int stride, const double *restrict y, const double *restrict b,
                                  double *restrict a)
{
    for (int p = 0; p < n; p++) {
        double *restrict row = a + (size_t)p * (size_t)stride;
        for (int q = 0; q < n; q++) {
            const double f = y[(size_t)p * (size_t)stride + (size_t)q];
            if (f == 0.0) continue;
            const double *restrict other = b + (size_t)q * (size_t)stride;
            for (int s = 0; s < n; s++) row[s] -= f * other[s];
        }
    }
}

// Schur complement of the separator, factorised in the last block
static bool separator_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, last = r->chain;
    const size_t size = (size_t)n * (size_t)r->stride;
    double *s = r->block + (size_t)last * size, *z = r->block + 2 * n;

    if (r->back)
        for (int i = last - 2; i >= 0; i--)
            product_subtract(n, r->stride, r->block + (size_t)i * size + n, z + (size_t)(i + 1) * size,
                             z + (size_t)i * size);
    load(r, m, (r->start + last) % r->nx, s);
    for (int j = 0; j < n; j++) {
        double *row = s + (size_t)j * (size_t)r->stride;
        const double w = r->west[last * n + j], e = r->east[last * n + j];
        const double *before = z + (size_t)(last - 1) * size + (size_t)j * (size_t)r->stride;
        const double *first = z + (size_t)j * (size_t)r->stride;
        for (int q = 0; q < n; q++) row[q] -= w * before[q] + (r->back ? e * first[q] : 0.0);
    }
    r->diagonal[last] = false;
    if (!eliminate(n, n, r->stride, s)) return false;
    substitute(n, n, r->stride, s);
    return true;
}

gud_status gud_ring_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny;
    r->start = r->periodic ? cut(r, m) : 0;
    for (int s = 0; s < r->nx; s++) {
        const int i = (r->start + s) % r->nx;
        memcpy(r->west + s * n, m->west + i * n, (size_t)n * sizeof(double));
        memcpy(r->east + s * n, m->east + i * n, (size_t)n * sizeof(double));
    }
    r->back = r->periodic && any(r->east + (r->nx - 1) * n, n);
    r->closed = r->back || (r->periodic && any(r->west, n));
    r->chain = r->closed ? r->nx - 1 : r->nx;
    if (!chain_factor(r, m)) return GUD_RETRY;
    if (r->closed && !separator_factor(r, m)) return GUD_RETRY;
    return GUD_OK;
}

// b = D^-1 b for n columns side by side
WIDE static void block_solve(int n, int stride, bool diagonal, const double *restrict d, int ncol, double *restrict b)
{
    if (!diagonal)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                const double f = d[(size_t)q * (size_t)stride + (size_t)p];
                for (int a = 0; a < ncol; a++) b[q * ncol + a] -= f * b[p * ncol + a];
            }
    for (int p = n - 1; p >= 0; p--) {
        const double inverse = d[(size_t)p * (size_t)stride + (size_t)p];
        for (int a = 0; a < ncol; a++) b[p * ncol + a] *= inverse;
        if (diagonal) continue;
        for (int q = 0; q < p; q++) {
            const double f = d[(size_t)q * (size_t)stride + (size_t)p];
            for (int a = 0; a < ncol; a++) b[q * ncol + a] -= f * b[p * ncol + a];
        }
    }
}

// b -= Y x for n columns side by side
WIDE static void block_subtract(int n, int stride, const double *restrict y, int ncol, const double *restrict x,
                                double *restrict b)
{
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) {
            const double f = y[(size_t)p * (size_t)stride + (size_t)q];
            for (int a = 0; a < ncol; a++) b[p * ncol + a] -= f * x[q * ncol + a];
        }
}

static void diagonal_subtract(int n, const double *w, int ncol, const double *x, double *b)
{
    for (int p = 0; p < n; p++)
        for (int a = 0; a < ncol; a++) b[p * ncol + a] -= w[p] * x[p * ncol + a];
}

static double *part(const gud_ring *r, double *columns, int ncol, int s)
{
    return columns + (size_t)((r->start + s) % r->nx) * (size_t)(r->ny * ncol);
}

static void back_substitute(const gud_ring *r, int ncol, double *columns, int last, const double *z, bool with_y)
{
    const int n = r->ny;
    const size_t size = (size_t)n * (size_t)r->stride;
    for (int s = last; s >= 0; s--) {
        const double *d = r->block + (size_t)s * size;
        double *b = part(r, columns, ncol, s);
        if (z) block_subtract(n, r->stride, d + 2 * n, ncol, z, b);
        if (with_y && s < r->chain - 1 && any(r->east + s * n, n))
            block_subtract(n, r->stride, d + n, ncol, part(r, columns, ncol, s + 1), b);
    }
}

void gud_ring_solve(gud_ring *r, int ncol, double *columns)
{
    const int n = r->ny, last = r->chain;
    const size_t size = (size_t)n * (size_t)r->stride;

    for (int s = 0; s < r->chain; s++) {
        double *b = part(r, columns, ncol, s);
        if (s > 0) diagonal_subtract(n, r->west + s * n, ncol, part(r, columns, ncol, s - 1), b);
        block_solve(n, r->stride, r->diagonal[s], r->block + (size_t)s * size, ncol, b);
    }
    if (!r->closed) {
        back_substitute(r, ncol, columns, last - 1, NULL, true);
        return;
    }
    // with `back` the Z hold the whole way from the separator, so that Y and Z are applied one after the other
    double *z = part(r, columns, ncol, last);
    if (r->back) back_substitute(r, ncol, columns, last - 1, NULL, true);
    diagonal_subtract(n, r->west + last * n, ncol, part(r, columns, ncol, last - 1), z);
    if (r->back) diagonal_subtract(n, r->east + last * n, ncol, part(r, columns, ncol, 0), z);
    block_solve(n, r->stride, false, r->block + (size_t)last * size, ncol, z);
    back_substitute(r, ncol, columns, last - 1, z, !r->back);
}
