// Holes and grooves in features that turn about an axis: what their outlines leave open. A hole that lies on the edge
// between two faces, or on the seam of one, is no outline of its own; pieces of outlines are put together around it.
#ifndef GUD_ASSEMBLY_OPENINGS_H
#define GUD_ASSEMBLY_OPENINGS_H

#include "assembly/turned.h"

// in the coordinates of assembly/turned.h
typedef struct gud_opening {
    double angle, second; // of its middle
    double arc, height;   // extents
    double area;          // m2, of the developed surface
    bool ring;            // all the way round, between bands of a torus or cone; it has no outline
    int npoint;
    const double (*points)[2]; // its outline; angles go on beyond a turn
} gud_opening;

// Returns how many openings there are, and the first `room` of them, with memory from the arena; -1 without memory.
int gud_openings_find(const gud_features *features, const gud_feature *feature, gud_arena *arena, gud_opening *openings,
                      int room);

#endif
