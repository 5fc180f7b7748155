// Runs a study: workers take one run after the other and append its row to a file of their own; from the rows of all
// of them comes one table, the same to the bit whoever computed what (docs/manual/sweep.md, decision 0015).
//
//     gud_sweep sweep = {.study = study, .folder = "out"};
//     GUD_TRY(gud_sweep_open(&sweep, &error));
//     gud_sweep_run(&sweep, &error);
//     gud_sweep_tabulate(&sweep, &error, &table);
//     gud_sweep_close(&sweep);
#ifndef GUD_SWEEP_SWEEP_H
#define GUD_SWEEP_SWEEP_H

#include "base/buffer.h"
#include "base/error.h"
#include "sweep/rows.h"
#include "sweep/run.h"
#include "sweep/study.h"
#include "sweep/table.h"

// runs that others hand out while the sweep goes on (MPI)
typedef struct gud_sweep_source {
    // Further runs, how many; 0: none for now, < 0: never again. `wall`: mean seconds of a run so far, NAN: not known.
    int (*more)(void *user, double wall, int *runs, int room);
    void *user;
} gud_sweep_source;

typedef struct gud_sweep {
    const gud_study *study;
    const char *folder;
    int nworker;                    // < 1: all cores
    int part, nparts;               // of --part I/N: runs I - 1, I - 1 + N, ...; nparts 0: all
    const char *owner;              // folder of our rows below FOLDER/rows; NULL: follows from the part, "1-of-1"
    const gud_sweep_source *source; // NULL: all runs of the part that have no row yet
    bool fresh;                     // compute again what is there; only with the whole study
    bool retry;                     // also what failed
    bool plugins;                   // shared libraries that models name may run
    bool force;                     // replace what others have written under our names
    bool (*stop)(void *user);
    // a run has ended; `why` says why it failed, or is empty
    void (*ended)(void *user, int run, gud_run_end end, const char *why);
    void *user;

    gud_run_end *ends; // [runs]; filled in by gud_sweep_read and gud_sweep_run
    int nended;        // of this part
    double seconds;    // on the clock, mean of the runs that this sweep computed; NAN: none

    // inside
    uint64_t *keys, view;     // of the runs, and of what is wanted of them
    int *attempts;            // [runs] how often a run was begun and did not end
    const gud_run_row **rows; // [runs] NULL: it has none
    const gud_run_row **summaries;
    gud_archive archive;
} gud_sweep;

gud_status gud_sweep_open(gud_sweep *sweep, gud_error *error); // the first members are set
void gud_sweep_close(gud_sweep *sweep);

// Is there a run that can be loaded for every case of every axis (of a range: for its ends), and does it have the
// channel of `over`? If not, that is a mistake of the study, told before anything is written.
gud_status gud_sweep_check(gud_sweep *sweep, gud_diag *diag);

// What is known of all runs now: reads the rows of all workers, also while they grow.
gud_status gud_sweep_read(gud_sweep *sweep, gud_error *error);

// Computes what is not there. Fails only as a whole (no folder, interrupted); runs that fail are told in `ends`.
gud_status gud_sweep_run(gud_sweep *sweep, gud_error *error);

bool gud_sweep_is_mine(const gud_sweep *sweep, int run);      // of this part?
bool gud_sweep_is_computed(const gud_sweep *sweep, int run);  // also by an earlier sweep
int gud_sweep_count(const gud_sweep *sweep, gud_run_end end); // of all runs; DONE and KEPT are told apart
// why a run failed, "" if it did not
const char *gud_sweep_failure(const gud_sweep *sweep, int run);
// seconds of the clock that a run took, NAN if it has none
double gud_sweep_seconds(const gud_sweep *sweep, int run);

// the result of a run that came to its end and was kept
gud_status gud_sweep_open_result(const gud_sweep *sweep, int run, gud_error *error, gud_result **result);

// Lines of all runs that were computed, in the order of the study.
gud_status gud_sweep_tabulate(const gud_sweep *sweep, gud_error *error, gud_sweep_table *table);

void gud_sweep_table_csv(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);
void gud_sweep_table_json(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);

// a line for every run: how it ended, its steps, iterations and processor time
void gud_sweep_runs_csv(const gud_sweep *sweep, gud_buffer *out);

// a line of JSON for every run that was computed: {"run": name, its cases, then what `gudgeon summary --json` says}
void gud_sweep_summaries(const gud_sweep *sweep, gud_buffer *out);

// Figures in FOLDER/figures: of every axis with numbers, each quantity of the table against it (a family of curves, or
// a map over two axes); curves of all runs over time or `over` (1.svg, ...), where they are few; bifurcation diagrams
// and Poincare sections where the study asks for them.
gud_status gud_sweep_figures(const gud_sweep *sweep, const gud_sweep_table *table, gud_error *error);

#endif
