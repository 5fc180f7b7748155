// Block elimination around a ring. Block row i couples x_i (dense after elimination) with x_{i-1} and x_{i+1} by
// diagonal blocks W_i and E_i. The last block is a separator z; the chain before it is eliminated forwards:
//
//     D_i = C_i - W_i Y_{i-1},   Y_i = D_i^-1 E_i,   Z_i = D_i^-1 F_i,   F_0 = W_0,   F_{i+1} = -W_{i+1} Z_i
//     x_i = y_i - Y_i x_{i+1} - Z_i z,    S z = b_z - ...
//
// Columns of broken film feed only what lies downstream. The ring is cut behind the pressure film, where the row of z
// does not need x_0, if there is such a place; from there to where the film reforms all blocks are diagonal. Without
// such a place the Z_i are substituted backwards as well.

#include "film/ring.h"

#include "base/arena.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

// the same operations in the same order at either width: results do not depend on the machine
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef enum { far_none, far_diagonal, far_dense } far_kind;

struct gud_ring {
    int nx, ny;
    bool periodic;
    int start;              // first block of the chain
    int chain;              // number of blocks before the separator
    bool closed;            // the separator couples with the chain's first block
    bool back;              // the separator's row needs x_0
    bool *diagonal, *ahead; // of each block: D_i is diagonal, Y_i is not zero
    far_kind *far;          // what Z_i is
    double *rows;           // [2][ny][3 ny] rows of [D | Y | Z] of this block and the last, while they are eliminated
    double *factor;         // [nx][3][ny][ny] D (as factors), Y, Z by columns; diagonals only where a block is diagonal
    double *west, *east;    // [nx][ny] in chain order
    gud_arena memory;
};

gud_ring *gud_ring_create(int nx, int ny, bool periodic)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_ring *r = GUD_TAKE(&memory, gud_ring, 1);
    if (!r) return NULL;
    const size_t n = (size_t)ny;
    r->nx = nx, r->ny = ny, r->periodic = periodic;
    r->diagonal = GUD_TAKE(&memory, bool, nx);
    r->ahead = GUD_TAKE(&memory, bool, nx);
    r->far = GUD_TAKE(&memory, far_kind, nx);
    r->rows = GUD_TAKE(&memory, double, 6 * n * n);
    r->factor = GUD_TAKE(&memory, double, (size_t)nx * 3 * n * n);
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

static int count_nonzero(const double *a, int n)
{
    int count = 0;
    for (int j = 0; j < n; j++) count += a[j] != 0.0;
    return count;
}

// the block that its left neighbour needs in the fewest places; of several, one right behind pressure film
static int cut(const gud_ring *r, const gud_stencil *m)
{
    int best = 0, least = 2 * r->ny + 2;
    for (int i = 0; i < r->nx; i++) {
        const int before = i > 0 ? i - 1 : r->nx - 1, two = before > 0 ? before - 1 : r->nx - 1;
        const int needs = count_nonzero(m->east + before * r->ny, r->ny);
        const int cost = 2 * needs + (count_nonzero(m->east + two * r->ny, r->ny) == 0);
        if (cost < least) least = cost, best = i;
    }
    return best;
}

static double *factor_of(const gud_ring *r, int s, int which)
{
    const size_t n = (size_t)r->ny;
    return r->factor + ((size_t)s * 3 + (size_t)which) * n * n;
}

// elimination below the diagonal; Y starts as a diagonal, so that row p has entries up to its column p
INLINE bool eliminate_n(int n, bool ahead, bool far, double *restrict a)
{
    for (int p = 0; p < n; p++) {
        const double *restrict top = a + p * 3 * n;
        if (!(top[p] > 0.0)) return false;
        const double inverse = 1.0 / top[p];
        const int end = ahead ? n + p + 1 : n;
        for (int q = p + 1; q < n; q++) {
            double *restrict row = a + q * 3 * n;
            if (row[p] == 0.0) continue; // broken film acts on nothing in its own block
            const double f = row[p] * inverse;
            row[p] = f;
            for (int s = p + 1; s < end; s++) row[s] -= f * top[s];
            if (far)
                for (int s = 2 * n; s < 3 * n; s++) row[s] -= f * top[s];
        }
    }
    return true;
}

// back substitution on columns first..last-1; the diagonal is replaced by its inverse
INLINE void substitute_n(int n, int first, int last, double *restrict a)
{
    for (int p = n - 1; p >= 0; p--) {
        double *restrict row = a + p * 3 * n;
        for (int q = p + 1; q < n; q++) {
            const double *restrict low = a + q * 3 * n;
            const double f = row[q];
            if (f == 0.0) continue;
            for (int s = first; s < last; s++) row[s] -= f * low[s];
        }
        const double inverse = 1.0 / row[p];
        row[p] = inverse;
        for (int s = first; s < last; s++) row[s] *= inverse;
    }
}

INLINE bool dense_n(int n, bool ahead, bool far, double *restrict a)
{
    if (ahead && far) {
        if (!eliminate_n(n, true, true, a)) return false;
        substitute_n(n, n, 3 * n, a);
    } else if (far) {
        if (!eliminate_n(n, false, true, a)) return false;
        substitute_n(n, 2 * n, 3 * n, a);
    } else {
        if (!eliminate_n(n, ahead, false, a)) return false;
        substitute_n(n, n, ahead ? 2 * n : n, a);
    }
    return true;
}

// sizes known to the compiler are about twice as fast
WIDE static bool dense(int n, bool ahead, bool far, double *a)
{
    switch (n) {
    case 6:
        return dense_n(6, ahead, far, a);
    case 8:
        return dense_n(8, ahead, far, a);
    case 10:
        return dense_n(10, ahead, far, a);
    case 12:
        return dense_n(12, ahead, far, a);
    case 16:
        return dense_n(16, ahead, far, a);
    default:
        return dense_n(n, ahead, far, a);
    }
}

// C_i into the rows of D; returns whether it is diagonal
static bool load(const gud_ring *r, const gud_stencil *m, int i, double *d)
{
    const int n = r->ny, base = i * n;
    bool diagonal = true;
    memset(d, 0, (size_t)(3 * n * n) * sizeof *d);
    for (int j = 0; j < n; j++) {
        double *row = d + j * 3 * n;
        row[j] = m->centre[base + j];
        if (j > 0) row[j - 1] = m->south[base + j], diagonal = diagonal && row[j - 1] == 0.0;
        if (j < n - 1) row[j + 1] = m->north[base + j], diagonal = diagonal && row[j + 1] == 0.0;
    }
    return diagonal;
}

// D_i -= W_i Y_{i-1} and F_i = -W_i Z_{i-1}
WIDE static void update(int n, bool near, bool far, const double *restrict w, const double *restrict before,
                        double *restrict d)
{
    for (int j = 0; j < n; j++) {
        const double f = w[j];
        double *restrict row = d + j * 3 * n;
        const double *restrict old = before + j * 3 * n;
        if (near)
            for (int s = 0; s < n; s++) row[s] -= f * old[s + n];
        if (far)
            for (int s = 2 * n; s < 3 * n; s++) row[s] = -f * old[s];
    }
}

// blocks by columns, which is how the solution reads them
static void store(const gud_ring *r, int s, const double *rows)
{
    const int n = r->ny;
    for (int which = 0; which < 3; which++) {
        if ((which == 1 && !r->ahead[s]) || (which == 2 && r->far[s] == far_none)) continue;
        double *f = factor_of(r, s, which);
        for (int p = 0; p < n; p++)
            for (int q = 0; q < n; q++) f[q * n + p] = rows[p * 3 * n + which * n + q];
    }
}

// a diagonal block whose Z is diagonal too: D^-1, Y and Z are vectors
static bool diagonal_factor(gud_ring *r, const gud_stencil *m, int s, double *rows)
{
    const int n = r->ny, base = (r->start + s) % r->nx * n;
    const double *w = r->west + s * n, *e = r->east + s * n;
    const bool last = s == r->chain - 1;
    double *d = factor_of(r, s, 0), *y = factor_of(r, s, 1), *z = factor_of(r, s, 2);
    const double *before = s > 0 ? factor_of(r, s - 1, 2) : NULL;

    memset(rows, 0, (size_t)(3 * n * n) * sizeof *rows); // a dense block may follow
    for (int j = 0; j < n; j++) {
        if (!(m->centre[base + j] > 0.0)) return false;
        d[j] = 1.0 / m->centre[base + j];
        y[j] = last ? 0.0 : d[j] * e[j];
        z[j] = r->closed ? d[j] * ((before ? -w[j] * before[j] : w[j]) + (last ? e[j] : 0.0)) : 0.0;
        rows[j * 3 * n + n + j] = y[j];
        rows[j * 3 * n + 2 * n + j] = z[j];
    }
    r->far[s] = r->closed ? far_diagonal : far_none;
    r->diagonal[s] = true;
    return true;
}

static bool block_is_diagonal(const gud_ring *r, const gud_stencil *m, int i)
{
    return count_nonzero(m->south + i * r->ny, r->ny) == 0 && count_nonzero(m->north + i * r->ny, r->ny) == 0;
}

static bool chain_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, size = 3 * n * n;
    for (int s = 0; s < r->chain; s++) {
        double *d = r->rows + (s & 1) * size;
        const double *before = r->rows + (~s & 1) * size, *w = r->west + s * n, *e = r->east + s * n;
        const int i = (r->start + s) % r->nx;
        const bool last = s == r->chain - 1, near = s > 0 && r->ahead[s - 1];
        r->ahead[s] = !last && count_nonzero(e, n) > 0;

        if (block_is_diagonal(r, m, i) && !near && (s == 0 || r->far[s - 1] != far_dense)) {
            if (!diagonal_factor(r, m, s, d)) return false;
            continue;
        }
        load(r, m, i, d);
        if (s > 0) update(n, near, r->closed, w, before, d);
        for (int j = 0; j < n; j++) {
            double *row = d + j * 3 * n;
            if (r->ahead[s]) row[n + j] = e[j];
            if (r->closed && s == 0) row[2 * n + j] += w[j];
            if (r->closed && last) row[2 * n + j] += e[j];
        }
        r->diagonal[s] = false;
        r->far[s] = r->closed ? far_dense : far_none;
        if (!dense(n, r->ahead[s], r->closed, d)) return false;
        store(r, s, d);
    }
    return true;
}

// x_i -= Y_i x_{i+1} for n columns of Z at once; all by columns
WIDE static void far_subtract(int n, const double *restrict y, const double *restrict next, double *restrict z)
{
    for (int a = 0; a < n; a++)
        for (int q = 0; q < n; q++) {
            const double f = next[a * n + q];
            for (int p = 0; p < n; p++) z[a * n + p] -= y[q * n + p] * f;
        }
}

static void widen(const gud_ring *r, int s, int which)
{
    const int n = r->ny;
    double *f = factor_of(r, s, which);
    for (int j = n - 1; j >= 0; j--) {
        const double v = f[j];
        memset(f + j * n, 0, (size_t)n * sizeof *f);
        f[j * n + j] = v;
    }
}

// makes Z_i the whole way from the separator to x_i
static void far_complete(gud_ring *r)
{
    for (int s = 0; s < r->chain; s++) {
        if (r->far[s] != far_diagonal) continue;
        widen(r, s, 2);
        r->far[s] = far_dense;
    }
    for (int s = r->chain - 2; s >= 0; s--) {
        if (!r->ahead[s]) continue;
        if (r->diagonal[s]) {
            const double *y = factor_of(r, s, 1), *next = factor_of(r, s + 1, 2);
            double *z = factor_of(r, s, 2);
            for (int a = 0; a < r->ny; a++)
                for (int p = 0; p < r->ny; p++) z[a * r->ny + p] -= y[p] * next[a * r->ny + p];
        } else {
            far_subtract(r->ny, factor_of(r, s, 1), factor_of(r, s + 1, 2), factor_of(r, s, 2));
        }
    }
}

static double far_entry(const gud_ring *r, int s, int row, int column)
{
    const double *z = factor_of(r, s, 2);
    if (r->far[s] == far_diagonal) return row == column ? z[row] : 0.0;
    return z[column * r->ny + row];
}

// Schur complement of the separator, factorised in the last block
static bool separator_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, last = r->chain;
    double *rows = r->rows;
    if (r->back) far_complete(r);
    load(r, m, (r->start + last) % r->nx, rows);
    for (int p = 0; p < n; p++) {
        const double w = r->west[last * n + p], e = r->east[last * n + p];
        for (int q = 0; q < n; q++) {
            rows[p * 3 * n + q] -= w * far_entry(r, last - 1, p, q);
            if (r->back) rows[p * 3 * n + q] -= e * far_entry(r, 0, p, q);
        }
    }
    r->diagonal[last] = r->ahead[last] = false;
    r->far[last] = far_none;
    if (!dense(n, false, false, rows)) return false;
    store(r, last, rows);
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
    r->back = r->periodic && count_nonzero(r->east + (r->nx - 1) * n, n) > 0;
    r->closed = r->back || (r->periodic && count_nonzero(r->west, n) > 0);
    r->chain = r->closed ? r->nx - 1 : r->nx;
    if (!chain_factor(r, m)) return GUD_RETRY;
    if (r->closed && !separator_factor(r, m)) return GUD_RETRY;
    return GUD_OK;
}

INLINE void block_solve_n(int n, const double *restrict d, double *restrict b)
{
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) b[q] -= d[p * n + q] * b[p];
    for (int p = n - 1; p >= 0; p--) {
        const double v = b[p] * d[p * n + p];
        b[p] = v;
        for (int q = 0; q < p; q++) b[q] -= d[p * n + q] * v;
    }
}

INLINE void block_subtract_n(int n, const double *restrict y, const double *restrict x, double *restrict b)
{
    for (int q = 0; q < n; q++)
        for (int p = 0; p < n; p++) b[p] -= y[q * n + p] * x[q];
}

WIDE static void block_solve(int n, const double *d, double *b)
{
    switch (n) {
    case 8:
        block_solve_n(8, d, b);
        break;
    case 10:
        block_solve_n(10, d, b);
        break;
    case 16:
        block_solve_n(16, d, b);
        break;
    default:
        block_solve_n(n, d, b);
    }
}

WIDE static void block_subtract(int n, const double *y, const double *x, double *b)
{
    switch (n) {
    case 8:
        block_subtract_n(8, y, x, b);
        break;
    case 10:
        block_subtract_n(10, y, x, b);
        break;
    case 16:
        block_subtract_n(16, y, x, b);
        break;
    default:
        block_subtract_n(n, y, x, b);
    }
}

// b -= diag(w) x
static void scaled_subtract(int n, const double *w, const double *x, double *b)
{
    for (int p = 0; p < n; p++) b[p] -= w[p] * x[p];
}

static double *part(const gud_ring *r, double *column, int s)
{
    const int i = r->start + s;
    return column + (i < r->nx ? i : i - r->nx) * r->ny;
}

static void forward(const gud_ring *r, double *x)
{
    const int n = r->ny;
    for (int s = 0; s < r->chain; s++) {
        double *b = part(r, x, s);
        const double *d = factor_of(r, s, 0);
        if (s > 0) scaled_subtract(n, r->west + s * n, part(r, x, s - 1), b);
        if (r->diagonal[s])
            for (int p = 0; p < n; p++) b[p] *= d[p];
        else
            block_solve(n, d, b);
    }
}

static void backward(const gud_ring *r, double *x, const double *z, bool with_y)
{
    const int n = r->ny;
    for (int s = r->chain - 1; s >= 0; s--) {
        double *b = part(r, x, s);
        if (z && r->far[s] == far_diagonal) scaled_subtract(n, factor_of(r, s, 2), z, b);
        if (z && r->far[s] == far_dense) block_subtract(n, factor_of(r, s, 2), z, b);
        if (!with_y || !r->ahead[s]) continue;
        if (r->diagonal[s])
            scaled_subtract(n, factor_of(r, s, 1), part(r, x, s + 1), b);
        else
            block_subtract(n, factor_of(r, s, 1), part(r, x, s + 1), b);
    }
}

void gud_ring_solve(const gud_ring *r, int ncol, double *columns)
{
    const int n = r->ny, last = r->chain;
    for (int a = 0; a < ncol; a++) {
        double *x = columns + (size_t)a * (size_t)(r->nx * n);
        forward(r, x);
        if (!r->closed) {
            backward(r, x, NULL, true);
            continue;
        }
        // with `back` the Z hold the whole way from the separator: Y first, then Z
        double *z = part(r, x, last);
        if (r->back) backward(r, x, NULL, true);
        scaled_subtract(n, r->west + last * n, part(r, x, last - 1), z);
        if (r->back) scaled_subtract(n, r->east + last * n, part(r, x, 0), z);
        block_solve(n, factor_of(r, last, 0), z);
        backward(r, x, z, !r->back);
    }
}
