// Oil feeds of lubricated joints.
#ifndef GUD_MODEL_BUILD_FEEDS_H
#define GUD_MODEL_BUILD_FEEDS_H

#include "model/build_pairs.h"
#include "pair/feeds.h"
#include "pair/film_layer.h"

enum { GUD_FEEDS_MOST = 24 }; // of one joint: their channels have to fit into GUD_PAIR_CHANNELS

// where the feeds of a joint lie, and in what oil
typedef struct gud_feed_place {
    gud_feed_wall wall;
    int reference; // frame that carries the grid
    bool supplied; // there is a line of supply
    double viscosity, cavity;
} gud_feed_place;

// of one joint; arrays in the model's arena
typedef struct gud_feed_list {
    int count;
    const gud_film_feed *feed;
    const bool *rides;
    const gud_pair_label *channel; // [count][GUD_FEED_NANSWER]
    gud_signal *signal;            // their pressures
    bool follows;                  // some of them follow a table
    bool lopsided;                 // some of them lie off the middle
} gud_feed_list;

// the feeds that name this joint; false after reporting a mistake
bool gud_build_feeds(gud_builder *b, const gud_entity *joint, const gud_feed_place *place, gud_feed_list *list);

// a joint without a film on a grid; false after reporting that feeds name it
// notes the pressures of a joint's feeds that follow inputs; they cannot be less than where the film breaks
void gud_build_feed_followers(gud_builder *b, const gud_entity *joint, double cavity, int pair);

bool gud_build_no_feeds(gud_builder *b, const gud_entity *joint);

// pressures at the lower and upper end of a film; false after reporting a mistake
bool gud_build_ends(gud_builder *b, const gud_entity *joint, double ends[2]);

#endif
