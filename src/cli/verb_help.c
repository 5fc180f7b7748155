// gudgeon help [VERB]
#include "cli/args.h"
#include "cli/help.h"
#include "cli/json.h"
#include "cli/near.h"
#include "cli/output.h"

#include <stdio.h>

static void option_json(gud_json *json, const gud_option *option)
{
    const char letter[] = {option->letter, '\0'};
    gud_json_open(json, option->name, '{');
    gud_json_text(json, "letter", option->letter ? letter : NULL);
    gud_json_text(json, "argument", option->argument);
    gud_json_text(json, "about", option->about);
    gud_json_flag(json, "repeatable", option->repeatable);
    gud_json_close(json, '}');
}

static void verb_json(gud_json *json, const gud_verb *verb)
{
    const gud_option *option;
    gud_json_open(json, verb->name, '{');
    gud_json_text(json, "synopsis", verb->synopsis);
    gud_json_text(json, "about", verb->about);
    gud_json_text(json, "details", verb->details);
    gud_json_open(json, "options", '{');
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) option_json(json, option);
    gud_json_close(json, '}');
    gud_json_open(json, "examples", '[');
    for (int i = 0; i < verb->nexample; i++) gud_json_text(json, NULL, verb->examples[i].line);
    gud_json_close(json, ']');
    gud_json_close(json, '}');
}

static void print_json(const gud_verb *only)
{
    gud_json json = gud_json_start(stdout);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "verbs", '{');
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        if (!only || *verb == only) verb_json(&json, *verb);
    }
    gud_json_close(&json, '}');
    gud_json_close(&json, '}');
}

static int unknown(const gud_args *args, const char *word)
{
    gud_error error;
    gud_near near = gud_near_start(word);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) gud_near_offer(&near, (*verb)->name);
    if (near.best)
        gud_fail(&error, GUD_ERR_INPUT, "unknown verb '%s'; did you mean '%s'?", word, near.best);
    else
        gud_fail(&error, GUD_ERR_INPUT, "unknown verb '%s'; 'gudgeon --help' lists the verbs", word);
    return gud_complain(args->verb, GUD_ERR_INPUT, &error);
}

static int run(const gud_args *args)
{
    const gud_verb *verb = args->nword > 0 ? gud_verb_find(args->words[0]) : NULL;
    if (args->nword > 0 && !verb) return unknown(args, args->words[0]);
    if (args->json)
        print_json(verb);
    else if (verb)
        gud_help_verb(stdout, verb);
    else
        gud_help_all(stdout);
    return GUD_EXIT_FINE;
}

static const gud_example examples[] = {
    {"gudgeon help list", "all that the verb 'list' can do"},
};

const gud_verb gud_verb_help = {
    .name = "help",
    .synopsis = "[VERB]",
    .about = "explain the command or one of its verbs",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .max_words = 1,
    .offer = GUD_OFFER_VERB,
    .run = run,
};
