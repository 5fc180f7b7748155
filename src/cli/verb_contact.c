// gudgeon contact FILE
#include "base/alloc.h"
#include "cli/component.h"
#include "cli/model.h"
#include "cli/sheet.h"
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

static gud_status print_laws(const gud_contact_sheet *s)
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
    return gud_sheet_print(&sheet, stdout);
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

static gud_status print_points(const gud_contact_sheet *s)
{
    const gud_contact_points *p = &s->measured;
    gud_sheet_column *columns = gud_alloc(3 + 2 * (size_t)s->nlaw, sizeof *columns);
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
    (void)printf("measured points compared with the laws\n");
    const gud_status status = gud_sheet_print(&sheet, stdout);
    gud_free(columns);
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
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print(const void *sheet)
{
    const gud_contact_sheet *s = sheet;
    const gud_comparison c = compare(s);
    GUD_TRY(print_laws(s));
    (void)printf("\n");
    GUD_TRY(gud_comparison_print(&c, 0, stdout));
    GUD_TRY(gud_comparison_print(&c, 1, stdout));
    if (s->measured.n == 0) return GUD_OK;
    GUD_TRY(print_points(s));
    return print_errors(s);
}

// ---- the figure: force for every clearance that was measured, or of the pair; then the half width of the pair

static void add_measured(gud_picture *picture, const gud_comparison *c, const gud_contact_points *p, int group)
{
    double *x = GUD_TAKE(&picture->arena, double, p->n), *y = GUD_TAKE(&picture->arena, double, p->n);
    int n = 0;
    for (int i = 0; i < p->n && !picture->arena.failed; i++) {
        if (p->group[i] != group) continue;
        x[n] = p->depth[i];
        y[n++] = p->force[i];
    }
    gud_picture_laws(picture, group, c, p->group_force + (size_t)group * (size_t)c->nlaw * (size_t)c->n);
    gud_picture_add(picture, group, "measured", 6, GUD_CURVE_MARKS, n, x, y);
}

static void fill_measured(gud_picture *picture, const gud_comparison *c, const gud_contact_points *p, bool log)
{
    for (int g = 0; g < p->ngroup; g++) {
        char label[80] = "force", clearance[48];
        gud_picture_quantity(p->group_clearance[g], "m", clearance, sizeof clearance);
        if (p->clearance) (void)snprintf(label, sizeof label, "force, clearance %s", clearance);
        gud_picture_panel(picture, g, &(gud_axis){"force", label, "N"}, log);
        add_measured(picture, c, p, g);
    }
}

static gud_status draw(const gud_args *args, void *sheet, gud_error *error)
{
    const gud_contact_sheet *s = sheet;
    const gud_comparison c = compare(s);
    const gud_contact_points *p = &s->measured;
    const char *scale = gud_args_value(args, "scale");
    const bool log = scale && strcmp(scale, "log") == 0;
    const int nforce = p->n > 0 ? p->ngroup : 1;
    gud_picture picture;
    gud_picture_init(&picture, s->file.input->title, &c.x, (nforce + 1) * (s->nlaw + 1), nforce + 1);
    picture.plot.x_log = log;
    if (p->n > 0) {
        fill_measured(&picture, &c, p, log);
    } else {
        gud_picture_panel(&picture, 0, &c.y[0], log);
        gud_picture_laws(&picture, 0, &c, c.values[0]);
    }
    const int before = picture.plot.ncurve;
    gud_picture_panel(&picture, nforce, &c.y[1], log);
    gud_picture_laws(&picture, nforce, &c, c.values[1]);
    if (picture.plot.ncurve == before) picture.plot.npanel = nforce; // no law says how wide it is
    return gud_picture_draw(&picture, args, "contact", error);
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
        .component = &gud_component_contact, .pieces = "laws", .csv = csv, .draw = draw, .print = print};
    return gud_component_run(args, &view);
}

static const gud_option options[] = {
    GUD_COMPONENT_OPTIONS,
    GUD_OPTION_PLUGINS,
    {.name = "scale",
     .argument = "SCALE",
     .about = "axes of the figure: linear (default) or log",
     .offer = GUD_OFFER_CHOICES,
     .choices = gud_picture_scales},
};

static const gud_example examples[] = {
    {"gudgeon contact liu-2013.yaml -o out", "tables, and the figure out/contact.svg"},
    {"gudgeon contact liu-2013.yaml -o out --format png --scale log",
     "logarithmic axes: powers of the depth are straight lines"},
    {"gudgeon contact liu-2013.yaml --set 'pair.clearance=0.1 mm' --csv curves.csv",
     "another joint, for a spreadsheet"},
    {"gudgeon list --for contact laws", "the laws and their parameters"},
};

const gud_verb gud_verb_contact = {
    .name = "contact",
    .synopsis = "FILE",
    .about = "compute force and width of a dry contact against its depth, for any set of laws",
    .details =
        "The file describes the two bodies (pair), names the laws, and gives the range of depths; measured points from "
        "a CSV file are tabulated and drawn with the curves. 'gudgeon list --for contact' lists all keys.\n"
        "\n"
        "The curves are elastic: damping depends on the speed. The restitution is that of an actual impact, which "
        "differs from the parameter e in most laws.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
