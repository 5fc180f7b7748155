#include "pair/film_layer.h"

#include "film/lanes.h"
#include "pair/film_report.h"
#include "pair/film_work.h"

#include <string.h>

// ---- creation

static void work_free(void *work)
{
    gud_film_scratch *w = work;
    if (!w) return;
    gud_film_work_free(w->solver);
    gud_film_free(w->film);
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

static bool share(void *work, gud_team *team)
{
    return gud_film_work_share(((gud_film_scratch *)work)->solver, team);
}

// an array of arrays for those coordinates that have a row
static double **rows_take(gud_arena *a, int nq, const double *const *wanted, size_t count)
{
    double **rows = GUD_TAKE(a, double *, nq);
    for (int k = 0; rows && k < nq; k++)
        if (!wanted || wanted[k]) rows[k] = GUD_TAKE(a, double, count);
    return rows;
}

static void arrays_take(const gud_film_layer *l, const gud_gap_field *f, gud_film_scratch *w, gud_arena *a)
{
    const size_t n = (size_t)f->n, faces = (size_t)f->nface, q = (size_t)f->nq;
    double **one[] = {&w->floored,   &w->share, &w->bend,         &w->rate,     &w->load,     &w->press,
                      &w->drag,      &w->m_hat, &w->answered_gap, &w->eta,      &w->scrap[1], &w->slip,
                      &w->out.theta, &w->out.m, &w->scrap[2],     &w->scrap[3], &w->began,    &w->out.pressure};
    gud_film_feeding_take(&w->feeding, l, a);
    w->out.feed = GUD_TAKE(a, double, l->nfeed);
    for (int i = 0; i < GUD_COUNT(one); i++) *one[i] = GUD_TAKE(a, double, n);
    double **face[] = {&w->per_length, &w->face_gap, &w->drift, &w->fall, &w->half, &w->scrap[0]};
    for (int i = 0; i < GUD_COUNT(face); i++) *face[i] = GUD_TAKE(a, double, faces);
    w->out.full = GUD_TAKE(a, unsigned char, n);
    w->row = GUD_TAKE(a, const double *, q);
    w->push = GUD_TAKE(a, const double *, q);
    w->push_unit = GUD_TAKE(a, double, q);
    w->own_row = rows_take(a, f->nq, f->h_q, n);
    w->own_push = rows_take(a, f->nq, NULL, n);
    w->drift_v = rows_take(a, f->nq, f->carry, faces);
    w->drift_q = rows_take(a, f->nq, f->arm, faces);
    w->column = rows_take(a, 2 * f->nq, NULL, n);
    w->oil_column = rows_take(a, f->nq, f->h_q, n);
    w->rate_column = rows_take(a, f->nq, f->h_q, n);
    w->slip_column = rows_take(a, f->nq, f->carry, n);
}

static void wall_take(const gud_gap_field *f, gud_film_scratch *w, gud_arena *a)
{
    double **one[] = {&w->above, &w->given, &w->given_p};
    if (!f->compliance) return;
    for (int i = 0; i < GUD_COUNT(one); i++) *one[i] = GUD_TAKE(a, double, f->n);
    w->yield_row = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->total_q = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->total_v = rows_take(a, f->nq, NULL, (size_t)f->n);
    w->wall = (gud_film_wall){.gap = gud_film_wall_gap, .owner = w, .compliance = f->compliance};
}

static double face_length(const gud_gap_field *f, int e)
{
    return e < f->nface_x ? f->grid->x_length[e] : f->grid->y_length[e - f->nface_x];
}

static void drift_rows_fill(const gud_gap_field *f, gud_film_scratch *w)
{
    for (int k = 0; k < f->nq; k++) w->turns = w->turns || f->arm[k];
    for (int e = 0; w->turns && e < f->nmoving; e++)
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
    gud_film_scratch *w = GUD_TAKE(&memory, gud_film_scratch, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory");
    w->n = f->n, w->nq = f->nq, w->nface = f->nface;
    arrays_take(l, f, w, &memory);
    wall_take(f, w, &memory);
    w->floor = l->floor > 0.0 || !f->compliance ? l->floor : GUD_FILM_THINNEST;
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
                                      .yields = f->compliance,
                                      .stays = true};
    gud_status status =
        memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for %d cells", f->n) : GUD_OK;
    for (int k = 0; k < f->n && f->wet; k++) f->grid->fixed[k] = l->ambient;
    // to be looked at, a film is needed for its flow factors and feeds only
    const bool needed = !f->shown || l->flow || l->nfeed > 0;
    if (status == GUD_OK && !needed) status = gud_film_check(f->grid, &options, error);
    if (status == GUD_OK && needed) status = gud_film_create(f->grid, &options, error, &w->film);
    if (status == GUD_OK && needed) status = gud_film_feeds_set(w->film, l->nfeed, l->feeds, error);
    if (status == GUD_OK && !f->shown) status = gud_film_work_create(w->film, error, &w->solver);
    if (status == GUD_OK && !f->shown) drift_rows_fill(f, w);
    if (status == GUD_OK) *work = w;
    if (status != GUD_OK) work_free(w);
    return status;
}

void gud_film_layer_thicken(void *work, double eta0)
{
    ((gud_film_scratch *)work)->eta0 = eta0;
}

void gud_film_layer_supply(void *work, int feed, double pressure)
{
    gud_film_feeding *w = &((gud_film_scratch *)work)->feeding;
    w->set[feed] = pressure;
    w->is_set = true;
}

const gud_film_out *gud_film_layer_state(const void *work)
{
    return &((const gud_film_scratch *)work)->out;
}

gud_film_out *gud_film_layer_guess(void *work)
{
    return &((gud_film_scratch *)work)->out;
}

void gud_film_layer_balance(const void *work, gud_film_balance *balance)
{
    const gud_film_scratch *w = work;
    gud_film_balance_get(w->film, w->solver, &w->in, &w->out, balance);
}

// ---- forces

GUD_WIDE static void add_pressure(const gud_film_layer *l, const gud_gap_field *f, gud_film_scratch *w,
                                  gud_layer_out *out)
{
    for (int k = 0; k < f->n; k++) w->load[k] = f->fold * (w->out.pressure[k] - l->ambient);
    gud_film_add_dots(f->n, 1.0, w->load, f->nq, w->push, w->push_unit, out->response.Q, 1);
}

// stress of the walls by their slip, times area
GUD_WIDE static void drag_fill(const gud_film_layer *l, const gud_gap_field *f, gud_film_scratch *w)
{
    const int n = f->n;
    const gud_drag *law = l->drag ? l->drag : &gud_drag_streamers;
    const double eta = f->fold * w->oil.eta0, *restrict gap = w->film_gap, *restrict area = f->grid->area;
    double *restrict drag = w->drag;
    const double *fractions = gud_film_fractions(w->film, w->solver, w->out.theta, w->scrap[0]);
    law->share(l->drag_params, n, fractions, drag);
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
    const double *share = gud_film_feed_shares(w->film);
    for (int k = 0; share && k < n; k++) drag[k] *= 1.0 - share[k];
}

static void add_drag(const gud_film_layer *l, const gud_gap_field *f, gud_film_scratch *w, gud_layer_out *out)
{
    drag_fill(l, f, w);
    for (int d = 0; d < 2; d++) {
        if (!f->shear[d]) continue;
        gud_film_multiply(f->n, w->drag, f->shear[d], w->scrap[d]);
        out->answer[GUD_FILM_LOSS_SHEAR] += gud_film_dot(w->scrap[d], f->shear[d], f->n);
        gud_film_add_dots(f->n, -1.0, w->scrap[d], f->nq, f->shear_v[d], NULL, out->response.Q, 1);
    }
}

GUD_WIDE static double largest_pressure(const gud_film_layer *l, const gud_gap_field *f, const gud_film_scratch *w)
{
    double largest = l->cavity;
    if (!f->wet) return gud_largest(w->out.pressure, f->n);
    for (int k = 0; k < f->n; k++)
        if (f->wet[k]) largest = w->out.pressure[k] > largest ? w->out.pressure[k] : largest;
    return largest;
}

static void finish(const void *prm, void *work, const gud_gap_field *f, double *answer)
{
    const gud_film_layer *l = prm;
    gud_film_scratch *w = work;
    if (l->nfeed == 0) gud_film_feeding_answer(l, f, w->film, w->solver, &w->in, &w->out, answer);
    answer[GUD_FILM_LOSS_FLOW] = f->fold * (gud_film_flow_loss(w->film, w->solver) + w->filling_loss);
    answer[GUD_FILM_PRESSURE_MAX] = largest_pressure(l, f, w);
    answer[GUD_FILM_LEAST] = gud_film_least(w->answered_gap, f->n);
}

GUD_WIDE static void rate_fill(int n, double per_c, const double *restrict m, const double *restrict m_hat,
                               double *restrict m_t)
{
    for (int k = 0; k < n; k++) m_t[k] = (m[k] - m_hat[k]) * per_c;
}

static gud_status eval(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    const gud_film_layer *l = prm;
    gud_film_scratch *w = work;
    const gud_gap_field *f = in->field;
    gud_film_inputs_fill(l, in, w);
    gud_status status = gud_film_solve(w->film, w->solver, &w->in, &w->out, error);
    if (status == GUD_OK && f->compliance) status = gud_film_walls_settle(l, in->field, w, error);
    if (status != GUD_OK) {
        w->out.warm = false;
        return status;
    }
    w->out.warm = true;
    memcpy(w->answered_gap, w->film_gap, (size_t)f->n * sizeof(double));
    for (int k = 0; f->wet && k < f->n; k++)
        if (!f->wet[k]) w->out.m[k] = w->in.m_hat ? w->in.m_hat[k] : w->film_gap[k]; // nothing happens without a film
    if (out->y) memcpy(out->y, in->c > 0.0 ? w->out.m : in->y_hat, (size_t)f->n * sizeof(double));
    if (out->y_t) rate_fill(f->n, w->in.per_c, w->out.m, w->in.m_hat, out->y_t);
    add_pressure(l, f, w, out);
    add_drag(l, f, w, out);
    // these depend on the oil before the stage, which may have been overwritten when the answer is finished
    w->filling_loss = gud_film_filling_loss(w->film, w->solver, &w->in, &w->out);
    if (l->nfeed > 0) gud_film_feeding_answer(l, f, w->film, w->solver, &w->in, &w->out, out->answer);
    return GUD_OK;
}

// ---- state

void gud_film_layer_fill(const gud_film_layer *l, const void *work, int n, double *m)
{
    const gud_film_scratch *w = work;
    (void)l;
    gud_film_floor_gaps(n, w->floor, m, m, NULL, NULL);
    if (w->film) gud_film_fill(w->film, m, m); // else the gap is what fills it
}

static void flood(const gud_film_layer *l, const gud_film_scratch *w, const gud_gap_field *f, double *m)
{
    for (int k = 0; k < f->n; k++) m[k] = gud_field_gap(f, k);
    gud_film_layer_fill(l, w, f->n, m);
}

const double *gud_film_layer_full(const gud_film_layer *l, void *work, const gud_gap_field *f)
{
    gud_film_scratch *w = work;
    flood(l, w, f, w->m_hat);
    return w->m_hat;
}

const double *gud_film_layer_feeds(const void *work)
{
    const gud_film_scratch *w = work;
    return w->film ? gud_film_feed_shares(w->film) : NULL;
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

// voids that the next step begins with
static void voids_keep(gud_film_scratch *w)
{
    for (int k = 0; k < w->n; k++) w->began[k] = w->out.full[k] ? 0.0 : fmax(1.0 - w->out.theta[k], 0.0);
}

void gud_film_layer_step(void *work)
{
    voids_keep(work);
}

static void keep(const gud_film_layer *l, gud_film_scratch *w, double *kept)
{
    const size_t n = (size_t)w->n;
    memcpy(kept, w->out.pressure, n * sizeof(double));
    memcpy(kept + n, w->out.theta, n * sizeof(double));
    for (int k = 0; k < w->n; k++) kept[2 * w->n + k] = w->out.full[k];
    for (int k = 0; k < l->nfeed; k++) kept[3 * w->n + k] = w->out.feed[k];
    voids_keep(w);
}

static void recall(const void *params, void *work, const double *kept)
{
    gud_film_scratch *w = work;
    const size_t n = (size_t)w->n;
    memcpy(w->out.pressure, kept, n * sizeof(double));
    memcpy(w->out.theta, kept + n, n * sizeof(double));
    for (int k = 0; k < w->n; k++) w->out.full[k] = kept[2 * w->n + k] > 0.5;
    for (int k = 0; k < ((const gud_film_layer *)params)->nfeed; k++) w->out.feed[k] = kept[3 * w->n + k];
    w->out.warm = true;
    voids_keep(w);
}

static gud_status start(const void *prm, void *work, const gud_layer_in *in, double *kept, double *y, gud_error *error)
{
    const gud_film_layer *l = prm;
    gud_film_scratch *w = work;
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
    gud_film_scratch *w = work;
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

// Errors of the oil in broken film, by all of it. Full cells have what fits their gap, whatever the step was.
static double oil_error(const void *prm, void *work, const gud_gap_field *f, const double *y, const double *error)
{
    const gud_film_layer *l = prm;
    const gud_film_scratch *w = work;
    const double *area = f->grid->area;
    double off = 0.0, all = 0.0;
    for (int k = 0; k < w->n; k++) {
        all += area[k] * y[k];
        if (!w->out.full[k] && !(w->out.pressure[k] > l->cavity)) off += area[k] * fabs(error[k]);
    }
    return all > 0.0 ? off / all : 0.0;
}

// oil that left holds the pressure of the ambient off: work stored in the voids
static double potential(const void *prm, void *work, const gud_layer_in *in, const double *y)
{
    const gud_film_layer *l = prm;
    const gud_gap_field *f = in->field;
    gud_film_scratch *w = work;
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
    .share = share,
    .start = start,
    .recall = recall,
    .eval = eval,
    .finish = finish,
    .tangents = gud_film_tangents,
    .follow = gud_film_follow,
    .potential = potential,
    .accept = accept,
    .oil_error = oil_error,
    .losses = gud_film_losses,
    .supplied = gud_film_supplied,
    .further = gud_film_further,
    .channels = gud_film_channels,
    .nchannel = GUD_FILM_NCHANNEL,
    .report = gud_film_report,
    .forces = gud_film_forces,
    .maps = gud_film_maps,
    .nmap = GUD_FILM_NMAP,
    .nmaps = gud_film_nmaps,
    .map = gud_film_map,
    .remark = gud_film_remark,
};
