// A ball in its socket: coordinates are the displacement p of the ball's centre and its turns. The socket is the part
// of a sphere between two angles from the axis of the first frame, counted from +z: a cup, a band or all of it.
//
//     h = c - p . n,   n the outward normal of the socket
#ifndef GUD_PAIR_BALL_H
#define GUD_PAIR_BALL_H

#include "pair/form.h"
#include "pair/geometry.h"

typedef struct gud_ball {
    double radius, clearance;
    double from, to;   // rad, angles from the axis; 0 and pi are poles
    int nx, ny;        // cells around the axis and from one angle to the other
    double ambient[2]; // Pa, at open rims, lower and upper
    // Deviations of socket and ball from spheres, at lengths around the axis (angle times radius) and along the
    // meridians from +z; NULL: none
    const gud_form *form;
} gud_ball;

// socket and ball as deviations see them
void gud_ball_walls(const gud_ball *ball, gud_wall walls[2]);

extern const gud_geometry gud_geometry_ball;

#endif
