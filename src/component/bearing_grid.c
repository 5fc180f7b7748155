// Grids that fit the film. Between walls that come near to each other pressure rises and falls within a length of
// R sqrt(2 h/c), h being the smallest film, around as well as at the ends: docs/theory/film.md, section 2.

#include "component/bearing_params.h"
#include "num/pi.h"

#include <math.h>

enum {
    around = 240, // cells of a thick film
    along = 24,   // and along half the width
    most_around = 1920,
    most_along = 48,
    most_cells = most_around * most_along,
    most_thinning = most_cells / 4 // films of oils that thin take ten times as long
};

static const double cells_around = 12.0, cells_along = 2.0; // least numbers on that length

static double film_length(const gud_steady_spec *spec, double film_min)
{
    const double h = fmax(film_min, spec->bearing.rough ? spec->bearing.rough->params.sigma
                                                        : 0.0); // asperities carry what is thinner
    return gud_bearing_peak_length(&spec->bearing, h);
}

void gud_bearing_grid_choose(gud_steady_spec *spec, double film_min)
{
    gud_bearing_spec *b = &spec->bearing;
    const double length = film_length(spec, film_min);
    const bool tilted = spec->tilt[0] != 0.0 || spec->tilt[1] != 0.0; // moments need more cells than forces
    const int halves = b->half ? 1 : 2, most = b->thins ? most_thinning : most_cells;
    int nx = around, ny = tilted ? 2 * along : along;
    while (nx < most_around && 2 * nx * ny * halves <= most && length * nx < cells_around * 2.0 * pi * b->radius)
        nx *= 2;
    while (ny < most_along && 2 * nx * ny * halves <= most && length * ny < cells_along * 0.5 * b->width) ny *= 2;
    b->nx = nx, b->ny = halves * ny;
}

gud_status gud_bearing_grid_fit(gud_bearing_sheet *c, double film_min, bool *finer, gud_error *error)
{
    const gud_bearing_spec before = c->spec.bearing;
    gud_steady_spec spec = c->spec;
    gud_steady *steady;
    *finer = false;
    if (!c->fits_grid) return GUD_OK;
    gud_bearing_grid_choose(&spec, film_min);
    if (c->steady && spec.bearing.nx == before.nx && spec.bearing.ny == before.ny) return GUD_OK;

    *finer = spec.bearing.nx * spec.bearing.ny > before.nx * before.ny;
    GUD_TRY(gud_steady_create(&spec, error, &steady));
    if (c->steady) gud_steady_follow(steady, c->steady);
    gud_steady_free(c->steady);
    c->steady = steady;
    c->spec = spec;
    return GUD_OK;
}
