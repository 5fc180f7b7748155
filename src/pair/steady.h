// Inside of the steady bearing: a bearing with its film, its scratch and the last solution. Not for callers.
#ifndef GUD_PAIR_STEADY_H
#define GUD_PAIR_STEADY_H

#include "base/arena.h"
#include "pair/equilibrium.h"

struct gud_steady {
    gud_arena memory;
    gud_steady_spec spec;
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_team *team; // of a large film; NULL: none
    gud_film_out film;
    int ncell;
    double *gap;     // [ncell] scratch
    int budget;      // films that the search may still solve
    int nsolid;      // films refused because the pressure exceeds the range of the viscosity law
    bool ends;       // the last search came to the end of what the oil bears
    bool settled;    // `place` was found for some load
    double place[2]; // where the last search ended
    gud_error why;   // why the last film that had no solution had none; empty: all had one
};

// a place with its forces; `in` and `out` stay for the damping
typedef struct gud_steady_trial {
    gud_bearing_in in;
    gud_bearing_out out;
    gud_steady_state state;
} gud_steady_trial;

gud_status gud_steady_try(gud_steady *steady, double speed, const double place[2], gud_steady_trial *trial,
                          gud_error *error);
gud_status gud_steady_damping(gud_steady *steady, gud_steady_trial *trial, gud_error *error);

#endif
