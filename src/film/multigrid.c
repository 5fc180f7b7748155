// Linear problems of films by the multigrid cycle (`cycle.c`) and generalized conjugate residuals around it.
// docs/theory/film.md, section on cost.
//
// A cycle leaves nothing missing in odd lines, so that all residuals but the first live on even lines, and the cycle
// itself says what they are: no product with the matrix is needed. All this works with single numbers, for several
// right-hand sides at a time, and gains some digits; the balance is then formed anew in double precision, from the
// flows through the faces, and corrected.

#include "film/multigrid.h"

#include "film/cells.h"
#include "film/cycle.h"
#include "film/jump.h"

#include <math.h>
#include <string.h>

enum { most_stages = 40, depth = 6, most_columns = 8 };
enum { block_rows = 16 };         // after which sums of single numbers go on in double precision
static const double stage = 1e-4; // what single numbers can gain before the balance has to be formed anew
static const double rough = 1e-3; // accuracy that needs no such check

struct gud_multigrid {
    gud_levels levels;
    const gud_film *film;
    const gud_film_work *work;
    const gud_film_in *in;
    // directions: the first guess, and one a cycle more; these have odd lines that follow from the even ones, and one
    // place for them all
    float *y[depth + 1][GUD_COLOURS];
    float *q[depth]; // [even lines] what they change, orthonormal
    float *held;     // [odd lines]
    double *sum;     // [cells][columns] solutions
    double *rows;    // [parts of a loop][six rows]
    double *sums;    // [blocks of rows][columns]
    gud_arena memory;
};

static float *vector(const gud_multigrid *mg, gud_arena *memory, int colour)
{
    const gud_level *l = &mg->levels.level[0];
    const int row = mg->levels.columns * l->lines[colour].n, least = colour == GUD_EVEN ? l->problem.row : 0;
    float *a = GUD_TAKE(memory, float, l->nx *(row > least ? row : least) + 2 * GUD_MARGIN);
    return a ? a + GUD_MARGIN : NULL;
}

static void vectors_take(gud_multigrid *mg, gud_arena *memory)
{
    for (int k = 0; k <= depth; k++) {
        mg->y[k][GUD_EVEN] = vector(mg, memory, GUD_EVEN);
        mg->y[k][GUD_ODD] = k < 2 ? vector(mg, memory, GUD_ODD) : mg->y[1][GUD_ODD];
        if (k < depth) mg->q[k] = vector(mg, memory, GUD_EVEN);
    }
    mg->held = vector(mg, memory, GUD_ODD);
    // no direction lives while levels are made
    gud_levels *l = &mg->levels;
    l->low = mg->q[0], l->high = mg->q[1], l->low_broken = mg->q[2], l->high_broken = mg->q[3];
}

// right-hand sides at a time: as many as there are tangents, but for grids so large that memory counts
static int columns_of(const gud_film *film)
{
    enum { large = 1 << 18 };
    const int wanted = film->options.nparam < most_columns ? film->options.nparam : most_columns;
    const int fit = large / film->ncell;
    return wanted < 1 || fit < 1 ? 1 : wanted < fit ? wanted : fit;
}

gud_multigrid *gud_multigrid_create(const gud_film *film)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_multigrid *mg = GUD_TAKE(&memory, gud_multigrid, 1);
    if (!mg) return NULL;
    mg->film = film;
    gud_levels_take(&mg->levels, film, columns_of(film), &memory);
    if (!memory.failed) vectors_take(mg, &memory);
    mg->sum = GUD_TAKE(&memory, double, (size_t)film->ncell *(size_t)mg->levels.columns);
    mg->rows = GUD_TAKE(&memory, double, mg->levels.nbuffer * 6 * (film->ny + 1));
    mg->sums = GUD_TAKE(&memory, double, (film->nx / block_rows + 1) * most_columns);
    if (memory.failed) {
        gud_arena_free(&memory);
        return NULL;
    }
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
    mg->film = film, mg->work = work, mg->in = in;
    return gud_levels_setup(&mg->levels, film, work, in);
}

// ---- the balance in double precision

// pressure and content of row i that belong to unknowns x
GUD_INLINE void row_contents(const gud_multigrid *mg, int i, const double *restrict x, double *restrict u,
                             double *restrict s)
{
    const int n = mg->film->ny, k = i * n;
    const double *restrict full = mg->work->is_full + k, *restrict carried = mg->work->carried + k;
    GUD_INDEPENDENT
    for (int j = 0; j < n; j++) u[j] = full[j] * x[k + j], s[j] = carried[j] * x[k + j];
}

// over n faces between cells l and h; carry is NULL where nothing is transported
GUD_INLINE void row_flux(int n, const double *restrict conduct, const double *restrict carry,
                         const double *restrict u_l, const double *restrict s_l, const double *restrict u_h,
                         const double *restrict s_h, double *restrict flux)
{
    GUD_INDEPENDENT
    for (int j = 0; j < n; j++) flux[j] = conduct[j] * (u_l[j] - u_h[j]);
    if (!carry) return;
    GUD_INDEPENDENT
    for (int j = 0; j < n; j++) flux[j] += carry[j] * (carry[j] >= 0.0 ? s_l[j] : s_h[j]);
}

// storage and flows along y of row i, taken from r
GUD_INLINE void row_subtract(const gud_multigrid *mg, int i, const double *restrict x, const double *restrict u,
                             const double *restrict s, double *restrict flux, double *restrict r)
{
    const gud_film *film = mg->film;
    const gud_film_work *w = mg->work;
    const gud_face_flow *flow = &w->y;
    const int n = film->ny, k = i * n, low = gud_film_face_y(film, i, 0), high = gud_film_face_y(film, i, n);
    flux[0] = -flow->slope[low] * u[0] + gud_smaller(flow->carry[low], 0.0) * s[0];
    flux[n] = flow->slope[high] * u[n - 1] + gud_larger(flow->carry[high], 0.0) * s[n - 1];
    row_flux(n - 1, flow->slope + k + 1, flow->carries ? flow->voids + k + 1 : NULL, u, s, u + 1, s + 1, flux + 1);
    const double *restrict area = film->area + k, *restrict thick = w->thick + k, per_c = mg->in->per_c;
    GUD_INDEPENDENT
    for (int j = 0; j < n; j++) r[k + j] -= area[j] * per_c * thick[j] * s[j] + (flux[j + 1] - flux[j]);
    for (int j = 0; film->ntap > 0 && j < n; j++) r[k + j] -= w->tap_leak[k + j] * u[j] + w->tap_hold[k + j] * s[j];
    for (int j = 0; !film->options.cavitation->transport && j < n; j++) r[k + j] -= w->slack * (x[k + j] - u[j]);
}

// the same of a row that may lie beyond an end
GUD_INLINE void row_around(const gud_multigrid *mg, int i, const double *x, double *u, double *s)
{
    const int nx = mg->film->nx;
    const size_t size = (size_t)mg->film->ny * sizeof(double);
    if (mg->film->periodic || (i >= 0 && i < nx))
        row_contents(mg, (i + nx) % nx, x, u, s);
    else
        memset(u, 0, size), memset(s, 0, size);
}

// what is missing, and the unknowns that take their part of it
typedef struct {
    gud_multigrid *mg;
    const double *x;
    double *r;
} missing_flows;

GUD_WIDE static void subtract_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const missing_flows *missing = user;
    const gud_multigrid *mg = missing->mg;
    const gud_film *film = mg->film;
    const gud_face_flow *flow = &mg->work->x;
    const double *x = missing->x;
    const int nx = film->nx, n = film->ny;
    double *rows = mg->rows + part * 6 * (n + 1), *r = missing->r;
    double *u[2] = {rows, rows + n + 1}, *s[2] = {rows + 2 * (n + 1), rows + 3 * (n + 1)};
    double *along = rows + 4 * (n + 1), *across = rows + 5 * (n + 1);
    (void)levels;
    row_around(mg, first - 1, x, u[(first + 1) % 2], s[(first + 1) % 2]);
    for (int i = first; i <= end; i++) {
        const int own = i % 2, before = 1 - own, f = i * n, face = film->periodic && i == nx ? 0 : f;
        row_around(mg, i, x, u[own], s[own]);
        row_flux(n, flow->slope + face, flow->carries ? flow->voids + face : NULL, u[before], s[before], u[own], s[own],
                 along);
        for (int j = 0; i > first && j < n; j++) r[f - n + j] = film->unknown[f - n + j] * (r[f - n + j] - along[j]);
        for (int j = 0; i < end && j < n; j++) r[f + j] += along[j];
        if (i < end) row_subtract(mg, i, x, u[own], s[own], across, r);
    }
}

// r - A x into r
static void subtract(gud_multigrid *mg, const double *x, double *r)
{
    missing_flows missing = {mg, x, r};
    gud_levels_rows(&mg->levels, mg->film->nx, mg->film->ncell, subtract_rows, &missing);
    gud_ruptures_subtract(mg->work, x, r);
}

// ---- generalized conjugate residuals, for all columns side by side

// vectors of even lines
typedef struct {
    int columns;
    const float *a, *b;
    float *out;
    const double *factor;
    double *sums;
} vectors;

GUD_INLINE double sum_of(const gud_eight *a)
{
    const gud_eight v = *a;
    return (double)((v[0] + v[1]) + (v[2] + v[3])) + (double)((v[4] + v[5]) + (v[6] + v[7]));
}

// sums of products of rows, block by block
GUD_WIDE static void dot_blocks(const gud_levels *levels, void *user, int part, int first, int end)
{
    const vectors *v = user;
    const gud_level *l = &levels->level[0];
    const int columns = v->columns, row = l->lines[GUD_EVEN].n, n = row / GUD_SINGLES;
    (void)part;
    for (int k = first; k < end; k++)
        for (int c = 0; c < columns; c++) {
            gud_eight sum = {0.0f};
            for (int i = k * block_rows; i < l->nx && i < (k + 1) * block_rows; i++) {
                const gud_eight *p = eights(v->a + (i * columns + c) * row);
                const gud_eight *q = eights(v->b + (i * columns + c) * row);
                for (int m = 0; m < n; m++) sum += p[m] * q[m];
            }
            v->sums[k * columns + c] = sum_of(&sum);
        }
}

// out = out - factor a, and the sums of its squares
GUD_WIDE static void reduce_blocks(const gud_levels *levels, void *user, int part, int first, int end)
{
    const vectors *v = user;
    const gud_level *l = &levels->level[0];
    const int columns = v->columns, row = l->lines[GUD_EVEN].n, n = row / GUD_SINGLES;
    (void)part;
    for (int k = first; k < end; k++)
        for (int c = 0; c < columns; c++) {
            const float f = (float)v->factor[c];
            gud_eight sum = {0.0f};
            for (int i = k * block_rows; i < l->nx && i < (k + 1) * block_rows; i++) {
                const gud_eight *a = eights(v->a + (i * columns + c) * row);
                gud_eight *out = eights_out(v->out + (i * columns + c) * row);
                for (int m = 0; m < n; m++) {
                    const gud_eight left = out[m] - f * a[m];
                    out[m] = left;
                    sum += left * left;
                }
            }
            v->sums[k * columns + c] = sum_of(&sum);
        }
}

static void sums_add(const gud_multigrid *mg, vectors v, gud_rows_part *blocks, double *out)
{
    const int n = (mg->film->nx + block_rows - 1) / block_rows;
    v.sums = mg->sums;
    gud_levels_rows(&mg->levels, n, mg->film->ncell, blocks, &v);
    for (int c = 0; c < v.columns; c++) {
        out[c] = 0.0;
        for (int k = 0; k < n; k++) out[c] += mg->sums[k * v.columns + c];
    }
}

// sums of products of even lines
static void dot(const gud_multigrid *mg, int columns, const float *a, const float *b, double *out)
{
    sums_add(mg, (vectors){.columns = columns, .a = a, .b = b}, dot_blocks, out);
}

// a = a - factor b on even lines; the sums of its squares
static void reduce(const gud_multigrid *mg, int columns, const double *factor, const float *b, float *a,
                   double *squares)
{
    sums_add(mg, (vectors){.columns = columns, .a = b, .out = a, .factor = factor}, reduce_blocks, squares);
}

typedef struct {
    int n; // directions but the first
    // of each: parts of those before that were taken from it, squares of what is left, and its part in the solution
    double part[depth][depth][most_columns], squares[depth][most_columns], along[depth][most_columns];
    double left[most_columns]; // squares of what is missing
} basis;

// parts of b in a, by the squares of b
static void parts_of(const gud_multigrid *mg, int columns, const float *a, const float *b, const double *squares,
                     double *part)
{
    dot(mg, columns, b, a, part);
    for (int c = 0; c < columns; c++) part[c] = squares[c] > 0.0 ? part[c] / squares[c] : 0.0;
}

// one more direction, orthogonal to the ones before in what it changes
static void extend(gud_multigrid *mg, int columns, basis *s)
{
    const int n = s->n++;
    float *r = mg->levels.level[0].lines[GUD_EVEN].b, *q = mg->q[n];
    double *squares = s->squares[n];
    gud_cycle(&mg->levels, columns, false, mg->y[n + 1], mg->held, q);
    if (n == 0) dot(mg, columns, q, q, squares);
    for (int k = 0; k < n; k++) {
        parts_of(mg, columns, q, mg->q[k], s->squares[k], s->part[n][k]);
        reduce(mg, columns, s->part[n][k], mg->q[k], q, squares);
    }
    parts_of(mg, columns, r, q, squares, s->along[n]);
    reduce(mg, columns, s->along[n], q, r, s->left);
}

// weights of the directions in the solution
static void weigh(const basis *s, int column, double *weight)
{
    weight[0] = 1.0;
    for (int k = s->n - 1; k >= 0; k--) {
        weight[k + 1] = s->along[k][column];
        for (int j = k + 1; j < s->n; j++) weight[k + 1] -= s->part[j][k][column] * weight[j + 1];
    }
}

// directions and their weights
typedef struct {
    const gud_multigrid *mg;
    int columns, n;
    double (*weight)[depth + 1]; // [columns]
} mixture;

GUD_WIDE static void mix_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const mixture *x = user;
    const int row = levels->level[0].lines[GUD_EVEN].n;
    (void)part;
    for (int i = first; i < end; i++)
        for (int c = 0; c < x->columns; c++)
            for (int m = 0, at = (i * x->columns + c) * row; m < row; m += GUD_SINGLES, at += GUD_SINGLES) {
                gud_eight sum = (float)x->weight[c][1] * *eights(x->mg->y[1][GUD_EVEN] + at);
                for (int k = 2; k <= x->n; k++) sum += (float)x->weight[c][k] * *eights(x->mg->y[k][GUD_EVEN] + at);
                *eights_out(x->mg->y[1][GUD_EVEN] + at) = sum;
            }
}

// all directions but the first become one, by their weights
static void mix(gud_multigrid *mg, int columns, const basis *s)
{
    double weight[most_columns][depth + 1];
    mixture x = {.mg = mg, .columns = columns, .n = s->n, .weight = weight};
    if (s->n == 0) return;
    for (int c = 0; c < columns; c++) weigh(s, c, weight[c]);
    gud_levels_rows(&mg->levels, mg->film->nx, mg->film->ncell, mix_rows, &x);
    gud_cycle_odd(&mg->levels, columns, mg->y[1][GUD_EVEN], mg->y[1][GUD_ODD]);
}

// one of the right-hand sides or solutions that are solved side by side
typedef struct {
    const gud_multigrid *mg;
    int columns, column;
    double factor;      // its norm, or one by it
    const double *from; // right-hand side
    bool more;          // directions than the first
    bool first;
    double *delta, *sum;
} column_job;

// a right-hand side into the order of the levels
GUD_WIDE static void load_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const column_job *job = user;
    const gud_level *l = &levels->level[0];
    const gud_lines *even = &l->lines[GUD_EVEN], *odd = &l->lines[GUD_ODD];
    float *restrict line = gud_buffer_row(levels, part, GUD_BUFFER_LINE);
    for (int i = first; i < end; i++) {
        const int at = i * job->columns + job->column;
        for (int j = 0; j < l->ny; j++) line[j] = (float)(job->from[i * l->ny + j] * job->factor);
        gud_row_split(l->ny, line, even->b + at * even->n, odd->b + at * odd->n);
    }
}

// adds the correction that belongs to a column to the solution, and copies it to delta unless that is NULL
GUD_WIDE static void store_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const column_job *job = user;
    const gud_multigrid *mg = job->mg;
    const gud_level *l = &levels->level[0];
    double *restrict delta = job->delta, *restrict sum = job->sum;
    float *restrict line = gud_buffer_row(levels, part, GUD_BUFFER_LINE);
    float *const half[GUD_COLOURS] = {gud_buffer_row(levels, part, GUD_BUFFER_HALF),
                                      gud_buffer_row(levels, part, GUD_BUFFER_HALF + 1)};
    for (int i = first; i < end; i++) {
        for (int colour = 0; colour < GUD_COLOURS; colour++) {
            const int row = l->lines[colour].n, at = (i * job->columns + job->column) * row;
            for (int m = 0; m < row; m += GUD_SINGLES) {
                gud_eight value = *eights(mg->y[0][colour] + at + m);
                if (job->more) value += *eights(mg->y[1][colour] + at + m);
                *eights_out(half[colour] + m) = value / *eights(l->lines[colour].pivot + i * row + m);
            }
        }
        gud_row_join(l->ny, half[0], half[1], line);
        const int k = i * l->ny;
        GUD_INDEPENDENT
        for (int j = 0; j < l->ny; j++)
            sum[k + j] = job->first ? job->factor * (double)line[j] : sum[k + j] + job->factor * (double)line[j];
        if (!delta) continue;
        GUD_INDEPENDENT
        for (int j = 0; j < l->ny; j++) delta[k + j] = job->factor * (double)line[j];
    }
}

// columns that are solved side by side
typedef struct {
    int n;
    double *column;                                // [n] what is missing in double precision, one after the other
    double norm[most_columns], goal[most_columns]; // of what is missing, and of what may be
    double left[most_columns];                     // what single numbers say that is left of it
} block;

static double *column_of(const gud_multigrid *mg, double *columns, int c)
{
    return columns + (size_t)c * (size_t)mg->film->ncell;
}

static double norm_of(const gud_multigrid *mg, const double *a)
{
    return sqrt(gud_cells_dot(mg->levels.team, mg->film->ncell, a, a));
}

static bool block_start(const gud_multigrid *mg, block *b, double tolerance)
{
    for (int c = 0; c < b->n; c++) {
        b->norm[c] = norm_of(mg, column_of(mg, b->column, c));
        b->goal[c] = tolerance * b->norm[c];
        if (!isfinite(b->norm[c])) return false;
    }
    return true;
}

// the first cycle, which leaves something in even lines only
static void first_cycle(gud_multigrid *mg, const block *b)
{
    for (int c = 0; c < b->n; c++) {
        column_job job = {.columns = b->n,
                          .column = c,
                          .factor = b->norm[c] > 0.0 ? 1.0 / b->norm[c] : 0.0,
                          .from = column_of(mg, b->column, c)};
        gud_levels_rows(&mg->levels, mg->film->nx, mg->film->ncell, load_rows, &job);
    }
    gud_cycle(&mg->levels, b->n, true, mg->y[0], mg->held, NULL);
}

// gains some digits for all columns; returns whether they suffice
static bool digits_gain(gud_multigrid *mg, block *b, basis *s, int *iterations)
{
    static const double safe = 0.7; // what is missing is seen in single numbers; formed anew it may be a little more
    const float *r = mg->levels.level[0].lines[GUD_EVEN].b;
    s->n = 0;
    first_cycle(mg, b);
    dot(mg, b->n, r, r, s->left);
    for (;; extend(mg, b->n, s)) {
        bool enough = true, all = true;
        ++*iterations;
        for (int c = 0; c < b->n; c++) {
            b->left[c] = sqrt(s->left[c]) * b->norm[c];
            const bool good = b->left[c] <= safe * b->goal[c];
            all = all && good;
            enough = enough && (good || b->left[c] <= stage * b->norm[c]);
        }
        if (enough || s->n == depth) return all;
    }
}

// forms anew what a column misses, by its goal; not `right` if single numbers were wrong about it
static double balance(gud_multigrid *mg, block *b, int c, bool *right)
{
    subtract(mg, mg->work->trial, column_of(mg, b->column, c));
    b->norm[c] = norm_of(mg, column_of(mg, b->column, c));
    *right = *right && b->norm[c] <= 1.5 * b->left[c];
    if (!isfinite(b->norm[c])) return INFINITY;
    return b->norm[c] > 0.0 ? b->norm[c] / b->goal[c] : 0.0;
}

static gud_status solve(gud_multigrid *mg, block *b, double tolerance, int *iterations)
{
    basis s = {0};
    bool trusted = tolerance >= rough, done = false, direct = false;
    if (!block_start(mg, b, tolerance)) return GUD_RETRY;
    for (int turn = 0; turn < most_stages && !done; turn++) {
        const bool believed = digits_gain(mg, b, &s, iterations) && trusted;
        bool right = true;
        double worst = 0.0;
        direct = believed && turn == 0; // right-hand sides are not needed any more
        mix(mg, b->n, &s);
        for (int c = 0; c < b->n; c++) {
            column_job job = {.mg = mg,
                              .columns = b->n,
                              .column = c,
                              .factor = b->norm[c],
                              .more = s.n > 0,
                              .first = turn == 0,
                              // nobody needs that while a linear problem is solved
                              .delta = believed ? NULL : mg->work->trial,
                              .sum = column_of(mg, direct ? b->column : mg->sum, c)};
            gud_levels_rows(&mg->levels, mg->film->nx, mg->film->ncell, store_rows, &job);
            if (!believed) worst = gud_larger(worst, balance(mg, b, c, &right));
        }
        if (!isfinite(worst)) break;
        trusted = trusted || right;
        done = believed || worst <= 1.0;
    }
    if (!direct) memcpy(b->column, mg->sum, (size_t)mg->film->ncell * (size_t)b->n * sizeof(double));
    return done ? GUD_OK : GUD_RETRY;
}

gud_status gud_multigrid_solve(gud_multigrid *mg, int n, double *columns, double tolerance, int *iterations)
{
    gud_status worst = GUD_OK;
    for (int first = 0; first < n; first += mg->levels.columns) {
        const int left = n - first;
        block b = {.n = left < mg->levels.columns ? left : mg->levels.columns, .column = column_of(mg, columns, first)};
        const gud_status status = solve(mg, &b, tolerance, iterations);
        if (status != GUD_OK) worst = status;
    }
    return worst;
}
