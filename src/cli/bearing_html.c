// The data sheet of a bearing: one page of HTML that needs no other file and prints on one sheet.

#include "cli/bearing.h"
#include "cli/sheet.h"
#include "gudgeon/gudgeon.h"
#include "out/draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// on a dark screen the figures stay on paper
static const char style[] =
    ":root{color-scheme:light dark;--ink:#222;--pale:#666;--line:#bbb;--thin:#ddd;--page:#fff}"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#ddd;--pale:#a0a0a0;--line:#666;--thin:#444;"
    "--page:#1c1c1e}}"
    "body{font:13px/1.4 Helvetica,Arial,sans-serif;color:var(--ink);background:var(--page);max-width:78em;"
    "margin:1.5em auto;padding:0 1em}"
    "h1{font-size:1.5em;margin:0 0 .2em}h2{font-size:1.05em;margin:1em 0 .3em;border-bottom:1px solid var(--line)}"
    ".pair{display:flex;gap:2em;flex-wrap:wrap;align-items:flex-start}.pair>div{flex:1 1 30em;min-width:0}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.12em .5em .12em 0;text-align:left;vertical-align:top;"
    "font-weight:normal}.q{table-layout:fixed}.q td:first-child{width:28%}td.v{width:24%;overflow-wrap:break-word;"
    "text-align:right;padding-right:1em}tr+tr.g td{border-top:1px solid var(--thin)}"
    ".k td,.k th{text-align:right}.k td:first-child{text-align:left}"
    "td.m{color:var(--pale);font-size:.92em}svg{width:100%;height:auto;background:#fff;border-radius:3px}"
    ".note{color:var(--pale);font-size:.9em}.warning{border-left:3px solid #d55e00;padding-left:.6em;margin:.4em 0}"
    "@page{size:A4;margin:11mm}@media print{body{margin:0;max-width:none;font-size:8.3px}.pair{flex-wrap:nowrap}"
    ".pair>div{flex:1 1 0}}";

static void put_escaped(gud_buffer *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '&')
            gud_buffer_add(out, "&amp;");
        else if (*c == '<')
            gud_buffer_add(out, "&lt;");
        else if (*c == '>')
            gud_buffer_add(out, "&gt;");
        else
            gud_buffer_append(out, c, 1);
    }
}

// ---- tables

// a key of the tables as words
static void put_words(gud_buffer *out, const char *key)
{
    for (const char *c = key; *c; c++) gud_buffer_append(out, *c == '_' ? " " : c, 1);
}

static void put_row(gud_buffer *out, const char *key, double value, const char *unit, const char *meaning, bool heads)
{
    char text[80];
    if (isnan(value)) return;
    gud_bearing_text(value, unit, true, text, sizeof text);
    gud_buffer_print(out, "<tr%s><td>", heads ? " class=\"g\"" : "");
    put_words(out, key);
    gud_buffer_print(out, "</td><td class=\"v\">%s</td><td class=\"m\">%s</td></tr>\n", text, meaning);
}

static void put_text(gud_buffer *out, const char *key, const char *value, const char *meaning, bool heads)
{
    gud_buffer_print(out, "<tr%s><td>%s</td><td class=\"v\">", heads ? " class=\"g\"" : "", key);
    put_words(out, value);
    gud_buffer_add(out, "</td><td class=\"m\">");
    put_escaped(out, meaning);
    gud_buffer_add(out, "</td></tr>\n");
}

// the row of a table that the file chose
static void put_law(gud_buffer *out, const char *key, const gud_row *row)
{
    if (row) put_text(out, key, row->name, row->about, false);
}

static void put_oil(gud_buffer *out, const gud_oil_params *given, const gud_lubricant *oil)
{
    char warm[40];
    const bool graded = given->grade >= 0, heated = !isnan(given->temperature);
    if (graded) put_text(out, "oil", gud_oil_grades[given->grade], "a typical oil of this grade", true);
    (void)snprintf(warm, sizeof warm, "%.4g °C", given->temperature - 273.15);
    if (heated) put_text(out, "temperature", warm, "of the film", !graded);
    put_row(out, "viscosity", oil->eta0, "Pa.s", "at ambient pressure and at rest", !graded && !heated);
    put_law(out, "by pressure", oil->pressure ? &oil->pressure->row : NULL);
    put_law(out, "by shear rate", oil->shear ? &oil->shear->row : NULL);
    put_law(out, "density", oil->density ? &oil->density->row : NULL);
}

static void put_given(gud_buffer *out, const gud_bearing_sheet *c)
{
    const gud_bearing_spec *b = &c->spec.bearing;
    gud_buffer_add(out, "<h2>Bearing and oil</h2>\n<table class=\"q\">\n");
    put_row(out, "radius", b->radius, "m", "of the bore", false);
    put_row(out, "width", b->width, "m", "along the axis", false);
    put_row(out, "clearance", b->clearance, "m", "radial", false);
    put_row(out, "ambient", b->ambient[1], "Pa", "pressure at the ends", true);
    put_row(out, "cavity", b->cavity, "Pa", "pressure at which the film ruptures", false);
    put_law(out, "cavitation", b->cavitation ? &b->cavitation->row : &gud_cavitation_elrod_adams.row);
    if (b->line) {
        put_row(out, "supply at", b->line_angle, "rad", "axial groove over the full width", false);
        put_row(out, "supply pressure", b->line_pressure, "Pa", "in the groove", false);
    }
    if (b->nfeed > 0) put_row(out, "feeds", b->nfeed, "1", "grooves and holes", false);
    if (c->spec.tilt[0] != 0.0 || c->spec.tilt[1] != 0.0) {
        put_row(out, "tilt x", c->spec.tilt[0], "rad", "misalignment of the journal towards x", true);
        put_row(out, "tilt y", c->spec.tilt[1], "rad", "towards y", false);
    }
    put_oil(out, c->oil, &c->spec.oil);
    put_law(out, "rough flow", b->flow ? &b->flow->row : NULL);
    if (c->rough) {
        put_text(out, "rough contact", c->rough->model->row.name, c->rough->model->row.about, true);
        put_row(out, "sigma", c->rough->params.sigma, "m", "standard deviation of asperity heights", false);
        put_row(out, "boundary friction", c->spec.bearing.friction.params.coefficient, "1",
                "coefficient of boundary friction", false);
    }
    put_row(out, "rotor mass", c->rotor_mass, "kg", "rigid, on two such bearings", true);
    gud_buffer_add(out, "</table>\n");
}

static void put_matrices(gud_buffer *out, const gud_steady_state *s)
{
    gud_buffer_add(out,
                   "<h2>Stiffness and damping</h2>\n<table class=\"k\">\n<tr><th></th><th>xx</th><th>xy</th><th>yx</th>"
                   "<th>yy</th></tr>\n");
    for (int kind = 0; kind < 2; kind++) {
        const double(*matrix)[2] = kind ? s->damping : s->stiffness;
        gud_buffer_print(out, "<tr><td>%s</td>", kind ? "damping (kN s/m)" : "stiffness (MN/m)");
        for (int k = 0; k < 4; k++) {
            char number[40];
            gud_rounded_text((kind ? 1e-3 : 1e-6) * matrix[k / 2][k % 2], number, sizeof number);
            gud_buffer_print(out, "<td>%s</td>", number);
        }
        gud_buffer_add(out, "</tr>\n");
    }
    gud_buffer_add(out, "</table>\n");
}

static void put_results(gud_buffer *out, const gud_bearing_sheet *c)
{
    gud_buffer_add(out, "<h2>In operation</h2>\n<table class=\"q\">\n");
    for (int i = 0; i < gud_bearing_nitem; i++) {
        const gud_bearing_item *item = &gud_bearing_items[i];
        if (item->rough && !c->rough) continue;
        put_row(out, item->key, gud_bearing_value(&c->point, item), item->unit, item->about, item->heads);
    }
    put_row(out, "whirl threshold", c->threshold, "rad/s", "speed at which the rotor starts to whirl", false);
    gud_buffer_add(out, "</table>\n");
}

// ---- figures

static gud_status read_file(const char *path, gud_buffer *out, gud_error *error)
{
    char part[4096];
    FILE *file = fopen(path, "rb");
    if (!file) return gud_fail(error, GUD_ERR_IO, "cannot read %s", path);
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) gud_buffer_append(out, part, n);
    const bool bad = ferror(file) != 0;
    (void)fclose(file);
    if (bad) return gud_fail(error, GUD_ERR_IO, "cannot read %s", path);
    return out->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

// the element alone, without the head of an XML file
static gud_status put_figure(gud_buffer *out, const char *folder, const char *name, const char *title, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    GUD_TRY(gud_path_join(path, folder, name, error));
    gud_buffer_init(&text);
    const gud_status status = read_file(path, &text, error);
    const char *svg = status == GUD_OK ? strstr(gud_buffer_text(&text), "<svg") : NULL;
    if (svg) {
        gud_buffer_print(out, "<h2>%s</h2>\n", title);
        gud_buffer_add(out, svg);
    }
    gud_buffer_free(&text);
    return status;
}

static gud_status put_page(gud_buffer *out, const gud_bearing_sheet *c, const char *folder, gud_error *error)
{
    const char *title = c->file.input->title[0] ? c->file.input->title : "Journal bearing";
    gud_buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_escaped(out, title);
    gud_buffer_print(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>", style);
    put_escaped(out, title);
    gud_buffer_print(out, "</h1>\n<p class=\"note\">Gudgeon %s, %d cells around and %d along %s the width</p>\n",
                     gud_version(), c->spec.bearing.nx, c->spec.bearing.ny, c->spec.bearing.half ? "half" : "all of");
    gud_buffer_add(out, "<div class=\"pair\">\n<div>\n");
    put_given(out, c);
    put_results(out, c);
    put_matrices(out, &c->point.state);
    gud_buffer_add(out, "</div>\n<div>\n");
    GUD_TRY(put_figure(out, folder, "maps.svg", "Bearing surface", error));
    GUD_TRY(put_figure(out, folder, "middle.svg", "Middle section of the bearing", error));
    if (c->nsweep > 0 && c->nmissing < c->nsweep)
        GUD_TRY(put_figure(out, folder, "stribeck.svg", c->sweeps_load ? "Load sweep" : "Stribeck curve", error));
    gud_buffer_add(out, "</div>\n</div>\n");
    for (int i = 0; i < c->nwarning; i++) {
        gud_buffer_add(out, "<p class=\"warning\">");
        put_escaped(out, c->warning[i].text);
        gud_buffer_add(out, "</p>\n");
    }
    gud_buffer_add(out, "<p class=\"note\">Steady operation, rigid walls, isothermal film. Angles from x towards y. "
                        "The temperature rise is an estimate: the whole loss heats the oil that leaves the ends. "
                        "Whirl: rigid rotor, after J. W. Lund, J. Tribol. 109 (1987) 37-41.</p>\n"
                        "</body>\n"
                        "</html>\n");
    return out->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

gud_status gud_bearing_html(const gud_bearing_sheet *c, const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    GUD_TRY(gud_path_join(path, folder, "bearing.html", error));
    gud_buffer_init(&text);
    gud_status status = put_page(&text, c, folder, error);
    if (status == GUD_OK) status = gud_draft_save(path, gud_buffer_text(&text), text.size, error);
    gud_buffer_free(&text);
    return status;
}
