// Two surfaces that meet in a joint; docs/theory/surface.md.
#ifndef GUD_PAIR_SURFACES_H
#define GUD_PAIR_SURFACES_H

#include "surface/gap.h"

typedef struct gud_surface_pair {
    const gud_surface *surface[2]; // on the first and on the second frame
    int reference;                 // the one that carries the grid
    gud_grid grid;                 // its normals point to the other surface
    double window;                 // m, of gap and depth
} gud_surface_pair;

#endif
