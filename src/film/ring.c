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

struct gud_ring {
    int nx, ny;
    bool periodic;
    int start;              // first block of the chain
    int chain;              // number of blocks before the separator
    bool closed;            // the separator couples with the chain's first block
    bool *diagonal, *ahead; // of each block: D_i and Z_i are diagonal; Y_i is not zero
    double *rows;           // [nx][ny][3 ny] rows of [D | Y | Z], D as factors
    double *west, *east;    // [nx][ny] in chain order
    int nneed;              // rows of z that need x_0,
    int *need;              // which they are,
    double *needs;          // and V_i: [nx][nneed][ny]
    double *wide;           // [nx][ny][4] right-hand sides side by side
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
    r->rows = GUD_TAKE(&memory, double, (size_t)nx * 3 * n * n);
    r->need = GUD_TAKE(&memory, int, n);
    r->needs = GUD_TAKE(&memory, double, (size_t)nx *n *n);
    r->wide = GUD_TAKE(&memory, double, (size_t)nx *n * 4);
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

static double *rows_of(const gud_ring *r, int s)
{
    const size_t n = (size_t)r->ny;
    return r->rows + (size_t)s * 3 * n * n;
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

// C_i into D, zeros into Y
static void load(const gud_ring *r, const gud_stencil *m, int i, double *d)
{
    const int n = r->ny, base = i * n;
    for (int j = 0; j < n; j++) {
        double *row = d + j * 3 * n;
        for (int s = 0; s < 2 * n; s++) row[s] = 0.0;
        if (j > 0) row[j - 1] = m->south[base + j];
        row[j] = m->centre[base + j];
        if (j < n - 1) row[j + 1] = m->north[base + j];
    }
}

// D_i -= W_i Y_{i-1} and F_i = -W_i Z_{i-1}
INLINE void update_n(int n, bool near, bool far, const double *restrict w, const double *restrict before,
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

WIDE static void update(int n, bool near, bool far, const double *w, const double *before, double *d)
{
    if (n == 10)
        update_n(10, near, far, w, before, d);
    else if (n == 8)
        update_n(8, near, far, w, before, d);
    else
        update_n(n, near, far, w, before, d);
}

// a block of broken film behind others of its kind: [D^-1 | Y | Z] are diagonal
static bool diagonal_factor(gud_ring *r, const gud_stencil *m, int s)
{
    const int n = r->ny, base = (r->start + s) % r->nx * n;
    const double *w = r->west + s * n, *e = r->east + s * n, *before = s > 0 ? rows_of(r, s - 1) : NULL;
    const bool last = s == r->chain - 1;
    double *d = rows_of(r, s);

    memset(d, 0, (size_t)(3 * n * n) * sizeof *d);
    for (int j = 0; j < n; j++) {
        double *row = d + j * 3 * n;
        if (!(m->centre[base + j] > 0.0)) return false;
        const double inverse = 1.0 / m->centre[base + j];
        row[j] = inverse;
        row[n + j] = last ? 0.0 : inverse * e[j];
        if (r->closed)
            row[2 * n + j] = inverse * ((before ? -w[j] * before[j * 3 * n + 2 * n + j] : w[j]) + (last ? e[j] : 0.0));
    }
    return true;
}

static bool block_is_diagonal(const gud_ring *r, const gud_stencil *m, int i)
{
    return count_nonzero(m->south + i * r->ny, r->ny) == 0 && count_nonzero(m->north + i * r->ny, r->ny) == 0;
}

static bool dense_factor(gud_ring *r, const gud_stencil *m, int s)
{
    const int n = r->ny;
    const double *w = r->west + s * n, *e = r->east + s * n;
    const bool last = s == r->chain - 1;
    double *d = rows_of(r, s);

    load(r, m, (r->start + s) % r->nx, d);
    if (s > 0) update(n, r->ahead[s - 1], r->closed, w, rows_of(r, s - 1), d);
    for (int j = 0; j < n; j++) {
        double *row = d + j * 3 * n;
        if (r->ahead[s]) row[n + j] = e[j];
        if (r->closed && s == 0) {
            memset(row + 2 * n, 0, (size_t)n * sizeof *row);
            row[2 * n + j] = w[j];
        }
        if (r->closed && last) row[2 * n + j] += e[j];
    }
    return dense(n, r->ahead[s], r->closed, d);
}

static bool chain_factor(gud_ring *r, const gud_stencil *m)
{
    for (int s = 0; s < r->chain; s++) {
        const bool after_dense = s > 0 && (!r->diagonal[s - 1] || r->ahead[s - 1]);
        r->ahead[s] = s < r->chain - 1 && count_nonzero(r->east + s * r->ny, r->ny) > 0;
        r->diagonal[s] = !after_dense && block_is_diagonal(r, m, (r->start + s) % r->nx);
        if (!(r->diagonal[s] ? diagonal_factor(r, m, s) : dense_factor(r, m, s))) return false;
    }
    return true;
}

// out -= a M for a row a of n numbers and M at column `at` of a block's rows
WIDE static void row_subtract(int n, const double *restrict a, const double *restrict rows, int at,
                              double *restrict out)
{
    for (int p = 0; p < n; p++) {
        const double f = a[p];
        if (f == 0.0) continue;
        for (int q = 0; q < n; q++) out[q] -= f * rows[p * 3 * n + at + q];
    }
}

// Schur complement of the separator, factorised in the last block
static bool separator_factor(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, last = r->chain;
    double *d = rows_of(r, last);
    load(r, m, (r->start + last) % r->nx, d);
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++)
            d[p * 3 * n + q] -= r->west[last * n + p] * rows_of(r, last - 1)[p * 3 * n + 2 * n + q];

    for (int v = 0; v < r->nneed; v++) {
        double *a = r->needs + v * n;
        memset(a, 0, (size_t)n * sizeof *a);
        a[r->need[v]] = r->east[last * n + r->need[v]];
    }
    for (int s = 0; s < last && r->nneed > 0; s++)
        for (int v = 0; v < r->nneed; v++) {
            const double *a = r->needs + ((size_t)s * (size_t)r->nneed + (size_t)v) * (size_t)n;
            row_subtract(n, a, rows_of(r, s), 2 * n, d + r->need[v] * 3 * n);
            if (s == last - 1) continue;
            double *next = r->needs + ((size_t)(s + 1) * (size_t)r->nneed + (size_t)v) * (size_t)n;
            memset(next, 0, (size_t)n * sizeof *next);
            if (r->ahead[s]) row_subtract(n, a, rows_of(r, s), n, next);
        }
    r->diagonal[last] = r->ahead[last] = false;
    return dense(n, false, false, d);
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
    r->nneed = 0;
    for (int j = 0; r->periodic && j < n; j++)
        if (r->east[(r->nx - 1) * n + j] != 0.0) r->need[r->nneed++] = j;
    r->closed = r->nneed > 0 || (r->periodic && count_nonzero(r->west, n) > 0);
    r->chain = r->closed ? r->nx - 1 : r->nx;
    if (!chain_factor(r, m)) return GUD_RETRY;
    if (r->closed && !separator_factor(r, m)) return GUD_RETRY;
    return GUD_OK;
}

// ---- solution; `many` right-hand sides lie side by side

// row p of b minus the rows from..to-1 of x, each times its number in m
INLINE void row_sum(int many, int from, int to, const double *restrict m, const double *x, double *b, double factor)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    for (int a = 0; a < many; a++) sum[a] = b[a];
    for (int q = from; q < to; q++)
        for (int a = 0; a < many; a++) sum[a] -= m[q] * x[q * many + a];
    for (int a = 0; a < many; a++) b[a] = sum[a] * factor;
}

// b = D^-1 b
INLINE void block_solve_n(int n, int many, const double *restrict d, double *b)
{
    for (int p = 1; p < n; p++) row_sum(many, 0, p, d + p * 3 * n, b, b + p * many, 1.0);
    for (int p = n - 1; p >= 0; p--) row_sum(many, p + 1, n, d + p * 3 * n, b, b + p * many, d[p * 3 * n + p]);
}

// b -= M x for a block M at the given place in rows of 3 n
INLINE void block_subtract_n(int n, int many, const double *restrict M, const double *x, double *b)
{
    for (int p = 0; p < n; p++) row_sum(many, 0, n, M + p * 3 * n, x, b + p * many, 1.0);
}

// b -= diag(w) x, w in steps of `step`
INLINE void scaled_subtract(int n, int many, const double *w, int step, const double *x, double *b)
{
    for (int p = 0; p < n; p++)
        for (int a = 0; a < many; a++) b[p * many + a] -= w[p * step] * x[p * many + a];
}

INLINE void forward_n(const gud_ring *r, int n, int many, double *x)
{
    for (int s = 0; s < r->chain; s++) {
        double *b = x + s * n * many;
        const double *d = rows_of(r, s);
        if (s > 0) scaled_subtract(n, many, r->west + s * n, 1, b - n * many, b);
        if (!r->diagonal[s]) block_solve_n(n, many, d, b);
        for (int p = 0; r->diagonal[s] && p < n; p++)
            for (int a = 0; a < many; a++) b[p * many + a] *= d[p * 3 * n + p];
    }
}

INLINE void separator_n(const gud_ring *r, int n, int many, double *x)
{
    const int last = r->chain;
    double *z = x + last * n * many;
    scaled_subtract(n, many, r->west + last * n, 1, z - n * many, z);
    for (int s = 0; s < last && r->nneed > 0; s++)
        for (int v = 0; v < r->nneed; v++) {
            const double *need = r->needs + ((size_t)s * (size_t)r->nneed + (size_t)v) * (size_t)n;
            for (int p = 0; p < n; p++)
                for (int a = 0; a < many; a++) z[r->need[v] * many + a] -= need[p] * x[(s * n + p) * many + a];
        }
    block_solve_n(n, many, rows_of(r, last), z);
}

INLINE void backward_n(const gud_ring *r, int n, int many, double *x)
{
    const double *z = x + r->chain * n * many;
    for (int s = r->chain - 1; s >= 0; s--) {
        double *b = x + s * n * many;
        const double *d = rows_of(r, s);
        if (r->closed && r->diagonal[s]) scaled_subtract(n, many, d + 2 * n, 3 * n + 1, z, b);
        if (r->closed && !r->diagonal[s]) block_subtract_n(n, many, d + 2 * n, z, b);
        if (r->ahead[s] && r->diagonal[s]) scaled_subtract(n, many, d + n, 3 * n + 1, b + n * many, b);
        if (r->ahead[s] && !r->diagonal[s]) block_subtract_n(n, many, d + n, b + n * many, b);
    }
}

INLINE void solve_n(const gud_ring *r, int n, int many, double *x)
{
    forward_n(r, n, many, x);
    if (r->closed) separator_n(r, n, many, x);
    backward_n(r, n, many, x);
}

WIDE static void solve(const gud_ring *r, int many, double *x)
{
    if (r->ny == 10 && many == 4)
        solve_n(r, 10, 4, x);
    else if (r->ny == 8 && many == 4)
        solve_n(r, 8, 4, x);
    else if (many == 4)
        solve_n(r, r->ny, 4, x);
    else if (r->ny == 10)
        solve_n(r, 10, 1, x);
    else
        solve_n(r, r->ny, 1, x);
}

void gud_ring_solve(const gud_ring *r, int ncol, double *columns)
{
    const int n = r->ny, ncell = r->nx * n;
    for (int from = 0; from < ncol; from += 4) {
        const int count = ncol - from < 4 ? ncol - from : 4, many = count > 1 ? 4 : 1;
        double *group = columns + (size_t)from * (size_t)ncell;
        for (int s = 0; s < r->nx; s++) {
            const int base = (r->start + s) % r->nx * n;
            for (int p = 0; p < n; p++)
                for (int a = 0; a < many; a++)
                    r->wide[(s * n + p) * many + a] = a < count ? group[a * ncell + base + p] : 0.0;
        }
        solve(r, many, r->wide);
        for (int s = 0; s < r->nx; s++) {
            const int base = (r->start + s) % r->nx * n;
            for (int p = 0; p < n; p++)
                for (int a = 0; a < count; a++) group[a * ncell + base + p] = r->wide[(s * n + p) * many + a];
        }
    }
}
