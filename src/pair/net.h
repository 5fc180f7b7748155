// The grid of a film on a NURBS surface, made once: cells between parameter lines, what their faces conduct and what
// moving walls carry over them, curvatures; docs/theory/surface-film.md, section 2.
#ifndef GUD_PAIR_NET_H
#define GUD_PAIR_NET_H

#include "base/arena.h"
#include "film/film.h"
#include "pair/between.h"

typedef struct gud_net {
    gud_walls spec;   // its reference surface may have its parameters exchanged
    gud_grid grid;    // its points are the centres of cells of equal length; it has no steps and metrics
    double *at[2];    // [2 cells + 1] parameters of faces (even) and centres (odd)
    double length[2]; // m, of the lines through the middle
    double *brink[2]; // [cells + 1][2] of faces on a crease or a narrow flank: parameters before and behind it; else
                      // both that of the face
    gud_film_grid *metric; // to be freed
    int n, nface, nface_x;
    int freedoms, freedom[6];  // of the six motions, those that the other body has
    double *carry[6], *arm[6]; // rows of the gap field
    double *bend;              // [n][3] change of the normal along and across: along-along, along-across, across-across
    double *skew[2], *rim[2];  // of oblique lines, of a trimmed surface; see film.h
    unsigned char *inside;     // [n] 1 where the trimmed surface has the cell's centre; NULL: everywhere
    gud_arena *memory;
} gud_net;

// net->spec and net->memory are set
gud_status gud_net_make(gud_net *net, gud_error *error);

#endif
