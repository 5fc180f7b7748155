// The sections of a bearing file.

#include "component/bearing.h"
#include "component/bearing_params.h"
#include "force/signal.h"
#include "num/pi.h"
#include "wall/deviation.h"

enum { most_points = 10000 };

#define RULED(params, name_, about_, list, rules_)                                                                     \
    {                                                                                                                  \
        .name = (name_), .about = (about_), .size = sizeof(params), .fields = (list), .nfield = GUD_COUNT(list),       \
        .rules = (rules_), .nrule = GUD_COUNT(rules_)                                                                  \
    }

// ---- bearing

static const double turn = 2.0 * pi; // more would be degrees without their unit

static const gud_table cavitation_table = {
    .about = "cavitation model", .selector = "type", .fallback = "elrod_adams", .rows = gud_cavitation_rows};
static const gud_table flow_table = {.about = "flow between rough surfaces", .selector = "type", .rows = gud_flow_rows};
static const gud_table drag_table = {
    .about = "drag in ruptured film", .selector = "type", .fallback = "streamers", .rows = gud_drag_rows};

static const gud_field bearing_fields[] = {
    GUD_FIELD_POSITIVE(gud_bearing_geometry_params, radius, "m", GUD_REQUIRED, "radius of the bore"),
    GUD_FIELD_POSITIVE(gud_bearing_geometry_params, width, "m", GUD_REQUIRED, "width along the axis"),
    GUD_FIELD_POSITIVE(gud_bearing_geometry_params, clearance, "m", GUD_REQUIRED, "radial clearance"),
    {.key = "grid",
     .type = GUD_NUMBERS,
     .offset = offsetof(gud_bearing_geometry_params, grid),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .about = "cells around and along half the width; default: 240 and 24, more where the film is thin"},
    GUD_FIELD(gud_bearing_geometry_params, ambient, "Pa", 1e5, 0.0, 1e9, "pressure at the ends"),
    {.key = "ends",
     .type = GUD_NUMBERS,
     .offset = offsetof(gud_bearing_geometry_params, ends),
     .unit = "Pa",
     .fallback = GUD_OPTIONAL,
     .about = "pressures at the lower and the upper end, if they differ"},
    GUD_FIELD(gud_bearing_geometry_params, cavity, "Pa", 0.0, 0.0, 1e9, "pressure at which the film ruptures"),
    GUD_FIELD_TABLE(gud_bearing_geometry_params, cavitation, &cavitation_table, 0.0, "cavitation model"),
    GUD_FIELD_TABLE(gud_bearing_geometry_params, drag, &drag_table, 0.0, "drag where the film is ruptured"),
    GUD_FIELD_TABLE(gud_bearing_geometry_params, flow_factors, &flow_table, GUD_OPTIONAL,
                    "effect of roughness on the flow; the bearing is the first surface"),
    GUD_FIELD_GROUP(gud_bearing_geometry_params, supply, &gud_supply_row, GUD_OPTIONAL, "axial supply groove"),
};
static const gud_row bearing_row =
    GUD_ROW(gud_bearing_geometry_params, "bearing", "a plain journal bearing", bearing_fields);
static const gud_section bearing_section = {
    .key = "bearing",
    .about = "geometry, surroundings and grid",
    .common = &bearing_row,
    .required = true,
    .example = "bearing: {radius: 25 mm, width: 50 mm, clearance: 50 um, supply: {angle: 90 deg, pressure: 2 bar}}",
};

// ---- feeds

static const gud_field feed_fields[] = {GUD_FEED_FIELDS};
static const gud_row feed_row = {.name = "feed",
                                 .about = "a groove, a hole, a recess or a pocket",
                                 .source = "docs/theory/film.md, section 2",
                                 .size = sizeof(gud_feed_params),
                                 .fields = feed_fields,
                                 .nfield = GUD_COUNT(feed_fields),
                                 .rules = gud_feed_rules,
                                 .nrule = GUD_FEED_NRULE};
static const gud_section feeds_section = {
    .key = "feeds",
    .about = "grooves, holes and recesses that supply oil, and closed pockets",
    .named = true,
    .common = &feed_row,
    .example = "feeds:\n  top: {angle: 90 deg, length: 10 mm, width: 30 mm, pressure: 2 bar}",
};

// ---- oil

static const gud_section oil_section = {
    .key = "oil",
    .about = "the lubricant",
    .common = &gud_oil_row,
    .required = true,
    .example = "oil: {grade: ISO VG 46, temperature: 60 degC}",
};

// ---- operation

static const gud_field position_fields[] = {
    {.key = "eccentricity_ratio",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_bearing_position_params, eccentricity_ratio),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 1.0,
     .flags = GUD_OPEN_HIGH,
     .about = "eccentricity over clearance"},
    GUD_FIELD(gud_bearing_position_params, angle, "rad", 0.0, -turn, turn,
              "direction of the eccentricity, from x towards y"),
};
static const gud_row position_row =
    GUD_ROW(gud_bearing_position_params, "position", "a position of the journal", position_fields);
static const gud_field swing_fields[] = {
    {.key = "ratio",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_bearing_swing_params, ratio),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 1.0,
     .flags = GUD_SHORT | GUD_OPEN_LOW | GUD_OPEN_HIGH,
     .about = "crank radius over rod length"},
    GUD_FIELD(gud_bearing_swing_params, top, "rad", 0.0, -2.0 * turn, 2.0 * turn, "crank angle of top dead centre"),
};
static const gud_row swing_row =
    GUD_ROW(gud_bearing_swing_params, "swing", "big end of a rod that swings", swing_fields);
static const gud_field cycle_fields[] = {
    {.key = "table",
     .type = GUD_FILE,
     .offset = offsetof(gud_bearing_cycle_params, table),
     .fallback = GUD_REQUIRED,
     .flags = GUD_SHORT,
     .about =
         "CSV with units: crank angle (or time), then the load along x and y of the bearing, as the journal presses "
         "against it"},
    {.key = "columns",
     .type = GUD_NAME_LIST,
     .offset = offsetof(gud_bearing_cycle_params, columns),
     .fallback = GUD_OPTIONAL,
     .about = "names of the columns of the forces along x and y; default: the second and the third"},
    GUD_FIELD_POSITIVE(gud_bearing_cycle_params, speed, "rad/s", GUD_OPTIONAL,
                       "speed of the crank whose angle the table uses; default: that of the journal or, for a table "
                       "over time, one turn per table"),
    GUD_FIELD_POSITIVE(gud_bearing_cycle_params, period, "rad|s", GUD_OPTIONAL,
                       "period of the table; default: from its first to its last point"),
    GUD_FIELD_POSITIVE(gud_bearing_cycle_params, mass, "kg", GUD_OPTIONAL,
                       "mass that moves with the journal; default: so small that its inertia is negligible"),
    {.key = "interpolation",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_bearing_cycle_params, interpolation),
     .choices = gud_signal_interpolations,
     .fallback = 0,
     .about =
         "interpolation between the points: monotone: no overshoot; cubic: smooth, for dense points; linear: kinks"},
    GUD_FIELD(gud_bearing_cycle_params, repeat, "1", 0.01, 1e-6, 1.0,
              "rms difference of two cycles, relative to the range, below which the orbit is periodic"),
    {.key = "bearing_speed",
     .type = GUD_TEXT,
     .offset = offsetof(gud_bearing_cycle_params, bearing_speed),
     .fallback = GUD_OPTIONAL,
     .about =
         "name of the column with the speed of the bearing, positive from x towards y, if the bearing turns as well; "
         "forces are in its axes"},
    GUD_FIELD_GROUP(gud_bearing_cycle_params, swing, &swing_row, GUD_OPTIONAL,
                    "the bearing swings with the connecting rod of a crank-slider; forces are in axes of the rod"),
    {.key = "cycles",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_bearing_cycle_params, cycles),
     .fallback = 20,
     .low = 2,
     .high = 100000,
     .about = "number of cycles after which the run ends, periodic or not"},
    GUD_FIELD(gud_bearing_cycle_params, tolerance, "1", 1e-5, 1e-12, 0.1,
              "error of a time step, relative to the size and speed of the bearing"),
};
static const gud_rule cycle_rules[] = {{GUD_AT_MOST_ONE_OF, {"bearing_speed", "swing"}}};
static const gud_row cycle_row =
    RULED(gud_bearing_cycle_params, "cycle", "a periodic load cycle", cycle_fields, cycle_rules);
static const gud_field operate_fields[] = {
    GUD_FIELD(gud_bearing_operate_params, speed, "rad/s", GUD_REQUIRED, -1e6, 1e6,
              "speed of the journal, positive from x towards y"),
    {.key = "load",
     .type = GUD_VECTOR,
     .offset = offsetof(gud_bearing_operate_params, load),
     .count = 2,
     .unit = "N",
     .fallback = GUD_OPTIONAL,
     .about = "load: the force that pushes the journal against the bearing"},
    GUD_FIELD_GROUP(gud_bearing_operate_params, position, &position_row, GUD_OPTIONAL,
                    "position of the journal instead of a load"),
    GUD_FIELD_GROUP(gud_bearing_operate_params, cycle, &cycle_row, GUD_OPTIONAL,
                    "load table over a cycle, as from a test bench or another program; the periodic orbit is computed "
                    "by time integration"),
    {.key = "tilt",
     .type = GUD_VECTOR,
     .offset = offsetof(gud_bearing_operate_params, tilt),
     .count = 2,
     .unit = "rad",
     .fallback = 0.0,
     .about = "misalignment of the journal towards x and y: its centre is displaced by z times tilt"},
    GUD_FIELD_POSITIVE(gud_bearing_operate_params, rotor_mass, "kg", GUD_OPTIONAL,
                       "mass of a rigid rotor on two such bearings, for the speed at which it starts to whirl"),
};
static const gud_rule operate_rules[] = {{GUD_ONE_OF, {"load", "position", "cycle"}}};
static const gud_row operate_row =
    RULED(gud_bearing_operate_params, "operate", "speed and load", operate_fields, operate_rules);
static const gud_section operate_section = {
    .key = "operate",
    .about = "speed, and load or position of the journal",
    .common = &operate_row,
    .required = true,
    .example = "operate: {speed: 3000 rpm, load: [0, -5 kN]}",
};

// ---- rough surfaces

static const gud_section rough_section = {
    .key = "rough",
    .about = "roughness of the surfaces; default: smooth",
    .selector = "model",
    .rows = gud_rough_rows,
    .example = "rough: {model: GT, sigma: 0.4 um, radius: 16 um, density: 1e10, modulus: 115 GPa}",
};

static const gud_section friction_section = {
    .key = "friction",
    .about = "boundary friction of asperities; default: none",
    .selector = "law",
    .fallback = "coulomb",
    .rows = gud_friction_rows,
    .example = "friction: {coefficient: 0.1}",
};

// ---- further layers

#define GUD_LAYER_KEY(id, word, about_)                                                                                \
    static const gud_section word##_section = {.key = #word, .about = (about_), .common = &gud_##word##_row};
#include "pair/layers.def"

// ---- sweep

static const char *const spacings[] = {"log", "linear", NULL};
#define SPAN_FIELDS(unit_)                                                                                             \
    GUD_FIELD_POSITIVE(gud_bearing_span_params, from, unit_, GUD_REQUIRED, "first value"),                             \
        GUD_FIELD_POSITIVE(gud_bearing_span_params, to, unit_, GUD_REQUIRED, "last value"),                            \
        {.key = "points",                                                                                              \
         .type = GUD_INTEGER,                                                                                          \
         .offset = offsetof(gud_bearing_span_params, points),                                                          \
         .fallback = 41.0,                                                                                             \
         .low = 2.0,                                                                                                   \
         .high = most_points,                                                                                          \
         .about = "number of values"},                                                                                 \
    {                                                                                                                  \
        .key = "spacing", .type = GUD_CHOICE, .offset = offsetof(gud_bearing_span_params, spacing),                    \
        .choices = spacings, .fallback = 0.0, .about = "equal ratios or equal differences"                             \
    }
static const gud_field speed_fields[] = {SPAN_FIELDS("rad/s")};
static const gud_field force_fields[] = {SPAN_FIELDS("N")};
static const gud_row speed_row = GUD_ROW(gud_bearing_span_params, "speed", "speeds of the journal", speed_fields);
static const gud_row force_row = GUD_ROW(gud_bearing_span_params, "load", "magnitudes of the load", force_fields);
static const gud_field sweep_fields[] = {
    GUD_FIELD_GROUP(gud_bearing_sweep_params, speed, &speed_row, GUD_OPTIONAL,
                    "speed sweep at the load of `operate`: the Stribeck curve"),
    GUD_FIELD_GROUP(gud_bearing_sweep_params, load, &force_row, GUD_OPTIONAL,
                    "load sweep at the speed and in the direction of `operate`"),
};
static const gud_rule sweep_rules[] = {{GUD_ONE_OF, {"speed", "load"}}};
static const gud_row sweep_row =
    RULED(gud_bearing_sweep_params, "sweep", "a range of operation", sweep_fields, sweep_rules);
static const gud_section sweep_section = {
    .key = "sweep",
    .about = "a range of speeds or loads",
    .common = &sweep_row,
    .example = "sweep: {speed: {from: 1 rpm, to: 3000 rpm, points: 61}}",
};

const gud_section *const gud_bearing_sections[] = {&bearing_section,  &gud_bearing_deviations_section,
                                                   &feeds_section,    &oil_section,
                                                   &operate_section,  &rough_section,
                                                   &friction_section,
#define GUD_LAYER_KEY(id, word, about_) &word##_section,
#include "pair/layers.def"
                                                   &sweep_section,    NULL};
