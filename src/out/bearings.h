// The answer of a run: one row for each lubricated joint, the worst first, with what to worry about.
#ifndef GUD_OUT_BEARINGS_H
#define GUD_OUT_BEARINGS_H

#include "base/limits.h"
#include "out/summary.h"

// an extreme in the window, and when it was; NAN: the joint has no such channel
typedef struct gud_extreme {
    double value, time, at; // `at`: the coordinate that the run is counted in; NAN: it is counted in time
} gud_extreme;

enum { GUD_BEARING_WARNINGS_MOST = 8, GUD_WARNING_SIZE = 160 };

typedef struct gud_bearing_row {
    char name[256];
    gud_extreme film_min, film_pressure, asperity_pressure, loss, specific_load, eccentricity;
    double loss_mean, flow_mean, asperity_share; // the share: the largest
    double load_halves;                          // gud_statistics.halves of the load
    gud_extreme film_middle, faced;              // the smallest: of a pin that may tilt, of surfaces
    double faced_most;
    gud_limits limits;
    char warnings[GUD_BEARING_WARNINGS_MOST][GUD_WARNING_SIZE];
    int nwarning;
} gud_bearing_row;

typedef struct gud_bearings {
    gud_window window;
    double cycle;         // of the coordinate; 0: none
    double shown_cycle;   // gud_window_cycle
    bool is_angle;        // is the coordinate an angle?
    const char *abscissa; // its name, "crank.angle"; NULL: the run is counted in time
    int count;
    gud_bearing_row *rows;
} gud_bearings;

// Window of the last full cycle that the records hold, in the coordinate that the run's length was given in; of several
// one that begins at a multiple of the cycle, where the records hold it. All records
// where there is none; *cycles says how many full cycles there are.
gud_status gud_window_last_cycle(const gud_result *result, gud_error *error, gud_window *window, int *cycles);

int gud_bearings_count(const gud_result *result); // joints with a film

// None is no mistake. gud_bearings_free it.
gud_status gud_bearings_make(const gud_result *result, const gud_window *window, gud_error *error, gud_bearings *out);
void gud_bearings_free(gud_bearings *bearings);

// The coordinate in degrees if it is an angle: within its cycle, 1134 deg of a four-stroke engine is 414 deg; and as
// tables show it.
double gud_bearings_angle(const gud_bearings *bearings, double at);
double gud_bearings_shown(const gud_bearings *bearings, double at);

#endif
