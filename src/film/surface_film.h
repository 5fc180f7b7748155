// Films between any two surfaces: the Reynolds equation with cavitation on a grid of one of them, the reference
// surface; docs/theory/surface-film.md.
//
// All is seen from the reference body: places, velocities and forces have components in the frame of its surface,
// moments and velocities are taken at the origin of that frame. The other body moves in six freedoms, three of
// translation and three of rotation; Q are the forces on it that do work on them. The reference body gets -Q at the
// same origin.
#ifndef GUD_FILM_SURFACE_FILM_H
#define GUD_FILM_SURFACE_FILM_H

#include "film/bearing.h"
#include "surface/gap.h"

typedef struct gud_surface_film_spec {
    const gud_surface *reference, *other; // they must stay
    gud_grid_spec grid;                   // on the reference surface
    double low, high;                     // window of the gap, as in gud_gap_pair
    bool planar; // the other body moves along x and y and turns about z: other forces are not computed
    bool half;   // planar: the lower end of the grid's second parameter is a plane of symmetry; forces count twice
    double ambient, cavity;           // Pa; forces are those of the pressure above ambient
    double floor;                     // m, film that valleys hold where rough walls press into each other; 0: smooth
    const gud_cavitation *cavitation; // NULL: elrod_adams
    gud_film_solver solver;
    bool thins; // oils with a shear law may be given
} gud_surface_film_spec;

typedef struct gud_surface_film gud_surface_film; // const once made
typedef struct gud_surface_film_work gud_surface_film_work;

gud_status gud_surface_film_create(const gud_surface_film_spec *spec, gud_error *error, gud_surface_film **film);
void gud_surface_film_free(gud_surface_film *film); // accepts NULL
gud_status gud_surface_film_work_create(const gud_surface_film *film, gud_error *error, gud_surface_film_work **work);
void gud_surface_film_work_free(gud_surface_film_work *work); // accepts NULL
const gud_grid *gud_surface_film_grid(const gud_surface_film *film);
double gud_surface_film_fold(const gud_surface_film *film); // 2 for a half, else 1

// What the other body's place makes of the grid. Arrays of cells.
typedef struct gud_film_gaps {
    int n, freedoms;           // 3 in the plane, else 6
    const int *freedom;        // [freedoms] which of the six
    const double *gap;         // m; where there is no film, that of the neighbours that have one
    const double *film;        // m; the same, or what valleys hold where rough walls press into each other
    const int *next;           // [n][4] cells beside, towards lower and higher x, lower and higher y; -1: none
    const unsigned char *hit;  // the normal meets the other surface
    const unsigned char *wet;  // and there is film
    const double *row[6];      // [freedoms] d(gap)/d(displacement)
    const double *rate;        // m/s, of the film
    const double *slide[2];    // m/s of the other wall along and across, relative to the reference
    const double *slide_v[12]; // [2 freedoms] their derivatives by the velocities: along, then across
    double *warm;              // [n][2] where the search starts next time; NAN: anywhere
    int ncold;                 // searches that started from nothing
} gud_film_gaps;

const gud_film_gaps *gud_surface_film_gaps(const gud_surface_film_work *work);

// Forgets the places before: the next search starts from these parameters, [n][2], and depends on nothing else.
void gud_surface_film_warm(gud_surface_film_work *work, const double *warm);

// Finds the gaps. `other`: the other surface's frame with its velocity, seen from the reference. `covered`: cells that
// may have film; NULL: all that meet the other surface.
gud_status gud_surface_film_place(const gud_surface_film *film, gud_surface_film_work *work, const gud_pose *other,
                                  const unsigned char *covered, gud_error *error);

typedef struct gud_surface_film_in {
    const gud_lubricant *oil;
    const double *m_hat; // [cells] see gud_film_in; rows without a state take the velocity instead
    double per_c;
    const gud_drag *drag; // NULL: streamers
    const void *drag_params;
} gud_surface_film_in;

// Q by the six freedoms; in the plane only x, y and the turn about z are not zero
typedef struct gud_surface_film_out {
    double Q[6];
    double Q_q[6][6]; // row: force, column: displacement of the other body; velocity, m_hat and c constant
    double Q_v[6][6]; // by its velocity
    double pressure_max;
    double loss_shear, loss_flow; // W
    double side_flow;             // out to the ambient, m3/s
} gud_surface_film_out;

// at the place found last; film: state and warm start as in gud_film_solve
gud_status gud_surface_film_solve(const gud_surface_film *film, gud_surface_film_work *work,
                                  const gud_surface_film_in *in, gud_film_out *state, gud_surface_film_out *out,
                                  gud_error *error);

// The derivatives for the solution that `work` holds, into Q_q and Q_v. The change of broken film's drag and terms of
// the order gap by radius in it are left out.
gud_status gud_surface_film_tangents(const gud_surface_film *film, gud_surface_film_work *work,
                                     const gud_film_out *state, gud_surface_film_out *out);

// balance of the last solution
void gud_surface_film_balance(const gud_surface_film_work *work, const gud_film_out *state, gud_film_balance *balance);

#endif
