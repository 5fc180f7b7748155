// A simulation: the state (all that a restart needs), the work (what follows from model and state) and the stages of
// one evaluation.
#ifndef GUD_STEP_SIM_H
#define GUD_STEP_SIM_H

#include "base/arena.h"
#include "base/error.h"
#include "base/team.h"
#include "model/model.h"
#include "num/matrix.h"

#include <gudgeon/sim.h>

#include <stdint.h>

// work of drivers and loads, losses; docs/theory/integrators.md, section 10
enum { GUD_WORK_DRIVERS, GUD_WORK_LOADS, GUD_WORK_LOSSES, GUD_NLEDGER };

// what sets the size of a step: turns, errors of the motion, of films' thickness, of their loads, of their oil
enum { GUD_NLIMIT = 5 };

typedef struct gud_clock {
    double t;                     // s
    double h;                     // s, the step to try next
    double h_last;                // s, the step taken last; 0 after a start or an event: nothing to extrapolate from
    int64_t nstep;                // accepted steps
    int64_t nreject;              // steps that failed or were too inaccurate
    int64_t nlimited[GUD_NLIMIT]; // accepted steps by the error that was largest
    int64_t nnewton;              // Newton iterations
    int64_t nfactor;              // factorisations
    int64_t nevent;
    int64_t behind;            // 1 + the place in step_behind of the event that the last step ended with; 0: it did not
    double error_last;         // of the last accepted step, 1 was allowed; 0: there is none
    double v_scale[2];         // m/s, rad/s: the largest speeds so far, what a tolerance of velocities refers to
    double drift[2];           // the largest violation of positions (m, rad) and of velocities (m/s, rad/s) so far
    double power[GUD_NLEDGER]; // W, of drivers and loads and losses at this instant
    double energy_start;       // J, kinetic and potential
    double energy_most;        // J, the largest kinetic energy, work or loss so far: what an imbalance is measured by
    double pivot_most;         // the largest of the smallest pivots of matrices so far, where it was that of a joint
    double singular_at;        // s, when the mechanism came near a singular position first
    int64_t nsingular;         // how often it did
    int64_t singular;          // is it near one?
    double film_most;          // the largest error of a film in a given step, relative to its thickness
    double film_at;            // s, when that was
    int64_t film_pair;         // which film it was
    int64_t stiff;             // four for every step that stability limited, less one for every other
    double stiff_at;           // s, when they were enough for another integrator
    double until_from;         // where the coordinate stood that the run's length is counted on
} gud_clock;

typedef struct gud_state {
    gud_clock clock;
    double *q, *v, *a;         // coordinates, velocities, accelerations
    double *aux;               // generalized-alpha's auxiliary accelerations
    double *lam;               // multipliers
    double *a_last, *lam_last; // of the step before, to extrapolate from
    double *reaction;          // J' lam of models with films, for the work of drives
    double *pushed;            // generalised forces of loads, for their work: the same
    double *coordinate;        // values of the named coordinates, full turns counted
    double *ledger;            // J, as above
    double *y, *y_t, *y_aux;   // variables of pairs, their rates, and generalized-alpha's auxiliary rates
    double *y_t_last;          // rates of the step before
    double *history;           // what pairs remember of accepted steps
    double *lost, *loss;       // J since the start, and W now: heat made by each pair, and the part of friction
    double *load, *load_last;  // N, of joints on their first frames where steps depend on it; and the step before
    double *load_most;         // N, the largest so far
    double *input, *memory;    // inputs as they are set, and what laws that follow them keep of their way
    double *step_behind;       // s, accepted last behind each event, downwards and upwards; 0: not known
    double *block;             // all of the above in one piece
    size_t count;
} gud_state;

gud_status gud_state_create(const gud_model *m, gud_state *state);
void gud_state_free(gud_state *state);
void gud_state_reset(const gud_model *m, gud_state *state); // to the model's guess, before the start
void gud_state_copy(gud_state *to, const gud_state *from);
uint64_t gud_state_hash(const gud_state *state);

// One implicit stage: find the end of a displacement x from the step's start so that motion and constraints hold.
// Runge-Kutta: dx/dt = (x - x_hat)/c_v, V + w = T(x) dx/dt, a = (V - v_hat)/c_v; w is the correction of stabilised
// index 2. Newmark-like (generalized-alpha): a = (x - x_hat)/c_x, V = v_hat + c_v a.
typedef struct gud_stage {
    double t, c_x, c_v;
    int factor; // which of the factored matrices it uses
    bool runge_kutta;
    const double *q0, *x_hat, *v_hat;
    double *x, *x_t, *v, *a, *w, *lam; // guesses in x, w and lam come in; everything goes out
} gud_stage;

// a factored Newton matrix, and the steps it was made for
typedef struct gud_factor {
    gud_matrix matrix;
    double c_x, c_v;
    double *axes; // of the nodes of beams where it was made
    bool valid;
    bool turned; // they stand elsewhere: work.turn
    int first;   // corrections of the first stage that used it without making it; 0: there was none yet
    int excess;  // corrections beyond that since then
} gud_factor;

enum { GUD_FACTORS = 2, GUD_STAGES = 7 };

// what a pair answered, in memory of its own: pairs may be evaluated side by side
typedef struct gud_pair_answer {
    gud_pair_out out;
    double oil_error;
    double wrench[12], by_displacement[144], by_twist[144];
    bool shared; // the team is needed for one evaluation of it
} gud_pair_answer;

typedef struct gud_multipliers gud_multipliers;

typedef struct gud_work {
    gud_pose *pose;       // of every frame
    double *q;            // coordinates of the stage
    double *phi;          // constraint violations, in the form the treatment asks for
    double *motion;       // value and two time derivatives of every driver's law
    double *jac;          // constraint Jacobian, row by row
    double *r, *size;     // residual of motion, and the magnitude of its terms
    double *rhs;          // right-hand side and solution, nv + nrow
    double *rhs_position; // the same for the positions of stabilised index 2
    double *broyden;      // past corrections of a stage
    double *kept;         // a point of the damped iteration and its correction, 4 nv + 2 nrow
    double *dx;
    double *event;       // values of the events at the step's start, at its end, and at two places inside it
    double *side;        // of every event: its value at the step's start, held during the step; 0: not held
    double *y_t;         // rates of the variables where they rest
    double *signal;      // numbers of pairs that follow time or a coordinate
    double *y_hat, *y;   // variables of pairs: what earlier stages contribute, and their values in the stage
    double *y_guess;     // extrapolated to the end of the stage
    double y_c;          // s, y = y_hat + y_c y'
    unsigned long stamp; // of the last poses
    double *k_y[3];
    int worst;               // the unknown that keeps Newton from converging
    double reach;            // m, how far the bodies are from the origin: what rounding of positions refers to
    gud_team *team;          // that evaluates pairs; NULL: one after the other
    gud_pair_answer *answer; // of every pair, evaluated last
    gud_crowd_work **crowd;  // of every set of contacts
    double *wrench;          // 6 numbers a frame of an element
    double *by_displacement, *by_twist; // tangents of an element
    double *jacobians;                  // of an element's frames, jacobian_size apart
    double *column;                     // a block of the Newton matrix
    int jacobian_size;
    double *x, *x_t, *v, *a, *w, *lam; // of the stage; lam has room for nrow + nv (multipliers.h)
    double *x_hat, *v_hat;
    double *k_x[GUD_STAGES], *k_v[GUD_STAGES]; // stage derivatives
    double *error;                             // 2 nv: of positions and velocities
    double *error_y;                           // of the variables of pairs
    double *error_load;                        // N, of the loads in the mean over the step
    double load; // part of loads and gravity that acts: 1 but on the way to an equilibrium
    double potential, dissipation, load_power;
    gud_status pairs;                // of the last evaluation of all pairs
    double before;                   // part of the step by which a record lies before its end; 0 but while it is taken
    const char *refused;             // which of them had no answer,
    const char *reason;              // and why
    void **pair_work;                // scratch of every pair
    double share[3];                 // of a step's work: the powers at its start, at an inner stage, at its end
    double *inner_reaction;          // J' lam at the inner stage
    double *pushed, *inner_pushed;   // forces of loads where evaluated last (with films), and at the inner stage
    double inner_push;               // W, power of the latter at the velocities of that stage
    double inner_power[GUD_NLEDGER]; // W, at the inner stage
    double *inner_load;              // N, of joints as in the state, there
    double *loss, *inner_loss;       // W, of each pair: all, and the part of friction; where evaluated last, and there
    gud_factor factor[GUD_FACTORS];  // stages with steps of different length keep their own
    gud_factor *K;                   // the one in use
    bool damped;                     // steps are so long that a stage needed the damped iteration
    double *turn;                    // rotations of the nodes of beams since it was made
    gud_multipliers *multipliers;    // of explicit integrators; NULL: there is none
    unsigned long ended;             // the stamp, if the step's end was evaluated last: poses, forces, `multipliers`
    bool loose, soft;                // constraint rows depend on each other: E is larger; the same of `multipliers`
    double rate;                     // of Newton's convergence, last seen
    gud_blocklu_report pivot;        // of the last factorisation
    void **motion_params, **force_params; // the model's, or copies of our own where they follow inputs
    gud_arena memory;
} gud_work;

// At the start the wanted values of coordinates hold as well, first those of positions, then those of rates.
typedef enum gud_phase { GUD_RUNNING, GUD_PLACING, GUD_SPEEDING } gud_phase;

typedef struct gud_sim {
    const gud_model *model;
    gud_state state, next; // accepted, and on trial
    gud_work work;
    gud_phase phase;
    gud_error error;
    void *session; // what the public interface keeps with it (src/lib); freed with it
    void (*session_free)(void *session);
} gud_sim;

enum { GUD_NEWTON_ITERATIONS = 12 };

// work that is kept between steps to save time is made anew from the state
void gud_work_forget(gud_sim *s);

// The parameters that follow inputs are made to do so: those of s->state.
void gud_inputs_apply(gud_sim *s);

// before the start: what laws keep of their way begins with the inputs as they are in s->state
void gud_inputs_begin(gud_sim *s);

// Sets some inputs to values in their ranges and starts anew from there: accelerations jump, and the work that changed
// the energy of springs counts as that of loads. On failure the inputs are what they were.
gud_status gud_inputs_set(gud_sim *s, int n, const int *inputs, const double *values);

// gud_sim_create and gud_sim_free: of gudgeon/sim.h

// Pairs are evaluated by up to n threads; GUD_THREADS_ALL: one for each core. Large films are solved one after the
// other by all of them; without one, there are never more threads than films on a grid, which take most of a run. By
// one if no more can be had. Results do not depend on it.
void gud_sim_share(gud_sim *s, int n);

// The integrator of the next step: that of the model, or esdirk2 where the motion has become stiff for it.
enum { GUD_STIFF_ENOUGH = 60 };
const gud_integrator *gud_integrator_now(const gud_sim *s);

// evaluation, in this order
void gud_kinematics(gud_sim *s, const double *q, const double *v); // -> poses
void gud_joints(gud_sim *s, double t);                             // poses -> phi, jac, motion
void gud_forces(gud_sim *s, double t, unsigned asked); // pairs, then forces: poses -> r; powers and energies on request
void gud_bodies(gud_sim *s, const double *q, const double *v, const double *a); // -> r, size

// The same for bodies or joints from <= i < to: what many passes need stays in the cache while it is used.
void gud_kinematics_begin(gud_sim *s, double t); // before the first; -> motion
void gud_drivers(gud_sim *s, double t);          // -> motion
// of all frames, or of those alone that joints (plain ones see bodies), pairs, forces and coordinates see
void gud_kinematics_part(gud_sim *s, const double *q, const double *v, bool all, int from, int to);
void gud_bodies_part(gud_sim *s, const double *q, const double *v, const double *a, int from, int to);
void gud_joint_values_part(gud_sim *s, int from, int to); // poses, motion -> phi
// poses -> jac, and d2(Phi)/dt2 of active rows at dv/dt = 0 unless bias is NULL
void gud_joint_rows_part(gud_sim *s, double *bias, int from, int to);
void gud_joint_biases_part(gud_sim *s, double *bias, int from, int to); // the latter; jac of plain joints stays
void gud_reactions(gud_sim *s, const double *lam);                      // r += J' lam
void gud_reaction_sum(gud_sim *s, const double *lam, double *sum);      // J' lam
void gud_impulses_note(gud_sim *s, gud_state *at); // forces of constraints and loads, evaluated last, into a state
double gud_row_rate(const gud_sim *s, int row, const double *v);          // J v + Phi_t
double gud_row_acceleration(const gud_sim *s, int row, const double *a);  // d2(Phi)/dt2
double gud_row_dot(const gud_sim *s, int row, const double *v);           // J v
double gud_row_softness(const gud_sim *s, int row);                       // E of a row: a small part of its J M^-1 J'
bool gud_link_active(const gud_sim *s, const gud_link *link);             // start values hold at the start only
void gud_pull(const gud_sim *s, int frame, const double w[6], double *g); // g = J' w of one frame
void gud_wrenches_apply(gud_sim *s, const int *frames, int nframe, const double *wrench); // r -= J' w
// what is asked of a pair or a force; energies are powers and what is stored, and Newton's method asks for tangents
// that need not be whole
enum { GUD_WRENCH = 0, GUD_POWERS = 1, GUD_ENERGIES = 1 | 2, GUD_TANGENTS = 4, GUD_NEWTON = 4 | 8 };
gud_pair_in gud_pair_input(const gud_sim *s, const gud_pair *p, double t);
void gud_pair_eval(gud_sim *s, const gud_pair *p, double t, unsigned asked, gud_pair_out *out);
// item(s, pair, user) for all pairs, on the thread whose caches hold what belongs to the pair
void gud_pairs_share(gud_sim *s, void (*item)(gud_sim *s, const gud_pair *p, const void *user), const void *user);
void gud_pairs_eval(gud_sim *s, double t, unsigned asked); // all of them, into work.answer
// The same, and beside it rest(s, user), which neither needs the answers nor changes what pairs see. It may run on
// another thread.
void gud_pairs_eval_beside(gud_sim *s, double t, unsigned asked, void (*rest)(gud_sim *s, const void *user),
                           const void *user);
gud_force_in gud_force_input(const gud_sim *s, const gud_force *f, double t);
void gud_force_eval(gud_sim *s, const gud_force *f, double t, unsigned asked, gud_force_out *out);

// r = M a + J' lam - Q at a trial state
void gud_residual(gud_sim *s, double t, const double *q, const double *v, const double *a, const double *lam);

// K = [M - c_v Q_v + c_x (Kgeo - Q_q), J'; J, -E] where gud_residual was evaluated last; factored
gud_status gud_tangent(gud_sim *s, const gud_stage *g);

// Is the mechanism near a singular position? Judged by the last factorisation, and kept in the clock.
void gud_pivot_watch(gud_sim *s, double t);

// the same matrix, not factored
void gud_tangent_assemble(gud_sim *s, const gud_stage *g);

gud_stage
gud_stage_begin(const gud_sim *s); // of the step from s->state, in the arrays of work; no time and no steps yet
gud_status gud_stage_solve(gud_sim *s, gud_stage *g);
void gud_stage_keep(gud_sim *s, const gud_stage *g); // q, v, a and lam as those of s->next

// pairs see these values of their variables, not those of a stage
void gud_variables_rest(gud_sim *s, const double *y);

// guesses of a and lam at `ahead` seconds from the state's time
void gud_extrapolate(const gud_sim *s, double ahead, double *a, double *lam);

// Positions, velocities and accelerations that fit the constraints, from guesses: the smallest change, weighted by
// mass; docs/theory/assembly.md. On failure s->error says which joints contradict each other.
gud_status gud_positions_solve(gud_sim *s, double t, double *q);
gud_status gud_velocities_solve(gud_sim *s, double t, const double *q, double *v);
gud_status gud_mass_matrix(gud_sim *s, const double *v); // [M J'; J -E], where poses and rows were evaluated last
gud_status gud_singular(gud_sim *s);                     // that matrix is: where its pivot was smallest
gud_status gud_accelerations_solve(gud_sim *s, double t, const double *q, const double *v, double *a, double *lam);

double gud_kinetic_of(const gud_sim *s, const double *v);

// kinetic energy; potential of gravity and of what pairs and forces store, which were evaluated last
typedef struct gud_energy {
    double kinetic, potential;
} gud_energy;
gud_energy gud_energy_of(const gud_sim *s, const double *q, const double *v);

// power of drivers and loads and the losses, where poses, rows and forces were evaluated last
void gud_powers(const gud_sim *s, const double *q, const double *v, const double *lam, double power[GUD_NLEDGER]);

// all three for s->state, with the wanted start values; sets the clock
gud_status gud_start(gud_sim *s);

// positions at which nothing accelerates: at once, else with loads that grow
gud_status gud_equilibrium(gud_sim *s);

// there, from s->state, a run begins: at its time, with works that count from now on
gud_status gud_start_at_rest(gud_sim *s);

// the largest violation of rows, relative to the model's size or a radian
double gud_violation(const gud_sim *s);
// the largest part of a move, relative to the model's size or a radian
double gud_longest(const gud_model *m, const double *step);
// q = q0 (+) factor step
void gud_move(gud_sim *s, const double *q0, const double *step, double factor, double *q);

// "joint 'small-end', x" or "body 'rod', turning": whose equation an unknown is
void gud_unknown_name(const gud_model *m, int unknown, char *text, size_t size);

#endif
