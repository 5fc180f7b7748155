// Every cubic here is made from values y_i and slopes m_i at the points (docs/theory/splines.md, eq. 1 and 2);
// kinds differ in how they choose the slopes.

#include "num/spline.h"

#include "base/alloc.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static const double same_end = 1e-6;              // of the data's range: how far the ends of periodic data may be apart
static const double same_period = 1e-9;           // of the period: how well it must agree with the last point
static const double rounding = 4.0 * DBL_EPSILON; // of x: what sums of points and periods may lose
static const double even_grid = 1e-6;             // of a step: how far the points of a uniform grid may be off

// scratch of the construction: n points, n - 1 intervals
typedef struct {
    int n;
    double *x, *y, *m; // points and slopes
    double *h, *d;     // lengths and secants of the intervals
    double *a, *b, *c; // tridiagonal rows a m[i-1] + b m[i] + c m[i+1] = r
    double *r, *u;     // right-hand sides
} points;

// ---- checks

static gud_status check_points(int n, const double *x, const double *y, gud_error *error)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return gud_fail(error, GUD_ERR_INPUT, "point %d (%g, %g) is not finite", i + 1, x[i], y[i]);
        if (i > 0 && x[i] <= x[i - 1])
            return gud_fail(error, GUD_ERR_INPUT, "abscissas must increase: point %d has %.12g after %.12g", i + 1,
                            x[i], x[i - 1]);
    }
    return GUD_OK;
}

static int fewest_points(const gud_spline_spec *spec, bool closes)
{
    if (spec->outside == GUD_OUTSIDE_PERIODIC) return closes ? 2 : 3;
    return spec->kind == GUD_SPLINE_CUBIC && spec->ends == GUD_ENDS_NOT_A_KNOT ? 4 : 2;
}

static gud_status check_count(const gud_spline_spec *spec, bool closes, int n, gud_error *error)
{
    const int need = fewest_points(spec, closes);
    if (n >= need && n < INT_MAX) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%d point%s, but %s needs at least %d", n, n == 1 ? "" : "s",
                    spec->outside == GUD_OUTSIDE_PERIODIC ? "a periodic curve"
                    : need == 4                           ? "a cubic with free (not-a-knot) ends"
                                                          : "a curve",
                    need);
}

static gud_status check_period(double period, const double *x, int n, gud_error *error)
{
    const double length = x[n - 1] - x[0];
    if (!(period > 0.0) || isinf(period))
        return gud_fail(error, GUD_ERR_INPUT, "the period %g is not positive", period);
    if (period < length * (1.0 - same_period))
        return gud_fail(error, GUD_ERR_INPUT, "the points reach over %.12g, more than one period of %.12g", length,
                        period);
    return GUD_OK;
}

static gud_status check_same_ends(int n, const double *y, gud_error *error)
{
    double low = y[0], high = y[0];
    for (int i = 1; i < n; i++) {
        low = fmin(low, y[i]);
        high = fmax(high, y[i]);
    }
    if (fabs(y[n - 1] - y[0]) <= same_end * (high - low)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "a periodic curve must end where it began, but the first value is %.12g and the last %.12g", y[0],
                    y[n - 1]);
}

static gud_status check_slopes(const gud_spline_spec *spec, gud_error *error)
{
    if (isfinite(spec->slope[0]) && isfinite(spec->slope[1])) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the end slopes %g and %g are not finite", spec->slope[0], spec->slope[1]);
}

// ---- slopes of the C2 cubic

// rows 1 to n-2: the second derivative does not jump at point i (eq. 3)
static void smooth_rows(points *p)
{
    for (int i = 1; i < p->n - 1; i++) {
        const double left = p->h[i - 1], right = p->h[i];
        p->a[i] = right;
        p->b[i] = 2.0 * (left + right);
        p->c[i] = left;
        p->r[i] = 3.0 * (right * p->d[i - 1] + left * p->d[i]);
    }
}

// first and last row (eq. 4 to 6)
static void end_rows(points *p, const gud_spline_spec *spec)
{
    const int e = p->n - 1;
    const double *h = p->h, *d = p->d;
    p->b[0] = p->b[e] = 1.0;
    p->c[0] = p->a[e] = 0.0;

    if (spec->ends == GUD_ENDS_CLAMPED) {
        p->r[0] = spec->slope[0];
        p->r[e] = spec->slope[1];
    } else if (spec->ends == GUD_ENDS_NATURAL) {
        p->c[0] = p->a[e] = 0.5;
        p->r[0] = 1.5 * d[0];
        p->r[e] = 1.5 * d[e - 1];
    } else {
        const double first = h[0] + h[1], last = h[e - 1] + h[e - 2];
        p->b[0] = h[1];
        p->c[0] = first;
        p->r[0] = ((h[0] + 2.0 * first) * h[1] * d[0] + h[0] * h[0] * d[1]) / first;
        p->b[e] = h[e - 2];
        p->a[e] = last;
        p->r[e] = ((h[e - 1] + 2.0 * last) * h[e - 2] * d[e - 1] + h[e - 1] * h[e - 1] * d[e - 2]) / last;
    }
}

// elimination without pivoting of rows `first` to `last`, for two right-hand sides at once; b is used up
static void tridiagonal(const double *a, double *b, const double *c, double *r, double *u, int first, int last)
{
    for (int i = first + 1; i <= last; i++) {
        const double f = a[i] / b[i - 1];
        b[i] -= f * c[i - 1];
        r[i] -= f * r[i - 1];
        u[i] -= f * u[i - 1];
    }
    r[last] /= b[last];
    u[last] /= b[last];
    for (int i = last - 1; i >= first; i--) {
        r[i] = (r[i] - c[i] * r[i + 1]) / b[i];
        u[i] = (u[i] - c[i] * u[i + 1]) / b[i];
    }
}

static void slopes_cubic(points *p, const gud_spline_spec *spec)
{
    smooth_rows(p);
    end_rows(p, spec);
    tridiagonal(p->a, p->b, p->c, p->r, p->u, 0, p->n - 1);
    memcpy(p->m, p->r, (size_t)p->n * sizeof *p->m);
}

// The slope m0 of the first point, which is the last one too, is taken as known: m = r + m0 u, and the row of point 0
// then gives m0 (eq. 7).
static void slopes_periodic(points *p)
{
    const int e = p->n - 1; // point e is point 0, one period later
    const double left = p->h[e - 1], right = p->h[0];
    smooth_rows(p);
    p->u[1] -= p->a[1];
    p->u[e - 1] -= p->c[e - 1];
    tridiagonal(p->a, p->b, p->c, p->r, p->u, 1, e - 1);

    const double rhs = 3.0 * (right * p->d[e - 1] + left * p->d[0]);
    const double m0 =
        (rhs - left * p->r[1] - right * p->r[e - 1]) / (2.0 * (left + right) + left * p->u[1] + right * p->u[e - 1]);
    p->m[0] = p->m[e] = m0;
    for (int i = 1; i < e; i++) p->m[i] = p->r[i] + m0 * p->u[i];
}

// ---- slopes of the monotone cubic

// between two intervals: zero at an extremum, else the weighted harmonic mean of the secants (eq. 8)
static double slope_between(double h0, double d0, double h1, double d1)
{
    if (d0 == 0.0 || d1 == 0.0 || signbit(d0) != signbit(d1)) return 0.0;
    const double w0 = h0 + 2.0 * h1, w1 = 2.0 * h0 + h1;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

// at an end: the parabola through three points, bent back where it would overshoot (eq. 9); 0 is the end interval
static double slope_at_end(double h0, double d0, double h1, double d1)
{
    const double m = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (m * d0 <= 0.0) return 0.0;
    return d0 * d1 <= 0.0 && fabs(m) > 3.0 * fabs(d0) ? 3.0 * d0 : m;
}

static void slopes_monotone(points *p, bool periodic)
{
    const int e = p->n - 1;
    const double *h = p->h, *d = p->d;
    for (int i = 1; i < e; i++) p->m[i] = slope_between(h[i - 1], d[i - 1], h[i], d[i]);
    if (periodic) {
        p->m[0] = p->m[e] = slope_between(h[e - 1], d[e - 1], h[0], d[0]);
    } else if (e == 1) {
        p->m[0] = p->m[1] = d[0];
    } else {
        p->m[0] = slope_at_end(h[0], d[0], h[1], d[1]);
        p->m[e] = slope_at_end(h[e - 1], d[e - 1], h[e - 2], d[e - 2]);
    }
}

// ---- construction

static void choose_slopes(points *p, const gud_spline_spec *spec)
{
    const bool periodic = spec->outside == GUD_OUTSIDE_PERIODIC;
    if (spec->kind == GUD_SPLINE_MONOTONE)
        slopes_monotone(p, periodic);
    else if (periodic)
        slopes_periodic(p);
    else
        slopes_cubic(p, spec);
}

// eq. 2
static void set_pieces(const points *p, gud_spline_kind kind, double (*c)[4])
{
    for (int i = 0; i < p->n - 1; i++) {
        const double h = p->h[i], d = p->d[i], m0 = p->m[i], m1 = p->m[i + 1];
        const bool line = kind == GUD_SPLINE_LINEAR;
        c[i][0] = p->y[i];
        c[i][1] = line ? d : m0;
        c[i][2] = line ? 0.0 : (3.0 * d - 2.0 * m0 - m1) / h;
        c[i][3] = line ? 0.0 : (m0 + m1 - 2.0 * d) / (h * h);
    }
}

static gud_status check_pieces(const gud_spline *s, gud_error *error)
{
    for (int i = 0; i < s->npiece; i++)
        for (int k = 0; k < 4; k++)
            if (!isfinite(s->c[i][k]))
                return gud_fail(error, GUD_ERR_INPUT, "points %d and %d are too close or too far apart in value", i + 1,
                                i + 2);
    return GUD_OK;
}

static double uniform_rate(const points *p)
{
    const double step = (p->x[p->n - 1] - p->x[0]) / (p->n - 1);
    for (int i = 0; i < p->n; i++)
        if (fabs(p->x[i] - (p->x[0] + i * step)) > even_grid * step) return 0.0;
    return isfinite(1.0 / step) ? 1.0 / step : 0.0;
}

static void set_ends(const points *p, gud_spline *s)
{
    const bool line = s->kind == GUD_SPLINE_LINEAR;
    const int e = p->n - 1;
    s->end_value[0] = p->y[0];
    s->end_value[1] = p->y[e];
    s->end_slope[0] = line ? p->d[0] : p->m[0];
    s->end_slope[1] = line ? p->d[e - 1] : p->m[e];
}

static gud_status finish(points *p, const gud_spline_spec *spec, gud_arena *arena, gud_error *error, gud_spline *s)
{
    const int e = p->n - 1;
    for (int i = 0; i < e; i++) {
        p->h[i] = p->x[i + 1] - p->x[i];
        p->d[i] = (p->y[i + 1] - p->y[i]) / p->h[i];
    }
    if (spec->kind != GUD_SPLINE_LINEAR) choose_slopes(p, spec);

    double *x = GUD_TAKE(arena, double, p->n);
    double(*c)[4] = gud_arena_take(arena, (size_t)e, sizeof *c);
    if (!x || !c) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    memcpy(x, p->x, (size_t)p->n * sizeof *x);
    set_pieces(p, spec->kind, c);

    *s = (gud_spline){.npiece = e, .kind = spec->kind, .outside = spec->outside, .x = x, .c = (const double(*)[4])c};
    s->period = x[e] - x[0];
    s->piece_rate = uniform_rate(p);
    set_ends(p, s);
    return check_pieces(s, error);
}

static void copy_points(points *p, const gud_spline_spec *spec, int n, const double *x, const double *y, bool closes)
{
    memcpy(p->x, x, (size_t)n * sizeof *x);
    memcpy(p->y, y, (size_t)n * sizeof *y);
    if (closes) p->x[n] = x[0] + spec->period;
    if (spec->outside == GUD_OUTSIDE_PERIODIC) p->y[p->n - 1] = y[0];
}

static gud_status check(const gud_spline_spec *spec, int n, const double *x, const double *y, gud_error *error,
                        bool *closes)
{
    const bool periodic = spec->outside == GUD_OUTSIDE_PERIODIC, given = periodic && spec->period != 0.0;
    GUD_TRY(check_points(n, x, y, error));
    if (given && n > 0) GUD_TRY(check_period(spec->period, x, n, error));
    *closes = given && n > 0 && spec->period > (x[n - 1] - x[0]) * (1.0 + same_period);
    GUD_TRY(check_count(spec, *closes, n, error));
    if (periodic && !*closes) GUD_TRY(check_same_ends(n, y, error));
    return spec->ends == GUD_ENDS_CLAMPED ? check_slopes(spec, error) : GUD_OK;
}

gud_status gud_spline_create(const gud_spline_spec *spec, int n, const double *x, const double *y, gud_arena *arena,
                             gud_error *error, gud_spline *spline)
{
    bool closes;
    GUD_TRY(check(spec, n, x, y, error, &closes));

    points p = {.n = closes ? n + 1 : n};
    double **const rows[] = {&p.x, &p.y, &p.m, &p.h, &p.d, &p.a, &p.b, &p.c, &p.r, &p.u};
    double *block = gud_alloc((size_t)p.n, GUD_COUNT(rows) * sizeof(double));
    if (!block) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < GUD_COUNT(rows); i++) *rows[i] = block + (size_t)i * (size_t)p.n;

    copy_points(&p, spec, n, x, y, closes);
    const gud_status status = finish(&p, spec, arena, error, spline);
    gud_free(block);
    return status;
}

// ---- evaluation

// the piece with x_i <= x < x_i+1; x lies within the ends
static int find_piece(const gud_spline *s, double x)
{
    if (s->piece_rate > 0.0) {
        const double guess = (x - s->x[0]) * s->piece_rate;
        int i = guess < s->npiece - 1 ? (int)guess : s->npiece - 1;
        while (i > 0 && x < s->x[i]) i--;
        while (i < s->npiece - 1 && x >= s->x[i + 1]) i++;
        return i;
    }
    int low = 0, high = s->npiece;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (x < s->x[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

// The remainder of a large x carries the rounding of x. It is pushed up by as much, so that an x which was computed
// as "point i, k periods later" is never taken to lie to the left of that point.
static double into_period(const gud_spline *s, double x)
{
    const double first = s->x[0], last = s->x[s->npiece];
    if (x >= first && x < last) return x;
    double inside = first + fmod(x - first, s->period) + rounding * fabs(x);
    if (inside < first) inside += s->period;
    if (inside >= last) inside -= s->period;
    return fmax(inside, first);
}

static gud_status eval_beyond(const gud_spline *s, int side, double x, double out[3])
{
    if (s->outside == GUD_OUTSIDE_REFUSE) {
        out[0] = out[1] = out[2] = NAN;
        return GUD_ERR_NUMERIC;
    }
    const double end = s->x[side == 0 ? 0 : s->npiece];
    const double slope = s->outside == GUD_OUTSIDE_HOLD ? 0.0 : s->end_slope[side];
    out[0] = s->end_value[side] + (slope == 0.0 ? 0.0 : slope * (x - end));
    out[1] = slope;
    out[2] = 0.0;
    return GUD_OK;
}

gud_status gud_spline_eval(const gud_spline *s, double x, double out[3])
{
    if (isnan(x) || (isinf(x) && s->outside == GUD_OUTSIDE_PERIODIC)) {
        out[0] = out[1] = out[2] = NAN;
        return GUD_ERR_NUMERIC;
    }
    if (s->outside == GUD_OUTSIDE_PERIODIC)
        x = into_period(s, x);
    else if (x < s->x[0])
        return eval_beyond(s, 0, x, out);
    else if (x > s->x[s->npiece] || (x == s->x[s->npiece] && s->outside != GUD_OUTSIDE_REFUSE))
        return eval_beyond(s, 1, x, out);

    const int i = find_piece(s, x);
    const double *c = s->c[i], t = x - s->x[i];
    out[0] = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    out[1] = c[1] + t * (2.0 * c[2] + t * 3.0 * c[3]);
    out[2] = 2.0 * c[2] + t * 6.0 * c[3];
    return GUD_OK;
}

// ---- where it is not smooth

// the first point behind `from` that counts as a break, if the points stood `shift` further on
static double next_point(const gud_spline *s, double from, double shift)
{
    const double first = s->x[0] + shift, last = s->x[s->npiece] + shift;
    if (from < first) return first;
    if (from >= last) return INFINITY;
    if (s->kind == GUD_SPLINE_CUBIC) return last;
    int i = find_piece(s, fmin(fmax(from - shift, s->x[0]), s->x[s->npiece]));
    while (i > 0 && s->x[i] + shift > from) i--;
    while (s->x[i] + shift <= from) i++;
    return s->x[i] + shift;
}

double gud_spline_next_break(const gud_spline *s, double from)
{
    const bool periodic = s->outside == GUD_OUTSIDE_PERIODIC;
    if (s->kind == GUD_SPLINE_CUBIC && (periodic || s->outside == GUD_OUTSIDE_REFUSE)) return INFINITY;
    if (!periodic) return next_point(s, from, 0.0);
    if (!isfinite(from) || from + s->period == from) return INFINITY;

    // a break that differs from `from` by rounding only is not the next one
    from += rounding * fabs(from);
    const double turn = floor((from - s->x[0]) / s->period);
    const double here = next_point(s, from, turn * s->period);
    return isfinite(here) ? here : next_point(s, from, (turn + 1.0) * s->period);
}
