// Maps in colour over a rectangle, one above the other, drawn by gnuplot.
#ifndef GUD_OUT_HEAT_H
#define GUD_OUT_HEAT_H

#include "base/error.h"
#include "base/status.h"

#include <stdbool.h>

typedef enum gud_heat_colors {
    GUD_HEAT_BLUE,
    GUD_HEAT_GREEN,
    GUD_HEAT_ORANGE,
    GUD_HEAT_GAP,    // what is thin is dark, what is negative is red
    GUD_HEAT_SIGNED, // two colours that meet at 0
} gud_heat_colors;

typedef struct gud_heat_layer {
    const char *label, *unit; // SI; "1": a part of one
    gud_heat_colors colors;
    const double *values; // rows x cols, x runs along a row; NAN: blank
} gud_heat_layer;

typedef struct gud_heat_axis {
    const char *label;
    double low, high; // borders of the first and the last cell
} gud_heat_axis;

typedef struct gud_heat {
    const char *title; // NULL or "": none
    int rows, cols;
    gud_heat_axis x, y;
    const gud_heat_layer *layers;
    int nlayer;
    const double *outline; // rows x cols: the border of where it exceeds 1/2 is drawn on every layer; NULL: none
    bool tall;             // one map of more than twice the height
    const double *mark;    // x and y of a cross on every layer; NULL: none
} gud_heat;

gud_status gud_heat_draw(const gud_heat *heat, const char *path, gud_error *error);

#endif
