// Overrides from the command line: bodies.crank.mass=0.4 kg. The value is YAML; keys that are absent are made.

#include "load/near.h"
#include "load/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct override {
    gud_tree *tree;
    gud_diag *diag;
    gud_place place; // its file says "--set path=value"
    const char *value;
} override;

static gud_status make_child(const override *o, gud_node *map, const char *key, size_t size, gud_node **child)
{
    *child = gud_node_create(o->tree, GUD_NODE_MAP, o->place);
    if (!*child) return GUD_ERR_MEMORY;
    (*child)->key = gud_tree_text(o->tree, key, size);
    if (!(*child)->key) return GUD_ERR_MEMORY;
    (*child)->key_place = o->place;
    gud_node_append(map, *child);
    return GUD_OK;
}

// the value takes the place of the node's content; the key stays
static gud_status assign(const override *o, gud_node *node)
{
    gud_node *value;
    const gud_status status = gud_tree_read(o->tree, o->place, o->value, strlen(o->value), o->diag, &value);
    if (status == GUD_ERR_MEMORY) return status;
    if (status != GUD_OK) return GUD_OK;
    node->kind = value ? value->kind : GUD_NODE_SCALAR;
    node->text = value ? value->text : "";
    node->first = value ? value->first : NULL;
    node->last = value ? value->last : NULL;
    node->count = value ? value->count : 0;
    node->place = o->place;
    return GUD_OK;
}

static gud_node *list_item(const gud_node *list, const char *key, size_t size)
{
    if (size == 0 || size > 6 || strspn(key, "0123456789") < size) return NULL;
    gud_node *item = list->first;
    for (long i = strtol(key, NULL, 10); item && i > 0; i--) item = item->next;
    return item;
}

// the child called `key`, made if absent; NULL with a message if there cannot be one
static gud_status step(const override *o, gud_node *node, const char *key, size_t size, gud_node **child)
{
    *child = NULL;
    if (size == 0 || size > GUD_MAX_NAME) {
        gud_diag_add(o->diag, o->place, "a key in the path is empty or too long");
        return GUD_OK;
    }
    if (node->kind == GUD_NODE_LIST) {
        *child = list_item(node, key, size);
        if (!*child)
            gud_diag_add(o->diag, o->place, "'%.*s' is not a place in a list of %d", (int)size, key, node->count);
        return GUD_OK;
    }
    if (node->kind == GUD_NODE_SCALAR && !gud_node_is_empty(node)) {
        gud_diag_add(o->diag, o->place, "'%.*s' is a key inside '%s', which is not a map", (int)size, key,
                     gud_shown(node->text).text);
        return GUD_OK;
    }
    node->kind = GUD_NODE_MAP;
    *child = gud_node_find_n(node, key, size);
    return *child ? GUD_OK : make_child(o, node, key, size, child);
}

// keys separated by dots, from `node` down
static gud_status descend(const override *o, gud_node *node, const char *path)
{
    while (node && *path) {
        const size_t n = strcspn(path, ".");
        GUD_TRY(step(o, node, path, n, &node));
        path += n;
        if (*path == '.' && path[1]) path++;
    }
    return node ? assign(o, node) : GUD_OK;
}

// names may contain dots: the longest name that the path starts with
static gud_node *find_entity(const gud_node *section, const char *path, size_t *size)
{
    gud_node *best = NULL;
    if (!section || section->kind != GUD_NODE_MAP) return NULL;
    for (gud_node *child = section->first; child; child = child->next) {
        const size_t n = strlen(child->key);
        if (strncmp(path, child->key, n) != 0 || (path[n] != '.' && path[n] != '\0') || (best && n <= *size)) continue;
        best = child;
        *size = n;
    }
    return best;
}

static gud_status set_entity(const override *o, const gud_node *section, const gud_section *about, const char *path)
{
    size_t n = 0;
    gud_node *entity = find_entity(section, path, &n);
    if (entity) return descend(o, entity, path[n] == '.' ? path + n + 1 : path + n);
    gud_near near;
    gud_shown_text word = gud_shown(path);
    word.text[strcspn(word.text, ".")] = '\0';
    gud_near_start(&near, word.text);
    const bool map = section && section->kind == GUD_NODE_MAP;
    for (const gud_node *child = map ? section->first : NULL; child; child = child->next)
        gud_near_try(&near, child->key);
    gud_diag_add(o->diag, o->place, "no '%s' in %s%s", word.text, about->key, gud_near_hint(&near));
    return GUD_OK;
}

static gud_status set_path(const override *o, gud_node *root, const char *path, const gud_section *const *sections)
{
    gud_near near;
    const size_t n = strcspn(path, ".");
    gud_shown_text word = gud_shown(path);
    word.text[strcspn(word.text, ".")] = '\0';
    if (strcmp(path, "title") == 0) return descend(o, root, path);
    gud_near_start(&near, word.text);
    for (const gud_section *const *s = sections; *s; s++) {
        gud_near_try(&near, (*s)->key);
        if (strncmp((*s)->key, path, n) != 0 || (*s)->key[n]) continue;
        if (!(*s)->named || !path[n]) return descend(o, root, path);
        return set_entity(o, gud_node_find(root, (*s)->key), *s, path + n + 1);
    }
    gud_diag_add(o->diag, o->place, "no section '%s'%s", word.text, gud_near_hint(&near));
    return GUD_OK;
}

gud_status gud_override(gud_tree *tree, gud_node *root, const char *set, const gud_section *const *sections,
                        gud_diag *diag)
{
    static const char option[] = "--set ";
    const size_t size = strlen(set);
    char *file = gud_arena_take(tree->arena, size + sizeof option, 1);
    char *path = gud_tree_text(tree, set, size);
    if (!file || !path) return GUD_ERR_MEMORY;
    memcpy(file, option, sizeof option - 1);
    memcpy(file + sizeof option - 1, set, size + 1);

    char *equals = strchr(path, '=');
    override o = {.tree = tree, .diag = diag, .place = {file, 0, 0}, .value = equals ? equals + 1 : ""};
    if (!equals || equals == path) {
        gud_diag_add(diag, o.place, "expected path=value, such as bodies.crank.mass=0.4 kg");
        return GUD_OK;
    }
    *equals = '\0';
    return set_path(&o, root, path, sections);
}
