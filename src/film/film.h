// Thin lubricant films: the transient Reynolds equation with cavitation on a structured grid of a surface.
// docs/theory/film.md; Nascimento 2024, eqs 2.48 and 2.49.
//
// Balance of one cell of area A over a stage of a time integrator, with m = rho theta h the oil on a unit of area:
//
//     A (m - m_hat) / c + A s + sum of fluxes out of the cell = 0,   p >= p_cav,  theta <= 1,  (p - p_cav)(1 - theta) =
//     0
//
// The integrator gives m_hat and c (implicit Euler: the last m and the step; an SDIRK stage: the known part of the
// stage and a_ii times the step). Nothing is remembered between calls: state and warm start belong to the caller.
//
// Cell (i, j) is number i * ny + j; i runs along x (the circumference), j along y (the axis).
// x face (i, j) lies between cells (i - 1, j) and (i, j): number i * ny + j, i = 0..nx.
// y face (i, j) lies between cells (i, j - 1) and (i, j): number i * (ny + 1) + j, j = 0..ny.
#ifndef GUD_FILM_FILM_H
#define GUD_FILM_FILM_H

#include "base/error.h"
#include "base/field.h"
#include "base/team.h"
#include "film/lubricant.h"
#include "rough/flow.h"

typedef enum gud_film_edge_kind {
    GUD_EDGE_CLOSED,  // nothing flows: a wall or a plane of symmetry
    GUD_EDGE_OPEN,    // a reservoir at a given pressure
    GUD_EDGE_PERIODIC // both sides of a direction; y only together with x
} gud_film_edge_kind;

typedef struct gud_film_edge {
    gud_film_edge_kind kind;
    double pressure; // of an open edge
    double theta;    // film fraction of what a wall drags in; 1 for a flooded edge
} gud_film_edge;

enum { GUD_EDGE_X_LOW, GUD_EDGE_X_HIGH, GUD_EDGE_Y_LOW, GUD_EDGE_Y_HIGH };

typedef enum gud_film_cell {
    GUD_CELL_FREE,  // pressure and film fraction are unknown
    GUD_CELL_FIXED, // flooded at a given pressure
    GUD_CELL_SOLID  // no film here
} gud_film_cell;

// Grid of a surface. gud_film_grid_create fills it for a plane or a developed cylinder; other surfaces then write their
// own metric into the arrays before they make a film of it.
typedef struct gud_film_grid {
    int nx, ny;
    gud_film_edge edge[4];
    double *area;                          // [cells]
    double *x_length, *x_distance;         // [x faces] length of the face; centre to centre, at an edge centre to face
    double *y_length, *y_distance;         // [y faces]
    double *x, *y;                         // [cells] coordinates of the centres
    unsigned char *kind;                   // [cells] gud_film_cell
    double *fixed;                         // [cells] pressure of fixed cells
    double x_width, y_width, x_low, y_low; // extent of the uniform grid
    // Of the caller, or NULL. Oblique lines: flow over a face by mobility and difference of pressure a cell along it,
    // docs/theory/film.md, (3i); NULL: lines cross at right angles.
    const double *x_skew, *y_skew; // [x faces], [y faces]
    // Where the film ends between a cell and a fixed one: the part of the way between their centres; NULL: half
    const double *x_rim, *y_rim; // [x faces], [y faces]
} gud_film_grid;

gud_status gud_film_grid_create(int nx, int ny, const double box[4], const gud_film_edge edge[4], gud_error *error,
                                gud_film_grid **grid); // box: x low, x high, y low, y high
void gud_film_grid_free(gud_film_grid *grid);          // accepts NULL

// What holds the pressure of a feed.
typedef enum gud_film_source {
    GUD_FEED_GIVEN,     // a reservoir: grooves and holes
    GUD_FEED_CAPILLARY, // a recess behind a restrictor, flow = restrictor * (pressure - that of the recess)
    GUD_FEED_ORIFICE,   // flow = restrictor * sqrt(pressure - that of the recess)
    GUD_FEED_CLOSED     // a pocket with one pressure and without supply
} gud_film_source;

// A feed: a rectangle or an ellipse in the coordinates of the grid, at its true place and of its true size on any grid,
// also if it is narrower than a cell. docs/theory/film.md, eqs (3f) to (3h).
typedef struct gud_film_feed {
    double x, y; // middle
    double size_x, size_y;
    bool round;
    double pressure; // of the feed, or of the supply before its restrictor
    gud_film_source source;
    double restrictor; // m3/(s Pa) of a capillary, m3/(s sqrt(Pa)) of an orifice
    bool moves;        // it may lie beyond the surface
} gud_film_feed;

// How the film breaks. Rows of the table `cavitation`.
typedef struct gud_cavitation {
    gud_row row;
    bool breaks;    // pressure is bounded from below inside the solution
    bool transport; // broken film is transported: mass is conserved, m is a state
    bool clips;     // pressure below the bound is cut off after the solution
} gud_cavitation;

extern const gud_cavitation gud_cavitation_elrod_adams, gud_cavitation_reynolds, gud_cavitation_guembel,
    gud_cavitation_none;
extern const gud_row *const gud_cavitation_rows[]; // ends with NULL; each is the head of a gud_cavitation

typedef enum gud_film_solver { GUD_FILM_AUTO, GUD_FILM_DIRECT, GUD_FILM_MULTIGRID } gud_film_solver;

typedef struct gud_film_options {
    const gud_cavitation *cavitation; // NULL: elrod_adams
    double cavity;                    // cavitation pressure, Pa
    gud_film_solver solver;
    int nparam;               // largest number of parameters of gud_film_tangent
    const gud_flow_law *flow; // of rough walls, the first being the one that the grid rides on; NULL: smooth
    const void *flow_params;
    bool thins;  // oils with a shear law may be given
    int nfeed;   // most feeds that gud_film_feeds_set will be given
    bool yields; // walls that give way may be given
    bool stays;  // the grid lives longer than the film, which then does not copy the areas of cells
} gud_film_options;

typedef struct gud_film gud_film; // const once made (but for gud_film_kinds_set, _feeds_set), shared by threads
typedef struct gud_film_work gud_film_work; // scratch of one solution at a time

// what gud_film_create refuses, apart from want of memory
gud_status gud_film_check(const gud_film_grid *grid, const gud_film_options *options, gud_error *error);

// copies what it needs of the grid
gud_status gud_film_create(const gud_film_grid *grid, const gud_film_options *options, gud_error *error,
                           gud_film **film);
void gud_film_free(gud_film *film);

// Cells that win or lose their film as surfaces move: kinds and pressures of cells from the grid that the film was made
// of. For the one who owns the film and solves with it, between two solutions; allocates nothing.
void gud_film_kinds_set(gud_film *film, const gud_film_grid *grid);

// Feeds in place of the present ones; a film has none when it is made. Pressures alone can be given with every solution
// as well (gud_film_in). For the one who owns the film, between two solutions; allocates nothing.
gud_status gud_film_feeds_set(gud_film *film, int n, const gud_film_feed *feeds, gud_error *error);

// The same feeds elsewhere: sources stay, and one that leaves the grid is cut off. As above.
void gud_film_feeds_move(gud_film *film, const gud_film_feed *feeds);

gud_status gud_film_work_create(const gud_film *film, gud_error *error, gud_film_work **work);
void gud_film_work_free(gud_film_work *work);

// From now on a large film is solved by a team, with the same bits; false: too small for that. NULL: by the caller
// alone
bool gud_film_work_share(gud_film_work *work, gud_team *team);

// oil that fills a gap: the mean gap of rough walls, else the gap itself; gap and m may be the same array
void gud_film_fill(const gud_film *film, const double *gap, double *m);

// Walls that give way: the gap of every cell is a function of the pressure in it, which never falls.
// docs/theory/film.md, section 12.
typedef struct gud_film_wall {
    void (*gap)(void *owner, const double *pressure, double *gap, double *gap_p); // [cells]
    void *owner;
    const double *compliance; // [cells] m/Pa, at least the slope of the gap
} gud_film_wall;

typedef struct gud_film_in {
    const gud_lubricant *oil;
    const double *gap;     // [cells] h > 0, between the mean planes of the walls
    const double *m_hat;   // [cells] rho theta h that the stage starts from; not read if per_c is 0
    const double *m_guess; // [cells] extrapolated to the end of the stage, for transport of second order; NULL: m_hat
    const double *began;   // [cells] void 1 - theta when the step began, for cells that fill without a jump of
                           // pressure; NULL: they jump
    const double *opening; // [cells] rate of the gap at the end of the stage; with `began`
    double per_c;          // 1/c; 0: steady
    bool guess;            // the answer only starts the solution on a finer grid: few digits are enough
    bool newton;        // tangents are for Newton's method alone: digits and terms that it does not need may be missing
    const double *rate; // [cells] further displaced volume, m/s (gap rate for rows without a state), or NULL
    const double *drift_x; // [x faces] mean velocity of the two walls against the grid, along x, or NULL
    const double *drift_y; // [y faces] the same along y, or NULL
    const double *slip; // [cells] velocity along x of the second wall against the first, for shear thinning and rough
                        // walls, or NULL
    const double *slide[2]; // [cells] velocity along x and y of the second wall against the first, for rough walls;
                            // NULL: `slip` along x alone
    const double *feed_pressure; // [feeds] in place of those of the feeds, or NULL
    const gud_film_wall *wall;   // then `gap` is that of stiff walls, which only has to be positive; NULL: stiff
} gud_film_in;

// What comes out, and goes in again as warm start of the next call.
typedef struct gud_film_out {
    double *pressure;    // [cells] Pa
    double *theta;       // [cells]
    double *m;           // [cells] rho theta h, from the fluxes: conserved to round-off whatever the tolerance
    unsigned char *full; // [cells] the active set
    double *feed;        // [feeds] pressures, those of recesses being part of the warm start; or NULL
    bool warm;           // set by the caller: pressure, theta, full hold a guess
    bool solid;          // refused: the pressure would exceed the range of the viscosity law
    int iterations;      // of Newton's method
    int inner;           // multigrid cycles
    double residual;     // largest imbalance of a cell by the largest flow through a cell
} gud_film_out;

// GUD_RETRY: the gap closes or no convergence (a smaller step may help); negative: the problem has no solution
gud_status gud_film_solve(const gud_film *film, gud_film_work *work, const gud_film_in *in, gud_film_out *out,
                          gud_error *error);

// One parameter that the film depends on, by derivatives of the inputs; NULL stands for zeros.
typedef struct gud_film_param {
    // arrays like those in gud_film_in; gap at constant pressure
    const double *gap, *rate, *drift_x, *drift_y, *slip, *slide[2];
} gud_film_param;

// Derivatives of pressure (and of m where m_s is not NULL) by n parameters at the solution that `work` holds, m_hat
// and c being constant: pressure_s[a] are arrays of cells. Uses the last factorisation.
gud_status gud_film_tangent(const gud_film *film, gud_film_work *work, const gud_film_in *in, const gud_film_out *out,
                            int n, const gud_film_param *param, double *const *pressure_s, double *const *m_s);

// Flow over the boundary at the solution that `work` holds, m3/s (times relative density), positive into the film.
typedef struct gud_film_balance {
    double edge[4]; // over the four sides
    double feed;    // out of feeds and fixed cells
    double storage; // rate of increase of the oil in free cells
    double source;  // taken up by in->rate
    double through; // sum of the flows in: the scale of the balance
    double error;   // sum of the flows - storage - source
} gud_film_balance;

void gud_film_balance_get(const gud_film *film, const gud_film_work *work, const gud_film_in *in,
                          const gud_film_out *out, gud_film_balance *balance);
void gud_film_flows_get(const gud_film *film, const gud_film_work *work, gud_film_balance *balance); // edge, feed only

// Flow out of one feed into the film, and over an edge that it lies beside, at the solution that `work` holds; its
// pressure.
double gud_film_feed_flow(const gud_film *film, const gud_film_work *work, int feed);
double gud_film_feed_pressure(const gud_film *film, const gud_film_work *work, int feed);

// [cells] the part of each cell that feeds cover; they are deep, and walls have no drag there. NULL: there are no feeds
const double *gud_film_feed_shares(const gud_film *film);

// What its supply delivers: that flow, and what the oil between the walls under the feed grows by. The oil of all cells
// then changes by the supplies of the feeds and the flow over the edges.
double gud_film_feed_supply(const gud_film *film, const gud_film_work *work, const gud_film_in *in,
                            const gud_film_out *out, int feed);

// What leaves over one edge under the pressures of the solution. It is -balance.edge, but for a row that clips
// pressure: there it is what the clipped pressure presses out, while the balance is that of the full film.
double gud_film_edge_leak(const gud_film *film, const gud_film_work *work, int edge);

// Film fraction in the middle of the cells, second order. Walls carry theta of a cell over the face downstream, so it
// belongs to the gap there, and what they bring in to the face upstream; the middle has the mean of both. Returns theta
// where it is the same, else `middle` filled with it.
const double *gud_film_fractions(const gud_film *film, gud_film_work *work, const double *theta, double *middle);

// power that pressure flow dissipates at the solution that `work` holds, W
double gud_film_flow_loss(const gud_film *film, const gud_film_work *work);

// power that is lost as voids close against the pressure of cells that fill, W
double gud_film_filling_loss(const gud_film *film, const gud_film_work *work, const gud_film_in *in,
                             const gud_film_out *out);

// drag of the walls by that of an oil that does not thin, at the solution that `work` holds, [cells]
void gud_film_thinning(const gud_film *film, const gud_film_work *work, const gud_film_in *in, double *factor);

// fluxes through the x faces at the solution that `work` holds, towards higher x, m3/s
const double *gud_film_flux_x(const gud_film_work *work);

#endif
