// A whole simulation into a folder: start or resume, record, checkpoints, end.
#ifndef GUD_STEP_SIMULATE_H
#define GUD_STEP_SIMULATE_H

#include "out/result.h"
#include "step/record.h"

typedef struct gud_simulate_options {
    const char *folder; // NULL: in memory; `take` sees the result then
    bool resume;
    int threads; // that evaluate films side by side, as gud_sim_share; 1 or less: one
    gud_status (*take)(void *user, const gud_result *result, gud_error *error);
    // how far it is: fraction of the whole, position (time or coordinate), steps; true: end it now. May be NULL.
    bool (*progress)(void *user, double fraction, double position, long steps);
    // it shows that the run takes long, and why; at most once. May be NULL.
    void (*remark)(void *user, const char *text);
    void *user;
} gud_simulate_options;

typedef struct gud_simulate_report {
    gud_clock clock;
    double cpu, wall;    // s
    double energy_error; // J
    uint64_t hash;       // of the last state
    long nrecord;        // rows written by this call
    char remarks[1000];  // what the user should know, a line each
} gud_simulate_report;

// GUD_ERR_INTERRUPT when `progress` ended it: what was computed can be read and resumed
gud_status gud_simulate(const gud_model *m, const gud_simulate_options *options, gud_error *error,
                        gud_simulate_report *report);

#endif
