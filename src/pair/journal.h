// A journal in its bearing, seen from a frame that rides on the bearing (the first frame): the journal's centre is at
// e, its axis leans by s, it turns by omega = omega_j - omega_b; docs/theory/lubricated.md.
//
// Whatever fills the gap answers with forces on e and s and a torque along omega. They pass to the frames through the
// derivatives of the same coordinates, so that power is equal on both sides; in the plane
//
//     f_B = R F,   M_B = friction,   f_A = -f_B,   M_A = -M_B - d x f_B
#ifndef GUD_PAIR_JOURNAL_H
#define GUD_PAIR_JOURNAL_H

#include "pair/pair.h"

typedef struct gud_journal_place {
    double q[4], q_t[4];     // e_x, e_y, s_x, s_y and their rates
    double omega_j, omega_b; // about the bearing's axis
    double d[3];             // from bearing to journal, world
} gud_journal_place;

// forces on e and s and the torque about the bearing's axis, and their derivatives by place and by rates (those of e
// and s, then omega)
typedef struct gud_journal_answer {
    double F[5], F_q[5][4], F_v[5][5];
} gud_journal_answer;

// a journal that does not tilt is taken as parallel to its bearing
gud_journal_place gud_journal_at(bool tilts, const gud_pose *bearing, const gud_pose *journal);

// adds the answer to wrenches and tangents of the two frames
void gud_journal_give(bool tilts, const gud_pair_in *in, const gud_journal_place *at, const gud_journal_answer *a,
                      gud_pair_out *out);

// adds the pressure's part of the torque on the journal, -(e x F + s x M)/2: film.md, eq. (6)
void gud_journal_couple(const double q[4], gud_journal_answer *a);

#endif
