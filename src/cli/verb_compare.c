// gudgeon compare RESULT...
#include "base/alloc.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/sheet.h"
#include "cli/verdict.h"
#include "out/answer.h"
#include "out/figure.h"
#include "out/quantity.h"
#include "out/select.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_results = 64, most_patterns = 32 };

typedef struct {
    const gud_args *args;
    const char *patterns[most_patterns];
    int npattern;
    gud_result *results[most_results];
    gud_scope scopes[most_results];
    gud_summary summaries[most_results]; // empty where a result has none of the channels
    int n;
    gud_progress progress;
} comparison;

static gud_status open_all(comparison *c, gud_error *error)
{
    if (c->args->nword > most_results) return gud_fail(error, GUD_ERR_INPUT, "at most %d results", most_results);
    for (int i = 0; i < c->args->nword; i++) {
        (void)gud_progress_count(&c->progress, i, 2L * c->args->nword);
        GUD_TRY(gud_reading_open(c->args, c->args->words[i], error, &c->results[i]));
        c->n++;
    }
    return GUD_OK;
}

static bool has_channel(const gud_result *result, const char *pattern, gud_error *error)
{
    gud_selection found = {0};
    const bool any = gud_selection_find(result, &pattern, 1, error, &found) == GUD_OK;
    gud_free(found.picks);
    return any;
}

// joints of different fidelity have different channels: a result may lack a channel, as long as another has it
static gud_status check_patterns(const comparison *c, gud_error *error)
{
    for (int k = 0; k < c->npattern; k++) {
        int found = 0;
        for (int i = c->n - 1; i >= 0; i--) found += has_channel(c->results[i], c->patterns[k], error);
        if (found == 0) return GUD_ERR_INPUT;
    }
    return GUD_OK;
}

static gud_status summarise(comparison *c, int i, gud_error *error)
{
    gud_error lacks;
    const char *patterns[most_patterns];
    int n = 0;
    for (int k = 0; k < c->npattern; k++)
        if (has_channel(c->results[i], c->patterns[k], &lacks)) patterns[n++] = c->patterns[k];
    GUD_TRY(gud_scope_find(c->results[i], gud_args_value(c->args, "window"), gud_args_value(c->args, "over"), error,
                           &c->scopes[i]));
    return n > 0 ? gud_summary_make(c->results[i], &c->scopes[i].window, patterns, n, error, &c->summaries[i]) : GUD_OK;
}

static gud_status summarise_all(comparison *c, gud_error *error)
{
    GUD_TRY(check_patterns(c, error));
    for (int i = 0; i < c->n; i++) {
        (void)gud_progress_count(&c->progress, c->n + i, 2L * c->n);
        GUD_TRY(summarise(c, i, error));
    }
    return GUD_OK;
}

// the same component in result i, or NULL
static const gud_statistics *partner(const comparison *c, int i, const char *name)
{
    for (int k = 0; k < c->summaries[i].count; k++) {
        char other[700];
        gud_result_name(c->results[i], c->summaries[i].picks[k], other, sizeof other);
        if (strcmp(other, name) == 0) return &c->summaries[i].statistics[k];
    }
    return NULL;
}

// the name of a component, if result i is the first that has it
static bool first_name(const comparison *c, int i, int k, char name[700])
{
    gud_result_name(c->results[i], c->summaries[i].picks[k], name, 700);
    for (int earlier = 0; earlier < i; earlier++)
        if (partner(c, earlier, name)) return false;
    return true;
}

// one unit for all results, so that they can be compared
static gud_display shown_by(const comparison *c, int first, int k, const char *name)
{
    double typical = 0.0;
    for (int i = first; i < c->n; i++) {
        const gud_statistics *s = partner(c, i, name);
        if (s) typical = fmax(typical, gud_statistics_typical(s));
    }
    return gud_quantity_show(gud_result_channel(c->results[first], c->summaries[first].picks[k].channel)->unit,
                             typical);
}

static void print_component(const comparison *c, int first, int k, const char *name, gud_sheet *sheet)
{
    const gud_display shown = shown_by(c, first, k, name);
    double mean = 0.0; // of the first
    for (int i = first; i < c->n; i++) {
        const gud_statistics *s = partner(c, i, name);
        if (!s) continue;
        if (i == first) mean = s->mean;
        gud_sheet_text(sheet, i == first ? name : "");
        gud_sheet_text(sheet, i == first ? shown.unit : "");
        gud_sheet_text(sheet, c->args->words[i]);
        gud_sheet_number(sheet, shown.scale * s->mean);
        gud_sheet_number(sheet, shown.scale * s->min);
        gud_sheet_number(sheet, shown.scale * s->max);
        gud_sheet_number(sheet, shown.scale * s->std);
        gud_sheet_number(sheet, shown.scale * (s->mean - mean));
    }
}

// one line where all results are alike, else one for each that has any of the channels
static void print_scopes(const comparison *c)
{
    char first[GUD_SCOPE_TEXT] = "", own[GUD_SCOPE_TEXT];
    bool alike = true;
    for (int i = 0; i < c->n; i++) {
        if (c->summaries[i].count == 0) continue;
        gud_scope_text(&c->scopes[i], c->results[i], &c->summaries[i], own);
        if (!first[0]) memcpy(first, own, sizeof first);
        alike &= strcmp(own, first) == 0;
    }
    if (alike) (void)printf("%s\n", first);
    for (int i = 0; i < c->n && !alike; i++) {
        if (c->summaries[i].count == 0) continue;
        gud_scope_text(&c->scopes[i], c->results[i], &c->summaries[i], own);
        (void)printf("%s: %s\n", c->args->words[i], own);
    }
    (void)printf("\n");
}

static gud_status print_table(const comparison *c)
{
    static const gud_sheet_column columns[] = {{.title = "channel"}, {.title = "unit"},        {.title = "result"},
                                               {.title = "mean"},    {.title = "min"},         {.title = "max"},
                                               {.title = "std"},     {.title = "mean - first"}};
    gud_sheet sheet;
    char name[700];
    print_scopes(c);
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < c->summaries[i].count; k++)
            if (first_name(c, i, k, name)) print_component(c, i, k, name, &sheet);
    return gud_sheet_print(&sheet, stdout);
}

static void json_component(const comparison *c, int first, int k, const char *name, gud_json *json)
{
    const gud_result *result = c->results[first];
    const char *unit = gud_result_channel(result, c->summaries[first].picks[k].channel)->unit;
    gud_json_open(json, name, '{');
    for (int i = first; i < c->n; i++) {
        const gud_statistics *s = partner(c, i, name);
        if (s) gud_statistics_write(s, c->args->words[i], unit, json);
    }
    gud_json_close(json);
}

static int print_json(const comparison *c)
{
    gud_buffer text;
    gud_json json;
    char name[700];
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "window", '{');
    for (int i = 0; i < c->n; i++)
        if (c->summaries[i].count > 0)
            gud_scope_write(&c->scopes[i], c->results[i], &c->summaries[i], c->args->words[i], &json);
    gud_json_close(&json);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < c->summaries[i].count; k++)
            if (first_name(c, i, k, name)) json_component(c, i, k, name, &json);
    gud_json_close(&json);
    return gud_output_print(c->args, &text);
}

// out/campaign/KE -> KE
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

// results that lack what the figure shows are left out, and that is said
static gud_status draw(const comparison *c, const char *const *names, int nname, const char *path, gud_error *error)
{
    const char *labels[most_results], *kind = gud_args_value(c->args, "figure");
    const gud_result *results[most_results];
    gud_figure_cycle cycles[most_results];
    bool fits[most_results];
    gud_figure_request request = {.results = (const gud_result *const *)c->results,
                                  .nresult = c->n,
                                  .names = names,
                                  .nname = nname,
                                  .over = gud_args_value(c->args, "over"),
                                  .window = gud_args_value(c->args, "window"),
                                  .path = path};
    if (!kind) kind = "series";
    const bool any = gud_figure_fitting(kind, &request, fits) > 0;
    request.nresult = 0;
    for (int i = 0; i < c->n; i++) {
        if (any && !fits[i]) {
            if (!c->args->quiet)
                (void)fprintf(stderr, "gudgeon compare: %s is not in %s: it has no such channel\n", c->args->words[i],
                              path);
            continue;
        }
        gud_figure_cycle_find(c->results[i], &cycles[request.nresult]);
        results[request.nresult] = c->results[i];
        labels[request.nresult++] = short_name(c->args->words[i]);
    }
    request.results = results;
    request.labels = labels;
    gud_figure_frame(kind, cycles, &request);
    return gud_figure_draw(kind, &request, error);
}

static gud_status find_patterns(comparison *c, gud_error *error)
{
    const char *pattern;
    for (int at = 0; (pattern = gud_args_next(c->args, "channels", &at));) {
        if (c->npattern == most_patterns)
            return gud_fail(error, GUD_ERR_INPUT, "at most %d patterns of channels", most_patterns);
        c->patterns[c->npattern++] = pattern;
    }
    return GUD_OK;
}

static int compare(comparison *c)
{
    gud_error error;
    const char *path = gud_args_value(c->args, "output");
    const bool only_figure = gud_args_has(c->args, "figure"); // its names are no channels
    gud_progress_start(&c->progress, "compare", "results", c->args->quiet);
    gud_status st = open_all(c, &error);
    if (st == GUD_OK) st = find_patterns(c, &error);
    if (st == GUD_OK && only_figure && !path)
        st = gud_fail(&error, GUD_ERR_INPUT, "--figure needs a file: -o orbit.svg");
    if (!only_figure && c->npattern == 0) c->patterns[c->npattern++] = "bodies/*/acceleration.*";
    if (st == GUD_OK && !only_figure) st = summarise_all(c, &error);
    gud_progress_end(&c->progress);
    if (st == GUD_OK && path) st = draw(c, c->patterns, c->npattern, path, &error);
    if (st != GUD_OK) return gud_verb_fail(c->args, st, &error);
    if (only_figure) return gud_output_files(c->args, 1, &path);
    if (c->args->json) return print_json(c);
    st = print_table(c);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(c->args, st, &(gud_error){"out of memory"});
}

static int run(const gud_args *args)
{
    comparison *c = gud_alloc(1, sizeof *c);
    if (!c) return GUD_EXIT_FAILED;
    c->args = args;
    const int code = compare(c);
    for (int i = 0; i < c->n; i++) {
        gud_summary_free(&c->summaries[i]);
        gud_result_close(c->results[i]);
    }
    gud_free(c);
    return code;
}

static const gud_option options[] = {
    {.name = "channels",
     .argument = "PATTERN",
     .about = "channels to compare: 'joints/*/reaction_force.*'; results without such a channel are omitted",
     .repeatable = true},
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "a figure with all results on one axis",
     .offer = GUD_OFFER_FILE},
    {.name = "figure",
     .argument = "KIND",
     .about = "a figure of `gudgeon plot --list` instead of curves and table, with --channels as its names"},
    {.name = "window",
     .argument = "FROM:TO",
     .about = "records to use: in s, or in degrees over an angle; ':' selects all. Default: the last full cycle"},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "horizontal axis and coordinate that the window refers to; default: the one that the length of all runs "
              "is given in, or time"},
};

static const gud_example examples[] = {
    {"gudgeon compare fine coarse --channels bodies/slider/acceleration.x -o compare.svg",
     "two runs on one axis, and a table"},
    {"gudgeon compare GW KE --figure orbit --channels small-end -o orbits.svg", "orbits of two runs"},
};

const gud_verb gud_verb_compare = {
    .name = "compare",
    .synopsis = "RESULT...",
    .about = "compare the same channels of several results in a table and a figure",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 2,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
