// Forces between frames: springs and loads. A law sees the poses and twists of up to four frames and answers with a
// wrench on each, and with the tangents with respect to displacement and twist, so that Newton converges at large
// steps. Joints with clearance are pairs (pair/pair.h).
#ifndef GUD_FORCE_FORCE_H
#define GUD_FORCE_FORCE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/field.h"
#include "body/pose.h"
#include "joint/gauge.h"
#include "num/curve.h"

enum { GUD_FORCE_FRAMES = 4 };

typedef struct gud_force_in {
    double t;
    const gud_pose *pose[GUD_FORCE_FRAMES];
    double near;        // the value of the law's gauge at the last accepted step: angles are counted on from it
    const double *side; // signs of the law's events at the step's start; the law stays there. 0: as the poses say
} gud_force_in;

// Wrenches (force, moment) in world axes, 6 numbers a frame, one frame after the other; the matrices have 6 nframe rows
// and columns. They arrive as zeros. NULL matrices are not asked for.
typedef struct gud_force_out {
    double *wrench;
    double *by_displacement;
    double *by_twist;
    bool energies;      // are the next two asked for?
    double potential;   // J, of what the law stores
    double dissipation; // W, what it turns into heat (>= 0)
} gud_force_out;

// The names that a force refers to: frames to act on, and the coordinate that it depends on.
typedef struct gud_force_wiring {
    const char *frame[2];
    const char *coordinate; // NULL: none. Its two frames follow those above
    const char *from;       // frame on the ground whose axes its directions are in; NULL: the world's
    bool torque;            // its numbers in "N|N.m" are torques
} gud_force_wiring;

// what a law may need while the model is loaded
typedef struct gud_force_context {
    const gud_csv_units *units;
    const gud_gauge *gauge;      // of the coordinate, or NULL
    const char *coordinate_unit; // "rad" or "m"
    const double *axes;          // of the frame that directions are seen from, or NULL
    gud_arena *arena;
    gud_error *error;
} gud_force_context;

// the part of a beam that a distributed force acts on: from and to along its axis, NAN: to its end
typedef struct gud_force_span {
    const char *body;
    double from, to;
} gud_force_span;

typedef struct gud_force_law {
    gud_row row;
    int nframe;        // that it acts on
    bool external;     // its work comes from outside: neither stored nor lost
    bool counts_turns; // its own gauge is an angle that is counted over full turns
    bool own_params;   // every simulation has parameters of its own, which a program completes
    void (*wire)(const void *params, gud_force_wiring *wiring);
    // completes parameters that were read and found in range; NULL: nothing to complete
    gud_status (*prepare)(void *params, const gud_force_context *context);
    void (*eval)(const void *params, const gud_force_in *in, gud_force_out *out);
    // of a force per length: the builder makes one at each of many points, which stands for a length of the axis
    gud_force_span (*span)(const void *params); // NULL: it acts at one place
    void (*take_share)(void *params, double length);
    // the first instant after t at which the law is not smooth, or INFINITY; NULL: none
    double (*next_break)(const void *params, double t);
    // after which change of its coordinate the law repeats; 0: never. NULL: never
    double (*period)(const void *params);
    // quantities whose change of sign the integrator has to hit (kinks of the law)
    int nevent;
    void (*events)(const void *params, const gud_force_in *in, double *values);
} gud_force_law;

#define GUD_FORCE(name) extern const gud_force_law gud_force_##name;
#include "force/forces.def"
#undef GUD_FORCE

extern const gud_row *const gud_force_rows[]; // ends with NULL

const gud_force_law *gud_force_law_of(const gud_row *row);

// Adds the force F along a gauge between the first two frames of the element: wrench -F g, and its tangent for
// dF = F_value d(value) + F_rate d(rate).
void gud_force_along(const gud_gauge *gauge, const gud_force_in *in, double F, double F_value, double F_rate,
                     gud_force_out *out);

#endif
