// A model file that follows a new export of its CAD file. Lines are compared by their path: the writer gives every
// value a line of its own.

#include "assembly/update.h"
#include "assembly/write.h"

#include <string.h>

typedef struct {
    gud_lines before, user, now;
    bool *needed; // [lines of the user] entities that are gone, but that something the user wrote refers to
    int step;     // of the user's indentation
    gud_buffer *out, *report;
} merge;

static bool same_text(const char *a, int na, const char *b, int nb)
{
    return na == nb && (na == 0 || memcmp(a, b, (size_t)na) == 0);
}

// ---- what has to stay

static bool is_gone(const merge *m, const gud_line *l)
{
    return l->level >= 0 && gud_lines_find(&m->before, l->path) && !gud_lines_find(&m->now, l->path);
}

// a block that the new export lacks and in which the user changed and added nothing
static bool is_stale(const merge *m, int first, int last)
{
    for (int i = first; i < last; i++) {
        const gud_line *l = &m->user.list[i];
        if (l->level < 0) continue;
        const gud_line *old = gud_lines_find(&m->before, l->path);
        if (!old || !gud_lines_same(old, l)) return false;
    }
    return true;
}

// does a line that stays, as the user wrote it, refer to an entity? Others follow the new export, which does not.
static bool is_referred_to(const merge *m, const gud_line *entity)
{
    const char *name = strrchr(entity->path, '/') + 1;
    for (int i = 0, end; i < m->user.n; i = end) {
        const gud_line *l = &m->user.list[i];
        end = i + 1;
        if (l == entity) {
            end = gud_lines_end(&m->user, i);
            continue;
        }
        if (l->level == 1 && is_gone(m, l)) {
            const int last = gud_lines_end(&m->user, i);
            if (is_stale(m, i, last) && !m->needed[i]) {
                end = last;
                continue;
            }
            for (; end < last; end++)
                if (gud_line_mentions(&m->user.list[end], name)) return true;
        } else if (l->level >= 0) {
            const gud_line *old = gud_lines_find(&m->before, l->path);
            if (old && gud_lines_same(old, l)) continue;
        }
        if (gud_line_mentions(l, name)) return true;
    }
    return false;
}

// until nothing is added: a joint needs its frames, they need their bodies
static void find_needed(merge *m)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < m->user.n; i++) {
            const gud_line *l = &m->user.list[i];
            if (l->level != 1 || m->needed[i] || !is_gone(m, l) || !is_stale(m, i, gud_lines_end(&m->user, i)) ||
                !is_referred_to(m, l))
                continue;
            more = m->needed[i] = true;
        }
    }
}

// ---- merging

// a line that holds a comment only, which we did not write
static bool is_own_comment(const merge *m, const gud_line *l)
{
    const size_t indent = strspn(l->text, " ");
    if (l->level >= 0 || indent >= (size_t)l->length || l->text[indent] != '#') return false;
    for (int i = 0; i < m->before.n; i++)
        if (same_text(m->before.list[i].text, m->before.list[i].length, l->text, l->length)) return false;
    return true;
}

static void put_line(merge *m, const gud_line *l)
{
    gud_buffer_append(m->out, l->text, (size_t)l->length);
    gud_buffer_add(m->out, "\n");
}

// a line of the new export, with the user's steps of indentation
static void put_indented(merge *m, const gud_line *l)
{
    int indent = 0;
    while (indent < l->length && l->text[indent] == ' ') indent++;
    for (int i = 0; i < indent / 2 * m->step; i++) gud_buffer_add(m->out, " ");
    gud_buffer_append(m->out, l->text + indent, (size_t)(l->length - indent));
    gud_buffer_add(m->out, "\n");
}

// the user's line with the new value, and with the new comment if the user did not touch it
static void put_new(merge *m, const gud_line *user, const gud_line *old, const gud_line *now)
{
    const bool own_comment = !same_text(user->comment, user->ncomment, old->comment, old->ncomment);
    const gud_line *comment = own_comment ? user : now;
    gud_buffer_append(m->out, user->text, (size_t)(user->key + user->nkey + 1 - user->text));
    if (now->nvalue > 0) gud_buffer_print(m->out, " %.*s", now->nvalue, now->value);
    if (comment->comment) gud_buffer_print(m->out, "   %.*s", comment->ncomment, comment->comment);
    gud_buffer_add(m->out, "\n");
}

// parent of a path: up to its last slash
static bool is_child(const char *path, const char *parent)
{
    const char *slash = strrchr(path, '/');
    const size_t n = slash ? (size_t)(slash - path) : 0;
    return n == strlen(parent) && strncmp(path, parent, n) == 0;
}

// an entity that the user wrote in a line of its own cannot follow: what it would have to
static void report_inside(merge *m, const gud_line *user)
{
    for (int i = 0; i < m->now.n; i++) {
        const gud_line *now = &m->now.list[i], *old;
        if (now->level < 0 || !is_child(now->path, user->path)) continue;
        old = gud_lines_find(&m->before, now->path);
        if (!old || !gud_lines_same(old, now))
            gud_buffer_print(m->report,
                             "%s: yours is kept, since you wrote it in one line; the CAD file now says %.*s\n",
                             now->path, now->nvalue, now->value);
    }
}

static void merge_line(merge *m, const gud_line *user)
{
    const gud_line *old = user->level >= 0 ? gud_lines_find(&m->before, user->path) : NULL;
    const gud_line *now = user->level >= 0 ? gud_lines_find(&m->now, user->path) : NULL;
    if (!old || !now) {
        put_line(m, user);
        return;
    }
    if (gud_lines_same(user, old)) {
        if (!gud_lines_same(old, now))
            gud_buffer_print(m->report, "%s: %.*s -> %.*s\n", user->path, old->nvalue, old->value, now->nvalue,
                             now->value);
        put_new(m, user, old, now);
        return;
    }
    if (old->nvalue == 0 && now->nvalue == 0)
        report_inside(m, user);
    else if (!gud_lines_same(old, now) && !gud_lines_same(user, now))
        gud_buffer_print(m->report, "%s: yours is kept, %.*s; the CAD file now says %.*s\n", user->path, user->nvalue,
                         user->value, now->nvalue, now->value);
    put_line(m, user);
}

static bool user_has_or_dropped(const merge *m, const char *path)
{
    return gud_lines_find(&m->user, path) || gud_lines_find(&m->before, path);
}

// what is new below a container that the user has, at its end
static void put_added(merge *m, const char *parent)
{
    for (int i = 0; i < m->now.n; i++) {
        const gud_line *l = &m->now.list[i];
        if (l->level < 0 || !is_child(l->path, parent) || user_has_or_dropped(m, l->path)) continue;
        const int end = gud_lines_end(&m->now, i);
        if (!parent[0]) gud_buffer_add(m->out, "\n");
        for (int k = i; k < end; k++) put_indented(m, &m->now.list[k]);
        gud_buffer_print(m->report, "%s: new\n", l->path);
    }
}

// a block that the new export lacks: removed, or kept if the user changed it or needs it
static void merge_gone(merge *m, int first, int last)
{
    const char *path = m->user.list[first].path;
    const bool stale = is_stale(m, first, last);
    if (!stale || m->needed[first])
        gud_buffer_print(m->report, "%s: no longer in the CAD file, kept since %s\n", path,
                         stale ? "what you wrote refers to it" : "you changed it");
    else
        gud_buffer_print(m->report, "%s: no longer in the CAD file, removed\n", path);
    for (int k = first; k < last; k++)
        if (!stale || m->needed[first] || is_own_comment(m, &m->user.list[k])) put_line(m, &m->user.list[k]);
}

// a section that the new export lacks, with something in it that stays
static bool has_needed(const merge *m, int first, int last)
{
    if (m->user.list[first].level != 0) return false;
    for (int i = first; i < last; i++)
        if (m->needed[i]) return true;
    return !is_stale(m, first, last);
}

static void merge_block(merge *m, int first, int last) // NOLINT(misc-no-recursion): three levels
{
    for (int i = first, end; i < last; i = end) {
        const gud_line *l = &m->user.list[i];
        end = l->level < 0 ? i + 1 : gud_lines_end(&m->user, i);
        if (is_gone(m, l) && !has_needed(m, i, end)) {
            merge_gone(m, i, end);
            while (l->level == 0 && end < last && m->user.list[end].length == 0) end++; // one blank line is enough
            continue;
        }
        merge_line(m, l);
        if (l->level < 0) continue;
        merge_block(m, i + 1, end);
        if (l->nvalue == 0) put_added(m, l->path);
    }
}

static int find_step(const gud_lines *lines)
{
    for (int i = 0; i < lines->n; i++)
        if (lines->list[i].level == 1) return (int)(lines->list[i].key - lines->list[i].text);
    return 2;
}

static gud_status merge_texts(const char *before, const char *user, const char *now, gud_buffer *merged,
                              gud_buffer *report)
{
    merge m = {.out = merged, .report = report};
    bool read = gud_lines_read(before, &m.before);
    read = gud_lines_read(user, &m.user) && read;
    read = gud_lines_read(now, &m.now) && read;
    m.needed = read ? GUD_TAKE(&m.user.arena, bool, m.user.n + 1) : NULL;
    m.step = read ? find_step(&m.user) : 0;
    if (m.needed) {
        find_needed(&m);
        merge_block(&m, 0, m.user.n);
        put_added(&m, "");
    }
    gud_lines_free(&m.before);
    gud_lines_free(&m.user);
    gud_lines_free(&m.now);
    return m.needed && !merged->failed && !report->failed ? GUD_OK : GUD_ERR_MEMORY;
}

gud_status gud_cad_update(const char *before, const char *user, const char *now, gud_buffer *merged, gud_buffer *report)
{
    gud_buffer old, own;
    gud_buffer_init(&old);
    gud_buffer_init(&own);
    gud_buffer_add(&old, before);
    gud_buffer_add(&own, user);
    gud_status st = old.failed || own.failed ? GUD_ERR_MEMORY : gud_names_follow(&old, &own, now, report);
    if (st == GUD_OK) st = merge_texts(gud_buffer_text(&old), gud_buffer_text(&own), now, merged, report);
    gud_buffer_free(&old);
    gud_buffer_free(&own);
    return st;
}
