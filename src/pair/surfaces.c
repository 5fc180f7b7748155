#include "pair/surfaces.h"

#include "base/alloc.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static const double window_part = 0.05;     // of the smaller surface, where no window is given,
static const double window_gaps = 3.0;      // or as many times the largest gap of the start
static const int search_parts = 16;         // of the rays that met nothing one part is tried again in a step
static const int probe_cells[2] = {24, 12}; // of the search for the side

// ---- the pair

// by which side most of the reference surface sees the other one: 1, -1, or 0 if it sees nothing
static int facing(const gud_grid *g, const gud_gap_hits *f)
{
    double sum = 0.0;
    for (int i = 0; i < g->n; i++)
        if (f->state[i] == GUD_GAP_FILM) sum += copysign(g->area[i], f->gap[i]);
    return (sum > 0.0) - (sum < 0.0);
}

// the least gap on that side; the window if there is none
static double least_gap(const gud_surface_pair *pair, const gud_gap_hits *f)
{
    double least = pair->window;
    for (int i = 0; i < pair->grid.n; i++)
        if (f->state[i] == GUD_GAP_FILM) least = fmin(least, pair->side * f->gap[i]);
    return least > 0.0 ? least : pair->window;
}

static double largest_gap(const gud_surface_pair *pair, const gud_gap_hits *f)
{
    double most = 0.0;
    for (int i = 0; i < pair->grid.n; i++)
        if (f->state[i] == GUD_GAP_FILM) most = fmax(most, fabs(f->gap[i]));
    return most;
}

// the longest edge of a cell
static double cell_size(const gud_grid *g)
{
    double most = 0.0;
    for (int i = 0; i < g->n; i++)
        most = fmax(most, fmax(sqrt(g->metric[i].E) * g->step[0], sqrt(g->metric[i].G) * g->step[1]));
    return most;
}

// side, clearance and window as a grid of a few cells sees them
static gud_status probe_walls(gud_surface_pair *pair, bool widen, const gud_pose poses[2], gud_arena *scratch,
                              gud_error *error)
{
    const gud_grid_spec spec = {.cells = {probe_cells[0], probe_cells[1]}, .side = 1};
    const gud_pose *const two[2] = {&poses[0], &poses[1]};
    GUD_TRY(gud_grid_create(pair->surface[pair->reference], &spec, scratch, error, &pair->grid));
    gud_surface_work *work = gud_surface_work_create(pair);
    if (!work) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const gud_status status = gud_surface_gaps(pair, two, NULL, work);
    if (status == GUD_OK && pair->side == 0) pair->side = facing(&pair->grid, &work->field);
    if (status == GUD_OK) pair->clearance = least_gap(pair, &work->field);
    if (status == GUD_OK && widen) pair->window = fmax(pair->window, window_gaps * largest_gap(pair, &work->field));
    gud_surface_work_free(work);
    if (status != GUD_OK) return gud_fail(error, GUD_ERR_INPUT, "the initial guess of the poses is not finite");
    if (pair->side != 0) return GUD_OK;
    return gud_fail(
        error, GUD_ERR_INPUT,
        "the %s surface does not face the other within %g mm at the start: use a larger 'window', or set 'side'",
        pair->reference == 0 ? "first" : "second", 1e3 * pair->window);
}

gud_status gud_surface_pair_make(const gud_surface_spec *spec, const gud_pose poses[2], gud_arena *arena,
                                 gud_error *error, gud_surface_pair *pair)
{
    const double size = fmin(spec->surface[0]->size, spec->surface[1]->size);
    gud_arena scratch;
    *pair = (gud_surface_pair){.surface = {spec->surface[0], spec->surface[1]},
                               .reference = spec->reference,
                               .side = spec->side,
                               .window = isnan(spec->window) ? window_part * size : spec->window};
    gud_arena_init(&scratch);
    const gud_status status = probe_walls(pair, isnan(spec->window), poses, &scratch, error);
    gud_arena_free(&scratch);
    GUD_TRY(status);
    const gud_grid_spec grid = {.cells = {spec->cells[0], spec->cells[1]}, .side = pair->side};
    GUD_TRY(gud_grid_create(pair->surface[pair->reference], &grid, arena, error, &pair->grid));
    pair->stride = cell_size(&pair->grid);
    pair->mode = spec->mode;
    return GUD_OK;
}

int gud_surface_nhistory(const gud_surface_pair *pair)
{
    return 1 + 2 * pair->grid.n;
}

// ---- work

static void take_field(gud_arena *arena, int n, gud_gap_hits *f)
{
    f->state = GUD_TAKE(arena, unsigned char, n);
    f->gap = GUD_TAKE(arena, double, n);
    f->rate = GUD_TAKE(arena, double, n);
    f->slope = GUD_TAKE(arena, double, 3 * n);
    f->wall_r = GUD_TAKE(arena, double, 3 * n);
    f->wall_c = GUD_TAKE(arena, double, 3 * n);
    f->slip = GUD_TAKE(arena, double, 3 * n);
}

gud_surface_work *gud_surface_work_create(const gud_surface_pair *pair)
{
    gud_error error;
    gud_surface_work *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    gud_arena_init(&w->arena);
    take_field(&w->arena, pair->grid.n, &w->field);
    w->warm = GUD_TAKE(&w->arena, double, 2 * pair->grid.n);
    if (!w->arena.failed &&
        gud_gap_work_create(pair->surface[1 - pair->reference], &w->arena, &error, &w->search) == GUD_OK)
        return w;
    gud_surface_work_free(w);
    return NULL;
}

void gud_surface_work_free(gud_surface_work *work)
{
    if (!work) return;
    gud_arena_free(&work->arena);
    gud_free(work);
}

void gud_surface_work_forget(gud_surface_work *work)
{
    work->known = false;
}

// ---- gaps

static bool same_pose(const gud_pose *a, const gud_pose *b)
{
    return memcmp(a->p, b->p, sizeof a->p) == 0 && memcmp(a->R, b->R, sizeof a->R) == 0 &&
           memcmp(a->v, b->v, sizeof a->v) == 0 && memcmp(a->w, b->w, sizeof a->w) == 0;
}

gud_status gud_surface_gaps(const gud_surface_pair *pair, const gud_pose *const pose[2], const double *history,
                            gud_surface_work *work)
{
    const gud_pose *r = pose[pair->reference], *c = pose[1 - pair->reference];
    const int n = 2 * pair->grid.n;
    const int search = history ? (int)history[0] : 0;
    const gud_gap_pair question = {.grid = &pair->grid,
                                   .other = pair->surface[1 - pair->reference],
                                   .mode = pair->mode,
                                   .low = -pair->window,
                                   .high = pair->window,
                                   .parts = search > 0 ? search_parts : 0,
                                   .part = search - 1};
    gud_error error;
    if (work->known && same_pose(r, &work->asked[0]) && same_pose(c, &work->asked[1])) return GUD_OK;
    for (int i = 0; i < n; i++) work->warm[i] = history && search > 0 ? history[1 + i] : (double)NAN;
    work->known = false;
    GUD_TRY(gud_gap_find(&question, r, c, &work->search, work->warm, &error, &work->field));
    work->asked[0] = *r;
    work->asked[1] = *c;
    work->known = true;
    return GUD_OK;
}

void gud_surface_remember(const gud_surface_pair *pair, gud_surface_work *work, double *history)
{
    history[0] = history[0] < search_parts ? history[0] + 1.0 : 1.0;
    memcpy(history + 1, work->warm, 2 * (size_t)pair->grid.n * sizeof *history);
    work->known = false;
}

// ---- cells

// the next cell in a direction; the cell itself where the surface ends or nothing is met
static int neighbour(const gud_grid *g, const gud_gap_hits *f, int i, int dir, int way)
{
    const int n1 = g->cells[1], n = g->cells[dir], at = dir == 0 ? i / n1 : i % n1;
    int to = at + way;
    if (g->closed[dir]) to = (to + n) % n;
    if (to < 0 || to >= n) return i;
    const int k = dir == 0 ? to * n1 + i % n1 : i - at + to;
    return gud_gap_met(f->state[k]) ? k : i;
}

// Neighbours and part of a rise that no step exaggerates: from both sides, but not steeper than twice the flatter one.
// Continuous in the gaps.
static void rise_of(const gud_surface_pair *pair, const gud_gap_hits *field, int k, gud_surface_cell *cell)
{
    const int i = cell->i, low = neighbour(&pair->grid, field, i, k, -1), high = neighbour(&pair->grid, field, i, k, 1);
    const double *g = field->gap, below = g[low] - g[i], above = g[i] - g[high], both = 0.5 * (below + above);
    cell->low[k] = low, cell->high[k] = high;
    cell->part[k] = 0.5;
    if (low == i || high == i) { // at an edge, straight on
        const int way = low == i ? 1 : -1, next = low == i ? high : low;
        const int far = neighbour(&pair->grid, field, next, k, way);
        const double near = g[i] - g[next], beyond = g[next] - g[far];
        const bool steep = far != next && fabs(near) > 2.0 * fabs(beyond);
        cell->part[k] = low == high ? 0.0 : !steep ? 1.0 : near * beyond >= 0.0 ? 2.0 : -2.0;
        if (steep && way > 0) cell->low[k] = next, cell->high[k] = far;
        if (steep && way < 0) cell->low[k] = far, cell->high[k] = next;
        return;
    }
    const bool lower = fabs(below) < fabs(above);
    if (fabs(both) <= 2.0 * fmin(fabs(below), fabs(above))) return;
    cell->part[k] = both * (lower ? below : above) >= 0.0 ? 2.0 : -2.0;
    cell->low[k] = lower ? low : i;
    cell->high[k] = lower ? i : high;
}

bool gud_surface_cell_of(const gud_surface_pair *pair, const gud_gap_hits *field, int i, gud_surface_cell *cell)
{
    cell->i = i;
    if (!gud_gap_met(field->state[i])) return false;
    cell->x[0] = -field->gap[i];
    for (int k = 0; k < 2; k++) {
        rise_of(pair, field, k, cell);
        cell->x[1 + k] = cell->part[k] * (field->gap[cell->low[k]] - field->gap[cell->high[k]]);
    }
    return true;
}

// ---- the spot

// the least gap of the grid; -1: there is none
static int least_of(const gud_gap_hits *f, int n)
{
    int best = -1;
    for (int i = 0; i < n; i++)
        if (gud_gap_met(f->state[i]) && (best < 0 || f->gap[i] < f->gap[best])) best = i;
    return best;
}

// pose of the other surface's frame in the reference's
static void relative_pose(const gud_pose *r, const gud_pose *c, gud_pose *pose)
{
    double d[3];
    v3_axpy(d, c->p, -1.0, r->p);
    *pose = (gud_pose){0};
    m3_apply_t(pose->p, r->R, d);
    m3_mul_t(pose->R, r->R, c->R);
}

bool gud_surface_nearest(const gud_surface_pair *pair, const gud_pose *const pose[2], gud_surface_work *work)
{
    const int best = least_of(&work->field, pair->grid.n);
    const gud_nearest_pair question = {pair->surface[pair->reference],
                                       pair->surface[1 - pair->reference],
                                       pair->side,
                                       -pair->window,
                                       pair->window,
                                       pair->stride};
    gud_pose relative;
    if (best < 0) return false;
    relative_pose(pose[pair->reference], pose[1 - pair->reference], &relative);
    memcpy(work->nearest.xi, pair->grid.xi + 2 * (size_t)best, sizeof work->nearest.xi);
    memcpy(work->nearest.other, work->warm + 2 * (size_t)best, sizeof work->nearest.other);
    return gud_nearest_find(&question, &relative, &work->nearest);
}

void gud_surface_spot(const gud_surface_pair *pair, const gud_pose *const pose[2], const double *history,
                      gud_surface_work *work, gud_spot *spot)
{
    const gud_pose *r = pose[pair->reference];
    double Q[3];
    *spot = (gud_spot){.depth = -pair->window, .m = {1.0, 0.0, 0.0}};
    if (gud_surface_gaps(pair, pose, history, work) != GUD_OK || !gud_surface_nearest(pair, pose, work)) return;
    memcpy(work->R, r->R, sizeof work->R);

    // the place on the first body's surface; the depth grows where the second moves against the slope
    m3_apply(Q, r->R, pair->reference == 0 ? work->nearest.place : work->nearest.hit);
    v3_axpy(Q, Q, 1.0, r->p);
    v3_axpy(spot->rA, Q, -1.0, pose[0]->p);
    v3_axpy(spot->rB, Q, -1.0, pose[1]->p);
    m3_apply(spot->m, r->R, work->nearest.slope);
    if (pair->reference == 0) v3_scale(spot->m, -1.0, spot->m);
    spot->depth = -work->nearest.gap;
}

// A R' applied to six numbers, each three of them turned into the reference's axes first
static void apply(const double A[3][6], const double local[6], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0.0;
        for (int j = 0; j < 6; j++) out[i] += A[i][j] * local[j];
    }
}

void gud_surface_spot_shift(const gud_surface_pair *pair, const gud_surface_work *work, const gud_spot *at,
                            const gud_shift *shift, gud_spot *change)
{
    const gud_nearest *near = &work->nearest;
    const bool first = pair->reference == 0;
    const double *p_r = first ? shift->pA : shift->pB, *f_r = first ? shift->fA : shift->fB;
    const double *p_c = first ? shift->pB : shift->pA, *f_c = first ? shift->fB : shift->fA;
    const double *r_r = first ? at->rA : at->rB, *r_c = first ? at->rB : at->rA;
    double d[3], turn[3], arm[3], lever[3], local[6], slid[3], rolled[3], move[3], carried[3], *own;

    // the other body's shift at the reference's origin, seen from the reference
    v3_axpy(turn, f_c, -1.0, f_r);
    v3_axpy(arm, r_c, -1.0, r_r); // from the other origin to the reference's
    v3_cross(lever, f_c, arm);
    for (int k = 0; k < 3; k++) d[k] = p_c[k] + lever[k] - p_r[k];
    m3_apply_t(local, work->R, d);
    m3_apply_t(local + 3, work->R, turn);

    // place and slope, in the reference's axes and then carried along by it
    apply(first ? near->place_shift : near->hit_shift, local, move);
    m3_apply(slid, work->R, move);
    own = first ? change->rA : change->rB;
    v3_cross(carried, f_r, r_r);
    v3_axpy(own, slid, 1.0, carried);
    double *far = first ? change->rB : change->rA;
    for (int k = 0; k < 3; k++) far[k] = own[k] + p_r[k] - p_c[k];
    apply(near->slope_shift, local, move);
    m3_apply(rolled, work->R, move);
    if (first) v3_scale(rolled, -1.0, rolled);
    v3_cross(carried, f_r, at->m);
    v3_axpy(change->m, rolled, 1.0, carried);

    gud_spot_move(at, shift, move);
    change->depth = v3_dot(at->m, move);
    change->reach = 0.0;
}
