// Legacy VTK text, which every version of ParaView reads.

#include "base/json.h"
#include "surface/grid.h"

#include <assert.h>

static void add_numbers(gud_buffer *out, int n, const double *numbers)
{
    char text[32];
    for (int i = 0; i < n; i++) {
        gud_number_text(numbers[i], text);
        gud_buffer_add(out, text);
        gud_buffer_add(out, i + 1 < n ? " " : "\n");
    }
}

static void add_head(gud_buffer *out, int nu, int nv)
{
    gud_buffer_add(out, "# vtk DataFile Version 3.0\nGudgeon surface, SI units\nASCII\nDATASET STRUCTURED_GRID\n");
    gud_buffer_print(out, "DIMENSIONS %d %d 1\nPOINTS %d double\n", nu, nv, nu * nv);
}

// points without cells are a line of points
void gud_grid_vtk(const gud_grid *grid, int nfield, const char *const *names, const double *const *fields,
                  gud_buffer *out)
{
    const bool cells = grid->cells[0] > 0;
    add_head(out, cells ? grid->cells[1] : grid->n, cells ? grid->cells[0] : 1);
    for (int i = 0; i < grid->n; i++) add_numbers(out, 3, grid->place + 3 * i);
    gud_buffer_print(out, "POINT_DATA %d\n", grid->n);
    for (int k = 0; k < nfield; k++) {
        gud_buffer_print(out, "SCALARS %s double 1\nLOOKUP_TABLE default\n", names[k]);
        for (int i = 0; i < grid->n; i++) add_numbers(out, 1, &fields[k][i]);
    }
}
