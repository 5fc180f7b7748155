// Inside of films on surfaces. Not for callers.
#ifndef GUD_FILM_SURFACE_WORK_H
#define GUD_FILM_SURFACE_WORK_H

#include "film/surface_film.h"

// Faces of both directions in one list: first those across x, then those across y, as film.h numbers them.
struct gud_surface_film {
    gud_surface_film_spec spec;
    gud_grid grid; // its points are the centres of cells of equal length; it has no steps and metrics
    double *at[2]; // [2 cells + 1] parameters of faces (even) and centres (odd)
    gud_film_grid *metric;
    int n, nface, nface_x;
    int freedoms, freedom[6];
    double fold;
    int *low, *high;            // [faces] cells on both sides; at an edge both are the one cell
    double *has_low, *has_high; // [faces] 1 if that side is a cell and something flows, else 0
    double *per_length;         // [faces] 1/length, 0 where nothing flows
    double *carry[6];           // [freedoms][faces] half the flow of a unit of velocity over a face, by unit of gap
    double *arm[6]; // [freedoms][faces] its change with the gap: the other wall is further away from the origin
    int *next;      // [n][4] cells beside, towards lower and higher x, lower and higher y; -1: none
    double *bend;   // [n][3] change of the normal along and across: along-along, along-across, across-across
    gud_arena memory;
};

struct gud_surface_film_work {
    gud_film *film; // with the kinds of the moment
    gud_film_work *solver;
    gud_film_grid *grid;
    gud_gap_work search;
    gud_pose other;
    double twist[6]; // of the other body at the origin
    gud_film_gaps gaps;
    gud_film_in in; // of the last solution
    gud_surface_film_in asked;
    double *gap, *row[6], *rate, *slide[2], *slide_v[12]; // [n]
    double *slope, *hit_place;                            // [n][3] of the gap by a shift of the other wall; the hit
    double *trail; // [n][9] the last hit on the other surface, in its frame, and the tangents there; NAN: none
    unsigned char *hit, *wet;
    bool close;                     // walls come close to the floor somewhere: then
    double *film_gap, *film_row[6]; // [n] these differ from gap and row,
    double *floored, *wet_row[6];   // and are here,
    double *share, *bend;           // by d(film)/d(gap) and its derivative
    double *face_gap, *drift;       // [faces]
    double *slip, *drift_v[6], *drift_q[6], *rate_q[6], *slip_v[6];
    double *push[6]; // [n] force of a unit of pressure
    double *p_s[12];
    double *load, *press; // [n] pressure above ambient; its force on the slope
    double *drag;         // [n] viscosity times share of the film times area by gap
    double *eta, *scrap[4];
    gud_arena memory;
};

bool gud_surface_film_stateful(const gud_surface_film *film);

#endif
