// Two surfaces of any shape that may touch and overlap by much: the gap along the normals of one of them, with exact
// derivatives. The six coordinates are the motions of the other body at the origin of the reference's frame; only their
// rates have a value. Films between walls that are near each other have pair/between.h.
#ifndef GUD_PAIR_TOUCHING_H
#define GUD_PAIR_TOUCHING_H

#include "pair/geometry.h"
#include "pair/surfaces.h"

// its shape is a gud_surface_pair
extern const gud_geometry gud_geometry_touching;

#endif
