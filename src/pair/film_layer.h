// The lubricant film as a layer: Reynolds' equation with cavitation on the grid of a gap field. Its variables are the
// oil on every cell; docs/theory/pair.md, section 3, docs/theory/film.md.
#ifndef GUD_PAIR_FILM_LAYER_H
#define GUD_PAIR_FILM_LAYER_H

#include "film/drag.h"
#include "pair/layer.h"

#define GUD_FLOOR_SHARE 0.25 // of the roughness: film that valleys hold where walls press into each other

typedef struct gud_film_layer {
    const gud_lubricant *oil;
    bool thins;                       // the oil has a shear law
    const gud_cavitation *cavitation; // NULL: elrod_adams
    double ambient, cavity;           // Pa; forces are those of the pressure above ambient
    gud_film_solver solver;
    const gud_drag *drag; // NULL: streamers
    const void *drag_params;
    const gud_flow_law *flow; // of rough walls, the grid's being the first; NULL: smooth
    const void *flow_params;
    double floor;               // m, film that valleys hold where rough walls press into each other; 0: smooth
    const gud_film_feed *feeds; // grooves, holes and recesses
    const bool *rides;          // [nfeed] they ride on the second wall; where they are while both frames are one is
                                // in `feeds`. NULL: none does
    const gud_pair_label *feed_channels; // [nfeed][GUD_FEED_NANSWER] names of what is reported of them; NULL: nothing
    int nfeed;
    double fill; // film fraction at the start
} gud_film_layer;

// numbers of an answer
enum {
    GUD_FILM_LOSS_SHEAR,   // W
    GUD_FILM_LOSS_FLOW,    // W
    GUD_FILM_PRESSURE_MAX, // Pa
    GUD_FILM_LEAK_LOW,     // m3/s, out over the lower end of y
    GUD_FILM_LEAK_HIGH,    // out over the upper end
    GUD_FILM_LEAK_SIDE,    // out over the ends of x, and of cells that have no film
    GUD_FILM_FEED,         // in from feeds and line
    GUD_FILM_LEAST,        // m, smallest gap of the cells
    GUD_FILM_SUPPLIED,     // W, what oil that flows in and out brings in, above ambient pressure
    GUD_FILM_NANSWER
};

// then of each feed
enum {
    GUD_FEED_FLOW,     // m3/s, out of its supply
    GUD_FEED_PRESSURE, // Pa, in the feed
    GUD_FEED_NANSWER
};

// From now on the oil of this work has another viscosity, Pa s. Only for oils without laws of pressure, shear rate and
// density, whose tables are made for one viscosity.
void gud_film_layer_thicken(void *work, double eta0);

// sets the pressure of the supply of a feed from now on, Pa
void gud_film_layer_supply(void *work, int feed, double pressure);

// the solution that a film layer's work holds
const gud_film_out *gud_film_layer_state(const void *work);
gud_film_out *gud_film_layer_guess(void *work); // the same, for a caller who sets the warm start
void gud_film_layer_step(void *work);           // a step begins with the film of the last answer
void gud_film_layer_balance(const void *work, gud_film_balance *balance);

// oil that fills gaps between the walls; the array holds the gaps before
void gud_film_layer_fill(const gud_film_layer *layer, const void *work, int n, double *m);

#endif
