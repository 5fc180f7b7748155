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
    for (int a = 0; a < GUD_COUNT(r); a++) r[a] = gud_buffer_row(levels, 0, colour * GUD_COUNT(r) + a);
    return (chain){r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]};
}

static const float nothing = 1e-9f; // part of a flow that single numbers do not notice

// lines of a colour under elimination: those of a chunk, from `first` to `end`
typedef struct {
    gud_level *l;
    int colour, first, end;
    int to, from; // as those of gud_lines, of the chunk
    chain s;
} elimination;

// Clears what is nothing for all eight lines of a vector, whatever chunk they are in; is anything left
GUD_INLINE bool matters(const elimination *e, float *a)
{
    bool any = false;
    for (int m = e->first; m < e->end; m += GUD_SINGLES) {
        const gud_eight_mask is = *eights(a + m) > nothing;
        const bool some = is[0] | is[1] | is[2] | is[3] | is[4] | is[5] | is[6] | is[7];
        if (!some) memset(a + m, 0, GUD_SINGLES * sizeof(float));
        any = any || some;
    }
    return any;
}

GUD_INLINE void chain_start(const elimination *e)
{
    const gud_level *l = e->l;
    const chain *s = &e->s;
    const gud_eight one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = e->first; l->ring && m < e->end; m += GUD_SINGLES) {
        outflows out;
        outflows_get(&l->problem, e->colour, (l->nx - 1) * l->problem.row + m, &out);
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
GUD_INLINE void row_factor(const elimination *e, int i)
{
    const gud_level *l = e->l;
    const chain *s = &e->s;
    const gud_lines *lines = &l->lines[e->colour];
    const bool closes = l->ring && i == l->nx - 2;
    const gud_eight zero = {0.0f}, one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = e->first; m < e->end; m += GUD_SINGLES) {
        const int k = i * lines->n + m, place = i * l->problem.row + m;
        outflows out;
        gud_eight_mask live;
        outflows_get(&l->problem, e->colour, place, &out);
        live_get(&l->problem, e->colour, place, &live);
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
GUD_INLINE void row_close(elimination *e, int i)
{
    const gud_lines *lines = &e->l->lines[e->colour];
    const chain *s = &e->s;
    const int a = e->first, k = i * lines->n;
    const size_t size = (size_t)(e->end - a) * sizeof(float);
    const bool last = i == e->l->nx - 2;
    if (last || e->to == i) {
        memcpy(lines->to_end + k + a, s->to + a, size);
        if (matters(e, s->to) && !last) e->to = i + 1;
    }
    for (int m = a; last && m < e->end; m++) s->from[m] += s->west[m];
    if (last || e->from == i) {
        memcpy(lines->from_end + k + a, s->from + a, size);
        for (int m = a; m < e->end; m += GUD_SINGLES) {
            *eights_out(s->schur + m) += *eights(s->from + m) * *eights(s->lost + m);
            *eights_out(s->from + m) *= *eights(lines->east + k + m);
        }
        if (matters(e, s->from) && !last) e->from = i + 1;
    }
}

// the last row of a ring
GUD_INLINE void ring_end(const elimination *e)
{
    const gud_level *l = e->l;
    const chain *s = &e->s;
    const gud_lines *lines = &l->lines[e->colour];
    const gud_eight one = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    for (int m = e->first; m < e->end; m += GUD_SINGLES) {
        const int place = (l->nx - 1) * l->problem.row + m;
        outflows out;
        gud_eight_mask live;
        outflows_get(&l->problem, e->colour, place, &out);
        live_get(&l->problem, e->colour, place, &live);
        const gud_eight schur = *eights(s->schur + m), part = schur + GUD_WHERE(~(schur > 0.0f), one);
        const gud_eight pivot = part * *eights(s->all + m);
        *eights_out(s->bad + m) += GUD_WHERE(~(schur > 0.0f) & live, one);
        *eights_out(lines->pivot + (l->nx - 1) * lines->n + m) = pivot;
        *eights_out(lines->gain + m) = one / part;
        *eights_out(s->up + m) = out.up / pivot;
        *eights_out(s->down + m) = out.down / pivot;
    }
}

// what the lines of a chunk send to those beside them, which are `shift` further in a row of n of the other colour
GUD_INLINE void row_send(const elimination *e, const float *sent, int n, int shift, float *to)
{
    const int first = e->first + shift < 0 ? -shift : e->first, end = e->end + shift > n ? n - shift : e->end;
    if (first < end) memcpy(to + first + shift, sent + first, (size_t)(end - first) * sizeof(float));
}

// parts of the flow of row i that go to the lines beside it
GUD_INLINE void row_couple(const elimination *e, int i)
{
    const gud_lines *other = &e->l->lines[1 - e->colour];
    const int n = other->n, k = i * n, up = e->colour == GUD_EVEN ? 0 : 1;
    row_send(e, e->s.up, n, up, other->below + k);
    row_send(e, e->s.down, n, up - 1, other->above + k);
}

GUD_WIDE static void lines_eliminate(elimination *e)
{
    const gud_level *l = e->l;
    const int rows = l->ring ? l->nx - 1 : l->nx;
    chain_start(e);
    for (int i = 0; i < rows; i++) {
        row_factor(e, i);
        if (l->ring) row_close(e, i);
        row_couple(e, i);
    }
    if (l->ring) ring_end(e);
    if (l->ring) row_couple(e, rows);
}

typedef struct {
    const gud_levels *levels;
    gud_level *l;
    int nchunk[GUD_COLOURS];
    elimination chunk[GUD_COLOURS][GUD_MOST_CHUNKS];
} factorisation;

// chunk i of those of both colours
static void chunk_factor(void *user, int i)
{
    factorisation *f = user;
    const int colour = i < f->nchunk[GUD_EVEN] ? GUD_EVEN : GUD_ODD, k = i - (colour == GUD_ODD ? f->nchunk[0] : 0);
    const int n = f->l->lines[colour].n / GUD_SINGLES, chunks = f->nchunk[colour];
    elimination *e = &f->chunk[colour][k];
    *e = (elimination){.l = f->l,
                       .colour = colour,
                       .first = n * k / chunks * GUD_SINGLES,
                       .end = n * (k + 1) / chunks * GUD_SINGLES,
                       .s = chain_of(f->levels, colour)};
    lines_eliminate(e);
}

// rows of a chunk that are nothing where those of others are not
static void rows_clear(const elimination *e, int first, int end, float *rows)
{
    const int n = e->l->lines[e->colour].n;
    for (int i = first; i < end; i++) memset(rows + i * n + e->first, 0, (size_t)(e->end - e->first) * sizeof(float));
}

// a colour's lines after all of their chunks
static void chunks_join(const factorisation *f, int colour)
{
    gud_lines *lines = &f->l->lines[colour];
    lines->to = lines->from = 0;
    for (int k = 0; k < f->nchunk[colour]; k++) {
        const elimination *e = &f->chunk[colour][k];
        lines->to = e->to > lines->to ? e->to : lines->to;
        lines->from = e->from > lines->from ? e->from : lines->from;
    }
    for (int k = 0; k < f->nchunk[colour]; k++) {
        const elimination *e = &f->chunk[colour][k];
        rows_clear(e, e->to, lines->to, lines->to_end);
        rows_clear(e, e->from, lines->from, lines->from_end);
    }
}

static bool any_bad(const gud_levels *levels, const gud_level *l, int colour)
{
    const chain s = chain_of(levels, colour);
    float bad = 0.0f;
    for (int m = 0; m < l->lines[colour].n; m++) bad += s.bad[m];
    return bad > 0.0f;
}

bool gud_lines_factor(const gud_levels *levels, gud_level *l)
{
    gud_team *team = gud_levels_team(levels, l->nx * l->ny);
    factorisation f = {.levels = levels, .l = l};
    for (int c = 0; c < GUD_COLOURS; c++) f.nchunk[c] = gud_nchunk(team, l->lines[c].n / GUD_SINGLES);
    gud_buffer_clear(levels, 0);
    gud_team_share(team, f.nchunk[GUD_EVEN] + f.nchunk[GUD_ODD], chunk_factor, &f);
    for (int c = 0; c < GUD_COLOURS; c++) chunks_join(&f, c);
    return !any_bad(levels, l, GUD_EVEN) && !any_bad(levels, l, GUD_ODD);
}
