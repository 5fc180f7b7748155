// A law that is easier to say in the axes of one of its two frames: what the other body does as seen from the
// reference body goes in, the wrench on the other body comes out, and both frames get what belongs to them;
// docs/theory/clearance.md, section 9.
#ifndef GUD_PAIR_RELATIVE_H
#define GUD_PAIR_RELATIVE_H

#include "pair/pair.h"

// Six numbers of motion are those of the other body's point at the reference's origin, and of its turn; six of a wrench
// are a force, and its moment about that origin. All are in the reference's axes.
typedef struct gud_relative {
    int reference;     // 0 or 1: which frame of the law
    double R[9], p[3]; // axes of the reference; from its origin to the other's, world
    double twist[6];   // of the other body over the reference body
    double w[3];       // the other's angular velocity, world
} gud_relative;

void gud_relative_of(const gud_pair_in *in, int reference, gud_relative *relative);

// Adds the wrench to both frames, and if they are asked for, the tangents: by_shift[6][6] and by_twist[6][6] are the
// wrench's derivatives.
void gud_relative_give(const gud_relative *relative, const double wrench[6], const double by_shift[36],
                       const double by_twist[36], gud_pair_out *out);

#endif
