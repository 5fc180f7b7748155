// Spline faces that are planes, cylinders, cones, spheres or tori: exporters write them as nets, films want the closed
// form. A fit to points and normals decides, to a fraction of the face's size that no manufactured form reaches.
#ifndef GUD_ASSEMBLY_RECOGNISE_H
#define GUD_ASSEMBLY_RECOGNISE_H

#include "assembly/face.h"
#include "base/arena.h"

// The closed form of a spline face, with its outline in the new parameters (memory from the arena); false: it has none,
// or memory ran out (arena->failed). An arc turned about an axis is a torus, also if its ring is negative: a barrel.
bool gud_face_recognise(const gud_face *face, gud_arena *arena, gud_face *closed);

// The axis of a net that is a surface of revolution with another profile than these, say a piston's; false: it is none.
bool gud_face_revolves(const gud_face *face, double origin[3], double axis[3], double xdir[3]);

// Does a net wind about an axis, as the flanks of a thread do?
bool gud_face_winds(const gud_face *face, double origin[3], double axis[3]);

#endif
