// Studies: a grid or a sample of runs, or a search, in this process, in threads, without a folder for each, and the
// table over all of them.
#ifndef GUDGEON_STUDY_H
#define GUDGEON_STUDY_H

#include <gudgeon/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gud_open_study gud_open_study;

// Reads a study file as `gudgeon sweep` does, or the text that `path` stands for if `text` is not NULL. `flags`: 0 or
// GUD_LOAD_PLUGINS. `why` as in gud_model_load.
GUD_API gud_status gud_study_open(const char *path, const char *text, unsigned flags, gud_open_study **study,
                                  gud_diagnostics **why);
GUD_API void gud_study_close(gud_open_study *study);

// Of its runs; 0 for NULL. Of a search: those of its first round, and once it has ended, all.
GUD_API int gud_study_count(const gud_open_study *study);

// How far it is: runs that ended, and the fraction of the whole. Called several times a second by the thread that
// called gud_study_run; a return value other than 0 ends the study.
typedef int (*gud_study_progress)(void *user, int ended, double fraction);

// All runs, `threads` at a time, from 1 to 256; 0: as many as there are processors. Each is the run of `gudgeon sweep`
// to the bit, whatever the number of threads. Runs that fail are no failure of the study: gud_study_failure.
// `progress` may be NULL. GUD_ERR_INTERRUPT: it ended the study; runs that ended before are in the table.
GUD_API gud_status gud_study_run(gud_open_study *study, int threads, gud_study_progress progress, void *user);

// Why a run failed; "" if it did not, NULL if it did not end.
GUD_API const char *gud_study_failure(const gud_open_study *study, int run);

// The table of `gudgeon sweep`, of the runs that ended: statistics of the study's channels in its windows, a line for
// each run, window and channel; in JSON also what a sample, limits, a search or a front say. As CSV, the file
// table.csv, or as the JSON of --json; gud_free it. NULL: out of memory, or NULL was given.
GUD_API char *gud_study_table(const gud_open_study *study, bool json);

#ifdef __cplusplus
}
#endif

#endif
