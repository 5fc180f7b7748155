// A model file that follows a new export of its CAD file. Lines are compared by their path (section, entity, key): the
// writer gives every value a line of its own.

#include "assembly/write.h"
#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

enum { levels = 3, longest_path = 400 };

typedef struct {
    const char *text; // the whole line, without its end
    int length;
    int level;         // of its key: 0 section, 1 entity, 2 key of it; -1: no key of ours (comments, deeper values)
    char *path;        // "joints/rod-pin/radius"
    const char *value; // between the colon and the comment; empty for a container
    int nvalue;
    const char *comment; // from its # on, or NULL
    int ncomment;
} line;

typedef struct {
    int n;
    line *lines;
    gud_arena arena;
} document;

// ---- reading

static int key_length(const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        if (text[i] == ':' && (i + 1 == length || text[i + 1] == ' ')) return i;
        if (strchr(" {}[],\"'#&*", text[i])) return 0;
    }
    return 0;
}

static void split_value(line *l, int from)
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

static bool read_line(document *d, line *l, char keys[levels][longest_path])
{
    int indent = 0;
    while (indent < l->length && l->text[indent] == ' ') indent++;
    const int n = key_length(l->text + indent, l->length - indent);
    l->level = -1;
    if (n == 0 || indent % 2 != 0 || indent / 2 >= levels || n >= longest_path / levels - 2) return true;
    char path[longest_path] = "";
    l->level = indent / 2;
    (void)snprintf(keys[l->level], longest_path, "%.*s", n, l->text + indent);
    for (int k = 0; k <= l->level; k++) {
        const size_t used = strlen(path);
        (void)snprintf(path + used, sizeof path - used, "%s%.120s", k ? "/" : "", keys[k]);
    }
    l->path = gud_arena_text(&d->arena, path);
    split_value(l, indent + n + 1);
    return l->path != NULL;
}

static bool read_document(const char *text, document *d)
{
    char keys[levels][longest_path] = {"", "", ""};
    gud_arena_init(&d->arena);
    d->n = 0;
    for (const char *c = text; *c; c++) d->n += *c == '\n' || !c[1];
    d->lines = GUD_TAKE(&d->arena, line, d->n + 1);
    if (!d->lines) return false;
    for (int i = 0; i < d->n; i++) {
        line *l = &d->lines[i];
        l->text = text;
        l->length = (int)strcspn(text, "\n");
        text += l->length + (text[l->length] == '\n');
        if (!read_line(d, l, keys)) return false;
    }
    return true;
}

static const line *find_line(const document *d, const char *path)
{
    for (int i = 0; i < d->n; i++)
        if (d->lines[i].level >= 0 && strcmp(d->lines[i].path, path) == 0) return &d->lines[i];
    return NULL;
}

static bool same_text(const char *a, int na, const char *b, int nb)
{
    return na == nb && (na == 0 || memcmp(a, b, (size_t)na) == 0);
}

static bool same_value(const line *a, const line *b)
{
    return same_text(a->value, a->nvalue, b->value, b->nvalue);
}

// the line after the last one that belongs to line i
static int block_end(const document *d, int i)
{
    int end = i + 1, last = i + 1;
    for (; end < d->n; end++) {
        const line *l = &d->lines[end];
        if (l->level >= 0 && l->level <= d->lines[i].level) break;
        if (l->level < 0 && l->length > 0 && l->text[0] != ' ') break; // a comment between sections
        if (l->length > 0) last = end + 1;
    }
    return last;
}

// ---- merging

typedef struct {
    document before, user, now;
    gud_buffer *out, *report;
} merge;

// a block that the new export lacks and in which the user changed and added nothing
static bool is_stale(const merge *m, int first, int last)
{
    for (int i = first; i < last; i++) {
        const line *l = &m->user.lines[i];
        if (l->level < 0) continue;
        const line *old = find_line(&m->before, l->path);
        if (!old || !same_value(old, l)) return false;
    }
    return true;
}

// a line that holds a comment only, which we did not write
static bool is_own_comment(const merge *m, const line *l)
{
    const size_t indent = strspn(l->text, " ");
    if (l->level >= 0 || indent >= (size_t)l->length || l->text[indent] != '#') return false;
    for (int i = 0; i < m->before.n; i++)
        if (same_text(m->before.lines[i].text, m->before.lines[i].length, l->text, l->length)) return false;
    return true;
}

static void put_line(merge *m, const line *l)
{
    gud_buffer_append(m->out, l->text, (size_t)l->length);
    gud_buffer_add(m->out, "\n");
}

// the user's line with the new value, and with the new comment if the user did not touch it
static void put_new(merge *m, const line *user, const line *old, const line *now)
{
    const bool own_comment = !same_text(user->comment, user->ncomment, old->comment, old->ncomment);
    if (!own_comment) {
        put_line(m, now);
        return;
    }
    gud_buffer_append(m->out, user->text, (size_t)(user->value - user->text));
    gud_buffer_append(m->out, now->value, (size_t)now->nvalue);
    if (user->comment) gud_buffer_print(m->out, "   %.*s", user->ncomment, user->comment);
    gud_buffer_add(m->out, "\n");
}

static void merge_line(merge *m, const line *user)
{
    const line *old = user->level >= 0 ? find_line(&m->before, user->path) : NULL;
    const line *now = user->level >= 0 ? find_line(&m->now, user->path) : NULL;
    if (!old || !now) {
        put_line(m, user);
        return;
    }
    if (same_value(user, old)) {
        if (!same_value(old, now))
            gud_buffer_print(m->report, "%s: %.*s -> %.*s\n", user->path, old->nvalue, old->value, now->nvalue,
                             now->value);
        put_new(m, user, old, now);
        return;
    }
    if (!same_value(old, now) && !same_value(user, now))
        gud_buffer_print(m->report, "%s: yours is kept, %.*s; the CAD file now says %.*s\n", user->path, user->nvalue,
                         user->value, now->nvalue, now->value);
    put_line(m, user);
}

// parent of a path: up to its last slash
static bool is_child(const char *path, const char *parent)
{
    const char *slash = strrchr(path, '/');
    const size_t n = slash ? (size_t)(slash - path) : 0;
    return n == strlen(parent) && strncmp(path, parent, n) == 0;
}

static bool user_has_or_dropped(const merge *m, const char *path)
{
    return find_line(&m->user, path) || find_line(&m->before, path);
}

// what is new below a container that the user has, at its end
static void put_added(merge *m, const char *parent)
{
    for (int i = 0; i < m->now.n; i++) {
        const line *l = &m->now.lines[i];
        if (l->level < 0 || !is_child(l->path, parent) || user_has_or_dropped(m, l->path)) continue;
        const int end = block_end(&m->now, i);
        if (!parent[0]) gud_buffer_add(m->out, "\n");
        for (int k = i; k < end; k++) put_line(m, &m->now.lines[k]);
        gud_buffer_print(m->report, "%s: new\n", l->path);
    }
}

static void merge_block(merge *m, int first, int last) // NOLINT(misc-no-recursion): three levels
{
    for (int i = first, end; i < last; i = end) {
        const line *l = &m->user.lines[i];
        end = l->level < 0 ? i + 1 : block_end(&m->user, i);
        if (l->level >= 0 && find_line(&m->before, l->path) && !find_line(&m->now, l->path)) {
            if (is_stale(m, i, end)) {
                gud_buffer_print(m->report, "%s: no longer in the CAD file, removed\n", l->path);
                for (int k = i; k < end; k++)
                    if (is_own_comment(m, &m->user.lines[k])) put_line(m, &m->user.lines[k]);
                continue;
            }
            gud_buffer_print(m->report, "%s: no longer in the CAD file, kept since you changed it\n", l->path);
            for (int k = i; k < end; k++) put_line(m, &m->user.lines[k]);
            continue;
        }
        merge_line(m, l);
        if (l->level < 0) continue;
        merge_block(m, i + 1, end);
        if (l->nvalue == 0) put_added(m, l->path);
    }
}

gud_status gud_cad_update(const char *before, const char *user, const char *now, gud_buffer *merged, gud_buffer *report)
{
    merge m = {.out = merged, .report = report};
    const bool read = read_document(before, &m.before) && read_document(user, &m.user) && read_document(now, &m.now);
    if (read) {
        merge_block(&m, 0, m.user.n);
        put_added(&m, "");
    }
    gud_arena_free(&m.before.arena);
    gud_arena_free(&m.user.arena);
    gud_arena_free(&m.now.arena);
    return read && !merged->failed && !report->failed ? GUD_OK : GUD_ERR_MEMORY;
}
