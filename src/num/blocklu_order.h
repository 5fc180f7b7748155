// The order of elimination and the fill it makes. Private to src/num/blocklu*.c.
#ifndef GUD_NUM_BLOCKLU_ORDER_H
#define GUD_NUM_BLOCKLU_ORDER_H

#include "base/arena.h"
#include "num/blocklu.h"

// neighbours of node i: list[start[i]] to list[start[i + 1] - 1]
typedef struct gud_graph {
    int nnode;
    size_t *start;
    int *list;
} gud_graph;

// Nodes in the order of elimination, and for every node those that are coupled to it when it is eliminated.
typedef struct gud_elimination {
    int *sequence;
    size_t *start; // by node
    int *count;    // by node
    int *list;     // to be freed with gud_free
    size_t nlist;
} gud_elimination;

// both take their arrays from the arena
gud_status gud_graph_make(int nnode, int nedge, const int (*edge)[2], gud_arena *arena, gud_graph *graph);
gud_status gud_elimination_find(const gud_graph *graph, const int *size, const gud_blocklu_role *role, gud_arena *arena,
                                gud_elimination *out);

#endif
