// The run loop: steps, their errors, events, and what is told about it.
#ifndef GUD_STEP_RUN_H
#define GUD_STEP_RUN_H

#include "step/integrator.h"

// Called after every accepted step, before it is committed: s->state is its start, s->next its end. Returns a negative
// status to end the run (GUD_ERR_INTERRUPT: the user asked for it).
typedef gud_status (*gud_observer)(void *user, gud_sim *s);

// from s->state to the end that the model asks for; s->state was started (gud_start) or restored
gud_status gud_run(gud_sim *s, gud_observer observe, void *user);

bool gud_run_ends(const gud_model *m, const gud_state *at); // with this state
bool gud_run_finished(const gud_sim *s);

// steps until the run is finished or work was made anew (gud_run_refresh): where a checkpoint may lie
gud_status gud_run_piece(gud_sim *s, gud_observer observe, void *user);

// one step of at most h, cut where a law breaks or an event lies, repeated until it succeeds; commits it
gud_status gud_advance(gud_sim *s, double t_end, gud_observer observe, void *user);

// the same, but a restart after an event that needs a smaller step is no failure yet
gud_status gud_run_step(gud_sim *s, double t_end, gud_observer observe, void *user);

// The motion inside the step from s->state to s->next, at t_n + theta h: cubic in positions and velocities, linear in
// accelerations and multipliers, unless the integrator knows better: then positions and velocities are its own, and the
// equations of motion give the rest.
void gud_interpolate_motion(gud_sim *s, double theta, double *q, double *v);
void gud_interpolate(gud_sim *s, double theta, double *q, double *v, double *a, double *lam);

// the works at the same place: those of drives and loads by cubics with the powers at both ends as slopes, losses
// linearly, so that they never shrink
void gud_interpolate_ledger(const gud_sim *s, double theta, double *ledger);

// after an event, a break of a law or a new input: accelerations jump, and the past is no guide any more
gud_status gud_run_restart(gud_sim *s);

// J, energy that came from nowhere until this state; negative: that was lost
double gud_energy_error(gud_sim *s, const gud_state *at);

// how far the run is, from 0 to 1
double gud_run_fraction(const gud_sim *s);

// steps after which work is made anew from the state, so that a run resumed there repeats to the bit; fewer for models
// whose steps take long
int gud_run_refresh(const gud_model *m);

#endif
