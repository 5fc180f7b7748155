#include "film/lanes.h"
#include "pair/column.h"
#include "pair/film_work.h"

#include <string.h>

// pressure on the slope; where walls touch, on the wet part, which changes with the gap
static void add_wet_part(const gud_layer_in *in, gud_film_scratch *w, gud_response *r)
{
    const gud_gap_field *f = in->field;
    if (w->close || f->stiffens) gud_film_multiply(f->n, w->load, f->grid->area, w->press);
    if (!w->close) return;
    gud_film_multiply(f->n, w->press, w->bend, w->scrap[0]);
    for (int a = 0; a < f->nq; a++) {
        if (!f->h_q[a]) continue;
        gud_film_multiply(f->n, w->scrap[0], f->h_q[a], w->scrap[1]);
        for (int b = 0; b < f->nq; b++) {
            if (f->h_q[b]) r->Q_q[a * f->nq + b] += gud_film_dot(w->scrap[1], f->h_q[b], f->n);
            if (!f->compliance) continue;
            r->Q_q[a * f->nq + b] += gud_film_dot(w->scrap[1], f->deflection_q[b], f->n);
            r->Q_v[a * f->nq + b] += gud_film_dot(w->scrap[1], f->deflection_v[b], f->n);
        }
    }
    for (int k = 0; k < f->n; k++) w->press[k] *= w->share[k];
}

// cells get what lies on their faces
GUD_WIDE static void share_out(const gud_gap_field *f, const double *restrict face, double *restrict cell)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    for (int k = 0; k < in.end - in.ny; k++) cell[k] = face[k + in.ny];
    for (int k = in.end - in.ny; k < in.end; k++) cell[k] = 0.0;
    for (int k = in.ny; k < in.end; k++) cell[k] += face[k];
    for (int e = 0; e < f->nmoving; e = gud_next_outer(&in, e)) {
        cell[f->low[e]] += face[e];
        cell[f->high[e]] += face[e];
    }
}

// force a changes by so much with the gap of the film's cells
static void add_gap_slope(const gud_gap_field *f, const gud_film_scratch *w, gud_response *r, int a,
                          const double *by_gap)
{
    const double *const *rows = f->compliance ? (const double *const *)w->total_q : w->row;
    gud_film_add_dots(f->n, 1.0, by_gap, f->nq, rows, NULL, r->Q_q + a * f->nq, 1);
    if (f->compliance)
        gud_film_add_dots(f->n, 1.0, by_gap, f->nq, (const double *const *)w->total_v, NULL, r->Q_v + a * f->nq, 1);
}

// faces carry more as the gap grows, and their pressure difference pushes with the gap, (13)
GUD_WIDE static void add_faces(const gud_gap_field *f, gud_film_scratch *w, gud_response *r)
{
    const gud_inner_faces in = gud_inner_faces_of(f);
    const double *load = w->load;
    double *restrict fall = w->fall, *restrict half = w->half, *cells = w->scrap[0];
    for (int e = in.first; e < in.end; e++) fall[e] = load[e - in.ny] - load[e];
    for (int e = 0; e < f->nmoving; e = gud_next_outer(&in, e))
        fall[e] = f->has_low[e] * load[f->low[e]] - f->has_high[e] * load[f->high[e]];
    for (int a = 0; a < f->nq; a++) {
        const double *carry = f->carry[a], *arm = f->arm[a];
        if (!carry) continue;
        for (int e = 0; !arm && e < f->nmoving; e++) half[e] = 0.5 * fall[e] * carry[e];
        for (int e = 0; arm && e < f->nmoving; e++)
            half[e] = 0.5 * fall[e] * (carry[e] + 2.0 * w->face_gap[e] * arm[e]);
        share_out(f, half, cells);
        add_gap_slope(f, w, r, a, cells);
    }
}

// the drift changes with the gap where the other wall turns about a distant axis
static void drift_slopes(const gud_gap_field *f, gud_film_scratch *w)
{
    double *restrict turn = w->fall; // not needed any more
    if (!w->turns) return;
    memset(turn, 0, (size_t)f->nmoving * sizeof(double));
    for (int a = 0; a < f->nq; a++)
        for (int e = 0; f->arm[a] && e < f->nmoving; e++) turn[e] += f->arm[a][e] * w->per_length[e] * f->q_t[a];
    for (int b = 0; b < f->nq; b++) {
        if (!f->arm[b] || !w->row[b]) continue;
        gud_film_on_faces(f, w->row[b], w->drift_q[b]);
        for (int e = 0; e < f->nmoving; e++) w->drift_q[b][e] *= turn[e];
    }
}

GUD_WIDE static void add_drag_slopes(const gud_gap_field *f, gud_film_scratch *w, gud_response *r)
{
    double *restrict part = w->scrap[0], *restrict pull = w->scrap[1];
    for (int d = 0; d < 2; d++)
        for (int a = 0; f->shear[d] && a < f->nq; a++) {
            if (!f->shear_v[d][a]) continue;
            gud_film_multiply(f->n, w->drag, f->shear_v[d][a], part);
            const double *shear = f->shear[d], *gap = w->film_gap;
            for (int k = 0; k < f->n; k++) pull[k] = part[k] * shear[k] / gap[k];
            gud_film_add_dots(f->n, -1.0, part, f->nq, f->shear_v[d], NULL, r->Q_v + a * f->nq, 1);
            add_gap_slope(f, w, r, a, pull);
        }
}

// derivative of the size of the slip by the rate of coordinate a
static void slip_slope(const gud_gap_field *f, const gud_film_scratch *w, int a, double *slope)
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

// Turns of a round wall about its axis, for Newton's method in a stage: it was seen to take no more iterations without
// their columns (docs/theory/film.md, section 4).
static bool left_out(const gud_gap_field *f, const gud_film_scratch *w, bool stateful, int a)
{
    return w->in.newton && stateful && !w->row[a] && f->grid->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
}

// Those that pressure depends on. What a journal's displacement rate adds to its slip is c/R of what its turn does, and
// is left out of the derivatives of a thinning film.
static int columns_list(const gud_gap_field *f, const gud_film_scratch *w, bool stateful, column *list)
{
    int n = 0;
    for (int a = 0; a < f->nq; a++)
        if (w->row[a]) list[n++] = (column){a, false};
    for (int a = 0; a < f->nq; a++)
        if ((f->carry[a] && !left_out(f, w, stateful, a)) || (!stateful && w->row[a])) list[n++] = (column){a, true};
    return n;
}

static gud_film_param param_of(const gud_layer_in *in, gud_film_scratch *w, bool stateful, column c)
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

static gud_status pressure_columns(const gud_film_layer *l, const gud_layer_in *in, gud_film_scratch *w,
                                   gud_response *r)
{
    const gud_gap_field *f = in->field;
    const bool stateful = gud_film_cavitation(l)->transport;
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
            for (int d = 0; d < 2 && w->in.slide[0]; d++) param[c].slide[d] = f->shear_v[d][a];
        }
    }
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, param, w->column, NULL));
    for (int c = 0; c < n; c++) {
        double *matrix = list[c].rate ? r->Q_v : r->Q_q;
        gud_film_add_dots(f->n, f->fold, w->column[c], f->nq, w->push, w->push_unit, matrix + list[c].a, f->nq);
        if (f->compliance)
            add_product(f->n, w->given_p, w->column[c], (list[c].rate ? f->deflection_v : f->deflection_q)[list[c].a]);
    }
    return GUD_OK;
}

// how walls give way to coordinates at constant pressure
static void yield_rows(const gud_gap_field *f, const gud_film_scratch *w)
{
    for (int a = 0; a < f->nq; a++) {
        memset(f->deflection_v[a], 0, (size_t)f->n * sizeof(double));
        gud_columns_slope(f, a, w->given_p, f->deflection_q[a]);
        for (int k = 0; k < f->n; k++)
            w->yield_row[a][k] = w->share[k] * ((f->h_q[a] ? f->h_q[a][k] : 0.0) + f->deflection_q[a][k]);
    }
}

static void total_rows(const gud_gap_field *f, const gud_film_scratch *w)
{
    for (int a = 0; a < f->nq; a++) {
        gud_film_multiply(f->n, w->share, f->deflection_q[a], w->total_q[a]);
        gud_film_multiply(f->n, w->share, f->deflection_v[a], w->total_v[a]);
        for (int k = 0; w->row[a] && k < f->n; k++) w->total_q[a][k] += w->row[a][k];
    }
}

gud_status gud_film_tangents(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    const gud_film_layer *l = prm;
    const gud_gap_field *f = in->field;
    gud_film_scratch *w = work;
    gud_response *r = &out->response;
    w->in.newton = in->newton;
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

// m follows a slow motion: its rate is its derivative times the velocity, docs/theory/linear.md (5)
gud_status gud_film_follow(const void *prm, void *work, const gud_layer_in *in, gud_layer_out *out)
{
    const gud_gap_field *f = in->field;
    gud_film_scratch *w = work;
    column list[GUD_RIGID];
    gud_film_param places[GUD_RIGID] = {{0}}, rates[GUD_RIGID] = {{0}};
    double *oil[GUD_RIGID];
    int n = 0;
    if (!gud_film_cavitation(prm)->transport) return GUD_OK; // the rate of the gap is in its tangents
    for (int a = 0; a < f->nq && n < GUD_RIGID; a++)
        if (w->row[a]) list[n++] = (column){a, false};
    for (int c = 0; c < n; c++) {
        places[c] = param_of(in, w, true, list[c]);
        rates[c].rate = oil[c] = w->oil_column[list[c].a];
    }
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, places, w->column, oil));
    GUD_TRY(gud_film_tangent(w->film, w->solver, &w->in, &w->out, n, rates, w->column, NULL));
    for (int c = 0; c < n; c++)
        gud_film_add_dots(f->n, f->fold, w->column[c], f->nq, w->push, w->push_unit, out->response.Q_v + list[c].a,
                          f->nq);
    return GUD_OK;
}
