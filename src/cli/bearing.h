// What `gudgeon bearing` finds out about a bearing.
#ifndef GUD_CLI_BEARING_H
#define GUD_CLI_BEARING_H

#include "base/json.h"
#include "component/bearing.h"

// ---- what comes out

// one point of operation; NAN where there is none
typedef struct gud_bearing_point {
    double speed, load, load_angle;
    double eccentricity_ratio, attitude, film_min, lambda;
    double S, So;
    double pressure_max, asperity_pressure_max, asperity_share, contact_area_share, full_film_share;
    double moment_x, moment_y; // of a tilted journal
    double friction_coefficient, friction_torque_journal, friction_torque_bearing;
    double loss, loss_film, loss_asperity;
    double side_flow, feed_flow, temperature_rise;
    double whirl_mass, whirl_frequency, whirl_ratio;
    gud_seat_state state;
} gud_bearing_point;

enum { GUD_BEARING_WARNINGS = 8 };

typedef struct gud_bearing_study {
    gud_bearing_point point;  // what `operate` says
    double threshold;         // speed at which the rotor begins to whirl; NAN: no rotor, or none found
    gud_bearing_point *sweep; // as many as the case has
    int nmissing;             // points of the sweep without an equilibrium
    gud_error missing;        // why the first of them has none
    int nwarning;
    gud_error warning[GUD_BEARING_WARNINGS]; // what a reader of the numbers should know
} gud_bearing_study;

// afterwards the seat holds the film of `point`; the sweep is taken from the case's arena
gud_status gud_bearing_study_make(gud_bearing_case *bearing, gud_bearing_study *study, gud_error *error);

// a number of a point, for tables, CSV, JSON and the data sheet
typedef struct gud_bearing_item {
    const char *key, *unit;
    size_t offset; // into gud_bearing_point
    const char *about;
    bool heads; // begins a group
} gud_bearing_item;

extern const gud_bearing_item gud_bearing_items[];
extern const int gud_bearing_nitem;
double gud_bearing_value(const gud_bearing_point *point, const gud_bearing_item *item);

// a quantity as engineers read it: 5 digits, prefixes, degrees, revolutions a minute, millilitres; `pretty`: raised
// digits and the like; INFINITY is "any"
void gud_bearing_text(double value, const char *unit, bool pretty, char *text, size_t size);

// ---- how it is shown

gud_status gud_bearing_print(const gud_bearing_case *bearing, const gud_bearing_study *study);
void gud_bearing_json(const gud_bearing_case *bearing, const gud_bearing_study *study, gud_json *json);
gud_status gud_bearing_csv(const gud_bearing_case *bearing, const gud_bearing_study *study, const char *path,
                           gud_error *error);

// the surface as columns over the whole width: column i around, row j along; value i * nz + j
typedef struct gud_bearing_map {
    int nx, nz;
    const double *angle; // [nx] ascending, of the middles of the cells
    const double *z;     // [nz]
    const double *gap, *pressure, *fraction, *asperity;
} gud_bearing_map;

// taken from the case's arena
gud_status gud_bearing_map_make(gud_bearing_case *bearing, const gud_bearing_study *study, gud_error *error,
                                gud_bearing_map *map);
gud_status gud_bearing_map_vtk(const gud_bearing_case *bearing, const gud_bearing_map *map, const char *path,
                               gud_error *error);

// Figures in `folder`, with their scripts and data: maps, middle, and stribeck if there is a sweep; ending "svg" ...
gud_status gud_bearing_draw(const gud_bearing_case *bearing, const gud_bearing_study *study, const gud_bearing_map *map,
                            const char *folder, const char *ending, gud_error *error);

// The data sheet: one page that needs no other file. The figures are read from `folder`, where they are as SVG.
gud_status gud_bearing_html(const gud_bearing_case *bearing, const gud_bearing_study *study, const char *folder,
                            gud_error *error);

#endif
