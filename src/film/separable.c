// The blocks of a run are a_r K + b_r I, coupled by multiples of I: with K V = V diag(lam) each mode is a system T of
// three diagonals, a_r lam + b_r on the main one. Given the flows f and g that the neighbours of the run take from its
// first and its last block,
//
//     x = V (T^-1 V' b - T^-1 [V' f, 0 ... 0, V' g])
//
// so that its first and last columns are all that is needed of T^-1 besides its pivots.

#include "film/separable.h"

#include "film/lanes.h"
#include "film/work.h"

#include <lapacke.h>
#include <string.h>

enum { lanes = GUD_LANES, shortest = 4 };
typedef gud_four four;

static const double alike = 1e-14; // relative difference of what only rounding sets apart

enum { like = 1, even_west = 2, even_east = 4 }; // a K + b I; the same coupling in all its rows

struct gud_separable {
    int nx, ny, stride;
    double *diagonal, *south, *north; // [ny] of K, those beside the diagonal without their sign
    double least;                     // number on the diagonal
    double *lam;                      // [stride]
    double *modes, *shapes;           // [ny][stride] rows and columns of V
    double *factor, *shift;           // [nx] a and b of the blocks that are like K
    unsigned char *kind;              // [nx]
    bool back;
    int first, count;               // the run: its first block, and how many
    int *place;                     // [nx] their numbers in the grid
    double *west, *east;            // [nx] couplings of the run's blocks with the one before and the one after
    double *inverse;                // [nx][stride] of the pivots of T
    double *by_first;               // [nx][stride] first column of T^-1
    double *by_last;                // [nx][stride] last column
    double *flow, *block, *scratch; // [stride]
};

static bool conducts(const gud_across *across, int n)
{
    for (int j = 0; j < n - 1; j++)
        if (!(across->beside[j] > 0.0)) return false;
    return true;
}

// eigenvalues and eigenvectors of K
static bool basis(gud_separable *r, double *vectors, double *work)
{
    const int n = r->ny;
    double *beside = r->flow;
    for (int j = 0; j < n; j++) r->lam[j] = r->diagonal[j], beside[j] = -r->north[j];
    if (LAPACKE_dstev_work(LAPACK_COL_MAJOR, 'V', n, r->lam, beside, vectors, n, work) != 0) return false;
    for (int m = 0; m < n; m++)
        for (int j = 0; j < n; j++) r->modes[j * r->stride + m] = r->shapes[m * r->stride + j] = vectors[m * n + j];
    for (int m = n; m < r->stride; m++) r->lam[m] = r->lam[n - 1]; // what fills up the vectors has pivots as well
    return true;
}

static void take(gud_separable *r, gud_arena *memory)
{
    const size_t n = (size_t)r->ny, stride = (size_t)r->stride, nx = (size_t)r->nx;
    double **of_block[] = {&r->diagonal, &r->south, &r->north, &r->lam, &r->flow, &r->block, &r->scratch};
    double **of_ring[] = {&r->inverse, &r->by_first, &r->by_last};
    double **per_block[] = {&r->factor, &r->shift, &r->west, &r->east};
    for (size_t k = 0; k < GUD_COUNT(of_block); k++) *of_block[k] = GUD_TAKE(memory, double, stride);
    for (size_t k = 0; k < GUD_COUNT(of_ring); k++) *of_ring[k] = GUD_TAKE(memory, double, nx *stride);
    for (size_t k = 0; k < GUD_COUNT(per_block); k++) *per_block[k] = GUD_TAKE(memory, double, nx);
    r->modes = GUD_TAKE(memory, double, n *stride);
    r->shapes = GUD_TAKE(memory, double, n *stride);
    r->kind = GUD_TAKE(memory, unsigned char, nx);
    r->place = GUD_TAKE(memory, int, nx);
}

gud_separable *gud_separable_take(gud_arena *memory, int nx, int ny, int stride, const gud_across *across)
{
    if (!across || ny < lanes || nx < shortest + 3 || !conducts(across, ny)) return NULL;
    gud_separable *r = GUD_TAKE(memory, gud_separable, 1);
    if (!r) return NULL;
    *r = (gud_separable){.nx = nx, .ny = ny, .stride = stride};
    take(r, memory);
    double *vectors = GUD_TAKE(memory, double, ny *ny), *work = GUD_TAKE(memory, double, 2 * ny);
    if (memory->failed) return NULL;
    for (int j = 0; j < ny; j++) {
        r->diagonal[j] = across->diagonal[j];
        r->south[j] = j > 0 ? across->beside[j - 1] : 0.0;
        r->north[j] = j < ny - 1 ? across->beside[j] : 0.0;
        r->least = j > 0 ? gud_smaller(r->least, r->diagonal[j]) : r->diagonal[j];
    }
    return basis(r, vectors, work) ? r : NULL;
}

// ---- which blocks

typedef gud_four_mask mask;

// marks numbers whose size is beyond a limit
GUD_INLINE void mark(const four *x, double limit, mask *odd)
{
    *odd |= GUD_SIZES(*x) > limit;
}

GUD_INLINE bool none(const mask *m)
{
    const mask half = *m | __builtin_shufflevector(*m, *m, 2, 3, 0, 1);
    return (half[0] | half[1]) == 0;
}

// marks couplings of a block that are not the same as its first one
GUD_INLINE void mark_uneven(const double *coupling, int j, mask *odd)
{
    const four change = *(const four *)(coupling + j) - coupling[0];
    mark(&change, -alike * coupling[0], odd); // couplings are not positive
}

// Last vectors overlap the ones before, so that they end with the block.
GUD_INLINE int kind_n(int n, gud_separable *r, const gud_stencil *m, bool back, int i)
{
    const double *centre = m->centre + i * n, *south = m->south + i * n, *north = m->north + i * n;
    const double *west = (back ? m->east : m->west) + i * n, *east = (back ? m->west : m->east) + i * n;
    if (north[0] == 0.0) return 0; // most blocks that are not full end here
    const double a = -north[0] / r->north[0], b = centre[0] - a * r->diagonal[0], limit = alike * a * r->least;
    mask odd = {0, 0, 0, 0}, odd_west = odd, odd_east = odd;
    for (int k = 0; k < n; k += lanes) {
        const int j = k + lanes <= n ? k : n - lanes;
        const four by_centre = *(const four *)(centre + j) - a * *(const four *)(r->diagonal + j) - b;
        const four by_south = *(const four *)(south + j) + a * *(const four *)(r->south + j);
        const four by_north = *(const four *)(north + j) + a * *(const four *)(r->north + j);
        mark(&by_centre, limit, &odd);
        mark(&by_south, limit, &odd);
        mark(&by_north, limit, &odd);
        mark_uneven(west, j, &odd_west);
        mark_uneven(east, j, &odd_east);
    }
    r->factor[i] = a, r->shift[i] = b;
    const mask any = odd | odd_west | odd_east;
    if (none(&any)) return like | even_west | even_east;
    if (!none(&odd)) return 0;
    return like | (none(&odd_west) ? even_west : 0) | (none(&odd_east) ? even_east : 0);
}

GUD_INLINE void kinds_n(int n, gud_separable *r, const gud_stencil *matrix, bool back)
{
    const gud_stencil m = *matrix; // what is written does not change it
    for (int i = 0; i < r->nx; i++) r->kind[i] = (unsigned char)kind_n(n, r, &m, back, i);
}

GUD_WIDE static void kinds(gud_separable *r, const gud_stencil *m, bool back)
{
    GUD_UNROLL(r->ny, kinds_n, r, m, back);
}

static int after(const gud_separable *r, int i)
{
    return r->back ? (i > 0 ? i - 1 : r->nx - 1) : (i < r->nx - 1 ? i + 1 : 0);
}

static bool linked(const gud_separable *r, int i, int next)
{
    return r->kind[i] & even_east && r->kind[next] & even_west;
}

int gud_separable_find(gud_separable *r, const gud_stencil *m, bool back, int *first)
{
    kinds(r, m, back);
    r->back = back, r->count = 0;
    const int longest = r->nx - 3;
    int i = 0, next = after(r, i), left = r->nx;
    while (left > 0 && linked(r, i, next)) i = next, next = after(r, i), left--; // begin behind the end of a run
    left = r->nx;
    for (int count = 0, from = 0; left > 0 && r->count < longest; left--) {
        i = next, next = after(r, i);
        if (count == 0) from = i;
        count += r->kind[i] != 0; // with block i as its last one
        if (count > r->count) r->count = count, r->first = from;
        if (!linked(r, i, next)) count = 0;
    }
    if (r->count < shortest) r->count = 0;
    i = r->first;
    for (int s = 0; s < r->count; s++, i = after(r, i)) {
        r->place[s] = i;
        r->west[s] = (back ? m->east : m->west)[i * r->ny];
        r->east[s] = (back ? m->west : m->east)[i * r->ny];
    }
    *first = r->first;
    return r->count;
}

// ---- factorisation. Blocks fill `count` vectors

GUD_INLINE bool factor_n(int n, const gud_separable *r)
{
    const int last = r->count - 1, count = gud_vectors(n);
    const four *lam = (const four *)r->lam;
    mask bad = {0, 0, 0, 0};
    for (int s = 0; s <= last; s++) {
        const int i = r->place[s];
        four *inverse = (four *)r->inverse + s * count, *first = (four *)r->by_first + s * count;
        const double both = s > 0 ? r->west[s] * r->east[s - 1] : 0.0;
        for (int k = 0; k < count; k++) {
            four pivot = r->factor[i] * lam[k] + r->shift[i];
            if (s > 0) pivot -= both * inverse[k - count];
            bad |= ~(pivot > 0.0);
            inverse[k] = 1.0 / pivot;
            first[k] = s > 0 ? -r->west[s] * first[k - count] * inverse[k] : inverse[k];
        }
    }
    for (int s = last; s >= 0; s--) {
        const four *inverse = (const four *)r->inverse + s * count;
        four *first = (four *)r->by_first + s * count, *end = (four *)r->by_last + s * count;
        for (int k = 0; k < count; k++) {
            const four next = s < last ? r->east[s] * inverse[k] : inverse[k];
            end[k] = s < last ? -next * end[k + count] : next;
            if (s < last) first[k] -= next * first[k + count];
        }
    }
    return none(&bad);
}

GUD_WIDE bool gud_separable_factor(gud_separable *r)
{
    return GUD_UNROLL(r->ny, factor_n, r);
}

GUD_INLINE void corner_n(int n, const gud_separable *r, const double *weights, double *columns)
{
    const int count = gud_vectors(n);
    for (int q = 0; q < n; q++) {
        const four *row = (const four *)r->modes + q * count;
        for (int k = 0; k < count; k++) ((four *)r->block)[k] = row[k] * ((const four *)weights)[k];
        gud_combine(n, r->shapes, r->block, columns + q * count * lanes);
    }
}

GUD_WIDE void gud_separable_corner(const gud_separable *r, gud_corner corner, double *columns)
{
    const double *by = corner == GUD_FIRST_FIRST || corner == GUD_LAST_FIRST ? r->by_first : r->by_last;
    const bool at_last = corner == GUD_LAST_FIRST || corner == GUD_LAST_LAST;
    GUD_UNROLL(r->ny, corner_n, r, by + (at_last ? r->count - 1 : 0) * r->stride, columns);
}

// ---- solution

GUD_INLINE void begin_n(int n, const gud_separable *r, const double *column, double *hat)
{
    const int last = r->count - 1, count = gud_vectors(n);
    for (int s = 0; s <= last; s++) {
        four *x = (four *)hat + s * count;
        gud_combine(n, r->modes, column + r->place[s] * n, (double *)x);
        const four *before = (const four *)r->inverse + (s - 1) * count;
        for (int k = 0; s > 0 && k < count; k++) x[k] -= r->west[s] * before[k] * x[k - count];
    }
    for (int s = last; s >= 0; s--) {
        four *x = (four *)hat + s * count;
        const four *inverse = (const four *)r->inverse + s * count;
        for (int k = 0; k < count; k++) x[k] *= inverse[k];
        for (int k = 0; s < last && k < count; k++) x[k] -= r->east[s] * inverse[k] * x[k + count];
    }
}

GUD_WIDE void gud_separable_begin(const gud_separable *r, const double *column, double *hat, double *first,
                                  double *last)
{
    GUD_UNROLL(r->ny, begin_n, r, column, hat);
    GUD_UNROLL(r->ny, gud_combine, r->shapes, hat, first);
    GUD_UNROLL(r->ny, gud_combine, r->shapes, hat + (r->count - 1) * r->stride, last);
}

GUD_INLINE void end_n(int n, const gud_separable *r, const double *into_first, const double *into_last, double *hat,
                      double *column)
{
    const int count = gud_vectors(n);
    four *f = (four *)r->flow, *g = (four *)r->block;
    gud_combine(n, r->modes, into_first, r->flow);
    gud_combine(n, r->modes, into_last, r->block);
    for (int s = 0; s < r->count; s++) {
        four *x = (four *)hat + s * count;
        const four *by_first = (const four *)r->by_first + s * count, *by_last = (const four *)r->by_last + s * count;
        for (int k = 0; k < count; k++) x[k] -= by_first[k] * f[k] + by_last[k] * g[k];
        gud_combine(n, r->shapes, (const double *)x, r->scratch);
        for (int k = 0; k < n; k += lanes) { // as in kind_n
            const int j = k + lanes <= n ? k : n - lanes;
            *(four *)(column + r->place[s] * n + j) = *(const four *)(r->scratch + j);
        }
    }
}

GUD_WIDE void gud_separable_end(const gud_separable *r, const double *into_first, const double *into_last, double *hat,
                                double *column)
{
    GUD_UNROLL(r->ny, end_n, r, into_first, into_last, hat, column);
}
