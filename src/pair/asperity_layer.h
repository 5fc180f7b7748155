// Rough contact as a layer: the pressure of asperities at several places of every cell where walls are near enough, and
// the friction that it makes; docs/theory/pair.md, section 4.
#ifndef GUD_PAIR_ASPERITY_LAYER_H
#define GUD_PAIR_ASPERITY_LAYER_H

#include "contact/friction.h"
#include "pair/layer.h"
#include "rough/rough.h"

typedef struct gud_asperity_layer {
    const gud_rough *rough;
    gud_friction friction; // a law without a state
    bool rubs;
} gud_asperity_layer;

// numbers of an answer
enum {
    GUD_ASPERITY_LOSS,         // W, of friction
    GUD_ASPERITY_LOAD,         // N, sum of the pressure
    GUD_ASPERITY_PRESSURE_MAX, // Pa
    GUD_ASPERITY_AREA,         // m2, real area of contact
    GUD_ASPERITY_NANSWER
};

#endif
