#include "cli/list.h"

#include "cli/json.h"
#include "cli/table.h"

#include <string.h>

static const char *const type_words[] = {
    [GUD_NUMBER] = "number", [GUD_VECTOR] = "vector",   [GUD_INTEGER] = "integer", [GUD_SWITCH] = "switch",
    [GUD_CHOICE] = "choice", [GUD_TEXT] = "text",       [GUD_NAME] = "name",       [GUD_NAMES] = "names",
    [GUD_FILE] = "file",     [GUD_NUMBERS] = "numbers", [GUD_EXTENT] = "extent",
};

static void join(char *text, size_t size, const char *between, const char *word)
{
    const size_t n = strlen(text);
    (void)snprintf(text + n, size - n, "%s%s", n ? between : "", word);
}

void gud_field_type_text(const gud_field *field, char *text, size_t size)
{
    text[0] = '\0';
    if (field->type == GUD_CHOICE) {
        for (int i = 0; field->choices[i]; i++) join(text, size, " | ", field->choices[i]);
    } else if (field->type == GUD_VECTOR) {
        (void)snprintf(text, size, "%d numbers", field->count);
    } else if (field->type == GUD_NAME && field->refers) {
        (void)snprintf(text, size, "one of %s", field->refers);
    } else if (field->type == GUD_NAMES) {
        (void)snprintf(text, size, "%d of %s", field->count, field->refers ? field->refers : "any names");
    } else {
        (void)snprintf(text, size, "%s", type_words[field->type]);
    }
}

void gud_field_default_text(const gud_field *field, char *text, size_t size)
{
    if (gud_is_required(field->fallback))
        (void)snprintf(text, size, "required");
    else if (gud_is_optional(field->fallback))
        (void)snprintf(text, size, "none");
    else if (field->type == GUD_CHOICE)
        (void)snprintf(text, size, "%s", field->choices[(int)field->fallback]);
    else if (field->type == GUD_SWITCH)
        (void)snprintf(text, size, "%s", field->fallback != 0.0 ? "yes" : "no");
    else
        gud_number_text(field->fallback, text, size);
}

static bool has_range(const gud_field *field)
{
    switch (field->type) {
    case GUD_NUMBER:
    case GUD_VECTOR:
    case GUD_INTEGER:
    case GUD_NUMBERS:
    case GUD_EXTENT:
        return true;
    case GUD_SWITCH:
    case GUD_CHOICE:
    case GUD_TEXT:
    case GUD_NAME:
    case GUD_NAMES:
    case GUD_FILE:
        return false;
    }
    return false;
}

void gud_field_range_text(const gud_field *field, char *text, size_t size)
{
    char low[32], high[32];
    const bool open_low = (field->flags & GUD_OPEN_LOW) != 0, open_high = (field->flags & GUD_OPEN_HIGH) != 0;
    const bool from = isfinite(field->low), to = isfinite(field->high);
    text[0] = '\0';
    if (!has_range(field)) return;
    gud_number_text(field->low, low, sizeof low);
    gud_number_text(field->high, high, sizeof high);
    if (from && to)
        (void)snprintf(text, size, "%c%s, %s%c", open_low ? '(' : '[', low, high, open_high ? ')' : ']');
    else if (from)
        (void)snprintf(text, size, "%s %s", open_low ? ">" : ">=", low);
    else if (to)
        (void)snprintf(text, size, "%s %s", open_high ? "<" : "<=", high);
}

static bool has_unit(const gud_field *field)
{
    return field->unit && strcmp(field->unit, "1") != 0;
}

// ---- for people

static const gud_column section_columns[] = {{.title = "table"}, {.title = "chosen by"}, {.title = "what it is"}};

gud_status gud_list_sections(FILE *out, const gud_section *const *sections)
{
    gud_table table;
    gud_table_init(&table, section_columns, GUD_COUNT(section_columns));
    for (int i = 0; sections[i]; i++) {
        gud_table_text(&table, sections[i]->key);
        gud_table_text(&table, sections[i]->selector ? sections[i]->selector : "");
        gud_table_text(&table, sections[i]->about);
    }
    const gud_status status = gud_table_print(&table, out);
    gud_table_free(&table);
    return status;
}

static const gud_column field_columns[] = {{.title = "key"},     {.title = "value"}, {.title = "unit"},
                                           {.title = "default"}, {.title = "range"}, {.title = "meaning"}};

static gud_status print_fields(FILE *out, const gud_row *row)
{
    char text[256];
    gud_table table;
    if (row->nfield == 0) return GUD_OK;
    gud_table_init(&table, field_columns, GUD_COUNT(field_columns));
    table.indent = 2;
    for (const gud_field *field = row->fields; field < row->fields + row->nfield; field++) {
        gud_table_text(&table, field->key);
        gud_field_type_text(field, text, sizeof text);
        gud_table_text(&table, text);
        gud_table_text(&table, has_unit(field) ? field->unit : "");
        gud_field_default_text(field, text, sizeof text);
        gud_table_text(&table, text);
        gud_field_range_text(field, text, sizeof text);
        gud_table_text(&table, text);
        gud_table_text(&table, field->about);
    }
    const gud_status status = gud_table_print(&table, out);
    gud_table_free(&table);
    return status;
}

static void print_rules(FILE *out, const gud_row *row)
{
    static const char *const words[] = {
        [GUD_ONE_OF] = "exactly one of",
        [GUD_AT_MOST_ONE_OF] = "at most one of",
        [GUD_AT_LEAST_ONE_OF] = "at least one of",
        [GUD_ALL_OR_NONE] = "all or none of",
        [GUD_NEEDS] = "needs",
    };
    for (const gud_rule *rule = row->rules; rule && rule < row->rules + row->nrule; rule++) {
        const int first = rule->kind == GUD_NEEDS;
        char keys[256] = "";
        for (int i = first; i < GUD_COUNT(rule->keys) && rule->keys[i]; i++)
            join(keys, sizeof keys, ", ", rule->keys[i]);
        (void)fprintf(out, "  %s%s%s %s\n", first ? rule->keys[0] : "", first ? " " : "", words[rule->kind], keys);
    }
}

static gud_status print_kind(FILE *out, const gud_section *section, const gud_row *row)
{
    const bool fallback = section->fallback && strcmp(section->fallback, row->name) == 0;
    (void)fprintf(out, "\n%s: %s%s\n  %s\n", section->selector, row->name, fallback ? " (default)" : "", row->about);
    if (row->source) (void)fprintf(out, "  source: %s\n", row->source);
    GUD_TRY(print_fields(out, row));
    print_rules(out, row);
    return GUD_OK;
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

gud_status gud_list_section(FILE *out, const gud_section *section, const gud_row *only)
{
    (void)fprintf(out, "%s: %s\n", section->key, section->about);
    if (section->common) {
        if (section->selector) (void)fprintf(out, "\nany %s:\n", section->selector);
        GUD_TRY(print_fields(out, section->common));
        print_rules(out, section->common);
    }
    for (int i = 0; section->rows && section->rows[i]; i++) {
        if (!only || only == section->rows[i]) GUD_TRY(print_kind(out, section, section->rows[i]));
    }
    if (section->example) print_example(out, section->example);
    return GUD_OK;
}

// ---- for scripts

static void field_json(gud_json *json, const gud_field *field)
{
    const bool number = !gud_is_required(field->fallback) && !gud_is_optional(field->fallback);
    char text[64];
    gud_json_open(json, field->key, '{');
    gud_json_text(json, "type", type_words[field->type]);
    gud_json_text(json, "unit", field->unit);
    gud_json_flag(json, "required", gud_is_required(field->fallback));
    gud_field_default_text(field, text, sizeof text);
    if (field->type == GUD_CHOICE)
        gud_json_text(json, "default", number ? text : NULL);
    else
        gud_json_number(json, "default", field->fallback); // null when there is none
    if (has_range(field)) {
        gud_json_number(json, "low", field->low);
        gud_json_number(json, "high", field->high);
        gud_json_flag(json, "low_open", (field->flags & GUD_OPEN_LOW) != 0);
        gud_json_flag(json, "high_open", (field->flags & GUD_OPEN_HIGH) != 0);
    }
    if (field->choices) {
        gud_json_open(json, "choices", '[');
        for (int i = 0; field->choices[i]; i++) gud_json_text(json, NULL, field->choices[i]);
        gud_json_close(json, ']');
    }
    if (field->refers) gud_json_text(json, "refers", field->refers);
    gud_json_text(json, "about", field->about);
    gud_json_close(json, '}');
}

static void fields_json(gud_json *json, const char *key, const gud_row *row)
{
    gud_json_open(json, key, '{');
    for (int i = 0; row && i < row->nfield; i++) field_json(json, &row->fields[i]);
    gud_json_close(json, '}');
}

static void section_json(gud_json *json, const gud_section *section, const gud_row *only)
{
    gud_json_open(json, section->key, '{');
    gud_json_text(json, "about", section->about);
    gud_json_flag(json, "named", section->named);
    gud_json_flag(json, "required", section->required);
    gud_json_text(json, "selector", section->selector);
    gud_json_text(json, "fallback", section->fallback);
    fields_json(json, "fields", section->common);
    gud_json_open(json, "rows", '{');
    for (int i = 0; section->rows && section->rows[i]; i++) {
        const gud_row *row = section->rows[i];
        if (only && only != row) continue;
        gud_json_open(json, row->name, '{');
        gud_json_text(json, "about", row->about);
        gud_json_text(json, "source", row->source);
        fields_json(json, "fields", row);
        gud_json_close(json, '}');
    }
    gud_json_close(json, '}');
    gud_json_close(json, '}');
}

void gud_list_json(FILE *out, const gud_section *const *sections, const gud_section *section, const gud_row *row)
{
    gud_json json = gud_json_start(out);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "tables", '{');
    for (int i = 0; sections[i]; i++) {
        if (!section || section == sections[i]) section_json(&json, sections[i], row);
    }
    gud_json_close(&json, '}');
    gud_json_close(&json, '}');
}
