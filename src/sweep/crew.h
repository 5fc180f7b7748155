// Workers: processes that do one job after the other. Libraries that are not safe between threads do not matter, and a
// job that crashes takes only its worker with it, whose place a new one takes.
#ifndef GUD_SWEEP_CREW_H
#define GUD_SWEEP_CREW_H

#include "base/error.h"

#include <stdbool.h>

enum { GUD_CREW_WORKERS = 1024 };

// what a worker says about a job; small enough to be written to a pipe at once
typedef struct gud_crew_note {
    int job, end;   // end: what the caller likes
    double seconds; // that it took
    char why[600];
} gud_crew_note;

typedef struct gud_crew {
    int nworker;     // < 1: as many as there are cores
    const int *jobs; // to be done, in this order
    int njob;
    int room; // most jobs that `more` will ever bring; 0 without it

    // in the worker: before its first job, and for each job; a failure ends the crew
    gud_status (*open)(void *user, int worker, gud_error *error);
    gud_status (*work)(void *user, int worker, int job, gud_crew_note *note, gud_error *error);

    // in the parent: a job has ended
    void (*ended)(void *user, const gud_crew_note *note);
    // In the parent: the worker came to an end during the job, by a signal, or with the exit code -signal. True: the
    // job is tried again.
    bool (*crashed)(void *user, int worker, int job, int signal);
    // In the parent, several times a second while there are idle workers: further jobs, how many; 0: none for now, < 0:
    // never again. May be NULL.
    int (*more)(void *user, int *jobs, int room);
    bool (*stop)(void *user); // asked several times a second; true: no further jobs. May be NULL
    void *user;
} gud_crew;

int gud_crew_size(int nworker); // how many workers that are

// GUD_ERR_INTERRUPT if `stop` ended it; workers that run then get SIGTERM and are waited for
gud_status gud_crew_run(const gud_crew *crew, gud_error *error);

#endif
