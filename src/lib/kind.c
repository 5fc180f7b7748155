#include "lib/kind.h"

#include "component/component.h"
#include "load/expand.h"
#include "load/source.h"
#include "model/sections.h"
#include "sweep/study.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// one of the two lists of keys is there
typedef struct kind {
    const char *verb, *subject;
    const gud_section *const *sections;
    const char *const *keys;
} kind;

enum { most_kinds = 16 };

static int list_kinds(kind *kinds)
{
    int n = 0;
    kinds[n++] = (kind){.verb = "run", .subject = "a mechanism", .sections = gud_sections};
    kinds[n++] = (kind){.verb = "sweep", .subject = "a study", .keys = gud_study_keys};
    for (int i = 0; gud_components[i] && n < most_kinds; i++)
        kinds[n++] = (kind){.verb = gud_components[i]->name,
                            .subject = gud_components[i]->subject,
                            .sections = gud_components[i]->sections};
    return n;
}

// the version, the title, includes and parameters belong to files of every kind
static bool is_head(const char *key)
{
    const bool head = strcmp(key, "gudgeon") == 0 || strcmp(key, "title") == 0 || strcmp(key, "include") == 0;
    return head || gud_is_language(key);
}

static bool knows_key(const kind *k, const char *key)
{
    for (int i = 0; k->sections && k->sections[i]; i++)
        if (strcmp(k->sections[i]->key, key) == 0) return true;
    for (int i = 0; k->keys && k->keys[i]; i++)
        if (strcmp(k->keys[i], key) == 0) return true;
    return false;
}

static int count_known(const kind *k, const gud_node *root)
{
    int n = 0;
    for (const gud_node *child = root->first; child; child = child->next)
        n += !is_head(child->key) && knows_key(k, child->key);
    return n;
}

static const gud_node *first_unknown(const kind *k, const gud_node *root)
{
    const gud_node *child = root->first;
    while (child && (is_head(child->key) || knows_key(k, child->key))) child = child->next;
    return child;
}

// the kind that knows most of the keys, if it knows more of them than the verb's own; NULL otherwise
static const kind *better(const kind *kinds, int n, const kind *own, const gud_node *root)
{
    const kind *best = NULL;
    int most = own ? count_known(own, root) : 0;
    for (int i = 0; i < n; i++) {
        const int known = count_known(&kinds[i], root);
        if (known <= most) continue;
        most = known;
        best = &kinds[i];
    }
    return best;
}

static bool judge_file(const char *verb, const char *path, const gud_node *root, gud_place *place, gud_error *message)
{
    kind kinds[most_kinds];
    const kind *own = NULL;
    const int n = list_kinds(kinds);
    const bool reads_models = strcmp(verb, "check") == 0 || strcmp(verb, "fmu") == 0;
    const char *reader = reads_models ? "run" : verb;
    for (int i = 0; i < n; i++)
        if (strcmp(kinds[i].verb, reader) == 0) own = &kinds[i];
    const kind *best = better(kinds, n, own, root);
    if (!best) return false;
    const gud_node *odd = own ? first_unknown(own, root) : root->first;
    *place = (gud_place){path, odd->key_place.line, odd->key_place.column};
    (void)gud_fail(message, GUD_ERR_INPUT, "this file describes %s; use: gudgeon %s %s", best->subject, best->verb,
                   path);
    return true;
}

// the tree of a file; false: it cannot be read
static bool read_tree(const char *path, gud_arena *arena, gud_node **root)
{
    gud_diag diag;
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false; // a pipe cannot be read twice
    gud_diag_init(&diag);
    gud_tree tree = {.arena = arena};
    const bool read = gud_source_load(&tree, path, &diag, root) == GUD_OK;
    gud_diag_free(&diag);
    return read;
}

bool gud_kind_differs(const char *verb, const char *path, gud_place *place, gud_error *message)
{
    gud_arena arena;
    gud_node *root = NULL;
    gud_arena_init(&arena);
    const bool differs = read_tree(path, &arena, &root) && judge_file(verb, path, root, place, message);
    gud_arena_free(&arena);
    return differs;
}

static const char *verb_of(const gud_node *root, char *title, int size)
{
    kind kinds[most_kinds];
    bool ours = false;
    title[0] = '\0';
    for (const gud_node *child = root->first; child; child = child->next) {
        ours |= strcmp(child->key, "gudgeon") == 0;
        if (strcmp(child->key, "title") == 0 && child->text) (void)snprintf(title, (size_t)size, "%s", child->text);
    }
    const int n = list_kinds(kinds);
    const kind *best = better(kinds, n, NULL, root);
    return !ours ? NULL : best ? best->verb : "run"; // a model that includes all of its parts
}

const char *gud_kind_of(const char *path, char *title, int size)
{
    gud_arena arena;
    gud_node *root = NULL;
    gud_arena_init(&arena);
    const char *verb = read_tree(path, &arena, &root) ? verb_of(root, title, size) : NULL;
    gud_arena_free(&arena);
    return verb;
}
