// Dense operations on small blocks, stored by columns without gaps. Private to src/num/blocklu.c.
//
// The functions are written once for any size and inlined with the size as a constant by GUD_WITH_SIZE, so that the
// compiler unrolls them and keeps columns in registers. Every entry is computed by the same operations in the same
// order whatever the instruction set, so results do not depend on it.
#ifndef GUD_NUM_BLOCKLU_KERNEL_H
#define GUD_NUM_BLOCKLU_KERNEL_H

#include <math.h>
#include <string.h>

enum { gud_fixed_most = 12 };

#define GUD_INLINE static inline __attribute__((always_inline))

// calls `fixed` with the size as a constant if it is common, else `any`
#define GUD_WITH_SIZE(size, fixed, any, ...)                                                                           \
    switch (size) {                                                                                                    \
    case 1:                                                                                                            \
        fixed(1, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 2:                                                                                                            \
        fixed(2, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 3:                                                                                                            \
        fixed(3, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 4:                                                                                                            \
        fixed(4, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 5:                                                                                                            \
        fixed(5, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 6:                                                                                                            \
        fixed(6, __VA_ARGS__);                                                                                         \
        break;                                                                                                         \
    case 12:                                                                                                           \
        fixed(12, __VA_ARGS__);                                                                                        \
        break;                                                                                                         \
    default:                                                                                                           \
        any(size, __VA_ARGS__);                                                                                        \
        break;                                                                                                         \
    }

// two neighbours in a column
typedef double gud_double2 __attribute__((vector_size(16), aligned(8), may_alias));

GUD_INLINE gud_double2 gud_double2_load(const double *a)
{
    return *(const gud_double2 *)a;
}

GUD_INLINE void gud_double2_store(double *a, gud_double2 p)
{
    *(gud_double2 *)a = p;
}

// C -= A B, with A m x k, B k x n, and m at most gud_fixed_most
GUD_INLINE void gud_subtract_fixed(int m, int k, int n, double *restrict C, const double *restrict A,
                                   const double *restrict B)
{
    const int half = m / 2, last = m - 1;
    for (int j = 0; j < n; j++, C += m, B += k) {
        gud_double2 c[gud_fixed_most / 2];
        double odd = C[last];
        for (int i = 0; i < half; i++) c[i] = gud_double2_load(C + 2 * i);
        for (int l = 0; l < k; l++) {
            for (int i = 0; i < half; i++) c[i] -= gud_double2_load(A + l * m + 2 * i) * B[l];
            if (m % 2 != 0) odd -= A[l * m + last] * B[l];
        }
        for (int i = 0; i < half; i++) gud_double2_store(C + 2 * i, c[i]);
        if (m % 2 != 0) C[last] = odd;
    }
}

GUD_INLINE void gud_subtract_any(int m, int k, int n, double *restrict C, const double *restrict A,
                                 const double *restrict B)
{
    for (int j = 0; j < n; j++, C += m, B += k)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) C[i] -= A[l * m + i] * B[l];
}

// C := A B, with A m x k, B k x n, and m at most gud_fixed_most
GUD_INLINE void gud_product_fixed(int m, int k, int n, double *restrict C, const double *restrict A,
                                  const double *restrict B)
{
    const int half = m / 2, last = m - 1;
    for (int j = 0; j < n; j++, C += m, B += k) {
        gud_double2 c[gud_fixed_most / 2];
        double odd = A[last] * B[0];
        for (int i = 0; i < half; i++) c[i] = gud_double2_load(A + 2 * i) * B[0];
        for (int l = 1; l < k; l++) {
            for (int i = 0; i < half; i++) c[i] += gud_double2_load(A + l * m + 2 * i) * B[l];
            if (m % 2 != 0) odd += A[l * m + last] * B[l];
        }
        for (int i = 0; i < half; i++) gud_double2_store(C + 2 * i, c[i]);
        if (m % 2 != 0) C[last] = odd;
    }
}

GUD_INLINE void gud_product_any(int m, int k, int n, double *restrict C, const double *restrict A,
                                const double *restrict B)
{
    for (int j = 0; j < n; j++, C += m, B += k) {
        for (int i = 0; i < m; i++) C[i] = A[i] * B[0];
        for (int l = 1; l < k; l++)
            for (int i = 0; i < m; i++) C[i] += A[l * m + i] * B[l];
    }
}

// X := A X in place, with A m x m, X m x n, and m at most gud_fixed_most
GUD_INLINE void gud_multiply_fixed(int m, int n, const double *restrict A, double *restrict X)
{
    for (int j = 0; j < n; j++, X += m) {
        double x[gud_fixed_most];
        memcpy(x, X, (size_t)m * sizeof *x);
        gud_product_fixed(m, m, 1, X, A, x);
    }
}

// Row of the pivot of column j: the diagonal, unless some row below is ten times larger. row_scale makes rows
// comparable. The largest entry is found first and its row only if it is wanted, which is rare.
GUD_INLINE int gud_pivot_find(int m, int j, const double *A, const double *row_scale)
{
    const double *column = A + j * m;
    double most = 10.0 * fabs(column[j]) * row_scale[j];
    int best = j;
    for (int i = j + 1; i < m; i++) most = fmax(most, fabs(column[i]) * row_scale[i]);
    if (!(most > 10.0 * fabs(column[j]) * row_scale[j])) return j;
    for (int i = m - 1; i > j; i--)
        if (fabs(column[i]) * row_scale[i] >= most) best = i;
    return best;
}

GUD_INLINE void gud_swap(double *a, double *b)
{
    const double c = *a;
    *a = *b;
    *b = c;
}

GUD_INLINE void gud_rows_swap(int m, int n, double *A, int a, int b)
{
    for (int j = 0; j < n; j++) gud_swap(&A[j * m + a], &A[j * m + b]);
}

// Exchanges rows so that the pivot of column j stands on the diagonal. Returns its size relative to the scales, 0 if
// it is not above `least` or no number.
GUD_INLINE double gud_pivot_place(int m, int j, double *A, int *row, double *row_scale, const double *column_scale,
                                  double least)
{
    row[j] = gud_pivot_find(m, j, A, row_scale);
    if (row[j] != j) {
        gud_rows_swap(m, m, A, j, row[j]);
        gud_swap(&row_scale[j], &row_scale[row[j]]);
    }
    const double size = fabs(A[j * m + j]) * row_scale[j] * column_scale[j];
    return size > least && size < HUGE_VAL ? size : 0.0;
}

// from gud_others + gud_fixed_most - j: 0 at j, 1 elsewhere
static const double gud_others[2 * gud_fixed_most] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                      0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

// A becomes its inverse, column after column (Gauss, Jordan). Returns the smallest pivot relative to the scales, or at
// once 0 if one is not above `least`. row_scale is permuted. Row j is masked rather than written entry by entry: a
// column that was just stored in pieces is slow to load.
GUD_INLINE double gud_invert_fixed(int m, double *restrict A, double *restrict row_scale,
                                   const double *restrict column_scale, double least)
{
    const int half = m / 2, last = m - 1;
    int row[gud_fixed_most];
    double smallest = HUGE_VAL;
    for (int j = 0; j < m; j++) {
        const double size = gud_pivot_place(m, j, A, row, row_scale, column_scale, least);
        if (size == 0.0) return 0.0;
        smallest = size < smallest ? size : smallest;

        // subtract multiples of column j; the -1 leaves the multiple itself in row j
        const double reciprocal = 1.0 / A[j * m + j], *other = gud_others + gud_fixed_most - j;
        gud_double2 column[gud_fixed_most / 2];
        const double odd = A[j * m + last] * other[last] + (other[last] - 1.0);
        for (int i = 0; i < half; i++) {
            const gud_double2 o = gud_double2_load(other + 2 * i);
            column[i] = gud_double2_load(A + j * m + 2 * i) * o + (o - 1.0);
        }
        for (int c = 0; c < m; c++) {
            double *C = A + c * m;
            const double multiple = C[j] * reciprocal;
            for (int i = 0; i < half; i++)
                gud_double2_store(C + 2 * i,
                                  gud_double2_load(C + 2 * i) * gud_double2_load(other + 2 * i) - column[i] * multiple);
            if (m % 2 != 0) C[last] = C[last] * other[last] - odd * multiple;
        }
        for (int i = 0; i < half; i++) gud_double2_store(A + j * m + 2 * i, -column[i] * reciprocal);
        if (m % 2 != 0) A[j * m + last] = -odd * reciprocal;
    }
    // the inverse of the matrix with swapped rows has swapped columns
    for (int j = m - 1; j >= 0; j--)
        if (row[j] != j)
            for (int i = 0; i < m; i++) gud_swap(&A[j * m + i], &A[row[j] * m + i]);
    return smallest;
}

// A = P'LU with the reciprocal pivots on the diagonal, row[j] swapped with row j. Returns like gud_invert_fixed.
static inline double gud_lu_factor(int m, double *A, int *row, double *row_scale, const double *column_scale,
                                   double least)
{
    double smallest = HUGE_VAL;
    for (int j = 0; j < m; j++) {
        const double size = gud_pivot_place(m, j, A, row, row_scale, column_scale, least);
        if (size == 0.0) return 0.0;
        smallest = size < smallest ? size : smallest;
        double *pivot = &A[j * m + j];
        *pivot = 1.0 / *pivot;
        for (int i = j + 1; i < m; i++) A[j * m + i] *= *pivot;
        for (int c = j + 1; c < m; c++)
            for (int i = j + 1; i < m; i++) A[c * m + i] -= A[j * m + i] * A[c * m + j];
    }
    return smallest;
}

// B := A^-1 B with the factors of gud_lu_factor, B m x n
GUD_INLINE void gud_lu_solve_sized(int m, int n, const double *restrict A, const int *row, double *restrict B)
{
    for (int k = 0; k < n; k++, B += m) {
        for (int j = 0; j < m; j++) gud_swap(&B[j], &B[row[j]]);
        for (int j = 0; j < m; j++)
            for (int i = j + 1; i < m; i++) B[i] -= A[j * m + i] * B[j];
        for (int j = m - 1; j >= 0; j--) {
            B[j] *= A[j * m + j];
            for (int i = 0; i < j; i++) B[i] -= A[j * m + i] * B[j];
        }
    }
}

static inline void gud_lu_solve(int m, int n, const double *A, const int *row, double *B)
{
    GUD_WITH_SIZE(m, gud_lu_solve_sized, gud_lu_solve_sized, n, A, row, B)
}

// B := B A^-1 with the factors of gud_lu_factor, B n x m
static inline void gud_lu_solve_right(int m, int n, const double *A, const int *row, double *B)
{
    for (int j = 0; j < m; j++) {
        for (int l = 0; l < j; l++)
            for (int i = 0; i < n; i++) B[j * n + i] -= B[l * n + i] * A[j * m + l];
        for (int i = 0; i < n; i++) B[j * n + i] *= A[j * m + j];
    }
    for (int j = m - 1; j >= 0; j--)
        for (int l = j + 1; l < m; l++)
            for (int i = 0; i < n; i++) B[j * n + i] -= B[l * n + i] * A[j * m + l];
    for (int j = m - 1; j >= 0; j--)
        for (int i = 0; i < n; i++) gud_swap(&B[j * n + i], &B[row[j] * n + i]);
}

#endif
