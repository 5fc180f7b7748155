// One call into HDF5 at a time, and no word of it on standard error meanwhile. Not for callers of hdf5.h.
#ifndef GUD_OUT_HDF5_LOCK_H
#define GUD_OUT_HDF5_LOCK_H

#include <hdf5.h>

typedef struct gud_hdf5_hold {
    H5E_auto2_t print; // what printed errors before
    void *data;
} gud_hdf5_hold;

gud_hdf5_hold gud_hdf5_enter(void);
void gud_hdf5_leave(gud_hdf5_hold before);

#endif
