// One call into HDF5 at a time, and no word of it on standard error meanwhile. Not for callers of hdf5.h.
#ifndef GUD_OUT_HDF5_LOCK_H
#define GUD_OUT_HDF5_LOCK_H

#include "base/lock.h"

#include <hdf5.h>

typedef struct gud_hdf5_hold {
    H5E_auto2_t print; // what printed errors before
    void *data;
} gud_hdf5_hold;

static inline gud_hdf5_hold gud_hdf5_enter(void)
{
    gud_hdf5_hold before = {NULL, NULL};
    gud_lock_take(GUD_LOCK_HDF5);
    (void)H5Eget_auto2(H5E_DEFAULT, &before.print, &before.data);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

static inline void gud_hdf5_leave(gud_hdf5_hold before)
{
    (void)H5Eset_auto2(H5E_DEFAULT, before.print, before.data);
    gud_lock_give(GUD_LOCK_HDF5);
}

#endif
