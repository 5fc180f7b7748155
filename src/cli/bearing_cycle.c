#include "cli/bearing_cycle.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/picture.h"
#include "cli/present.h"
#include "cli/progress.h"
#include "component/bearing.h"
#include "component/json.h"
#include "out/claim.h"
#include "out/csv.h"
#include "out/private.h"

#include <stdio.h>

static gud_status run(const gud_args *args, gud_bearing_sheet *c, const char *folder, gud_error *error)
{
    gud_progress progress;
    gud_progress_start(&progress, args->words[0], "rad", args->quiet);
    const gud_simulate_options options = {.folder = folder, .progress = gud_progress_step, .user = &progress};
    const gud_status st = gud_bearing_cycle_run(c, &options, error);
    gud_progress_end(&progress);
    return st;
}

static void remark(const gud_args *args, const gud_bearing_sheet *c)
{
    const char *text = c->report.remarks, *line;
    int length;
    while (gud_line_next(&text, &line, &length)) gud_remark(args, "%.*s", length, line);
}

static int print_json(const gud_args *args, const gud_bearing_sheet *c)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_component_json(c, &text);
    return gud_output_print(args, &text);
}

static gud_status show(const gud_args *args, gud_bearing_sheet *c, const char *folder, gud_error *error)
{
    const char *format = gud_args_value(args, "format"), *title = c->file.input->title;
    static const char *const kinds[] = {"orbit", "film", "losses", "load", "map", NULL};
    const gud_presentation presentation = {.figures = gud_args_has(args, "output") ? kinds : NULL,
                                           .format = format ? format : gud_picture_formats[0]};
    if (!args->json && !args->quiet && title[0]) (void)printf("%s\n", title);
    remark(args, c);
    const char *csv = gud_args_value(args, "csv");
    static const char *const curves[] = {"coordinates/crank.angle", "joints/bearing/*"};
    if (csv) GUD_TRY(gud_csv_export(c->result, curves, GUD_COUNT(curves), csv, NULL, error));
    return gud_result_present(args, folder, &presentation, error);
}

static int work(const gud_args *args, gud_bearing_sheet *c, const char *folder)
{
    gud_error error;
    gud_status st = run(args, c, folder, &error);
    if (st == GUD_OK) st = show(args, c, folder, &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    return args->json ? print_json(args, c) : GUD_EXIT_FINE;
}

// in a folder that goes when the answer is out; signals end the run, not the program
static int work_unseen(const gud_args *args, gud_bearing_sheet *c)
{
    gud_private folder;
    gud_error error;
    const gud_status st = gud_private_open(&folder, &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    gud_signals_release(&folder.signals);
    const int code = work(args, c, folder.path);
    gud_signals_hold(&folder.signals);
    gud_private_close(&folder);
    return code;
}

int gud_bearing_simulate(const gud_args *args, void *sheet)
{
    const char *folder = gud_args_value(args, "output");
    gud_error error;
    gud_claim claim;
    gud_interrupt_watch();
    if (!folder) return work_unseen(args, sheet);
    const gud_status st = gud_claim_take(&claim, folder, false, &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = work(args, sheet, folder);
    gud_claim_release(&claim);
    return code;
}
