// Symmetric matrices with blocks below the diagonal only; docs/theory/blocklu.md.
//
//     L_k D_k L_k' = K_kk - sum Y_kd D_d^-1 Y_kd',   Y_ik = (K_ik - sum Y_id D_d^-1 Y_kd') L_k^-T,   D diagonal,
//
// node after node, sums over the nodes d eliminated before k. values ends up with L^-1 below the diagonal of a node,
// 1/D on it, and Y. Pivots keep their signs: a node may be negative definite where the whole is quasi-definite.

#include "num/blocklu.h"

#include "num/blocklu_kernel.h"
#include "num/blocklu_pattern.h"
#include "num/wide.h"

#include <assert.h>
#include <string.h>

static const double least_pivot = 1e-13; // relative to the largest diagonal entry of its row; below: singular

// Before a short loop whose number of turns the compiler knows where it is inlined. Not for clang, which builds with
// sanitizers here: it takes minutes over unrolled loops with instruments in them.
#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 12")
#endif

// A column of p numbers in registers: by fours, then two, then one. p is a constant wherever this is inlined.
typedef struct {
    gud_double4 four[gud_fixed_most / 4];
    gud_double2 two;
    double one;
} column;

GUD_INLINE void column_load(int p, const double *restrict A, column *c)
{
    UNROLL
    for (int i = 0; i < p / 4; i++) c->four[i] = GUD_DOUBLE4_OF(A + 4 * i);
    if (p % 4 >= 2) c->two = gud_double2_load(A + p / 4 * 4);
    if (p % 2 != 0) c->one = A[p - 1];
}

GUD_INLINE void column_store(int p, const column *c, double *restrict A)
{
    UNROLL
    for (int i = 0; i < p / 4; i++) GUD_DOUBLE4(A + 4 * i) = c->four[i];
    if (p % 4 >= 2) gud_double2_store(A + p / 4 * 4, c->two);
    if (p % 2 != 0) A[p - 1] = c->one;
}

// c += A factor
GUD_INLINE void column_add(int p, const double *restrict A, double factor, column *c)
{
    UNROLL
    for (int i = 0; i < p / 4; i++) c->four[i] += GUD_DOUBLE4_OF(A + 4 * i) * factor;
    if (p % 4 >= 2) c->two += gud_double2_load(A + p / 4 * 4) * factor;
    if (p % 2 != 0) c->one += A[p - 1] * factor;
}

// C -= A B', with A p x m, B q x m, and p at most gud_fixed_most
GUD_INLINE void subtract_fixed(int p, int m, int q, double *restrict C, const double *restrict A,
                               const double *restrict B)
{
    for (int j = 0; j < q; j++, C += p, B++) {
        column c = {.one = 0.0};
        column_load(p, C, &c);
        UNROLL
        for (int l = 0; l < m; l++) column_add(p, A + l * p, -B[l * q], &c);
        column_store(p, &c, C);
    }
}

#define SUBTRACT_COLUMNS(m, p, q, C, A, B) subtract_fixed(p, m, q, C, A, B)

GUD_INLINE void subtract_rows(int p, int m, int q, double *C, const double *A,
                              const double *B){GUD_WITH_SIZE(m, SUBTRACT_COLUMNS, SUBTRACT_COLUMNS, p, q, C, A, B)}

GUD_WIDE static void subtract_product(int p, int m, int q, double *C, const double *A,
                                      const double *B){GUD_WITH_SIZE(p, subtract_rows, subtract_rows, m, q, C, A, B)}

// D := (L^-1, 1/D); returns the smallest pivot relative to the scales, 0 if one is too small or no number
GUD_INLINE double factor_fixed(int m, double *restrict values, const double *restrict scale)
{
    double D[gud_fixed_most * gud_fixed_most], smallest = HUGE_VAL;
    UNROLL
    for (int j = 0; j < m; j++) {
        UNROLL
        for (int i = j; i < m; i++) D[j * m + i] = values[j * m + i];
    }
    UNROLL
    for (int j = 0; j < m; j++) {
        const double pivot = D[j * m + j], size = fabs(pivot) / scale[j], reciprocal = 1.0 / pivot;
        smallest = size >= smallest ? smallest : size; // that is no number stays
        D[j * m + j] = reciprocal;
        UNROLL
        for (int c = j + 1; c < m; c++) {
            const double multiple = D[j * m + c] * reciprocal;
            UNROLL
            for (int i = c; i < m; i++) D[c * m + i] -= D[j * m + i] * multiple;
        }
        UNROLL
        for (int i = j + 1; i < m; i++) D[j * m + i] *= reciprocal;
    }
    // L^-1, column after column
    UNROLL
    for (int j = 0; j < m; j++) {
        UNROLL
        for (int i = j + 1; i < m; i++) {
            double sum = D[j * m + i];
            UNROLL
            for (int l = j + 1; l < i; l++) sum += D[l * m + i] * D[j * m + l];
            D[j * m + i] = -sum;
        }
    }
    UNROLL
    for (int j = 0; j < m; j++) {
        UNROLL
        for (int i = j; i < m; i++) values[j * m + i] = D[j * m + i];
    }
    return smallest > least_pivot && smallest < HUGE_VAL ? smallest : 0.0;
}

#define FACTOR(m, smallest, D, scale) smallest = factor_fixed(m, D, scale)

GUD_WIDE static double diagonal_factor(int m, double *D, const double *scale)
{
    double smallest;
    GUD_WITH_SIZE(m, FACTOR, FACTOR, smallest, D, scale)
    return smallest;
}

// Y := Y L^-T, with Y n x m
GUD_INLINE void finish_fixed(int m, int n, const double *restrict D, double *restrict Y)
{
    UNROLL
    for (int k = m - 1; k > 0; k--) {
        column c = {.one = 0.0};
        column_load(n, Y + k * n, &c);
        UNROLL
        for (int l = 0; l < k; l++) column_add(n, Y + l * n, D[l * m + k], &c);
        column_store(n, &c, Y + k * n);
    }
}

#define FINISH_ROWS(n, m, D, Y) finish_fixed(m, n, D, Y)

GUD_INLINE void finish_columns(int m, int n, const double *D,
                               double *Y){GUD_WITH_SIZE(n, FINISH_ROWS, FINISH_ROWS, m, D, Y)}

GUD_WIDE static void lower_finish(int m, int n, const double *D,
                                  double *Y){GUD_WITH_SIZE(m, finish_columns, finish_columns, n, D, Y)}

// Z = Y D^-1, with Y m x k
GUD_INLINE void scale_columns(int m, int k, const double *restrict D, const double *restrict Y, double *restrict Z)
{
    for (int l = 0; l < k; l++)
        for (int i = 0; i < m; i++) Z[l * m + i] = Y[l * m + i] * D[l * k + l];
}

// subtracts what an earlier node contributes to the diagonal block and the blocks below it
GUD_WIDE static void update_apply(const gud_blocklu *lu, double *values, int rank, const gud_blocklu_update *u)
{
    const size_t first = lu->first[rank], end = lu->first[u->source + 1];
    const int m = lu->node[rank].size, k = lu->node[u->source].size;
    const double *Y = values + lu->lower[u->link];
    double Z[gud_fixed_most * gud_fixed_most];
    GUD_WITH_SIZE(m, scale_columns, scale_columns, k, values + lu->diagonal[u->source], Y, Z)
    subtract_product(m, k, m, values + lu->diagonal[rank], Y, Z);
    const int *target = lu->target + u->target;
    for (size_t l = u->link + 1; l < end; l++, target++)
        subtract_product(lu->link[l].size, k, m, values + lu->lower[first + (size_t)*target], values + lu->lower[l], Z);
}

// by which pivots are judged: the larger of the diagonal entry as it was and as it is
static void scale_note(const double *D, int m, double *scale)
{
    for (int i = 0; i < m; i++) {
        const double size = fabs(D[i * m + i]);
        scale[i] = size > scale[i] ? size : scale[i];
    }
}

static gud_status factor_node(const gud_blocklu *lu, double *values, gud_blocklu_progress *p)
{
    const int k = p->rank++;
    const gud_blocklu_node *node = &lu->node[k];
    const int m = node->size;
    double *D = values + lu->diagonal[k], scale[gud_fixed_most] = {0.0};
    assert(m <= gud_fixed_most);
    scale_note(D, m, scale);
    for (int n = 0; n < node->nupdate; n++) update_apply(lu, values, k, &lu->update[p->nupdate++]);
    scale_note(D, m, scale);
    const double pivot = diagonal_factor(m, D, scale);
    if (pivot < p->report.pivot) p->report = (gud_blocklu_report){.node = lu->sequence[k], .pivot = pivot};
    if (pivot == 0.0) return GUD_RETRY;
    for (size_t l = lu->first[k]; l < lu->first[k + 1]; l++)
        lower_finish(m, lu->link[l].size, D, values + lu->lower[l]);
    return GUD_OK;
}

gud_blocklu_progress gud_blocklu_factor_begin(void)
{
    return (gud_blocklu_progress){.report = {.node = -1, .pivot = HUGE_VAL}};
}

gud_status gud_blocklu_factor_symmetric(const gud_blocklu *lu, double *values, int to, gud_blocklu_progress *p)
{
    while (p->rank < to) GUD_TRY(factor_node(lu, values, p));
    return GUD_OK;
}

// ---- sweeps

GUD_INLINE void forward_link(int n, int m, const double *restrict Y, const double *restrict y, double *restrict to)
{
    column c = {.one = 0.0};
    column_load(n, to, &c);
    UNROLL
    for (int l = 0; l < m; l++) column_add(n, Y + l * n, -y[l], &c);
    column_store(n, &c, to);
}

// b_k := D^-1 L^-1 b_k, then b_i -= Y_ik b_k for the links i
GUD_INLINE void forward_fixed(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *D,
                              double *b)
{
    double *y = b + node->at;
    const double *Y = D + m * m;
    UNROLL
    for (int i = m - 1; i > 0; i--) {
        UNROLL
        for (int l = 0; l < i; l++) y[i] += D[l * m + i] * y[l];
    }
    UNROLL
    for (int i = 0; i < m; i++) y[i] *= D[i * m + i];
    for (int k = 0; k < node->nlink; k++, link++) {
        GUD_WITH_SIZE(link->size, forward_link, forward_link, m, Y, y, b + link->at)
        Y += m * link->size;
    }
}

GUD_INLINE void backward_link(int n, int m, const double *restrict D, const double *restrict Y,
                              const double *restrict from, double *restrict y)
{
    UNROLL
    for (int l = 0; l < m; l++) {
        double sum = Y[l * n] * from[0];
        UNROLL
        for (int i = 1; i < n; i++) sum += Y[l * n + i] * from[i];
        y[l] -= D[l * m + l] * sum;
    }
}

// b_k := L^-T (b_k - D^-1 Y' b_i) for the links i
GUD_INLINE void backward_fixed(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *D,
                               double *b)
{
    double *y = b + node->at;
    const double *Y = D + m * m;
    for (int k = 0; k < node->nlink; k++, link++) {
        GUD_WITH_SIZE(link->size, backward_link, backward_link, m, D, Y, b + link->at, y)
        Y += m * link->size;
    }
    UNROLL
    for (int l = 0; l < m; l++) {
        UNROLL
        for (int i = l + 1; i < m; i++) y[l] += D[l * m + i] * y[i];
    }
}

GUD_WIDE void gud_blocklu_forward_symmetric(const gud_blocklu *lu, const double *values, int from, int to, double *b)
{
    if (from >= to) return;
    const gud_blocklu_node *node = &lu->node[from];
    const gud_blocklu_link *link = &lu->link[lu->first[from]];
    values += lu->diagonal[from];
    for (int k = from; k < to; k++, node++) {
        GUD_WITH_SIZE(node->size, forward_fixed, forward_fixed, node, link, values, b)
        link += node->nlink;
        values += (size_t)node->size * (size_t)(node->size + node->width);
    }
}

GUD_WIDE void gud_blocklu_backward_symmetric(const gud_blocklu *lu, const double *values, int from, int to, double *b)
{
    if (from >= to) return;
    const gud_blocklu_node *node = &lu->node[to - 1];
    const gud_blocklu_link *link = &lu->link[lu->first[to]];
    values += lu->diagonal[to - 1];
    for (int k = to - 1;; k--) {
        link -= node->nlink;
        GUD_WITH_SIZE(node->size, backward_fixed, backward_fixed, node, link, values, b)
        if (k == from) return;
        node--;
        values -= (size_t)node->size * (size_t)(node->size + node->width);
    }
}

size_t gud_blocklu_nvalue_symmetric(const gud_blocklu *lu)
{
    return lu->nlink > 0 ? lu->upper[0] : lu->scratch;
}
