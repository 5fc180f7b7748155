// The search or Pareto front of a study: rounds of runs, each a study of its own. docs/theory/studies.md, sections
// 7, 8.
#ifndef GUD_SWEEP_SEEK_H
#define GUD_SWEEP_SEEK_H

#include "base/json.h"
#include "num/search.h"
#include "sweep/sweep.h"

// Computes the runs of a round and makes their table, which gud_sweep_table_free is called on. A run that failed has no
// lines.
typedef gud_status (*gud_seek_compute)(void *user, const gud_study *round, gud_sweep_table *table, gud_error *error);

// Follows the search of a study to its end. *all is the study of all runs, in their order: their table is made as that
// of any study. gud_study_free it before `study`.
gud_status gud_seek_run(const gud_study *study, gud_seek_compute compute, void *user, gud_error *error,
                        gud_study **all);

// a run of a search, as its table says
typedef struct gud_seek_found {
    double f[GUD_STUDY_GOALS];  // channels of the goals, as they are
    double g[GUD_STUDY_LIMITS]; // channels of the limits: the worst of those that match
    bool failed, allowed, best, front;
} gud_seek_found;

typedef struct gud_seeked {
    const gud_study *study; // of all runs
    gud_seek_found *runs;   // [study->nrun]
    int best;               // -1: none is within the limits. Of a front: of its first goal
    bool converged;         // the end was not the number of runs
    char units[GUD_STUDY_GOALS][40], limit_units[GUD_STUDY_LIMITS][40];
} gud_seeked;

gud_status gud_seek_judge(const gud_study *all, const gud_sweep_table *table, gud_error *error, gud_seeked *found);
void gud_seeked_free(gud_seeked *found);

// "least loss: 52.1 W at clearance 21.4 um, run 9 of 11"
void gud_seeked_text(const gud_seeked *found, char *text, int size);
void gud_seeked_json(const gud_seeked *found, gud_json *json); // member "search" or "front"

#endif
