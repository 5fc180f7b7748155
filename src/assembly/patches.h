// Patches of one freeform surface: CAD programs divide faces, and what was divided is a pair once.
#ifndef GUD_ASSEMBLY_PATCHES_H
#define GUD_ASSEMBLY_PATCHES_H

#include "assembly/face.h"
#include "base/arena.h"
#include "base/status.h"

// Unites faces list[0..n-1], nets of one part, that have a whole edge in common and continue each other with the same
// curvature: parent[0..n-1] are links towards the root of each group, and arrive as roots.
gud_status gud_patches_unite(const gud_face *faces, const int *list, int n, gud_arena *arena, int *parent);

// one face for patches that fill a rectangle; false: they do not, or memory ran out
bool gud_patches_join(const gud_face *faces, const int *list, int n, gud_arena *arena, gud_face *whole);

#endif
