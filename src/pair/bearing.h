// A journal bearing alone: the pair of a pin in its bore on a mount that holds the journal where it is told to be.
// Forces, moments, friction and flow of its film and asperities. docs/theory/film.md, section on bearings; Nascimento
// 2024, eqs 2.48 to 2.52 with the entrainment of a grid that rides on the bearing, (omega_j - omega_b) R / 2.
//
// Frame of the bearing: x and y across, z along the axis from the middle. The journal's centre at z is e + z s.
//     h = c - (e_x + z s_x) cos(phi) - (e_y + z s_y) sin(phi),   phi counted from x towards y
// Coordinates q = (e_x, e_y, s_x, s_y); forces Q on the journal do work on them: Q = (F_x, F_y, M_y, -M_x).
#ifndef GUD_PAIR_BEARING_H
#define GUD_PAIR_BEARING_H

#include "pair/asperity_layer.h"
#include "pair/film_layer.h"
#include "pair/form.h"

typedef struct gud_bearing_spec {
    double radius, width, clearance;
    int nx, ny;                       // cells around and along (along the half, if `half`)
    bool half;                        // aligned: only 0 <= z <= width/2 is solved
    double ambient[2];                // pressure at the ends, low and high z; the half takes the second
    double cavity;                    // cavitation pressure
    const gud_cavitation *cavitation; // NULL: elrod_adams
    gud_film_solver solver;
    bool line;                        // an axial line of supply over the full width, of no width itself,
    double line_angle, line_pressure; // at this angle
    const gud_film_feed *feeds;       // x: angle * radius, y: z
    int nfeed;
    const gud_flow_law *flow; // of rough walls, the bearing's being the first; NULL: smooth
    const void *flow_params;
    bool thins;             // oils with a shear law may be given
    const gud_rough *rough; // NULL: smooth; belongs to the caller
    gud_friction friction;  // where asperities touch
    bool rubs;              // there is friction
    const gud_form *form;   // what bearing and journal deviate from circles; belongs to the caller; NULL: nothing
    gud_layers layers;      // others besides film and asperities
} gud_bearing_spec;

typedef struct gud_bearing gud_bearing; // const once made
typedef struct gud_bearing_work gud_bearing_work;

// Length within which pressure rises and falls beside the smallest film (docs/theory/film.md, section 2), and how many
// cells around it spans.
double gud_bearing_peak_length(const gud_bearing_spec *spec, double film_min);
double gud_bearing_peak_cells(const gud_bearing_spec *spec, double film_min);

// Is the grid too coarse for a film as thin as that? Then `cells`, around and along half the width, are enough.
bool gud_bearing_is_coarse(const gud_bearing_spec *spec, double film_min, int cells[2]);

gud_status gud_bearing_create(const gud_bearing_spec *spec, gud_error *error, gud_bearing **bearing);
void gud_bearing_free(gud_bearing *bearing);
gud_status gud_bearing_work_create(const gud_bearing *bearing, gud_error *error, gud_bearing_work **work);
void gud_bearing_work_free(gud_bearing_work *work);
bool gud_bearing_work_share(gud_bearing_work *work, gud_team *team); // see gud_stack_share
bool gud_bearing_yields(const gud_bearing *bearing);                 // its walls give way under pressure
int gud_bearing_ncell(const gud_bearing *bearing);
const gud_film_grid *gud_bearing_grid(const gud_bearing *bearing);

typedef struct gud_bearing_in {
    double q[4], q_t[4];     // place of the journal and its rate; q_t is used by rows without a state only
    double omega_j, omega_b; // rad/s
    const gud_lubricant *oil;
    const double *m_hat;   // [cells] see gud_film_in; rows without a state take q_t instead
    const double *m_guess; // [cells] oil extrapolated to the end of the stage, or NULL; see gud_film_in
    double per_c;
    bool newton;          // forces and tangents for Newton's method alone (gud_film_in): no flows, extremes, losses
    const gud_drag *drag; // NULL: streamers
    const void *drag_params;
} gud_bearing_in;

typedef struct gud_bearing_out {
    double Q[4];         // on the journal, by film and asperities
    double Q_q[4][4];    // row: force, column: coordinate; m_hat and c constant
    double Q_v[4][4];    // by q_t; of rows with a state only what drag makes of it
    double Q_omega[4];   // by omega_j
    double gap_min;      // smallest of the cells
    gud_closest closest; // smallest film anywhere, where walls give way
    double deflection;   // largest of the walls
    double pressure_max;
    double torque_journal, torque_bearing; // about their own centres; both about z
    double loss_shear, loss_flow;          // drag of the walls; pressure flow
    double side_flow;                      // out of both ends, m3/s
    double feed_flow;                      // in from feeds and line
    const double *feed;   // [nfeed][GUD_FEED_NANSWER] flow and pressure of each feed, until the next solution
    double asperity_Q[4]; // part of Q that is due to asperities
    double asperity_max, contact_area; // largest pressure, Pa; real area of contact, m2
    double loss_asperity;              // W
} gud_bearing_out;

// film: state and warm start as in gud_film_solve; with `tangents` also the derivatives
gud_status gud_bearing_solve(const gud_bearing *bearing, gud_bearing_work *work, const gud_bearing_in *in,
                             bool tangents, gud_film_out *film, gud_bearing_out *out, gud_error *error);

// A step begins with the film of the last solution: in its stages, cells that were broken then fill without a jump of
// pressure (docs/theory/film.md, section 13). Without that cells jump.
void gud_bearing_step(gud_bearing_work *work);

// Stiffness K = -dF/de and damping C = -dF/d(de/dt) of a steady state (per_c = 0) that has just been solved with
// tangents, both in the limit of slow motion: broken film follows.
gud_status gud_bearing_coefficients(gud_bearing_work *work, const gud_bearing_in *in, const gud_bearing_out *out,
                                    double K[2][2], double C[2][2]);

// the smallest gap anywhere with the journal at q (negative: it touches), and where it is; gap: [cells] scratch
gud_closest gud_bearing_closest(const gud_bearing *bearing, const double q[4], double *gap);

// gaps of all cells with the journal at q
void gud_bearing_gaps(const gud_bearing *bearing, const double q[4], double *gap);

// oil that fills the bearing at place q: the usual start
void gud_bearing_flood(const gud_bearing *bearing, const double q[4], double *m);

// balance of the last solution
void gud_bearing_balance(const gud_bearing *bearing, const gud_bearing_work *work, const gud_film_out *film,
                         gud_film_balance *balance);

#endif
