// A gauge is a scalar of two frames A and B: a distance, an angle, a coordinate. Joints are gauges that are
// held, drivers are gauges that follow a law, springs are forces on gauges; docs/theory/joints.md.
//
// Gradients are by the small displacements (dp_A, dphi_A, dp_B, dphi_B), all in world axes: 12 numbers. The rate
// of a gauge is its gradient times the twists (v_A, w_A, v_B, w_B).
#ifndef GUD_JOINT_GAUGE_H
#define GUD_JOINT_GAUGE_H

#include "body/pose.h"

#include <stdbool.h>

typedef enum gud_gauge_kind {
    GUD_WORLD,    // component i of d = p_B - p_A in world axes
    GUD_ALONG,    // component of d along axis i of A
    GUD_COSINE,   // axis i of A times axis j of B: zero when they are perpendicular
    GUD_ANGLE,    // turn of B against A about the z axis of A, seen at B's x axis, in (-pi, pi]
    GUD_DISTANCE, // |d|
} gud_gauge_kind;

typedef struct gud_gauge {
    gud_gauge_kind kind;
    int i, j;
    int a, b; // frames
} gud_gauge;

// value; an angle is given by the turn that lies nearest to `near`
double gud_gauge_value(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double near);

void gud_gauge_gradient(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double g[12]);

// second time derivative for frames that do not accelerate: twist' (dg/dx) twist
double gud_gauge_bias(const gud_gauge *m, const gud_pose *A, const gud_pose *B);

// H[12][12] += scale dg/dx: how the gradient changes with the displacements
void gud_gauge_curvature(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double scale, double H[144]);

static inline bool gud_gauge_is_angle(const gud_gauge *m)
{
    return m->kind == GUD_ANGLE;
}

#endif
