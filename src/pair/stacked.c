#include "pair/stacked.h"

#include "base/alloc.h"
#include "num/vec.h"
#include "pair/relative.h"
#include "pair/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The scratch of one simulation. The field of `stack` is where layers have answered; that of `view` shows the gap at
// moments that are reported, which must leave no trace.
typedef struct {
    gud_stack_work *stack;
    gud_gap_field view;
    void *view_work;
    gud_arena view_memory;
    unsigned char *covered; // cells that had film when the step began; NULL: walls face each other everywhere
    double *answer;         // [nanswer] answer of the last evaluation
    double *forces;         // [nq]
    double *room;           // [n] oil that would fill the gap
    double *view_warm;      // [n nwarm] where the search starts
    double *y_t;            // rates of the variables with it
    unsigned long stamp;
    const gud_stacked *pair;
} scratch;

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

static void locate(const gud_stacked *p, const gud_pair_in *in, gud_location *at)
{
    gud_pose seen;
    gud_pose_seen(in->pose[p->reference], in->pose[1 - p->reference], &seen);
    p->stack.geometry->locate(p->stack.shape, &seen, at);
}

// ---- layout of the history: answer, kept numbers of the layers, start of the search, cells with film, thinnest film

static int kept_at(const gud_stacked *p)
{
    return p->view->nanswer + 1;
}

static int warm_at(const gud_stacked *p)
{
    return kept_at(p) + p->view->nkept;
}

static int covered_at(const gud_stacked *p)
{
    return warm_at(p) + p->stack.geometry->nwarm * p->view->field.n;
}

static int thinnest_at(const gud_stacked *p)
{
    return covered_at(p) + (p->view->field.wet ? p->view->field.n : 0);
}

// ---- creation

static void assemble(const gud_geometry *geometry, gud_stacked *p)
{
    gud_stack *s = &p->stack;
    *s = (gud_stack){.geometry = geometry};
    s->shape = &p->shape;
    p->film.oil = &p->oil;
    s->layer[s->nlayer] = &gud_layer_film, s->params[s->nlayer++] = &p->film;
    if (!p->rough) return;
    p->asperities.rough = p->rough;
    s->layer[s->nlayer] = &gud_layer_asperities, s->params[s->nlayer++] = &p->asperities;
}

gud_status gud_stacked_make(const gud_geometry *geometry, gud_stacked *p, gud_error *error)
{
    assemble(geometry, p);
    GUD_TRY(gud_stack_work_create(&p->stack, error, &p->view));
    p->nhistory = thinnest_at(p) + 1;
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
    scratch *w = work;
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
    scratch *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    w->pair = p;
    gud_arena_init(&w->view_memory);
    if (gud_stack_work_create(&p->stack, &error, &w->stack) == GUD_OK &&
        p->stack.geometry->create(p->stack.shape, &w->view_memory, &error, &w->view, &w->view_work) == GUD_OK) {
        w->answer = GUD_TAKE(&w->view_memory, double, w->stack->nanswer + 1);
        w->y_t = GUD_TAKE(&w->view_memory, double, w->stack->nvariable + 1);
        w->forces = GUD_TAKE(&w->view_memory, double, w->stack->field.nq);
        w->room = GUD_TAKE(&w->view_memory, double, w->view.n);
        w->view_warm = GUD_TAKE(&w->view_memory, double, w->view.n * p->stack.geometry->nwarm + 1);
        if (w->view.wet) w->covered = GUD_TAKE(&w->view_memory, unsigned char, w->view.n);
        if (!w->view_memory.failed) return w;
    }
    work_free(w);
    return NULL;
}

// warm start from what the last accepted step left
static void work_forget(const void *prm, void *work, const double *history)
{
    const gud_stacked *p = prm;
    scratch *w = work;
    w->stack->answered = w->stack->tangents = false;
    w->stamp = 0;
    for (int i = 0; i < p->stack.nlayer; i++)
        if (p->stack.layer[i]->recall)
            p->stack.layer[i]->recall(p->stack.params[i], w->stack->layer_work[i],
                                      history + kept_at(p) + w->stack->kept0[i]);
    if (p->stack.geometry->warm_set) p->stack.geometry->warm_set(w->stack->geometry_work, history + warm_at(p));
    for (int k = 0; w->covered && k < w->view.n; k++) w->covered[k] = history[covered_at(p) + k] > 0.5;
}

// ---- the gap as it is shown

// the field at a moment that is reported
static gud_gap_field *show(const gud_stacked *p, scratch *w, const gud_location *at)
{
    gud_error error;
    const gud_geometry *g = p->stack.geometry;
    if (g->warm_set) { // search from where layers have looked last
        double *warm = w->view_warm;
        g->warm_get(w->stack->geometry_work, warm);
        g->warm_set(w->view_work, warm);
    }
    if (g->fill(p->stack.shape, w->view_work, at, w->covered, &w->view, &error) != GUD_OK) return &w->stack->field;
    return &w->view;
}

// least gap between the cells, from their shapes
static gud_closest closest_of_cells(const gud_gap_field *f)
{
    gud_closest least = {.gap = INFINITY};
    for (int k = 0; k < f->n; k++) {
        if ((f->wet && !f->wet[k]) || f->h[k] - gud_cell_drop(f, k) > least.gap) continue;
        gud_cell_shape shape;
        double weight[GUD_SAMPLE_NODES];
        gud_cell_shape_of(f, k, &shape);
        for (int i = 0; i <= GUD_SAMPLES_X; i++) {
            const double x = (double)i / GUD_SAMPLES_X - 0.5, h = gud_cell_gap(&shape, f, x, 0.0, weight);
            if (h < least.gap) least = (gud_closest){h, f->grid->x[k], f->grid->y[k]};
        }
    }
    return least;
}

// ---- start

static gud_status check_start(const gud_stacked *p, const gud_gap_field *f, const gud_location *at, gud_error *error)
{
    int film = 0;
    if (p->stack.geometry->closest && !p->rough) {
        const double gap = p->stack.geometry->closest(p->stack.shape, at).gap;
        if (gap > 0.0) return GUD_OK;
        return gud_fail(error, GUD_ERR_INPUT, "the walls overlap at the start (gap %.4g um)", 1e6 * gap);
    }
    for (int k = 0; k < f->n; k++) {
        const bool wet = !f->wet || f->wet[k];
        film += wet;
        if (wet && !p->rough && !(f->h[k] > 0.0))
            return gud_fail(error, GUD_ERR_INPUT, "the surfaces overlap at the start (gap %.4g um)", 1e6 * f->h[k]);
    }
    if (film > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the surfaces are nowhere near each other at the start");
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_stacked *p = prm;
    scratch *w = in->work;
    gud_stack_work *s = w->stack;
    const gud_geometry *g = p->stack.geometry;
    gud_location at;
    locate(p, in, &at);
    memset(history, 0, (size_t)p->nhistory * sizeof(double));
    GUD_TRY(g->fill(p->stack.shape, s->geometry_work, &at, NULL, &s->field, error));
    GUD_TRY(check_start(p, &s->field, &at, error));
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer_in asked = {.geometry = g, .shape = p->stack.shape, .field = &s->field, .at = &at};
        if (p->stack.layer[i]->start)
            GUD_TRY(p->stack.layer[i]->start(p->stack.params[i], s->layer_work[i], &asked,
                                             history + kept_at(p) + s->kept0[i], y + s->variable0[i], error));
    }
    if (g->warm_get) g->warm_get(s->geometry_work, history + warm_at(p));
    for (int k = 0; s->field.wet && k < s->field.n; k++) history[covered_at(p) + k] = s->field.wet[k];
    history[thinnest_at(p)] = INFINITY;
    return GUD_OK;
}

// ---- answer

// numbers of the last evaluation: whether there is one, then of each layer its forces and its answer
static void answer_gather(const gud_stacked *p, scratch *w)
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

// A number of the last answer. It is that of a step's end; before it, answers go in straight lines from that of the
// step's start.
static double answer_at(const scratch *w, const gud_pair_in *in, int k)
{
    const double last = w->answer[k], *first = in->history;
    return in->before > 0.0 && first[0] > 0.0 ? last + in->before * (first[k] - last) : last;
}

// place of a layer's forces in the answer; its own numbers follow them
static int layer_at(const gud_stacked *p, int layer)
{
    int at = 1;
    for (int i = 0; i < layer; i++) at += p->view->field.nq + gud_layer_nanswer(p->stack.layer[i], p->stack.params[i]);
    return at;
}

// generalised forces of one layer, or of all (layer < 0)
static void forces_at(const gud_stacked *p, const scratch *w, const gud_pair_in *in, int layer, double *Q)
{
    const int nq = p->view->field.nq;
    memset(Q, 0, (size_t)nq * sizeof(double));
    for (int i = 0; i < p->stack.nlayer; i++)
        for (int k = 0; (layer < 0 || i == layer) && k < nq; k++) Q[k] += answer_at(w, in, layer_at(p, i) + k);
}

static const char *reason_of(const gud_stacked *p, const gud_location *at)
{
    if (!p->stack.geometry->closest) return "finds no pressure of its film";
    if (p->stack.geometry->closest(p->stack.shape, at).gap > touching * p->clearance)
        return "finds no pressure of its film";
    return "has no film left: smooth walls touch; a finer film.grid or rough contact (model: mixed) carries on";
}

static void give_wrench(const gud_stacked *p, const scratch *w, const gud_pair_in *in, const gud_location *at,
                        gud_pair_out *out)
{
    double wrench[6], by_shift[36], by_twist[36];
    gud_response total = w->stack->total;
    gud_relative relative;
    forces_at(p, w, in, -1, w->forces);
    total.Q = w->forces;
    const bool tangents = out->by_displacement;
    p->stack.geometry->wrench(p->stack.shape, at, &total, wrench, tangents ? by_shift : NULL,
                              tangents ? by_twist : NULL);
    gud_relative_of(in, p->reference, &relative);
    gud_relative_give(&relative, wrench, by_shift, by_twist, out);
}

static void give_energies(const gud_stacked *p, scratch *w, const gud_pair_in *in, const gud_location *at,
                          gud_pair_out *out)
{
    const int film = layer_at(p, 0) + p->view->field.nq;
    const int rough = gud_stack_find(&p->stack, &gud_layer_asperities);
    out->dissipation = answer_at(w, in, film + GUD_FILM_LOSS_SHEAR) + answer_at(w, in, film + GUD_FILM_LOSS_FLOW);
    if (rough >= 0) out->friction = answer_at(w, in, layer_at(p, rough) + p->view->field.nq + GUD_ASPERITY_LOSS);
    out->dissipation += out->friction;
    out->supplied = answer_at(w, in, film + GUD_FILM_SUPPLIED);
    const bool there = memcmp(&at->seen, &w->stack->at.seen, sizeof at->seen) == 0;
    gud_gap_field *field = there ? &w->stack->field : show(p, w, at);
    out->potential =
        gud_stack_potential(&p->stack, w->stack, field, there ? w->stack->geometry_work : w->view_work, out->y);
}

// Between stages (a start, an event, a record) there is no step to take the pressure from: the last answer serves.
static gud_status evaluate(const gud_stacked *p, scratch *w, const gud_pair_in *in, const gud_location *at)
{
    const bool between = in->c <= 0.0, again = w->stack->answered && in->stamp != 0 && in->stamp == w->stamp;
    gud_error error;
    if (again || (between && w->stack->answered)) return GUD_OK;
    const gud_stack_in asked = {.c = in->c, .signal = in->signal, .y_hat = in->y_hat, .y_t = w->y_t};
    gud_status status = gud_stack_eval(&p->stack, w->stack, at, w->covered, &asked, &error);
    w->stamp = between ? 0 : in->stamp;
    if (status == GUD_OK) answer_gather(p, w);
    return status < 0 ? GUD_RETRY : status;
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_stacked *p = prm;
    scratch *w = in->work;
    const gud_film_out *film = gud_film_layer_state(w->stack->layer_work[0]);
    const size_t size = (size_t)w->stack->nvariable * sizeof(double);
    gud_location at;
    locate(p, in, &at);
    out->status = evaluate(p, w, in, &at);
    if (out->status != GUD_OK) {
        out->reason = reason_of(p, &at);
        return;
    }
    if (out->by_displacement) out->status = gud_stack_tangents(&p->stack, w->stack);
    if (out->status != GUD_OK) return;
    memcpy(out->y, in->c > 0.0 ? film->m : in->y_hat, size);
    if (in->c <= 0.0 && out->y_t) memcpy(out->y_t, w->y_t, size);
    give_wrench(p, w, in, &at, out);
    if (out->energies) give_energies(p, w, in, &at, out);
}

// ---- history

// what roughness makes of the thinnest film
static double fineness(const gud_stacked *p, double gap)
{
    return fmax(gap, p->rough ? p->rough->params.sigma : touching * p->clearance);
}

static void accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_stacked *p = prm;
    scratch *w = in->work;
    gud_stack_work *s = w->stack;
    const gud_geometry *g = p->stack.geometry;
    gud_location at;
    gud_error error;
    locate(p, in, &at);
    if (s->field.wet || memcmp(&at.seen, &s->at.seen, sizeof at.seen) != 0)
        (void)g->fill(p->stack.shape, s->geometry_work, &at, NULL, &s->field, &error);
    for (int i = 0; i < p->stack.nlayer; i++) {
        const gud_layer_in asked = {
            .geometry = g, .shape = p->stack.shape, .field = &s->field, .at = &at, .covered = w->covered};
        if (p->stack.layer[i]->accept)
            p->stack.layer[i]->accept(p->stack.params[i], s->layer_work[i], &asked, history + kept_at(p) + s->kept0[i],
                                      y + s->variable0[i]);
    }
    memcpy(history, w->answer, (size_t)(s->nanswer + 1) * sizeof(double));
    if (g->warm_get) g->warm_get(s->geometry_work, history + warm_at(p));
    for (int k = 0; w->covered && s->field.wet && k < s->field.n; k++)
        history[covered_at(p) + k] = w->covered[k] = s->field.wet[k];
    const double gap =
        g->closest ? g->closest(p->stack.shape, &at).gap : w->answer[layer_at(p, 0) + s->field.nq + GUD_FILM_LEAST];
    history[thinnest_at(p)] = fmin(in->history[thinnest_at(p)], fineness(p, gap));
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

static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    const gud_stacked *p = prm;
    const scratch *w = in->work;
    const gud_gap_field *f = &w->stack->field;
    double dq[GUD_RIGID], thick = p->clearance, worst = 0.0;
    coordinates_off(p, in, off, dq);
    for (int k = 0; f->wet && k < f->n; k++) thick = f->wet[k] ? fmax(thick, f->h[k]) : thick;
    const double least = p->rough ? p->rough->params.sigma : touching * thick;
    for (int k = 0; k < f->n; k++) {
        double change = 0.0;
        if (f->wet && !f->wet[k]) continue;
        for (int b = 0; b < f->nq; b++) change += f->h_q[b] ? f->h_q[b][k] * dq[b] : 0.0;
        worst = fmax(worst, fabs(change) / fmax(f->h[k], least));
    }
    return worst;
}

// ---- channels

double gud_load_share(int n, const double *part, const double *rest)
{
    double along = 0.0, whole = 0.0;
    for (int k = 0; k < n; k++) {
        along += part[k] * (part[k] + rest[k]);
        whole += (part[k] + rest[k]) * (part[k] + rest[k]);
    }
    return whole > 0.0 ? fmin(fmax(along / whole, 0.0), 1.0) : 0.0;
}

enum {
    ch_film_min,
    ch_film_min_x,
    ch_film_min_y,
    ch_loss_film,
    ch_loss_asperity,
    ch_loss,
    ch_loss_share,
    ch_friction_torque,
    ch_film_min_nodal,
    ch_pressure,
    ch_asperity_pressure,
    ch_asperity_load,
    ch_asperity_share,
    ch_contact_area,
    ch_side_flow,
    ch_flow_low,
    ch_flow_high,
    ch_feed_flow,
    ch_oil,
    ch_specific_load,
    ch_film_force,
    ch_film_moment = ch_film_force + 3,
    ch_film_moment_first = ch_film_moment + 3,
    ch_asperity_force = ch_film_moment_first + 3,
    ch_asperity_moment = ch_asperity_force + 3,
    ch_asperity_moment_first = ch_asperity_moment + 3,
    nlabel = ch_asperity_moment_first + 3
};

#define VECTOR_LABELS(name, unit, about)                                                                               \
    {name ".x", unit, about}, {name ".y", unit, about},                                                                \
    {                                                                                                                  \
        name ".z", unit, about                                                                                         \
    }

static const gud_pair_label labels[nlabel] = {
    [ch_film_min] = {"film_min", "m", "smallest gap anywhere between the walls"},
    [ch_film_min_x] = {"film_min_x", "m", "where that is, along the first direction of the grid"},
    [ch_film_min_y] = {"film_min_y", "m", "where that is, along the second direction"},
    [ch_loss_film] = {"loss_film", "W", "lost in the film"},
    [ch_loss_asperity] = {"loss_asperity", "W", "lost by friction of asperities"},
    [ch_loss] = {"loss", "W", "lost in film and asperities"},
    [ch_loss_share] = {"loss_asperity_share", "1", "asperity loss over total loss"},
    [ch_friction_torque] = {"friction_torque", "N.m", "on the second part, about z of the first frame"},
    [ch_film_min_nodal] = {"film_min_nodal", "m", "smallest film of the grid's cells"},
    [ch_pressure] = {"film_pressure_max", "Pa", "largest pressure of the film"},
    [ch_asperity_pressure] = {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
    [ch_asperity_load] = {"asperity_load", "N", "sum of the asperities' pressure"},
    [ch_asperity_share] = {"asperity_share", "1", "fraction of the load that asperities carry"},
    [ch_contact_area] = {"contact_area", "m2", "real area of contact"},
    [ch_side_flow] = {"side_flow", "m3/s", "oil out over all ends"},
    [ch_flow_low] = {"flow_low_end", "m3/s", "oil out over the lower end of the second direction"},
    [ch_flow_high] = {"flow_high_end", "m3/s", "oil out over its upper end"},
    [ch_feed_flow] = {"feed_flow", "m3/s", "oil in from grooves, holes and supply lines"},
    [ch_oil] = {"oil_content", "1", "fraction of the gap that oil fills"},
    [ch_specific_load] = {"specific_load", "Pa", "load over projected area"},
    [ch_film_force] = VECTOR_LABELS("film_force", "N", "of the film on the second part, axes of the first frame"),
    [ch_film_moment] = VECTOR_LABELS("film_moment", "N.m", "of the film on the second part, about its frame"),
    [ch_film_moment_first] =
        VECTOR_LABELS("film_moment_first", "N.m", "of the film on the first part, about its frame"),
    [ch_asperity_force] =
        VECTOR_LABELS("asperity_force", "N", "of asperities on the second part, axes of the first frame"),
    [ch_asperity_moment] = VECTOR_LABELS("asperity_moment", "N.m", "of asperities on the second part, about its frame"),
    [ch_asperity_moment_first] =
        VECTOR_LABELS("asperity_moment_first", "N.m", "of asperities on the first part, about its frame"),
};

// flow and pressure of a feed
static bool name_feed(const char *feed, gud_arena *arena, gud_pair_label label[GUD_FEED_NANSWER])
{
    static const gud_pair_label of[GUD_FEED_NANSWER] = {
        [GUD_FEED_FLOW] = {"feed_flow.", "m3/s", "oil out of the supply of this feed"},
        [GUD_FEED_PRESSURE] = {"feed_pressure.", "Pa", "in this feed"}};
    for (int k = 0; k < GUD_FEED_NANSWER; k++) {
        const size_t size = strlen(of[k].name) + strlen(feed) + 1;
        char *name = GUD_TAKE(arena, char, size);
        if (!name) return false;
        (void)snprintf(name, size, "%s%s", of[k].name, feed);
        label[k] = (gud_pair_label){name, of[k].unit, of[k].about};
    }
    return true;
}

const gud_pair_label *gud_stacked_channels(const gud_stacked *p, gud_arena *arena, int *nchannel)
{
    const gud_geometry *g = p->stack.geometry;
    const int own = g->nchannel(p->stack.shape), feeds = GUD_FEED_NANSWER * p->film.nfeed;
    gud_pair_label *list = GUD_TAKE(arena, gud_pair_label, own + nlabel + feeds);
    if (!list) return NULL;
    memcpy(list, g->channels, (size_t)own * sizeof *list);
    memcpy(list + own, labels, sizeof labels);
    for (int n = 0; n < p->film.nfeed; n++)
        if (!name_feed(p->feed_name[n], arena, list + own + nlabel + n * GUD_FEED_NANSWER)) return NULL;
    *nchannel = own + nlabel + feeds;
    return list;
}

// force of a layer on the second part in the axes of the first frame, and its moments on both parts
static void report_force(const gud_stacked *p, const scratch *w, const gud_pair_in *in, const gud_location *at,
                         int layer, double *values)
{
    double wrench[6], lever[3], moment[3];
    gud_response r = {.nq = p->view->field.nq, .Q = w->forces};
    if (layer < 0) {
        memset(values, 0, 9 * sizeof *values);
        return;
    }
    forces_at(p, w, in, layer, w->forces);
    p->stack.geometry->wrench(p->stack.shape, at, &r, wrench, NULL, NULL); // on the part without the grid
    v3_cross(lever, at->seen.p, wrench);
    v3_axpy(moment, wrench + 3, -1.0, lever);
    if (p->reference == 0) {
        v3_copy(values, wrench);
        v3_copy(values + 3, moment);
        v3_scale(values + 6, -1.0, wrench + 3);
        return;
    }
    double first[3];
    m3_apply_t(first, at->seen.R, wrench);
    v3_scale(values, -1.0, first);
    m3_apply_t(first, at->seen.R, wrench + 3);
    v3_scale(values + 3, -1.0, first);
    m3_apply_t(values + 6, at->seen.R, moment);
}

// fraction of the gap that oil fills
static double oil_content(const gud_stacked *p, scratch *w, const gud_pair_in *in, const gud_gap_field *f)
{
    double oil = 0.0, room = 0.0;
    double *m = w->room;
    memcpy(m, f->h, (size_t)f->n * sizeof(double));
    gud_film_layer_fill(&p->film, w->stack->layer_work[0], f->n, m);
    for (int k = 0; k < f->n; k++) {
        if (f->wet && !f->wet[k]) continue;
        oil += in->y_hat[k] * f->grid->area[k];
        room += m[k] * f->grid->area[k];
    }
    return room > 0.0 ? oil / room : 0.0;
}

static void report_flows(const gud_stacked *p, const scratch *w, const gud_pair_in *in, double *values)
{
    const int film = layer_at(p, 0) + p->view->field.nq;
    values[ch_flow_low] = answer_at(w, in, film + GUD_FILM_LEAK_LOW);
    values[ch_flow_high] = answer_at(w, in, film + GUD_FILM_LEAK_HIGH);
    if (p->stack.geometry == &gud_geometry_pin && p->shape.pin.half) { // the half knows the upper end, counted twice
        values[ch_flow_high] *= 0.5;
        values[ch_flow_low] = values[ch_flow_high];
    }
    values[ch_side_flow] = values[ch_flow_low] + values[ch_flow_high] + answer_at(w, in, film + GUD_FILM_LEAK_SIDE);
    values[ch_feed_flow] = answer_at(w, in, film + GUD_FILM_FEED);
    for (int k = 0; k < GUD_FEED_NANSWER * p->film.nfeed; k++)
        values[nlabel + k] = answer_at(w, in, film + GUD_FILM_NANSWER + k);
}

static void report_asperities(const gud_stacked *p, const scratch *w, const gud_pair_in *in, double *values)
{
    const int layer = gud_stack_find(&p->stack, &gud_layer_asperities);
    if (layer < 0) return;
    const int at = layer_at(p, layer) + p->view->field.nq;
    values[ch_loss_asperity] = answer_at(w, in, at + GUD_ASPERITY_LOSS);
    values[ch_asperity_pressure] = answer_at(w, in, at + GUD_ASPERITY_PRESSURE_MAX);
    values[ch_asperity_load] = answer_at(w, in, at + GUD_ASPERITY_LOAD);
    values[ch_contact_area] = answer_at(w, in, at + GUD_ASPERITY_AREA);
}

// couples count by the forces at the ends of the bearing that make them
static double asperity_share(const gud_stacked *p, const double *film, const double *rough)
{
    const double lever = p->stack.geometry == &gud_geometry_pin ? 2.0 / p->shape.pin.width : 0.0;
    double part[5], rest[5];
    for (int k = 0; k < 3; k++) part[k] = rough[k], rest[k] = film[k];
    for (int k = 0; k < 2; k++) part[3 + k] = lever * rough[3 + k], rest[3 + k] = lever * film[3 + k];
    return gud_load_share(5, part, rest);
}

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_stacked *p = prm;
    scratch *w = in->work;
    const gud_geometry *g = p->stack.geometry;
    const int film = layer_at(p, 0) + p->view->field.nq;
    gud_location at;
    locate(p, in, &at);
    g->report(p->stack.shape, &at, values);
    values += g->nchannel(p->stack.shape);
    memset(values, 0, nlabel * sizeof *values);
    const gud_gap_field *f = show(p, w, &at);
    const gud_closest least = g->closest ? g->closest(p->stack.shape, &at) : closest_of_cells(f);
    values[ch_film_min] = least.gap, values[ch_film_min_x] = least.x, values[ch_film_min_y] = least.y;
    values[ch_loss_film] = answer_at(w, in, film + GUD_FILM_LOSS_SHEAR) + answer_at(w, in, film + GUD_FILM_LOSS_FLOW);
    values[ch_film_min_nodal] = answer_at(w, in, film + GUD_FILM_LEAST);
    values[ch_pressure] = answer_at(w, in, film + GUD_FILM_PRESSURE_MAX);
    report_asperities(p, w, in, values);
    values[ch_loss] = values[ch_loss_film] + values[ch_loss_asperity];
    values[ch_loss_share] = values[ch_loss] > 0.0 ? values[ch_loss_asperity] / values[ch_loss] : 0.0;
    report_flows(p, w, in, values);
    values[ch_oil] = oil_content(p, w, in, f);
    report_force(p, w, in, &at, 0, values + ch_film_force);
    report_force(p, w, in, &at, gud_stack_find(&p->stack, &gud_layer_asperities), values + ch_asperity_force);
    values[ch_friction_torque] = values[ch_film_moment + 2] + values[ch_asperity_moment + 2];
    values[ch_asperity_share] = asperity_share(p, values + ch_film_force, values + ch_asperity_force);
    double load[3];
    v3_axpy(load, values + ch_film_force, 1.0, values + ch_asperity_force);
    values[ch_specific_load] = isnan(p->projected) ? 0.0 : v3_norm(load) / p->projected;
}

// ---- remarks

static const double dry = 0.5; // a film with less oil than this part of its gap starves

static bool starves(const gud_stacked *p, const gud_pair_in *in, char *text, size_t size)
{
    scratch *w = in->work;
    gud_location at;
    locate(p, in, &at);
    const double part = oil_content(p, w, in, show(p, w, &at));
    const bool line = p->stack.geometry == &gud_geometry_pin && p->shape.pin.line;
    const bool fed = fmax(p->ends[0], p->ends[1]) > p->film.cavity || p->film.nfeed > 0 || line;
    if (fed && part >= dry) return false;
    const char *why = fed ? "its ends and feeds supply it too slowly"
                          : "it has no feeds, and its ends (film.ambient) are at the pressure where the film breaks "
                            "(film.cavity), so that "
                            "oil leaves and none comes back";
    (void)snprintf(text, size, "starves: %s; at the end oil fills %.3g %% of its gap", why, 100.0 * part);
    return true;
}

// Does the film run dry, or was it thinner than its grid can show?
static bool remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_stacked *p = prm;
    int cells[2];
    if (starves(p, in, text, size)) return true;
    if (p->stack.geometry != &gud_geometry_pin) return false;
    const gud_pin *pin = &p->shape.pin;
    const double film_min = in->history[thinnest_at(p)];
    if (!gud_pin_is_coarse(pin, film_min, cells)) return false;
    (void)snprintf(text, size,
                   "grid too coarse for a film of %.3g um (its pressure peak spans %.1f cells); use "
                   "film.grid: [%d, %d]",
                   1e6 * film_min, gud_pin_peak_cells(pin, film_min), cells[0], cells[1]);
    return true;
}

// ---- maps over the whole pair: a row for each cell of the second direction

static const gud_pair_label maps[] = {
    {"pressure", "Pa", "of the film"},
    {"film_fraction", "1", "fraction of the gap that oil fills"},
    {"gap", "m", "between the walls; where they do not face each other, that of the cells beside"},
    {"asperity_pressure", "Pa", "of rough contact"},
};

enum { map_pressure, map_fraction, map_gap, map_asperity };

static void map_size(const void *prm, int *rows, int *cols)
{
    const gud_gap_field *f = &((const gud_stacked *)prm)->view->field;
    *rows = f->grid->ny * (f->fold > 1.0 ? 2 : 1);
    *cols = f->grid->nx;
}

// cell of a point; a symmetric half is mirrored in the plane z = 0
static int map_cell(const gud_stacked *p, int row, int col, double *sign)
{
    const gud_gap_field *f = &p->view->field;
    const int ny = f->grid->ny;
    const bool half = f->fold > 1.0, mirrored = half && row < ny;
    *sign = mirrored ? -1.0 : 1.0;
    return col * ny + (mirrored ? ny - 1 - row : half ? row - ny : row);
}

static int map_points(const void *prm, double *points)
{
    const gud_stacked *p = prm;
    int rows, cols;
    map_size(prm, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++, points += 3) {
            double sign;
            const int k = map_cell(p, r, c, &sign);
            p->stack.geometry->point(p->stack.shape, &p->view->field, p->view->geometry_work, k, points);
            points[2] *= sign;
        }
    return p->reference;
}

static double map_value(const gud_stacked *p, const gud_gap_field *f, int k, int map)
{
    double pressure = 0.0, slope;
    if (map == map_gap) return f->h[k];
    if (p->rough && (!f->wet || f->wet[k])) gud_rough_eval(p->rough, 1, &f->h[k], &pressure, &slope, NULL);
    return pressure;
}

static void map(const void *prm, const gud_pair_in *in, int map, double *values)
{
    const gud_stacked *p = prm;
    scratch *w = in->work;
    const bool kept = map == map_pressure || map == map_fraction;
    const double *film = in->history + kept_at(p) + (map == map_fraction ? p->view->field.n : 0);
    const gud_gap_field *f = NULL;
    int rows, cols;
    if (!kept) {
        gud_location at;
        locate(p, in, &at);
        f = show(p, w, &at);
    }
    map_size(prm, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            double sign;
            const int k = map_cell(p, r, c, &sign);
            *values++ = kept ? film[k] : map_value(p, f, k, map);
        }
}

const gud_pair_law gud_pair_stacked = {
    .eval = eval,
    .start = start,
    .film_error = film_error,
    .accept = accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
    .release = release,
    .report = report,
    .remark = remark,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map_size = map_size,
    .map_points = map_points,
    .map = map,
};
