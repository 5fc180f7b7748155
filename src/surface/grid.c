#include "surface/grid.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

// ---- points and frames

typedef struct {
    double *xi, *place, *along, *normal, *across;
} columns;

// e_xi along x_u; at a pole, where x_u is none, across x_v
static void set_frame(const gud_surface_point *p, double size, int side, double *along, double *normal, double *across)
{
    double e[3];
    v3_copy(e, p->x_u);
    if (v3_norm(e) < 1e-9 * size) v3_cross(e, p->x_v, p->normal);
    v3_scale(along, 1.0 / v3_norm(e), e);
    v3_scale(normal, side, p->normal);
    v3_cross(across, along, normal);
}

static gud_status set_points(const gud_surface *s, int side, gud_error *error, const columns *c, int n)
{
    for (int i = 0; i < n; i++) {
        gud_surface_point p;
        gud_surface_eval(s, c->xi[2 * i], c->xi[2 * i + 1], &p);
        set_frame(&p, s->size, side, c->along + 3 * i, c->normal + 3 * i, c->across + 3 * i);
        v3_copy(c->place + 3 * i, p.x);
        if (!isfinite(v3_norm(c->across + 3 * i)) || !(v3_norm(p.normal) > 0.5))
            return gud_fail(error, GUD_ERR_INPUT, "the surface has no normal at parameters (%g, %g)", c->xi[2 * i],
                            c->xi[2 * i + 1]);
    }
    return GUD_OK;
}

static gud_status columns_take(int n, gud_arena *arena, gud_error *error, columns *c, gud_grid *g)
{
    c->xi = GUD_TAKE(arena, double, 2 * (size_t)n);
    double **all[] = {&c->place, &c->along, &c->normal, &c->across};
    for (int i = 0; i < GUD_COUNT(all); i++) *all[i] = GUD_TAKE(arena, double, 3 * (size_t)n);
    if (!c->xi || !c->place || !c->along || !c->normal || !c->across) return no_memory(error);
    *g =
        (gud_grid){.n = n, .xi = c->xi, .place = c->place, .along = c->along, .normal = c->normal, .across = c->across};
    return GUD_OK;
}

gud_status gud_grid_scatter(const gud_surface *surface, int n, const double *xi, int side, gud_arena *arena,
                            gud_error *error, gud_grid *grid)
{
    columns c;
    if (n < 1 || n > GUD_GRID_MAX)
        return gud_fail(error, GUD_ERR_INPUT, "%d points; the number of points must be from 1 to %d", n, GUD_GRID_MAX);
    for (int i = 0; i < n; i++)
        for (int dir = 0; dir < 2; dir++)
            if (!(xi[2 * i + dir] >= surface->low[dir] && xi[2 * i + dir] <= surface->high[dir]))
                return gud_fail(error, GUD_ERR_INPUT, "parameter %g of point %d is not between %g and %g",
                                xi[2 * i + dir], i + 1, surface->low[dir], surface->high[dir]);
    GUD_TRY(columns_take(n, arena, error, &c, grid));
    memcpy(c.xi, xi, 2 * (size_t)n * sizeof *xi);
    return set_points(surface, side, error, &c, n);
}

// ---- metric

static gud_metric metric_at(const gud_surface *s, double u, double v)
{
    gud_surface_point p;
    double n[3];
    gud_surface_eval(s, u, v, &p);
    v3_cross(n, p.x_u, p.x_v);
    return (gud_metric){v3_dot(p.x_u, p.x_u), v3_dot(p.x_u, p.x_v), v3_dot(p.x_v, p.x_v), v3_norm(n)};
}

static double parameter_at(const gud_grid_spec *spec, const gud_grid *g, int dir, double index)
{
    // both ends exactly, and never beyond
    return fmin(spec->low[dir] + g->step[dir] * index, spec->high[dir]);
}

// two points of Gauss in each direction: fourth order
static double cell_area(const gud_surface *s, const gud_grid_spec *spec, const gud_grid *g, int i, int j)
{
    const double offset = 0.5 / sqrt(3.0);
    double sum = 0.0;
    for (int a = -1; a <= 1; a += 2)
        for (int b = -1; b <= 1; b += 2)
            sum += metric_at(s, parameter_at(spec, g, 0, i + 0.5 + a * offset),
                             parameter_at(spec, g, 1, j + 0.5 + b * offset))
                       .root;
    return 0.25 * sum * g->step[0] * g->step[1];
}

static void set_cells(const gud_surface *s, const gud_grid_spec *spec, const gud_grid *g, double *area,
                      gud_metric *metric, gud_metric *faces[2])
{
    const int n0 = g->cells[0], n1 = g->cells[1];
    for (int i = 0; i < n0; i++)
        for (int j = 0; j < n1; j++) {
            area[i * n1 + j] = cell_area(s, spec, g, i, j);
            metric[i * n1 + j] = metric_at(s, parameter_at(spec, g, 0, i + 0.5), parameter_at(spec, g, 1, j + 0.5));
        }
    for (int i = 0; i <= n0; i++)
        for (int j = 0; j < n1; j++)
            faces[0][i * n1 + j] = metric_at(s, parameter_at(spec, g, 0, i), parameter_at(spec, g, 1, j + 0.5));
    for (int i = 0; i < n0; i++)
        for (int j = 0; j <= n1; j++)
            faces[1][i * (n1 + 1) + j] = metric_at(s, parameter_at(spec, g, 0, i + 0.5), parameter_at(spec, g, 1, j));
}

// a pole's faces carry nothing, whatever rounding makes of a length of zero
static void clear_poles(const gud_grid *g, gud_metric *faces[2])
{
    const int n0 = g->cells[0], n1 = g->cells[1];
    for (int end = 0; end < 2; end++) {
        for (int j = 0; g->pole[0][end] && j < n1; j++) {
            gud_metric *f = &faces[0][end * n0 * n1 + j];
            f->G = f->F = f->root = 0.0;
        }
        for (int i = 0; g->pole[1][end] && i < n0; i++) {
            gud_metric *f = &faces[1][i * (n1 + 1) + end * n1];
            f->E = f->F = f->root = 0.0;
        }
    }
}

static gud_status check_spec(const gud_surface *s, gud_grid_spec *spec, gud_error *error)
{
    for (int dir = 0; dir < 2; dir++) {
        if (spec->low[dir] == spec->high[dir]) {
            spec->low[dir] = s->low[dir];
            spec->high[dir] = s->high[dir];
        }
        if (!(spec->low[dir] >= s->low[dir] && spec->high[dir] <= s->high[dir] && spec->low[dir] < spec->high[dir]))
            return gud_fail(error, GUD_ERR_INPUT,
                            "the grid extends from %g to %g, beyond the surface, which extends from %g to %g",
                            spec->low[dir], spec->high[dir], s->low[dir], s->high[dir]);
    }
    if (spec->cells[0] < 1 || spec->cells[1] < 1 || spec->cells[0] > GUD_GRID_CELLS / spec->cells[1])
        return gud_fail(error, GUD_ERR_INPUT, "a grid of %d x %d cells; the number of cells must be from 1 to %d",
                        spec->cells[0], spec->cells[1], GUD_GRID_CELLS);
    if (spec->side != 1 && spec->side != -1)
        return gud_fail(error, GUD_ERR_INPUT, "the side of a surface must be 1 or -1, not %d", spec->side);
    return GUD_OK;
}

static void set_shape(const gud_surface *s, const gud_grid_spec *spec, gud_grid *g)
{
    for (int dir = 0; dir < 2; dir++) {
        const bool from_low = spec->low[dir] == s->low[dir], to_high = spec->high[dir] == s->high[dir];
        g->cells[dir] = spec->cells[dir];
        g->step[dir] = (spec->high[dir] - spec->low[dir]) / spec->cells[dir];
        g->closed[dir] = s->closed[dir] && from_low && to_high;
        g->pole[dir][0] = s->pole[dir][0] && from_low;
        g->pole[dir][1] = s->pole[dir][1] && to_high;
    }
}

gud_status gud_grid_create(const gud_surface *surface, const gud_grid_spec *spec, gud_arena *arena, gud_error *error,
                           gud_grid *grid)
{
    gud_grid_spec full = *spec;
    columns c;
    GUD_TRY(check_spec(surface, &full, error));
    const int n0 = full.cells[0], n1 = full.cells[1], n = n0 * n1;
    GUD_TRY(columns_take(n, arena, error, &c, grid));
    set_shape(surface, &full, grid);
    for (int i = 0; i < n; i++) {
        c.xi[2 * i] = parameter_at(&full, grid, 0, i / n1 + 0.5); // NOLINT(bugprone-integer-division): the cell's row
        c.xi[2 * i + 1] = parameter_at(&full, grid, 1, i % n1 + 0.5);
    }
    GUD_TRY(set_points(surface, full.side, error, &c, n));

    double *area = GUD_TAKE(arena, double, n);
    gud_metric *metric = GUD_TAKE(arena, gud_metric, n);
    gud_metric *faces[2] = {GUD_TAKE(arena, gud_metric, n + n1), GUD_TAKE(arena, gud_metric, n + n0)};
    if (!area || !metric || !faces[0] || !faces[1]) return no_memory(error);
    set_cells(surface, &full, grid, area, metric, faces);
    clear_poles(grid, faces);
    grid->area = area;
    grid->metric = metric;
    grid->faces[0] = faces[0];
    grid->faces[1] = faces[1];
    return GUD_OK;
}
