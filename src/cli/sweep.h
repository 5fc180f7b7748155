// What the ways to run a study share.
#ifndef GUD_CLI_SWEEP_H
#define GUD_CLI_SWEEP_H

#include "cli/args.h"
#include "cli/progress.h"
#include "sweep/sweep.h"

typedef struct gud_sweep_session {
    const gud_args *args;
    gud_sweep sweep;
    gud_progress progress;
    int nfailed, nkept;
    gud_study *all; // of a search: the study of all its runs
} gud_sweep_session;

// All rounds of a search, one after the other; then the session is that of all its runs, which are there.
gud_status gud_sweep_search(gud_sweep_session *s, gud_error *error);

// Saves and prints the table, and draws the figures; the folder is claimed. The exit code: failed runs, and with
// `whole` runs without a row, are failures.
int gud_sweep_present(gud_sweep_session *s, bool whole);

// claims the folder, then presents what there is
int gud_sweep_gather(gud_sweep_session *s);

// ---- engines; each returns the exit code

int gud_sweep_submit(gud_sweep_session *s); // to Slurm: an array of jobs and one that gathers
int gud_sweep_status(gud_sweep_session *s); // how far everybody is
int gud_sweep_cancel(gud_sweep_session *s); // the jobs of Slurm

int gud_sweep_on_ranks(gud_sweep_session *s, int rank); // of MPI

#endif
