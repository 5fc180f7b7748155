// gudgeon bearing FILE
#include "cli/bearing.h"
#include "cli/component.h"
#include "cli/output.h"

#include <string.h>

static void remark(const gud_args *args, const void *sheet)
{
    const gud_bearing_sheet *c = sheet;
    for (int i = 0; i < c->nwarning; i++) gud_remark(args, "%s", c->warning[i].text);
}

// the whole folder of -o: data sheet, figures, numbers and fields
static gud_status draw(const gud_args *args, void *sheet, gud_error *error)
{
    gud_bearing_sheet *c = sheet;
    char path[GUD_PATH_SIZE];
    gud_bearing_map map;
    const char *folder = gud_args_value(args, "output"), *format = gud_args_value(args, "format");
    GUD_TRY(gud_folder_create(folder, error));
    GUD_TRY(gud_bearing_map_make(c, error, &map));
    GUD_TRY(gud_path_join(path, folder, "bearing.csv", error));
    GUD_TRY(gud_bearing_csv(c, path, error));
    GUD_TRY(gud_path_join(path, folder, "bearing.vts", error));
    GUD_TRY(gud_bearing_map_vtk(c, &map, path, error));
    if (format && strcmp(format, "svg") != 0) GUD_TRY(gud_bearing_draw(c, &map, folder, format, error));
    GUD_TRY(gud_bearing_draw(c, &map, folder, "svg", error));
    GUD_TRY(gud_bearing_html(c, folder, error));
    gud_remark(args, "%s/bearing.html", folder);
    return GUD_OK;
}

static int run(const gud_args *args)
{
    static const gud_component_view view = {.component = &gud_component_bearing,
                                            .remark = remark,
                                            .csv = gud_bearing_csv,
                                            .draw = draw,
                                            .print = gud_bearing_print};
    return gud_component_run(args, &view);
}

static const gud_option options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "DIR",
     .about = "folder for the data sheet, figures with their scripts, CSV and VTK",
     .offer = GUD_OFFER_FOLDER},
    {.name = "set",
     .argument = "PATH=VALUE",
     .about = "override a value of the file: 'operate.speed=600 rpm'",
     .repeatable = true},
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
