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

static gud_status answer_make(const gud_args *args, const gud_result *result, gud_error *error, gud_answer *a)
{
    GUD_TRY(gud_scope_find(result, gud_args_value(args, "window"), gud_args_value(args, "over"), error, &a->scope));
    return gud_answer_make(result, args->words + 1, args->nword - 1, error, a);
}

// one row for each bearing; channels where they are asked for, or where there is no bearing
static void answer_print(const gud_args *args, const gud_result *result, const gud_answer *a)
{
    const gud_summary *s = &a->summary;
    const bool channels = args->nword > 1 || gud_args_has(args, "all") || a->bearings.count == 0;
    char scope[GUD_SCOPE_TEXT];
    gud_scope_text(&a->scope, result, s, scope);
    (void)printf("%s\n\n", scope);
    if (args->nword == 1 && a->bearings.count > 0) (void)gud_bearings_print(&a->bearings, stdout);
    if (channels && args->nword == 1 && a->bearings.count > 0) (void)fputc('\n', stdout);
    if (channels) gud_summary_print(s, result, stdout);
    if (args->nword == 1) gud_missed_peaks_print(result, stdout);
}

static int answer_show(const gud_args *args, const gud_result *result, const gud_answer *a)
{
    if (args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_summary_write(&text, result, a);
        return gud_output_print(args, &text);
    }
    const gud_entry *remarks = gud_result_counter(result, "remarks");
    if (remarks && remarks->text) tell_remarks(args, remarks->text);
    answer_print(args, result, a);
    return GUD_EXIT_FINE;
}

static int summarise(const gud_args *args, const gud_result *result)
{
    gud_error error;
    gud_answer a = {0};
    const gud_status st = answer_make(args, result, &error, &a);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = answer_show(args, result, &a);
    gud_answer_free(&a);
    return code;
}

static int run(const gud_args *args)
{
    gud_result *result = NULL;
    gud_error error;
    const gud_status st = gud_reading_open(args, args->words[0], &error, &result);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = gud_args_has(args, "impacts") ? gud_impacts_report(args, result)
                     : gud_args_has(args, "turns") ? gud_turns_report(args, result)
                                                   : summarise(args, result);
    gud_result_close(result);
    return code;
}

static const gud_option options[] = {
    {.name = "window",
     .argument = "FROM:TO",
     .about = "records to use: in s, or in degrees over an angle; ':' selects all. Default: the last full cycle"},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "coordinate that the window refers to; default: the one that the length of the run is given in"},
    {.name = "all", .about = "also print the usual channels of joints, drives, bodies and energy"},
    {.name = "impacts",
     .about = "the contact log: start, approach speed, largest force and depth, duration, restitution"},
    {.name = "turns",
     .about = "statistics of every turn and its difference from the previous one: is the motion periodic?"},
    {.name = "period", .argument = "DEG", .about = "with --turns: length of a turn in degrees; default: 360"},
};

static const gud_example examples[] = {
    {"gudgeon summary out", "the bearings, worst first, over the last full cycle"},
    {"gudgeon summary out --all --window :", "the bearings and the usual channels, over all records"},
    {"gudgeon summary out --window 360:720", "the second turn of the crank"},
    {"gudgeon summary out --impacts", "every contact of dry joints, with its largest force, also between records"},
    {"gudgeon summary out 'joints/*/film_min' --turns", "turn by turn: has the motion become periodic?"},
    {"gudgeon summary out 'joints/*/reaction_force.*' --json", "chosen channels, for a script"},
};

const gud_verb gud_verb_summary = {
    .name = "summary",
    .synopsis = "RESULT [CHANNELS...]",
    .about = "print one row per bearing, worst first; mean, extremes and scatter of channels",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
