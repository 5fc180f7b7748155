#include "load/decode.h"

#include "load/expand.h"
#include "load/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gud_reference {
    gud_reference *next;
    const gud_entity *entity;
    const gud_field *field;
    const char *name;
    gud_place place;
};

void gud_complain(const gud_scope *s, gud_place place, const char *format, ...)
{
    char text[900];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gud_diag_add_about(s->decoder->diag, place, gud_entity_label(s->entity).text, text);
}

// "film " inside a nested map, "" for the entity itself, which the message names anyway
static gud_label subject(const gud_scope *s)
{
    gud_label label = {""};
    const size_t n = strlen(s->path);
    if (n > 0) (void)snprintf(label.text, sizeof label.text, "%.*s ", (int)n - 1, s->path);
    return label;
}

// ---- which row

static const gud_row *row_by_name(const gud_table *table, const char *name)
{
    for (const gud_row *const *row = table->rows; name && *row; row++)
        if (strcmp((*row)->name, name) == 0) return *row;
    return NULL;
}

static const gud_row *pick_row(const gud_scope *s, const gud_node *map, const gud_table *table)
{
    gud_near near;
    const gud_node *value = gud_node_find(map, table->selector);
    if (!value && table->fallback) return row_by_name(table, table->fallback);
    const char *name = value && value->kind == GUD_NODE_SCALAR ? value->text : "";
    const gud_row *row = row_by_name(table, name);
    if (row) return row;
    gud_near_start(&near, name);
    for (const gud_row *const *r = table->rows; *r; r++) gud_near_try(&near, (*r)->name);
    if (!value)
        gud_complain(s, gud_node_head(map), "%s%s is missing%s", s->path, table->selector, gud_near_hint(&near));
    else
        gud_complain(s, value->place, "%s%s = %s is not known%s", s->path, table->selector, gud_shown(name).text,
                     gud_near_hint(&near));
    return NULL;
}

// ---- `gravity: [0, -9.81]` for `gravity: {vector: [0, -9.81]}`

static const char *short_key(const gud_table *table, const gud_node *node)
{
    const gud_row *rows[] = {table->common, table->selector ? row_by_name(table, table->fallback) : NULL};
    const bool names_row = node->kind == GUD_NODE_SCALAR && table->selector && row_by_name(table, node->text);
    for (int r = 0; r < GUD_COUNT(rows) && !names_row; r++)
        for (int i = 0; rows[r] && i < rows[r]->nfield; i++)
            if (rows[r]->fields[i].flags & GUD_SHORT) return rows[r]->fields[i].key;
    return node->kind == GUD_NODE_SCALAR ? table->selector : NULL;
}

// Makes a map of what stands in place of one. The node itself changes, its old value becomes a child.
static gud_status make_map(const gud_scope *s, gud_node *node, const gud_table *table, bool *usable)
{
    *usable = !node->broken;
    if (node->kind == GUD_NODE_MAP || node->broken) return GUD_OK;
    const char *key = gud_node_is_empty(node) ? NULL : short_key(table, node);
    if (key) {
        gud_node *value = gud_node_create(s->decoder->tree, node->kind, node->place);
        if (!value) return GUD_ERR_MEMORY;
        value->key = key;
        value->key_place = node->place;
        value->text = node->text;
        value->first = node->first;
        value->last = node->last;
        value->count = node->count;
        node->first = node->last = NULL;
        node->count = 0;
        gud_node_append(node, value);
    } else if (!gud_node_is_empty(node)) {
        gud_complain(s, node->place, "%smust be a map of keys and values, such as {a: 1, b: 2}", subject(s).text);
        *usable = false;
        return GUD_OK;
    }
    node->kind = GUD_NODE_MAP;
    return GUD_OK;
}

// ---- keys and rules

static void try_keys(gud_near *near, const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++) gud_near_try(near, row->fields[i].key);
}

static void check_keys(const gud_scope *s, const gud_node *map, const gud_table *table, const gud_row *row)
{
    for (const gud_node *child = map->first; child; child = child->next) {
        gud_near near;
        if (table->selector && strcmp(child->key, table->selector) == 0) continue;
        if (gud_row_find(table->common, child->key) || gud_row_find(row, child->key)) continue;
        gud_near_start(&near, child->key);
        near.off = gud_diag_is_full(s->decoder->diag);
        if (table->selector) gud_near_try(&near, table->selector);
        try_keys(&near, table->common);
        try_keys(&near, row);
        const bool is_number = child->key[0] >= '0' && child->key[0] <= '9'; // mass: 1,5 kg
        gud_complain(s, child->key_place, "unknown key '%s%s'%s", s->path, gud_shown(child->key).text,
                     is_number ? "; numbers have a decimal point, not a comma" : gud_near_hint(&near));
    }
}

static void check_rule(const gud_scope *s, const gud_node *map, const gud_rule *rule, const char *who)
{
    unsigned given = 0;
    for (int k = 0; k < GUD_COUNT(rule->keys) && rule->keys[k]; k++)
        if (gud_node_find(map, rule->keys[k])) given |= 1U << k;
    const gud_rule_words words = gud_rule_check(rule, given);
    const bool needs = rule->kind == GUD_NEEDS; // the first key is the subject
    if (words.text[0]) gud_complain(s, gud_node_head(map), "%s%s", needs ? s->path : who, words.text);
}

// "rough.model = KE " where the rules are those of a picked row
static gud_label rule_subject(const gud_scope *s, const gud_table *table, const gud_row *row)
{
    gud_label label;
    if (!table->selector || row == table->common) return subject(s);
    (void)snprintf(label.text, sizeof label.text, "%s%s = %s ", s->path, table->selector, row->name);
    return label;
}

// ---- rows

static gud_status decode_fields(const gud_scope *s, gud_node *map, const gud_row *row, void *params, bool dependent)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        if (gud_unit_depends(f->unit) != dependent) continue;
        gud_node *value = gud_node_find(map, f->key);
        GUD_TRY(value ? gud_field_decode(s, row, f, value, params) : gud_field_default(s, f, map, params));
    }
    return GUD_OK;
}

static gud_status decode_row(const gud_scope *s, gud_node *map, const gud_table *table, const gud_row *row,
                             void **params)
{
    if (!row) return GUD_OK;
    *params = gud_arena_take(&s->decoder->input->arena, 1, row->size > 0 ? row->size : 1);
    if (!*params) return GUD_ERR_MEMORY;
    GUD_TRY(decode_fields(s, map, row, *params, false));
    GUD_TRY(decode_fields(s, map, row, *params, true)); // units that depend on a field, once that field is known
    for (int i = 0; i < row->nrule; i++) check_rule(s, map, &row->rules[i], rule_subject(s, table, row).text);
    return GUD_OK;
}

gud_status gud_map_decode(const gud_scope *s, gud_node *node, const gud_table *table, gud_choice *pick)
{
    bool usable;
    GUD_TRY(make_map(s, node, table, &usable));
    if (!usable) return GUD_OK;
    if (table->selector) pick->row = pick_row(s, node, table);
    if (!table->selector || pick->row) check_keys(s, node, table, pick->row); // else any key might be right
    GUD_TRY(decode_row(s, node, table, table->common, &pick->common));
    return decode_row(s, node, table, pick->row, &pick->params);
}

// ---- references

gud_status gud_reference_add(const gud_scope *s, const gud_field *field, const char *name, gud_place place)
{
    if (!field->refers) return GUD_OK;
    gud_reference *r = GUD_TAKE(&s->decoder->input->arena, gud_reference, 1);
    if (!r) return GUD_ERR_MEMORY;
    *r = (gud_reference){NULL, s->entity, field, name, place};
    *s->decoder->last_reference = r;
    s->decoder->last_reference = &r->next;
    return GUD_OK;
}

static bool lists_section(const char *refers, const char *section)
{
    const size_t n = strlen(section);
    for (const char *c = refers; c; c = strchr(c, '|') ? strchr(c, '|') + 1 : NULL)
        if (strncmp(c, section, n) == 0 && (c[n] == '|' || c[n] == '\0')) return true;
    return false;
}

// The name itself, or, for "1080 deg of main.angle", the part before the last dot.
static bool exists(const gud_input *input, const gud_field *field, const char *name)
{
    const char *dot = field->type == GUD_EXTENT ? strrchr(name, '.') : NULL;
    char stem[GUD_MAX_NAME + 1] = "";
    if (dot && (size_t)(dot - name) < sizeof stem) memcpy(stem, name, (size_t)(dot - name));
    for (int i = 0; i < input->nsection; i++) {
        const char *section = input->sections[i].section->key;
        if (!lists_section(field->refers, section)) continue;
        if (gud_input_find(input, section, name) || gud_input_find(input, section, stem)) return true;
    }
    const bool may_be_ground = lists_section(field->refers, "bodies") || lists_section(field->refers, "frames");
    return may_be_ground && strcmp(name, "ground") == 0;
}

static void complain_reference(gud_decoder *d, const gud_reference *r)
{
    gud_near near;
    char wanted[80] = "";
    size_t n = 0;
    for (const char *c = r->field->refers; *c && n + 6 < sizeof wanted; c++) {
        if (*c == '|') memcpy(wanted + n, " or ", 4);
        wanted[n + (*c == '|' ? 4 : 0)] = *c == '|' ? '\0' : *c;
        n += *c == '|' ? 4 : 1;
    }
    gud_near_start(&near, r->name);
    near.off = gud_diag_is_full(d->diag);
    for (int i = 0; i < d->input->nsection && !near.off; i++) {
        const gud_entities *e = &d->input->sections[i];
        if (!lists_section(r->field->refers, e->section->key)) continue;
        for (int k = 0; k < e->count; k++) gud_near_try(&near, e->list[k].name);
    }
    const gud_scope scope = {d, r->entity, ""};
    gud_complain(&scope, r->place, "%s: no '%s' in %s%s", r->field->key, gud_shown(r->name).text, wanted,
                 gud_near_hint(&near));
}

static void check_references(gud_decoder *d)
{
    for (const gud_reference *r = d->references; r; r = r->next)
        if (!exists(d->input, r->field, r->name)) complain_reference(d, r);
}

// ---- sections

static void check_name(const gud_decoder *d, const gud_section *section, const gud_node *node)
{
    const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (node->key[0] && node->key[strspn(node->key, allowed)] == '\0' && strcmp(node->key, "ground") != 0) return;
    if (strcmp(node->key, "ground") == 0)
        gud_diag_add(d->diag, node->key_place, "%s: 'ground' is always there and cannot be defined", section->key);
    else
        gud_diag_add(d->diag, node->key_place, "%s: '%s' is not a name; use letters, digits, '-', '_' and '.'",
                     section->key, gud_shown(node->key).text);
}

static gud_status decode_entity(gud_decoder *d, const gud_section *section, gud_node *node, const char *name,
                                gud_entity *entity)
{
    const gud_table table = {
        .common = section->common, .selector = section->selector, .fallback = section->fallback, .rows = section->rows};
    gud_choice pick = {0};
    *entity = (gud_entity){.name = name, .section = section, .node = node};
    const gud_scope scope = {d, entity, ""};
    GUD_TRY(gud_map_decode(&scope, node, &table, &pick));
    entity->row = pick.row;
    entity->common = pick.common;
    entity->params = pick.params;
    return GUD_OK;
}

static int by_name(const void *left, const void *right)
{
    const gud_entity *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

static gud_status decode_named(gud_decoder *d, gud_node *node, gud_entities *entities)
{
    if (gud_node_is_empty(node)) return GUD_OK;
    if (node->kind != GUD_NODE_MAP) {
        gud_diag_add(d->diag, node->place, "%s must be a map from names to entities", entities->section->key);
        return GUD_OK;
    }
    entities->list = GUD_TAKE(&d->input->arena, gud_entity, node->count);
    entities->sorted = GUD_TAKE(&d->input->arena, gud_entity *, node->count);
    if (!entities->list || !entities->sorted) return GUD_ERR_MEMORY;
    for (gud_node *child = node->first; child; child = child->next) {
        gud_entity *entity = &entities->list[entities->count];
        check_name(d, entities->section, child);
        GUD_TRY(decode_entity(d, entities->section, child, child->key, entity));
        entities->sorted[entities->count++] = entity;
    }
    qsort(entities->sorted, (size_t)entities->count, sizeof *entities->sorted, by_name);
    return GUD_OK;
}

static gud_status decode_single(gud_decoder *d, gud_node *node, gud_entities *entities)
{
    entities->list = GUD_TAKE(&d->input->arena, gud_entity, 1);
    entities->sorted = GUD_TAKE(&d->input->arena, gud_entity *, 1);
    if (!entities->list || !entities->sorted) return GUD_ERR_MEMORY;
    entities->count = 1;
    entities->sorted[0] = entities->list;
    return decode_entity(d, entities->section, node, entities->section->key, entities->list);
}

static gud_status decode_section(gud_decoder *d, gud_node *root, gud_entities *entities)
{
    const gud_section *section = entities->section;
    gud_node *node = gud_node_find(root, section->key);
    if (node) return section->named ? decode_named(d, node, entities) : decode_single(d, node, entities);
    if (section->always && !section->named) {
        node = gud_node_create(d->tree, GUD_NODE_MAP, root->place);
        return node ? decode_single(d, node, entities) : GUD_ERR_MEMORY;
    }
    if (section->required) {
        const char *example = section->example ? section->example : "";
        const size_t line = strcspn(example, "\n");
        const bool short_one = line > 0 && example[line + (example[line] == '\n')] == '\0';
        gud_diag_add(d->diag, root->place, "section '%s' is missing: %s%s%.*s%s", section->key, section->about,
                     short_one ? "; for example '" : "", short_one ? (int)line : 0, example, short_one ? "'" : "");
    }
    return GUD_OK;
}

static void check_top(const gud_decoder *d, const gud_node *root)
{
    for (const gud_node *child = root->first; child; child = child->next) {
        gud_near near;
        gud_near_start(&near, child->key);
        near.off = gud_diag_is_full(d->diag);
        bool known =
            strcmp(child->key, "gudgeon") == 0 || strcmp(child->key, "title") == 0 || gud_is_language(child->key);
        for (const gud_section *const *s = d->table; *s; s++) {
            known = known || strcmp((*s)->key, child->key) == 0;
            gud_near_try(&near, (*s)->key);
        }
        gud_near_try(&near, "title");
        gud_near_try(&near, "include");
        for (const gud_section *const *l = gud_language; *l; l++) gud_near_try(&near, (*l)->key);
        if (!known)
            gud_diag_add(d->diag, child->key_place, "unknown section '%s'%s", gud_shown(child->key).text,
                         gud_near_hint(&near));
    }
}

gud_status gud_decode(gud_decoder *d, gud_node *root)
{
    int n = 0;
    while (d->table[n]) n++;
    d->input->sections = GUD_TAKE(&d->input->arena, gud_entities, n);
    if (!d->input->sections) return GUD_ERR_MEMORY;
    d->input->nsection = n;
    d->last_reference = &d->references;
    check_top(d, root);
    for (int i = 0; i < n; i++) {
        d->input->sections[i].section = d->table[i];
        GUD_TRY(decode_section(d, root, &d->input->sections[i]));
    }
    const gud_node *title = gud_node_find(root, "title");
    d->input->title = title && title->kind == GUD_NODE_SCALAR ? title->text : "";
    if (title && title->kind != GUD_NODE_SCALAR) gud_diag_add(d->diag, title->place, "title must be text");
    check_references(d);
    return GUD_OK;
}
