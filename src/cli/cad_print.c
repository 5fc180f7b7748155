// Tables, JSON and remarks of `gudgeon cad`.

#include "cli/cad_print.h"

#include "base/json.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>

static const char *body_name(const gud_cad_found *j, int part)
{
    const int body = j->mechanism->body_of[part];
    return body == GUD_BODY_GROUND ? "ground" : body == GUD_BODY_NONE ? "-" : j->mechanism->bodies[body].name;
}

// ---- for people

static void put_number(gud_sheet *sheet, bool known, double value)
{
    if (known)
        gud_sheet_number(sheet, value);
    else
        gud_sheet_text(sheet, "-");
}

static gud_status print_parts(const gud_cad_found *j)
{
    static const gud_sheet_column columns[] = {
        {"part", NULL, false},     {"body", NULL, false}, {"density", "kg/m3", false}, {"mass", "kg", false},
        {"centre x", "mm", false}, {"y", "mm", false},    {"z", "mm", false},          {"inertia xx", "g.m2", false},
        {"yy", "g.m2", false},     {"zz", "g.m2", false}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; i < j->assembly->npart; i++) {
        const gud_part *p = &j->assembly->parts[i];
        gud_sheet_text(&sheet, p->name);
        gud_sheet_text(&sheet, body_name(j, i));
        gud_sheet_number(&sheet, j->density[i]);
        put_number(&sheet, p->solid, j->density[i] * p->volume);
        for (int k = 0; k < 3; k++) put_number(&sheet, p->solid, round(1e12 * p->centre[k]) / 1e9);
        for (int k = 0; k < 3; k++) put_number(&sheet, p->solid, 1e3 * j->density[i] * p->inertia[k]);
    }
    return gud_sheet_print(&sheet, stdout);
}

static bool is_touching(const gud_fit *f)
{
    return f->kind == GUD_FIT_PLANES && f->verdict == GUD_FIT_PRESS;
}

// planes of the same two parts that touch, this one included; 0: an earlier row stands for all of them
static int count_touching(const gud_cad_found *j, int i)
{
    const gud_fit *f = &j->fits->list[i];
    const int a = gud_fit_part(j->fits, f, 0), b = gud_fit_part(j->fits, f, 1);
    int n = 0;
    for (int k = 0; k < j->fits->n; k++) {
        const gud_fit *g = &j->fits->list[k];
        const int c = gud_fit_part(j->fits, g, 0), d = gud_fit_part(j->fits, g, 1);
        if (!is_touching(g) || !((a == c && b == d) || (a == d && b == c))) continue;
        if (k < i) return 0;
        n++;
    }
    return n;
}

static void print_fit(const gud_cad_found *j, const gud_fit *f, int touching, gud_sheet *sheet)
{
    char reason[sizeof f->reason + 40];
    (void)snprintf(reason, sizeof reason, "%s", f->reason);
    if (touching > 1) (void)snprintf(reason, sizeof reason, "%s; %d such pairs of planes", f->reason, touching);
    gud_sheet_text(sheet, gud_fit_names[f->kind]);
    gud_sheet_text(sheet, j->assembly->parts[gud_fit_part(j->fits, f, 1)].name);
    gud_sheet_text(sheet, j->assembly->parts[gud_fit_part(j->fits, f, 0)].name);
    put_number(sheet, f->radius > 0.0, 1e3 * f->radius);
    gud_sheet_number(sheet, round(1e10 * f->clearance) / 1e4);
    gud_sheet_number(sheet, 1e3 * f->width);
    gud_sheet_number(sheet, round(1e10 * v3_norm(f->offset)) / 1e4);
    gud_sheet_number(sheet, round(1e9 * f->tilt) / 1e6);
    gud_sheet_text(sheet, gud_fit_verdicts[f->verdict]);
    gud_sheet_number(sheet, round(100.0 * f->score) / 100.0);
    gud_sheet_text(sheet, reason);
}

// joints, then what might be some, then what is fixed, of which large assemblies have hundreds
static gud_status print_fits(const gud_cad_found *j)
{
    static const gud_fit_verdict order[] = {GUD_FIT_JOINT, GUD_FIT_AMBIGUOUS, GUD_FIT_PRESS};
    static const gud_sheet_column columns[] = {
        {"pair", NULL, false},      {"inner", NULL, false}, {"outer", NULL, false},        {"radius", "mm", false},
        {"clearance", "um", false}, {"width", "mm", false}, {"eccentricity", "um", false}, {"tilt", "mrad", false},
        {"is", NULL, false},        {"score", NULL, false}, {"reason", NULL, false}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int v = 0; v < GUD_COUNT(order); v++)
        for (int i = 0; i < j->fits->n; i++) {
            const gud_fit *f = &j->fits->list[i];
            if (f->verdict != order[v]) continue;
            const int touching = is_touching(f) ? count_touching(j, i) : 1;
            if (touching > 0) print_fit(j, f, touching, &sheet);
        }
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print_joints(const gud_cad_found *j)
{
    static const gud_sheet_column columns[] = {{"joint", NULL, false},
                                               {"type", NULL, false},
                                               {"outer", NULL, false},
                                               {"inner", NULL, false},
                                               {"bearings", NULL, false}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; i < j->mechanism->njoint; i++) {
        const gud_cad_joint *k = &j->mechanism->joints[i];
        gud_sheet_text(&sheet, k->name);
        gud_sheet_text(&sheet, gud_cad_types[k->type]);
        for (int s = 0; s < 2; s++)
            gud_sheet_text(&sheet, k->body[s] >= 0 ? j->mechanism->bodies[k->body[s]].name : "ground");
        gud_sheet_number(&sheet, k->nfit);
    }
    return gud_sheet_print(&sheet, stdout);
}

static gud_status print_all(const gud_cad_found *j)
{
    (void)printf("%s: %s, %d part%s, %d face%s\n\n", j->assembly->name, j->assembly->schema, j->assembly->npart,
                 j->assembly->npart == 1 ? "" : "s", j->assembly->nface, j->assembly->nface == 1 ? "" : "s");
    GUD_TRY(print_parts(j));
    (void)printf("\n");
    if (j->fits->n == 0) {
        (void)printf("no pair of faces could be a joint\n");
        return GUD_OK;
    }
    GUD_TRY(print_fits(j));
    (void)printf("\n");
    if (j->mechanism->njoint > 0) return print_joints(j);
    (void)printf("none of these pairs is a joint\n");
    return GUD_OK;
}

// ---- for programs

static void json_parts(gud_json *json, const gud_cad_found *j)
{
    gud_json_open(json, "parts", '[');
    for (int i = 0; i < j->assembly->npart; i++) {
        const gud_part *p = &j->assembly->parts[i];
        double inertia[6];
        for (int k = 0; k < 6; k++) inertia[k] = j->density[i] * p->inertia[k];
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "name", p->name);
        gud_json_text(json, "path", p->path);
        gud_json_text(json, "body", body_name(j, i));
        gud_json_switch(json, "solid", p->solid);
        gud_json_number(json, "volume", p->volume);
        gud_json_number(json, "density", j->density[i]);
        gud_json_text(json, "material", j->materials[i]);
        gud_json_number(json, "mass", j->density[i] * p->volume);
        gud_json_numbers(json, "centre", p->centre, 3);
        gud_json_numbers(json, "inertia", inertia, 6); // xx, yy, zz, yz, xz, xy
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void json_faces(gud_json *json, const gud_feature *f)
{
    gud_json_open(json, NULL, '[');
    for (int i = 0; i < f->nface; i++) gud_json_integer(json, NULL, f->faces[i]);
    gud_json_close(json);
}

static void json_fit(gud_json *json, const gud_cad_found *j, const gud_fit *f)
{
    gud_json_open(json, NULL, '{');
    gud_json_text(json, "kind", gud_fit_names[f->kind]);
    gud_json_text(json, "verdict", gud_fit_verdicts[f->verdict]);
    gud_json_text(json, "outer", j->assembly->parts[gud_fit_part(j->fits, f, 0)].name);
    gud_json_text(json, "inner", j->assembly->parts[gud_fit_part(j->fits, f, 1)].name);
    gud_json_open(json, "faces", '[');
    json_faces(json, &j->fits->features->list[f->outer]);
    json_faces(json, &j->fits->features->list[f->inner]);
    gud_json_close(json);
    gud_json_number(json, "radius", f->radius);
    gud_json_number(json, "clearance", f->clearance);
    gud_json_number(json, "gap_max", f->gap_max);
    gud_json_number(json, "width", f->width);
    gud_json_numbers(json, "middle", f->middle, 3);
    gud_json_numbers(json, "axis", f->axis, 3);
    gud_json_numbers(json, "eccentricity", f->offset, 3);
    gud_json_number(json, "tilt", f->tilt);
    gud_json_integer(json, "grooves", f->ngroove);
    if (f->kind == GUD_FIT_FREEFORM) {
        gud_json_open(json, "histogram", '[');
        for (int i = 0; i < GUD_FIT_BINS; i++) gud_json_integer(json, NULL, f->histogram[i]);
        gud_json_close(json);
    }
    gud_json_number(json, "score", f->score);
    gud_json_text(json, "reason", f->reason);
    gud_json_close(json);
}

static void json_lines(gud_json *json, const char *key, const char *text)
{
    const char *line;
    int length;
    gud_json_open(json, key, '[');
    while (gud_line_next(&text, &line, &length)) {
        char copy[600];
        (void)snprintf(copy, sizeof copy, "%.*s", length, line);
        gud_json_text(json, NULL, copy);
    }
    gud_json_close(json);
}

static int print_json(const gud_cad_found *j, const char *report)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "name", j->assembly->name);
    gud_json_text(&json, "schema", j->assembly->schema);
    gud_json_number(&json, "unit", j->assembly->unit);
    gud_json_integer(&json, "faces", j->assembly->nface);
    json_parts(&json, j);
    gud_json_open(&json, "pairs", '[');
    for (int i = 0; i < j->fits->n; i++) json_fit(&json, j, &j->fits->list[i]);
    gud_json_close(&json);
    gud_json_open(&json, "joints", '[');
    for (int i = 0; i < j->mechanism->njoint; i++) {
        const gud_cad_joint *k = &j->mechanism->joints[i];
        gud_json_open(&json, NULL, '{');
        gud_json_text(&json, "name", k->name);
        gud_json_text(&json, "type", gud_cad_types[k->type]);
        for (int s = 0; s < 2; s++)
            gud_json_text(&json, s ? "inner" : "outer",
                          k->body[s] >= 0 ? j->mechanism->bodies[k->body[s]].name : "ground");
        gud_json_integer(&json, "bearings", k->nfit);
        gud_json_close(&json);
    }
    gud_json_close(&json);
    gud_json_open(&json, "remarks", '[');
    for (int i = 0; i < j->assembly->nremark; i++) gud_json_text(&json, NULL, j->assembly->remarks[i]);
    gud_json_close(&json);
    json_lines(&json, "assumed", gud_buffer_text(j->remarks));
    if (gud_args_has(j->args, "update")) json_lines(&json, "changes", report);
    if (gud_args_has(j->args, "output")) gud_json_text(&json, "model", gud_args_value(j->args, "output"));
    gud_json_close(&json);
    return gud_output_print(j->args, &text);
}

// ---- remarks

static void print_lines(const gud_args *args, const char *text)
{
    const char *line;
    int length;
    while (gud_line_next(&text, &line, &length)) gud_remark(args, "%.*s", length, line);
}

static void print_remarks(const gud_cad_found *j, const gud_buffer *report)
{
    const char *path = gud_args_value(j->args, "output");
    for (int i = 0; i < j->assembly->nremark; i++) gud_remark(j->args, "%s", j->assembly->remarks[i]);
    if (!path) return;
    print_lines(j->args, gud_buffer_text(j->remarks));
    if (gud_args_has(j->args, "update") && report->size == 0) gud_remark(j->args, "nothing changed");
    print_lines(j->args, gud_buffer_text(report));
    gud_remark(j->args, "%s; next: gudgeon check %s, gudgeon run %s", path, path, path);
}

gud_status gud_cad_show(const gud_cad_found *j, const gud_buffer *report, gud_error *error)
{
    if (j->args->json)
        return print_json(j, gud_buffer_text(report)) == GUD_EXIT_FINE
                   ? GUD_OK
                   : gud_fail(error, GUD_ERR_IO, "standard output cannot be written");
    if (!j->args->quiet && print_all(j) != GUD_OK) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    print_remarks(j, report);
    return GUD_OK;
}
