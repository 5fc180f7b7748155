#include "assembly/update.h"

#include <stdio.h>
#include <string.h>

enum { levels = 3, longest_path = 400 };

// keys that are open, by their level
typedef struct {
    char keys[levels][longest_path];
    int indents[levels], depth;
} nest;

static int key_length(const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        if (text[i] == ':' && (i + 1 == length || text[i + 1] == ' ' || text[i + 1] == '\r')) return i;
        if (strchr(" {}[],\"'#&*", text[i])) return 0;
    }
    return 0;
}

static void split_value(gud_line *l, int from)
{
    bool quoted = false;
    int end = l->length;
    for (int i = from; i < l->length; i++) {
        if (l->text[i] == '"') quoted = !quoted;
        if (l->text[i] != '#' || quoted || i == 0 || l->text[i - 1] != ' ') continue;
        l->comment = l->text + i;
        l->ncomment = l->length - i;
        end = i;
        break;
    }
    while (from < end && l->text[from] == ' ') from++;
    while (end > from && (l->text[end - 1] == ' ' || l->text[end - 1] == '\r')) end--;
    l->value = l->text + from;
    l->nvalue = end - from;
}

// the level of a key with this indent, whatever steps the user's editor makes; -1: too deep for us
static int open_key(nest *open, int indent, const char *key, int n)
{
    int level = 0;
    while (level < open->depth && open->indents[level] < indent) level++;
    open->depth = level;
    if (level == levels) return -1;
    open->indents[level] = indent;
    open->depth = level + 1;
    (void)snprintf(open->keys[level], longest_path, "%.*s", n, key);
    return level;
}

static bool read_line(gud_lines *d, gud_line *l, nest *open)
{
    int indent = 0;
    while (indent < l->length && l->text[indent] == ' ') indent++;
    const int n = key_length(l->text + indent, l->length - indent);
    l->level = -1;
    if (n == 0 || n >= longest_path / levels - 2) return true;
    l->level = open_key(open, indent, l->text + indent, n);
    if (l->level < 0) return true;
    char path[longest_path] = "";
    for (int k = 0; k <= l->level; k++) {
        const size_t used = strlen(path);
        (void)snprintf(path + used, sizeof path - used, "%s%.120s", k ? "/" : "", open->keys[k]);
    }
    l->path = gud_arena_text(&d->arena, path);
    l->key = l->text + indent;
    l->nkey = n;
    split_value(l, indent + n + 1);
    return l->path != NULL;
}

bool gud_lines_read(const char *text, gud_lines *lines)
{
    nest open = {.depth = 0};
    gud_arena_init(&lines->arena);
    lines->n = 0;
    for (const char *c = text; *c; c++) lines->n += *c == '\n' || !c[1];
    lines->list = GUD_TAKE(&lines->arena, gud_line, lines->n + 1);
    lines->index = gud_index_create(lines->n + 1);
    if (!lines->list || !lines->index) return false;
    for (int i = 0; i < lines->n; i++) {
        gud_line *l = &lines->list[i];
        l->text = text;
        l->length = (int)strcspn(text, "\n");
        text += l->length + (text[l->length] == '\n');
        if (!read_line(lines, l, &open)) return false;
        if (l->level >= 0) (void)gud_index_add(lines->index, l->path, strlen(l->path), i);
    }
    return true;
}

void gud_lines_free(gud_lines *lines)
{
    gud_index_free(lines->index);
    gud_arena_free(&lines->arena);
}

const gud_line *gud_lines_find(const gud_lines *lines, const char *path)
{
    const int i = gud_index_find(lines->index, path, strlen(path));
    return i < 0 ? NULL : &lines->list[i];
}

bool gud_lines_same(const gud_line *a, const gud_line *b)
{
    return a->nvalue == b->nvalue && (a->nvalue == 0 || memcmp(a->value, b->value, (size_t)a->nvalue) == 0);
}

int gud_lines_end(const gud_lines *lines, int i)
{
    int end = i + 1, last = i + 1;
    for (; end < lines->n; end++) {
        const gud_line *l = &lines->list[end];
        if (l->level >= 0 && l->level <= lines->list[i].level) break;
        if (l->level < 0 && l->length > 0 && l->text[0] != ' ') break; // a comment between sections
        if (l->length > 0) last = end + 1;
    }
    return last;
}
