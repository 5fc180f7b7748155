// From which side figures show bodies in space: words of gud_figure_views.
#ifndef GUD_OUT_VIEW_H
#define GUD_OUT_VIEW_H

#include "out/figure.h"

typedef struct gud_view {
    const double (*axes)[3]; // what is to the right, and what is upwards
    const char *labels[2];
} gud_view;

// the view of a request; by default the plane of a planar result, or isometric with y upwards
gud_status gud_view_find(const gud_figure_request *request, gud_error *error, gud_view *view);
void gud_view_project(const gud_view *view, const double p[3], double *x, double *y);
void gud_view_triad(const gud_view *view, double triad[3][2]); // where x, y and z point to in the figure

#endif
