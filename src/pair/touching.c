#include "pair/touching.h"

#include "num/vec.h"
#include "pair/motions.h"
#include "pair/sample.h"

#include <math.h>
#include <string.h>

enum { nq = 6 };

typedef struct {
    const gud_surface_pair *pair;
    gud_surface_work *gaps;
    double *history; // from which searches begin; the first number says whether there is one
    double *row[nq], *slip_v[2][nq];
    gud_pose other; // frame of the other surface in the reference's
    double twist[nq];
    double *change;         // [n][nq][nq] derivatives of the rows, of cells
    unsigned char *changes; // [n] for which they were found
} scratch;

// ---- creation

static double line_length(const gud_grid *g, int dir)
{
    double sum = 0.0;
    for (int i = 0; i < g->n; i++)
        sum += sqrt(dir == 0 ? g->metric[i].E : g->metric[i].G) * g->step[dir] / g->cells[1 - dir];
    return sum;
}

// A ring has three cells at least; closed in the second direction only, it has an edge.
static gud_status grid_make(const gud_grid *g, gud_error *error, gud_film_grid **grid)
{
    const double box[4] = {0.0, line_length(g, 0), 0.0, line_length(g, 1)};
    const bool ring = g->closed[0] && g->cells[0] >= 3, both = ring && g->closed[1] && g->cells[1] >= 3;
    const gud_film_edge x = {ring ? GUD_EDGE_PERIODIC : GUD_EDGE_CLOSED, 0.0, 1.0};
    const gud_film_edge y = {both ? GUD_EDGE_PERIODIC : GUD_EDGE_CLOSED, 0.0, 1.0};
    const gud_film_edge edges[4] = {x, x, y, y};
    GUD_TRY(gud_film_grid_create(g->cells[0], g->cells[1], box, edges, error, grid));
    memcpy((*grid)->area, g->area, (size_t)g->n * sizeof(double));
    return GUD_OK;
}

static void release(gud_gap_field *f, void *work)
{
    const scratch *w = work;
    if (w) gud_surface_work_free(w->gaps);
    gud_field_release(f, work);
}

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *f, void **work)
{
    const gud_surface_pair *p = shape;
    const size_t n = (size_t)p->grid.n;
    gud_film_grid *grid = NULL;
    GUD_TRY(grid_make(&p->grid, error, &grid));
    scratch *w = GUD_TAKE(arena, scratch, 1);
    f->grid = grid;
    *work = w;
    if (w && gud_field_take(f, grid, nq, arena) && gud_field_connect(f, arena)) {
        w->pair = p;
        w->gaps = gud_surface_work_create(p);
        w->history = GUD_TAKE(arena, double, gud_surface_nhistory(p));
        w->change = GUD_TAKE(arena, double, n *nq *nq);
        w->changes = GUD_TAKE(arena, unsigned char, n);
        f->wet = GUD_TAKE(arena, unsigned char, n);
        for (int a = 0; a < nq; a++) {
            f->h_q[a] = w->row[a] = GUD_TAKE(arena, double, n);
            for (int d = 0; d < 2; d++) f->slip_v[d][a] = w->slip_v[d][a] = GUD_TAKE(arena, double, n);
        }
        f->stiffens = true;
    }
    if (w && w->gaps && !arena->failed) return GUD_OK;
    release(f, w);
    return gud_fail(error, GUD_ERR_MEMORY, "no memory for surfaces of %d cells", p->grid.n);
}

// ---- position

static void hit_of(const gud_surface_pair *p, const gud_gap_hits *f, int k, double y[3])
{
    v3_axpy(y, p->grid.place + 3 * (size_t)k, f->gap[k], p->grid.normal + 3 * (size_t)k);
}

// a direction at the hit, as rates of the coordinates see it
static void put_row(double *const row[nq], int k, const double y[3], const double direction[3])
{
    double lever[3];
    v3_cross(lever, y, direction);
    for (int i = 0; i < 3; i++) row[i][k] = direction[i], row[3 + i][k] = lever[i];
}

static void set_cell(const gud_surface_pair *p, const scratch *w, gud_gap_field *f, int k)
{
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    const gud_gap_hits *hits = &w->gaps->field;
    const size_t at = 3 * (size_t)k;
    const bool met = gud_gap_met(hits->state[k]);
    double y[3];
    hit_of(p, hits, k, y);
    f->wet[k] = met;
    f->h[k] = met ? hits->gap[k] : p->window;
    f->h_t[k] = met ? hits->rate[k] : 0.0;
    f->slip[0][k] = met ? hits->slip[at] : 0.0;
    f->slip[1][k] = met ? hits->slip[at + 2] : 0.0;
    put_row(w->row, k, met ? y : nowhere, met ? hits->slope + at : nowhere);
    put_row(w->slip_v[0], k, met ? y : nowhere, met ? p->grid.along + at : nowhere);
    put_row(w->slip_v[1], k, met ? y : nowhere, met ? p->grid.across + at : nowhere);
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *f, gud_error *error)
{
    const gud_surface_pair *p = shape;
    const gud_pose reference = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    scratch *w = work;
    const gud_pose *pose[2];
    (void)covered;
    pose[p->reference] = &reference;
    pose[1 - p->reference] = &at->seen;
    w->other = at->seen;
    if (gud_surface_gaps(p, pose, w->history, w->gaps) != GUD_OK)
        return gud_fail(error, GUD_RETRY, "the pose of a surface is not finite");
    memcpy(f->q_t, at->q_t, nq * sizeof(double));
    memcpy(w->twist, at->q_t, sizeof w->twist);
    memset(w->changes, 0, (size_t)f->n);
    for (int k = 0; k < f->n; k++) set_cell(p, w, f, k);
    return GUD_OK;
}

// ---- derivatives

// derivatives of h_q by a shift, [a][b]: d(h_q_a)/ds_b
static const double *row_change(const gud_surface_pair *p, const scratch *w, int k)
{
    double *B = w->change + (size_t)(nq * nq) * (size_t)k;
    if (w->changes[k]) return B;
    w->changes[k] = 1;
    const size_t at = 3 * (size_t)k;
    const double *n = p->grid.normal + at, *slope = w->gaps->field.slope + at;
    double y[3], turn[3][6];
    hit_of(p, &w->gaps->field, k, y);
    gud_slope_shift(p->surface[1 - p->reference], &w->other, w->gaps->warm + 2 * (size_t)k, n, y, turn);
    for (int b = 0; b < nq; b++) {
        const double change[3] = {turn[0][b], turn[1][b], turn[2][b]};
        double dy[3], x[3], z[3];
        v3_scale(dy, w->row[b][k], n);
        v3_cross(x, dy, slope);
        v3_cross(z, y, change);
        for (int a = 0; a < 3; a++) {
            B[a * nq + b] = change[a];
            B[(3 + a) * nq + b] = x[a] + z[a];
        }
    }
    return B;
}

static void stiffen(const void *shape, void *work, const gud_gap_field *f, const double *press, double *Q_q)
{
    for (int k = 0; k < f->n; k++) {
        if (press[k] == 0.0) continue;
        const double *B = row_change(shape, work, k);
        for (int i = 0; i < nq * nq; i++) Q_q[i] += press[k] * B[i];
    }
}

// where walls overlap: nothing else is asked
static void rate_slope(const void *shape, void *work, const gud_gap_field *f, int b, double *rate_q)
{
    const scratch *w = work;
    for (int k = 0; k < f->n; k++) {
        rate_q[k] = 0.0;
        if (!f->wet[k] || f->h[k] - gud_cell_drop(f, k) > 0.0) continue;
        const double *B = row_change(shape, w, k);
        for (int a = 0; a < nq; a++) rate_q[k] += B[a * nq + b] * w->twist[a];
    }
}

// ---- the row

static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    (void)shape;
    gud_motions_locate(false, seen, at);
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    (void)shape, (void)at;
    gud_motions_wrench(false, r, w, by_shift, by_twist);
}

// one number of the search, and two for every cell
static void warm_get(const void *work, double *warm)
{
    const scratch *w = work;
    warm[0] = w->history[0];
    gud_surface_remember(w->pair, w->gaps, warm);
}

static void warm_set(void *work, const double *warm)
{
    scratch *w = work;
    memcpy(w->history, warm, (size_t)gud_surface_nhistory(w->pair) * sizeof *warm);
    gud_surface_work_forget(w->gaps);
}

static void point(const void *shape, const gud_gap_field *f, const void *work, int cell, double x[3])
{
    (void)f, (void)work;
    v3_copy(x, ((const gud_surface_pair *)shape)->grid.place + 3 * (size_t)cell);
}

const gud_geometry gud_geometry_touching = {
    .name = "surfaces that touch",
    .create = create,
    .release = release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .nwarm = 3,
    .restarts = true,
    .warm_get = warm_get,
    .warm_set = warm_set,
    .point = point,
    .channels = gud_displacement_channels,
    .nchannel = gud_displacement_nchannel,
    .report = gud_displacement_report,
};
