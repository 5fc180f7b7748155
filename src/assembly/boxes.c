#include "assembly/boxes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { leaf_size = 4 };

typedef struct {
    double box[2][3];
    int first, count; // of a leaf: entries of `order`
    int right;        // of others: the second child; the first one follows directly
} node;

typedef struct {
    double at;
    int index;
} entry;

struct gud_boxes {
    const double (*box)[2][3];
    entry *order;
    node *nodes;
    int nnode;
};

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->index - y->index;
}

static void enclose(const gud_boxes *t, int first, int count, double box[2][3])
{
    for (int k = 0; k < 3; k++) {
        box[0][k] = INFINITY, box[1][k] = -INFINITY;
        for (int i = first; i < first + count; i++) {
            box[0][k] = fmin(box[0][k], t->box[t->order[i].index][0][k]);
            box[1][k] = fmax(box[1][k], t->box[t->order[i].index][1][k]);
        }
    }
}

// halves by the middles of the boxes along the longest side; depth is the logarithm of the count
static void build(gud_boxes *t, int first, int count) // NOLINT(misc-no-recursion)
{
    node *n = &t->nodes[t->nnode++];
    int longest = 0;
    enclose(t, first, count, n->box);
    n->first = first, n->count = count;
    if (count <= leaf_size) return;
    for (int k = 1; k < 3; k++)
        if (n->box[1][k] - n->box[0][k] > n->box[1][longest] - n->box[0][longest]) longest = k;
    for (int i = first; i < first + count; i++) {
        const double(*b)[3] = t->box[t->order[i].index];
        t->order[i].at = b[0][longest] + b[1][longest];
    }
    qsort(t->order + first, (size_t)count, sizeof *t->order, compare_entries);
    n->count = 0;
    build(t, first, count / 2);
    n->right = t->nnode;
    build(t, first + count / 2, count - count / 2);
}

gud_status gud_boxes_create(int n, const double (*box)[2][3], gud_arena *arena, const gud_boxes **boxes)
{
    gud_boxes *t = GUD_TAKE(arena, gud_boxes, 1);
    if (!t) return GUD_ERR_MEMORY;
    *t = (gud_boxes){.box = box, .order = GUD_TAKE(arena, entry, n), .nodes = GUD_TAKE(arena, node, 2 * (size_t)n)};
    if (!t->order || !t->nodes) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) t->order[i].index = i;
    if (n > 0) build(t, 0, n);
    *boxes = t;
    return GUD_OK;
}

static bool boxes_meet(const double a[2][3], const double b[2][3])
{
    for (int k = 0; k < 3; k++)
        if (a[0][k] > b[1][k] || b[0][k] > a[1][k]) return false;
    return true;
}

static void visit_node(const gud_boxes *t, int at, const double box[2][3], // NOLINT(misc-no-recursion)
                       void (*visit)(void *context, int i), void *context)
{
    const node *n = &t->nodes[at];
    if (!boxes_meet(n->box, box)) return;
    if (n->count == 0) {
        visit_node(t, at + 1, box, visit, context);
        visit_node(t, n->right, box, visit, context);
        return;
    }
    for (int i = n->first; i < n->first + n->count; i++)
        if (boxes_meet(t->box[t->order[i].index], box)) visit(context, t->order[i].index);
}

void gud_boxes_meet(const gud_boxes *t, const double box[2][3], void (*visit)(void *context, int i), void *context)
{
    if (t->nnode > 0) visit_node(t, 0, box, visit, context);
}
