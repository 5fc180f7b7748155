// A joint with clearance and dry contact: geometry x contact law x friction law, as a force between two frames.
#ifndef GUD_PAIR_DRY_H
#define GUD_PAIR_DRY_H

#include "contact/contact.h"
#include "contact/friction.h"
#include "force/force.h"
#include "pair/surfaces.h"

typedef struct gud_dry {
    gud_pair_geometry geometry;
    const gud_surface_pair *surfaces; // instead of the shapes of `geometry`, which keeps the clearance; NULL: none
    gud_contact contact;
    gud_friction friction;
    bool rubs; // has friction
} gud_dry;

// the law of a shape: it has as many events and histories as the shape has spots
extern const gud_force_law gud_pair_dry_one, gud_pair_dry_two, gud_pair_dry_four, gud_pair_dry_surfaces;

// what a spot remembers
enum {
    GUD_SPOT_RATE0,  // m/s, rate of the depth when this contact began; 0: no contact
    GUD_SPOT_BEGIN,  // s
    GUD_SPOT_FORCE,  // N, largest so far
    GUD_SPOT_DEPTH,  // m, largest so far
    GUD_SPOT_COUNT,  // of contacts that have ended
    GUD_SPOT_RECORD, // of the last contact that ended: begin, speed, largest force and depth, duration, restitution
    GUD_SPOT_NRECORD = 6,
    GUD_SPOT_HISTORY = GUD_SPOT_RECORD + GUD_SPOT_NRECORD,
};

#endif
