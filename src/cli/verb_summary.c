// gudgeon summary RESULT
#include "base/json.h"
#include "cli/output.h"
#include "out/summary.h"

#include <stdio.h>
#include <string.h>

// what a summary shows when no pattern is given
static const char *const usual[] = {"joints/*/reaction_force.*", "drives/*/torque", "drives/*/force", "drives/*/power",
                                    "bodies/*/acceleration.*",   "energy/*",        "*violation"};

// patterns that match nothing are refused by the library; of the usual ones, take those that match
static gud_status make_usual(const gud_result *result, const gud_window *window, gud_error *error, gud_summary *out)
{
    const char *found[GUD_COUNT(usual)];
    int n = 0;
    for (int i = 0; i < GUD_COUNT(usual); i++) {
        gud_summary one;
        if (gud_summary_make(result, window, &usual[i], 1, error, &one) != GUD_OK) continue;
        gud_summary_free(&one);
        found[n++] = usual[i];
    }
    return gud_summary_make(result, window, found, n, error, out);
}

static void write_statistics(gud_json *json, const char *key, const gud_statistics *s)
{
    gud_json_open(json, key, '{');
    gud_json_number(json, "mean", s->mean);
    gud_json_number(json, "min", s->min);
    gud_json_number(json, "max", s->max);
    gud_json_number(json, "std", s->std);
    gud_json_close(json);
}

// "joints/small-end/reaction_force.x" opens "joints", "small-end" and writes "reaction_force.x"; groups stay open as
// long as names share them, which they do because channels of one entity stand together
static void write_picks(gud_json *json, const gud_result *result, const gud_summary *summary)
{
    char open[3][300] = {"", "", ""};
    int depth = 0;
    for (int i = 0; i < summary->count; i++) {
        char name[700], *part[3] = {name, NULL, NULL};
        int npart = 1;
        gud_result_name(result, summary->picks[i], name, sizeof name);
        for (char *c = name; *c && npart < 3; c++)
            if (*c == '/') {
                *c = '\0';
                part[npart++] = c + 1;
            }
        int same = 0;
        while (same < depth && same < npart - 1 && strcmp(open[same], part[same]) == 0) same++;
        for (; depth > same; depth--) gud_json_close(json);
        for (; depth < npart - 1; depth++) {
            gud_json_open(json, part[depth], '{');
            (void)snprintf(open[depth], sizeof open[depth], "%s", part[depth]);
        }
        write_statistics(json, part[npart - 1], &summary->statistics[i]);
    }
    for (; depth > 0; depth--) gud_json_close(json);
}

static int print_json(const gud_args *args, const gud_result *result, const gud_summary *summary)
{
    const gud_meta *meta = gud_result_meta(result);
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", meta->title);
    gud_json_open(&json, "window", '{');
    gud_json_number(&json, "start", summary->start);
    gud_json_number(&json, "end", summary->end);
    gud_json_integer(&json, "records", summary->nrecord);
    gud_json_close(&json);
    write_picks(&json, result, summary);
    gud_json_open(&json, "run", '{');
    for (int i = 0; i < meta->ncounter; i++)
        if (!meta->counters[i].text) gud_json_number(&json, meta->counters[i].key, meta->counters[i].number);
    gud_json_switch(&json, "ended", gud_result_ended(result));
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static int summarise(const gud_args *args, const gud_result *result)
{
    gud_error error;
    gud_window window;
    gud_summary summary;
    gud_status st =
        gud_window_parse(result, gud_args_value(args, "window"), gud_args_value(args, "over"), &error, &window);
    if (st == GUD_OK)
        st = args->nword > 1 ? gud_summary_make(result, &window, args->words + 1, args->nword - 1, &error, &summary)
                             : make_usual(result, &window, &error, &summary);
    if (st != GUD_OK) return gud_verb_fail(args->verb, st, &error);
    int code = GUD_EXIT_FINE;
    if (args->json) {
        code = print_json(args, result, &summary);
    } else {
        if (!gud_result_ended(result)) gud_remark(args, "the run has not ended: this is what there is so far");
        gud_summary_print(&summary, result, stdout);
    }
    gud_summary_free(&summary);
    return code;
}

static int run(const gud_args *args)
{
    gud_result *result = NULL;
    gud_error error;
    const gud_status st = gud_result_open(args->words[0], &error, &result);
    if (st != GUD_OK) return gud_verb_fail(args->verb, st, &error);
    const int code = summarise(args, result);
    gud_result_close(result);
    return code;
}

static const gud_option options[] = {
    {.name = "window", .argument = "FROM:TO", .about = "records to look at: in s, or in degrees over an angle"},
    {.name = "over", .argument = "CHANNEL", .about = "what the window is counted on: coordinates/crank.angle"},
};

static const gud_example examples[] = {
    {"gudgeon summary out", "the usual channels of a result"},
    {"gudgeon summary out --window 360:720 --over coordinates/crank.angle", "of the second turn"},
    {"gudgeon summary out 'joints/*/reaction_force.*' --json", "chosen channels, for a script"},
};

const gud_verb gud_verb_summary = {
    .name = "summary",
    .synopsis = "RESULT [CHANNELS...]",
    .about = "mean, extremes and scatter of a result's channels",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
