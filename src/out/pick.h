// One number of a record, by its name: "coordinates/crank.angle", "bodies/rod/position.x".
#ifndef GUD_OUT_PICK_H
#define GUD_OUT_PICK_H

#include "out/channel.h"

// one component: "bodies/crank/position.x", or "energy/kinetic" of a channel with one component
typedef struct gud_pick {
    int channel, component;
} gud_pick;

// channel with this path, or -1
int gud_layout_find(const gud_layout *layout, const char *path);

// A channel with several components needs one of them in its name. An unknown name is answered with the nearest one,
// unless error is NULL.
gud_status gud_layout_pick(const gud_layout *layout, const char *name, gud_error *error, gud_pick *out);

void gud_layout_name(const gud_layout *layout, gud_pick pick, char *buffer, int size);

#endif
