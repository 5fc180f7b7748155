// One run of a study, in this process.
#ifndef GUD_SWEEP_RUN_H
#define GUD_SWEEP_RUN_H

#include "load/input.h"
#include "rough/store.h"
#include "sweep/rows.h"
#include "sweep/study.h"

// What a worker keeps from one run to the next. A model is loaded again for every run: with units and tables shared
// that takes less than half a millisecond, and is the run of `gudgeon run` to the bit (decision 0015).
typedef struct gud_bench {
    const gud_study *study;
    const char *folder;  // of the study
    const char *scratch; // a folder of the worker's own, for runs that need files which are not kept; made on demand
    bool fresh, plugins, force;
    bool (*stop)(void *user); // may be NULL
    void *user;
    gud_shared shared;
    gud_rough_store rough;
    double fraction; // of the run that goes on
} gud_bench;

gud_status gud_bench_open(gud_bench *bench, gud_error *error); // the first members are set
void gud_bench_close(gud_bench *bench);

typedef enum gud_run_end {
    GUD_RUN_WAITING, // or interrupted
    GUD_RUN_DONE,
    GUD_RUN_KEPT, // was there already, made from the same model by the same version
    GUD_RUN_FAILED,
} gud_run_end;

typedef struct gud_run_outcome {
    gud_run_end end;
    bool lasting; // a failure that would come again
    double costs[GUD_ROW_COSTS];
    char why[600];
    gud_sweep_table table;
    gud_buffer summary; // empty: none is kept
} gud_run_outcome;

// Computes a run, or finds its result in its folder. gud_run_outcome_free it.
void gud_run_compute(gud_bench *bench, int run, gud_run_outcome *report);
void gud_run_outcome_free(gud_run_outcome *report);

// Loads the model of a run, or checks the file of a component, and computes nothing. *m may be NULL for a component.
gud_status gud_run_load(gud_bench *bench, int run, gud_diag *diag, gud_model **m);

// folder of a run whose result is kept
void gud_run_folder(const gud_study *study, const char *folder, int run, char *path, size_t size);

// is the result of a run in its folder?
bool gud_run_has_result(const gud_study *study, const char *folder, int run);

#endif
