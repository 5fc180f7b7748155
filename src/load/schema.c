// The tables as a JSON schema. Quantities are numbers in SI or strings with a unit; ranges bind the numbers only.

#include "base/json.h"
#include "load/describe.h"
#include "load/expand.h"

#include <stdio.h>
#include <string.h>

static const char number_pattern[] =
    "^\\s*(=.*|[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?(\\s*[^0-9\\s].*)?)$";

static void map_schema(gud_json *j, const char *key, const gud_table *table, const char *about);

static void limits(gud_json *j, const gud_field *f)
{
    if (f->low == f->high) return;
    if (isfinite(f->low)) gud_json_number(j, f->flags & GUD_OPEN_LOW ? "exclusiveMinimum" : "minimum", f->low);
    if (isfinite(f->high)) gud_json_number(j, f->flags & GUD_OPEN_HIGH ? "exclusiveMaximum" : "maximum", f->high);
}

// the members of a quantity's schema
static void quantity(gud_json *j, const gud_field *f)
{
    gud_json_open(j, "anyOf", '[');
    gud_json_open(j, NULL, '{');
    gud_json_text(j, "type", "number");
    limits(j, f);
    gud_json_close(j);
    gud_json_open(j, NULL, '{');
    gud_json_text(j, "type", "string");
    gud_json_text(j, "pattern", number_pattern);
    gud_json_close(j);
    gud_json_close(j);
}

static void types(gud_json *j, const char *const *list)
{
    gud_json_open(j, "type", '[');
    for (; *list; list++) gud_json_text(j, NULL, *list);
    gud_json_close(j);
}

static void write_word_type(gud_json *j)
{
    static const char *const any[] = {"string", "number", "boolean", NULL};
    types(j, any);
}

static void enumeration(gud_json *j, const char *const *choices)
{
    gud_json_open(j, "enum", '[');
    for (; *choices; choices++) gud_json_text(j, NULL, *choices);
    gud_json_close(j);
}

static void list(gud_json *j, const gud_field *f, int least, int most)
{
    gud_json_text(j, "type", "array");
    gud_json_open(j, "items", '{');
    if (f->type == GUD_VECTOR || f->type == GUD_NUMBERS)
        quantity(j, f);
    else if (f->choices)
        enumeration(j, f->choices);
    else
        write_word_type(j);
    gud_json_close(j);
    gud_json_integer(j, "minItems", least);
    if (most > 0) gud_json_integer(j, "maxItems", most);
}

// one value or a list of any length
static void one_or_list(gud_json *j, const gud_field *f)
{
    gud_json_open(j, "anyOf", '[');
    gud_json_open(j, NULL, '{');
    if (f->type == GUD_NUMBERS)
        quantity(j, f);
    else
        write_word_type(j);
    gud_json_close(j);
    gud_json_open(j, NULL, '{');
    list(j, f, 0, 0);
    gud_json_close(j);
    gud_json_close(j);
}

static void yes_or_no(gud_json *j)
{
    static const char *const words[] = {"yes", "no", "on", "off", "true", "false", NULL};
    gud_json_open(j, "enum", '[');
    gud_json_switch(j, NULL, true);
    gud_json_switch(j, NULL, false);
    for (const char *const *w = words; *w; w++) gud_json_text(j, NULL, *w);
    gud_json_close(j);
}

static void integer(gud_json *j, const gud_field *f)
{
    gud_json_text(j, "type", "integer");
    limits(j, f);
}

static void refer(gud_json *j, const char *key, const char *to)
{
    gud_json_open(j, key, '{');
    gud_json_text(j, "$ref", to);
    gud_json_close(j);
}

static void plain_value(gud_json *j, const gud_field *f)
{
    switch (f->type) {
    case GUD_NUMBER:
    case GUD_EXTENT:
        quantity(j, f);
        break;
    case GUD_VECTOR:
        list(j, f, 1, f->count);
        break;
    case GUD_INTEGER:
        integer(j, f);
        break;
    case GUD_SWITCH:
        yes_or_no(j);
        break;
    case GUD_CHOICE:
        enumeration(j, f->choices);
        break;
    case GUD_NAMES:
        list(j, f, f->count, f->count);
        break;
    case GUD_NAME_LIST:
    case GUD_NUMBERS:
        one_or_list(j, f);
        break;
    default:
        write_word_type(j);
        break;
    }
}

// the value itself, or an expression in its place
static void value(gud_json *j, const gud_field *f)
{
    const bool any_text = f->type == GUD_NUMBER || f->type == GUD_EXTENT || f->type == GUD_TEXT ||
                          f->type == GUD_NAME || f->type == GUD_FILE;
    if (any_text) {
        plain_value(j, f);
        return;
    }
    gud_json_open(j, "anyOf", '[');
    gud_json_open(j, NULL, '{');
    plain_value(j, f);
    gud_json_close(j);
    refer(j, NULL, "#/$defs/expression");
    gud_json_close(j);
}

static void description(gud_json *j, const gud_field *f)
{
    const gud_field_words words = gud_field_describe(f);
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, f->about ? f->about : "");
    if (*words.unit) gud_buffer_print(&text, " [%s]", words.unit);
    if (*words.range) gud_buffer_print(&text, ", %s", words.range);
    const bool is_word = strcmp(words.fallback, "required") == 0 || strcmp(words.fallback, "optional") == 0;
    gud_buffer_print(&text, " (%s%s)", is_word ? "" : "default: ", words.fallback);
    gud_json_text(j, "description", gud_buffer_text(&text));
    j->out->failed = j->out->failed || text.failed;
    gud_buffer_free(&text);
}

static void field_schema(gud_json *j, const gud_field *f)
{
    const gud_table alone = {.common = f->group};
    if (f->type == GUD_GROUP || f->type == GUD_TABLE) {
        map_schema(j, f->key, f->type == GUD_GROUP ? &alone : f->table, f->about);
        return;
    }
    gud_json_open(j, f->key, '{');
    description(j, f);
    value(j, f);
    gud_json_close(j);
}

static void fields(gud_json *j, const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++) field_schema(j, &row->fields[i]);
}

static void required(gud_json *j, const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++)
        if (gud_is_required(row->fields[i].fallback)) gud_json_text(j, NULL, row->fields[i].key);
}

// ---- rules

static int nkey(const gud_rule *rule)
{
    int n = 0;
    while (n < GUD_COUNT(rule->keys) && rule->keys[n]) n++;
    return n;
}

static void requires(gud_json *j, const char *first, const char *second)
{
    gud_json_open(j, NULL, '{');
    gud_json_open(j, "required", '[');
    gud_json_text(j, NULL, first);
    if (second) gud_json_text(j, NULL, second);
    gud_json_close(j);
    gud_json_close(j);
}

static void pairs(gud_json *j, const gud_rule *rule)
{
    gud_json_open(j, "not", '{');
    gud_json_open(j, "anyOf", '[');
    for (int a = 0; a < nkey(rule); a++)
        for (int b = a + 1; b < nkey(rule); b++) requires(j, rule->keys[a], rule->keys[b]);
    gud_json_close(j);
    gud_json_close(j);
}

static void dependents(gud_json *j, const gud_rule *rule)
{
    const int n = nkey(rule), nfirst = rule->kind == GUD_NEEDS ? 1 : n;
    gud_json_open(j, "dependentRequired", '{');
    for (int a = 0; a < nfirst; a++) {
        gud_json_open(j, rule->keys[a], '[');
        for (int b = 0; b < n; b++)
            if (b != a) gud_json_text(j, NULL, rule->keys[b]);
        gud_json_close(j);
    }
    gud_json_close(j);
}

static void rule_schema(gud_json *j, const gud_rule *rule)
{
    gud_json_open(j, NULL, '{');
    if (rule->kind == GUD_AT_MOST_ONE_OF) {
        pairs(j, rule);
    } else if (rule->kind == GUD_ALL_OR_NONE || rule->kind == GUD_NEEDS) {
        dependents(j, rule);
    } else {
        gud_json_open(j, rule->kind == GUD_ONE_OF ? "oneOf" : "anyOf", '[');
        for (int i = 0; i < nkey(rule); i++) requires(j, rule->keys[i], NULL);
        gud_json_close(j);
    }
    gud_json_close(j);
}

static void rules(gud_json *j, const gud_row *common, const gud_row *row)
{
    if ((!common || common->nrule == 0) && (!row || row->nrule == 0)) return;
    gud_json_open(j, "allOf", '[');
    for (int i = 0; common && i < common->nrule; i++) rule_schema(j, &common->rules[i]);
    for (int i = 0; row && i < row->nrule; i++) rule_schema(j, &row->rules[i]);
    gud_json_close(j);
}

// ---- maps

// properties of a map whose row is known
static void body(gud_json *j, const gud_row *common, const gud_row *row, const char *selector)
{
    gud_json_open(j, "properties", '{');
    if (selector) gud_json_switch(j, selector, true);
    fields(j, common);
    fields(j, row);
    gud_json_close(j);
    gud_json_open(j, "required", '[');
    required(j, common);
    required(j, row);
    gud_json_close(j);
    rules(j, common, row);
    gud_json_switch(j, "additionalProperties", false);
}

// if the selector says so (or is absent and the row is the fallback), then these are the keys
static void branch(gud_json *j, const gud_table *table, const gud_row *row)
{
    const bool fallback = table->fallback && strcmp(table->fallback, row->name) == 0;
    gud_json_open(j, NULL, '{');
    gud_json_open(j, "if", '{');
    gud_json_open(j, "properties", '{');
    gud_json_open(j, table->selector, '{');
    gud_json_text(j, "const", row->name);
    gud_json_close(j);
    gud_json_close(j);
    if (!fallback) {
        gud_json_open(j, "required", '[');
        gud_json_text(j, NULL, table->selector);
        gud_json_close(j);
    }
    gud_json_close(j);
    gud_json_open(j, "then", '{');
    gud_json_text(j, "description", row->about);
    body(j, table->common, row, table->selector);
    gud_json_close(j);
    gud_json_close(j);
}

static void branches(gud_json *j, const gud_table *table)
{
    gud_json_open(j, "properties", '{');
    gud_json_open(j, table->selector, '{');
    gud_json_open(j, "enum", '[');
    for (const gud_row *const *row = table->rows; *row; row++) gud_json_text(j, NULL, (*row)->name);
    gud_json_close(j);
    if (table->fallback) gud_json_text(j, "default", table->fallback);
    gud_json_close(j);
    gud_json_close(j);
    if (!table->fallback) {
        gud_json_open(j, "required", '[');
        gud_json_text(j, NULL, table->selector);
        gud_json_close(j);
    }
    gud_json_open(j, "allOf", '[');
    for (const gud_row *const *row = table->rows; *row; row++) branch(j, table, *row);
    gud_json_close(j);
}

static const gud_field *short_field(const gud_table *table)
{
    const gud_row *fallback = NULL;
    for (const gud_row *const *row = table->rows; table->fallback && *row; row++)
        if (strcmp((*row)->name, table->fallback) == 0) fallback = *row;
    const gud_row *rows[] = {table->common, fallback};
    for (int r = 0; r < GUD_COUNT(rows); r++)
        for (int i = 0; rows[r] && i < rows[r]->nfield; i++)
            if (rows[r]->fields[i].flags & GUD_SHORT) return &rows[r]->fields[i];
    return NULL;
}

static void object(gud_json *j, const gud_table *table)
{
    static const char *const kinds[] = {"object", "null", NULL}; // `ground-plate:` with nothing behind it
    types(j, kinds);
    if (table->selector)
        branches(j, table);
    else
        body(j, table->common, NULL, NULL);
}

// may the name of a row stand in place of the whole map?
static bool word_suffices(const gud_table *table)
{
    for (int i = 0; table->common && i < table->common->nfield; i++)
        if (gud_is_required(table->common->fields[i].fallback)) return false;
    return table->selector != NULL;
}

// a map, or what may stand in its place
static void map_schema(gud_json *j, const char *key, const gud_table *table, const char *about)
{
    const gud_field *brief = short_field(table);
    gud_json_open(j, key, '{');
    if (about) gud_json_text(j, "description", about);
    gud_json_open(j, "anyOf", '[');
    gud_json_open(j, NULL, '{');
    object(j, table);
    gud_json_close(j);
    if (brief) {
        gud_json_open(j, NULL, '{');
        value(j, brief);
        gud_json_close(j);
    }
    if (word_suffices(table)) {
        gud_json_open(j, NULL, '{');
        gud_json_open(j, "enum", '[');
        for (const gud_row *const *row = table->rows; *row; row++) gud_json_text(j, NULL, (*row)->name);
        gud_json_close(j);
        gud_json_close(j);
    }
    refer(j, NULL, "#/$defs/expression");
    gud_json_close(j);
    gud_json_close(j);
}

static void section_schema(gud_json *j, const gud_section *s)
{
    const gud_table table = {.common = s->common, .selector = s->selector, .fallback = s->fallback, .rows = s->rows};
    if (!s->named) {
        map_schema(j, s->key, &table, s->about);
        return;
    }
    static const char *const kinds[] = {"object", "null", NULL};
    gud_json_open(j, s->key, '{');
    gud_json_text(j, "description", s->about);
    types(j, kinds);
    gud_json_open(j, "propertyNames", '{');
    gud_json_text(j, "pattern", "^[A-Za-z0-9_.-]{1,200}$");
    gud_json_close(j);
    map_schema(j, "additionalProperties", &table, NULL);
    gud_json_close(j);
}

static void header(gud_json *j)
{
    static const char *const names[] = {"string", "array", NULL};
    gud_json_open(j, "gudgeon", '{');
    gud_json_text(j, "description", "version of the format; the first key");
    gud_json_integer(j, "const", 1);
    gud_json_close(j);
    gud_json_open(j, "title", '{');
    write_word_type(j);
    gud_json_close(j);
    gud_json_open(j, "include", '{');
    gud_json_text(j, "description", "files whose sections are merged into this one");
    types(j, names);
    gud_json_open(j, "items", '{');
    gud_json_text(j, "type", "string");
    gud_json_close(j);
    gud_json_close(j);
}

// ---- parameters, groups and what belongs to them

static void open_language(gud_json *j, const char *key)
{
    static const char *const kinds[] = {"object", "null", NULL};
    gud_json_open(j, key, '{');
    for (const gud_section *const *l = gud_language; *l; l++)
        if (strcmp((*l)->key, key) == 0) gud_json_text(j, "description", (*l)->about);
    types(j, kinds);
}

static void parameters(gud_json *j)
{
    open_language(j, "parameters");
    gud_json_open(j, "propertyNames", '{');
    gud_json_text(j, "pattern", "^[A-Za-z_][A-Za-z0-9_]{0,63}$");
    gud_json_close(j);
    gud_json_close(j);
}

static void groups(gud_json *j, const gud_section *const *sections)
{
    char path[80];
    open_language(j, "groups");
    gud_json_open(j, "additionalProperties", '{');
    gud_json_text(j, "type", "object");
    gud_json_open(j, "properties", '{');
    refer(j, "parameters", "#/properties/parameters");
    refer(j, "use", "#/properties/use");
    for (const gud_section *const *s = sections; *s; s++) {
        (void)snprintf(path, sizeof path, "#/properties/%s", (*s)->key);
        if ((*s)->named) refer(j, (*s)->key, path);
    }
    gud_json_close(j);
    gud_json_switch(j, "additionalProperties", false);
    gud_json_close(j);
    gud_json_close(j);
}

static void uses(gud_json *j)
{
    static const gud_field at = {.key = "at", .type = GUD_VECTOR, .count = 3};
    static const gud_field angle = {.key = "angle", .type = GUD_NUMBER};
    static const gud_field count = {.key = "count",
                                    .type = GUD_INTEGER,
                                    .fallback = GUD_OPTIONAL,
                                    .low = 1,
                                    .high = GUD_MAX_NODES,
                                    .about = "number of copies, NAME1, NAME2 ...; a parameter `index` of the group is "
                                             "their number"};
    static const char *const kinds[] = {"object", "string", NULL};
    open_language(j, "use");
    gud_json_open(j, "additionalProperties", '{');
    types(j, kinds);
    gud_json_open(j, "properties", '{');
    gud_json_open(j, "group", '{');
    write_word_type(j);
    gud_json_close(j);
    for (int i = 0; i < 3; i++) {
        gud_json_open(j, i == 0 ? "at" : i == 1 ? "rotation" : "angle", '{');
        value(j, i < 2 ? &at : &angle);
        gud_json_close(j);
    }
    refer(j, "parameters", "#/properties/parameters");
    gud_json_open(j, "count", '{');
    value(j, &count);
    gud_json_close(j);
    gud_json_close(j);
    gud_json_open(j, "required", '[');
    gud_json_text(j, NULL, "group");
    gud_json_close(j);
    gud_json_switch(j, "additionalProperties", false);
    gud_json_close(j);
    gud_json_close(j);
}

static void defaults(gud_json *j, const gud_section *const *sections)
{
    open_language(j, "defaults");
    gud_json_open(j, "properties", '{');
    for (const gud_section *const *s = sections; *s; s++) {
        if (!(*s)->named) continue;
        gud_json_open(j, (*s)->key, '{');
        gud_json_text(j, "type", "object");
        gud_json_close(j);
    }
    gud_json_close(j);
    gud_json_switch(j, "additionalProperties", false);
    gud_json_close(j);
}

static void language(gud_json *j, const gud_section *const *sections)
{
    parameters(j);
    groups(j, sections);
    uses(j);
    defaults(j, sections);
    open_language(j, "override");
    gud_json_close(j);
}

static void definitions(gud_json *j)
{
    gud_json_open(j, "$defs", '{');
    gud_json_open(j, "expression", '{');
    gud_json_text(j, "description", "computed from parameters, such as '= 2*crank + 5 mm'");
    gud_json_text(j, "type", "string");
    gud_json_text(j, "pattern", "^\\s*=");
    gud_json_close(j);
    gud_json_close(j);
}

void gud_schema_write(gud_buffer *out, const gud_section *const *sections)
{
    gud_json json, *j = &json;
    gud_json_init(j, out, true);
    gud_json_open(j, NULL, '{');
    gud_json_text(j, "$schema", "https://json-schema.org/draft/2020-12/schema");
    gud_json_text(j, "title", "Gudgeon model");
    gud_json_text(j, "type", "object");
    definitions(j);
    gud_json_open(j, "properties", '{');
    header(j);
    language(j, sections);
    for (const gud_section *const *s = sections; *s; s++) section_schema(j, *s);
    gud_json_close(j);
    // sections that a model needs may come from a file that it includes
    gud_json_open(j, "required", '[');
    gud_json_text(j, NULL, "gudgeon");
    gud_json_close(j);
    gud_json_switch(j, "additionalProperties", false);
    gud_json_close(j);
}
