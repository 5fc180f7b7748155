// gudgeon export RESULT
#include "cli/output.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "out/csv.h"
#include "out/vtk.h"
#include "serve/saved.h"

#include <stdio.h>
#include <stdlib.h>

// one kind of file after the other, each with its own line of progress
static gud_status write_files(const gud_args *args, const gud_result *result, long stride, gud_error *error)
{
    const char *csv = gud_args_value(args, "csv"), *vtk = gud_args_value(args, "vtk");
    gud_progress progress;
    const gud_watch watch = {gud_progress_watch, &progress};
    gud_status st = GUD_OK;
    gud_progress_start(&progress, csv ? csv : "", "records", args->quiet);
    if (csv) st = gud_csv_export(result, args->words + 1, args->nword - 1, csv, &watch, error);
    gud_progress_end(&progress);
    gud_progress_start(&progress, vtk ? vtk : "", "parts", args->quiet);
    if (vtk && st == GUD_OK) st = gud_vtk_export(result, vtk, stride, &watch, error);
    gud_progress_end(&progress);
    return st;
}

static gud_status export(const gud_args *args, const gud_result *result, gud_error *error)
{
    const char *csv = gud_args_value(args, "csv"), *vtk = gud_args_value(args, "vtk");
    const char *every = gud_args_value(args, "every");
    char *end = NULL;
    const long stride = every ? strtol(every, &end, 10) : 1;
    const char *html = gud_args_value(args, "html");
    char page[GUD_PATH_SIZE];
    if (!csv && !vtk && !html) return gud_fail(error, GUD_ERR_INPUT, "give --csv FILE, --vtk FOLDER or --html FILE");
    if (stride < 1 || (end && *end))
        return gud_fail(error, GUD_ERR_INPUT, "--every '%s' is not a number of 1 or more", every);
    GUD_TRY(gud_output_check(args, csv, error));
    GUD_TRY(write_files(args, result, stride, error));
    if (!html) return GUD_OK;
    GUD_TRY(gud_page_find(args, error, page));
    return gud_result_save_html(args->words[0], page, html, error);
}

static int run(const gud_args *args)
{
    gud_result *result = NULL;
    gud_error error;
    gud_status st = gud_reading_open(args, args->words[0], &error, &result);
    if (st == GUD_OK) st = export(args, result, &error);
    gud_result_close(result);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const char *const written[] = {gud_args_value(args, "csv"), gud_args_value(args, "vtk"),
                                   gud_args_value(args, "html")};
    return gud_output_files(args, GUD_COUNT(written), written);
}

static const gud_option options[] = {
    {.name = "csv", .argument = "FILE", .about = "curves for spreadsheets", .offer = GUD_OFFER_FILE},
    {.name = "vtk", .argument = "FOLDER", .about = "the moving mechanism for ParaView", .offer = GUD_OFFER_FOLDER},
    {.name = "html",
     .argument = "FILE",
     .about = "one HTML file that shows mechanism, films and curves in a browser",
     .offer = GUD_OFFER_FILE},
    GUD_OPTION_PAGE,
    {.name = "every", .argument = "N", .about = "with --vtk: only every N-th record"},
};

static const gud_example examples[] = {
    {"gudgeon export out --csv out.csv", "all channels"},
    {"gudgeon export out 'bodies/slider/*' --csv slider.csv", "those of one body"},
    {"gudgeon export out --html out.html", "mechanism, films and curves in one file, for a paper or a customer"},
    {"gudgeon export out --vtk frames", "open frames/mechanism.pvd in ParaView"},
};

const gud_verb gud_verb_export = {
    .name = "export",
    .synopsis = "RESULT [CHANNELS...]",
    .about = "write a result as CSV for spreadsheets, VTK for ParaView or HTML for a browser",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = -1,
    .offer = GUD_OFFER_RESULT,
    .run = run,
};
