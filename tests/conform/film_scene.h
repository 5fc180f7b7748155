// A lubricated joint with its journal somewhere in the bearing, both turning, and oil between them.
#ifndef GUD_TESTS_CONFORM_FILM_SCENE_H
#define GUD_TESTS_CONFORM_FILM_SCENE_H

#include "conform/bond.h"

#include <stdlib.h>

#define ROUGH                                                                                                          \
    "rough: {model: KE, sigma: 0.5 um, mean: 0.3 um, radius: 15 um, density: 1e10, modulus: 115 GPa, "                 \
    "hardness: 1.4 GPa, poisson: 0.3}, friction: {coefficient: 0.1}"

typedef struct scene {
    const gud_pair *pair;
    gud_pose pose[2];
    double y_hat[bond_variables], c;
    void *work;
} scene;

// The second body beside the first one, shifted in its axes: both turn about the first one's axis, the journal moves
// slowly, and leans and wobbles if it may.
static inline void place_journal(gud_pose pose[2], const double local[3], bool leans)
{
    gud_pose *A = &pose[0], *B = &pose[1];
    const double slow[3] = {2e-3, 3e-3, 0.0}, lean[3] = {1e-4, -2e-4, 0.3}, wobble[3] = {0.3, 0.2, 0.0};
    double shift[3], speed[3], about[3], world[3];
    *B = *A;
    m3_apply(shift, A->R, local);
    m3_apply(speed, A->R, slow);
    m3_column(about, A->R, 2);
    v3_scale(A->w, 40.0, about);
    v3_scale(B->w, 300.0, about);
    v3_axpy(B->p, A->p, 1.0, shift);
    v3_cross(B->v, A->w, shift);
    v3_axpy(B->v, B->v, 1.0, A->v);
    v3_axpy(B->v, B->v, 1.0, speed);
    if (!leans) return;
    m3_apply(world, A->R, lean);
    turn_in_world(B->R, world);
    m3_apply(world, A->R, wobble);
    v3_axpy(B->w, B->w, 1.0, world);
}

// the oil of a moment ago: here more, there less than the gap holds now, so that a part of the film is broken
static inline void fill_film(scene *s, double c, double wave, double frequency)
{
    const gud_pair *pair = s->pair;
    s->work = pair->law->work_create(pair->params);
    assert_non_null(s->work);
    const gud_pair_in in = {.pose = {&s->pose[0], &s->pose[1]}, .work = s->work};
    double *history = calloc((size_t)pair->nhistory, sizeof *history);
    gud_error error;
    assert_non_null(history);
    assert_in_range(pair->nvariable, 1, bond_variables);
    assert_int_equal(pair->law->start(pair->params, &in, history, s->y_hat, &error), GUD_OK);
    pair->law->work_forget(pair->params, s->work, history);
    free(history);
    s->c = c;
    for (int k = 0; k < pair->nvariable; k++) s->y_hat[k] *= 1.0 + wave * sin(frequency * k);
}

static inline void scene_free(scene *s)
{
    if (s->work) s->pair->law->work_free(s->work);
    free(s);
}

static inline bond scene_bond(const scene *s, bool spatial)
{
    static const double none[8] = {0.0};
    return (bond){.law = s->pair->law,
                  .params = s->pair->params,
                  .in = {.pose = {&s->pose[0], &s->pose[1]},
                         .side = none,
                         .history = none,
                         .y_hat = s->y_hat,
                         .c = s->c,
                         .work = s->work},
                  .planar = !spatial};
}

#endif
