// The axis of a study whose cases are rows of its design.
#ifndef GUD_SWEEP_DRAWN_H
#define GUD_SWEEP_DRAWN_H

#include "sweep/study.h"

// n cases at the quantiles u[n][factors]; NULL: at those of the design. They are counted from `first`. Memory is that
// of the arena. GUD_ERR_MEMORY or GUD_OK.
gud_status gud_study_draw(gud_study *study, gud_arena *arena, const double *u, int n, int first, gud_study_axis *axis);

#endif
