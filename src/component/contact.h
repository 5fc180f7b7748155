// A contact file: the elastic curves of any set of laws for one pair of bodies, beside measured points.
#ifndef GUD_COMPONENT_CONTACT_H
#define GUD_COMPONENT_CONTACT_H

#include "component/component.h"
#include "contact/contact.h"

// Measured points and what the laws say at their depths. Points with equal clearance are a group, which has curves of
// its own.
typedef struct gud_contact_points {
    int n;
    const double *clearance, *depth, *force; // n
    const int *group;                        // n
    double *model;                           // N: [law n + i]
    double *error;                           // mean of |model - measured|/measured, a law each
    double *distance;                        // N, mean of |model - measured|, a law each
    int ngroup;
    const double *group_clearance; // ngroup
    double *group_force;           // N: [(group nlaw + law) ndepth + i]
} gud_contact_points;

typedef struct gud_contact_sheet {
    gud_component_file file;
    gud_contact_pair pair; // resolved
    int nlaw;
    const char **names;
    gud_contact *contacts;
    int ndepth;
    double *depth;
    double *force;               // N: [law ndepth + i]
    double *half_width;          // m: [law ndepth + i]; NAN where the law does not say
    double *pressure;            // Pa, largest: the same
    gud_contact_points measured; // n = 0: none
} gud_contact_sheet;

#endif
