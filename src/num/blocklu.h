// Block-sparse LU for the Newton matrices of multibody systems; docs/theory/blocklu.md.
//
// The unknowns come in nodes (a rigid body: 3 or 6, a beam node: 12, the multipliers of a joint: 1 to 6) and the
// matrix couples whole nodes, in both directions. The pattern is analysed once into a gud_blocklu that never changes
// and that threads share. Numbers live in two arrays of the caller, one pair for every factorisation:
//
//     size_t at = gud_blocklu_block(lu, i, j);          // once
//     gud_blocklu_clear(lu, values);                    // for every matrix:
//     values[at + row + column * size[i]] += ...;       //   entry (row, column) of block (i, j)
//     st = gud_blocklu_factor(lu, values, pivots, &report);
//     gud_blocklu_solve(lu, values, pivots, b);         // as often as wanted
#ifndef GUD_NUM_BLOCKLU_H
#define GUD_NUM_BLOCKLU_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct gud_blocklu gud_blocklu;

// When a node may be eliminated. Its diagonal block has to be regular by then.
typedef enum gud_blocklu_role {
    GUD_BLOCKLU_BODY, // at any time: the diagonal block holds a mass matrix
    // Multipliers whose rows keep full rank when all but one of their bodies stand still, as those of joints between
    // two bodies do: after all bodies it couples, or after one of them while that one can still move freely.
    GUD_BLOCKLU_JOINT,
    GUD_BLOCKLU_LATE, // any other multipliers: after all bodies they couple
} gud_blocklu_role;

typedef struct gud_blocklu_report {
    int node;     // the one with the smallest pivot; if the factorisation failed, the singular one
    double pivot; // the smallest pivot, relative to the largest diagonal entry its row has had: 1 is perfect
} gud_blocklu_report;

#define GUD_BLOCKLU_NONE SIZE_MAX

// Nodes i < nnode have size[i] >= 1 unknowns, numbered node after node. An edge couples two nodes; it may be given
// twice or in both directions.
gud_status gud_blocklu_create(int nnode, const int *size, const gud_blocklu_role *role, int nedge, const int (*edge)[2],
                              gud_blocklu **out);
void gud_blocklu_free(gud_blocklu *lu);

size_t gud_blocklu_nvalue(const gud_blocklu *lu); // length of values
size_t gud_blocklu_npivot(const gud_blocklu *lu); // length of pivots

// where block (i, j) begins in values, by columns; GUD_BLOCKLU_NONE if the factors have no such block
size_t gud_blocklu_block(const gud_blocklu *lu, int i, int j);

// the nodes in the order of their elimination, that of their ranks
const int *gud_blocklu_sequence(const gud_blocklu *lu);
// ranks of the *n nodes that the elimination of the node with this rank changes, ascending
const int *gud_blocklu_changed(const gud_blocklu *lu, int rank, int *n);

void gud_blocklu_clear(const gud_blocklu *lu, double *values);

// In place. GUD_RETRY if a pivot vanishes (or is not a number): the matrix is singular at report->node.
gud_status gud_blocklu_factor(const gud_blocklu *lu, double *values, int *pivots, gud_blocklu_report *report);

// Symmetric matrices that are quasi-definite, positive on some nodes and negative on the others, with nodes of at most
// 12: half the work. Only blocks (i, j) are read whose node i is eliminated later, those that begin below
// nvalue_symmetric, and of diagonal blocks the lower triangle; values is as long as that, and there are no pivots to
// keep.
size_t gud_blocklu_nvalue_symmetric(const gud_blocklu *lu);

// Large ones are factored and used by parts, while they are in the cache: nodes up to rank `to`, as soon as the blocks
// of them and of all earlier ones are there. The forward sweep passes nodes from <= rank < to upwards, the backward
// sweep downwards; after both, over all nodes, b has become x.
typedef struct gud_blocklu_progress {
    int rank;       // the first node that has not been factored
    size_t nupdate; // of those before it
    gud_blocklu_report report;
} gud_blocklu_progress;

gud_blocklu_progress gud_blocklu_factor_begin(void);
gud_status gud_blocklu_factor_symmetric(const gud_blocklu *lu, double *values, int to, gud_blocklu_progress *p);
void gud_blocklu_forward_symmetric(const gud_blocklu *lu, const double *values, int from, int to, double *b);
void gud_blocklu_backward_symmetric(const gud_blocklu *lu, const double *values, int from, int to, double *b);

// b becomes x
void gud_blocklu_solve(const gud_blocklu *lu, const double *values, const int *pivots, double *b);

#endif
