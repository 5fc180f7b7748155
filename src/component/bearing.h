// A bearing file: a journal bearing, its oil, and what it does at the points of operation that are asked for.
#ifndef GUD_COMPONENT_BEARING_H
#define GUD_COMPONENT_BEARING_H

#include "component/component.h"
#include "film/oil.h"
#include "out/result.h"
#include "pair/equilibrium.h"

// one point of operation; NAN where there is none
typedef struct gud_bearing_point {
    double speed, load, load_angle;
    double eccentricity_ratio, attitude, film_min, lambda;
    double S, So;
    double deflection_max;
    double pressure_max, asperity_pressure_max, asperity_share, contact_area_share, full_film_share;
    double moment_x, moment_y; // of a tilted journal
    double friction_coefficient, friction_torque_journal, friction_torque_bearing;
    double loss, loss_film, loss_asperity;
    double side_flow, feed_flow, temperature_rise;
    double whirl_mass, whirl_frequency, whirl_ratio;
    gud_steady_state state;
} gud_bearing_point;

enum { GUD_BEARING_WARNINGS = 8 };

typedef struct gud_bearing_sheet {
    gud_component_file file;

    // what the file says
    gud_steady_spec spec;
    bool fits_grid;   // no grid is given: it follows the film
    gud_rough *rough; // NULL: smooth
    double speed;
    bool placed; // the place is given, else the load
    double place[2], load[2];
    double rotor_mass; // on two such bearings; NAN when not given
    const gud_oil_params *oil;
    int nsweep;         // 0: none
    const double *over; // speeds or loads of the sweep
    bool sweeps_load;

    // loads over a cycle: the bearing as a model that runs in time, instead of what follows
    bool cycles;
    struct gud_model *model;    // NULL: not a cycle
    gud_result *result;         // of gud_bearing_cycle_run
    gud_simulate_report report; // of it

    // what comes out
    gud_steady *steady;       // holds the film of `point`
    gud_bearing_point point;  // what `operate` says
    double threshold;         // speed at which the rotor begins to whirl; NAN: no rotor, or none found
    gud_bearing_point *sweep; // nsweep
    int nmissing;             // points of the sweep without an equilibrium
    gud_error missing;        // why the first of them has none
    int nwarning;
    gud_error warning[GUD_BEARING_WARNINGS]; // what a reader of the numbers should know
} gud_bearing_sheet;

// Runs a bearing whose loads follow a cycle until it repeats, into the folder of the options, and opens the result. A
// grid that the file does not name is made finer, and the run repeated, where the film asks for it.
gud_status gud_bearing_cycle_run(gud_bearing_sheet *sheet, const gud_simulate_options *options, gud_error *error);

// the grid of a bearing whose file names none, for a film as thin as this
void gud_bearing_grid_choose(gud_steady_spec *spec, double film_min);

// a number of a point, for tables, CSV, JSON and the data sheet
typedef struct gud_bearing_item {
    const char *key, *unit;
    size_t offset; // into gud_bearing_point
    const char *about;
    bool heads; // begins a group
    bool rough; // says nothing about smooth walls, and is not shown of them to people
} gud_bearing_item;

extern const gud_bearing_item gud_bearing_items[];
extern const int gud_bearing_nitem;
double gud_bearing_value(const gud_bearing_point *point, const gud_bearing_item *item);

#endif
