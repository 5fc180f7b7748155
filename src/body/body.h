// A body kind says how its coordinates move, where its frames are, and what its inertia does. Joints and forces know
// frames only, so they work on any kind; docs/theory/bodies.md.
//
// Coordinates q and velocities v differ (a spatial body has 7 and 6). A step works with small displacements from
// the step's start: q = q0 (+) x, x as long as v, and V = T(x) dx/dt with T(0) = I.
#ifndef GUD_BODY_BODY_H
#define GUD_BODY_BODY_H

#include "base/field.h"
#include "body/pose.h"

typedef struct gud_body_kind gud_body_kind;
typedef struct gud_matrix gud_matrix;
typedef struct gud_beam gud_beam;

// How a step ties velocities and accelerations to the displacement x since its start; docs/theory/integrators.md.
// Runge-Kutta stages: T(x) dx/dt = V with dx/dt = (x - x_hat)/c_v, and a = (V - v_hat)/c_v. Newmark-like: a = (x -
// x_hat)/c_x.
typedef struct gud_step_map {
    double c_x, c_v; // s^2, s
    bool runge_kutta;
    const double *x;   // displacement of this body
    const double *x_t; // its rate (Runge-Kutta)
} gud_step_map;

typedef struct gud_body {
    const char *name;
    const gud_body_kind *kind;
    int q0, nq, v0, nv; // places in q and v
    int node0, nnode;   // its groups of unknowns in the Newton matrix: a rigid body has one, a beam its nodes
    int frame0,
        nframe;  // its frames; frame0 is its own: at the centre of mass, with the body's axes; a beam's first node
    int nacting; // how many of them, the first, are its own and those that any but plain joints see: other joints,
                 // pairs, forces, coordinates
    int frame;   // the frame a user means by the body's name: at the body's origin
    double mass; // kg
    double inertia[9];    // about the centre of mass, body axes; planar bodies use the last number
    double center[3];     // centre of mass, from the body's origin
    const gud_beam *beam; // of a beam; NULL: rigid
} gud_body;

enum { GUD_FRAME_VELOCITIES = 24 }; // that move one frame at the most (an ANCF beam element)

typedef struct gud_frame {
    const char *name;
    int body;
    int v0, nv;       // the velocities that move it
    int node0, nnode; // their groups in the Newton matrix
    bool aligned;     // its axes are those of the body,
    bool central;     // and it is at the centre of mass
    double s[3];      // place on the body, from the centre of mass; on a beam: from its axis, in the section's axes
    double C[9];      // its axes on the body
    // on a beam: where its nodes begin among the body's velocities; weights of place and slope of both nodes, and of
    // their sections
    int first;
    double axis[4], section[2];
} gud_frame;

struct gud_body_kind {
    const char *name;
    int nq, nv; // of a rigid kind; a beam's depend on its elements

    void (*displace)(const gud_body *b, const double *q0, const double *x, double *q);        // q = q0 (+) x
    void (*velocity)(const gud_body *b, const double *x, const double *x_t, double *v);       // v = T(x) x_t
    void (*displacement)(const gud_body *b, const double *x, const double *step, double *dx); // dx = T(x)^-1 step
    void (*difference)(const gud_body *b, const double *q0, const double *q1, double *x);     // x with q1 = q0 (+) x
    void (*rest)(const gud_body *b, double *q); // at the origin, not turned

    // poses[i] of frames[i], i < n; frames[0] is the body's own
    void (*poses)(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses);
    // generalised force of the wrench w = (force, moment) at a frame: g = J' w
    void (*pull)(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *g);
    // K[nv][nv] += d(J' w)/dx
    void (*pull_tangent)(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *K);
    // the same of a moment alone, of rigid kinds; NULL: by pull
    void (*turn)(const gud_pose *base, const double moment[3], double *g);
    // columns of J: twist[6][nv]
    void (*jacobian)(const gud_frame *f, const gud_pose *base, const gud_pose *pose, double *J);
    // acceleration of the frame while dv/dt = 0
    void (*bias)(const gud_pose *pose, double a[6]);

    // what the body alone asks for: f = M a + inertia forces of velocity + elastic forces - weight.
    // size[i] is the sum of the terms' magnitudes: the measure of a small residual
    void (*residual)(const gud_body *b, const double gravity[3], const double *q, const double *v, const double *a,
                     double *f, double *size);
    // adds c_x df/dx to the Newton matrix for a step in which c_x da = P dx and c_x dv = c_v P dx
    void (*tangent)(const gud_body *b, const gud_step_map *map, const double *q, const double *v, const double *a,
                    gud_matrix *K);
    void (*momentum)(const gud_body *b, const double *v, double *p); // p = M v
    void (*mass_diagonal)(const gud_body *b, double *d);             // of M, for scaling
    double (*kinetic)(const gud_body *b, const double *v);
    double (*potential)(const gud_body *b, const double gravity[3], const double *q);
    double (*dissipation)(const gud_body *b, const double *q, const double *v); // W; NULL: none
};

extern const gud_body_kind gud_body_ground, gud_body_planar, gud_body_spatial, gud_body_beam;

#endif
