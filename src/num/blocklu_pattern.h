// The pattern of a block LU and how its values are laid out. Private to src/num/blocklu*.c.
//
// Nodes are counted by rank, their place in the elimination. values holds, rank after rank, what the forward sweep
// reads (the diagonal block, then the blocks below it); behind them, rank after rank, what the backward sweep reads
// (the blocks right of the diagonal); behind them scratch for one diagonal block and its scales.
#ifndef GUD_NUM_BLOCKLU_PATTERN_H
#define GUD_NUM_BLOCKLU_PATTERN_H

#include "base/arena.h"
#include "num/blocklu.h"

// what a sweep has to know about a node and about a block beside the diagonal
typedef struct gud_blocklu_node {
    int at, size; // place in b
    int nlink;    // blocks below the diagonal, and as many right of it
    int width;    // their rows together
    int nupdate;  // earlier nodes that change this one
} gud_blocklu_node;

typedef struct gud_blocklu_link {
    int at, size; // of the node that the block leads to
} gud_blocklu_link;

// An earlier node, its link to this node, and (from `target` on) where its later links are found in this node.
typedef struct gud_blocklu_update {
    int source;  // rank
    size_t link; // index over all links
    size_t target;
} gud_blocklu_update;

struct gud_blocklu {
    gud_arena arena;
    int nnode, nunknown;
    size_t nlink, nvalue, scratch; // scratch: where in values
    gud_blocklu_node *node;        // by rank
    gud_blocklu_link *link;        // node after node, each node's sorted by rank
    gud_blocklu_update *update;    // node after node, sources ascending
    int *target;                   // link of this node, counted from its first
    int *link_rank;                // rank of the node that a link leads to
    size_t *first;                 // by rank: its first link; first[nnode] = nlink
    size_t *diagonal;              // by rank: where in values
    size_t *lower, *upper;         // by link: where in values
    int *rank, *sequence;          // rank[sequence[k]] = k
};

#endif
