#include "out/hdf5_lock.h"

#include "base/lock.h"

#include <pthread.h>
#include <stdlib.h>

static void be_silent(void)
{
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

// HDF5 loses some memory when it meets a damaged file, and as the process ends says so on standard error ("infinite
// loop closing library"). What is registered last runs first: this one before the end of HDF5, which is in use already.
static void be_silent_at_exit(void)
{
    (void)atexit(be_silent);
}

gud_hdf5_hold gud_hdf5_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    gud_hdf5_hold before = {NULL, NULL};
    gud_lock_take(GUD_LOCK_HDF5);
    (void)H5Eget_auto2(H5E_DEFAULT, &before.print, &before.data);
    (void)pthread_once(&once, be_silent_at_exit);
    be_silent();
    return before;
}

void gud_hdf5_leave(gud_hdf5_hold before)
{
    (void)H5Eset_auto2(H5E_DEFAULT, before.print, before.data);
    gud_lock_give(GUD_LOCK_HDF5);
}
