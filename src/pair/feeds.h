// Oil feeds as files describe them: grooves, holes, recesses behind a restrictor and closed pockets, by their position
// and size on a wall. One table serves bearing files and joints; docs/theory/film.md, section 2, "Feeds".
#ifndef GUD_PAIR_FEEDS_H
#define GUD_PAIR_FEEDS_H

#include "film/film.h"
#include "force/signal.h"
#include "num/pi.h"

typedef struct gud_feed_params {
    int on; // GUD_FEED_ON_BEARING, _JOURNAL; -1: the part that carries the grid
    double angle, z, polar;
    gud_numbers at;
    double length, arc, width, diameter; // NAN: not given
    int shape;
    double pressure; // NAN: from the table, or none
    gud_signal_params signal;
    gud_choice restrictor;
} gud_feed_params;

enum { GUD_FEED_ON_BEARING, GUD_FEED_ON_JOURNAL };

// an axial line of supply over the full width: the key `supply` of bearings and of films in joints
typedef struct gud_supply_params {
    double angle, pressure;
} gud_supply_params;

extern const gud_row gud_supply_row;
extern const char *const gud_feed_parts[], *const gud_feed_shapes[]; // ends with NULL
extern const gud_table gud_restrictor_table;
enum { GUD_FEED_NRULE = 6 };
extern const gud_rule gud_feed_rules[GUD_FEED_NRULE];

// Fields of a struct whose first member is a gud_feed_params. Angles are at most a turn: more would be degrees without
// their unit.
#define GUD_FEED_FIELDS                                                                                                \
    {.key = "on",                                                                                                      \
     .type = GUD_CHOICE,                                                                                               \
     .offset = offsetof(gud_feed_params, on),                                                                          \
     .choices = gud_feed_parts,                                                                                        \
     .fallback = GUD_OPTIONAL,                                                                                         \
     .about = "part in which it is machined: the bearing (first frame), or the journal (second), with which it "       \
              "moves; default: the part that carries the grid"},                                                       \
        GUD_FIELD(gud_feed_params, angle, "rad", GUD_OPTIONAL, -2.0 * pi, 2.0 * pi,                                    \
                  "angle of its centre about the axis, from x towards y of the frame of its part (pin, ball)"),        \
        GUD_FIELD(gud_feed_params, z, "m", GUD_OPTIONAL, 0.0, 0.0,                                                     \
                  "axial position of its centre, from the middle of the bearing; default: the middle (pin)"),          \
        GUD_FIELD(gud_feed_params, polar, "rad", GUD_OPTIONAL, 0.0, pi, "angle of its centre from the z axis (ball)"), \
        {.key = "at",                                                                                                  \
         .type = GUD_NUMBERS,                                                                                          \
         .offset = offsetof(gud_feed_params, at),                                                                      \
         .unit = "m",                                                                                                  \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .about = "position of its centre between `surfaces`: lengths along the two parameter lines through the "      \
                  "middle of the reference surface, from the middle of an open line, from the start of a closed one; " \
                  "on the other part, where it lies while both frames coincide"},                                      \
        GUD_FIELD_POSITIVE(gud_feed_params, length, "m", GUD_OPTIONAL,                                                 \
                           "size along the circumference, or along the first parameter; default: the full extent"),    \
        GUD_FIELD(gud_feed_params, arc, "rad", GUD_OPTIONAL, 0.0, 2.0 * pi,                                            \
                  "angle that it spans, instead of a length"),                                                         \
        GUD_FIELD_POSITIVE(gud_feed_params, width, "m", GUD_OPTIONAL,                                                  \
                           "size along the axis, or along the second parameter; default: the full extent"),            \
        GUD_FIELD_POSITIVE(gud_feed_params, diameter, "m", GUD_OPTIONAL,                                               \
                           "diameter of a round hole, instead of both sizes"),                                         \
        {.key = "shape",                                                                                               \
         .type = GUD_CHOICE,                                                                                           \
         .offset = offsetof(gud_feed_params, shape),                                                                   \
         .choices = gud_feed_shapes,                                                                                   \
         .fallback = 0.0,                                                                                              \
         .about = "shape of its outline: a rectangle or an ellipse"},                                                  \
        GUD_FIELD_INPUT(gud_feed_params, pressure, "Pa", GUD_OPTIONAL, 0.0, 1e10,                                      \
                        "pressure of the oil in it, or upstream of its restrictor"),                                   \
        GUD_SIGNAL_FIELDS(gud_feed_params, signal, "table in the model file: times or coordinates, with `pressures`",  \
                          "pressures", "Pa", "pressures at the `points`", 0),                                          \
        GUD_FIELD_TABLE(gud_feed_params, restrictor, &gud_restrictor_table, GUD_OPTIONAL,                              \
                        "restrictor upstream of the recess, whose pressure then follows from the flow")

// The wall that feeds lie in, as the grid of its film measures it.
typedef enum gud_feed_wall_kind { GUD_WALL_PIN, GUD_WALL_BALL, GUD_WALL_NET } gud_feed_wall_kind;

typedef struct gud_feed_wall {
    gud_feed_wall_kind kind;
    double radius;          // of a pin or ball
    double low[2], high[2]; // m, ends of the grid's coordinates; of all of a symmetric half's pair
    bool closed;            // the first direction closes upon itself
    bool moves;             // over a net, on the other wall: it may lie beyond the ends while both frames are one
    // lengths on a net for units of the grid's coordinates at a point; NULL: 1
    void (*stretch)(const void *net, const double at[2], double by[2]);
    const void *net;
} gud_feed_wall;

// Position, size, source and constant pressure of a feed on a wall; of one whose pressure follows a table the pressure
// stays 0. GUD_ERR_INPUT: *key is the parameter to blame.
gud_status gud_feed_make(const gud_feed_params *params, const gud_feed_wall *wall, double viscosity,
                         gud_film_feed *feed, const char **key, gud_error *error);

// does its middle lie off the plane z = 0?
bool gud_feed_is_lopsided(const gud_film_feed *feed, const gud_feed_wall *wall);

#endif
