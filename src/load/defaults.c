// defaults:
//   joints:
//     revolute: {model: mixed, film: {grid: [80, 8]}}
//
// Every revolute joint has these keys unless it has them itself; maps are filled in key by key. A default that
// excludes a key that is given, as viscosity and oil exclude each other, is left out.

#include "load/expand.h"
#include "load/near.h"

#include <string.h>

static bool excludes(const gud_rule *rule, const gud_node *map, const char *key)
{
    bool mine = false, given = false;
    if (rule->kind != GUD_ONE_OF && rule->kind != GUD_AT_MOST_ONE_OF) return false;
    for (int i = 0; i < GUD_COUNT(rule->keys) && rule->keys[i]; i++) {
        const bool same = strcmp(rule->keys[i], key) == 0;
        mine = mine || same;
        given = given || (!same && gud_node_find(map, rule->keys[i]));
    }
    return mine && given;
}

static bool is_excluded(const gud_row *row, const gud_node *map, const char *key)
{
    for (int i = 0; row && i < row->nrule; i++)
        if (excludes(&row->rules[i], map, key)) return true;
    return false;
}

static gud_status fill(gud_expander *x, const gud_table *table, const gud_node *defaults, gud_node *map);

// a key that is absent goes to `added`
static gud_status fill_key(gud_expander *x, const gud_table *table, const gud_node *value, const gud_node *map,
                           gud_node *added)
{
    const gud_row *row = gud_row_picked(map, table);
    const gud_field *f = gud_row_find(table->common, value->key);
    if (!f) f = gud_row_find(row, value->key);
    gud_node *there = gud_node_find(map, value->key);
    if (there) {
        const gud_table alone = {.common = f ? f->group : NULL};
        const bool nested = f && (f->type == GUD_GROUP || f->type == GUD_TABLE);
        if (!nested || there->kind != GUD_NODE_MAP || value->kind != GUD_NODE_MAP) return GUD_OK;
        return fill(x, f->type == GUD_GROUP ? &alone : f->table, value, there);
    }
    if (is_excluded(table->common, map, value->key) || is_excluded(row, map, value->key)) return GUD_OK;
    gud_node *copy;
    GUD_TRY(gud_node_copy(x->tree, value, value->place, x->diag, &copy));
    copy->key = value->key;
    gud_node_append(added, copy);
    return GUD_OK;
}

static gud_status fill(gud_expander *x, const gud_table *table, const gud_node *defaults, gud_node *map)
{
    const gud_node *mine = table->selector ? gud_node_find(map, table->selector) : NULL;
    const gud_node *theirs = table->selector ? gud_node_find(defaults, table->selector) : NULL;
    const bool other_row = mine && theirs && mine->text && theirs->text && strcmp(mine->text, theirs->text) != 0;
    gud_node added = {.kind = GUD_NODE_MAP};
    if (other_row) return GUD_OK; // another law has other keys
    for (const gud_node *value = defaults->first; value; value = value->next)
        GUD_TRY(fill_key(x, table, value, map, &added));
    for (gud_node *child = added.first, *next; child; child = next) {
        next = child->next;
        gud_node_append(map, child);
    }
    return GUD_OK;
}

// ---- sections

static void complain_row(const gud_expander *x, const gud_section *section, const gud_node *node)
{
    gud_near near;
    gud_near_start(&near, node->key);
    for (const gud_row *const *row = section->rows; *row; row++) gud_near_try(&near, (*row)->name);
    gud_diag_add(x->diag, node->key_place, "defaults: %s: there is no %s '%s'%s", section->key, section->selector,
                 gud_shown(node->key).text, gud_near_hint(&near));
}

static bool is_row(const gud_section *section, const char *name)
{
    for (const gud_row *const *row = section->rows; *row; row++)
        if (strcmp((*row)->name, name) == 0) return true;
    return false;
}

// what `defaults` has for the entities of a section whose selector picks a row
static bool check_rows(const gud_expander *x, const gud_section *section, const gud_node *defaults)
{
    const int before = x->diag->count;
    for (const gud_node *child = defaults->first; child; child = child->next) {
        if (!is_row(section, child->key))
            complain_row(x, section, child);
        else if (child->kind != GUD_NODE_MAP && !gud_node_is_empty(child))
            gud_diag_add(x->diag, child->place, "defaults: %s: %s must be a map of keys and values", section->key,
                         child->key);
    }
    return x->diag->count == before;
}

static gud_status fill_section(gud_expander *x, const gud_section *section, const gud_node *defaults,
                               const gud_node *entities)
{
    const gud_table table = {
        .common = section->common, .selector = section->selector, .fallback = section->fallback, .rows = section->rows};
    if (section->selector && !check_rows(x, section, defaults)) return GUD_OK;
    const bool map = entities && entities->kind == GUD_NODE_MAP;
    for (gud_node *entity = map ? entities->first : NULL; entity; entity = entity->next) {
        const gud_row *row = gud_row_picked(entity, &table);
        const gud_node *values = section->selector ? (row ? gud_node_find(defaults, row->name) : NULL) : defaults;
        if (values && entity->kind == GUD_NODE_MAP) GUD_TRY(fill(x, &table, values, entity));
    }
    return GUD_OK;
}

static const gud_section *find_section(const gud_expander *x, const gud_node *node)
{
    gud_near near;
    gud_near_start(&near, node->key);
    for (const gud_section *const *s = x->sections; *s; s++) {
        if ((*s)->named && strcmp((*s)->key, node->key) == 0) return *s;
        if ((*s)->named) gud_near_try(&near, (*s)->key);
    }
    gud_diag_add(x->diag, node->key_place, "defaults: '%s' is not a section with names%s", gud_shown(node->key).text,
                 gud_near_hint(&near));
    return NULL;
}

gud_status gud_defaults_fill(gud_expander *x, const gud_node *defaults, gud_node *root)
{
    if (gud_node_is_empty(defaults)) return GUD_OK;
    if (defaults->kind != GUD_NODE_MAP) {
        gud_diag_add(x->diag, defaults->place, "defaults must be a map of sections");
        return GUD_OK;
    }
    for (const gud_node *child = defaults->first; child; child = child->next) {
        const gud_section *section = find_section(x, child);
        if (!section || gud_node_is_empty(child)) continue;
        if (child->kind != GUD_NODE_MAP)
            gud_diag_add(x->diag, child->place, "defaults: %s must be a map", section->key);
        else
            GUD_TRY(fill_section(x, section, child, gud_node_find(root, section->key)));
    }
    return GUD_OK;
}
