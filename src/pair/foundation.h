// Dry contact between two surfaces as a pressure over the cells of one of them; docs/theory/clearance.md, section 10.
#ifndef GUD_PAIR_FOUNDATION_H
#define GUD_PAIR_FOUNDATION_H

#include "contact/foundation.h"
#include "contact/friction.h"
#include "pair/pair.h"
#include "pair/surfaces.h"

typedef struct gud_foundation_pair {
    gud_surface_pair pair;
    gud_foundation foundation;
    gud_friction friction; // a law without state
    bool rubs;
} gud_foundation_pair;

extern const gud_pair_law gud_pair_foundation; // its history is gud_surface_nhistory of the pair

#endif
