// What is in the folder: models, components, studies and results.
#include "base/json.h"
#include "lib/kind.h"
#include "serve/request.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { entries_most = 2000, depth_most = 6, file_most = 1 << 20 };

typedef struct walk {
    gud_json json;
    int nentry;
} walk;

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

static void add_entry(walk *w, const char *path, const char *kind, const char *title, const struct stat *about)
{
    w->nentry++;
    gud_json_open(&w->json, NULL, '{');
    gud_json_text(&w->json, "path", path);
    gud_json_text(&w->json, "kind", kind);
    gud_json_text(&w->json, "title", title);
    gud_json_integer(&w->json, "size", (long long)about->st_size);
    gud_json_number(&w->json, "time", (double)about->st_mtime);
    gud_json_close(&w->json);
}

static void add_yaml(walk *w, const char *full, const char *path, const struct stat *about)
{
    char title[200];
    const char *verb = about->st_size <= file_most ? gud_kind_of(full, title, sizeof title) : NULL;
    if (!verb) return;
    const char *kind = strcmp(verb, "run") == 0 ? "model" : strcmp(verb, "sweep") == 0 ? "study" : verb;
    add_entry(w, path, kind, title, about);
}

static void walk_folder(walk *w, const char *root, const char *below, int depth);

static void look_at(walk *w, const char *root, const char *path, int depth)
{
    char full[4200], inside[4300];
    struct stat about, result;
    if (snprintf(full, sizeof full, "%s/%s", root, path) >= (int)sizeof full || lstat(full, &about) != 0) return;
    if (S_ISREG(about.st_mode) && (ends_with(path, ".yaml") || ends_with(path, ".yml")))
        add_yaml(w, full, path, &about);
    if (!S_ISDIR(about.st_mode)) return;
    static const char *const names[] = {"results.h5", "results.log"};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(inside, sizeof inside, "%s/%s", full, names[i]);
        if (lstat(inside, &result) != 0 || !S_ISREG(result.st_mode)) continue;
        add_entry(w, path, "result", "", &result);
        return;
    }
    walk_folder(w, root, path, depth + 1);
}

static void walk_folder(walk *w, const char *root, const char *below, int depth)
{
    char full[4200], path[1100];
    struct dirent **names;
    if (depth > depth_most || snprintf(full, sizeof full, "%s/%s", root, below) >= (int)sizeof full) return;
    const int n = scandir(full, &names, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        if (name[0] != '.' && w->nentry < entries_most &&
            snprintf(path, sizeof path, "%s%s%s", below, *below ? "/" : "", name) < (int)sizeof path)
            look_at(w, root, path, depth);
        free(names[i]);
    }
    if (n >= 0) free(names);
}

void gud_route_folder(gud_request *q)
{
    walk w = {.nentry = 0};
    const char *slash = strrchr(q->site->root, '/');
    gud_json_init(&w.json, &q->out, false);
    gud_json_open(&w.json, NULL, '{');
    gud_json_text(&w.json, "name", slash && slash[1] ? slash + 1 : q->site->root);
    gud_json_open(&w.json, "entries", '[');
    walk_folder(&w, q->site->root, "", 0);
    gud_json_close(&w.json);
    gud_json_switch(&w.json, "complete", w.nentry < entries_most);
    gud_json_close(&w.json);
}
