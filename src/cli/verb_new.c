// gudgeon new TEMPLATE
#include "base/json.h"
#include "cli/output.h"
#include "load/near.h"
#include "out/draft.h"
#include "serve/template.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// the first line of a template without its "# "
static void about_of(const gud_template *t, char *text, size_t size)
{
    (void)snprintf(text, size, "%.*s", (int)strcspn(t->text + 2, "\n"), t->text + 2);
}

static int list_templates(const gud_args *args)
{
    char about[200];
    gud_buffer text;
    gud_json json;
    if (!args->json) {
        for (const gud_template *t = gud_templates; t->name; t++) {
            about_of(t, about, sizeof about);
            (void)printf("%-12s %s\n", t->name, about);
        }
        return GUD_EXIT_FINE;
    }
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "templates", '{');
    for (const gud_template *t = gud_templates; t->name; t++) {
        about_of(t, about, sizeof about);
        gud_json_text(&json, t->name, about);
    }
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static const gud_template *find_template(const char *name, gud_error *error)
{
    gud_near near;
    gud_near_start(&near, name);
    for (const gud_template *t = gud_templates; t->name; t++) {
        if (strcmp(t->name, name) == 0) return t;
        gud_near_try(&near, t->name);
    }
    gud_error_write(error, "there is no template '%.80s'%s; 'gudgeon new' lists the templates", name,
                    gud_near_hint(&near));
    return NULL;
}

static gud_status write_template(const gud_args *args, const gud_template *t, const char *path, gud_error *error)
{
    GUD_TRY(gud_output_check(args, path, error));
    if (strcmp(path, "-") == 0) {
        (void)fputs(t->text, stdout);
        return GUD_OK;
    }
    // the shell has made an empty one for `gudgeon new engine > engine.yaml`
    struct stat there;
    if (stat(path, &there) == 0 && !(S_ISREG(there.st_mode) && there.st_size == 0) && !gud_args_has(args, "force"))
        return gud_fail(error, GUD_ERR_INPUT, "%s exists already; --force replaces it, -o writes another file", path);
    GUD_TRY(gud_draft_save(path, t->text, strlen(t->text), error));
    const char *verb = strstr(t->text, "\nsimulate:") ? "run" : "bearing";
    gud_remark(args, "%s; edit it, then 'gudgeon %s %s'", path, verb, path);
    return GUD_OK;
}

static int run(const gud_args *args)
{
    gud_error error;
    char own[100];
    if (args->nword == 0) return list_templates(args);
    const gud_template *t = find_template(args->words[0], &error);
    if (!t) return gud_verb_fail(args, GUD_ERR_INPUT, &error);
    (void)snprintf(own, sizeof own, "%s.yaml", t->name);
    const char *given = gud_args_value(args, "output"), *const path = given ? given : own;
    const gud_status st = write_template(args, t, path, &error);
    return st == GUD_OK ? gud_output_files(args, 1, &path) : gud_verb_fail(args, st, &error);
}

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "file to write, - for standard output; default: TEMPLATE.yaml",
     .offer = GUD_OFFER_FILE},
    {.name = "force", .about = "replace an existing file"},
};

static const gud_example examples[] = {
    {"gudgeon new", "list the templates"},
    {"gudgeon new engine -o my-engine.yaml", "a commented engine model to start from"},
};

const gud_verb gud_verb_new = {
    .name = "new",
    .synopsis = "[TEMPLATE]",
    .about = "write a commented model file to start from",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 0,
    .max_words = 1,
    .run = run,
};
