// Levels of the multigrid cycle: their matrices, and the factors of their lines along x.
//
// A line of a ring is a chain of all cells but the last, z:
//
//     d_i = c_i - w_i e_{i-1} / d_{i-1}                       pivots
//     F_i = b_i - (w_i / d_{i-1}) F_{i-1}                     forwards
//     X_i = F_i - (e_i / d_{i+1}) X_{i+1} - q_i z             backwards,  q_0 = w_0,  q_i = -(w_i / d_{i-1}) q_{i-1}
//     (c_z - ...) z = b_z - (w_z / d_n) F_n - sum a_i F_i     a_i = e_z p_i / d_i,  p_i = -(e_{i-1} / d_{i-1}) p_{i-1}

#include "film/levels.h"

#include "film/coarsen.h"

#include <math.h>
#include <string.h>

enum { vector = 8, margin = 8 };

static int padded(int n)
{
    return (n + vector - 1) / vector * vector;
}

// ---- memory

static float *floats(gud_arena *m, int n)
{
    float *a = GUD_TAKE(m, float, n + 2 * margin);
    return a ? a + margin : NULL;
}

static double *doubles(gud_arena *m, int n)
{
    double *a = GUD_TAKE(m, double, n + 2 * margin);
    return a ? a + margin : NULL;
}

static void problem_take(gud_problem *p, int nx, int ny, bool carries, gud_arena *m)
{
    const int n = nx * ny, nxf = n + ny, nyf = n + nx;
    double **cells[] = {&p->full, &p->broken, &p->store, &p->leak_x, &p->leak_y};
    *p = (gud_problem){.nx = nx, .ny = ny};
    for (int i = 0; i < GUD_COUNT(cells); i++) *cells[i] = GUD_TAKE(m, double, n);
    p->conduct_x = GUD_TAKE(m, double, nxf), p->conduct_y = GUD_TAKE(m, double, nyf);
    if (carries) p->carry_x = GUD_TAKE(m, double, nxf), p->carry_y = GUD_TAKE(m, double, nyf);
}

static void lines_take(gud_level *l, gud_arena *m)
{
    const int n = l->nx * l->row;
    double **numbers[] = {&l->a.centre, &l->a.west, &l->a.east, &l->a.south, &l->a.north, &l->pivot, &l->inverse};
    float **singles[] = {&l->west, &l->east, &l->south, &l->north, &l->closing, &l->opening, &l->x, &l->b};
    for (int i = 0; i < GUD_COUNT(numbers); i++) *numbers[i] = doubles(m, n);
    for (int i = 0; i < GUD_COUNT(singles); i++) *singles[i] = floats(m, n);
    l->gain = floats(m, l->row), l->end = floats(m, l->row);
    l->closes = GUD_TAKE(m, unsigned char, l->nx), l->opens = GUD_TAKE(m, unsigned char, l->nx);
    l->width = GUD_TAKE(m, double, l->nx);
    l->a.nx = l->nx, l->a.ny = l->ny, l->a.periodic = l->ring;
    if (m->failed) return;
    for (int k = 0; k < n; k++) l->a.centre[k] = l->pivot[k] = l->inverse[k] = 1.0;
}

static void transfer_take(gud_level *l, gud_arena *m)
{
    const int n = l->nx * l->odd;
    for (int s = 0; s < l->merge; s++) l->share[s] = floats(m, n);
    for (int s = 0; l->merge == 2 && s < 2; s++) l->give[s] = floats(m, n);
    if (l->merge == 2) problem_take(&l->thin, l->nx, l->ny / 2, true, m);
}

static void widths_fill(gud_level *l, const gud_level *finer)
{
    for (int i = 0; !finer && i < l->nx; i++) l->width[i] = 1.0;
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

void gud_levels_take(gud_levels *levels, const gud_film *film, gud_arena *memory)
{
    static const double long_cells = 10.0; // anisotropy at which fronts do not suffer from merging cells along x
    enum { fewest = 8 };
    double ratio = anisotropy(film);
    int nx = film->nx, ny = film->ny;
    const int even = nx * ((ny + 1) / 2);
    levels->low = GUD_TAKE(memory, double, even), levels->high = GUD_TAKE(memory, double, even);
    levels->low_broken = GUD_TAKE(memory, double, even), levels->high_broken = GUD_TAKE(memory, double, even);
    levels->buffer = GUD_TAKE(memory, double, gud_problem_buffer(ny));
    levels->carry_y = GUD_TAKE(memory, double, nx *(ny + 1));
    for (levels->n = 0; levels->n < GUD_MOST_LEVELS; levels->n++) {
        gud_level *l = &levels->level[levels->n];
        *l = (gud_level){.nx = nx, .ny = ny, .ring = film->periodic};
        l->even = padded((ny + 1) / 2), l->odd = padded(ny / 2), l->row = l->even + l->odd;
        l->merge = ratio >= long_cells && nx >= fewest ? 2 : 1;
        lines_take(l, memory);
        problem_take(&l->problem, nx, ny, levels->n > 0, memory);
        if (ny > 1) transfer_take(l, memory);
        if (memory->failed) return;
        widths_fill(l, levels->n > 0 ? l - 1 : NULL);
        if (ny == 1) break;
        ratio *= l->merge == 2 ? 1.0 : 4.0;
        nx = (nx + l->merge - 1) / l->merge, ny = ny / 2;
    }
    levels->n++;
}

// ---- matrices

typedef struct {
    double *centre, *west, *east, *south, *north;
} five;

static five buffer_of(const gud_levels *levels, int ny)
{
    double *b = levels->buffer;
    return (five){b, b + ny, b + 2 * ny, b + 3 * ny, b + 4 * ny};
}

GUD_INLINE void row_store(gud_level *l, int i, five row)
{
    const int n = l->ny, at = i * l->row;
    const double *from[] = {row.centre, row.west, row.east, row.south, row.north};
    double *to[] = {l->a.centre, l->a.west, l->a.east, l->a.south, l->a.north};
    for (int a = 0; a < GUD_COUNT(to); a++) gud_row_split(n, from[a], to[a] + at, to[a] + at + l->even);
}

GUD_WIDE static void matrix_copy(gud_level *l, const gud_stencil *m)
{
    for (int i = 0; i < l->nx; i++) {
        const int k = i * l->ny;
        row_store(l, i, (five){m->centre + k, m->west + k, m->east + k, m->south + k, m->north + k});
    }
}

// what leaves a cell over a face, by its unknown
GUD_INLINE double outflow(double full, double broken, double conduct, double carry)
{
    return full * conduct + broken * (carry > 0.0 ? carry : 0.0);
}

GUD_INLINE void matrix_row(const gud_level *l, int i, five row)
{
    const gud_problem *p = &l->problem;
    const int n = l->ny, k = i * n, g = i * (n + 1);
    const int w = i > 0 ? k - n : l->ring ? (l->nx - 1) * n : -1, e = i < l->nx - 1 ? k + n : l->ring ? 0 : -1;
    const double *restrict full = p->full + k, *restrict broken = p->broken + k;
    const double *restrict Tx = p->conduct_x + k, *restrict Ty = p->conduct_y + g;
    const double *restrict Vx = p->carry_x + k, *restrict Vy = p->carry_y + g;
    GUD_INDEPENDENT
    for (int j = 0; j < n; j++) {
        const double out_x =
            outflow(full[j], broken[j], Tx[j], -Vx[j]) + outflow(full[j], broken[j], Tx[n + j], Vx[n + j]);
        const double out_y =
            outflow(full[j], broken[j], Ty[j], -Vy[j]) + outflow(full[j], broken[j], Ty[j + 1], Vy[j + 1]);
        const double own = full[j] * (p->leak_x[k + j] + p->leak_y[k + j]) + broken[j] * p->store[k + j];
        const double sum = out_x + out_y + own;
        row.centre[j] = sum > 0.0 ? sum : 1.0;
        row.west[j] = row.east[j] = row.south[j] = row.north[j] = 0.0;
    }
    for (int j = 0; w >= 0 && j < n; j++)
        row.west[j] = -(full[j] + broken[j]) * outflow(p->full[w + j], p->broken[w + j], Tx[j], Vx[j]);
    for (int j = 0; e >= 0 && j < n; j++)
        row.east[j] = -(full[j] + broken[j]) * outflow(p->full[e + j], p->broken[e + j], Tx[n + j], -Vx[n + j]);
    for (int j = 1; j < n; j++)
        row.south[j] = -(full[j] + broken[j]) * outflow(full[j - 1], broken[j - 1], Ty[j], Vy[j]);
    for (int j = 0; j < n - 1; j++)
        // cppcheck-suppress unreadVariable
        row.north[j] = -(full[j] + broken[j]) * outflow(full[j + 1], broken[j + 1], Ty[j + 1], -Vy[j + 1]);
}

GUD_WIDE static void matrix_fill(const gud_levels *levels, gud_level *l)
{
    const five row = buffer_of(levels, l->ny);
    for (int i = 0; i < l->nx; i++) {
        matrix_row(l, i, row);
        row_store(l, i, row);
    }
}

// ---- lines

// pivots of row i, and the factors that belong to it and the row before
GUD_INLINE bool row_factor(gud_level *l, int i)
{
    const int n = l->row, k = i * n;
    const double *restrict c = l->a.centre + k, *restrict w = l->a.west + k;
    double *restrict d = l->pivot + k, *restrict inverse = l->inverse + k;
    float *restrict west = l->west + k;
    int wrong = 0;
    if (i == 0) {
        for (int m = 0; m < n; m++) d[m] = c[m], west[m] = 0.0f;
    } else {
        const double *restrict e = l->a.east + k - n, *restrict before = l->inverse + k - n;
        for (int m = 0; m < n; m++) {
            const double part = w[m] * before[m];
            d[m] = c[m] - part * e[m];
            west[m] = (float)part;
        }
    }
    for (int m = 0; m < n; m++) inverse[m] = 1.0 / d[m];
    for (int m = 0; m < n; m++) wrong |= !(d[m] > 0.0);
    if (i > 0) {
        const double *restrict e = l->a.east + k - n;
        float *restrict east = l->east + k - n;
        for (int m = 0; m < n; m++) east[m] = (float)(e[m] * inverse[m]);
    }
    return !wrong;
}

static const float nothing = 1e-9f; // part of a flow that single numbers do not notice

GUD_INLINE bool matters(int n, const float *a)
{
    int any = 0;
    for (int m = 0; m < n; m++) any |= fabsf(a[m]) > nothing;
    return any;
}

// what row i exchanges with the last one of a ring. q and p: rows of the recursions; schur: the last row's pivot
GUD_INLINE void row_close(gud_level *l, int i, double *restrict q, double *restrict p, double *restrict schur)
{
    const int n = l->row, k = i * n, z = (l->nx - 1) * n;
    const bool last = i == l->nx - 2;
    const double *restrict w = l->a.west + k, *restrict e = l->a.east + k, *restrict inverse = l->inverse + k;
    const double *restrict c_z = l->a.centre + z, *restrict e_z = l->a.east + z, *restrict w_z = l->a.west + z;
    const float *restrict part = l->west + k;
    float *restrict closing = l->closing + k, *restrict opening = l->opening + k;
    if (i == 0) {
        for (int m = 0; m < n; m++) q[m] = w[m], p[m] = e_z[m] * inverse[m];
    } else {
        const double *restrict e_before = l->a.east + k - n;
        for (int m = 0; m < n; m++) q[m] *= -(double)part[m], p[m] *= -e_before[m] * inverse[m];
    }
    GUD_INDEPENDENT
    for (int m = 0; m < n; m++) {
        const double all = last ? q[m] + e[m] : q[m];
        closing[m] = (float)(all / c_z[m]);
        opening[m] = (float)p[m];
        schur[m] -= all * (last ? p[m] + w_z[m] * inverse[m] : p[m]);
    }
    l->closes[i] = matters(n, closing);
    l->opens[i] = matters(n, opening);
}

GUD_INLINE bool ring_end(gud_level *l, const double *schur)
{
    const int n = l->row, z = (l->nx - 1) * n;
    for (int m = 0; m < n; m++) {
        const double unit = l->a.centre[z + m];
        if (!(schur[m] > 1e-13 * unit)) return false;
        l->pivot[z + m] = schur[m], l->inverse[z + m] = 1.0 / schur[m];
        l->west[z + m] = (float)(l->a.west[z + m] * l->inverse[z - n + m]);
        l->east[z - n + m] = l->east[z + m] = 0.0f;
        l->gain[m] = (float)(unit / schur[m]);
    }
    return true;
}

// entries along y by the pivots of their columns
GUD_INLINE void row_couple(gud_level *l, int i)
{
    const int k = i * l->row, even = l->even;
    const double *restrict d = l->inverse + k;
    for (int m = 0; m < even; m++) {
        l->south[k + m] = (float)(l->a.south[k + m] * d[even + m - 1]);
        l->north[k + m] = (float)(l->a.north[k + m] * d[even + m]);
    }
    for (int m = 0; m < l->odd; m++) {
        l->south[k + even + m] = (float)(l->a.south[k + even + m] * d[m]);
        l->north[k + even + m] = (float)(l->a.north[k + even + m] * d[m + 1]);
    }
}

GUD_WIDE static bool lines_factor(const gud_levels *levels, gud_level *l)
{
    const int last = l->nx - 1, chain = l->ring ? last : l->nx;
    double *q = levels->buffer, *p = q + l->row, *schur = p + l->row;
    for (int m = 0; m < l->row; m++) schur[m] = l->a.centre[last * l->row + m];
    for (int i = 0; i < chain; i++) {
        if (!row_factor(l, i)) return false;
        if (l->ring) row_close(l, i, q, p, schur);
    }
    if (l->ring && !ring_end(l, schur)) return false;
    for (int i = 0; i < l->nx; i++) row_couple(l, i);
    return true;
}

// ---- transfer between levels

GUD_WIDE static void shares_fill(gud_level *f, const gud_level *c)
{
    const int odd = f->ny / 2;
    for (int i = 0; i < f->nx; i++) {
        const double *restrict fine = f->pivot + i * f->row + f->even;
        const double *restrict coarse = c->inverse + i * c->row;
        float *restrict share = f->share[0] + i * f->odd;
        for (int J = 0; J < odd; J++) share[J] = (float)(fine[J] * coarse[(J & 1 ? c->even : 0) + J / 2]);
    }
}

// the same where cells are merged along x: linear between pressures, constant for film fractions
static void merged_shares_fill(gud_level *f, const gud_level *c)
{
    const int odd = f->ny / 2;
    for (int i = 0; i < f->nx; i++) {
        const int I = gud_level_row(f, i, 0), N = gud_level_row(f, i, 1);
        const double off = 0.5 * (c->width[I] - f->width[i]), to = 0.5 * (c->width[I] + (N >= 0 ? c->width[N] : 0.0));
        for (int J = 0; J < odd; J++) {
            const int at = i * f->odd + J, in_row = (J & 1 ? c->even : 0) + J / 2;
            const double d = f->pivot[i * f->row + f->even + J];
            const bool full = f->thin.full[i * odd + J] > 0.0, coarse_full = c->problem.full[I * odd + J] > 0.0;
            const bool beside = N >= 0 && c->problem.full[N * odd + J] > 0.0;
            const double t = full && coarse_full ? off / to : 0.0;
            f->give[0][at] = (float)(1.0 - t);
            f->give[1][at] = (float)(beside ? t : 0.0);
            f->share[0][at] = (float)(full == coarse_full ? (1.0 - t) * d * c->inverse[I * c->row + in_row] : 0.0);
            f->share[1][at] = (float)(beside ? t * d * c->inverse[N * c->row + in_row] : 0.0);
        }
    }
}

// ---- setup

// conductances between cells with unknowns; those to others are leaks
GUD_WIDE static void finest_faces(gud_level *l, const gud_film *film, const gud_film_work *w)
{
    gud_problem *p = &l->problem;
    const int nx = l->nx, n = l->ny;
    const double *live = film->unknown;
    for (int i = 0; i <= nx; i++) {
        const bool inner = l->ring || (i > 0 && i < nx);
        const double *low = live + (i > 0 ? i - 1 : nx - 1) * n, *high = live + (i < nx ? i : 0) * n;
        for (int j = 0; j < n; j++) p->conduct_x[i * n + j] = inner ? w->x.slope[i * n + j] * low[j] * high[j] : 0.0;
    }
    for (int i = 0; i < nx; i++) {
        const int g = i * (n + 1), k = i * n;
        const double *slope = w->y.slope + k;
        p->conduct_y[g] = p->conduct_y[g + n] = 0.0;
        for (int j = 1; j < n; j++) p->conduct_y[g + j] = slope[j] * live[k + j - 1] * live[k + j];
        for (int j = 0; j < n; j++) {
            const double all_x = w->x.slope[k + j] + w->x.slope[k + n + j], all_y = slope[j] + slope[j + 1];
            p->leak_x[k + j] = all_x - (p->conduct_x[k + j] + p->conduct_x[k + n + j]);
            p->leak_y[k + j] = all_y - (p->conduct_y[g + j] + p->conduct_y[g + j + 1]);
        }
        p->leak_y[k] += w->y.slope[gud_film_face_y(film, i, 0)];
        p->leak_y[k + n - 1] += w->y.slope[gud_film_face_y(film, i, n)];
    }
}

static void finest_carry(const gud_levels *levels, gud_problem *p, const gud_film *film, const gud_film_work *w)
{
    const bool transport = film->options.cavitation->transport;
    p->carry_x = transport && w->x.carries ? w->x.carry : NULL;
    p->carry_y = transport && w->y.carries ? levels->carry_y : NULL;
    for (int i = 0; p->carry_y && i < p->nx; i++)
        for (int j = 0; j <= p->ny; j++) p->carry_y[i * (p->ny + 1) + j] = w->y.carry[gud_film_face_y(film, i, j)];
}

static void finest(gud_levels *levels, const gud_film *film, const gud_film_work *w, const gud_film_in *in)
{
    const bool transport = film->options.cavitation->transport;
    gud_level *l = &levels->level[0];
    gud_problem *p = &l->problem;
    finest_faces(l, film, w);
    finest_carry(levels, p, film, w);
    for (int k = 0; k < film->ncell; k++) {
        const double held = film->area[k] * in->per_c * w->thick[k];
        p->full[k] = film->unknown[k] * w->full[k];
        p->broken[k] = film->unknown[k] - p->full[k];
        p->store[k] = transport ? held * w->rho[k] : w->slack;
        p->leak_y[k] += held * w->rho_u[k];
    }
    matrix_copy(l, &w->matrix);
}

static void coarser(const gud_levels *levels, gud_level *f, gud_level *c)
{
    if (f->merge == 2) {
        gud_problem_thin(levels, &f->problem, f->ring, &f->thin);
        gud_problem_merge(&f->thin, f->width, &c->problem, c->width);
    } else {
        gud_problem_thin(levels, &f->problem, f->ring, &c->problem);
    }
    matrix_fill(levels, c);
}

gud_status gud_levels_setup(gud_levels *levels, const gud_film *film, const gud_film_work *work, const gud_film_in *in)
{
    finest(levels, film, work, in);
    for (int n = 0; n < levels->n; n++) {
        gud_level *l = &levels->level[n];
        if (n > 0) coarser(levels, l - 1, l);
        if (!lines_factor(levels, l)) return GUD_RETRY;
        if (n > 0 && l[-1].merge == 1) shares_fill(l - 1, l);
        if (n > 0 && l[-1].merge == 2) merged_shares_fill(l - 1, l);
    }
    return GUD_OK;
}
