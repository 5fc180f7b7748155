#include "out/turns.h"

#include <math.h>

// value at an angle, from the record `*at` on, which moves along
static double value_at(const double *angle, const double *values, int64_t n, double sign, double wanted, int64_t *at)
{
    while (*at + 2 < n && sign * angle[*at + 1] < wanted) (*at)++;
    const double low = sign * angle[*at], high = sign * angle[*at + 1];
    const double part = high > low ? fmin(fmax((wanted - low) / (high - low), 0.0), 1.0) : 1.0;
    return values[*at] + part * (values[*at + 1] - values[*at]);
}

static void finish(gud_turn *t, const double *now, const double *before, bool first)
{
    double distance = 0.0;
    *t = (gud_turn){.min = (double)INFINITY, .max = -(double)INFINITY};
    for (int k = 0; k < GUD_TURN_POINTS; k++) {
        t->mean += now[k] / GUD_TURN_POINTS;
        t->min = fmin(t->min, now[k]);
        t->max = fmax(t->max, now[k]);
        distance += (now[k] - before[k]) * (now[k] - before[k]) / GUD_TURN_POINTS;
    }
    for (int k = 0; k < GUD_TURN_POINTS; k++) t->std += (now[k] - t->mean) * (now[k] - t->mean) / GUD_TURN_POINTS;
    t->std = sqrt(t->std);
    const double range = t->max - t->min;
    t->drift = first ? (double)NAN : range > 0.0 ? sqrt(distance) / range : 0.0;
}

int gud_turns_of(const double *angle, const double *values, int64_t n, double period, gud_turn *turns, int room)
{
    double now[GUD_TURN_POINTS], before[GUD_TURN_POINTS] = {0};
    if (n < 2) return 0;
    const double sign = angle[n - 1] >= angle[0] ? 1.0 : -1.0, start = sign * angle[0];
    const double whole = floor((sign * angle[n - 1] - start) / period + 1e-6);
    int64_t at = 0;
    int count = 0;
    for (; count < room && count < whole; count++) {
        for (int k = 0; k < GUD_TURN_POINTS; k++)
            now[k] = value_at(angle, values, n, sign, start + period * (count + (k + 0.5) / GUD_TURN_POINTS), &at);
        finish(&turns[count], now, before, count == 0);
        for (int k = 0; k < GUD_TURN_POINTS; k++) before[k] = now[k];
    }
    return count;
}
