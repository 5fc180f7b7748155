// Deviations that were measured on a wall: positions around and along it and the deviation there, on a grid. Between
// the points cubics with slopes of parabolas through three points, in both directions: docs/theory/form.md, eq. (6).

#include "wall/deviation.h"

#include "base/csv.h"
#include "num/pi.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// points of one direction, in ascending order
typedef struct {
    double *at;
    int n;
    double period; // 0: constant beyond the ends
} axis;

typedef struct {
    axis x, y;
    bool turned;            // x are angles
    double *f, *s, *t, *st; // [x.n][y.n] deviation, slopes along x and y, and the mixed derivative
} net;

typedef struct {
    const char *file;
    double scale, angle, x, y, repeat[2];
    net *data; // from prepare
} params;

// ---- the file

// angles, or lengths on a flat wall: the unit tells, and without one they are angles
static gud_status convert_first(const gud_csv *csv, const gud_deviation_context *c, bool *turned)
{
    gud_error unused;
    *turned = !csv->units[0] || gud_csv_convert(csv, 0, "rad", c->units, &unused) == GUD_OK;
    if (!csv->units[0]) { // nor may its name hide one
        GUD_TRY(gud_csv_convert(csv, 0, "rad", c->units, c->error));
        return gud_csv_convert(csv, 0, "m", c->units, c->error);
    }
    if (*turned || gud_csv_convert(csv, 0, "m", c->units, &unused) == GUD_OK) return GUD_OK;
    return gud_fail(c->error, GUD_ERR_INPUT, "%s: column 1 in '%s' is neither an angle nor a length", csv->file,
                    csv->units[0]);
}

static gud_status read_columns(const char *path, const gud_deviation_context *c, gud_arena *scratch, gud_csv *csv,
                               bool *turned)
{
    GUD_TRY(gud_csv_read(path, scratch, c->error, csv));
    if (csv->ncolumn != 2 && csv->ncolumn != 3)
        return gud_fail(c->error, GUD_ERR_INPUT,
                        "%s:%d: %d columns; 3 are needed: position around, position along the axis, deviation (or 2 "
                        "without the position along the axis)",
                        csv->file, csv->lines[0], csv->ncolumn);
    GUD_TRY(convert_first(csv, c, turned));
    for (int k = 1; k < csv->ncolumn; k++) GUD_TRY(gud_csv_convert(csv, k, "m", c->units, c->error));
    return GUD_OK;
}

// ---- the grid of points

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static const double same = 1e-7; // of the whole range: positions that differ by less are one

// the different values of a column
static bool axis_make(const double *column, int n, gud_arena *arena, axis *a)
{
    a->at = GUD_TAKE(arena, double, n);
    if (!a->at) return false;
    memcpy(a->at, column, (size_t)n * sizeof(double));
    qsort(a->at, (size_t)n, sizeof(double), compare);
    const double least = same * (a->at[n - 1] - a->at[0]);
    a->n = 1;
    for (int i = 1; i < n; i++)
        if (a->at[i] - a->at[a->n - 1] > least) a->at[a->n++] = a->at[i];
    return true;
}

// index of a value
static int axis_find(const axis *a, double x)
{
    int low = 0, high = a->n - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (a->at[middle] <= x + 0.5 * same * (a->at[a->n - 1] - a->at[0]))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static gud_status values_place(const gud_csv *csv, net *d, gud_arena *scratch, gud_error *error)
{
    const double *value = csv->columns[csv->ncolumn - 1];
    int *line = GUD_TAKE(scratch, int, d->x.n * d->y.n);
    if (!line) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int r = 0; r < csv->nrow; r++) {
        const int i = axis_find(&d->x, csv->columns[0][r]);
        const int j = csv->ncolumn == 3 ? axis_find(&d->y, csv->columns[1][r]) : 0, k = i * d->y.n + j;
        if (line[k] > 0)
            return gud_fail(error, GUD_ERR_INPUT, "%s:%d: the same position as on line %d", csv->file, csv->lines[r],
                            line[k]);
        line[k] = csv->lines[r];
        d->f[k] = value[r];
    }
    for (int k = 0; k < d->x.n * d->y.n; k++)
        if (line[k] == 0)
            return gud_fail(error, GUD_ERR_INPUT,
                            "%s:%d: the points are no grid: %d positions around, %d along, but none at (%.6g, %.6g m)",
                            csv->file, csv->lines[csv->nrow - 1], d->x.n, d->y.n, d->x.at[k / d->y.n],
                            d->y.at[k % d->y.n]);
    return GUD_OK;
}

// A turn that ends where it began repeats its first points, which count once.
static gud_status close_turn(const gud_csv *csv, net *d, gud_error *error)
{
    const double span = d->x.at[d->x.n - 1] - d->x.at[0], turn = 2.0 * pi;
    if (!d->turned) return GUD_OK;
    if (span > turn * (1.0 + same))
        return gud_fail(error, GUD_ERR_INPUT, "%s:%d: angles span %g deg, more than a turn", csv->file, csv->lines[0],
                        span * 180.0 / pi);
    if (span > turn * (1.0 - same)) d->x.n--;
    d->x.period = turn;
    if (d->x.n >= 3) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s:%d: at least 3 angles are needed", csv->file, csv->lines[0]);
}

// ---- slopes

// Slope at point i of values f[i * stride], that of the parabola through it and its neighbours; at an end, of the
// line to the next one.
static double slope_at(const axis *a, const double *f, int stride, int i)
{
    const int n = a->n, low = i > 0 ? i - 1 : n - 1, high = i < n - 1 ? i + 1 : 0;
    const bool has_low = i > 0 || a->period > 0.0, has_high = i < n - 1 || a->period > 0.0;
    if (n == 1) return 0.0;
    const double below = a->at[i] - a->at[low] + (i > 0 ? 0.0 : a->period);
    const double above = a->at[high] - a->at[i] + (i < n - 1 ? 0.0 : a->period);
    const double left = has_low ? (f[i * stride] - f[low * stride]) / below : 0.0;
    const double right = has_high ? (f[high * stride] - f[i * stride]) / above : 0.0;
    if (!has_low || !has_high) return has_low ? left : right;
    return (above * left + below * right) / (below + above);
}

static void slopes_fill(net *d)
{
    const int nx = d->x.n, ny = d->y.n;
    for (int k = 0; k < nx * ny; k++) {
        d->s[k] = slope_at(&d->x, d->f + k % ny, ny, k / ny);
        d->t[k] = slope_at(&d->y, d->f + k / ny * ny, 1, k % ny);
    }
    for (int k = 0; k < nx * ny; k++) d->st[k] = slope_at(&d->x, d->t + k % ny, ny, k / ny);
}

static gud_status net_make(const gud_csv *csv, const params *p, const gud_deviation_context *c, gud_arena *scratch,
                           net *d)
{
    static const double middle = 0.0;
    const bool plane = csv->ncolumn == 3;
    if (!axis_make(csv->columns[0], csv->nrow, c->arena, &d->x) ||
        !axis_make(plane ? csv->columns[1] : &middle, plane ? csv->nrow : 1, c->arena, &d->y))
        return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    const size_t n = (size_t)d->x.n * (size_t)d->y.n;
    if (n > (size_t)csv->nrow) // a grid has as many lines as points; scattered points have by far too few
        return gud_fail(c->error, GUD_ERR_INPUT, "%s:%d: the points are no grid: %d positions around times %d along",
                        csv->file, csv->lines[csv->nrow - 1], d->x.n, d->y.n);
    double **all[] = {&d->f, &d->s, &d->t, &d->st};
    for (int i = 0; i < GUD_COUNT(all); i++) *all[i] = GUD_TAKE(c->arena, double, n);
    if (c->arena->failed) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(values_place(csv, d, scratch, c->error));
    GUD_TRY(close_turn(csv, d, c->error));
    axis *const axes[] = {&d->x, &d->y};
    for (int k = 0; k < 2; k++) {
        if (!(p->repeat[k] > 0.0) || (k == 0 && d->turned)) continue;
        if (p->repeat[k] <= axes[k]->at[axes[k]->n - 1] - axes[k]->at[0])
            return gud_fail(c->error, GUD_ERR_INPUT, "%s: repeat = %g m is shorter than the measured length", csv->file,
                            p->repeat[k]);
        axes[k]->period = p->repeat[k];
    }
    slopes_fill(d);
    return GUD_OK;
}

static gud_status prepare(void *prm, const gud_deviation_context *c)
{
    params *p = prm;
    gud_arena scratch;
    gud_csv csv;
    p->data = GUD_TAKE(c->arena, net, 1);
    if (!p->data) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    gud_arena_init(&scratch);
    gud_status status = read_columns(p->file, c, &scratch, &csv, &p->data->turned);
    if (status == GUD_OK) status = net_make(&csv, p, c, &scratch, p->data);
    gud_arena_free(&scratch);
    return status;
}

// ---- between the points

// an interval, and where a value lies in it from 0 to 1; length 0: beyond the ends
typedef struct {
    int low, high;
    double t, length;
} span;

static span span_of(const axis *a, double x)
{
    const int last = a->n - 1;
    if (a->n == 1) return (span){0, 0, 0.0, 0.0};
    if (a->period > 0.0) x -= a->period * floor((x - a->at[0]) / a->period);
    if (a->period > 0.0 && x >= a->at[last]) {
        const double length = a->at[0] + a->period - a->at[last];
        return (span){last, 0, (x - a->at[last]) / length, length};
    }
    if (x <= a->at[0]) return (span){0, 0, 0.0, 0.0};
    if (x >= a->at[last]) return (span){last, last, 0.0, 0.0};
    int low = 0, high = last;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (a->at[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    const double length = a->at[high] - a->at[low];
    return (span){low, high, (x - a->at[low]) / length, length};
}

// Hermite's cubics: of the value and the slope at both ends
static void hermite(const span *s, gud_jet value[2], gud_jet slope[2])
{
    const double t = s->t, L = s->length, per = L > 0.0 ? 1.0 / L : 0.0;
    value[1] = (gud_jet){t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t) * per, (6.0 - 12.0 * t) * per * per};
    value[0] = (gud_jet){1.0 - value[1].f, -value[1].s, -value[1].ss};
    slope[0] = (gud_jet){L * t * (1.0 - t) * (1.0 - t), (1.0 - t) * (1.0 - 3.0 * t), (6.0 * t - 4.0) * per};
    slope[1] = (gud_jet){-L * t * t * (1.0 - t), t * (3.0 * t - 2.0), (6.0 * t - 2.0) * per};
    if (L > 0.0) return;
    slope[0] = slope[1] = (gud_jet){0.0, 0.0, 0.0}; // constant beyond the ends
    value[0] = (gud_jet){1.0, 0.0, 0.0}, value[1] = slope[0];
}

static gud_jet scaled(gud_jet a, double per)
{
    return (gud_jet){a.f, a.s * per, a.ss * per * per};
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const net *d = p->data;
    const double per = d->turned ? 1.0 / wall->radius : 1.0;
    for (int i = 0; i < n; i++) {
        const double at = d->turned ? x[i] * per - p->angle : x[i] - wall->middle[0] - p->x;
        const span a = span_of(&d->x, at), b = span_of(&d->y, y[i] - wall->middle[1] - p->y);
        gud_jet u[2], us[2], v[2], vs[2];
        hermite(&a, u, us);
        hermite(&b, v, vs);
        for (int k = 0; k < 4; k++) {
            const int node = (k < 2 ? a.low : a.high) * d->y.n + (k % 2 == 0 ? b.low : b.high);
            const gud_jet f = scaled(u[k / 2], per), s = scaled(us[k / 2], per);
            gud_deviation_product(sum, i, p->scale * d->f[node], f, v[k % 2]);
            gud_deviation_product(sum, i, p->scale * d->s[node], s, v[k % 2]);
            gud_deviation_product(sum, i, p->scale * d->t[node], f, vs[k % 2]);
            gud_deviation_product(sum, i, p->scale * d->st[node], s, vs[k % 2]);
        }
    }
}

static unsigned traits(const void *prm)
{
    const net *d = ((const params *)prm)->data;
    return GUD_VARIES_AROUND | (d->y.n > 1 ? GUD_VARIES_ALONG | GUD_VARIES_UNEVENLY : 0u) |
           (d->turned ? GUD_NEEDS_ANGLE : 0u);
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    const params *p = prm;
    if (wall->radius > 0.0 && !p->data->turned)
        return gud_fail(error, GUD_ERR_INPUT, "%s: the first column of a round wall is an angle, such as 'angle [deg]'",
                        p->file);
    return GUD_OK;
}

static const gud_field fields[] = {
    {.key = "file",
     .type = GUD_FILE,
     .offset = offsetof(params, file),
     .fallback = GUD_REQUIRED,
     .about = "CSV file: angle (x on a flat wall), position along the axis from the middle, deviation; points on a "
              "grid, lines in any order; without the second column: constant along the axis"},
    GUD_FIELD(params, scale, "1", 1.0, -1e6, 1e6,
              "factor on the deviation, which is positive where the gap is wider; -1 for measured radii of a journal"),
    GUD_FIELD(params, angle, "rad", 0.0, -2.0 * pi, 2.0 * pi, "position of the file's angle 0 on a round wall"),
    GUD_FIELD(params, x, "m", 0.0, -1e3, 1e3, "position of its x = 0 on a flat wall, from the middle"),
    GUD_FIELD(params, y, "m", 0.0, -1e3, 1e3, "position of its axial position 0, from the middle"),
    {.key = "repeat",
     .type = GUD_VECTOR,
     .offset = offsetof(params, repeat),
     .count = 2,
     .unit = "m",
     .fallback = 0.0,
     .about = "for a texture: periods along x of a flat wall and along y; 0: constant beyond the ends"},
};

const gud_deviation_law gud_deviation_measured = {
    .row = GUD_ROW(params, "measured", "deviations from a file: measured shells, height maps of textures", fields),
    .prepare = prepare,
    .check = check,
    .traits = traits,
    .add = add,
};
