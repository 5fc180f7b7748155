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

static int summarise(const gud_args *args, const gud_result *result)
{
    gud_error error;
    gud_window window;
    gud_summary summary;
    gud_status st =
        gud_window_parse(result, gud_args_value(args, "window"), gud_args_value(args, "over"), &error, &window);
    if (st == GUD_OK)
        st = args->nword > 1 ? gud_summary_make(result, &window, args->words + 1, args->nword - 1, &error, &summary)
                             : gud_summary_usual(result, &window, &error, &summary);
    if (st != GUD_OK) return gud_verb_fail(args->verb, st, &error);
    int code = GUD_EXIT_FINE;
    if (args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_summary_write(&text, result, &summary);
        code = gud_output_print(args, &text);
    } else {
        const gud_meta *meta = gud_result_meta(result);
        const gud_entry *remarks = gud_entry_find(meta->counters, meta->ncounter, "remarks");
        if (remarks && remarks->text) tell_remarks(args, remarks->text);
        gud_summary_print(&summary, result, stdout);
    }
    gud_summary_free(&summary);
    return code;
}

static int run(const gud_args *args)
{
    gud_result *result = NULL;
    gud_error error;
    const gud_status st = gud_reading_open(args, args->words[0], &error, &result);
    if (st != GUD_OK) return gud_verb_fail(args->verb, st, &error);
    const int code = gud_args_has(args, "turns") ? gud_turns_report(args, result) : summarise(args, result);
    gud_result_close(result);
    return code;
}

static const gud_option options[] = {
    {.name = "window", .argument = "FROM:TO", .about = "records to look at: in s, or in degrees over an angle"},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "what the window is counted on; when absent what the run's length was given in"},
    {.name = "turns",
     .about = "statistics of every turn, and how far each is from the one before: is the motion periodic?"},
    {.name = "period", .argument = "DEG", .about = "with --turns: length of a turn in degrees, 360 when absent"},
};

static const gud_example examples[] = {
    {"gudgeon summary out", "the usual channels of a result"},
    {"gudgeon summary out --window 360:720", "of the second turn of the crank"},
    {"gudgeon summary out 'joints/*/film_min' --turns", "turn by turn: has the motion become periodic?"},
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
