#include "cli/args.h"

#include "base/alloc.h"
#include "load/near.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const gud_verb *verb;
    int argc, at; // at: the word that is read next
    char *const *argv;
    gud_error *error;
    gud_args *args;
} reader;

static const gud_option *find_long(const gud_verb *verb, const char *name, size_t n)
{
    const gud_option *option;
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) {
        if (strlen(option->name) == n && strncmp(option->name, name, n) == 0) return option;
    }
    return NULL;
}

static const gud_option *find_short(const gud_verb *verb, char letter)
{
    const gud_option *option;
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) {
        if (option->letter == letter) return option;
    }
    return NULL;
}

static gud_status unknown_long(const reader *r, const char *name, size_t n)
{
    char typed[64];
    (void)snprintf(typed, sizeof typed, "%.*s", (int)(n < sizeof typed ? n : sizeof typed - 1), name);
    gud_near near;
    gud_near_start(&near, typed);
    const gud_option *option;
    for (int k = 0; (option = gud_verb_option(r->verb, k)); k++) gud_near_try(&near, option->name);

    if (near.best)
        return gud_fail(r->error, GUD_ERR_INPUT, "unknown option '--%s'; did you mean '--%s'?", typed, near.best);
    return gud_fail(r->error, GUD_ERR_INPUT, "unknown option '--%s'", typed);
}

static gud_status check_choice(const reader *r, const gud_option *option, const char *value)
{
    gud_near near;
    gud_near_start(&near, value);
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], value) == 0) return GUD_OK;
        gud_near_try(&near, option->choices[i]);
    }
    return gud_fail(r->error, GUD_ERR_INPUT, "--%s: '%.60s' is not known%s", option->name, value, gud_near_hint(&near));
}

// `plot -o figure.png` names a file; where -o names a folder, the same would make a folder of that name
static gud_status check_folder(const reader *r, const gud_option *option, const char *value)
{
    static const char *const files[] = {".svg", ".png", ".pdf", ".csv", ".h5", ".html"};
    const char *end = strrchr(value, '.');
    for (int i = 0; end && i < GUD_COUNT(files); i++) {
        if (strcmp(end, files[i]) == 0)
            return gud_fail(r->error, GUD_ERR_INPUT, "--%s: '%.60s' looks like a file, but this option names a folder",
                            option->name, value);
    }
    return GUD_OK;
}

static gud_status add(reader *r, const gud_option *option, const char *value)
{
    if (!option->repeatable && option->argument && gud_args_has(r->args, option->name))
        return gud_fail(r->error, GUD_ERR_INPUT, "option '--%s' is given twice", option->name);
    if (option->offer == GUD_OFFER_CHOICES) GUD_TRY(check_choice(r, option, value));
    if (option->offer == GUD_OFFER_FOLDER) GUD_TRY(check_folder(r, option, value));
    r->args->given[r->args->ngiven++] = (gud_given){option, value};
    return GUD_OK;
}

// the word behind an option that needs a value
static gud_status take_value(reader *r, const gud_option *option, const char **value)
{
    if (r->at >= r->argc)
        return gud_fail(r->error, GUD_ERR_INPUT, "option '--%s' needs a value: --%s %s", option->name, option->name,
                        option->argument);
    const char *word = r->argv[r->at++];
    // a forgotten value must not swallow the next option
    if (strncmp(word, "--", 2) == 0 && (word[2] == '\0' || find_long(r->verb, word + 2, strcspn(word + 2, "="))))
        return gud_fail(r->error, GUD_ERR_INPUT,
                        "option '--%s' needs a value, but '%.60s' follows; if that is the value, write --%s=%.60s",
                        option->name, word, option->name, word);
    *value = word;
    return GUD_OK;
}

static gud_status read_long(reader *r, const char *word)
{
    const size_t n = strcspn(word, "=");
    const gud_option *option = find_long(r->verb, word, n);
    if (!option) return unknown_long(r, word, n);

    const char *value = word[n] == '=' ? word + n + 1 : NULL;
    if (value && !option->argument)
        return gud_fail(r->error, GUD_ERR_INPUT, "option '--%s' takes no value, but '%.60s' is given", option->name,
                        value);
    if (!value && option->argument) GUD_TRY(take_value(r, option, &value));
    return add(r, option, value);
}

// -q, -o value, -ovalue and switches in one word: -qo value
static gud_status read_short(reader *r, const char *word)
{
    for (const char *c = word; *c; c++) {
        const gud_option *option = find_short(r->verb, *c);
        if (!option)
            return gud_fail(r->error, GUD_ERR_INPUT, "unknown option '-%c' in '-%.60s'%s", *c, word,
                            word[1] ? "; long options begin with two dashes" : "");
        if (option->argument) {
            const char *value = c[1] ? c + 1 : NULL;
            if (!value) GUD_TRY(take_value(r, option, &value));
            return add(r, option, value);
        }
        GUD_TRY(add(r, option, NULL));
    }
    return GUD_OK;
}

static gud_status read_words(reader *r)
{
    bool options = true;
    while (r->at < r->argc) {
        const char *word = r->argv[r->at++];
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options && strncmp(word, "--", 2) == 0) {
            GUD_TRY(read_long(r, word + 2));
        } else if (options && word[0] == '-' && word[1] != '\0') {
            GUD_TRY(read_short(r, word + 1));
        } else {
            r->args->words[r->args->nword++] = word;
        }
    }
    return GUD_OK;
}

static gud_status check_count(const gud_args *args, gud_error *error)
{
    const gud_verb *verb = args->verb;
    if (args->nword < verb->min_words)
        return gud_fail(error, GUD_ERR_INPUT, "missing argument: gudgeon %s %s", verb->name, verb->synopsis);
    if (verb->max_words >= 0 && args->nword > verb->max_words)
        return gud_fail(error, GUD_ERR_INPUT, "'%.60s' is one argument too many: gudgeon %s%s%s",
                        args->words[verb->max_words], verb->name, verb->synopsis[0] ? " " : "", verb->synopsis);
    return GUD_OK;
}

static bool asks_for_help(int argc, char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

static gud_status read_all(reader *r)
{
    gud_args *args = r->args;
    if (asks_for_help(r->argc, r->argv)) {
        args->help = true;
        return GUD_OK;
    }
    GUD_TRY(read_words(r));
    GUD_TRY(check_count(args, r->error));
    args->json = gud_args_has(args, "json");
    args->quiet = gud_args_has(args, "quiet");
    return GUD_OK;
}

// a word of short switches gives at most one entry a letter
static size_t most_given(int argc, char *const *argv)
{
    size_t n = 0;
    for (int i = 0; i < argc; i++) n += strlen(argv[i]);
    return n;
}

gud_status gud_args_parse(const gud_verb *verb, int argc, char *const *argv, gud_error *error, gud_args *args)
{
    *args = (gud_args){.verb = verb};
    args->given = gud_alloc(most_given(argc, argv), sizeof *args->given);
    args->words = gud_alloc((size_t)argc, sizeof *args->words);
    gud_status status = GUD_ERR_MEMORY;
    if (args->given && args->words) {
        reader r = {.verb = verb, .argc = argc, .argv = argv, .error = error, .args = args};
        status = read_all(&r);
    } else {
        gud_error_write(error, "out of memory");
    }
    if (status != GUD_OK) gud_args_free(args);
    return status;
}

void gud_args_free(gud_args *args)
{
    gud_free(args->given);
    // the array is ours, the texts it points to are not
    gud_free((void *)args->words);
    *args = (gud_args){0};
}

bool gud_args_offers(const gud_args *args, const char *name)
{
    return find_long(args->verb, name, strlen(name)) != NULL;
}

const char *gud_args_next(const gud_args *args, const char *name, int *at)
{
    assert(find_long(args->verb, name, strlen(name)));
    while (*at < args->ngiven) {
        const gud_given *given = &args->given[(*at)++];
        if (strcmp(given->option->name, name) == 0) return given->value ? given->value : "";
    }
    return NULL;
}

bool gud_args_has(const gud_args *args, const char *name)
{
    return gud_args_value(args, name) != NULL;
}

const char *gud_args_value(const gud_args *args, const char *name)
{
    int at = 0;
    return gud_args_next(args, name, &at);
}

gud_status gud_args_integer(const gud_args *args, const char *name, int low, int high, int fallback, gud_error *error,
                            int *value)
{
    const char *text = gud_args_value(args, name);
    *value = fallback;
    if (!text) return GUD_OK;
    char *end = NULL;
    const long number = strtol(text, &end, 10);
    *value = (int)number;
    if (end != text && *end == '\0' && number >= low && number <= high) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "--%s '%.40s' is not a number from %d to %d", name, text, low, high);
}
