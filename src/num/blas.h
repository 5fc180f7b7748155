// OpenBLAS with one thread, for as long as somebody computes: our cores are busy with other runs, and with one thread
// sums have one order. Its number of threads belongs to the whole process, so it is put back as soon as the last one
// leaves. Calls nest, in any number of threads.
#ifndef GUD_NUM_BLAS_H
#define GUD_NUM_BLAS_H

void gud_blas_enter(void);
void gud_blas_leave(void);

// For the rest of a process that is ours alone. Ends the threads of OpenBLAS as well: it starts one for each core as it
// is loaded, and they look for work for a tenth of a second, on cores that a run has threads for.
void gud_blas_keep(void);

#endif
