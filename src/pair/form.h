// The form of two walls: what they deviate from the shapes of their geometry, on the grid of a gap field. The wall that
// carries the grid changes the gap once and for all; the other one brings its deviations along as it moves.
// docs/theory/form.md.
#ifndef GUD_PAIR_FORM_H
#define GUD_PAIR_FORM_H

#include "pair/field.h"
#include "wall/deviation.h"

// deviations of the wall with the grid, and of the other
typedef struct gud_form {
    const gud_deviation *list[2];
    int n[2];
} gud_form;

// how all deviations of a wall change over it; form may be NULL
unsigned gud_form_traits(const gud_form *form, int wall);

// do they fit walls of such a geometry?
gud_status gud_form_check(const gud_form *form, const gud_wall walls[2], gud_error *error);

typedef struct gud_form_work {
    const gud_form *form; // NULL: both walls are as their geometry says
    gud_wall wall[2];
    bool moves;            // the other wall has deviations
    double *fixed;         // [n] of the wall with the grid
    double *at[2];         // [n] where the other wall is met, in its own coordinates
    double *turned;        // [n][4] derivatives of these by a way along the grid, row by row; NULL: both go together
    const double **ideal;  // [nq] rows of ideal walls
    gud_deviation_sum far; // [n] deviation of the other wall there, derivatives along the grid
    double **row;          // [nq][n] dh/dq, for coordinates that move the other wall over the grid
} gud_form_work;

// Rows of the coordinates that move the other wall over the grid become those of the form, with zeros in them: once
// the field has its other rows.
gud_status gud_form_create(const gud_form *form, const gud_wall walls[2], gud_gap_field *field, gud_arena *arena,
                           gud_error *error, gud_form_work *work);

// adds the deviations to gap, rates and rows, which are those of ideal walls; `at` is filled where the other one moves
void gud_form_add(gud_form_work *work, gud_gap_field *field);

// what its curvature adds to geometries' stiffen and rate_slope
void gud_form_stiffen(const gud_form_work *work, const gud_gap_field *field, const double *press, double *Q_q);
void gud_form_rate_slope(const gud_form_work *work, const gud_gap_field *field, int k, double *rate_q);

#endif
