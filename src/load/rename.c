// Names inside a group. A name that the group defines means the part of this use, "piston" is "cyl1.piston"; any other
// is one of the model. Texts that came through a parameter mean what they mean where they were written.

#include "load/expand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *key, const void *entry)
{
    return strcmp(key, *(const char *const *)entry);
}

bool gud_name_set_has(const gud_name_set *set, const char *name, size_t size)
{
    char text[GUD_MAX_NAME + 1];
    if (set->count == 0 || size > GUD_MAX_NAME) return false;
    memcpy(text, name, size);
    text[size] = '\0';
    return bsearch(text, set->list, (size_t)set->count, sizeof *set->list, by_text) != NULL;
}

const gud_row *gud_row_picked(const gud_node *map, const gud_table *table)
{
    if (!table->selector) return NULL;
    const gud_node *value = gud_node_find(map, table->selector);
    const char *name = value && value->kind == GUD_NODE_SCALAR ? value->text : value ? NULL : table->fallback;
    for (const gud_row *const *row = table->rows; name && *row; row++)
        if (strcmp((*row)->name, name) == 0) return *row;
    return NULL;
}

// is "bodies" one of "frames|bodies"?
static bool refers_to(const char *refers, const char *section)
{
    const size_t n = strlen(section);
    for (const char *c = refers; c; c = strchr(c, '|') ? strchr(c, '|') + 1 : NULL)
        if (strncmp(c, section, n) == 0 && (c[n] == '|' || c[n] == '\0')) return true;
    return false;
}

// does the group define the name in one of the sections, or is it a part of what it uses?
static bool defines(const gud_expander *x, const gud_group *group, const char *refers, const char *name, size_t size)
{
    for (int i = 0; x->sections[i]; i++)
        if (refers_to(refers, x->sections[i]->key) && gud_name_set_has(&group->names[i], name, size)) return true;
    for (size_t n = 0; n < size; n++) {
        if (name[n] != '.') continue;
        size_t stem = n; // of a use with a count: what stands before the number
        while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9') stem--;
        if (gud_name_set_has(&group->uses, name, n) || gud_name_set_has(&group->uses, name, stem)) return true;
    }
    return false;
}

// what stands before a name in this level; "" for a name of the model
static const char *prefix_of(const gud_expander *x, const gud_level *level, const char *refers, const char *name)
{
    const char *dot = strrchr(name, '.');
    if (!level->group) return "";
    if (defines(x, level->group, refers, name, strlen(name))) return level->prefix;
    // a coordinate: the part before its last dot
    const bool stem = refers_to(refers, "joints") && dot;
    return stem && defines(x, level->group, refers, name, (size_t)(dot - name)) ? level->prefix : "";
}

// the text with a name in it that begins at `name`
static gud_status set_name(gud_expander *x, gud_node *node, const char *name, const char *prefix)
{
    char text[4096];
    const int n = snprintf(text, sizeof text, "%.*s%s%s", (int)(name - node->text), node->text, prefix, name);
    if (n >= (int)sizeof text) return GUD_OK; // no such name exists, which is told later
    node->text = gud_tree_text(x->tree, text, (size_t)n);
    return node->text ? GUD_OK : GUD_ERR_MEMORY;
}

static gud_status rename_scalar(gud_expander *x, const gud_level *here, const char *refers, gud_node *node,
                                const char *name)
{
    const gud_level *level = node->level ? node->level : here;
    if (level->ground && strcmp(name, "ground") == 0 && refers_to(refers, "frames")) {
        node->text = level->ground;
        return GUD_OK;
    }
    const char *prefix = prefix_of(x, level, refers, name);
    return *prefix ? set_name(x, node, name, prefix) : GUD_OK;
}

// one name, or a list of them; behind "of" in an extent
static gud_status rename_value(gud_expander *x, const gud_level *level, const gud_field *f, gud_node *node)
{
    for (gud_node *item = node->first; item; item = item->next) {
        item->level = item->level ? item->level : node->level;
        GUD_TRY(rename_value(x, level, f, item));
    }
    if (node->kind != GUD_NODE_SCALAR || node->broken) return GUD_OK;
    if (f->flags & GUD_INPUT) {
        const char *input = gud_node_input(node);
        return input ? rename_scalar(x, level, "inputs", node, input) : GUD_OK;
    }
    const char *name = node->text, *of = f->type == GUD_EXTENT ? strstr(name, " of ") : NULL;
    if (f->type == GUD_EXTENT && !of) return GUD_OK;
    if (of) name = of + 4 + strspn(of + 4, " ");
    return rename_scalar(x, level, f->flags & GUD_COORDINATE ? "joints|bodies" : f->refers, node, name);
}

static gud_status rename_map(gud_expander *x, const gud_level *level, const gud_table *table, gud_node *map)
{
    const gud_row *row = gud_row_picked(map, table);
    for (gud_node *child = map->first; map->kind == GUD_NODE_MAP && child; child = child->next) {
        const gud_field *f = gud_row_find(table->common, child->key);
        if (!f) f = gud_row_find(row, child->key);
        if (!f) continue;
        child->level = child->level ? child->level : map->level;
        const gud_table alone = {.common = f->group};
        if (f->type == GUD_GROUP || f->type == GUD_TABLE)
            GUD_TRY(rename_map(x, level, f->type == GUD_GROUP ? &alone : f->table, child));
        else if (f->refers || f->flags & (GUD_COORDINATE | GUD_INPUT))
            GUD_TRY(rename_value(x, level, f, child));
    }
    return GUD_OK;
}

// ---- the ground of a group

static const gud_field *origin_field(const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++)
        if (row->fields[i].flags & GUD_ORIGIN) return &row->fields[i];
    return NULL;
}

// a frame that rides on a body of its own does not stand on the ground
static bool rides(const gud_section *section, const gud_node *entity)
{
    const gud_field *body = gud_row_find(section->common, "body");
    const gud_node *value = body && body->type == GUD_NAME ? gud_node_find(entity, body->key) : NULL;
    return value && (value->level || value->kind != GUD_NODE_SCALAR || strcmp(value->text, "ground") != 0);
}

// gives the entity the origin of its level, if it can have one and has none
static gud_status set_origin(gud_expander *x, const gud_level *level, const gud_section *section,
                             const gud_table *table, gud_node *entity)
{
    const gud_field *f = origin_field(section->common);
    if (!f) f = origin_field(gud_row_picked(entity, table));
    if (!f || !level->ground || entity->kind != GUD_NODE_MAP || gud_node_find(entity, f->key)) return GUD_OK;
    if (rides(section, entity)) return GUD_OK;
    gud_node *child = gud_node_create(x->tree, GUD_NODE_SCALAR, entity->place);
    if (!child) return GUD_ERR_MEMORY;
    child->key = f->key;
    child->key_place = gud_node_head(entity);
    child->text = level->ground;
    gud_node_append(entity, child);
    return GUD_OK;
}

gud_status gud_entity_rename(gud_expander *x, const gud_level *level, const gud_section *section, gud_node *entity)
{
    const gud_table table = {
        .common = section->common, .selector = section->selector, .fallback = section->fallback, .rows = section->rows};
    GUD_TRY(rename_map(x, level, &table, entity));
    return set_origin(x, level, section, &table, entity);
}
