// Libraries that keep state for the whole process are used by one thread at a time: HDF5 as Debian builds it, and
// udunits. FORK: a child must not inherit the pipe of another. Programs may call us from many threads; that others call
// these libraries at the same time we cannot prevent.
#ifndef GUD_BASE_LOCK_H
#define GUD_BASE_LOCK_H

typedef enum gud_lock { GUD_LOCK_HDF5, GUD_LOCK_UNITS, GUD_LOCK_BLAS, GUD_LOCK_FORK, GUD_NLOCK } gud_lock;

void gud_lock_take(gud_lock lock); // not twice by the same thread
void gud_lock_give(gud_lock lock);

#endif
