#include "film/lanes.h"
#include "pair/column.h"
#include "pair/film_work.h"

#include <math.h>
#include <string.h>

// time over which the pressure of an instant is found: short against everything that moves
static const double instant = 1e-9; // s

// ---- loops over cells and faces

GUD_WIDE double gud_film_least(const double *a, int n)
{
    return gud_least(a, n);
}

GUD_WIDE double gud_film_dot(const double *a, const double *b, int n)
{
    return gud_sum_of_products(a, b, n);
}

enum { together = 4 }; // products that are summed side by side: none waits for another

// in the order of gud_sum_of_products; the compiler knows the number of rows
GUD_INLINE void sum_rows(int nrow, int n, const double *x, const double *const *row, double *sum)
{
    gud_four s[together] = {{0.0}, {0.0}, {0.0}, {0.0}};
    double rest[together] = {0.0};
    int k = 0;
    for (; k + GUD_LANES <= n; k += GUD_LANES)
        for (int i = 0; i < nrow; i++) s[i] += *(const gud_four *)(x + k) * *(const gud_four *)(row[i] + k);
    for (; k < n; k++)
        for (int i = 0; i < nrow; i++) rest[i] += x[k] * row[i][k];
    for (int i = 0; i < nrow; i++) sum[i] = ((s[i][0] + s[i][1]) + (s[i][2] + s[i][3])) + rest[i];
}

GUD_WIDE static void sum_together(int nrow, int n, const double *x, const double *const *row, double *sum)
{
    if (nrow == 1) sum_rows(1, n, x, row, sum);
    if (nrow == 2) sum_rows(2, n, x, row, sum);
    if (nrow == 3) sum_rows(3, n, x, row, sum);
    if (nrow == 4) sum_rows(4, n, x, row, sum);
}

void gud_film_add_dots(int n, double factor, const double *x, int nrow, const double *const *rows, const double *unit,
                       double *sums, int stride)
{
    for (int a = 0; a < nrow;) {
        const double *row[together];
        double *to[together], sum[together], by[together];
        int count = 0;
        for (; a < nrow && count < together; a++)
            if (rows[a])
                row[count] = rows[a], by[count] = unit ? factor * unit[a] : factor, to[count++] = &sums[a * stride];
        sum_together(count, n, x, row, sum);
        for (int i = 0; i < count; i++) *to[i] += by[i] * sum[i];
    }
}

GUD_WIDE void gud_film_multiply(int n, const double *restrict x, const double *restrict factor, double *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = x[k] * factor[k];
}

GUD_WIDE void gud_film_on_faces(const gud_gap_field *f, const double *cell, double *restrict face)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    for (int e = in.first; e < in.end; e++) face[e] = 0.5 * (cell[e - in.ny] + cell[e]);
    for (int e = 0; e < f->nmoving; e = gud_next_outer(&in, e)) face[e] = 0.5 * (cell[f->low[e]] + cell[f->high[e]]);
}

// ---- inputs of the film

const gud_cavitation *gud_film_cavitation(const gud_film_layer *l)
{
    return l->cavitation ? l->cavitation : &gud_cavitation_elrod_adams;
}

double gud_film_floored_gap(double floor, double gap, double *share, double *bend)
{
    const double s = 0.25 * floor, x = (gap - floor) / s;
    *share = 1.0, *bend = 0.0;
    if (!(floor > 0.0) || x >= 40.0) return gap;
    *share = 1.0 / (1.0 + exp(-x));
    *bend = *share * (1.0 - *share) / s;
    return floor + s * (fmax(x, 0.0) + log1p(exp(-fabs(x))));
}

// Neighbours along y often have the same gap.
static void floor_cells(int n, double floor, const double *gap, double *floored, double *share, double *bend)
{
    double last = NAN, film = 0.0, s = 1.0, b = 0.0;
    for (int k = 0; k < n; k++) {
        if (gap[k] != last) last = gap[k], film = gud_film_floored_gap(floor, last, &s, &b);
        floored[k] = film;
        if (share) share[k] = s, bend[k] = b;
    }
}

GUD_WIDE void gud_film_floor_gaps(int n, double floor, const double *gap, double *floored, double *share, double *bend)
{
    static const double far = 11.001; // times the floor; beyond it gaps stay as they are
    enum { block = 64 };
    for (int from = 0; from < n; from += block) {
        const int count = n - from < block ? n - from : block;
        double *s = share ? share + from : NULL, *b = share ? bend + from : NULL;
        if (floor > 0.0 && !(gud_least(gap + from, count) > far * floor)) {
            floor_cells(count, floor, gap + from, floored + from, s, b);
            continue;
        }
        for (int k = from; k < from + count; k++) floored[k] = gap[k];
        for (int k = 0; s && k < count; k++) s[k] = 1.0, b[k] = 0.0;
    }
}

// `given`: by how much walls have given way; NULL: not at all
static void keep_floor(const gud_gap_field *f, const double *given, gud_film_scratch *w)
{
    w->close = f->compliance || (w->floor > 0.0 && gud_film_least(f->h, f->n) < 11.0 * w->floor);
    w->film_gap = w->close ? w->floored : f->h;
    if (!w->close) return;
    for (int k = 0; given && k < f->n; k++) w->floored[k] = f->h[k] + given[k];
    gud_film_floor_gaps(f->n, w->floor, given ? w->floored : f->h, w->floored, w->share, w->bend);
}

void gud_film_wall_gap(void *owner, const double *pressure, double *gap, double *gap_p)
{
    gud_film_scratch *w = owner;
    double share, bend;
    for (int k = 0; k < w->n; k++) w->above[k] = pressure[k] - w->ambient;
    gud_columns_yield(w->field, w->above, w->given, w->given_p);
    for (int k = 0; k < w->n; k++) {
        gap[k] = gud_film_floored_gap(w->floor, w->field->h[k] + w->given[k], &share, &bend);
        gap_p[k] = share * w->given_p[k];
    }
}

// Stiff walls that overlap, which the guess does not hold apart, are pressed apart to a part `ajar` of the widest gap:
// from a gap that is closed Newton's method would not come back.
static void guess_open(const gud_film_layer *l, const gud_gap_field *f, gud_film_scratch *w)
{
    static const double ajar = 0.01;
    enum { passes = 4 };
    gud_film_out *out = &w->out;
    for (int pass = 0; pass < passes; pass++) {
        int closed = 0;
        for (int k = 0; k < f->n; k++)
            w->above[k] = out->warm ? (out->full[k] ? out->pressure[k] : l->cavity) - l->ambient : 0.0;
        gud_columns_yield(f, w->above, w->given, w->given_p);
        const double wide = ajar * gud_largest(f->h, f->n);
        for (int k = 0; k < f->n; k++) closed += f->h[k] + w->given[k] <= 0.0;
        if (closed == 0) return;
        for (int k = 0; k < f->n; k++) {
            const double gap = f->h[k] + w->given[k];
            const bool opens = gap <= 0.0;
            if (!out->warm || opens) out->full[k] = 1, out->theta[k] = 1.0, out->pressure[k] = w->above[k] + l->ambient;
            if (opens) out->pressure[k] += (wide - gap) / w->given_p[k];
        }
        out->warm = true;
    }
}

static void rows_set(const gud_gap_field *f, gud_film_scratch *w)
{
    for (int k = 0; k < f->nq; k++) {
        w->row[k] = f->h_q[k];
        if (!w->close || !f->h_q[k]) continue;
        gud_film_multiply(f->n, f->h_q[k], w->share, w->own_row[k]);
        w->row[k] = w->own_row[k];
    }
    if (w->close) gud_film_multiply(f->n, f->h_t, w->share, w->rate);
}

// oil that the walls carry over the faces: docs/theory/pair.md, (8)
static void drift_fill(const gud_gap_field *f, gud_film_scratch *w)
{
    if (w->turns) gud_film_on_faces(f, w->film_gap, w->face_gap);
    for (int k = 0; k < f->nq; k++) {
        const double *carry = f->carry[k], *arm = f->arm[k];
        for (int e = 0; arm && e < f->nmoving; e++)
            w->drift_v[k][e] = (carry[e] + w->face_gap[e] * arm[e]) * w->per_length[e];
    }
    gud_rows_combine(f->nmoving, f->nq, (const double *const *)w->drift_v, f->q_t, NULL, w->drift);
}

static void add_outer_flow(const gud_gap_field *f, const double *flow, double *cell)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    for (int e = 0; e < f->nmoving; e = gud_next_outer(&in, e)) {
        cell[f->low[e]] += flow[e] * f->has_low[e];
        cell[f->high[e]] -= flow[e] * f->has_high[e];
    }
}

// adds what leaves every cell over the faces; flow holds it
GUD_WIDE static void add_outflow(const gud_gap_field *f, const double *restrict flow, double *restrict cell)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    for (int k = 0; k < in.end - in.ny; k++) cell[k] += flow[k + in.ny];
    for (int k = in.ny; k < in.end; k++) cell[k] -= flow[k];
    add_outer_flow(f, flow, cell);
}

// like add_outflow, but overwrites `cell`
GUD_WIDE static void set_outflow(const gud_gap_field *f, const double *restrict flow, double *restrict cell)
{
    const int ny = f->grid->ny, last = f->n - ny; // a grid has two rows at least
    for (int k = 0; k < ny; k++) cell[k] = flow[k + ny];
    for (int k = ny; k < last; k++) cell[k] = flow[k + ny] - flow[k];
    for (int k = last; k < f->n; k++) cell[k] = -flow[k];
    add_outer_flow(f, flow, cell);
}

// the gap on the faces times what a unit carries over them
GUD_WIDE static void carried_flow(const gud_gap_field *f, const double *gap, const double *carry, double *restrict flow)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    for (int e = in.first; e < in.end; e++) flow[e] = 0.5 * (gap[e - in.ny] + gap[e]) * carry[e];
    for (int e = 0; e < f->nmoving; e = gud_next_outer(&in, e))
        flow[e] = 0.5 * (gap[f->low[e]] + gap[f->high[e]]) * carry[e];
}

// force of a unit of pressure in every cell: what it does as the gap grows, and on what the walls carry, (10)
static void push_fill(const gud_gap_field *f, gud_film_scratch *w, int k)
{
    const double *carry = f->carry[k], *arm = f->arm[k];
    double *restrict push = w->own_push[k];
    w->push[k] = push, w->push_unit[k] = 1.0;
    if (!carry && !w->close && f->push[k]) {
        w->push[k] = f->push[k], w->push_unit[k] = f->push_unit;
        return;
    }
    if (w->row[k]) gud_film_multiply(f->n, w->row[k], f->grid->area, push);
    if (!w->row[k] && !carry) memset(push, 0, (size_t)f->n * sizeof(double));
    if (!carry) return;
    double *restrict flow = w->scrap[0];
    if (!arm) carried_flow(f, w->film_gap, carry, flow);
    for (int e = 0; arm && e < f->nmoving; e++) flow[e] = w->face_gap[e] * (carry[e] + w->face_gap[e] * arm[e]);
    (w->row[k] ? add_outflow : set_outflow)(f, flow, push);
}

static void slip_fill(const gud_gap_field *f, gud_film_scratch *w)
{
    for (int k = 0; f->shear[1] && k < f->n; k++) w->slip[k] = hypot(f->shear[0][k], f->shear[1][k]);
    if (!f->shear[1]) memcpy(w->slip, f->shear[0], (size_t)f->n * sizeof(double));
}

static void kinds_follow(gud_gap_field *f, gud_film_scratch *w)
{
    if (!f->wet || !f->wet_changed) return;
    for (int k = 0; k < f->n; k++) f->grid->kind[k] = f->wet[k] ? GUD_CELL_FREE : GUD_CELL_FIXED;
    gud_film_kinds_set(w->film, f->grid);
    f->wet_changed = false;
}

void gud_film_inputs_fill(const gud_film_layer *l, const gud_layer_in *in, gud_film_scratch *w)
{
    gud_gap_field *f = in->field;
    const bool stateful = gud_film_cavitation(l)->transport, slides = l->oil->shear || l->flow;
    kinds_follow(f, w);
    keep_floor(f, NULL, w);
    rows_set(f, w);
    drift_fill(f, w);
    for (int k = 0; k < f->nq && !f->compliance; k++) push_fill(f, w, k);
    if (slides) slip_fill(f, w);
    if (f->compliance) guess_open(l, f, w);
    const double *rate = w->close ? w->rate : f->h_t, *pressure = NULL;
    if (l->nfeed > 0) pressure = gud_film_feeding_follow(l, &w->feeding, in, w->film);
    w->oil = *l->oil;
    if (w->eta0 > 0.0) w->oil.eta0 = w->eta0;
    w->in = (gud_film_in){.oil = &w->oil,
                          .gap = w->film_gap,
                          .m_hat = in->y_hat,
                          .m_guess = in->y_guess,
                          .began = in->y_guess ? w->began : NULL,
                          .opening = rate,
                          .per_c = stateful && isfinite(in->c) ? 1.0 / in->c : 0.0,
                          .rate = stateful ? NULL : rate,
                          .drift_x = w->drift,
                          .drift_y = f->nmoving > f->nface_x ? w->drift + f->nface_x : NULL,
                          .slip = slides ? w->slip : NULL,
                          .feed_pressure = pressure,
                          .wall = f->compliance ? &w->wall : NULL};
    if (l->flow && f->shear[1]) w->in.slide[0] = f->shear[0], w->in.slide[1] = f->shear[1];
    if (in->c > 0.0 || !stateful) return;
    // Between stages (a start, an event) there is no step to take the pressure from: the film of a very short time in
    // which the walls move as they do now.
    double share, bend;
    for (int k = 0; k < f->n; k++)
        w->m_hat[k] = gud_film_floored_gap(w->floor, gud_field_gap(f, k), &share, &bend) - instant * rate[k];
    gud_film_fill(w->film, w->m_hat, w->m_hat);
    for (int k = 0; k < f->n; k++)
        if (w->out.theta[k] < 1.0 && in->y_hat[k] < w->m_hat[k]) w->m_hat[k] = in->y_hat[k];
    w->in.m_hat = w->m_hat, w->in.m_guess = NULL;
    w->in.per_c = 1.0 / instant;
}

gud_status gud_film_walls_settle(const gud_film_layer *l, gud_gap_field *f, gud_film_scratch *w, gud_error *error)
{
    for (int k = 0; k < f->n; k++) w->above[k] = w->out.pressure[k] - l->ambient;
    gud_columns_yield(f, w->above, f->deflection, w->given_p);
    keep_floor(f, f->deflection, w);
    rows_set(f, w);
    if (w->turns) gud_film_on_faces(f, w->film_gap, w->face_gap);
    for (int k = 0; k < f->nq; k++) push_fill(f, w, k);
    if (l->floor > 0.0 || gud_film_least(w->film_gap, f->n) > 2.0 * GUD_FILM_THINNEST) return GUD_OK;
    return gud_fail(error, GUD_RETRY,
                    "film: less than %g nm between smooth walls; check the load, or use rough contact (model: mixed)",
                    2e9 * GUD_FILM_THINNEST);
}
