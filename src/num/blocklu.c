// Factorisation and sweeps; docs/theory/blocklu.md.
//
//     K = (1 + W) D (1 + V),  W below and V right of the diagonal; node after node, with L = W D,
//     D_k = K_kk - sum L_kd V_dk,  L_ik = K_ik - sum L_id V_dk,  V_kj = D_k^-1 (K_kj - sum L_kd V_dj),
//     sums over the nodes d eliminated before k
//
// values ends up with D^-1 (or the LU factors of D where D is badly conditioned), W and V. W is made from L at the
// end. With it the forward sweep passes from node to node without waiting for products with D^-1.

#include "num/blocklu.h"

#include "num/blocklu_kernel.h"
#include "num/blocklu_pattern.h"

#include <string.h>

// relative to the largest diagonal entry the row has had
static const double least_pivot = 1e-13; // below: singular
static const double safe_pivot = 1e-3;   // below: products with D^-1 would lose digits that solving with LU keeps

enum { form_inverse, form_lu };

// ---- C -= A B for sizes known at run time

#define SUBTRACT_ANY(k, m, n, C, A, B)   gud_subtract_any(m, k, n, C, A, B)
#define SUBTRACT_FIXED(k, m, n, C, A, B) gud_subtract_fixed(m, k, n, C, A, B)

GUD_INLINE void subtract_rows(int m, int k, int n, double *C, const double *A, const double *B)
{
    GUD_WITH_SIZE(k, SUBTRACT_FIXED, SUBTRACT_FIXED, m, n, C, A, B)
}

static void subtract_product(int m, int k, int n, double *C, const double *A, const double *B)
{
    GUD_WITH_SIZE(m, subtract_rows, gud_subtract_any, k, n, C, A, B)
}

// ---- factorisation

// what belongs to the node at hand
typedef struct {
    const gud_blocklu *lu;
    double *values;
    int rank;
    const gud_blocklu_node *node;
    double *D, *copy;
    double *row_scale, *column_scale;
    int *form, *row;
} task;

// remembers the largest diagonal entries, by which pivots are judged: what cancels later shows as a small pivot
static void scale_note(const task *t)
{
    const int m = t->node->size;
    for (int i = 0; i < m; i++) {
        const double d = fabs(t->D[i * m + i]);
        t->column_scale[i] = d > t->column_scale[i] ? d : t->column_scale[i];
    }
}

// subtracts what an earlier node d contributes to the row and column of this node
static void update_apply(const task *t, const gud_blocklu_update *u)
{
    const gud_blocklu *lu = t->lu;
    const size_t first = lu->first[t->rank], end = lu->first[u->source + 1];
    const int m = t->node->size, k = lu->node[u->source].size;
    const double *L = t->values + lu->lower[u->link], *V = t->values + lu->upper[u->link];

    subtract_product(m, k, m, t->D, L, V);
    scale_note(t);
    const int *target = lu->target + u->target;
    for (size_t l = u->link + 1; l < end; l++, target++) {
        const size_t to = first + (size_t)*target;
        const int n = lu->link[l].size;
        subtract_product(m, k, n, t->values + lu->upper[to], L, t->values + lu->upper[l]);
        subtract_product(n, k, m, t->values + lu->lower[to], t->values + lu->lower[l], V);
    }
}

// Scales become 1/sqrt(largest diagonal entry), with which rows and columns of a body or of a joint compare in spite
// of their units. A row whose diagonal has always been zero takes its largest entry.
static void scale_finish(const task *t)
{
    const int m = t->node->size;
    for (int i = 0; i < m; i++) {
        double s = t->column_scale[i];
        if (!(s > 0.0))
            for (int j = 0; j < m; j++) s = fmax(s, fabs(t->D[j * m + i]));
        t->column_scale[i] = t->row_scale[i] = s > 0.0 ? 1.0 / sqrt(s) : 0.0;
    }
}

#define INVERT(m, smallest, D, row_scale, column_scale)                                                                \
    smallest = gud_invert_fixed(m, D, row_scale, column_scale, safe_pivot)
#define INVERT_NOT(m, smallest, D, row_scale, column_scale) smallest = 0.0

// D^-1 if that is safe, else LU; returns the smallest pivot, 0 if D is singular
static double diagonal_factor(const task *t)
{
    const int m = t->node->size;
    const size_t bytes = (size_t)m * (size_t)m * sizeof *t->D;
    double smallest;
    memcpy(t->copy, t->D, bytes);
    GUD_WITH_SIZE(m, INVERT, INVERT_NOT, smallest, t->D, t->row_scale, t->column_scale)
    *t->form = form_inverse;
    if (smallest > 0.0) return smallest;

    memcpy(t->D, t->copy, bytes);
    memcpy(t->row_scale, t->column_scale, (size_t)m * sizeof *t->row_scale);
    *t->form = form_lu;
    return gud_lu_factor(m, t->D, t->row, t->row_scale, t->column_scale, least_pivot);
}

#define MULTIPLY_ANY(m, n, A, X) (void)0

// X := D^-1 X
static void diagonal_solve(const task *t, int n, double *X)
{
    if (*t->form == form_lu)
        gud_lu_solve(t->node->size, n, t->D, t->row, X);
    else
        GUD_WITH_SIZE(t->node->size, gud_multiply_fixed, MULTIPLY_ANY, n, t->D, X)
}

// L := L D^-1, block by block
static void lower_finish(const task *t)
{
    const gud_blocklu *lu = t->lu;
    const int m = t->node->size;
    for (size_t l = lu->first[t->rank]; l < lu->first[t->rank + 1]; l++) {
        const int n = lu->link[l].size;
        double *L = t->values + lu->lower[l];
        if (*t->form == form_lu) {
            gud_lu_solve_right(m, n, t->D, t->row, L);
            continue;
        }
        memcpy(t->copy, L, (size_t)(m * n) * sizeof *L);
        GUD_WITH_SIZE(n, gud_product_fixed, gud_product_any, m, m, L, t->copy, t->D)
    }
}

static task task_begin(const gud_blocklu *lu, double *values, int *pivots, int rank)
{
    const gud_blocklu_node *node = &lu->node[rank];
    const size_t m = (size_t)node->size;
    double *scratch = values + lu->scratch;
    return (task){.lu = lu,
                  .values = values,
                  .rank = rank,
                  .node = node,
                  .D = values + lu->diagonal[rank],
                  .copy = scratch,
                  .row_scale = scratch + m * m,
                  .column_scale = scratch + m * m + m,
                  .form = pivots + rank,
                  .row = pivots + lu->nnode + node->at};
}

gud_status gud_blocklu_factor(const gud_blocklu *lu, double *values, int *pivots, gud_blocklu_report *report)
{
    *report = (gud_blocklu_report){.node = -1, .pivot = HUGE_VAL};
    const gud_blocklu_update *update = lu->update;
    for (int k = 0; k < lu->nnode; k++) {
        const task t = task_begin(lu, values, pivots, k);
        memset(t.column_scale, 0, (size_t)t.node->size * sizeof *t.column_scale);
        scale_note(&t);
        for (int n = 0; n < t.node->nupdate; n++) update_apply(&t, update++);
        scale_finish(&t);

        const double pivot = diagonal_factor(&t);
        if (pivot < report->pivot) *report = (gud_blocklu_report){.node = lu->sequence[k], .pivot = pivot};
        if (pivot == 0.0) return GUD_RETRY;
        if (t.node->nlink > 0) diagonal_solve(&t, t.node->width, values + lu->upper[lu->first[k]]);
    }
    for (int k = 0; k < lu->nnode; k++) {
        const task t = task_begin(lu, values, pivots, k);
        lower_finish(&t);
    }
    return GUD_OK;
}

// ---- sweeps

#define BLOCK_ANY(m, k, y, A, x)   gud_subtract_any(m, k, 1, y, A, x)
#define BLOCK_FIXED(m, k, y, A, x) gud_subtract_fixed(m, k, 1, y, A, x)

// b_i -= W_ik b_k for the links i, then b_k := D_k^-1 b_k
#define FORWARD(m, node, link, A, form, row, b)                                                                        \
    do {                                                                                                               \
        forward_links(m, node, link, (A) + (m) * (m), b);                                                              \
        if ((form) == form_lu)                                                                                         \
            gud_lu_solve(m, 1, A, row, (b) + (node)->at);                                                              \
        else                                                                                                           \
            gud_multiply_fixed(m, 1, A, (b) + (node)->at);                                                             \
    } while (0)

GUD_INLINE void forward_links(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *A,
                              double *b)
{
    const double *y = b + node->at;
    for (int k = 0; k < node->nlink; k++, link++) {
        GUD_WITH_SIZE(link->size, BLOCK_FIXED, BLOCK_ANY, m, b + link->at, A, y)
        A += m * link->size;
    }
}

static void forward_any(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *A,
                        const int *row, double *b)
{
    forward_links(m, node, link, A + m * m, b);
    gud_lu_solve(m, 1, A, row, b + node->at);
}

#define FORWARD_ANY(m, node, link, A, form, row, b) forward_any(m, node, link, A, row, b)

// b_k -= V_kj b_j for the links j
GUD_INLINE void backward_fixed(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *A,
                               double *b)
{
    double *y = b + node->at;
    for (int k = 0; k < node->nlink; k++, link++) {
        GUD_WITH_SIZE(link->size, SUBTRACT_FIXED, SUBTRACT_FIXED, m, 1, y, A, b + link->at)
        A += m * link->size;
    }
}

static void backward_any(int m, const gud_blocklu_node *node, const gud_blocklu_link *link, const double *A, double *b)
{
    for (int k = 0; k < node->nlink; k++, link++) {
        gud_subtract_any(m, link->size, 1, b + node->at, A, b + link->at);
        A += m * link->size;
    }
}

void gud_blocklu_solve(const gud_blocklu *lu, const double *values, const int *pivots, double *b)
{
    const gud_blocklu_node *node = lu->node;
    const gud_blocklu_link *link = lu->link;
    const int *rows = pivots + lu->nnode;

    const double *A = values;
    for (int k = 0; k < lu->nnode; k++, node++) {
        GUD_WITH_SIZE(node->size, FORWARD, FORWARD_ANY, node, link, A, pivots[k], rows + node->at, b)
        link += node->nlink;
        A += (size_t)node->size * (size_t)(node->size + node->width);
    }

    A = values + lu->scratch;
    for (int k = 0; k < lu->nnode; k++) {
        node--;
        link -= node->nlink;
        A -= (size_t)node->size * (size_t)node->width;
        GUD_WITH_SIZE(node->size, backward_fixed, backward_any, node, link, A, b)
    }
}
