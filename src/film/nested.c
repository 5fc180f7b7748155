// Cold starts on large grids: cells are merged two by two, the smaller problem is solved (by the same means), and its
// active set starts the larger one. Fronts then have to move by a cell or two only. The smaller film is gone before the
// larger one needs its own memory; cold starts are rare, and one that finds no memory for it is a start without a
// guess.

#include "film/nested.h"

#include "base/arena.h"
#include "film/work.h"

#include <math.h>
#include <string.h>

typedef struct {
    gud_film *film;
    gud_film_work *work;
    double *gap, *m_hat, *rate, *slip, *drift_x, *drift_y;
    gud_film_out out;
    gud_arena memory;
} smaller;

// fine cells along a side of coarse cell I, out of n
static int cells_in(int n, int I)
{
    return 2 * I + 1 < n ? 2 : 1;
}

// Distance over face I of the coarse cells along a line of n fine ones, by that over the same face of the fine cells.
static double stretch(int n, bool ring, int I)
{
    const int last = (n + 1) / 2 - 1;
    if (!ring && (I == 0 || I > last)) return cells_in(n, I == 0 ? 0 : last);
    return 0.5 * (cells_in(n, I > 0 ? I - 1 : last) + cells_in(n, I > last ? 0 : I));
}

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
    // lengths add up; conductances of faces side by side too, by the distance
    for (int i = 0; i <= ncx; i++)
        for (int j = 0; j < ncy; j++) {
            double length = 0.0, conduct = 0.0;
            const double by = 1.0 / stretch(nx, fine->periodic, i);
            const int fi = 2 * i < nx ? 2 * i : nx;
            for (int s = 2 * j; s < 2 * j + 2 && s < ny; s++)
                length += x->length[fi * ny + s], conduct += by * x->conduct[fi * ny + s];
            g->x_length[i * ncy + j] = length;
            g->x_distance[i * ncy + j] = conduct > 0.0 ? length / conduct : 1.0;
        }
    for (int i = 0; i < ncx; i++)
        for (int j = 0; j <= ncy; j++) {
            double length = 0.0, conduct = 0.0;
            const double by = 1.0 / stretch(ny, fine->wraps, j);
            const int fj = 2 * j < ny ? 2 * j : ny;
            for (int s = 2 * i; s < 2 * i + 2 && s < nx; s++) {
                const int f = gud_film_face_y(fine, s, fj);
                length += y->length[f], conduct += by * y->conduct[f];
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
    options.stays = false;
    options.nfeed = fine->most_feeds;
    const gud_status status = gud_film_create(grid, &options, error, film);
    gud_film_grid_free(grid);
    return status;
}

static void arrays_take(const gud_film *fine, smaller *n)
{
    const int ncell = n->film->ncell;
    double **arrays[] = {&n->gap, &n->m_hat, &n->rate, &n->slip, &n->out.pressure, &n->out.theta, &n->out.m};
    for (int i = 0; i < GUD_COUNT(arrays); i++) *arrays[i] = GUD_TAKE(&n->memory, double, ncell);
    n->out.full = GUD_TAKE(&n->memory, unsigned char, ncell);
    n->out.feed = GUD_TAKE(&n->memory, double, fine->most_feeds + 1);
    n->drift_x = GUD_TAKE(&n->memory, double, ncell + n->film->ny);
    n->drift_y = GUD_TAKE(&n->memory, double, ncell + n->film->nx);
}

static gud_status smaller_create(const gud_film *fine, gud_error *error, smaller *n)
{
    gud_arena_init(&n->memory);
    GUD_TRY(film_make(fine, error, &n->film));
    GUD_TRY(gud_film_work_create(n->film, error, &n->work));
    GUD_TRY(gud_film_feeds_set(n->film, fine->nfeed, fine->feed, error));
    arrays_take(fine, n);
    return n->memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a coarser grid") : GUD_OK;
}

static void smaller_free(smaller *n)
{
    gud_film_work_free(n->work);
    gud_film_free(n->film);
    gud_arena_free(&n->memory);
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

static gud_status smaller_solve(smaller *n, const gud_film *fine, const gud_film_in *in, gud_error *error)
{
    const gud_film *film = n->film;
    const gud_film_in coarse = {.oil = in->oil,
                                .guess = true,
                                .gap = merge(fine, film, in->gap, n->gap),
                                .m_hat = merge(fine, film, in->per_c > 0.0 ? in->m_hat : NULL, n->m_hat),
                                .per_c = in->per_c,
                                .rate = merge(fine, film, in->rate, n->rate),
                                .drift_x = merge_x(fine, film, in->drift_x, n->drift_x),
                                .drift_y = merge_y(fine, film, in->drift_y, n->drift_y),
                                .slip = merge(fine, film, in->slip, n->slip),
                                .feed_pressure = in->feed_pressure};
    return gud_film_solve(film, n->work, &coarse, &n->out, error);
}

typedef struct {
    const smaller *from;
    const gud_film *fine;
    gud_film_out *out;
} guess;

// the coarse cell beside that of fine cell i which is nearer to it, out of n in a line; at an end its own
static int nearer(int n, bool ring, int i)
{
    const int I = i / 2, N = i % 2 ? I + 1 : I - 1;
    if (N >= 0 && N < n) return N;
    return ring ? (N + n) % n : I;
}

// linear between the middles of coarse cells
static void rows_fill(void *user, int first, int end)
{
    const guess *g = user;
    const gud_film_out *from = &g->from->out, *out = g->out;
    const gud_film *coarse = g->from->film;
    const int ny = g->fine->ny, n = coarse->ny;
    for (int i = first; i < end; i++) {
        const int own = (i / 2) * n, next = nearer(coarse->nx, coarse->periodic, i) * n;
        const double *p = from->pressure + own, *p_next = from->pressure + next;
        for (int j = 0; j < ny; j++) {
            const int k = i * ny + j, J = j / 2, N = nearer(n, false, j);
            out->pressure[k] = 0.75 * (0.75 * p[J] + 0.25 * p[N]) + 0.25 * (0.75 * p_next[J] + 0.25 * p_next[N]);
            out->theta[k] = from->theta[own + J];
            out->full[k] = from->full[own + J];
        }
    }
}

static void guess_fill(const smaller *n, const gud_film *fine, gud_team *team, gud_film_out *out)
{
    enum { rows = 16 };
    guess g = {n, fine, out};
    gud_team_parts(team, fine->nx, rows, rows_fill, &g);
    if (out->feed) memcpy(out->feed, n->out.feed, (size_t)fine->nfeed * sizeof(double));
}

gud_status gud_nested_guess(const gud_film *fine, gud_team *team, const gud_film_in *in, gud_film_out *out,
                            gud_error *error)
{
    smaller n = {0};
    gud_status status = smaller_create(fine, error, &n);
    if (status == GUD_OK) (void)gud_film_work_share(n.work, team);
    if (status == GUD_OK) status = smaller_solve(&n, fine, in, error);
    if (status == GUD_OK) guess_fill(&n, fine, team, out);
    smaller_free(&n);
    return status;
}
