// Uniform grids of a developed surface.

#include "film/film.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

enum { largest_side = 1 << 15 };

static gud_status check(int nx, int ny, const double box[4], const gud_film_edge edge[4], gud_error *error)
{
    if (nx < 2 || ny < 1 || nx > largest_side || ny > largest_side)
        return gud_fail(error, GUD_ERR_INPUT, "film: a grid of %d x %d cells; at least 2 x 1 and at most %d per side",
                        nx, ny, largest_side);
    if (!(box[1] > box[0]) || !(box[3] > box[2]) || !isfinite(box[1] - box[0]) || !isfinite(box[3] - box[2]))
        return gud_fail(error, GUD_ERR_INPUT, "film: the surface [%g, %g] x [%g, %g] m has no area", box[0], box[1],
                        box[2], box[3]);
    const bool low = edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC,
               high = edge[GUD_EDGE_X_HIGH].kind == GUD_EDGE_PERIODIC;
    const bool wraps = edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
    if (low != high || wraps != (edge[GUD_EDGE_Y_HIGH].kind == GUD_EDGE_PERIODIC) || (wraps && !low))
        return gud_fail(error, GUD_ERR_INPUT,
                        "film: both edges along x are periodic together, those along y with them");
    if (wraps && ny < 3) return gud_fail(error, GUD_ERR_INPUT, "film: %d cells along y; a ring needs at least 3", ny);
    if (low && nx < 3) return gud_fail(error, GUD_ERR_INPUT, "film: %d cells around; a ring needs at least 3", nx);
    for (int s = 0; s < 4; s++)
        if (edge[s].kind == GUD_EDGE_OPEN &&
            (!isfinite(edge[s].pressure) || !(edge[s].theta >= 0.0 && edge[s].theta <= 1.0)))
            return gud_fail(error, GUD_ERR_INPUT, "film: edge %d: pressure %g Pa, film fraction %g (0 to 1)", s,
                            edge[s].pressure, edge[s].theta);
    return GUD_OK;
}

static void fill(gud_film_grid *g, const double box[4])
{
    const int nx = g->nx, ny = g->ny;
    const bool ring = g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
    const bool wraps = g->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
    const double dx = (box[1] - box[0]) / nx, dy = (box[3] - box[2]) / ny;

    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            g->area[i * ny + j] = dx * dy;
            g->x[i * ny + j] = box[0] + (i + 0.5) * dx;
            g->y[i * ny + j] = box[2] + (j + 0.5) * dy;
        }
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j < ny; j++) {
            g->x_length[i * ny + j] = dy;
            g->x_distance[i * ny + j] = !ring && (i == 0 || i == nx) ? 0.5 * dx : dx;
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            g->y_length[i * (ny + 1) + j] = dx;
            g->y_distance[i * (ny + 1) + j] = !wraps && (j == 0 || j == ny) ? 0.5 * dy : dy;
        }
}

gud_status gud_film_grid_create(int nx, int ny, const double box[4], const gud_film_edge edge[4], gud_error *error,
                                gud_film_grid **grid)
{
    *grid = NULL;
    GUD_TRY(check(nx, ny, box, edge, error));
    gud_film_grid *g = gud_alloc(1, sizeof *g);
    if (!g) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for the grid");

    const size_t ncell = (size_t)nx * (size_t)ny, nxf = ncell + (size_t)ny, nyf = ncell + (size_t)nx;
    double *all = gud_alloc(4 * ncell + 2 * nxf + 2 * nyf, sizeof(double));
    unsigned char *kind = gud_alloc(ncell, 1);
    if (!all || !kind) {
        gud_free(all);
        gud_free(kind);
        gud_free(g);
        return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a grid of %d x %d cells", nx, ny);
    }
    g->nx = nx, g->ny = ny, g->kind = kind;
    g->area = all, g->x = all + ncell, g->y = all + 2 * ncell, g->fixed = all + 3 * ncell;
    g->x_length = all + 4 * ncell, g->x_distance = g->x_length + nxf;
    g->y_length = g->x_distance + nxf, g->y_distance = g->y_length + nyf;
    memcpy(g->edge, edge, sizeof g->edge);
    g->x_low = box[0], g->x_width = box[1] - box[0], g->y_low = box[2], g->y_width = box[3] - box[2];
    fill(g, box);
    *grid = g;
    return GUD_OK;
}

void gud_film_grid_free(gud_film_grid *grid)
{
    if (!grid) return;
    gud_free(grid->area);
    gud_free(grid->kind);
    gud_free(grid);
}
