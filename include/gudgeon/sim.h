// Simulations: start, advance, read, save and go on.
//
// After a call failed, gud_sim_error has a sentence about it, and the simulation is where it last was.
#ifndef GUDGEON_SIM_H
#define GUDGEON_SIM_H

#include <gudgeon/model.h>

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gud_sim gud_sim;

// ---- life

// A simulation of the model, which must outlive it; not started yet. There may be many, in many threads.
GUD_API gud_status gud_sim_create(const gud_model *model, gud_sim **sim);
GUD_API void gud_sim_free(gud_sim *sim);

// Films of different joints are solved by up to `n` threads from now on, for every call that moves or reads this
// simulation; 0: one for each core. Never by more than there are such joints. Results are the same to the bit.
GUD_API gud_status gud_sim_threads(gud_sim *sim, int n);

// What the last call that failed has to say, "" if none did; valid until the next call. Accepts NULL.
GUD_API const char *gud_sim_error(const gud_sim *sim);

// Puts the parts together at the start of the run, or back there. Inputs keep the values that they have; before the
// first start those are the defaults of the model, or what gud_sim_set has set. GUD_ERR_INPUT: they do not fit
// together.
GUD_API gud_status gud_sim_start(gud_sim *sim);

// ---- inputs

// Sets `n` inputs of the model (GUD_ITEM_INPUT, by their numbers), in SI units, from now on; between steps, also from a
// callback, and before the start. A value that is not finite or outside the input's range is refused with
// GUD_ERR_INPUT, and then none is set.
GUD_API gud_status gud_sim_set(gud_sim *sim, const int *inputs, int n, const double *values);
GUD_API gud_status gud_sim_get(gud_sim *sim, const int *inputs, int n, double *values);

// ---- forces that a program computes: `type: user` in the model file

typedef struct gud_frame_motion {
    double position[3], rotation[9]; // in the world; columns of the rotation are the frame's axes, by rows
    double velocity[3], spin[3];     // in world axes
} gud_frame_motion;

// Writes wrenches (force, moment about the frame's origin) in world axes on both frames, 12 numbers that arrive as
// zeros. It must depend on its arguments alone and be smooth. If `by_displacement` is not NULL, it may also write how
// the wrenches change with small displacements (dp, dphi) of both frames and with their twists (v, w): two matrices of
// 12 rows and columns, which arrive as zeros. It returns 0 if it did, and 1 if it has none: then differences are taken.
typedef int (*gud_force_callback)(void *user, double time, const gud_frame_motion frames[2], double wrench[12],
                                  double *by_displacement, double *by_twist);

// The force (GUD_ITEM_FORCE, by its number) of this simulation; before the start. A copy of the simulation has it, too.
GUD_API gud_status gud_sim_user_force(gud_sim *sim, int force, gud_force_callback callback, void *user);

// ---- advancing

// One step, as long as the tolerance allows: the steps of `gudgeon run`, to the bit. GUD_END: the run is at its end.
GUD_API gud_status gud_sim_step(gud_sim *sim);

// To exactly the time t, in as many steps as the tolerance requires. GUD_END: the run ended before t (gud_sim_time);
// its length is simulate.until of the model.
GUD_API gud_status gud_sim_advance(gud_sim *sim, double t);

// Does the simulation go on beyond simulate.until of the model? As long as it does, nothing returns GUD_END. After the
// start; no in a new simulation, a copy and after every start.
GUD_API gud_status gud_sim_endless(gud_sim *sim, bool endless);

// To where a coordinate of the model (GUD_ITEM_COORDINATE, by its number) next has this value, in rad or m; at once if
// it has it now. GUD_END: the run ended before.
GUD_API gud_status gud_sim_advance_to(gud_sim *sim, int coordinate, double value);

// From the present positions to those at which nothing accelerates, at rest; the time stays. The run may go on there.
GUD_API gud_status gud_sim_equilibrium(gud_sim *sim);

GUD_API double gud_sim_time(const gud_sim *sim);     // s; NAN before the start
GUD_API double gud_sim_fraction(const gud_sim *sim); // of the run, 0 to 1; NAN before the start

// Called after every accepted step, with the `nsignal` values that gud_sim_watch chose. A return value other than 0
// ends the call that advances, with GUD_ERR_INTERRUPT; it may go on later. The callback may read, set and save the
// simulation, but not start, advance, restore or free it.
typedef int (*gud_sim_callback)(void *user, gud_sim *sim, double time, const double *values);

// Watches signals (see below; may be none). `callback` NULL: no more.
GUD_API gud_status gud_sim_watch(gud_sim *sim, const int *signals, int nsignal, gud_sim_callback callback, void *user);

// ---- reading; after the start

// A channel is one quantity with one or more signals, each of which is a number: the channel "bodies/crank/position"
// has the signals "bodies/crank/position.x" and ".y". Signals count through all channels; those of a channel are
// neighbours.
typedef struct gud_channel_info {
    const char *path;
    const char *unit;              // SI; "1" for a pure number
    const char *about;             // "" where the path says it all
    int first, width;              // number of its first signal, and how many it has
    const char *const *components; // `width` names and NULL, {"x", "y", NULL}; NULL where they are numbered
} gud_channel_info;

GUD_API int gud_sim_channel_count(const gud_sim *sim); // 0 before the start
GUD_API int gud_sim_signal_count(const gud_sim *sim);
GUD_API gud_status gud_sim_channel(const gud_sim *sim, int channel, gud_channel_info *out);

// The signals of a channel, or one of them: *first is its number, *width how many there are (may be NULL). An unknown
// name is answered by GUD_ERR_INPUT and, in gud_sim_error, by the nearest one.
GUD_API gud_status gud_sim_find(gud_sim *sim, const char *name, int *first, int *width);

// values of some signals at the present instant, or of all of them
GUD_API gud_status gud_sim_read(gud_sim *sim, const int *signals, int nsignal, double *values);
GUD_API gud_status gud_sim_read_all(gud_sim *sim, double *values, int room);

// Maps over the grid of a film or a contact: those of the joints in record.fields of the model.
typedef struct gud_map_info {
    const char *path; // "joints/big-end/pressure"
    const char *unit, *about;
    int rows, columns; // of "points", three columns for each point: x, y, z in the world
} gud_map_info;

GUD_API int gud_sim_map_count(const gud_sim *sim); // 0 before the start
GUD_API gud_status gud_sim_map(const gud_sim *sim, int map, gud_map_info *out);
GUD_API gud_status gud_sim_read_map(gud_sim *sim, int map, double *values, int room); // by rows

// Points to draw a body by, joined by a line in the order given. The channels bodies/NAME/position and orientation (an
// angle, a quaternion w, x, y, z or a matrix by rows) say where it is; a deformable body has its points in
// bodies/NAME/shape instead. A body without a position, the ground, stays at the origin.
typedef struct gud_outline_info {
    const char *body;
    int npoint;
    const double *points;     // x, y, z of each, in the body's frame
    const char *const *names; // of the points; may be NULL
} gud_outline_info;

GUD_API int gud_sim_outline_count(const gud_sim *sim); // 0 before the start
GUD_API gud_status gud_sim_outline(const gud_sim *sim, int i, gud_outline_info *out);

// Pieces to draw to scale, fixed to a body: its solid, and what meets in a joint. A pin, ball or block moves inside the
// bore, socket or guide of the same joint. Numbers that a piece does not have are NaN.
typedef struct gud_part_info {
    const char *kind;         // "solid", "surface", "pin", "bore", "ball", "socket", "block", "guide"
    const char *body, *joint; // joint: "" of a solid
    double at[3], axes[9];    // in the body's frame: middle, axes by rows; a pin lies along the third
    double radius, width;     // m; the width of a pin along its axis, of a block across the plane
    double length, height;    // m, of a block, along the first and the second axis
    double clearance;         // m, on either side
    int nvertex, ntriangle;   // of solids and surfaces, else 0
    const double *vertices;   // x, y, z of each, in the body's frame
    const int *triangles;     // three vertices of each
} gud_part_info;

GUD_API int gud_sim_part_count(const gud_sim *sim); // 0 before the start
GUD_API gud_status gud_sim_part(const gud_sim *sim, int i, gud_part_info *out);

typedef struct gud_energies {
    double kinetic, potential;          // J
    double drive_work, load_work, lost; // J since the start: done by drives, by loads, turned into heat
    double imbalance;                   // J, from nowhere: the error of the integration
} gud_energies;

GUD_API gud_status gud_sim_energies(gud_sim *sim, gud_energies *out);

typedef struct gud_counters {
    int64_t steps, rejected, newton, factorisations, events;
    double step;           // s, taken last; 0 after the start or an event
    double drift_position; // m or rad: the largest violation of constraints so far
    double drift_velocity; // m/s or rad/s
} gud_counters;

GUD_API gud_status gud_sim_counters(const gud_sim *sim, gud_counters *out);

// ---- linear motion about the present state

// M dv/dt + C dv + K dx + J' dlam = 0 and J dx = 0 for small deviations: matrices by rows. Velocities are those of the
// bodies in the order of the model: in the plane x, y and the angle of the centre of mass; in space x, y, z and turns
// about the body's axes. `basis` has the motions that the joints leave free as rows, and with them in place of dx
// the eigenvalues are those of exp(lambda t): pairs of real and imaginary part, 1/s, the largest real part first.
typedef struct gud_linear {
    int nvelocity, nrow, nfree;
    const double *mass, *damping, *stiffness; // nvelocity x nvelocity
    const double *jacobian;                   // nrow x nvelocity
    const double *basis;                      // nfree x nvelocity
    const double *eigenvalues;                // 2 nfree pairs
} gud_linear;

// In a state that moves or is loaded beyond its equilibrium the matrices are those of this instant. Films on a grid
// are those of slow motion: their oil has settled. GUD_ERR_INPUT: a film has no steady state here.
GUD_API gud_status gud_sim_linearise(gud_sim *sim, gud_linear **linear);
GUD_API void gud_linear_free(gud_linear *linear);

// ---- the state: all that a run needs to go on

// A state is one block of bytes, of the same size throughout a simulation (0 before the start). It can be restored in
// any simulation of an equal model by the same version of the library, also one that was not started. What follows is
// the same to the bit there and here: like a run from time to time, saving and copying forget what only saves time.
GUD_API size_t gud_sim_state_size(const gud_sim *sim);
GUD_API gud_status gud_sim_save(gud_sim *sim, void *block, size_t size);
GUD_API gud_status gud_sim_restore(gud_sim *sim, const void *block, size_t size);

// another simulation of the same model, in the same state; without callback
GUD_API gud_status gud_sim_copy(gud_sim *sim, gud_sim **copy);

// Equal for states that are equal to the bit; 0 before the start.
GUD_API uint64_t gud_sim_hash(const gud_sim *sim);

#ifdef __cplusplus
}
#endif

#endif
