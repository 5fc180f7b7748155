// Points of a face: evaluation, outline, nearest point, samples. Closed forms where the face has one, its net
// otherwise.
#ifndef GUD_ASSEMBLY_FACE_H
#define GUD_ASSEMBLY_FACE_H

#include "assembly/assembly.h"

#include <stdbool.h>

typedef struct gud_face_point {
    double x[3], x_u[3], x_v[3];
    double normal[3]; // unit, out of the solid; zero where the parameter lines have no area
} gud_face_point;

void gud_face_eval(const gud_face *face, double u, double v, gud_face_point *point);

// does the outline enclose these parameters? The angles of round faces count modulo a turn.
bool gud_face_inside(const gud_face *face, double u, double v);

// Parameters of the point of the whole surface that is nearest to x, near the range of the outline; false: the search
// on a net failed.
bool gud_face_nearest(const gud_face *face, const double x[3], double uv[2]);

// Points of the face on a grid of n x n parameters that the outline encloses; returns how many of n*n there are.
int gud_face_sample(const gud_face *face, int n, gud_face_point *points);

// area that a loop encloses in the parameter plane, positive when it runs counterclockwise
double gud_loop_area(const gud_face_loop *loop);

#endif
