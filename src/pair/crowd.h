// Many dry contacts between two sets of round bodies: balls with each other, with their race, rollers with the teeth of
// a sprocket; docs/theory/contacts.md. A grid of cells finds those that are near each other; each of these is a contact
// with the laws of contact/contact.h and contact/friction.h.
//
// Forces are those of the poses: they do not depend on which pairs were looked at. There are no events: a contact
// begins within a step, and the history of an accepted step says which contacts there are and how fast they began.
#ifndef GUD_PAIR_CROWD_H
#define GUD_PAIR_CROWD_H

#include "base/team.h"
#include "contact/contact.h"
#include "contact/friction.h"
#include "pair/pair.h"

#include <stdbool.h>

typedef enum gud_crowd_shape {
    GUD_CROWD_ROUND,  // discs or balls that touch each other from outside
    GUD_CROWD_BORE,   // the first are circles or hollow spheres around the second
    GUD_CROWD_GROOVE, // the first are rings of circular section about z, in which the second run
} gud_crowd_shape;

// the round parts of one set; several may belong to one frame
typedef struct gud_crowd_side {
    int n;
    int *frame;
    int *body;       // parts of one body do not meet
    double (*at)[3]; // from the frame's origin, in its axes
    double radius;   // m; of a groove: of its section
} gud_crowd_side;

typedef struct gud_crowd {
    const char *name;
    gud_crowd_shape shape;
    gud_crowd_side side[2];
    bool same;    // both sides are one set
    double pitch; // m, of a groove: radius of the middle of its section about z
    double face;  // of a groove: 1, the ball touches its outer half; -1, its inner half
    gud_contact contact;
    gud_friction friction;
    bool rubs;
    int most;     // contacts and near pairs at a time, at most
    int history0; // its place among all histories
} gud_crowd;

// one contact: the wrench on the second body is (force, r[1] x force), on the first the opposite with r[0]
typedef struct gud_crowd_hit {
    int part[2];
    int frame[2];
    double r[2][3];      // from the frames to the point of contact
    double center[2][3]; // from the frames to the centres of the parts; of a groove: both to that of the second
    double depth, rate, rate0;
    double distance;            // of the centres
    double normal, rubbing;     // N, of contact and friction
    double force[3];            // on the second body
    double F_x[9], F_v[9];      // change of the force with displacement and velocity of the second at the contact
    double F_turn;              // N/m; the change F_turn (1 - m m') with the displacement of the centres: m turns
    double m[3];                // d(depth) = m . displacement of the second over the first
    double loss, friction_loss; // W, if asked for
} gud_crowd_hit;

typedef struct gud_crowd_work gud_crowd_work;

struct gud_crowd_work {
    struct gud_neighbours *grid;
    double (*place[2])[3], (*before[2])[3]; // of all parts now, and when the near pairs were found
    int (*near)[2];
    int nnear; // -1: not known
    gud_crowd_hit *hit;
    int nhit;
};

// what it remembers: how many contacts there are, how many have begun, the greatest depth, then for each contact its
// number among all pairs and the rate with which it began
enum { GUD_CROWD_COUNT, GUD_CROWD_BEGUN, GUD_CROWD_MOST, GUD_CROWD_LIST, GUD_CROWD_MEMORY = 2 };
int gud_crowd_nhistory(const gud_crowd *c);
// the most pairs that n round parts may form, discs or balls
int gud_crowd_room(int n, bool planar);

enum { GUD_CROWD_FORCES = 0, GUD_CROWD_TANGENTS = 1, GUD_CROWD_LOSSES = 2 };

gud_crowd_work *gud_crowd_work_create(const gud_crowd *c); // NULL without memory
void gud_crowd_work_free(gud_crowd_work *w);               // accepts NULL
void gud_crowd_work_forget(gud_crowd_work *w);

// All contacts at the poses of all frames into w->hit, with their tangents or losses if asked for. Forces are found by
// the team (NULL: one after the other), where there are GUD_CROWD_SHARED contacts. GUD_RETRY: more than there is room
// for.
enum { GUD_CROWD_SHARED = 512 };
gud_status gud_crowd_eval(const gud_crowd *c, const gud_pose *pose, const double *history, unsigned asked,
                          gud_team *team, gud_crowd_work *w);
// J stored in the contacts that were found last
double gud_crowd_energy(const gud_crowd *c, const gud_crowd_work *w);
// A step was accepted, and its contacts were found last: the new history, from the old one in the same place.
void gud_crowd_accept(const gud_crowd *c, const gud_crowd_work *w, double *history);

// Pairs of parts less than `margin` apart at these poses, into w->near
gud_status gud_crowd_near(const gud_crowd *c, const gud_pose *pose, double margin, gud_crowd_work *w);

// m/s: no two parts approach faster
double gud_crowd_speed(const gud_crowd *c, const gud_pose *pose);

// channels
enum { GUD_CROWD_NCHANNEL = 7 };
extern const gud_pair_label gud_crowd_channels[GUD_CROWD_NCHANNEL];
void gud_crowd_report(const gud_crowd_work *w, const double *history, double *values);

#endif
