// Points of a reference surface where a gap is wanted, made once: places, normals, local frames, and the metric at the
// faces between cells; docs/theory/surface.md, (25) to (28). Everything is in the frame of the surface.
#ifndef GUD_SURFACE_GRID_H
#define GUD_SURFACE_GRID_H

#include "surface/surface.h"

// first fundamental form: E = x_u . x_u, F = x_u . x_v, G = x_v . x_v, root = sqrt(E G - F^2); root is 0 at a pole
typedef struct gud_metric {
    double E, F, G, root;
} gud_metric;

typedef struct gud_grid {
    int n;                // points; of a grid of cells: cells[0] cells[1], the second index runs faster
    const double *xi;     // [n][2] parameters
    const double *place;  // [n][3]
    const double *along;  // [n][3] e_xi: unit, along the first parameter
    const double *normal; // [n][3] side times the surface's normal: towards the other body
    const double *across; // [n][3] e_eta = e_xi x normal, so that the three make a right-handed frame

    // of a grid of cells; points are their centres
    int cells[2];
    double step[2];           // parameter width of a cell
    bool closed[2];           // the last cell meets the first
    bool pole[2][2];          // the outer faces at the lower and upper end are a single point
    const double *area;       // [n] m^2
    const gud_metric *metric; // [n] at the centres
    const gud_metric
        *faces[2]; // [0]: [cells[0] + 1][cells[1]] across the first parameter, [1]: [cells[0]][cells[1] + 1]
} gud_grid;

typedef struct gud_grid_spec {
    int cells[2];
    double low[2], high[2]; // part of the domain; low == high: all of it
    int side;               // +1 if the surface's normal points to the other body, -1 if away from it
} gud_grid_spec;

enum { GUD_GRID_MAX = 1 << 22, GUD_GRID_CELLS = GUD_GRID_MAX / 4 }; // points, cells

gud_status gud_grid_create(const gud_surface *surface, const gud_grid_spec *spec, gud_arena *arena, gud_error *error,
                           gud_grid *grid);

// points anywhere, without cells: xi[n][2]
gud_status gud_grid_scatter(const gud_surface *surface, int n, const double *xi, int side, gud_arena *arena,
                            gud_error *error, gud_grid *grid);

// the points as legacy VTK text, with fields of one number a point
void gud_grid_vtk(const gud_grid *grid, int nfield, const char *const *names, const double *const *fields,
                  gud_buffer *out);

#endif
