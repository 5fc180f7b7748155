// A journal in its bearing in steady operation: forces at a place, or the place where film and asperities carry a load.
// docs/theory/film.md; frame and signs as in pair/bearing.h. The journal turns at `speed`.
#ifndef GUD_PAIR_EQUILIBRIUM_H
#define GUD_PAIR_EQUILIBRIUM_H

#include "pair/bearing.h"

typedef struct gud_steady_spec {
    gud_bearing_spec bearing; // with its roughness
    gud_lubricant oil;
    const gud_drag *drag; // NULL: streamers
    const void *drag_params;
    double tilt[2]; // slope of the journal's axis along z, towards x and y; needs the whole width
    int threads;    // that may solve a large film; GUD_THREADS_ALL: one for each core
} gud_steady_spec;

typedef struct gud_steady gud_steady; // a bearing with its film, scratch and the last solution as warm start

typedef struct gud_steady_state {
    double speed;                                // of the journal, rad/s
    double place[2];                             // of the journal's centre, in the middle of the width
    double force[2];                             // on the journal, by film and asperities
    double asperity_force[2];                    // part of it
    double moment[2];                            // on the journal, about x and y through the middle of the bearing
    double film_min, film_min_angle;             // smallest film anywhere, and where it is
    double deflection;                           // largest of walls that give way
    double pressure_max, asperity_max;           // Pa
    double contact_area;                         // real area, m2
    double torque_journal, torque_bearing;       // about their own centres
    double loss_shear, loss_flow, loss_asperity; // W
    double side_flow, feed_flow;                 // m3/s
    const double *feed;     // [nfeed][GUD_FEED_NANSWER] flow and pressure of each feed, until the next solution
    double full_share;      // of the surface that a full film covers
    double stiffness[2][2]; // film and asperities
    double damping[2][2];   // film
    int iterations;         // of the search for the place
} gud_steady_state;

// the spec is copied, feeds, oil parameters and roughness are not
gud_status gud_steady_create(const gud_steady_spec *spec, gud_error *error, gud_steady **steady);
void gud_steady_free(gud_steady *steady);

// the smallest film anywhere with the journal's centre at a place; negative: it touches
double gud_steady_film_min(const gud_steady *steady, const double place[2]);

// gaps of the grid's cells with the journal's centre at a place; they stay until the next question
const double *gud_steady_gaps(const gud_steady *steady, const double place[2]);

// forces at a place where the journal does not touch
gud_status gud_steady_forces(gud_steady *steady, double speed, const double place[2], gud_steady_state *state,
                             gud_error *error);

// The place where a load on the journal is carried: Newton's method with the exact tangent, damped so that the gap does
// not close, and from the last place that was found. Where that fails, the load is applied in portions.
// GUD_ERR_NUMERIC with a reason if there is none; the state is then that of the place that carried most.
gud_status gud_steady_find(gud_steady *steady, double speed, const double load[2], gud_steady_state *state,
                           gud_error *error);

// the search begins where that of another steady bearing has ended
void gud_steady_follow(gud_steady *steady, const gud_steady *leader);

// nothing replaces the oil that leaves the ends: in steady operation there is no film
bool gud_steady_starves(const gud_steady *steady);

// of the last solution
const gud_film_out *gud_steady_film(const gud_steady *steady);
const gud_film_grid *gud_steady_grid(const gud_steady *steady);

// A rigid rotor on two such bearings: the largest mass for each bearing that is stable, and the frequency in rad/s at
// which a heavier one begins to whirl. INFINITY and 0 if every mass is stable; 0 and 0 if none is.
// J. W. Lund, J. Tribol. 109 (1987) 37-41.
void gud_whirl(const gud_steady_state *state, double *mass, double *frequency);

#endif
