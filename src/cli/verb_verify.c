// gudgeon verify [NAME]
#include "base/alloc.h"
#include "base/arena.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/sheet.h"
#include "load/near.h"
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// one case that was run
typedef struct outcome {
    const gud_verify_group *group;
    const gud_verify_case *given;
    gud_verify_result result;
} outcome;

enum { name_size = 128 };

static void full_name(const gud_verify_group *group, const gud_verify_case *given, char name[name_size])
{
    (void)snprintf(name, name_size, "%s/%s", group->name, given->name);
}

// ---- which cases

static bool is_wanted(const char *word, const gud_verify_group *group, const gud_verify_case *given)
{
    char name[name_size];
    full_name(group, given, name);
    return !word || strcmp(word, group->name) == 0 || strcmp(word, name) == 0;
}

// the names of groups, or, for a word with a slash, of cases; they live as long as the hint is made from them
static gud_status unknown(const char *word, gud_error *error)
{
    gud_near near;
    gud_arena names;
    gud_arena_init(&names);
    gud_near_start(&near, word);
    for (int g = 0; gud_verify_groups[g]; g++) {
        const gud_verify_group *group = gud_verify_groups[g];
        gud_near_try(&near, group->name);
        for (int i = 0; strchr(word, '/') && i < group->ncase; i++) {
            char name[name_size];
            full_name(group, &group->cases[i], name);
            const char *kept = gud_arena_text(&names, name);
            if (kept) gud_near_try(&near, kept);
        }
    }
    gud_error_write(error, "there is no case '%.60s'%.400s", word, gud_near_hint(&near));
    gud_arena_free(&names);
    return GUD_ERR_INPUT;
}

static gud_status choose_cases(const char *word, outcome **out, int *count, gud_error *error)
{
    int n = 0;
    *count = 0;
    for (int g = 0; gud_verify_groups[g]; g++) n += gud_verify_groups[g]->ncase;
    outcome *list = gud_alloc((size_t)n, sizeof *list);
    if (!list) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int g = 0; gud_verify_groups[g]; g++) {
        const gud_verify_group *group = gud_verify_groups[g];
        for (int i = 0; i < group->ncase; i++)
            if (is_wanted(word, group, &group->cases[i]))
                list[(*count)++] = (outcome){.group = group, .given = &group->cases[i]};
    }
    *out = list;
    return *count > 0 || !word ? GUD_OK : unknown(word, error);
}

static void run_cases(const gud_args *args, outcome *list, int count)
{
    gud_progress progress;
    gud_progress_start(&progress, "verify", "numbers", args->quiet);
    for (int i = 0; i < count; i++) {
        (void)gud_progress_count(&progress, i, count);
        gud_verify_run(list[i].given, &list[i].result);
    }
    gud_progress_end(&progress);
}

static int count_failed(const outcome *list, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) n += !list[i].result.pass;
    return n;
}

// ---- for people

// eight digits: the expected numbers have up to seven
static void number_text(double value, char *text, size_t size)
{
    (void)snprintf(text, size, isnan(value) ? "-" : "%.8g", value);
}

static void tolerance_text(const gud_verify_case *c, char *text, size_t size)
{
    if (c->kind == GUD_VERIFY_RELATIVE) (void)snprintf(text, size, "%.2g x", c->tolerance);
    if (c->kind == GUD_VERIFY_ABSOLUTE) (void)snprintf(text, size, "+- %.2g", c->tolerance);
    if (c->kind == GUD_VERIFY_AT_MOST) (void)snprintf(text, size, "or less");
}

static void add_outcome(gud_sheet *sheet, const outcome *o)
{
    char text[64];
    gud_sheet_text(sheet, o->given->name);
    gud_sheet_text(sheet, o->given->quantity);
    gud_sheet_text(sheet, strcmp(o->given->unit, "1") == 0 ? "" : o->given->unit);
    number_text(o->given->expected, text, sizeof text);
    gud_sheet_text(sheet, text);
    number_text(o->result.got, text, sizeof text);
    gud_sheet_text(sheet, text);
    tolerance_text(o->given, text, sizeof text);
    gud_sheet_text(sheet, text);
    gud_sheet_text(sheet, o->result.pass ? "met" : "NOT MET");
}

static gud_status print_group(const outcome *list, int count)
{
    static const gud_sheet_column columns[] = {{.title = "case"},     {.title = "quantity"}, {.title = "unit"},
                                               {.title = "expected"}, {.title = "got"},      {.title = "within"},
                                               {.title = ""}};
    gud_sheet sheet;
    (void)printf("%s: %s\n  source: %s\n", list->group->name, list->group->about, list->group->source);
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < count; i++) add_outcome(&sheet, &list[i]);
    const gud_status status = gud_sheet_print(&sheet, stdout);
    for (int i = 0; i < count; i++)
        if (list[i].result.error.text[0]) (void)printf("  %s: %s\n", list[i].given->name, list[i].result.error.text);
    (void)printf("\n");
    return status;
}

static gud_status print_all(const outcome *list, int count)
{
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && list[to].group == list[from].group; to++) continue;
        GUD_TRY(print_group(list + from, to - from));
    }
    (void)printf("%d of %d numbers within their tolerance\n", count - count_failed(list, count), count);
    return GUD_OK;
}

// ---- for scripts

static void case_json(gud_json *json, const outcome *o)
{
    char name[name_size];
    full_name(o->group, o->given, name);
    gud_json_open(json, NULL, '{');
    gud_json_text(json, "name", name);
    gud_json_text(json, "source", o->group->source);
    gud_json_text(json, "quantity", o->given->quantity);
    gud_json_text(json, "unit", o->given->unit);
    gud_json_number(json, "expected", o->given->expected);
    gud_json_number(json, "got", o->result.got);
    gud_json_number(json, "tolerance", o->given->tolerance);
    gud_json_text(json, "tolerance_kind", gud_verify_kinds[o->given->kind]);
    gud_json_switch(json, "pass", o->result.pass);
    if (o->result.error.text[0]) gud_json_text(json, "error", o->result.error.text);
    gud_json_close(json);
}

static int print_json(const gud_args *args, const outcome *list, int count)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "cases", '[');
    for (int i = 0; i < count; i++) case_json(&json, &list[i]);
    gud_json_close(&json);
    gud_json_integer(&json, "count", count);
    gud_json_integer(&json, "failed", count_failed(list, count));
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

// ---- the verb

static int run(const gud_args *args)
{
    outcome *list = NULL;
    int count, code = GUD_EXIT_FINE;
    gud_error error = {"out of memory"};
    gud_status st = choose_cases(args->nword > 0 ? args->words[0] : NULL, &list, &count, &error);
    if (st == GUD_OK) run_cases(args, list, count);
    if (st == GUD_OK && args->json)
        code = print_json(args, list, count);
    else if (st == GUD_OK)
        st = print_all(list, count);
    if (st != GUD_OK) code = gud_verb_fail(args, st, &error);
    if (code == GUD_EXIT_FINE && count_failed(list, count) > 0) code = GUD_EXIT_FAILED;
    gud_free(list);
    return code;
}

static const gud_example examples[] = {
    {"gudgeon verify", "all numbers"},
    {"gudgeon verify liu", "one group"},
    {"gudgeon verify pendulum/120deg --json", "one number, for a script"},
};

const gud_verb gud_verb_verify = {
    .name = "verify",
    .synopsis = "[NAME]",
    .about = "compare this build with published and analytic numbers",
    .details = "Every number has a source and a tolerance: 'x' is relative to the expected number, '+-' is in its "
               "unit. The exit code is 1 if a number is outside its tolerance.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .max_words = 1,
    .run = run,
};
