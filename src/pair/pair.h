// A pair: two frames whose bodies meet with clearance, a film or rough surfaces between them. Its law sees the poses
// and twists of both frames and answers with a wrench on each and with the tangents, as a force does (force/force.h);
// it also remembers accepted steps, solves for variables of its own and has channels and maps.
#ifndef GUD_PAIR_PAIR_H
#define GUD_PAIR_PAIR_H

#include "base/error.h"
#include "base/limits.h"
#include "base/team.h"
#include "body/pose.h"

#include <stdbool.h>
#include <stddef.h>

enum { GUD_PAIR_LOGS = 4, GUD_PAIR_LOGGED = 8, GUD_PAIR_CHANNELS = 128 }; // at most

typedef struct gud_pair_in {
    double t;
    const double *signal; // [nsignal] numbers that follow time or a coordinate, such as pressures of feeds; NULL: none
    unsigned long stamp;  // of the evaluation: an equal one says that nothing has changed since. 0: not known
    const gud_pose *pose[2];
    const double *side;    // signs of the law's events at the step's start; the law stays there. 0: as the poses say
    const double *history; // what the law remembers of accepted steps
    double before;         // part of a step by which a record lies before its end; history is that of the step's start
    const double *lost;    // J, since the start: all that it turned into heat, and the part of friction
    // variables of the law's own, y' = f(y, ...): the law solves y = y_hat + c y' inside a stage
    const double *y_hat;
    const double *y_guess; // extrapolated to the end of the stage
    double c;
    bool newton; // tangents are for Newton's method alone: terms that it does not need may be missing
    void *work;  // the law's scratch in this simulation
} gud_pair_in;

// Wrenches (force, moment) in world axes, 6 numbers for each of the two frames; the matrices are 12 x 12. They arrive
// as zeros. NULL matrices are not asked for.
typedef struct gud_pair_out {
    double *wrench;
    double *by_displacement;
    double *by_twist;
    double *y;          // the law's own variables at the end of the stage
    double *y_t;        // their rates; asked for where they rest (c = 0), after a start or an event
    gud_status status;  // GUD_RETRY: no answer here, a smaller step may help
    const char *reason; // why not, in words that follow the pair's name; may stay NULL
    bool powers;        // are the next three asked for?
    double dissipation; // W, what it turns into heat (>= 0)
    double friction;    // W, the part of it that is due to friction
    double supplied;    // W, what oil that is pumped in and let out brings in
    bool energies;      // is the next one asked for? Only with powers
    double potential;   // J, of what the law stores
} gud_pair_out;

// a number that a pair reports: a channel, a map, or a column of its log
typedef struct gud_pair_label {
    const char *name, *unit, *about;
} gud_pair_label;

typedef struct gud_pair_law {
    void (*eval)(const void *params, const gud_pair_in *in, gud_pair_out *out);
    // The error of the film, relative to its thickness, if the two frames are off by small displacements and turns
    // `off`, six numbers each; step control keeps it small. NULL: it has no film
    double (*film_error)(const void *params, const gud_pair_in *in, const double off[12]);
    // The error of its oil, relative to all of it, given those of its variables y. NULL: it has none
    double (*oil_error)(const void *params, const gud_pair_in *in, const double *y, const double *error);
    // Its forces answer velocities at once and strongly: records between the ends of steps take them from straight
    // lines
    bool straight;
    // quantities whose change of sign the integrator has to hit (kinks of the law)
    void (*events)(const void *params, const gud_pair_in *in, double *values);
    // The run begins, `in` is its start: the first history and variables; refuses a start that the law cannot have.
    // NULL: zeros
    gud_status (*start)(const void *params, const gud_pair_in *in, double *history, double *y, gud_error *error);
    // A step was accepted, `in` is its end: the new history, and a new start of its variables where one is needed.
    // in->history is the one before.
    void (*accept)(const void *params, const gud_pair_in *in, double *history, double *y);
    // scratch of one simulation; what it keeps between steps to save time is forgotten on request and must follow from
    // the history then
    void *(*work_create)(const void *params); // NULL without memory
    void (*work_free)(void *work);
    // Its evaluation may be shared by a team from now on, or NULL; false: it is too short for that. NULL: always
    bool (*work_share)(void *work, gud_team *team);
    void (*work_forget)(const void *params, void *work, const double *history);
    // One of its numbers that follows an input (gud_follower) has this value from now on. NULL: none does.
    void (*follow)(const void *params, void *work, size_t what, double value);
    void (*release)(void *params); // of what the model's arena does not hold
    // Things that came to an end in a step (contacts): records of `nlogged` numbers from the histories before and after
    // it, into at most GUD_PAIR_LOGS rows; returns how many. The first number is the time.
    const gud_pair_label *logged;
    int nlogged;
    int (*log)(const void *params, const double *before, const double *after, double (*records)[GUD_PAIR_LOGGED]);
    // what it reports besides the wrench: a value for each of its channels
    const gud_pair_label *channels;
    int nchannel;
    void (*report)(const void *params, const gud_pair_in *in, double *values);
    // what a user should know of it when the run has ended, in words that follow its name; false: nothing. May be NULL
    bool (*remark)(const void *params, const gud_pair_in *in, char *text, size_t size);
    void (*limits)(const void *params, gud_limits *limits); // NULL: none
    // Maps over a grid of rows x cols points that ride on one of the frames, for snapshots; values go by rows. The pair
    // says which there are.
    void (*map_size)(const void *params, int *rows, int *cols);
    // x, y, z of each point in the axes of the frame whose number it returns
    int (*map_points)(const void *params, double *points);
    void (*map)(const void *params, const gud_pair_in *in, int map, double *values);
} gud_pair_law;

#endif
