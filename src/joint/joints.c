#include "joint/joint.h"

enum { X, Y, Z };

// clang-format off
#define PIN_PLANAR       {GUD_WORLD, X, 0, "x"}, {GUD_WORLD, Y, 0, "y"}                           // d = 0 in the plane
#define PIN_SPATIAL      PIN_PLANAR, {GUD_WORLD, Z, 0, "z"}                                       // d = 0 in space
#define PARALLEL         {GUD_COSINE, X, Z, "tilt about y"}, {GUD_COSINE, Y, Z, "tilt about x"}   // the z axes
#define ON_AXIS          {GUD_ALONG, X, 0, "across x"}, {GUD_ALONG, Y, 0, "across y"}             // of A lies B's origin
#define NO_TURN          {GUD_COSINE, X, Y, "turn about z"}                                       // of B about the axis
#define ANGLE_COORDINATE {GUD_ANGLE, 0, 0, "angle"}
// clang-format on

static const gud_joint_type revolute = {
    .row = {.name = "revolute", .about = "a pin: the second body rotates about the axis"},
    .planar = {.nrow = 2, .row = {PIN_PLANAR}, .coordinate = {ANGLE_COORDINATE}},
    .spatial = {.nrow = 5, .row = {PIN_SPATIAL, PARALLEL}, .coordinate = {ANGLE_COORDINATE}},
};

static const gud_joint_type prismatic = {
    .row = {.name = "prismatic",
            .about = "a slider in its guide: the second body moves along the axis without rotation"},
    .planar = {.nrow = 2,
               .row = {{GUD_ALONG, Y, 0, "across"}, {GUD_COSINE, X, Y, "turn"}},
               .coordinate = {{GUD_ALONG, X, 0, "position"}}},
    .spatial = {.nrow = 5, .row = {ON_AXIS, PARALLEL, NO_TURN}, .coordinate = {{GUD_ALONG, Z, 0, "position"}}},
};

static const gud_joint_type spherical = {
    .row = {.name = "spherical", .about = "a ball in its socket: all rotations are free"},
    .spatial = {.nrow = 3, .row = {PIN_SPATIAL}},
};

static const gud_joint_type cylindrical = {
    .row = {.name = "cylindrical", .about = "the second body rotates about the axis and moves along it"},
    .spatial = {.nrow = 4, .row = {ON_AXIS, PARALLEL}, .coordinate = {ANGLE_COORDINATE, {GUD_ALONG, Z, 0, "position"}}},
};

static const gud_joint_type universal = {
    .row = {.name = "universal",
            .about = "a universal (Hooke, Cardan) joint: its arms are the x axis of the first and the y axis of the "
                     "second frame"},
    .spatial = {.nrow = 4, .row = {PIN_SPATIAL, {GUD_COSINE, X, Y, "cross"}}},
};

static const gud_joint_type planar = {
    .row = {.name = "planar",
            .about = "the second body stays in the plane normal to the axis and rotates about the axis"},
    .spatial = {.nrow = 3, .row = {{GUD_ALONG, Z, 0, "height"}, PARALLEL}, .coordinate = {ANGLE_COORDINATE}},
};

static const gud_joint_type fixed = {
    .row = {.name = "fixed", .about = "no relative motion"},
    .planar = {.nrow = 3, .row = {PIN_PLANAR, NO_TURN}},
    .spatial = {.nrow = 6, .row = {PIN_SPATIAL, PARALLEL, NO_TURN}},
};

static const gud_field length_fields[] = {
    {.key = "length",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_joint_length, length),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "constant distance; default: that of the initial guess"},
};

static const gud_joint_type distance = {
    .row = {.name = "distance",
            .about = "a massless rod: the distance between the two origins is constant",
            .size = sizeof(gud_joint_length),
            .fields = length_fields,
            .nfield = GUD_COUNT(length_fields)},
    .has_length = true,
    .planar = {.nrow = 1, .row = {{GUD_DISTANCE, 0, 0, "length"}}},
    .spatial = {.nrow = 1, .row = {{GUD_DISTANCE, 0, 0, "length"}}},
};

static const gud_joint_type point_on_line = {
    .row = {.name = "point-on-line",
            .about = "the second origin stays on the axis of the first; all rotations are free"},
    .planar = {.nrow = 1, .row = {{GUD_ALONG, Y, 0, "across"}}, .coordinate = {{GUD_ALONG, X, 0, "position"}}},
    .spatial = {.nrow = 2, .row = {ON_AXIS}, .coordinate = {{GUD_ALONG, Z, 0, "position"}}},
};

static const gud_joint_type free_pair = {
    .row = {.name = "free", .about = "no constraint: two bodies whose `surfaces` may touch"},
    .is_free = true,
};

const gud_row *const gud_joint_rows[] = {
    &revolute.row, &prismatic.row, &spherical.row,     &cylindrical.row, &universal.row, &planar.row,
    &fixed.row,    &distance.row,  &point_on_line.row, &free_pair.row,   NULL,
};

const gud_joint_type *gud_joint_type_of(const gud_row *row)
{
    return (const gud_joint_type *)(const void *)row; // the row is its first member
}
