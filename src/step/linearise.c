#include "step/linearise.h"

#include "num/blocklu.h"
#include "num/dense.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double dependent = 1e-10; // singular values of J by the largest, below which rows depend on each other

// the part of the Newton matrix that belongs to velocities, as a dense matrix
static void take_dense(const gud_sim *s, double *dense)
{
    const gud_model *m = s->model;
    const gud_matrix *K = &s->work.K->matrix;
    int row = 0;
    for (int i = 0; i < m->nnode && m->node_owner[i] > 0; row += m->node_size[i], i++) {
        int column = 0;
        for (int j = 0; j < m->nnode && m->node_owner[j] > 0; column += m->node_size[j], j++) {
            const size_t at = gud_blocklu_block(K->lu, i, j);
            const int ni = m->node_size[i], nj = m->node_size[j];
            for (int k = 0; at != GUD_BLOCKLU_NONE && k < ni * nj; k++)
                dense[(row + k % ni) * m->nv + column + k / ni] = K->values[at + (size_t)k];
        }
    }
}

// M + c_v C + c_x K; docs/theory/integrators.md, section 4, for a step that has just begun
static void assemble(gud_sim *s, double c_x, double c_v, double *dense)
{
    gud_work *w = &s->work;
    const gud_state *now = &s->state;
    gud_stage g = gud_stage_begin(s);
    g.t = now->clock.t;
    g.c_x = c_x;
    g.c_v = c_v;
    memset(g.x, 0, (size_t)s->model->nv * sizeof(double));
    memset(g.x_t, 0, (size_t)s->model->nv * sizeof(double));
    memcpy(g.v, now->v, (size_t)s->model->nv * sizeof(double));
    memcpy(g.a, now->a, (size_t)s->model->nv * sizeof(double));
    memcpy(g.lam, now->lam, (size_t)s->model->nrow * sizeof(double));
    memcpy(w->q, now->q, (size_t)s->model->nq * sizeof(double));
    gud_residual(s, g.t, w->q, g.v, g.a, g.lam);
    gud_tangent_assemble(s, &g);
    take_dense(s, dense);
}

static void take_jacobian(const gud_sim *s, double *J)
{
    const gud_model *m = s->model;
    int n = 0;
    for (int i = 0; i < m->nrow; i++) {
        if (!gud_link_active(s, &m->link[m->row[i].link])) continue;
        const gud_frame *ends[2] = {&m->frame[m->row[i].gauge.a], &m->frame[m->row[i].gauge.b]};
        const double *jac = s->work.jac + m->row[i].jac;
        for (int e = 0; e < 2; jac += ends[e]->nv, e++)
            for (int k = 0; k < ends[e]->nv; k++) J[n * m->nv + ends[e]->v0 + k] += jac[k];
        n++;
    }
}

static int active_rows(const gud_sim *s)
{
    int n = 0;
    for (int i = 0; i < s->model->nrow; i++) n += gud_link_active(s, &s->model->link[s->model->row[i].link]);
    return n;
}

// Z A Z' for rows Z
static void reduce(int nfree, int nv, const double *Z, const double *A, double *half, double *out)
{
    for (int i = 0; i < nfree; i++)
        for (int c = 0; c < nv; c++) {
            half[i * nv + c] = 0.0;
            for (int k = 0; k < nv; k++) half[i * nv + c] += Z[i * nv + k] * A[k * nv + c];
        }
    for (int i = 0; i < nfree; i++)
        for (int j = 0; j < nfree; j++) {
            out[i * nfree + j] = 0.0;
            for (int k = 0; k < nv; k++) out[i * nfree + j] += half[i * nv + k] * Z[j * nv + k];
        }
}

// [0, I; -M^-1 K, -M^-1 C] of the free motions
static gud_status first_order(gud_arena *arena, const gud_linear *l, double *A)
{
    const int n = l->nfree, nv = l->nvelocity;
    double *M = GUD_TAKE(arena, double, n *n), *right = GUD_TAKE(arena, double, 2 * n * n);
    double *half = GUD_TAKE(arena, double, n *nv), *part = GUD_TAKE(arena, double, n *n);
    lapack_int *pivots = GUD_TAKE(arena, lapack_int, n);
    if (arena->failed) return GUD_ERR_MEMORY;
    const double *const parts[] = {l->stiffness, l->damping};
    reduce(n, nv, l->basis, l->mass, half, M);
    for (int p = 0; p < 2; p++) {
        reduce(n, nv, l->basis, parts[p], half, part);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) right[i * 2 * n + p * n + j] = -part[i * n + j];
    }
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, 2 * n, M, n, pivots, right, 2 * n) != 0) return GUD_ERR_NUMERIC;
    memset(A, 0, (size_t)(4 * n * n) * sizeof *A);
    for (int i = 0; i < n; i++) {
        A[i * 2 * n + n + i] = 1.0;
        memcpy(A + (n + i) * 2 * n, right + i * 2 * n, (size_t)(2 * n) * sizeof *A);
    }
    return GUD_OK;
}

static int by_real_part(const void *left, const void *right)
{
    const double *a = left, *b = right;
    if (a[0] != b[0]) return a[0] < b[0] ? 1 : -1;
    return a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0;
}

static gud_status eigenvalues(gud_arena *arena, const gud_linear *l, double *pairs)
{
    const int n = 2 * l->nfree;
    double *A = GUD_TAKE(arena, double, n *n), *re = GUD_TAKE(arena, double, n), *im = GUD_TAKE(arena, double, n);
    if (arena->failed) return GUD_ERR_MEMORY;
    GUD_TRY(first_order(arena, l, A));
    if (n > 0 && LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, A, n, re, im, NULL, 1, NULL, 1) != 0)
        return GUD_ERR_NUMERIC;
    for (int i = 0; i < n; i++) {
        pairs[2 * i] = re[i];
        pairs[2 * i + 1] = im[i];
    }
    qsort(pairs, (size_t)n, 2 * sizeof *pairs, by_real_part);
    return GUD_OK;
}

// the motions that the rows leave free; all of them without rows
static gud_status find_basis(gud_sim *s, gud_arena *arena, gud_linear *l)
{
    gud_null null;
    const int nv = l->nvelocity;
    if (l->nrow > 0) {
        GUD_TRY(gud_null_find(l->nrow, nv, l->jacobian, dependent, arena, &s->error, &null));
        l->nfree = null.nbasis;
        l->basis = null.basis;
        return GUD_OK;
    }
    double *unit = GUD_TAKE(arena, double, nv *nv);
    for (int i = 0; unit && i < nv; i++) unit[i * nv + i] = 1.0;
    l->nfree = nv;
    l->basis = unit;
    return unit ? GUD_OK : GUD_ERR_MEMORY;
}

static void subtract(int n, const double *M, double *from)
{
    for (int i = 0; i < n; i++) from[i] -= M[i];
}

static bool is_finite(int n, const double *values)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

static gud_status linearise(gud_sim *s, gud_arena *arena, gud_linear *out)
{
    const int nv = s->model->nv, nrow = active_rows(s);
    if (s->model->ncrowd > 0) // the matrix does not couple all bodies that touch
        return gud_fail(&s->error, GUD_ERR_INPUT, "a model with `contacts` cannot be linearised");
    double *M = GUD_TAKE(arena, double, nv *nv), *C = GUD_TAKE(arena, double, nv *nv);
    double *K = GUD_TAKE(arena, double, nv *nv), *J = GUD_TAKE(arena, double, nrow *nv);
    if (arena->failed) return GUD_ERR_MEMORY;
    gud_variables_rest(s, s->state.y);
    s->work.y_c = (double)INFINITY; // oil settles faster than bodies move: docs/theory/linear.md, section 2
    assemble(s, 0.0, 0.0, M);
    assemble(s, 0.0, 1.0, C);
    assemble(s, 1.0, 0.0, K);
    if (!is_finite(nv * nv, C) || !is_finite(nv * nv, K))
        return gud_fail(&s->error, GUD_ERR_INPUT, "a film has no steady state at these positions and velocities");
    subtract(nv * nv, M, C);
    subtract(nv * nv, M, K);
    take_jacobian(s, J);
    *out = (gud_linear){.nvelocity = nv, .nrow = nrow, .mass = M, .damping = C, .stiffness = K, .jacobian = J};
    GUD_TRY(find_basis(s, arena, out));
    double *pairs = GUD_TAKE(arena, double, 4 * out->nfree);
    if (!pairs) return GUD_ERR_MEMORY;
    out->eigenvalues = pairs;
    return eigenvalues(arena, out, pairs);
}

gud_status gud_linearise(gud_sim *s, gud_arena *arena, gud_linear *out)
{
    gud_status st = linearise(s, arena, out);
    gud_work_forget(s);
    if (st == GUD_ERR_NUMERIC) (void)gud_fail(&s->error, st, "the mass of the free motions is singular");
    if (st == GUD_ERR_MEMORY) (void)gud_fail(&s->error, st, "out of memory");
    return st;
}
