// Studies on Slurm: an array of jobs, each of which does a part, and a job that gathers when all of them have ended.
// Only commands of Slurm are used (sbatch, squeue, scancel); nothing of it is linked.
#ifndef GUD_SWEEP_SLURM_H
#define GUD_SWEEP_SLURM_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>

typedef struct gud_slurm_plan {
    const char *program, *study, *folder; // absolute paths
    const char *name;                     // of the jobs
    const char *options;                  // further options of sbatch, separated by blanks; may be ""
    const char *flags;                    // further options of `gudgeon sweep`; may be ""
    int ntask, ncore;                     // tasks of the array, and cores of each
} gud_slurm_plan;

// the jobs of a folder
typedef struct gud_slurm_jobs {
    long array, gather; // numbers; 0: none
    int ntask;
} gud_slurm_jobs;

// How many tasks: each takes about ten minutes on its cores, and at least two runs; not more than an array may have.
// `seconds`: mean time of a run.
int gud_slurm_tasks(int nrun, double seconds, int ncore);

// Writes FOLDER/slurm/array.sh and gather.sh, submits them, and notes their numbers in FOLDER/slurm/jobs.txt.
gud_status gud_slurm_submit(const gud_slurm_plan *plan, gud_error *error, gud_slurm_jobs *jobs);

// what was noted; all 0 if nothing was
void gud_slurm_recall(const char *folder, gud_slurm_jobs *jobs);

// States of the jobs in the queue, a line "12_3 RUNNING" for each task; nothing once they have ended.
gud_status gud_slurm_query(const gud_slurm_jobs *jobs, gud_error *error, gud_buffer *lines);

gud_status gud_slurm_cancel(const gud_slurm_jobs *jobs, gud_error *error);

// the scripts, for tests
void gud_slurm_array_script(const gud_slurm_plan *plan, gud_buffer *out);
void gud_slurm_gather_script(const gud_slurm_plan *plan, gud_buffer *out);

#endif
