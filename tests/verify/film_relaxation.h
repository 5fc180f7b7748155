// A second solver for films, independent of src/film in unknowns, discretisation and method: pressure and film fraction
// at the nodes of a grid, film fraction from upstream, h^3 averaged, and relaxation node by node that keeps the
// complementarity, after R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702. Slow and simple.
//
// Node (i, j) is number i * (ny + 1) + j. j = 0 is an edge at a given pressure, j = ny the plane of symmetry or, if
// `whole`, another edge. Along x the nodes 0 and nx are one (ring) or edges at the pressure of the first.
#ifndef GUD_TESTS_FILM_RELAXATION_H
#define GUD_TESTS_FILM_RELAXATION_H

#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct relaxation {
    int nx, ny;
    bool ring, whole;
    double dx, dy, entrain, eta;
    double per_dt;               // 0: steady
    double *h, *p, *theta, *old; // nodes; old: theta h of the last step
} relaxation;

static void relaxation_open(relaxation *r, double edge, double other)
{
    const size_t n = (size_t)(r->nx + 1) * (size_t)(r->ny + 1);
    r->h = calloc(n, sizeof(double)), r->p = calloc(n, sizeof(double));
    r->theta = calloc(n, sizeof(double)), r->old = calloc(n, sizeof(double));
    for (size_t k = 0; k < n; k++) r->theta[k] = 1.0, r->p[k] = edge;
    for (int i = 0; i <= r->nx; i++) r->p[i * (r->ny + 1) + r->ny] = other;
}

static void relaxation_close(relaxation *r)
{
    free(r->h), free(r->p), free(r->theta), free(r->old);
}

static double cube(double x)
{
    return x * x * x;
}

// one node; returns how far its unknowns moved
static double relax_node(relaxation *r, int k, int west, int east, int south, int north, double factor)
{
    const double h3 = cube(r->h[k]), x = 0.5 / (12.0 * r->eta * r->dx * r->dx),
                 y = 0.5 / (12.0 * r->eta * r->dy * r->dy);
    const double aw = x * (h3 + cube(r->h[west])), ae = x * (h3 + cube(r->h[east]));
    const double as = y * (h3 + cube(r->h[south])), an = y * (h3 + cube(r->h[north]));
    const double flow = aw * r->p[west] + ae * r->p[east] + as * r->p[south] + an * r->p[north];
    const double drag = 0.5 * r->entrain / r->dx, p0 = r->p[k], theta0 = r->theta[k];
    const double came = drag * (r->h[west] + r->h[k]) * r->theta[west] + r->per_dt * r->old[k];
    const double keep = drag * (r->h[k] + r->h[east]) + r->per_dt * r->h[k];

    if (r->p[k] > 0.0 || r->theta[k] >= 1.0) {
        const double p = (flow + came - keep) / (aw + ae + as + an);
        r->p[k] += factor * (p - r->p[k]);
        if (r->p[k] >= 0.0)
            r->theta[k] = 1.0;
        else
            r->p[k] = 0.0;
    }
    if (r->p[k] <= 0.0 || r->theta[k] < 1.0) {
        r->theta[k] = (flow + came) / keep;
        if (r->theta[k] < 1.0)
            r->p[k] = 0.0;
        else
            r->theta[k] = 1.0;
    }
    return fabs(r->p[k] - p0) * (aw + ae + as + an) / keep + fabs(r->theta[k] - theta0);
}

// one sweep in the direction of the walls; the largest change of a node
static double relax(relaxation *r, double factor)
{
    const int row = r->ny + 1;
    double moved = 0.0;
    for (int i = r->ring ? 0 : 1; i < r->nx; i++)
        for (int j = 1; j <= (r->whole ? r->ny - 1 : r->ny); j++) {
            const int k = i * row + j, west = (i > 0 ? i - 1 : r->nx - 1) * row + j;
            const int east = (r->ring && i == r->nx - 1 ? 0 : i + 1) * row + j;
            moved = fmax(moved, relax_node(r, k, west, east, k - 1, j < r->ny ? k + 1 : k - 1, factor));
        }
    return moved;
}

#endif
