// Grids of the multigrid cycle: the linear problem of a film on ever fewer lines, and the lines ready to be solved.
// docs/theory/film.md, section on cost.
#ifndef GUD_FILM_LEVELS_H
#define GUD_FILM_LEVELS_H

#include "film/lanes.h"
#include "film/work.h"

// What a film's matrix is made of, by numbers of cells and faces as in film.h.
typedef struct gud_problem {
    int nx, ny;
    double *full, *broken;         // [cells] 1 where the unknown is a pressure, or a film fraction
    double *store;                 // [cells] storage by the film fraction
    double *leak_x, *leak_y;       // [cells] conductance from the cell to given pressures
    double *conduct_x, *conduct_y; // [faces] between pressures
    double *carry_x, *carry_y;     // [faces] of film fractions
} gud_problem;

// Cells of a level are stored row by row, x = constant, the even ones of a row first: cell (i, j) is number
// i * row + (j odd ? even : 0) + j / 2. Rows are filled up to whole vectors with rows of the identity.
//
// The unknown of a cell is scaled by the pivot d of its line: X = d x. X is a flow, and an entry of the matrix divided
// by the pivot of its column is the part of that flow that the row's cell gets. So single numbers are good enough.
typedef struct gud_level {
    int nx, ny;
    int even, odd, row;
    bool ring;
    int merge;     // cells merged along x on the way to the next level
    double *width; // [nx] of cells along x, in cells of the finest grid
    gud_problem problem;
    gud_problem thin; // of the odd lines alone, if cells are merged along x as well
    gud_stencil a;    // in the order of the level

    // solution of the lines along x: forwards F = b - west F', then backwards X = F - east X' - closing Z
    double *pivot, *inverse; // of the lines
    float *west, *east, *south, *north;
    float *closing;                // part of the flow from the last cell of a ring
    float *opening;                // part of the others' flow to it
    float *gain;                   // [row] Z by the last cell's flow
    float *end;                    // [row] Z
    unsigned char *closes, *opens; // [nx] rows in which they are not nothing
    float *share[2];               // [odd lines] value by that of the coarse cell, and of its neighbour along x
    float *give[2];                // [odd lines] parts of a residual for the two, if cells are merged along x
    float *x, *b;
} gud_level;

enum { GUD_MOST_LEVELS = 20 };

typedef struct gud_levels {
    int n;
    gud_level level[GUD_MOST_LEVELS];
    double *low, *high, *low_broken, *high_broken; // [even lines] parts that go to the lines below and above
    double *buffer;                                // rows
    double *carry_y;                               // [y faces] of the finest grid
} gud_levels;

void gud_levels_take(gud_levels *levels, const gud_film *film, gud_arena *memory);

// GUD_RETRY if the matrix is singular
gud_status gud_levels_setup(gud_levels *levels, const gud_film *film, const gud_film_work *work, const gud_film_in *in);

// row i of the next level that cell row i of this one takes part in (which = 0), and its neighbour (1) or -1
static inline int gud_level_row(const gud_level *l, int i, int which)
{
    const int n = (l->nx + l->merge - 1) / l->merge, own = i / l->merge;
    if (which == 0) return own;
    const int other = i % 2 ? own + 1 : own - 1;
    if (l->ring) return (other + n) % n;
    return other < n ? other : -1;
}

// a row in the order of the grid into the order of a level
GUD_INLINE void gud_row_split(int n, const double *restrict row, double *restrict even, double *restrict odd)
{
    for (int m = 0; m < n / 2; m++) even[m] = row[2 * m], odd[m] = row[2 * m + 1];
    if (n % 2) even[n / 2] = row[n - 1];
}

#endif
