// Where two surfaces are nearest to each other, or overlap most: the least gap over a reference surface, refined on the
// surfaces themselves; docs/theory/surface.md, (38) to (44).
#ifndef GUD_SURFACE_NEAREST_H
#define GUD_SURFACE_NEAREST_H

#include "surface/gap.h"

typedef struct gud_nearest_pair {
    const gud_surface *reference, *other;
    int side;         // of the reference that faces the other, as of a grid
    double low, high; // m; window of the gap
    double stride;    // m; longest step of the search, about the distance of two starts
} gud_nearest_pair;

// Everything is in the frame of the reference surface. A shift is a small displacement of the other body seen from the
// reference body: of the point at the frame's origin, and a turn.
typedef struct gud_nearest {
    double xi[2], other[2]; // parameters on both surfaces
    double gap;
    double place[3], normal[3]; // on the reference surface
    double hit[3];              // place + gap normal, on the other surface
    double slope[3];            // d(gap)/d(shift at the hit); the normal, but where an edge is nearest
    double place_shift[3][6], hit_shift[3][6], slope_shift[3][6]; // derivatives by a shift
} gud_nearest;

// From nearest->xi and nearest->other, say the best point of a grid and its hit. `pose` takes the other surface's frame
// to the reference's. The search goes downhill: it ends in the valley where it began. false: the start meets nothing.
bool gud_nearest_find(const gud_nearest_pair *pair, const gud_pose *pose, gud_nearest *nearest);

// Derivatives by a shift of the slope d(gap)/d(shift at the hit) on a ray that rests: along the unit normal n it hits
// the other surface at `hit`, parameters xi.
void gud_slope_shift(const gud_surface *other, const gud_pose *pose, const double xi[2], const double n[3],
                     const double hit[3], double slope_shift[3][6]);

#endif
