#include "num/blas.h"

#include "base/lock.h"

// of OpenBLAS; its header may be shadowed by another CBLAS
void openblas_set_num_threads(int nthread);
int openblas_get_num_threads(void);
int blas_thread_shutdown_(void) __attribute__((weak)); // not in one that was built without threads

// as OpenBLAS's own number, these belong to the process
static int ninside, nthread_before;

void gud_blas_enter(void)
{
    gud_lock_take(GUD_LOCK_BLAS);
    if (ninside++ == 0) {
        nthread_before = openblas_get_num_threads();
        if (nthread_before != 1) openblas_set_num_threads(1);
    }
    gud_lock_give(GUD_LOCK_BLAS);
}

void gud_blas_leave(void)
{
    gud_lock_take(GUD_LOCK_BLAS);
    if (--ninside == 0 && nthread_before != 1) openblas_set_num_threads(nthread_before);
    gud_lock_give(GUD_LOCK_BLAS);
}

void gud_blas_keep(void)
{
    gud_blas_enter(); // first: to set a number of threads would start them again
    if (blas_thread_shutdown_) (void)blas_thread_shutdown_();
}
