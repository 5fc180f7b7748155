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

// loads over a cycle
typedef struct gud_bearing_cycle_params {
    const char *table;
    gud_names columns;
    double speed, period, mass, repeat, tolerance;
    int cycles, interpolation;
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

// The model of a bearing whose loads follow a cycle: `grid`: its cells, or NULL for what the file says.
gud_status gud_bearing_cycle_make(gud_bearing_sheet *sheet, const int grid[2]);

#endif
