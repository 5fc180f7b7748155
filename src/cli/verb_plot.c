// gudgeon plot RESULT FIGURE
#include "base/json.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "out/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_pictures = 10000, path_size = 4200 };

static int list_json(const gud_args *args)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "figures", '{');
    for (int i = 0; gud_figure_kinds[i]; i++)
        gud_json_text(&json, gud_figure_kinds[i]->name, gud_figure_kinds[i]->about);
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

static int list_figures(const gud_args *args)
{
    if (args->json) return list_json(args);
    for (int i = 0; gud_figure_kinds[i]; i++)
        (void)printf("%-14s %s\n", gud_figure_kinds[i]->name, gud_figure_kinds[i]->about);
    return GUD_EXIT_FINE;
}

static gud_status draw(const gud_args *args, const gud_result *result, char path[path_size], gud_error *error)
{
    const char *given = gud_args_value(args, "output");
    if (given)
        (void)snprintf(path, path_size, "%s", given);
    else
        (void)snprintf(path, path_size, "%s.svg", args->words[1]);
    const char *number = gud_args_value(args, "count");
    char *end = NULL;
    const long count = number ? strtol(number, &end, 10) : 0;
    if (number && (*end != '\0' || count < 1 || count > most_pictures))
        return gud_fail(error, GUD_ERR_INPUT, "--count %s is not a number from 1 to %d", number, most_pictures);
    gud_figure_cycle cycle;
    gud_progress progress;
    gud_figure_request request = {.results = &result,
                                  .nresult = 1,
                                  .names = args->words + 2,
                                  .nname = args->nword - 2,
                                  .over = gud_args_value(args, "over"),
                                  .window = gud_args_value(args, "window"),
                                  .at = gud_args_value(args, "at"),
                                  .view = gud_args_value(args, "view"),
                                  .count = (int)count,
                                  .title = gud_args_value(args, "title"),
                                  .path = path};
    gud_figure_cycle_find(result, &cycle);
    gud_figure_frame(args->words[1], &cycle, &request);
    gud_progress_start(&progress, path, "figures", args->quiet);
    (void)gud_progress_count(&progress, 0, 1);
    const gud_status st = gud_figure_draw(args->words[1], &request, error);
    gud_progress_end(&progress);
    GUD_TRY(st);
    gud_remark(args, "%s", path);
    return GUD_OK;
}

static int run(const gud_args *args)
{
    gud_error error;
    if (gud_args_has(args, "list")) return list_figures(args);
    if (args->nword < 2) {
        gud_error_write(&error, "give a result and a figure; 'gudgeon plot --list' shows the figures");
        return gud_verb_fail(args, GUD_ERR_INPUT, &error);
    }
    gud_result *result = NULL;
    gud_status st = gud_reading_open(args, args->words[0], &error, &result);
    char path[path_size];
    if (st == GUD_OK) st = draw(args, result, path, &error);
    gud_result_close(result);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const char *const written[] = {path};
    return gud_output_files(args, 1, written);
}

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .about = "file.svg, .png or .pdf; the gnuplot script is kept next to it",
     .offer = GUD_OFFER_FILE},
    {.name = "over",
     .argument = "CHANNEL",
     .about = "horizontal axis, such as coordinates/crank.angle or time; default: the coordinate of simulate.until"},
    {.name = "window",
     .argument = "FROM:TO",
     .about = "records to draw: in s, or in degrees over an angle; ':' draws all. Default: the last of several full "
              "cycles, without the start-up; energies, paths, impacts and sections always show the whole run"},
    {.name = "at", .argument = "VALUE", .about = "snapshot of a map: a time in s, or degrees with --over an angle"},
    {.name = "view",
     .argument = "VIEW",
     .about = "direction of view of strobe and trajectory: xy, xz, yz, or isometric with y or z upwards: y-up (default "
              "in space), z-up",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_figure_views},
    {.name = "count", .argument = "N", .about = "number of instants of strobe; default: 24"},
    {.name = "title", .argument = "TEXT", .about = "title of the figure"},
    {.name = "list", .about = "list the figures"},
};

static const gud_example examples[] = {
    {"gudgeon plot --list", "list the figures that can be drawn"},
    {"gudgeon plot out acceleration slider -o slider.svg", "acceleration of the slider"},
    {"gudgeon plot out reaction big-end --over coordinates/crank.angle -o big-end.png",
     "a reaction against the crank angle"},
    {"gudgeon plot out strobe --count 40 --window 0:1 -o strobe.svg", "bodies at 40 instants of the first second"},
    {"gudgeon plot out map small-end --at 900 --over coordinates/crank.angle -o map.png",
     "pressure and film fraction of a joint at a crank angle"},
};

const gud_verb gud_verb_plot = {
    .name = "plot",
    .synopsis = "RESULT FIGURE [NAMES...]",
    .about = "draw a figure of a result as SVG, PNG or PDF",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 0,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .second = gud_figure_names,
    .run = run,
};
