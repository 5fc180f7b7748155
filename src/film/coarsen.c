// Coarse problems of the multigrid cycle. Lines are left out, so that every coarse cell is one of the fine ones and has
// its kind: fronts stay where they are.
//
// A line between two others is eliminated as if nothing flew along it. Where it is full its pressure is the mean
// (T_a p_a + T_b p_b) / (T_a + T_b + leak) of its neighbours; they are then coupled by T_a T_b / (T_a + T_b + leak),
// and take over its couplings along x with the same weights. Where it is broken its pressure is zero: what flows into
// it goes on in the neighbouring line if that is broken as well, and is lost otherwise; broken neighbours take over its
// transport.
//
// Even line J lies between the odd lines J - 1 and J. Sums have no differences in them: small leaks stay exact.

#include "film/coarsen.h"

#include <string.h>

// what an even line gives to the lines below and above, and the coarse row
typedef struct {
    float *leak[2], *own[2], *between;
    float *sum;
} row_set;

static row_set rows_of(const gud_levels *levels, int part)
{
    float *r[6];
    for (int a = 0; a < GUD_COUNT(r); a++) r[a] = gud_buffer_row(levels, part, a);
    return (row_set){{r[0], r[1]}, {r[2], r[3]}, r[4], r[5]};
}

// weights of the even lines of row i, and what the neighbours get
GUD_INLINE void row_eliminate(const gud_levels *levels, const gud_problem *f, int i, int n, const row_set *r)
{
    const gud_cells *e = &f->cells[GUD_EVEN], *o = &f->cells[GUD_ODD];
    for (int J = 0; J < n; J += GUD_SINGLES) {
        const int k = i * f->row + J;
        const gud_eight full = *eights(e->full + k), broken = *eights(e->broken + k);
        const gud_eight leak = *eights(e->leak + k), own = *eights(e->own + k);
        const gud_eight below = *eights(e->conduct_y + k), above = *eights(o->conduct_y + k);
        const gud_eight fa = *eights(o->full + k - 1), fb = *eights(o->full + k);
        const gud_eight ba = *eights(o->broken + k - 1), bb = *eights(o->broken + k);

        const gud_eight share = full / (((below + above) + (leak + own)) + (1.0f - full));
        const gud_eight a = below * share, b = above * share;
        const gud_eight from_a = broken * below, from_b = broken * above; // through a broken line
        const gud_eight part_a = broken * ba * (1.0f - 0.5f * bb), part_b = broken * bb * (1.0f - 0.5f * ba);
        *eights_out(levels->low + k) = a, *eights_out(levels->high + k) = b;
        *eights_out(levels->low_broken + k) = part_a, *eights_out(levels->high_broken + k) = part_b;
        *eights_out(r->between + J) = a * above + (fa * bb * from_a + fb * ba * from_b);
        *eights_out(r->leak[0] + J) = fa * a * leak, *eights_out(r->leak[1] + J) = fb * b * leak;
        *eights_out(r->own[0] + J) = fa * (a * own + from_a * (1.0f - bb)) + part_a * own;
        *eights_out(r->own[1] + J) = fb * (b * own + from_b * (1.0f - ba)) + part_b * own;
    }
}

// a coarse row into its colours
GUD_INLINE void row_split(int n, const float *row, float *even, float *odd)
{
    for (int m = 0; m < n / 2; m += GUD_SINGLES) {
        const gud_eight first = *eights(row + 2 * m), second = *eights(row + 2 * m + GUD_SINGLES);
        *eights_out(even + m) = GUD_EVEN_PLACES(first, second);
        *eights_out(odd + m) = GUD_ODD_PLACES(first, second);
    }
}

// its own numbers, and parts of the even lines below and above it
GUD_INLINE void row_add(int n, const float *own, float *const part[2], float *sum)
{
    for (int J = 0; J < n; J += GUD_SINGLES)
        *eights_out(sum + J) = (*eights(own + J) + *eights(part[1] + J)) + *eights(part[0] + J + 1);
}

// cells and y faces of row i
GUD_INLINE void thin_row(const gud_levels *levels, const row_set *r, const gud_problem *f, gud_problem *c, int i, int n)
{
    const gud_cells *e = &f->cells[GUD_EVEN], *o = &f->cells[GUD_ODD];
    const gud_cells *even = &c->cells[GUD_EVEN], *odd = &c->cells[GUD_ODD];
    const int k = i * f->row, K = i * c->row;
    row_eliminate(levels, f, i, n, r);
    row_split(n, o->full + k, even->full + K, odd->full + K);
    row_split(n, o->broken + k, even->broken + K, odd->broken + K);
    row_split(n, r->between, even->conduct_y + K, odd->conduct_y + K);
    if (f->leaks) {
        row_add(n, o->leak + k, r->leak, r->sum);
        row_split(n, r->sum, even->leak + K, odd->leak + K);
    }
    row_add(n, o->own + k, r->own, r->sum);
    row_split(n, r->sum, even->own + K, odd->own + K);
    if (!f->carries_y) return;
    for (int J = 0; J < n; J++) r->sum[J] = J > 0 ? 0.5f * (e->carry_y[k + J] + o->carry_y[k + J]) : 0.0f;
    row_split(n, r->sum, even->carry_y + K, odd->carry_y + K);
}

// conductance of the even lines' faces, times the weight of the pressures on either side
GUD_INLINE void row_weigh(int n, const float *conduct, const float *low, const float *high, float *out)
{
    for (int J = 0; J < n; J += GUD_SINGLES) {
        const gud_eight l = *eights(low + J), h = *eights(high + J), sum = l + h;
        *eights_out(out + J) = *eights(conduct + J) * (sum - GUD_WHERE((l > 0.0f) & (h > 0.0f), 0.5f * sum));
    }
}

// transport over the even lines' faces, times the weight of the cell that it comes from
GUD_INLINE void row_carry(int n, const float *carry, const float *low, const float *high, float *out)
{
    for (int J = 0; J < n; J += GUD_SINGLES) {
        const gud_eight up = *eights(carry + J), down = -up;
        *eights_out(out + J) = GUD_POSITIVE(up) * *eights(low + J) - GUD_POSITIVE(down) * *eights(high + J);
    }
}

// x faces i, between the rows of fine cells that begin at l and h
GUD_INLINE void thin_faces(const gud_levels *levels, const row_set *r, const gud_problem *f, gud_problem *c, int i,
                           int l, int h, int n)
{
    const gud_cells *e = &f->cells[GUD_EVEN], *o = &f->cells[GUD_ODD];
    const gud_cells *even = &c->cells[GUD_EVEN], *odd = &c->cells[GUD_ODD];
    const int k = i * f->row, K = i * c->row;
    row_weigh(n, e->conduct_x + k, levels->low + l, levels->low + h, r->own[0]);
    row_weigh(n, e->conduct_x + k, levels->high + l, levels->high + h, r->own[1]);
    row_add(n, o->conduct_x + k, r->own, r->sum);
    row_split(n, r->sum, even->conduct_x + K, odd->conduct_x + K);
    if (!f->carries_x) return;
    row_carry(n, e->carry_x + k, levels->low_broken + l, levels->low_broken + h, r->own[0]);
    row_carry(n, e->carry_x + k, levels->high_broken + l, levels->high_broken + h, r->own[1]);
    row_add(n, o->carry_x + k, r->own, r->sum);
    row_split(n, r->sum, even->carry_x + K, odd->carry_x + K);
}

typedef struct {
    const gud_problem *fine;
    bool ring;
    gud_problem *coarse;
} thinning;

GUD_WIDE static void thin_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const thinning *t = user;
    const row_set rows = rows_of(levels, part);
    const int n = gud_padded((t->fine->ny + 1) / 2);
    // beyond the lines
    for (int s = 0; s < 2; s++)
        for (int m = 0; m < 2 * GUD_SINGLES; m++) rows.leak[s][n + m] = rows.own[s][n + m] = 0.0f;
    for (int m = 0; m < 2 * GUD_SINGLES; m++) rows.sum[n + m] = rows.between[n + m] = 0.0f;
    for (int i = first; i < end; i++) // faces beside a stale row need the weights of both rows
        if (gud_face_stale(t->fine, i) || gud_face_stale(t->fine, i + 1))
            thin_row(levels, &rows, t->fine, t->coarse, i, n);
}

GUD_WIDE static void thin_face_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const thinning *t = user;
    const gud_problem *f = t->fine;
    const row_set rows = rows_of(levels, part);
    const int n = gud_padded((f->ny + 1) / 2), last = f->nx - 1;
    for (int i = first; i < end; i++) {
        const int l = i > 0 ? i - 1 : t->ring ? last : 0, h = i <= last ? i : t->ring ? 0 : last;
        if (!gud_face_stale(f, i)) continue;
        thin_faces(levels, &rows, f, t->coarse, i, l * f->row, h * f->row, n);
    }
}

void gud_problem_thin(const gud_levels *levels, const gud_problem *f, bool ring, gud_problem *c)
{
    thinning t = {f, ring, c};
    gud_levels_rows(levels, f->nx, f->nx * f->ny, thin_rows, &t);
    gud_levels_rows(levels, f->nx + 1, f->nx * f->ny, thin_face_rows, &t);
    memcpy(c->stale, f->stale, (size_t)(f->nx + 2) * sizeof *f->stale);
}

typedef struct {
    const gud_problem *fine;
    gud_problem *coarse;
    const float *width, *merged_width;
} merging;

// sum of two rows with these factors; the second may be missing
GUD_INLINE void rows_add(int n, const float *restrict a, float by_a, const float *restrict b, float by_b,
                         float *restrict sum)
{
    if (b)
        for (int m = 0; m < n; m++) sum[m] = by_a * a[m] + by_b * b[m];
    else
        for (int m = 0; m < n; m++) sum[m] = by_a * a[m];
}

GUD_INLINE void cells_merge(const merging *g, const gud_cells *from, const gud_cells *to, int I)
{
    const gud_problem *f = g->fine;
    const int n = f->row, i = 2 * I, k = i * n, K = I * n, next = i + 1 < f->nx ? k + n : 0;
    const float by = g->width[i] / g->merged_width[I], by_next = next ? g->width[i + 1] / g->merged_width[I] : 0.0f;
    if (f->leaks) rows_add(n, from->leak + k, by, next ? from->leak + next : NULL, by_next, to->leak + K);
    rows_add(n, from->conduct_y + k, 1.0f, next ? from->conduct_y + next : NULL, 1.0f, to->conduct_y + K);
    if (f->carries_y) rows_add(n, from->carry_y + k, 1.0f, next ? from->carry_y + next : NULL, 1.0f, to->carry_y + K);
}

GUD_INLINE void faces_merge(const merging *g, const gud_cells *from, const gud_cells *to, int I)
{
    const gud_problem *f = g->fine, *c = g->coarse;
    const int n = f->row, i = 2 * I < f->nx ? 2 * I : f->nx;
    const int l = i > 0 ? i - 1 : f->nx - 1, h = i < f->nx ? i : 0;
    const int L = I > 0 ? I - 1 : c->nx - 1, H = I < c->nx ? I : 0;
    const float part = (g->width[l] + g->width[h]) / (g->merged_width[L] + g->merged_width[H]);
    for (int m = 0; m < n; m++) to->conduct_x[I * n + m] = part * from->conduct_x[i * n + m];
    if (f->carries_x) memcpy(to->carry_x + I * n, from->carry_x + i * n, (size_t)n * sizeof(float));
}

// one full cell makes the merged one full; what a broken one beside it stores is nothing then
GUD_INLINE void kinds_merge(const merging *g, const gud_cells *from, const gud_cells *to, int I)
{
    const gud_problem *f = g->fine;
    const bool two = 2 * I + 1 < f->nx;
    for (int m = 0; m < f->row; m++) {
        const int k = 2 * I * f->row + m, next = k + f->row, K = I * f->row + m;
        const bool full = from->full[k] > 0.0f || (two && from->full[next] > 0.0f);
        const bool broken = !full && (from->broken[k] > 0.0f || (two && from->broken[next] > 0.0f));
        const float *same = full ? from->full : from->broken;
        to->full[K] = full, to->broken[K] = broken;
        to->own[K] = same[k] * from->own[k] + (two ? same[next] * from->own[next] : 0.0f);
    }
}

GUD_WIDE static void merge_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const merging *g = user;
    const int last = g->coarse->nx;
    (void)levels, (void)part;
    for (int colour = 0; colour < GUD_COLOURS; colour++) {
        const gud_cells *from = &g->fine->cells[colour], *to = &g->coarse->cells[colour];
        for (int I = first; I < end; I++) {
            if (!gud_row_stale(g->coarse, I)) continue;
            cells_merge(g, from, to, I);
            kinds_merge(g, from, to, I);
        }
        for (int I = first; I < (end == last ? end + 1 : end); I++)
            if (gud_face_stale(g->coarse, I)) faces_merge(g, from, to, I);
    }
}

void gud_problem_merge(const gud_levels *levels, const gud_problem *f, const float *width, bool ring, gud_problem *c,
                       const float *merged_width)
{
    merging g = {f, c, width, merged_width};
    for (int I = 0; I < c->nx; I++)
        c->stale[I + 1] = gud_row_stale(f, 2 * I) || (2 * I + 1 < f->nx && gud_row_stale(f, 2 * I + 1));
    gud_stale_close(c, ring);
    gud_levels_rows(levels, c->nx, f->nx * f->ny, merge_rows, &g);
}
