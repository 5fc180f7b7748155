// The multigrid cycle. docs/theory/film.md, section on cost.
//
// Smoother: zebra lines along x; they hold the transport of broken film round the whole ring. Every second line goes to
// the next level (`coarsen.c`), down to one, which is solved. Odd lines are solved first, then the even ones: what is
// missing then is missing in the odd ones, which are those of the next level. After its correction even lines are
// solved again, which is their interpolation, and then odd ones: what is missing at the end is missing in even lines.
// Lines of a colour are solved side by side, rows one after the other.

#include "film/cycle.h"

#include <string.h>

// lines of one colour of a level under way
typedef struct {
    const gud_levels *levels;
    const gud_lines *lines;
    int columns, rows;
    int chunks, first, n; // chunks of the lines; first vector, and vectors of one of them
    bool ring;
    int beside, offset; // numbers in a row of the other colour; by how many it begins before this one
    const float *b;     // right-hand sides, or NULL for zeros; then there are values of the other colour
    const float *other; // values of the other colour, or NULL for zeros
    float *x;
    float *end; // [columns][numbers in a row] for the last cells of rings
} sweep;

static sweep sweep_of(const gud_levels *levels, const gud_level *l, int colour, int columns, const float *b,
                      const float *other, float *x)
{
    return (sweep){.levels = levels,
                   .lines = &l->lines[colour],
                   .columns = columns,
                   .rows = l->nx,
                   .ring = l->ring,
                   .beside = l->lines[1 - colour].n,
                   .offset = colour == GUD_EVEN,
                   .b = b,
                   .other = other,
                   .x = x,
                   .end = levels->end};
}

enum { most_kept = 5 }; // vectors of a row that the sweep of a single column keeps in registers

// Forwards along n vectors of lines, `row` numbers in a row. The last cells of rings wait for what all others send
// them. `alone`: for one column, whose cells would wait for the memory of the cell before.
GUD_INLINE void forward(const sweep *s, const int n, const int row, const bool alone)
{
    const gud_lines *l = s->lines;
    const int columns = alone ? 1 : s->columns;
    const int at = s->first * GUD_SINGLES, step = columns * row, chain = s->ring ? s->rows - 1 : s->rows;
    const float *b = (s->b ? s->b : s->x) + at, *other = (s->other ? s->other : s->x) + at; // x: not read
    float *x = s->x + at;
    gud_eight last[most_kept] = {{0.0f}};
    for (int c = 0; c < columns; c++) memset(s->end + c * row + at, 0, (size_t)(n * GUD_SINGLES) * sizeof(float));
    for (int i = 0; i < s->rows; i++) {
        const int k = i * row + at;
        const gud_eight *below = eights(l->below + k), *above = eights(l->above + k);
        const gud_eight *east = eights(l->east + (i > 0 ? k - row : k)), *to_end = eights(l->to_end + k);
        const bool sends = s->ring && (i < l->to || i == chain - 1);
        for (int c = 0; c < columns; c++, x += row) {
            gud_eight *out = eights_out(x), *end = eights_out(s->end + c * row + at);
            const gud_eight *before = alone ? last : i > 0 ? eights(x - step) : end; // nothing comes to the first row
            const gud_eight *low = eights(other - s->offset), *high = eights(other - s->offset + 1);
            if (!s->other)
                for (int m = 0; m < n; m++) out[m] = eights(b)[m] + east[m] * before[m];
            else if (!s->b)
                for (int m = 0; m < n; m++) out[m] = (below[m] * low[m] + above[m] * high[m]) + east[m] * before[m];
            else
                for (int m = 0; m < n; m++)
                    out[m] = ((eights(b)[m] + below[m] * low[m]) + above[m] * high[m]) + east[m] * before[m];
            for (int m = 0; sends && m < n; m++) end[m] += to_end[m] * out[m];
            for (int m = 0; alone && m < n; m++) last[m] = out[m];
            b += s->b ? row : 0, other += s->other ? s->beside : 0;
        }
    }
}

GUD_INLINE void backward(const sweep *s, const int n, const int row, const bool alone)
{
    const gud_lines *l = s->lines;
    const int columns = alone ? 1 : s->columns;
    const int at = s->first * GUD_SINGLES, step = columns * row, chain = s->ring ? s->rows - 1 : s->rows;
    const gud_eight *gain = eights(l->gain + at);
    float *x = s->x + at + chain * step;
    gud_eight last[most_kept] = {{0.0f}};
    for (int c = 0; s->ring && c < columns; c++) {
        gud_eight *out = eights_out(x + c * row), *end = eights_out(s->end + c * row + at);
        for (int m = 0; m < n; m++) {
            out[m] += end[m];
            end[m] = out[m] * gain[m];
        }
    }
    for (int i = chain - 1; i >= 0; i--) {
        const gud_eight *west = eights(l->west + (i + 1) * row + at), *from_end = eights(l->from_end + i * row + at);
        const bool gets = s->ring && (i < l->from || i == chain - 1);
        x -= step;
        for (int c = 0; c < columns; c++) {
            gud_eight *out = eights_out(x + c * row);
            const gud_eight *next = alone ? last : eights(x + c * row + step), *end = eights(s->end + c * row + at);
            for (int m = 0; gets && m < n; m++) out[m] += from_end[m] * end[m];
            for (int m = 0; i < chain - 1 && m < n; m++) out[m] += west[m] * next[m];
            for (int m = 0; alone && m < n; m++) last[m] = out[m];
        }
    }
}

GUD_INLINE void both_ways(const sweep *s, const int n, const int row, const bool alone)
{
    forward(s, n, row, alone);
    backward(s, n, row, alone);
}

// short rows are worth their own code
GUD_INLINE void sweep_known(const sweep *s, const int n)
{
    if (s->columns == 1)
        both_ways(s, n, n * GUD_SINGLES, true);
    else
        both_ways(s, n, n * GUD_SINGLES, false);
}

GUD_WIDE static void sweep_chunk(const sweep *s)
{
    const int row = s->lines->n, all = s->n * GUD_SINGLES == row ? s->n : 0;
    if (all == 1)
        sweep_known(s, 1);
    else if (all == 2)
        sweep_known(s, 2);
    else if (all == 4)
        sweep_known(s, 4);
    else if (all == 5)
        sweep_known(s, 5);
    else
        both_ways(s, s->n, row, false);
}

static void chunk_solve(void *user, int chunk)
{
    sweep s = *(const sweep *)user;
    const int n = s.lines->n / GUD_SINGLES;
    s.first = n * chunk / s.chunks;
    s.n = n * (chunk + 1) / s.chunks - s.first;
    sweep_chunk(&s);
}

static void lines_solve(sweep s)
{
    gud_team *team = gud_levels_team(s.levels, 2 * s.rows * s.lines->n);
    s.chunks = gud_nchunk(team, s.lines->n / GUD_SINGLES);
    gud_team_share(team, s.chunks, chunk_solve, &s);
}

// ---- to the next level and back

// Vectors 2p and 2p + 1 of a row of odd lines are vector p of both colours of the next level.

// flow from even lines into the odd ones of a row, by colours of the next level, whose rows have n_even and n_odd
// vectors
GUD_INLINE void inflow_row(int n, int n_even, int n_odd, const gud_eight *below, const gud_eight *above,
                           const gud_eight *low, const gud_eight *high, gud_eight *even, gud_eight *odd)
{
    int p = 0;
    for (; 2 * p + 1 < n; p++) {
        const gud_eight first = below[2 * p] * low[2 * p] + above[2 * p] * high[2 * p];
        const gud_eight second = below[2 * p + 1] * low[2 * p + 1] + above[2 * p + 1] * high[2 * p + 1];
        even[p] = GUD_EVEN_PLACES(first, second);
        odd[p] = GUD_ODD_PLACES(first, second);
    }
    if (p == n_even) return;
    const gud_eight first = below[2 * p] * low[2 * p] + above[2 * p] * high[2 * p], second = {0.0f};
    even[p] = GUD_EVEN_PLACES(first, second);
    if (p < n_odd) odd[p] = GUD_ODD_PLACES(first, second);
}

// between a level and the next one, or the colours of a level
typedef struct {
    const gud_level *fine;
    int columns;
    const float *from, *changed, *before;
    float *to;
} transfer;

GUD_INLINE void row_add(int n, const float *factor, const float *a, float *sum)
{
    for (int m = 0; m < n; m += GUD_SINGLES) *eights_out(sum + m) += *eights(factor + m) * *eights(a + m);
}

// vectors in the rows of odd lines and in those of the next level
typedef struct {
    int n, even, odd;
} sizes;

static sizes sizes_of(const gud_level *f)
{
    const gud_lines *coarse = f[1].lines;
    return (sizes){f->lines[GUD_ODD].n / GUD_SINGLES, coarse[GUD_EVEN].n / GUD_SINGLES,
                   coarse[GUD_ODD].n / GUD_SINGLES};
}

static bool same_sizes(sizes a, sizes b)
{
    return a.n == b.n && a.even == b.even && a.odd == b.odd;
}

// rows from `first` to `end`; all of them if they are merged
GUD_INLINE void restrict_rows(const gud_levels *levels, int part, const transfer *t, const sizes size, int first,
                              int end)
{
    const gud_level *f = t->fine;
    const gud_lines *odd = &f->lines[GUD_ODD], *coarse = f[1].lines;
    const int row[GUD_COLOURS] = {size.even * GUD_SINGLES, size.odd * GUD_SINGLES}, step = f->lines[GUD_EVEN].n;
    const int columns = t->columns;
    const bool merges = f->merge == 2;
    const float *even = t->from + first * columns * step;
    float *const half[GUD_COLOURS] = {gud_buffer_row(levels, part, GUD_BUFFER_HALF),
                                      gud_buffer_row(levels, part, GUD_BUFFER_HALF + 1)};
    for (int i = first; i < end; i++) {
        const gud_eight *below = eights(odd->below + i * odd->n), *above = eights(odd->above + i * odd->n);
        const int own = gud_level_row(f, i, 0) * columns, next = merges ? gud_level_row(f, i, 1) * columns : -1;
        for (int c = 0; c < columns; c++, even += step) {
            float *a = merges ? half[GUD_EVEN] : coarse[GUD_EVEN].b + (own + c) * row[GUD_EVEN];
            float *b = merges ? half[GUD_ODD] : coarse[GUD_ODD].b + (own + c) * row[GUD_ODD];
            inflow_row(size.n, size.even, size.odd, below, above, eights(even), eights(even + 1), eights_out(a),
                       eights_out(b));
            if (!merges) continue;
            for (int k = 0; k < GUD_COLOURS; k++) {
                row_add(row[k], f->give[0][k] + i * row[k], half[k], coarse[k].b + (own + c) * row[k]);
                if (next >= 0) row_add(row[k], f->give[1][k] + i * row[k], half[k], coarse[k].b + (next + c) * row[k]);
            }
        }
    }
}

GUD_WIDE static void restrict_part(const gud_levels *levels, void *user, int part, int first, int end)
{
    static const sizes one = {1, 1, 1}, two = {2, 1, 1}, four = {4, 2, 2};
    const transfer *t = user;
    const sizes size = sizes_of(t->fine);
    if (same_sizes(size, one))
        restrict_rows(levels, part, t, one, first, end);
    else if (same_sizes(size, two))
        restrict_rows(levels, part, t, two, first, end);
    else if (same_sizes(size, four))
        restrict_rows(levels, part, t, four, first, end);
    else
        restrict_rows(levels, part, t, size, first, end);
}

// What is missing in odd lines that were solved without the flow from the even ones is the right-hand side of the next
// level. Merged rows are sums of several fine ones, which wait for each other.
static void restrict_down(const gud_levels *levels, const gud_level *f, int columns, const float *even)
{
    const gud_lines *coarse = f[1].lines;
    transfer t = {.fine = f, .columns = columns, .from = even};
    for (int k = 0; f->merge == 2 && k < GUD_COLOURS; k++)
        memset(coarse[k].b, 0, (size_t)(f[1].nx * columns * coarse[k].n) * sizeof(float));
    gud_levels_rows(levels, f->nx, f->merge == 2 ? 0 : f->nx * f->ny, restrict_part, &t);
}

// A row of one colour of the next level: values, and their factors on the way up. If rows are merged, also those of the
// neighbour, or NULL.
typedef struct {
    const gud_eight *x, *share, *x_next, *share_next;
} coarse_row;

static coarse_row coarse_row_of(const gud_level *f, int colour, int row, int i, int own, int next)
{
    const float *x = f[1].lines[colour].x;
    return (coarse_row){.x = eights(x + own * row),
                        .share = eights(f->share[0][colour] + i * row),
                        .x_next = next >= 0 ? eights(x + next * row) : NULL,
                        .share_next = next >= 0 ? eights(f->share[1][colour] + i * row) : NULL};
}

// vector p of such a row
GUD_INLINE void coarse_value(const coarse_row *r, int p, gud_eight *value)
{
    *value = r->share[p] * r->x[p];
    if (r->x_next) *value += r->share_next[p] * r->x_next[p];
}

// both colours of the next level into a row of odd lines, added to the values before if there are any
GUD_INLINE void join_row(const sizes size, const coarse_row *even, const coarse_row *odd, const gud_eight *before,
                         gud_eight *out)
{
    for (int p = 0; p < size.even; p++) {
        gud_eight a, b = {0.0f};
        coarse_value(even, p, &a);
        if (p < size.odd) coarse_value(odd, p, &b);
        const gud_eight first = GUD_FIRST_OF_BOTH(a, b), second = GUD_LAST_OF_BOTH(a, b);
        out[2 * p] = before ? before[2 * p] + first : first;
        if (2 * p + 1 < size.n) out[2 * p + 1] = before ? before[2 * p + 1] + second : second;
    }
}

GUD_INLINE void correct_rows(const transfer *t, const sizes size, int first, int end)
{
    const gud_level *f = t->fine;
    const float *from = t->from;
    const int columns = t->columns, row[GUD_COLOURS] = {size.even * GUD_SINGLES, size.odd * GUD_SINGLES};
    const bool merges = f->merge == 2;
    for (int i = first; i < end; i++) {
        const int own = gud_level_row(f, i, 0) * columns, next = merges ? gud_level_row(f, i, 1) * columns : -1;
        for (int c = 0; c < columns; c++) {
            const int at = (i * columns + c) * size.n * GUD_SINGLES, beside = next >= 0 ? next + c : -1;
            const coarse_row even = coarse_row_of(f, GUD_EVEN, row[GUD_EVEN], i, own + c, beside);
            const coarse_row odd = coarse_row_of(f, GUD_ODD, row[GUD_ODD], i, own + c, beside);
            join_row(size, &even, &odd, from ? eights(from + at) : NULL, eights_out(t->to + at));
        }
    }
}

GUD_WIDE static void correct_part(const gud_levels *levels, void *user, int part, int first, int end)
{
    static const sizes one = {1, 1, 1}, two = {2, 1, 1}, four = {4, 2, 2};
    const transfer *t = user;
    const sizes size = sizes_of(t->fine);
    (void)levels, (void)part;
    if (same_sizes(size, one))
        correct_rows(t, one, first, end);
    else if (same_sizes(size, two))
        correct_rows(t, two, first, end);
    else if (same_sizes(size, four))
        correct_rows(t, four, first, end);
    else
        correct_rows(t, size, first, end);
}

// adds the solution of the next level to that of the odd lines; from: their values before, or NULL for zeros
static void correct_up(const gud_levels *levels, const gud_level *f, int columns, const float *from, float *to)
{
    transfer t = {.fine = f, .columns = columns, .from = from, .to = to};
    gud_levels_rows(levels, f->nx, f->nx * f->ny, correct_part, &t);
}

// what is missing in even lines after odd ones changed from `from` to `changed`, or by how much less that is than
// before
GUD_WIDE static void missing_part(const gud_levels *levels, void *user, int part, int first, int end)
{
    const transfer *t = user;
    const gud_level *l = t->fine;
    const gud_lines *even = &l->lines[GUD_EVEN];
    const int columns = t->columns, row = l->lines[GUD_ODD].n, n = even->n / GUD_SINGLES;
    const float *held = t->from + first * columns * row, *x = t->changed + first * columns * row;
    float *missing = t->to + first * columns * even->n;
    (void)levels, (void)part;
    for (int i = first; i < end; i++) {
        const gud_eight *below = eights(even->below + i * even->n), *above = eights(even->above + i * even->n);
        for (int c = 0; c < columns; c++, held += row, x += row, missing += even->n) {
            const gud_eight *x0 = eights(x - 1), *x1 = eights(x), *h0 = eights(held - 1), *h1 = eights(held);
            gud_eight *out = eights_out(missing);
            const gud_eight *before = eights(t->before ? t->before + (missing - t->to) : missing);
            if (t->before)
                for (int m = 0; m < n; m++)
                    out[m] = before[m] - (below[m] * (x0[m] - h0[m]) + above[m] * (x1[m] - h1[m]));
            else
                for (int m = 0; m < n; m++) out[m] = below[m] * (x0[m] - h0[m]) + above[m] * (x1[m] - h1[m]);
        }
    }
}

// ---- the cycle

GUD_WIDE static void change_part(const gud_levels *levels, void *user, int part, int first, int end)
{
    const transfer *t = user;
    const int row = t->columns * t->fine->lines[GUD_EVEN].n;
    (void)levels, (void)part;
    for (int k = first * row; k < end * row; k += GUD_SINGLES) *eights_out(t->to + k) -= *eights(t->from + k);
}

static void coarse_cycle(const gud_levels *levels, int n, int columns);

// The second half of a cycle: the next level, and the lines with its correction.
static void lower_half(const gud_levels *levels, int n, int columns, const float *even_change)
{
    const gud_level *l = &levels->level[n];
    const gud_lines *even = &l->lines[GUD_EVEN], *odd = &l->lines[GUD_ODD];
    restrict_down(levels, l, columns, even_change);
    coarse_cycle(levels, n + 1, columns);
    correct_up(levels, l, columns, odd->x, odd->x);
    lines_solve(sweep_of(levels, l, GUD_EVEN, columns, even->b, odd->x, even->x));
    lines_solve(sweep_of(levels, l, GUD_ODD, columns, odd->b, even->x, odd->x));
}

static void coarse_cycle(const gud_levels *levels, int n, int columns)
{
    const gud_level *l = &levels->level[n];
    const gud_lines *even = &l->lines[GUD_EVEN], *odd = &l->lines[GUD_ODD];
    if (l->ny == 1) {
        lines_solve(sweep_of(levels, l, GUD_EVEN, columns, even->b, NULL, even->x));
        return;
    }
    lines_solve(sweep_of(levels, l, GUD_ODD, columns, odd->b, NULL, odd->x));
    lines_solve(sweep_of(levels, l, GUD_EVEN, columns, even->b, odd->x, even->x));
    lower_half(levels, n, columns, even->x);
    if (!l->twice) return;
    // odd lines are solved: they miss what even ones change by when these are solved again
    lines_solve(sweep_of(levels, l, GUD_EVEN, columns, even->b, odd->x, even->again));
    transfer t = {.fine = l, .columns = columns, .from = even->x, .to = even->again};
    gud_levels_rows(levels, l->nx, l->nx * l->ny, change_part, &t);
    lower_half(levels, n, columns, even->again);
}

void gud_cycle(const gud_levels *levels, int columns, bool first, float *const x[GUD_COLOURS], float *held,
               float *gained)
{
    const gud_level *l = &levels->level[0];
    float *b = l->lines[GUD_EVEN].b;
    const float *b_odd = first ? l->lines[GUD_ODD].b : NULL, *from = first ? x[GUD_ODD] : NULL;
    if (l->ny == 1) {
        lines_solve(sweep_of(levels, l, GUD_EVEN, columns, b, NULL, x[GUD_EVEN]));
        memset(first ? b : gained, 0, (size_t)(l->nx * columns * l->lines[GUD_EVEN].n) * sizeof(float));
        return;
    }
    if (first) lines_solve(sweep_of(levels, l, GUD_ODD, columns, b_odd, NULL, x[GUD_ODD]));
    lines_solve(sweep_of(levels, l, GUD_EVEN, columns, b, from, x[GUD_EVEN]));
    restrict_down(levels, l, columns, x[GUD_EVEN]);
    coarse_cycle(levels, 1, columns);
    correct_up(levels, l, columns, from, held);
    lines_solve(sweep_of(levels, l, GUD_EVEN, columns, b, held, x[GUD_EVEN]));
    lines_solve(sweep_of(levels, l, GUD_ODD, columns, b_odd, x[GUD_EVEN], x[GUD_ODD]));
    transfer t = {.fine = l, .columns = columns, .from = held, .changed = x[GUD_ODD], .before = first ? NULL : b};
    t.to = first ? b : gained;
    gud_levels_rows(levels, l->nx, l->nx * l->ny, missing_part, &t);
}

void gud_cycle_odd(const gud_levels *levels, int columns, const float *even, float *odd)
{
    const gud_level *l = &levels->level[0];
    if (l->ny > 1) lines_solve(sweep_of(levels, l, GUD_ODD, columns, NULL, even, odd));
}
