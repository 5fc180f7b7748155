#include "pair/film_layer.h"

#include "film/lanes.h"
#include "pair/column.h"
#include "pair/film_feeds.h"
#include "pair/film_report.h"

#include <math.h>
#include <string.h>

// A film's scratch, and the answer it gave last. Rows are the film's own where walls come close to the floor; elsewhere
// they are those of the field.
typedef struct {
    gud_film *film;
    gud_film_work *solver;
    gud_film_out out;
    gud_film_in in; // of the last solution
    gud_film_feeding feeding;
    int n, nq, nface;
    double *film_gap, *floored; // [n] gap that oil fills: that of the field, or what valleys hold
    double *share, *bend;       // [n] d(film_gap)/d(gap) and its derivative
    double *rate;               // [n] of the film's gap
    bool close;                 // walls come close to the floor somewhere
    const double **row;         // [nq][n] d(film_gap)/dq
    const double **push;        // [nq][n] force of a unit of pressure
    double **own_row, **own_push;
    double *per_length;          // [faces] 0 where nothing flows
    double *face_gap, *drift;    // [faces]
    double **drift_v, **drift_q; // [nq][faces]
    double *slip;                // [n] size of the sliding velocity
    double *load, *press;        // [n] pressure above ambient, of both halves; its force on the slope
    double *drag;                // [n] stress of the walls by their slip, times area
    double *m_hat;               // [n] oil to start from at an instant
    double *answered_gap;        // [n] gap of the last answer
    double **column, **oil_column, **rate_column, **slip_column;
    double *fall, *half, *eta, *scrap[4];
    double floor, ambient; // m, gap that is left to the film; Pa
    // where walls give way: pressure above ambient, deflection of a trial and its slope, gap by coordinates at constant
    // pressure, and with it; by rates
    double *above, *given, *given_p;
    double **yield_row, **total_q, **total_v;
    const gud_gap_field *field;
    gud_film_wall wall;
    gud_arena memory;
} scratch;

// time over which the pressure of an instant is found: short against everything that moves
static const double instant = 1e-9; // s

static const double thinnest = 1e-9; // m, films between walls that give way are none below twice that

static const gud_cavitation *cavitation_of(const gud_film_layer *l)
{
    return l->cavitation ? l->cavitation : &gud_cavitation_elrod_adams;
}

// ---- creation

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_film_work_free(w->solver);
    gud_film_free(w->film);
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

// an array of arrays for those coordinates that have a row
static double **rows_take(gud_arena *a, int nq, const double *const *wanted, size_t count)
{
    double **rows = GUD_TAKE(a, double *, nq);
    for (int k = 0; rows && k < nq; k++)
        if (!wanted || wanted[k]) rows[k] = GUD_TAKE(a, double, count);
    return rows;
}

static void arrays_take(const gud_film_layer *l, const gud_gap_field *f, scratch *w, gud_arena *a)
{
    const size_t n = (size_t)f->n, faces = (size_t)f->nface, q = (size_t)f->nq;
    double **one[] = {&w->floored,   &w->share, &w->bend,         &w->rate,     &w->load,     &w->press,
                      &w->drag,      &w->m_hat, &w->answered_gap, &w->eta,      &w->scrap[0], &w->slip,
                      &w->out.theta, &w->out.m, &w->scrap[1],     &w->scrap[2], &w->scrap[3], &w->out.pressure};
    gud_film_feeding_take(&w->feeding, l, a);
    w->out.feed = GUD_TAKE(a, double, l->nfeed);
    for (int i = 0; i < GUD_COUNT(one); i++) *one[i] = GUD_TAKE(a, double, n);
    double **face[] = {&w->per_length, &w->face_gap, &w->drift, &w->fall, &w->half};
    for (int i = 0; i < GUD_COUNT(face); i++) *face[i] = GUD_TAKE(a, double, faces);
    w->out.full = GUD_TAKE(a, unsigned char, n);
    w->row = GUD_TAKE(a, const double *, q);
    w->push = GUD_TAKE(a, const double *, q);
    w->own_row = rows_take(a, f->nq, f->h_q, n);
    w->own_push = rows_take(a, f->nq, NULL, n);
    w->drift_v = rows_take(a, f->nq, f->carry, faces);
    w->drift_q = rows_take(a, f->nq, f->arm, faces);
    w->column = rows_take(a, 2 * f->nq, NULL, n);
    w->oil_column = rows_take(a, f->nq, f->h_q, n);
    w->rate_column = rows_take(a, f->nq, f->h_q, n);
    w->slip_column = rows_take(a, f->nq, f->carry, n);
}

static void wall_gap(void *owner, const double *pressure, double *gap, double *gap_p);

static void wall_take(const gud_gap_field *f, scratch *w, gud_arena *a)
{
    double **one[] = {&w->above, &w->given, &w->given_p};
    if (!f->compliance) return;
    for (int i = 0; i < GUD_COUNT(one); i++) *one[i] = GUD_TAKE(a, double, f->n);
    w->yield_row = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->total_q = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->total_v = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->wall = (gud_film_wall){.gap = wall_gap, .owner = w, .compliance = f->compliance};
}

static double face_length(const gud_gap_field *f, int e)
{
    return e < f->nface_x ? f->grid->x_length[e] : f->grid->y_length[e - f->nface_x];
}

static void drift_rows_fill(const gud_gap_field *f, scratch *w)
{
    for (int e = 0; e < f->nface; e++)
        w->per_length[e] = f->has_low[e] + f->has_high[e] > 0.0 ? 1.0 / face_length(f, e) : 0.0;
    for (int k = 0; k < f->nq; k++)
        for (int e = 0; f->carry[k] && e < f->nmoving; e++) w->drift_v[k][e] = f->carry[k][e] / face_length(f, e);
}

static gud_status work_create(const void *prm, const gud_gap_field *f, gud_error *error, void **work)
{
    const gud_film_layer *l = prm;
    gud_arena memory;
    gud_arena_init(&memory);
    *work = NULL;
    scratch *w = GUD_TAKE(&memory, scratch, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
    w->n = f->n, w->nq = f->nq, w->nface = f->nface;
    arrays_take(l, f, w, &memory);
    wall_take(f, w, &memory);
    w->floor = l->floor > 0.0 || !f->compliance ? l->floor : thinnest;
    w->field = f;
    w->ambient = l->ambient;
    w->memory = memory;
    const gud_film_options options = {.cavitation = l->cavitation,
                                      .cavity = l->cavity,
                                      .solver = l->solver,
                                      .nparam = 2 * f->nq,
                                      .flow = l->flow,
                                      .flow_params = l->flow_params,
                                      .thins = l->thins,
                                      .nfeed = l->nfeed,
                                      .yields = f->compliance};
    gud_status status = memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "film: no memory for %d cells", f->n) : GUD_OK;
    for (int k = 0; k < f->n && f->wet; k++) f->grid->fixed[k] = l->ambient;
    if (status == GUD_OK) status = gud_film_create(f->grid, &options, error, &w->film);
    if (status == GUD_OK) status = gud_film_feeds_set(w->film, l->nfeed, l->feeds, error);
    if (status == GUD_OK) status = gud_film_work_create(w->film, error, &w->solver);
    if (status == GUD_OK) drift_rows_fill(f, w), *work = w;
    if (status != GUD_OK) work_free(w);
    return status;
}

const gud_film_out *gud_film_layer_state(const void *work)
{
    return &((const scratch *)work)->out;
}

gud_film_out *gud_film_layer_guess(void *work)
{
    return &((scratch *)work)->out;
}

void gud_film_layer_balance(const void *work, gud_film_balance *balance)
{
    const scratch *w = work;
    gud_film_balance_get(w->film, w->solver, &w->in, &w->out, balance);
}

// ---- inputs of the film

GUD_WIDE static double least_of(const double *a, int n)
{
    return gud_least(a, n);
}

// Where rough walls press into each other their valleys still hold oil: h = f + s ln(1 + exp((h_n - f)/s)) of the
// nominal gap h_n, with s = f/4. Far above the floor f it is h_n itself. docs/theory/lubricated.md, eq. (4a)
static double floored_gap(double floor, double gap, double *share, double *bend)
{
    const double s = 0.25 * floor, x = (gap - floor) / s;
    *share = 1.0, *bend = 0.0;
    if (!(floor > 0.0) || x >= 40.0) return gap;
    *share = 1.0 / (1.0 + exp(-x));
    *bend = *share * (1.0 - *share) / s;
    return floor + s * (fmax(x, 0.0) + log1p(exp(-fabs(x))));
}

// `given`: by how much walls have given way; NULL: not at all
static void keep_floor(const gud_gap_field *f, const double *given, scratch *w)
{
    w->close = f->compliance || (w->floor > 0.0 && least_of(f->h, f->n) < 11.0 * w->floor);
    w->film_gap = w->close ? w->floored : f->h;
    for (int k = 0; k < f->n && w->close; k++)
        w->floored[k] = floored_gap(w->floor, given ? f->h[k] + given[k] : f->h[k], &w->share[k], &w->bend[k]);
}

// gap of the film under its pressure, see gud_film_wall
static void wall_gap(void *owner, const double *pressure, double *gap, double *gap_p)
{
    scratch *w = owner;
    double share, bend;
    for (int k = 0; k < w->n; k++) w->above[k] = pressure[k] - w->ambient;
    gud_columns_yield(w->field, w->above, w->given, w->given_p);
    for (int k = 0; k < w->n; k++) {
        gap[k] = floored_gap(w->floor, w->field->h[k] + w->given[k], &share, &bend);
        gap_p[k] = share * w->given_p[k];
    }
}

// Stiff walls that overlap, which the guess does not hold apart, are pressed apart to a part `ajar` of the widest gap:
// from a gap that is closed Newton's method would not come back.
static void guess_open(const gud_film_layer *l, const gud_gap_field *f, scratch *w)
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

GUD_WIDE static void multiply(int n, const double *restrict x, const double *restrict factor, double *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = x[k] * factor[k];
}

static void rows_set(const gud_gap_field *f, scratch *w)
{
    for (int k = 0; k < f->nq; k++) {
        w->row[k] = f->h_q[k];
        if (!w->close || !f->h_q[k]) continue;
        multiply(f->n, f->h_q[k], w->share, w->own_row[k]);
        w->row[k] = w->own_row[k];
    }
    if (w->close) multiply(f->n, f->h_t, w->share, w->rate);
}

// Inner faces across x have cells of known numbers on both sides, e - ny and e: loops over them are vectors. All
// others, from `rest` of the two ranges on, look their cells up.
typedef struct {
    int first, end, ny;
} inner_faces;

static inner_faces inner_of(const gud_gap_field *f)
{
    return (inner_faces){f->grid->ny, f->n, f->grid->ny};
}

// the face after e among those that are not inner ones
static int next_outer(const inner_faces *in, int e)
{
    return e + 1 == in->first ? in->end : e + 1;
}

GUD_WIDE static void on_faces(const gud_gap_field *f, const double *cell, double *restrict face)
{
    const inner_faces in = inner_of(f);
    for (int e = in.first; e < in.end; e++) face[e] = 0.5 * (cell[e - in.ny] + cell[e]);
    for (int e = 0; e < f->nmoving; e = next_outer(&in, e)) face[e] = 0.5 * (cell[f->low[e]] + cell[f->high[e]]);
}

// oil that the walls carry over the faces: docs/theory/pair.md, (8)
static void drift_fill(const gud_gap_field *f, scratch *w)
{
    double *restrict drift = w->drift;
    on_faces(f, w->film_gap, w->face_gap);
    memset(drift, 0, (size_t)f->nmoving * sizeof(double));
    for (int k = 0; k < f->nq; k++) {
        if (!f->carry[k]) continue;
        double *restrict drift_v = w->drift_v[k];
        const double *carry = f->carry[k], *arm = f->arm[k], rate = f->q_t[k];
        for (int e = 0; arm && e < f->nmoving; e++)
            drift_v[e] = (carry[e] + w->face_gap[e] * arm[e]) * w->per_length[e];
        for (int e = 0; e < f->nmoving; e++) drift[e] += rate * drift_v[e];
    }
}

// adds what leaves every cell over the faces; flow holds it
GUD_WIDE static void add_outflow(const gud_gap_field *f, const double *restrict flow, double *restrict cell)
{
    const inner_faces in = inner_of(f);
    for (int k = 0; k < in.end - in.ny; k++) cell[k] += flow[k + in.ny];
    for (int k = in.ny; k < in.end; k++) cell[k] -= flow[k];
    for (int e = 0; e < f->nmoving; e = next_outer(&in, e)) {
        cell[f->low[e]] += flow[e] * f->has_low[e];
        cell[f->high[e]] -= flow[e] * f->has_high[e];
    }
}

// force of a unit of pressure in every cell: what it does as the gap grows, and on what the walls carry, (10)
static void push_fill(const gud_gap_field *f, scratch *w, int k)
{
    const double *carry = f->carry[k], *arm = f->arm[k], *area = f->grid->area;
    double *restrict push = w->own_push[k];
    w->push[k] = push;
    if (!carry && !w->close && f->push[k]) {
        w->push[k] = f->push[k];
        return;
    }
    if (w->row[k])
        multiply(f->n, w->row[k], area, push);
    else
        memset(push, 0, (size_t)f->n * sizeof(double));
    if (!carry) return;
    double *restrict flow = w->fall;
    for (int e = 0; !arm && e < f->nmoving; e++) flow[e] = w->face_gap[e] * carry[e];
    for (int e = 0; arm && e < f->nmoving; e++) flow[e] = w->face_gap[e] * (carry[e] + w->face_gap[e] * arm[e]);
    add_outflow(f, flow, push);
}

static void slip_fill(const gud_gap_field *f, scratch *w)
{
    for (int k = 0; f->shear[1] && k < f->n; k++) w->slip[k] = hypot(f->shear[0][k], f->shear[1][k]);
    if (!f->shear[1]) memcpy(w->slip, f->shear[0], (size_t)f->n * sizeof(double));
}

static void kinds_follow(gud_gap_field *f, scratch *w)
{
    if (!f->wet || !f->wet_changed) return;
    for (int k = 0; k < f->n; k++) f->grid->kind[k] = f->wet[k] ? GUD_CELL_FREE : GUD_CELL_FIXED;
    gud_film_kinds_set(w->film, f->grid);
    f->wet_changed = false;
}

static void inputs_fill(const gud_film_layer *l, const gud_layer_in *in, scratch *w)
{
    gud_gap_field *f = in->field;
    const bool stateful = cavitation_of(l)->transport, slides = l->oil->shear || l->flow;
    kinds_follow(f, w);
    keep_floor(f, NULL, w);
    rows_set(f, w);
    drift_fill(f, w);
    for (int k = 0; k < f->nq && !f->compliance; k++) push_fill(f, w, k);
    if (slides) slip_fill(f, w);
    if (f->compliance) guess_open(l, f, w);
    const double *rate = w->close ? w->rate : f->h_t, *pressure = NULL;
    if (l->nfeed > 0) pressure = gud_film_feeding_follow(l, &w->feeding, in, w->film);
    w->in = (gud_film_in){.oil = l->oil,
                          .gap = w->film_gap,
                          .m_hat = in->y_hat,
                          .m_guess = in->y_guess,
                          .per_c = stateful && isfinite(in->c) ? 1.0 / in->c : 0.0,
                          .rate = stateful ? NULL : rate,
                          .drift_x = w->drift,
                          .drift_y = f->nmoving > f->nface_x ? w->drift + f->nface_x : NULL,
                          .slip = slides ? w->slip : NULL,
                          .feed_pressure = pressure,
                          .wall = f->compliance ? &w->wall : NULL};
    if (in->c > 0.0 || !stateful) return;
    // Between stages (a start, an event) there is no step to take the pressure from: the film of a very short time in
    // which the walls move as they do now.
    double share, bend;
    for (int k = 0; k < f->n; k++)
        w->m_hat[k] = floored_gap(w->floor, gud_field_gap(f, k), &share, &bend) - instant * rate[k];
    gud_film_fill(w->film, w->m_hat, w->m_hat);
    for (int k = 0; k < f->n; k++)
        if (w->out.theta[k] < 1.0 && in->y_hat[k] < w->m_hat[k]) w->m_hat[k] = in->y_hat[k];
    w->in.m_hat = w->m_hat, w->in.m_guess = NULL;
    w->in.per_c = 1.0 / instant;
}

// Walls that have given way to the pressure found: gaps, rows and pushes are those of the film then
static gud_status walls_settle(const gud_film_layer *l, gud_gap_field *f, scratch *w, gud_error *error)
{
    for (int k = 0; k < f->n; k++) w->above[k] = w->out.pressure[k] - l->ambient;
    gud_columns_yield(f, w->above, f->deflection, w->given_p);
    keep_floor(f, f->deflection, w);
    rows_set(f, w);
    on_faces(f, w->film_gap, w->face_gap);
    for (int k = 0; k < f->nq; k++) push_fill(f, w, k);
    if (l->floor > 0.0 || least_of(w->film_gap, f->n) > 2.0 * thinnest) return GUD_OK;
    return gud_fail(error, GUD_RETRY, "film: none is left between smooth walls, less than %g nm", 2e9 * thinnest);
}

// ---- forces

GUD_WIDE static double dot(const double *a, const double *b, int n)
{
    return gud_sum_of_products(a, b, n);
}

GUD_WIDE static void add_pressure(const gud_film_layer *l, const gud_gap_field *f, scratch *w, gud_layer_out *out)
{
    for (int k = 0; k < f->n; k++) w->load[k] = f->fold * (w->out.pressure[k] - l->ambient);
    for (int a = 0; a < f->nq; a++) out->response.Q[a] += gud_sum_of_products(w->load, w->push[a], f->n);
}

// stress of the walls by their slip, times area
GUD_WIDE static void drag_fill(const gud_film_layer *l, const gud_gap_field *f, scratch *w)
{
    const int n = f->n;
    const gud_drag *law = l->drag ? l->drag : &gud_drag_streamers;
    const double eta = f->fold * l->oil->eta0, *restrict gap = w->film_gap, *restrict area = f->grid->area;
    double *restrict drag = w->drag;
    gud_film_fractions(w->film, w->solver, w->out.theta, w->scrap[0]);
    law->share(l->drag_params, n, w->scrap[0], drag);
    for (int k = 0; k < n; k++) drag[k] *= eta * area[k] / gap[k];
    if (l->oil->pressure) {
        gud_lubricant_out oil = {w->eta, w->scrap[0], w->scrap[1], w->scrap[2]};
        gud_lubricant_eval(l->oil, n, w->out.pressure, &oil);
        for (int k = 0; k < n; k++) drag[k] *= w->eta[k] / l->oil->eta0;
    }
    if (l->oil->shear) {
        gud_film_thinning(w->film, w->solver, &w->in, w->scrap[0]);
        for (int k = 0; k < n; k++) drag[k] *= w->scrap[0][k];
    }
    for (int k = 0; f->wet && k < n; k++)
        if (!f->wet[k]) drag[k] = 0.0;
}

static void add_drag(const gud_film_layer *l, const gud_gap_field *f, scratch *w, gud_layer_out *out)
{
    drag_fill(l, f, w);
    for (int d = 0; d < 2; d++) {
        if (!f->shear[d]) continue;
        multiply(f->n, w->drag, f->shear[d], w->scrap[d]);
        out->answer[GUD_FILM_LOSS_SHEAR] += dot(w->scrap[d], f->shear[d], f->n);
        for (int a = 0; a < f->nq; a++)
            if (f->shear_v[d][a]) out->response.Q[a] -= dot(w->scrap[d], f->shear_v[d][a], f->n);
    }
}

GUD_WIDE static double largest_pressure(const gud_film_layer *l, const gud_gap_field *f, const scratch *w)
{
    double largest = l->cavity;
    if (!f->wet) return gud_largest(w->out.pressure, f->n);
    for (int k = 0; k < f->n; k++)
        if (f->wet[k]) largest = w->out.pressure[k] > largest ? w->out.pressure[k] : largest;
    return largest;
}

static void answer_fill(const gud_film_layer *l, const gud_gap_field *f, scratch *w, double *answer)
{
    gud_film_feeding_answer(l, f, w->film, w->solver, &w->in, &w->out, answer);
    answer[GUD_FILM_LOSS_FLOW] = f->fold * gud_film_flow_loss(w->film, w->solver);
    answer[GUD_FILM_PRESSURE_MAX] = largest_pressure(l, f, w);
    answer[GUD_FILM_LEAST] = least_of(w->film_gap, f->n);
}

static gud_status eval(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    const gud_film_layer *l = prm;
    scratch *w = work;
    const gud_gap_field *f = in->field;
    inputs_fill(l, in, w);
    gud_status status = gud_film_solve(w->film, w->solver, &w->in, &w->out, error);
    if (status == GUD_OK && f->compliance) status = walls_settle(l, in->field, w, error);
    if (status != GUD_OK) {
        w->out.warm = false;
        return status;
    }
    w->out.warm = true;
    memcpy(w->answered_gap, w->film_gap, (size_t)f->n * sizeof(double));
    for (int k = 0; f->wet && k < f->n; k++)
        if (!f->wet[k]) w->out.m[k] = w->in.m_hat ? w->in.m_hat[k] : w->film_gap[k]; // nothing happens without a film
    if (out->y) memcpy(out->y, in->c > 0.0 ? w->out.m : in->y_hat, (size_t)f->n * sizeof(double));
    for (int k = 0; out->y_t && k < f->n; k++) out->y_t[k] = (w->out.m[k] - w->in.m_hat[k]) * w->in.per_c;
    add_pressure(l, f, w, out);
    add_drag(l, f, w, out);
    answer_fill(l, f, w, out->answer);
    out->dissipation = out->answer[GUD_FILM_LOSS_SHEAR] + out->answer[GUD_FILM_LOSS_FLOW];
    return GUD_OK;
}

// ---- derivatives

// pressure on the slope; where walls touch, on the wet part, which changes with the gap
static void add_wet_part(const gud_layer_in *in, scratch *w, gud_response *r)
{
    const gud_gap_field *f = in->field;
    if (w->close || f->stiffens) multiply(f->n, w->load, f->grid->area, w->press);
    if (!w->close) return;
    multiply(f->n, w->press, w->bend, w->scrap[0]);
    for (int a = 0; a < f->nq; a++) {
        if (!f->h_q[a]) continue;
        multiply(f->n, w->scrap[0], f->h_q[a], w->scrap[1]);
        for (int b = 0; b < f->nq; b++) {
            if (f->h_q[b]) r->Q_q[a * f->nq + b] += dot(w->scrap[1], f->h_q[b], f->n);
            if (!f->compliance) continue;
            r->Q_q[a * f->nq + b] += dot(w->scrap[1], f->deflection_q[b], f->n);
            r->Q_v[a * f->nq + b] += dot(w->scrap[1], f->deflection_v[b], f->n);
        }
    }
    for (int k = 0; k < f->n; k++) w->press[k] *= w->share[k];
}

// cells get what lies on their faces
GUD_WIDE static void share_out(const gud_gap_field *f, const double *restrict face, double *restrict cell)
{
    const inner_faces in = inner_of(f);
    memset(cell, 0, (size_t)f->n * sizeof(double));
    for (int k = 0; k < in.end - in.ny; k++) cell[k] += face[k + in.ny];
    for (int k = in.ny; k < in.end; k++) cell[k] += face[k];
    for (int e = 0; e < f->nmoving; e = next_outer(&in, e)) {
        cell[f->low[e]] += face[e];
        cell[f->high[e]] += face[e];
    }
}

// force a changes by so much with the gap of the film's cells
static void add_gap_slope(const gud_gap_field *f, const scratch *w, gud_response *r, int a, const double *by_gap)
{
    for (int b = 0; b < f->nq; b++) {
        const double *row = f->compliance ? w->total_q[b] : w->row[b];
        if (row) r->Q_q[a * f->nq + b] += dot(by_gap, row, f->n);
        if (f->compliance) r->Q_v[a * f->nq + b] += dot(by_gap, w->total_v[b], f->n);
    }
}

// faces carry more as the gap grows, and their pressure difference pushes with the gap, (13)
static void add_faces(const gud_gap_field *f, scratch *w, gud_response *r)
{
    const inner_faces in = inner_of(f);
    double *restrict fall = w->fall, *restrict half = w->half, *cells = w->scrap[0];
    for (int e = in.first; e < in.end; e++) fall[e] = w->load[e - in.ny] - w->load[e];
    for (int e = 0; e < f->nmoving; e = next_outer(&in, e))
        fall[e] = f->has_low[e] * w->load[f->low[e]] - f->has_high[e] * w->load[f->high[e]];
    for (int a = 0; a < f->nq; a++) {
        const double *carry = f->carry[a], *arm = f->arm[a];
        if (!carry) continue;
        for (int e = 0; e < f->nmoving; e++)
            half[e] = 0.5 * fall[e] * (arm ? carry[e] + 2.0 * w->face_gap[e] * arm[e] : carry[e]);
        share_out(f, half, cells);
        add_gap_slope(f, w, r, a, cells);
    }
}

// the drift changes with the gap where the other wall turns about a distant axis
static void drift_slopes(const gud_gap_field *f, scratch *w)
{
    double *restrict turn = w->fall; // not needed any more
    memset(turn, 0, (size_t)f->nmoving * sizeof(double));
    for (int a = 0; a < f->nq; a++)
        for (int e = 0; f->arm[a] && e < f->nmoving; e++) turn[e] += f->arm[a][e] * w->per_length[e] * f->q_t[a];
    for (int b = 0; b < f->nq; b++) {
        if (!f->arm[b] || !w->row[b]) continue;
        on_faces(f, w->row[b], w->drift_q[b]);
        for (int e = 0; e < f->nmoving; e++) w->drift_q[b][e] *= turn[e];
    }
}

static void add_drag_slopes(const gud_gap_field *f, scratch *w, gud_response *r)
{
    double *part = w->scrap[0], *pull = w->scrap[1];
    for (int d = 0; d < 2; d++)
        for (int a = 0; f->shear[d] && a < f->nq; a++) {
            if (!f->shear_v[d][a]) continue;
            multiply(f->n, w->drag, f->shear_v[d][a], part);
            for (int k = 0; k < f->n; k++) pull[k] = part[k] * f->shear[d][k] / w->film_gap[k];
            for (int b = 0; b < f->nq; b++)
                if (f->shear_v[d][b]) r->Q_v[a * f->nq + b] -= dot(part, f->shear_v[d][b], f->n);
            add_gap_slope(f, w, r, a, pull);
        }
}

// derivative of the size of the slip by the rate of coordinate a
static void slip_slope(const gud_gap_field *f, const scratch *w, int a, double *slope)
{
    const double *u = f->shear_v[0][a], *v = f->shear_v[1] ? f->shear_v[1][a] : NULL;
    for (int k = 0; k < f->n; k++) {
        const double along = f->shear[0][k] * (u ? u[k] : 0.0) + (v ? f->shear[1][k] * v[k] : 0.0);
        slope[k] = !f->shear[1] ? (u ? u[k] : 0.0) : w->slip[k] > 0.0 ? along / w->slip[k] : 0.0;
    }
}

// One column of the derivatives: by coordinate a, or by its rate
typedef struct {
    int a;
    bool rate;
} column;

// Those that pressure depends on. What a journal's displacement rate adds to its slip is c/R of what its turn does, and
// is left out of the derivatives of a thinning film.
static int columns_list(const gud_gap_field *f, const scratch *w, bool stateful, column *list)
{
    int n = 0;
    for (int a = 0; a < f->nq; a++)
        if (w->row[a]) list[n++] = (column){a, false};
    for (int a = 0; a < f->nq; a++)
        if (f->carry[a] || (!stateful && w->row[a])) list[n++] = (column){a, true};
    return n;
}

static gud_film_param param_of(const gud_layer_in *in, scratch *w, bool stateful, column c)
{
    const gud_gap_field *f = in->field;
    const bool along_y = f->nmoving > f->nface_x;
    gud_film_param p = {0};
    if (c.rate) {
        if (!stateful) p.rate = w->row[c.a];
        if (f->carry[c.a]) p.drift_x = w->drift_v[c.a];
        if (f->carry[c.a] && along_y) p.drift_y = w->drift_v[c.a] + f->nface_x;
        return p;
    }
    p.gap = f->compliance ? w->yield_row[c.a] : w->row[c.a];
    if (f->arm[c.a]) p.drift_x = w->drift_q[c.a], p.drift_y = w->drift_q[c.a] + f->nface_x;
    return p;
}

static void add_product(int n, const double *restrict a, const double *restrict b, double *restrict sum)
{
    for (int k = 0; k < n; k++) sum[k] += a[k] * b[k];
}

enum { most_columns = 64 };

static gud_status pressure_columns(const gud_film_layer *l, const gud_layer_in *in, scratch *w, gud_response *r)
{
    const gud_gap_field *f = in->field;
    const bool stateful = cavitation_of(l)->transport;
    column list[most_columns];
    gud_film_param param[most_columns] = {{0}};
    if (2 * f->nq > most_columns) return GUD_ERR_NUMERIC;
    const int n = columns_list(f, w, stateful, list);
    for (int c = 0; c < n; c++) {
        param[c] = param_of(in, w, stateful, list[c]);
        const int a = list[c].a;
        if (!stateful && !list[c].rate && f->stiffens) {
            in->geometry->rate_slope(in->shape, in->geometry_work, f, a, w->rate_column[a]);
            param[c].rate = w->rate_column[a];
        }
        if (w->in.slip && list[c].rate && f->carry[a]) {
            slip_slope(f, w, a, w->slip_column[a]);
            param[c].slip = w->slip_column[a];
        }
    }
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, param, w->column, NULL));
    for (int c = 0; c < n; c++) {
        double *matrix = list[c].rate ? r->Q_v : r->Q_q;
        for (int a = 0; a < f->nq; a++) matrix[a * f->nq + list[c].a] += f->fold * dot(w->column[c], w->push[a], f->n);
        if (f->compliance)
            add_product(f->n, w->given_p, w->column[c], (list[c].rate ? f->deflection_v : f->deflection_q)[list[c].a]);
    }
    return GUD_OK;
}

// how walls give way to coordinates at constant pressure
static void yield_rows(const gud_gap_field *f, const scratch *w)
{
    for (int a = 0; a < f->nq; a++) {
        memset(f->deflection_v[a], 0, (size_t)f->n * sizeof(double));
        gud_columns_slope(f, a, w->given_p, f->deflection_q[a]);
        for (int k = 0; k < f->n; k++)
            w->yield_row[a][k] = w->share[k] * ((f->h_q[a] ? f->h_q[a][k] : 0.0) + f->deflection_q[a][k]);
    }
}

static void total_rows(const gud_gap_field *f, const scratch *w)
{
    for (int a = 0; a < f->nq; a++) {
        multiply(f->n, w->share, f->deflection_q[a], w->total_q[a]);
        multiply(f->n, w->share, f->deflection_v[a], w->total_v[a]);
        for (int k = 0; w->row[a] && k < f->n; k++) w->total_q[a][k] += w->row[a][k];
    }
}

static gud_status tangents(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    const gud_film_layer *l = prm;
    const gud_gap_field *f = in->field;
    scratch *w = work;
    gud_response *r = &out->response;
    drift_slopes(f, w);
    if (f->compliance) { // what follows has to know how the gap yields
        yield_rows(f, w);
        GUD_TRY(pressure_columns(l, in, w, r));
        total_rows(f, w);
    }
    add_wet_part(in, w, r);
    add_faces(f, w, r);
    add_drag_slopes(f, w, r);
    if (f->stiffens) in->geometry->stiffen(in->shape, in->geometry_work, f, w->press, r->Q_q);
    return f->compliance ? GUD_OK : pressure_columns(l, in, w, r);
}

gud_status gud_film_layer_damping(const gud_film_layer *l, void *work, const gud_gap_field *f, int n, double *C)
{
    scratch *w = work;
    gud_film_param places[GUD_RIGID] = {{0}}, rates[GUD_RIGID] = {{0}};
    (void)l;
    for (int a = 0; a < n; a++) places[a].gap = f->compliance ? w->yield_row[a] : w->row[a];
    // m follows the slow motion: its rate is its derivative times the velocity
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, places, w->column, w->oil_column));
    for (int a = 0; a < n; a++) rates[a].rate = w->oil_column[a];
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, rates, w->column, NULL));
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) C[a * n + b] = -f->fold * dot(w->column[b], w->push[a], f->n);
    return GUD_OK;
}

// ---- state

void gud_film_layer_fill(const gud_film_layer *l, const void *work, int n, double *m)
{
    const scratch *w = work;
    double share, bend;
    (void)l;
    for (int k = 0; k < n; k++) m[k] = floored_gap(w->floor, m[k], &share, &bend);
    gud_film_fill(w->film, m, m);
}

static void flood(const gud_film_layer *l, const scratch *w, const gud_gap_field *f, double *m)
{
    for (int k = 0; k < f->n; k++) m[k] = gud_field_gap(f, k);
    gud_film_layer_fill(l, w, f->n, m);
}

const double *gud_film_layer_full(const gud_film_layer *l, void *work, const gud_gap_field *f)
{
    scratch *w = work;
    flood(l, w, f, w->m_hat);
    return w->m_hat;
}

static int nvariable(const void *params, const gud_gap_field *f)
{
    (void)params;
    return f->n;
}

// pressure, film fraction and active set of every cell, pressures of the feeds
static int nkept(const void *params, const gud_gap_field *f)
{
    return 3 * f->n + ((const gud_film_layer *)params)->nfeed;
}

static int nfurther(const void *params)
{
    return GUD_FEED_NANSWER * ((const gud_film_layer *)params)->nfeed;
}

static void keep(const gud_film_layer *l, const scratch *w, double *kept)
{
    const size_t n = (size_t)w->n;
    memcpy(kept, w->out.pressure, n * sizeof(double));
    memcpy(kept + n, w->out.theta, n * sizeof(double));
    for (int k = 0; k < w->n; k++) kept[2 * w->n + k] = w->out.full[k];
    for (int k = 0; k < l->nfeed; k++) kept[3 * w->n + k] = w->out.feed[k];
}

static void recall(const void *params, void *work, const double *kept)
{
    scratch *w = work;
    const size_t n = (size_t)w->n;
    memcpy(w->out.pressure, kept, n * sizeof(double));
    memcpy(w->out.theta, kept + n, n * sizeof(double));
    for (int k = 0; k < w->n; k++) w->out.full[k] = kept[2 * w->n + k] > 0.5;
    for (int k = 0; k < ((const gud_film_layer *)params)->nfeed; k++) w->out.feed[k] = kept[3 * w->n + k];
    w->out.warm = true;
}

static gud_status start(const void *prm, void *work, const gud_layer_in *in, double *kept, double *y, gud_error *error)
{
    const gud_film_layer *l = prm;
    scratch *w = work;
    (void)error;
    flood(l, w, in->field, y);
    for (int k = 0; k < w->n; k++) {
        y[k] *= l->fill;
        kept[k] = l->fill < 1.0 ? l->cavity : l->ambient;
        kept[w->n + k] = l->fill;
        kept[2 * w->n + k] = l->fill < 1.0 ? 0.0 : 1.0;
    }
    for (int k = 0; k < l->nfeed; k++) kept[3 * w->n + k] = 0.5 * (l->feeds[k].pressure + l->cavity);
    return GUD_OK;
}

// A projection may have moved the walls after the last answer of the film. What full cells hold fits the gap to the
// last digit from here on: oil in excess would have to leave within the next step, however short it is, by a blow.
static void accept(const void *prm, void *work, const gud_layer_in *in, double *kept, double *y)
{
    const gud_film_layer *l = prm;
    const gud_gap_field *f = in->field;
    scratch *w = work;
    gud_film_fill(w->film, w->answered_gap, w->m_hat);
    for (int k = 0; k < w->n; k++)
        if (w->out.full[k]) y[k] /= w->m_hat[k];
    flood(l, w, f, w->m_hat);
    for (int k = 0; k < w->n; k++) {
        const bool stays = !f->wet || (f->wet[k] && in->covered[k]);
        if (!stays) { // a cell that wins film is full of oil at ambient pressure; one that loses it is left to that
            w->out.pressure[k] = l->ambient;
            w->out.theta[k] = w->out.full[k] = 1;
            y[k] = w->m_hat[k];
            continue;
        }
        y[k] = w->out.full[k] ? y[k] * w->m_hat[k] : fmin(y[k], w->m_hat[k]);
    }
    keep(l, w, kept);
}

// oil that left holds the pressure of the ambient off: work stored in the voids
static double potential(const void *prm, void *work, const gud_layer_in *in, const double *y)
{
    const gud_film_layer *l = prm;
    const gud_gap_field *f = in->field;
    scratch *w = work;
    double voids = 0.0;
    flood(l, w, f, w->m_hat);
    for (int k = 0; k < f->n; k++)
        if (!f->wet || f->wet[k]) voids += (w->m_hat[k] - y[k]) * f->grid->area[k];
    return (l->ambient - l->cavity) * f->fold * voids;
}

const gud_layer gud_layer_film = {
    .name = "film",
    .nanswer = GUD_FILM_NANSWER,
    .nfurther = nfurther,
    .nvariable = nvariable,
    .nkept = nkept,
    .work_create = work_create,
    .work_free = work_free,
    .start = start,
    .recall = recall,
    .eval = eval,
    .tangents = tangents,
    .potential = potential,
    .accept = accept,
    .losses = gud_film_losses,
    .supplied = gud_film_supplied,
    .further = gud_film_further,
    .channels = gud_film_channels,
    .nchannel = GUD_FILM_NCHANNEL,
    .report = gud_film_report,
    .forces = gud_film_forces,
    .maps = gud_film_maps,
    .nmap = GUD_FILM_NMAP,
    .map = gud_film_map,
    .remark = gud_film_remark,
};
