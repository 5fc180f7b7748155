// Holes and grooves in a cylinder or sphere: what its outlines leave open. A hole that lies on the edge between two
// faces, or on the seam of one, is no outline of its own; pieces of outlines are put together around it.
#ifndef GUD_ASSEMBLY_OPENINGS_H
#define GUD_ASSEMBLY_OPENINGS_H

#include "assembly/feature.h"

typedef struct gud_opening {
    double angle,
        z; // of its middle: around the feature's axis from xdir, and above its origin; on a sphere the latitude
    double arc, height; // extents: rad, and m or on a sphere rad
    double area;        // m2, of the developed surface
    int npoint;         // of its outline
} gud_opening;

// Openings of a feature with a full turn, at most `room` of them; the rest is not reported. -1 without memory.
int gud_openings_find(const gud_features *features, const gud_feature *feature, gud_opening *openings, int room);

#endif
