// gudgeon help [VERB]
#include "base/json.h"
#include "cli/args.h"
#include "cli/help.h"
#include "cli/output.h"
#include "load/near.h"

#include <stdio.h>

static void option_json(gud_json *json, const gud_option *option)
{
    const char letter[] = {option->letter, '\0'};
    gud_json_open(json, option->name, '{');
    gud_json_text(json, "letter", option->letter ? letter : NULL);
    gud_json_text(json, "argument", option->argument);
    gud_json_text(json, "about", option->about);
    gud_json_switch(json, "repeatable", option->repeatable);
    gud_json_close(json);
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
    gud_json_close(json);
    gud_json_open(json, "examples", '[');
    for (int i = 0; i < verb->nexample; i++) gud_json_text(json, NULL, verb->examples[i].line);
    gud_json_close(json);
    gud_json_close(json);
}

static int print_json(const gud_args *args, const gud_verb *only)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "verbs", '{');
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        if (!only || *verb == only) verb_json(&json, *verb);
    }
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static int unknown(const gud_args *args, const char *word)
{
    gud_error error;
    gud_near near;
    gud_near_start(&near, word);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) gud_near_try(&near, (*verb)->name);
    gud_error_write(&error, "unknown command '%.60s'%s", word, gud_near_hint(&near));
    return gud_verb_fail(args, GUD_ERR_INPUT, &error);
}

static int run(const gud_args *args)
{
    const gud_verb *verb = args->nword > 0 ? gud_verb_find(args->words[0]) : NULL;
    if (args->nword > 0 && !verb) return unknown(args, args->words[0]);
    if (args->json) return print_json(args, verb);
    if (verb)
        gud_help_verb(stdout, verb);
    else
        gud_help_all(stdout);
    return GUD_EXIT_FINE;
}

static const gud_example examples[] = {
    {"gudgeon help list", "everything about the command 'list'"},
};

const gud_verb gud_verb_help = {
    .name = "help",
    .synopsis = "[COMMAND]",
    .about = "explain gudgeon or one of its commands",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .max_words = 1,
    .offer = GUD_OFFER_VERB,
    .run = run,
};
