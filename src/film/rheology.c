// What rough walls and oils that thin make of the flow between cells (docs/theory/film.md, section 7).
//
// Rough walls: T is multiplied with the pressure flow factor, the gap that carries and stores oil is the mean gap, and
// the rougher wall carries oil in its valleys: V gets -length slip/2 sigma phi_s.
//
// Thinning: the flow through a face is that of the exact profile of velocity for the pressure gradient across the face
// and the sliding of the walls; the gradient along the face is left out. With K = h |grad u| / 2 eta0 the flow is
// T_rest du P(K)/K; P grows with K, so that matrices keep their signs.

#include "film/feed.h"
#include "film/jump.h"
#include "film/thinning.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

// ---- rough walls

static void roughen_range(int n, const double *weight, const double *low, const double *high, double *rest)
{
    for (int j = 0; j < n; j++) rest[j] *= weight[j] * low[j] + (1.0 - weight[j]) * high[j];
}

void gud_film_roughen(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    film->options.flow->eval(film->options.flow_params, film->ncell, in->gap, &w->rough);
    w->thick = w->rough.mean;
    for (int r = 0; r < 3; r++) {
        const int f = film->inner[r].first;
        const double *phi = r < 2 ? w->rough.along : w->rough.across;
        const double *weight = r < 2 ? film->x.weight : film->y.weight;
        roughen_range(film->inner[r].n, weight + f, phi + film->inner[r].low, phi + f,
                      (r < 2 ? w->x.rest : w->y.rest) + f);
    }
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        double *rest = (e < 2 ? w->x.rest : w->y.rest) + side->first_face;
        const double *phi = e < 2 ? w->rough.along : w->rough.across;
        for (int s = 0; s < side->count; s++) rest[s] *= phi[side->first_cell + s * side->cell_step];
    }
}

// oil in the valleys of the rougher wall, over the faces of one direction
static void drag_faces(const gud_film *film, gud_film_work *w, bool along, const double *slide, const double *valleys)
{
    const double *length = along ? film->x.length : film->y.length;
    double *carry = along ? w->x.carry : w->y.carry;
    for (int r = along ? 0 : 2; r < (along ? 2 : 3); r++)
        for (int j = 0; j < film->inner[r].n; j++) {
            const int f = film->inner[r].first + j, l = film->inner[r].low + j;
            carry[f] -= 0.125 * length[f] * (slide[l] + slide[f]) * (valleys[l] + valleys[f]);
        }
    for (int e = along ? 0 : 2; e < (along ? 2 : 4); e++) {
        const gud_film_side *side = &film->side[e];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            carry[f] -= 0.5 * length[f] * slide[k] * valleys[k];
    }
}

void gud_film_drag(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const double *x = gud_film_slide(in, true), *y = gud_film_slide(in, false);
    if (x) drag_faces(film, w, true, x, w->rough.shear);
    if (y) drag_faces(film, w, false, y, w->rough.shear_y);
}

void gud_film_fill(const gud_film *film, const double *gap, double *m)
{
    enum { batch = 64 };
    if (!film->options.flow) {
        memmove(m, gap, (size_t)film->ncell * sizeof *m);
        return;
    }
    for (int from = 0; from < film->ncell; from += batch) {
        const int n = film->ncell - from < batch ? film->ncell - from : batch;
        double h[batch], v[7][batch];
        gud_flow_out out = {v[0], v[1], v[2], v[3], v[4], v[5], m + from, v[6], NULL, NULL};
        memcpy(h, gap + from, (size_t)n * sizeof *h);
        film->options.flow->eval(film->options.flow_params, n, h, &out);
    }
}

// ---- thinning

void gud_film_thin_face(const gud_face_flow *flow, const gud_film_faces *faces, const gud_film_in *in, bool along,
                        int f, double gap, double slip, double du)
{
    if (faces->length[f] == 0.0) {
        flow->conduct[f] = flow->slope[f] = flow->pull[f] = 0.0;
        return;
    }
    const double rate = fabs(slip) / gap;
    const double K = 0.5 * gap * fabs(du) * faces->conduct[f] / (faces->length[f] * in->oil->eta0);
    const gud_sheared s = gud_thinning_flow(in->oil->thinning, along, rate, K, flow->stress[f]);
    flow->pull[f] = copysign(K, du);
    flow->stress[f] = s.stress;
    flow->conduct[f] = flow->rest[f] * (K > 0.0 ? s.flow / K : s.flow_K);
    flow->slope[f] = flow->rest[f] * s.flow_K;
    flow->thin_gap[f] = K > 0.0 ? ((s.flow_K * K - s.flow_rate * rate) / s.flow - 1.0) / gap : 0.0;
    flow->thin_slip[f] = K > 0.0 ? copysign(s.flow_rate / (gap * s.flow), slip) : 0.0;
}

static void thin_edges(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    double weight[3];
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
            const double gap = 0.5 * (in->gap[k] + gud_film_edge_gap(side, in->gap, k, weight));
            gud_film_thin_face(e < 2 ? &w->x : &w->y, e < 2 ? &film->x : &film->y, in, e < 2, f, gap,
                               in->slip ? in->slip[k] : 0.0, side->sign * (w->u[k] - w->edge_u[e]));
        }
    }
}

static void thin_between(const gud_film *film, gud_film_work *w, const gud_film_in *in, bool along, int f, int l)
{
    const gud_film_faces *faces = along ? &film->x : &film->y;
    const double a = faces->weight[f], gap = a * in->gap[l] + (1.0 - a) * in->gap[f];
    gud_film_thin_face(along ? &w->x : &w->y, faces, in, along, f, gap,
                       in->slip ? 0.5 * (in->slip[l] + in->slip[f]) : 0.0, w->u[l] - w->u[f]);
}

static void thin_jumps(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    for (int d = 0; d < 2; d++)
        for (int n = 0; n < w->njump[d]; n++) {
            const int f = w->jump[d][n];
            gud_jump j;
            gud_jump_get(film, in->gap, d == 0, f, &j);
            const int l = j.cell[GUD_JUMP_LOW];
            gud_film_thin_face(d == 0 ? &w->x : &w->y, d == 0 ? &film->x : &film->y, in, d == 0, f, j.gap,
                               in->slip ? 0.5 * (in->slip[l] + in->slip[f]) : 0.0, w->u[l] - w->u[f]);
        }
}

void gud_film_thin(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    if (!in->oil->shear) {
        for (int d = 0; d < 2; d++) {
            const gud_face_flow *flow = d == 0 ? &w->x : &w->y;
            const int nface = d == 0 ? film->ncell + film->ny : gud_film_nface_y(film);
            memcpy(flow->conduct, flow->rest, (size_t)nface * sizeof(double));
            memcpy(flow->slope, flow->rest, (size_t)nface * sizeof(double));
        }
        for (int n = 0; n < film->ntap; n++) w->tap.conduct[n] = w->tap.slope[n] = w->tap.rest[n];
        return;
    }
    for (int r = 0; r < 3; r++)
        for (int j = 0; j < film->inner[r].n; j++)
            thin_between(film, w, in, r < 2, film->inner[r].first + j, film->inner[r].low + j);
    thin_jumps(film, w, in);
    gud_taps_thin(film, w, in);
    thin_edges(film, w, in);
    gud_film_close(film, w->x.slope);
    gud_film_close(film, w->x.pull);
}

void gud_film_thinning(const gud_film *film, const gud_film_work *w, const gud_film_in *in, double *factor)
{
    if (in->wall) in = &w->yielded;
    for (int i = 0; i < film->nx; i++)
        for (int j = 0; j < film->ny; j++) {
            const int k = i * film->ny + j;
            const int south = gud_film_face_y(film, i, j), north = gud_film_face_y(film, i, j + 1);
            factor[k] = 1.0;
            if (!in->oil->shear || !in->slip || in->slip[k] == 0.0) continue;
            const double rate = fabs(in->slip[k]) / in->gap[k];
            const double along = 0.5 * (w->x.pull[k] + w->x.pull[k + film->ny]),
                         across = 0.5 * (w->y.pull[south] + w->y.pull[north]);
            factor[k] = gud_thinning_stress(in->oil->thinning, rate, fabs(along), fabs(across), w->x.stress[k]) / rate;
        }
}

// ---- derivatives

typedef struct {
    int f, low, high;
    double weight, du;
} between;

// pressure flow through one face: the flow factor by the gap, thinning by the slip
static double conducted(const gud_film_work *w, const gud_film_in *in, const gud_film_param *p, bool along,
                        const between *b, bool rough)
{
    const gud_face_flow *flow = along ? &w->x : &w->y;
    const double a = b->weight;
    double change = 0.0;
    if (rough && p->gap) {
        const double *phi = along ? w->rough.along : w->rough.across,
                     *phi_h = along ? w->rough.along_h : w->rough.across_h;
        change += (a * phi_h[b->low] * p->gap[b->low] + (1.0 - a) * phi_h[b->high] * p->gap[b->high]) /
                  (a * phi[b->low] + (1.0 - a) * phi[b->high]);
    }
    if (in->oil->shear && in->slip && p->slip)
        change += flow->thin_slip[b->f] * 0.5 * (p->slip[b->low] + p->slip[b->high]);
    return flow->conduct[b->f] * b->du * change * (in->wall && b->low != b->high ? flow->fade[b->f] : 1.0);
}

// oil in the valleys of the rougher wall
static double dragged(const gud_film *film, const gud_film_work *w, const gud_film_in *in, const gud_film_param *p,
                      bool along, const between *b, double content)
{
    const double *S = along ? w->rough.shear : w->rough.shear_y, *S_h = along ? w->rough.shear_h : w->rough.shear_y_h;
    const double *slide = gud_film_slide(in, along), *slide_s = along ? p->slip : NULL;
    const double length = (along ? film->x.length : film->y.length)[b->f];
    const int l = b->low, h = b->high;
    double change = 0.0;
    if (in->slide[0]) slide_s = p->slide[along ? 0 : 1];
    if (!slide) return 0.0;
    if (p->gap) change += (slide[l] + slide[h]) * (S_h[l] * p->gap[l] + S_h[h] * p->gap[h]);
    if (slide_s) change += (slide_s[l] + slide_s[h]) * (S[l] + S[h]);
    return -0.125 * length * change * content;
}

static void rheology_inner(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_param *p)
{
    const bool rough = film->options.flow;
    for (int r = 0; r < 3; r++)
        for (int j = 0; j < film->inner[r].n; j++) {
            const bool along = r < 2;
            const int f = film->inner[r].first + j, l = film->inner[r].low + j;
            const between b = {f, l, f, (along ? film->x.weight : film->y.weight)[f], w->u[l] - w->u[f]};
            double *flux_s = along ? w->flux_s_x : w->flux_s_y;
            flux_s[f] += conducted(w, in, p, along, &b, rough);
            const double *at_face = along ? w->x.at_face : w->y.at_face;
            if (rough) flux_s[f] += dragged(film, w, in, p, along, &b, at_face[f]);
        }
    for (int n = 0; n < w->nrupture; n++) { // nothing behind an open face drives the flow through it
        const gud_rupture *r = &w->rupture[n];
        const int l = r->sign > 0.0 ? r->up : r->down, h = r->sign > 0.0 ? r->down : r->up;
        const between b = {r->face, l, h, 0.5, r->sign * w->u[r->down]};
        if (r->open) (r->along ? w->flux_s_x : w->flux_s_y)[r->face] += conducted(w, in, p, r->along, &b, rough);
    }
}

void gud_film_rheology(const gud_film *film, gud_film_work *w, const gud_film_in *in, const gud_film_param *p)
{
    const bool rough = film->options.flow;
    rheology_inner(film, w, in, p);
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const bool is_x = e < 2;
        double *flux_s = is_x ? w->flux_s_x : w->flux_s_y;
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
            const bool leaves = (is_x ? w->x.carry : w->y.carry)[f] * side->sign >= 0.0;
            const between b = {f, k, k, 0.5, side->sign * (w->u[k] - w->edge_u[e])};
            if ((is_x ? film->x.length : film->y.length)[f] == 0.0) continue; // a solid cell
            flux_s[f] += conducted(w, in, p, is_x, &b, rough);
            if (rough)
                flux_s[f] +=
                    dragged(film, w, in, p, is_x, &b, leaves ? w->content[k] : film->edge[e].theta * w->edge_rho[e]);
        }
    }
}
