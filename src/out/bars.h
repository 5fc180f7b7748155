// Horizontal bars with intervals, one below the other: which parameter matters how much.
#ifndef GUD_OUT_BARS_H
#define GUD_OUT_BARS_H

#include "base/error.h"
#include "base/status.h"

typedef struct gud_bar {
    double value, low, high;
} gud_bar;

typedef struct gud_bars {
    const char *title;         // NULL or "": none
    const char *label;         // of the abscissa
    const char *const *names;  // [n] from above
    const char *const *series; // [nseries] in the legend
    const gud_bar *bars;       // [n][nseries]
    int n, nseries;
    double low, high; // of the abscissa
} gud_bars;

gud_status gud_bars_draw(const gud_bars *bars, const char *path, gud_error *error);

#endif
