// Newton matrices of made-up mechanisms, for the tests and the benchmark of the block LU:
//
//     K = [A J'; J -E],  A: one positive definite block a body, slightly unsymmetric; J: random rows of joints
#ifndef GUD_TESTS_BLOCKLU_CASE_H
#define GUD_TESTS_BLOCKLU_CASE_H

#include "num/blocklu.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { case_size_most = 16 };

typedef struct mechanism {
    int nnode, nedge, nunknown;
    int *size, *at;
    gud_blocklu_role *role;
    int (*edge)[2];
    gud_blocklu *lu;
    double *values, *before; // before: as assembled
    int *pivots;
    uint64_t random;
} mechanism;

// in [-1, 1), by a linear congruential generator (Knuth's MMIX)
static inline double random_next(mechanism *m)
{
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)m->random / 9223372036854775808.0;
}

static inline mechanism mechanism_begin(int node_most, int edge_most)
{
    mechanism m = {.random = 20};
    m.size = calloc((size_t)node_most + 1, sizeof *m.size);
    m.at = calloc((size_t)node_most + 1, sizeof *m.at);
    m.role = calloc((size_t)node_most + 1, sizeof *m.role);
    m.edge = calloc((size_t)edge_most + 1, sizeof *m.edge);
    return m;
}

static inline int node_add(mechanism *m, int size, gud_blocklu_role role)
{
    m->size[m->nnode] = size;
    m->role[m->nnode] = role;
    m->at[m->nnode] = m->nunknown;
    m->nunknown += size;
    return m->nnode++;
}

static inline void edge_add(mechanism *m, int i, int j)
{
    m->edge[m->nedge][0] = i;
    m->edge[m->nedge++][1] = j;
}

// body -1 is the ground
static inline int joint_add(mechanism *m, int rows, gud_blocklu_role role, int a, int b)
{
    const int joint = node_add(m, rows, role);
    if (a >= 0) edge_add(m, joint, a);
    if (b >= 0) edge_add(m, b, joint);
    return joint;
}

static inline double *entry(mechanism *m, int i, int j, int row, int column)
{
    return m->values + gud_blocklu_block(m->lu, i, j) + row + column * m->size[i];
}

static inline gud_status mechanism_end(mechanism *m)
{
    const gud_status st = gud_blocklu_create(m->nnode, m->size, m->role, m->nedge, (const int(*)[2])m->edge, &m->lu);
    if (st != GUD_OK) return st;
    m->values = malloc(gud_blocklu_nvalue(m->lu) * sizeof *m->values);
    m->before = malloc(gud_blocklu_nvalue(m->lu) * sizeof *m->before);
    m->pivots = malloc(gud_blocklu_npivot(m->lu) * sizeof *m->pivots);
    return st;
}

static inline void mechanism_free(mechanism *m)
{
    gud_blocklu_free(m->lu);
    free(m->size);
    free(m->at);
    free(m->role);
    free(m->edge);
    free(m->values);
    free(m->before);
    free(m->pivots);
}

// G G' + 1, scaled like masses and inertias are, with a small part that is not symmetric
static inline void body_fill(mechanism *m, int i)
{
    double G[case_size_most][case_size_most], scale[case_size_most];
    const int n = m->size[i];
    for (int r = 0; r < n; r++) {
        scale[r] = r % 6 < 3 ? 1.0 : 0.05;
        for (int c = 0; c < n; c++) G[r][c] = 0.3 * random_next(m);
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            double sum = (r == c) + 0.02 * random_next(m);
            for (int k = 0; k < n; k++) sum += G[r][k] * G[c][k];
            *entry(m, i, i, r, c) += sum * scale[r] * scale[c];
        }
}

static inline void rows_fill(mechanism *m, int joint, int body)
{
    for (int r = 0; r < m->size[joint]; r++)
        for (int c = 0; c < m->size[body]; c++) {
            const double x = random_next(m) + 2.0 * (r == c);
            *entry(m, joint, body, r, c) = x;
            *entry(m, body, joint, c, r) = x;
        }
}

static inline void spring_fill(mechanism *m, int i, int j)
{
    for (int r = 0; r < m->size[i]; r++)
        for (int c = 0; c < m->size[j]; c++) {
            *entry(m, i, j, r, c) = 2e-4 * random_next(m);
            *entry(m, j, i, c, r) = 2e-4 * random_next(m);
        }
}

static inline void mechanism_fill(mechanism *m, double E)
{
    gud_blocklu_clear(m->lu, m->values);
    for (int i = 0; i < m->nnode; i++)
        if (m->role[i] == GUD_BLOCKLU_BODY)
            body_fill(m, i);
        else
            for (int r = 0; r < m->size[i]; r++) *entry(m, i, i, r, r) = -E;
    for (int k = 0; k < m->nedge; k++) {
        const int i = m->edge[k][0], j = m->edge[k][1];
        const bool body_i = m->role[i] == GUD_BLOCKLU_BODY, body_j = m->role[j] == GUD_BLOCKLU_BODY;
        if (i == j) continue;
        if (body_i && body_j) spring_fill(m, i, j);
        if (!body_i && body_j) rows_fill(m, i, j);
        if (body_i && !body_j) rows_fill(m, j, i);
    }
}

static inline void mechanism_keep(mechanism *m)
{
    memcpy(m->before, m->values, gud_blocklu_nvalue(m->lu) * sizeof *m->before);
}

// y = K x and row by row |K| |x|, with the matrix as it was kept
static inline void block_multiply(const mechanism *m, int i, int j, const double *x, double *y, double *size)
{
    const double *B = m->before + gud_blocklu_block(m->lu, i, j);
    for (int r = 0; r < m->size[i]; r++)
        for (int c = 0; c < m->size[j]; c++) {
            const double product = B[r + c * m->size[i]] * x[m->at[j] + c];
            y[m->at[i] + r] += product;
            size[m->at[i] + r] += fabs(product);
        }
}

// every edge must be given once only
static inline void mechanism_multiply(const mechanism *m, const double *x, double *y, double *size)
{
    for (int k = 0; k < m->nunknown; k++) y[k] = size[k] = 0.0;
    for (int i = 0; i < m->nnode; i++) block_multiply(m, i, i, x, y, size);
    for (int k = 0; k < m->nedge; k++) {
        block_multiply(m, m->edge[k][0], m->edge[k][1], x, y, size);
        block_multiply(m, m->edge[k][1], m->edge[k][0], x, y, size);
    }
}

// ---- shapes

static inline mechanism chain_make(int nlink, int body_size, int rows, gud_blocklu_role role, bool closed)
{
    mechanism m = mechanism_begin(2 * nlink + 1, 2 * nlink + 2);
    for (int k = 0, last = -1; k < nlink; k++) {
        const int body = node_add(&m, body_size, GUD_BLOCKLU_BODY);
        joint_add(&m, rows, role, last, body);
        last = body;
        if (closed && k == nlink - 1) joint_add(&m, rows, role, last, -1);
    }
    return m;
}

// every body but the first hangs on body (k - 1) / children
static inline mechanism tree_make(int nbody, int children, int body_size, int rows, gud_blocklu_role role)
{
    mechanism m = mechanism_begin(2 * nbody, 2 * nbody);
    for (int k = 0; k < nbody; k++) {
        const int body = node_add(&m, body_size, GUD_BLOCKLU_BODY);
        joint_add(&m, rows, role, body, k > 0 ? 2 * ((k - 1) / children) : -1);
    }
    return m;
}

static inline mechanism grid_make(int rows, int columns, int body_size)
{
    mechanism m = mechanism_begin(rows * columns, 2 * rows * columns);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            const int body = node_add(&m, body_size, GUD_BLOCKLU_BODY);
            if (j > 0) edge_add(&m, body - 1, body);
            if (i > 0) edge_add(&m, body, body - columns);
        }
    return m;
}

// bodies of mixed sizes, some springs, many joints of any kind between any bodies
static inline mechanism tangle_make(int nbody, int njoint, int nspring, uint64_t random)
{
    static const int sizes[] = {6, 3, 12, 6, 7, 2, 5, 4};
    mechanism m = mechanism_begin(nbody + njoint, 2 * njoint + nspring);
    m.random = random;
    for (int k = 0; k < nbody; k++) node_add(&m, sizes[(int)(4.0 * (random_next(&m) + 1.0))], GUD_BLOCKLU_BODY);
    for (int k = 0; k < njoint; k++) {
        const int a = (int)(0.5 * nbody * (random_next(&m) + 1.0)), b = (int)(0.5 * nbody * (random_next(&m) + 1.0));
        joint_add(&m, 1 + k % 2, k % 3 == 0 ? GUD_BLOCKLU_LATE : GUD_BLOCKLU_JOINT, a, a != b ? b : -1);
    }
    for (int k = 0; k < nspring; k++) {
        const int a = k % nbody, b = (k * 7 + 1) % nbody;
        if (a < b) edge_add(&m, a, b);
    }
    return m;
}

#endif
