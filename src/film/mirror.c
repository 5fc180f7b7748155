// Systems that are their own mirror image: mirror.h says how they are solved.

#include "film/mirror.h"

#include "film/lanes.h"
#include "film/work.h"

#include <math.h>
#include <stdint.h>

enum { at_a_time = 8 }; // columns

static const double alike = 1e-14; // relative difference of what only rounding sets apart
static const double root = 0.70710678118654752440;

// even or odd unknowns
typedef struct {
    int ny;
    gud_stencil matrix;
    gud_ring *ring;
    double *columns;
    int ncolumn, column[at_a_time]; // those that have a part of this kind
} part;

struct gud_mirror {
    int nx, ny;
    part even, odd;
    const gud_stencil *whole;
    bool odd_ready; // odd unknowns are factorised when they are asked for
    gud_arena memory;
};

bool gud_across_mirrored(int ny, const gud_across *k)
{
    for (int j = 0; j < ny; j++) {
        const double limit = alike * fabs(k->diagonal[j]);
        if (fabs(k->diagonal[j] - k->diagonal[ny - 1 - j]) > limit) return false;
        if (j < ny - 1 && fabs(k->beside[j] - k->beside[ny - 2 - j]) > limit) return false;
    }
    return true;
}

// ---- folding

// What the middle does to the last row of a part: rows of an even width meet their own image there, the row beside the
// middle cell of an odd width meets that cell, or nothing.
static void fold_across(int ny, const gud_across *k, bool even, double *diagonal, double *beside)
{
    const int n = even ? (ny + 1) / 2 : ny / 2;
    for (int j = 0; j < n; j++) diagonal[j] = k->diagonal[j];
    for (int j = 0; j < n - 1; j++) beside[j] = k->beside[j];
    if (ny % 2 == 0)
        diagonal[n - 1] += even ? -k->beside[n - 1] : k->beside[n - 1];
    else if (even)
        beside[n - 2] /= root;
}

GUD_INLINE void half_row(int n, const double *restrict whole, double *restrict half)
{
    for (int j = 0; j < n; j++) half[j] = whole[j];
}

GUD_INLINE void fold_row(int ny, const gud_stencil *whole, int i, bool even, const part *p)
{
    const int n = p->ny, from = i * ny, to = i * n, last = to + n - 1;
    const gud_stencil *m = &p->matrix;
    half_row(n, whole->centre + from, m->centre + to);
    half_row(n, whole->west + from, m->west + to);
    half_row(n, whole->east + from, m->east + to);
    half_row(n, whole->south + from, m->south + to);
    half_row(n, whole->north + from, m->north + to);
    if (ny % 2 == 0)
        m->centre[last] += even ? m->north[last] : -m->north[last];
    else if (even)
        m->north[last - 1] /= root, m->south[last] /= root;
    m->north[last] = 0.0;
}

GUD_WIDE static void fold(const gud_mirror *r, const part *p)
{
    for (int i = 0; i < r->nx; i++) fold_row(r->ny, r->whole, i, p == &r->even, p);
}

static gud_status factor(const gud_mirror *r, const part *p)
{
    fold(r, p);
    return gud_ring_factor(p->ring, &p->matrix);
}

// ---- memory

static void part_take(part *p, const gud_mirror *r, bool even, bool periodic, gud_arena *memory)
{
    p->ny = even ? (r->ny + 1) / 2 : r->ny / 2;
    p->matrix.nx = r->nx, p->matrix.ny = p->ny, p->matrix.periodic = periodic;
    double **arrays[] = {&p->matrix.centre, &p->matrix.west, &p->matrix.east, &p->matrix.south, &p->matrix.north};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = GUD_TAKE(memory, double, r->nx * p->ny);
    p->columns = GUD_TAKE(memory, double, (size_t)at_a_time *(size_t)(r->nx * p->ny));
}

static void ring_make(part *p, const gud_mirror *r, bool even, const gud_across *across)
{
    if (!p->columns) return; // no memory
    double *diagonal = p->columns, *beside = p->columns + p->ny;
    fold_across(r->ny, across, even, diagonal, beside);
    const gud_across folded = {diagonal, beside};
    p->ring = gud_ring_create(r->nx, p->ny, p->matrix.periodic, &folded);
}

gud_mirror *gud_mirror_create(int nx, int ny, bool periodic, const gud_across *across)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_mirror *r = GUD_TAKE(&memory, gud_mirror, 1);
    if (!r) return NULL;
    *r = (gud_mirror){.nx = nx, .ny = ny};
    part_take(&r->even, r, true, periodic, &memory);
    part_take(&r->odd, r, false, periodic, &memory);
    r->memory = memory;
    ring_make(&r->even, r, true, across);
    ring_make(&r->odd, r, false, across);
    if (!memory.failed && r->even.ring && r->odd.ring) return r;
    gud_mirror_free(r);
    return NULL;
}

void gud_mirror_free(gud_mirror *r)
{
    if (!r) return;
    gud_ring_free(r->even.ring);
    gud_ring_free(r->odd.ring);
    gud_arena memory = r->memory; // holds the object itself
    gud_arena_free(&memory);
}

// ---- factorisation

// is a row of numbers that of its image, and the other way round
GUD_INLINE bool row_fits(int n, const double *a, const double *image)
{
    int64_t wrong = 0;
    for (int j = 0; j < (n + 1) / 2; j++) wrong |= !(fabs(a[j] - image[n - 1 - j]) <= alike * fabs(a[j]));
    return !wrong;
}

GUD_WIDE bool gud_mirror_fits(const gud_mirror *r, const gud_stencil *m)
{
    const int n = r->ny;
    for (int k = 0; k < r->nx * n; k += n)
        if (!row_fits(n, m->south + k, m->north + k) || !row_fits(n, m->north + k, m->south + k) ||
            !row_fits(n, m->centre + k, m->centre + k) || !row_fits(n, m->west + k, m->west + k) ||
            !row_fits(n, m->east + k, m->east + k))
            return false;
    return true;
}

GUD_INLINE bool row_is_even(int n, const double *a, const double *scale, double tolerance)
{
    int64_t wrong = 0;
    for (int j = 0; j < n / 2; j++) wrong |= !(fabs(a[j] - a[n - 1 - j]) <= tolerance * scale[j]);
    return !wrong;
}

GUD_WIDE bool gud_mirror_is_even(const gud_mirror *r, const double *a, const double *scale, double tolerance)
{
    for (int k = 0; k < r->nx * r->ny; k += r->ny)
        if (!row_is_even(r->ny, a + k, scale + k, tolerance)) return false;
    return true;
}

void gud_mirror_make_even(const gud_mirror *r, double *a)
{
    for (int i = 0; i < r->nx; i++, a += r->ny)
        for (int j = 0, image = r->ny - 1; j < image; j++, image--) a[j] = a[image] = 0.5 * (a[j] + a[image]);
}

gud_status gud_mirror_factor(gud_mirror *r, const gud_stencil *matrix)
{
    r->whole = matrix;
    r->odd_ready = false;
    return factor(r, &r->even);
}

// ---- solution

static double *next_of(const gud_mirror *r, const part *p)
{
    return p->columns + (size_t)p->ncolumn * (size_t)(r->nx * p->ny);
}

static void note_column(part *p, int column)
{
    p->column[p->ncolumn++] = column;
}

// parts of a column, each unless it is nothing beside the other
GUD_WIDE static void split(gud_mirror *r, int column, const double *restrict b)
{
    const int ny = r->ny, ne = r->even.ny, no = r->odd.ny;
    double *restrict even = next_of(r, &r->even), *restrict odd = next_of(r, &r->odd);
    for (int i = 0; i < r->nx; i++) {
        const double *row = b + i * ny;
        for (int j = 0; j < no; j++) even[i * ne + j] = root * (row[j] + row[ny - 1 - j]);
        for (int j = 0; j < no; j++) odd[i * no + j] = root * (row[j] - row[ny - 1 - j]);
        if (ne > no) even[i * ne + no] = row[no];
    }
    const double of_even = gud_largest_size(even, r->nx * ne), of_odd = gud_largest_size(odd, r->nx * no);
    if (of_even > alike * of_odd) note_column(&r->even, column);
    if (of_odd > alike * of_even) note_column(&r->odd, column);
}

static const double *find(const gud_mirror *r, const part *p, int column)
{
    for (int c = 0; c < p->ncolumn; c++)
        if (p->column[c] == column) return p->columns + (size_t)c * (size_t)(r->nx * p->ny);
    return NULL;
}

GUD_WIDE static void join(const gud_mirror *r, const double *restrict even, const double *restrict odd,
                          double *restrict x)
{
    const int ny = r->ny, ne = r->even.ny, no = r->odd.ny;
    for (int i = 0; i < r->nx; i++) {
        double *row = x + i * ny;
        for (int j = 0; j < no; j++) {
            const double e = even ? root * even[i * ne + j] : 0.0, o = odd ? root * odd[i * no + j] : 0.0;
            row[j] = e + o, row[ny - 1 - j] = e - o;
        }
        if (ne > no) row[no] = even ? even[i * ne + no] : 0.0;
    }
}

static gud_status solve_some(gud_mirror *r, int n, double *columns)
{
    const size_t ncell = (size_t)r->nx * (size_t)r->ny;
    r->even.ncolumn = r->odd.ncolumn = 0;
    for (int c = 0; c < n; c++) split(r, c, columns + (size_t)c * ncell);
    if (r->odd.ncolumn > 0 && !r->odd_ready) GUD_TRY(factor(r, &r->odd));
    r->odd_ready = r->odd_ready || r->odd.ncolumn > 0;
    gud_ring_solve(r->even.ring, r->even.ncolumn, r->even.columns);
    gud_ring_solve(r->odd.ring, r->odd.ncolumn, r->odd.columns);
    for (int c = 0; c < n; c++) join(r, find(r, &r->even, c), find(r, &r->odd, c), columns + (size_t)c * ncell);
    return GUD_OK;
}

gud_status gud_mirror_solve(gud_mirror *r, int n, double *columns)
{
    const size_t ncell = (size_t)r->nx * (size_t)r->ny;
    for (int from = 0; from < n; from += at_a_time)
        GUD_TRY(solve_some(r, n - from < at_a_time ? n - from : at_a_time, columns + (size_t)from * ncell));
    return GUD_OK;
}
