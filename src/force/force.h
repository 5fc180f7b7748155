// Forces between frames. A law sees the poses and twists of up to four frames and answers with a wrench on each, and
// with the tangents by displacement and by twist, so that Newton converges at large steps.
#ifndef GUD_FORCE_FORCE_H
#define GUD_FORCE_FORCE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/field.h"
#include "body/pose.h"
#include "joint/gauge.h"
#include "num/curve.h"

enum { GUD_FORCE_FRAMES = 4, GUD_FORCE_LOGS = 4, GUD_FORCE_LOGGED = 8 };

typedef struct gud_force_in {
    double t;
    const gud_pose *pose[GUD_FORCE_FRAMES];
    double near;           // the value of the law's gauge at the last accepted step: angles are counted on from it
    const double *side;    // signs of the law's events at the step's start; the law stays there. 0: as the poses say
    const double *history; // what the law remembers of accepted steps
    double before;         // part of a step by which a record lies before its end; history is that of the step's start
    const double *lost;    // J, since the start: all that it turned into heat, and the part of friction
    // variables of the law's own, y' = f(y, ...): the law solves y = y_hat + c y' inside a stage
    const double *y_hat;
    double c;
    void *work; // the law's scratch in this simulation
} gud_force_in;

// Wrenches (force, moment) in world axes, 6 numbers a frame, one frame after the other; the matrices have 6 nframe rows
// and columns. They arrive as zeros. NULL matrices are not asked for.
typedef struct gud_force_out {
    double *wrench;
    double *by_displacement;
    double *by_twist;
    double *y;          // the law's own variables at the end of the stage
    double *y_t;        // their rates; asked for where they rest (c = 0), after a start or an event
    gud_status status;  // GUD_RETRY: no answer here, a smaller step may help
    const char *reason; // why not, in words that follow the force's name; may stay NULL
    bool energies;      // are the next three asked for?
    double potential;   // J, of what the law stores
    double dissipation; // W, what it turns into heat (>= 0)
    double friction;    // W, the part of it that is due to friction
} gud_force_out;

// a number that a law tells in results
typedef struct gud_force_label {
    const char *name, *unit, *about;
} gud_force_label;

// The names that a force refers to: frames to act on, and the coordinate that it depends on.
typedef struct gud_force_wiring {
    const char *frame[2];
    const char *coordinate; // NULL: none. Its two frames follow those above
    const char *from;       // frame on the ground whose axes its directions are in; NULL: the world's
} gud_force_wiring;

// what a law may need while the model is loaded
typedef struct gud_force_context {
    const gud_curve_units *units;
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
    const char *group; // in results; NULL: "forces"
    int nframe;        // that it acts on
    bool external;     // its work comes from outside: neither stored nor lost
    bool counts_turns; // its own gauge is an angle that is counted over full turns
    void (*wire)(const void *params, gud_force_wiring *wiring);
    // completes parameters that were read and found in range; NULL: nothing to complete
    gud_status (*prepare)(void *params, const gud_force_context *context);
    void (*eval)(const void *params, const gud_force_in *in, gud_force_out *out);
    // of a force per length: the builder makes one at each of many points, which stands for a length of the axis
    gud_force_span (*span)(const void *params); // NULL: it acts at one place
    void (*take_share)(void *params, double length);
    // The largest part of its thickness by which a film is wrong if the two frames are wrong by small displacements and
    // turns `off`, six numbers each; places have to be known so well that it is small. NULL: nothing of the kind
    double (*thickness_off)(const void *params, const gud_force_in *in, const double off[12]);
    // the first instant behind t at which the law is not smooth, or INFINITY; NULL: none
    double (*next_break)(const void *params, double t);
    // quantities whose change of sign the integrator has to hit (kinks of the law)
    int nevent;
    void (*events)(const void *params, const gud_force_in *in, double *values);
    // The run begins, `in` is its start: the first history and variables; refuses a start that the law cannot have.
    // NULL: zeros
    gud_status (*start)(const void *params, const gud_force_in *in, double *history, double *y, gud_error *error);
    // A step was accepted, `in` is its end: the new history, and a new start of its variables where one is needed.
    // in->history is the one before.
    int nhistory;
    void (*accept)(const void *params, const gud_force_in *in, double *history, double *y);
    int nvariable; // variables of its own
    // scratch of one simulation; what it keeps between steps to save time is forgotten on request and must follow from
    // the history then
    void *(*work_create)(const void *params); // NULL without memory
    void (*work_free)(void *work);
    void (*work_forget)(const void *params, void *work, const double *history);
    void (*release)(void *params); // of what the model's arena does not hold
    // Things that came to an end in a step (contacts): records of `nlogged` numbers from the histories before and after
    // it, into at most GUD_FORCE_LOGS rows; returns how many. The first number is the time.
    const gud_force_label *logged;
    int nlogged;
    int (*log)(const void *params, const double *before, const double *after, double (*records)[GUD_FORCE_LOGGED]);
    // what it tells in results besides the wrench; values go out in the order of the labels
    const gud_force_label *labels;
    int nlabel;
    void (*tell)(const void *params, const gud_force_in *in, double *values);
    // what a user should know of it when the run has ended, in words that follow its name; false: nothing. May be NULL
    bool (*remark)(const void *params, const gud_force_in *in, char *text, size_t size);
    // Maps over a grid of rows x cols points that ride on one of the frames, for snapshots; values go by rows. NULL:
    // none.
    const gud_force_label *maps;
    int nmap;
    void (*map_size)(const void *params, int *rows, int *cols);
    int (*map_points)(const void *params,
                      double *points); // x, y, z of each in the axes of the frame whose number returns
    void (*map)(const void *params, const gud_force_in *in, int map, double *values);
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
