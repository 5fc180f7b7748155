// Dry contact as a layer: a pressure over the cells where walls overlap, from the depth at every point, and the
// friction that it makes; docs/theory/clearance.md, section 10.
#ifndef GUD_PAIR_FOUNDATION_LAYER_H
#define GUD_PAIR_FOUNDATION_LAYER_H

#include "contact/foundation.h"
#include "contact/friction.h"
#include "pair/layer.h"

typedef struct gud_foundation_layer {
    gud_foundation foundation;
    gud_friction friction; // a law without a state
    bool rubs;
} gud_foundation_layer;

#endif
