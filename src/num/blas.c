#include "num/blas.h"

#include "base/lock.h"

// of OpenBLAS; its header may be shadowed by another CBLAS
void openblas_set_num_threads(int nthread);
int openblas_get_num_threads(void);

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
