// Measured points of a contact, from a CSV file.
#ifndef GUD_COMPONENT_POINTS_H
#define GUD_COMPONENT_POINTS_H

#include "component/contact.h"

typedef struct gud_points_params {
    const char *file, *depth, *force, *clearance;
} gud_points_params;

// Reads the file of `measured` and sorts its rows into groups of equal clearance. Without a column of clearances there
// is one group, whose clearance is NAN: that of the pair. `pair` is resolved.
gud_status gud_points_read(gud_component_file *file, const gud_entity *measured, const gud_contact_pair *pair,
                           gud_contact_points *points);

#endif
