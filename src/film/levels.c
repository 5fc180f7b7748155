// Levels of the multigrid cycle: their memory, the balances of their cells, and the transfer between them.

#include "film/levels.h"

#include "film/coarsen.h"
#include "film/lines.h"

#include <math.h>
#include <string.h>

enum { most_parts = 16 }; // of a loop over rows

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
    p->stale = GUD_TAKE(m, bool, nx + 2);
}

static void lines_take(gud_lines *l, int lines, const gud_level *level, bool first, int columns, gud_arena *m)
{
    l->n = gud_padded(lines);
    const int n = level->nx * l->n;
    float **arrays[] = {&l->pivot, &l->east, &l->west, &l->below, &l->above, &l->to_end, &l->from_end};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = singles(m, n);
    l->gain = singles(m, l->n);
    l->b = singles(m, n * columns);
    if (!first) l->x = singles(m, n * columns);
    if (level->twice) l->again = singles(m, n * columns);
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
    for (int c = 0; c < GUD_COLOURS; c++) levels->moves[c] = singles(memory, n);
    levels->end = singles(memory, levels->columns * p->row);
    levels->nobody = GUD_TAKE(memory, double, p->ny);
    levels->nbuffer = p->nx * p->ny >= GUD_WORTH_SHARING ? most_parts : 1;
    levels->buffer = GUD_TAKE(memory, float, levels->nbuffer *GUD_BUFFER_ROWS *gud_buffer_stride(levels));
}

void gud_levels_take(gud_levels *levels, const gud_film *film, int columns, gud_arena *memory)
{
    // Anisotropy at which cells are merged along x: fronts suffer from that, in large films by slow modes, and in small
    // ones levels cost more than that.
    enum { fewest = 8, large = 1 << 16 };
    const bool is_large = film->ncell >= large;
    const double long_cells = is_large ? 40.0 : 10.0;
    double ratio = anisotropy(film);
    int nx = film->nx, ny = film->ny;
    levels->columns = columns;
    for (levels->n = 0; levels->n < GUD_MOST_LEVELS; levels->n++) {
        gud_level *l = &levels->level[levels->n];
        *l = (gud_level){.nx = nx, .ny = ny, .ring = film->periodic};
        l->merge = ratio >= long_cells && nx >= fewest ? 2 : 1;
        l->twice = is_large && l->merge == 2; // the next one has a quarter of its cells: that costs little
        l->width = GUD_TAKE(memory, float, nx);
        problem_take(&l->problem, nx, ny, memory);
        for (int c = 0; c < GUD_COLOURS; c++)
            lines_take(&l->lines[c], (ny + 1 - c) / 2, l, levels->n == 0, columns, memory);
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

// ---- loops over rows

typedef struct {
    const gud_levels *levels;
    int n;
    gud_rows_part *rows;
    void *user;
} row_loop;

static void part_do(void *user, int i)
{
    const row_loop *l = user;
    const int parts = l->levels->nbuffer;
    l->rows(l->levels, l->user, i, l->n * i / parts, l->n * (i + 1) / parts);
}

void gud_levels_rows(const gud_levels *levels, int n, int ncell, gud_rows_part *rows, void *user)
{
    row_loop l = {levels, n, rows, user};
    gud_team *team = gud_levels_team(levels, ncell);
    if (team)
        gud_team_share(team, levels->nbuffer, part_do, &l);
    else
        rows(levels, user, 0, 0, n);
}

// ---- the finest problem

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

// what the finest problem is made of
typedef struct {
    const gud_film *film;
    const gud_film_work *w;
    const gud_film_in *in;
    bool whole; // not only the active set is new
} source;

// unknowns of row i, or zeros beyond an end
static const double *row_unknowns(const gud_levels *levels, const gud_film *film, int i)
{
    if (film->periodic) i = (i + film->nx) % film->nx;
    return i >= 0 && i < film->nx ? film->unknown + i * film->ny : levels->nobody;
}

// conductance and transport of the faces before rows of cells
GUD_WIDE static void finest_flow_rows(const gud_levels *levels, void *user, int part, int first, int end)
{
    const source *s = user;
    const gud_level *l = &levels->level[0];
    const gud_cells *e = &l->problem.cells[GUD_EVEN], *o = &l->problem.cells[GUD_ODD];
    const int n = l->ny;
    float *row = gud_buffer_row(levels, part, 0);
    for (int i = first; i < end; i++) {
        const int k = i * n, K = i * l->problem.row;
        const double *live = s->film->unknown + k, *west = row_unknowns(levels, s->film, i - 1);
        row[0] = 0.0f;
        row_between(n - 1, s->w->y.slope + k + 1, live, live + 1, row + 1);
        gud_row_split(n, row, e->conduct_y + K, o->conduct_y + K);
        if (l->problem.carries_y) row_between(n - 1, s->w->y.voids + k + 1, live, live + 1, row + 1);
        if (l->problem.carries_y) gud_row_split(n, row, e->carry_y + K, o->carry_y + K);
        row_between(n, s->w->x.slope + k, west, live, row);
        gud_row_split(n, row, e->conduct_x + K, o->conduct_x + K);
        if (l->problem.carries_x) row_between(n, s->w->x.voids + k, west, live, row);
        if (l->problem.carries_x) gud_row_split(n, row, e->carry_x + K, o->carry_x + K);
    }
}

// what does not depend on the active set
static void finest_flows(const gud_levels *levels, source *s)
{
    const gud_level *l = &levels->level[0];
    gud_levels_rows(levels, l->nx, l->nx * l->ny, finest_flow_rows, s);
    if (!l->ring) return; // the faces after the last row are those before the first one
    const size_t row = (size_t)l->problem.row * sizeof(float);
    const int last = l->nx * l->problem.row;
    for (int c = 0; c < GUD_COLOURS; c++) {
        const gud_cells *cells = &l->problem.cells[c];
        memcpy(cells->conduct_x + last, cells->conduct_x, row);
        if (l->problem.carries_x) memcpy(cells->carry_x + last, cells->carry_x, row);
    }
}

// rows in the order of the grid, of cells whatever side they are on: unknown, conductance along x and y to given
// pressures, storage; then what the problem holds of them
typedef struct {
    float *live, *leak, *own, *hold, *full, *broken, *moves;
} kind_rows;

static kind_rows kind_rows_of(const gud_levels *levels, int part)
{
    float *r[7];
    for (int a = 0; a < GUD_COUNT(r); a++) r[a] = gud_buffer_row(levels, part, a);
    return (kind_rows){r[0], r[1], r[2], r[3], r[4], r[5], r[6]};
}

GUD_INLINE void outside_row(const gud_levels *levels, const source *s, int i, const kind_rows *r)
{
    const gud_film *film = s->film;
    const gud_film_work *w = s->w;
    const gud_problem *p = &levels->level[0].problem;
    const int n = film->ny, k = i * n, low = gud_film_face_y(film, i, 0), high = gud_film_face_y(film, i, n);
    const bool transport = film->options.cavitation->transport;
    const double *live = film->unknown + k, *area = film->area + k, *thick = w->thick + k, per_c = s->in->per_c;
    const double *Tx = w->x.slope + k, *Ty = w->y.slope + k, *nobody = levels->nobody;
    const double *Vx = p->carries_x ? w->x.voids + k : NULL, *Vy = p->carries_y ? w->y.voids + k : NULL;
    for (int j = 0; j < n; j++) r->leak[j] = r->own[j] = 0.0f, r->live[j] = (float)live[j];
    for (int j = 0; transport && j < n; j++) r->hold[j] = (float)(area[j] * per_c * thick[j]);
    for (int j = 0; !transport && j < n; j++) r->hold[j] = (float)w->slack;
    for (int j = 0; film->ntap > 0 && j < n; j++) {
        r->own[j] += (float)w->tap_leak[k + j];
        if (transport) r->hold[j] += (float)w->tap_hold[k + j];
    }
    if (p->leaks) {
        row_leaves(n, Tx, Vx, -1.0, row_unknowns(levels, film, i - 1), r->leak, r->hold);
        row_leaves(n, Tx + n, Vx ? Vx + n : NULL, 1.0, row_unknowns(levels, film, i + 1), r->leak, r->hold);
    }
    if (film->nfixed > 0) {
        row_leaves(n - 1, Ty + 1, Vy ? Vy + 1 : NULL, -1.0, live, r->own + 1, r->hold + 1);
        row_leaves(n - 1, Ty + 1, Vy ? Vy + 1 : NULL, 1.0, live + 1, r->own, r->hold);
    }
    row_leaves(1, w->y.slope + low, Vy ? w->y.carry + low : NULL, -1.0, nobody, r->own, r->hold);
    row_leaves(1, w->y.slope + high, Vy ? w->y.carry + high : NULL, 1.0, nobody, r->own + n - 1, r->hold + n - 1);
}

// by the side of every cell; rho and its slope where a full cell carries something as well, else NULL
GUD_INLINE void kinds_row(int n, const double *restrict set, const double *restrict rho, const double *restrict rho_u,
                          const kind_rows *r)
{
    const float *restrict live = r->live, *restrict hold = r->hold;
    float *restrict full = r->full, *restrict broken = r->broken, *restrict leak = r->leak, *restrict own = r->own;
    float *restrict moves = r->moves;
    for (int j = 0; j < n; j++) {
        full[j] = live[j] * (float)set[j];
        broken[j] = live[j] - full[j];
        leak[j] *= full[j];
        own[j] *= full[j];
    }
    for (int j = 0; !rho && j < n; j++) own[j] += broken[j] * hold[j];
    for (int j = 0; rho && j < n; j++) {
        moves[j] = full[j] * (float)rho_u[j] + broken[j] * (float)rho[j];
        own[j] += moves[j] * hold[j];
    }
}

// do cells of row i not have the kinds of the last setup
GUD_INLINE bool kinds_differ(const gud_problem *p, const source *s, int i)
{
    const int n = p->ny, K = i * p->row;
    const double *live = s->film->unknown + i * n, *set = s->w->full + i * n;
    int differ = 0;
    for (int colour = 0; colour < GUD_COLOURS; colour++) {
        const float *full = p->cells[colour].full + K;
        for (int m = 0, j = colour; j < n; m++, j += 2) differ |= full[m] != (float)(live[j] * set[j]);
    }
    return differ;
}

GUD_WIDE static void stale_rows_find(const gud_levels *levels, void *user, int part, int first, int end)
{
    const source *s = user;
    const gud_problem *p = &levels->level[0].problem;
    (void)part;
    for (int i = first; i < end; i++) p->stale[i + 1] = s->whole || kinds_differ(p, s, i);
}

GUD_WIDE static void finest_kinds(const gud_levels *levels, void *user, int part, int first, int end)
{
    const source *s = user;
    const gud_level *l = &levels->level[0];
    const bool varies = s->w->varies && s->film->options.cavitation->transport;
    const gud_cells *e = &l->problem.cells[GUD_EVEN], *o = &l->problem.cells[GUD_ODD];
    const kind_rows r = kind_rows_of(levels, part);
    const int n = l->ny;
    for (int i = first; i < end; i++) {
        const int k = i * n, K = i * l->problem.row;
        if (!gud_row_stale(&l->problem, i)) continue;
        outside_row(levels, s, i, &r);
        kinds_row(n, s->w->full + k, varies ? s->w->rho + k : NULL, varies ? s->w->rho_u + k : NULL, &r);
        gud_row_split(n, r.full, e->full + K, o->full + K);
        gud_row_split(n, r.broken, e->broken + K, o->broken + K);
        gud_row_split(n, r.own, e->own + K, o->own + K);
        if (l->problem.leaks) gud_row_split(n, r.leak, e->leak + K, o->leak + K);
        if (varies) gud_row_split(n, r.moves, levels->moves[GUD_EVEN] + K, levels->moves[GUD_ODD] + K);
    }
}

// ---- transfer between levels

// of the odd lines of row i, in the order of the next level
GUD_INLINE void pivots_split(const gud_level *f, int i, float *even, float *odd)
{
    const gud_lines *lines = &f->lines[GUD_ODD];
    gud_row_split(lines->n, lines->pivot + i * lines->n, even, odd);
}

GUD_WIDE static void shares_fill(const gud_levels *levels, void *user, int part, int first, int end)
{
    const gud_level *f = user, *c = f + 1;
    float *pivot[GUD_COLOURS] = {gud_buffer_row(levels, part, 0), gud_buffer_row(levels, part, 1)};
    for (int i = first; i < end; i++) {
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
GUD_WIDE static void merged_shares_fill(const gud_levels *levels, void *user, int part, int first, int end)
{
    const gud_level *f = user, *c = f + 1;
    float *fine_pivot[GUD_COLOURS] = {gud_buffer_row(levels, part, 0), gud_buffer_row(levels, part, 1)};
    const int row = c->problem.row;
    for (int i = first; i < end; i++) {
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
        gud_problem_merge(levels, &f->thin, f->width, f->ring, &c->problem, c->width);
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
        l->problem.leaks = l->thin.leaks = l->problem.leaks || film->nfixed > 0 || !film->periodic;
    }
    for (int c = 0; c < GUD_COLOURS; c++) {
        gud_cells *cells = &levels->level[0].problem.cells[c];
        cells->moves = w->varies && transport ? levels->moves[c] : cells->broken;
    }
}

gud_status gud_levels_setup(gud_levels *levels, const gud_film *film, const gud_film_work *work, const gud_film_in *in)
{
    // what taps and cells that fill hold is not that of their kind alone
    const bool whole = work->fresh || work->varies || film->ntap > 0 || work->nfilling > 0;
    source s = {film, work, in, whole};
    levels->team = work->team;
    transport_set(levels, film, work);
    for (int part = 0; part < levels->nbuffer; part++) gud_buffer_clear(levels, part);
    if (work->fresh || work->varies) finest_flows(levels, &s);
    gud_levels_rows(levels, film->nx, film->ncell, stale_rows_find, &s);
    gud_stale_close(&levels->level[0].problem, film->periodic);
    gud_levels_rows(levels, film->nx, film->ncell, finest_kinds, &s);
    for (int n = 0; n < levels->n; n++) {
        gud_level *l = &levels->level[n];
        if (n > 0) coarser(levels, l - 1, l);
        if (!gud_lines_factor(levels, l)) return GUD_RETRY;
        if (n > 0)
            gud_levels_rows(levels, l[-1].nx, l[-1].nx * l[-1].ny, l[-1].merge == 1 ? shares_fill : merged_shares_fill,
                            l - 1);
    }
    return GUD_OK;
}
