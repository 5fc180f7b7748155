// The flux over a face of an edge by the gaps of the edge's cell and the next two, from which the gap on the edge is
// extrapolated. It is the same for all parameters, and is formed once for them.

#include "film/edge.h"

#include "film/jump.h"

void gud_edges_take(const gud_film *film, gud_film_work *w, gud_arena *arena)
{
    for (int e = 0; e < 4; e++) w->edge_slope[e] = GUD_TAKE(arena, gud_edge_slope, film->side[e].count);
}

// what the walls carry over one side
static void carried_fill(const gud_film *film, gud_film_work *w, int e)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &w->x : &w->y;
    for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
        gud_edge_slope *slope = &w->edge_slope[e][s];
        double weight[3];
        slope->thick = gud_film_edge_gap(side, w->thick, k, weight);
        for (int i = 0; i < 3; i++) slope->carried[i] = flow->speed[f] * weight[i];
    }
}

static void slopes_fill(const gud_film *film, gud_film_work *w, const gud_film_in *in, int e)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &w->x : &w->y;
    for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
        gud_edge_slope *slope = &w->edge_slope[e][s];
        double weight[3];
        const double gap = in->gap[k] + gud_film_edge_gap(side, in->gap, k, weight);
        const double more = in->oil->shear ? flow->thin_gap[f] : 0.0;
        const double pressed = side->sign * flow->conduct[f] * (3.0 / gap + 0.5 * more) * (w->u[k] - w->edge_u[e]);
        for (int i = 0; i < 3; i++) slope->pressed[i] = pressed * ((i == 0) + weight[i]);
    }
}

void gud_edges_slopes(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    for (int e = 0; e < 4; e++) {
        slopes_fill(film, w, in, e);
        if ((e < 2 ? w->x : w->y).carries) carried_fill(film, w, e);
    }
}

// of the cells at, next to and after the edge
static double combine(const double by[3], const double *a, int k, const gud_film_side *side)
{
    return by[0] * a[k] + by[1] * a[k + side->inner] + by[2] * a[k + side->third];
}

// what walls carry over an edge changes, and goes with the content upstream
static void carried_add(const gud_film *film, gud_film_work *w, int e, const double *thick, const double *speed,
                        double *flux)
{
    const gud_film_side *side = &film->side[e];
    const gud_face_flow *flow = e < 2 ? &w->x : &w->y;
    const double outside = film->edge[e].theta * w->edge_rho[e];
    for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step) {
        const gud_edge_slope *slope = &w->edge_slope[e][s];
        double more = thick && flow->carries ? combine(slope->carried, thick, k, side) : 0.0;
        if (speed) more += speed[f] * slope->thick;
        const double ahead = flow->carry[f] != 0.0 ? flow->carry[f] : more;
        flux[f] += more * (ahead * side->sign >= 0.0 ? w->content[k] : outside);
    }
}

void gud_edges_tangent(const gud_film *film, gud_film_work *w, const double *gap, const double *thick,
                       const double *speed_x, const double *speed_y)
{
    for (int e = 0; e < 4; e++) {
        const gud_film_side *side = &film->side[e];
        const double *speed = e < 2 ? speed_x : speed_y;
        double *flux = e < 2 ? w->flux_s_x : w->flux_s_y;
        for (int s = 0, f = side->first_face, k = side->first_cell; s < side->count; s++, f++, k += side->cell_step)
            flux[f] = gap ? combine(w->edge_slope[e][s].pressed, gap, k, side) : 0.0;
        const bool carries = (e < 2 ? w->x : w->y).carries;
        if (speed && !carries) carried_fill(film, w, e); // walls at rest that begin to move
        if (speed || (gap && carries)) carried_add(film, w, e, thick, speed, flux);
    }
}
