// Dry friction of a cell whose walls press on each other, for layers that press.
#ifndef GUD_PAIR_RUB_H
#define GUD_PAIR_RUB_H

#include "contact/friction.h"
#include "pair/field.h"

// normal force on a cell and its derivatives by coordinates and rates; NULL: it does not depend on rates
typedef struct gud_cell_load {
    int cell;
    double load;
    const double *load_q, *load_v;
} gud_cell_load;

// Adds the friction of a law without a state to the response, with its derivatives, and returns the heat, W. Of
// pulls[3 nq], the first nq become the parts of the forces for a unit of load.
double gud_rub(const gud_friction *friction, const gud_gap_field *field, const gud_cell_load *on, gud_response *r,
               double *pulls);

#endif
