// The film of a bearing over its whole surface, and the same for ParaView.

#include "cli/bearing.h"
#include "num/pi.h"
#include "out/draft.h"

#include <math.h>

// Where the map begins: at 0, or, for a peak of pressure near it, a multiple of 45 deg half a turn before the peak.
static double start_angle(const gud_film_grid *grid, const double *pressure, double radius)
{
    size_t peak = 0;
    for (size_t k = 0; k < (size_t)grid->nx * (size_t)grid->ny; k++)
        if (pressure[k] > pressure[peak]) peak = k;
    const double turn = grid->x[peak] / radius / (2.0 * pi), at = turn - floor(turn);
    return at >= 0.15 && at <= 0.85 ? 0.0 : 2.0 * pi * (round(8.0 * at) / 8.0 - 0.5);
}

// the grid begins at the supply groove; the map at the first cell behind its start
static int first_column(const gud_film_grid *grid, double radius, double start)
{
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < grid->nx; i++) {
        const double turn = (grid->x[(size_t)i * (size_t)grid->ny] / radius - start) / (2.0 * pi),
                     rest = turn - floor(turn);
        if (rest < least) {
            least = rest;
            best = i;
        }
    }
    return best;
}

typedef struct columns {
    double *angle, *z, *gap, *pressure, *fraction, *asperity;
} columns;

static void fill(const gud_bearing_sheet *c, int nz, double start, const columns *to)
{
    const gud_film_grid *grid = gud_steady_grid(c->steady);
    const gud_film_out *film = gud_steady_film(c->steady);
    const gud_bearing_spec *b = &c->spec.bearing;
    const double *gap = gud_steady_gaps(c->steady, c->point.state.place);
    const int nx = grid->nx, ny = grid->ny, first = first_column(grid, b->radius, start);
    for (int i = 0; i < nx; i++) {
        const int from = (first + i) % nx;
        const double phi = grid->x[(size_t)from * (size_t)ny] / b->radius;
        to->angle[i] = phi - 2.0 * pi * floor((phi - start) / (2.0 * pi));
        for (int j = 0; j < nz; j++) {
            // the half is mirrored
            const int row = !b->half ? j : j >= ny ? j - ny : ny - 1 - j;
            const size_t k = (size_t)from * (size_t)ny + (size_t)row, m = (size_t)i * (size_t)nz + (size_t)j;
            to->z[j] = b->half && j < ny ? -grid->y[k] : grid->y[k];
            to->gap[m] = gap[k];
            to->pressure[m] = film->pressure[k];
            to->fraction[m] = film->theta[k];
        }
    }
}

gud_status gud_bearing_map_make(gud_bearing_sheet *c, gud_error *error, gud_bearing_map *map)
{
    const gud_film_grid *grid = gud_steady_grid(c->steady);
    const int nx = grid->nx, nz = c->spec.bearing.half ? 2 * grid->ny : grid->ny;
    const size_t n = (size_t)nx * (size_t)nz;
    double *all = GUD_TAKE(&c->file.arena, double, 5 * n + (size_t)nx + (size_t)nz);
    if (!all) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const columns to = {.gap = all,
                        .pressure = all + n,
                        .fraction = all + 2 * n,
                        .asperity = all + 3 * n,
                        .angle = all + 5 * n,
                        .z = all + 5 * n + (size_t)nx};
    const double start = start_angle(grid, gud_steady_film(c->steady)->pressure, c->spec.bearing.radius);
    fill(c, nz, start, &to);
    if (c->rough) gud_rough_eval(c->rough, (int)n, to.gap, to.asperity, all + 4 * n, NULL);
    *map = (gud_bearing_map){nx, nz, start, to.angle, to.z, to.gap, to.pressure, to.fraction, to.asperity};
    return GUD_OK;
}

// ---- ParaView

static void put_points(gud_draft *draft, const gud_bearing_sheet *c, const gud_bearing_map *map)
{
    const double R = c->spec.bearing.radius, L = c->spec.bearing.width, step = 2.0 * pi / map->nx;
    gud_draft_print(draft, "<Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n");
    for (int j = 0; j <= map->nz; j++)
        for (int i = 0; i <= map->nx; i++) {
            const double phi = map->angle[0] + (i - 0.5) * step;
            gud_draft_print(draft, "%.9g %.9g %.9g\n", R * cos(phi), R * sin(phi), L * ((double)j / map->nz - 0.5));
        }
    gud_draft_print(draft, "</DataArray>\n</Points>\n");
}

static void put_field(gud_draft *draft, const gud_bearing_map *map, const char *name, const double *values)
{
    gud_draft_print(draft, "<DataArray type=\"Float64\" Name=\"%s\" format=\"ascii\">\n", name);
    for (int j = 0; j < map->nz; j++)
        for (int i = 0; i < map->nx; i++)
            gud_draft_print(draft, "%.9g\n", values[(size_t)i * (size_t)map->nz + (size_t)j]);
    gud_draft_print(draft, "</DataArray>\n");
}

gud_status gud_bearing_map_vtk(const gud_bearing_sheet *c, const gud_bearing_map *map, const char *path,
                               gud_error *error)
{
    gud_draft draft;
    GUD_TRY(gud_draft_open(&draft, path, error));
    gud_draft_print(&draft,
                    "<?xml version=\"1.0\"?>\n"
                    "<VTKFile type=\"StructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
                    "<StructuredGrid WholeExtent=\"0 %d 0 %d 0 0\">\n<Piece Extent=\"0 %d 0 %d 0 0\">\n",
                    map->nx, map->nz, map->nx, map->nz);
    put_points(&draft, c, map);
    gud_draft_print(&draft, "<CellData Scalars=\"pressure\">\n");
    put_field(&draft, map, "pressure", map->pressure);
    put_field(&draft, map, "film_fraction", map->fraction);
    put_field(&draft, map, "asperity_pressure", map->asperity);
    put_field(&draft, map, "gap", map->gap);
    gud_draft_print(&draft, "</CellData>\n</Piece>\n</StructuredGrid>\n</VTKFile>\n");
    return gud_draft_keep(&draft, error);
}
