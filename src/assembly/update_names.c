// Names that changed between two exports: parts that a designer renamed, and all that is called after them.

#include "assembly/update.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *section, *from, *to;
} rename_entry;

typedef struct {
    gud_arena arena;
    rename_entry *list;
    int n;
} renames;

// ---- words

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

// the next word of a text; a unit after a number is none
static bool next_word(const char *text, int length, int *at, int *n)
{
    for (int i = *at; i < length; i += *n) {
        *n = 1;
        if (!is_word_char(text[i])) continue;
        while (i + *n < length && is_word_char(text[i + *n])) ++*n;
        if (i > 1 && text[i - 1] == ' ' && isdigit((unsigned char)text[i - 2])) continue;
        *at = i;
        return true;
    }
    return false;
}

static bool is_name(const char *word, int n, const char *name)
{
    const int length = (int)strlen(name);
    return n >= length && memcmp(word, name, (size_t)length) == 0 && (n == length || word[length] == '.');
}

static bool has_word(const char *text, int length, const char *name)
{
    for (int at = 0, n; next_word(text, length, &at, &n); at += n)
        if (is_name(text + at, n, name)) return true;
    return false;
}

bool gud_line_mentions(const gud_line *line, const char *name)
{
    if (line->level >= 0)
        return has_word(line->value, line->nvalue, name) || (line->level == 1 && has_word(line->key, line->nkey, name));
    const char *hash = memchr(line->text, '#', (size_t)line->length);
    return has_word(line->text, hash ? (int)(hash - line->text) : line->length, name);
}

// the new name of a word: its own, or that of the body before its point; NULL: it stays
static const rename_entry *find_rename(const renames *r, const char *word, int n)
{
    const rename_entry *body = NULL;
    for (int i = 0; i < r->n; i++) {
        const rename_entry *e = &r->list[i];
        if (!is_name(word, n, e->from)) continue;
        if ((int)strlen(e->from) == n) return e;
        if (strncmp(e->section, "bodies", 6) == 0) body = e;
    }
    return body;
}

static void put_renamed(const renames *r, const char *text, int length, gud_buffer *out)
{
    int done = 0;
    for (int at = 0, n; next_word(text, length, &at, &n); at += n) {
        const rename_entry *e = find_rename(r, text + at, n);
        if (!e) continue;
        gud_buffer_append(out, text + done, (size_t)(at - done));
        gud_buffer_add(out, e->to);
        done = at + (int)strlen(e->from);
    }
    gud_buffer_append(out, text + done, (size_t)(length - done));
}

// ---- what was renamed

static bool is_in(const gud_line *l, const char *section)
{
    const size_t n = strlen(section);
    return l->level == 1 && strncmp(l->path, section, n) == 0 && l->path[n] == '/';
}

static bool is_key(const gud_line *l, const char *key)
{
    return l->level == 2 && (int)strlen(key) == l->nkey && memcmp(l->key, key, (size_t)l->nkey) == 0;
}

// is the value the same once names are those of today? Names of files follow those of bodies.
static bool same_today(const renames *r, const gud_line *old, const gud_line *now)
{
    gud_buffer renamed;
    if (is_key(old, "shape") && is_key(now, "shape")) return true;
    if (old->level == 2 && (old->nkey != now->nkey || memcmp(old->key, now->key, (size_t)old->nkey) != 0)) return false;
    gud_buffer_init(&renamed);
    put_renamed(r, old->value, old->nvalue, &renamed);
    const bool same = !renamed.failed && renamed.size == (size_t)now->nvalue &&
                      (now->nvalue == 0 || memcmp(gud_buffer_text(&renamed), now->value, renamed.size) == 0);
    gud_buffer_free(&renamed);
    return same;
}

static bool same_entity(const renames *r, const gud_lines *before, int i, const gud_lines *now, int k)
{
    const int n = gud_lines_end(before, i) - i;
    if (gud_lines_end(now, k) - k != n) return false;
    for (int line = 0; line < n; line++) {
        const gud_line *a = &before->list[i + line], *b = &now->list[k + line];
        if (a->level != b->level || (a->level >= 0 && !same_today(r, a, b))) return false;
    }
    return n > 1 || before->list[i].nvalue > 0;
}

static bool is_target(const renames *r, const char *name)
{
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->list[i].to, name) == 0) return true;
    return false;
}

static void find_in_section(renames *r, const gud_lines *before, const gud_lines *now, const char *section)
{
    const size_t skip = strlen(section) + 1;
    for (int i = 0; i < before->n; i++) {
        const gud_line *old = &before->list[i];
        if (!is_in(old, section) || gud_lines_find(now, old->path)) continue;
        for (int k = 0; k < now->n; k++) {
            const gud_line *new = &now->list[k];
            if (!is_in(new, section) || gud_lines_find(before, new->path) || is_target(r, new->path + skip) ||
                !same_entity(r, before, i, now, k))
                continue;
            r->list[r->n++] = (rename_entry){section, old->path + skip, new->path + skip};
            break;
        }
    }
}

static bool find_renames(renames *r, const gud_lines *before, const gud_lines *now)
{
    static const char *const sections[] = {"bodies", "frames", "surfaces", "joints", "feeds"}; // by what refers to what
    gud_arena_init(&r->arena);
    r->list = GUD_TAKE(&r->arena, rename_entry, before->n + 1);
    for (int i = 0; i < GUD_COUNT(sections) && r->list; i++) find_in_section(r, before, now, sections[i]);
    return r->list != NULL;
}

// ---- the texts

// words that are no names, though a part may be called so
static bool holds_names(const gud_line *l)
{
    if (l->level < 0) return l->length > 0 && l->text[0] == ' ';
    if (l->level == 0 || is_key(l, "type") || is_key(l, "model") || is_key(l, "shape")) return false;
    return strncmp(l->path, "parameters/", 11) != 0 && strncmp(l->path, "defaults/", 9) != 0;
}

static void rename_line(const renames *r, const gud_line *l, gud_buffer *out)
{
    const char *hash = memchr(l->text, '#', (size_t)l->length);
    int length = l->level < 0 && hash ? (int)(hash - l->text) : l->length;
    if (!holds_names(l))
        length = 0;
    else if (l->level >= 0 && l->comment)
        length = (int)(l->comment - l->text);
    if (l->level == 2) { // keys are words of the language
        const int start = (int)(l->value - l->text);
        gud_buffer_append(out, l->text, (size_t)(length > start ? start : length));
        if (length > start) put_renamed(r, l->value, length - start, out);
    } else
        put_renamed(r, l->text, length, out);
    gud_buffer_append(out, l->text + length, (size_t)(l->length - length));
    gud_buffer_add(out, "\n");
}

static bool rename_text(const renames *r, const gud_lines *lines, gud_buffer *text)
{
    gud_buffer renamed;
    gud_buffer_init(&renamed);
    for (int i = 0; i < lines->n; i++) rename_line(r, &lines->list[i], &renamed);
    const bool done = !renamed.failed;
    if (done) {
        gud_buffer_free(text);
        *text = renamed;
    } else
        gud_buffer_free(&renamed);
    return done;
}

static void report_renames(const renames *r, gud_buffer *report)
{
    for (int i = 0; i < r->n; i++) {
        const rename_entry *e = &r->list[i];
        if (strcmp(e->section, "bodies") == 0 || strcmp(e->section, "joints") == 0)
            gud_buffer_print(report, "%s/%s: now called %s, also in what you wrote\n", e->section, e->from, e->to);
    }
}

gud_status gud_names_follow(gud_buffer *before, gud_buffer *user, const char *now, gud_buffer *report)
{
    gud_lines old = {0}, own = {0}, new = {0};
    renames r = {0};
    bool done = gud_lines_read(gud_buffer_text(before), &old) && gud_lines_read(gud_buffer_text(user), &own) &&
                gud_lines_read(now, &new) && find_renames(&r, &old, &new);
    if (done && r.n > 0) {
        report_renames(&r, report);
        done = rename_text(&r, &own, user) && rename_text(&r, &old, before);
    }
    gud_lines_free(&old);
    gud_lines_free(&own);
    gud_lines_free(&new);
    gud_arena_free(&r.arena);
    return done ? GUD_OK : GUD_ERR_MEMORY;
}
