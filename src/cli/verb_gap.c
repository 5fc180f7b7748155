// gudgeon gap FILE
#include "cli/component.h"
#include "cli/gap_draw.h"
#include "cli/sheet.h"
#include "surface/net_vtk.h"

#include <math.h>
#include <stdio.h>

// ---- for people

static void print_head(const gud_gap_sheet *s)
{
    const int r = s->pair.reference;
    char window[48];
    gud_quantity_text(s->pair.window, "m", window, sizeof window);
    (void)printf("from the %s of '%s', %d x %d cells, along its normals to '%s'; window %s, %s\n",
                 s->pair.side > 0 ? "front" : "back", s->names[r], s->pair.grid.cells[0], s->pair.grid.cells[1],
                 s->names[1 - r], window, gud_gap_modes[s->mode]);
}

// without the last digits, in which there is only rounding
static double rounded(double x, double least)
{
    return round(x / least) * least;
}

static void print_row(gud_sheet *sheet, const gud_gap_sheet *s, const gud_gap_result *r)
{
    for (int k = 0; k < s->nsweep; k++) gud_sheet_number(sheet, r->values[k]);
    gud_sheet_number(sheet, r->met ? rounded(r->nearest.gap, 1e-12) : (double)NAN);
    for (int k = 0; k < 2; k++) gud_sheet_number(sheet, r->met ? rounded(r->nearest.xi[k], 1e-7) : (double)NAN);
    for (int k = 0; k < 3; k++) gud_sheet_number(sheet, r->met ? rounded(r->place[k], 1e-9) : (double)NAN);
    gud_sheet_number(sheet, 1e6 * r->area);
    gud_sheet_number(sheet, s->pair.grid.n - r->nfilm);
    if (s->mode == GUD_GAP_NEWTON) return;
    gud_sheet_number(sheet, r->nunsure);
    gud_sheet_number(sheet, r->ndisagree);
}

static gud_status print(const void *of)
{
    const gud_gap_sheet *s = of;
    gud_sheet_column columns[GUD_GAP_SWEEPS + 10];
    gud_sheet sheet;
    int n = 0;
    for (int k = 0; k < s->nsweep; k++) columns[n++] = (gud_sheet_column){s->sweeps[k].name, s->sweeps[k].unit, true};
    columns[n++] = (gud_sheet_column){"smallest gap", "m", true};
    columns[n++] = (gud_sheet_column){"at u", NULL, false};
    columns[n++] = (gud_sheet_column){"v", NULL, false};
    columns[n++] = (gud_sheet_column){"at x", "m", true};
    columns[n++] = (gud_sheet_column){"y", "m", true};
    columns[n++] = (gud_sheet_column){"z", "m", true};
    columns[n++] = (gud_sheet_column){"contact area", "mm2", false};
    columns[n++] = (gud_sheet_column){"no hit", NULL, false};
    if (s->mode != GUD_GAP_NEWTON) {
        columns[n++] = (gud_sheet_column){"unsure", NULL, false};
        columns[n++] = (gud_sheet_column){"disagree", NULL, false};
    }
    gud_sheet_init(&sheet, columns, n);
    sheet.indent = 2;
    for (int i = 0; i < s->npose; i++) print_row(&sheet, s, &s->results[i]);
    print_head(s);
    return gud_sheet_print(&sheet, stdout);
}

// ---- files

static void csv_head(gud_draft *d, const gud_gap_sheet *s)
{
    for (int k = 0; k < s->nsweep; k++) gud_draft_print(d, "%s [%s],", s->sweeps[k].name, s->sweeps[k].unit);
    gud_draft_print(d, "u,v,x [m],y [m],z [m],gap [m],rate [m/s],hit");
    if (s->moves)
        gud_draft_print(d, ",wall_reference.along [m/s],wall_reference.normal [m/s],wall_reference.across [m/s],"
                           "wall_other.along [m/s],wall_other.normal [m/s],wall_other.across [m/s]");
    gud_draft_print(d, "\r\n");
}

static void csv_numbers(gud_draft *d, const double *numbers, int n)
{
    char text[32];
    for (int k = 0; k < n; k++) {
        gud_number_text(numbers[k], text);
        gud_draft_print(d, "%s,", isnan(numbers[k]) ? "" : text);
    }
}

static void csv_point(gud_draft *d, const gud_gap_sheet *s, int pose, int i)
{
    const gud_gap_hits *f = &s->work->field;
    const bool hit = gud_gap_met(f->state[i]);
    const double none = (double)NAN, found[2] = {hit ? f->gap[i] : none, hit ? f->rate[i] : none};
    double x[3];
    gud_gap_sheet_point(s, i, x);
    csv_numbers(d, s->results[pose].values, s->nsweep);
    csv_numbers(d, s->pair.grid.xi + 2 * (size_t)i, 2);
    csv_numbers(d, x, 3);
    csv_numbers(d, found, 2);
    gud_draft_print(d, "%d", hit);
    for (int k = 0; s->moves && k < 6; k++) {
        char text[32];
        gud_number_text(k < 3 ? f->wall_r[3 * i + k] : f->wall_c[3 * i + k - 3], text);
        gud_draft_print(d, ",%s", text);
    }
    gud_draft_print(d, "\r\n");
}

static gud_status csv(void *sheet, const char *path, gud_error *error)
{
    gud_gap_sheet *s = sheet;
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    csv_head(&d, s);
    for (int pose = 0; pose < s->npose; pose++) {
        gud_watch_count(s->file.watch, pose, s->npose);
        const gud_status st = gud_gap_sheet_show(s, pose, error);
        if (st != GUD_OK) {
            gud_draft_drop(&d);
            return st;
        }
        for (int i = 0; i < s->pair.grid.n; i++) csv_point(&d, s, pose, i);
    }
    GUD_TRY(gud_draft_keep(&d, error));
    return gud_gap_sheet_show(s, s->least, error);
}

static gud_status save_text(gud_buffer *text, const char *path, gud_error *error)
{
    const gud_status st = text->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                       : gud_draft_save(path, gud_buffer_text(text), text->size, error);
    gud_buffer_free(text);
    return st;
}

static gud_status vtk(void *sheet, const char *path, gud_error *error)
{
    const gud_gap_sheet *s = sheet;
    static const char *const names[] = {"gap", "rate"};
    const double *const fields[] = {s->work->field.gap, s->work->field.rate};
    gud_buffer text;
    gud_buffer_init(&text);
    gud_grid_vtk(&s->pair.grid, GUD_COUNT(names), names, fields, &text);
    return save_text(&text, path, error);
}

static gud_status nets(void *sheet, const char *path, gud_error *error)
{
    const gud_gap_sheet *s = sheet;
    gud_buffer text;
    gud_buffer_init(&text);
    gud_nets_vtk(2, s->surfaces, s->shown, &text);
    return save_text(&text, path, error);
}

// ---- the verb

static int run(const gud_args *args)
{
    static const gud_component_view view = {.component = &gud_component_gap,
                                            .pieces = "poses",
                                            .csv = csv,
                                            .vtk = vtk,
                                            .nets = nets,
                                            .draw = gud_gap_draw,
                                            .print = print};
    return gud_component_run(args, &view);
}

static const gud_option options[] = {
    GUD_COMPONENT_OPTIONS,
    {.name = "vtk",
     .argument = "FILE",
     .about = "write the reference surface with its gaps for ParaView",
     .offer = GUD_OFFER_FILE},
    {.name = "nets",
     .argument = "FILE",
     .about = "write both surfaces with their control nets for ParaView",
     .offer = GUD_OFFER_FILE},
};

static const gud_example examples[] = {
    {"gudgeon gap crowned-journal.yaml -o out", "tables, and maps in out/gap.svg"},
    {"gudgeon gap crowned-journal.yaml --set gap.mode=verify", "Newton's method checked with implicit matrices"},
    {"gudgeon gap barrel-piston.yaml --csv points.csv --vtk gap.vtk", "all points, for a spreadsheet and for ParaView"},
    {"gudgeon list --for gap", "all keys of the file"},
};

const gud_verb gud_verb_gap = {
    .name = "gap",
    .synopsis = "FILE",
    .about = "compute the gap between two surfaces: map, smallest gap and its position, contact area, rates; for one "
             "pose or a sweep",
    .details = "The file describes the surfaces, names the two that form the gap, and gives their poses and motion "
               "(first, second). Numbers of the second pose can be swept; maps and points are then those of the pose "
               "with the smallest gap. 'gudgeon list --for gap' lists all keys.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
