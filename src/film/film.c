// A film made of a grid: geometry of faces, sides and cells as the solution needs them.

#include "film/cross.h"
#include "film/edge.h"
#include "film/feed.h"

#include <math.h>
#include <string.h>

const gud_cavitation gud_cavitation_elrod_adams = {
    .row = {.name = "elrod_adams",
            .about = "mass-conserving: oil is transported through the cavity, rupture and reformation after "
                     "Jakobsson-Floberg-Olsson",
            .source = "Nascimento 2024, eqs 2.48 and 2.49; docs/theory/film.md"},
    .breaks = true,
    .transport = true,
};

const gud_cavitation gud_cavitation_reynolds = {
    .row = {.name = "reynolds",
            .about = "zero pressure gradient at rupture (Swift-Stieber); mass is not conserved at reformation",
            .source = "docs/theory/film.md"},
    .breaks = true,
};

const gud_cavitation gud_cavitation_guembel = {
    .row = {.name = "guembel",
            .about = "solution of the full film with pressures below the cavity pressure cut off (half Sommerfeld)",
            .source = "docs/theory/film.md"},
    .clips = true,
};

const gud_cavitation gud_cavitation_none = {
    .row = {.name = "none",
            .about = "no rupture: the film carries any tension (full Sommerfeld)",
            .source = "docs/theory/film.md"},
};

const gud_row *const gud_cavitation_rows[] = {
    &gud_cavitation_elrod_adams.row,
    &gud_cavitation_reynolds.row,
    &gud_cavitation_guembel.row,
    &gud_cavitation_none.row,
    NULL,
};

static gud_film_side side_of(const gud_film *film, int edge)
{
    const int nx = film->nx, ny = film->ny;
    if (film->edge[edge].kind != GUD_EDGE_OPEN) return (gud_film_side){0};
    switch (edge) {
    case GUD_EDGE_X_LOW:
        return (gud_film_side){ny, 0, 0, 1, nx > 1 ? ny : 0, nx > 2 ? 2 * ny : 0, -1.0};
    case GUD_EDGE_X_HIGH:
        return (gud_film_side){ny, nx * ny, (nx - 1) * ny, 1, nx > 1 ? -ny : 0, nx > 2 ? -2 * ny : 0, 1.0};
    case GUD_EDGE_Y_LOW:
        return (gud_film_side){nx, gud_film_face_y(film, 0, 0), 0, ny, ny > 1 ? 1 : 0, ny > 2 ? 2 : 0, -1.0};
    default:
        return (gud_film_side){nx, gud_film_face_y(film, 0, ny), ny - 1, ny, ny > 1 ? -1 : 0, ny > 2 ? -2 : 0, 1.0};
    }
}

// A face beside a fixed cell lies on the rim of the feed: `part` of the distance, and the gap half way to it.
static void face_set(gud_film_faces *faces, int f, double length, double distance, double part, int low_kind,
                     int high_kind)
{
    const bool solid = low_kind == GUD_CELL_SOLID || high_kind == GUD_CELL_SOLID;
    const bool low_fixed = low_kind == GUD_CELL_FIXED, high_fixed = high_kind == GUD_CELL_FIXED;
    const bool rim = low_fixed != high_fixed;
    faces->length[f] = solid ? 0.0 : length;
    faces->conduct[f] = solid ? 0.0 : length / (rim ? part * distance : distance);
    faces->weight[f] = !rim ? 0.5 : low_fixed ? 0.5 * part : 1.0 - 0.5 * part;
}

static void faces_fill(gud_film *film, const gud_film_grid *g)
{
    const int nx = film->nx, ny = film->ny;
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j < ny; j++) {
            const int f = i * ny + j, low = i > 0 ? f - ny : (nx - 1) * ny + j, high = i < nx ? f : j;
            const bool inner = film->periodic || (i > 0 && i < nx);
            const int only = i > 0 ? low : high; // the one cell at an edge
            const bool open = inner || film->side[i > 0 ? GUD_EDGE_X_HIGH : GUD_EDGE_X_LOW].count > 0;
            face_set(&film->x, f, open ? g->x_length[f] : 0.0, g->x_distance[f], g->x_rim ? g->x_rim[f] : 0.5,
                     g->kind[inner ? low : only], g->kind[inner ? high : only]);
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const bool seam = film->wraps && j == 0, inner = (j > 0 && j < ny) || seam;
            const int at = i * (ny + 1) + j, k = i * ny + j, high = j < ny ? k : k - 1;
            const int low = j > 0 ? k - 1 : seam ? k + ny - 1 : k;
            const bool open = inner || film->side[j > 0 ? GUD_EDGE_Y_HIGH : GUD_EDGE_Y_LOW].count > 0;
            face_set(&film->y, gud_film_face_y(film, i, j), open ? g->y_length[at] : 0.0, g->y_distance[at],
                     g->y_rim ? g->y_rim[at] : 0.5, g->kind[low], g->kind[high]);
        }
}

gud_status gud_film_check(const gud_film_grid *g, const gud_film_options *o, gud_error *error)
{
    if (!isfinite(o->cavity)) return gud_fail(error, GUD_ERR_INPUT, "film: cavity pressure %g Pa", o->cavity);
    const bool wraps = g->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
    if ((g->x_skew || wraps) && (o->thins || o->flow || o->nfeed > 0 || o->yields))
        return gud_fail(
            error, GUD_ERR_INPUT,
            "film: %s needs a grid whose lines cross at right angles and that is closed in one direction at "
            "most",
            o->thins    ? "a shear-thinning oil"
            : o->flow   ? "a law of flow factors"
            : o->yields ? "a lining"
                        : "a feed");
    for (int e = 0; e < 4; e++)
        if (g->edge[e].kind == GUD_EDGE_OPEN && g->edge[e].pressure < o->cavity)
            return gud_fail(error, GUD_ERR_INPUT, "film: pressure %g Pa at an edge is below the cavity pressure %g Pa",
                            g->edge[e].pressure, o->cavity);
    for (int k = 0; k < g->nx * g->ny; k++) {
        if (g->kind[k] == GUD_CELL_FIXED && !(g->fixed[k] >= o->cavity))
            return gud_fail(error, GUD_ERR_INPUT, "film: pressure %g Pa of cell %d is below the cavity pressure %g Pa",
                            g->fixed[k], k, o->cavity);
        if (!(g->area[k] > 0.0) || !isfinite(g->area[k]))
            return gud_fail(error, GUD_ERR_INPUT, "film: cell %d has the area %g m2", k, g->area[k]);
    }
    return GUD_OK;
}

void gud_film_kinds_set(gud_film *film, const gud_film_grid *g)
{
    memcpy(film->kind, g->kind, (size_t)film->ncell);
    film->nfixed = 0;
    for (int k = 0; k < film->ncell; k++) {
        film->unknown[k] = g->kind[k] == GUD_CELL_FREE ? 1.0 : 0.0;
        film->nfixed += g->kind[k] != GUD_CELL_FREE;
        const double fixed = g->kind[k] == GUD_CELL_FIXED ? g->fixed[k] - film->options.cavity : 0.0;
        // cppcheck-suppress duplicateConditionalAssign ; pages that hold zeros are not written
        if (film->fixed[k] != fixed) film->fixed[k] = fixed;
    }
    film->y.weight = film->nfixed > 0 ? film->own_weight : film->x.weight;
    faces_fill(film, g);
    gud_cross_find(film, g);
    if (film->most_feeds == 0) return;
    const size_t nx = (size_t)(film->ncell + film->ny) * sizeof(double);
    const size_t ny = (size_t)gud_film_nface_y(film) * sizeof(double);
    memcpy(film->bare_x.length, film->x.length, nx), memcpy(film->bare_x.conduct, film->x.conduct, nx);
    memcpy(film->bare_y.length, film->y.length, ny), memcpy(film->bare_y.conduct, film->y.conduct, ny);
    memset(film->cell_feed, 0, (size_t)film->ncell * sizeof *film->cell_feed);
    film->ncovered = 0;
    gud_film_feeds_apply(film);
}

static void feeds_take(gud_film *f, int n, gud_arena *m)
{
    const int ncell = f->ncell, nxf = ncell + f->ny, nyf = ncell + 1 + 2 * f->nx;
    const size_t taps = (size_t)n * (size_t)gud_film_feed_taps(f->nx, f->ny);
    f->most_feeds = n;
    if (n == 0) return;
    f->feed = GUD_TAKE(m, gud_film_feed, n), f->is_well = GUD_TAKE(m, bool, n), f->recess = GUD_TAKE(m, int, n);
    f->taps = GUD_TAKE(m, gud_film_tap, taps), f->leak = GUD_TAKE(m, gud_film_leak, taps);
    f->tap.length = GUD_TAKE(m, double, taps), f->tap.conduct = GUD_TAKE(m, double, taps);
    f->cell_share = GUD_TAKE(m, double, ncell);
    f->covered = GUD_TAKE(m, int, ncell), f->cell_feed = GUD_TAKE(m, int, ncell);
    f->bare_x.length = GUD_TAKE(m, double, nxf), f->bare_x.conduct = GUD_TAKE(m, double, nxf);
    f->bare_y.length = GUD_TAKE(m, double, nyf), f->bare_y.conduct = GUD_TAKE(m, double, nyf);
}

gud_status gud_film_create(const gud_film_grid *g, const gud_film_options *options, gud_error *error, gud_film **film)
{
    *film = NULL;
    GUD_TRY(gud_film_check(g, options, error));
    const int ncell = g->nx * g->ny, nxf = ncell + g->ny, nyf = ncell + 1 + 2 * g->nx;
    gud_arena memory;
    gud_arena_init(&memory);
    gud_film *f = GUD_TAKE(&memory, gud_film, 1);
    const int nfeed = options->nfeed;
    double *area = GUD_TAKE(&memory, double, options->stays ? 0 : ncell),
           *unknown = GUD_TAKE(&memory, double, ncell + nfeed);
    double *fixed = GUD_TAKE(&memory, double, ncell);
    unsigned char *kind = GUD_TAKE(&memory, unsigned char, ncell + nfeed);
    const gud_film_faces x = {GUD_TAKE(&memory, double, nxf), GUD_TAKE(&memory, double, nxf),
                              GUD_TAKE(&memory, double, nxf > nyf ? nxf : nyf)};
    const gud_film_faces y = {GUD_TAKE(&memory, double, nyf), GUD_TAKE(&memory, double, nyf),
                              GUD_TAKE(&memory, double, nyf)};
    if (f) f->nx = g->nx, f->ny = g->ny, f->ncell = f->nstate = ncell, feeds_take(f, nfeed, &memory);
    if (f && g->x_skew) f->cross = GUD_TAKE(&memory, gud_cross, nxf + nyf);
    if (memory.failed) {
        gud_arena_free(&memory);
        return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for %d x %d cells", g->nx, g->ny);
    }

    f->periodic = g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
    f->wraps = g->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
    f->inner[0] = (gud_film_range){0, ncell - f->ny, f->periodic ? f->ny : 0};
    f->inner[1] = (gud_film_range){f->ny, 0, ncell - f->ny};
    f->inner[2] = (gud_film_range){1, 0, ncell - 1};
    memcpy(f->edge, g->edge, sizeof f->edge);
    for (int e = 0; e < 4; e++) {
        f->side[e] = side_of(f, e);
        if (options->yields) f->side[e].inner = f->side[e].third = 0; // the gap beside an edge is that of the cell
        if (f->edge[e].kind != GUD_EDGE_OPEN) f->edge[e].pressure = options->cavity;
    }
    f->x = x, f->y = y, f->own_weight = y.weight, f->area = options->stays ? g->area : area, f->unknown = unknown,
    f->fixed = fixed, f->kind = kind;
    if (!options->stays) memcpy(area, g->area, (size_t)ncell * sizeof *area);
    f->options = *options;
    if (!f->options.cavitation) f->options.cavitation = &gud_cavitation_elrod_adams;
    const double box[4] = {g->x_low, g->x_low + g->x_width, g->y_low, g->y_low + g->y_width};
    memcpy(f->box, box, sizeof box);
    gud_film_kinds_set(f, g);
    f->memory = memory;
    *film = f;
    return GUD_OK;
}

void gud_film_free(gud_film *film)
{
    if (!film) return;
    gud_arena memory = film->memory; // holds the film itself
    gud_arena_free(&memory);
}

static gud_face_flow flow_take(gud_arena *memory, int n, bool thins, bool yields)
{
    gud_face_flow flow = {.speed = GUD_TAKE(memory, double, n),
                          .carry = GUD_TAKE(memory, double, n),
                          .own_voids = GUD_TAKE(memory, double, n),
                          .conduct = GUD_TAKE(memory, double, n),
                          .flux = GUD_TAKE(memory, double, n),
                          .by_gap = GUD_TAKE(memory, double, n),
                          .by_thick = GUD_TAKE(memory, double, n),
                          .at_face = GUD_TAKE(memory, double, n)};
    flow.rest = flow.slope = flow.conduct;
    flow.voids = flow.carry;
    if (yields) {
        double **more[] = {&flow.fade, &flow.by_speed, &flow.more_low, &flow.more_high};
        for (int a = 0; a < GUD_COUNT(more); a++) *more[a] = GUD_TAKE(memory, double, n);
    }
    if (!thins && !yields) return flow;
    double **arrays[] = {&flow.rest, &flow.slope, &flow.pull, &flow.stress, &flow.thin_gap, &flow.thin_slip};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = GUD_TAKE(memory, double, n);
    return flow;
}

static void rough_take(gud_film_work *w, int n, gud_arena *m)
{
    gud_flow_out *r = &w->rough;
    double **arrays[] = {&r->along, &r->along_h, &r->across,  &r->across_h,  &r->shear,  &r->shear_h,
                         &r->mean,  &r->mean_h,  &r->shear_y, &r->shear_y_h, &w->thick_s};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = GUD_TAKE(m, double, n);
}

static void feeds_work_take(gud_film_work *w, const gud_film *film, gud_arena *m)
{
    const int n = film->ncell, nf = film->most_feeds, columns = film->options.nparam > 0 ? film->options.nparam : 1;
    const int ntap = nf * gud_film_feed_taps(film->nx, film->ny);
    w->tap = flow_take(m, ntap, film->options.thins, film->options.yields);
    w->leak = GUD_TAKE(m, double, ntap);
    w->supply = GUD_TAKE(m, double, nf), w->recess_rhs = GUD_TAKE(m, double, nf);
    w->tap_leak = GUD_TAKE(m, double, n), w->tap_hold = GUD_TAKE(m, double, n);
    w->feed_full = GUD_TAKE(m, double, nf), w->feed_carried = GUD_TAKE(m, double, nf);
    w->feed_columns = GUD_TAKE(m, double, nf *columns);
    w->border = GUD_TAKE(m, double, (size_t)nf *(size_t)n), w->schur = GUD_TAKE(m, double, nf *nf);
}

static void work_take(gud_film_work *w, const gud_film *film, gud_arena *m)
{
    const int n = film->ncell, nf = film->most_feeds;
    double **arrays[] = {
        &w->u,           &w->theta,       &w->rho_theta,    &w->full,        &w->own_pressure, &w->own_pressure_u,
        &w->rho,         &w->rho_u,       &w->residual,     &w->step,        &w->trial,        &w->matrix.centre,
        &w->matrix.west, &w->matrix.east, &w->matrix.south, &w->matrix.north};
    for (int a = 0; a < GUD_COUNT(arrays); a++) *arrays[a] = GUD_TAKE(m, double, n + nf);
    w->pressure = w->own_pressure, w->pressure_u = w->own_pressure_u;
    double **between[] = {&w->is_full, &w->carried, &w->fill_void};
    for (int a = 0; a < GUD_COUNT(between); a++) {
        double *all = GUD_TAKE(m, double, n + 2 * film->ny);
        if (all) *between[a] = all + film->ny;
    }
    double **padded[] = {&w->known_void, &w->turnover, &w->held, &w->void_s};
    for (int a = 0; a < GUD_COUNT(padded); a++) {
        double *all = GUD_TAKE(m, double, n + 4 * film->ny);
        if (all) *padded[a] = all + 2 * film->ny;
    }
    w->columns = GUD_TAKE(m, double, (size_t)n *(size_t)(film->options.nparam > 0 ? film->options.nparam : 1));
    const int nxf = n + film->ny, nyf = gud_film_nface_y(film);
    w->flux_s_x = GUD_TAKE(m, double, nxf), w->speed_s_x = GUD_TAKE(m, double, nxf);
    w->flux_s_y = GUD_TAKE(m, double, nyf), w->speed_s_y = GUD_TAKE(m, double, nyf);
    w->jump[0] = GUD_TAKE(m, int, nxf), w->jump[1] = GUD_TAKE(m, int, nyf);
    w->bent = GUD_TAKE(m, gud_bent, nyf);
    w->void_h = GUD_TAKE(m, double, n), w->bends = GUD_TAKE(m, bool, n);
    w->rows_changed = GUD_TAKE(m, bool, film->nx), w->rows_beside = GUD_TAKE(m, bool, film->nx);
    for (int i = 0; i < 3; i++) w->bent_x[i] = GUD_TAKE(m, double, nxf);
    w->may_fill = GUD_TAKE(m, unsigned char, n + 8), w->filling = GUD_TAKE(m, gud_filling, n);
    w->rupture = GUD_TAKE(m, gud_rupture, nxf + nyf);
    gud_edges_take(film, w, m);
    w->x = flow_take(m, nxf, film->options.thins, film->options.yields);
    w->y = flow_take(m, nyf, film->options.thins, film->options.yields);
    if (film->options.yields) {
        double **walls[] = {&w->gap, &w->gap_u, &w->gap_s};
        for (int a = 0; a < GUD_COUNT(walls); a++) *walls[a] = GUD_TAKE(m, double, n);
    }
    if (film->options.flow) rough_take(w, n, m);
    if (nf > 0) feeds_work_take(w, film, m);
    if (film->cross) w->bound = GUD_TAKE(m, signed char, nxf + nyf);
    w->matrix.nx = film->nx, w->matrix.ny = film->ny;
    w->matrix.periodic = film->periodic, w->matrix.wraps = film->wraps;
}

gud_status gud_film_work_create(const gud_film *film, gud_error *error, gud_film_work **work)
{
    *work = NULL;
    gud_arena memory;
    gud_arena_init(&memory);
    gud_film_work *w = GUD_TAKE(&memory, gud_film_work, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for the solution");
    work_take(w, film, &memory);
    w->memory = memory;
    const gud_status status = memory.failed ? gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for the solution")
                                            : gud_film_linear_create(film, w, error);
    if (status != GUD_OK) {
        gud_film_work_free(w);
        return status;
    }
    *work = w;
    return GUD_OK;
}

void gud_film_work_free(gud_film_work *work)
{
    if (!work) return;
    gud_film_linear_free(work);
    gud_arena memory = work->memory; // holds the work itself
    gud_arena_free(&memory);
}

bool gud_film_work_share(gud_film_work *work, gud_team *team)
{
    const bool worth = work->multigrid && work->matrix.nx * work->matrix.ny >= GUD_FILM_WORTH_SHARING;
    work->team = worth ? team : NULL;
    return worth;
}
