// A ball in its socket: coordinates are the displacement p of the ball's centre and its turns. The socket is the part
// of a sphere between two angles from the axis of the first frame, counted from +z: a cup, a band or all of it.
//
//     h = c - p . n,   n the outward normal of the socket
#ifndef GUD_PAIR_BALL_H
#define GUD_PAIR_BALL_H

#include "pair/geometry.h"

typedef struct gud_ball {
    double radius, clearance;
    double from, to;   // rad, angles from the axis; 0 and pi are poles
    int nx, ny;        // cells around the axis and from one angle to the other
    double ambient[2]; // Pa, at open rims, lower and upper
} gud_ball;

extern const gud_geometry gud_geometry_ball;

#endif
