// Minimum degree on the quotient graph of the nodes, with a say in when multipliers may be eliminated.
// P. R. Amestoy, T. A. Davis, I. S. Duff, SIAM J. Matrix Anal. Appl. 17 (1996) 886-905; docs/theory/blocklu.md.
//
// An eliminated node leaves an element: the clique of the nodes it was coupled to, its boundary. When a node is
// eliminated, the elements it touches become one with it, so that an element is at any time a connected piece of
// what is eliminated. The boundary at that moment is the pattern of the node's block column and is kept.

#include "num/blocklu_order.h"

#include "base/alloc.h"

typedef struct {
    const gud_graph *graph;
    const int *size;
    const gud_blocklu_role *role;

    // A node's neighbours in place of graph->list: first elements, then nodes that no element covers.
    int *list, *nelement, *nplain;
    bool *gone;  // eliminated
    int *degree; // unknowns coupled to the node, or slightly more

    // elements, named after their last node
    int *merged; // the element that swallowed it, itself if alive
    int *weight; // unknowns on the boundary
    int *beyond; // unknowns of its boundary outside the newest boundary
    int *visited;

    // what a joint has to know: see may_go
    int *nbody, *nbody_left;
    bool *held;
    int *half_done;

    int *mark, stamp;
    int *heap, *place, nheap; // nodes that may be eliminated, smallest degree first
    size_t capacity;
    gud_elimination *out;
} order;

// ---- heap of the nodes that may go; equal degrees go by number, so that the order is always the same

static bool before(const order *o, int a, int b)
{
    return o->degree[a] < o->degree[b] || (o->degree[a] == o->degree[b] && a < b);
}

static void put(order *o, int slot, int node)
{
    o->heap[slot] = node;
    o->place[node] = slot;
}

static void heap_settle(order *o, int slot)
{
    const int node = o->heap[slot];
    for (int up = (slot - 1) / 2; slot > 0 && before(o, node, o->heap[up]); up = (slot - 1) / 2) {
        put(o, slot, o->heap[up]);
        slot = up;
    }
    for (int down = 2 * slot + 1; down < o->nheap; down = 2 * slot + 1) {
        if (down + 1 < o->nheap && before(o, o->heap[down + 1], o->heap[down])) down++;
        if (!before(o, o->heap[down], node)) break;
        put(o, slot, o->heap[down]);
        slot = down;
    }
    put(o, slot, node);
}

static void heap_remove(order *o, int node)
{
    const int slot = o->place[node];
    if (slot < 0) return;
    o->place[node] = -1;
    if (slot == --o->nheap) return;
    put(o, slot, o->heap[o->nheap]);
    heap_settle(o, slot);
}

static void heap_update(order *o, int node)
{
    if (o->place[node] < 0) put(o, o->nheap++, node);
    heap_settle(o, o->place[node]);
}

// ---- when a node may go

static bool is_body(const order *o, int node)
{
    return o->role[node] == GUD_BLOCKLU_BODY;
}

static int element_of(order *o, int node)
{
    int e = node;
    while (o->merged[e] != e) e = o->merged[e];
    while (o->merged[node] != e) {
        const int next = o->merged[node];
        o->merged[node] = e;
        node = next;
    }
    return e;
}

// A joint may go when both its bodies are gone. One body is enough if the piece of the mechanism around it that is
// gone can still move as a whole: none of its joints is attached to the ground (`held`) or to a body that is still
// there (`half_done`). So trees are eliminated from the tips to the root without any fill.
static bool may_go(order *o, int node)
{
    if (is_body(o, node) || o->nbody_left[node] == 0) return true;
    if (o->role[node] != GUD_BLOCKLU_JOINT || o->nbody[node] != 2 || o->nbody_left[node] == 2) return false;
    for (size_t k = o->graph->start[node]; k < o->graph->start[node + 1]; k++) {
        const int body = o->graph->list[k];
        if (!is_body(o, body) || !o->gone[body]) continue;
        const int e = element_of(o, body);
        return o->size[body] >= o->size[node] && !o->held[e] && o->half_done[e] == 0;
    }
    return false;
}

static void note_motion(order *o, int node)
{
    if (!is_body(o, node)) {
        if (o->role[node] != GUD_BLOCKLU_JOINT || o->nbody[node] != 2) o->held[node] = true;
        if (o->nbody_left[node] > 0) o->half_done[node]++;
        return;
    }
    for (size_t k = o->graph->start[node]; k < o->graph->start[node + 1]; k++) {
        const int other = o->graph->list[k];
        if (is_body(o, other)) continue;
        o->nbody_left[other]--;
        if (o->gone[other]) o->half_done[node]--;
    }
}

// ---- elimination of one node

static gud_status list_reserve(order *o, size_t extra)
{
    if (o->out->list && o->out->nlist + extra <= o->capacity) return GUD_OK;
    const size_t capacity = 2 * o->capacity + extra;
    int *list = gud_resize(o->out->list, capacity, sizeof *list);
    if (!list) return GUD_ERR_MEMORY;
    o->out->list = list;
    o->capacity = capacity;
    return GUD_OK;
}

static void boundary_add(order *o, int pivot, int count, const int *nodes)
{
    for (int k = 0; k < count; k++) {
        const int i = nodes[k];
        if (o->gone[i] || o->mark[i] == o->stamp) continue;
        o->mark[i] = o->stamp;
        o->out->list[o->out->nlist++] = i;
        o->weight[pivot] += o->size[i];
    }
}

// the nodes coupled to the pivot, directly or by the elements it touches, which it swallows
static gud_status boundary_find(order *o, int pivot)
{
    gud_elimination *x = o->out;
    const int *list = o->list + o->graph->start[pivot];
    const int *plain = list + o->nelement[pivot];
    size_t most = (size_t)o->nplain[pivot];
    for (int k = 0; k < o->nelement[pivot]; k++) most += (size_t)x->count[list[k]];
    GUD_TRY(list_reserve(o, most));

    o->stamp++;
    x->start[pivot] = x->nlist;
    for (int k = 0; k < o->nelement[pivot]; k++) {
        const int e = list[k];
        boundary_add(o, pivot, x->count[e], x->list + x->start[e]);
        o->merged[e] = pivot;
        o->held[pivot] = o->held[pivot] || o->held[e];
        o->half_done[pivot] += o->half_done[e];
    }
    boundary_add(o, pivot, o->nplain[pivot], plain);
    x->count[pivot] = (int)(x->nlist - x->start[pivot]);
    return GUD_OK;
}

// for every element that meets the new boundary: how much of it lies beyond
static void beyond_find(order *o, int pivot)
{
    const int *boundary = o->out->list + o->out->start[pivot];
    for (int k = 0; k < o->out->count[pivot]; k++) {
        const int i = boundary[k], *element = o->list + o->graph->start[i];
        for (int m = 0; m < o->nelement[i]; m++) {
            const int e = element[m];
            if (o->visited[e] != o->stamp) {
                o->visited[e] = o->stamp;
                o->beyond[e] = o->weight[e];
            }
            o->beyond[e] -= o->size[i];
        }
    }
}

// Node i forgets swallowed elements and neighbours that the new element covers, and learns of the new element.
static void node_update(order *o, int i, int pivot, int left)
{
    int *list = o->list + o->graph->start[i], nelement = 0, nplain = 0;
    int degree = o->weight[pivot] - o->size[i];
    const int grown = o->degree[i] + degree;

    for (int k = 0; k < o->nelement[i]; k++) {
        const int e = list[k];
        if (o->merged[e] != e) continue;
        list[nelement++] = e;
        degree += o->beyond[e];
    }
    const int *plain = list + o->nelement[i];
    int *kept = list + nelement;
    for (int k = 0; k < o->nplain[i]; k++) {
        const int j = plain[k];
        if (j == pivot || o->mark[j] == o->stamp) continue;
        kept[nplain++] = j;
        degree += o->size[j];
    }
    // at least one place is free now: i touched the pivot, or an element that the pivot swallowed
    if (nplain > 0) kept[nplain] = kept[0];
    kept[0] = pivot;
    o->nelement[i] = nelement + 1;
    o->nplain[i] = nplain;
    degree = degree < grown ? degree : grown;
    o->degree[i] = degree < left - o->size[i] ? degree : left - o->size[i];
}

static gud_status eliminate(order *o, int pivot, int left)
{
    heap_remove(o, pivot);
    o->gone[pivot] = true;
    o->merged[pivot] = pivot;
    GUD_TRY(boundary_find(o, pivot));
    note_motion(o, pivot);
    beyond_find(o, pivot);

    const int *boundary = o->out->list + o->out->start[pivot];
    for (int k = 0; k < o->out->count[pivot]; k++) {
        const int i = boundary[k];
        node_update(o, i, pivot, left);
        if (may_go(o, i))
            heap_update(o, i);
        else
            heap_remove(o, i);
    }
    return GUD_OK;
}

// ---- start

static bool order_take(order *o, gud_arena *arena)
{
    const int n = o->graph->nnode;
    o->list = GUD_TAKE(arena, int, o->graph->start[n]);
    int **const counts[] = {&o->nelement, &o->nplain,  &o->degree, &o->merged,     &o->weight,
                            &o->beyond,   &o->visited, &o->nbody,  &o->nbody_left, &o->half_done,
                            &o->mark,     &o->heap,    &o->place};
    for (int k = 0; k < GUD_COUNT(counts); k++) *counts[k] = GUD_TAKE(arena, int, n);
    o->gone = GUD_TAKE(arena, bool, n);
    o->held = GUD_TAKE(arena, bool, n);
    o->out->sequence = GUD_TAKE(arena, int, n);
    o->out->start = GUD_TAKE(arena, size_t, n);
    o->out->count = GUD_TAKE(arena, int, n);
    return !arena->failed;
}

static void order_start(order *o)
{
    const gud_graph *g = o->graph;
    for (int i = 0; i < g->nnode; i++) {
        o->nplain[i] = (int)(g->start[i + 1] - g->start[i]);
        for (size_t k = g->start[i]; k < g->start[i + 1]; k++) {
            const int j = g->list[k];
            o->list[k] = j;
            o->degree[i] += o->size[j];
            o->nbody[i] += is_body(o, j);
        }
        o->nbody_left[i] = o->nbody[i];
        o->place[i] = -1;
    }
    for (int i = 0; i < g->nnode; i++)
        if (may_go(o, i)) heap_update(o, i);
}

gud_status gud_elimination_find(const gud_graph *graph, const int *size, const gud_blocklu_role *role, gud_arena *arena,
                                gud_elimination *out)
{
    order o = {.graph = graph, .size = size, .role = role, .out = out};
    *out = (gud_elimination){0};
    if (!order_take(&o, arena)) return GUD_ERR_MEMORY;
    order_start(&o);

    int left = 0;
    for (int i = 0; i < graph->nnode; i++) left += size[i];
    for (int k = 0; k < graph->nnode; k++) {
        const int pivot = o.heap[0]; // never empty: bodies may always go, and without them all others
        left -= size[pivot];
        out->sequence[k] = pivot;
        GUD_TRY(eliminate(&o, pivot, left));
    }
    return GUD_OK;
}

// ---- graph

static void neighbours_count(int nedge, const int (*edge)[2], size_t *count)
{
    for (int k = 0; k < nedge; k++) {
        if (edge[k][0] == edge[k][1]) continue;
        count[edge[k][0]]++;
        count[edge[k][1]]++;
    }
}

// each neighbour once
static void neighbours_thin(gud_graph *g, int *seen)
{
    size_t n = 0, begin = 0;
    for (int i = 0; i < g->nnode; i++) {
        const size_t end = g->start[i + 1];
        for (size_t k = begin; k < end; k++) {
            const int j = g->list[k];
            if (seen[j] == i + 1) continue;
            seen[j] = i + 1;
            g->list[n++] = j;
        }
        begin = end;
        g->start[i + 1] = n;
    }
}

gud_status gud_graph_make(int nnode, int nedge, const int (*edge)[2], gud_arena *arena, gud_graph *graph)
{
    graph->nnode = nnode;
    graph->start = GUD_TAKE(arena, size_t, (size_t)nnode + 2);
    graph->list = GUD_TAKE(arena, int, 2 * (size_t)nedge);
    int *seen = GUD_TAKE(arena, int, nnode);
    if (arena->failed) return GUD_ERR_MEMORY;

    // start[i + 1] is where i begins until the neighbours are in; then it is where i ends
    size_t *next = graph->start + 1;
    neighbours_count(nedge, edge, next + 1);
    for (int i = 0; i < nnode; i++) next[i + 1] += next[i];
    for (int k = 0; k < nedge; k++) {
        const int i = edge[k][0], j = edge[k][1];
        if (i == j) continue;
        graph->list[next[i]++] = j;
        graph->list[next[j]++] = i;
    }
    neighbours_thin(graph, seen);
    return GUD_OK;
}
