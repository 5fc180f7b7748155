// Runs of models with clearance, and the log of their contacts.
#ifndef GUD_TESTS_CLEARANCE_CASE_H
#define GUD_TESTS_CLEARANCE_CASE_H

#include "mechanism.h"

#include "pair/dry.h"

enum { most_contacts = 4000 };

typedef struct contact_record {
    double begin, speed, force, depth, duration, restitution;
} contact_record;

typedef struct contact_log {
    contact_record contact[most_contacts];
    int n;
    int stop_after; // contacts that have ended; 0: never
} contact_log;

// reads the log of all dry joints, as the recorder does
static inline gud_status log_step(void *user, gud_sim *s)
{
    contact_log *log = user;
    for (int i = 0; i < s->model->npair; i++) {
        const gud_pair *pair = &s->model->pair[i];
        double records[GUD_PAIR_LOGS][GUD_PAIR_LOGGED];
        if (!pair->law->log) continue;
        const int n =
            pair->law->log(pair->params, s->state.history + pair->history0, s->next.history + pair->history0, records);
        for (int k = 0; k < n; k++) {
            assert_true(log->n < most_contacts);
            memcpy(&log->contact[log->n++], records[k], sizeof(contact_record));
        }
    }
    return log->stop_after > 0 && log->n >= log->stop_after ? GUD_ERR_INTERRUPT : GUD_OK;
}

// to the end, or to the end of the contact that was asked for
static inline void run_logged(gud_sim *s, contact_log *log)
{
    const gud_status st = gud_run(s, log_step, log);
    if (st != GUD_OK && st != GUD_ERR_INTERRUPT) fail_msg("%s", s->error.text);
}

// kinetic and potential energy, work and losses of a state: what should not change
static inline double balance_of(gud_sim *s)
{
    const gud_state *now = &s->state;
    gud_kinematics(s, now->q, now->v);
    gud_variables_rest(s, now->y);
    gud_forces(s, now->clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, now->q, now->v);
    const double *w = now->ledger;
    return e.kinetic + e.potential - w[GUD_WORK_DRIVERS] - w[GUD_WORK_LOADS] + w[GUD_WORK_LOSSES];
}

#endif
