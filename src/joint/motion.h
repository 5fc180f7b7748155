// Time laws of drivers: value, rate and acceleration that a joint's angle or travel follows.
//
// A law may act on an angle or on a length. Fields whose unit depends on that give both, separated by a bar:
// "rad|m", "rad/s|m/s". The loader takes the one that fits the driven coordinate.
#ifndef GUD_JOINT_MOTION_H
#define GUD_JOINT_MOTION_H

#include "base/arena.h"
#include "base/error.h"
#include "base/field.h"
#include "num/curve.h"

// what a law may need while the model is loaded
typedef struct gud_motion_context {
    const char *unit; // of the driven coordinate: "rad" or "m"
    const gud_csv_units *units;
    gud_arena *arena;
    gud_error *error;
} gud_motion_context;

typedef struct gud_motion {
    gud_row row;

    // completes parameters that were read and found in range; NULL if there is nothing to complete
    gud_status (*prepare)(void *params, const gud_motion_context *context);

    // value, first and second derivative by time; at a break, those just behind it
    void (*eval)(const void *params, double t, double out[3]);

    // The first instant behind t at which value, rate or acceleration is not smooth, or INFINITY: the integrator ends a
    // step there and starts anew. NULL if there are none. A law that repeats may have any number of them.
    double (*next_break)(const void *params, double t);

    // What a law that follows inputs keeps of its way, `nmemory` numbers in its parameters: `begin` writes those of the
    // start, and `remember`, at every change of an input, those for what follows, from the way so far.
    int nmemory;
    size_t memory_offset;
    void (*begin)(const void *params, double *memory);
    void (*remember)(const void *params, double t, double *memory);
} gud_motion;

#define GUD_MOTION(name) extern const gud_motion gud_motion_##name;
#include "joint/motions.def"
#undef GUD_MOTION

extern const gud_row *const gud_motion_rows[]; // ends with NULL

// the law whose head this row is
const gud_motion *gud_motion_of(const gud_row *row);

gud_status gud_motion_prepare(const gud_motion *motion, void *params, const gud_motion_context *context);
double gud_motion_next_break(const gud_motion *motion, const void *params, double t);

#endif
