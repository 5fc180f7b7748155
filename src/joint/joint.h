// Ideal joints: each is a list of gauges between its two frames that are held at zero; docs/theory/joints.md.
//
// To add one: its type and a line in the list of rows, both in joints.c.
#ifndef GUD_JOINT_JOINT_H
#define GUD_JOINT_JOINT_H

#include "base/field.h"
#include "joint/gauge.h"

typedef struct gud_joint_part {
    gud_gauge_kind kind;
    int i, j;          // axes of the first and of the second frame
    const char *about; // what is held, for messages
} gud_joint_part;

enum { GUD_JOINT_ROWS = 6, GUD_JOINT_COORDINATES = 2 };

// The joint's axis is z of both frames in space; in the plane it is x (z is always normal to the plane).
typedef struct gud_joint_form {
    int nrow; // 0: the joint does not exist in this space
    gud_joint_part row[GUD_JOINT_ROWS];
    gud_joint_part coordinate[GUD_JOINT_COORDINATES]; // its freedoms that have a name; about: "angle", "position"
} gud_joint_form;

typedef struct gud_joint_type {
    gud_row row;
    bool is_free;    // holds nothing, in any space
    bool has_length; // its gauge is held at a length instead of zero
    gud_joint_form planar, spatial;
} gud_joint_type;

extern const gud_row *const gud_joint_rows[]; // ends with NULL

const gud_joint_type *gud_joint_type_of(const gud_row *row);

// parameters of a joint that holds a length
typedef struct gud_joint_length {
    double length; // m; NAN: as in the first guess
} gud_joint_length;

#endif
