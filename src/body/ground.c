// The ground: a body without freedoms whose frames stay where they are.

#include "body/body.h"
#include "num/vec.h"

#include <string.h>

static void poses(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses)
{
    (void)q;
    (void)v;
    for (int i = 0; i < n; i++) {
        poses[i] = (gud_pose){0};
        v3_copy(poses[i].p, frames[i].s);
        v3_copy(poses[i].arm, frames[i].s);
        memcpy(poses[i].R, frames[i].C, sizeof poses[i].R);
    }
}

static void bias(const gud_pose *pose, double a[6])
{
    (void)pose;
    memset(a, 0, 6 * sizeof *a);
}

// Nothing else is asked of a body without velocities.
const gud_body_kind gud_body_ground = {.name = "ground", .poses = poses, .bias = bias};
