// Solutions with a matrix that was made where beams stood in another direction: a stiff beam resists along its axis,
// and its part of the matrix turns with it; docs/theory/integrators.md, section 3, eq. (7a).
#ifndef GUD_STEP_TURNED_H
#define GUD_STEP_TURNED_H

#include "step/sim.h"

// numbers that `axes` of a factored matrix and `turn` need
int gud_turned_size(const gud_model *m);

// the matrix in use was made where the coordinates of the stage are now
void gud_turned_note(gud_sim *s);

// it is used where they are now
void gud_turned_begin(gud_sim *s);

// Beams turn too far in the step for it, but not too far for a new one: that is cheaper than the corrections that an
// old one takes, after gud_turned_begin.
bool gud_turned_outdated(const gud_sim *s);

// b becomes the solution
void gud_turned_solve(const gud_sim *s, double *b);

#endif
