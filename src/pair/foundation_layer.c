// With the depth d = -h of a cell, its rises D1 and D2 across the cell, and coordinates q,
//
//     U = sum A e(d, D1, D2),   Q_a = -sum A (1 + chi d') de/dq_a,   N = A (1 + chi d') de/dd
//
// where e is the foundation's energy per area and N the normal force that friction sees.

#include "pair/foundation_layer.h"

#include "pair/rub.h"
#include "pair/sample.h"

#include <math.h>
#include <string.h>

enum { an_loss_normal, an_loss_friction, an_load, an_resistance, an_area, an_pressure_max, nanswer };

typedef struct {
    double *x_q[3];          // [nq] depth and rises of a cell by the coordinates
    double *load_q, *load_v; // [nq] of its normal force
    double *pulls;           // [3 nq] room of its friction
    double *rate_q;          // [nq][n] of the gap's rate
    double *press;           // [n] N, d(U)/d(depth) of every cell, with damping
    gud_response response;   // forces and derivatives together
    gud_arena memory;
} scratch;

// a cell that touches
typedef struct {
    gud_cell_shape shape;
    int k;
    double area, damped; // m2; 1 + chi d', not negative
    double chi;          // s/m; 0 where it is cut off
    gud_foundation_cell e;
} cell;

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

static gud_status work_create(const void *params, const gud_gap_field *f, gud_error *error, void **work)
{
    gud_arena memory;
    (void)params;
    *work = NULL;
    gud_arena_init(&memory);
    scratch *w = GUD_TAKE(&memory, scratch, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "foundation: no memory");
    for (int m = 0; m < 3; m++) w->x_q[m] = GUD_TAKE(&memory, double, f->nq);
    w->load_q = GUD_TAKE(&memory, double, f->nq);
    w->load_v = GUD_TAKE(&memory, double, f->nq);
    w->pulls = GUD_TAKE(&memory, double, 3 * f->nq);
    w->rate_q = GUD_TAKE(&memory, double, f->n * f->nq);
    w->press = GUD_TAKE(&memory, double, f->n);
    if (!gud_response_take(&w->response, f->nq, &memory) || memory.failed) {
        gud_arena_free(&memory);
        return gud_fail(error, GUD_ERR_MEMORY, "foundation: no memory");
    }
    w->memory = memory;
    *work = w;
    return GUD_OK;
}

// ---- cells

static const double *weights_of(const cell *c, int m)
{
    return m == 1 ? c->shape.slope : c->shape.rise;
}

// depth and rises
static void depth_of(const gud_gap_field *f, const cell *c, double x[3])
{
    x[0] = -f->h[c->k];
    for (int m = 1; m < 3; m++) {
        x[m] = 0.0;
        for (int i = 0; i < gud_sample_nodes(f); i++)
            if (c->shape.cell[i] >= 0) x[m] -= weights_of(c, m)[i] * f->h[c->shape.cell[i]];
    }
}

// false: the cell does not touch
static bool cell_make(const gud_foundation *law, const gud_gap_field *f, int k, cell *c)
{
    double x[3];
    if ((f->wet && !f->wet[k]) || f->grid->kind[k] == GUD_CELL_SOLID) return false;
    if (f->h[k] - gud_cell_drop(f, k) >= 0.0) return false;
    gud_cell_shape_of(f, k, &c->shape);
    c->k = k;
    depth_of(f, c, x);
    if (x[0] + 0.5 * (fabs(x[1]) + fabs(x[2])) <= 0.0) return false;
    law->law->cell(law, x, &c->e);
    c->area = f->fold * f->grid->area[k];
    c->damped = fmax(1.0 - law->damping * f->h_t[k], 0.0);
    c->chi = c->damped > 0.0 ? law->damping : 0.0;
    return true;
}

static void rows_set(const gud_gap_field *f, const cell *c, scratch *w)
{
    for (int a = 0; a < f->nq; a++) {
        const double *row = f->h_q[a];
        w->x_q[0][a] = row ? -row[c->k] : 0.0;
        for (int m = 1; m < 3; m++) {
            w->x_q[m][a] = 0.0;
            for (int i = 0; row && i < gud_sample_nodes(f); i++)
                if (c->shape.cell[i] >= 0) w->x_q[m][a] -= weights_of(c, m)[i] * row[c->shape.cell[i]];
        }
    }
}

// force of the cell on depth and rises, as a force on gaps
static void add_press(const gud_gap_field *f, const cell *c, scratch *w)
{
    const double scale = c->area * c->damped;
    w->press[c->k] += scale * c->e.energy_x[0];
    for (int m = 1; m < 3; m++)
        for (int i = 0; i < gud_sample_nodes(f); i++)
            if (c->shape.cell[i] >= 0) w->press[c->shape.cell[i]] += scale * c->e.energy_x[m] * weights_of(c, m)[i];
}

// d(U)/dq_a of the cell, without damping
static double energy_q(const cell *c, const scratch *w, int a)
{
    return c->area *
           (c->e.energy_x[0] * w->x_q[0][a] + c->e.energy_x[1] * w->x_q[1][a] + c->e.energy_x[2] * w->x_q[2][a]);
}

static void add_forces(const gud_gap_field *f, const cell *c, scratch *w)
{
    for (int a = 0; a < f->nq; a++) w->response.Q[a] -= c->damped * energy_q(c, w, a);
}

// the depth grows at the rate d' = -h_t, which changes with coordinate b by -rate_q
static void add_slopes(const gud_gap_field *f, const cell *c, scratch *w)
{
    const int n = f->nq;
    gud_response *r = &w->response;
    for (int a = 0; a < n; a++) {
        const double u = energy_q(c, w, a);
        double rise = 0.0;
        for (int b = 0; b < n; b++) {
            double sum = 0.0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) sum += c->e.energy_xx[i][j] * w->x_q[i][a] * w->x_q[j][b];
            r->Q_q[a * n + b] -= c->area * c->damped * sum - c->chi * u * w->rate_q[b * f->n + c->k];
            r->Q_v[a * n + b] -= c->chi * u * w->x_q[0][b];
        }
        for (int m = 0; m < 3; m++) rise += c->e.energy_xx[0][m] * w->x_q[m][a];
        w->load_q[a] = c->area * (c->damped * rise - c->chi * w->rate_q[a * f->n + c->k] * c->e.energy_x[0]);
        w->load_v[a] = c->area * c->chi * w->x_q[0][a] * c->e.energy_x[0];
    }
}

static void count(const gud_foundation_layer *l, const gud_gap_field *f, const cell *c, scratch *w, double *answer)
{
    const double load = c->area * c->damped * c->e.energy_x[0];
    double rate = 0.0;
    for (int a = 0; a < f->nq; a++) rate += energy_q(c, w, a) * f->q_t[a];
    answer[an_loss_normal] += (c->damped - 1.0) * rate;
    answer[an_load] += load;
    answer[an_area] += c->area * c->e.energy_xx[0][0] / l->foundation.stiffness;
    answer[an_pressure_max] = fmax(answer[an_pressure_max], c->damped * c->e.energy_x[0]);
    if (!l->rubs) return;
    const gud_cell_load on = {.cell = c->k, .load = load, .load_q = w->load_q, .load_v = w->load_v};
    const double heat = gud_rub(&l->friction, f, &on, &w->response, w->pulls);
    const double speed = f->slip[1] ? hypot(f->slip[0][c->k], f->slip[1][c->k]) : fabs(f->slip[0][c->k]);
    answer[an_loss_friction] += heat;
    answer[an_resistance] += speed > 0.0 ? heat / speed : 0.0;
}

// ---- layer

// how the rate of the gap changes with the coordinates
static void rates_set(const gud_foundation *law, const gud_layer_in *in, scratch *w)
{
    const gud_gap_field *f = in->field;
    if (!(law->damping > 0.0) || !f->stiffens) return;
    for (int b = 0; b < f->nq; b++)
        in->geometry->rate_slope(in->shape, in->geometry_work, f, b, w->rate_q + (size_t)b * (size_t)f->n);
}

// slopes: also the derivatives
static void sum_cells(const gud_foundation_layer *l, const gud_layer_in *in, scratch *w, bool slopes, double *answer)
{
    const gud_gap_field *f = in->field;
    gud_response_clear(&w->response, true);
    memset(w->press, 0, (size_t)f->n * sizeof *w->press);
    if (slopes) rates_set(&l->foundation, in, w);
    for (int k = 0; k < f->n; k++) {
        cell c;
        if (!cell_make(&l->foundation, f, k, &c)) continue;
        rows_set(f, &c, w);
        add_press(f, &c, w);
        add_forces(f, &c, w);
        if (slopes) add_slopes(f, &c, w);
        count(l, f, &c, w, answer);
    }
}

static gud_status eval(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out, gud_error *error)
{
    scratch *w = work;
    (void)error;
    sum_cells(params, in, w, false, out->answer);
    gud_response_add(&out->response, &w->response, false);
    return GUD_OK;
}

static gud_status tangents(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    scratch *w = work;
    const gud_gap_field *f = in->field;
    double again[nanswer] = {0.0};
    sum_cells(params, in, w, true, again);
    for (int k = 0; k < f->nq * f->nq; k++) {
        out->response.Q_q[k] += w->response.Q_q[k];
        out->response.Q_v[k] += w->response.Q_v[k];
    }
    if (f->stiffens) in->geometry->stiffen(in->shape, in->geometry_work, f, w->press, out->response.Q_q);
    return GUD_OK;
}

static double potential(const void *params, void *work, const gud_layer_in *in, const double *y)
{
    const gud_foundation_layer *l = params;
    const gud_gap_field *f = in->field;
    double sum = 0.0;
    (void)work, (void)y;
    for (int k = 0; k < f->n; k++) {
        cell c;
        if (cell_make(&l->foundation, f, k, &c)) sum += c.area * c.e.energy;
    }
    return sum;
}

static void losses(const double *answer, double *loss, double *friction)
{
    *loss += answer[an_loss_normal] + answer[an_loss_friction];
    *friction += answer[an_loss_friction];
}

static double least_gap(const void *params)
{
    (void)params;
    return 1e-9; // walls may overlap
}

// ---- reports

// in the order of the answer's numbers
static const gud_pair_label channels[nanswer] = {
    [an_loss_normal] = {"contact_loss", "W", "lost in the normal direction"},
    [an_loss_friction] = {"friction_loss", "W", "lost by friction"},
    [an_load] = {"contact_force", "N", "integral of the normal pressure"},
    [an_resistance] = {"friction_force", "N", "integral of the friction stress"},
    [an_area] = {"overlap_area", "m2", "area in which the walls overlap"},
    [an_pressure_max] = {"pressure_max", "Pa", "largest mean pressure of a cell"},
};

static const gud_pair_label forces[GUD_LAYER_FORCES] = {
    GUD_VECTOR_LABELS("foundation_force", "N", "of the foundation on the second part, axes of the first frame"),
    GUD_VECTOR_LABELS("foundation_moment", "N.m", "of the foundation on the second part, about its frame"),
    GUD_VECTOR_LABELS("foundation_moment_first", "N.m", "of the foundation on the first part, about its frame"),
};

static void report(const void *params, void *work, const gud_layer_view *view, double *values)
{
    (void)params, (void)work;
    memcpy(values, view->answer, nanswer * sizeof *values);
}

static const gud_pair_label maps[] = {{"foundation_pressure", "Pa", "mean pressure of the foundation on a cell"}};

static double map(const void *params, void *work, const gud_layer_view *view, int map, int k)
{
    const gud_foundation_layer *l = params;
    cell c;
    (void)work, (void)map;
    return cell_make(&l->foundation, view->field, k, &c) ? c.damped * c.e.energy_x[0] : 0.0;
}

const gud_layer gud_layer_foundation = {
    .name = "foundation",
    .nanswer = nanswer,
    .work_create = work_create,
    .work_free = work_free,
    .eval = eval,
    .tangents = tangents,
    .potential = potential,
    .losses = losses,
    .least_gap = least_gap,
    .channels = channels,
    .nchannel = nanswer,
    .report = report,
    .forces = forces,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map = map,
};
