#include "pair/asperity_layer.h"

#include "pair/rub.h"
#include "pair/sample.h"

#include <math.h>
#include <string.h>

enum { batch = 64 };

typedef struct {
    double h, area, weight[GUD_SAMPLE_NODES];
    int place; // of its cell in the batch
} sample;

// samples that were collected, and the cells they lie in
typedef struct {
    gud_cell_shape cells[batch];
    sample list[batch];
    int n, ncell;
    double load[batch];
    double *load_q;        // [batch][nq]
    int *moving, nmoving;  // [nq] coordinates that change the gap
    double *row;           // [nmoving] derivatives of the gap of a sample by them
    gud_response response; // forces and derivatives together: they cost little beside the pressure
    // Where walls give way, of every cell: gaps of its samples between stiff walls, how many are near, and with the
    // last answer force and load by its deflection
    double *gaps;              // [n][nsample]
    int *nnear;                // [n]
    double **push_h, **pull_h; // [nq][n] of the pressure alone, and with its friction
    double *load_h;            // [n]
    gud_arena memory;
} scratch;

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

enum { nsample = GUD_SAMPLES_X * GUD_SAMPLES_Y };

static void columns_take(const gud_gap_field *f, scratch *w, gud_arena *memory)
{
    w->gaps = GUD_TAKE(memory, double, nsample * f->n);
    w->nnear = GUD_TAKE(memory, int, f->n);
    w->load_h = GUD_TAKE(memory, double, f->n);
    w->push_h = GUD_TAKE(memory, double *, f->nq);
    w->pull_h = GUD_TAKE(memory, double *, f->nq);
    for (int a = 0; a < f->nq && !memory->failed; a++) {
        w->push_h[a] = GUD_TAKE(memory, double, f->n);
        w->pull_h[a] = GUD_TAKE(memory, double, f->n);
    }
}

static gud_status work_create(const void *params, const gud_gap_field *f, gud_error *error, void **work)
{
    gud_arena memory;
    (void)params;
    *work = NULL;
    gud_arena_init(&memory);
    scratch *w = GUD_TAKE(&memory, scratch, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "asperities: no memory");
    w->load_q = GUD_TAKE(&memory, double, batch * f->nq);
    w->row = GUD_TAKE(&memory, double, f->nq);
    w->moving = GUD_TAKE(&memory, int, f->nq);
    if (f->compliance) columns_take(f, w, &memory);
    if (!gud_response_take(&w->response, f->nq, &memory) || memory.failed) {
        gud_arena_free(&memory);
        return gud_fail(error, GUD_ERR_MEMORY, "asperities: no memory");
    }
    w->memory = memory;
    *work = w;
    return GUD_OK;
}

// friction of a cell that carries this load, and of its change by the coordinates
static void add_friction(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, int k, double load,
                         const double *load_q, double *answer)
{
    const gud_cell_load on = {.cell = k, .load = load, .load_q = load_q};
    answer[GUD_ASPERITY_LOSS] += gud_rub(&l->friction, f, &on, &w->response, w->row);
    for (int a = 0; w->load_h && a < f->nq; a++) w->pull_h[a][k] += w->row[a] * w->load_h[k];
}

// ---- pressure

// coordinates that change the gap
static void moving_list(const gud_gap_field *f, scratch *w)
{
    w->nmoving = 0;
    for (int a = 0; a < f->nq; a++)
        if (f->h_q[a]) w->moving[w->nmoving++] = a;
}

static void add_sample(const gud_gap_field *f, scratch *w, const sample *s, double load, double load_h)
{
    const gud_cell_shape *shape = &w->cells[s->place];
    const int n = f->nq, nodes = gud_sample_nodes(f);
    gud_response *r = &w->response;
    for (int m = 0; m < w->nmoving; m++) {
        const int a = w->moving[m];
        double row = 0.0;
        for (int i = 0; i < nodes; i++)
            if (s->weight[i] != 0.0) row += s->weight[i] * f->h_q[a][shape->cell[i]];
        w->load_q[s->place * n + a] += load_h * row;
        w->row[m] = row;
    }
    if (w->load_h) w->load_h[shape->cell[0]] += load_h;
    for (int m = 0; m < w->nmoving; m++) {
        const int a = w->moving[m];
        const double by_a = load_h * w->row[m];
        if (w->load_h) w->push_h[a][shape->cell[0]] += by_a, w->pull_h[a][shape->cell[0]] += by_a;
        r->Q[a] += load * w->row[m];
        for (int b = 0; b < w->nmoving; b++) r->Q_q[a * n + w->moving[b]] += by_a * w->row[b];
    }
}

// pressure of the samples that were collected, and what it does
static void flush(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, double *answer)
{
    double h[batch], pressure[batch], p_h[batch], area[batch];
    for (int i = 0; i < w->n; i++) h[i] = w->list[i].h;
    memset(w->load, 0, sizeof w->load);
    memset(w->load_q, 0, (size_t)(w->ncell * f->nq) * sizeof(double));
    gud_rough_eval(l->rough, w->n, h, pressure, p_h, area);
    for (int i = 0; i < w->n; i++) {
        const sample *s = &w->list[i];
        if (pressure[i] <= 0.0) continue;
        add_sample(f, w, s, pressure[i] * s->area, p_h[i] * s->area);
        w->load[s->place] += pressure[i] * s->area;
        answer[GUD_ASPERITY_LOAD] += pressure[i] * s->area;
        answer[GUD_ASPERITY_AREA] += area[i] * s->area;
        if (pressure[i] > answer[GUD_ASPERITY_PRESSURE_MAX]) answer[GUD_ASPERITY_PRESSURE_MAX] = pressure[i];
    }
    for (int c = 0; l->rubs && c < w->ncell; c++)
        if (w->load[c] > 0.0) add_friction(l, f, w, w->cells[c].cell[0], w->load[c], w->load_q + c * f->nq, answer);
    w->n = w->ncell = 0;
}

// samples of one cell that are near enough to touch
static void collect(const gud_gap_field *f, scratch *w, int k, double area, double reach)
{
    const int rows = f->prismatic ? 1 : GUD_SAMPLES_Y, before = w->n;
    gud_cell_shape *shape = &w->cells[w->ncell];
    gud_cell_shape_of(f, k, shape);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < GUD_SAMPLES_X; i++) {
            sample *s = &w->list[w->n];
            const double x = (i + 0.5) / GUD_SAMPLES_X - 0.5, y = (j + 0.5) / rows - 0.5;
            s->h = gud_cell_gap(shape, f, x, y, s->weight) + (f->deflection ? f->deflection[k] : 0.0);
            s->area = area / (rows * GUD_SAMPLES_X);
            s->place = w->ncell;
            if (s->h < reach) w->n++;
        }
    if (w->n > before) w->ncell++;
}

static void columns_clear(const gud_gap_field *f, scratch *w)
{
    const size_t size = (size_t)f->n * sizeof(double);
    memset(w->load_h, 0, size);
    for (int a = 0; a < f->nq; a++) memset(w->push_h[a], 0, size), memset(w->pull_h[a], 0, size);
}

// cells that are looked at: one of each row where all of a row have the same gap
static int cell_step(const gud_gap_field *f)
{
    return f->prismatic && !f->deflection ? f->grid->ny : 1;
}

// the next cell from k on that comes within reach, or f->n; none does with a gap of more than `far`
static int next_near(const gud_gap_field *f, int k, int step, double reach, double far)
{
    for (; k < f->n; k += step) {
        const double h = gud_field_gap(f, k);
        if (h <= far && !(f->wet && !f->wet[k]) && !(h - gud_cell_drop(f, k) > reach)) break;
    }
    return k;
}

static void press_cells(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, double *answer)
{
    const double reach = gud_rough_reach(l->rough), far = reach + gud_field_drop(f);
    const int step = cell_step(f);
    gud_response_clear(&w->response, true);
    if (w->load_h) columns_clear(f, w);
    moving_list(f, w);
    w->n = w->ncell = 0;
    for (int k = next_near(f, 0, step, reach, far); k < f->n; k = next_near(f, k + step, step, reach, far)) {
        collect(f, w, k, f->fold * step * f->grid->area[k], reach);
        if (w->n > batch - nsample) flush(l, f, w, answer);
    }
    if (w->n > 0) flush(l, f, w, answer);
}

static gud_status eval(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    scratch *w = work;
    (void)error;
    press_cells(prm, in->field, w, out->answer);
    gud_response_add(&out->response, &w->response, false);
    out->dissipation = out->friction = out->answer[GUD_ASPERITY_LOSS];
    return GUD_OK;
}

// walls that give way take load off
static void add_deflection(const gud_gap_field *f, const scratch *w, gud_response *r)
{
    for (int a = 0; a < f->nq; a++)
        for (int b = 0; b < f->nq; b++)
            for (int k = 0; k < f->n; k++) {
                r->Q_q[a * f->nq + b] += w->pull_h[a][k] * f->deflection_q[b][k];
                r->Q_v[a * f->nq + b] += w->pull_h[a][k] * f->deflection_v[b][k];
            }
}

static gud_status tangents(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    const scratch *w = work;
    const int n = w->response.nq;
    (void)prm, (void)in;
    for (int k = 0; k < n * n; k++) {
        out->response.Q_q[k] += w->response.Q_q[k];
        out->response.Q_v[k] += w->response.Q_v[k];
    }
    if (w->load_h) add_deflection(in->field, w, &out->response);
    return GUD_OK;
}

// ---- columns under them

// gaps of the samples between stiff walls; a wall that is drawn down by less than ambient pressure is one of them
static void prepare(const void *prm, void *work, const gud_layer_in *in)
{
    static const double deepest = 1e6; // Pa, more than any ambient pressure
    const gud_asperity_layer *l = prm;
    const gud_gap_field *f = in->field;
    scratch *w = work;
    const int rows = f->prismatic ? 1 : GUD_SAMPLES_Y;
    for (int k = 0; w->gaps && k < f->n; k++) {
        const double reach = gud_rough_reach(l->rough) + deepest * f->compliance[k];
        double weight[GUD_SAMPLE_NODES];
        gud_cell_shape shape;
        w->nnear[k] = 0;
        if ((f->wet && !f->wet[k]) || f->h[k] - gud_cell_drop(f, k) > reach) continue;
        gud_cell_shape_of(f, k, &shape);
        for (int j = 0; j < rows; j++)
            for (int i = 0; i < GUD_SAMPLES_X; i++)
                w->gaps[k * nsample + w->nnear[k]++] =
                    gud_cell_gap(&shape, f, (i + 0.5) / GUD_SAMPLES_X - 0.5, (j + 0.5) / rows - 0.5, weight);
    }
}

static double press(const void *prm, void *work, int cell, double deflection, double *slope)
{
    const gud_asperity_layer *l = prm;
    const scratch *w = work;
    double h[nsample], pressure[nsample], p_h[nsample], sum = 0.0;
    const int n = w->nnear[cell];
    *slope = 0.0;
    for (int i = 0; i < n; i++) h[i] = w->gaps[cell * nsample + i] + deflection;
    if (n > 0) gud_rough_eval(l->rough, n, h, pressure, p_h, NULL);
    for (int i = 0; i < n; i++)
        if (pressure[i] > 0.0) sum += pressure[i] / n, *slope += p_h[i] / n;
    return sum;
}

static void press_slope(const void *prm, void *work, const gud_gap_field *f, int a, double *pressure_a)
{
    const scratch *w = work;
    (void)prm;
    for (int k = 0; k < f->n; k++) pressure_a[k] += w->push_h[a][k] / (f->fold * f->grid->area[k]);
}

// ---- energy

// work of the samples that were collected
static double stored_work(const gud_asperity_layer *l, scratch *w)
{
    double h[batch], per_area[batch], sum = 0.0;
    for (int i = 0; i < w->n; i++) h[i] = w->list[i].h;
    gud_rough_work(l->rough, w->n, h, per_area);
    for (int i = 0; i < w->n; i++) sum += w->list[i].area * per_area[i];
    w->n = w->ncell = 0;
    return sum;
}

// work that brought the surfaces as near as they are
static double potential(const void *prm, void *work, const gud_layer_in *in, const double *y)
{
    const gud_asperity_layer *l = prm;
    const gud_gap_field *f = in->field;
    scratch *w = work;
    const double reach = gud_rough_reach(l->rough), far = reach + gud_field_drop(f);
    const int step = cell_step(f);
    double sum = 0.0;
    (void)y;
    w->n = w->ncell = 0;
    for (int k = next_near(f, 0, step, reach, far); k < f->n; k = next_near(f, k + step, step, reach, far)) {
        collect(f, w, k, f->fold * step * f->grid->area[k], reach);
        if (w->n > batch - nsample) sum += stored_work(l, w);
    }
    return sum + stored_work(l, w);
}

// ---- reports

static void losses(const double *answer, double *loss, double *friction)
{
    *loss += answer[GUD_ASPERITY_LOSS];
    *friction += answer[GUD_ASPERITY_LOSS];
}

static double least_gap(const void *params)
{
    return ((const gud_asperity_layer *)params)->rough->params.sigma;
}

// in the order of the answer's numbers
static const gud_pair_label channels[GUD_ASPERITY_NANSWER] = {
    [GUD_ASPERITY_LOSS] = {"loss_asperity", "W", "power loss by asperity friction"},
    [GUD_ASPERITY_LOAD] = {"asperity_load", "N", "integral of the asperity pressure"},
    [GUD_ASPERITY_PRESSURE_MAX] = {"asperity_pressure_max", "Pa", "peak asperity pressure"},
    [GUD_ASPERITY_AREA] = {"contact_area", "m2", "real contact area"},
};

static const gud_pair_label shares[] = {{"loss_asperity_share", "1", "asperity loss over total loss"},
                                        {"asperity_share", "1", "fraction of the load that asperities carry"}};

static const gud_pair_label forces[GUD_LAYER_FORCES] = {
    GUD_VECTOR_LABELS("asperity_force", "N", "of asperities on the second part, axes of the first frame"),
    GUD_VECTOR_LABELS("asperity_moment", "N.m", "of asperities on the second part, about its frame"),
    GUD_VECTOR_LABELS("asperity_moment_first", "N.m", "of asperities on the first part, about its frame"),
};

static void report(const void *params, void *work, const gud_layer_view *view, double *values)
{
    (void)params, (void)work;
    memcpy(values, view->answer, GUD_ASPERITY_NANSWER * sizeof *values);
}

static const gud_pair_label maps[] = {{"asperity_pressure", "Pa", "of rough contact"}};

static double map(const void *prm, void *work, const gud_layer_view *view, int map, int cell)
{
    const gud_asperity_layer *l = prm;
    const gud_gap_field *f = view->field;
    double pressure = 0.0, slope;
    const double gap = gud_field_gap(f, cell);
    (void)work, (void)map;
    if (!f->wet || f->wet[cell]) gud_rough_eval(l->rough, 1, &gap, &pressure, &slope, NULL);
    return pressure;
}

const gud_layer gud_layer_asperities = {
    .name = "asperities",
    .nanswer = GUD_ASPERITY_NANSWER,
    .work_create = work_create,
    .work_free = work_free,
    .prepare = prepare,
    .eval = eval,
    .tangents = tangents,
    .press = press,
    .press_slope = press_slope,
    .potential = potential,
    .losses = losses,
    .least_gap = least_gap,
    .channels = channels,
    .nchannel = GUD_ASPERITY_NANSWER,
    .report = report,
    .forces = forces,
    .shares = shares,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map = map,
};
