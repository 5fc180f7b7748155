// Block elimination around a ring: what is a chain of blocks, what a run, and what comes before what. chain.h says how
// the chain is eliminated, separable.h what runs are.

#include "film/ring.h"

#include "film/chain.h"

#include <stdint.h>
#include <string.h>

enum { lanes = GUD_LANES };

static void take(gud_ring *r, gud_arena *memory)
{
    const size_t nx = (size_t)r->nx, n = (size_t)r->ny, stride = (size_t)r->stride;
    double **of_block[] = {&r->into_first, &r->into_last, &r->seen};
    double **square[] = {&r->first_first, &r->first_last, &r->last_first, &r->last_last};
    double **of_ring[] = {&r->west, &r->east, &r->passive, &r->alone};
    for (size_t k = 0; k < GUD_COUNT(of_block); k++) *of_block[k] = GUD_TAKE(memory, double, stride);
    for (size_t k = 0; k < GUD_COUNT(square); k++) *square[k] = GUD_TAKE(memory, double, n *stride);
    for (size_t k = 0; k < GUD_COUNT(of_ring); k++) *of_ring[k] = GUD_TAKE(memory, double, nx *stride);
    r->inverse = GUD_TAKE(memory, double, nx *n *stride);
    r->from_z = GUD_TAKE(memory, double, nx *n *stride);
    r->vector = GUD_TAKE(memory, double, nx *stride *lanes);
    r->hat = GUD_TAKE(memory, double, nx *stride *lanes);
    r->run = GUD_TAKE(memory, double, stride *lanes);
    r->unit = GUD_TAKE(memory, double, 2 * stride);
    if (r->unit) r->unit[stride] = 1.0;
    r->scratch = GUD_TAKE(memory, double, stride *lanes);
    r->acts = GUD_TAKE(memory, int64_t, nx * n);
    r->block = GUD_TAKE(memory, int, nx);
    r->ncoupled = GUD_TAKE(memory, int64_t, 2 * nx);
    r->ahead = GUD_TAKE(memory, bool, nx);
    r->nactive = GUD_TAKE(memory, int, nx);
    r->active = GUD_TAKE(memory, int, nx *n);
    r->lone = GUD_TAKE(memory, bool, nx);
    r->nlive = GUD_TAKE(memory, int, nx);
    r->live = GUD_TAKE(memory, int, nx *n);
}

gud_ring *gud_ring_create(int nx, int ny, bool periodic, const gud_across *across)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_ring *r = GUD_TAKE(&memory, gud_ring, 1);
    if (!r) return NULL;
    *r = (gud_ring){.nx = nx, .ny = ny, .stride = gud_vectors(ny) * lanes, .periodic = periodic};
    take(r, &memory);
    r->runs = gud_separable_take(&memory, nx, ny, r->stride, across);
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

static bool run_factor(const gud_ring *r)
{
    if (!gud_separable_factor(r->runs)) return false;
    gud_separable_corner(r->runs, GUD_FIRST_FIRST, r->first_first);
    gud_separable_corner(r->runs, GUD_FIRST_LAST, r->first_last);
    gud_separable_corner(r->runs, GUD_LAST_FIRST, r->last_first);
    gud_separable_corner(r->runs, GUD_LAST_LAST, r->last_last);
    return true;
}

// ---- arrangement

// Flags and counts have 64 bits, so that a vector holds as many of them as of numbers. The last vector of a block ends
// with the block and overlaps the one before; `over` is how many elements are in both.
static const gud_four_mask places = {0, 1, 2, 3};
static const gud_four ones = {1.0, 1.0, 1.0, 1.0};

// Entries of west and east in n rows from `at` on that are not zero
GUD_INLINE void count_couplings(int n, const gud_stencil *m, int at, int64_t count[2])
{
    gud_four_mask west = {0, 0, 0, 0}, east = west; // minus the counts, in four parts
    for (int k = 0; k < n; k += lanes) {
        const int over = k + lanes > n ? k + lanes - n : 0, first = at + k - over;
        const gud_four_mask fresh = places >= over;
        west += fresh & (*(const gud_four *)(m->west + first) != 0.0);
        east += fresh & (*(const gud_four *)(m->east + first) != 0.0);
    }
    const gud_four_mask both =
        __builtin_shufflevector(west, east, 0, 4, 2, 6) + __builtin_shufflevector(west, east, 1, 5, 3, 7);
    count[0] = -(both[0] + both[2]), count[1] = -(both[1] + both[3]);
}

GUD_INLINE void count_few(int n, const gud_stencil *m, int at, int64_t count[2])
{
    count[0] = count[1] = 0;
    for (int k = at; k < at + n; k++) count[0] += m->west[k] != 0.0, count[1] += m->east[k] != 0.0;
}

// Couplings of all blocks. Does the flow come from higher i: against it only pressure acts.
GUD_INLINE bool flows_back_n(int n, const gud_ring *r, const gud_stencil *m)
{
    int64_t all[2] = {0, 0};
    for (int i = 0; i < r->nx; i++) {
        int64_t count[2];
        if (n < lanes)
            count_few(n, m, i * n, count);
        else
            count_couplings(n, m, i * n, count);
        for (int side = 0; side < 2; side++) r->ncoupled[2 * i + side] = count[side], all[side] += count[side];
    }
    return all[0] < all[1];
}

GUD_WIDE static bool flows_back(const gud_ring *r, const gud_stencil *m)
{
    return GUD_UNROLL(r->ny, flows_back_n, r, m);
}

static int neighbour(const gud_ring *r, int block, int steps)
{
    const int i = r->back ? block - steps : block + steps;
    return i < 0 ? i + r->nx : i >= r->nx ? i - r->nx : i;
}

// of a block in the grid, rows that need the block ahead of it
static int needs_of(const gud_ring *r, int block)
{
    return (int)r->ncoupled[2 * block + (r->back ? 0 : 1)];
}

// Which of `count` blocks from `first` on becomes z: one whose row needs the block behind it in the fewest places, of
// several one behind pressure film.
static int choose(const gud_ring *r, int first, int count)
{
    int best = 0, least = 2 * r->ny + 2;
    bool pressed = needs_of(r, neighbour(r, first, -1)) > 0;
    for (int c = 0; c < count; c++) {
        const int needs = needs_of(r, neighbour(r, first, c)), here = 2 * needs + !pressed;
        if (here < least) least = here, best = c;
        pressed = needs > 0;
    }
    return best;
}

// direction and blocks of the chain; the run's are left out
static void arrange(gud_ring *r, const gud_stencil *m)
{
    const int nx = r->nx;
    r->back = flows_back(r, m);
    int first = r->back ? nx - 1 : 0, z = nx - 1;
    const int run = r->runs ? gud_separable_find(r->runs, m, r->back, &first) : 0;
    r->length = nx - run;
    first = neighbour(r, first, run); // of the blocks that are left
    if (run > 0)
        z = 1 + choose(r, neighbour(r, first, 1), r->length - 2); // not beside the run
    else if (r->periodic)
        z = choose(r, first, nx);
    r->gap = run > 0 ? r->length - 1 - z : -1;
    for (int s = 0; s < r->length; s++)
        r->block[s] = neighbour(r, first, z + 1 + s < r->length ? z + 1 + s : z + 1 + s - r->length);
}

GUD_INLINE void mark(int n, const double *restrict entries, int64_t *restrict acts)
{
    for (int k = 0; k < n; k++) acts[k] = entries[k] != 0.0;
}

// and those with an entry of one of two arrays
GUD_INLINE void mark_more(int n, const double *restrict a, const double *restrict b, int64_t *restrict acts)
{
    for (int k = 0; k < n; k++) acts[k] |= (a[k] != 0.0) | (b[k] != 0.0);
}

// Unknowns that act on others in the block before theirs or in their own; entries that lead out of a block are zero.
// Those that act on the run act on their own block through it.
GUD_WIDE static void find_active(const gud_ring *r, const gud_stencil *m)
{
    const int ny = r->ny, n = r->nx * ny, low = r->back ? n - ny : ny;
    for (int k = 0; m->wraps && k < n; k++) r->acts[k] = 1; // entries lead around their own block
    if (m->wraps) return;
    const double *east = r->back ? m->west : m->east;
    mark(low, r->back ? east + ny : east + n - ny, r->acts);
    mark(n - low, east, r->acts + low);
    mark_more(n - 2, m->north, m->south + 2, r->acts + 1);
    if (n > 1) r->acts[0] |= m->south[1] != 0.0, r->acts[n - 1] |= m->north[n - 2] != 0.0;
    if (r->gap >= 0) mark_more(ny, r->into_first, r->into_first, r->acts + r->block[r->gap - 1] * ny);
}

// a block in the chain's order
GUD_INLINE void gather_block(int n, const gud_ring *r, const double *west, const double *east, const double *centre,
                             int from, int to)
{
    for (int k = 0; k < n; k += lanes) {
        const int over = k + lanes > n ? k + lanes - n : 0, at = from + k - over, out = to + k - over;
        const gud_four_mask rests = *(const gud_four_mask *)(r->acts + at) == 0;
        *(gud_four *)(r->west + out) = *(const gud_four *)(west + at);
        *(gud_four *)(r->east + out) = *(const gud_four *)(east + at);
        *(gud_four *)(r->passive + out) = (gud_four)((gud_four_mask)ones & rests) / *(const gud_four *)(centre + at);
    }
}

GUD_INLINE void gather_few(int n, const gud_ring *r, const double *west, const double *east, const double *centre,
                           int from, int to)
{
    for (int j = 0; j < n; j++) {
        r->west[to + j] = west[from + j], r->east[to + j] = east[from + j];
        r->passive[to + j] = (r->acts[from + j] ? 0.0 : 1.0) / centre[from + j];
    }
}

GUD_INLINE void gather_n(int n, const gud_ring *r, const gud_stencil *m)
{
    const double *west = r->back ? m->east : m->west, *east = r->back ? m->west : m->east, *centre = m->centre;
    for (int s = 0; s < r->length; s++) {
        const int from = r->block[s] * n, to = s * gud_width(n);
        if (n < lanes)
            gather_few(n, r, west, east, centre, from, to);
        else
            gather_block(n, r, west, east, centre, from, to);
        r->ahead[s] = needs_of(r, r->block[s]) > 0;
    }
}

GUD_WIDE static void gather(gud_ring *r, const gud_stencil *m)
{
    GUD_UNROLL(r->ny, gather_n, r, m);
}

GUD_WIDE static bool all_positive(const double *a, int n)
{
    int64_t wrong = 0;
    for (int k = 0; k < n; k++) wrong |= !(a[k] > 0.0);
    return !wrong;
}

// couplings of the run's ends
static void run_ends(gud_ring *r, const gud_stencil *m)
{
    const int n = r->ny, first = neighbour(r, r->block[r->gap - 1], 1), last = neighbour(r, r->block[r->gap], -1);
    memcpy(r->into_first, (r->back ? m->east : m->west) + first * n, (size_t)n * sizeof(double));
    memcpy(r->into_last, (r->back ? m->west : m->east) + last * n, (size_t)n * sizeof(double));
}

gud_status gud_ring_factor(gud_ring *r, const gud_stencil *m)
{
    if (!all_positive(m->centre, r->nx * r->ny)) return GUD_RETRY;
    arrange(r, m);
    if (r->gap >= 0) run_ends(r, m);
    find_active(r, m);
    gather(r, m);
    r->needs = r->ahead[r->length - 1];
    r->ahead[r->length - 2] = false; // what follows is z
    return (r->gap < 0 || run_factor(r)) && gud_chain_factor(r, m) ? GUD_OK : GUD_RETRY;
}

// ---- solution of some right-hand sides side by side, x[a * nx * stride]: what is read of the factors serves all of
// them

GUD_INLINE void forward_n(int n, int ncol, const gud_ring *r, int s, double *x, int next)
{
    const int width = gud_width(n);
    const double *w = r->west + s * width;
    for (int a = 0; a < ncol; a++) {
        double *b = r->scratch + a * width, *y = x + a * next + s * width;
        const double *before = y - width;
        gud_block_copy(n, y, b);
        if (s == r->gap) {
            gud_block_subtract(n, 1.0, w, r->run + a * width, b);
            gud_block_through(n, r, r->last_first, r->into_first, before, y);
            before = y;
        }
        if (s > 0) gud_block_subtract(n, 1.0, w, before, b);
    }
    gud_block_apply(n, ncol, r, s, false, r->scratch, x + s * width, next);
}

GUD_INLINE void backward_n(int n, int ncol, const gud_ring *r, int s, double *x, int next)
{
    const int width = gud_width(n);
    for (int a = 0; a < ncol; a++) {
        const double *ahead = x + a * next + (s + 1) * width;
        double *b = r->scratch + a * width;
        if (s + 1 == r->gap) gud_block_through(n, r, r->first_last, r->into_last, ahead, b);
        gud_block_times(n, 1.0, r->east + s * width, s + 1 == r->gap ? b : ahead, b);
    }
    gud_block_apply(n, ncol, r, s, true, r->scratch, x + s * width, next);
}

GUD_INLINE void subtract_from_z_n(int n, const gud_ring *r, int s, double *x)
{
    const int width = gud_width(n);
    const double *z = x + (r->length - 1) * width;
    gud_four *b = (gud_four *)(x + s * width);
    if (r->lone[s]) gud_block_subtract(n, 1.0, r->alone + s * width, z, x + s * width);
    for (int t = 0; t < r->nlive[s]; t++) {
        const int q = r->live[s * n + t];
        const gud_four *column = (const gud_four *)(gud_from_z_of(n, r, s) + q * width);
        for (int k = 0; k < gud_vectors(n); k++) b[k] -= column[k] * z[q];
    }
}

GUD_INLINE void separator_n(int n, int ncol, const gud_ring *r, double *x, int next)
{
    const int z = r->length - 1, width = gud_width(n);
    for (int a = 0; a < ncol; a++) {
        double *b = x + a * next + z * width, *rest = r->scratch + a * width;
        gud_block_copy(n, b, rest);
        gud_block_subtract(n, 1.0, r->west + z * width, b - width, rest);
        if (r->needs) gud_block_subtract(n, 1.0, r->east + z * width, x + a * next, rest);
    }
    gud_block_apply(n, ncol, r, z, false, r->scratch, x + z * width, next);
}

GUD_INLINE void solve_n(int n, int ncol, const gud_ring *r)
{
    const int z = r->length - 1, next = r->nx * gud_width(n);
    double *x = r->vector;
    for (int s = 0; s < z; s++) forward_n(n, ncol, r, s, x, next);
    for (int s = z - 2; r->needs && s >= 0; s--)
        if (r->ahead[s]) backward_n(n, ncol, r, s, x, next);
    separator_n(n, ncol, r, x, next);
    for (int s = z - 1; s >= 0; s--) {
        for (int a = 0; a < ncol; a++) subtract_from_z_n(n, r, s, x + a * next);
        if (!r->needs && r->ahead[s]) backward_n(n, ncol, r, s, x, next);
    }
}

#define SOLVE(suffix, n)                                                                                               \
    GUD_WIDE static void solve_##suffix(const gud_ring *r, int ncol)                                                   \
    {                                                                                                                  \
        if (ncol == 1)                                                                                                 \
            solve_n(n, 1, r);                                                                                          \
        else if (ncol == 3)                                                                                            \
            solve_n(n, 3, r);                                                                                          \
        else                                                                                                           \
            solve_n(n, ncol, r);                                                                                       \
    }
GUD_EACH(SOLVE, r->ny)

GUD_INLINE void copy_in_n(int n, const gud_ring *r, const double *restrict column, double *restrict x)
{
    for (int s = 0; s < r->length; s++)
        for (int j = 0; j < n; j++) x[s * gud_vectors(n) * lanes + j] = column[r->block[s] * n + j];
}

GUD_INLINE void copy_out_n(int n, const gud_ring *r, const double *restrict x, double *restrict column)
{
    for (int s = 0; s < r->length; s++)
        for (int j = 0; j < n; j++) column[r->block[s] * n + j] = x[s * gud_vectors(n) * lanes + j];
}

GUD_WIDE static void begin(const gud_ring *r, const double *column, double *run, double *hat, double *x)
{
    GUD_UNROLL(r->ny, copy_in_n, r, column, x);
    if (r->gap < 0) return;
    const int before = (r->gap - 1) * r->stride;
    gud_separable_begin(r->runs, column, hat, r->seen, run);
    for (int j = 0; j < r->ny; j++) x[before + j] -= r->east[before + j] * r->seen[j];
}

GUD_WIDE static void end(const gud_ring *r, const double *x, double *hat, double *column)
{
    GUD_UNROLL(r->ny, copy_out_n, r, x, column);
    if (r->gap < 0) return;
    const double *behind = x + r->gap * r->stride, *before = behind - r->stride;
    for (int j = 0; j < r->ny; j++) {
        r->scratch[j] = r->into_first[j] * before[j];
        r->seen[j] = r->into_last[j] * behind[j];
    }
    gud_separable_end(r->runs, r->scratch, r->seen, hat, column);
}

void gud_ring_solve(const gud_ring *r, int ncol, double *columns)
{
    const int ncell = r->nx * r->ny, next = r->nx * r->stride;
    for (int from = 0; from < ncol; from += lanes) {
        const int n = ncol - from < lanes ? ncol - from : lanes;
        double *column = columns + (size_t)from * (size_t)ncell;
        for (int a = 0; a < n; a++)
            begin(r, column + a * ncell, r->run + a * r->stride, r->hat + a * next, r->vector + a * next);
        GUD_PICK(r->ny, solve, r, n);
        for (int a = 0; a < n; a++) end(r, r->vector + a * next, r->hat + a * next, column + a * ncell);
    }
}
