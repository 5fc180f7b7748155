// Measured orders: runs with halved steps, compared with one run of much smaller steps.
#ifndef GUD_TESTS_ORDER_CASE_H
#define GUD_TESTS_ORDER_CASE_H

#include "mechanism.h"

#include <stdlib.h>

// a double pendulum with a damped spring from its end to a post
#define ORDER_LINKS                                                                                                    \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies:\n  a: {mass: 1.2, inertia: 0.05, center: [0.5, 0], angle: -0.4}\n"                                        \
    "  b: {mass: 0.8, inertia: 0.03, center: [0.4, 0], angle: 0.5, at: [0.9, -0.4]}\n"                                 \
    "frames:\n  a.end: {body: a, at: [1, 0]}\n  b.end: {body: b, at: [0.8, 0]}\n"                                      \
    "  post: {body: ground, at: [0.5, 0.3]}\n"                                                                         \
    "joints:\n  hinge: {type: revolute, between: [ground, a]}\n"                                                       \
    "  elbow: {type: revolute, between: [a.end, b]}\n"
#define ORDER_PENDULUM                                                                                                 \
    ORDER_LINKS                                                                                                        \
    "forces:\n  spring: {type: spring, between: [post, b.end], stiffness: 20, damping: 0.5, free: 0.6}\n"              \
    "start:\n  hinge.angle: {value: -0.4, rate: 1}\n  elbow.angle: {value: 0.9, rate: -2}\n"                           \
    "simulate: {until: 1, step: 0.01}\n"
// the same with a rope that becomes taut once
#define ORDER_ROPE(damping)                                                                                            \
    ORDER_LINKS                                                                                                        \
    "forces:\n  rope: {type: spring, between: [post, b.end], stiffness: 40, " damping ", free: 1.55, acts: tension}\n" \
    "start:\n  hinge.angle: {value: -0.4, rate: 1}\n  elbow.angle: {value: 0.9, rate: -2}\n"                           \
    "simulate: {until: 0.6, step: 0.01}\n"
// the hinge runs up with a constant acceleration that begins and ends inside the run
#define ORDER_RAMP                                                                                                     \
    ORDER_LINKS                                                                                                        \
    "drive:\n  hinge.angle: {type: ramp, profile: linear, rate: 3, begin: 0.2137, during: 0.3471, start: -0.4}\n"      \
    "start:\n  elbow.angle: {value: 0.9, rate: -2}\n"                                                                  \
    "simulate: {until: 1, step: 0.01}\n"
// an asymmetric top, twelve radians of spin
#define ORDER_TOP                                                                                                      \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies:\n  top: {mass: 0.5, inertia: [2e-3, 3e-3, 1.5e-3], center: [0, 0, 0.1], rotation: [0.6, 0.2, 0],\n"       \
    "        spin: [3, -2, 25]}\n"                                                                                     \
    "joints:\n  tip: {type: spherical, between: [ground, top]}\n"                                                      \
    "simulate: {until: 0.5, step: 0.01}\n"

enum { positions, velocities, multipliers, nquantity };

// a path at equal distances in time: positions, velocities and multipliers of every point
typedef struct {
    int npoint, size;
    double *data;
} path;

// errors of a run against the reference: at the end, and the largest of all times
typedef struct {
    double end[nquantity], most[nquantity];
} errors;

typedef struct {
    const path *reference; // NULL: the run itself is recorded
    path *record;
    int every; // points of the reference, or steps, from one comparison to the next
    int count;
    errors e;
} observation;

static inline void grow(double *largest, double value)
{
    if (!(value <= *largest)) *largest = value; // NaN is the largest error of all
}

// distance of two positions: displacements, with full weight on angles
static inline double position_error(const gud_model *m, const double *q0, const double *q1)
{
    double most = 0.0, x[6];
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->difference(b, q0 + b->q0, q1 + b->q0, x);
        for (int k = 0; k < b->nv; k++) grow(&most, fabs(x[k]));
    }
    return most;
}

static inline double vector_error(int n, const double *a, const double *b)
{
    double most = 0.0;
    for (int k = 0; k < n; k++) grow(&most, fabs(a[k] - b[k]));
    return most;
}

static inline gud_status observe(void *user, gud_sim *s)
{
    observation *o = user;
    const gud_model *m = s->model;
    const gud_state *now = &s->next;
    o->count++;
    if (o->record) {
        if (o->count % o->every != 0) return GUD_OK;
        double *to = o->record->data + (size_t)(o->count / o->every) * (size_t)o->record->size;
        memcpy(to, now->q, (size_t)m->nq * sizeof *to);
        memcpy(to + m->nq, now->v, (size_t)m->nv * sizeof *to);
        memcpy(to + m->nq + m->nv, now->lam, (size_t)m->nrow * sizeof *to);
        return GUD_OK;
    }
    const double *at = o->reference->data + (size_t)(o->count * o->every) * (size_t)o->reference->size;
    o->e.end[positions] = position_error(m, at, now->q);
    o->e.end[velocities] = vector_error(m->nv, at + m->nq, now->v);
    o->e.end[multipliers] = vector_error(m->nrow, at + m->nq + m->nv, now->lam);
    for (int k = 0; k < nquantity; k++) grow(&o->e.most[k], o->e.end[k]);
    return GUD_OK;
}

typedef struct {
    const gud_integrator *integrator;
    gud_treatment treatment;
    double newton_tolerance; // 0: so tight that it does not show
} method;

static inline const char *treatment_name(gud_treatment t)
{
    static const char *const names[] = {"index 3", "index 2", "stabilised", "index 1"};
    return names[t];
}

static inline void choose(gud_model *m, const method *way, double step)
{
    m->run.integrator = way->integrator;
    m->run.treatment = way->treatment;
    m->run.adaptive = false;
    m->run.step = step;
    m->run.step_min = 1e-3 * step;
    m->run.newton_tolerance = way->newton_tolerance > 0.0 ? way->newton_tolerance : 1e-12;
}

// a run to the model's end with n steps
static inline void run_with(gud_model *m, const method *way, int n, observation *o)
{
    choose(m, way, m->run.until / n);
    gud_sim *s = started(m);
    if (gud_run(s, observe, o) != GUD_OK) fail_msg("%s", s->error.text);
    assert_int_equal(o->count, n);
    gud_sim_free(s);
}

// a path of this method, at npoint equal distances; its steps are `finer` times shorter
static inline path path_of(gud_model *m, const method *best, int npoint, int finer)
{
    path p = {npoint, m->nq + m->nv + m->nrow, NULL};
    p.data = calloc((size_t)(npoint + 1) * (size_t)p.size, sizeof *p.data);
    assert_non_null(p.data);
    observation o = {.record = &p, .every = finer};
    run_with(m, best, npoint * finer, &o);
    return p;
}

static inline path reference_of(gud_model *m, int npoint, int finer)
{
    const method best = {&gud_integrator_esdirk2, GUD_GGL, 0.0};
    return path_of(m, &best, npoint, finer);
}

static inline errors errors_of(gud_model *m, const method *way, const path *reference, int n)
{
    observation o = {.reference = reference, .every = reference->npoint / n};
    run_with(m, way, n, &o);
    return o.e;
}

// orders by halving the step, between n/2 and n steps
typedef struct {
    double end[nquantity], most[nquantity];
    errors fine;
} orders;

static inline orders orders_of(gud_model *m, const method *way, const path *reference, int n)
{
    const errors coarse = errors_of(m, way, reference, n / 2), fine = errors_of(m, way, reference, n);
    orders p = {.fine = fine};
    for (int k = 0; k < nquantity; k++) {
        p.end[k] = log2(coarse.end[k] / fine.end[k]);
        p.most[k] = log2(coarse.most[k] / fine.most[k]);
    }
    return p;
}

static inline void print_orders(const char *problem, const method *way, const orders *p)
{
    print_message("| %s | %s | %s | %.2f / %.2f / %.2f | %.2f / %.2f / %.2f | %.1e / %.1e / %.1e |\n", problem,
                  way->integrator->row.name, treatment_name(way->treatment), p->end[0], p->end[1], p->end[2],
                  p->most[0], p->most[1], p->most[2], p->fine.end[0], p->fine.end[1], p->fine.end[2]);
}

#endif
