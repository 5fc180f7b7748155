#include "load/node.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { node_chunk = 64, text_chunk = 4096, few_keys = 32 };

gud_node *gud_node_create(gud_tree *tree, gud_node_kind kind, gud_place place)
{
    if (tree->nspare == 0) {
        tree->nodes = GUD_TAKE(tree->arena, gud_node, node_chunk);
        if (!tree->nodes) return NULL;
        tree->nspare = node_chunk;
    }
    gud_node *node = tree->nodes++;
    tree->nspare--;
    tree->nnode++;
    node->kind = kind;
    node->place = place;
    return node;
}

gud_status gud_node_copy(gud_tree *tree, const gud_node *from, gud_place place, gud_diag *diag, gud_node **to)
{
    if (tree->nnode >= GUD_MAX_NODES) {
        gud_diag_add(diag, place, "the model is too large (limit 2 million values)");
        return GUD_ERR_INPUT;
    }
    gud_node *copy = *to = gud_node_create(tree, from->kind, from->place);
    if (!copy) return GUD_ERR_MEMORY;
    *copy = *from;
    copy->key = NULL;
    copy->first = copy->last = copy->next = NULL;
    copy->count = 0;
    for (const gud_node *child = from->first; child; child = child->next) {
        gud_node *twin;
        GUD_TRY(gud_node_copy(tree, child, place, diag, &twin));
        twin->key = child->key;
        gud_node_append(copy, twin);
    }
    return GUD_OK;
}

int gud_node_height(const gud_node *node)
{
    int most = -1;
    for (const gud_node *child = node->first; child; child = child->next) {
        const int below = gud_node_height(child);
        if (below > most) most = below;
    }
    return node->kind == GUD_NODE_SCALAR ? 0 : most < 0 ? 1 : most + 1;
}

char *gud_tree_text(gud_tree *tree, const char *bytes, size_t size)
{
    if (size + 1 > tree->nchar) {
        const size_t chunk = size + 1 > text_chunk ? size + 1 : text_chunk;
        char *chars = gud_arena_take(tree->arena, chunk, 1);
        if (!chars) return NULL;
        tree->chars = chars;
        tree->nchar = chunk;
    }
    char *copy = tree->chars;
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    tree->chars += size + 1;
    tree->nchar -= size + 1;
    return copy;
}

void gud_node_append(gud_node *parent, gud_node *child)
{
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

gud_node *gud_node_find_n(const gud_node *map, const char *key, size_t size)
{
    if (!map || map->kind != GUD_NODE_MAP) return NULL;
    for (gud_node *child = map->first; child; child = child->next)
        if (strncmp(child->key, key, size) == 0 && child->key[size] == '\0') return child;
    return NULL;
}

gud_node *gud_node_find(const gud_node *map, const char *key)
{
    return gud_node_find_n(map, key, strlen(key));
}

gud_status gud_tree_use(gud_tree *tree, const char *path)
{
    gud_used_file *file = GUD_TAKE(tree->arena, gud_used_file, 1);
    if (!file) return GUD_ERR_MEMORY;
    *file = (gud_used_file){tree->files, path};
    tree->files = file;
    return GUD_OK;
}

const char *gud_node_input(const gud_node *node)
{
    static const char word[] = "input ";
    const size_t n = sizeof word - 1;
    if (node->kind != GUD_NODE_SCALAR || node->quoted || strncmp(node->text, word, n) != 0) return NULL;
    return node->text + n + strspn(node->text + n, " ");
}

gud_node *gud_node_detach(gud_node *map, const char *key)
{
    gud_node *found = NULL, *child = map->first;
    map->first = map->last = NULL;
    map->count = 0;
    for (gud_node *next; child; child = next) {
        next = child->next;
        if (!found && strcmp(child->key, key) == 0)
            found = child;
        else
            gud_node_append(map, child);
    }
    return found;
}

bool gud_node_is_empty(const gud_node *node)
{
    return node->kind == GUD_NODE_SCALAR && node->text[0] == '\0';
}

gud_place gud_node_head(const gud_node *node)
{
    return node->key ? node->key_place : node->place;
}

static bool comes_before(gud_place a, gud_place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

static int by_key(const void *left, const void *right)
{
    const gud_node *const *a = left, *const *b = right;
    const int key = strcmp((*a)->key, (*b)->key);
    if (key != 0) return key;
    const int file = strcmp((*a)->key_place.file, (*b)->key_place.file);
    if (file != 0) return file;
    return comes_before((*a)->key_place, (*b)->key_place) ? -1 : 1;
}

gud_status gud_node_unique(const gud_node *map, gud_diag *diag)
{
    const gud_node *few[few_keys], **sorted = few;
    if (map->count > few_keys) sorted = gud_alloc((size_t)map->count, sizeof(gud_node *));
    if (!sorted) return GUD_ERR_MEMORY;
    int n = 0;
    for (const gud_node *child = map->first; child; child = child->next) sorted[n++] = child;
    qsort(sorted, (size_t)n, sizeof *sorted, by_key);
    for (int i = 1; i < n; i++) {
        if (strcmp(sorted[i]->key, sorted[i - 1]->key) != 0) continue;
        const gud_place first = sorted[i - 1]->key_place;
        gud_diag_add(diag, sorted[i]->key_place, "'%s' is defined twice; the other one is at %s:%d:%d",
                     gud_shown(sorted[i]->key).text, first.file, first.line, first.column);
    }
    if (sorted != few) gud_free(sorted);
    return GUD_OK;
}
