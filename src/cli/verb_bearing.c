// gudgeon bearing FILE
#include "cli/bearing.h"
#include "cli/comparison.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/source.h"
#include "out/draft.h"

#include <stdio.h>
#include <string.h>

// ---- the folder of -o

static gud_status write_folder(const gud_args *args, gud_bearing_case *c, const gud_bearing_study *study,
                               const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_bearing_map map;
    const char *format = gud_args_value(args, "format");
    GUD_TRY(gud_folder_create(folder, error));
    GUD_TRY(gud_bearing_map_make(c, study, error, &map));
    GUD_TRY(gud_path_join(path, folder, "bearing.csv", error));
    GUD_TRY(gud_bearing_csv(c, study, path, error));
    GUD_TRY(gud_path_join(path, folder, "bearing.vts", error));
    GUD_TRY(gud_bearing_map_vtk(c, &map, path, error));
    if (format && strcmp(format, "svg") != 0) GUD_TRY(gud_bearing_draw(c, study, &map, folder, format, error));
    GUD_TRY(gud_bearing_draw(c, study, &map, folder, "svg", error));
    GUD_TRY(gud_bearing_html(c, study, folder, error));
    gud_remark(args, "%s/bearing.html", folder);
    return GUD_OK;
}

static int print_json(const gud_args *args, const gud_bearing_case *c, const gud_bearing_study *study)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_bearing_json(c, study, &json);
    return gud_output_print(args, &text);
}

// ---- the verb

static int present(const gud_args *args, gud_bearing_case *c)
{
    const char *csv = gud_args_value(args, "csv"), *folder = gud_args_value(args, "output");
    gud_error error = {"out of memory"};
    gud_bearing_study study;
    gud_status st = gud_bearing_study_make(c, &study, &error);
    for (int i = 0; st == GUD_OK && i < study.nwarning; i++) gud_remark(args, "%s", study.warning[i].text);
    if (st == GUD_OK && csv) st = gud_bearing_csv(c, &study, csv, &error);
    if (st == GUD_OK && folder) st = write_folder(args, c, &study, folder, &error);
    if (st == GUD_OK && args->json) return print_json(args, c, &study);
    if (st == GUD_OK) st = gud_bearing_print(c, &study);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args->verb, st, &error);
}

static int run(const gud_args *args)
{
    gud_source source;
    gud_bearing_case *c = NULL;
    int code = gud_source_open(args, &gud_component_bearing, &source);
    if (code != GUD_EXIT_FINE) return code;
    const gud_status st = gud_bearing_case_make(source.input, &source.diag, &c);
    code = st == GUD_OK ? present(args, c) : gud_diag_fail(&source.diag, st);
    gud_bearing_case_free(c);
    gud_source_close(&source);
    return code;
}

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "DIR",
     .about = "folder for the data sheet, figures with their scripts, CSV and VTK",
     .offer = GUD_OFFER_FOLDER},
    GUD_OPTION_SET,
    {.name = "csv",
     .argument = "FILE",
     .about = "all numbers of the point, or of the sweep, for a spreadsheet",
     .offer = GUD_OFFER_FILE},
    {.name = "format",
     .argument = "FORMAT",
     .about = "figures also as png or pdf; svg always",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_formats},
};

static const gud_example examples[] = {
    {"gudgeon bearing mixed.yaml -o out", "numbers, and the data sheet out/bearing.html with figures and fields"},
    {"gudgeon bearing raimondi.yaml --json", "one point, for a script"},
    {"gudgeon bearing mixed.yaml --set 'operate.speed=600 rpm'", "the same at another speed"},
    {"gudgeon bearing mixed.yaml --csv stribeck.csv", "the sweep, for a spreadsheet"},
    {"gudgeon list --for bearing", "all keys of the file"},
};

const gud_verb gud_verb_bearing = {
    .name = "bearing",
    .synopsis = "FILE",
    .about = "data sheet of a journal bearing: equilibrium, film, friction, flow, stiffness and damping",
    .details =
        "The file describes the bearing, its oil, speed and load (or a position of the journal), and, if wanted, "
        "rough surfaces and a sweep of speed or load.\n\nA steady film needs a supply: a groove, holes, or ends "
        "above the cavity pressure. A bearing without one starves, and the command says so.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
