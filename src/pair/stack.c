#include "pair/stack.h"

#include "pair/column.h"

#include <string.h>

const gud_layer *const gud_layer_rows[GUD_NLAYER] = {
#define GUD_LAYER(id, word) &gud_layer_##word,
#include "pair/layers.def"
};

gud_stack gud_stack_of(const gud_geometry *geometry, const void *shape, const gud_layers *layers)
{
    gud_stack s = {.geometry = geometry, .shape = shape};
    for (int i = 0; i < GUD_NLAYER; i++) {
        if (!layers->params[i]) continue;
        s.layer[s.nlayer] = gud_layer_rows[i];
        s.params[s.nlayer++] = layers->params[i];
    }
    return s;
}

int gud_stack_find(const gud_stack *s, const gud_layer *layer)
{
    for (int i = 0; i < s->nlayer; i++)
        if (s->layer[i] == layer) return i;
    return -1;
}

int gud_layer_nanswer(const gud_layer *layer, const void *params)
{
    return layer->nanswer + (layer->nfurther ? layer->nfurther(params) : 0);
}

void gud_stack_work_free(const gud_stack *s, gud_stack_work *w)
{
    if (!w) return;
    for (int i = 0; i < s->nlayer; i++)
        if (w->layer_work[i]) s->layer[i]->work_free(w->layer_work[i]);
    if (w->field.grid) s->geometry->release(&w->field, w->geometry_work);
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

bool gud_stack_share(const gud_stack *s, gud_stack_work *w, gud_team *team)
{
    bool worth = false;
    for (int i = 0; i < s->nlayer; i++)
        if (s->layer[i]->share && s->layer[i]->share(w->layer_work[i], team)) worth = true;
    return worth;
}

// places of the layers' numbers
static void layout(const gud_stack *s, gud_stack_work *w)
{
    for (int i = 0; i < s->nlayer; i++) {
        const gud_layer *l = s->layer[i];
        w->kept0[i] = w->nkept;
        w->variable0[i] = w->nvariable;
        w->nkept += l->nkept ? l->nkept(s->params[i], &w->field) : 0;
        w->nvariable += l->nvariable ? l->nvariable(s->params[i], &w->field) : 0;
        w->nanswer += gud_layer_nanswer(l, s->params[i]) + w->field.nq;
    }
}

static gud_status outputs_take(const gud_stack *s, gud_stack_work *w, gud_error *error)
{
    (void)gud_response_take(&w->total, w->field.nq, &w->memory);
    for (int i = 0; i < s->nlayer; i++) {
        (void)gud_response_take(&w->out[i].response, w->field.nq, &w->memory);
        w->out[i].answer = GUD_TAKE(&w->memory, double, gud_layer_nanswer(s->layer[i], s->params[i]));
    }
    return w->memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "no memory for a pair") : GUD_OK;
}

gud_status gud_stack_field_create(const gud_stack *s, const gud_stack_work *view, gud_arena *arena, gud_error *error,
                                  gud_gap_field *field, void **geometry_work)
{
    if (view && s->geometry->twin) return s->geometry->twin(s->shape, &view->field, arena, error, field, geometry_work);
    return s->geometry->create(s->shape, arena, error, field, geometry_work);
}

static gud_status create(const gud_stack *s, const gud_stack_work *view, bool shown, gud_error *error,
                         gud_stack_work **work)
{
    gud_arena memory;
    gud_arena_init(&memory);
    *work = NULL;
    gud_stack_work *w = GUD_TAKE(&memory, gud_stack_work, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "no memory for a pair");
    w->memory = memory;
    w->stack = *s;
    gud_status status = gud_stack_field_create(s, view, &w->memory, error, &w->field, &w->geometry_work);
    w->field.shown = shown;
    if (status == GUD_OK && !gud_columns_take(&w->stack, w))
        status = gud_fail(error, GUD_ERR_MEMORY, "no memory for a pair");
    for (int i = 0; i < s->nlayer && status == GUD_OK; i++)
        status = s->layer[i]->work_create(s->params[i], &w->field, error, &w->layer_work[i]);
    if (status == GUD_OK) status = outputs_take(s, w, error);
    if (status == GUD_OK) layout(s, w), *work = w;
    if (status != GUD_OK) gud_stack_work_free(s, w);
    return status;
}

gud_status gud_stack_work_create(const gud_stack *s, const gud_stack_work *view, gud_error *error,
                                 gud_stack_work **work)
{
    return create(s, view, false, error, work);
}

gud_status gud_stack_view_create(const gud_stack *s, gud_error *error, gud_stack_work **work)
{
    return create(s, NULL, true, error, work);
}

static gud_layer_in question(const gud_stack *s, gud_stack_work *w, int i, const gud_stack_in *in)
{
    return (gud_layer_in){.geometry = s->geometry,
                          .shape = s->shape,
                          .geometry_work = w->geometry_work,
                          .field = &w->field,
                          .at = &w->at,
                          .signal = in ? in->signal : NULL,
                          .y_hat = in && in->y_hat ? in->y_hat + w->variable0[i] : NULL,
                          .y_guess = in && in->y_guess ? in->y_guess + w->variable0[i] : NULL,
                          .c = in ? in->c : 0.0};
}

static void prepare(const gud_stack *s, gud_stack_work *w, const gud_stack_in *in)
{
    for (int i = 0; i < s->nlayer; i++) {
        const gud_layer_in asked = question(s, w, i, in);
        if (s->layer[i]->prepare) s->layer[i]->prepare(s->params[i], w->layer_work[i], &asked);
    }
}

void gud_stack_rest(const gud_stack *s, gud_stack_work *w, const gud_location *at)
{
    gud_gap_field *f = &w->field;
    w->at = *at;
    prepare(s, w, NULL);
    if (!f->deflection) return;
    double *none = f->deflection_v[0], *slope = f->deflection_q[0]; // scratch here
    memset(none, 0, (size_t)f->n * sizeof *none);
    gud_columns_yield(f, none, f->deflection, slope);
}

gud_status gud_stack_eval(const gud_stack *s, gud_stack_work *w, const gud_location *at, const unsigned char *covered,
                          const gud_stack_in *in, gud_error *error)
{
    w->answered = w->tangents = w->finished = false;
    w->at = *at;
    GUD_TRY(s->geometry->fill(s->shape, w->geometry_work, at, covered, &w->field, error));
    gud_response_clear(&w->total, false);
    prepare(s, w, in);
    for (int i = 0; i < s->nlayer; i++) {
        const gud_layer_in asked = question(s, w, i, in);
        gud_layer_out *out = &w->out[i];
        gud_response_clear(&out->response, false);
        memset(out->answer, 0, (size_t)gud_layer_nanswer(s->layer[i], s->params[i]) * sizeof(double));
        out->y = in->y ? in->y + w->variable0[i] : NULL;
        out->y_t = in->y_t ? in->y_t + w->variable0[i] : NULL;
        GUD_TRY(s->layer[i]->eval(s->params[i], w->layer_work[i], &asked, out, error));
        gud_response_add(&w->total, &out->response, false);
    }
    w->answered = true;
    return GUD_OK;
}

void gud_stack_finish(const gud_stack *s, gud_stack_work *w)
{
    for (int i = 0; i < s->nlayer && !w->finished; i++)
        if (s->layer[i]->finish) s->layer[i]->finish(s->params[i], w->layer_work[i], &w->field, w->out[i].answer);
    w->finished = true;
}

gud_status gud_stack_tangents(const gud_stack *s, gud_stack_work *w, bool newton)
{
    const int n = w->field.nq;
    if (w->tangents && (newton || !w->newton)) return GUD_OK;
    memset(w->total.Q_q, 0, 2 * (size_t)(n * n) * sizeof(double)); // Q_v follows
    for (int i = 0; i < s->nlayer; i++) {
        gud_layer_in asked = question(s, w, i, NULL);
        asked.newton = newton;
        gud_layer_out *out = &w->out[i];
        memset(out->response.Q_q, 0, 2 * (size_t)(n * n) * sizeof(double));
        GUD_TRY(s->layer[i]->tangents(s->params[i], w->layer_work[i], &asked, out));
        for (int k = 0; k < 2 * n * n; k++) w->total.Q_q[k] += out->response.Q_q[k];
    }
    w->tangents = true;
    w->newton = newton;
    return GUD_OK;
}

gud_status gud_stack_follow(const gud_stack *s, gud_stack_work *w)
{
    const int n = w->field.nq;
    for (int i = 0; i < s->nlayer; i++) {
        if (!s->layer[i]->follow) continue;
        const gud_layer_in asked = question(s, w, i, NULL);
        double *Q_v = w->out[i].response.Q_v;
        for (int k = 0; k < n * n; k++) w->total.Q_v[k] -= Q_v[k];
        GUD_TRY(s->layer[i]->follow(s->params[i], w->layer_work[i], &asked, &w->out[i]));
        for (int k = 0; k < n * n; k++) w->total.Q_v[k] += Q_v[k];
    }
    w->tangents = false; // they are more than that now
    return GUD_OK;
}

double gud_stack_potential(const gud_stack *s, gud_stack_work *w, gud_gap_field *field, void *geometry_work,
                           const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < s->nlayer; i++) {
        if (!s->layer[i]->potential) continue;
        gud_layer_in asked = question(s, w, i, NULL);
        asked.field = field;
        asked.geometry_work = geometry_work;
        sum += s->layer[i]->potential(s->params[i], w->layer_work[i], &asked, y + w->variable0[i]);
    }
    return sum;
}
