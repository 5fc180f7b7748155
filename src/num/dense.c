// A matrix stored by rows is its transpose stored by columns, as LAPACK wants it; where the transpose serves as well,
// nothing is copied around. The _work functions are used throughout: they allocate nothing themselves.

#include "num/dense.h"

#include "base/alloc.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

static gud_status check_finite(int nrow, int ncolumn, const double *matrix, gud_error *error)
{
    for (int i = 0; i < nrow; i++)
        for (int j = 0; j < ncolumn; j++)
            if (!isfinite(matrix[(size_t)i * (size_t)ncolumn + (size_t)j]))
                return gud_fail(error, GUD_ERR_NUMERIC, "row %d, column %d of a %d x %d matrix is not finite", i + 1,
                                j + 1, nrow, ncolumn);
    return GUD_OK;
}

static gud_status lapack_failed(const char *what, lapack_int info, gud_error *error)
{
    if (info == 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_NUMERIC, "%s of a matrix failed (LAPACK says %d)", what, (int)info);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// ---- rank and dependent rows

typedef struct {
    int nrow, ncolumn, rank;
    double *qr;     // [nrow][ncolumn]: scaled rows, then R in its upper triangle (stored by columns of R)
    double *length; // [nrow]
    double *tau, *work;
    lapack_int *pivot, nwork; // pivot[k]: the row, from 1, that stands at place k
} rank_work;

static double row_length(const double *row, int n)
{
    double largest = 0.0, sum = 0.0;
    for (int j = 0; j < n; j++) largest = fmax(largest, fabs(row[j]));
    if (largest == 0.0) return 0.0;
    for (int j = 0; j < n; j++) sum += (row[j] / largest) * (row[j] / largest);
    return largest * sqrt(sum);
}

static void scale_rows(rank_work *w, const double *matrix)
{
    for (int i = 0; i < w->nrow; i++) {
        const double *from = matrix + (size_t)i * (size_t)w->ncolumn;
        double *to = w->qr + (size_t)i * (size_t)w->ncolumn;
        w->length[i] = row_length(from, w->ncolumn);
        for (int j = 0; j < w->ncolumn; j++) to[j] = w->length[i] > 0.0 ? from[j] / w->length[i] : 0.0;
    }
}

static double *entry(const rank_work *w, int i, int k) // R(i, k)
{
    return w->qr + (size_t)k * (size_t)w->ncolumn + (size_t)i;
}

static gud_status factor(rank_work *w, const double *matrix, double tolerance, gud_error *error)
{
    scale_rows(w, matrix);
    const lapack_int info = LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, w->ncolumn, w->nrow, w->qr, larger(1, w->ncolumn),
                                                w->pivot, w->tau, w->work, w->nwork);
    GUD_TRY(lapack_failed("orthogonalisation", info, error));
    const int most = smaller(w->nrow, w->ncolumn);
    while (w->rank < most && fabs(*entry(w, w->rank, w->rank)) > tolerance) w->rank++;
    return GUD_OK;
}

// coefficients of the scaled row at place k by those at places 0 to rank - 1: R11 c = R12, in place of R12
static void back_substitute(const rank_work *w, int k)
{
    for (int i = w->rank - 1; i >= 0; i--) {
        double c = *entry(w, i, k);
        for (int j = i + 1; j < w->rank; j++) c -= *entry(w, i, j) * *entry(w, j, k);
        *entry(w, i, k) = c / *entry(w, i, i);
    }
}

static int place_of(const rank_work *w, int row)
{
    int k = 0;
    while (w->pivot[k] != row + 1) k++;
    return k;
}

static void set_combinations(const rank_work *w, const gud_rank *rank, double tolerance, double *combination)
{
    for (int k = 0; k < rank->ndependent; k++) {
        const int row = rank->dependent[k], place = place_of(w, row);
        back_substitute(w, place);
        for (int j = 0; j < rank->rank; j++) {
            const int by = rank->independent[j];
            const double c = *entry(w, place_of(w, by), place);
            combination[k * rank->rank + j] = fabs(c) > tolerance ? c * w->length[row] / w->length[by] : 0.0;
        }
    }
}

static void split_rows(const rank_work *w, int *independent, int *dependent)
{
    for (int i = 0; i < w->nrow; i++)
        if (place_of(w, i) < w->rank)
            *independent++ = i;
        else
            *dependent++ = i;
}

static gud_status fill_rank(const rank_work *w, double tolerance, gud_arena *arena, gud_error *error, gud_rank *rank)
{
    const int r = w->rank, ndependent = w->nrow - r;
    int *independent = GUD_TAKE(arena, int, r), *dependent = GUD_TAKE(arena, int, ndependent);
    double *combination = gud_arena_take(arena, (size_t)ndependent, (size_t)r * sizeof *combination);
    if (!independent || !dependent || !combination) return no_memory(error);

    split_rows(w, independent, dependent);
    *rank = (gud_rank){r, ndependent, independent, dependent, combination, 1.0};
    if (r > 0) rank->weakest = fabs(*entry(w, r - 1, r - 1));
    set_combinations(w, rank, tolerance, combination);
    return GUD_OK;
}

static bool rank_work_create(rank_work *w)
{
    const size_t m = (size_t)w->nrow, n = (size_t)w->ncolumn;
    double best;
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, w->ncolumn, w->nrow, NULL, larger(1, w->ncolumn), NULL, NULL, &best, -1);
    w->nwork = (lapack_int)best;
    w->qr = gud_alloc(m, n * sizeof(double));
    w->length = gud_alloc(m, sizeof(double));
    w->tau = gud_alloc((size_t)smaller(w->nrow, w->ncolumn), sizeof(double));
    w->work = gud_alloc((size_t)w->nwork, sizeof(double));
    w->pivot = gud_alloc(m, sizeof(lapack_int));
    return w->qr && w->length && w->tau && w->work && w->pivot;
}

static void rank_work_free(rank_work *w)
{
    gud_free(w->qr);
    gud_free(w->length);
    gud_free(w->tau);
    gud_free(w->work);
    gud_free(w->pivot);
}

gud_status gud_rank_find(int nrow, int ncolumn, const double *matrix, double tolerance, gud_arena *arena,
                         gud_error *error, gud_rank *rank)
{
    GUD_TRY(check_finite(nrow, ncolumn, matrix, error));
    rank_work w = {.nrow = nrow, .ncolumn = ncolumn};
    gud_status status = rank_work_create(&w) ? GUD_OK : no_memory(error);
    if (status == GUD_OK) status = factor(&w, matrix, tolerance, error);
    if (status == GUD_OK) status = fill_rank(&w, tolerance, arena, error, rank);
    rank_work_free(&w);
    return status;
}

// ---- null space

typedef struct {
    int nrow, ncolumn;
    double *a, *u, *sigma, *work;
    lapack_int nwork;
} svd_work;

static bool svd_create(svd_work *w, const double *matrix)
{
    const size_t m = (size_t)w->nrow, n = (size_t)w->ncolumn;
    double best;
    LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', w->ncolumn, w->nrow, NULL, w->ncolumn, NULL, NULL, w->ncolumn, NULL,
                        1, &best, -1);
    w->nwork = (lapack_int)best;
    w->a = gud_alloc(m, n * sizeof(double));
    w->u = gud_alloc(n, n * sizeof(double));
    w->sigma = gud_alloc((size_t)smaller(w->nrow, w->ncolumn), sizeof(double));
    w->work = gud_alloc((size_t)w->nwork, sizeof(double));
    if (!w->a || !w->u || !w->sigma || !w->work) return false;
    memcpy(w->a, matrix, m * n * sizeof(double));
    return true;
}

static void svd_free(svd_work *w)
{
    gud_free(w->a);
    gud_free(w->u);
    gud_free(w->sigma);
    gud_free(w->work);
}

static gud_status null_from(svd_work *w, double tolerance, gud_arena *arena, gud_error *error, gud_null *null)
{
    const size_t n = (size_t)w->ncolumn;
    const lapack_int info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', w->ncolumn, w->nrow, w->a, w->ncolumn,
                                                w->sigma, w->u, w->ncolumn, NULL, 1, w->work, w->nwork);
    GUD_TRY(lapack_failed("singular value decomposition", info, error));

    int rank = 0;
    while (rank < smaller(w->nrow, w->ncolumn) && w->sigma[rank] > tolerance * w->sigma[0]) rank++;
    null->nbasis = w->ncolumn - rank;
    double *basis = gud_arena_take(arena, (size_t)null->nbasis, n * sizeof(double));
    if (!basis) return no_memory(error);
    memcpy(basis, w->u + (size_t)rank * n, (size_t)null->nbasis * n * sizeof(double));
    null->basis = basis;
    return GUD_OK;
}

static gud_status null_of_nothing(int n, gud_arena *arena, gud_error *error, gud_null *null)
{
    double *basis = gud_arena_take(arena, (size_t)n, (size_t)n * sizeof(double));
    if (!basis) return no_memory(error);
    for (int i = 0; i < n; i++) basis[(size_t)i * (size_t)n + (size_t)i] = 1.0;
    *null = (gud_null){n, basis};
    return GUD_OK;
}

gud_status gud_null_find(int nrow, int ncolumn, const double *matrix, double tolerance, gud_arena *arena,
                         gud_error *error, gud_null *null)
{
    if (nrow == 0 || ncolumn == 0) return null_of_nothing(ncolumn, arena, error, null);
    GUD_TRY(check_finite(nrow, ncolumn, matrix, error));
    svd_work w = {.nrow = nrow, .ncolumn = ncolumn};
    const gud_status status = svd_create(&w, matrix) ? null_from(&w, tolerance, arena, error, null) : no_memory(error);
    svd_free(&w);
    return status;
}
