// What the builders of joints with clearance share.
#ifndef GUD_MODEL_BUILD_PAIRS_H
#define GUD_MODEL_BUILD_PAIRS_H

#include "contact/friction.h"
#include "model/builder.h"
#include "pair/spot.h"
#include "rough/rough.h"

// says what a joint lacks when it is not ideal
bool gud_pair_has(gud_builder *b, const gud_entity *e, double value, const char *key, const char *what);

// which shape a joint has, and whether its numbers make sense
bool gud_build_geometry(gud_builder *b, const gud_entity *e, gud_pair_geometry *g);

// the friction law of a joint, if it has one
bool gud_build_friction(gud_builder *b, const gud_entity *e, gud_friction *friction, bool *rubs);

void gud_build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
void gud_build_lubricated(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);
void gud_build_surface_film(gud_builder *b, const gud_entity *e, int frame_a, int frame_b);

// roughness and boundary friction of mixed lubrication; false after reporting a mistake
bool gud_build_rough(gud_builder *b, const gud_entity *e, gud_rough **rough, double *coefficient);

#define GUD_SLOW_SLIDE 1e-2 // m/s, below which boundary friction fades

#endif
