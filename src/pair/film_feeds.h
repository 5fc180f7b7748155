// Feeds of a film layer while it works: where those that ride on the second wall are, their pressures, and what flows.
// Not for callers of the layer.
#ifndef GUD_PAIR_FILM_FEEDS_H
#define GUD_PAIR_FILM_FEEDS_H

#include "pair/film_layer.h"

typedef struct gud_film_feeding {
    gud_film_feed *now; // [nfeed] where they are
    double *pressure;   // [nfeed] that of their supplies
    double *set;        // [nfeed] that a simulation has set; 0: none
    bool is_set;        // any of them
} gud_film_feeding;

void gud_film_feeding_take(gud_film_feeding *feeding, const gud_film_layer *layer, gud_arena *arena);

// puts the feeds where they are at the position of the walls; pressures for the film, NULL if they are constant
const double *gud_film_feeding_follow(const gud_film_layer *layer, const gud_film_feeding *feeding,
                                      const gud_layer_in *in, gud_film *film);

// flows over edges and from feeds, and what they bring in, as numbers of the layer's answer
void gud_film_feeding_answer(const gud_film_layer *layer, const gud_gap_field *field, const gud_film *film,
                             const gud_film_work *work, const gud_film_in *in, const gud_film_out *out, double *answer);

#endif
