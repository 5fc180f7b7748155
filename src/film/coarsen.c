// Coarse problems of the multigrid cycle. Lines are left out, so that every coarse cell is one of the fine ones and has
// its kind: fronts stay where they are.
//
// A line between two others is eliminated as if nothing flew along it. Where it is full its pressure is the mean
// (T_a p_a + T_b p_b) / (T_a + T_b + leak) of its neighbours; they are then coupled by T_a T_b / (T_a + T_b + leak),
// and take over its couplings along x with the same weights. Where it is broken its pressure is zero: what flows into
// it goes on in the neighbouring line if that is broken as well, and is lost otherwise; broken neighbours take over its
// transport.

#include "film/coarsen.h"

#include <string.h>

enum { margin = 8 };

typedef struct {
    double *full, *broken, *store, *leak_x, *leak_y, *below, *above;
} line_rows;

// what the odd lines below and above get
typedef struct {
    double *leak_x[2], *leak_y[2], *store[2];
} part_rows;

typedef struct {
    line_rows even, odd;
    part_rows part;
} row_set;

enum { nrows = 20 };

int gud_problem_buffer(int ny)
{
    return nrows * (ny / 2 + 2 + 2 * margin);
}

static row_set rows_of(double *buffer, int ny)
{
    row_set r = {0};
    double **all[nrows] = {&r.even.full,      &r.even.broken,    &r.even.store,     &r.even.leak_x,   &r.even.leak_y,
                           &r.even.below,     &r.even.above,     &r.odd.full,       &r.odd.broken,    &r.odd.store,
                           &r.odd.leak_x,     &r.odd.leak_y,     &r.odd.below,      &r.odd.above,     &r.part.leak_x[0],
                           &r.part.leak_x[1], &r.part.leak_y[0], &r.part.leak_y[1], &r.part.store[0], &r.part.store[1]};
    for (int a = 0; a < nrows; a++) *all[a] = buffer + a * (ny / 2 + 2 + 2 * margin) + margin;
    return r;
}

// even lines of one row: weights, and what the neighbours get. Of line J these are the odd lines J - 1 and J.
GUD_INLINE void row_eliminate(int n, const row_set *r, double *restrict low, double *restrict high,
                              double *restrict low_broken, double *restrict high_broken, double *restrict between)
{
    const double *restrict full = r->even.full, *restrict broken = r->even.broken, *restrict store = r->even.store;
    const double *restrict leak_x = r->even.leak_x, *restrict leak_y = r->even.leak_y;
    const double *restrict below = r->even.below, *restrict above = r->even.above;
    const double *restrict odd_full = r->odd.full, *restrict odd_broken = r->odd.broken;
    double *restrict x0 = r->part.leak_x[0], *restrict x1 = r->part.leak_x[1], *restrict y0 = r->part.leak_y[0];
    double *restrict y1 = r->part.leak_y[1], *restrict s0 = r->part.store[0], *restrict s1 = r->part.store[1];
    GUD_INDEPENDENT
    for (int J = 0; J < n; J++) {
        const double share = full[J] / (below[J] + above[J] + leak_x[J] + leak_y[J] + (1.0 - full[J]));
        const double a = below[J] * share, b = above[J] * share;
        const double fa = odd_full[J - 1], fb = odd_full[J], ba = odd_broken[J - 1], bb = odd_broken[J];
        const double to_a = broken[J] * fb * above[J], to_b = broken[J] * fa * below[J]; // from full, through broken
        low[J] = a, high[J] = b;
        low_broken[J] = broken[J] * ba * (1.0 - 0.5 * bb), high_broken[J] = broken[J] * bb * (1.0 - 0.5 * ba);
        between[J] = a * above[J] + to_b * bb + to_a * ba;
        x0[J] = a * leak_x[J], x1[J] = b * leak_x[J];
        y0[J] = a * leak_y[J] + to_b * (1.0 - bb), y1[J] = b * leak_y[J] + to_a * (1.0 - ba);
        s0[J] = low_broken[J] * store[J], s1[J] = high_broken[J] * store[J];
    }
}

GUD_INLINE void row_add(int n, const double *restrict own, const double *restrict from_below,
                        const double *restrict from_above, double *restrict out)
{
    for (int J = 0; J < n; J++) out[J] = own[J] + from_below[J] + from_above[J + 1];
}

GUD_INLINE void row_copy(int n, const double *from, double *to)
{
    memcpy(to, from, (size_t)n * sizeof *to);
}

// cells and y faces of row i
GUD_INLINE void thin_row(const gud_levels *levels, const row_set *rows, const gud_problem *f, gud_problem *c, int i)
{
    const int ny = f->ny, even = (ny + 1) / 2, odd = ny / 2, k = i * ny, K = i * odd;
    const row_set r = *rows;
    gud_row_split(ny, f->full + k, r.even.full, r.odd.full);
    gud_row_split(ny, f->broken + k, r.even.broken, r.odd.broken);
    gud_row_split(ny, f->store + k, r.even.store, r.odd.store);
    gud_row_split(ny, f->leak_x + k, r.even.leak_x, r.odd.leak_x);
    gud_row_split(ny, f->leak_y + k, r.even.leak_y, r.odd.leak_y);
    gud_row_split(ny + 1, f->conduct_y + i * (ny + 1), r.even.below, r.even.above);
    r.odd.full[-1] = r.odd.full[odd] = r.odd.broken[-1] = r.odd.broken[odd] = 0.0;
    double *parts[] = {r.part.leak_x[0], r.part.leak_y[0], r.part.store[0]};
    for (int a = 0; a < GUD_COUNT(parts); a++) parts[a][odd] = 0.0;

    double *between = c->conduct_y + i * (odd + 1);
    between[odd] = 0.0;
    row_eliminate(even, &r, levels->low + i * even, levels->high + i * even, levels->low_broken + i * even,
                  levels->high_broken + i * even, between);
    row_copy(odd, r.odd.full, c->full + K);
    row_copy(odd, r.odd.broken, c->broken + K);
    row_add(odd, r.odd.store, r.part.store[1], r.part.store[0], c->store + K);
    row_add(odd, r.odd.leak_x, r.part.leak_x[1], r.part.leak_x[0], c->leak_x + K);
    row_add(odd, r.odd.leak_y, r.part.leak_y[1], r.part.leak_y[0], c->leak_y + K);
    for (int J = 0; J <= odd; J++) {
        const int g = i * (ny + 1) + 2 * J, next = 2 * J < ny ? g + 1 : g;
        c->carry_y[i * (odd + 1) + J] = f->carry_y ? 0.5 * (f->carry_y[g] + f->carry_y[next]) : 0.0;
    }
}

// conductance of the even lines' faces, times the weight of the pressures on either side
GUD_INLINE void row_weigh(int n, const double *restrict conduct, const double *restrict low,
                          const double *restrict high, double *restrict out)
{
    GUD_INDEPENDENT
    for (int J = 0; J < n; J++) {
        const double sum = low[J] + high[J];
        out[J] = conduct[J] * (low[J] > 0.0 && high[J] > 0.0 ? 0.5 * sum : sum);
    }
}

// transport over the even lines' faces, times the weight of the cell that it comes from
GUD_INLINE void row_carry(int n, const double *restrict carry, const double *restrict low, const double *restrict high,
                          double *restrict out)
{
    for (int J = 0; J < n; J++) out[J] = carry[J] * (carry[J] > 0.0 ? low[J] : high[J]);
}

// x faces between rows l and h
GUD_INLINE void thin_faces(const gud_levels *levels, const row_set *rows, const gud_problem *f, gud_problem *c, int i,
                           int l, int h)
{
    const int ny = f->ny, even = (ny + 1) / 2, odd = ny / 2;
    double *own = rows->odd.full, *split = rows->even.full, *up = rows->part.store[1], *down = rows->part.store[0];
    down[odd] = 0.0;
    gud_row_split(ny, f->conduct_x + i * ny, split, own);
    row_weigh(even, split, levels->high + l * even, levels->high + h * even, up);
    row_weigh(even, split, levels->low + l * even, levels->low + h * even, down);
    row_add(odd, own, up, down, c->conduct_x + i * odd);
    if (!f->carry_x) {
        memset(c->carry_x + i * odd, 0, (size_t)odd * sizeof(double));
        return;
    }
    gud_row_split(ny, f->carry_x + i * ny, split, own);
    row_carry(even, split, levels->high_broken + l * even, levels->high_broken + h * even, up);
    row_carry(even, split, levels->low_broken + l * even, levels->low_broken + h * even, down);
    row_add(odd, own, up, down, c->carry_x + i * odd);
}

GUD_WIDE void gud_problem_thin(const gud_levels *levels, const gud_problem *f, bool ring, gud_problem *c)
{
    const row_set rows = rows_of(levels->buffer, f->ny);
    for (int i = 0; i < f->nx; i++) thin_row(levels, &rows, f, c, i);
    for (int i = 0; i <= f->nx; i++) {
        const int l = i > 0 ? i - 1 : ring ? f->nx - 1 : 0, h = i < f->nx ? i : ring ? 0 : f->nx - 1;
        thin_faces(levels, &rows, f, c, i, l, h);
    }
}

static void add(int n, const double *from, double factor, double *to)
{
    for (int k = 0; k < n; k++) to[k] += factor * from[k];
}

void gud_problem_merge(const gud_problem *f, const double *width, gud_problem *c, const double *merged_width)
{
    const int n = f->ny;
    const size_t cells = (size_t)(c->nx * n) * sizeof(double), faces = cells + (size_t)c->nx * sizeof(double);
    double *sums[] = {c->store, c->leak_x, c->leak_y};
    for (int a = 0; a < GUD_COUNT(sums); a++) memset(sums[a], 0, cells);
    memset(c->conduct_y, 0, faces);
    memset(c->carry_y, 0, faces);
    for (int i = 0; i < f->nx; i++) {
        const int I = i / 2, k = i * n, K = I * n, g = i * (n + 1), G = I * (n + 1);
        add(n, f->store + k, 1.0, c->store + K);
        add(n, f->leak_x + k, width[i] / merged_width[I], c->leak_x + K);
        add(n, f->leak_y + k, 1.0, c->leak_y + K);
        add(n + 1, f->conduct_y + g, 1.0, c->conduct_y + G);
        add(n + 1, f->carry_y + g, 1.0, c->carry_y + G);
    }
    for (int I = 0; I <= c->nx; I++) {
        const int i = 2 * I < f->nx ? 2 * I : f->nx, l = i > 0 ? i - 1 : f->nx - 1, h = i < f->nx ? i : 0;
        const int L = I > 0 ? I - 1 : c->nx - 1, H = I < c->nx ? I : 0;
        memset(c->conduct_x + I * n, 0, (size_t)n * sizeof(double));
        add(n, f->conduct_x + i * n, (width[l] + width[h]) / (merged_width[L] + merged_width[H]), c->conduct_x + I * n);
        row_copy(n, f->carry_x + i * n, c->carry_x + I * n);
    }
    // one full cell makes the merged one full
    for (int I = 0; I < c->nx; I++)
        for (int j = 0; j < n; j++) {
            const int k = 2 * I * n + j, next = 2 * I + 1 < f->nx ? k + n : k, K = I * n + j;
            c->full[K] = gud_larger(f->full[k], f->full[next]);
            c->broken[K] = (1.0 - c->full[K]) * gud_larger(f->broken[k], f->broken[next]);
        }
}
