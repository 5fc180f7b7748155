// Cold starts on large grids: cells are merged two by two, the smaller problem is solved (by the same means), and its
// active set starts the larger one. Fronts then have to move by a cell or two only.

#include "film/nested.h"

#include "base/arena.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

struct gud_nested {
    gud_film *film;
    gud_film_work *work;
    double *gap, *m_hat, *rate, *slip, *drift_x, *drift_y;
    gud_film_out out;
    int version; // of the feeds
    gud_arena memory;
};

// grid of merged cells, in the form that gud_film_create takes
static void merge_grid(const gud_film *fine, gud_film_grid *g)
{
    const int nx = fine->nx, ny = fine->ny, ncx = g->nx, ncy = g->ny;
    const gud_film_faces *x = fine->most_feeds > 0 ? &fine->bare_x : &fine->x;
    const gud_film_faces *y = fine->most_feeds > 0 ? &fine->bare_y : &fine->y;
    for (int k = 0; k < ncx * ncy; k++) g->area[k] = 0.0, g->kind[k] = GUD_CELL_SOLID;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, K = (i / 2) * ncy + j / 2;
            g->area[K] += fine->area[k];
            const bool feed = fine->most_feeds > 0 && fine->cell_feed[k] > 0; // feeds have their place on any grid
            const int kind = feed ? GUD_CELL_FREE : fine->kind[k];
            if (kind == GUD_CELL_FIXED) g->kind[K] = GUD_CELL_FIXED;
            if (kind == GUD_CELL_FIXED) g->fixed[K] = fine->fixed[k] + fine->options.cavity;
            if (kind == GUD_CELL_FREE && g->kind[K] == GUD_CELL_SOLID) g->kind[K] = GUD_CELL_FREE;
        }
    // lengths add up; conductances of faces side by side too, and the distance is doubled
    for (int i = 0; i <= ncx; i++)
        for (int j = 0; j < ncy; j++) {
            double length = 0.0, conduct = 0.0;
            const int fi = 2 * i < nx ? 2 * i : nx;
            for (int s = 2 * j; s < 2 * j + 2 && s < ny; s++)
                length += x->length[fi * ny + s], conduct += 0.5 * x->conduct[fi * ny + s];
            g->x_length[i * ncy + j] = length;
            g->x_distance[i * ncy + j] = conduct > 0.0 ? length / conduct : 1.0;
        }
    for (int i = 0; i < ncx; i++)
        for (int j = 0; j <= ncy; j++) {
            double length = 0.0, conduct = 0.0;
            const int fj = 2 * j < ny ? 2 * j : ny;
            for (int s = 2 * i; s < 2 * i + 2 && s < nx; s++) {
                const int f = gud_film_face_y(fine, s, fj);
                length += y->length[f], conduct += 0.5 * y->conduct[f];
            }
            g->y_length[i * (ncy + 1) + j] = length;
            g->y_distance[i * (ncy + 1) + j] = conduct > 0.0 ? length / conduct : 1.0;
        }
}

static gud_status film_make(const gud_film *fine, gud_error *error, gud_film **film)
{
    gud_film_grid *grid;
    GUD_TRY(gud_film_grid_create((fine->nx + 1) / 2, (fine->ny + 1) / 2, fine->box, fine->edge, error, &grid));
    merge_grid(fine, grid); // writes its metric over that of the uniform grid
    gud_film_options options = fine->options;
    options.solver = GUD_FILM_AUTO;
    options.nparam = 0;
    options.nfeed = fine->most_feeds;
    const gud_status status = gud_film_create(grid, &options, error, film);
    gud_film_grid_free(grid);
    return status;
}

gud_status gud_nested_create(const gud_film *fine, gud_error *error, gud_nested **nested)
{
    *nested = NULL;
    gud_arena memory;
    gud_arena_init(&memory);
    gud_nested *n = GUD_TAKE(&memory, gud_nested, 1);
    if (!n) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a coarser grid");
    gud_status status = film_make(fine, error, &n->film);
    if (status == GUD_OK) status = gud_film_work_create(n->film, error, &n->work);
    if (status == GUD_OK) {
        const int ncell = n->film->ncell;
        double **arrays[] = {&n->gap, &n->m_hat, &n->rate, &n->slip, &n->out.pressure, &n->out.theta, &n->out.m};
        for (int i = 0; i < GUD_COUNT(arrays); i++) *arrays[i] = GUD_TAKE(&memory, double, ncell);
        n->out.full = GUD_TAKE(&memory, unsigned char, ncell);
        n->out.feed = GUD_TAKE(&memory, double, fine->most_feeds + 1);
        n->drift_x = GUD_TAKE(&memory, double, ncell + n->film->ny);
        n->drift_y = GUD_TAKE(&memory, double, ncell + n->film->nx);
        if (memory.failed) status = gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a coarser grid");
    }
    n->memory = memory;
    if (status != GUD_OK) {
        gud_nested_free(n);
        return status;
    }
    *nested = n;
    return GUD_OK;
}

void gud_nested_free(gud_nested *n)
{
    if (!n) return;
    gud_film_work_free(n->work);
    gud_film_free(n->film);
    gud_arena memory = n->memory; // holds the object itself
    gud_arena_free(&memory);
}

// means over merged cells, weighted by area
static const double *merge(const gud_film *fine, const gud_film *film, const double *a, double *mean)
{
    if (!a) return NULL;
    memset(mean, 0, (size_t)film->ncell * sizeof(double));
    for (int i = 0; i < fine->nx; i++)
        for (int j = 0; j < fine->ny; j++)
            mean[(i / 2) * film->ny + j / 2] += a[i * fine->ny + j] * fine->area[i * fine->ny + j];
    for (int k = 0; k < film->ncell; k++) mean[k] /= film->area[k];
    return mean;
}

static const double *merge_x(const gud_film *fine, const gud_film *film, const double *drift, double *mean)
{
    if (!drift) return NULL;
    for (int i = 0; i <= film->nx; i++)
        for (int j = 0; j < film->ny; j++) {
            const double *at = drift + (2 * i < fine->nx ? 2 * i : fine->nx) * fine->ny;
            mean[i * film->ny + j] = 0.5 * (at[2 * j] + at[2 * j + 1 < fine->ny ? 2 * j + 1 : 2 * j]);
        }
    return mean;
}

static const double *merge_y(const gud_film *fine, const gud_film *film, const double *drift, double *mean)
{
    if (!drift) return NULL;
    const int n = fine->ny + 1;
    for (int i = 0; i < film->nx; i++)
        for (int j = 0; j <= film->ny; j++) {
            const int fj = 2 * j < fine->ny ? 2 * j : fine->ny, next = 2 * i + 1 < fine->nx ? 2 * i + 1 : 2 * i;
            mean[i * (film->ny + 1) + j] = 0.5 * (drift[2 * i * n + fj] + drift[next * n + fj]);
        }
    return mean;
}

gud_status gud_nested_guess(gud_nested *n, const gud_film *fine, const gud_film_in *in, gud_film_out *out,
                            gud_error *error)
{
    const gud_film *film = n->film;
    const gud_film_in coarse = {.oil = in->oil,
                                .gap = merge(fine, film, in->gap, n->gap),
                                .m_hat = merge(fine, film, in->per_c > 0.0 ? in->m_hat : NULL, n->m_hat),
                                .per_c = in->per_c,
                                .rate = merge(fine, film, in->rate, n->rate),
                                .drift_x = merge_x(fine, film, in->drift_x, n->drift_x),
                                .drift_y = merge_y(fine, film, in->drift_y, n->drift_y),
                                .slip = merge(fine, film, in->slip, n->slip),
                                .feed_pressure = in->feed_pressure};
    if (n->version != fine->version) GUD_TRY(gud_film_feeds_set(n->film, fine->nfeed, fine->feed, error));
    n->version = fine->version;
    n->out.warm = false;
    GUD_TRY(gud_film_solve(film, n->work, &coarse, &n->out, error));
    for (int i = 0; i < fine->nx; i++)
        for (int j = 0; j < fine->ny; j++) {
            const int k = i * fine->ny + j, K = (i / 2) * film->ny + j / 2;
            out->pressure[k] = n->out.pressure[K];
            out->theta[k] = n->out.theta[K];
            out->full[k] = n->out.full[K];
        }
    if (out->feed) memcpy(out->feed, n->out.feed, (size_t)fine->nfeed * sizeof(double));
    return GUD_OK;
}
