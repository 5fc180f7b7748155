// Parameter tables for the manual (Markdown) and for the terminal (columns).

#include "load/describe.h"
#include "load/expand.h"

#include <stdio.h>
#include <string.h>

enum { most_tables = 64 };

// nested tables that were mentioned, each of which is printed once
typedef struct writer {
    gud_buffer *out;
    bool markdown;
    const gud_table *tables[most_tables];
    const char *keys[most_tables];
    int ntable, nwritten;
} writer;

static void heading(writer *w, int level, const char *text)
{
    static const char marks[] = "####";
    if (w->markdown)
        gud_buffer_print(w->out, "%.*s %s\n\n", level, marks, text);
    else
        gud_buffer_print(w->out, "%*s%s\n", 2 * (level - 2), "", text);
}

static void paragraph(writer *w, const char *text)
{
    if (!text) return;
    gud_buffer_print(w->out, w->markdown ? "%s\n\n" : "    %s\n", text);
}

static void remember(writer *w, const gud_field *f)
{
    for (int i = 0; i < w->ntable; i++)
        if (w->tables[i] == f->table) return;
    if (w->ntable == most_tables) return;
    w->tables[w->ntable] = f->table;
    w->keys[w->ntable++] = f->key;
}

// a bar would end the cell of a table
static void escape_bars(const char *text, char *out, size_t room)
{
    size_t n = 0;
    for (; *text && n + 3 < room; text++) {
        if (*text == '|') out[n++] = '\\';
        out[n++] = *text;
    }
    out[n] = '\0';
}

static void line(writer *w, const gud_field *f, const char *path)
{
    const gud_field_words words = gud_field_describe(f);
    const char *allowed = *words.range ? words.range : words.type;
    char key[160], about[400];
    (void)snprintf(about, sizeof about, "%s%s", f->about ? f->about : "",
                   f->flags & GUD_INPUT ? "; may follow an input" : "");
    (void)snprintf(key, sizeof key, "%s%s", path, f->key);
    if (w->markdown) {
        char unit[160];
        escape_bars(words.unit, unit, sizeof unit);
        gud_buffer_print(w->out, "| `%s` | %s | %s | %s | %s |\n", key, unit, words.fallback, allowed, about);
    } else
        gud_buffer_print(w->out, "    %-22s %-12s %-12s %-16s %s\n", key, words.unit, words.fallback, allowed, about);
}

static void lines(writer *w, const gud_row *row, const char *path)
{
    for (int i = 0; row && i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        char inner[128];
        line(w, f, path);
        (void)snprintf(inner, sizeof inner, "%s%s.", path, f->key);
        if (f->type == GUD_GROUP) lines(w, f->group, inner);
        if (f->type == GUD_TABLE) remember(w, f);
    }
}

static void rule_line(writer *w, const gud_rule *rule)
{
    static const char *const words[] = {
        [GUD_ONE_OF] = "Exactly one of",
        [GUD_AT_MOST_ONE_OF] = "At most one of",
        [GUD_AT_LEAST_ONE_OF] = "At least one of",
        [GUD_ALL_OR_NONE] = "All or none of",
        [GUD_NEEDS] = "The first needs the others:",
    };
    char text[256];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", words[rule->kind]);
    for (int i = 0; i < GUD_COUNT(rule->keys) && rule->keys[i] && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s", i > 0 ? "," : "", rule->keys[i]);
    paragraph(w, text);
}

static void row_table(writer *w, const gud_row *row)
{
    if (!row || row->nfield == 0) return;
    if (w->markdown)
        gud_buffer_add(w->out, "| key | unit | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n");
    lines(w, row, "");
    if (w->markdown) gud_buffer_add(w->out, "\n");
    for (int i = 0; i < row->nrule; i++) rule_line(w, &row->rules[i]);
}

static void one_row(writer *w, const gud_row *row, const char *selector, bool fallback)
{
    char text[256];
    (void)snprintf(text, sizeof text, w->markdown ? "`%s: %s`%s" : "%s: %s%s", selector, row->name,
                   fallback ? " (default)" : "");
    heading(w, 3, text);
    paragraph(w, row->about);
    if (row->source) {
        (void)snprintf(text, sizeof text, "Source: %s", row->source);
        paragraph(w, text);
    }
    row_table(w, row);
}

static bool same(const char *topic, const char *name)
{
    return !topic || strcmp(topic, name) == 0;
}

static bool table_rows(writer *w, const gud_table *table, const char *topic)
{
    bool found = false;
    for (const gud_row *const *row = table->rows; table->selector && row && *row; row++) {
        if (!same(topic, (*row)->name)) continue;
        one_row(w, *row, table->selector, table->fallback && strcmp(table->fallback, (*row)->name) == 0);
        found = true;
    }
    return found;
}

static void section_head(writer *w, const gud_section *s)
{
    heading(w, 2, s->key);
    paragraph(w, s->about);
    if (s->example && w->markdown) {
        const size_t n = strlen(s->example);
        const bool ended = n > 0 && s->example[n - 1] == '\n';
        gud_buffer_print(w->out, "```yaml\n%s%s```\n\n", s->example, ended ? "" : "\n");
    }
    row_table(w, s->common);
}

static bool write_section(writer *w, const gud_section *s, const char *topic)
{
    const gud_table table = {.common = s->common, .selector = s->selector, .fallback = s->fallback, .rows = s->rows};
    if (!same(topic, s->key)) return table_rows(w, &table, topic);
    section_head(w, s);
    (void)table_rows(w, &table, NULL);
    return true;
}

static bool write_nested(writer *w, const char *topic)
{
    bool found = false;
    for (; w->nwritten < w->ntable; w->nwritten++) {
        const gud_table *table = w->tables[w->nwritten];
        if (!same(topic, w->keys[w->nwritten])) {
            found = table_rows(w, table, topic) || found;
            continue;
        }
        heading(w, 2, w->keys[w->nwritten]);
        paragraph(w, table->about);
        row_table(w, table->common);
        (void)table_rows(w, table, NULL);
        found = true;
    }
    return found;
}

// the nested tables below a row, without printing anything
static void gather(writer *w, const gud_row *row)
{
    for (int i = 0; row && i < row->nfield; i++) {
        if (row->fields[i].type == GUD_GROUP) gather(w, row->fields[i].group);
        if (row->fields[i].type == GUD_TABLE) remember(w, &row->fields[i]);
    }
}

static void gather_all(writer *w, const gud_section *const *sections)
{
    for (const gud_section *const *s = sections; *s; s++) {
        gather(w, (*s)->common);
        for (const gud_row *const *row = (*s)->rows; row && *row; row++) gather(w, *row);
    }
    for (int i = 0; i < w->ntable; i++) {
        gather(w, w->tables[i]->common);
        for (const gud_row *const *row = w->tables[i]->rows; row && *row; row++) gather(w, *row);
    }
}

bool gud_manual_write(gud_buffer *out, const gud_section *const *sections, const char *topic, gud_manual_style style)
{
    writer w = {.out = out, .markdown = style == GUD_MANUAL_MARKDOWN};
    bool found = false;
    gather_all(&w, sections);
    for (const gud_section *const *s = gud_language; *s; s++) found = write_section(&w, *s, topic) || found;
    for (const gud_section *const *s = sections; *s; s++) found = write_section(&w, *s, topic) || found;
    return write_nested(&w, topic) || found;
}
