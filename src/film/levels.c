// Levels of the multigrid cycle: their balances, and the factors of their lines along x.
//
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

#include "film/levels.h"

#include "film/coarsen.h"

#include <math.h>
#include <string.h>

// ---- memory

static float *singles(gud_arena *m, int n)
{
    float *a = GUD_TAKE(m, float, n + 2 * GUD_MARGIN);
    return a ? a + GUD_MARGIN : NULL;
}

static void problem_take(gud_problem *p, int nx, int ny, gud_arena *m)
{
    *p = (gud_problem){.nx = nx, .ny = ny, .row = 2 * gud_padded(((ny + 1) / 2 + 2) / 2)};
    for (int colour = 0; colour < GUD_COLOURS; colour++) {
        gud_cells *c = &p->cells[colour];
        float **arrays[] = {&c->full,      &c->broken,    &c->leak,    &c->own,
                            &c->conduct_x, &c->conduct_y, &c->carry_x, &c->carry_y};
        for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = singles(m, (nx + 1) * p->row);
        c->moves = c->broken;
    }
}

static void lines_take(gud_lines *l, int lines, int nx, bool first, int columns, gud_arena *m)
{
    l->n = gud_padded(lines);
    const int n = nx * l->n;
    float **arrays[] = {&l->pivot, &l->east, &l->west, &l->below, &l->above, &l->to_end, &l->from_end};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = singles(m, n);
    l->gain = singles(m, l->n);
    l->b = singles(m, n * columns);
    if (!first) l->x = singles(m, n * columns);
}

static void transfer_take(gud_level *l, const gud_level *coarse, gud_arena *m)
{
    for (int s = 0; s < l->merge; s++)
        for (int c = 0; c < GUD_COLOURS; c++) {
            l->share[s][c] = singles(m, l->nx * coarse->lines[c].n);
            if (l->merge == 2) l->give[s][c] = singles(m, l->nx * coarse->lines[c].n);
        }
    if (l->merge == 2) problem_take(&l->thin, l->nx, l->ny / 2, m);
}

static void widths_fill(gud_level *l, const gud_level *finer)
{
    for (int i = 0; !finer && i < l->nx; i++) l->width[i] = 1.0f;
    for (int i = 0; finer && i < finer->nx; i++) l->width[i / finer->merge] += finer->width[i];
}

// mean conductance along x by that along y
static double anisotropy(const gud_film *film)
{
    double x = 0.0, y = 0.0;
    for (int i = 0; i < film->nx; i++)
        for (int j = 0; j < film->ny; j++)
            x += film->x.conduct[i * film->ny + j], y += film->y.conduct[gud_film_face_y(film, i, j)];
    return y > 0.0 ? x / y : HUGE_VAL;
}

static void finest_take(gud_levels *levels, gud_arena *memory)
{
    const gud_problem *p = &levels->level[0].problem;
    const int n = p->nx * p->row;
    for (int c = 0; c < GUD_COLOURS; c++) {
        gud_cells *flow = &levels->flow[c];
        float **arrays[] = {&flow->full, &flow->broken, &flow->leak, &flow->own, &flow->moves};
        for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = singles(memory, n);
    }
    float **parts[] = {&levels->low, &levels->high, &levels->low_broken, &levels->high_broken};
    for (int a = 0; a < GUD_COUNT(parts); a++) *parts[a] = singles(memory, n);
    levels->end = singles(memory, levels->columns * p->row);
    levels->line = singles(memory, 2 * p->row);
    for (int c = 0; c < GUD_COLOURS; c++) levels->half[c] = singles(memory, p->row);
    levels->nobody = GUD_TAKE(memory, double, p->ny);
    levels->buffer = GUD_TAKE(memory, float, GUD_BUFFER_ROWS *gud_buffer_stride(levels));
}

void gud_levels_take(gud_levels *levels, const gud_film *film, int columns, gud_arena *memory)
{
    static const double long_cells = 10.0; // anisotropy at which fronts do not suffer from merging cells along x
    enum { fewest = 8 };
    double ratio = anisotropy(film);
    int nx = film->nx, ny = film->ny;
    levels->columns = columns;
    for (levels->n = 0; levels->n < GUD_MOST_LEVELS; levels->n++) {
        gud_level *l = &levels->level[levels->n];
        *l = (gud_level){.nx = nx, .ny = ny, .ring = film->periodic};
        l->merge = ratio >= long_cells && nx >= fewest ? 2 : 1;
        l->width = GUD_TAKE(memory, float, nx);
        problem_take(&l->problem, nx, ny, memory);
        for (int c = 0; c < GUD_COLOURS; c++)
            lines_take(&l->lines[c], (ny + 1 - c) / 2, nx, levels->n == 0, columns, memory);
        if (levels->n > 0) transfer_take(l - 1, l, memory);
        if (memory->failed) return;
        widths_fill(l, levels->n > 0 ? l - 1 : NULL);
        if (ny == 1) break;
        ratio *= l->merge == 2 ? 1.0 : 4.0;
        nx = (nx + l->merge - 1) / l->merge, ny = ny / 2;
    }
    levels->n++;
    finest_take(levels, memory);
}

// ---- the finest problem

static void buffer_clear(const gud_levels *levels)
{
    memset(levels->buffer, 0, (size_t)(GUD_BUFFER_ROWS * gud_buffer_stride(levels)) * sizeof(float));
}

// a row of a face array without the faces of cells that have no unknown
GUD_INLINE void row_between(int n, const double *restrict face, const double *restrict low, const double *restrict high,
                            float *restrict out)
{
    for (int j = 0; j < n; j++) out[j] = (float)(face[j] * low[j] * high[j]);
}

// adds what leaves n cells over a face to cells without an unknown: conductance, and transport in the direction of sign
GUD_INLINE void row_leaves(int n, const double *restrict slope, const double *restrict carry, double sign,
                           const double *restrict beyond, float *restrict leak, float *restrict hold)
{
    for (int j = 0; j < n; j++) leak[j] += (float)(slope[j] * (1.0 - beyond[j]));
    for (int j = 0; carry && j < n; j++) hold[j] += (float)(gud_larger(sign * carry[j], 0.0) * (1.0 - beyond[j]));
}

typedef struct {
    float *conduct_x, *conduct_y, *carry_x, *carry_y, *leak, *own, *hold, *live;
} flow_rows;

static flow_rows flow_rows_of(const gud_levels *levels)
{
    float *r[8];
    for (int a = 0; a < GUD_COUNT(r); a++) r[a] = gud_buffer_row(levels, a);
    return (flow_rows){r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]};
}

// conductance and transport of row i and the faces before it, in the order of the grid
GUD_INLINE void flow_row(const gud_level *l, const gud_film *film, const gud_film_work *w, const gud_film_in *in, int i,
                         const double *nobody, const flow_rows *r)
{
    const int n = l->ny, k = i * n, low = gud_film_face_y(film, i, 0), high = gud_film_face_y(film, i, n);
    const bool transport = film->options.cavitation->transport;
    const double *live = film->unknown + k, *Tx = w->x.slope + k, *Ty = w->y.slope + k;
    const double *Vx = l->problem.carries_x ? w->x.carry + k : NULL, *Vy = l->problem.carries_y ? w->y.carry + k : NULL;
    const double *west = i > 0 ? live - n : l->ring ? film->unknown + (l->nx - 1) * n : nobody;
    const double *east = i < l->nx - 1 ? live + n : l->ring ? film->unknown : nobody;
    row_between(n, Tx, west, live, r->conduct_x);
    row_between(n - 1, Ty + 1, live, live + 1, r->conduct_y + 1);
    if (Vx) row_between(n, Vx, west, live, r->carry_x);
    if (Vy) row_between(n - 1, Vy + 1, live, live + 1, r->carry_y + 1);
    for (int j = 0; j < n; j++) {
        const double held = transport ? film->area[k + j] * in->per_c * w->thick[k + j] : w->slack;
        r->leak[j] = r->own[j] = 0.0f, r->hold[j] = (float)held, r->live[j] = (float)live[j];
    }
    row_leaves(n, Tx, Vx, -1.0, west, r->leak, r->hold);
    row_leaves(n, Tx + n, Vx ? Vx + n : NULL, 1.0, east, r->leak, r->hold);
    row_leaves(n - 1, Ty + 1, Vy ? Vy + 1 : NULL, -1.0, live, r->own + 1, r->hold + 1);
    row_leaves(n - 1, Ty + 1, Vy ? Vy + 1 : NULL, 1.0, live + 1, r->own, r->hold);
    row_leaves(1, w->y.slope + low, Vy ? w->y.carry + low : NULL, -1.0, nobody, r->own, r->hold);
    row_leaves(1, w->y.slope + high, Vy ? w->y.carry + high : NULL, 1.0, nobody, r->own + n - 1, r->hold + n - 1);
}

// what does not depend on the active set
GUD_WIDE static void finest_flows(gud_levels *levels, const gud_film *film, const gud_film_work *w,
                                  const gud_film_in *in)
{
    const gud_level *l = &levels->level[0];
    const gud_cells *e = &l->problem.cells[GUD_EVEN], *o = &l->problem.cells[GUD_ODD];
    const gud_cells *flow = levels->flow;
    const flow_rows r = flow_rows_of(levels);
    const int n = l->ny;
    for (int i = 0; i < l->nx; i++) {
        const int k = i * l->problem.row;
        flow_row(l, film, w, in, i, levels->nobody, &r);
        gud_row_split(n, r.conduct_x, e->conduct_x + k, o->conduct_x + k);
        gud_row_split(n, r.conduct_y, e->conduct_y + k, o->conduct_y + k);
        gud_row_split(n, r.leak, flow[0].leak + k, flow[1].leak + k);
        gud_row_split(n, r.own, flow[0].own + k, flow[1].own + k);
        gud_row_split(n, r.hold, flow[0].broken + k, flow[1].broken + k);
        gud_row_split(n, r.live, flow[0].full + k, flow[1].full + k);
        if (l->problem.carries_x) gud_row_split(n, r.carry_x, e->carry_x + k, o->carry_x + k);
        if (l->problem.carries_y) gud_row_split(n, r.carry_y, e->carry_y + k, o->carry_y + k);
    }
    if (!l->ring) return; // the faces after the last row are those before the first one
    const size_t row = (size_t)l->problem.row * sizeof(float);
    const int last = l->nx * l->problem.row;
    for (int c = 0; c < GUD_COLOURS; c++) {
        const gud_cells *cells = &l->problem.cells[c];
        memcpy(cells->conduct_x + last, cells->conduct_x, row);
        if (l->problem.carries_x) memcpy(cells->carry_x + last, cells->carry_x, row);
    }
}

GUD_INLINE void kinds_row(const gud_cells *cells, const gud_cells *flow, int k, int n, const float *restrict set,
                          bool varies, const float *restrict rho, const float *restrict rho_u)
{
    const float *restrict live = flow->full + k, *restrict hold = flow->broken + k;
    float *restrict full = cells->full + k, *restrict broken = cells->broken + k;
    float *restrict leak = cells->leak + k, *restrict own = cells->own + k;
    for (int m = 0; m < n; m++) {
        full[m] = live[m] * set[m];
        broken[m] = live[m] - full[m];
        leak[m] = full[m] * flow->leak[k + m];
        own[m] = full[m] * flow->own[k + m] + broken[m] * hold[m];
    }
    for (int m = 0; varies && m < n; m++) {
        cells->moves[k + m] = full[m] * rho_u[m] + broken[m] * rho[m];
        own[m] = full[m] * flow->own[k + m] + cells->moves[k + m] * hold[m];
    }
}

GUD_WIDE static void finest_kinds(gud_levels *levels, const gud_film *film, const gud_film_work *w)
{
    const gud_level *l = &levels->level[0];
    const bool varies = w->varies && film->options.cavitation->transport;
    const int ny = l->ny, row = l->problem.row;
    float *set = gud_buffer_row(levels, 0), *rho = gud_buffer_row(levels, 1), *rho_u = gud_buffer_row(levels, 2);
    float *half[3] = {gud_buffer_row(levels, 3), gud_buffer_row(levels, 4), gud_buffer_row(levels, 5)};
    for (int i = 0; i < l->nx; i++) {
        for (int j = 0; j < ny; j++) set[j] = (float)w->full[i * ny + j];
        gud_row_split(ny, set, half[0], half[0] + row);
        for (int j = 0; varies && j < ny; j++)
            rho[j] = (float)w->rho[i * ny + j], rho_u[j] = (float)w->rho_u[i * ny + j];
        if (varies) gud_row_split(ny, rho, half[1], half[1] + row), gud_row_split(ny, rho_u, half[2], half[2] + row);
        for (int c = 0; c < GUD_COLOURS; c++)
            kinds_row(&l->problem.cells[c], &levels->flow[c], i * row, (ny + 1) / 2, half[0] + c * row, varies,
                      half[1] + c * row, half[2] + c * row);
    }
}

// ---- lines

// what leaves eight cells, by their unknowns
typedef struct {
    gud_eight east, west, up, down, rest;
} outflows;

static inline const gud_eight *eights(const float *a)
{
    return (const gud_eight *)a;
}

static inline gud_eight *eights_out(float *a)
{
    return (gud_eight *)a;
}

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

GUD_WIDE static bool lines_factor(const gud_levels *levels, gud_level *l)
{
    const chain chains[GUD_COLOURS] = {chain_of(levels, GUD_EVEN), chain_of(levels, GUD_ODD)};
    const int rows = l->ring ? l->nx - 1 : l->nx;
    buffer_clear(levels);
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

// ---- transfer between levels

// of the odd lines of row i, in the order of the next level
GUD_INLINE void pivots_split(const gud_level *f, int i, float *even, float *odd)
{
    const gud_lines *lines = &f->lines[GUD_ODD];
    gud_row_split(lines->n, lines->pivot + i * lines->n, even, odd);
}

GUD_WIDE static void shares_fill(const gud_levels *levels, gud_level *f, const gud_level *c)
{
    float *pivot[GUD_COLOURS] = {gud_buffer_row(levels, 0), gud_buffer_row(levels, 1)};
    for (int i = 0; i < f->nx; i++) {
        pivots_split(f, i, pivot[GUD_EVEN], pivot[GUD_ODD]);
        for (int colour = 0; colour < GUD_COLOURS; colour++) {
            const int n = c->lines[colour].n, k = i * n;
            const float *restrict coarse = c->lines[colour].pivot + k, *restrict fine = pivot[colour];
            float *restrict share = f->share[0][colour] + k;
            for (int m = 0; m < n; m++) share[m] = fine[m] / coarse[m];
        }
    }
}

// the same where cells are merged along x: linear between pressures, constant for film fractions
GUD_WIDE static void merged_shares_fill(const gud_levels *levels, gud_level *f, const gud_level *c)
{
    float *fine_pivot[GUD_COLOURS] = {gud_buffer_row(levels, 0), gud_buffer_row(levels, 1)};
    const int row = c->problem.row;
    for (int i = 0; i < f->nx; i++) {
        const int I = gud_level_row(f, i, 0), N = gud_level_row(f, i, 1), next = N >= 0 ? N : I;
        const float off = 0.5f * (c->width[I] - f->width[i]);
        const float between = N >= 0 ? off / (0.5f * (c->width[I] + c->width[N])) : off / (0.5f * c->width[I]);
        pivots_split(f, i, fine_pivot[GUD_EVEN], fine_pivot[GUD_ODD]);
        for (int k = 0; k < GUD_COLOURS; k++) {
            const int n = c->lines[k].n;
            const float *full = f->thin.cells[k].full + i * row, *coarse = c->problem.cells[k].full;
            const float *pivot = c->lines[k].pivot;
            for (int m = 0; m < n; m += GUD_SINGLES) {
                const gud_eight d = *eights(fine_pivot[k] + m), fine = *eights(full + m),
                                own = *eights(coarse + I * row + m);
                const gud_eight t = between * fine * own, same = 1.0f - (fine - own) * (fine - own);
                const gud_eight beside = N >= 0 ? t * *eights(coarse + next * row + m) : t * 0.0f;
                const int at = i * n + m;
                *eights_out(f->give[0][k] + at) = 1.0f - t;
                *eights_out(f->give[1][k] + at) = beside;
                *eights_out(f->share[0][k] + at) = same * (1.0f - t) * d / *eights(pivot + I * n + m);
                *eights_out(f->share[1][k] + at) = beside * d / *eights(pivot + next * n + m);
            }
        }
    }
}

// ---- setup

static void coarser(const gud_levels *levels, gud_level *f, gud_level *c)
{
    if (f->merge == 2) {
        gud_problem_thin(levels, &f->problem, f->ring, &f->thin);
        gud_problem_merge(&f->thin, f->width, &c->problem, c->width);
    } else {
        gud_problem_thin(levels, &f->problem, f->ring, &c->problem);
    }
}

// does the oil carry anything along x and y; how much of it by the unknown
static void transport_set(gud_levels *levels, const gud_film *film, const gud_film_work *w)
{
    const bool transport = film->options.cavitation->transport;
    for (int n = 0; n < levels->n; n++) {
        gud_level *l = &levels->level[n];
        l->problem.carries_x = l->thin.carries_x = transport && w->x.carries;
        l->problem.carries_y = l->thin.carries_y = transport && w->y.carries;
    }
    for (int c = 0; c < GUD_COLOURS; c++) {
        gud_cells *cells = &levels->level[0].problem.cells[c];
        cells->moves = w->varies && transport ? levels->flow[c].moves : cells->broken;
    }
}

gud_status gud_levels_setup(gud_levels *levels, const gud_film *film, const gud_film_work *work, const gud_film_in *in)
{
    transport_set(levels, film, work);
    buffer_clear(levels);
    if (work->fresh || work->varies) finest_flows(levels, film, work, in);
    finest_kinds(levels, film, work);
    for (int n = 0; n < levels->n; n++) {
        gud_level *l = &levels->level[n];
        if (n > 0) coarser(levels, l - 1, l);
        if (!lines_factor(levels, l)) return GUD_RETRY;
        if (n > 0 && l[-1].merge == 1) shares_fill(levels, l - 1, l);
        if (n > 0 && l[-1].merge == 2) merged_shares_fill(levels, l - 1, l);
    }
    return GUD_OK;
}
