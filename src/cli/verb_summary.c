// gudgeon summary RESULT
#include "cli/output.h"
#include "cli/reading.h"
#include "cli/summary.h"

#include <stdio.h>

// what the run remarked, line by line
static void tell_remarks(const gud_args *args, const char *text)
{
    const char *line;
    int length;
    while (gud_line_next(&text, &line, &length)) gud_remark(args, "%.*s", length, line);
}

typedef struct {
    gud_scope scope;
    gud_bearings bearings;
    gud_summary summary;
} answer;

static gud_status answer_make(const gud_args *args, const gud_result *result, gud_error *error, answer *a)
{
    const char *given = gud_args_value(args, "window"), *all = args->nword > 1 ? ":" : NULL; // channels: all records
    GUD_TRY(gud_scope_find(result, given ? given : all, gud_args_value(args, "over"), error, &a->scope));
    GUD_TRY(gud_bearings_make(result, &a->scope.window, error, &a->bearings));
    const gud_status st = args->nword > 1 ? gud_summary_make(result, &a->scope.window, args->words + 1, args->nword - 1,
                                                             error, &a->summary)
                                          : gud_summary_usual(result, &a->scope.window, error, &a->summary);
    if (st != GUD_OK) gud_bearings_free(&a->bearings);
    return st;
}

// one row for each bearing; channels where they are asked for, or where there is no bearing
static void answer_print(const gud_args *args, const gud_result *result, const answer *a)
{
    const gud_summary *s = &a->summary;
    const bool channels = args->nword > 1 || gud_args_has(args, "all") || a->bearings.count == 0;
    gud_scope_print(&a->scope, result, s->nrecord, s->start, s->end, stdout);
    (void)fputc('\n', stdout);
    if (args->nword == 1 && a->bearings.count > 0) (void)gud_bearings_print(&a->bearings, stdout);
    if (channels && args->nword == 1 && a->bearings.count > 0) (void)fputc('\n', stdout);
    if (channels) gud_summary_print(s, result, stdout);
    if (args->nword == 1) gud_missed_peaks_print(result, stdout);
}

static int answer_show(const gud_args *args, const gud_result *result, const answer *a)
{
    if (args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_summary_write(&text, result, &a->scope, &a->bearings, &a->summary);
        return gud_output_print(args, &text);
    }
    const gud_meta *meta = gud_result_meta(result);
    const gud_entry *remarks = gud_entry_find(meta->counters, meta->ncounter, "remarks");
    if (remarks && remarks->text) tell_remarks(args, remarks->text);
    answer_print(args, result, a);
    return GUD_EXIT_FINE;
}

static int summarise(const gud_args *args, const gud_result *result)
{
    gud_error error;
    answer a;
    const gud_status st = answer_make(args, result, &error, &a);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = answer_show(args, result, &a);
    gud_bearings_free(&a.bearings);
    gud_summary_free(&a.summary);
    return code;
}

static int run(const gud_args *args)
{
    gud_result *result = NULL;
    gud_error error;
    const gud_status st = gud_reading_open(args, args->words[0], &error, &result);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = gud_args_has(args, "turns") ? gud_turns_report(args, result) : summarise(args, result);
    gud_result_close(result);
    return code;
}

static const gud_option options[] = {
    {.name = "window",
     .argument = "FROM:TO",
     .about = "records to use: in s, or in degrees over an angle; ':' is all. When absent the last full cycle, "
              "or all if CHANNELS are named"},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "what the window is counted on; when absent what the run's length was given in"},
    {.name = "all", .about = "the usual channels of joints, drives, bodies and energy below the bearings"},
    {.name = "turns",
     .about = "statistics of every turn, and how far each is from the one before: is the motion periodic?"},
    {.name = "period", .argument = "DEG", .about = "with --turns: length of a turn in degrees, 360 when absent"},
};

static const gud_example examples[] = {
    {"gudgeon summary out", "the bearings, worst first, over the last full cycle"},
    {"gudgeon summary out --all --window :", "the usual channels, too, over all records"},
    {"gudgeon summary out --window 360:720", "of the second turn of the crank"},
    {"gudgeon summary out 'joints/*/film_min' --turns", "turn by turn: has the motion become periodic?"},
    {"gudgeon summary out 'joints/*/reaction_force.*' --json", "chosen channels, for a script"},
};

const gud_verb gud_verb_summary = {
    .name = "summary",
    .synopsis = "RESULT [CHANNELS...]",
    .about = "the bearings of a result, worst first; mean, extremes and scatter of its channels",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
