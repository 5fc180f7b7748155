#include "pair/asperity_layer.h"

#include "film/lanes.h"
#include "pair/rub.h"
#include "pair/sample.h"

#include <math.h>
#include <string.h>

enum { nsample = GUD_SAMPLES_X * GUD_SAMPLES_Y, batch = 64 };

// a cell of which samples are near enough to touch
typedef struct {
    gud_cell_shape shape;
    gud_cell_line line[GUD_SAMPLES_Y];
    double area; // of a sample
    double load;
} sampled;

// cells that were collected, and how many of their samples are near
typedef struct {
    sampled cells[batch];
    int n, ncell;
    double h[batch * nsample];
    double *load_q;         // [batch][nq]
    int *moving, nmoving;   // [nq] coordinates that change the gap
    double *row, *by;       // [nmoving][nsample] derivatives of the gaps of samples by them; of their loads
    double *sum_q, *sum_qq; // [nmoving], [nmoving][nmoving] forces and derivatives by them
    double *pull;           // [nq] of friction for a unit of load, and room for two times as much
    gud_response response;  // forces and derivatives together: they cost little beside the pressure
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
    w->row = GUD_TAKE(&memory, double, nsample * f->nq);
    w->by = GUD_TAKE(&memory, double, nsample * f->nq);
    w->sum_q = GUD_TAKE(&memory, double, f->nq);
    w->sum_qq = GUD_TAKE(&memory, double, f->nq * f->nq);
    w->pull = GUD_TAKE(&memory, double, 3 * f->nq);
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
    answer[GUD_ASPERITY_LOSS] += gud_rub(&l->friction, f, &on, &w->response, w->pull);
    for (int a = 0; w->load_h && a < f->nq; a++) w->pull_h[a][k] += w->pull[a] * w->load_h[k];
}

// ---- pressure

// coordinates that change the gap
static void moving_list(const gud_gap_field *f, scratch *w)
{
    w->nmoving = 0;
    for (int a = 0; a < f->nq; a++)
        if (f->h_q[a]) w->moving[w->nmoving++] = a;
}

// rows of samples in a cell: one where the gap does not change along y
static int line_count(const gud_gap_field *f)
{
    return f->prismatic ? 1 : GUD_SAMPLES_Y;
}

static double line_place(const gud_gap_field *f, int line)
{
    return (line + 0.5) / line_count(f) - 0.5;
}

// derivatives of the gaps of a line of samples by a coordinate
GUD_INLINE void row_set(int nodes, const sampled *c, const gud_cell_line *line, const double *h_a, double *row)
{
    gud_four sum = {0.0};
    for (int i = 0; i < nodes; i++)
        if (c->shape.cell[i] >= 0) sum += *(const gud_four *)line->weight[i] * h_a[c->shape.cell[i]];
    *(gud_four *)row = sum;
}

// adds the products of the samples' numbers one after the other
GUD_INLINE double add_products(int n, const double *x, const double *y, double sum)
{
    double product[nsample];
    for (int i = 0; i < n; i += GUD_LANES)
        *(gud_four *)(product + i) = *(const gud_four *)(x + i) * *(const gud_four *)(y + i);
    for (int i = 0; i < n; i++) sum += product[i];
    return sum;
}

// where walls give way: load of a cell by its deflection
static void keep_slopes(scratch *w, int k, int n, const double *load_h)
{
    for (int i = 0; i < n; i++) w->load_h[k] += load_h[i];
    for (int m = 0; m < w->nmoving; m++)
        for (int i = 0; i < n; i++) {
            w->push_h[w->moving[m]][k] += w->by[m * nsample + i];
            w->pull_h[w->moving[m]][k] += w->by[m * nsample + i];
        }
}

// forces of a cell on `nmoving` coordinates, and their derivatives; n samples of it carry `load`
GUD_INLINE void add_cell(int nmoving, int n, const gud_gap_field *f, scratch *w, const sampled *c, const double *load,
                         const double *load_h, double *load_q)
{
    const int nodes = gud_sample_nodes(f);
    double *row = w->row, *by = w->by;
    for (int m = 0; m < nmoving; m++) {
        double *of = row + m * nsample, *by_m = by + m * nsample;
        for (int i = 0; i < n; i += GUD_LANES) {
            row_set(nodes, c, &c->line[i / GUD_LANES], f->h_q[w->moving[m]], of + i);
            *(gud_four *)(by_m + i) = *(const gud_four *)(load_h + i) * *(const gud_four *)(of + i);
        }
        double sum = 0.0;
        for (int i = 0; i < n; i++) sum += by_m[i];
        load_q[w->moving[m]] = sum;
        w->sum_q[m] = add_products(n, load, of, w->sum_q[m]);
    }
    for (int a = 0; a < nmoving; a++)
        for (int b = 0; b < nmoving; b++) {
            double *sum = &w->sum_qq[a * nmoving + b];
            *sum = add_products(n, by + a * nsample, row + b * nsample, *sum);
        }
    if (w->load_h) keep_slopes(w, c->shape.cell[0], n, load_h);
}

// sums of the coordinates that change the gap, from the response or back to it
static void sums_exchange(scratch *w, bool back)
{
    gud_response *r = &w->response;
    for (int a = 0; a < w->nmoving; a++) {
        double *Q = &r->Q[w->moving[a]], *sum = &w->sum_q[a];
        *(back ? Q : sum) = *(back ? sum : Q);
        for (int b = 0; b < w->nmoving; b++) {
            double *Q_q = &r->Q_q[w->moving[a] * r->nq + w->moving[b]], *sum_q = &w->sum_qq[a * w->nmoving + b];
            *(back ? Q_q : sum_q) = *(back ? sum_q : Q_q);
        }
    }
}

// what the pressure on the cells that were collected does; n samples in each of them
GUD_WIDE static void add_cells(const gud_gap_field *f, scratch *w, int n, const double *pressure, const double *p_h,
                               const double *area, double *answer)
{
    double load[nsample], load_h[nsample];
    sums_exchange(w, false);
    for (int p = 0; p < w->ncell; p++, pressure += n, p_h += n, area += n) {
        sampled *c = &w->cells[p];
        double *load_q = w->load_q + p * f->nq, sum = 0.0;
        for (int i = 0; i < n; i++) load[i] = pressure[i] * c->area, load_h[i] = p_h[i] * c->area;
        for (int i = 0; i < n; i++) sum += load[i];
        for (int i = 0; i < n; i++) answer[GUD_ASPERITY_LOAD] += load[i];
        for (int i = 0; i < n; i++) answer[GUD_ASPERITY_AREA] += area[i] * c->area;
        c->load = sum;
        if (w->nmoving == 2 && n == GUD_SAMPLES_X)
            add_cell(2, GUD_SAMPLES_X, f, w, c, load, load_h, load_q);
        else if (w->nmoving == 4)
            add_cell(4, n, f, w, c, load, load_h, load_q);
        else
            add_cell(w->nmoving, n, f, w, c, load, load_h, load_q);
    }
    sums_exchange(w, true);
}

// pressure of the samples that were collected, and what it does
static void flush(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, double reach, double *answer)
{
    const int each = line_count(f) * GUD_SAMPLES_X, n = w->ncell * each;
    double pressure[batch * nsample], p_h[batch * nsample], area[batch * nsample];
    memset(w->load_q, 0, (size_t)(w->ncell * f->nq) * sizeof(double));
    gud_rough_eval(l->rough, n, w->h, pressure, p_h, area);
    for (int i = 0; i < n; i++) {
        const bool touches = w->h[i] < reach && !(pressure[i] <= 0.0); // a NaN stays one
        if (!touches) pressure[i] = p_h[i] = area[i] = 0.0;
        if (pressure[i] > answer[GUD_ASPERITY_PRESSURE_MAX]) answer[GUD_ASPERITY_PRESSURE_MAX] = pressure[i];
    }
    add_cells(f, w, each, pressure, p_h, area, answer);
    for (int c = 0; l->rubs && c < w->ncell; c++)
        if (w->cells[c].load > 0.0)
            add_friction(l, f, w, w->cells[c].shape.cell[0], w->cells[c].load, w->load_q + c * f->nq, answer);
    w->n = w->ncell = 0;
}

// a cell, if samples of it are near enough to touch
static void collect(const gud_gap_field *f, scratch *w, int k, double area, double reach)
{
    const int lines = line_count(f), before = w->n;
    sampled *c = &w->cells[w->ncell];
    double *h = w->h + w->ncell * lines * GUD_SAMPLES_X;
    gud_cell_shape_of(f, k, &c->shape);
    c->area = area / (lines * GUD_SAMPLES_X);
    for (int j = 0; j < lines; j++) {
        gud_cell_line_of(&c->shape, f, line_place(f, j), &c->line[j]);
        for (int i = 0; i < GUD_SAMPLES_X; i++, h++) {
            *h = c->line[j].gap[i] + (f->deflection ? f->deflection[k] : 0.0);
            w->n += *h < reach;
        }
    }
    w->ncell += w->n > before;
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
        if (!(h <= far) || (f->wet && !f->wet[k])) continue;
        if (h <= reach || !(h - gud_cell_drop(f, k) > reach)) break;
    }
    return k;
}

// the first one; many cells that are all too far are left out together
static int first_near(const gud_gap_field *f, int step, double reach, double far)
{
    const bool none = step == 1 && !f->deflection && gud_field_least(f) > far;
    return none ? f->n : next_near(f, 0, step, reach, far);
}

static void press_cells(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, double *answer)
{
    const double reach = gud_rough_reach(l->rough), far = reach + gud_field_drop(f);
    const int step = cell_step(f);
    gud_response_clear(&w->response, true);
    if (w->load_h) columns_clear(f, w);
    moving_list(f, w);
    w->n = w->ncell = 0;
    for (int k = first_near(f, step, reach, far); k < f->n; k = next_near(f, k + step, step, reach, far)) {
        collect(f, w, k, f->fold * step * f->grid->area[k], reach);
        if (w->n > batch - nsample) flush(l, f, w, reach, answer);
    }
    if (w->n > 0) flush(l, f, w, reach, answer);
}

static gud_status eval(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    scratch *w = work;
    (void)error;
    press_cells(prm, in->field, w, out->answer);
    gud_response_add(&out->response, &w->response, false);
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
    for (int k = 0; w->gaps && k < f->n; k++) {
        const double reach = gud_rough_reach(l->rough) + deepest * f->compliance[k];
        gud_cell_shape shape;
        gud_cell_line line;
        w->nnear[k] = 0;
        if ((f->wet && !f->wet[k]) || f->h[k] - gud_cell_drop(f, k) > reach) continue;
        gud_cell_shape_of(f, k, &shape);
        for (int j = 0; j < line_count(f); j++) {
            gud_cell_line_of(&shape, f, line_place(f, j), &line);
            memcpy(w->gaps + k * nsample + w->nnear[k], line.gap, sizeof line.gap);
            w->nnear[k] += GUD_SAMPLES_X;
        }
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
static double stored_work(const gud_asperity_layer *l, const gud_gap_field *f, scratch *w, double reach)
{
    const int each = line_count(f) * GUD_SAMPLES_X, n = w->ncell * each;
    double per_area[batch * nsample], sum = 0.0;
    gud_rough_work(l->rough, n, w->h, per_area);
    for (int i = 0; i < n; i++)
        if (w->h[i] < reach) sum += w->cells[i / each].area * per_area[i];
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
    for (int k = first_near(f, step, reach, far); k < f->n; k = next_near(f, k + step, step, reach, far)) {
        collect(f, w, k, f->fold * step * f->grid->area[k], reach);
        if (w->n > batch - nsample) sum += stored_work(l, f, w, reach);
    }
    return sum + stored_work(l, f, w, reach);
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
    const bool far = gap > gud_rough_reach(l->rough) + l->rough->params.sigma;
    (void)work, (void)map;
    if (!far && (!f->wet || f->wet[cell])) gud_rough_eval(l->rough, 1, &gap, &pressure, &slope, NULL);
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
