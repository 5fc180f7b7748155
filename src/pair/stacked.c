#include "pair/stacked.h"

#include "base/alloc.h"
#include "film/lanes.h"
#include "num/vec.h"
#include "pair/limits.h"
#include "pair/relative.h"
#include "pair/sample.h"
#include "pair/stacked_work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double touching = 1e-3; // part of the clearance that is as good as none

void gud_pose_seen(const gud_pose *A, const gud_pose *B, gud_pose *seen)
{
    double d[3], turn[3], v[3], w[3];
    v3_axpy(d, B->p, -1.0, A->p);
    v3_cross(turn, A->w, d);
    for (int i = 0; i < 3; i++) v[i] = B->v[i] - A->v[i] - turn[i];
    v3_axpy(w, B->w, -1.0, A->w);
    *seen = (gud_pose){0};
    m3_apply_t(seen->p, A->R, d);
    m3_apply_t(seen->v, A->R, v);
    m3_apply_t(seen->w, A->R, w);
    m3_mul_t(seen->R, A->R, B->R);
}

void gud_stacked_locate(const gud_stacked *p, const gud_pair_in *in, gud_location *at)
{
    gud_pose seen;
    gud_pose_seen(in->pose[p->reference], in->pose[1 - p->reference], &seen);
    p->stack.geometry->locate(p->stack.shape, &seen, at);
}

// ---- layout of the history: answer, kept numbers of the layers, start of the search, cells with film

static int warm_at(const gud_stacked *p)
{
    return gud_stacked_kept_at(p) + p->view->nkept;
}

static int covered_at(const gud_stacked *p)
{
    return warm_at(p) + p->stack.geometry->nwarm * p->view->field.n;
}

// ---- creation

gud_status gud_stacked_make(const gud_geometry *geometry, gud_stacked *p, gud_error *error)
{
    p->film.oil = &p->oil;
    if (!p->dry) p->layers.params[GUD_LAYER_FILM] = &p->film;
    p->asperities.rough = p->rough;
    if (p->rough) p->layers.params[GUD_LAYER_ASPERITIES] = &p->asperities;
    if (p->foundation.foundation.law) p->layers.params[GUD_LAYER_FOUNDATION] = &p->foundation;
    p->stack = gud_stack_of(geometry, &p->shape, &p->layers);
    for (int i = 0; i < p->stack.nlayer; i++)
        if (p->stack.layer[i]->least_gap)
            p->least_gap = fmax(p->least_gap, p->stack.layer[i]->least_gap(p->stack.params[i]));
    GUD_TRY(gud_stack_view_create(&p->stack, error, &p->view));
    p->nhistory = covered_at(p) + (p->view->field.wet ? p->view->field.n : 0);
    return GUD_OK;
}

static void release(void *prm)
{
    gud_stacked *p = prm;
    gud_stack_work_free(&p->stack, p->view);
    if (p->rough) gud_rough_free(p->rough);
    gud_lubricant_release(&p->oil);
    p->view = NULL;
    p->rough = NULL;
}

static void work_free(void *work)
{
    gud_stacked_work *w = work;
    if (!w) return;
    gud_stack_work_free(&w->pair->stack, w->stack);
    if (w->view.grid) w->pair->stack.geometry->release(&w->view, w->view_work);
    gud_arena_free(&w->view_memory);
    gud_free(w);
}

static void *work_create(const void *prm)
{
    const gud_stacked *p = prm;
    gud_error error;
    gud_stacked_work *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    w->pair = p;
    gud_arena_init(&w->view_memory);
    if (gud_stack_work_create(&p->stack, p->view, &error, &w->stack) == GUD_OK &&
        gud_stack_field_create(&p->stack, p->view, &w->view_memory, &error, &w->view, &w->view_work) == GUD_OK) {
        w->answer = GUD_TAKE(&w->view_memory, double, w->stack->nanswer + 1);
        w->moment = GUD_TAKE(&w->view_memory, double, w->stack->nanswer + 1);
        w->y = GUD_TAKE(&w->view_memory, double, w->stack->nvariable + 1);
        w->y_t = GUD_TAKE(&w->view_memory, double, w->stack->nvariable + 1);
        w->change = GUD_TAKE(&w->view_memory, double, w->stack->field.n);
        w->forces = GUD_TAKE(&w->view_memory, double, w->stack->field.nq);
        w->view_warm = GUD_TAKE(&w->view_memory, double, w->view.n * p->stack.geometry->nwarm + 1);
        if (w->stack->field.deflection) w->view.deflection = GUD_TAKE(&w->view_memory, double, w->view.n);
        if (w->view.wet) w->covered = GUD_TAKE(&w->view_memory, unsigned char, w->view.n);
        if (!w->view_memory.failed) return w;
    }
    work_free(w);
    return NULL;
}

static bool work_share(void *work, gud_team *team)
{
    gud_stacked_work *w = work;
    return gud_stack_share(&w->pair->stack, w->stack, team);
}

static void follow(const void *prm, void *work, size_t what, double value)
{
    const gud_stacked *p = prm;
    const gud_stacked_work *w = work;
    for (int i = 0; i < p->stack.nlayer; i++) {
        if (p->stack.layer[i] != &gud_layer_film) continue;
        void *film = w->stack->layer_work[i];
        if (what >= GUD_STACKED_FEED)
            gud_film_layer_supply(film, (int)(what - GUD_STACKED_FEED), value);
        else
            gud_film_layer_thicken(film, what == GUD_STACKED_TEMPERATURE ? gud_oil_viscosity(p->source, value) : value);
    }
}

// warm start from what the last accepted step left
static void work_forget(const void *prm, void *work, const double *history)
{
    const gud_stacked *p = prm;
    gud_stacked_work *w = work;
    w->stack->answered = w->stack->tangents = false;
    w->stamp = 0;
    for (int i = 0; i < p->stack.nlayer; i++)
        if (p->stack.layer[i]->recall)
            p->stack.layer[i]->recall(p->stack.params[i], w->stack->layer_work[i],
                                      history + gud_stacked_kept_at(p) + w->stack->kept0[i]);
    if (p->stack.geometry->warm_set) p->stack.geometry->warm_set(w->stack->geometry_work, history + warm_at(p));
    for (int k = 0; w->covered && k < w->view.n; k++) w->covered[k] = history[covered_at(p) + k] > 0.5;
}

// ---- the gap as it is shown

// walls give way in a straight line from the step's start to its end
static void view_deflect(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in)
{
    const double *last = w->stack->field.deflection, *first = NULL;
    for (int i = 0; i < p->stack.nlayer; i++)
        if (p->stack.layer[i]->compliance) first = in->history + gud_stacked_kept_at(p) + w->stack->kept0[i];
    const double before = in->before > 0.0 && in->history[0] > 0.0 ? in->before : 0.0;
    for (int k = 0; w->view.deflection && k < w->view.n; k++)
        w->view.deflection[k] = first && before > 0.0 ? last[k] + before * (first[k] - last[k]) : last[k];
}

gud_gap_field *gud_stacked_show(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in,
                                const gud_location *at)
{
    gud_error error;
    const gud_geometry *g = p->stack.geometry;
    if (g->warm_set) { // search from where layers have looked last
        double *warm = w->view_warm;
        g->warm_get(w->stack->geometry_work, warm);
        g->warm_set(w->view_work, warm);
    }
    view_deflect(p, w, in);
    if (g->fill(p->stack.shape, w->view_work, at, w->covered, &w->view, &error) != GUD_OK) return &w->stack->field;
    return &w->view;
}

// ---- start

static gud_status check_start(const gud_stacked *p, const gud_gap_field *f, const gud_location *at, gud_error *error)
{
    int film = 0;
    if (p->stack.geometry->closest && !(p->least_gap > 0.0)) {
        const double gap = gud_walls_closest(p->stack.geometry, p->stack.shape, at, f).gap;
        if (gap > 0.0) return GUD_OK;
        return gud_fail(error, GUD_ERR_INPUT, "the walls overlap at the start (gap %.4g um)", 1e6 * gap);
    }
    for (int k = 0; k < f->n; k++) {
        const bool wet = !f->wet || f->wet[k];
        film += wet;
        if (wet && !(p->least_gap > 0.0) && !(f->h[k] > 0.0))
            return gud_fail(error, GUD_ERR_INPUT, "the surfaces overlap at the start (gap %.4g um)", 1e6 * f->h[k]);
    }
    if (film > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the surfaces are not close to each other at the start");
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_stacked *p = prm;
    gud_stacked_work *w = in->work;
    gud_stack_work *s = w->stack;
    const gud_geometry *g = p->stack.geometry;
    gud_location at;
    gud_stacked_locate(p, in, &at);
    memset(history, 0, (size_t)p->nhistory * sizeof(double));
    if (g->restarts) g->warm_set(s->geometry_work, history + warm_at(p));
    GUD_TRY(g->fill(p->stack.shape, s->geometry_work, &at, NULL, &s->field, error));
    GUD_TRY(check_start(p, &s->field, &at, error));
    gud_stack_rest(&p->stack, s, &at);
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer_in asked = {.geometry = g, .shape = p->stack.shape, .field = &s->field, .at = &at};
        if (p->stack.layer[i]->start)
            GUD_TRY(p->stack.layer[i]->start(p->stack.params[i], s->layer_work[i], &asked,
                                             history + gud_stacked_kept_at(p) + s->kept0[i], y + s->variable0[i],
                                             error));
    }
    if (g->warm_get) g->warm_get(s->geometry_work, history + warm_at(p));
    if (g->restarts) g->warm_set(s->geometry_work, history + warm_at(p));
    for (int k = 0; s->field.wet && k < s->field.n; k++) history[covered_at(p) + k] = s->field.wet[k];
    return GUD_OK;
}

// ---- answer

// Numbers of the last evaluation: whether there is one, then the forces and the answer of each layer. Some numbers are
// zeros until the answer is finished.
static void answer_gather(const gud_stacked *p, gud_stacked_work *w)
{
    double *a = w->answer;
    const int nq = w->stack->field.nq;
    *a++ = 1.0;
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer_out *out = &w->stack->out[i];
        memcpy(a, out->response.Q, (size_t)nq * sizeof(double));
        const int more = gud_layer_nanswer(p->stack.layer[i], p->stack.params[i]);
        memcpy(a + nq, out->answer, (size_t)more * sizeof(double));
        a += nq + more;
    }
}

void gud_stacked_finish(const gud_stacked *p, gud_stacked_work *w)
{
    if (!w->stack->answered || w->stack->finished) return;
    gud_stack_finish(&p->stack, w->stack);
    answer_gather(p, w);
}

double gud_stacked_answer(const gud_stacked_work *w, const gud_pair_in *in, int k)
{
    const double last = w->answer[k], *first = in->history;
    return !w->pair->dry && in->before > 0.0 && first[0] > 0.0 ? last + in->before * (first[k] - last) : last;
}

int gud_stacked_layer_at(const gud_stacked *p, int layer)
{
    int at = 1;
    for (int i = 0; i < layer; i++) at += p->view->field.nq + gud_layer_nanswer(p->stack.layer[i], p->stack.params[i]);
    return at;
}

void gud_stacked_forces(const gud_stacked *p, const gud_stacked_work *w, const gud_pair_in *in, int layer, double *Q)
{
    const int nq = p->view->field.nq;
    memset(Q, 0, (size_t)nq * sizeof(double));
    for (int i = 0; i < p->stack.nlayer; i++) {
        const int at = gud_stacked_layer_at(p, i);
        for (int k = 0; (layer < 0 || i == layer) && k < nq; k++) Q[k] += gud_stacked_answer(w, in, at + k);
    }
}

static const char *reason_of(const gud_stacked *p, gud_stacked_work *w, const gud_location *at)
{
    const gud_geometry *g = p->stack.geometry;
    const bool apart =
        !g->closest || gud_walls_closest(g, p->stack.shape, at, &w->stack->field).gap > touching * p->clearance;
    if (!apart) return "has no film left: smooth walls touch; use a finer film.grid or rough contact (model: mixed)";
    (void)snprintf(w->reason, sizeof w->reason, "has no solution for its film pressure: %s", w->why.text);
    return w->reason;
}

static void give_wrench(const gud_stacked *p, const gud_stacked_work *w, const gud_pair_in *in, const gud_location *at,
                        gud_pair_out *out)
{
    double wrench[6], by_shift[36], by_twist[36];
    gud_response total = w->stack->total;
    gud_relative relative;
    gud_stacked_forces(p, w, in, -1, w->forces);
    total.Q = w->forces;
    const bool tangents = out->by_displacement;
    p->stack.geometry->wrench(p->stack.shape, at, &total, wrench, tangents ? by_shift : NULL,
                              tangents ? by_twist : NULL);
    gud_relative_of(in, p->reference, &relative);
    gud_relative_give(&relative, wrench, by_shift, by_twist, out);
}

double gud_stacked_loss(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in, int layer, double *friction)
{
    double loss = 0.0;
    const gud_layer *l = p->stack.layer[layer];
    const int at = gud_stacked_layer_at(p, layer) + p->view->field.nq;
    if (!l->losses) return 0.0;
    gud_stacked_finish(p, w);
    for (int k = 0; k < l->nanswer; k++) w->moment[k] = gud_stacked_answer(w, in, at + k);
    l->losses(w->moment, &loss, friction);
    return loss;
}

static void give_powers(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in, gud_pair_out *out)
{
    for (int i = 0; i < p->stack.nlayer; i++) {
        out->dissipation += gud_stacked_loss(p, w, in, i, &out->friction);
        if (p->stack.layer[i]->supplied) out->supplied += p->stack.layer[i]->supplied(w->moment);
    }
}

static void give_energy(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in, const gud_location *at,
                        gud_pair_out *out)
{
    const bool there = memcmp(&at->seen, &w->stack->at.seen, sizeof at->seen) == 0;
    gud_gap_field *field = there ? &w->stack->field : gud_stacked_show(p, w, in, at);
    out->potential =
        gud_stack_potential(&p->stack, w->stack, field, there ? w->stack->geometry_work : w->view_work, out->y);
}

// Between stages (a start, an event, a record) there is no step to take a film's pressure from: the last answer serves.
gud_status gud_stacked_evaluate(const gud_stacked *p, gud_stacked_work *w, const gud_pair_in *in,
                                const gud_location *at)
{
    const bool between = in->c <= 0.0, again = w->stack->answered && in->stamp != 0 && in->stamp == w->stamp;
    if (again || (between && w->stack->answered && !p->dry)) return GUD_OK;
    const gud_stack_in asked = {
        .c = in->c, .signal = in->signal, .y_hat = in->y_hat, .y_guess = in->y_guess, .y = w->y, .y_t = w->y_t};
    w->why.text[0] = '\0';
    const gud_status status = gud_stack_eval(&p->stack, w->stack, at, w->covered, &asked, &w->why);
    w->stamp = between ? 0 : in->stamp;
    if (status == GUD_OK) answer_gather(p, w);
    return status < 0 ? GUD_RETRY : status;
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_stacked *p = prm;
    gud_stacked_work *w = in->work;
    const size_t size = (size_t)w->stack->nvariable * sizeof(double);
    gud_location at;
    gud_stacked_locate(p, in, &at);
    out->status = gud_stacked_evaluate(p, w, in, &at);
    if (out->status != GUD_OK) {
        out->reason = reason_of(p, w, &at);
        return;
    }
    if (out->by_displacement) out->status = gud_stack_tangents(&p->stack, w->stack, in->newton);
    if (out->by_displacement && out->status == GUD_OK && isinf(in->c))
        out->status = gud_stack_follow(&p->stack, w->stack);
    if (out->status != GUD_OK) return;
    if (size > 0) memcpy(out->y, in->c > 0.0 ? w->y : in->y_hat, size);
    if (size > 0 && in->c <= 0.0 && out->y_t) memcpy(out->y_t, w->y_t, size);
    give_wrench(p, w, in, &at, out);
    if (out->powers) give_powers(p, w, in, out);
    if (out->energies) give_energy(p, w, in, &at, out);
}

// ---- history

static void accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_stacked *p = prm;
    gud_stacked_work *w = in->work;
    gud_stack_work *s = w->stack;
    const gud_geometry *g = p->stack.geometry;
    gud_location at;
    gud_error error;
    gud_stacked_finish(p, w);
    gud_stacked_locate(p, in, &at);
    if (s->field.wet || memcmp(&at.seen, &s->at.seen, sizeof at.seen) != 0)
        (void)g->fill(p->stack.shape, s->geometry_work, &at, NULL, &s->field, &error);
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer_in asked = {
            .geometry = g, .shape = p->stack.shape, .field = &s->field, .at = &at, .covered = w->covered};
        if (p->stack.layer[i]->accept)
            p->stack.layer[i]->accept(p->stack.params[i], s->layer_work[i], &asked,
                                      history + gud_stacked_kept_at(p) + s->kept0[i], y + s->variable0[i]);
    }
    memcpy(history, w->answer, (size_t)(s->nanswer + 1) * sizeof(double));
    if (g->warm_get) g->warm_get(s->geometry_work, history + warm_at(p));
    if (g->restarts) g->warm_set(s->geometry_work, history + warm_at(p));
    for (int k = 0; w->covered && s->field.wet && k < s->field.n; k++)
        history[covered_at(p) + k] = w->covered[k] = s->field.wet[k];
}

// ---- control of errors

// What displacements and turns of both frames make of the coordinates: these are linear in velocities.
static void coordinates_off(const gud_stacked *p, const gud_pair_in *in, const double off[12], double *dq)
{
    gud_pose moved[2] = {*in->pose[0], *in->pose[1]}, seen;
    gud_location at;
    for (int k = 0; k < 2; k++) v3_copy(moved[k].v, off + 6 * k), v3_copy(moved[k].w, off + 6 * k + 3);
    gud_pose_seen(&moved[p->reference], &moved[1 - p->reference], &seen);
    p->stack.geometry->locate(p->stack.shape, &seen, &at);
    memcpy(dq, at.q_t, sizeof at.q_t);
}

// the largest change of the gap by its size, which counts as at least `least`; spoils change
GUD_WIDE static double largest_part(const gud_gap_field *f, double least, double *restrict change)
{
    const double *restrict h = f->h, *restrict more = f->deflection;
    const int n = f->n;
    for (int k = 0; !more && k < n; k++) change[k] = fabs(change[k]) / (h[k] > least ? h[k] : least);
    for (int k = 0; more && k < n; k++) {
        const double gap = h[k] + more[k];
        change[k] = fabs(change[k]) / (gap > least ? gap : least);
    }
    for (int k = 0; f->wet && k < n; k++) change[k] = f->wet[k] ? change[k] : 0.0;
    return fmax(gud_largest(change, n), 0.0);
}

static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    const gud_stacked *p = prm;
    const gud_stacked_work *w = in->work;
    const gud_gap_field *f = &w->stack->field;
    double dq[GUD_RIGID], thick = p->clearance;
    if (p->dry) return 0.0;
    coordinates_off(p, in, off, dq);
    for (int k = 0; f->wet && k < f->n; k++) thick = f->wet[k] ? fmax(thick, gud_field_gap(f, k)) : thick;
    const double least = p->least_gap > 0.0 ? p->least_gap : touching * thick;
    gud_rows_combine(f->n, f->nq, f->h_q, dq, NULL, w->change);
    return largest_part(f, least, w->change);
}

static double oil_error(const void *prm, const gud_pair_in *in, const double *y, const double *error)
{
    const gud_stacked *p = prm;
    const gud_stack_work *s = ((const gud_stacked_work *)in->work)->stack;
    double worst = 0.0;
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer *l = p->stack.layer[i];
        const int first = s->variable0[i];
        if (!l->oil_error) continue;
        worst = fmax(worst, l->oil_error(p->stack.params[i], s->layer_work[i], &s->field, y + first, error + first));
    }
    return worst;
}

const gud_pair_law gud_pair_stacked = {
    .eval = eval,
    .start = start,
    .film_error = film_error,
    .oil_error = oil_error,
    .accept = accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_share = work_share,
    .work_forget = work_forget,
    .follow = follow,
    .release = release,
    .report = gud_stacked_report,
    .remark = gud_stacked_remark,
    .limits = gud_stacked_limits,
    .map_size = gud_stacked_map_size,
    .map_points = gud_stacked_map_points,
    .map = gud_stacked_map,
};
