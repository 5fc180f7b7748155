// OpenBLAS with one thread, for as long as somebody computes: our cores are busy with other runs, and with one thread
// sums have one order. Its number of threads belongs to the whole process, so it is put back as soon as the last one
// leaves. Calls nest, in any number of threads.
#ifndef GUD_NUM_BLAS_H
#define GUD_NUM_BLAS_H

void gud_blas_enter(void);
void gud_blas_leave(void);

#endif
