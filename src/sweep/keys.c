#include "sweep/keys.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "gudgeon/gudgeon.h"
#include "model/sections.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return gud_hash(hash, text, strlen(text));
}

uint64_t gud_hash_file(uint64_t hash, const char *path)
{
    char bytes[4096];
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return hash;
    FILE *file = fopen(path, "rbe");
    for (size_t n; file && (n = fread(bytes, 1, sizeof bytes, file)) > 0;) hash = gud_hash(hash, bytes, n);
    if (file) (void)fclose(file);
    return hash;
}

// All files that the first run of a model is made of. Overrides add none that are not named by them.
static gud_status hash_model(const gud_study *study, const gud_shared *shared, bool plugins, int run, uint64_t *hash)
{
    const char **set = gud_alloc((size_t)gud_study_sets(study, run, NULL) + 1, sizeof *set);
    gud_input *in = NULL;
    gud_diag ignored;
    if (!set) return GUD_ERR_MEMORY;
    const gud_origin origin = {.path = gud_study_model(study, run),
                               .set = set,
                               .nset = gud_study_sets(study, run, set),
                               .plugins = plugins,
                               .shared = shared};
    gud_diag_init(&ignored);
    *hash = gud_hash_file(hash_text(0, gud_version()), origin.path);
    const gud_status st = gud_input_load(&origin, study->component ? study->component->sections : gud_sections,
                                         shared->units, &ignored, &in);
    for (const gud_used_file *f = in ? in->files : NULL; f; f = f->next) *hash = gud_hash_file(*hash, f->path);
    gud_input_free(in);
    gud_diag_free(&ignored);
    gud_free(set);
    return st == GUD_ERR_MEMORY ? st : GUD_OK; // a run that cannot be loaded says so itself
}

// may it be the name of a file? "cam.csv", "../a/b"; not "1.5 mm"
static bool may_be_file(const char *word, size_t n)
{
    const char *dot = NULL;
    for (size_t i = 0; i < n; i++) {
        if (word[i] == '/') return true;
        if (word[i] == '.') dot = word + i;
    }
    return dot && dot + 1 < word + n && isalpha((unsigned char)dot[1]);
}

// files that an override names, beside the model
static uint64_t hash_named_files(uint64_t hash, const char *set, const char *model)
{
    static const char between[] = " \t\n,:[]{}\"'";
    const char *slash = strrchr(model, '/'), *at = strchr(set, '=');
    for (at = at ? at + 1 : set; *at;) {
        const size_t n = strcspn(at, between);
        char path[4400];
        if (may_be_file(at, n)) {
            const int folder = at[0] != '/' && slash ? (int)(slash - model) + 1 : 0;
            (void)snprintf(path, sizeof path, "%.*s%.*s", folder, model, (int)n, at);
            hash = gud_hash_file(hash, path);
        }
        at += n;
        at += strspn(at, between);
    }
    return hash;
}

gud_status gud_study_keys_make(const gud_study *study, const gud_shared *shared, bool plugins, uint64_t *keys)
{
    const char **set = gud_alloc((size_t)gud_study_sets(study, 0, NULL) + 1, sizeof *set);
    const char *model = NULL;
    uint64_t base = 0;
    gud_status st = set ? GUD_OK : GUD_ERR_MEMORY;
    for (int run = 0; run < study->nrun && st == GUD_OK; run++) {
        char name[GUD_STUDY_NAME];
        const char *own = gud_study_model(study, run);
        if (!own) break; // a study without models has no runs
        if (own != model) st = hash_model(study, shared, plugins, run, &base);
        model = own;
        gud_study_folder(study, run, name);
        keys[run] = hash_text(base, name);
        const int nset = gud_study_sets(study, run, NULL);
        const char **sets = gud_resize(set, (size_t)nset + 1, sizeof *sets);
        if (!sets) {
            st = GUD_ERR_MEMORY;
            break;
        }
        set = sets;
        (void)gud_study_sets(study, run, set);
        for (int i = 0; i < nset; i++) keys[run] = hash_named_files(hash_text(keys[run], set[i]), set[i], own);
    }
    gud_free(set);
    return st;
}

static uint64_t hash_texts(uint64_t hash, const gud_study_texts *texts)
{
    for (int i = 0; i < texts->count; i++) hash = hash_text(hash, texts->list[i]);
    return hash_text(hash, ";");
}

uint64_t gud_study_view(const gud_study *study)
{
    uint64_t hash = hash_text(0, study->keep == GUD_KEEP_SUMMARY ? "summary" : "");
    hash = hash_texts(hash_texts(hash, &study->channels), &study->windows);
    hash = hash_text(hash, study->over ? study->over : "");
    return hash_text(hash, study->chosen ? "chosen" : "");
}
