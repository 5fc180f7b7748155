// The cycle of a mechanism: after how much of a coordinate all periodic loads are where they were.
#ifndef GUD_MODEL_CYCLE_H
#define GUD_MODEL_CYCLE_H

#include "model/model.h"

// Of an angle: full turns that are a multiple of the period of every load against it, one turn without such loads; the
// longest period if no 64 turns are. Of a length: the longest period, 0 without. 0 of the time (coordinate < 0).
double gud_model_cycle(const gud_model *model, int coordinate);

#endif
