// Journal bearings with a closed form of the film force: short, long and finite. The force follows from position and
// velocity of the journal.
#ifndef GUD_PAIR_CLOSED_H
#define GUD_PAIR_CLOSED_H

#include "film/closed.h"
#include "pair/pin.h"

typedef struct gud_closed_pair {
    gud_pin pin; // its grid is not used
    double eta;  // Pa s
    const gud_closed_law *law;
} gud_closed_pair;

extern const gud_pair_law gud_pair_closed;

#endif
