// A file may include others: `include: parts.yaml` or a list. What they define comes first, section by section.

#include "load/source.h"

#include "base/alloc.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { deepest_include = 32, read_chunk = 1 << 16, most_sections = 1000 };

// a file that is being read or was read
typedef struct source source;
struct source {
    source *next;       // all files
    const source *from; // the one that includes it; NULL for the main file
    const char *path;
    dev_t device;
    ino_t inode;
    bool open; // its includes are being read
    int depth;
};

typedef struct loader {
    gud_tree *tree;
    gud_diag *diag;
    source *sources;
} loader;

// ---- bytes

static gud_status unreadable(loader *l, gud_place place, const char *path, const char *why)
{
    gud_diag_add(l->diag, place, "cannot read '%s': %s", path, why);
    return GUD_ERR_INPUT;
}

static gud_status read_stream(loader *l, FILE *stream, gud_place place, const char *path, gud_buffer *text)
{
    char *chunk = gud_alloc(read_chunk, 1);
    if (!chunk) return GUD_ERR_MEMORY;
    size_t n;
    while (text->size <= GUD_MAX_BYTES && (n = fread(chunk, 1, read_chunk, stream)) > 0)
        gud_buffer_append(text, chunk, n);
    gud_free(chunk);
    if (text->failed) return GUD_ERR_MEMORY;
    if (ferror(stream)) return unreadable(l, place, path, strerror(errno));
    if (text->size > GUD_MAX_BYTES) return unreadable(l, place, path, "the file is larger than 64 MiB");
    return GUD_OK;
}

static gud_status identify(loader *l, FILE *stream, gud_place place, source *s)
{
    struct stat info;
    if (fstat(fileno(stream), &info) != 0) return unreadable(l, place, s->path, strerror(errno));
    s->device = info.st_dev;
    s->inode = info.st_ino;
    return GUD_OK;
}

// ---- merging

static bool is_header(const char *key)
{
    return strcmp(key, "gudgeon") == 0 || strcmp(key, "title") == 0;
}

static void move_children(gud_node *from, gud_node *to)
{
    for (gud_node *child = from->first, *next; child; child = next) {
        next = child->next;
        gud_node_append(to, child);
    }
}

// Sections with maps grow together; anything else may stand in one file only. Keys that meet twice are reported later.
static void merge(gud_node *from, gud_node *to)
{
    for (gud_node *child = from->first, *next; child; child = next) {
        next = child->next;
        gud_node *there = gud_node_find(to, child->key);
        if (there && is_header(child->key)) continue;
        if (there && gud_node_is_empty(there)) there->kind = GUD_NODE_MAP;
        if (there && gud_node_is_empty(child)) child->kind = GUD_NODE_MAP;
        if (there && there->kind == GUD_NODE_MAP && child->kind == GUD_NODE_MAP)
            move_children(child, there);
        else
            gud_node_append(to, child);
    }
}

static gud_status check_merged(const gud_node *root, gud_diag *diag)
{
    GUD_TRY(gud_node_unique(root, diag));
    for (const gud_node *child = root->first; child; child = child->next) {
        const bool may_repeat = strcmp(child->key, "override") == 0; // the including file has the last word
        if (child->kind == GUD_NODE_MAP && !may_repeat) GUD_TRY(gud_node_unique(child, diag));
    }
    return GUD_OK;
}

// ---- one file

static void check_version(gud_diag *diag, const gud_node *root, bool main_file)
{
    const gud_node *version = gud_node_find(root, "gudgeon");
    if (main_file && (!version || version != root->first))
        gud_diag_add(diag, root->first ? root->first->key_place : root->place,
                     "the first key must be 'gudgeon: 1', the version of the format");
    if (version && (version->kind != GUD_NODE_SCALAR || strcmp(version->text, "1") != 0))
        gud_diag_add(diag, version->place, "gudgeon: this program reads version 1 of the format");
}

static gud_status parse(gud_tree *tree, gud_place place, const gud_buffer *text, gud_diag *diag, gud_node **root)
{
    GUD_TRY(gud_tree_read(tree, place, gud_buffer_text(text), text->size, diag, root));
    const bool sections = *root && (*root)->kind == GUD_NODE_MAP, many = sections && (*root)->count > most_sections;
    if (sections && !many) return GUD_OK;
    gud_diag_add(diag, place,
                 many    ? "the file has more than 1000 sections; a model has bodies, joints and some others"
                 : *root ? "a model is a map of sections"
                         : "the file is empty");
    return GUD_ERR_INPUT;
}

static gud_status load_file(loader *l, const char *path, gud_place place, source *from, gud_node **root);

static const char *join(loader *l, const char *from, const char *path)
{
    const char *slash = path[0] == '/' ? NULL : strrchr(from, '/');
    const size_t n = slash ? (size_t)(slash - from) + 1 : 0, size = strlen(path);
    char *joined = gud_arena_take(l->tree->arena, n + size + 1, 1);
    if (!joined) return NULL;
    memcpy(joined, from, n);
    memcpy(joined + n, path, size + 1);
    return joined;
}

static gud_status include_one(loader *l, const gud_node *node, source *from, gud_node *merged)
{
    if (node->kind != GUD_NODE_SCALAR || !node->text[0]) {
        gud_diag_add(l->diag, node->place, "include must be the name of a file or a list of names");
        return GUD_OK;
    }
    const char *path = join(l, from->path, node->text);
    if (!path) return GUD_ERR_MEMORY;
    gud_node *root = NULL;
    const gud_status status = load_file(l, path, node->place, from, &root);
    if (status == GUD_ERR_MEMORY) return status;
    if (root) merge(root, merged); // a file with mistakes was reported; the others are still looked at
    return GUD_OK;
}

static gud_status include_all(loader *l, const gud_node *own, source *from, gud_node *merged)
{
    const gud_node *include = gud_node_find(own, "include");
    if (!include) return GUD_OK;
    if (include->kind != GUD_NODE_LIST) return include_one(l, include, from, merged);
    for (const gud_node *item = include->first; item; item = item->next) GUD_TRY(include_one(l, item, from, merged));
    return GUD_OK;
}

// the version and the title of the including file first, then what it includes, then its own
static gud_status merge_file(loader *l, gud_node *own, source *s, gud_node **root)
{
    gud_node *merged = gud_node_create(l->tree, GUD_NODE_MAP, own->place);
    if (!merged) return GUD_ERR_MEMORY;
    for (gud_node *child = own->first; child && is_header(child->key); child = own->first) {
        own->first = child->next;
        own->count--;
        gud_node_append(merged, child);
    }
    if (!own->first) own->last = NULL;
    GUD_TRY(include_all(l, own, s, merged));
    (void)gud_node_detach(own, "include");
    merge(own, merged);
    *root = merged;
    return GUD_OK;
}

static void report_cycle(loader *l, gud_place place, const source *from, const source *again)
{
    char chain[600] = "";
    size_t used = 0;
    const source *files[deepest_include + 1];
    int n = 0;
    for (const source *s = from; s && n <= deepest_include; s = s == again ? NULL : s->from) files[n++] = s;
    while (n > 0 && used < sizeof chain)
        used += (size_t)snprintf(chain + used, sizeof chain - used, "%s -> ", files[--n]->path);
    gud_diag_add(l->diag, place, "files include each other: %s%s", chain, again->path);
}

// GUD_OK with *skip: the file was read before, or is being read (a cycle)
static void seen_before(loader *l, gud_place place, const source *s, bool *skip)
{
    for (const source *other = s->next; other; other = other->next) {
        if (other->device != s->device || other->inode != s->inode) continue;
        if (other->open) report_cycle(l, place, s->from, other);
        *skip = true;
        return;
    }
}

// standard input may be a pipe; closing what is returned leaves it open
static FILE *open_input(char why[GUD_FILE_WHY])
{
    const int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    FILE *stream = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (!stream) (void)snprintf(why, GUD_FILE_WHY, "%s", strerror(errno));
    return stream;
}

// does a text begin as files of Gudgeon do, behind blank lines and comments?
static bool is_ours(const char *text)
{
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    while (*text == '#' || *text == '\n' || *text == '\r' || *text == ' ') {
        if (*text == '#') text += strcspn(text, "\n");
        if (*text) text++;
    }
    return strncmp(text, "gudgeon:", 8) == 0 || strncmp(text, "include:", 8) == 0;
}

static gud_status read_source(loader *l, gud_place place, source *s, gud_buffer *text, bool *skip)
{
    const bool standard = !s->from && strcmp(s->path, "-") == 0;
    char why[GUD_FILE_WHY];
    FILE *stream = standard ? open_input(why) : gud_file_open(s->path, GUD_MAX_BYTES, why);
    if (!stream) return unreadable(l, place, s->path, why);
    gud_status status = identify(l, stream, place, s);
    if (status == GUD_OK) seen_before(l, place, s, skip);
    if (status == GUD_OK && !*skip) status = read_stream(l, stream, place, s->path, text);
    (void)fclose(stream);
    return status;
}

static gud_status load_file(loader *l, const char *path, gud_place place, source *from, gud_node **root)
{
    if (from && from->depth == deepest_include) {
        gud_diag_add(l->diag, place, "includes are nested too deeply (limit 32)");
        return GUD_ERR_INPUT;
    }
    source *s = GUD_TAKE(l->tree->arena, source, 1);
    if (!s) return GUD_ERR_MEMORY;
    *s = (source){.next = l->sources, .from = from, .path = path, .depth = from ? from->depth + 1 : 0};
    l->sources = s;

    gud_buffer text;
    bool skip = false;
    gud_node *own = NULL;
    gud_buffer_init(&text);
    gud_status status = read_source(l, place, s, &text, &skip);
    if (status == GUD_OK && !skip && from && !is_ours(gud_buffer_text(&text))) gud_diag_veil(l->diag, path);
    if (status == GUD_OK && !skip) status = parse(l->tree, (gud_place){path, 1, 1}, &text, l->diag, &own);
    gud_buffer_free(&text);
    if (status != GUD_OK || skip) return status;
    GUD_TRY(gud_tree_use(l->tree, path));
    check_version(l->diag, own, !from);
    s->open = true;
    status = merge_file(l, own, s, root);
    s->open = false;
    return status;
}

gud_status gud_source_load(gud_tree *tree, const char *path, gud_diag *diag, gud_node **root)
{
    loader l = {.tree = tree, .diag = diag};
    const char *name = gud_arena_text(tree->arena, path);
    if (!name) return GUD_ERR_MEMORY;
    GUD_TRY(load_file(&l, name, (gud_place){NULL, 0, 0}, NULL, root)); // a message about the file itself names it
    // within one file this was checked while reading
    return l.sources->next ? check_merged(*root, diag) : GUD_OK;
}

gud_status gud_source_read(gud_tree *tree, const char *name, const char *text, size_t size, gud_diag *diag,
                           gud_node **root)
{
    const char *copy = gud_arena_text(tree->arena, name);
    if (!copy) return GUD_ERR_MEMORY;
    const gud_place place = {copy, 1, 1};
    GUD_TRY(gud_tree_read(tree, place, text, size, diag, root));
    if (!*root || (*root)->kind != GUD_NODE_MAP) {
        gud_diag_add(diag, place, *root ? "a model is a map of sections" : "the text is empty");
        return GUD_ERR_INPUT;
    }
    check_version(diag, *root, true);
    const gud_node *include = gud_node_find(*root, "include");
    if (include) gud_diag_add(diag, include->key_place, "a text that does not come from a file cannot include files");
    (void)gud_node_detach(*root, "include");
    return GUD_OK;
}
