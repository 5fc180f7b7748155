// Models of the examples with some values replaced, and the path of a point while they run.
#ifndef GUD_TESTS_EXAMPLE_CASE_H
#define GUD_TESTS_EXAMPLE_CASE_H

#include "clearance_case.h"

#include "body/beam.h"

#include <stdlib.h>

enum { most_set = 8, most_samples = 1001 };

typedef struct {
    char text[most_set][120];
    int n;
} settings;

static inline void set_value(settings *s, const char *path, const char *value)
{
    assert_true(s->n < most_set);
    (void)snprintf(s->text[s->n++], sizeof s->text[0], "%s=%s", path, value);
}

static inline gud_model *example(const char *path, const settings *s)
{
    gud_model *m = NULL;
    gud_diag diag;
    const char *set[most_set];
    for (int i = 0; i < s->n; i++) set[i] = s->text[i];
    gud_diag_init(&diag);
    if (gud_model_from_file(path, set, s->n, &diag, &m) != GUD_OK) fail_msg("%s does not load", path);
    gud_diag_free(&diag);
    return m;
}

// a point at equal distances of time, and what happens in the joint with clearance
typedef struct {
    int n, frame, beam;
    double every; // s
    double position[most_samples][3], velocity[most_samples][3];
    double deflection;   // m, largest of the beam
    double eccentricity; // m, largest of all steps
    double mean;         // m, of the samples
    double force;        // N, largest of all steps
    double *q, *v, *a, *lam;
} path;

// -1: all joints are ideal
static inline int clearance_joint(const gud_model *m)
{
    return m->npair > 0 ? 0 : -1;
}

static inline double eccentricity_of(const gud_sim *s)
{
    const int joint = clearance_joint(s->model);
    if (joint < 0) return 0.0;
    const int *frame = s->model->pair[joint].frame;
    double e[3];
    v3_axpy(e, s->work.pose[frame[1]].p, -1.0, s->work.pose[frame[0]].p);
    return v3_norm(e);
}

static inline void take_sample(path *p, const gud_sim *s)
{
    v3_copy(p->position[p->n], s->work.pose[p->frame].p);
    v3_copy(p->velocity[p->n++], s->work.pose[p->frame].v);
    p->mean += eccentricity_of(s);
    if (p->beam < 0) return;
    double yz[2];
    const gud_body *b = &s->model->body[p->beam];
    gud_beam_deflection(b->beam, p->q + b->q0, yz);
    p->deflection = fmax(p->deflection, hypot(yz[0], yz[1]));
}

static inline gud_status follow(void *user, gud_sim *s)
{
    path *p = user;
    const double from = s->state.clock.t, to = s->next.clock.t;
    const int joint = clearance_joint(s->model);
    gud_kinematics(s, s->next.q, s->next.v);
    p->eccentricity = fmax(p->eccentricity, eccentricity_of(s));
    if (joint >= 0) {
        gud_pair_out out;
        gud_pair_eval(s, &s->model->pair[joint], to, GUD_WRENCH, &out);
        p->force = fmax(p->force, v3_norm(out.wrench));
    }
    while (p->n < most_samples && p->n * p->every <= to * (1.0 + 1e-12)) {
        gud_interpolate(s, (p->n * p->every - from) / (to - from), p->q, p->v, p->a, p->lam);
        gud_kinematics(s, p->q, p->v);
        take_sample(p, s);
    }
    return GUD_OK;
}

// runs the model and frees it
static inline path *travel(gud_model *m, const char *point, double every)
{
    gud_sim *s = started(m);
    path *p = calloc(1, sizeof *p);
    assert_non_null(p);
    *p = (path){.frame = -1, .beam = -1, .every = every};
    for (int i = 0; i < m->nframe; i++)
        if (strcmp(m->frame[i].name, point) == 0) p->frame = i;
    for (int i = 1; i < m->nbody; i++)
        if (m->body[i].beam) p->beam = i; // the last one
    assert_true(p->frame >= 0);
    p->q = calloc((size_t)m->nq + 2 * (size_t)m->nv + (size_t)m->nrow, sizeof *p->q);
    assert_non_null(p->q);
    p->v = p->q + m->nq;
    p->a = p->v + m->nv;
    p->lam = p->a + m->nv;
    if (gud_run(s, follow, p) != GUD_OK) fail_msg("%s", s->error.text);
    p->mean /= p->n;
    free(p->q);
    sim_and_model_free(s, m);
    return p;
}

static inline double largest_difference(const path *a, const path *b)
{
    double most = 0.0;
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        double d[3];
        v3_axpy(d, a->position[i], -1.0, b->position[i]);
        most = fmax(most, v3_norm(d));
    }
    return most;
}

// root of the mean square
static inline double difference_of_velocities(const path *a, const path *b)
{
    double sum = 0.0;
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        double d[3];
        v3_axpy(d, a->velocity[i], -1.0, b->velocity[i]);
        sum += v3_dot(d, d);
    }
    return sqrt(sum / a->n);
}

#endif
