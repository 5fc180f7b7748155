// Motion of one frame seen from another, in components of that frame and at its origin: six freedoms. Forces on them
// pass to both frames so that power and momentum are balanced, docs/theory/surface-film.md, section 6.
#ifndef GUD_PAIR_RELATIVE_H
#define GUD_PAIR_RELATIVE_H

#include "force/force.h"

typedef struct gud_relative_answer {
    double Q[6];      // force and moment on the other frame at the origin of the reference
    double Q_q[6][6]; // by the displacement, Q_v by the velocity there
    double Q_v[6][6];
} gud_relative_answer;

// the other frame's pose and velocity as seen from the reference
void gud_relative_at(const gud_pose *reference, const gud_pose *other, gud_pose *seen);

// adds the answer to wrenches and tangents; reference is 0 or 1, the other of the two frames is the other
void gud_relative_give(const gud_force_in *in, int reference, const gud_relative_answer *a, gud_force_out *out);

#endif
