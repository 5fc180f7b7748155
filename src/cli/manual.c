#include "cli/manual.h"

#include "load/describe.h"
#include "load/expand.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
    gud_buffer *out;
    const gud_catalog *catalog;
} writer;

// some fields and rules of a row, or of all rows of a table
enum { most_fields = 96, most_rules = 32 };
typedef struct part {
    gud_field fields[most_fields];
    gud_rule rules[most_rules];
    gud_row row;
} part;

// ---- words

// a heading's name in a link, as GitHub and pandoc make it: "joints.film" is #jointsfilm
static void add_link(gud_buffer *out, const char *path)
{
    gud_buffer_print(out, "[%s](#", path);
    for (const char *c = path; *c; c++) {
        const char letter[2] = {(char)tolower((unsigned char)*c), '\0'};
        if (isalnum((unsigned char)*c) || *c == '-' || *c == '_') gud_buffer_add(out, letter);
    }
    gud_buffer_add(out, ")");
}

// a phrase as a sentence: capital letter, full stop
static void add_sentence(gud_buffer *out, const char *phrase)
{
    const size_t n = phrase ? strlen(phrase) : 0;
    if (n == 0) return;
    const char *stop = strchr(".:;?!", phrase[n - 1]) ? "" : ".";
    gud_buffer_print(out, "%c%s%s\n\n", toupper((unsigned char)phrase[0]), phrase + 1, stop);
}

// text in the cell of a table, which a bar would end
static void add_cell(gud_buffer *out, const char *text)
{
    for (; text && *text; text++) {
        if (*text == '|') gud_buffer_add(out, "\\");
        gud_buffer_append(out, text, 1);
    }
}

// "docs/theory/film.md, section 2" links to the page beside the manual
static void add_source(gud_buffer *out, const char *source)
{
    static const char folder[] = "docs/";
    const char *end = source ? strstr(source, ".md") : NULL;
    if (!end || strncmp(source, folder, strlen(folder)) != 0) {
        add_cell(out, source);
        return;
    }
    const char *page = source + strlen(folder), *name = end;
    while (name > page && name[-1] != '/') name--;
    gud_buffer_print(out, "[%.*s](../%.*s)", (int)(end - name), name, (int)(end + strlen(".md") - page), page);
    add_cell(out, end + strlen(".md"));
}

// ---- what rows have in common

static bool texts_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool fields_equal(const gud_field *a, const gud_field *b)
{
    return strcmp(a->key, b->key) == 0 && a->type == b->type && texts_equal(a->unit, b->unit) &&
           memcmp(&a->fallback, &b->fallback, sizeof a->fallback) == 0 && a->low == b->low && a->high == b->high &&
           a->choices == b->choices && a->group == b->group && a->table == b->table && a->flags == b->flags &&
           texts_equal(a->about, b->about);
}

static bool rules_equal(const gud_rule *a, const gud_rule *b)
{
    bool equal = a->kind == b->kind;
    for (int i = 0; equal && i < GUD_COUNT(a->keys); i++) equal = texts_equal(a->keys[i], b->keys[i]);
    return equal;
}

static bool has_field(const gud_row *row, const gud_field *field)
{
    const gud_field *own = gud_row_find(row, field->key);
    return own && fields_equal(own, field);
}

static bool has_rule(const gud_row *row, const gud_rule *rule)
{
    for (int i = 0; i < row->nrule; i++)
        if (rules_equal(&row->rules[i], rule)) return true;
    return false;
}

// do all rows have it? What is the only row's is not shared
static bool is_shared_field(const gud_catalog_item *item, const gud_field *field)
{
    int n = 0;
    while (item->rows[n] && has_field(item->rows[n], field)) n++;
    return n > 1 && !item->rows[n];
}

static bool is_shared_rule(const gud_catalog_item *item, const gud_rule *rule)
{
    int n = 0;
    while (item->rows[n] && has_rule(item->rows[n], rule)) n++;
    return n > 1 && !item->rows[n];
}

// what a row shares with all others, or what it has for itself
static void take_part(const gud_catalog_item *item, const gud_row *row, bool shared, part *p)
{
    p->row = (gud_row){.name = row->name, .fields = p->fields, .rules = p->rules};
    for (int i = 0; i < row->nfield && p->row.nfield < most_fields; i++)
        if (is_shared_field(item, &row->fields[i]) == shared) p->fields[p->row.nfield++] = row->fields[i];
    for (int i = 0; i < row->nrule && p->row.nrule < most_rules; i++)
        if (is_shared_rule(item, &row->rules[i]) == shared) p->rules[p->row.nrule++] = row->rules[i];
}

static bool rows_equal(const gud_row *a, const gud_row *b)
{
    bool equal = a->nfield == b->nfield && a->nrule == b->nrule;
    for (int i = 0; equal && i < a->nfield; i++) equal = has_field(b, &a->fields[i]);
    for (int i = 0; equal && i < a->nrule; i++) equal = has_rule(b, &a->rules[i]);
    return equal;
}

// ---- tables

static bool is_long(const char *choices)
{
    const size_t widest = 100;
    return strlen(choices) > widest;
}

static void field_line(const writer *w, const gud_field *f)
{
    const gud_field_words words = gud_field_describe(f);
    const bool optional = gud_is_optional(f->fallback), nested = f->type == GUD_GROUP || f->type == GUD_TABLE;
    gud_buffer_print(w->out, "| `%s` | ", f->key);
    add_cell(w->out, words.unit);
    gud_buffer_print(w->out, " | %s | ", optional || (nested && !gud_is_required(f->fallback)) ? "" : words.fallback);
    if (nested)
        add_link(w->out, gud_catalog_of(w->catalog, f)->path);
    else
        add_cell(w->out, *words.range ? words.range : is_long(words.type) ? "see below" : words.type);
    gud_buffer_add(w->out, " | ");
    add_cell(w->out, f->about);
    gud_buffer_add(w->out, f->flags & GUD_INPUT ? "; may be an [input](#inputs) |\n" : " |\n");
}

static void row_table(const writer *w, const gud_row *row)
{
    if (!row || row->nfield == 0) return;
    gud_buffer_add(w->out, "| key | unit | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < row->nfield; i++) field_line(w, &row->fields[i]);
    gud_buffer_add(w->out, "\n");
    for (int i = 0; i < row->nfield; i++) {
        const gud_field_words words = gud_field_describe(&row->fields[i]);
        if (is_long(words.type)) gud_buffer_print(w->out, "`%s` is one of %s.\n\n", row->fields[i].key, words.type);
    }
}

static void rule_list(const writer *w, const gud_row *row)
{
    if (!row || row->nrule == 0) return;
    gud_rules_describe(w->out, row, "- ", "`");
    gud_buffer_add(w->out, "\n");
}

// every row in a line
static void row_index(const writer *w, const gud_catalog_item *item)
{
    gud_buffer_print(w->out, "| `%s` | meaning | source |\n| --- | --- | --- |\n", item->selector);
    for (int i = 0; item->rows[i]; i++) {
        const gud_row *row = item->rows[i];
        gud_buffer_print(w->out, "| `%s`%s | ", row->name, texts_equal(item->fallback, row->name) ? " (default)" : "");
        add_cell(w->out, row->about);
        gud_buffer_add(w->out, " | ");
        add_source(w->out, row->source);
        gud_buffer_add(w->out, " |\n");
    }
    gud_buffer_add(w->out, "\n");
}

// the keys that row number i has for itself, under one heading with all later rows that have the same
static void own_keys(const writer *w, const gud_catalog_item *item, int i, part *own, part *other)
{
    take_part(item, item->rows[i], false, own);
    if (own->row.nfield + own->row.nrule == 0) return;
    for (int k = 0; k < i; k++) {
        take_part(item, item->rows[k], false, other);
        if (rows_equal(&own->row, &other->row)) return;
    }
    gud_buffer_print(w->out, "### `%s: %s`", item->selector, item->rows[i]->name);
    for (int k = i + 1; item->rows[k]; k++) {
        take_part(item, item->rows[k], false, other);
        if (rows_equal(&own->row, &other->row)) gud_buffer_print(w->out, ", `%s`", item->rows[k]->name);
    }
    gud_buffer_add(w->out, "\n\n");
    row_table(w, &own->row);
    rule_list(w, &own->row);
}

static void rows(const writer *w, const gud_catalog_item *item)
{
    part shared, other;
    row_index(w, item);
    take_part(item, item->rows[0], true, &shared);
    if (shared.row.nfield > 0) gud_buffer_print(w->out, "Keys for every `%s`:\n\n", item->selector);
    row_table(w, &shared.row);
    rule_list(w, &shared.row);
    for (int i = 0; item->rows[i]; i++) own_keys(w, item, i, &shared, &other);
}

static void example(const writer *w, const char *text)
{
    const size_t n = strlen(text);
    gud_buffer_print(w->out, "```yaml\n%s%s```\n\n", text, n > 0 && text[n - 1] == '\n' ? "" : "\n");
}

static void write_item(const writer *w, const gud_catalog_item *item)
{
    gud_buffer_print(w->out, "## %s\n\n", item->path);
    add_sentence(w->out, item->about);
    if (item->section && item->section->example) example(w, item->section->example);
    row_table(w, item->common);
    rule_list(w, item->common);
    if (item->selector && item->rows && item->rows[0]) rows(w, item);
}

// ---- the page: the language of files, sections, what is nested in them

typedef enum kind { LANGUAGE, SECTION, NESTED } kind;

static kind kind_of(const gud_catalog_item *item)
{
    if (!item->section) return NESTED;
    return gud_is_language(item->path) ? LANGUAGE : SECTION;
}

static void contents(const writer *w, kind of, const char *title)
{
    bool first = true;
    gud_buffer_print(w->out, "**%s:** ", title);
    for (const gud_catalog_item *item = w->catalog->first; item; item = item->next) {
        if (kind_of(item) != of) continue;
        gud_buffer_add(w->out, first ? "" : " · ");
        add_link(w->out, item->path);
        first = false;
    }
    gud_buffer_add(w->out, "\n\n");
}

void gud_manual_write(gud_buffer *out, const gud_catalog *catalog)
{
    const writer w = {.out = out, .catalog = catalog};
    contents(&w, SECTION, "Sections");
    contents(&w, NESTED, "Maps inside sections");
    contents(&w, LANGUAGE, "Parameters, groups, defaults");
    for (int k = LANGUAGE; k <= NESTED; k++)
        for (const gud_catalog_item *item = catalog->first; item; item = item->next)
            if (kind_of(item) == (kind)k) write_item(&w, item);
}
