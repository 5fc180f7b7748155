// Studies: a grid or a sample of runs, or a search, in threads of this process, without a folder for each run, and the
// table of all of them.
#ifndef GUDGEON_STUDY_H
#define GUDGEON_STUDY_H

#include <gudgeon/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gud_open_study gud_open_study;

// Reads a study file as `gudgeon sweep` does, or `text` with `path` as its name if that is not NULL. `flags`: 0 or
// GUD_LOAD_PLUGINS. `why` as in gud_model_load.
GUD_API gud_status gud_study_open(const char *path, const char *text, unsigned flags, gud_open_study **study,
                                  gud_diagnostics **why);
GUD_API void gud_study_close(gud_open_study *study);

// Number of runs; 0 for NULL. For a search: the runs of its first round, and all runs once it has ended.
GUD_API int gud_study_count(const gud_open_study *study);

// Progress: number of finished runs, and fraction of the whole study. Called several times per second by the thread
// that called gud_study_run; a return value other than 0 ends the study.
typedef int (*gud_study_progress)(void *user, int ended, double fraction);

// Computes all runs, `threads` at a time, from 1 to 256; 0: as many as there are processors. Each is bitwise the run of
// `gudgeon sweep`, whatever the number of threads. A failed run does not make the study fail: see gud_study_failure.
// `progress` may be NULL. GUD_ERR_INTERRUPT: it ended the study; runs that finished before are in the table.
GUD_API gud_status gud_study_run(gud_open_study *study, int threads, gud_study_progress progress, void *user);

// Why a run failed; "" if it did not fail, NULL if it has not finished.
GUD_API const char *gud_study_failure(const gud_open_study *study, int run);

// The table of `gudgeon sweep` for the finished runs: statistics of the study's channels in its windows, a line for
// each run, window and channel; in JSON also the findings of a sample, limits, a search or a front. As CSV, the file
// table.csv, or as the JSON of --json; gud_free it. NULL: out of memory, or the argument was NULL.
GUD_API char *gud_study_table(const gud_open_study *study, bool json);

#ifdef __cplusplus
}
#endif

#endif
