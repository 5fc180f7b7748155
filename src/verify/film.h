// Computations with films that `gudgeon verify` and the tests share; the grid is the caller's choice.
// docs/validation/film.md shows what comes out, docs/theory/film.md derives what is compared with.
#ifndef GUD_VERIFY_FILM_H
#define GUD_VERIFY_FILM_H

#include "base/arena.h"
#include "pair/bearing.h"

// A film with its grid, scratch, inputs and solution. Close it whether or not it could be opened.
typedef struct gud_film_rig {
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    double *gap, *m_hat; // [cells]
    double *drift;       // [x faces]
    gud_film_out out;
    gud_arena memory;
} gud_film_rig;

gud_status gud_film_rig_open(gud_film_rig *rig, int nx, int ny, const double box[4], const gud_film_edge edge[4],
                             double cavity, gud_error *error);
void gud_film_rig_close(gud_film_rig *rig);

// the same for a journal bearing
typedef struct gud_bearing_rig {
    gud_bearing *bearing;
    gud_bearing_work *work;
    double *m_hat, *rate; // [cells] start of a stage, and dm/dt where the last step ended
    gud_film_out film;
    gud_arena memory;
    int ncell;
} gud_bearing_rig;

gud_status gud_bearing_rig_open(gud_bearing_rig *rig, const gud_bearing_spec *spec, gud_error *error);
void gud_bearing_rig_close(gud_bearing_rig *rig);

// ---- a journal at rest, the widest gap and a supply line of the pressure of the cavity at one place

typedef struct gud_journal {
    double S, attitude; // degrees
    double friction;    // (R/c) f
    double side_flow;   // Q / (R c N L)
} gud_journal;

gud_status gud_verify_journal(int nx, int ny, double ratio, double eps, const gud_drag *drag, gud_journal *got,
                              gud_error *error);

// force of the film by what it is in the limit of a short or of a long bearing, both with half a film (guembel):
// along the line of centres and across it, at eps = 0.5
typedef struct gud_limit {
    double radial, tangential, load;
} gud_limit;

gud_status gud_verify_limit(int nx, int ny, double ratio, const char *law, gud_limit *got, gud_error *error);

// ---- pure squeeze of a journal without rotation, Reynolds rupture: W psi^2 / (L D eta deps/dt)

gud_status gud_verify_approach(int nx, int ny, double ratio, double eps, double *So, gud_error *error);

// ---- plates that oscillate, in the numbers of Ausas, Jai and Buscaglia 2009

typedef struct gud_squeeze {
    double front;            // of the left half of the film, at the time `until`
    double rupture, closure; // NAN: not before `until`
    double worst;            // error of the balance of oil by the flow, the last bit of the state taken off
} gud_squeeze;

gud_status gud_verify_squeeze(int n, int steps, double until, gud_squeeze *got, gud_error *error);

// ---- one pocket across a pad, docs/theory/film.md section 9

typedef struct gud_pocket {
    double length, from, to;            // of the pad; of the pocket
    double inlet, outlet, depth;        // gap at both ends; of the pocket
    double entrain, viscosity, ambient; // mean velocity of the walls; pressure at both ends above that of the cavity
    double barus;                       // pressure-viscosity coefficient
    double dowson[2];                   // a and b of the density 1 + a p / (1 + b p)
    double width, pocket_width;         // of a pad that ends at its sides, with a pocket in the middle of it
} gud_pocket;

extern const gud_pocket gud_pocket_parallel, gud_pocket_tapered, gud_pocket_barus, gud_pocket_heavy;
extern const gud_pocket gud_pocket_narrow, gud_pocket_narrow_heavy; // the second one's oil thickens as well

typedef struct gud_pocket_result {
    double load, peak;     // by width; largest pressure
    double rupture, again; // where the film ends and begins
    double theta;          // film fraction behind the rupture
    double flow;           // by width
    int iterations;        // of Newton's method
} gud_pocket_result;

gud_status gud_verify_pocket(const gud_pocket *pad, int n, gud_pocket_result *got, gud_error *error);

// largest pressure of a pad with sides, ny cells over half its width
gud_status gud_verify_narrow_pocket(const gud_pocket *pad, int nx, int ny, double *peak, gud_error *error);

// ---- a square pad with count x count square dimples, seen in its symmetric half

typedef struct gud_dimples {
    double load;   // above the pressure of the cavity
    double peak;   // largest pressure
    double broken; // share of the area where the film is broken
} gud_dimples;

extern const double gud_dimple_side, gud_dimple_wall; // by the pitch: from mid-wall to mid-wall; extent of the slope

gud_status gud_verify_dimples(int cells, gud_dimples *got, gud_error *error); // cells: of a pitch, each way

// ---- a journal with mass under a load that changes, started at rest in a full bearing

typedef struct gud_orbit_data {
    double radius, width, clearance, viscosity, speed;
    double ambient[2]; // at both ends, above the pressure of the cavity
    double mass;
    double start[2];                     // by the clearance
    void (*load)(double t, double W[2]); // on the journal
} gud_orbit_data;

// weight and a load that turns with the journal; the two blows in a period of Ausas, Jai and Buscaglia 2009
extern const gud_orbit_data gud_orbit_turning, gud_orbit_ausas;

typedef struct gud_orbit {
    double place[2]; // of the journal's centre by the clearance, at the end
    double force[2]; // of the film on the journal, at the end
    double eps;      // largest eccentricity ratio
    double pressure; // largest pressure
    double worst;    // largest error of the balance of oil by the flow
} gud_orbit;

// nx cells around, ny along the half; `steps` steps of ESDIRK2 until that time
gud_status gud_verify_orbit(const gud_orbit_data *data, int nx, int ny, int steps, double until, gud_orbit *got,
                            gud_error *error);

// ---- a bearing that starves and is filled again

typedef struct gud_supply {
    double starved, filled; // share of the clearance that holds oil at the end of both phases
    double worst;           // error of the balance of oil by the flow, at any step
} gud_supply;

gud_status gud_verify_supply(int nx, int ny, gud_supply *got, gud_error *error);

// ---- stiffness and damping of a bearing with two axial grooves at right angles to the load; `groove`: degrees around

typedef struct gud_grooved {
    double S, attitude;     // degrees
    double stiffness[2][2]; // c/W times it; first the load's direction
    double damping[2][2];   // c omega/W times it
} gud_grooved;

gud_status gud_verify_grooved(int nx, int ny, double ratio, double groove, double eps, gud_grooved *got,
                              gud_error *error);

#endif
