// Runs that the page has asked for: processes of the command, a few at a time, whose end or crash ends nothing else.
#ifndef GUD_SERVE_JOBS_H
#define GUD_SERVE_JOBS_H

#include "base/buffer.h"
#include "base/error.h"
#include "serve/process.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gud_jobs gud_jobs;

enum { GUD_JOB_SETS = 64 }; // overrides of one run

typedef struct gud_job_request {
    const char *name;   // for the list; the folder's name
    const char *model;  // path of the model file
    const char *draft;  // the same, if it is to be removed when the job has ended; NULL: not
    const char *folder; // of the results
    bool study;         // of many runs: `gudgeon sweep`
    const char *sets[GUD_JOB_SETS];
    int nset;
} gud_job_request;

// `nside` at the same time, each within `limits`
gud_status gud_jobs_create(const char *program, int nside, const gud_process_limits *limits, gud_error *error,
                           gud_jobs **out);
void gud_jobs_end(gud_jobs *jobs);  // no more of them; their version is UINT64_MAX from now on
void gud_jobs_free(gud_jobs *jobs); // ends those that run; accepts NULL

const char *gud_jobs_program(const gud_jobs *jobs);

// Queues a run; its number, or a negative status when too many wait. The oldest that have ended are forgotten.
int gud_jobs_add(gud_jobs *jobs, const gud_job_request *request, gud_error *error);

bool gud_jobs_cancel(gud_jobs *jobs, int number); // false: there is none that could be ended

// all of them, the newest last, as JSON; *version rises when anything has changed
void gud_jobs_write(gud_jobs *jobs, gud_buffer *out);
uint64_t gud_jobs_version(gud_jobs *jobs);

#endif
