// A lumped film that gives way to dry contact where it becomes thin (Tian 2009, eq. 35), whatever the joint's geometry:
//
//     W = (1 - w) W_film + w W_dry,   w = depth/fade between first touch and the depth `fade`
//
// The film's own clearance is larger than the joint's, by more than `fade`: it is finite wherever it acts.
#ifndef GUD_PAIR_BLEND_H
#define GUD_PAIR_BLEND_H

#include "pair/dry.h"

typedef struct gud_blend {
    gud_dry dry;              // first: what knows dry joints knows this one
    const gud_pair_law *film; // a law of two frames without events and memory
    const void *film_params;
} gud_blend;

// events, histories and variables are those of the contact
extern const gud_pair_law gud_pair_blend;

#endif
