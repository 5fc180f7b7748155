// The sections of the model file, as tables. What a key means, its unit, range and default stand here and nowhere else.
#ifndef GUD_MODEL_SECTIONS_H
#define GUD_MODEL_SECTIONS_H

#include "base/field.h"
#include "film/oil.h"
#include "pair/feeds.h"
#include "pair/layer.h"
#include "rough/flow.h"

extern const gud_section *const gud_sections[]; // ends with NULL

// of every body: guess of the start
typedef struct gud_body_params {
    const char *from; // frame on the ground; NULL: the ground itself
    double at[3], angle, rotation[3];
    double velocity[3];
    gud_numbers spin;
} gud_body_params;

// a file that a body is drawn by
typedef struct gud_shape_params {
    const char *file;
    double unit;
} gud_shape_params;

typedef struct gud_rigid_params {
    double mass;
    gud_numbers inertia; // 1 number in the plane; 3 or 6 in space
    double center[3];
    gud_shape_params *shape; // NULL: none
} gud_rigid_params;

typedef struct gud_beam_params {
    double length, radius; // NAN: absent
    gud_numbers points;    // three numbers a node
    int elements;
    gud_choice section, strain;
    double density, modulus, poisson, shear, torsion;
    double damping, drag;
} gud_beam_params;

typedef struct gud_frame_params {
    const char *body, *from;
    double at[3], angle, rotation[3];
    int node; // of a beam; -1: absent
} gud_frame_params;

typedef struct gud_film_params {
    double viscosity, ambient, cavity;
    gud_oil_params *oil; // instead of the viscosity
    gud_choice cavitation, drag, flow_factors;
    gud_numbers grid, ends;
    gud_supply_params *supply;
    double fill;
} gud_film_params;

// where a lumped film gives way to dry contact; NAN: a part of the clearance
typedef struct gud_blend_params {
    double depth, margin;
} gud_blend_params;

typedef struct gud_joint_params {
    const char *between[2];
    int axis;            // x y z -x -y -z, or -1
    double direction[3]; // of the axis; zero: none
    double at[3];        // NAN: absent
    const char *from;
    int model; // gud_fidelity
    int begin; // gud_joint_begin
    double radius, clearance, width, play, size[3];
    double eccentricity[3], tilt[3]; // at the start
    gud_numbers bearings;            // places along the axis
    gud_numbers cup;                 // of a socket: two angles from the axis
    gud_choice contact, foundation, friction, rough;
    gud_film_params *film;
    void *layers[GUD_NLAYER]; // keys of those that have one of their own; NULL where absent
    gud_blend_params *blend;
    const char *surfaces[2]; // NULL: the shape follows from the joint's type
    int reference, side;     // side: 0 front, 1 back, -1 to be found
    double window;
    int search; // 0: Newton's method, 1: implicit matrices
    gud_numbers cells;
} gud_joint_params;

// fidelity level of a joint: GUD_FIDELITY_IDEAL, ...
typedef enum gud_fidelity {
#define GUD_FIDELITY(id, word, by_type, by_surfaces) GUD_FIDELITY_##id,
#include "model/fidelities.def"
#undef GUD_FIDELITY
} gud_fidelity;

extern const char *const gud_fidelities[]; // their words; ends with NULL

extern const gud_table gud_contact_choice, gud_friction_choice;
extern const gud_section gud_contacts_section;

// round parts evenly around the axis of a frame
typedef struct gud_ring_params {
    int count;
    double radius, angle;
} gud_ring_params;

// contacts of many round parts
typedef struct gud_contacts_params {
    const char *between[2]; // frames, patterns
    double radius[2];
    gud_ring_params *ring; // NULL: one part at the origin of every frame
    double width;
    gud_choice contact, friction;
} gud_contacts_params;

typedef struct gud_groove_params {
    double pitch;
    int face;
} gud_groove_params;

// an oil feed of a joint
typedef struct gud_joint_feed_params {
    gud_feed_params feed;
    const char *joint;
} gud_joint_feed_params;

// how a joint with clearance starts
typedef enum gud_joint_begin { GUD_BEGIN_IDEAL, GUD_BEGIN_FREE } gud_joint_begin;

typedef struct gud_start_params {
    double value, rate;
} gud_start_params;

typedef struct gud_scalar_params {
    double value, low, high; // low, high: NAN when absent
    const char *about;
} gud_scalar_params;

typedef struct gud_space_params {
    int space;
} gud_space_params;

// what stands still
typedef struct gud_ground_params {
    gud_shape_params *shape; // NULL: none
} gud_ground_params;

typedef struct gud_gravity_params {
    double gravity[3];
} gud_gravity_params;

enum { GUD_NEWTON_MODIFIED, GUD_NEWTON_BROYDEN };

typedef struct gud_simulate_params {
    int analysis; // gud_analysis
    gud_extent until;
    double repeat;
    int cycles;
    gud_choice integrator;
    int constraints; // gud_treatment, or -1
    double alpha, beta;
    double step, smallest, largest, limit;
    double tolerance, newton_tolerance;
    double load_change;
    int load_repeats;
    int newton;
    bool project;
    double length;
} gud_simulate_params;

typedef struct gud_record_params {
    gud_extent every;
    gud_names points;   // frames whose motion is recorded
    gud_names extremes; // channels whose extremes between records are recorded
    double checkpoint;
    gud_names fields; // joints whose maps are recorded
    gud_extent snapshots;
} gud_record_params;

#endif
