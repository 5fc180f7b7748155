// Shapes that a model file may name: rows of a table that make a net from parameters.
#ifndef GUD_SURFACE_SHAPE_H
#define GUD_SURFACE_SHAPE_H

#include "base/field.h"
#include "num/curve.h"
#include "surface/nurbs.h"

// what a row may need while the model is loaded; the net stays in the arena
typedef struct gud_shape_context {
    const gud_curve_units *units; // converts columns of CSV files; NULL: their headers may name no unit but m
    gud_arena *arena;
    gud_error *error;
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

#endif
