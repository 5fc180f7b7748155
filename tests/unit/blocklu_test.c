// Block LU: a solution is judged by its residual, computed from the matrix as it was assembled, and by LAPACK.

#include "blocklu_case.h"
#include "check.h"

#include <lapacke.h>

// ---- helpers

static double *vector(int n)
{
    return calloc((size_t)n + 1, sizeof(double));
}

// largest |K x - b| relative to the row's |K| |x| + |b|, over all rows together if `rowwise` is false
static double residual(const mechanism *m, const double *x, const double *b)
{
    double *y = vector(m->nunknown), *size = vector(m->nunknown), worst = 0.0, scale = 0.0;
    mechanism_multiply(m, x, y, size);
    for (int k = 0; k < m->nunknown; k++) {
        worst = fmax(worst, fabs(y[k] - b[k]));
        if (!(fabs(y[k]) < HUGE_VAL)) worst = HUGE_VAL;
        scale = fmax(scale, size[k] + fabs(b[k]));
    }
    free(y);
    free(size);
    return worst / scale;
}

static void dense_copy(const mechanism *m, double *K, int i, int j)
{
    const double *B = m->before + gud_blocklu_block(m->lu, i, j);
    for (int r = 0; r < m->size[i]; r++)
        for (int c = 0; c < m->size[j]; c++) K[m->at[i] + r + (m->at[j] + c) * m->nunknown] = B[r + c * m->size[i]];
}

// x by LAPACK
static double *dense_solve(const mechanism *m, const double *b)
{
    const int n = m->nunknown;
    double *K = vector(n * n), *x = vector(n);
    lapack_int *pivots = calloc((size_t)n, sizeof *pivots);
    for (int i = 0; i < m->nnode; i++) dense_copy(m, K, i, i);
    for (int k = 0; k < m->nedge; k++) {
        dense_copy(m, K, m->edge[k][0], m->edge[k][1]);
        dense_copy(m, K, m->edge[k][1], m->edge[k][0]);
    }
    memcpy(x, b, (size_t)n * sizeof *x);
    assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, K, n, pivots, x, n), 0);
    free(K);
    free(pivots);
    return x;
}

// assembles, factors, solves; returns x and leaves b
static double *solve(mechanism *m, double E, double *b, gud_blocklu_report *report)
{
    mechanism_fill(m, E);
    mechanism_keep(m);
    for (int k = 0; k < m->nunknown; k++) b[k] = random_next(m);
    assert_int_equal(gud_blocklu_factor(m->lu, m->values, m->pivots, report), GUD_OK);
    double *x = vector(m->nunknown);
    memcpy(x, b, (size_t)m->nunknown * sizeof *x);
    gud_blocklu_solve(m->lu, m->values, m->pivots, x);
    return x;
}

static void check_solution(mechanism *m, double E, double tolerance, bool compare)
{
    gud_blocklu_report report;
    assert_int_equal(mechanism_end(m), GUD_OK);
    double *b = vector(m->nunknown), *x = solve(m, E, b, &report);
    assert_near(residual(m, x, b), 0.0, tolerance);
    if (compare) {
        double *expected = dense_solve(m, b), scale = 0.0;
        for (int k = 0; k < m->nunknown; k++) scale = fmax(scale, fabs(expected[k]));
        for (int k = 0; k < m->nunknown; k++) assert_near(x[k], expected[k], 1e-9 * scale);
        free(expected);
    }
    free(b);
    free(x);
    mechanism_free(m);
}

static int *times_of(const mechanism *m)
{
    int *time = calloc((size_t)m->nnode, sizeof *time);
    for (int k = 0; k < m->nnode; k++) time[gud_blocklu_sequence(m->lu)[k]] = k;
    return time;
}

// ---- solutions

static void chains_and_loops(void **state)
{
    (void)state;
    for (int role = GUD_BLOCKLU_JOINT; role <= GUD_BLOCKLU_LATE; role++)
        for (int closed = 0; closed < 2; closed++)
            for (int rows = 1; rows <= 5; rows++) {
                mechanism m = chain_make(12, 6, rows, (gud_blocklu_role)role, closed);
                check_solution(&m, 1e-9, 1e-11, true);
            }
}

// Lower triangles of the blocks that the symmetric factors read; what they do not read is spoilt. Bodies are positive
// definite, joints with -E negative: quasi-definite. Springs between bodies would not be symmetric.
static void check_symmetric(mechanism *m)
{
    gud_blocklu_progress done = gud_blocklu_factor_begin();
    assert_int_equal(mechanism_end(m), GUD_OK);
    const int n = m->nnode;
    const size_t nvalue = gud_blocklu_nvalue_symmetric(m->lu);
    double *b = vector(m->nunknown), *x = vector(m->nunknown);
    mechanism_fill(m, 1e-3);
    for (int i = 0; i < m->nnode; i++)
        for (int r = 0; r < m->size[i]; r++)
            for (int c = r + 1; c < m->size[i]; c++) *entry(m, i, i, r, c) = *entry(m, i, i, c, r);
    mechanism_keep(m);
    for (int i = 0; i < m->nnode; i++)
        for (int r = 0; r < m->size[i]; r++)
            for (int c = r + 1; c < m->size[i]; c++) *entry(m, i, i, r, c) = NAN;
    for (size_t k = nvalue; k < gud_blocklu_nvalue(m->lu); k++) m->values[k] = NAN;
    for (int k = 0; k < m->nunknown; k++) x[k] = b[k] = random_next(m);
    for (int to = n / 3; to <= n; to += n - n / 3) {
        const int from = done.rank;
        assert_int_equal(gud_blocklu_factor_symmetric(m->lu, m->values, to, &done), GUD_OK);
        gud_blocklu_forward_symmetric(m->lu, m->values, from, to, x);
    }
    assert_true(done.report.pivot > 0.0 && done.report.pivot <= 1.0);
    gud_blocklu_backward_symmetric(m->lu, m->values, n / 2, n, x);
    gud_blocklu_backward_symmetric(m->lu, m->values, 0, n / 2, x);
    assert_near(residual(m, x, b), 0.0, 1e-11);
    free(b);
    free(x);
    mechanism_free(m);
}

static void symmetric_matrices(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 6; rows++)
        for (int body = 3; body <= 12; body += 3)
            for (int closed = 0; closed < 2; closed++) {
                mechanism chain = chain_make(12, body, rows < body ? rows : body, GUD_BLOCKLU_LATE, closed);
                check_symmetric(&chain);
            }
    mechanism tree = tree_make(30, 2, 6, 5, GUD_BLOCKLU_JOINT), star = tree_make(20, 19, 3, 2, GUD_BLOCKLU_LATE);
    check_symmetric(&tree);
    check_symmetric(&star);
}

// a body without mass, and one that is no number
static void symmetric_but_singular(void **state)
{
    (void)state;
    for (int number = 0; number < 2; number++) {
        mechanism m = chain_make(4, 3, 2, GUD_BLOCKLU_LATE, false);
        gud_blocklu_progress done = gud_blocklu_factor_begin();
        assert_int_equal(mechanism_end(&m), GUD_OK);
        mechanism_fill(&m, 1e-3);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) *entry(&m, 4, 4, r, c) = number ? (double)NAN : 0.0;
        assert_int_equal(gud_blocklu_factor_symmetric(m.lu, m.values, m.nnode, &done), GUD_RETRY);
        if (!number) assert_int_equal(done.report.node, 4);
        mechanism_free(&m);
    }
}

static void trees_stars_and_grids(void **state)
{
    (void)state;
    for (int role = GUD_BLOCKLU_JOINT; role <= GUD_BLOCKLU_LATE; role++) {
        mechanism tree = tree_make(30, 2, 6, 5, (gud_blocklu_role)role);
        mechanism star = tree_make(20, 19, 3, 2, (gud_blocklu_role)role);
        check_solution(&tree, 1e-9, 1e-11, true);
        check_solution(&star, 1e-9, 1e-11, true);
    }
    mechanism grid = grid_make(6, 7, 4);
    check_solution(&grid, 0.0, 1e-14, true);
}

static void tangles_are_solved(void **state)
{
    (void)state;
    for (uint64_t k = 1; k <= 40; k++) {
        mechanism m = tangle_make(5 + (int)k, 4 + (int)k, (int)k, 977 * k);
        check_solution(&m, 1e-9, 1e-11, false);
    }
}

// two nodes of every pair of sizes: every kernel
static void all_sizes(void **state)
{
    (void)state;
    for (int a = 1; a <= 14; a++)
        for (int b = 1; b <= 14; b++)
            for (int c = 1; c <= 14; c += a % 3 == 0 ? 1 : 5) {
                mechanism m = mechanism_begin(3, 3);
                node_add(&m, a, GUD_BLOCKLU_BODY);
                node_add(&m, b, GUD_BLOCKLU_BODY);
                node_add(&m, c, GUD_BLOCKLU_BODY);
                edge_add(&m, 0, 1);
                edge_add(&m, 1, 2);
                edge_add(&m, 2, 0);
                check_solution(&m, 0.0, 1e-14, true);
            }
}

static void long_chains(void **state)
{
    (void)state;
    for (int role = GUD_BLOCKLU_JOINT; role <= GUD_BLOCKLU_LATE; role++) {
        mechanism m = chain_make(10000, 6, 5, (gud_blocklu_role)role, role == GUD_BLOCKLU_LATE);
        check_solution(&m, 1e-9, 1e-11, false);
    }
}

static void large_grid(void **state)
{
    (void)state;
    mechanism m = grid_make(32, 32, 3);
    check_solution(&m, 0.0, 1e-14, false);
}

// The same joint twice: the multipliers share the load equally because of E alone, which is 1e-9 of what they share.
// What rounding leaves in a row is divided by E, so the shares are known to fewer digits than the residual.
static void redundant_rows(void **state)
{
    (void)state;
    mechanism m = mechanism_begin(8, 8);
    const int a = node_add(&m, 6, GUD_BLOCKLU_BODY), b = node_add(&m, 6, GUD_BLOCKLU_BODY);
    joint_add(&m, 5, GUD_BLOCKLU_JOINT, a, -1);
    const int first = joint_add(&m, 5, GUD_BLOCKLU_JOINT, a, b), twin = joint_add(&m, 5, GUD_BLOCKLU_JOINT, a, b);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    mechanism_fill(&m, 1e-6);
    for (int r = 0; r < 5; r++)
        for (int c = 0; c < 6; c++)
            for (int body = a; body <= b; body++)
                *entry(&m, twin, body, r, c) = *entry(&m, body, twin, c, r) = *entry(&m, first, body, r, c);
    mechanism_keep(&m);

    double *rhs = vector(m.nunknown), *x = vector(m.nunknown);
    for (int k = 0; k < 12; k++) x[k] = rhs[k] = random_next(&m);
    gud_blocklu_report report;
    assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_OK);
    assert_true(report.pivot > 1e-12 && report.pivot < 1e-7);
    assert_true(report.node == first || report.node == twin);
    gud_blocklu_solve(m.lu, m.values, m.pivots, x);
    assert_near(residual(&m, x, rhs), 0.0, 1e-12);
    for (int r = 0; r < 5; r++) assert_close(x[m.at[first] + r], x[m.at[twin] + r], 1e-5, 0.1);
    free(rhs);
    free(x);
    mechanism_free(&m);
}

// a block without a diagonal needs row exchanges
static void rows_are_exchanged_inside_blocks(void **state)
{
    (void)state;
    for (int size = 2; size <= 13; size++) {
        mechanism m = mechanism_begin(1, 0);
        node_add(&m, size, GUD_BLOCKLU_BODY);
        assert_int_equal(mechanism_end(&m), GUD_OK);
        gud_blocklu_clear(m.lu, m.values);
        for (int r = 0; r < size; r++) *entry(&m, 0, 0, r, (r + 1) % size) = r + 2.0;
        double *x = vector(size);
        for (int r = 0; r < size; r++) x[r] = (r + 2.0) * (r + 1.0);
        gud_blocklu_report report;
        assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_OK);
        gud_blocklu_solve(m.lu, m.values, m.pivots, x);
        for (int r = 0; r < size; r++) assert_near(x[(r + 1) % size], r + 1.0, 1e-14);
        free(x);
        mechanism_free(&m);
    }
}

// ---- singular matrices

static void massless_body(void **state)
{
    (void)state;
    mechanism m = chain_make(9, 6, 3, GUD_BLOCKLU_LATE, false);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    for (int body = 0; body < m.nnode; body += 2) {
        mechanism_fill(&m, 1e-9);
        for (int c = 0; c < 6; c++) *entry(&m, body, body, 4, c) = *entry(&m, body, body, c, 4) = 0.0;
        gud_blocklu_report report;
        assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_RETRY);
        assert_int_equal(report.node, body);
        assert_near(report.pivot, 0.0, 0.0);
    }
    mechanism_free(&m);
}

static void contradicting_joint(void **state)
{
    (void)state;
    mechanism m = chain_make(9, 6, 3, GUD_BLOCKLU_JOINT, false);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    for (int joint = 1; joint < m.nnode; joint += 2) {
        mechanism_fill(&m, 0.0);
        const int body = joint - 1, other = joint - 3;
        for (int c = 0; c < 6; c++) { // row 2 repeats row 0
            *entry(&m, joint, body, 2, c) = *entry(&m, body, joint, c, 2) = *entry(&m, joint, body, 0, c);
            if (other >= 0)
                *entry(&m, joint, other, 2, c) = *entry(&m, other, joint, c, 2) = *entry(&m, joint, other, 0, c);
        }
        gud_blocklu_report report;
        assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_RETRY);
        assert_int_equal(report.node, joint);
    }
    mechanism_free(&m);
}

static void no_number(void **state)
{
    (void)state;
    static const double wrong[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    mechanism m = chain_make(5, 6, 3, GUD_BLOCKLU_JOINT, true);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    for (int w = 0; w < 3; w++)
        for (int k = 0; k < m.nedge; k++)
            for (int side = 0; side < 3; side++) {
                const int i = m.edge[k][side == 2], j = m.edge[k][side > 0];
                mechanism_fill(&m, 1e-9);
                *entry(&m, i, j, m.size[i] - 1, k % m.size[j]) = wrong[w];
                gud_blocklu_report report;
                assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_RETRY);
            }
    mechanism_free(&m);
}

// ---- order

static void multipliers_come_late(void **state)
{
    (void)state;
    for (uint64_t k = 1; k <= 40; k++) {
        mechanism m = tangle_make(5 + (int)k, 4 + 2 * (int)k, (int)k, 31 * k);
        assert_int_equal(mechanism_end(&m), GUD_OK);
        int *time = times_of(&m), *before = calloc((size_t)m.nnode, sizeof *before);
        for (int e = 0; e < m.nedge; e++) {
            const int i = m.edge[e][0], j = m.edge[e][1];
            const bool body_i = m.role[i] == GUD_BLOCKLU_BODY, body_j = m.role[j] == GUD_BLOCKLU_BODY;
            if (body_i == body_j) continue;
            const int joint = body_i ? j : i, body = body_i ? i : j;
            if (m.role[joint] == GUD_BLOCKLU_LATE) assert_true(time[body] < time[joint]);
            before[joint] += time[body] < time[joint];
        }
        for (int i = 0; i < m.nnode; i++) assert_true(m.role[i] == GUD_BLOCKLU_BODY || before[i] > 0);
        free(time);
        free(before);
        mechanism_free(&m);
    }
}

// values hold the blocks of the matrix and nothing else, but for the scratch of one node
static void trees_have_no_fill(void **state)
{
    (void)state;
    for (int children = 1; children <= 50; children += 7) {
        mechanism m = tree_make(200, children, 6, 5, GUD_BLOCKLU_JOINT);
        assert_int_equal(mechanism_end(&m), GUD_OK);
        const size_t blocks = 200 * (36 + 25) + 2 * 30 * (size_t)m.nedge;
        assert_int_equal(gud_blocklu_nvalue(m.lu), blocks + 6 * 8);
        mechanism_free(&m);
    }
}

// a grid of n x n nodes fills with about 31/4 n^2 log2 n blocks below the diagonal by nested dissection
static void grids_have_little_fill(void **state)
{
    (void)state;
    mechanism m = grid_make(32, 32, 1);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    assert_true((double)gud_blocklu_nvalue(m.lu) < 2.0 * 7.75 * 1024 * 5);
    mechanism_free(&m);
}

static void sequence_is_a_permutation(void **state)
{
    (void)state;
    mechanism m = tangle_make(40, 60, 30, 7);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    int *seen = calloc((size_t)m.nnode, sizeof *seen);
    for (int k = 0; k < m.nnode; k++) seen[gud_blocklu_sequence(m.lu)[k]]++;
    for (int k = 0; k < m.nnode; k++) assert_int_equal(seen[k], 1);
    free(seen);
    mechanism_free(&m);
}

// ---- interface

// blocks of edges exist in both directions, lie inside values, and do not overlap
static void blocks_are_apart(void **state)
{
    (void)state;
    mechanism m = tangle_make(20, 30, 10, 3);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    gud_blocklu_clear(m.lu, m.values);
    size_t entries = 0;
    double sum = 0.0;
    for (int i = 0; i < m.nnode; i++)
        for (int j = 0; j < m.nnode; j++) {
            assert_int_equal(gud_blocklu_block(m.lu, i, j) == GUD_BLOCKLU_NONE,
                             gud_blocklu_block(m.lu, j, i) == GUD_BLOCKLU_NONE);
            if (gud_blocklu_block(m.lu, i, j) == GUD_BLOCKLU_NONE) continue;
            for (int r = 0; r < m.size[i]; r++)
                for (int c = 0; c < m.size[j]; c++) *entry(&m, i, j, r, c) += 1.0;
            entries += (size_t)(m.size[i] * m.size[j]);
        }
    for (size_t k = 0; k < entries; k++) {
        assert_near(m.values[k], 1.0, 0.0);
        sum += m.values[k];
    }
    assert_near(sum, (double)entries, 0.0);
    for (int k = 0; k < m.nedge; k++)
        assert_true(gud_blocklu_block(m.lu, m.edge[k][0], m.edge[k][1]) != GUD_BLOCKLU_NONE);
    mechanism_free(&m);
}

static void edges_may_repeat(void **state)
{
    (void)state;
    static const int size[] = {2, 1, 3}, once[][2] = {{0, 1}, {1, 2}};
    static const int often[][2] = {{1, 0}, {2, 1}, {0, 1}, {1, 1}, {1, 2}, {2, 1}, {0, 0}};
    static const gud_blocklu_role role[3] = {GUD_BLOCKLU_BODY, GUD_BLOCKLU_JOINT, GUD_BLOCKLU_BODY};
    gud_blocklu *a, *b;
    assert_int_equal(gud_blocklu_create(3, size, role, 2, once, &a), GUD_OK);
    assert_int_equal(gud_blocklu_create(3, size, role, 7, often, &b), GUD_OK);
    assert_int_equal(gud_blocklu_nvalue(a), gud_blocklu_nvalue(b));
    assert_true(gud_blocklu_block(a, 0, 2) == GUD_BLOCKLU_NONE);
    gud_blocklu_free(a);
    gud_blocklu_free(b);
}

static void nothing_and_nonsense(void **state)
{
    (void)state;
    static const int size[] = {2, 0}, edge[][2] = {{0, 1}};
    static const gud_blocklu_role role[2] = {GUD_BLOCKLU_BODY, GUD_BLOCKLU_BODY};
    gud_blocklu *lu;
    assert_int_equal(gud_blocklu_create(2, size, role, 0, NULL, &lu), GUD_ERR_INPUT);
    assert_null(lu);
    assert_int_equal(gud_blocklu_create(1, size, role, 1, edge, &lu), GUD_ERR_INPUT);
    gud_blocklu_free(lu);

    assert_int_equal(gud_blocklu_create(0, NULL, NULL, 0, NULL, &lu), GUD_OK);
    double none = 0.0;
    int pivots = 0;
    gud_blocklu_report report;
    gud_blocklu_clear(lu, &none);
    assert_int_equal(gud_blocklu_factor(lu, &none, &pivots, &report), GUD_OK);
    assert_int_equal(report.node, -1);
    gud_blocklu_solve(lu, &none, &pivots, &none);
    gud_blocklu_free(lu);
}

// one pattern, two matrices; the same matrix twice gives the same bits
static void pattern_is_shared(void **state)
{
    (void)state;
    mechanism m = tangle_make(15, 12, 8, 5);
    assert_int_equal(mechanism_end(&m), GUD_OK);
    gud_blocklu_report report;
    double *b = vector(m.nunknown), *x = solve(&m, 1e-9, b, &report);

    double *values = malloc(gud_blocklu_nvalue(m.lu) * sizeof *values);
    int *pivots = malloc(gud_blocklu_npivot(m.lu) * sizeof *pivots);
    memcpy(values, m.before, gud_blocklu_nvalue(m.lu) * sizeof *values);
    assert_int_equal(gud_blocklu_factor(m.lu, values, pivots, &report), GUD_OK);
    mechanism_fill(&m, 1e-3);
    assert_int_equal(gud_blocklu_factor(m.lu, m.values, m.pivots, &report), GUD_OK);
    gud_blocklu_solve(m.lu, values, pivots, b);
    assert_memory_equal(b, x, (size_t)m.nunknown * sizeof *x);
    free(b);
    free(x);
    free(values);
    free(pivots);
    mechanism_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_and_loops),
        cmocka_unit_test(symmetric_matrices),
        cmocka_unit_test(symmetric_but_singular),
        cmocka_unit_test(trees_stars_and_grids),
        cmocka_unit_test(tangles_are_solved),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(long_chains),
        cmocka_unit_test(large_grid),
        cmocka_unit_test(redundant_rows),
        cmocka_unit_test(rows_are_exchanged_inside_blocks),
        cmocka_unit_test(massless_body),
        cmocka_unit_test(contradicting_joint),
        cmocka_unit_test(no_number),
        cmocka_unit_test(multipliers_come_late),
        cmocka_unit_test(trees_have_no_fill),
        cmocka_unit_test(grids_have_little_fill),
        cmocka_unit_test(sequence_is_a_permutation),
        cmocka_unit_test(blocks_are_apart),
        cmocka_unit_test(edges_may_repeat),
        cmocka_unit_test(nothing_and_nonsense),
        cmocka_unit_test(pattern_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
