// Has the motion become periodic? Cycles of a run are compared by what it has recorded.
#ifndef GUD_STEP_PERIODIC_H
#define GUD_STEP_PERIODIC_H

#include "out/result.h"
#include "step/sim.h"

typedef struct gud_periodic {
    int cycles;       // full cycles so far
    double drift;     // of the last one from the one before, relative to the range; NAN: there are no two
    char channel[64]; // which differs most
} gud_periodic;

// Compares the last two full cycles of a run that goes on: rms distance of the smallest films, and of the
// reactions where there is no film, over the range of each.
gud_status gud_periodic_compare(const gud_model *model, const gud_result *result, gud_error *error,
                                gud_periodic *periodic);

#endif
