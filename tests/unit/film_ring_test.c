// Direct solution on rings and strips: random films of full and broken cells, with and without the short cut through
// separable blocks, and by halves. Solutions are judged by residuals, and all ways have to agree.

#include "check.h"
#include "uniform.h"

#include "film/chain.h"
#include "film/mirror.h"
#include "num/pi.h"

#include <stdlib.h>
#include <string.h>

enum { widest = 100 * 33, most_columns = 6 };

// A film whose matrix is made: kinds of cells, gap of each, transport V along x, storage of broken cells.
typedef struct {
    int nx, ny;
    bool periodic, open; // open: both ends along y hold the pressure
    char kind[widest];   // 'f' full, 'b' broken, 's' flooded at a given pressure
    double gap[widest], drift, storage;
} film;

static film film_of(int nx, int ny, bool periodic, char kind)
{
    film f = {.nx = nx, .ny = ny, .periodic = periodic, .open = true, .drift = 1.0, .storage = 3.0};
    memset(f.kind, kind, (size_t)nx * (size_t)ny);
    for (int i = 0; i < nx; i++) {
        const double gap = 0.3 + uniform();
        for (int j = 0; j < ny; j++) f.gap[i * ny + j] = gap;
    }
    return f;
}

static void fill(film *f, int from, int to, int low, int high, char kind) // columns may pass the start of the ring
{
    for (int i = from; i < to; i++)
        for (int j = low; j < high; j++) f->kind[i % f->nx * f->ny + j] = kind;
}

// as in an engine: pressure film, a cavity behind it, oil that the ends hold beside the cavity; ragged fronts
static void cavitate(film *f, int from, int length)
{
    for (int i = from; i < from + length; i++) {
        const int depth = (int)(uniform() * 2.9), ragged = i < from + 3 || i > from + length - 4;
        fill(f, i, i + 1, 0, f->ny - depth - (ragged ? (int)(uniform() * f->ny / 2) : 0), 'b');
    }
}

static double conduct(const film *f, int a, int b)
{
    const double h = 0.5 * (f->gap[a] + f->gap[b]);
    return h * h * h;
}

// what cell l and cell h exchange: pressure of full cells, transport out of broken ones
static void face(const film *f, int l, int h, double T, double V, double *out_l, double *to_h, double *out_h,
                 double *to_l)
{
    const double from_l = f->kind[l] == 'f' ? T : f->kind[l] == 'b' ? fmax(V, 0.0) * 0.01 : 0.0;
    const double from_h = f->kind[h] == 'f' ? T : f->kind[h] == 'b' ? fmax(-V, 0.0) * 0.01 : 0.0;
    *out_l += from_l, *out_h += from_h;
    *to_h = -from_l, *to_l = -from_h;
}

static void matrix_fill(const film *f, gud_stencil *m)
{
    const int nx = f->nx, ny = f->ny, n = nx * ny;
    memset(m->centre, 0, 5 * (size_t)n * sizeof(double));
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, e = (i + 1) % nx * ny + j;
            if (i + 1 < nx || f->periodic)
                face(f, k, e, conduct(f, k, e), f->drift * 0.5 * (f->gap[k] + f->gap[e]), &m->centre[k], &m->west[e],
                     &m->centre[e], &m->east[k]);
            if (j + 1 < ny)
                face(f, k, k + 1, 2.0 * conduct(f, k, k + 1), 0.0, &m->centre[k], &m->south[k + 1], &m->centre[k + 1],
                     &m->north[k]);
            const bool edge = j == ny - 1 || (j == 0 && f->open);
            if (edge && f->kind[k] == 'f') m->centre[k] += 4.0 * conduct(f, k, k) * (ny == 1 && f->open ? 2.0 : 1.0);
            if (f->kind[k] == 'b') m->centre[k] += 0.01 * f->storage * f->gap[k];
        }
    for (int k = 0; k < n; k++)
        if (f->kind[k] == 's') {
            m->centre[k] = 1.0;
            m->west[k] = m->east[k] = m->south[k] = m->north[k] = 0.0;
        }
}

// largest residual of a solution by the largest sum of its terms
static double residual(const gud_stencil *m, const double *x, const double *b)
{
    const int nx = m->nx, ny = m->ny;
    double worst = 0.0, scale = 0.0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, w = (i + nx - 1) % nx * ny + j, e = (i + 1) % nx * ny + j;
            const double terms[] = {m->centre[k] * x[k],
                                    m->west[k] * x[w],
                                    m->east[k] * x[e],
                                    j > 0 ? m->south[k] * x[k - 1] : 0.0,
                                    j < ny - 1 ? m->north[k] * x[k + 1] : 0.0,
                                    -b[k]};
            double sum = 0.0, size = 0.0;
            for (int t = 0; t < 6; t++) sum += terms[t], size += fabs(terms[t]);
            worst = fmax(worst, fabs(sum)), scale = fmax(scale, size);
        }
    return worst / scale;
}

// conductances across a block of gap 1: numbers hold the diagonal and those beside it
static gud_across across_of(const film *f, double *numbers)
{
    for (int j = 0; j < f->ny; j++) {
        const double below = j > 0 ? 2.0 : f->open ? 4.0 : 0.0, above = j < f->ny - 1 ? 2.0 : 4.0;
        numbers[j] = below + above, numbers[f->ny + j] = above;
    }
    return (gud_across){numbers, numbers + f->ny};
}

static void solve_ring(const film *f, const gud_stencil *m, const gud_across *across, int ncol, double *x)
{
    gud_ring *ring = gud_ring_create(f->nx, f->ny, f->periodic, across);
    assert_non_null(ring);
    assert_int_equal(gud_ring_factor(ring, m), GUD_OK);
    gud_ring_solve(ring, ncol, x);
    gud_ring_free(ring);
}

// false if the film is not its own mirror image
static bool solve_mirror(const film *f, const gud_stencil *m, const gud_across *across, int ncol, double *x)
{
    if (f->ny < 2 || !gud_across_mirrored(f->ny, across)) return false;
    gud_mirror *mirror = gud_mirror_create(f->nx, f->ny, f->periodic, across);
    assert_non_null(mirror);
    const bool fits = gud_mirror_fits(mirror, m);
    if (fits) {
        assert_int_equal(gud_mirror_factor(mirror, m), GUD_OK);
        assert_int_equal(gud_mirror_solve(mirror, ncol, x), GUD_OK);
    }
    gud_mirror_free(mirror);
    return fits;
}

static void assert_alike(const double *x, const double *y, int n)
{
    double difference = 0.0, size = 0.0;
    for (int k = 0; k < n; k++) {
        difference = fmax(difference, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    assert_near(difference, 0.0, 1e-11 * size);
}

// returns whether it was solved by halves as well
static bool check(const film *f)
{
    const int n = f->nx * f->ny;
    double *numbers = calloc((size_t)n * (5 + 4 * most_columns), sizeof(double)), conductances[2 * 64];
    gud_stencil m = {f->nx,       f->ny,           f->periodic,     false,          numbers,
                     numbers + n, numbers + 2 * n, numbers + 3 * n, numbers + 4 * n};
    double *b = numbers + 5 * n, *x = b + n * most_columns, *y = x + n * most_columns, *z = y + n * most_columns;
    matrix_fill(f, &m);
    const gud_across across = across_of(f, conductances);
    bool halves = false;
    for (int ncol = 1; ncol <= most_columns; ncol += ncol == 1 ? 2 : 3) {
        for (int k = 0; k < n * ncol; k++) b[k] = x[k] = y[k] = z[k] = uniform() - 0.5;
        solve_ring(f, &m, &across, ncol, x);
        solve_ring(f, &m, NULL, ncol, y);
        halves = solve_mirror(f, &m, &across, ncol, z);
        for (int a = 0; a < ncol; a++) {
            assert_in_range((int)(1e15 * residual(&m, x + a * n, b + a * n)), 0, 200);
            assert_in_range((int)(1e15 * residual(&m, y + a * n, b + a * n)), 0, 200);
            assert_alike(x + a * n, y + a * n, n);
            if (!halves) continue;
            assert_in_range((int)(1e15 * residual(&m, z + a * n, b + a * n)), 0, 200);
            assert_alike(z + a * n, y + a * n, n);
        }
    }
    free(numbers);
    return halves;
}

static const int widths[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 16, 17, 21, 33};
enum { nwidth = sizeof widths / sizeof *widths };

static void test_full_films(void **unused)
{
    (void)unused;
    for (int w = 0; w < nwidth; w++)
        for (int ring = 0; ring < 2; ring++) {
            film f = film_of(w % 2 ? 30 : 7, widths[w], ring, 'f');
            check(&f);
            f.open = false; // half of a symmetric film
            check(&f);
            film small = film_of(ring ? 3 : 2, widths[w], ring, 'f');
            check(&small);
        }
}

static void test_broken_films(void **unused)
{
    (void)unused;
    for (int w = 0; w < nwidth; w++)
        for (int c = 0; c < 4; c++) { // slow stages follow the flow all around
            film f = film_of(20, widths[w], c < 2, 'b');
            f.drift = c % 2 ? 1.0 : -1.0;
            f.storage = c < 1 ? 1e-3 : 30.0;
            check(&f);
            fill(&f, 3, 5, 0, f.ny, 'f');
            check(&f);
        }
}

// a cavity at every place of the ring, both ways of flow, short and long stages, aligned and tilted
static void test_cavities(void **unused)
{
    (void)unused;
    for (int w = 0; w < nwidth; w++)
        for (int c = 0; c < 16; c++) {
            film f = film_of(40, widths[w], c % 4 != 3, 'f');
            f.drift = c & 1 ? -1.0 : 1.0;
            f.storage = c & 2 ? 20.0 : 0.0;
            f.open = c & 4;
            cavitate(&f, 5 * c, 8 + 2 * (c % 8));
            if (c > 11) // two of them, and a flooded groove
                cavitate(&f, 5 * c + 25, 4), fill(&f, 5 * c + 30, 5 * c + 31, 0, (f.ny + 1) / 2, 's');
            check(&f);
            for (int k = 0; k < f.nx * f.ny; k++) f.gap[k] *= 1.0 + 0.01 * (k % f.ny);
            check(&f);
        }
}

static void make_mirrored(film *f)
{
    for (int k = 0; k < f->nx * f->ny; k++) {
        const int j = k % f->ny, image = k - j + f->ny - 1 - j;
        if (2 * j >= f->ny) f->kind[k] = f->kind[image], f->gap[k] = f->gap[image];
    }
}

// films that are their own image are solved by halves: aligned and crowned, even and odd widths, grooves in the middle
static void test_mirrored_films(void **unused)
{
    (void)unused;
    for (int w = 2; w < nwidth; w++)
        for (int c = 0; c < 8; c++) {
            film f = film_of(c & 1 ? 41 : 24, widths[w], c != 7, 'f');
            f.drift = c & 2 ? -1.0 : 1.0;
            f.storage = c & 4 ? 20.0 : 0.1;
            cavitate(&f, 3 * c, 6 + c);
            if (c > 4) fill(&f, 3 * c + 15, 3 * c + 16, f.ny / 3, f.ny, 's');
            make_mirrored(&f);
            assert_true(check(&f));
            for (int k = 0; k < f.nx * f.ny; k++) f.gap[k] *= 1.0 + 0.01 * (k % f.ny) * (f.ny - 1 - k % f.ny);
            assert_true(check(&f));
            f.gap[f.ny / 3] *= 1.0 + 1e-12;
            assert_int_equal(check(&f), 2 * (f.ny / 3) + 1 == f.ny); // a middle cell changes nothing
        }
}

// random cells of all kinds, transport that nothing aligns with the chain
static void test_cells_of_all_kinds(void **unused)
{
    (void)unused;
    for (int w = 0; w < nwidth; w++)
        for (int c = 0; c < 6; c++) {
            film f = film_of(11, widths[w], c % 2, 'f');
            f.drift = 2.0 * uniform() - 1.0;
            for (int k = 0; k < f.nx * f.ny; k++) {
                const double what = uniform();
                f.kind[k] = what < 0.45 ? 'f' : what < 0.9 ? 'b' : 's';
                f.gap[k] = 0.3 + uniform();
            }
            check(&f);
        }
}

// a film at rest has flows neither way
static void test_films_at_rest(void **unused)
{
    (void)unused;
    film f = film_of(50, 10, true, 'f');
    f.drift = 0.0;
    cavitate(&f, 20, 15);
    check(&f);
}

// gaps that differ by orders: unknowns and pivots do as well
static void test_steep(void **unused)
{
    (void)unused;
    film f = film_of(100, 10, true, 'f');
    for (int k = 0; k < f.nx * f.ny; k++) f.gap[k] = 1.0 - 0.999 * cos(2.0 * pi * (k / f.ny + 0.5) / f.nx);
    check(&f);
    cavitate(&f, 52, 40);
    check(&f);
}

// blocks are solved together where their gaps are the same across, and only there
static void test_short_cut(void **unused)
{
    (void)unused;
    film f = film_of(30, 10, true, 'f');
    double numbers[5 * 300], conductances[20];
    gud_stencil m = {30, 10, true, false, numbers, numbers + 300, numbers + 600, numbers + 900, numbers + 1200};
    const gud_across across = across_of(&f, conductances);
    gud_ring *ring = gud_ring_create(30, 10, true, &across);
    cavitate(&f, 5, 10);
    matrix_fill(&f, &m);
    assert_int_equal(gud_ring_factor(ring, &m), GUD_OK);
    assert_in_range(ring->length, 10, 12);
    for (int k = 0; k < 300; k++) f.gap[k] *= 1.0 + 1e-9 * (k % 10);
    matrix_fill(&f, &m);
    assert_int_equal(gud_ring_factor(ring, &m), GUD_OK);
    assert_int_equal(ring->length, 30);
    gud_ring_free(ring);
}

// and films tell their rings how: a half bearing that is full has one run around all but three blocks
static void test_films_have_runs(void **unused)
{
    (void)unused;
    enum { nx = 24, ny = 6, n = nx * ny };
    const gud_film_edge ring = {.kind = GUD_EDGE_PERIODIC}, closed = {0}, open = {GUD_EDGE_OPEN, 1e6, 1.0};
    const gud_film_edge edge[4] = {ring, ring, closed, open};
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    double gap[n], drift[n + ny], pressure[n], theta[n], m[n];
    unsigned char full[n];
    for (int k = 0; k < n; k++) gap[k] = 1e-4 * (1.0 - 0.1 * cos(2.0 * pi * (k / ny) / nx));
    for (int f = 0; f < n + ny; f++) drift[f] = 0.1;
    gud_error error;
    gud_film_grid *grid;
    gud_film *bearing;
    gud_film_work *work;
    assert_int_equal(gud_film_grid_create(nx, ny, (const double[]){0.0, 0.1, 0.0, 0.01}, edge, &error, &grid), GUD_OK);
    assert_int_equal(gud_film_create(grid, &(gud_film_options){0}, &error, &bearing), GUD_OK);
    assert_int_equal(gud_film_work_create(bearing, &error, &work), GUD_OK);
    const gud_film_in in = {.oil = &oil, .gap = gap, .drift_x = drift};
    gud_film_out out = {.pressure = pressure, .theta = theta, .m = m, .full = full};
    assert_int_equal(gud_film_solve(bearing, work, &in, &out, &error), GUD_OK);
    assert_int_equal(work->ring->length, 3);
    gud_film_work_free(work);
    gud_film_free(bearing);
    gud_film_grid_free(grid);
}

static void test_singular(void **unused)
{
    (void)unused;
    film f = film_of(12, 8, true, 'b');
    double numbers[5 * 96] = {0.0}, conductances[16];
    gud_stencil m = {12, 8, true, false, numbers, numbers + 96, numbers + 192, numbers + 288, numbers + 384};
    const gud_across across = across_of(&f, conductances);
    gud_ring *ring = gud_ring_create(12, 8, true, &across);
    f.storage = 0.0;
    fill(&f, 4, 5, 3, 4, 's');
    f.drift = 0.0; // nothing moves, nothing is stored
    matrix_fill(&f, &m);
    assert_int_equal(gud_ring_factor(ring, &m), GUD_RETRY);
    gud_ring_free(ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_films),
        cmocka_unit_test(test_broken_films),
        cmocka_unit_test(test_cavities),
        cmocka_unit_test(test_mirrored_films),
        cmocka_unit_test(test_cells_of_all_kinds),
        cmocka_unit_test(test_films_at_rest),
        cmocka_unit_test(test_steep),
        cmocka_unit_test(test_short_cut),
        cmocka_unit_test(test_films_have_runs),
        cmocka_unit_test(test_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
