// Runs a study: every run in a process and a folder of its own, then one table over all of them.
#ifndef GUD_SWEEP_SWEEP_H
#define GUD_SWEEP_SWEEP_H

#include "base/buffer.h"
#include "base/error.h"
#include "out/summary.h"
#include "sweep/study.h"

typedef enum gud_run_end {
    GUD_RUN_WAITING,
    GUD_RUN_DONE,
    GUD_RUN_KEPT, // was there already, made from the same model by the same version
    GUD_RUN_FAILED,
} gud_run_end;

typedef struct gud_sweep {
    const gud_study *study;
    const char *folder;
    int nworker;  // < 1: all cores
    bool fresh;   // compute again what is there
    bool plugins; // shared libraries that models name may run
    bool force;   // replace what others have written under our names
    bool (*stop)(void *user);
    // a run has ended; `why` says why it failed, or is empty
    void (*ended)(void *user, int run, gud_run_end end, const char *why);
    void *user;
    gud_run_end *ends; // [runs], filled in
    int nended;
} gud_sweep;

// Is there a run that can be loaded for every case of every axis, and does it have the channel of `over`? If not, that
// is a mistake of the study, told before anything is written.
gud_status gud_sweep_check(gud_sweep *sweep, gud_diag *diag);

// Fails only as a whole (no folder, interrupted); runs that fail are told in `ends`.
gud_status gud_sweep_run(gud_sweep *sweep, gud_error *error);

bool gud_sweep_is_computed(const gud_sweep *sweep, int run); // also by an earlier sweep
// the result of a run that came to its end
gud_status gud_sweep_open(const gud_sweep *sweep, int run, gud_error *error, gud_result **result);
bool gud_sweep_has_channel(const gud_result *result, const char *pattern);

// folder of a run
void gud_sweep_folder(const gud_sweep *sweep, int run, char *path, size_t size);

// a line of the table
typedef struct gud_sweep_line {
    int run, window, pattern; // of the study's lists
    char channel[200], unit[40];
    gud_statistics statistics;
} gud_sweep_line;

typedef struct gud_sweep_table {
    gud_sweep_line *lines;
    int count, room;
} gud_sweep_table;

// Statistics of all runs that were computed, in the order of the study. A run without a channel has no line for it.
gud_status gud_sweep_tabulate(const gud_sweep *sweep, gud_error *error, gud_sweep_table *table);
// adds the lines of one run to a table
gud_status gud_sweep_tabulate_run(const gud_study *study, const gud_result *result, int run, gud_error *error,
                                  gud_sweep_table *table);
void gud_sweep_table_free(gud_sweep_table *table);

void gud_sweep_table_csv(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);
void gud_sweep_table_json(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);

// a line for every run: how it ended, its steps, iterations and processor time
gud_status gud_sweep_runs_csv(const gud_sweep *sweep, gud_error *error, gud_buffer *out);

// Figures in FOLDER/figures: of every axis with numbers, each quantity of the table against it (a family of curves, or
// a map over two axes); curves of all runs over time or `over` (1.svg, ...), where they are few; bifurcation diagrams
// and Poincare sections where the study asks for them.
gud_status gud_sweep_figures(const gud_sweep *sweep, const gud_sweep_table *table, gud_error *error);

#endif
