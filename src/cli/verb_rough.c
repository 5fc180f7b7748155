// gudgeon rough FILE
#include "cli/component.h"
#include "cli/sheet.h"
#include "component/rough.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static gud_comparison compare(const gud_rough_sheet *s)
{
    return (gud_comparison){
        .x = {"separation", "separation", "m"},
        .y = {{"pressure", "asperity pressure", "Pa"}, {"area", "real area/nominal area", "1"}},
        .n = s->n,
        .nlaw = s->nmodel,
        .names = s->names,
        .abscissa = s->separation,
        .values = {s->pressure, s->area},
    };
}

// ---- the surface as the models see it: given, or from traces and materials

static gud_status print_facts(const gud_rough_sheet *s)
{
    static const gud_sheet_column columns[] = {{.title = "surface"}, {.title = "value"}, {.title = "meaning"}};
    gud_sheet sheet;
    gud_rough_fact facts[GUD_ROUGH_FACTS];
    gud_rough_facts(&s->params, facts);
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < GUD_ROUGH_FACTS; i++) {
        char value[64];
        if (isnan(facts[i].value)) continue;
        gud_quantity_text(facts[i].value, facts[i].unit, value, sizeof value);
        gud_sheet_text(&sheet, facts[i].key);
        gud_sheet_text(&sheet, value);
        gud_sheet_text(&sheet, facts[i].about);
    }
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print(const void *sheet)
{
    const gud_comparison c = compare(sheet);
    GUD_TRY(print_facts(sheet));
    (void)printf("\n");
    GUD_TRY(gud_comparison_print(&c, 0, stdout));
    return gud_comparison_print(&c, 1, stdout);
}

// ---- the figure: pressure above, area below

static gud_status draw(const gud_args *args, void *sheet, gud_error *error)
{
    const gud_rough_sheet *s = sheet;
    const gud_comparison c = compare(s);
    const gud_axis x = {"separation", "separation of the mean planes", "m"};
    const char *scale = gud_args_value(args, "scale");
    const bool log = !scale || strcmp(scale, "log") == 0;
    gud_picture picture;
    gud_picture_init(&picture, s->file.input->title, &x, 2 * s->nmodel, 2);
    for (int q = 0; q < 2; q++) {
        gud_picture_panel(&picture, q, &c.y[q], log);
        gud_picture_laws(&picture, q, &c, c.values[q]);
    }
    return gud_picture_draw(&picture, args, "rough", error);
}

// ---- the verb

static gud_status csv(void *sheet, const char *path, gud_error *error)
{
    const gud_comparison c = compare(sheet);
    return gud_comparison_write(&c, path, error);
}

static int run(const gud_args *args)
{
    static const gud_component_view view = {
        .component = &gud_component_rough, .pieces = "models", .csv = csv, .draw = draw, .print = print};
    return gud_component_run(args, &view);
}

static const gud_option options[] = {
    GUD_COMPONENT_OPTIONS,
    {.name = "scale",
     .argument = "SCALE",
     .about = "vertical axes of the figure: log (default) or linear",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_scales},
};

static const gud_example examples[] = {
    {"gudgeon rough models.yaml -o out", "tables, and the figure out/rough.svg"},
    {"gudgeon rough trace.yaml", "the same for a surface given as a profilometer trace"},
    {"gudgeon rough models.yaml --set 'models=[GW, KE]' --json", "two models, for a script"},
    {"gudgeon list --for rough", "all keys of the file"},
};

const gud_verb gud_verb_rough = {
    .name = "rough",
    .synopsis = "FILE",
    .about = "compute pressure and real contact area of rough surfaces against their separation, for any set of models",
    .details = "The file describes the surfaces (rough), names the models and gives the range of separations of the "
               "mean planes. 'gudgeon list --for rough' lists all keys.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
