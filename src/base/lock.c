#include "base/lock.h"

#include <pthread.h>

// the one thing that belongs to the process: what it guards does, too
static pthread_mutex_t mutex[GUD_NLOCK] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                           PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void gud_lock_take(gud_lock lock)
{
    (void)pthread_mutex_lock(&mutex[lock]);
}

void gud_lock_give(gud_lock lock)
{
    (void)pthread_mutex_unlock(&mutex[lock]);
}
