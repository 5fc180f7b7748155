// gudgeon list [TABLE [ROW]]
#include "cli/args.h"
#include "cli/help.h"
#include "cli/list.h"
#include "cli/near.h"
#include "cli/output.h"
#include "cli/tables.h"

#include <stdio.h>
#include <string.h>

static int unknown(const gud_args *args, const char *kind, const gud_near *near)
{
    gud_error error;
    if (near->best)
        gud_fail(&error, GUD_ERR_INPUT, "unknown %s '%s'; did you mean '%s'?", kind, near->word, near->best);
    else
        gud_fail(&error, GUD_ERR_INPUT, "unknown %s '%s'; 'gudgeon list' shows all", kind, near->word);
    return gud_complain(args->verb, GUD_ERR_INPUT, &error);
}

static const gud_section *find_section(const gud_section *const *sections, gud_near *near)
{
    for (int i = 0; sections[i]; i++) {
        if (strcmp(sections[i]->key, near->word) == 0) return sections[i];
        gud_near_offer(near, sections[i]->key);
    }
    return NULL;
}

static const gud_row *find_row(const gud_section *section, gud_near *near)
{
    for (int i = 0; section->rows && section->rows[i]; i++) {
        if (strcmp(section->rows[i]->name, near->word) == 0) return section->rows[i];
        gud_near_offer(near, section->rows[i]->name);
    }
    return NULL;
}

static int list_tables(const gud_args *args)
{
    const gud_section *const *sections = gud_cli_sections(), *section = NULL;
    const gud_row *row = NULL;
    if (args->nword > 0) {
        gud_near near = gud_near_start(args->words[0]);
        section = find_section(sections, &near);
        if (!section) return unknown(args, "table", &near);
    }
    if (args->nword > 1) {
        gud_near near = gud_near_start(args->words[1]);
        row = find_row(section, &near);
        if (!row) return unknown(args, section->selector ? section->selector : "row", &near);
    }
    if (args->json) {
        gud_list_json(stdout, sections, section, row);
        return GUD_EXIT_FINE;
    }
    const gud_status status = section ? gud_list_section(stdout, section, row) : gud_list_sections(stdout, sections);
    if (status == GUD_OK) return GUD_EXIT_FINE;
    return gud_complain(args->verb, status, &(gud_error){"out of memory"});
}

// the options that print something else than the tables exclude each other, --json and the words
static const char *const others[] = {"man", "completion", "markdown-commands"};

static gud_status find_other(const gud_args *args, const char **other, gud_error *error)
{
    *other = NULL;
    for (int i = 0; i < GUD_COUNT(others); i++) {
        if (!gud_args_has(args, others[i])) continue;
        if (*other) return gud_fail(error, GUD_ERR_INPUT, "--%s and --%s cannot be printed at once", *other, others[i]);
        *other = others[i];
    }
    if (*other && (args->json || args->nword > 0))
        return gud_fail(error, GUD_ERR_INPUT, "--%s cannot be combined with %s", *other,
                        args->json ? "--json" : "the name of a table");
    return GUD_OK;
}

static int run(const gud_args *args)
{
    const char *other;
    gud_error error;
    const gud_status status = find_other(args, &other, &error);
    if (status != GUD_OK) return gud_complain(args->verb, status, &error);

    if (!other) return list_tables(args);
    if (strcmp(other, "man") == 0) gud_help_man(stdout);
    if (strcmp(other, "markdown-commands") == 0) gud_help_markdown(stdout);
    if (strcmp(other, "completion") == 0)
        gud_help_completion(stdout, gud_args_value(args, "completion"), gud_cli_sections());
    return GUD_EXIT_FINE;
}

static const gud_option options[] = {
    {.name = "man", .about = "print the man page gudgeon(1)"},
    {.name = "completion",
     .argument = "SHELL",
     .about = "print the completion script for bash, zsh or fish",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_shells},
    {.name = "markdown-commands", .about = "print the manual's chapter about the command"},
};

static const gud_example examples[] = {
    {"gudgeon list", "the tables of a model file"},
    {"gudgeon list joints", "every kind of joint with its parameters, units, defaults and ranges"},
    {"source <(gudgeon list --completion bash)", "let bash complete verbs, options and files"},
    {"gudgeon list --man | man -l -", "read the man page"},
};

const gud_verb gud_verb_list = {
    .name = "list",
    .synopsis = "[TABLE [ROW]]",
    .about = "list every law, joint, integrator and its parameters",
    .details =
        "Without a word the tables of a model file are listed; with the name of a table all its rows with their\n"
        "parameters; with the name of a row that row only.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .max_words = 2,
    .offer = GUD_OFFER_TABLE,
    .run = run,
};
