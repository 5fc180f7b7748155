// The parts of component/bearing.h, not for its callers: the sections of a bearing file with their parameters, and the
// study of the bearing.
#ifndef GUD_COMPONENT_BEARING_PARAMS_H
#define GUD_COMPONENT_BEARING_PARAMS_H

#include "component/bearing.h"
#include "film/oil.h"
#include "pair/feeds.h"

typedef struct gud_bearing_geometry_params {
    double radius, width, clearance, ambient, cavity;
    gud_numbers grid, ends;
    gud_choice cavitation, drag, flow_factors;
    gud_supply_params *supply;
} gud_bearing_geometry_params;

typedef struct gud_bearing_position_params {
    double eccentricity_ratio, angle;
} gud_bearing_position_params;

// big end of a rod
typedef struct gud_bearing_swing_params {
    double ratio, top;
} gud_bearing_swing_params;

// loads over a cycle
typedef struct gud_bearing_cycle_params {
    const char *table;
    gud_names columns;
    double speed, period, mass, repeat, tolerance;
    int cycles, interpolation;
    const char *bearing_speed; // a column; NULL: the bearing does not turn, or swings
    gud_bearing_swing_params *swing;
} gud_bearing_cycle_params;

typedef struct gud_bearing_operate_params {
    double speed, load[2], rotor_mass, tilt[2];
    gud_bearing_position_params *position;
    gud_bearing_cycle_params *cycle;
} gud_bearing_operate_params;

typedef struct gud_bearing_span_params {
    double from, to;
    int points, spacing;
} gud_bearing_span_params;

typedef struct gud_bearing_sweep_params {
    gud_bearing_span_params *speed, *load;
} gud_bearing_sweep_params;

extern const gud_section *const gud_bearing_sections[]; // ends with NULL

// Grid of a bearing that names none, for a film as thin as this; the steady bearing is made again if it changes. *finer
// tells whether it has more cells now.
gud_status gud_bearing_grid_fit(gud_bearing_sheet *sheet, double film_min, bool *finer, gud_error *error);

// the point of operation, the sweep and the threshold of a bearing whose steady model exists
gud_status gud_bearing_study(gud_bearing_sheet *sheet, gud_error *error);

// The angle of the journal in a bearing that turns or swings: a mean rate, and deviations at `count` instants that are
// evenly spaced over the period.
typedef struct gud_bearing_turn {
    double rate, period; // rad/s, s
    int count;           // 0: it is the rate alone
    double *deviation;   // rad
} gud_bearing_turn;

// speed of the bearing over time; it repeats
typedef struct gud_bearing_rates {
    int n;
    const double *t, *rate; // s, rad/s
    double period;          // s; 0: from the first to the last
} gud_bearing_rates;

// `speed` is that of the journal, `crank` that of the crank
gud_status gud_bearing_turn_swing(gud_arena *arena, const gud_bearing_swing_params *swing, double speed, double crank,
                                  gud_bearing_turn *turn);
gud_status gud_bearing_turn_table(gud_arena *arena, const gud_bearing_rates *rates, double speed, double crank,
                                  gud_error *error, gud_bearing_turn *turn);

// The model of a bearing whose loads follow a cycle: `grid`: its cells, or NULL for what the file says.
gud_status gud_bearing_cycle_make(gud_bearing_sheet *sheet, const int grid[2]);

#endif
