// Elastic foundations: pressure from the depth at every point of a contact, integrated over cells on which the depth is
// linear; docs/theory/contact.md, section 11.
//
// To add one: a row with its parameters and what it stores in a cell, one line in foundations.c.
#ifndef GUD_CONTACT_FOUNDATION_H
#define GUD_CONTACT_FOUNDATION_H

#include "base/error.h"
#include "base/field.h"

// what a user says; each row takes some of these
typedef struct gud_foundation_params {
    double stiffness;                   // Pa/m
    double modulus, poisson, thickness; // Pa, -, m
    double damping;                     // s/m
} gud_foundation_params;

typedef struct gud_foundation_law gud_foundation_law;

typedef struct gud_foundation {
    const gud_foundation_law *law;
    double stiffness; // Pa/m
    double damping;   // chi, s/m: the pressure is that of the depth times 1 + chi rate, never negative
} gud_foundation;

// Energy of a cell per area, J/m2, with its derivatives by the depth in the middle and by the rises of the depth from
// one edge to the other in both directions. energy_x[0] is the mean pressure.
typedef struct gud_foundation_cell {
    double energy, energy_x[3], energy_xx[3][3];
} gud_foundation_cell;

struct gud_foundation_law {
    gud_row row;
    double (*stiffness)(const gud_foundation_params *params);
    void (*cell)(const gud_foundation *foundation, const double x[3], gud_foundation_cell *cell);
};

extern const gud_foundation_law *const gud_foundation_laws[]; // ends with NULL
extern const gud_row *const gud_foundation_rows[];            // the heads of the same rows
const gud_foundation_law *gud_foundation_find(const char *name);

void gud_foundation_make(const gud_foundation_law *law, const gud_foundation_params *params,
                         gud_foundation *foundation);

#endif
