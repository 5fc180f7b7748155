// gudgeon compare RESULT...
#include "base/alloc.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/reading.h"
#include "cli/sheet.h"
#include "out/figure.h"
#include "out/summary.h"

#include <stdio.h>
#include <string.h>

enum { most_results = 64 };

typedef struct {
    const gud_args *args;
    gud_result *results[most_results];
    gud_summary summaries[most_results];
    int n, nsummary;
} comparison;

static gud_status open_all(comparison *c, gud_error *error)
{
    if (c->args->nword > most_results) return gud_fail(error, GUD_ERR_INPUT, "at most %d results", most_results);
    for (int i = 0; i < c->args->nword; i++) {
        GUD_TRY(gud_reading_open(c->args, c->args->words[i], error, &c->results[i]));
        c->n++;
    }
    return GUD_OK;
}

static gud_status summarise_all(comparison *c, const char *pattern, gud_error *error)
{
    for (int i = 0; i < c->n; i++) {
        gud_window window;
        GUD_TRY(gud_window_parse(c->results[i], gud_args_value(c->args, "window"), gud_args_value(c->args, "over"),
                                 error, &window));
        GUD_TRY(gud_summary_make(c->results[i], &window, &pattern, 1, error, &c->summaries[i]));
        c->nsummary++;
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

static void print_table(const comparison *c)
{
    static const gud_sheet_column columns[] = {{.title = "channel"}, {.title = "unit"},        {.title = "result"},
                                               {.title = "mean"},    {.title = "min"},         {.title = "max"},
                                               {.title = "std"},     {.title = "mean - first"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    const gud_statistics *first = c->summaries[0].statistics;
    for (int k = 0; first && k < c->summaries[0].count; k++) {
        char name[700];
        const gud_pick pick = c->summaries[0].picks[k];
        const char *unit = gud_result_channel(c->results[0], pick.channel)->unit;
        gud_result_name(c->results[0], pick, name, sizeof name);
        for (int i = 0; i < c->n; i++) {
            const gud_statistics *s = partner(c, i, name);
            if (!s) continue;
            gud_sheet_text(&sheet, i == 0 ? name : "");
            gud_sheet_text(&sheet, i == 0 ? unit : "");
            gud_sheet_text(&sheet, c->args->words[i]);
            gud_sheet_number(&sheet, s->mean);
            gud_sheet_number(&sheet, s->min);
            gud_sheet_number(&sheet, s->max);
            gud_sheet_number(&sheet, s->std);
            gud_sheet_number(&sheet, s->mean - first[k].mean);
        }
    }
    (void)gud_sheet_print(&sheet, stdout);
}

static int print_json(const comparison *c)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    for (int k = 0; k < c->summaries[0].count; k++) {
        char name[700];
        gud_result_name(c->results[0], c->summaries[0].picks[k], name, sizeof name);
        gud_json_open(&json, name, '{');
        for (int i = 0; i < c->n; i++) {
            const gud_statistics *s = partner(c, i, name);
            if (!s) continue;
            gud_json_open(&json, c->args->words[i], '{');
            gud_json_number(&json, "mean", s->mean);
            gud_json_number(&json, "min", s->min);
            gud_json_number(&json, "max", s->max);
            gud_json_number(&json, "std", s->std);
            gud_json_close(&json);
        }
        gud_json_close(&json);
    }
    gud_json_close(&json);
    return gud_output_print(c->args, &text);
}

// out/campaign/KE -> KE
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static gud_status draw(const comparison *c, const char *pattern, const char *path, gud_error *error)
{
    const char *names[most_results];
    for (int i = 0; i < c->n; i++) names[i] = short_name(c->args->words[i]);
    const gud_figure_request request = {.results = (const gud_result *const *)c->results,
                                        .nresult = c->n,
                                        .labels = names,
                                        .names = &pattern,
                                        .nname = pattern ? 1 : 0,
                                        .over = gud_args_value(c->args, "over"),
                                        .window = gud_args_value(c->args, "window"),
                                        .path = path};
    const char *kind = gud_args_value(c->args, "figure");
    return gud_figure_draw(kind ? kind : "series", &request, error);
}

static int compare(comparison *c)
{
    gud_error error;
    const char *channels = gud_args_value(c->args, "channels"), *path = gud_args_value(c->args, "output");
    const char *pattern = channels ? channels : "bodies/*/acceleration.*";
    const bool only_figure = gud_args_has(c->args, "figure"); // its names are no channels
    gud_status st = open_all(c, &error);
    if (st == GUD_OK && only_figure && !path)
        st = gud_fail(&error, GUD_ERR_INPUT, "--figure needs a file: -o orbit.svg");
    if (st == GUD_OK && !only_figure) st = summarise_all(c, pattern, &error);
    if (st == GUD_OK && path) st = draw(c, only_figure ? channels : pattern, path, &error);
    if (st != GUD_OK) return gud_verb_fail(c->args->verb, st, &error);
    if (only_figure) return GUD_EXIT_FINE;
    if (c->args->json) return print_json(c);
    print_table(c);
    return GUD_EXIT_FINE;
}

static int run(const gud_args *args)
{
    comparison *c = gud_alloc(1, sizeof *c);
    if (!c) return GUD_EXIT_FAILED;
    c->args = args;
    const int code = compare(c);
    for (int i = 0; i < c->nsummary; i++) gud_summary_free(&c->summaries[i]);
    for (int i = 0; i < c->n; i++) gud_result_close(c->results[i]);
    gud_free(c);
    return code;
}

static const gud_option options[] = {
    {.name = "channels", .argument = "PATTERN", .about = "what is compared: 'joints/*/reaction_force.*'"},
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "a figure with all results on one axis",
     .offer = GUD_OFFER_FILE},
    {.name = "figure",
     .argument = "KIND",
     .about = "a figure of `gudgeon plot --list` instead of curves and table; --channels are its names then"},
    {.name = "window", .argument = "FROM:TO", .about = "records to look at: in s, or in degrees over an angle"},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "abscissa, and what the window is counted on: coordinates/crank.angle"},
};

static const gud_example examples[] = {
    {"gudgeon compare fine coarse --channels bodies/slider/acceleration.x -o compare.svg",
     "two runs on one axis, and a table"},
    {"gudgeon compare GW KE --figure orbit --channels small-end -o orbits.svg", "orbits of two runs"},
};

const gud_verb gud_verb_compare = {
    .name = "compare",
    .synopsis = "RESULT...",
    .about = "the same channels of several results: one table, one figure",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 2,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
