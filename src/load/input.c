#include "load/input.h"

#include "base/alloc.h"
#include "load/decode.h"
#include "load/expand.h"
#include "load/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the folder of the main file with its slash
static const char *folder_of(gud_tree *tree, const char *path)
{
    const char *slash = strrchr(path, '/');
    return gud_tree_text(tree, path, slash ? (size_t)(slash - path) + 1 : 0);
}

static gud_status keep_text(gud_input *input)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_status status = gud_node_write(input->root, &text);
    if (status == GUD_OK) input->text = gud_arena_text(&input->arena, gud_buffer_text(&text));
    if (!input->text) status = GUD_ERR_MEMORY;
    gud_buffer_free(&text);
    return status;
}

static gud_status build(const gud_origin *from, const gud_section *const *sections, const gud_units *units,
                        gud_diag *diag, gud_input *input)
{
    const int before = diag->count;
    gud_tree tree = {.arena = &input->arena};
    gud_node *root = NULL;
    GUD_TRY(from->text ? gud_source_read(&tree, from->path, from->text, from->size, diag, &root)
                       : gud_source_load(&tree, from->path, diag, &root));
    gud_override_list overrides;
    GUD_TRY(gud_override_gather(&tree, root, from->set, from->nset, diag, &overrides));
    GUD_TRY(gud_expand(&tree, units, sections, &overrides, diag, root));

    const char *folder = folder_of(&tree, from->path);
    if (!folder) return GUD_ERR_MEMORY;
    gud_decoder decoder = {
        .input = input, .tree = &tree, .units = units, .diag = diag, .root = root, .folder = folder, .table = sections};
    input->root = root;
    input->plugins = from->plugins;
    input->shared = from->shared;
    GUD_TRY(gud_decode(&decoder, root));
    if (diag->count > before) return GUD_ERR_INPUT;
    input->files = tree.files;
    return keep_text(input);
}

gud_status gud_input_load(const gud_origin *origin, const gud_section *const *sections, const gud_units *units,
                          gud_diag *diag, gud_input **out)
{
    *out = NULL;
    gud_input *input = gud_alloc(1, sizeof *input);
    if (!input) return GUD_ERR_MEMORY;
    gud_arena_init(&input->arena);

    void *locale = gud_units_enter(units);
    const gud_status status = build(origin, sections, units, diag, input);
    gud_units_leave(locale);
    if (status != GUD_OK) {
        gud_input_free(input);
        return status;
    }
    *out = input;
    return GUD_OK;
}

void gud_input_free(gud_input *input)
{
    if (!input) return;
    gud_arena_free(&input->arena);
    gud_free(input);
}

const gud_entities *gud_input_section(const gud_input *input, const char *section)
{
    for (int i = 0; i < input->nsection; i++)
        if (strcmp(input->sections[i].section->key, section) == 0) return &input->sections[i];
    return NULL;
}

static int name_to_entity(const void *name, const void *entity)
{
    const gud_entity *const *e = entity;
    return strcmp(name, (*e)->name);
}

const gud_entity *gud_input_find(const gud_input *input, const char *section, const char *name)
{
    const gud_entities *e = gud_input_section(input, section);
    if (!e || e->count == 0) return NULL;
    gud_entity **found = bsearch(name, e->sorted, (size_t)e->count, sizeof *e->sorted, name_to_entity);
    return found ? *found : NULL;
}

// "bodies" -> "body", "joints" -> "joint"
gud_label gud_entity_label(const gud_entity *entity)
{
    gud_label label;
    const char *key = entity->section->key;
    const size_t n = strlen(key);
    if (!entity->section->named)
        (void)snprintf(label.text, sizeof label.text, "%s", key);
    else if (n > 3 && strcmp(key + n - 3, "ies") == 0)
        (void)snprintf(label.text, sizeof label.text, "%.*sy '%s'", (int)n - 3, key, entity->name);
    else
        (void)snprintf(label.text, sizeof label.text, "%.*s '%s'", (int)(n > 1 && key[n - 1] == 's' ? n - 1 : n), key,
                       entity->name);
    return label;
}

// the node at a key, or as deep as there is one; *rest: what of the key is not there
static const gud_node *node_at(const gud_entity *entity, const char *key, const char **rest)
{
    const gud_node *node = entity->node;
    while (key && *key) {
        const size_t n = strcspn(key, ".");
        const gud_node *child = gud_node_find_n(node, key, n);
        if (!child) break;
        node = child;
        key += n + (key[n] == '.');
    }
    *rest = key ? key : "";
    return node;
}

static gud_place place_of(const gud_entity *entity, const char *key)
{
    const gud_node *node = node_at(entity, key, &key);
    return node == entity->node && entity->section->named ? node->key_place : node->place;
}

const char *gud_entity_input(const gud_entity *entity, const char *key)
{
    const gud_node *node = node_at(entity, key, &key);
    return !*key && node->follows ? gud_node_input(node) : NULL;
}

gud_status gud_report(gud_diag *diag, const gud_entity *entity, const char *key, const char *format, ...)
{
    char text[900];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gud_diag_add_about(diag, place_of(entity, key), gud_entity_label(entity).text, text);
    return GUD_ERR_INPUT;
}

const char *gud_entity_file(const gud_entity *entity, const char *message)
{
    for (int i = 0; entity->row && i < entity->row->nfield; i++) {
        const gud_field *f = &entity->row->fields[i];
        if (f->type != GUD_FILE) continue;
        const char *path = *(const char *const *)(const void *)((const char *)entity->params + f->offset);
        if (path && strncmp(message, path, strlen(path)) == 0) return f->key;
    }
    return NULL;
}

static bool scalar_fits(const gud_node *node, const gud_units *units, const char *unit)
{
    double number;
    const char *rest;
    gud_measure have;
    if (node->follows) node = node->follows;
    if (node->kind != GUD_NODE_SCALAR || gud_number_read(node->text, &number, &rest) != GUD_NUMBER_GOOD) return true;
    return !*rest || (gud_unit_measure(units, rest, &have) && gud_unit_fits(units, &have, unit));
}

bool gud_entity_has_unit(const gud_entity *entity, const char *key)
{
    double number;
    const char *rest;
    const gud_node *node = gud_node_find(entity->node, key);
    return node && node->kind == GUD_NODE_SCALAR && gud_number_read(node->text, &number, &rest) == GUD_NUMBER_GOOD &&
           *rest;
}

bool gud_entity_has(const gud_entity *entity, const char *key)
{
    (void)node_at(entity, key, &key);
    return !*key;
}

bool gud_entity_unit_fits(const gud_entity *entity, const char *key, const gud_units *units, const char *unit)
{
    const gud_node *node = node_at(entity, key, &key);
    if (*key) return true; // it is not there
    bool fits = scalar_fits(node, units, unit);
    for (const gud_node *item = node->first; item; item = item->next) fits = fits && scalar_fits(item, units, unit);
    return fits;
}
