#include "surface/trim.h"

#include "surface/nurbs.h"

#include <math.h>
#include <string.h>

enum { chords = 256 };          // of a curved piece: off by 2e-5 of its size at most, a quarter of a circle by 5e-6
enum { corners_max = 1 << 20 }; // in all
static const double no_area = 1e-12; // of the box around a curve

// ---- creation

// point of a piece at t, by de Casteljau's algorithm on weighted points
static void piece_point(const gud_trim_curve *c, int piece, double t, double x[2])
{
    double p[GUD_DEGREE_MAX + 1][3];
    for (int i = 0; i <= c->degree; i++) {
        const int k = (piece * c->degree + i) % c->n;
        p[i][2] = c->weights ? c->weights[k] : 1.0;
        for (int d = 0; d < 2; d++) p[i][d] = c->points[2 * k + d] * p[i][2];
    }
    for (int level = c->degree; level > 0; level--)
        for (int i = 0; i < level; i++)
            for (int d = 0; d < 3; d++) p[i][d] += t * (p[i + 1][d] - p[i][d]);
    for (int d = 0; d < 2; d++) x[d] = p[0][d] / p[0][2];
}

static int corners_of(const gud_trim_curve *c)
{
    return c->degree == 1 ? c->n : c->n / c->degree * chords;
}

static gud_status check(const gud_trim_curve *c, int number, gud_error *error)
{
    if (c->degree < 1 || c->degree > GUD_DEGREE_MAX || c->n % c->degree != 0 || c->n < (c->degree == 1 ? 3 : 2))
        return gud_fail(
            error, GUD_ERR_INPUT,
            "trim: curve %d has %d points; a closed curve of degree %d needs a multiple of it, and at least three "
            "corners",
            number + 1, c->n, c->degree);
    for (int i = 0; i < c->n; i++)
        if (!isfinite(c->points[2 * i] + c->points[2 * i + 1]) ||
            (c->weights && !(c->weights[i] > 0.0 && isfinite(c->weights[i]))))
            return gud_fail(error, GUD_ERR_INPUT,
                            "trim: point %d of curve %d is not finite, or its weight not positive", i + 1, number + 1);
    return GUD_OK;
}

// twice the area inside a loop, by its corners
static double loop_area(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0, before = n - 1; i < n; before = i++)
        sum += x[2 * before] * x[2 * i + 1] - x[2 * i] * x[2 * before + 1];
    return fabs(sum);
}

static double box_area(const double *x, int n)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < 2 * n; i++) {
        low[i % 2] = fmin(low[i % 2], x[i]);
        high[i % 2] = fmax(high[i % 2], x[i]);
    }
    return (high[0] - low[0]) * (high[1] - low[1]);
}

gud_status gud_trim_create(int n, const gud_trim_curve *curves, gud_arena *arena, gud_error *error, gud_trim *trim)
{
    int total = 0;
    int *first = GUD_TAKE(arena, int, n + 1);
    for (int i = 0; first && i < n; i++) {
        GUD_TRY(check(&curves[i], i, error));
        first[i] = total;
        total += corners_of(&curves[i]);
        if (total > corners_max) return gud_fail(error, GUD_ERR_INPUT, "trim: more than %d corners", corners_max);
    }
    double *corner = GUD_TAKE(arena, double, 2 * (size_t)total);
    if (!first || !corner) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    first[n] = total;
    for (int i = 0; i < n; i++) {
        const gud_trim_curve *c = &curves[i];
        const int pieces = c->n / c->degree, parts = c->degree == 1 ? 1 : chords;
        double *x = corner + 2 * first[i];
        for (int k = 0; k < pieces * parts; k++) piece_point(c, k / parts, (double)(k % parts) / parts, x + 2 * k);
        if (!(loop_area(x, pieces * parts) > no_area * box_area(x, pieces * parts)))
            return gud_fail(error, GUD_ERR_INPUT, "trim: curve %d encloses no area", i + 1);
    }
    *trim = (gud_trim){n, first, corner};
    return GUD_OK;
}

gud_status gud_trim_exchange(const gud_trim *trim, gud_arena *arena, gud_error *error, const gud_trim **exchanged)
{
    const int n = trim->first[trim->nloop];
    double *corner = GUD_TAKE(arena, double, 2 * (size_t)n);
    gud_trim *other = GUD_TAKE(arena, gud_trim, 1);
    if (!corner || !other) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) corner[2 * i] = trim->corner[2 * i + 1], corner[2 * i + 1] = trim->corner[2 * i];
    *other = (gud_trim){trim->nloop, trim->first, corner};
    *exchanged = other;
    return GUD_OK;
}

// ---- questions

// ends of edge i of a loop
static void edge_of(const gud_trim *t, int loop, int i, const double **a, const double **b)
{
    const int from = t->first[loop], to = t->first[loop + 1];
    *a = t->corner + 2 * (from + i);
    *b = t->corner + 2 * (from + i + 1 < to ? from + i + 1 : from);
}

bool gud_trim_inside(const gud_trim *t, const double xi[2])
{
    bool inside = false;
    for (int loop = 0; loop < t->nloop; loop++)
        for (int i = 0; i < t->first[loop + 1] - t->first[loop]; i++) {
            const double *a, *b;
            edge_of(t, loop, i, &a, &b);
            if ((a[1] > xi[1]) == (b[1] > xi[1])) continue;
            const double u = a[0] + (b[0] - a[0]) * (xi[1] - a[1]) / (b[1] - a[1]);
            inside = inside != (u > xi[0]);
        }
    return inside;
}

double gud_trim_crossing(const gud_trim *t, const double from[2], const double to[2])
{
    const double d[2] = {to[0] - from[0], to[1] - from[1]};
    double first = 1.0;
    for (int loop = 0; loop < t->nloop; loop++)
        for (int i = 0; i < t->first[loop + 1] - t->first[loop]; i++) {
            const double *a, *b;
            edge_of(t, loop, i, &a, &b);
            const double e[2] = {b[0] - a[0], b[1] - a[1]}, r[2] = {a[0] - from[0], a[1] - from[1]};
            const double det = d[0] * e[1] - d[1] * e[0];
            if (det == 0.0) continue;
            const double s = (r[0] * e[1] - r[1] * e[0]) / det, along = (r[0] * d[1] - r[1] * d[0]) / det;
            if (s >= 0.0 && s < first && along >= 0.0 && along <= 1.0) first = s;
        }
    return first;
}

// Area below an edge inside the rectangle, with its sign: the integral over u of its height above `low`, at most that
// of the rectangle. Sums over closed loops are areas inside them.
static double area_below(const double a[2], const double b[2], const double low[2], const double high[2])
{
    const double from = fmin(fmax(a[0], low[0]), high[0]), to = fmin(fmax(b[0], low[0]), high[0]);
    if (from == to) return 0.0;
    const double slope = (b[1] - a[1]) / (b[0] - a[0]), top = high[1] - low[1];
    const double h0 = a[1] + slope * (from - a[0]) - low[1], h1 = a[1] + slope * (to - a[0]) - low[1];
    if (h0 >= top && h1 >= top) return (to - from) * top;
    if (h0 <= 0.0 && h1 <= 0.0) return 0.0;
    // where the height is between the two, it is linear: cut at the ends
    double cut[4] = {0.0, 1.0, 0.0, 1.0}, sum = 0.0;
    if (h0 != h1) {
        const double s0 = fmin(fmax(-h0 / (h1 - h0), 0.0), 1.0), s1 = fmin(fmax((top - h0) / (h1 - h0), 0.0), 1.0);
        cut[1] = fmin(s0, s1), cut[2] = fmax(s0, s1);
    } else {
        cut[1] = cut[2] = 0.0;
    }
    for (int i = 0; i < 3; i++) {
        const double middle = h0 + (h1 - h0) * 0.5 * (cut[i] + cut[i + 1]);
        sum += (cut[i + 1] - cut[i]) * fmin(fmax(middle, 0.0), top);
    }
    return sum * (to - from);
}

// Signed sums have the sign of a loop's sense; loops inside each other are subtracted by their depth.
static double loop_share(const gud_trim *t, int loop, const double low[2], const double high[2])
{
    double sum = 0.0;
    for (int i = 0; i < t->first[loop + 1] - t->first[loop]; i++) {
        const double *a, *b;
        edge_of(t, loop, i, &a, &b);
        sum += area_below(a, b, low, high);
    }
    return fabs(sum) / ((high[0] - low[0]) * (high[1] - low[1]));
}

// how many other loops a loop lies in
static int depth_of(const gud_trim *t, int loop)
{
    const double *x = t->corner + 2 * t->first[loop];
    int depth = 0;
    for (int other = 0; other < t->nloop; other++) {
        const int only[2] = {t->first[other], t->first[other + 1]};
        const gud_trim one = {1, only, t->corner};
        if (other != loop) depth += gud_trim_inside(&one, x);
    }
    return depth;
}

double gud_trim_share(const gud_trim *t, const double low[2], const double high[2])
{
    double sum = 0.0;
    for (int loop = 0; loop < t->nloop; loop++)
        sum += (depth_of(t, loop) % 2 == 0 ? 1.0 : -1.0) * loop_share(t, loop, low, high);
    return fmin(fmax(sum, 0.0), 1.0);
}
