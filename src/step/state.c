// The state: one block, so that copying, hashing and saving it are single calls.

#include "base/alloc.h"
#include "base/hash.h"
#include "step/sim.h"

#include <string.h>

gud_status gud_state_create(const gud_model *m, gud_state *state)
{
    const size_t nq = (size_t)m->nq, nv = (size_t)m->nv, nrow = (size_t)m->nrow;
    *state = (gud_state){.count = nq + 6 * nv + 2 * nrow + (size_t)m->ncoordinate + GUD_NLEDGER +
                                  4 * (size_t)m->nvariable + (size_t)m->nhistory + 11 * (size_t)m->npair +
                                  2 * (size_t)m->nevent + (size_t)m->ninput + (size_t)m->nmemory};
    state->block = gud_alloc(state->count, sizeof(double));
    if (!state->block) return GUD_ERR_MEMORY;

    double *next = state->block;
    state->q = next, next += nq;
    state->v = next, next += nv;
    state->a = next, next += nv;
    state->aux = next, next += nv;
    state->a_last = next, next += nv;
    state->reaction = next, next += nv;
    state->pushed = next, next += nv;
    state->lam = next, next += nrow;
    state->lam_last = next, next += nrow;
    state->coordinate = next, next += m->ncoordinate;
    state->ledger = next, next += GUD_NLEDGER;
    state->y = next, next += m->nvariable;
    state->y_t = next, next += m->nvariable;
    state->y_aux = next, next += m->nvariable;
    state->y_t_last = next, next += m->nvariable;
    state->history = next, next += m->nhistory;
    state->lost = next, next += 2 * (size_t)m->npair;
    state->loss = next, next += 2 * (size_t)m->npair;
    state->load = next, next += 3 * (size_t)m->npair;
    state->load_last = next, next += 3 * (size_t)m->npair;
    state->load_most = next, next += (size_t)m->npair;
    state->input = next, next += m->ninput;
    state->memory = next, next += m->nmemory;
    state->step_behind = next;
    return GUD_OK;
}

void gud_state_free(gud_state *state)
{
    gud_free(state->block);
    *state = (gud_state){0};
}

void gud_state_reset(const gud_model *m, gud_state *state)
{
    state->clock = (gud_clock){0};
    memset(state->block, 0, state->count * sizeof(double));
    memcpy(state->q, m->q_start, (size_t)m->nq * sizeof(double));
    memcpy(state->v, m->v_start, (size_t)m->nv * sizeof(double));
    for (int i = 0; i < m->ninput; i++) state->input[i] = m->input[i].value;
    for (int i = 0; i < m->nmotion; i++) {
        const gud_driver_law *law = &m->motion[i];
        if (law->motion->nmemory > 0) law->motion->begin(law->params, state->memory + law->memory0);
    }
}

void gud_state_copy(gud_state *to, const gud_state *from)
{
    to->clock = from->clock;
    memcpy(to->block, from->block, from->count * sizeof(double));
}

uint64_t gud_state_hash(const gud_state *state)
{
    const uint64_t clock = gud_hash(0, &state->clock, sizeof state->clock);
    return gud_hash(clock, state->block, state->count * sizeof(double));
}
