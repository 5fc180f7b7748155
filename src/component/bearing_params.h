// The parameters of a bearing file, as its tables fill them. Not for callers of component/bearing.h.
#ifndef GUD_COMPONENT_BEARING_PARAMS_H
#define GUD_COMPONENT_BEARING_PARAMS_H

#include "component/component.h"
#include "film/oil.h"

typedef struct gud_bearing_supply_params {
    double angle, pressure;
} gud_bearing_supply_params;

typedef struct gud_bearing_geometry_params {
    double radius, width, clearance, ambient, cavity;
    gud_numbers grid;
    gud_choice cavitation, drag, flow_factors;
    gud_bearing_supply_params *supply;
} gud_bearing_geometry_params;

typedef struct gud_bearing_feed_params {
    double angle, z, length, width, pressure;
    int shape;
} gud_bearing_feed_params;

typedef struct gud_bearing_position_params {
    double eccentricity_ratio, angle;
} gud_bearing_position_params;

typedef struct gud_bearing_operate_params {
    double speed, load[2], rotor_mass, tilt[2];
    gud_bearing_position_params *position;
} gud_bearing_operate_params;

typedef struct gud_bearing_friction_params {
    double coefficient;
} gud_bearing_friction_params;

typedef struct gud_bearing_span_params {
    double from, to;
    int points, spacing;
} gud_bearing_span_params;

typedef struct gud_bearing_sweep_params {
    gud_bearing_span_params *speed, *load;
} gud_bearing_sweep_params;

#endif
