// Turns of a periodic motion: each turn by itself, and how far it is from the one before.
#ifndef GUD_OUT_TURNS_H
#define GUD_OUT_TURNS_H

#include "out/summary.h"

enum { GUD_TURN_POINTS = 720 }; // of a turn at which turns are compared

typedef struct gud_turn {
    double mean, min, max, std; // over the turn's points, which are evenly spaced in the angle
    double drift;               // rms distance from the turn before, by the turn's range; NAN for the first turn
} gud_turn;

// `n` values at the angles `angle` (rad, they only rise or only fall), turns of `period`, full turns only. The values
// between records follow straight lines. Returns how many turns there are, at most `room`.
int gud_turns_of(const double *angle, const double *values, int64_t n, double period, gud_turn *turns, int room);

#endif
