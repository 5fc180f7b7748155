// Along a line the flow X_i that leaves cell i in all goes east, west, to the lines beside it, or is lost. Cells are
// eliminated from the first on. What cell i sends west then comes back, is lost or, on a ring, goes round to the last
// cell z:
//
//     lost_i = s_i + w_i lost_{i-1} / d_{i-1}                 s_i: to other lines, leaks and storage
//     to_i   = w_i to_{i-1} / d_{i-1},  to_0 = w_0            towards z
//     d_i    = e_i + to_i + lost_i                            pivot
//     F_i    = b_i + (e_{i-1} / d_{i-1}) F_{i-1}              forwards
//     X_i    = F_i + (w_{i+1} / d_{i+1}) X_{i+1} + p_i x_z    backwards,  p_0 = e_z,  p_i = p_{i-1} e_{i-1} / d_{i-1}
//     d_z    = s_z + sum p_i lost_i / d_i                     X_z = b_z + sum (to_i / d_i) F_i
//
// Nothing is subtracted, so that single numbers do for lines that hardly lose anything as well.

#include "film/lines.h"

#include <string.h>

// what leaves eight cells, by their unknowns
typedef struct {
    gud_eight east, west, up, down, rest;
} outflows;

// k: place of the first of them
GUD_INLINE void outflows_get(const gud_problem *p, int colour, int k, outflows *out)
{
    const gud_cells *c = &p->cells[colour], *other = &p->cells[1 - colour];
    const int next = k + p->row, over = colour == GUD_EVEN ? k : k + 1;
    const gud_eight full = *eights(c->full + k), moves = *eights(c->moves + k);
    out->east = full * *eights(c->conduct_x + next), out->west = full * *eights(c->conduct_x + k);
    out->up = full * *eights(other->conduct_y + over), out->down = full * *eights(c->conduct_y + k);
    if (p->carries_x) {
        const gud_eight to_east = *eights(c->carry_x + next), to_west = -*eights(c->carry_x + k);
        out->east += moves * GUD_POSITIVE(to_east), out->west += moves * GUD_POSITIVE(to_west);
    }
    if (p->carries_y) {
        const gud_eight upwards = *eights(other->carry_y + over), downwards = -*eights(c->carry_y + k);
        out->up += moves * GUD_POSITIVE(upwards), out->down += moves * GUD_POSITIVE(downwards);
    }
    out->rest = (*eights(c->leak + k) + *eights(c->own + k)) + (out->up + out->down);
}

// An elimination along lines of one colour. Rows: parts of the flow of the cells eliminated last, and what the last
// cells of rings send, by all that they send.
typedef struct {
    float *lost, *to;  // lost; sent to the last cell
    float *up, *down;  // sent to the other lines
    float *from;       // sent by the last cell to the next one
    float *west, *all; // by the last cell westwards; all that it sends
    float *schur;      // part that it loses
    float *bad;        // how many cells of a line should have an unknown but send nothing
} chain;

static chain chain_of(const gud_levels *levels, int colour)
{
    float *r[9];
    for (int a = 0; a < GUD_COUNT(r); a++) r[a] = gud_buffer_row(levels, colour * GUD_COUNT(r) + a);
    return (chain){r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]};
}

static const float nothing = 1e-9f; // part of a flow that single numbers do not notice

GUD_INLINE bool matters(int n, const float *a)
{
    gud_eight_mask any = {0};
    for (int m = 0; m < n; m += GUD_SINGLES) any |= *eights(a + m) > nothing;
    return any[0] | any[1] | any[2] | any[3] | any[4] | any[5] | any[6] | any[7];
}

GUD_INLINE void chain_start(const gud_level *l, int colour, const chain *s)
{
    const gud_eight one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = 0; l->ring && m < l->lines[colour].n; m += GUD_SINGLES) {
        outflows out;
        outflows_get(&l->problem, colour, (l->nx - 1) * l->problem.row + m, &out);
        const gud_eight sum = (out.east + out.west) + out.rest, all = sum + GUD_WHERE(sum <= 0.0f, one);
        *eights_out(s->to + m) = one;
        *eights_out(s->all + m) = all;
        *eights_out(s->from + m) = out.east / all;
        *eights_out(s->west + m) = out.west / all;
        *eights_out(s->schur + m) = out.rest / all;
    }
}

GUD_INLINE void live_get(const gud_problem *p, int colour, int k, gud_eight_mask *live)
{
    *live = (*eights(p->cells[colour].full + k) + *eights(p->cells[colour].broken + k)) > 0.0f;
}

// eliminates row i
GUD_INLINE void row_factor(gud_level *l, int colour, int i, const chain *s)
{
    gud_lines *lines = &l->lines[colour];
    const bool closes = l->ring && i == l->nx - 2;
    const gud_eight zero = {0.0f}, one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = 0; m < lines->n; m += GUD_SINGLES) {
        const int k = i * lines->n + m, place = i * l->problem.row + m;
        outflows out;
        gud_eight_mask live;
        outflows_get(&l->problem, colour, place, &out);
        live_get(&l->problem, colour, place, &live);
        const gud_eight lost = out.rest + out.west * *eights(s->lost + m);
        const gud_eight to = out.west * *eights(s->to + m) + (closes ? out.east : zero),
                        east = closes ? zero : out.east;
        const gud_eight sum = (east + to) + lost, pivot = sum + GUD_WHERE(~(sum > 0.0f), one), inverse = one / pivot;
        *eights_out(s->bad + m) += GUD_WHERE(~(sum > 0.0f) & live, one);
        *eights_out(lines->pivot + k) = pivot;
        *eights_out(lines->east + k) = east * inverse;
        *eights_out(lines->west + k) = out.west * inverse;
        *eights_out(s->up + m) = out.up * inverse;
        *eights_out(s->down + m) = out.down * inverse;
        *eights_out(s->lost + m) = lost * inverse;
        *eights_out(s->to + m) = to * inverse;
    }
}

// what row i exchanges with the last row of a ring, as long as it is something
GUD_INLINE void row_close(gud_level *l, int colour, int i, const chain *s)
{
    gud_lines *lines = &l->lines[colour];
    const int n = lines->n, k = i * n;
    const size_t size = (size_t)n * sizeof(float);
    const bool last = i == l->nx - 2;
    if (last || lines->to == i) {
        memcpy(lines->to_end + k, s->to, size);
        if (!matters(n, s->to))
            memset(s->to, 0, size);
        else if (!last)
            lines->to = i + 1;
    }
    for (int m = 0; last && m < n; m++) s->from[m] += s->west[m];
    if (last || lines->from == i) {
        memcpy(lines->from_end + k, s->from, size);
        for (int m = 0; m < n; m += GUD_SINGLES) {
            *eights_out(s->schur + m) += *eights(s->from + m) * *eights(s->lost + m);
            *eights_out(s->from + m) *= *eights(lines->east + k + m);
        }
        if (!matters(n, s->from))
            memset(s->from, 0, size);
        else if (!last)
            lines->from = i + 1;
    }
}

// the last row of a ring
GUD_INLINE void ring_end(gud_level *l, int colour, const chain *s)
{
    gud_lines *lines = &l->lines[colour];
    const gud_eight one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = 0; m < lines->n; m += GUD_SINGLES) {
        const int place = (l->nx - 1) * l->problem.row + m;
        outflows out;
        gud_eight_mask live;
        outflows_get(&l->problem, colour, place, &out);
        live_get(&l->problem, colour, place, &live);
        const gud_eight schur = *eights(s->schur + m), part = schur + GUD_WHERE(~(schur > 0.0f), one);
        const gud_eight pivot = part * *eights(s->all + m);
        *eights_out(s->bad + m) += GUD_WHERE(~(schur > 0.0f) & live, one);
        *eights_out(lines->pivot + (l->nx - 1) * lines->n + m) = pivot;
        *eights_out(lines->gain + m) = one / part;
        *eights_out(s->up + m) = out.up / pivot;
        *eights_out(s->down + m) = out.down / pivot;
    }
}

// parts of the flow of row i that go to the lines beside it
GUD_INLINE void row_couple(gud_level *l, int i, const chain *even, const chain *odd)
{
    gud_lines *e = &l->lines[GUD_EVEN], *o = &l->lines[GUD_ODD];
    for (int m = 0; m < e->n; m += GUD_SINGLES) {
        *eights_out(e->below + i * e->n + m) = *eights(odd->up + m - 1);
        *eights_out(e->above + i * e->n + m) = *eights(odd->down + m);
    }
    for (int m = 0; m < o->n; m += GUD_SINGLES) {
        *eights_out(o->below + i * o->n + m) = *eights(even->up + m);
        *eights_out(o->above + i * o->n + m) = *eights(even->down + m + 1);
    }
}

GUD_INLINE bool any_bad(const gud_level *l, int colour, const chain *s)
{
    float bad = 0.0f;
    for (int m = 0; m < l->lines[colour].n; m++) bad += s->bad[m];
    return bad > 0.0f;
}

GUD_WIDE bool gud_lines_factor(const gud_levels *levels, gud_level *l)
{
    const chain chains[GUD_COLOURS] = {chain_of(levels, GUD_EVEN), chain_of(levels, GUD_ODD)};
    const int rows = l->ring ? l->nx - 1 : l->nx;
    gud_buffer_clear(levels);
    for (int c = 0; c < GUD_COLOURS; c++) {
        l->lines[c].to = l->lines[c].from = 0;
        chain_start(l, c, &chains[c]);
    }
    for (int i = 0; i < rows; i++) {
        for (int c = 0; c < GUD_COLOURS; c++) {
            row_factor(l, c, i, &chains[c]);
            if (l->ring) row_close(l, c, i, &chains[c]);
        }
        row_couple(l, i, &chains[GUD_EVEN], &chains[GUD_ODD]);
    }
    for (int c = 0; l->ring && c < GUD_COLOURS; c++) ring_end(l, c, &chains[c]);
    if (l->ring) row_couple(l, rows, &chains[GUD_EVEN], &chains[GUD_ODD]);
    return !any_bad(l, GUD_EVEN, &chains[GUD_EVEN]) && !any_bad(l, GUD_ODD, &chains[GUD_ODD]);
}
