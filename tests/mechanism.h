// Mechanisms for tests: a model from a text, a simulation on it, numbers that only look random, and motions along which
// derivatives are taken.
#ifndef GUD_TESTS_MECHANISM_H
#define GUD_TESTS_MECHANISM_H

#include "check.h"

#include "load/input.h"
#include "model/compile.h"
#include "model/sections.h"
#include "num/rot.h"
#include "num/vec.h"
#include "step/run.h"

#include <stdio.h>
#include <string.h>

// as gud_model_from_text, with all messages in a text that the caller frees
static inline gud_status mechanism_read(const char *text, gud_model **out, gud_buffer *messages)
{
    gud_diag diag;
    gud_diag_init(&diag);
    gud_buffer_init(messages);
    const gud_status st = gud_model_from_text("test.yaml", text, NULL, 0, &diag, out);
    if (st == GUD_ERR_INPUT && !diag.failed) gud_diag_write(&diag, messages);
    gud_diag_free(&diag);
    return st;
}

// GUD_OK, or what is wrong with the text; no assertion, so that allocations may fail
static inline gud_status mechanism_try(const char *text, gud_model **out)
{
    gud_buffer messages;
    const gud_status st = mechanism_read(text, out, &messages);
    if (st == GUD_ERR_INPUT) print_error("%s", gud_buffer_text(&messages));
    gud_buffer_free(&messages);
    return st;
}

// the text does not load, and the messages say why
static inline void mechanism_refused(const char *text, const char *says)
{
    gud_model *m;
    gud_buffer messages;
    assert_int_equal(mechanism_read(text, &m, &messages), GUD_ERR_INPUT);
    assert_null(m);
    if (!strstr(gud_buffer_text(&messages), says)) fail_msg("'%s' is not in:\n%s", says, gud_buffer_text(&messages));
    gud_buffer_free(&messages);
}

static inline gud_model *mechanism(const char *text)
{
    gud_model *m;
    if (mechanism_try(text, &m) != GUD_OK) fail_msg("this model does not load:\n%s", text);
    return m;
}

static inline gud_sim *sim_of(const gud_model *m)
{
    gud_sim *s;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    return s;
}

// a simulation that was assembled and is ready to run
static inline gud_sim *started(const gud_model *m)
{
    gud_sim *s = sim_of(m);
    if (gud_start(s) != GUD_OK) fail_msg("%s", s->error.text);
    if (!m->run.adaptive) s->state.clock.h = m->run.step;
    return s;
}

static inline void sim_and_model_free(gud_sim *s, gud_model *m)
{
    gud_sim_free(s);
    gud_model_free(m);
}

static inline void run_to_end(gud_sim *s)
{
    if (gud_run(s, NULL, NULL) != GUD_OK) fail_msg("%s", s->error.text);
}

// energy that appeared from nowhere: what motion and springs have more than was put in and not lost
static inline double energy_imbalance(gud_sim *s)
{
    gud_state *now = &s->state;
    gud_variables_rest(s, now->y);
    gud_kinematics(s, now->q, now->v);
    gud_forces(s, now->clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, now->q, now->v);
    const double *work = now->ledger, given = work[GUD_WORK_DRIVERS] + work[GUD_WORK_LOADS] - work[GUD_WORK_LOSSES];
    return e.kinetic + e.potential - now->clock.energy_start - given;
}

// Work is disposable: whenever it is made anew, another simulation goes on from the state alone, to the same bits.
static inline void check_disposable(const gud_model *m)
{
    gud_sim *kept = started(m), *moved = started(m);
    int nmoved = 0;
    while (!gud_run_finished(kept)) {
        assert_int_equal(gud_run_piece(kept, NULL, NULL), GUD_OK);
        assert_int_equal(gud_run_piece(moved, NULL, NULL), GUD_OK);
        assert_true(gud_state_hash(&kept->state) == gud_state_hash(&moved->state));
        if (kept->state.clock.nstep % gud_run_refresh(m) != 0) continue;
        gud_sim *fresh = sim_of(m);
        gud_state_copy(&fresh->state, &moved->state);
        gud_sim_free(moved);
        moved = fresh;
        gud_work_forget(moved);
        nmoved++;
    }
    assert_true(nmoved > 0);
    gud_sim_free(kept);
    gud_sim_free(moved);
}

// numbers in (-1, 1) that repeat (Knuth's multiplier, the upper bits)
typedef struct dice {
    uint64_t state;
} dice;

static inline double throw_dice(dice *d)
{
    d->state = d->state * 6364136223846793005U + 1442695040888963407U;
    return (double)(d->state >> 11) / 4503599627370496.0 - 1.0;
}

static inline void throw_many(dice *d, int n, double scale, double *x)
{
    for (int i = 0; i < n; i++) x[i] = scale * throw_dice(d);
}

// R = exp([turn]) R: a turn in world axes
static inline void turn_in_world(double R[9], const double turn[3])
{
    const double start[4] = {1.0};
    double quat[4], Q[9], old[9];
    gud_rot_advance(start, turn, quat);
    gud_rot_matrix(quat, Q);
    memcpy(old, R, sizeof old);
    m3_mul(R, Q, old);
}

// a pose in the plane, turned by the angle
static inline void flatten(gud_pose *p, double angle)
{
    p->p[2] = p->v[2] = p->w[0] = p->w[1] = 0.0;
    const double R[9] = {cos(angle), -sin(angle), 0.0, sin(angle), cos(angle), 0.0, 0.0, 0.0, 1.0};
    memcpy(p->R, R, sizeof R);
}

static inline gud_pose random_pose(dice *d)
{
    gud_pose pose = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    double turn[3];
    throw_many(d, 3, 1.0, pose.p);
    throw_many(d, 3, 1.0, pose.v);
    throw_many(d, 3, 1.0, pose.w);
    throw_many(d, 3, 2.0, turn);
    turn_in_world(pose.R, turn);
    return pose;
}

// the pose after a displacement (dp, dphi) in world axes
static inline gud_pose displaced(const gud_pose *pose, const double step[6])
{
    gud_pose moved = *pose;
    v3_axpy(moved.p, moved.p, 1.0, step);
    turn_in_world(moved.R, step + 3);
    return moved;
}

// first and second derivative from values at -2h, -h, 0, h, 2h; error of order h^4
static inline double slope_of(const double f[5], double h)
{
    return (f[0] - 8.0 * f[1] + 8.0 * f[3] - f[4]) / (12.0 * h);
}

static inline double bend_of(const double f[5], double h)
{
    return (-f[0] + 16.0 * f[1] - 30.0 * f[2] + 16.0 * f[3] - f[4]) / (12.0 * h * h);
}

// angular velocity of a path of matrices: dR/dt R'
static inline void spin_of(double R[5][9], double h, double w[3])
{
    double R_t[9], Rt[9], skew[9];
    for (int k = 0; k < 9; k++) {
        const double f[5] = {R[0][k], R[1][k], R[2][k], R[3][k], R[4][k]};
        R_t[k] = slope_of(f, h);
        Rt[k] = R[2][3 * (k % 3) + k / 3];
    }
    m3_mul(skew, R_t, Rt);
    v3_set(w, skew[7], skew[2], skew[3]);
}

// q (+) x over all bodies
static inline void displace_all(const gud_model *m, const double *q0, const double *x, double *q)
{
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->displace(b, q0 + b->q0, x + b->v0, q + b->q0);
    }
}

// solves with the matrix that gud_tangent factored last
static inline void solve_with_tangent(const gud_sim *s, double *b)
{
    gud_matrix_solve(&s->work.K->matrix, b);
}

#endif
