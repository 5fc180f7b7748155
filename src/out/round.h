// Round parts of contacts as lines and triangles: discs, rings, spheres and hollow spheres, which results keep by their
// radius alone.
#ifndef GUD_OUT_ROUND_H
#define GUD_OUT_ROUND_H

#include "base/arena.h"
#include "out/channel.h"

#include <stdbool.h>

bool gud_round_is(const gud_part_info *part);        // one of the four
bool gud_round_is_sphere(const gud_part_info *part); // full or hollow

// vertices and triangles of the part in the body's frame, in the arena
gud_status gud_round_mesh(const gud_part_info *part, gud_arena *arena, gud_part_info *out);

enum { GUD_ROUND_LINE = 73 }; // the last point is the first
// the circle of a disc or a ring, in the body's frame
void gud_round_circle(const gud_part_info *part, double points[3 * GUD_ROUND_LINE]);

#endif
