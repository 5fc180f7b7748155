// Several patches made one net: which edges coincide is found from points, the patches are laid out as a rectangle,
// brought to common degrees and breaks, and their control points put together; docs/theory/surface-film.md, section 10.

#include "surface/surface.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { samples = 9, orientations = 8, parts_max = 256 };
static const double together = 1e-6; // of the size of all: points that are one
static const double alike = 1e-6;    // relative: weights that are one

// Layout: position of each part in the rectangle, and how its parameters lie in it: bit 0 exchanged, bits 1 and 2
// turned round.
typedef struct {
    int at[2], way;
    bool placed;
} position;

typedef struct {
    int n;
    const char *const *names;
    const gud_bezier *part;
    position *where;
    int *order; // of placing
    double size;
    gud_arena *arena;
    gud_error *error;
} layout;

// ---- points

// parameters of a part, from 0 to 1, at a point (s, t) of the place that it lies in
static void into_part(int way, double s, double t, double local[2])
{
    local[0] = way & 1 ? t : s;
    local[1] = way & 1 ? s : t;
    if (way & 2) local[0] = 1.0 - local[0];
    if (way & 4) local[1] = 1.0 - local[1];
}

static void point_of(const gud_bezier *b, int way, double s, double t, double x[3])
{
    double part[2], local[2];
    gud_patch_point p;
    into_part(way, s, t, part);
    for (int d = 0; d < 2; d++) {
        const double *breaks = b->breaks[d], low = breaks[0], high = breaks[b->npatch[d]];
        part[d] = low + part[d] * (high - low);
    }
    const int patch = gud_patch_locate(b, part[0], part[1], local);
    gud_patch_eval(b, patch, local[0], local[1], &p);
    v3_copy(x, p.x);
}

// edges: 0, 1 at low and high s, 2, 3 at low and high t
static void edge_point(const gud_bezier *b, int way, int edge, double along, double x[3])
{
    const double at = edge % 2;
    point_of(b, way, edge < 2 ? at : along, edge < 2 ? along : at, x);
}

static double distance(const double a[3], const double b[3])
{
    double d[3];
    v3_axpy(d, a, -1.0, b);
    return v3_norm(d);
}

static double size_of(int n, const gud_bezier *parts)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, x[3];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < samples * samples; k++) {
            point_of(&parts[i], 0, (k % samples) / (samples - 1.0), (k / samples) / (samples - 1.0), x); // NOLINT
            for (int d = 0; d < 3; d++) low[d] = fmin(low[d], x[d]), high[d] = fmax(high[d], x[d]);
        }
    return distance(low, high);
}

// do an edge of one part and the opposite edge of another run through the same points? A pole is no edge.
static bool edges_meet(const layout *l, int i, int edge, int j, int way)
{
    double x[3], y[3], first[3], length = 0.0;
    for (int k = 0; k < samples; k++) {
        const double along = k / (samples - 1.0);
        edge_point(&l->part[i], l->where[i].way, edge, along, x);
        edge_point(&l->part[j], way, edge ^ 1, along, y);
        if (distance(x, y) > together * l->size) return false;
        if (k == 0) v3_copy(first, x);
        length = fmax(length, distance(x, first));
    }
    return length > together * l->size;
}

// ---- layout

static int part_at(const layout *l, int s, int t)
{
    for (int i = 0; i < l->n; i++)
        if (l->where[i].placed && l->where[i].at[0] == s && l->where[i].at[1] == t) return i;
    return -1;
}

// parts that meet the edges of part i
static gud_status place_beside(const layout *l, int i, int *placed)
{
    for (int edge = 0; edge < 4; edge++) {
        const int step = edge % 2 ? 1 : -1, s = l->where[i].at[0] + (edge < 2 ? step : 0);
        const int t = l->where[i].at[1] + (edge < 2 ? 0 : step);
        for (int j = 0; j < l->n; j++)
            for (int way = 0; way < orientations && !l->where[j].placed; way++) {
                if (!edges_meet(l, i, edge, j, way)) continue;
                if (part_at(l, s, t) >= 0)
                    return gud_fail(l->error, GUD_ERR_INPUT, "patches '%s', '%s' and '%s' meet along one edge",
                                    l->names[i], l->names[part_at(l, s, t)], l->names[j]);
                l->where[j] = (position){{s, t}, way, true};
                l->order[(*placed)++] = j;
            }
    }
    return GUD_OK;
}

static gud_status lay_out(const layout *l, int count[2])
{
    int low[2] = {0, 0}, high[2] = {0, 0}, placed = 1;
    l->where[0] = (position){.placed = true};
    l->order[0] = 0;
    for (int k = 0; k < placed; k++) GUD_TRY(place_beside(l, l->order[k], &placed));
    for (int i = 0; i < l->n; i++) {
        if (!l->where[i].placed)
            return gud_fail(l->error, GUD_ERR_INPUT, "patch '%s' has no edge in common with the others", l->names[i]);
        for (int d = 0; d < 2; d++) {
            low[d] = l->where[i].at[d] < low[d] ? l->where[i].at[d] : low[d];
            high[d] = l->where[i].at[d] > high[d] ? l->where[i].at[d] : high[d];
        }
    }
    for (int i = 0; i < l->n; i++)
        for (int d = 0; d < 2; d++) l->where[i].at[d] -= low[d];
    for (int d = 0; d < 2; d++) count[d] = high[d] - low[d] + 1;
    if (count[0] * count[1] == l->n) return GUD_OK;
    return gud_fail(l->error, GUD_ERR_INPUT,
                    "%d patches do not fill a rectangle of %d x %d: only patches that line up make one surface", l->n,
                    count[0], count[1]);
}

// ---- common breaks

// breaks of a strip or row of the rectangle, from 0 to 1, and its share of the parameter
typedef struct {
    int n; // pieces
    double *at, width;
} division;

static void add_break(division *d, double x)
{
    int i = 0;
    while (i <= d->n && d->at[i] < x - 1e-12) i++;
    if (i <= d->n && fabs(d->at[i] - x) <= 1e-12) return;
    memmove(d->at + i + 1, d->at + i, (size_t)(d->n + 1 - i) * sizeof *d->at);
    d->at[i] = x;
    d->n++;
}

static double middle_length(const gud_bezier *b, int way, int dir)
{
    double x[3], y[3], sum = 0.0;
    for (int k = 0; k < samples; k++) {
        const double along = k / (samples - 1.0);
        point_of(b, way, dir == 0 ? along : 0.5, dir == 0 ? 0.5 : along, x);
        if (k > 0) sum += distance(x, y);
        v3_copy(y, x);
    }
    return sum;
}

static gud_status divide(const layout *l, int dir, int number, division *d)
{
    d->at = GUD_TAKE(l->arena, double, GUD_COUNT_MAX + 2);
    if (!d->at) return gud_fail(l->error, GUD_ERR_MEMORY, "out of memory");
    d->at[1] = 1.0, d->n = 1, d->width = 0.0;
    for (int i = 0; i < l->n; i++) {
        const position *w = &l->where[i];
        if (w->at[dir] != number) continue;
        const int own = w->way & 1 ? 1 - dir : dir;
        const bool turned = w->way & (own == 0 ? 2 : 4);
        const double *breaks = l->part[i].breaks[own], low = breaks[0], high = breaks[l->part[i].npatch[own]];
        for (int k = 1; k < l->part[i].npatch[own]; k++) {
            const double x = (breaks[k] - low) / (high - low);
            if (d->n >= GUD_COUNT_MAX)
                return gud_fail(l->error, GUD_ERR_INPUT, "the patches have too many knots together");
            add_break(d, turned ? 1.0 - x : x);
        }
        d->width = fmax(d->width, middle_length(&l->part[i], w->way, dir));
    }
    return GUD_OK;
}

// ---- pieces

typedef double weighted[4]; // w x, w y, w z, w

enum { side = GUD_DEGREE_MAX + 1 };

// The part from a to b of a curve of degree n, by its blossom; b < a turns it round. In place.
static void curve_part(weighted *p, int n, double a, double b)
{
    weighted out[side], level[side];
    for (int i = 0; i <= n; i++) {
        memcpy(level, p, sizeof(weighted) * (size_t)(n + 1));
        for (int k = 0; k < n; k++) {
            const double t = k < n - i ? a : b;
            for (int j = 0; j < n - k; j++)
                for (int d = 0; d < 4; d++) level[j][d] += t * (level[j + 1][d] - level[j][d]);
        }
        memcpy(out[i], level[0], sizeof(weighted));
    }
    memcpy(p, out, sizeof(weighted) * (size_t)(n + 1));
}

// one degree more, in place
static void curve_elevate(weighted *p, int n)
{
    memcpy(p[n + 1], p[n], sizeof(weighted));
    for (int i = n; i > 0; i--) {
        const double share = i / (n + 1.0);
        for (int d = 0; d < 4; d++) p[i][d] = share * p[i - 1][d] + (1.0 - share) * p[i][d];
    }
}

// curves along one direction of a net: part of them, and up to this degree
static void net_change(weighted net[side][side], int dir, const int degree[2], double a, double b, int to)
{
    for (int j = 0; j <= degree[1 - dir]; j++) {
        weighted row[side];
        for (int i = 0; i <= degree[dir]; i++) memcpy(row[i], dir == 0 ? net[i][j] : net[j][i], sizeof(weighted));
        curve_part(row, degree[dir], a, b);
        for (int n = degree[dir]; n < to; n++) curve_elevate(row, n);
        for (int i = 0; i <= to; i++) memcpy(dir == 0 ? net[i][j] : net[j][i], row[i], sizeof(weighted));
    }
}

// the net of a rectangle of the place that a part lies in, with these degrees
static void piece_of(const gud_bezier *b, int way, const double low[2], const double high[2], const int to[2],
                     weighted net[side][side])
{
    double from[2], end[2], local[2];
    int degree[2] = {b->degree[0], b->degree[1]}, own[2] = {to[way & 1], to[1 - (way & 1)]};
    into_part(way, low[0], low[1], from);
    into_part(way, high[0], high[1], end);
    for (int d = 0; d < 2; d++) {
        const double *breaks = b->breaks[d], first = breaks[0], whole = breaks[b->npatch[d]] - first;
        from[d] = first + from[d] * whole, end[d] = first + end[d] * whole;
    }
    const int patch = gud_patch_locate(b, 0.5 * (from[0] + end[0]), 0.5 * (from[1] + end[1]), local);
    const double *points = b->nets + (size_t)patch * (size_t)b->net_size;
    for (int i = 0; i <= degree[0]; i++)
        for (int j = 0; j <= degree[1]; j++)
            memcpy(net[i][j], points + 4 * (i * (degree[1] + 1) + j), sizeof(weighted));
    for (int d = 0; d < 2; d++) {
        const int number = d == 0 ? patch / b->npatch[1] : patch % b->npatch[1];
        const double first = b->breaks[d][number], width = b->breaks[d][number + 1] - first;
        net_change(net, d, degree, (from[d] - first) / width, (end[d] - first) / width, own[d]);
        degree[d] = own[d];
    }
}

// ---- the net of all

typedef struct {
    int degree[2], count[2]; // count: control points
    division *parts[2];
    int *first[2]; // number of the first piece of a strip or row
    weighted *points;
    bool *known;
} whole;

// One control point, which neighbours may have set before; *factor brings the weights of a part to theirs.
static bool set_point(const layout *l, whole *w, int i, int j, const double p[4], double *factor)
{
    double *to = w->points[i * w->count[1] + j];
    bool *known = &w->known[i * w->count[1] + j];
    double x[3], y[3];
    if (isnan(*factor)) *factor = *known ? to[3] / p[3] : (double)NAN;
    const double f = isnan(*factor) ? 1.0 : *factor;
    if (!*known) {
        for (int d = 0; d < 4; d++) to[d] = f * p[d];
        *known = true;
        return true;
    }
    v3_scale(x, 1.0 / p[3], p);
    v3_scale(y, 1.0 / to[3], to);
    return distance(x, y) <= together * l->size && fabs(f * p[3] - to[3]) <= alike * to[3];
}

// the weight of the first control point that is known already, by the part's own
static double factor_of(const whole *w, int i, int j, weighted net[side][side], bool swapped)
{
    for (int a = 0; a <= w->degree[0]; a++)
        for (int b = 0; b <= w->degree[1]; b++) {
            const int at = (i + a) * w->count[1] + j + b;
            // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all of the net was read
            if (w->known[at]) return w->points[at][3] / (swapped ? net[b][a] : net[a][b])[3];
        }
    return NAN;
}

static gud_status add_part(const layout *l, whole *w, int number)
{
    const position *p = &l->where[number];
    const division *s = &w->parts[0][p->at[0]], *t = &w->parts[1][p->at[1]];
    const bool swapped = p->way & 1;
    double factor = number == l->order[0] ? 1.0 : (double)NAN;
    for (int round = 0; round < 2; round++) // first the weights, then all points
        for (int a = 0; a < s->n; a++)
            for (int b = 0; b < t->n; b++) {
                weighted net[side][side];
                const double low[2] = {s->at[a], t->at[b]}, high[2] = {s->at[a + 1], t->at[b + 1]};
                const int i = w->degree[0] * (w->first[0][p->at[0]] + a),
                          j = w->degree[1] * (w->first[1][p->at[1]] + b);
                piece_of(&l->part[number], p->way, low, high, w->degree, net);
                if (round == 0 && isnan(factor)) factor = factor_of(w, i, j, net, swapped);
                for (int c = 0; round == 1 && c <= w->degree[0]; c++)
                    for (int d = 0; d <= w->degree[1]; d++)
                        if (!set_point(l, w, i + c, j + d, swapped ? net[d][c] : net[c][d], &factor))
                            return gud_fail(l->error, GUD_ERR_INPUT,
                                            "patch '%s' shares an edge with its neighbours, but weights or parameters "
                                            "differ along it",
                                            l->names[number]);
            }
    return GUD_OK;
}

static gud_status knots_make(const layout *l, const whole *w, int dir, int strips, gud_nurbs *joined)
{
    const int degree = w->degree[dir];
    double *knots = GUD_TAKE(l->arena, double, w->count[dir] + degree + 1), total = 0.0, before = 0.0;
    if (!knots) return gud_fail(l->error, GUD_ERR_MEMORY, "out of memory");
    for (int k = 0; k < strips; k++) total += w->parts[dir][k].width;
    int n = 0;
    knots[n++] = 0.0;
    for (int k = 0; k < strips; k++) {
        const division *d = &w->parts[dir][k];
        for (int piece = 0; piece < d->n; piece++)
            for (int m = 0; m < degree; m++) knots[n++] = (before + d->at[piece] * d->width) / total;
        before += d->width;
    }
    for (int m = 0; m <= degree; m++) knots[n++] = 1.0;
    joined->knots[dir] = knots;
    return GUD_OK;
}

static gud_status put_together(const layout *l, const int count[2], gud_nurbs *joined)
{
    whole w = {.degree = {1, 1}};
    for (int d = 0; d < 2; d++) {
        for (int i = 0; i < l->n; i++) {
            const int own = l->part[i].degree[l->where[i].way & 1 ? 1 - d : d];
            w.degree[d] = own > w.degree[d] ? own : w.degree[d];
        }
        w.parts[d] = GUD_TAKE(l->arena, division, count[d]);
        w.first[d] = GUD_TAKE(l->arena, int, count[d] + 1);
        if (!w.parts[d] || !w.first[d]) return gud_fail(l->error, GUD_ERR_MEMORY, "out of memory");
        for (int k = 0; k < count[d]; k++) {
            GUD_TRY(divide(l, d, k, &w.parts[d][k]));
            w.first[d][k + 1] = w.first[d][k] + w.parts[d][k].n;
        }
        w.count[d] = w.degree[d] * w.first[d][count[d]] + 1;
        if (w.count[d] > GUD_COUNT_MAX)
            return gud_fail(l->error, GUD_ERR_INPUT,
                            "the patches together have %d control points along a direction; %d "
                            "are possible",
                            w.count[d], GUD_COUNT_MAX);
    }
    const int n = w.count[0] * w.count[1];
    w.points = GUD_TAKE(l->arena, weighted, n);
    w.known = GUD_TAKE(l->arena, bool, n);
    double *points = GUD_TAKE(l->arena, double, 4 * (size_t)n);
    if (!w.points || !w.known || !points) return gud_fail(l->error, GUD_ERR_MEMORY, "out of memory");
    for (int k = 0; k < l->n; k++) GUD_TRY(add_part(l, &w, l->order[k]));
    for (int i = 0; i < n; i++) {
        v3_scale(points + 4 * (size_t)i, 1.0 / w.points[i][3], w.points[i]);
        points[4 * (size_t)i + 3] = w.points[i][3];
    }
    *joined = (gud_nurbs){{w.degree[0], w.degree[1]}, {w.count[0], w.count[1]}, {NULL, NULL}, points};
    for (int d = 0; d < 2; d++) GUD_TRY(knots_make(l, &w, d, count[d], joined));
    return gud_nurbs_check(joined, "patches", l->error);
}

gud_status gud_nurbs_join(int n, const gud_nurbs *parts, const char *const *names, gud_arena *arena, gud_error *error,
                          gud_nurbs *joined)
{
    if (n < 1 || n > parts_max)
        return gud_fail(error, GUD_ERR_INPUT, "%d patches; a surface has 1 to %d", n, parts_max);
    gud_bezier *bezier = GUD_TAKE(arena, gud_bezier, n);
    layout l = {.n = n, .names = names, .part = bezier, .arena = arena, .error = error};
    l.where = GUD_TAKE(arena, position, n);
    l.order = GUD_TAKE(arena, int, n);
    if (!bezier || !l.where || !l.order) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) GUD_TRY(gud_bezier_extract(&parts[i], arena, error, &bezier[i]));
    l.size = size_of(n, bezier);
    int count[2];
    GUD_TRY(lay_out(&l, count));
    return put_together(&l, count, joined);
}
