// The tables of a model file for people and for scripts.
#ifndef GUD_CLI_LIST_H
#define GUD_CLI_LIST_H

#include "base/json.h"
#include "cli/catalog.h"

#include <stdio.h>

// every table in a line
gud_status gud_list_catalog(FILE *out, const gud_catalog *catalog);

// one table with all its rows, or with one row only
gud_status gud_list_item(FILE *out, const gud_catalog *catalog, const gud_catalog_item *item, const gud_row *only);

// the same as member "tables" of a JSON object; `only` and `row` may be NULL: all
void gud_list_json(gud_json *json, const gud_catalog *catalog, const gud_catalog_item *only, const gud_row *row);

#endif
