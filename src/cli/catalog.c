#include "cli/catalog.h"

#include "load/expand.h"

#include <stdio.h>
#include <string.h>

typedef struct builder {
    gud_catalog *catalog;
    gud_catalog_item *last;
} builder;

static const gud_catalog_item *find_origin(const gud_catalog *catalog, const void *origin)
{
    const gud_catalog_item *item = catalog->first;
    while (item && item->origin != origin) item = item->next;
    return item;
}

static const char *join_path(gud_arena *arena, const char *parent, const char *key)
{
    const size_t size = strlen(parent) + strlen(key) + 2;
    char *path = gud_arena_take(arena, size, 1);
    if (path) (void)snprintf(path, size, "%s.%s", parent, key);
    return path;
}

static void add(builder *b, const gud_catalog_item *from)
{
    gud_catalog_item *item = GUD_TAKE(&b->catalog->arena, gud_catalog_item, 1);
    if (!item) return;
    *item = *from;
    if (b->last)
        b->last->next = item;
    else
        b->catalog->first = item;
    b->last = item;
}

static void add_nested(builder *b, const char *parent, const gud_field *field)
{
    const void *origin = field->type == GUD_GROUP ? (const void *)field->group : (const void *)field->table;
    if (find_origin(b->catalog, origin)) return;
    gud_catalog_item item = {.origin = origin, .path = join_path(&b->catalog->arena, parent, field->key)};
    if (!item.path) return;
    if (field->type == GUD_GROUP) {
        item.about = field->group->about;
        item.common = field->group;
    } else {
        item.about = field->table->about;
        item.common = field->table->common;
        item.selector = field->table->selector;
        item.fallback = field->table->fallback;
        item.rows = field->table->rows;
    }
    add(b, &item);
}

static void add_row(builder *b, const char *path, const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++) {
        const gud_field *field = &row->fields[i];
        if (field->type == GUD_GROUP || field->type == GUD_TABLE) add_nested(b, path, field);
    }
}

static void add_section(builder *b, const gud_section *s)
{
    add(b, &(gud_catalog_item){.path = s->key,
                               .about = s->about,
                               .origin = s,
                               .common = s->common,
                               .selector = s->selector,
                               .fallback = s->fallback,
                               .rows = s->rows,
                               .section = s});
}

gud_status gud_catalog_create(const gud_section *const *sections, gud_catalog *catalog)
{
    *catalog = (gud_catalog){0};
    gud_arena_init(&catalog->arena);
    builder b = {.catalog = catalog};
    for (int i = 0; sections[i]; i++) add_section(&b, sections[i]);
    // what is nested joins the end of the list and is then looked through in its turn
    for (const gud_catalog_item *item = catalog->first; item; item = item->next) {
        add_row(&b, item->path, item->common);
        for (int i = 0; item->rows && item->rows[i]; i++) add_row(&b, item->path, item->rows[i]);
    }
    for (int i = 0; gud_language[i]; i++) add_section(&b, gud_language[i]);
    if (!catalog->arena.failed) return GUD_OK;
    gud_catalog_free(catalog);
    return GUD_ERR_MEMORY;
}

void gud_catalog_free(gud_catalog *catalog)
{
    gud_arena_free(&catalog->arena);
    catalog->first = NULL;
}

static const char *last_word(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

const gud_catalog_item *gud_catalog_find(const gud_catalog *catalog, const char *name)
{
    const gud_catalog_item *found = NULL;
    int nfound = 0;
    for (const gud_catalog_item *item = catalog->first; item; item = item->next) {
        if (strcmp(item->path, name) == 0) return item;
        if (strcmp(last_word(item->path), name) != 0) continue;
        found = item;
        nfound++;
    }
    return nfound == 1 ? found : NULL;
}

const gud_catalog_item *gud_catalog_next(const gud_catalog *catalog, const gud_catalog_item *after, const char *name,
                                         const gud_row **row)
{
    for (const gud_catalog_item *item = after ? after->next : catalog->first; item; item = item->next) {
        for (int i = 0; item->rows && item->rows[i]; i++) {
            if (strcmp(item->rows[i]->name, name) != 0) continue;
            *row = item->rows[i];
            return item;
        }
    }
    return NULL;
}

const gud_catalog_item *gud_catalog_of(const gud_catalog *catalog, const gud_field *field)
{
    return find_origin(catalog, field->type == GUD_GROUP ? (const void *)field->group : (const void *)field->table);
}
