// Where a frame is and how it moves: what every joint, force and clearance pair sees of a body.
#ifndef GUD_BODY_POSE_H
#define GUD_BODY_POSE_H

typedef struct gud_pose {
    double p[3];         // place, world
    double R[9];         // columns are the frame's axes, world
    double v[3];         // velocity of the place, world
    double w[3];         // angular velocity, world
    double arm[3];       // from the body's centre of mass, or from a beam's axis, to the place, world
    double slopes[3];    // of a beam's section: its y along its axes y and z, its z along z
    double turn_bias[3]; // of a beam: angular acceleration while dv/dt = 0
} gud_pose;

#endif
