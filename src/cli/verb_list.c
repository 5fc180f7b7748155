// gudgeon list [TABLE [ROW]]
#include "cli/args.h"
#include "cli/help.h"
#include "cli/library.h"
#include "cli/list.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "component/component.h"
#include "load/describe.h"
#include "load/near.h"
#include "model/sections.h"

#include <stdio.h>
#include <string.h>

// what the words select; all NULL: everything
typedef struct selection {
    const gud_catalog_item *item;
    const gud_row *row;
    const gud_library *library;
    int entry; // of the library; -1: all
} selection;

static gud_status unknown(gud_error *error, const char *kind, gud_near *near)
{
    return gud_fail(error, GUD_ERR_INPUT, "unknown %s '%.60s'%s", kind, near->word, gud_near_hint(near));
}

static gud_status unknown_table(const gud_catalog *catalog, const char *word, bool or_row, gud_error *error)
{
    gud_near near;
    gud_near_start(&near, word);
    for (const gud_catalog_item *item = catalog->first; item; item = item->next) {
        gud_near_try(&near, item->path);
        for (int i = 0; or_row && item->rows && item->rows[i]; i++) gud_near_try(&near, item->rows[i]->name);
    }
    for (int i = 0; gud_libraries[i]; i++) {
        gud_near_try(&near, gud_libraries[i]->row.name);
        for (int k = 0; or_row && k < gud_libraries[i]->nentry; k++)
            gud_near_try(&near, gud_library_name(gud_libraries[i], k));
    }
    return unknown(error, "table", &near);
}

// "materials" and "steel-52100" in place of tables and rows
static bool select_library(const char *word, selection *found)
{
    for (int i = 0; gud_libraries[i]; i++) {
        const int entry = gud_library_find(gud_libraries[i], word);
        if (entry < 0 && strcmp(gud_libraries[i]->row.name, word) != 0) continue;
        *found = (selection){.library = gud_libraries[i], .entry = entry};
        return true;
    }
    return false;
}

// one word: a table, or a row that is in one table only
static gud_status select_word(const gud_catalog *catalog, const char *word, gud_error *error, selection *found)
{
    *found = (selection){.item = gud_catalog_find(catalog, word)};
    if (found->item || select_library(word, found)) return GUD_OK;

    const gud_row *second;
    found->item = gud_catalog_next(catalog, NULL, word, &found->row);
    if (!found->item) return unknown_table(catalog, word, true, error);
    const gud_catalog_item *other = gud_catalog_next(catalog, found->item, word, &second);
    if (!other) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "'%.60s' is in several tables; choose one: 'gudgeon list %s %.60s' or '... %s %.60s'", word,
                    found->item->path, word, other->path, word);
}

static gud_status select_row(const gud_catalog_item *item, const char *word, gud_error *error, const gud_row **found)
{
    gud_near near;
    gud_near_start(&near, word);
    for (int i = 0; item->rows && item->rows[i]; i++) {
        *found = item->rows[i];
        if (strcmp(item->rows[i]->name, word) == 0) return GUD_OK;
        gud_near_try(&near, item->rows[i]->name);
    }
    return unknown(error, item->selector ? item->selector : "row", &near);
}

static gud_status select_entry(const gud_library *library, const char *word, gud_error *error, int *entry)
{
    gud_near near;
    *entry = gud_library_find(library, word);
    if (*entry >= 0) return GUD_OK;
    gud_near_start(&near, word);
    for (int i = 0; i < library->nentry; i++) gud_near_try(&near, gud_library_name(library, i));
    return unknown(error, "entry", &near);
}

static gud_status select_words(const gud_args *args, const gud_catalog *catalog, gud_error *error, selection *found)
{
    *found = (selection){0};
    if (args->nword == 0) return GUD_OK;
    if (args->nword == 1) return select_word(catalog, args->words[0], error, found);
    found->item = gud_catalog_find(catalog, args->words[0]);
    if (!found->item && select_library(args->words[0], found) && found->entry < 0)
        return select_entry(found->library, args->words[1], error, &found->entry);
    return found->item ? select_row(found->item, args->words[1], error, &found->row)
                       : unknown_table(catalog, args->words[0], false, error);
}

// the tables of the files about one component, below those of a model
static gud_status print_components(void)
{
    for (int i = 0; gud_components[i]; i++) {
        const gud_component *component = gud_components[i];
        gud_catalog catalog;
        GUD_TRY(gud_catalog_create(component->sections, &catalog));
        char head[120];
        (void)snprintf(head, sizeof head, "files of 'gudgeon %s' (gudgeon list --for %s ...)", component->name,
                       component->name);
        (void)fputc('\n', stdout);
        gud_heading_print(stdout, head, component->about);
        (void)fputc('\n', stdout);
        const gud_status status = gud_list_catalog(stdout, &catalog);
        gud_catalog_free(&catalog);
        GUD_TRY(status);
    }
    return GUD_OK;
}

// all tables of the files that --for names; without it those of models, of components, and the libraries
static gud_status print_all(const gud_args *args, const gud_catalog *catalog)
{
    GUD_TRY(gud_list_catalog(stdout, catalog));
    if (gud_args_has(args, "for")) return GUD_OK;
    GUD_TRY(print_components());
    (void)fputs("\nbuilt-in data:\n\n", stdout);
    return gud_libraries_print(stdout);
}

static gud_status print_selected(const gud_args *args, const gud_catalog *catalog, const selection *s)
{
    if (s->library) return gud_library_print(stdout, s->library, s->entry);
    return s->item ? gud_list_item(stdout, catalog, s->item, s->row) : print_all(args, catalog);
}

static int print_json(const gud_args *args, const gud_catalog *catalog, const selection *s)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    if (!s->library) gud_list_json(&json, catalog, s->item, s->row);
    gud_json_open(&json, "libraries", '{');
    for (int i = 0; gud_libraries[i] && !s->item; i++)
        if (!s->library || s->library == gud_libraries[i])
            gud_library_json(&json, gud_libraries[i], s->library ? s->entry : -1);
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static int print_tables(const gud_args *args, const gud_catalog *catalog)
{
    selection s;
    gud_error error = {"out of memory"};
    gud_status status = select_words(args, catalog, &error, &s);
    if (status == GUD_OK && args->json) return print_json(args, catalog, &s);
    if (status == GUD_OK) status = print_selected(args, catalog, &s);
    return status == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, status, &error);
}

// the options that print something else than the tables exclude each other, --json and the words
static const char *const others[] = {"markdown", "schema", "man", "completion", "markdown-commands"};

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
    const bool about_files = !*other || strcmp(*other, "schema") == 0 || strcmp(*other, "markdown") == 0;
    if (gud_args_has(args, "for") && !about_files)
        return gud_fail(error, GUD_ERR_INPUT, "--%s cannot be combined with --for", *other);
    return GUD_OK;
}

// of a model, or of the files that --for names
static const gud_section *const *sections_of(const gud_args *args)
{
    const char *name = gud_args_value(args, "for");
    return name ? gud_component_find(name)->sections : gud_sections;
}

static void write_parameters(gud_buffer *text, const gud_catalog *catalog)
{
    gud_buffer_add(
        text, "# Parameters of a model file\n\n"
              "This page lists every key. [model-file.md](model-file.md) explains how the sections work together.\n"
              "A key without a default may be omitted unless it is required; `|` separates the units of an angle\n"
              "and of a length. `gudgeon list TABLE` prints the same tables in the terminal. This page is generated\n"
              "by `gudgeon list --markdown`.\n\n");
    gud_manual_write(text, catalog);
    for (int i = 0; gud_libraries[i]; i++) gud_library_markdown(text, gud_libraries[i]);
}

static int print(const gud_args *args, const char *other, const gud_catalog *catalog)
{
    const gud_section *const *sections = sections_of(args);
    if (!other) return print_tables(args, catalog);
    gud_buffer text;
    gud_buffer_init(&text);
    if (strcmp(other, "schema") == 0) gud_schema_write(&text, sections);
    if (strcmp(other, "markdown") == 0) write_parameters(&text, catalog);
    if (strcmp(other, "man") == 0) gud_help_man(stdout);
    if (strcmp(other, "markdown-commands") == 0) gud_help_markdown(stdout);
    if (strcmp(other, "completion") == 0) gud_help_completion(stdout, gud_args_value(args, "completion"), catalog);
    return gud_output_print(args, &text);
}

static int run(const gud_args *args)
{
    const char *other;
    gud_error error = {"out of memory"};
    gud_catalog catalog;
    gud_status status = find_other(args, &other, &error);
    if (status == GUD_OK) status = gud_catalog_create(sections_of(args), &catalog);
    if (status != GUD_OK) return gud_verb_fail(args, status, &error);

    const int code = print(args, other, &catalog);
    gud_catalog_free(&catalog);
    return code;
}

static const gud_option options[] = {
    {.name = "for",
     .argument = "COMMAND",
     .about = "list the keys of files for 'gudgeon contact', 'rough', 'gap' or 'bearing' instead of model files",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_component_names},
    {.name = "markdown", .about = "print the chapter of the manual about parameters"},
    {.name = "schema", .about = "print the JSON schema of model files, for completion and checking in editors"},
    {.name = "man", .about = "print the man page gudgeon(1)"},
    {.name = "completion",
     .argument = "SHELL",
     .about = "print the completion script for bash, zsh or fish",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_shells},
    {.name = "markdown-commands", .about = "print the chapter of the manual about commands"},
};

static const gud_example examples[] = {
    {"gudgeon list", "the tables of a model file"},
    {"gudgeon list joints", "all joint types with their parameters, units, defaults and ranges"},
    {"gudgeon list joints revolute", "one joint type only"},
    {"gudgeon list materials", "the built-in materials with their properties; also oils"},
    {"gudgeon list --for contact laws liu_conformal", "a contact law in a file of 'gudgeon contact'"},
    {"gudgeon list --schema > gudgeon.schema.json", "completion and checking of model files in an editor"},
    {"source <(gudgeon list --completion bash)", "let bash complete commands, options and files"},
    {"gudgeon list --man | man -l -", "read the man page"},
};

const gud_verb gud_verb_list = {
    .name = "list",
    .synopsis = "[TABLE [ROW]]",
    .about = "list every law, joint, integrator and its parameters, materials and oils",
    .details =
        "Without arguments the tables of a model file are listed; with the name of a table all its rows with their\n"
        "parameters; with the name of a row that row only. The name of a nested table is a path,\n"
        "such as joints.film. Its last word, or the name of a row alone, is enough where it is unique.\n"
        "\n"
        "'gudgeon list materials' and 'gudgeon list oils' list the built-in materials and oils with their properties.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .max_words = 2,
    .offer = GUD_OFFER_TABLE,
    .run = run,
};
