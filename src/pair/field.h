// The gap field of a pair: what a geometry says of the gap between two walls, on a grid that rides on the first of
// them. Films, asperities and every other layer see nothing else of the geometry; docs/theory/pair.md.
//
// The pair has nq coordinates: those of the rigid walls first, then modes of their deflection. Q_k is the force that
// does work on coordinate k. Velocities are those of the second wall against the first; vectors have components along
// the two directions of the grid. Arrays that a geometry leaves NULL are zeros.
#ifndef GUD_PAIR_FIELD_H
#define GUD_PAIR_FIELD_H

#include "base/arena.h"
#include "film/film.h"

typedef struct gud_gap_field {
    // made once
    gud_film_grid *grid; // cells, faces, metric, edges
    int n;               // cells
    int nface_x, nface;  // faces across x, and all of them: those across y follow, numbered as in film.h
    int nmoving;         // faces over which walls carry oil: nface_x if nothing moves along y
    // Of faces over which walls carry oil; inner ones across x, whose cells have known numbers, are left out where
    // nothing moves along y
    const int *low, *high;            // [faces] cells on both sides; at an edge both are the one cell
    const double *has_low, *has_high; // [faces] 1 if that side is a cell and something flows, else 0
    double fold;                      // 2 where the grid is half of a symmetric pair
    bool prismatic;                   // the gap does not change along y
    bool supplied;                    // open edges of x are a line of supply
    bool stiffens;                    // forces of a given pressure change as the walls move: the geometry knows how
    bool shown;                       // only to be looked at: layers solve nothing here
    bool shares;                      // grid and rows belong to another field
    const double *rest;               // [n] gap where all coordinates are zero; NULL: there is no such position
    int nq;

    // filled for a position of the walls
    double *q_t;                            // [nq] rates of the coordinates
    double *h, *h_t;                        // [n] gap between the mean planes, and its rate at the grid point
    double *slip[2];                        // [n] velocity of the second wall against the first
    double *shear[2];                       // [n] the part of it that shears the oil to the order of lubrication theory
    unsigned char *wet;                     // [n] the walls face each other here; NULL: everywhere
    bool wet_changed;                       // since the position before
    const double **h_q;                     // [nq][n] dh/dq
    const double **slip_v[2], **shear_v[2]; // [nq][n] d(slip)/d(dq/dt), d(shear)/d(dq/dt)
    // Oil that the mean of both walls carries over a face, by the rate of a coordinate: gap (carry + gap arm)
    const double **carry, **arm; // [nq][faces]
    // [nq][n] area h_q by push_unit, where that is known once and for all: on cells of one area h_q itself
    const double **push;
    double push_unit;

    // Walls that give way, where a layer lies under the gap that does; NULL: stiff walls. The gap is h + deflection.
    double *compliance;                    // [n] m/Pa of the columns under the gap
    double *deflection;                    // [n] m, as the film has found it
    double **deflection_q, **deflection_v; // [nq][n] its derivatives by coordinates and rates, with the film's tangents
    const struct gud_columns *columns;     // deflection under a pressure of the film: pair/column.h
} gud_gap_field;

// arrays of the field for a grid with n cells and nq coordinates; false without memory
bool gud_field_take(gud_gap_field *field, gud_film_grid *grid, int nq, gud_arena *arena);

// the numbers that the field changes, of a twin whose other arrays are those of the first field; false without memory
bool gud_field_share(gud_gap_field *field, const gud_gap_field *first, gud_arena *arena);

// cells on both sides of faces, and what is shut; once the grid's edges and the number of moving faces are known
bool gud_field_connect(gud_gap_field *field, gud_arena *arena);

// function of gud_geometry: the grid goes, the arena holds the rest
void gud_field_release(gud_gap_field *field, void *work);

// number of a cell beside k: 0 and 1 towards lower and higher x, 2 and 3 towards lower and higher y; -1: none with film
int gud_field_beside(const gud_gap_field *field, int k, int side);

// gap of a cell, with what its walls have given way
static inline double gud_field_gap(const gud_gap_field *field, int k)
{
    return field->deflection ? field->h[k] + field->deflection[k] : field->h[k];
}

// out = first + the sum of rows times factors; rows may be NULL, and so may `first`, for zeros
void gud_rows_combine(int n, int nrow, const double *const *rows, const double *factors, const double *first,
                      double *out);

// generalised forces and their derivatives by coordinates and rates; matrices by rows
typedef struct gud_response {
    int nq;
    double *Q, *Q_q, *Q_v; // [nq], [nq][nq]
} gud_response;

bool gud_response_take(gud_response *response, int nq, gud_arena *arena);
void gud_response_clear(gud_response *response, bool tangents);
void gud_response_add(gud_response *sum, const gud_response *part, bool tangents);

#endif
