// Uniform grids of a developed surface, and feeds in them.

#include "film/film.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

enum { largest_side = 1 << 15 };

static gud_status check(int nx, int ny, const double box[4], const gud_film_edge edge[4], gud_error *error)
{
    if (nx < 2 || ny < 1 || nx > largest_side || ny > largest_side)
        return gud_fail(error, GUD_ERR_INPUT, "film: a grid of %d x %d cells; at least 2 x 1 and at most %d a side", nx,
                        ny, largest_side);
    if (!(box[1] > box[0]) || !(box[3] > box[2]) || !isfinite(box[1] - box[0]) || !isfinite(box[3] - box[2]))
        return gud_fail(error, GUD_ERR_INPUT, "film: the surface [%g, %g] x [%g, %g] m has no area", box[0], box[1],
                        box[2], box[3]);
    const bool low = edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC,
               high = edge[GUD_EDGE_X_HIGH].kind == GUD_EDGE_PERIODIC;
    if (low != high || edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC ||
        edge[GUD_EDGE_Y_HIGH].kind == GUD_EDGE_PERIODIC)
        return gud_fail(error, GUD_ERR_INPUT, "film: only both edges along x together can be periodic");
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
            g->y_distance[i * (ny + 1) + j] = j == 0 || j == ny ? 0.5 * dy : dy;
        }
}

gud_status gud_film_grid_create(int nx, int ny, const double box[4], const gud_film_edge edge[4], gud_error *error,
                                gud_film_grid **grid)
{
    *grid = NULL;
    GUD_TRY(check(nx, ny, box, edge, error));
    gud_film_grid *g = gud_alloc(1, sizeof *g);
    if (!g) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for the grid");

    const size_t ncell = (size_t)nx * (size_t)ny, nxf = ncell + (size_t)ny, nyf = ncell + (size_t)nx;
    double *all = gud_alloc(4 * ncell + 2 * nxf + 2 * nyf, sizeof(double));
    unsigned char *kind = gud_alloc(ncell, 1);
    if (!all || !kind) {
        gud_free(all);
        gud_free(kind);
        gud_free(g);
        return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for a grid of %d x %d cells", nx, ny);
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

// distance from the middle of the feed, the short way round on a ring
static double offset_x(const gud_film_grid *g, double x, double middle)
{
    const double d = x - middle;
    return g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC ? remainder(d, g->x_width) : d;
}

static bool inside(const gud_film_feed *f, double dx, double dy)
{
    const double a = 2.0 * fabs(dx) / f->size_x, b = 2.0 * fabs(dy) / f->size_y;
    return f->round ? a * a + b * b <= 1.0 : a <= 1.0 && b <= 1.0;
}

// half of the feed's size in one direction, at an offset in the other
static double half_chord(const gud_film_feed *f, double size, double offset, double across)
{
    const double part = 2.0 * offset / across;
    return 0.5 * size * (f->round ? sqrt(fmax(1.0 - part * part, 0.0)) : 1.0);
}

// The rim of a feed lies between the centres of two cells; film.c halves the distance of such faces.
static void rim_set(double *distance, double outside, double half_size)
{
    *distance = 2.0 * fmin(fmax(fabs(outside) - half_size, 0.1 * *distance), 1.5 * *distance);
}

static void rims_set(gud_film_grid *g, const gud_film_feed *f, const unsigned char *covers)
{
    const int nx = g->nx, ny = g->ny;
    const bool ring = g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, west = i > 0 ? k - ny : ring ? k + (nx - 1) * ny : k;
            const int out_x = covers[k] ? west : k, out_y = j > 0 && covers[k] ? k - 1 : k;
            const double dx = offset_x(g, g->x[out_x], f->x), dy = g->y[out_y] - f->y;
            if (covers[k] != covers[west]) {
                rim_set(&g->x_distance[k], dx, half_chord(f, f->size_x, g->y[k] - f->y, f->size_y));
                if (i == 0) g->x_distance[nx * ny + j] = g->x_distance[k];
            }
            if (j > 0 && covers[k] != covers[k - 1])
                rim_set(&g->y_distance[i * (ny + 1) + j], dy,
                        half_chord(f, f->size_y, offset_x(g, g->x[k], f->x), f->size_x));
        }
}

gud_status gud_film_grid_feed(gud_film_grid *g, const gud_film_feed *f, gud_error *error)
{
    const bool ring = g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
    if (!(f->size_x > 0.0) || !(f->size_y > 0.0) || !isfinite(f->pressure) || !isfinite(f->x) || !isfinite(f->y))
        return gud_fail(error, GUD_ERR_INPUT, "feed: size %g x %g m and pressure %g Pa; sizes must be positive",
                        f->size_x, f->size_y, f->pressure);
    if (f->y < g->y_low || f->y > g->y_low + g->y_width || (!ring && (f->x < g->x_low || f->x > g->x_low + g->x_width)))
        return gud_fail(error, GUD_ERR_INPUT, "feed at (%g, %g) m lies outside the surface [%g, %g] x [%g, %g] m", f->x,
                        f->y, g->x_low, g->x_low + g->x_width, g->y_low, g->y_low + g->y_width);

    unsigned char *covers = gud_alloc((size_t)(g->nx * g->ny), 1);
    if (!covers) return gud_fail(error, GUD_ERR_MEMORY, "feed: no memory");
    int nearest = 0;
    double least = INFINITY;
    for (int k = 0; k < g->nx * g->ny; k++) {
        const double dx = offset_x(g, g->x[k], f->x), dy = g->y[k] - f->y, d = dx * dx + dy * dy;
        if (d < least) least = d, nearest = k;
        covers[k] = inside(f, dx, dy);
    }
    covers[nearest] = 1;
    for (int k = 0; k < g->nx * g->ny; k++)
        if (covers[k]) g->kind[k] = GUD_CELL_FIXED, g->fixed[k] = f->pressure;
    rims_set(g, f, covers);
    gud_free(covers);
    return GUD_OK;
}
