// Rupture at a step: where walls carry oil into a wider gap the film may break right at the face, and then the pressure
// of the face is that of the cavity and nothing is drawn from the film before it (docs/theory/film.md, eq. (3e)):
//
//     q = V_up s_up + min(T_up u_up, T (u_up - u_down) + V - V_up)
//
// The first of the two holds where the pressure of the face would be below that of the cavity. Either one is an
// M-matrix, and so is the smaller one.

#include "film/jump.h"

static double carried_up(const gud_jump *j, const double *thick, bool low)
{
    const double a = thick[j->cell[GUD_JUMP_LOW]], b = thick[j->cell[GUD_JUMP_HIGH]];
    return (1.0 - j->weight) * 0.5 * (a + b) + j->weight * (low ? a : b);
}

double gud_jump_up(const gud_jump *j, const double *gap, bool low, double by[GUD_JUMP_CELLS])
{
    const int up = low ? GUD_JUMP_LOW : GUD_JUMP_HIGH;
    const double w = j->weight, h = gap[j->cell[up]];
    const double mean = 0.5 * (gap[j->cell[GUD_JUMP_LOW]] + gap[j->cell[GUD_JUMP_HIGH]]), cube = mean * mean * mean;
    for (int c = 0; c < GUD_JUMP_CELLS; c++) by[c] = (2.0 * h * h * h - cube) * j->weight_h[c];
    by[GUD_JUMP_LOW] += (1.0 - w) * 1.5 * mean * mean;
    by[GUD_JUMP_HIGH] += (1.0 - w) * 1.5 * mean * mean;
    by[up] += 6.0 * w * h * h;
    return (1.0 - w) * cube + 2.0 * w * h * h * h;
}

static void find_at(const gud_film *film, gud_film_work *w, const gud_film_in *in, bool along, int f)
{
    const gud_face_flow *flow = along ? &w->x : &w->y;
    const bool low = flow->speed[f] >= 0.0; // comes from the low cell
    gud_jump j;
    double by[GUD_JUMP_CELLS];
    gud_jump_get(film, in->gap, along, f, &j);
    const double up = carried_up(&j, w->thick, low), more = fabs(flow->speed[f]) * (gud_jump_mean(&j, w->thick) - up);
    if (!(more > 0.0)) return;
    const double cube = j.gap * j.gap * j.gap, half = flow->rest[f] * gud_jump_up(&j, in->gap, low, by) / cube;
    flow->carry[f] = flow->speed[f] * up;
    w->rupture[w->nrupture++] = (gud_rupture){.face = f,
                                              .up = j.cell[low ? GUD_JUMP_LOW : GUD_JUMP_HIGH],
                                              .down = j.cell[low ? GUD_JUMP_HIGH : GUD_JUMP_LOW],
                                              .along = along,
                                              .sign = low ? 1.0 : -1.0,
                                              .through = flow->rest[f],
                                              .half = half,
                                              .more = more};
}

void gud_ruptures_find(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    w->nrupture = 0;
    if (!film->options.cavitation->transport || in->oil->shear) return;
    for (int d = 0; d < 2; d++) {
        const gud_face_flow *flow = d == 0 ? &w->x : &w->y;
        for (int n = 0; flow->carries && n < w->njump[d]; n++)
            if (flow->speed[w->jump[d][n]] != 0.0) find_at(film, w, in, d == 0, w->jump[d][n]);
    }
}

void gud_ruptures_flux(gud_film_work *w)
{
    const double *u = w->u, *s = w->content;
    for (int n = 0; n < w->nrupture; n++) {
        const gud_rupture *r = &w->rupture[n];
        const gud_face_flow *flow = r->along ? &w->x : &w->y;
        const double through = r->through * (u[r->up] - u[r->down]) + r->more;
        flow->flux[r->face] = flow->carry[r->face] * s[r->up] + r->sign * gud_smaller(r->half * u[r->up], through);
    }
}

int gud_ruptures_switch(const gud_film *film, gud_film_work *w)
{
    const double *u = w->u;
    int changes = 0;
    for (int n = 0; n < w->nrupture; n++) {
        gud_rupture *r = &w->rupture[n];
        const gud_face_flow *flow = r->along ? &w->x : &w->y;
        const bool open = r->half * u[r->up] < r->through * (u[r->up] - u[r->down]) + r->more;
        changes += open != r->open;
        r->open = open;
        flow->conduct[r->face] = flow->slope[r->face] = open ? r->half : r->through;
    }
    if (w->nrupture > 0) gud_film_close(film, w->x.slope);
    if (changes > 0) w->fresh = true;
    return changes;
}

// An open face does not feel the pressure behind it. What lies behind is broken as a rule and has none; else its
// entries are taken back.
void gud_ruptures_matrix(const gud_film *film, gud_film_work *w)
{
    const gud_stencil *m = &w->matrix;
    for (int n = 0; n < w->nrupture; n++) {
        const gud_rupture *r = &w->rupture[n];
        if (!r->open || w->is_full[r->down] == 0.0) continue;
        double *back = r->along ? (r->sign > 0.0 ? m->east : m->west) : (r->sign > 0.0 ? m->north : m->south);
        m->centre[r->down] -= film->unknown[r->down] * r->half;
        back[r->up] += film->unknown[r->up] * r->half;
    }
}

void gud_ruptures_subtract(const gud_film_work *w, const double *x, double *residual)
{
    for (int n = 0; n < w->nrupture; n++) {
        const gud_rupture *r = &w->rupture[n];
        if (!r->open) continue;
        const double felt = r->half * w->is_full[r->down] * x[r->down];
        residual[r->up] -= felt, residual[r->down] += felt;
    }
}
