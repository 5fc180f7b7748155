// From a graph of nodes to the tables that factorisation and sweeps run through.

#include "num/blocklu_pattern.h"

#include "base/alloc.h"
#include "num/blocklu_order.h"

#include <limits.h>
#include <string.h>

// ---- ranks: the order of elimination, rearranged so that a node stands close behind those that change it

// A node's parent is the first node that it changes. With a node's whole family before it, the fill is the same.
static int *parents_find(const gud_elimination *x, int n, gud_arena *arena)
{
    int *time = GUD_TAKE(arena, int, n), *parent = GUD_TAKE(arena, int, n);
    if (arena->failed) return NULL;
    for (int k = 0; k < n; k++) time[x->sequence[k]] = k;
    for (int i = 0; i < n; i++) {
        parent[i] = -1;
        const int *later = x->list + x->start[i];
        for (int k = 0; k < x->count[i]; k++)
            if (parent[i] < 0 || time[later[k]] < time[parent[i]]) parent[i] = later[k];
    }
    return parent;
}

// Families get ranges of ranks: the parent takes the last of its range and deals out the rest from behind.
static gud_status ranks_find(gud_blocklu *lu, const gud_elimination *x, gud_arena *arena)
{
    const int n = lu->nnode;
    const int *parent = parents_find(x, n, arena);
    int *family = GUD_TAKE(arena, int, n);
    lu->rank = GUD_TAKE(&lu->arena, int, n);
    lu->sequence = GUD_TAKE(&lu->arena, int, n);
    if (arena->failed || lu->arena.failed) return GUD_ERR_MEMORY;

    for (int k = 0; k < n; k++) {
        const int i = x->sequence[k];
        family[i]++;
        if (parent[i] >= 0) family[parent[i]] += family[i];
    }
    int *end = family, roots_end = n; // once a family is placed, its count is needed no longer
    for (int k = n - 1; k >= 0; k--) {
        const int i = x->sequence[k], members = family[i];
        int *room = parent[i] >= 0 ? &end[parent[i]] : &roots_end;
        lu->rank[i] = *room - 1;
        lu->sequence[lu->rank[i]] = i;
        *room -= members;
        end[i] = lu->rank[i];
    }
    return GUD_OK;
}

// ---- links

// sources[first[k]..] of a rank k: the ranks that link to it, ascending
typedef struct {
    size_t *first;
    int *source;
} transpose;

static gud_status transpose_make(const gud_blocklu *lu, const gud_elimination *x, gud_arena *arena, transpose *t)
{
    const int n = lu->nnode;
    t->first = GUD_TAKE(arena, size_t, (size_t)n + 2);
    t->source = GUD_TAKE(arena, int, x->nlist);
    if (arena->failed) return GUD_ERR_MEMORY;
    size_t *next = t->first + 1; // begin of a row while it is filled, its end afterwards
    for (size_t k = 0; k < x->nlist; k++) next[lu->rank[x->list[k]] + 1]++;
    for (int k = 0; k < n; k++) next[k + 1] += next[k];
    for (int k = 0; k < n; k++) {
        const int i = lu->sequence[k], *later = x->list + x->start[i];
        for (int m = 0; m < x->count[i]; m++) t->source[next[lu->rank[later[m]]]++] = k;
    }
    return GUD_OK;
}

static void nodes_fill(gud_blocklu *lu, const gud_elimination *x, const int *size)
{
    for (int i = 0, at = 0; i < lu->nnode; at += size[i], i++)
        lu->node[lu->rank[i]] = (gud_blocklu_node){.at = at, .size = size[i], .nlink = x->count[i]};
    for (int k = 0; k < lu->nnode; k++) lu->first[k + 1] = lu->first[k] + (size_t)lu->node[k].nlink;
}

// Going through the ranks that are linked to, ascending, leaves every node's links sorted.
static void links_fill(gud_blocklu *lu, const transpose *t, size_t *next)
{
    memcpy(next, lu->first, (size_t)lu->nnode * sizeof *next);
    gud_blocklu_update *update = lu->update;
    for (int j = 0; j < lu->nnode; j++) {
        gud_blocklu_node *to = &lu->node[j];
        to->nupdate = (int)(t->first[j + 1] - t->first[j]);
        for (size_t k = t->first[j]; k < t->first[j + 1]; k++) {
            const int source = t->source[k];
            const size_t link = next[source]++;
            lu->link[link] = (gud_blocklu_link){.at = to->at, .size = to->size};
            lu->link_rank[link] = j;
            lu->node[source].width += to->size;
            *update++ = (gud_blocklu_update){.source = source, .link = link};
        }
    }
}

static gud_status links_make(gud_blocklu *lu, const gud_elimination *x, const int *size, gud_arena *arena)
{
    transpose t;
    GUD_TRY(transpose_make(lu, x, arena, &t));
    size_t *next = GUD_TAKE(arena, size_t, lu->nnode);
    lu->nlink = x->nlist;
    lu->node = GUD_TAKE(&lu->arena, gud_blocklu_node, lu->nnode);
    lu->first = GUD_TAKE(&lu->arena, size_t, (size_t)lu->nnode + 1);
    lu->link = GUD_TAKE(&lu->arena, gud_blocklu_link, lu->nlink);
    lu->link_rank = GUD_TAKE(&lu->arena, int, lu->nlink);
    lu->update = GUD_TAKE(&lu->arena, gud_blocklu_update, lu->nlink);
    if (arena->failed || lu->arena.failed) return GUD_ERR_MEMORY;
    nodes_fill(lu, x, size);
    links_fill(lu, &t, next);
    return GUD_OK;
}

// ---- targets: where the product of two links of an earlier node goes

static size_t targets_count(const gud_blocklu *lu)
{
    size_t n = 0;
    for (int k = 0; k < lu->nnode; k++) {
        const size_t m = (size_t)lu->node[k].nlink;
        n += m * (m > 0 ? m - 1 : 0) / 2;
    }
    return n;
}

static gud_status targets_make(gud_blocklu *lu, gud_arena *arena)
{
    int *where = GUD_TAKE(arena, int, lu->nnode);
    lu->target = GUD_TAKE(&lu->arena, int, targets_count(lu));
    if (arena->failed || lu->arena.failed) return GUD_ERR_MEMORY;

    size_t n = 0;
    gud_blocklu_update *update = lu->update;
    for (int j = 0; j < lu->nnode; j++) {
        for (size_t l = lu->first[j]; l < lu->first[j + 1]; l++) where[lu->link_rank[l]] = (int)(l - lu->first[j]);
        for (int k = 0; k < lu->node[j].nupdate; k++, update++) {
            update->target = n;
            for (size_t l = update->link + 1; l < lu->first[update->source + 1]; l++)
                lu->target[n++] = where[lu->link_rank[l]];
        }
    }
    return GUD_OK;
}

// ---- places in values

static gud_status places_make(gud_blocklu *lu)
{
    lu->diagonal = GUD_TAKE(&lu->arena, size_t, lu->nnode);
    lu->lower = GUD_TAKE(&lu->arena, size_t, lu->nlink);
    lu->upper = GUD_TAKE(&lu->arena, size_t, lu->nlink);
    if (lu->arena.failed) return GUD_ERR_MEMORY;

    size_t at = 0, largest = 0;
    for (int k = 0; k < lu->nnode; k++) {
        const size_t size = (size_t)lu->node[k].size;
        lu->diagonal[k] = at;
        at += size * size;
        for (size_t l = lu->first[k]; l < lu->first[k + 1]; at += size * (size_t)lu->link[l].size, l++)
            lu->lower[l] = at;
        largest = size > largest ? size : largest;
    }
    for (int k = 0; k < lu->nnode; k++)
        for (size_t l = lu->first[k]; l < lu->first[k + 1]; l++) {
            lu->upper[l] = at;
            at += (size_t)lu->node[k].size * (size_t)lu->link[l].size;
        }
    lu->scratch = at;
    lu->nvalue = at + largest * (largest + 2);
    return GUD_OK;
}

// ---- interface

static gud_status input_check(int nnode, const int *size, int nedge, const int (*edge)[2], int *nunknown)
{
    if (nnode < 0 || nedge < 0) return GUD_ERR_INPUT;
    *nunknown = 0;
    for (int i = 0; i < nnode; i++) {
        if (size[i] < 1 || size[i] > INT_MAX - *nunknown) return GUD_ERR_INPUT;
        *nunknown += size[i];
    }
    for (int k = 0; k < nedge; k++)
        for (int m = 0; m < 2; m++)
            if (edge[k][m] < 0 || edge[k][m] >= nnode) return GUD_ERR_INPUT;
    return GUD_OK;
}

static gud_status pattern_make(gud_blocklu *lu, const int *size, const gud_blocklu_role *role, int nedge,
                               const int (*edge)[2], gud_arena *arena, gud_elimination *x)
{
    gud_graph graph;
    GUD_TRY(gud_graph_make(lu->nnode, nedge, edge, arena, &graph));
    GUD_TRY(gud_elimination_find(&graph, size, role, arena, x));
    GUD_TRY(ranks_find(lu, x, arena));
    GUD_TRY(links_make(lu, x, size, arena));
    GUD_TRY(targets_make(lu, arena));
    return places_make(lu);
}

gud_status gud_blocklu_create(int nnode, const int *size, const gud_blocklu_role *role, int nedge, const int (*edge)[2],
                              gud_blocklu **out)
{
    *out = NULL;
    int nunknown;
    GUD_TRY(input_check(nnode, size, nedge, edge, &nunknown));
    gud_blocklu *lu = gud_alloc(1, sizeof *lu);
    if (!lu) return GUD_ERR_MEMORY;
    lu->nnode = nnode;
    lu->nunknown = nunknown;

    gud_arena arena;
    gud_arena_init(&arena);
    gud_elimination x = {0};
    const gud_status st = pattern_make(lu, size, role, nedge, edge, &arena, &x);
    gud_free(x.list);
    gud_arena_free(&arena);
    if (st == GUD_OK)
        *out = lu;
    else
        gud_blocklu_free(lu);
    return st;
}

void gud_blocklu_free(gud_blocklu *lu)
{
    if (!lu) return;
    gud_arena_free(&lu->arena);
    gud_free(lu);
}

size_t gud_blocklu_nvalue(const gud_blocklu *lu)
{
    return lu->nvalue;
}

size_t gud_blocklu_npivot(const gud_blocklu *lu)
{
    return (size_t)lu->nnode + (size_t)lu->nunknown;
}

const int *gud_blocklu_sequence(const gud_blocklu *lu)
{
    return lu->sequence;
}

const int *gud_blocklu_changed(const gud_blocklu *lu, int rank, int *n)
{
    *n = lu->node[rank].nlink;
    return lu->link_rank + lu->first[rank];
}

size_t gud_blocklu_block(const gud_blocklu *lu, int i, int j)
{
    const int row = lu->rank[i], column = lu->rank[j];
    if (row == column) return lu->diagonal[row];
    const int early = row < column ? row : column, late = row < column ? column : row;
    size_t low = lu->first[early], high = lu->first[early + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (lu->link_rank[middle] < late)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == lu->first[early + 1] || lu->link_rank[low] != late) return GUD_BLOCKLU_NONE;
    return row < column ? lu->upper[low] : lu->lower[low];
}

void gud_blocklu_clear(const gud_blocklu *lu, double *values)
{
    memset(values, 0, lu->scratch * sizeof *values);
}
