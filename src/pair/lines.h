// Places on a surface by lengths along its two middle parameter lines, as the grid of its film measures them: from the
// middle of an open line, from the start of a closed one, and what closes comes first.
#ifndef GUD_PAIR_LINES_H
#define GUD_PAIR_LINES_H

#include "surface/surface.h"

enum { GUD_LINE_PIECES = 128 };

typedef struct gud_lines {
    const gud_surface *surface;
    int first;                           // the parameter along the first line
    double low[2], high[2];              // coordinates of their ends
    double done[2][GUD_LINE_PIECES + 1]; // lengths up to equal steps of the parameter
} gud_lines;

void gud_lines_make(const gud_surface *surface, gud_lines *lines);

// lengths on the surface for units of the coordinates at a place, which may be more or less than 1 where lines converge
void gud_lines_stretch(const void *lines, const double at[2], double by[2]);

// Beyond the ends of open lines the surface goes on straight. A point in space has the coordinates of the point of the
// surface that is nearest to it.
void gud_lines_point(const gud_lines *lines, const double at[2], double x[3]);
void gud_lines_locate(const gud_lines *lines, const double x[3], double at[2]);

#endif
