// Checks, knot insertion and Bezier extraction; docs/theory/surface.md, (3) to (5).
//
// A surface is refined one direction at a time, as a curve whose points are whole rows of the net. Coordinates are
// multiplied with their weights before and divided after, so that everything between is linear.

#include "surface/nurbs.h"

#include "base/alloc.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const double largest_coordinate = 1e6;   // m
static const double largest_weight_ratio = 1e8; // more makes points that the surface cannot feel
static const double shortest_span = 1e-9;       // of the domain

static const char *const ordinal[] = {"first", "second"};

static int knot_count(const gud_nurbs *s, int dir)
{
    return s->count[dir] + s->degree[dir] + 1;
}

// ---- checks

static gud_status check_sizes(const gud_nurbs *s, const char *name, gud_error *error)
{
    for (int dir = 0; dir < 2; dir++) {
        if (s->degree[dir] < 1 || s->degree[dir] > GUD_DEGREE_MAX)
            return gud_fail(error, GUD_ERR_INPUT, "%s: the %s degree is %d; it must be from 1 to %d", name,
                            ordinal[dir], s->degree[dir], GUD_DEGREE_MAX);
        if (s->count[dir] <= s->degree[dir] || s->count[dir] > GUD_COUNT_MAX)
            return gud_fail(error, GUD_ERR_INPUT, "%s: %d control points in the %s direction; degree %d needs %d to %d",
                            name, s->count[dir], ordinal[dir], s->degree[dir], s->degree[dir] + 1, GUD_COUNT_MAX);
    }
    if (s->count[0] > GUD_NET_MAX / s->count[1])
        return gud_fail(error, GUD_ERR_INPUT, "%s: %d x %d control points; at most %d are allowed", name, s->count[0],
                        s->count[1], GUD_NET_MAX);
    return GUD_OK;
}

static gud_status check_order(const gud_nurbs *s, int dir, const char *name, gud_error *error)
{
    const double *k = s->knots[dir];
    for (int i = 0; i < knot_count(s, dir); i++) {
        if (!isfinite(k[i]) || fabs(k[i]) > 1e9)
            return gud_fail(error, GUD_ERR_INPUT, "%s: knot %d of the %s direction is %g", name, i + 1, ordinal[dir],
                            k[i]);
        if (i > 0 && k[i] < k[i - 1])
            return gud_fail(error, GUD_ERR_INPUT,
                            "%s: knots of the %s direction must not decrease: %g is followed by %g (number %d)", name,
                            ordinal[dir], k[i - 1], k[i], i + 1);
    }
    return GUD_OK;
}

static gud_status check_knots(const gud_nurbs *s, int dir, const char *name, gud_error *error)
{
    GUD_TRY(check_order(s, dir, name, error));
    const double *k = s->knots[dir];
    const int d = s->degree[dir], n = s->count[dir];
    const double low = k[d], high = k[n];
    if (high - low <= 64.0 * DBL_EPSILON * fmax(fabs(low), fabs(high)))
        return gud_fail(error, GUD_ERR_INPUT, "%s: the range of the %s parameter is empty: from %g to %g", name,
                        ordinal[dir], low, high);

    // a knot that stands more than d times inside the domain tears the surface
    for (int i = 1; i < n; i++)
        if (k[i] > low && k[i] < high && k[i + d] == k[i])
            return gud_fail(error, GUD_ERR_INPUT, "%s: knot %g of the %s direction is repeated more than %d times",
                            name, k[i], ordinal[dir], d);
    for (int i = d; i < n; i++)
        if (k[i + 1] > k[i] && k[i + 1] - k[i] < shortest_span * (high - low))
            return gud_fail(error, GUD_ERR_INPUT, "%s: knots %.17g and %.17g of the %s direction nearly coincide", name,
                            k[i], k[i + 1], ordinal[dir]);
    return GUD_OK;
}

static gud_status check_point(const double *p, int i, int j, const char *name, gud_error *error)
{
    for (int c = 0; c < 3; c++)
        if (!(fabs(p[c]) <= largest_coordinate))
            return gud_fail(error, GUD_ERR_INPUT, "%s: control point (%d, %d) has %c = %g m; the limit is %g m", name,
                            i + 1, j + 1, "xyz"[c], p[c], largest_coordinate);
    if (!(p[3] > 0.0) || !isfinite(p[3]))
        return gud_fail(error, GUD_ERR_INPUT, "%s: control point (%d, %d) has weight %g; weights must be positive",
                        name, i + 1, j + 1, p[3]);
    return GUD_OK;
}

static gud_status check_points(const gud_nurbs *s, const char *name, gud_error *error)
{
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < s->count[0]; i++)
        for (int j = 0; j < s->count[1]; j++) {
            const double *p = s->points + 4 * ((size_t)i * (size_t)s->count[1] + (size_t)j);
            GUD_TRY(check_point(p, i, j, name, error));
            least = fmin(least, p[3]);
            most = fmax(most, p[3]);
        }
    if (most > largest_weight_ratio * least)
        return gud_fail(error, GUD_ERR_INPUT, "%s: weights from %g to %g differ by more than a factor of %g", name,
                        least, most, largest_weight_ratio);
    return GUD_OK;
}

gud_status gud_nurbs_check(const gud_nurbs *nurbs, const char *name, gud_error *error)
{
    GUD_TRY(check_sizes(nurbs, name, error));
    for (int dir = 0; dir < 2; dir++) GUD_TRY(check_knots(nurbs, dir, name, error));
    return check_points(nurbs, name, error);
}

// ---- knot insertion

// a curve whose points are rows of `width` numbers, with room to grow
typedef struct {
    int degree, n, width;
    double *knots, *rows;
} curve;

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

static void curve_free(curve *c)
{
    gud_free(c->knots);
    gud_free(c->rows);
}

// the last index k with knots[k] <= x
static int span_of(const curve *c, double x)
{
    int k = c->n + c->degree;
    while (k > 0 && c->knots[k] > x) k--;
    return k;
}

static int multiplicity(const curve *c, double x)
{
    int count = 0;
    for (int i = 0; i <= c->n + c->degree; i++) count += c->knots[i] == x;
    return count;
}

// Boehm's insertion (3); from the last row down, the old rows are still there when they are needed
static void insert(curve *c, double x)
{
    const int k = span_of(c, x), d = c->degree, w = c->width;
    for (int i = c->n; i > k - d; i--) {
        double *to = c->rows + (size_t)i * (size_t)w;
        const double *from = to - w;
        const double a = i > k || c->knots[i] == x ? 0.0 : (x - c->knots[i]) / (c->knots[i + d] - c->knots[i]);
        if (a == 0.0)
            memcpy(to, from, (size_t)w * sizeof *to);
        else
            for (int j = 0; j < w; j++) to[j] = a * to[j] + (1.0 - a) * from[j];
    }
    memmove(c->knots + k + 2, c->knots + k + 1, (size_t)(c->n + d - k) * sizeof *c->knots);
    c->knots[k + 1] = x;
    c->n++;
}

static bool curve_create(const gud_nurbs *s, int dir, int more, curve *c)
{
    *c = (curve){s->degree[dir], s->count[dir], 4 * s->count[1 - dir], NULL, NULL};
    const size_t n = (size_t)c->n + (size_t)more;
    c->knots = gud_alloc(n + (size_t)c->degree + 1, sizeof(double));
    c->rows = gud_alloc(n, (size_t)c->width * sizeof(double));
    if (!c->knots || !c->rows) return false;
    memcpy(c->knots, s->knots[dir], (size_t)knot_count(s, dir) * sizeof(double));
    return true;
}

// to[j][i] = from[i][j], for n x k points
static void transpose(const double *from, int n, int k, double *to)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            memcpy(to + 4 * ((size_t)j * (size_t)n + (size_t)i), from + 4 * ((size_t)i * (size_t)k + (size_t)j),
                   4 * sizeof *to);
}

static void weigh(double *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) points[4 * i + (size_t)c] *= points[4 * i + 3];
}

static void unweigh(double *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) points[4 * i + (size_t)c] /= points[4 * i + 3];
}

static gud_status check_insertion(const gud_nurbs *s, int dir, double x, gud_error *error)
{
    const int d = s->degree[dir], n = s->count[dir];
    const double *k = s->knots[dir];
    if (!(x >= k[d] && x <= k[n]))
        return gud_fail(error, GUD_ERR_INPUT, "a knot at %g is outside the surface, which extends from %g to %g", x,
                        k[d], k[n]);
    int count = 0;
    for (int i = 0; i < knot_count(s, dir); i++) count += k[i] == x;
    if (count >= d)
        return gud_fail(error, GUD_ERR_INPUT, "the knot %g is repeated %d times already, the maximum for degree %d", x,
                        count, d);
    return GUD_OK;
}

static gud_status nurbs_from(const curve *c, const gud_nurbs *s, int dir, gud_arena *arena, gud_error *error,
                             gud_nurbs *finer)
{
    const size_t total = (size_t)c->n * (size_t)s->count[1 - dir];
    double *points = gud_arena_take(arena, total, 4 * sizeof *points);
    double *knots = GUD_TAKE(arena, double, c->n + c->degree + 1);
    if (!points || !knots) return no_memory(error);
    memcpy(knots, c->knots, (size_t)(c->n + c->degree + 1) * sizeof *knots);
    if (dir == 0)
        memcpy(points, c->rows, total * 4 * sizeof *points);
    else
        transpose(c->rows, c->n, s->count[0], points);
    unweigh(points, total);
    *finer = *s;
    finer->count[dir] = c->n;
    finer->knots[dir] = knots;
    finer->points = points;
    return GUD_OK;
}

gud_status gud_nurbs_insert(const gud_nurbs *nurbs, int direction, double knot, gud_arena *arena, gud_error *error,
                            gud_nurbs *finer)
{
    GUD_TRY(check_insertion(nurbs, direction, knot, error));
    curve c;
    gud_status status = curve_create(nurbs, direction, 1, &c) ? GUD_OK : no_memory(error);
    if (status == GUD_OK) {
        const size_t total = (size_t)nurbs->count[0] * (size_t)nurbs->count[1];
        if (direction == 0)
            memcpy(c.rows, nurbs->points, total * 4 * sizeof *c.rows);
        else
            transpose(nurbs->points, nurbs->count[0], nurbs->count[1], c.rows);
        weigh(c.rows, total);
        insert(&c, knot);
        status = nurbs_from(&c, nurbs, direction, arena, error, finer);
    }
    curve_free(&c);
    return status;
}

// ---- Bezier extraction

// every knot of the domain, its ends too, until it stands `degree` times
static void refine(curve *c, double low, double high)
{
    for (int i = 0; i <= c->n + c->degree; i++) {
        const double x = c->knots[i];
        if (x < low || x > high) continue;
        const int count = multiplicity(c, x);
        for (int more = count; more < c->degree; more++) insert(c, x);
        i = span_of(c, x);
    }
}

static int span_count(const gud_nurbs *s, int dir)
{
    int n = 0;
    for (int i = s->degree[dir]; i < s->count[dir]; i++) n += s->knots[dir][i + 1] > s->knots[dir][i];
    return n;
}

// the points of all pieces, one piece after the other: rows [npiece (degree + 1)]
static void pieces(const curve *c, double low, double high, double *breaks, double *rows)
{
    const size_t d = (size_t)c->degree, w = (size_t)c->width;
    int n = 0;
    for (int k = c->degree; k < c->n; k++)
        if (c->knots[k] >= low && c->knots[k] < high && c->knots[k + 1] > c->knots[k]) {
            memcpy(rows + (size_t)n * (d + 1) * w, c->rows + ((size_t)k - d) * w, (d + 1) * w * sizeof *rows);
            breaks[n++] = c->knots[k];
        }
    breaks[n] = high;
}

// splits along one direction: net[rows][columns] in, rows of pieces out
static gud_status split(const gud_nurbs *s, int dir, const double *net, gud_arena *arena, gud_error *error,
                        double *breaks, double **out)
{
    const int d = s->degree[dir], npiece = span_count(s, dir);
    const double low = s->knots[dir][d], high = s->knots[dir][s->count[dir]];
    curve c;
    gud_status status = curve_create(s, dir, (npiece + 1) * d, &c) ? GUD_OK : no_memory(error);
    if (status == GUD_OK) {
        memcpy(c.rows, net, (size_t)c.n * (size_t)c.width * sizeof(double));
        refine(&c, low, high);
        *out = gud_arena_take(arena, (size_t)npiece * (size_t)(d + 1), (size_t)c.width * sizeof(double));
        if (*out)
            pieces(&c, low, high, breaks, *out);
        else
            status = no_memory(error);
    }
    curve_free(&c);
    return status;
}

// from rows [a][i] of [b][j] points to patches [a][b] of [i][j] points
static void sort_patches(const gud_bezier *z, const double *from, double *to)
{
    const size_t n0 = (size_t)z->degree[0] + 1, n1 = (size_t)z->degree[1] + 1;
    const size_t p0 = (size_t)z->npatch[0], p1 = (size_t)z->npatch[1];
    for (size_t a = 0; a < p0; a++)
        for (size_t b = 0; b < p1; b++)
            for (size_t i = 0; i < n0; i++)
                memcpy(to + ((a * p1 + b) * n0 + i) * n1 * 4, from + ((a * n0 + i) * p1 + b) * n1 * 4,
                       n1 * 4 * sizeof *to);
}

static gud_status extract(const gud_nurbs *s, gud_arena *scratch, gud_error *error, gud_bezier *z, double *breaks[2],
                          double *nets)
{
    const size_t total = (size_t)s->count[0] * (size_t)s->count[1];
    double *net = gud_arena_take(scratch, total, 4 * sizeof *net), *rows = NULL, *turned, *columns = NULL, *back;
    if (!net) return no_memory(error);
    memcpy(net, s->points, total * 4 * sizeof *net);
    weigh(net, total);
    GUD_TRY(split(s, 0, net, scratch, error, breaks[0], &rows));

    // the second direction sees as many rows as the first has made
    const int nrow = z->npatch[0] * (z->degree[0] + 1), ncolumn = z->npatch[1] * (z->degree[1] + 1);
    gud_nurbs wide = *s;
    wide.count[0] = nrow;
    turned = gud_arena_take(scratch, (size_t)nrow * (size_t)s->count[1], 4 * sizeof *net);
    back = gud_arena_take(scratch, (size_t)nrow * (size_t)ncolumn, 4 * sizeof *net);
    if (!turned || !back) return no_memory(error);
    transpose(rows, nrow, s->count[1], turned);
    GUD_TRY(split(&wide, 1, turned, scratch, error, breaks[1], &columns));
    transpose(columns, ncolumn, nrow, back);
    sort_patches(z, back, nets);
    return GUD_OK;
}

gud_status gud_bezier_extract(const gud_nurbs *nurbs, gud_arena *arena, gud_error *error, gud_bezier *bezier)
{
    double *breaks[2];
    for (int dir = 0; dir < 2; dir++) {
        bezier->degree[dir] = nurbs->degree[dir];
        bezier->npatch[dir] = span_count(nurbs, dir);
        breaks[dir] = GUD_TAKE(arena, double, bezier->npatch[dir] + 1);
        if (!breaks[dir]) return no_memory(error);
        bezier->breaks[dir] = breaks[dir];
    }
    bezier->net_size = 4 * (nurbs->degree[0] + 1) * (nurbs->degree[1] + 1);
    const size_t npatch = (size_t)bezier->npatch[0] * (size_t)bezier->npatch[1];
    double *nets = gud_arena_take(arena, npatch, (size_t)bezier->net_size * sizeof *nets);
    if (!nets) return no_memory(error);
    bezier->nets = nets;

    gud_arena scratch;
    gud_arena_init(&scratch);
    const gud_status status = extract(nurbs, &scratch, error, bezier, breaks, nets);
    gud_arena_free(&scratch);
    return status;
}
