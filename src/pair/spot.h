// A spot is where two bodies of a clearance joint may touch. The geometry says where; one kernel makes wrenches and
// tangents of it, whatever the geometry; docs/theory/clearance.md.
#ifndef GUD_PAIR_SPOT_H
#define GUD_PAIR_SPOT_H

#include "body/pose.h"

#include <stdbool.h>

// Q is the place where the normal force acts, u the direction in which the second body presses against the first.
typedef struct gud_spot {
    double depth; // m, negative while there is a gap
    double rA[3]; // from the first frame's origin to Q
    double rB[3]; // from the second frame's origin to Q
    double m[3];  // d(depth) = m . (displacement of B at Q - displacement of A at Q); u = m/|m|
    double reach; // m, from Q along u to the surface, where friction acts
} gud_spot;

// a direction in which both frames are displaced: twelve numbers, as in gud_pair_law.film_error
typedef struct gud_shift {
    double pA[3], fA[3], pB[3], fB[3]; // places and turns, world
} gud_shift;

enum { GUD_SPOTS = 4 };

typedef enum gud_pair_shape {
    GUD_SHAPE_PIN,      // cylinder in bore, in the plane
    GUD_SHAPE_BALL,     // sphere in socket
    GUD_SHAPE_CYLINDER, // cylinder in bore, in space: both ends of the bore, and axial stops
    GUD_SHAPE_BLOCK,    // block in a channel, in the plane: four corners
    GUD_SHAPE_SURFACES, // two surfaces, pair/surfaces.h: where they are nearest
} gud_pair_shape;

typedef struct gud_pair_geometry {
    gud_pair_shape shape;
    double radius;                   // m, of the bore or socket
    double clearance;                // m, radial; of a block: on either side
    double width;                    // m, of the bore along its axis
    double play;                     // m, axial, on either side; INFINITY: no stops
    double half_length, half_height; // m, of the block
} gud_pair_geometry;

int gud_pair_nspot(const gud_pair_geometry *g);

// all spots; returns their number
int gud_pair_spots(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, gud_spot *spots);

// how a spot changes when the frames are shifted: all members become their derivatives
void gud_pair_spot_shift(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int spot, const gud_spot *at,
                         const gud_shift *shift, gud_spot *change);

// displacement of B at Q minus displacement of A at Q
void gud_spot_move(const gud_spot *at, const gud_shift *shift, double move[3]);

#endif
