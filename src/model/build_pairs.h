// What the builders of joints with clearance share.
#ifndef GUD_MODEL_BUILD_PAIRS_H
#define GUD_MODEL_BUILD_PAIRS_H

#include "model/builder.h"
#include "pair/spot.h"

// says what a joint lacks when it is not ideal
bool gud_pair_has(gud_builder *b, const gud_entity *e, double value, const char *key, const char *what);

// which shape a joint has, and whether its numbers make sense
bool gud_build_geometry(gud_builder *b, const gud_entity *e, gud_pair_geometry *g);

void gud_build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
void gud_build_lubricated(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);

#endif
