// Inputs: numbers of laws that are set while a simulation runs. docs/theory/inputs.md.

#include "step/run.h"

#include <string.h>

static double *number_of(const gud_sim *s, const gud_follower *f)
{
    void *const *params = f->kind == GUD_FOLLOWS_MOTION ? s->work.motion_params : s->work.force_params;
    return (double *)(void *)((char *)params[f->owner] + f->offset);
}

void gud_inputs_apply(gud_sim *s)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nfollower; i++) {
        const gud_follower *f = &m->follower[i];
        const gud_pair *p = f->kind == GUD_FOLLOWS_PAIR ? &m->pair[f->owner] : NULL;
        if (p)
            p->law->follow(p->params, s->work.pair_work[f->owner], f->offset, s->state.input[f->input]);
        else
            *number_of(s, f) = s->state.input[f->input];
    }
    for (int i = 0; i < m->nmotion; i++) {
        const gud_driver_law *law = &m->motion[i];
        if (s->work.motion_params[i] == law->params) continue; // the model's: it follows nothing
        memcpy((char *)s->work.motion_params[i] + law->motion->memory_offset, s->state.memory + law->memory0,
               (size_t)law->motion->nmemory * sizeof(double));
    }
}

void gud_inputs_begin(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_inputs_apply(s);
    for (int i = 0; i < m->nmotion; i++) {
        const gud_driver_law *law = &m->motion[i];
        if (law->motion->nmemory > 0) law->motion->begin(s->work.motion_params[i], s->state.memory + law->memory0);
    }
    gud_inputs_apply(s);
}

static bool changes(const gud_sim *s, int n, const int *inputs, const double *values)
{
    for (int i = 0; i < n; i++)
        if (s->state.input[inputs[i]] != values[i]) return true;
    return false;
}

// do the values that are to be set change what the motion follows?
static bool is_led(const gud_sim *s, int motion, int n, const int *inputs, const double *values)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nfollower; i++) {
        const gud_follower *f = &m->follower[i];
        if (f->kind != GUD_FOLLOWS_MOTION || f->owner != motion) continue;
        for (int k = 0; k < n; k++)
            if (inputs[k] == f->input && s->state.input[f->input] != values[k]) return true;
    }
    return false;
}

// drives whose inputs change go on from where they are
static void remember_ways(gud_sim *s, int n, const int *inputs, const double *values)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nmotion; i++) {
        const gud_driver_law *law = &m->motion[i];
        if (law->motion->nmemory > 0 && is_led(s, i, n, inputs, values))
            law->motion->remember(s->work.motion_params[i], s->state.clock.t, s->state.memory + law->memory0);
    }
}

static double stored_energy(gud_sim *s)
{
    const gud_state *now = &s->state;
    gud_variables_rest(s, now->y);
    gud_kinematics(s, now->q, now->v);
    gud_joints(s, now->clock.t);
    gud_forces(s, now->clock.t, GUD_ENERGIES);
    return s->work.potential;
}

// the other input values and ways are in s->state; what follows from them
static gud_status take_over(gud_sim *s, double stored)
{
    gud_work_forget(s);
    s->state.ledger[GUD_WORK_LOADS] += stored_energy(s) - stored;
    const gud_status st = gud_run_restart(s);
    gud_work_forget(s);
    return st;
}

gud_status gud_inputs_set(gud_sim *s, int n, const int *inputs, const double *values)
{
    const gud_model *m = s->model;
    gud_state *now = &s->state;
    if (!changes(s, n, inputs, values)) return GUD_OK;
    const double stored = stored_energy(s), work = now->ledger[GUD_WORK_LOADS];
    memcpy(s->next.input, now->input, (size_t)m->ninput * sizeof(double)); // to put back; a step overwrites it
    memcpy(s->next.memory, now->memory, (size_t)m->nmemory * sizeof(double));
    remember_ways(s, n, inputs, values);
    for (int i = 0; i < n; i++) now->input[inputs[i]] = values[i];
    const gud_status st = take_over(s, stored);
    if (st == GUD_OK) return GUD_OK;
    memcpy(now->input, s->next.input, (size_t)m->ninput * sizeof(double));
    memcpy(now->memory, s->next.memory, (size_t)m->nmemory * sizeof(double));
    (void)take_over(s, stored); // a solution was there before
    now->ledger[GUD_WORK_LOADS] = work;
    return st < 0 ? st : gud_fail(&s->error, GUD_ERR_NUMERIC, "no accelerations were found for the new inputs");
}
