// Every table that a model file can draw from: the sections, and the groups and tables nested in them, each with the
// path under which `gudgeon list` knows it: "joints", "joints.film", "joints.friction".
#ifndef GUD_CLI_CATALOG_H
#define GUD_CLI_CATALOG_H

#include "base/arena.h"
#include "base/field.h"

// a section, a group or a table, seen alike
typedef struct gud_catalog_item gud_catalog_item;
struct gud_catalog_item {
    const gud_catalog_item *next;
    const char *path;
    const char *about;
    const void *origin;         // the section, row or table itself: the same one is listed once
    const gud_row *common;      // may be NULL
    const char *selector;       // may be NULL
    const char *fallback;       // may be NULL
    const gud_row *const *rows; // may be NULL
    const gud_section *section; // NULL for what is nested
};

typedef struct gud_catalog {
    gud_arena arena;
    const gud_catalog_item *first;
} gud_catalog;

// the catalog of all sections; GUD_ERR_MEMORY leaves an empty one, which need not be freed
gud_status gud_catalog_create(const gud_section *const *sections, gud_catalog *catalog);
void gud_catalog_free(gud_catalog *catalog);

// by the whole path, or by its last word when no other path ends with it; NULL: there is none
const gud_catalog_item *gud_catalog_find(const gud_catalog *catalog, const char *name);

// the next item behind `after` (NULL: from the first) that has a row of this name; NULL: there is none
const gud_catalog_item *gud_catalog_next(const gud_catalog *catalog, const gud_catalog_item *after, const char *name,
                                         const gud_row **row);

// the item that a group or a nested table is listed as
const gud_catalog_item *gud_catalog_of(const gud_catalog *catalog, const gud_field *field);

#endif
