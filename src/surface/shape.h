// Shapes that a model file may name: rows of a table that make a net from parameters.
#ifndef GUD_SURFACE_SHAPE_H
#define GUD_SURFACE_SHAPE_H

#include "base/field.h"
#include "num/curve.h"
#include "surface/surface.h"

// what a row may need while the model is loaded; the net stays in the arena
typedef struct gud_shape_context {
    const gud_csv_units *units; // converts columns of CSV files; NULL: their headers may name no unit but m
    gud_arena *arena;
    gud_error *error;
    const struct gud_input *input; // where shapes made of others find them; NULL: nowhere
} gud_shape_context;

typedef struct gud_shape {
    gud_row row;
    gud_status (*build)(const void *params, const gud_shape_context *context, gud_nurbs *nurbs);
} gud_shape;

#define GUD_SHAPE(name) extern const gud_shape gud_shape_##name;
#include "surface/shapes.def"
#undef GUD_SHAPE

extern const gud_row *const gud_shape_rows[]; // ends with NULL

// the shape whose head this row is
const gud_shape *gud_shape_of(const gud_row *row);

// closed curves in the parameter plane, as a file gives them
typedef struct gud_trim_params {
    int degree;
    gud_numbers points, weights, loops;
} gud_trim_params;

extern const gud_row gud_trim_row;

// where a shape stands in the frame that carries it, and what is left of it
typedef struct gud_shape_place {
    double at[3], rotation[3]; // m, and a rotation vector
    gud_trim_params *trim;     // or NULL
} gud_shape_place;

gud_status gud_shape_trim(const gud_trim_params *params, const gud_shape_context *context, gud_surface *surface);

// `surfaces:`, a section of every file that names some: entries have a gud_shape_place and a row
extern const gud_section gud_surfaces_section;

// the net of an entry, at its place if it has one
gud_status gud_shape_nurbs(const gud_row *row, const void *params, const gud_shape_place *place,
                           const gud_shape_context *context, gud_nurbs *nurbs);

// the surface of an entry
gud_status gud_shape_surface(const gud_row *row, const void *params, const gud_shape_place *place,
                             const gud_shape_context *context, gud_surface *surface);

#endif
