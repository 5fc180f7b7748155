// The mechanism that fits make: parts that press fits hold together are one body, one of them is the ground, and fits
// of the same two bodies on one axis are one joint.
#ifndef GUD_ASSEMBLY_MECHANISM_H
#define GUD_ASSEMBLY_MECHANISM_H

#include "assembly/find.h"

enum { GUD_BODY_GROUND = -1, GUD_BODY_NONE = -2, GUD_CAD_NAME = 80 };

typedef struct gud_cad_body {
    char name[GUD_CAD_NAME]; // of its largest part, with letters that a model file takes; unique
    int npart;
    const int *parts;
    bool solid;                         // all of its parts are closed: mass and inertia can be trusted
    double mass, centre[3], inertia[6]; // inertia about the centre: xx, yy, zz, yz, xz, xy
} gud_cad_body;

typedef enum gud_cad_type {
    GUD_CAD_REVOLUTE, // pin and thrust faces on both sides
    GUD_CAD_CYLINDRICAL,
    GUD_CAD_SPHERICAL,
    GUD_CAD_PRISMATIC,
    GUD_CAD_PLANAR,
    GUD_CAD_FREE, // walls without a lower pair: thrust faces, tori, nets
} gud_cad_type;

extern const char *const gud_cad_types[]; // names in model files

// fits on one axis between two bodies; axis and middle are those of the first one
typedef struct gud_cad_joint {
    char name[GUD_CAD_NAME]; // "rod-pin": the outer body first; unique
    gud_cad_type type;
    int body[2];                 // outer and inner; GUD_BODY_GROUND
    char first[2][GUD_CAD_NAME]; // names of the two frames
    int nfit;
    const int *fits; // numbers in gud_fits.list
    double play[2];  // between thrust faces, against and along the axis; INFINITY: none
} gud_cad_joint;

typedef struct gud_mechanism {
    gud_arena arena;
    const gud_fits *fits; // must stay
    int nbody;
    const gud_cad_body *bodies;
    const int *body_of; // [npart] body, GUD_BODY_GROUND, or GUD_BODY_NONE: left out, since nothing holds it
    int njoint;
    const gud_cad_joint *joints;
} gud_mechanism;

typedef struct gud_mechanism_spec {
    const double *density; // [npart] kg/m3
    const bool *ground;    // [npart] parts that stand still; NULL or none: chosen by name, or the heaviest
} gud_mechanism_spec;

gud_status gud_mechanism_find(const gud_fits *fits, const gud_mechanism_spec *spec, gud_mechanism *mechanism,
                              gud_error *error);
void gud_mechanism_free(gud_mechanism *mechanism);

// the frame of a fit: z along its axis; columns of R are the axes
void gud_fit_frame(const gud_fit *fit, double R[9]);

#endif
