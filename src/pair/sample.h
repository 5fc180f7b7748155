// The gap inside a cell, from its neighbours: a parabola along x and a slope along y, limited so that no place has a
// gap that the cells around do not speak for; docs/theory/pair.md, section 4.
#ifndef GUD_PAIR_SAMPLE_H
#define GUD_PAIR_SAMPLE_H

#include "pair/geometry.h"

// nodes of a cell; of a gap that does not change along y only the first ones count
enum { GUD_SAMPLE_NODES = 9, GUD_SAMPLE_LINE = 5, GUD_SAMPLES_X = 4, GUD_SAMPLES_Y = 2 };

static inline int gud_sample_nodes(const gud_gap_field *field)
{
    return field->prismatic ? GUD_SAMPLE_LINE : GUD_SAMPLE_NODES;
}

// h(x, y) = h_k + x slope + x^2/2 curve + y rise, x and y in cells from the centre; each is a sum over the nodes
typedef struct gud_cell_shape {
    int cell[GUD_SAMPLE_NODES]; // the first is the cell itself
    double slope[GUD_SAMPLE_NODES], curve[GUD_SAMPLE_NODES], rise[GUD_SAMPLE_NODES];
} gud_cell_shape;

void gud_cell_shape_of(const gud_gap_field *field, int k, gud_cell_shape *shape);

// gap at (x, y), and the weights of the gud_sample_nodes in it
double gud_cell_gap(const gud_cell_shape *shape, const gud_gap_field *field, double x, double y,
                    double weight[GUD_SAMPLE_NODES]);

// the same at GUD_SAMPLES_X places of a row at y, the middles of as many parts of the cell along x; nodes that there
// are not have no weight
typedef struct gud_cell_line {
    double gap[GUD_SAMPLES_X], weight[GUD_SAMPLE_NODES][GUD_SAMPLES_X];
} gud_cell_line;

void gud_cell_line_of(const gud_cell_shape *shape, const gud_gap_field *field, double y, gud_cell_line *line);

// how much smaller than in its centre the gap of a cell may be
double gud_cell_drop(const gud_gap_field *field, int k);

// not less than that of any cell; quick
double gud_field_drop(const gud_gap_field *field);

// least gap of all cells in their middles, between stiff walls
double gud_field_least(const gud_gap_field *field);

// least gap of all cells, in their middles or between them, up to their rims
gud_closest gud_field_closest(const gud_gap_field *field);

// least gap of walls at a position that the field shows: the geometry's, where it knows it in closed form
gud_closest gud_walls_closest(const gud_geometry *geometry, const void *shape, const gud_location *at,
                              const gud_gap_field *field);

#endif
