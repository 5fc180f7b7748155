// The linear problem of an active set: who solves it.

#include "film/cross.h"
#include "film/feed.h"
#include "film/lanes.h"
#include "film/work.h"

#include <math.h>
#include <stdint.h>

static bool is_covered(const gud_film *film, int k)
{
    return film->most_feeds > 0 && film->cell_feed[k] > 0;
}

static bool column_is_free(const gud_film *film, int i)
{
    for (int j = 0; j < film->ny; j++)
        if (film->kind[i * film->ny + j] != GUD_CELL_FREE && !is_covered(film, i * film->ny + j)) return false;
    return true;
}

// Conductances across the first column that is free film throughout, which others may be multiples of; false if there
// is none.
static bool across_find(const gud_film *film, double *diagonal, double *beside)
{
    const int ny = film->ny;
    int i = 0;
    while (i < film->nx && !column_is_free(film, i)) i++;
    if (i == film->nx) return false;
    const double *conduct = film->most_feeds > 0 ? film->bare_y.conduct : film->y.conduct; // feeds come and go
    for (int j = 0; j < ny; j++) {
        const double above = conduct[gud_film_face_y(film, i, j + 1)];
        diagonal[j] = conduct[gud_film_face_y(film, i, j)] + above;
        if (j < ny - 1) beside[j] = above;
    }
    return true;
}

// Elimination costs about ncell ny^2. Beyond `widest` multigrid is faster, but for aligned bearings: of those only
// fronts have to be eliminated, up to `widest_aligned` in a moderate grid.
enum { widest = 24, widest_aligned = 40, narrowest_mirror = 12, moderate = 1 << 16 };

static bool wants_multigrid(const gud_film *film)
{
    if (film->options.yields) return false; // the matrix is not symmetric
    if (film->wraps) return false;          // no other solver closes a grid twice
    if (film->options.solver == GUD_FILM_AUTO) return film->ny > widest;
    return film->options.solver == GUD_FILM_MULTIGRID;
}

static bool direct_create(const gud_film *film, gud_film_work *w) // false: no memory
{
    const int nx = film->nx, ny = film->ny;
    const bool always = !wants_multigrid(film), fits = film->options.solver == GUD_FILM_AUTO && film->ncell <= moderate;
    double *diagonal = w->trial, *beside = w->trial + ny;
    const gud_across k = {diagonal, beside},
                     *across = nx > 1 && !film->wraps && !film->options.yields && across_find(film, diagonal, beside)
                                   ? &k
                                   : NULL;
    const bool mirrors = across && ny >= narrowest_mirror && gud_across_mirrored(ny, across);
    const bool ring = always || (fits && across && ny <= widest_aligned);
    const bool mirror = mirrors && (always || (fits && (ny + 1) / 2 <= widest_aligned));
    if (ring) w->ring = gud_ring_create(nx, ny, film->periodic, across);
    if (mirror) w->mirror = gud_mirror_create(nx, ny, film->periodic, across);
    return (!ring || w->ring) && (!mirror || w->mirror);
}

gud_status gud_film_linear_create(const gud_film *film, gud_film_work *w, gud_error *error)
{
    const bool iterates = wants_multigrid(film);
    if (iterates) w->multigrid = gud_multigrid_create(film);
    if (film->cross) w->krylov = gud_krylov_create(film);
    if (!direct_create(film, w) || (iterates && !w->multigrid) || (film->cross && !w->krylov))
        return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory to solve for %d x %d cells", film->nx, film->ny);
    w->nests = iterates && film->nx >= 8;
    return GUD_OK;
}

void gud_film_linear_free(gud_film_work *w)
{
    gud_ring_free(w->ring);
    gud_mirror_free(w->mirror);
    gud_multigrid_free(w->multigrid);
    gud_krylov_free(w->krylov);
}

// ---- for one active set

// does the gap not change across
GUD_WIDE static bool is_aligned(const gud_film *film, const double *gap)
{
    static const double alike = 1e-14; // rounding
    for (int i = 0; i < film->nx; i++, gap += film->ny) {
        int64_t odd = 0;
        for (int j = 0; j < film->ny; j++) odd |= fabs(gap[j] - gap[0]) > alike * gap[0];
        if (odd) return false;
    }
    return true;
}

static gud_film_linear_kind choose(const gud_film_work *w, bool direct)
{
    if (direct && w->mirror && gud_mirror_fits(w->mirror, &w->matrix)) return GUD_LINEAR_MIRROR;
    return direct && w->ring ? GUD_LINEAR_RING : GUD_LINEAR_MULTIGRID;
}

static gud_status factor(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    const bool direct = !work->multigrid || ((work->ring || work->mirror) && is_aligned(film, in->gap));
    if (direct || work->krylov) gud_film_couplings(film, work);
    work->linear = choose(work, direct);
    if (work->linear == GUD_LINEAR_MIRROR) return gud_mirror_factor(work->mirror, &work->matrix);
    if (work->linear == GUD_LINEAR_RING) return gud_ring_factor(work->ring, &work->matrix);
    const gud_status status = gud_multigrid_setup(work->multigrid, film, work, in);
    work->fresh = false;
    return status;
}

gud_status gud_film_factor(const gud_film *film, gud_film_work *work, const gud_film_in *in)
{
    GUD_TRY(factor(film, work, in));
    return film->nrecess > 0 ? gud_border_factor(film, work) : GUD_OK;
}

static gud_status five_points(gud_film_work *work, int n, double *columns, double tolerance)
{
    if (work->linear == GUD_LINEAR_MIRROR) return gud_mirror_solve(work->mirror, n, columns);
    if (work->linear == GUD_LINEAR_MULTIGRID)
        return gud_multigrid_solve(work->multigrid, n, columns, tolerance, &work->inner);
    gud_ring_solve(work->ring, n, columns);
    return GUD_OK;
}

bool gud_film_linear_exact(const gud_film_work *work)
{
    return work->linear != GUD_LINEAR_MULTIGRID && !work->krylov;
}

// overwrites right-hand sides with solutions; the tolerance is for the iterative method
gud_status gud_film_linear(gud_film_work *work, int n, double *columns, double tolerance)
{
    if (work->krylov) return gud_krylov_solve(work, five_points, n, columns, tolerance);
    return five_points(work, n, columns, tolerance);
}
