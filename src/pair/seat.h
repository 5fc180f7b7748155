// Inside of the seat: a bearing with its film, its scratch and the last solution. Not for callers.
#ifndef GUD_PAIR_SEAT_H
#define GUD_PAIR_SEAT_H

#include "base/arena.h"
#include "pair/equilibrium.h"

struct gud_seat {
    gud_arena memory;
    gud_seat_spec spec;
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_film_out film;
    int ncell;
    int budget;      // films that the search may still solve
    int nsolid;      // films that were refused because the oil would be no liquid
    bool ends;       // the last search came to the end of what the oil bears
    bool settled;    // `place` was found for some load
    double place[2]; // where the last search ended
    gud_error why;   // why the last film that had no solution had none; empty: all had one
};

// a place with its forces; `in` and `out` stay for the damping
typedef struct gud_seat_trial {
    gud_bearing_in in;
    gud_bearing_out out;
    gud_seat_state state;
} gud_seat_trial;

gud_status gud_seat_try(gud_seat *seat, double speed, const double place[2], gud_seat_trial *trial, gud_error *error);
gud_status gud_seat_damping(gud_seat *seat, gud_seat_trial *trial, gud_error *error);

#endif
