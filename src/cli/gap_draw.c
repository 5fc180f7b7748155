#include "cli/gap_draw.h"

#include "cli/comparison.h"
#include "cli/output.h"
#include "out/script.h"

#include <math.h>
#include <stdio.h>

enum { width = 600, layer_height = 190, head = 40 }; // px

// ---- maps

typedef struct layer {
    const char *label, *unit;
    const double *values;
    bool both; // signs are alike
} layer;

static gud_status put_data(const gud_gap_sheet *s, const char *path, gud_error *error)
{
    const gud_grid *g = &s->pair.grid;
    const gud_gap_field *f = &s->work->field;
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    gud_draft_print(&d, "# first parameter   second parameter   gap [m]   rate [m/s]; nan: nothing is met\n");
    for (int j = 0; j < g->cells[1]; j++) {
        for (int i = 0; i < g->cells[0]; i++) {
            const int k = i * g->cells[1] + j;
            gud_draft_print(&d, "%.10g %.10g ", g->xi[2 * (size_t)k], g->xi[2 * (size_t)k + 1]);
            if (f->state[k] == GUD_GAP_NONE)
                gud_draft_print(&d, "nan nan\n");
            else
                gud_draft_print(&d, "%.9g %.9g\n", f->gap[k], f->rate[k]);
        }
        gud_draft_print(&d, "\n");
    }
    return gud_draft_keep(&d, error);
}

static void range_of(const gud_gap_sheet *s, const double *values, double range[2])
{
    range[0] = (double)INFINITY;
    range[1] = -(double)INFINITY;
    for (int i = 0; i < s->pair.grid.n; i++) {
        if (s->work->field.state[i] == GUD_GAP_NONE) continue;
        range[0] = fmin(range[0], values[i]);
        range[1] = fmax(range[1], values[i]);
    }
    if (!(range[0] <= range[1])) range[0] = range[1] = 0.0;
}

// thin films are dark, overlap is red; rates have two colours that meet at 0
static void put_colors(gud_draft *d, const layer *l, const double range[2], double scale)
{
    const double low = range[0] * scale, high = fmax(range[1], 0.0) * scale, most = fmax(fabs(low), fabs(high));
    if (l->both)
        gud_draft_print(d,
                        "set palette defined (-1 '#b2182b', -0.5 '#f4a582', 0 '#f7f7f7', 0.5 '#92c5de', 1 '#2166ac')\n"
                        "set cbrange [%.9g:%.9g]\n",
                        most > 0.0 ? -most : -1.0, most > 0.0 ? most : 1.0);
    else if (low < 0.0)
        gud_draft_print(
            d,
            "set palette defined (%.9g '#b2182b', 0 '#fddbc7', 0 '#08306b', %.9g '#2171b5', %.9g '#6baed6', "
            "%.9g '#f7fbff')\nset cbrange [%.9g:%.9g]\n",
            low, 0.25 * high, 0.5 * high, high, low, high);
    else
        gud_draft_print(d,
                        "set palette defined (0 '#08306b', 1 '#2171b5', 2 '#6baed6', 3 '#c6dbef', 4 '#f7fbff')\n"
                        "set cbrange [%.9g:%.9g]\n",
                        low, high > low ? high : low + 1.0);
}

static void put_layer(gud_draft *d, const gud_gap_sheet *s, const layer *l, int column, bool lowest)
{
    double range[2];
    char pretty[60];
    range_of(s, l->values, range);
    const double scale = gud_script_unit(l->unit, fmax(fabs(range[0]), fabs(range[1])), pretty, sizeof pretty);
    put_colors(d, l, range, scale);
    gud_draft_print(d, "set cblabel '%s (%s)' offset 1.5,0\n", l->label, pretty);
    gud_draft_print(d,
                    lowest ? "set format x '%%g'\nset xlabel 'first parameter'\n" : "set format x ''\nset xlabel ''\n");
    gud_draft_print(d, "plot data using 1:2:($%d*%.9g) with image notitle", column, scale);
    if (s->results[s->least].met)
        gud_draft_print(d,
                        ", '-' using 1:2 with points pointtype 2 pointsize 1.2 linewidth 2 linecolor rgb "
                        "'#d55e00' title 'least gap'\n%.9g %.9g\ne\n",
                        s->results[s->least].nearest.xi[0], s->results[s->least].nearest.xi[1]);
    else
        gud_draft_print(d, "\n");
}

static gud_status draw_map(const gud_gap_sheet *s, const char *folder, const char *ending, gud_error *error)
{
    const gud_gap_field *f = &s->work->field;
    const gud_surface *r = s->pair.surface[s->pair.reference];
    const layer layers[] = {{"gap", "m", f->gap, false}, {"rate of the gap", "m/s", f->rate, true}};
    const int n = s->moves ? 2 : 1, height = head + layer_height * n;
    gud_script script;
    gud_draft d;
    GUD_TRY(gud_script_name(folder, "gap", ending, error, &script));
    GUD_TRY(put_data(s, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, width, height, error));
    gud_draft_print(&d,
                    "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset ylabel 'second parameter'\n"
                    "set key at screen 0.76, screen 0.99 samplen 1\nset multiplot\n",
                    r->low[0], r->high[0], r->low[1], r->high[1]);
    for (int i = 0; i < n; i++) {
        const double size = (layer_height - 40.0) / height;
        const double bottom = (height - 25.0 - layer_height * i) / height - size;
        gud_draft_print(&d, "set lmargin at screen 0.11\nset rmargin at screen 0.77\n");
        gud_draft_print(&d, "set bmargin at screen %.5f\nset tmargin at screen %.5f\n", bottom, bottom + size);
        gud_draft_print(&d, "set colorbox user origin 0.79,%.5f size 0.02,%.5f\n", bottom, size);
        put_layer(&d, s, &layers[i], 3 + i, i == n - 1);
    }
    gud_draft_print(&d, "unset multiplot\n");
    return gud_script_draw(&script, &d, error);
}

// ---- the least gap along a sweep

static gud_status draw_sweep(const gud_args *args, const gud_gap_sheet *s, gud_error *error)
{
    gud_picture picture;
    gud_error_write(error, "out of memory");
    GUD_TRY(gud_picture_create(2, 2, &picture));
    double *x = GUD_TAKE(&picture.arena, double, s->npose), *gap = GUD_TAKE(&picture.arena, double, s->npose);
    double *area = GUD_TAKE(&picture.arena, double, s->npose);
    gud_status st = picture.arena.failed ? GUD_ERR_MEMORY : GUD_OK;
    for (int i = 0; st == GUD_OK && i < s->npose; i++) {
        const gud_gap_result *r = &s->results[i];
        x[i] = r->values[0];
        gap[i] = r->met ? r->nearest.gap : (double)NAN;
        area[i] = r->area;
    }
    (void)snprintf(picture.plot.x_label, sizeof picture.plot.x_label, "%s", s->sweeps[0].name);
    (void)snprintf(picture.plot.x_unit, sizeof picture.plot.x_unit, "%s", s->sweeps[0].unit);
    gud_picture_panel(&picture, 0, &(gud_axis){"gap", "least gap", "m"}, false);
    gud_picture_panel(&picture, 1, &(gud_axis){"area", "contact area", "m2"}, false);
    if (st == GUD_OK) st = gud_picture_add(&picture, 0, "least gap", 0, GUD_CURVE_LINE, s->npose, x, gap);
    if (st == GUD_OK) st = gud_picture_add(&picture, 1, "contact area", 0, GUD_CURVE_LINE, s->npose, x, area);
    if (st == GUD_OK) st = gud_picture_draw(&picture, args, "sweep", error);
    gud_picture_free(&picture);
    return st;
}

gud_status gud_gap_draw(const gud_args *args, const gud_gap_sheet *s, gud_error *error)
{
    const char *folder = gud_args_value(args, "output"), *format = gud_args_value(args, "format");
    const char *ending = format ? format : gud_picture_formats[0];
    GUD_TRY(gud_folder_create(folder, error));
    GUD_TRY(draw_map(s, folder, ending, error));
    gud_remark(args, "%s/gap.%s", folder, ending);
    return s->nsweep == 1 && s->npose > 1 ? draw_sweep(args, s, error) : GUD_OK;
}
