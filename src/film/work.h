// Inside of the film library: the prepared film and its scratch. Not for callers.
#ifndef GUD_FILM_WORK_H
#define GUD_FILM_WORK_H

#include "base/arena.h"
#include "film/film.h"
#include "film/mirror.h"
#include "film/multigrid.h"
#include "film/ring.h"

#include <string.h>

// Five-point matrix: row k couples cell k with its neighbours. Fixed and solid cells have the row of the identity.
typedef struct gud_stencil {
    int nx, ny;
    bool periodic, wraps;                         // closed along x, along y
    double *centre, *west, *east, *south, *north; // west: i - 1, east: i + 1, south: j - 1, north: j + 1
} gud_stencil;

// Faces of one direction. Here face f lies below cell f, in x between cells f - ny and f, in y between f - 1 and f, so
// that loops run over all of them at once. The last cell of a row along y and the first one of the next have a face of
// no length between them; faces on the edges of y follow after all others (gud_film_face_y).
typedef struct gud_film_faces {
    double *length;  // 0: nothing flows
    double *conduct; // length by distance
    double *weight;  // of the low cell's gap in the gap that conducts
} gud_film_faces;

// Faces between cells: n from the first on; below them cells from `low` on, above them those with their own numbers.
typedef struct gud_film_range {
    int first, low, n;
} gud_film_range;

// One open side of the grid: faces from first_face on, cell = first_cell + s * cell_step, s = 0..count-1
typedef struct gud_film_side {
    int count, first_face, first_cell, cell_step;
    int inner;   // offset to the next cell inwards, 0 if there is none
    int third;   // and to the one after it
    double sign; // +1 where the outward direction is that of higher x or y
} gud_film_side;

// One place where a cell meets a feed: a face of its own (film->tap).
typedef struct gud_film_tap {
    int cell, beside; // beside: the cell beyond, whose gap has a part in that of the rim
    int feed;
    int face, drift; // numbers of the face that is cut; -1: nothing is carried
    bool along;      // an x face
    double sign;     // +1: the feed lies towards higher x or y
    double at;       // where the rim lies on the way to `beside`
} gud_film_tap;

// A face through which a difference of pressure along it presses oil: T times the sum of weights times u, at cells or,
// below 0, at edge -1 - at
typedef struct gud_cross {
    int face, low, high;
    bool along; // an x face
    int n, at[4];
    double weight[4];
} gud_cross;

typedef struct gud_krylov gud_krylov;

// a feed close to an edge, and what lies between
typedef struct gud_film_leak {
    int cell, feed, edge;
    bool along;
    double conduct;
} gud_film_leak;

struct gud_film {
    int nx, ny, ncell;
    int nstate; // cells and feeds
    double box[4];
    bool periodic, wraps; // closed along x, along y
    gud_film_edge edge[4];
    gud_film_side side[4];
    gud_film_range inner[3]; // x faces that close a ring, other x faces, y faces
    gud_film_faces x, y;
    double *own_weight;  // of y; where no cell is fixed all weights are the same, and those of x do
    const double *area;  // [cells]
    double *unknown;     // [cells and feeds] 1 where the film has an unknown, else 0
    double *fixed;       // [cells] pressure above cavity of fixed cells, 0 elsewhere
    unsigned char *kind; // [cells and feeds]
    int nfixed;          // cells without an unknown
    int most_feeds, nfeed;
    gud_film_feed *feed;
    bool *is_well;
    int nrecess, *recess; // numbers of feeds whose pressure is unknown
    int ntap, nleak;
    gud_film_tap *taps;
    gud_film_faces tap;            // [ntap]
    gud_film_leak *leak;           // [nleak]
    int ncovered, *covered;        // cells whose centre lies in a feed
    double *cell_share;            // [cells] part of the cell that feeds cover
    int *cell_feed;                // [cells] 1 + number of that feed, 0: none
    gud_film_faces bare_x, bare_y; // faces without feeds
    gud_cross *cross;              // NULL: lines cross at right angles
    int ncross;
    gud_film_options options;
    gud_arena memory;
};

// What the fluxes through the faces of one direction are made of.
typedef struct gud_face_flow {
    bool carries;      // walls move along; if not, `carry` is 0
    double *speed;     // length * drift, m2/s
    double *carry;     // V = length * drift * gap, m3/s per unit of rho theta
    double *voids;     // V phi, m3/s per unit of void in the cell upstream: `carry`, or
    double *own_voids; // of second order
    double *conduct;   // T, m3/(s Pa), for the reduced pressure
    double *rest;      // T without thinning; the same array where the oil cannot thin
    double *slope;     // derivative of the pressure flow by the difference of pressure; likewise
    double *pull;     // stress at the walls by pressure flow over viscosity, with its sign; only where the oil can thin
    double *stress;   // mean stress over viscosity, the next guess; likewise
    double *thin_gap; // relative change of T with the gap and
    double *thin_slip;         // with the slip, by thinning
    double *flux;              // towards higher x or y
    double *by_gap, *by_thick; // derivatives of the flux by the gap that conducts and by twice the gap that carries
    double *at_face;           // content that the walls carry over the face, for derivatives
    // Only where walls give way: T^2/T*^2, derivative of the flux by the speed, and of it by both pressures beyond
    // slope
    double *fade, *by_speed, *more_low, *more_high;
} gud_face_flow;

// a face behind which the gap widens at once, and the film may break: (3e)
typedef struct gud_rupture {
    int face, up, down;
    bool along, open;           // open: broken behind the face
    double sign;                // +1 if `up` is the low cell
    double through, half, more; // T, T_up, V - V_up
} gud_rupture;

// derivatives of the flux over a face of an edge by the gaps of the edge's cell and the next two, that conduct and that
// carry, and the gap on the edge
typedef struct gud_edge_slope {
    double pressed[3], carried[3], thick;
} gud_edge_slope;

// how the flux over a face of y changes with the voids of three cells by what the walls carry
typedef struct gud_bent {
    int face, cell[3];
    double by[3];
} gud_bent;

// A cell that is filling: theta = brim + give u up to 1; docs/theory/film.md, section 13
typedef struct gud_filling {
    int cell;
    bool full, soft; // has pressure; but is not yet full
    double brim, give;
    double chi, conduct;              // the part turned away, and the sum of T
    int most, least;                  // neighbours with the largest and the least void; -1: none
    double by_own, by_most, by_least; // derivatives of chi by these voids
} gud_filling;

// how the linear problem of an active set is solved
typedef enum { GUD_LINEAR_RING, GUD_LINEAR_MIRROR, GUD_LINEAR_MULTIGRID } gud_film_linear_kind;

// cells from which on threads pay in a loop over them, and in a film
enum { GUD_WORTH_SHARING = 1 << 14, GUD_FILM_WORTH_SHARING = 1 << 15 };

struct gud_film_work {
    gud_arena memory;
    gud_team *team; // that shares loops over cells; NULL: none, or not worth it
    gud_face_flow x, y;
    double *u;                     // reduced pressure above that of the cavity; without a law of pressure p - p_cav
    double *theta;                 // film fraction; for rows without transport 1 + (slack of the balance)
    const double *content;         // rho theta
    double *full;                  // the active set: 1 or 0
    double *is_full;               // 1 where the pressure is unknown; with a row before the first and after the last,
    double *carried;               // derivative of the content by the cell's unknown; likewise
    double *pressure, *pressure_u; // pressure and its slope by u; these two, or arrays that hold the same
    double *own_pressure, *own_pressure_u;
    double *rho, *rho_u; // relative density and its slope by u
    double *rho_theta;   // of a density that changes
    double cavity;       // reduced pressure of the cavity
    double edge_u[4], edge_rho[4];
    gud_flow_out rough;               // [cells] where walls are rough
    const double *thick;              // [cells] mean gap; the gap itself between smooth walls
    double *thick_s;                  // [cells] its derivative by a parameter, where walls are rough
    double *residual, *step;          // [cells]
    double *trial;                    // [cells] scaled unknown of the damped method
    double *columns;                  // [cells * nparam] right-hand sides one after the other
    double *flux_s_x, *flux_s_y;      // derivatives by one parameter: of the fluxes,
    double *speed_s_x, *speed_s_y;    // and of the speeds
    gud_edge_slope *edge_slope[4];    // [faces of open edges]
    double slack;                     // weight of the slack variable
    gud_face_flow tap;                // flows into feeds
    double *leak;                     // [leaks] conductances from feeds to edges
    double *supply;                   // [feeds] pressures given
    double *tap_leak, *tap_hold;      // [cells] sums of T and V+ of the taps
    double *feed_full, *feed_carried; // [feeds] as is_full and carried, of recesses
    double *feed_columns;             // [feeds * nparam] right-hand sides
    double *border, *schur;           // [recesses * cells] A^-1 C, [recesses^2] factors
    double *recess_rhs;               // [recesses]
    int *jump[2], njump[2];           // faces of x and y across which the gap jumps
    gud_rupture *rupture;             // and those of them that may open
    int nrupture;
    double *known_void;      // [cells] known before the stage
    double *turnover, *held; // [cells] the stage by the oil that fills the cell, s/m3; oil by the stage, m3/s
    double *void_h, *void_s; // [cells] derivatives of the void by the gap and by one parameter
    double *bent_x[3];       // [x faces] derivatives of the flux by the voids from upstream to downstream,
    bool *bends;             // in those blocks of faces where there are any
    gud_bent *bent;          // [nbent] and of the fluxes over faces of y
    int nbent;
    bool phi_varies;         // derivatives by these voids are wanted
    double *fill_void;       // [cells] the same of cells that were broken when the step began; with a row at either end
    unsigned char *may_fill; // [cells and eight] 1 for those that are asked whether they turn oil away
    gud_filling *filling;    // [nfilling]
    int nfilling;
    bool incompressible; // rho is 1 and rho_u is 0
    bool compressed;     // rho_u has slopes of a density
    bool fresh;          // what does not depend on pressure is new to the linear solver
    bool varies;         // the balances are not linear on each active set
    int inner;
    gud_film_in yielded; // the question with the gap that walls have given way to,
    double *gap, *gap_u; // [cells] that gap, and its derivative by the cell's unknown
    double *gap_s;       // [cells] scratch of gud_yield_matrix
    gud_stencil matrix;
    bool coupled;                     // it has its couplings; else gud_film_couplings makes them
    bool assembled;                   // it was made since the film was prepared, perhaps for another active set
    bool *rows_changed, *rows_beside; // [nx] scratch of gud_film_rows_find
    gud_film_linear_kind linear;      // what factorised the matrix last
    gud_ring *ring;
    gud_mirror *mirror;
    gud_multigrid *multigrid;
    bool nests;         // cold starts get a guess from a coarser grid
    gud_krylov *krylov; // with cross flow
    signed char *bound; // [ncross] cross flows that reach a bound: 1 that of the low cell, -1 that of the high one
};

// number of the y face (i, j) of film.h
static inline int gud_film_face_y(const gud_film *film, int i, int j)
{
    if (j > 0 && j < film->ny) return i * film->ny + j;
    return film->ncell + 1 + (j > 0 ? film->nx : 0) + i;
}

static inline int gud_film_nface_y(const gud_film *film)
{
    return film->ncell + 1 + 2 * film->nx;
}

// the first x faces of a ring are the last ones as well
static inline void gud_film_close(const gud_film *film, double *x)
{
    if (film->periodic) memcpy(x + film->ncell, x, (size_t)film->ny * sizeof *x);
}

// a film with transport and free cells only, nothing special at its faces, whose balances are linear on each active set
static inline bool gud_film_is_basic(const gud_film *film, const gud_film_work *work)
{
    return film->options.cavitation->transport && film->nfixed == 0 && film->nfeed == 0 && !film->wraps &&
           !film->cross && work->nrupture == 0 && !work->varies;
}

// larger and smaller of two numbers that are not NaN; unlike fmax they cost no call
static inline double gud_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double gud_smaller(double a, double b)
{
    return a < b ? a : b;
}

// u of a pressure
double gud_film_reduce(const gud_film *film, const gud_film_work *work, const gud_film_in *in, double pressure);
void gud_film_pressures(const gud_film *film, gud_film_work *work, const gud_film_in *in); // of u, into the work
void gud_film_roughen(const gud_film *film, gud_film_work *work, const gud_film_in *in);
// how rough walls slide along x or y; NULL: not at all
static inline const double *gud_film_slide(const gud_film_in *in, bool along)
{
    return in->slide[0] ? in->slide[along ? 0 : 1] : along ? in->slip : NULL;
}
void gud_film_drag(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_film_thin(const gud_film *film, gud_film_work *work, const gud_film_in *in);
// adds to the derivatives of the fluxes by a parameter what rough walls and the slip bring
void gud_film_rheology(const gud_film *film, gud_film_work *work, const gud_film_in *in, const gud_film_param *param);
void gud_film_thin_face(const gud_face_flow *flow, const gud_film_faces *faces, const gud_film_in *in, bool along,
                        int f, double gap, double slip, double du);
void gud_film_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_film_properties(const gud_film *film, gud_film_work *work, const gud_film_in *in);
// length * drift, of a drift by the numbers of film.h
void gud_film_speeds(const gud_film *film, bool along, const double *drift, double *speed);
// adds what leaves every cell, times the sign
void gud_film_outflow(const gud_film *film, double sign, const double *x, const double *y, double *sum);
void gud_film_residual(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *residual);
void gud_film_matrix(const gud_film *film, gud_film_work *work, const gud_film_in *in);
// Residual and matrix after cells have changed sides, computed only for rows with such cells and the rows next to them.
// Since the last gud_film_matrix, u and theta may have changed only in cells whose `full` has changed, or `soft` of
// filling cells; work->residual and the fluxes have to be those from before the change. False: the film is not simple
// enough, and nothing was done.
bool gud_film_update(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_film_couplings(const gud_film *film, gud_film_work *work); // of the matrix, if it does not have them yet
void gud_yield_matrix(const gud_film *film, gud_film_work *work, const gud_film_in *in); // adds to the matrix
bool gud_film_linear_exact(const gud_film_work *work); // a solution is one to rounding
gud_status gud_film_linear_create(const gud_film *film, gud_film_work *work, gud_error *error);
void gud_film_linear_free(gud_film_work *work);
gud_status gud_film_factor(const gud_film *film, gud_film_work *work, const gud_film_in *in);
gud_status gud_film_linear(gud_film_work *work, int n, double *columns, double tolerance);

#endif
