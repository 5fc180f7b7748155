// Jobs in processes of their own, several at a time: libraries that are not safe between threads do not matter, and a
// job that crashes takes nobody with it.
#ifndef GUD_SWEEP_POOL_H
#define GUD_SWEEP_POOL_H

#include "base/error.h"

#include <stdbool.h>

typedef struct gud_pool {
    int njob, nworker;                // nworker < 1: as many as there are cores
    int (*work)(void *user, int job); // in a child; its exit code, 0 to 255
    void (*ended)(void *user, int job,
                  int code);  // in the parent, in the order of ending; code < 0: ended by signal -code
    bool (*stop)(void *user); // asked several times a second; true: no further jobs. May be NULL
    void *user;
} gud_pool;

// GUD_ERR_INTERRUPT if `stop` ended it; jobs that run then get SIGTERM and are waited for
gud_status gud_pool_run(const gud_pool *pool, gud_error *error);

#endif
