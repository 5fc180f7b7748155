// Block elimination around a ring. Block row i couples x_i (dense after elimination) with x_{i-1} and x_{i+1} by
// diagonal blocks W_i and E_i. The last block is a separator z; the chain before it is eliminated forwards:
//
//     D_i = C_i - W_i D_{i-1}^-1 E_{i-1},   Z_i = D_i^-1 F_i,   F_0 = W_0,   F_i = -W_i Z_{i-1}
//     y_i = D_i^-1 (b_i - W_i y_{i-1}),   x_i = y_i - D_i^-1 E_i x_{i+1} - Z_i z,   S z = b_z - ...
//
// Since W and E are diagonal, the inverses are all that is needed: they are computed as such, and everything else is
// products of a matrix and a vector. Unless the row of z does without x_0, the Z_i are substituted backwards as well.
//
// Columns of broken film feed only what lies downstream. The ring is cut behind the pressure film, where the row of z
// does not need x_0, if there is such a place; from there to where the film reforms all blocks are diagonal. In a stage
// they store much more than they pass on: once what z sends has died down to rounding, the ring is open, and z is
// nothing but the last block of the chain.

#include "film/ring.h"

#include "base/arena.h"
#include "film/lanes.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

enum { lanes = GUD_LANES };
typedef gud_four four;

static const double gone = 1e-18; // part of a flow that is nothing beside the flow

struct gud_ring {
    int nx, ny;
    int stride; // of columns: ny filled up to whole vectors, with zeros
    bool periodic;
    bool back;       // the chain runs towards lower i
    int start;       // first block of the chain
    int chain;       // number of blocks before the separator
    bool closed;     // there is a separator
    bool needs;      // and its row needs x_0
    int broken;      // the chain's first blocks, whose D_i and Z_i are diagonal: only the diagonals are stored
    int far;         // Z_i matters in the first of the blocks
    bool *ahead;     // of each block: E_i is not zero
    double *inverse; // [nx][ny][stride] columns of D_i^-1
    double *from_z;  // [nx][ny][stride] columns of Z_i, or of X_i if the row of z needs x_0
    double *scratch; // [ny][4]
    double *west, *east, *vector; // [nx][stride] in chain order
    double *wide;                 // [nx][ny][4] right-hand sides side by side
    gud_arena memory;
};

gud_ring *gud_ring_create(int nx, int ny, bool periodic)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_ring *r = GUD_TAKE(&memory, gud_ring, 1);
    if (!r) return NULL;
    const size_t stride = ((size_t)ny + lanes - 1) / lanes * lanes, block = stride * (size_t)ny;
    r->nx = nx, r->ny = ny, r->stride = (int)stride, r->periodic = periodic;
    r->ahead = GUD_TAKE(&memory, bool, nx);
    r->inverse = GUD_TAKE(&memory, double, (size_t)nx *block);
    r->from_z = GUD_TAKE(&memory, double, (size_t)nx *block);
    r->scratch = GUD_TAKE(&memory, double, stride *lanes);
    r->west = GUD_TAKE(&memory, double, (size_t)nx *stride);
    r->east = GUD_TAKE(&memory, double, (size_t)nx *stride);
    r->vector = GUD_TAKE(&memory, double, (size_t)nx *stride);
    r->wide = GUD_TAKE(&memory, double, (size_t)(nx * ny) * lanes);
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

static bool any(const double *a, int n)
{
    for (int j = 0; j < n; j++)
        if (a[j] != 0.0) return true;
    return false;
}

static int count_nonzero(const double *a, int n)
{
    int count = 0;
    for (int j = 0; j < n; j++) count += a[j] != 0.0;
    return count;
}

// the block that its left neighbour needs in the fewest places; of several, one right behind pressure film
static int cut(const gud_ring *r, const double *east, bool back, int *cost)
{
    const int step = back ? r->nx - 1 : 1;
    int best = 0, before = back ? 1 % r->nx : r->nx - 1, two = (before + r->nx - step) % r->nx;
    bool pressed = any(east + two * r->ny, r->ny);
    *cost = 2 * r->ny + 2;
    for (int s = 0, i = 0; s < r->nx; s++) {
        const int needs = count_nonzero(east + before * r->ny, r->ny), here = 2 * needs + !pressed;
        if (here < *cost) *cost = here, best = i;
        pressed = needs > 0;
        before = i;
        i += step;
        if (i >= r->nx) i -= r->nx;
    }
    return best;
}

// number of the chain's block s in the grid
static int block_of(const gud_ring *r, int s)
{
    const int i = r->back ? r->start - s : r->start + s;
    return i < 0 ? i + r->nx : i >= r->nx ? i - r->nx : i;
}

static double *inverse_of(const gud_ring *r, int s)
{
    return r->inverse + (size_t)s * (size_t)r->ny * (size_t)r->stride;
}

static double *from_z_of(const gud_ring *r, int s)
{
    return r->from_z + (size_t)s * (size_t)r->ny * (size_t)r->stride;
}

// ---- kernels. Columns of n numbers fill `count` vectors

// a one among zeros, to be read at an offset
static const double unit[2 * lanes - 1] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};

// out = M b, or out - M b
GUD_INLINE void apply_n(int n, int count, bool subtract, const double *restrict M, const double *b, double *out)
{
    const four *columns = (const four *)M;
    for (int k = 0; k < count; k++) {
        four sum = columns[k] * b[0], *to = (four *)out + k;
        for (int q = 1; q < n; q++) sum += columns[q * count + k] * b[q];
        *to = subtract ? *to - sum : sum;
    }
}

// the same for four right-hand sides side by side
GUD_INLINE void apply_four_n(int n, int count, bool subtract, const double *restrict M, const four *b, four *out)
{
    for (int p = 0; p < n; p++) {
        four sum = M[p] * b[0];
        for (int q = 1; q < n; q++) sum += M[q * count * lanes + p] * b[q];
        out[p] = subtract ? out[p] - sum : sum;
    }
}

// Inverts in place, by elimination above and below each pivot. Of a transposed matrix it is the transposed inverse.
GUD_INLINE bool invert_n(int n, int count, double *restrict a)
{
    for (int p = 0; p < n; p++) {
        const int at = p / lanes, width = count * lanes;
        const four one = *(const four *)(unit + lanes - 1 - p % lanes), keep = 1.0 - one;
        four *top = (four *)(a + p * width);
        if (!(a[p * width + p] > 0.0)) return false;
        const double inverse = 1.0 / a[p * width + p];
        top[at] = top[at] * keep + one;
        for (int k = 0; k < count; k++) top[k] *= inverse;
        four *row = (four *)a;
        for (int q = 0; q < n; q++, row += count) {
            const double f = ((const double *)row)[p];
            if (f == 0.0 || row == top) continue; // broken film acts on nothing in its own block
            row[at] *= keep;
            for (int k = 0; k < count; k++) row[k] -= f * top[k];
        }
    }
    return true;
}

// ---- factorisation

// D_s = C_s - W_s D_{s-1}^-1 E_{s-1}, by columns
GUD_INLINE void load_n(const gud_ring *r, const gud_stencil *m, int n, int count, int s, double *d)
{
    const int base = block_of(r, s) * n, width = count * lanes;
    const bool after = s > 0 && r->ahead[s - 1];
    const double *w = r->west + s * width, *e = s > 0 ? r->east + (s - 1) * width : NULL;
    const four *before = after && s > r->broken ? (const four *)inverse_of(r, s - 1) : NULL;
    for (int q = 0; q < n; q++)
        for (int k = 0; k < count; k++)
            ((four *)d)[q * count + k] =
                before ? -e[q] * ((const four *)w)[k] * before[q * count + k] : (four){0.0, 0.0, 0.0, 0.0};
    for (int j = 0; j < n; j++) {
        double *column = d + j * width;
        column[j] += m->centre[base + j];
        if (after && s == r->broken) column[j] -= w[j] * inverse_of(r, s - 1)[j] * e[j];
        if (j > 0) column[j - 1] += m->north[base + j - 1];
        if (j < n - 1) column[j + 1] += m->south[base + j + 1];
    }
}

// Z_s = D_s^-1 F_s; at the chain's end z is the next block as well
GUD_INLINE void from_z_n(const gud_ring *r, int n, int count, int s)
{
    const int width = count * lanes;
    const double *inverse = inverse_of(r, s), *w = r->west + s * width, *e = r->east + s * width;
    const double *before = s > 0 ? from_z_of(r, s - 1) : NULL;
    for (int q = 0; q < n; q++) {
        double *column = from_z_of(r, s) + q * width;
        const double last = s == r->chain - 1 ? e[q] : 0.0;
        const double f = !before ? w[q] : s <= r->broken ? -w[q] * before[q] : 0.0;
        if (s > r->broken) {
            for (int k = 0; k < count; k++)
                ((four *)r->scratch)[k] = -((const four *)w)[k] * ((const four *)before)[q * count + k];
            apply_n(n, count, false, inverse, r->scratch, column);
        }
        for (int k = 0; k < count; k++) {
            const four own = ((const four *)inverse)[q * count + k];
            ((four *)column)[k] = s > r->broken ? ((four *)column)[k] + last * own : (f + last) * own;
        }
    }
}

// X_s = Z_s - D_s^-1 E_s X_{s+1}, in the place of Z_s
GUD_INLINE void back_from_z_n(const gud_ring *r, int n, int count)
{
    const int width = count * lanes;
    for (int s = r->chain - 2; s >= r->broken; s--) {
        if (!r->ahead[s]) continue;
        const four *e = (const four *)(r->east + s * width), *next = (const four *)from_z_of(r, s + 1);
        for (int q = 0; q < n; q++) {
            for (int k = 0; k < count; k++) ((four *)r->scratch)[k] = e[k] * next[q * count + k];
            apply_n(n, count, true, inverse_of(r, s), r->scratch, from_z_of(r, s) + q * width);
        }
    }
}

// Schur complement of the separator: S = C_z - W_z Z_last - E_z X_0
GUD_INLINE bool separator_n(const gud_ring *r, const gud_stencil *m, int n, int count)
{
    const int last = r->chain, width = count * lanes;
    const double *w = r->west + last * width, *e = r->east + last * width;
    double *d = inverse_of(r, last);
    load_n(r, m, n, count, last, d);
    for (int q = 0; q < n; q++)
        for (int p = 0; p < n; p++) {
            const int k = q * width + p;
            if (last > r->broken || p == q) d[k] -= w[p] * from_z_of(r, last - 1)[last > r->broken ? k : p];
            if (r->needs && (r->broken == 0 || p == q)) d[k] -= e[p] * from_z_of(r, 0)[r->broken == 0 ? k : p];
        }
    return invert_n(n, count, d);
}

// does anything of z's flow get from block s to the next one
GUD_INLINE bool passes_n(const gud_ring *r, int n, int count, int s)
{
    const int width = count * lanes;
    const double *w = r->west + (s + 1) * width;
    for (int q = 0; q < n; q++) {
        const double least = gone * fabs(r->west[q]), *column = from_z_of(r, s) + q * width;
        int any = 0;
        for (int p = 0; p < n; p++) any |= fabs(w[p] * column[p]) > least;
        if (any) return true;
    }
    return false;
}

GUD_INLINE bool dense_n(const gud_ring *r, const gud_stencil *m, int n, int count)
{
    bool reached = true;
    for (int s = r->broken; s < r->chain; s++) {
        load_n(r, m, n, count, s, inverse_of(r, s));
        if (!invert_n(n, count, inverse_of(r, s))) return false;
        if (!r->closed) continue;
        if (reached || s == r->chain - 1)
            from_z_n(r, n, count, s);
        else
            memset(from_z_of(r, s), 0, (size_t)(n * count) * sizeof(four));
        reached = reached && passes_n(r, n, count, s);
    }
    if (r->closed && r->needs) back_from_z_n(r, n, count);
    return !r->closed || separator_n(r, m, n, count);
}

// sizes known to the compiler are about twice as fast
GUD_WIDE static bool dense(const gud_ring *r, const gud_stencil *m)
{
    switch (r->ny) {
    case 6:
        return dense_n(r, m, 6, 2);
    case 8:
        return dense_n(r, m, 8, 2);
    case 10:
        return dense_n(r, m, 10, 3);
    case 12:
        return dense_n(r, m, 12, 3);
    case 16:
        return dense_n(r, m, 16, 4);
    default:
        return dense_n(r, m, r->ny, r->stride / lanes);
    }
}

// a block of broken film that others of its kind precede; in *passed the part of z's flow that passes it
static bool diagonal_factor(const gud_ring *r, const gud_stencil *m, int s, double *passed)
{
    const int n = r->ny, base = block_of(r, s) * n;
    const double *w = r->west + s * r->stride, *first = r->west;
    double *inverse = inverse_of(r, s), *z = from_z_of(r, s);
    *passed = 0.0;
    for (int j = 0; j < n; j++) {
        if (!(m->centre[base + j] > 0.0)) return false;
        inverse[j] = 1.0 / m->centre[base + j];
        z[j] = inverse[j] * (s > 0 ? -w[j] * from_z_of(r, s - 1)[j] : w[j]);
        if (first[j] != 0.0) *passed = gud_larger(*passed, fabs(w[r->stride + j] * z[j] / first[j]));
    }
    return true;
}

static bool block_is_diagonal(const gud_ring *r, const gud_stencil *m, int i)
{
    return !any(m->south + i * r->ny, r->ny) && !any(m->north + i * r->ny, r->ny);
}

// the chain's beginning; it decides whether the ring is closed
static bool broken_factor(gud_ring *r, const gud_stencil *m)
{
    r->closed = r->periodic && (r->needs || any(r->west, r->ny));
    r->broken = r->far = 0;
    for (int s = 0; s < r->nx - 2; s++) {
        if (r->ahead[s] || !block_is_diagonal(r, m, block_of(r, s))) break;
        double passed;
        if (!diagonal_factor(r, m, s, &passed)) return false;
        r->broken = s + 1;
        if (!r->closed) continue;
        r->far = s + 1;
        if (!r->needs && passed <= gone) r->closed = false;
    }
    return true;
}

// direction, start and couplings of the chain
static void arrange(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, width = r->stride;
    r->back = false, r->start = 0;
    if (r->periodic) {
        int cost, cost_back;
        const int start = cut(r, m->east, false, &cost), start_back = cut(r, m->west, true, &cost_back);
        r->back = cost_back < cost;
        r->start = r->back ? start_back : start;
    }
    for (int s = 0; s < r->nx; s++) {
        const size_t from = (size_t)block_of(r, s) * (size_t)n, to = (size_t)s * (size_t)width;
        memcpy(r->west + to, (r->back ? m->east : m->west) + from, (size_t)n * sizeof(double));
        memcpy(r->east + to, (r->back ? m->west : m->east) + from, (size_t)n * sizeof(double));
        r->ahead[s] = any(r->east + to, n);
    }
    r->needs = r->periodic && r->ahead[r->nx - 1];
}

gud_status gud_ring_factor(gud_ring *r, const gud_stencil *m)
{
    arrange(r, m);
    if (!broken_factor(r, m)) return GUD_RETRY;
    r->chain = r->closed ? r->nx - 1 : r->nx;
    if (r->closed) r->far = r->chain;
    r->ahead[r->chain - 1] = false; // what follows is z, or nothing
    return dense(r, m) ? GUD_OK : GUD_RETRY;
}

// ---- solution

GUD_INLINE void forward_n(const gud_ring *r, int n, int count, double *x)
{
    const int width = count * lanes;
    for (int s = 0; s < r->chain; s++) {
        const four *w = (const four *)(r->west + s * width);
        four *b = (four *)(x + s * width), *t = (four *)r->scratch;
        for (int k = 0; k < count; k++) t[k] = s > 0 ? b[k] - w[k] * b[k - count] : b[k];
        if (s >= r->broken) apply_n(n, count, false, inverse_of(r, s), r->scratch, x + s * width);
        for (int k = 0; s < r->broken && k < count; k++) b[k] = t[k] * ((const four *)inverse_of(r, s))[k];
    }
}

GUD_INLINE void subtract_from_z_n(const gud_ring *r, int n, int count, int s, const double *z, double *b)
{
    if (s >= r->broken)
        apply_n(n, count, true, from_z_of(r, s), z, b);
    else
        for (int j = 0; j < n; j++) b[j] -= from_z_of(r, s)[j] * z[j];
}

// `far`: the first blocks that get their part of z on the way
GUD_INLINE void backward_n(const gud_ring *r, int n, int count, int far, double *x)
{
    const int width = count * lanes;
    for (int s = r->chain - 1; s >= 0; s--) {
        const four *e = (const four *)(r->east + s * width), *next = (const four *)(x + (s + 1) * width);
        if (s < far) subtract_from_z_n(r, n, count, s, x + (r->nx - 1) * width, x + s * width);
        if (!r->ahead[s]) continue;
        for (int k = 0; k < count; k++) ((four *)r->scratch)[k] = e[k] * next[k];
        apply_n(n, count, true, inverse_of(r, s), r->scratch, x + s * width);
    }
}

GUD_INLINE void solve_n(const gud_ring *r, int n, int count, double *x)
{
    const int width = count * lanes, last = r->nx - 1;
    double *z = x + last * width;
    forward_n(r, n, count, x);
    if (r->closed) {
        if (r->needs) backward_n(r, n, count, 0, x);
        for (int p = 0; p < n; p++) r->scratch[p] = z[p] - r->west[last * width + p] * x[(last - 1) * width + p];
        for (int p = 0; r->needs && p < n; p++) r->scratch[p] -= r->east[last * width + p] * x[p];
        apply_n(n, count, false, inverse_of(r, last), r->scratch, z);
    }
    if (!r->closed || !r->needs)
        backward_n(r, n, count, r->far, x);
    else
        for (int s = 0; s < last; s++) subtract_from_z_n(r, n, count, s, z, x + s * width);
}

GUD_WIDE static void solve(const gud_ring *r, double *x)
{
    if (r->ny == 8)
        solve_n(r, 8, 2, x);
    else if (r->ny == 10)
        solve_n(r, 10, 3, x);
    else
        solve_n(r, r->ny, r->stride / lanes, x);
}

// ---- the same for four right-hand sides side by side, x: [nx][ny]

GUD_INLINE void forward_four_n(const gud_ring *r, int n, int count, four *x)
{
    for (int s = 0; s < r->chain; s++) {
        const double *w = r->west + s * count * lanes, *inverse = inverse_of(r, s);
        four *b = x + s * n, *t = (four *)r->scratch;
        for (int p = 0; p < n; p++) t[p] = s > 0 ? b[p] - w[p] * b[p - n] : b[p];
        if (s >= r->broken) apply_four_n(n, count, false, inverse, t, b);
        for (int p = 0; s < r->broken && p < n; p++) b[p] = t[p] * inverse[p];
    }
}

GUD_INLINE void subtract_from_z_four_n(const gud_ring *r, int n, int count, int s, const four *z, four *b)
{
    if (s >= r->broken)
        apply_four_n(n, count, true, from_z_of(r, s), z, b);
    else
        for (int p = 0; p < n; p++) b[p] -= from_z_of(r, s)[p] * z[p];
}

GUD_INLINE void backward_four_n(const gud_ring *r, int n, int count, int far, four *x)
{
    for (int s = r->chain - 1; s >= 0; s--) {
        const double *e = r->east + s * count * lanes;
        four *b = x + s * n, *t = (four *)r->scratch;
        if (s < far) subtract_from_z_four_n(r, n, count, s, x + (r->nx - 1) * n, b);
        if (!r->ahead[s]) continue;
        for (int p = 0; p < n; p++) t[p] = e[p] * b[n + p];
        apply_four_n(n, count, true, inverse_of(r, s), t, b);
    }
}

GUD_INLINE void solve_four_n(const gud_ring *r, int n, int count, four *x)
{
    const int last = r->nx - 1;
    const double *w = r->west + last * count * lanes, *e = r->east + last * count * lanes;
    four *z = x + last * n, *t = (four *)r->scratch;
    forward_four_n(r, n, count, x);
    if (r->closed) {
        if (r->needs) backward_four_n(r, n, count, 0, x);
        for (int p = 0; p < n; p++) t[p] = z[p] - w[p] * z[p - n];
        for (int p = 0; r->needs && p < n; p++) t[p] -= e[p] * x[p];
        apply_four_n(n, count, false, inverse_of(r, last), t, z);
    }
    if (!r->closed || !r->needs)
        backward_four_n(r, n, count, r->far, x);
    else
        for (int s = 0; s < last; s++) subtract_from_z_four_n(r, n, count, s, z, x + s * n);
}

GUD_WIDE static void solve_four(const gud_ring *r, double *x)
{
    if (r->ny == 8)
        solve_four_n(r, 8, 2, (four *)x);
    else if (r->ny == 10)
        solve_four_n(r, 10, 3, (four *)x);
    else
        solve_four_n(r, r->ny, r->stride / lanes, (four *)x);
}

static void solve_one(const gud_ring *r, double *column)
{
    const size_t bytes = (size_t)r->ny * sizeof(double);
    for (int s = 0; s < r->nx; s++) memcpy(r->vector + s * r->stride, column + block_of(r, s) * r->ny, bytes);
    solve(r, r->vector);
    for (int s = 0; s < r->nx; s++) memcpy(column + block_of(r, s) * r->ny, r->vector + s * r->stride, bytes);
}

static void solve_some(const gud_ring *r, int count, double *columns)
{
    const int n = r->ny, ncell = r->nx * n;
    for (int s = 0; s < r->nx; s++)
        for (int p = 0, base = block_of(r, s) * n; p < n; p++)
            for (int a = 0; a < lanes; a++)
                r->wide[(s * n + p) * lanes + a] = a < count ? columns[a * ncell + base + p] : 0.0;
    solve_four(r, r->wide);
    for (int s = 0; s < r->nx; s++)
        for (int p = 0, base = block_of(r, s) * n; p < n; p++)
            for (int a = 0; a < count; a++) columns[a * ncell + base + p] = r->wide[(s * n + p) * lanes + a];
}

void gud_ring_solve(const gud_ring *r, int ncol, double *columns)
{
    for (int from = 0; from < ncol; from += lanes) {
        const int count = ncol - from < lanes ? ncol - from : lanes;
        double *group = columns + (size_t)from * (size_t)(r->nx * r->ny);
        if (count == 1)
            solve_one(r, group);
        else
            solve_some(r, count, group);
    }
}
