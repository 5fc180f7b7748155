// The model: everything that is known once the file is read. It never changes afterwards and is shared by threads.
#ifndef GUD_MODEL_MODEL_H
#define GUD_MODEL_MODEL_H

#include "base/arena.h"
#include "base/field.h"
#include "body/body.h"
#include "force/force.h"
#include "force/signal.h"
#include "joint/gauge.h"
#include "joint/motion.h"
#include "num/blocklu.h"
#include "pair/crowd.h"
#include "pair/pair.h"
#include "surface/surface.h"

#include <gudgeon/sim.h>

#include <stdint.h>

// A scalar that is held, driven or only set at the start: gauge = target (+ law of time).
typedef struct gud_constraint {
    gud_gauge gauge;
    double target;
    double rate;       // wanted at the start (start values)
    bool place, speed; // does a start value set the position, the rate?
    int motion;        // index of the law it follows, or -1
    int link;          // the joint, driver or start value that it belongs to
    int jac;           // its row of the constraint Jacobian: nv of frame A, then nv of frame B
    const char *about; // what it holds: "x", "alignment"
} gud_constraint;

typedef enum gud_link_role { GUD_JOINT, GUD_DRIVER, GUD_START } gud_link_role;

// The constraints of one joint, one driver or one start value: a group of unknowns of the Newton matrix.
typedef struct gud_link {
    const char *name;
    const char *place; // "crank.yaml:14:3", for messages
    const char *type;
    gud_link_role role;
    int row0, nrow;
    int node;
    int a, b;   // frames
    bool plain; // see gud_plain
} gud_link;

// A joint of rigid bodies whose rows hold places along the world's axes x, y, z first, then axes perpendicular to each
// other, and none a law: what its evaluation needs, in one piece. No rows: the joint is not plain.
enum { GUD_PLAIN_AXES = 3 };
typedef struct gud_plain {
    int base[2]; // frames at the centres of mass of its bodies
    int nv[2];   // velocities of its bodies: 0, 3 or 6
    int row0, nworld, nrow;
    int jac;                           // the first row of the Jacobian
    double s[2][3];                    // its places on the bodies, from their centres of mass
    double axis[GUD_PLAIN_AXES][2][3]; // pairs of axes, on the bodies
    double target[3 + GUD_PLAIN_AXES];
} gud_plain;

typedef struct gud_force {
    const char *name;
    const gud_force_law *law;
    void *params;                // const once the model is made
    int frame[GUD_FORCE_FRAMES]; // those that it acts on, then those of its coordinate
    int nframe;
    int coordinate; // that it depends on, or -1
    int event0;     // its place among all events
} gud_force;

// Two frames whose bodies meet with clearance. How many events and numbers it has depends on its parameters.
typedef struct gud_pair {
    const char *name;
    const gud_pair_law *law;
    void *params; // const once the model is made
    int frame[2];
    int nevent, nhistory, nvariable;
    int event0, history0, variable0; // its places among all events, histories and variables
    const gud_pair_label *channels;  // the law's, or more where they depend on the parameters
    int nchannel;
    gud_signal *signal; // numbers of it that follow time or a coordinate
    int nsignal, signal0;
    const gud_pair_label *maps; // NULL: it has none
    int nmap;
    const char *unused; // keys that its model does not use, in words that follow its name; NULL: none
} gud_pair;

typedef struct gud_driver_law {
    const gud_motion *motion;
    void *params; // const once the model is made
    int memory0;  // its place among what all laws keep
} gud_driver_law;

// A gauge with a name: drivers, loads, ends of runs and records refer to it; angles count full turns.
typedef struct gud_coordinate {
    const char *name; // "crank.angle"
    gud_gauge gauge;
} gud_coordinate;

// A number that the caller sets while the model runs.
typedef struct gud_scalar {
    const char *name, *about;
    const char *unit; // SI, that of what follows it
    double value;     // at the start
    double low, high; // what may be set
} gud_scalar;

// A number of a law that follows an input. Every simulation has its own copy of the parameters of such a law.
typedef enum gud_follower_kind { GUD_FOLLOWS_MOTION, GUD_FOLLOWS_FORCE, GUD_FOLLOWS_PAIR } gud_follower_kind;

typedef struct gud_follower {
    int input;
    gud_follower_kind kind;
    int owner;     // motion, force or pair
    size_t offset; // into its parameters; of a pair: which of its numbers
} gud_follower;

typedef enum gud_treatment { GUD_INDEX3, GUD_INDEX2, GUD_GGL, GUD_BAUMGARTE } gud_treatment;

typedef struct gud_integrator gud_integrator;

typedef enum gud_analysis { GUD_DYNAMICS, GUD_KINEMATICS, GUD_STATICS } gud_analysis;

typedef struct gud_run_settings {
    gud_analysis analysis;
    const gud_integrator *integrator;
    const void *integrator_params;
    bool automatic; // the integrator was not chosen by the user, and may change where the motion becomes stiff
    gud_treatment treatment;
    double alpha, beta;   // Baumgarte
    double until;         // s, or the coordinate's unit
    int until_coordinate; // -1: time
    double repeat;        // 0: until is the end; else the run ends before if two cycles differ by less
    bool adaptive;
    double step;               // s; of fixed steps, or the first one
    double step_min, step_max; // s
    double limit;              // s on the clock; INFINITY: none
    double tolerance;          // of the step's error, relative
    double newton_tolerance;   // of the accelerations, relative
    double load_change;        // N, of a joint with clearance in a step; INFINITY: any
    int load_repeats;          // of a step whose loads change by more
    bool broyden;              // improve the Newton matrix by Broyden's updates inside a stage
    bool project;              // put positions and velocities back on the constraints after each step
} gud_run_settings;

typedef struct gud_record_settings {
    double every;            // s, or the coordinate's unit; 0: every step
    int coordinate;          // -1: time
    int npoint, *point;      // frames whose motion is recorded
    gud_names extremes;      // channels whose extremes between two records are recorded, patterns
    double checkpoint;       // s on the clock, between checkpoints
    int nfield, *field;      // pairs whose maps are recorded
    double snapshot;         // distance of snapshots
    int snapshot_coordinate; // as above
} gud_record_settings;

typedef struct gud_model {
    gud_arena arena;
    const char *title, *text;
    uint64_t hash;
    bool planar;
    bool has_films, has_beams;
    bool stiff; // something answers an error within a step: films, beams
    double gravity[3];
    double length; // m; a typical size: what a tolerance of positions refers to

    int nq, nv, nrow, njac, nnode;
    int nbody, nframe, nlink, nmotion, npair, nforce, ncoordinate;
    int nhistory, nvariable, nsignal; // of all pairs
    int nevent;                       // of all pairs, then of all forces; the end of a run by a coordinate is one more
    gud_body *body;
    gud_frame *frame; // sorted by body; frame 0 is the ground
    gud_link *link;
    gud_plain *plain; // of every link that is
    gud_constraint *row;
    gud_driver_law *motion;
    gud_pair *pair;
    int ncrowd;
    gud_crowd *crowd; // sets of many contacts
    gud_force *force;
    gud_coordinate *coordinate;
    int npart; // pieces to draw to scale
    gud_part_info *part;
    int nsurface;
    gud_surface *surface; // in the order of their section
    int nfile, nparameter;
    const char **file;     // that it was made of: itself, what it includes, tables
    gud_scalar *parameter; // of the file, in SI units
    int ninput, nfollower;
    gud_scalar *input; // in the order of their section
    gud_follower *follower;
    int nmemory;                 // numbers that laws of drives keep of the inputs that they followed
    double *q_start, *v_start;   // guesses
    int *node_size, *node_owner; // groups of unknowns: how many, and whose: body index, or -1 - link index
    double *mass_diagonal;       // of M
    int *v_class;                // of every velocity: 0 a length, 1 an angle per second
    gud_blocklu *lu;

    gud_run_settings run;
    gud_record_settings record;
} gud_model;

#endif
