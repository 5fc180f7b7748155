// What a result holds: named channels of numbers, and what must be known to read them years later.
// Nothing here knows physics.
#ifndef GUD_OUT_CHANNEL_H
#define GUD_OUT_CHANNEL_H

#include "base/error.h"
#include "base/index.h"
#include "base/status.h"

#include <gudgeon/results.h>

#include <stdbool.h>
#include <stdint.h>

// Written into logs and result files; a reader refuses files with a newer number.
enum { GUD_RESULT_FORMAT = 1 };

typedef struct gud_channel {
    const char *path; // "time", "bodies/crank/position", "joints/small-end/reaction_force", "energy/kinetic"
    gud_channel_kind kind;
    int width;                     // values of a record; rows * cols for a field
    int rows, cols;                // of fields
    const char *const *components; // `width` names and NULL, e.g. {"x", "y", NULL}; or NULL. Series only.
    const char *unit;              // SI, e.g. "m"; "1" for a pure number
    const char *about;             // one line, or NULL
} gud_channel;

// a setting or a counter: text, or a number when text is NULL
typedef struct gud_entry {
    const char *key;
    const char *text;
    double number;
} gud_entry;

// Points to draw a body by, in its own frame. They are joined by a line in the order given.
//
// A body is placed by the channels bodies/<body>/position (2 or 3 values) and bodies/<body>/orientation, which is an
// angle (1 value, rad), a unit quaternion (4 values: w, x, y, z) or a rotation matrix (9 values, by rows). A body
// without a position channel (the ground) stays at the origin. A deformable body has no points here but a channel
// bodies/<body>/shape with 2 or 3 values (the number of its position's values) for each point of its line.
typedef struct gud_outline {
    const char *body;
    int npoint;
    const char *const *names; // npoint names of the points, or NULL
    const double *points;     // npoint triples x, y, z
} gud_outline;

typedef struct gud_meta {
    const char *title;   // of the model
    const char *version; // of the program
    const char *model;   // whole text of the model file
    const gud_entry *settings;
    int nsetting;
    const gud_entry *counters; // steps, iterations, seconds: known when a run ends
    int ncounter;
    const gud_outline *outlines;
    int noutline;
    const gud_part_info *parts; // pieces to draw to scale
    int npart;
} gud_meta;

// The first channel is always the series "time" (s).
typedef struct gud_layout {
    const gud_channel *channels;
    int nchannel;
    gud_meta meta;
    const gud_index *index; // of the channels by their paths; NULL: they are searched one by one
} gud_layout;

// refuses channels that a result file cannot hold: no time, bad widths, the same path twice, ...
gud_status gud_layout_check(const gud_layout *layout, gud_error *error);

enum { GUD_PART_NUMBERS = 17 }; // of a part: place, axes and sizes, in the order of gud_part_info

// an index of all paths for layout->index, which its owner frees; NULL without memory. Of equal paths, the first
// counts.
gud_index *gud_layout_index(const gud_layout *layout);

// number of values in a record: the sum of the widths of all series
int gud_layout_width(const gud_layout *layout);

// the component's name, or its number in `buffer` when the channel has no names
const char *gud_channel_component(const gud_channel *channel, int component, char buffer[16]);

#endif
