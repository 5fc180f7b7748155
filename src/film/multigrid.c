// Multigrid cycle for the five-point matrices of films, as preconditioner of BiCGStab. docs/theory/film.md, section on
// cost.
//
// Smoother: zebra lines along x; they hold the transport of broken film round the whole ring. Every second line goes to
// the next level (`coarsen.c`), down to one, which is solved. Odd lines are solved first, then the even ones: what is
// missing then is missing in the odd ones, which are those of the next level. After its correction even lines are
// solved again, which is their interpolation. The cycle works with single numbers, all else with double ones.

#include "film/multigrid.h"

#include "film/levels.h"

#include <math.h>
#include <string.h>

enum { most_iterations = 100, margin = 8 };

struct gud_multigrid {
    gud_levels levels;
    int size;     // of a vector
    float *line;  // a row in the order of the grid
    double *v[7]; // vectors of BiCGStab, in the order of the first level
    gud_arena memory;
};

gud_multigrid *gud_multigrid_create(const gud_film *film)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_multigrid *mg = GUD_TAKE(&memory, gud_multigrid, 1);
    if (!mg) return NULL;
    gud_levels_take(&mg->levels, film, &memory);
    mg->size = film->nx * mg->levels.level[0].row;
    for (int i = 0; i < GUD_COUNT(mg->v); i++) mg->v[i] = GUD_TAKE(&memory, double, mg->size + 2 * margin);
    mg->line = GUD_TAKE(&memory, float, mg->levels.level[0].row);
    if (memory.failed) {
        gud_arena_free(&memory);
        return NULL;
    }
    for (int i = 0; i < GUD_COUNT(mg->v); i++) mg->v[i] += margin;
    mg->memory = memory;
    return mg;
}

void gud_multigrid_free(gud_multigrid *mg)
{
    if (!mg) return;
    gud_arena memory = mg->memory; // holds the object itself
    gud_arena_free(&memory);
}

gud_status gud_multigrid_setup(gud_multigrid *mg, const gud_film *film, const gud_film_work *work,
                               const gud_film_in *in)
{
    return gud_levels_setup(&mg->levels, film, work, in);
}

// ---- smoothing

// lines of one colour: numbers in a row, where they begin, where their neighbours below and above do
typedef struct {
    int n, own, low, high;
} colour;

static inline const gud_eight *eights(const float *a)
{
    return (const gud_eight *)a;
}

static inline const gud_four *fours(const double *a)
{
    return (const gud_four *)a;
}

static colour even_of(const gud_level *l)
{
    return (colour){l->even, 0, l->even - 1, l->even};
}

static colour odd_of(const gud_level *l)
{
    return (colour){l->odd, l->even, 0, 1};
}

// kernels take rows of whole vectors

GUD_INLINE void row_load(int n, const gud_eight *b, const gud_eight *s, const gud_eight *t, const gud_eight *low,
                         const gud_eight *high, gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] = b[m] - s[m] * low[m] - t[m] * high[m];
}

GUD_INLINE void row_load_forward(int n, const gud_eight *b, const gud_eight *s, const gud_eight *t,
                                 const gud_eight *low, const gud_eight *high, const gud_eight *w,
                                 const gud_eight *before, gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] = (b[m] - s[m] * low[m] - t[m] * high[m]) - w[m] * before[m];
}

GUD_INLINE void row_forward(int n, const gud_eight *b, const gud_eight *w, const gud_eight *before, gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] = b[m] - w[m] * before[m];
}

GUD_INLINE void row_subtract(int n, const gud_eight *a, const gud_eight *b, gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] -= a[m] * b[m];
}

GUD_INLINE void row_add(int n, const gud_eight *a, const gud_eight *b, gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] += a[m] * b[m];
}

// what is missing in odd lines that were solved for zeros in the even ones, `next` being the even lines above
GUD_INLINE void row_missing(int n, const gud_eight *s, const gud_eight *t, const gud_eight *even, const gud_eight *next,
                            gud_eight *out)
{
    for (int m = 0; m < n; m++) out[m] = -(s[m] * even[m] + t[m] * next[m]);
}

// forwards along the lines of one colour, for the present values of the others or for zeros
GUD_INLINE void forward(const gud_level *l, colour c, bool alone)
{
    const int n = c.n / GUD_SINGLES, row = l->row, last = l->nx - 1;
    gud_eight *sum = (gud_eight *)l->end;
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int i = 0; i < l->nx; i++) {
        const int at = i * row + c.own;
        const gud_eight *b = eights(l->b + at), *s = eights(l->south + at), *t = eights(l->north + at);
        const gud_eight *low = eights(l->x + i * row + c.low), *high = eights(l->x + i * row + c.high);
        const gud_eight *w = eights(l->west + at), *before = eights(l->x + at - row);
        gud_eight *x = (gud_eight *)(l->x + at);
        if (alone && i == 0)
            memcpy(x, b, (size_t)n * sizeof *x);
        else if (alone)
            row_forward(n, b, w, before, x);
        else if (i == 0)
            row_load(n, b, s, t, low, high, x);
        else
            row_load_forward(n, b, s, t, low, high, w, before, x);
        if (l->ring && i < last && l->opens[i]) row_subtract(n, eights(l->opening + at), x, sum);
    }
}

GUD_INLINE void backward(const gud_level *l, colour c)
{
    const int n = c.n / GUD_SINGLES, row = l->row, last = l->nx - 1;
    gud_eight *end = (gud_eight *)(l->x + last * row + c.own), *z = (gud_eight *)l->end;
    const gud_eight *gain = eights(l->gain + c.own);
    for (int m = 0; l->ring && m < n; m++) {
        end[m] += z[m];
        z[m] = end[m] * gain[m];
    }
    for (int i = last - 1; i >= 0; i--) {
        const int at = i * row + c.own;
        gud_eight *x = (gud_eight *)(l->x + at);
        if (l->ring && l->closes[i]) row_subtract(n, eights(l->closing + at), z, x);
        if (!l->ring || i < last - 1) row_subtract(n, eights(l->east + at), eights(l->x + at + row), x);
    }
}

GUD_WIDE static void lines_alone(const gud_level *l, colour c)
{
    forward(l, c, true);
    backward(l, c);
}

GUD_WIDE static void lines(const gud_level *l, colour c)
{
    forward(l, c, false);
    backward(l, c);
}

// ---- between the levels

GUD_INLINE void row_split(int n, const float *restrict row, float *restrict even, float *restrict odd)
{
    for (int m = 0; m < n / 2; m++) even[m] = row[2 * m], odd[m] = row[2 * m + 1];
    if (n % 2) even[n / 2] = row[n - 1];
}

GUD_WIDE static void restrict_down(gud_multigrid *mg, const gud_level *f, const gud_level *c)
{
    const int n = f->ny / 2;
    if (f->merge == 2) memset(c->b, 0, (size_t)(c->nx * c->row) * sizeof(float));
    for (int i = 0; i < f->nx; i++) {
        const int odd = i * f->row + f->even;
        row_missing(f->odd / GUD_SINGLES, eights(f->south + odd), eights(f->north + odd), eights(f->x + i * f->row),
                    eights(f->x + i * f->row + 1), (gud_eight *)mg->line);
        if (f->merge == 1) row_split(n, mg->line, c->b + i * c->row, c->b + i * c->row + c->even);
        for (int s = 0; f->merge == 2 && s < 2; s++) {
            const int to = gud_level_row(f, i, s);
            for (int m = 0; to >= 0 && m < n; m++)
                c->b[to * c->row + (m & 1 ? c->even : 0) + m / 2] += f->give[s][i * f->odd + m] * mg->line[m];
        }
    }
}

GUD_INLINE void row_join(int n, const float *restrict even, const float *restrict odd, float *restrict row)
{
    for (int m = 0; m < n / 2; m++) row[2 * m] = even[m], row[2 * m + 1] = odd[m];
    if (n % 2) row[n - 1] = even[n / 2];
}

GUD_WIDE static void correct_up(gud_multigrid *mg, const gud_level *f, const gud_level *c)
{
    const int n = f->ny / 2;
    for (int i = 0; i < f->nx; i++)
        for (int s = 0; s < f->merge; s++) {
            const int from = gud_level_row(f, i, s);
            if (from < 0) continue;
            row_join(n, c->x + from * c->row, c->x + from * c->row + c->even, mg->line);
            row_add(f->odd / GUD_SINGLES, eights(f->share[s] + i * f->odd), eights(mg->line),
                    (gud_eight *)(f->x + i * f->row + f->even));
        }
}

static void cycle(gud_multigrid *mg, int n)
{
    const gud_level *l = &mg->levels.level[n];
    if (l->ny == 1) {
        lines_alone(l, even_of(l));
        return;
    }
    lines_alone(l, odd_of(l));
    lines(l, even_of(l));
    restrict_down(mg, l, l + 1);
    cycle(mg, n + 1);
    correct_up(mg, l, l + 1);
    lines(l, even_of(l));
    lines(l, odd_of(l));
}

GUD_WIDE static void to_single(int n, const double *restrict in, double factor, float *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = (float)(in[k] * factor);
}

GUD_WIDE static void to_double(int n, const float *restrict in, double factor, const double *restrict inverse,
                               double *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = (double)in[k] * (factor * inverse[k]);
}

// `size`: of the numbers in `in`
static void precondition(gud_multigrid *mg, const double *in, double size, double *out)
{
    const gud_level *l = &mg->levels.level[0];
    to_single(mg->size, in, size > 0.0 ? 1.0 / size : 0.0, l->b);
    cycle(mg, 0);
    to_double(mg->size, l->x, size, l->inverse, out);
}

// ---- BiCGStab

// y = A x
GUD_WIDE static void multiply(const gud_level *l, const double *x, double *y)
{
    const gud_stencil *a = &l->a;
    const colour colours[2] = {even_of(l), odd_of(l)};
    for (int i = 0; i < l->nx; i++) {
        const int at = i * l->row, before = i > 0 ? at - l->row : l->ring ? (l->nx - 1) * l->row : at;
        const int after = i < l->nx - 1 ? at + l->row : l->ring ? 0 : at;
        for (int s = 0; s < 2; s++) {
            const colour o = colours[s];
            const int k = at + o.own;
            const gud_four *c = fours(a->centre + k), *w = fours(a->west + k), *e = fours(a->east + k);
            const gud_four *south = fours(a->south + k), *north = fours(a->north + k), *own = fours(x + k);
            const gud_four *xw = fours(x + before + o.own), *xe = fours(x + after + o.own);
            const gud_four *low = fours(x + at + o.low), *high = fours(x + at + o.high);
            gud_four *out = (gud_four *)(y + k);
            for (int m = 0; m < o.n / GUD_LANES; m++)
                out[m] = c[m] * own[m] + w[m] * xw[m] + e[m] * xe[m] + south[m] * low[m] + north[m] * high[m];
        }
    }
}

GUD_WIDE static double dot(int n, const double *a, const double *b)
{
    return gud_sum_of_products(a, b, n);
}

GUD_WIDE static void direct(int n, const double *restrict r, double beta, double omega, const double *restrict q,
                            double *restrict p)
{
    for (int k = 0; k < n; k++) p[k] = r[k] + beta * (p[k] - omega * q[k]);
}

GUD_WIDE static void step(int n, double length, const double *restrict y, const double *restrict q, double *restrict x,
                          double *restrict r)
{
    for (int k = 0; k < n; k++) x[k] += length * y[k], r[k] -= length * q[k];
}

// with the cycle on the right; x = v[0] starts from zero, the right-hand side is v[1]
static gud_status bicgstab(gud_multigrid *mg, double tolerance, int *iterations)
{
    const gud_level *l = &mg->levels.level[0];
    const int n = mg->size;
    double *x = mg->v[0], *r = mg->v[1], *r0 = mg->v[2], *p = mg->v[3], *q = mg->v[4], *y = mg->v[5], *t = mg->v[6];
    double norm = sqrt(dot(n, r, r)), rho = 1.0, alpha = 1.0, omega = 1.0;
    const double goal = tolerance * norm;

    memset(x, 0, (size_t)n * sizeof *x);
    memset(p, 0, (size_t)n * sizeof *p);
    memset(q, 0, (size_t)n * sizeof *q);
    memcpy(r0, r, (size_t)n * sizeof *r);
    if (!(goal > 0.0)) return isnan(goal) ? GUD_RETRY : GUD_OK;
    for (int it = 0; it < most_iterations; it++) {
        ++*iterations;
        const double rho_now = dot(n, r0, r), beta = rho_now / rho * alpha / omega;
        direct(n, r, beta, omega, q, p);
        precondition(mg, p, sqrt(dot(n, p, p)), y);
        multiply(l, y, q);
        alpha = rho_now / dot(n, r0, q);
        step(n, alpha, y, q, x, r);
        norm = sqrt(dot(n, r, r));
        if (norm <= goal) return GUD_OK;
        precondition(mg, r, norm, y);
        multiply(l, y, t);
        const double tt = dot(n, t, t);
        omega = tt > 0.0 ? dot(n, t, r) / tt : 0.0;
        step(n, omega, y, t, x, r);
        norm = sqrt(dot(n, r, r));
        if (norm <= goal) return GUD_OK;
        if (!isfinite(norm) || rho_now == 0.0 || omega == 0.0) break;
        rho = rho_now;
    }
    return GUD_RETRY;
}

GUD_WIDE static void column_load(const gud_level *l, const double *column, double *v)
{
    for (int i = 0; i < l->nx; i++) gud_row_split(l->ny, column + i * l->ny, v + i * l->row, v + i * l->row + l->even);
}

GUD_WIDE static void column_store(const gud_level *l, const double *v, double *column)
{
    for (int i = 0; i < l->nx; i++) {
        const double *restrict even = v + i * l->row, *restrict odd = even + l->even;
        double *restrict row = column + i * l->ny;
        for (int m = 0; m < l->ny / 2; m++) row[2 * m] = even[m], row[2 * m + 1] = odd[m];
        if (l->ny % 2) row[l->ny - 1] = even[l->ny / 2];
    }
}

gud_status gud_multigrid_solve(gud_multigrid *mg, int n, double *columns, double tolerance, int *iterations)
{
    const gud_level *l = &mg->levels.level[0];
    gud_status worst = GUD_OK;
    for (int a = 0; a < n; a++) {
        double *column = columns + (size_t)a * (size_t)(l->nx * l->ny);
        column_load(l, column, mg->v[1]);
        const gud_status status = bicgstab(mg, tolerance, iterations);
        if (status != GUD_OK) worst = status;
        column_store(l, mg->v[0], column);
    }
    return worst;
}
