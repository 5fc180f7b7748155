// A joint with clearance and dry contact: geometry x contact law x friction law, as a force between two frames.
#ifndef GUD_PAIR_DRY_H
#define GUD_PAIR_DRY_H

#include "contact/contact.h"
#include "contact/friction.h"
#include "pair/pair.h"
#include "pair/surfaces.h"

typedef struct gud_dry {
    gud_pair_geometry geometry;
    const gud_surface_pair *surfaces; // instead of the shapes of `geometry`, which keeps the clearance; NULL: none
    gud_contact contact;
    gud_friction friction;
    bool rubs;   // has friction
    double fade; // m, depth over which contact takes over from a film; 0: it has no film to share with
} gud_dry;

// how many events, histories and variables a joint has depends on its shape
extern const gud_pair_law gud_pair_dry, gud_pair_dry_surfaces;
int gud_dry_nevent(const gud_dry *p);
int gud_dry_nhistory(const gud_dry *p);
int gud_dry_nvariable(const gud_dry *p);

// how much of its law's force a spot's contact has, 0 where it is apart to 1, and the change with the depth
double gud_dry_weight(const gud_dry *p, const gud_pair_in *in, int spot, double depth, double *by_depth);

// m, the deepest contact since the start
double gud_dry_deepest(const gud_dry *p, const double *history);

// J, stored in the elastic curve of a law at a depth
double gud_dry_elastic_energy(const gud_contact *contact, double depth);

// spots that bear what a film bears elsewhere: axial stops do not
int gud_dry_nfading(const gud_dry *p);

// channels of joints with contact; a dry joint then reports what was lost in the normal direction
enum { GUD_DRY_DEPTH = 4, GUD_DRY_SHARED = 11, GUD_DRY_NCHANNEL = 13 };
#define GUD_DRY_CHANNELS                                                                                               \
    {"eccentricity.x", "m", "of the second in the first body, along x of the first frame"},                            \
        {"eccentricity.y", "m", "along y of the first frame"}, {"eccentricity.z", "m", "along z of the first frame"},  \
        {"eccentricity_ratio", "1", "eccentricity over clearance; beyond 1 the parts touch"},                          \
        {"depth", "m", "largest contact depth; negative: smallest gap"},                                               \
        {"contact_force", "N", "normal force, sum over all contact points"},                                           \
        {"friction_force", "N", "friction force, sum over all contact points"},                                        \
        {"contact_loss", "W", "lost in the normal direction"}, {"friction_loss", "W", "lost by friction"},             \
        {"friction_work", "J", "energy lost by friction since the start"},                                             \
    {                                                                                                                  \
        "contact_count", "1", "contacts that have ended since the start"                                               \
    }
extern const gud_pair_label gud_dry_logged[]; // GUD_SPOT_NRECORD

// what a spot remembers
enum {
    GUD_SPOT_RATE0,  // m/s, rate of the depth when this contact began; 0: no contact
    GUD_SPOT_BEGIN,  // s
    GUD_SPOT_FORCE,  // N, largest so far
    GUD_SPOT_DEPTH,  // m, largest so far
    GUD_SPOT_COUNT,  // of contacts that have ended
    GUD_SPOT_MOST,   // m, largest depth since the start
    GUD_SPOT_RECORD, // of the last contact that ended: begin, speed, largest force and depth, duration, restitution
    GUD_SPOT_NRECORD = 6,
    GUD_SPOT_HISTORY = GUD_SPOT_RECORD + GUD_SPOT_NRECORD,
};

#endif
