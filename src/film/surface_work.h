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
    int *low, *high;  // [faces] cells on both sides; -1: outside. Both -1: nothing flows
    double *length;   // [faces]
    double *carry[6]; // [freedoms][faces] half the flow of a unit of velocity over a face, by unit of gap
    double *arm[6];   // [freedoms][faces] its change with the gap: the other wall is further away from the origin
    double *bend;     // [n][3] change of the normal along and across: along-along, along-across, across-across
    gud_arena memory;
};

struct gud_surface_film_work {
    gud_film *film; // with the kinds of the moment
    gud_film_work *solver;
    gud_film_grid *grid;
    gud_gap_work search;
    gud_gap_field field;
    gud_pose other;
    gud_film_gaps gaps;
    gud_film_in in; // of the last solution
    gud_surface_film_in asked;
    double *gap, *row[6], *slide[2], *slide_v[12], *hit_place; // [n], [n], [n], [n], [n][3]
    unsigned char *wet;
    double *rate, *slip, *drift;
    double *drift_v[6], *drift_q[6], *rate_q[6], *slip_v[6], *push[6]; // derivatives; push: force of a unit of pressure
    double *p_s[12];
    double *drag; // [n] viscosity times share times area by gap
    double *eta, *scrap[4], *shear;
    gud_arena memory;
};

bool gud_surface_film_stateful(const gud_surface_film *film);

#endif
