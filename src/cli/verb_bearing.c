// gudgeon bearing FILE
#include "cli/bearing.h"
#include "cli/bearing_cycle.h"
#include "cli/component.h"
#include "cli/model.h"
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
                                            .pieces = "points",
                                            .remark = remark,
                                            .csv = gud_bearing_csv,
                                            .draw = draw,
                                            .print = gud_bearing_print,
                                            .simulate = gud_bearing_simulate};
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
    GUD_OPTION_PLUGINS,
    {.name = "csv",
     .argument = "FILE",
     .about = "write the operating point, the sweep or the load cycle for a spreadsheet",
     .offer = GUD_OFFER_FILE},
    {.name = "format",
     .argument = "FORMAT",
     .about = "additional format of figures: png or pdf; svg is always written",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_formats},
};

static const gud_example examples[] = {
    {"gudgeon bearing mixed.yaml -o out", "results, and the data sheet out/bearing.html with figures and maps"},
    {"gudgeon bearing raimondi.yaml --json", "one point, for a script"},
    {"gudgeon bearing mixed.yaml --set 'operate.speed=600 rpm'", "the same at another speed"},
    {"gudgeon bearing cycle.yaml -o out",
     "a load table against crank angle: orbit, film, pressure and losses over a cycle"},
    {"gudgeon bearing mixed.yaml --csv stribeck.csv", "the sweep, for a spreadsheet"},
    {"gudgeon list --for bearing", "all keys of the file"},
};

const gud_verb gud_verb_bearing = {
    .name = "bearing",
    .synopsis = "FILE",
    .about = "compute a single journal bearing under a steady load (data sheet) or a load cycle (orbit, film, losses)",
    .details = "The file describes the bearing, its oil, speed and load (or a position of the journal), and optionally "
               "rough surfaces and a sweep of speed or load.\n"
               "\n"
               "Instead of a load, `cycle: {table: FILE}` names a table of force components against crank angle or "
               "time, as from a test bench. The motion of the journal is then integrated until a cycle repeats; the "
               "result is one row for the last cycle, with figures of orbit, film, losses and load.\n"
               "\n"
               "A steady film needs a supply: a groove, holes, or ends above the cavity pressure. A bearing without "
               "one starves, which the command reports.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
