// A bearing file: a journal bearing, its oil, and the points of operation that are asked for.
#ifndef GUD_COMPONENT_BEARING_H
#define GUD_COMPONENT_BEARING_H

#include "base/arena.h"
#include "film/equilibrium.h"

typedef struct gud_input gud_input;
typedef struct gud_diag gud_diag;

typedef struct gud_bearing_case {
    gud_arena arena;
    const char *title;
    gud_seat_spec spec;
    gud_rough *rough; // NULL: smooth
    gud_seat *seat;
    double speed;
    bool placed; // the place is given, else the load
    double place[2], load[2];
    double rotor_mass;             // on two such bearings; NAN when not given
    double density, specific_heat; // of the oil
    int nsweep;                    // 0: none
    double *sweep;                 // speeds or loads
    bool sweeps_load;
} gud_bearing_case;

// `input` was read with gud_component_bearing.sections and outlives the case. On failure *out is NULL and the messages
// are in `diag`.
gud_status gud_bearing_case_make(const gud_input *input, gud_diag *diag, gud_bearing_case **out);
void gud_bearing_case_free(gud_bearing_case *bearing);

#endif
