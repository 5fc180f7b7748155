#ifndef GUD_PAIR_ROUND_GAP_H
#define GUD_PAIR_ROUND_GAP_H

#include <math.h>

// The largest error of a film between round walls, relative to its thickness there, if the inner wall is off by a small
// move of length `size`. At the angle a from the narrowest position walls approach by r cos a + t sin a where the gap
// is c - e cos a. The largest quotient L of the two is the larger root of L^2 (c^2 - e^2) - 2 L e r - (r^2 + t^2) = 0;
// docs/theory/integrators.md, eq. (26b').
//     e    eccentricity            gap  c - e
//     er   e times the part of the move along the line of centres
static inline double gud_round_gap_error(double e, double gap, double er, double size)
{
    const double rest = gap * (gap + 2.0 * e);
    return (fabs(er) + sqrt(er * er + rest * size * size)) / rest;
}

#endif
