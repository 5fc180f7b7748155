// Which boxes of a set meet: a tree of bounding boxes, so that most of the pairs are never looked at.
#ifndef GUD_ASSEMBLY_BOXES_H
#define GUD_ASSEMBLY_BOXES_H

#include "base/arena.h"
#include "base/status.h"

typedef struct gud_boxes gud_boxes;

// box[n][2][3]: least and greatest coordinates, which must stay; GUD_ERR_MEMORY
gud_status gud_boxes_create(int n, const double (*box)[2][3], gud_arena *arena, const gud_boxes **boxes);

// calls visit for every box that meets this one, in an order that depends on the boxes only
void gud_boxes_meet(const gud_boxes *boxes, const double box[2][3], void (*visit)(void *context, int i), void *context);

#endif
