// Two surfaces that meet in a joint: gaps over the grid of one of them, and the spot where they touch first;
// docs/theory/surface.md, docs/theory/clearance.md.
//
// A search needs to know where it ended last. That is history: the hits of the last accepted step, from which every
// search of the next step begins. So the gaps are a function of poses and history alone, whatever was asked before.
#ifndef GUD_PAIR_SURFACES_H
#define GUD_PAIR_SURFACES_H

#include "pair/spot.h"
#include "surface/nearest.h"

typedef struct gud_surface_pair {
    const gud_surface *surface[2]; // on the first and on the second frame
    int reference;                 // the one that carries the grid
    int side;                      // of it that faces the other
    gud_grid grid;                 // its normals point to the other surface
    double window;                 // m, of gap and depth
    double clearance;              // m, the least gap when the run begins
    double stride;                 // m, about the size of a cell
    gud_gap_mode mode;             // how gaps are found
} gud_surface_pair;

typedef struct gud_surface_spec {
    const gud_surface *surface[2];
    int reference;
    int side;      // 0: to be found from the poses
    double window; // NAN: a twentieth of the smaller surface, or three times the largest gap
    int cells[2];
    gud_gap_mode mode;
} gud_surface_spec;

// The grid, and what follows from the poses of the two frames at the start: the side, and the clearance.
// GUD_ERR_INPUT: the reference sees nothing of the other surface, or the grid is not possible.
gud_status gud_surface_pair_make(const gud_surface_spec *spec, const gud_pose poses[2], gud_arena *arena,
                                 gud_error *error, gud_surface_pair *pair);

// numbers that a pair remembers: which part of the rays that met nothing is tried again (0: nothing is known yet), and
// where every ray hit the other surface
int gud_surface_nhistory(const gud_surface_pair *pair);

typedef struct gud_surface_work {
    gud_arena arena;
    gud_gap_work search;
    gud_gap_hits field;
    double *warm;
    bool known;          // field holds the answer to these poses, from the history that `forget` has not ended
    gud_pose asked[2];   // reference, other
    gud_nearest nearest; // of the spot
    double R[9];         // of the reference frame
} gud_surface_work;

gud_surface_work *gud_surface_work_create(const gud_surface_pair *pair); // NULL without memory
void gud_surface_work_free(gud_surface_work *work);
void gud_surface_work_forget(gud_surface_work *work);

// gaps over the grid at these poses of the two frames; GUD_ERR_NUMERIC if a pose is not finite
gud_status gud_surface_gaps(const gud_surface_pair *pair, const gud_pose *const pose[2], const double *history,
                            gud_surface_work *work);

// the hits of the last gaps become the history
void gud_surface_remember(const gud_surface_pair *pair, gud_surface_work *work, double *history);

// depth of a cell, and its rises across the cell along the two parameters, from the neighbours
typedef struct gud_surface_cell {
    int i, low[2], high[2]; // neighbours; the cell itself where there is none
    double part[2];         // rises are part (depth of high - depth of low)
    double x[3];            // depth and rises
} gud_surface_cell;

// false: nothing is met there
bool gud_surface_cell_of(const gud_surface_pair *pair, const gud_gap_hits *field, int i, gud_surface_cell *cell);

// Where the two are nearest, from the last gaps, seen from the reference; false if nothing is met in the window.
bool gud_surface_nearest(const gud_surface_pair *pair, const gud_pose *const pose[2], gud_surface_work *work);

// The spot where the gap is least. Where nothing is met in the window, the depth is minus the window.
void gud_surface_spot(const gud_surface_pair *pair, const gud_pose *const pose[2], const double *history,
                      gud_surface_work *work, gud_spot *spot);

// how the spot that was found last changes when the frames are shifted
void gud_surface_spot_shift(const gud_surface_pair *pair, const gud_surface_work *work, const gud_spot *at,
                            const gud_shift *shift, gud_spot *change);

#endif
