// gudgeon rough FILE
#include "cli/comparison.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "cli/source.h"
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

typedef struct fact {
    const char *key, *about, *unit;
    double value;
} fact;

enum { nfact = 8 };

static void find_facts(const gud_rough_params *p, fact facts[nfact])
{
    const fact list[nfact] = {
        {"sigma", "standard deviation of asperity heights", "m", p->sigma},
        {"mean", "mean height of asperities above the mean plane", "m", p->mean},
        {"radius", "radius of the asperities' tips", "m", p->radius},
        {"density", "asperities per area", "m-2", p->density},
        {"modulus", "equivalent modulus", "Pa", p->modulus},
        {"hardness", "hardness of the softer body", "Pa", p->hardness},
        {"yield", "yield strength of the softer body", "Pa", p->yield},
        {"poisson", "Poisson ratio of the softer body", "1", p->poisson},
    };
    memcpy(facts, list, sizeof list);
}

static void print_facts(const gud_rough_sheet *s)
{
    static const gud_sheet_column columns[] = {{.title = "surface"}, {.title = "value"}, {.title = "meaning"}};
    gud_sheet sheet;
    fact facts[nfact];
    find_facts(&s->params, facts);
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < nfact; i++) {
        char value[64];
        if (isnan(facts[i].value)) continue;
        gud_quantity_text(facts[i].value, facts[i].unit, value, sizeof value);
        gud_sheet_text(&sheet, facts[i].key);
        gud_sheet_text(&sheet, value);
        gud_sheet_text(&sheet, facts[i].about);
    }
    (void)gud_sheet_print(&sheet, stdout);
    gud_sheet_free(&sheet);
    (void)printf("\n");
}

static gud_status print_tables(const gud_rough_sheet *s)
{
    const gud_comparison c = compare(s);
    if (s->title[0]) (void)printf("%s\n\n", s->title);
    print_facts(s);
    GUD_TRY(gud_comparison_print(&c, 0, stdout));
    return gud_comparison_print(&c, 1, stdout);
}

static int print_json(const gud_args *args, const gud_rough_sheet *s)
{
    const gud_comparison c = compare(s);
    gud_buffer text;
    gud_json json;
    fact facts[nfact];
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", s->title);
    gud_comparison_json(&c, &json, "models");
    gud_json_open(&json, "surface", '{');
    find_facts(&s->params, facts);
    for (int i = 0; i < nfact; i++) gud_json_number(&json, facts[i].key, facts[i].value);
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

// ---- the figure: pressure above, area below

static gud_status draw(const gud_args *args, const gud_rough_sheet *s, gud_error *error)
{
    const gud_comparison c = compare(s);
    const char *scale = gud_args_value(args, "scale");
    const bool log = !scale || strcmp(scale, "log") == 0;
    gud_picture picture;
    gud_error_write(error, "out of memory");
    GUD_TRY(gud_picture_create(2 * s->nmodel, 2, &picture));
    picture.plot.title = s->title;
    (void)snprintf(picture.plot.x_label, sizeof picture.plot.x_label, "separation of the mean planes");
    (void)snprintf(picture.plot.x_unit, sizeof picture.plot.x_unit, "%s", c.x.unit);
    gud_status st = GUD_OK;
    for (int q = 0; q < 2 && st == GUD_OK; q++) {
        gud_picture_panel(&picture, q, &c.y[q], log);
        st = gud_picture_laws(&picture, q, &c, c.values[q]);
    }
    if (st == GUD_OK) st = gud_picture_draw(&picture, args, "rough", error);
    gud_picture_free(&picture);
    return st;
}

// ---- the verb

static int present(const gud_args *args, const gud_rough_sheet *s)
{
    const gud_comparison c = compare(s);
    const char *csv = gud_args_value(args, "csv");
    gud_error error = {"out of memory"};
    gud_status st = csv ? gud_comparison_write(&c, csv, &error) : GUD_OK;
    if (st == GUD_OK && gud_args_has(args, "output")) st = draw(args, s, &error);
    if (st == GUD_OK && args->json) return print_json(args, s);
    if (st == GUD_OK) st = print_tables(s);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args->verb, st, &error);
}

static int run(const gud_args *args)
{
    gud_source source;
    gud_rough_sheet *sheet = NULL;
    int code = gud_source_open(args, &gud_component_rough, &source);
    if (code != GUD_EXIT_FINE) return code;
    const gud_status st = gud_rough_sheet_make(source.input, &source.diag, &sheet);
    code = st == GUD_OK ? present(args, sheet) : gud_diag_fail(&source.diag, st);
    gud_rough_sheet_free(sheet);
    gud_source_close(&source);
    return code;
}

static const gud_option options[] = {
    GUD_COMPONENT_OPTIONS,
    {.name = "scale",
     .argument = "SCALE",
     .about = "ordinates of the figure: log (default) or linear",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_scales},
};

static const gud_example examples[] = {
    {"gudgeon rough models.yaml -o out", "tables, and the figure out/rough.svg"},
    {"gudgeon rough trace.yaml", "the same for a surface that is known by a profilometer trace"},
    {"gudgeon rough models.yaml --set 'models=[GW, KE]' --json", "two models, for a script"},
    {"gudgeon list --for rough", "all keys of the file"},
};

const gud_verb gud_verb_rough = {
    .name = "rough",
    .synopsis = "FILE",
    .about = "pressure and real area of rough surfaces against their separation, for any set of models",
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
