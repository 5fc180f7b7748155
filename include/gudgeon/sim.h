// Simulations: start, advance, read, save and continue.
//
// After a failed call, gud_sim_error returns a message, and the simulation is in its last valid state.
#ifndef GUDGEON_SIM_H
#define GUDGEON_SIM_H

#include <gudgeon/model.h>

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gud_sim gud_sim;

// ---- creation and start

// A simulation of the model, not yet started; the model must outlive it. There may be many, in many threads.
GUD_API gud_status gud_sim_create(const gud_model *model, gud_sim **sim);
GUD_API void gud_sim_free(gud_sim *sim);

// From now on, every call that advances or reads this simulation uses up to `n` threads for the films of different
// joints and for the rows of films with more than 32768 cells; 0: one per core. Without such a large film there are
// never more threads than joints with a film. Results are bitwise identical.
GUD_API gud_status gud_sim_threads(gud_sim *sim, int n);

// Message of the last failed call, "" if none failed; valid until the next call. Accepts NULL.
GUD_API const char *gud_sim_error(const gud_sim *sim);

// Assembles the mechanism at the start of the run, also if the simulation has already advanced. Inputs keep their
// values; before the first start these are the defaults of the model, or what gud_sim_set has set. GUD_ERR_INPUT: the
// parts cannot be assembled.
GUD_API gud_status gud_sim_start(gud_sim *sim);

// ---- inputs

// Sets `n` inputs of the model (GUD_ITEM_INPUT, by their numbers), in SI units, from now on; between steps, also from a
// callback, and before the start. A value that is not finite or outside the input's range is refused with
// GUD_ERR_INPUT, and then none is set.
GUD_API gud_status gud_sim_set(gud_sim *sim, const int *inputs, int n, const double *values);
GUD_API gud_status gud_sim_get(gud_sim *sim, const int *inputs, int n, double *values);

// ---- user-defined forces: `type: user` in the model file

typedef struct gud_frame_motion {
    double position[3], rotation[9]; // in the world; columns of the rotation are the frame's axes, by rows
    double velocity[3], spin[3];     // in world axes
} gud_frame_motion;

// Writes wrenches (force, moment about the frame's origin) in world axes on both frames, 12 numbers that are initially
// zero. It must depend on its arguments alone and be smooth. If `by_displacement` is not NULL, it may also write the
// derivatives of the wrenches with respect to small displacements (dp, dphi) of both frames and to their twists (v, w):
// two 12 x 12 matrices, initially zero. It returns 0 if it did, otherwise 1; then finite differences are used.
typedef int (*gud_force_callback)(void *user, double time, const gud_frame_motion frames[2], double wrench[12],
                                  double *by_displacement, double *by_twist);

// Sets the function of a force (GUD_ITEM_FORCE, by its number); before the start. Copies of the simulation use it too.
GUD_API gud_status gud_sim_user_force(gud_sim *sim, int force, gud_force_callback callback, void *user);

// ---- advancing

// One step, as long as the tolerance allows, bitwise the same as in `gudgeon run`. GUD_END: the run is at its end.
GUD_API gud_status gud_sim_step(gud_sim *sim);

// Advances to exactly the time t, in as many steps as the tolerance requires. GUD_END: the run ended before t
// (gud_sim_time); its length is simulate.until of the model.
GUD_API gud_status gud_sim_advance(gud_sim *sim, double t);

// Whether the simulation continues beyond simulate.until of the model; if so, no call returns GUD_END. Call it after
// the start; the default, also for copies and after every start, is no.
GUD_API gud_status gud_sim_endless(gud_sim *sim, bool endless);

// Advances to where a coordinate of the model (GUD_ITEM_COORDINATE, by its number) next has this value, in rad or m;
// returns at once if it has it now. GUD_END: the run ended before.
GUD_API gud_status gud_sim_advance_to(gud_sim *sim, int coordinate, double value);

// Moves the mechanism from its current position to static equilibrium, at rest; time does not change. The run may
// continue from there.
GUD_API gud_status gud_sim_equilibrium(gud_sim *sim);

GUD_API double gud_sim_time(const gud_sim *sim);     // s; NAN before the start
GUD_API double gud_sim_fraction(const gud_sim *sim); // of the run, 0 to 1; NAN before the start

// Called after every accepted step, with the `nsignal` values selected by gud_sim_watch. A return value other than 0
// ends the advancing call with GUD_ERR_INTERRUPT; the simulation can be continued later. The callback may read, set and
// save the simulation, but not start, advance, restore or free it.
typedef int (*gud_sim_callback)(void *user, gud_sim *sim, double time, const double *values);

// Registers a callback for signals (see below; may be none). `callback` NULL: no callback.
GUD_API gud_status gud_sim_watch(gud_sim *sim, const int *signals, int nsignal, gud_sim_callback callback, void *user);

// ---- reading; after the start

// A channel is one quantity with one or more signals, each of which is a number: the channel "bodies/crank/position"
// has the signals "bodies/crank/position.x" and ".y". Signals count through all channels; those of a channel are
// neighbours.
typedef struct gud_channel_info {
    const char *path;
    const char *unit;              // SI; "1" for a pure number
    const char *about;             // "" if the path is sufficient
    int first, width;              // index of its first signal, and number of its signals
    const char *const *components; // `width` names and NULL, {"x", "y", NULL}; NULL where they are numbered
} gud_channel_info;

GUD_API int gud_sim_channel_count(const gud_sim *sim); // 0 before the start
GUD_API int gud_sim_signal_count(const gud_sim *sim);
GUD_API gud_status gud_sim_channel(const gud_sim *sim, int channel, gud_channel_info *out);

// The signals of a channel, or one of them: *first is the index of the first, *width their number (may be NULL). For an
// unknown name the status is GUD_ERR_INPUT, and gud_sim_error suggests the nearest one.
GUD_API gud_status gud_sim_find(gud_sim *sim, const char *name, int *first, int *width);

// current values of some signals, or of all of them
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

// Points for drawing a body, joined by a line in the order given. The channels bodies/NAME/position and orientation (an
// angle, a quaternion w, x, y, z or a matrix by rows) give its pose; a deformable body has its points in
// bodies/NAME/shape instead. A body without a position, the ground, stays at the origin.
typedef struct gud_outline_info {
    const char *body;
    int npoint;
    const double *points;     // x, y, z of each, in the body's frame
    const char *const *names; // of the points; may be NULL
} gud_outline_info;

GUD_API int gud_sim_outline_count(const gud_sim *sim); // 0 before the start
GUD_API gud_status gud_sim_outline(const gud_sim *sim, int i, gud_outline_info *out);

// Shapes for drawing to scale, fixed to a body: its solid, the walls of its joints, round parts of contacts (up to
// 1000). A pin, ball or block moves inside the bore, socket or guide of the same joint. Numbers that do not apply are
// NaN.
typedef struct gud_part_info {
    // "solid", "surface"; of joints "pin", "bore", "ball", "socket", "block", "guide"; of contacts "disc", "ring",
    // "sphere", "hollow" (a sphere around others)
    const char *kind;
    const char *body, *joint; // joint: "" of a solid; the name of the contacts
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
    double imbalance;                   // J, error of the energy balance, due to integration
} gud_energies;

GUD_API gud_status gud_sim_energies(gud_sim *sim, gud_energies *out);

typedef struct gud_counters {
    int64_t steps, rejected, newton, factorisations, events;
    double step;           // s, taken last; 0 after the start or an event
    double drift_position; // m or rad: the largest violation of constraints so far
    double drift_velocity; // m/s or rad/s
} gud_counters;

GUD_API gud_status gud_sim_counters(const gud_sim *sim, gud_counters *out);

// ---- linear motion about the current state

// M dv/dt + C dv + K dx + J' dlam = 0 and J dx = 0 for small deviations: matrices by rows. Velocities are those of the
// bodies in the order of the model: in the plane x, y and the angle of the centre of mass; in space x, y, z and
// rotations about the body's axes. The rows of `basis` are the motions that the joints allow; the eigenvalues lambda of
// exp(lambda t) are those of these motions: pairs of real and imaginary part, 1/s, the largest real part first.
typedef struct gud_linear {
    int nvelocity, nrow, nfree;
    const double *mass, *damping, *stiffness; // nvelocity x nvelocity
    const double *jacobian;                   // nrow x nvelocity
    const double *basis;                      // nfree x nvelocity
    const double *eigenvalues;                // 2 nfree pairs
} gud_linear;

// If the state moves or is not in equilibrium, the matrices are those of this instant. Films on a grid are linearised
// for slow motion, in which their oil has settled. GUD_ERR_INPUT: a film has no steady state here.
GUD_API gud_status gud_sim_linearise(gud_sim *sim, gud_linear **linear);
GUD_API void gud_linear_free(gud_linear *linear);

// ---- the state: everything that a run needs to continue

// A state is one block of bytes, of the same size throughout a simulation (0 before the start). It can be restored in
// any simulation of an equal model by the same version of the library, also one that was not started. Both then
// continue bitwise identically: saving and copying discard cached data, as a run does from time to time.
GUD_API size_t gud_sim_state_size(const gud_sim *sim);
GUD_API gud_status gud_sim_save(gud_sim *sim, void *block, size_t size);
GUD_API gud_status gud_sim_restore(gud_sim *sim, const void *block, size_t size);

// another simulation of the same model in the same state, without callback
GUD_API gud_status gud_sim_copy(gud_sim *sim, gud_sim **copy);

// Equal for bitwise equal states; 0 before the start.
GUD_API uint64_t gud_sim_hash(const gud_sim *sim);

#ifdef __cplusplus
}
#endif

#endif
