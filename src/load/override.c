// bodies.crank.mass=0.4 kg: the value is YAML; keys that are absent are made.

#include "load/override.h"

#include "load/expand.h"
#include "load/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct override {
    gud_tree *tree;
    gud_diag *diag;
    gud_place place; // from the command line its file says "--set path=value"
    const gud_override *set;
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
    static const gud_node empty = {.kind = GUD_NODE_SCALAR, .text = ""};
    gud_node *value = NULL;
    const gud_status status =
        o->set->value ? gud_node_copy(o->tree, o->set->value, o->place, o->diag, &value)
                      : gud_tree_read(o->tree, o->place, o->set->text, strlen(o->set->text), o->diag, &value);
    if (status == GUD_ERR_MEMORY) return status;
    if (status != GUD_OK) return GUD_OK;
    const gud_node old = *node;
    *node = value ? *value : empty;
    node->key = old.key;
    node->key_place = old.key_place;
    node->next = old.next;
    if (!o->set->value) node->place = o->place;
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
            gud_diag_add(o->diag, o->place, "'%.*s' is not an index of a list of %d", (int)size, key, node->count);
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

static bool starts(const char *key, const char *path, size_t n)
{
    return strncmp(key, path, n) == 0 && !key[n];
}

// parameters, groups and uses have names as sections do; defaults are a map of maps
static gud_status set_language(const override *o, gud_node *root, const char *path, size_t n, const char *key)
{
    const gud_section named = {.key = key, .named = true};
    if (strcmp(key, "defaults") == 0 || !path[n]) return descend(o, root, path);
    return set_entity(o, gud_node_find(root, key), &named, path + n + 1);
}

static gud_status set_path(const override *o, gud_node *root, const gud_section *const *sections)
{
    gud_near near;
    const char *path = o->set->path;
    const size_t n = strcspn(path, ".");
    gud_shown_text word = gud_shown(path);
    word.text[strcspn(word.text, ".")] = '\0';
    if (strcmp(path, "title") == 0) return descend(o, root, path);
    for (const gud_section *const *l = gud_language; *l; l++)
        if (starts((*l)->key, path, n)) return set_language(o, root, path, n, (*l)->key);
    gud_near_start(&near, word.text);
    for (const gud_section *const *s = sections; *s; s++) {
        gud_near_try(&near, (*s)->key);
        if (!starts((*s)->key, path, n)) continue;
        if (!(*s)->named || !path[n]) return descend(o, root, path);
        return set_entity(o, gud_node_find(root, (*s)->key), *s, path + n + 1);
    }
    for (const gud_section *const *l = gud_language; *l; l++) gud_near_try(&near, (*l)->key);
    gud_diag_add(o->diag, o->place, "no section '%s'%s", word.text, gud_near_hint(&near));
    return GUD_OK;
}

// ---- lists of them

static gud_status gather_text(gud_tree *tree, const char *set, gud_diag *diag, gud_override_list *list)
{
    static const char option[] = "--set ";
    const size_t size = strlen(set);
    char *file = gud_arena_take(tree->arena, size + sizeof option, 1);
    char *path = gud_tree_text(tree, set, size);
    if (!file || !path) return GUD_ERR_MEMORY;
    memcpy(file, option, sizeof option - 1);
    memcpy(file + sizeof option - 1, set, size + 1);

    char *equals = strchr(path, '=');
    const gud_place place = {file, 0, 0};
    if (!equals || equals == path) {
        gud_diag_add(diag, place, "expected path=value, such as bodies.crank.mass=0.4 kg");
        return GUD_OK;
    }
    *equals = '\0';
    list->list[list->count++] = (gud_override){.path = path, .text = equals + 1, .place = place};
    return GUD_OK;
}

gud_status gud_override_gather(gud_tree *tree, gud_node *root, const char *const *set, int nset, gud_diag *diag,
                               gud_override_list *list)
{
    const gud_node *map = gud_node_find(root, "override") ? gud_node_detach(root, "override") : NULL;
    *list = (gud_override_list){.list = GUD_TAKE(tree->arena, gud_override, (map ? map->count : 0) + nset + 1)};
    if (!list->list) return GUD_ERR_MEMORY;
    if (map && map->kind != GUD_NODE_MAP && !gud_node_is_empty(map))
        gud_diag_add(diag, map->place, "override must be a map of paths and values, such as {bodies.crank.mass: 2 kg}");
    for (const gud_node *child = map && map->kind == GUD_NODE_MAP ? map->first : NULL; child; child = child->next)
        list->list[list->count++] = (gud_override){.path = child->key, .value = child, .place = child->key_place};
    for (int i = 0; i < nset; i++) GUD_TRY(gather_text(tree, set[i], diag, list));
    return GUD_OK;
}

static bool is_early(const char *path)
{
    for (const gud_section *const *l = gud_language; *l; l++)
        if (starts((*l)->key, path, strcspn(path, "."))) return true;
    return false;
}

gud_status gud_override_apply(gud_tree *tree, gud_node *root, const gud_override_list *list,
                              const gud_section *const *sections, bool early, gud_diag *diag)
{
    for (int i = 0; i < list->count; i++) {
        const gud_override *set = &list->list[i];
        const override o = {.tree = tree, .diag = diag, .place = set->place, .set = set};
        if (is_early(set->path) == early) GUD_TRY(set_path(&o, root, sections));
    }
    return GUD_OK;
}
