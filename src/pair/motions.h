// What geometries share whose coordinates are the motions of the other body, as seen from the one that carries the
// grid, at the origin of its frame: three displacements and three turns; in the plane x, y and the turn about z. Only
// their rates have a value.
#ifndef GUD_PAIR_MOTIONS_H
#define GUD_PAIR_MOTIONS_H

#include "pair/geometry.h"

// how many coordinates there are, and which of the six motions number a is
int gud_motions(bool planar);
int gud_motion(bool planar, int a);

// axes behind that of the turns 3, 4, 5: (e x n) = n_i e_j - n_j e_i
static inline int gud_turn_i(int c)
{
    return c == 3 ? 1 : c == 4 ? 2 : 0;
}

static inline int gud_turn_j(int c)
{
    return c == 3 ? 2 : c == 4 ? 0 : 1;
}

// component along a motion of a vector f at x: of f itself, or of its moment
static inline double gud_along_motion(int c, const double x[3], const double f[3])
{
    if (c < 3) return f[c];
    const int i = gud_turn_i(c), j = gud_turn_j(c);
    return x[i] * f[j] - x[j] * f[i];
}

// rates of the six motions
void gud_motions_twist(const gud_pose *seen, double twist[6]);

// functions of gud_geometry
void gud_motions_locate(bool planar, const gud_pose *seen, gud_location *at);
void gud_motions_wrench(bool planar, const gud_response *response, double wrench[6], double *by_shift,
                        double *by_twist);

// displacement and tilt of the other frame
enum { GUD_DISPLACEMENTS = 6 };
extern const gud_pair_label gud_displacement_channels[GUD_DISPLACEMENTS];
int gud_displacement_nchannel(const void *shape);
void gud_displacement_report(const void *shape, const gud_location *at, double *values);

#endif
