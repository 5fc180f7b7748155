#include "cli/list.h"

#include "base/json.h"
#include "cli/sheet.h"
#include "cli/terminal.h"
#include "load/describe.h"

#include <string.h>

static const char *const type_words[] = {
    [GUD_NUMBER] = "number", [GUD_VECTOR] = "vector",   [GUD_INTEGER] = "integer", [GUD_SWITCH] = "switch",
    [GUD_CHOICE] = "choice", [GUD_TEXT] = "text",       [GUD_NAME] = "name",       [GUD_NAMES] = "names",
    [GUD_FILE] = "file",     [GUD_NUMBERS] = "numbers", [GUD_EXTENT] = "extent",   [GUD_NAME_LIST] = "name list",
    [GUD_GROUP] = "group",   [GUD_TABLE] = "table",
};

static bool has_default(const gud_field *field)
{
    return !gud_is_required(field->fallback) && !gud_is_optional(field->fallback);
}

static bool is_numeric(const gud_field *field)
{
    return field->type == GUD_NUMBER || field->type == GUD_VECTOR || field->type == GUD_INTEGER ||
           field->type == GUD_NUMBERS || field->type == GUD_EXTENT;
}

static bool is_nested(const gud_field *field)
{
    return field->type == GUD_GROUP || field->type == GUD_TABLE;
}

// ---- for people

// a text from a column on, in lines that fit the terminal
static void print_text(FILE *out, int indent, const char *text)
{
    (void)fprintf(out, "%*s", indent, "");
    gud_text_wrap(out, text, indent, gud_terminal_width(out));
    (void)fputc('\n', out);
}

static const gud_sheet_column catalog_columns[] = {{.title = "table"}, {.title = "chosen by"}, {.title = "what it is"}};

gud_status gud_list_catalog(FILE *out, const gud_catalog *catalog)
{
    gud_sheet sheet;
    gud_sheet_init(&sheet, catalog_columns, GUD_COUNT(catalog_columns));
    for (const gud_catalog_item *item = catalog->first; item; item = item->next) {
        gud_sheet_text(&sheet, item->path);
        gud_sheet_text(&sheet, item->selector ? item->selector : "");
        gud_sheet_text(&sheet, item->about);
    }
    return gud_sheet_print(&sheet, out);
}

static const gud_sheet_column field_columns[] = {{.title = "key"},     {.title = "value"}, {.title = "unit"},
                                                 {.title = "default"}, {.title = "range"}, {.title = "meaning"}};

// choices that would make the table too wide stand below it
static bool is_long(const gud_field_words *words)
{
    const size_t widest = 72;
    return strlen(words->type) > widest;
}

static void add_field(gud_sheet *sheet, const gud_catalog *catalog, const gud_field *field)
{
    const gud_field_words words = gud_field_describe(field);
    char value[500];
    if (is_nested(field))
        (void)snprintf(value, sizeof value, "{%s}", gud_catalog_of(catalog, field)->path);
    else if (is_long(&words))
        (void)snprintf(value, sizeof value, "one of those below");
    else
        (void)snprintf(value, sizeof value, "%s%s%s", words.type, field->refers ? " of " : "",
                       field->refers ? field->refers : "");
    gud_sheet_text(sheet, field->key);
    gud_sheet_text(sheet, value);
    gud_sheet_text(sheet, words.unit);
    gud_sheet_text(sheet, words.fallback);
    gud_sheet_text(sheet, words.range);
    gud_sheet_text(sheet, field->about);
}

static gud_status print_fields(FILE *out, const gud_catalog *catalog, const gud_row *row)
{
    gud_sheet sheet;
    if (row->nfield == 0) return GUD_OK;
    gud_sheet_init(&sheet, field_columns, GUD_COUNT(field_columns));
    sheet.indent = 2;
    for (int i = 0; i < row->nfield; i++) add_field(&sheet, catalog, &row->fields[i]);
    GUD_TRY(gud_sheet_print(&sheet, out));
    for (int i = 0; i < row->nfield; i++) {
        const gud_field_words words = gud_field_describe(&row->fields[i]);
        char text[500];
        (void)snprintf(text, sizeof text, "%s is one of %s", row->fields[i].key, words.type);
        if (!is_nested(&row->fields[i]) && is_long(&words)) print_text(out, 2, text);
    }
    return GUD_OK;
}

static gud_status print_rules(FILE *out, const gud_row *row)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_rules_describe(&text, row, "", "");
    for (char *line = text.data, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        print_text(out, 2, line);
    }
    const bool failed = text.failed;
    gud_buffer_free(&text);
    return failed ? GUD_ERR_MEMORY : GUD_OK;
}

static gud_status print_kind(FILE *out, const gud_catalog *catalog, const gud_catalog_item *item, const gud_row *row)
{
    const bool fallback = item->fallback && strcmp(item->fallback, row->name) == 0;
    (void)fprintf(out, "\n%s: %s%s\n", item->selector, row->name, fallback ? " (default)" : "");
    print_text(out, 2, row->about);
    if (row->source) (void)fprintf(out, "  source: %s\n", row->source);
    GUD_TRY(print_fields(out, catalog, row));
    return print_rules(out, row);
}

static void print_example(FILE *out, const char *example)
{
    (void)fputs("\nexample:\n", out);
    for (const char *s = example; *s;) {
        const size_t n = strcspn(s, "\n");
        (void)fprintf(out, "  %.*s\n", (int)n, s);
        s += n + (s[n] == '\n');
    }
}

gud_status gud_list_item(FILE *out, const gud_catalog *catalog, const gud_catalog_item *item, const gud_row *only)
{
    gud_heading_print(out, item->path, item->about);
    if (item->common) {
        if (item->selector) (void)fprintf(out, "\nevery %s:\n", item->selector);
        GUD_TRY(print_fields(out, catalog, item->common));
        GUD_TRY(print_rules(out, item->common));
    }
    for (int i = 0; item->rows && item->rows[i]; i++) {
        if (!only || only == item->rows[i]) GUD_TRY(print_kind(out, catalog, item, item->rows[i]));
    }
    if (item->section && item->section->example) print_example(out, item->section->example);
    return GUD_OK;
}

// ---- for scripts

static void default_json(gud_json *json, const gud_field *field)
{
    if (has_default(field) && field->type == GUD_CHOICE)
        gud_json_text(json, "default", field->choices[(int)field->fallback]);
    else if (has_default(field) && field->type == GUD_SWITCH)
        gud_json_switch(json, "default", field->fallback != 0.0);
    else if (has_default(field) && is_numeric(field))
        gud_json_number(json, "default", field->fallback);
    else
        gud_json_null(json, "default");
}

static void range_json(gud_json *json, const gud_field *field)
{
    if (!is_numeric(field) || field->low == field->high) return;
    gud_json_number(json, "low", field->low);
    gud_json_number(json, "high", field->high);
    gud_json_switch(json, "low_open", (field->flags & GUD_OPEN_LOW) != 0);
    gud_json_switch(json, "high_open", (field->flags & GUD_OPEN_HIGH) != 0);
}

static void field_json(gud_json *json, const gud_catalog *catalog, const gud_field *field)
{
    gud_json_open(json, field->key, '{');
    gud_json_text(json, "type", type_words[field->type]);
    gud_json_text(json, "unit", field->unit);
    gud_json_switch(json, "required", gud_is_required(field->fallback));
    default_json(json, field);
    range_json(json, field);
    if (field->type == GUD_VECTOR || field->type == GUD_NAMES) gud_json_integer(json, "count", field->count);
    if (field->choices) {
        gud_json_open(json, "choices", '[');
        for (int i = 0; field->choices[i]; i++) gud_json_text(json, NULL, field->choices[i]);
        gud_json_close(json);
    }
    if (field->refers) gud_json_text(json, "refers", field->refers);
    if (is_nested(field)) gud_json_text(json, "table", gud_catalog_of(catalog, field)->path);
    gud_json_text(json, "about", field->about);
    gud_json_close(json);
}

static void fields_json(gud_json *json, const gud_catalog *catalog, const gud_row *row)
{
    gud_json_open(json, "fields", '{');
    for (int i = 0; row && i < row->nfield; i++) field_json(json, catalog, &row->fields[i]);
    gud_json_close(json);
}

static void item_json(gud_json *json, const gud_catalog *catalog, const gud_catalog_item *item, const gud_row *only)
{
    gud_json_open(json, item->path, '{');
    gud_json_text(json, "about", item->about);
    gud_json_switch(json, "section", item->section != NULL);
    gud_json_switch(json, "named", item->section && item->section->named);
    gud_json_switch(json, "required", item->section && item->section->required);
    gud_json_text(json, "selector", item->selector);
    gud_json_text(json, "fallback", item->fallback);
    fields_json(json, catalog, item->common);
    gud_json_open(json, "rows", '{');
    for (int i = 0; item->rows && item->rows[i]; i++) {
        const gud_row *row = item->rows[i];
        if (only && only != row) continue;
        gud_json_open(json, row->name, '{');
        gud_json_text(json, "about", row->about);
        gud_json_text(json, "source", row->source);
        fields_json(json, catalog, row);
        gud_json_close(json);
    }
    gud_json_close(json);
    gud_json_close(json);
}

void gud_list_json(gud_json *json, const gud_catalog *catalog, const gud_catalog_item *only, const gud_row *row)
{
    gud_json_open(json, "tables", '{');
    for (const gud_catalog_item *item = catalog->first; item; item = item->next) {
        if (!only || only == item) item_json(json, catalog, item, row);
    }
    gud_json_close(json);
}
