// gudgeon contact FILE
#include "cli/comparison.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "cli/source.h"
#include "component/contact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static gud_comparison compare(const gud_contact_sheet *s)
{
    return (gud_comparison){
        .x = {"depth", "depth", "m"},
        .y = {{"force", "force", "N"}, {"half_width", "half width of the contact", "m"}},
        .n = s->ndepth,
        .nlaw = s->nlaw,
        .names = s->names,
        .abscissa = s->depth,
        .values = {s->force, s->half_width},
    };
}

static double model_force(const gud_contact_points *p, int law, int point)
{
    return p->model[(size_t)law * (size_t)p->n + (size_t)point];
}

// ---- for people

static void print_laws(const gud_contact_sheet *s)
{
    static const gud_sheet_column columns[] = {
        {.title = "name"}, {.title = "law"}, {.title = "stiffness"}, {.title = "restitution"}, {.title = "source"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int i = 0; i < s->nlaw; i++) {
        const gud_contact *c = &s->contacts[i];
        char stiffness[64] = "", restitution[32] = "", number[32];
        if (c->stiffness > 0.0) {
            gud_rounded_text(c->stiffness, number, sizeof number);
            (void)snprintf(stiffness, sizeof stiffness, c->exponent == 1.0 ? "%s N/m" : "%s N/m^%g", number,
                           c->exponent);
        }
        if (!isnan(c->restitution)) gud_rounded_text(c->restitution, restitution, sizeof restitution);
        gud_sheet_text(&sheet, s->names[i]);
        gud_sheet_text(&sheet, c->law->row.name);
        gud_sheet_text(&sheet, stiffness);
        gud_sheet_text(&sheet, restitution);
        gud_sheet_text(&sheet, c->law->row.source);
    }
    (void)gud_sheet_print(&sheet, stdout);
    gud_sheet_free(&sheet);
    (void)printf("\n");
}

// with one digit behind the point, which is more than measurements are good for
static double percent(double part)
{
    return round(1000.0 * part) / 10.0;
}

static double to_digits(double value)
{
    return fabs(value) < 1e3 ? round(10.0 * value) / 10.0 : round(value);
}

static gud_status print_points(const gud_contact_sheet *s, gud_arena *arena)
{
    const gud_contact_points *p = &s->measured;
    gud_sheet_column *columns = GUD_TAKE(arena, gud_sheet_column, 3 + 2 * s->nlaw);
    gud_sheet sheet;
    int n = 0;
    if (!columns) return GUD_ERR_MEMORY;
    if (p->clearance) columns[n++] = (gud_sheet_column){"clearance", "m", true};
    columns[n++] = (gud_sheet_column){"depth", "m", true};
    columns[n++] = (gud_sheet_column){"measured", "N", false};
    for (int law = 0; law < s->nlaw; law++) {
        columns[n++] = (gud_sheet_column){s->names[law], "N", false};
        columns[n++] = (gud_sheet_column){"error", "%", false};
    }
    gud_sheet_init(&sheet, columns, n);
    sheet.indent = 2;
    for (int i = 0; i < p->n; i++) {
        if (p->clearance) gud_sheet_number(&sheet, p->clearance[i]);
        gud_sheet_number(&sheet, p->depth[i]);
        gud_sheet_number(&sheet, p->force[i]);
        for (int law = 0; law < s->nlaw; law++) {
            gud_sheet_number(&sheet, to_digits(model_force(p, law, i)));
            gud_sheet_number(&sheet, percent(model_force(p, law, i) / p->force[i] - 1.0));
        }
    }
    (void)printf("measured points and what the laws say there\n");
    const gud_status status = gud_sheet_print(&sheet, stdout);
    gud_sheet_free(&sheet);
    return status;
}

static gud_status print_errors(const gud_contact_sheet *s)
{
    static const gud_sheet_column columns[] = {
        {.title = "mean absolute error of"}, {"relative", "%", false}, {"absolute", "N", false}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    sheet.indent = 2;
    for (int law = 0; law < s->nlaw; law++) {
        gud_sheet_text(&sheet, s->names[law]);
        gud_sheet_number(&sheet, percent(s->measured.error[law]));
        gud_sheet_number(&sheet, to_digits(s->measured.distance[law]));
    }
    (void)printf("\n");
    const gud_status status = gud_sheet_print(&sheet, stdout);
    gud_sheet_free(&sheet);
    return status;
}

static gud_status print_tables(const gud_contact_sheet *s)
{
    const gud_comparison c = compare(s);
    gud_arena arena;
    gud_arena_init(&arena);
    if (s->title[0]) (void)printf("%s\n\n", s->title);
    print_laws(s);
    gud_status status = gud_comparison_print(&c, 0, stdout);
    if (status == GUD_OK) status = gud_comparison_print(&c, 1, stdout);
    if (status == GUD_OK && s->measured.n > 0) status = print_points(s, &arena);
    if (status == GUD_OK && s->measured.n > 0) status = print_errors(s);
    gud_arena_free(&arena);
    return status;
}

// ---- for scripts

static void constants_json(gud_json *json, const gud_contact_sheet *s)
{
    gud_json_open(json, "constants", '{');
    for (int i = 0; i < s->nlaw; i++) {
        const gud_contact *c = &s->contacts[i];
        gud_json_open(json, s->names[i], '{');
        gud_json_text(json, "law", c->law->row.name);
        if (c->stiffness > 0.0) {
            gud_json_number(json, "stiffness", c->stiffness);
            gud_json_number(json, "exponent", c->exponent);
        }
        gud_json_number(json, "restitution", c->restitution);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void points_json(gud_json *json, const gud_contact_sheet *s)
{
    const gud_contact_points *p = &s->measured;
    gud_json_open(json, "measured", '{');
    if (p->clearance) gud_json_numbers(json, "clearance", p->clearance, p->n);
    gud_json_numbers(json, "depth", p->depth, p->n);
    gud_json_numbers(json, "force", p->force, p->n);
    gud_json_open(json, "laws", '{');
    for (int law = 0; law < s->nlaw; law++) {
        gud_json_open(json, s->names[law], '{');
        gud_json_numbers(json, "force", p->model + (size_t)law * (size_t)p->n, p->n);
        gud_json_number(json, "mean_relative_error", p->error[law]);
        gud_json_number(json, "mean_absolute_error", p->distance[law]);
        gud_json_close(json);
    }
    gud_json_close(json);
    gud_json_close(json);
}

static int print_json(const gud_args *args, const gud_contact_sheet *s)
{
    const gud_comparison c = compare(s);
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", s->title);
    gud_comparison_json(&c, &json, "laws");
    constants_json(&json, s);
    if (s->measured.n > 0) points_json(&json, s);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

// ---- the figure: force for every clearance that was measured, or of the pair; then the half width of the pair

static gud_status add_measured(gud_picture *picture, const gud_comparison *c, const gud_contact_points *p, int group,
                               double *x, double *y)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        if (p->group[i] != group) continue;
        x[n] = p->depth[i];
        y[n++] = p->force[i];
    }
    const size_t from = (size_t)group * (size_t)c->nlaw * (size_t)c->n;
    GUD_TRY(gud_picture_laws(picture, group, c, p->group_force + from));
    return gud_picture_add(picture, group, "measured", 6, GUD_CURVE_MARKS, n, x, y);
}

static gud_status fill_measured(gud_picture *picture, const gud_comparison *c, const gud_contact_points *p, bool log)
{
    double *x = GUD_TAKE(&picture->arena, double, p->n), *y = GUD_TAKE(&picture->arena, double, p->n);
    if (!x || !y) return GUD_ERR_MEMORY;
    for (int g = 0; g < p->ngroup; g++) {
        char label[80] = "force", clearance[48];
        gud_picture_quantity(p->group_clearance[g], "m", clearance, sizeof clearance);
        if (p->clearance) (void)snprintf(label, sizeof label, "force, clearance %s", clearance);
        gud_picture_panel(picture, g, &(gud_axis){"force", label, "N"}, log);
        GUD_TRY(add_measured(picture, c, p, g, x, y));
    }
    return GUD_OK;
}

static gud_status draw(const gud_args *args, const gud_contact_sheet *s, gud_error *error)
{
    const gud_comparison c = compare(s);
    const gud_contact_points *p = &s->measured;
    const char *scale = gud_args_value(args, "scale");
    const bool log = scale && strcmp(scale, "log") == 0;
    const int nforce = p->n > 0 ? p->ngroup : 1;
    gud_picture picture;
    gud_error_write(error, "out of memory");
    GUD_TRY(gud_picture_create((nforce + 1) * (s->nlaw + 1), nforce + 1, &picture));
    picture.plot.title = s->title;
    picture.plot.x_log = log;
    (void)snprintf(picture.plot.x_label, sizeof picture.plot.x_label, "%s", c.x.label);
    (void)snprintf(picture.plot.x_unit, sizeof picture.plot.x_unit, "%s", c.x.unit);
    gud_status st = GUD_OK;
    if (p->n > 0) {
        st = fill_measured(&picture, &c, p, log);
    } else {
        gud_picture_panel(&picture, 0, &c.y[0], log);
        st = gud_picture_laws(&picture, 0, &c, c.values[0]);
    }
    const int before = picture.plot.ncurve;
    gud_picture_panel(&picture, nforce, &c.y[1], log);
    if (st == GUD_OK) st = gud_picture_laws(&picture, nforce, &c, c.values[1]);
    if (picture.plot.ncurve == before) picture.plot.npanel = nforce; // no law says how wide it is
    if (st == GUD_OK) st = gud_picture_draw(&picture, args, "contact", error);
    gud_picture_free(&picture);
    return st;
}

// ---- the verb

static int present(const gud_args *args, const gud_contact_sheet *s)
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
    gud_contact_sheet *sheet = NULL;
    int code = gud_source_open(args, &gud_component_contact, &source);
    if (code != GUD_EXIT_FINE) return code;
    const gud_status st = gud_contact_sheet_make(source.input, source.units, &source.diag, &sheet);
    code = st == GUD_OK ? present(args, sheet) : gud_diag_fail(&source.diag, st);
    gud_contact_sheet_free(sheet);
    gud_source_close(&source);
    return code;
}

static const gud_option options[] = {
    GUD_COMPONENT_OPTIONS,
    {.name = "scale",
     .argument = "SCALE",
     .about = "axes of the figure: linear (default) or log",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_scales},
};

static const gud_example examples[] = {
    {"gudgeon contact liu-2013.yaml -o out", "tables, and the figure out/contact.svg"},
    {"gudgeon contact liu-2013.yaml -o out --format png --scale log", "powers of the depth as straight lines"},
    {"gudgeon contact liu-2013.yaml --set 'pair.clearance=0.1 mm' --csv curves.csv",
     "another joint, for a spreadsheet"},
    {"gudgeon list --for contact laws", "the laws and their parameters"},
};

const gud_verb gud_verb_contact = {
    .name = "contact",
    .synopsis = "FILE",
    .about = "force and width of a dry contact against its depth, for any set of laws",
    .details = "The file describes the two bodies (pair), names the laws, and gives the range of depths; measured "
               "points from a CSV file are tabulated and drawn beside the curves. 'gudgeon list --for contact' lists "
               "all keys.\n\nThe curves are elastic: what damped laws add depends on the speed. The restitution is the "
               "one that comes out of an impact, which differs from the letter e in most laws.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
