// Cross flow: where the lines of a grid are oblique, a difference of pressure along a face presses oil through it. For
// a face f with the differences a cell d_l, d_h in its two cells
//
//     X = T (skew/conduct) (d_l + d_h)/2,   bounded by  -T u_h <= X <= T u_l
//
// is added to the flux of assemble.c. The bound keeps pressure from drawing oil out of cells that have none: only cells
// beside a front ever meet it. docs/theory/film.md, eqs (3i) and (3j).

#include "film/cross.h"

#include "film/jump.h"

#include <math.h>

static const double no_skew = 1e-9; // what rounding leaves of an orthogonal grid

// ---- where

// A point beside a cell: another cell, an edge (-1 - its number), or the cell itself where there is nothing; how many
// cells away
typedef struct {
    int at;
    double away;
} beside;

static beside beside_of(const gud_film *film, const gud_film_grid *g, int k, bool along, bool up)
{
    const int ny = film->ny, n = along ? film->nx : ny, i = along ? k / ny : k % ny, step = along ? ny : 1;
    const bool last = up ? i == n - 1 : i == 0, ring = along ? film->periodic : film->wraps;
    const int edge = (along ? GUD_EDGE_X_LOW : GUD_EDGE_Y_LOW) + (up ? 1 : 0);
    const int to = last ? k + (up ? -1 : 1) * (n - 1) * step : k + (up ? step : -step);
    if (last && !ring && film->side[edge].count > 0) return (beside){-1 - edge, 0.5};
    const int fi = k / ny + (along && up), fj = k % ny + (!along && up);
    const int face = along ? fi * ny + fj : fi * (ny + 1) + fj;
    const double length = (along ? g->x_length : g->y_length)[face];
    if (last && !ring) return (beside){k, length > 0.0 ? 1.0 : 0.0}; // a plane of symmetry has a cell's image beyond it
    if (film->kind[to] == GUD_CELL_SOLID) return (beside){k, 0.0};
    if (film->kind[to] == GUD_CELL_FREE) return (beside){to, 1.0};
    const double *rim = along ? g->x_rim : g->y_rim;
    return (beside){to, rim ? rim[face] : 0.5};
}

// difference a cell, along x or y, in cell k: two points with opposite weights
static int difference(const gud_film *film, const gud_film_grid *g, int k, bool along, double weight, int *at,
                      double *weights)
{
    const beside low = beside_of(film, g, k, along, false), high = beside_of(film, g, k, along, true);
    const double away = low.away + high.away;
    if (!(away > 0.0) || low.at == high.at) return 0;
    at[0] = high.at, weights[0] = weight / away;
    at[1] = low.at, weights[1] = -weight / away;
    return 2;
}

static void add_face(gud_film *film, const gud_film_grid *g, bool along, int face, int low, int high, double skew)
{
    const gud_film_faces *faces = along ? &film->x : &film->y;
    const bool low_free = film->kind[low] == GUD_CELL_FREE, high_free = film->kind[high] == GUD_CELL_FREE;
    if (faces->length[face] == 0.0 || (!low_free && !high_free)) return;
    const double weight = skew / faces->conduct[face] / (low_free && high_free ? 2.0 : 1.0);
    gud_cross *c = &film->cross[film->ncross];
    if (!(fabs(weight) > no_skew)) return;
    *c = (gud_cross){.face = face, .along = along, .low = low, .high = high};
    if (low_free) c->n += difference(film, g, low, !along, weight, c->at, c->weight);
    if (high_free) c->n += difference(film, g, high, !along, weight, c->at + c->n, c->weight + c->n);
    if (c->n > 0) film->ncross++;
}

void gud_cross_find(gud_film *film, const gud_film_grid *g)
{
    const int nx = film->nx, ny = film->ny;
    film->ncross = 0;
    if (!film->cross) return;
    for (int i = film->periodic ? 0 : 1; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int f = i * ny + j;
            add_face(film, g, true, f, i > 0 ? f - ny : (nx - 1) * ny + j, f, g->x_skew[f]);
        }
    for (int i = 0; i < nx; i++)
        for (int j = film->wraps ? 0 : 1; j < ny; j++) {
            const int k = i * ny + j;
            add_face(film, g, false, gud_film_face_y(film, i, j), j > 0 ? k - 1 : k + ny - 1, k,
                     g->y_skew[i * (ny + 1) + j]);
        }
}

// ---- how much

static double value_at(const gud_film_work *w, int at)
{
    return at >= 0 ? w->u[at] : w->edge_u[-1 - at];
}

// X by T without its bound
static double unbounded(const gud_film_work *w, const gud_cross *c)
{
    double sum = 0.0;
    for (int p = 0; p < c->n; p++) sum += c->weight[p] * value_at(w, c->at[p]);
    return sum;
}

// X by T; *bound: 1 where the low cell gives no more, -1 where the high one does not
static double flow_of(const gud_film *film, const gud_film_work *w, const gud_cross *c, int *bound)
{
    const double x = unbounded(w, c), most = gud_larger(w->u[c->low], 0.0), least = -gud_larger(w->u[c->high], 0.0);
    *bound = !film->options.cavitation->breaks ? 0 : x > most ? 1 : x < least ? -1 : 0;
    return *bound > 0 ? most : *bound < 0 ? least : x;
}

static double conduct_of(const gud_film_work *w, const gud_cross *c)
{
    return (c->along ? w->x.conduct : w->y.conduct)[c->face];
}

void gud_cross_flux(const gud_film *film, gud_film_work *w)
{
    for (int n = 0; n < film->ncross; n++) {
        const gud_cross *c = &film->cross[n];
        int bound;
        (c->along ? w->x.flux : w->y.flux)[c->face] += conduct_of(w, c) * flow_of(film, w, c, &bound);
    }
}

int gud_cross_switch(const gud_film *film, gud_film_work *w)
{
    int changes = 0;
    for (int n = 0; n < film->ncross; n++) {
        int bound;
        (void)flow_of(film, w, &film->cross[n], &bound);
        changes += bound != w->bound[n];
        w->bound[n] = (signed char)bound;
    }
    return changes;
}

double gud_cross_loss(const gud_film *film, const gud_film_work *w)
{
    double sum = 0.0;
    for (int n = 0; n < film->ncross; n++) {
        const gud_cross *c = &film->cross[n];
        int bound;
        sum += conduct_of(w, c) * flow_of(film, w, c, &bound) * (w->pressure[c->low] - w->pressure[c->high]);
    }
    return sum;
}

// ---- derivatives

// relative change of T with the gaps beside a face
static double conduct_change(const gud_film *film, const gud_film_in *in, const gud_cross *c, const double *gap_s)
{
    const double weight = (c->along ? film->x.weight : film->y.weight)[c->face];
    if (c->face < film->ncell && weight == 0.5 && gud_jump_is_possible(in->gap[c->low], in->gap[c->high])) {
        gud_jump j;
        double sum = 0.0;
        gud_jump_get(film, in->gap, c->along, c->face, &j);
        for (int s = 0; s < GUD_JUMP_CELLS; s++) sum += j.gap_h[s] * gap_s[j.cell[s]];
        return 3.0 * sum / j.gap;
    }
    const double gap = weight * in->gap[c->low] + (1.0 - weight) * in->gap[c->high];
    return 3.0 * (weight * gap_s[c->low] + (1.0 - weight) * gap_s[c->high]) / gap;
}

void gud_cross_tangent(const gud_film *film, gud_film_work *w, const gud_film_in *in, const double *gap_s)
{
    for (int n = 0; gap_s && n < film->ncross; n++) {
        const gud_cross *c = &film->cross[n];
        int bound;
        const double X
        = conduct_of(w, c) * flow_of(film, w, c, &bound);
        (c->along ? w->flux_s_x : w->flux_s_y)[c->face] += X
        *conduct_change(film, in, c, gap_s);
    }
}
