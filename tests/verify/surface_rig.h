// Two surfaces with a film on the first one, for tests that ask the layers themselves.
#ifndef GUD_TESTS_SURFACE_RIG_H
#define GUD_TESTS_SURFACE_RIG_H

#include "check.h"
#include "num/vec.h"
#include "pair/between.h"
#include "pair/film_layer.h"
#include "pair/stack.h"

#include <stdlib.h>
#include <string.h>

// two surfaces, a film on the first one, its state
typedef struct {
    gud_arena arena;
    gud_error error;
    gud_surface surface[2];
    gud_walls walls;
    gud_film_layer layer;
    gud_stack stack;
    gud_stack_work *work;
    gud_film_out *state;
    gud_location at;
    double *m_hat;
    int n;
} rig;

typedef struct {
    const gud_lubricant *oil;
    const double *m_hat;
    double per_c;
    const gud_drag *drag;
} question;

// by the six motions; in the plane only x, y and the turn about z are not zero
typedef struct {
    double Q[6], Q_q[6][6], Q_v[6][6];
} answer;

static inline void must(gud_status status, const gud_error *error)
{
    if (status != GUD_OK) fail_msg("%s", error->text);
}

static inline void open_film(rig *r, gud_walls walls, const gud_cavitation *row)
{
    walls.reference = &r->surface[0];
    walls.other = &r->surface[1];
    walls.ends[0] = walls.ends[1] = walls.ambient;
    r->walls = walls;
    r->layer = (gud_film_layer){.cavitation = row, .ambient = walls.ambient, .cavity = walls.cavity, .fill = 1.0};
    r->stack = (gud_stack){.geometry = &gud_geometry_surfaces, .shape = &r->walls, .nlayer = 1};
    r->stack.layer[0] = &gud_layer_film;
    r->stack.params[0] = &r->layer;
    must(gud_stack_work_create(&r->stack, NULL, &r->error, &r->work), &r->error);
    r->state = gud_film_layer_guess(r->work->layer_work[0]);
    r->n = r->work->field.n;
    r->m_hat = calloc((size_t)r->n, sizeof *r->m_hat);
    assert_non_null(r->m_hat);
}

static inline void close_film(rig *r)
{
    gud_stack_work_free(&r->stack, r->work);
    free(r->m_hat);
    gud_arena_free(&r->arena);
}

static inline void place(rig *r, const gud_pose *other)
{
    gud_geometry_surfaces.locate(&r->walls, other, &r->at);
    must(gud_geometry_surfaces.fill(&r->walls, r->work->geometry_work, &r->at, NULL, &r->work->field, &r->error),
         &r->error);
}

static inline void read_answer(const rig *r, answer *out)
{
    static const int flat_motions[3] = {0, 1, 5};
    const gud_response *t = &r->work->total;
    const int n = t->nq;
    memset(out, 0, sizeof *out);
    for (int a = 0; a < n; a++) {
        const int i = n == 3 ? flat_motions[a] : a;
        out->Q[i] = t->Q[a];
        for (int b = 0; b < n; b++) {
            out->Q_q[i][n == 3 ? flat_motions[b] : b] = t->Q_q[a * n + b];
            out->Q_v[i][n == 3 ? flat_motions[b] : b] = t->Q_v[a * n + b];
        }
    }
}

static inline answer solve(rig *r, const question *in)
{
    answer out;
    const gud_stack_in asked = {.c = in->per_c > 0.0 ? 1.0 / in->per_c : (double)INFINITY, .y_hat = in->m_hat};
    r->layer.oil = in->oil;
    r->layer.drag = in->drag;
    r->state->warm = false;
    must(gud_stack_eval(&r->stack, r->work, &r->at, NULL, &asked, &r->error), &r->error);
    read_answer(r, &out);
    return out;
}

// ---- tangents

// the other body displaced by a unit of a freedom about the origin, with the same twist there
static inline gud_pose moved(const gud_pose *p, int freedom, double by, bool twist)
{
    gud_pose q = *p;
    double e[3] = {0.0, 0.0, 0.0}, turn[3], dp[3];
    e[freedom % 3] = by;
    if (twist && freedom < 3) {
        v3_axpy(q.v, q.v, 1.0, e);
    } else if (twist) {
        v3_axpy(q.w, q.w, 1.0, e);
        v3_cross(turn, e, q.p);
        v3_axpy(q.v, q.v, 1.0, turn);
    } else if (freedom < 3) {
        v3_axpy(q.p, q.p, 1.0, e);
        v3_cross(turn, q.w, e);
        v3_axpy(q.v, q.v, 1.0, turn);
    } else {
        // a rotation about a coordinate axis
        const double s = sin(by), k = cos(by);
        const int a = freedom % 3, i = (a + 1) % 3, j = (a + 2) % 3;
        for (int col = 0; col < 3; col++) {
            q.R[3 * i + col] = k * p->R[3 * i + col] - s * p->R[3 * j + col];
            q.R[3 * j + col] = s * p->R[3 * i + col] + k * p->R[3 * j + col];
        }
        q.p[i] = k * p->p[i] - s * p->p[j];
        q.p[j] = s * p->p[i] + k * p->p[j];
        v3_axpy(dp, q.p, -1.0, p->p);
        v3_cross(turn, q.w, dp);
        v3_axpy(q.v, q.v, 1.0, turn);
    }
    return q;
}

static inline double slope_of(const double f[5], double h)
{
    return (f[0] - 8.0 * f[1] + 8.0 * f[3] - f[4]) / (12.0 * h);
}

// forces by all displacements or all velocities, by differences; the largest, in newtons by metre or by m/s
static inline double differences(rig *r, const gud_pose *at, const question *in, bool twist, double lever, double step,
                                 double d[6][6])
{
    double largest = 0.0;
    for (int j = 0; j < 6; j++) {
        const double h = j < 3 ? step : step / lever;
        double Q[5][6];
        for (int i = 0; i < 5; i++) {
            const gud_pose there = moved(at, j, (i - 2) * h, twist);
            place(r, &there);
            const answer out = solve(r, in);
            memcpy(Q[i], out.Q, sizeof Q[i]);
        }
        for (int a = 0; a < 6; a++) {
            const double f[5] = {Q[0][a], Q[1][a], Q[2][a], Q[3][a], Q[4][a]};
            d[a][j] = slope_of(f, h);
            largest = fmax(largest, fabs(d[a][j]) / ((a < 3 ? 1.0 : lever) * (j < 3 ? 1.0 : lever)));
        }
    }
    return largest;
}

typedef struct {
    double lever;       // m, by which moments are compared with forces
    double step, speed; // of the differences
    double part;        // of the largest derivative that an error may have
} tangent_steps;

// Rows without a state see the gap's rate, whose derivative takes the other surface's curvature for that of the
// reference: exact but for the order of gap by radius, here 2e-4.
static inline void check_tangents(rig *r, const gud_pose *at, const question *in, const tangent_steps *steps,
                                  const char *name)
{
    const double lever = steps->lever;
    place(r, at);
    answer here = solve(r, in);
    must(gud_stack_tangents(&r->stack, r->work, false), &r->error);
    read_answer(r, &here);
    for (int twist = 0; twist < 2; twist++) {
        double d[6][6];
        const double scale = differences(r, at, in, twist, lever, twist ? steps->speed : steps->step, d);
        for (int a = 0; a < 6; a++)
            for (int j = 0; j < 6; j++) {
                const double got = twist ? here.Q_v[a][j] : here.Q_q[a][j];
                const double size = scale * (a < 3 ? 1.0 : lever) * (j < 3 ? 1.0 : lever);
                if (!(fabs(got - d[a][j]) <= steps->part * size))
                    fail_msg("%s: force %d by %s %d: %.9g, difference %.9g (scale %g)", name, a,
                             twist ? "velocity" : "displacement", j, got, d[a][j], size);
            }
    }
}

#endif
