// Inside of the film layer: its scratch, what it hands to the solver, and derivatives of its answer. Not for callers.
#ifndef GUD_PAIR_FILM_WORK_H
#define GUD_PAIR_FILM_WORK_H

#include "pair/film_feeds.h"
#include "pair/film_layer.h"

#define GUD_FILM_THINNEST 1e-9 // m, films between walls that give way are none below twice that

// A film's scratch, and the answer it gave last. Rows are the film's own where walls come close to the floor;
// elsewhere they are those of the field.
typedef struct gud_film_scratch {
    gud_film *film;
    gud_film_work *solver;
    gud_film_out out;
    gud_film_in in;    // of the last solution
    gud_lubricant oil; // of the layer, with the viscosity of the moment
    double eta0;       // Pa s, that a simulation has set; 0: that of the layer's oil
    gud_film_feeding feeding;
    int n, nq, nface;
    double *film_gap, *floored; // [n] gap that oil fills: that of the field, or what valleys hold
    double *share, *bend;       // [n] d(film_gap)/d(gap) and its derivative
    double *rate;               // [n] of the film's gap
    bool close;                 // walls come close to the floor somewhere
    const double **row;         // [nq][n] d(film_gap)/dq
    const double **push;        // [nq][n] force of a unit of pressure
    double *push_unit;          // [nq] by these
    double **own_row, **own_push;
    double *per_length;          // [faces] 0 where nothing flows
    double *face_gap, *drift;    // [faces]; the gap where the other wall turns about a distant axis
    bool turns;                  // and whether there is such a wall
    double **drift_v, **drift_q; // [nq][faces]
    double *slip;                // [n] size of the sliding velocity
    double *load, *press;        // [n] pressure above ambient, of both halves; its force on the slope
    double *drag;                // [n] stress of the walls by their slip, times area
    double *m_hat;               // [n] oil to start from at an instant
    double *answered_gap;        // [n] gap of the last answer
    double filling_loss;         // W, of its cells that fill
    double *began;               // [n] voids that the step begins with
    double **column, **oil_column, **rate_column, **slip_column;
    double *fall, *half, *eta, *scrap[4]; // the first scrap has room for faces
    double floor, ambient;                // m, gap that is left to the film; Pa
    // where walls give way: pressure above ambient, deflection of a trial and its slope, gap by coordinates at constant
    // pressure, and with it; by rates
    double *above, *given, *given_p;
    double **yield_row, **total_q, **total_v;
    const gud_gap_field *field;
    gud_film_wall wall;
    gud_arena memory;
} gud_film_scratch;

const gud_cavitation *gud_film_cavitation(const gud_film_layer *layer);

// Where rough walls press into each other their valleys still hold oil: h = f + s ln(1 + exp((h_n - f)/s)) of the
// nominal gap h_n, with s = f/4. Far above the floor f it is h_n itself. docs/theory/lubricated.md, eq. (4a)
double gud_film_floored_gap(double floor, double gap, double *share, double *bend);

// the same for n gaps, also in place; share and bend may be NULL
void gud_film_floor_gaps(int n, double floor, const double *gap, double *floored, double *share, double *bend);

// gap of the film under its pressure, see gud_film_wall
void gud_film_wall_gap(void *owner, const double *pressure, double *gap, double *gap_p);

// what the solver is asked at the position of the field
void gud_film_inputs_fill(const gud_film_layer *layer, const gud_layer_in *in, gud_film_scratch *w);

// Walls that have given way to the pressure found: gaps, rows and pushes are those of the film then
gud_status gud_film_walls_settle(const gud_film_layer *layer, gud_gap_field *field, gud_film_scratch *w,
                                 gud_error *error);

// function of gud_layer
gud_status gud_film_tangents(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out);
gud_status gud_film_follow(const void *params, void *work, const gud_layer_in *in, gud_layer_out *out);

// ---- loops over cells and faces

// Inner faces across x have cells of known numbers on both sides, e - ny and e: loops over them are vectors. All the
// others look their cells up.
typedef struct gud_inner_faces {
    int first, end, ny;
} gud_inner_faces;

static inline gud_inner_faces gud_inner_faces_of(const gud_gap_field *f)
{
    return (gud_inner_faces){f->grid->ny, f->n, f->grid->ny};
}

// the face after e among those that are not inner ones
static inline int gud_next_outer(const gud_inner_faces *in, int e)
{
    return e + 1 == in->first ? in->end : e + 1;
}

double gud_film_least(const double *a, int n);
double gud_film_dot(const double *a, const double *b, int n);
// adds factor times unit[row], or 1 for NULL, times the products of x with each row that there is to sums[row * stride]
void gud_film_add_dots(int n, double factor, const double *x, int nrow, const double *const *rows, const double *unit,
                       double *sums, int stride);
void gud_film_multiply(int n, const double *restrict x, const double *restrict factor, double *restrict out);
void gud_film_on_faces(const gud_gap_field *field, const double *cell, double *restrict face); // means of two cells

#endif
