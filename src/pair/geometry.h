// Geometries of a pair: how two walls stand to each other, and what that makes of the gap between them. A geometry is a
// row; it sees the pose of the second frame from the first and fills a gap field; docs/theory/pair.md.
#ifndef GUD_PAIR_GEOMETRY_H
#define GUD_PAIR_GEOMETRY_H

#include "body/pose.h"
#include "pair/field.h"
#include "pair/pair.h"

enum { GUD_RIGID = 6 }; // rigid coordinates that a geometry may have

// Where the walls are: the second frame seen from the frame that carries the grid, and what the geometry makes of it.
typedef struct gud_location {
    gud_pose seen;                       // velocities are relative, too
    double q[GUD_RIGID], q_t[GUD_RIGID]; // rigid coordinates and their rates
} gud_location;

// the least gap anywhere between the walls, and where it is
typedef struct gud_closest {
    double gap;
    double x, y; // m along the grid: of a journal angle times radius, and the height along the axis
} gud_closest;

typedef struct gud_geometry {
    const char *name;
    // the grid and a field of one simulation, from the shape; what the arena does not hold goes with `release`
    gud_status (*create)(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *field, void **work);
    // The same, sharing what never changes with the field of another simulation of this shape, which has to outlive it.
    // NULL: nothing can be shared
    gud_status (*twin)(const void *shape, const gud_gap_field *first, gud_arena *arena, gud_error *error,
                       gud_gap_field *field, void **work);
    void (*release)(gud_gap_field *field, void *work);
    void (*locate)(const void *shape, const gud_pose *seen, gud_location *at);
    // Gap, rate, slip and what else changes with the position. `covered`: cells that may have film; NULL: all
    gud_status (*fill)(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *field, gud_error *error);
    // Q_q += how forces of a given pressure change as the walls move; press: [n] force on a cell. Asked where the field
    // says `stiffens`
    void (*stiffen)(const void *shape, void *work, const gud_gap_field *field, const double *press, double *Q_q);
    // how the rate of the gap changes with coordinate k, for films without a state; likewise
    void (*rate_slope)(const void *shape, void *work, const gud_gap_field *field, int k, double *rate_q);
    // Force and moment on the second wall at the origin of the first frame, in its axes, from generalised forces, and
    // their derivatives by displacement and twist of the second body there (matrices of 6 x 6 by rows; NULL: not asked)
    void (*wrench)(const void *shape, const gud_location *at, const gud_response *response, double wrench[6],
                   double *by_shift, double *by_twist);
    // least gap of rigid walls; NULL, or a gap of NAN: only the cells know
    gud_closest (*closest)(const void *shape, const gud_location *at);
    // Where a point that rides on the second wall lies in the grid; `rest`: where it lies while both frames are one.
    // NULL: not known
    void (*follow)(const void *shape, const gud_location *at, const double rest[2], double now[2]);
    int nwarm;     // numbers a cell that a search starts from, kept between steps
    bool restarts; // all searches of a step start from what the last accepted step left
    void (*warm_get)(const void *work, double *warm);
    void (*warm_set)(void *work, const double *warm);
    // a point of a cell in the frame that carries the grid
    void (*point)(const void *shape, const gud_gap_field *field, const void *work, int cell, double x[3]);
    // channels of where the walls are: the first `nchannel` of them
    const gud_pair_label *channels;
    int (*nchannel)(const void *shape);
    void (*report)(const void *shape, const gud_location *at, double *values);
} gud_geometry;

// pose and velocity of B as a body at A sees them
void gud_pose_seen(const gud_pose *A, const gud_pose *B, gud_pose *seen);

extern const gud_geometry gud_geometry_pin, gud_geometry_surfaces;

#endif
