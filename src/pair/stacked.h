// A pair whose gap is filled by a stack of layers: films, rough and dry contact and what lies under them, in any
// geometry. The fidelity levels `reynolds` and `mixed` of joints, and `dry` with a foundation; docs/theory/pair.md.
#ifndef GUD_PAIR_STACKED_H
#define GUD_PAIR_STACKED_H

#include "film/oil.h"
#include "force/signal.h"
#include "pair/asperity_layer.h"
#include "pair/ball.h"
#include "pair/between.h"
#include "pair/block.h"
#include "pair/film_layer.h"
#include "pair/foundation_layer.h"
#include "pair/pair.h"
#include "pair/pin.h"
#include "pair/stack.h"
#include "pair/touching.h"

typedef struct gud_stacked {
    gud_stack stack;
    int reference; // which of the two frames carries the grid
    union {
        gud_pin pin;
        gud_ball ball;
        gud_block block;
        gud_walls walls;
        gud_surface_pair touching;
    } shape;
    bool dry; // there is no film, nor what belongs to it
    gud_lubricant oil;
    const gud_oil_params *source; // of the oil, where a temperature was given; NULL: a viscosity
    gud_film_layer film;
    gud_asperity_layer asperities;
    gud_foundation_layer foundation; // without a law: there is none
    double ends[2];                  // Pa, at the lower and upper end
    gud_signal *signal;              // pressures of the feeds if they follow tables, or NULL
    gud_rough *rough;                // NULL: smooth
    gud_layers layers;               // all of them; those above are put in when the stack is made
    double least_gap;                // m, see gud_layer; 0: walls may not touch
    double clearance;                // m, of walls in the middle of each other; 0: there is no such thing
    double projected[3];             // m2, area that a load along x, y, z of the frame with the grid is referred to
    gud_stack_work *view;            // made with the model: sizes and positions; nothing in it changes
    int nhistory;
} gud_stacked;

extern const gud_pair_law gud_pair_stacked;

// numbers that may follow inputs
enum { GUD_STACKED_VISCOSITY, GUD_STACKED_TEMPERATURE, GUD_STACKED_FEED }; // and those of the next feeds

// Puts the stack together from shape and layers and checks that it can be solved; `geometry` says which shape it is.
gud_status gud_stacked_make(const gud_geometry *geometry, gud_stacked *pair, gud_error *error);

// its channels and maps, in the arena; NULL without memory
const gud_pair_label *gud_stacked_channels(const gud_stacked *pair, gud_arena *arena, int *nchannel);
const gud_pair_label *gud_stacked_maps(const gud_stacked *pair, gud_arena *arena, int *nmap);

// share of a load that one of its two parts carries: the part's projection on the whole, from 0 to 1; 0 of no load
double gud_load_share(int n, const double *part, const double *rest);

#endif
