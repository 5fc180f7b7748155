#include "cli/picture.h"

#include "cli/output.h"
#include "out/quantity.h"

#include <math.h>
#include <stdio.h>

const char *const gud_picture_formats[] = {"svg", "png", "pdf", NULL};
const char *const gud_picture_scales[] = {"linear", "log", NULL};

void gud_picture_init(gud_picture *picture, const char *title, const gud_axis *x, int ncurve, int npanel)
{
    gud_plot *plot = &picture->plot;
    *picture = (gud_picture){0};
    gud_arena_init(&picture->arena);
    plot->title = title;
    plot->npanel = npanel;
    plot->curves = GUD_TAKE(&picture->arena, gud_plot_curve, ncurve);
    plot->panels = GUD_TAKE(&picture->arena, gud_plot_panel, npanel);
    (void)snprintf(plot->x_label, sizeof plot->x_label, "%s", x->label);
    (void)snprintf(plot->x_unit, sizeof plot->x_unit, "%s", x->unit);
}

void gud_picture_free(gud_picture *picture)
{
    gud_arena_free(&picture->arena);
}

void gud_picture_panel(gud_picture *picture, int panel, const gud_axis *y, bool log)
{
    if (picture->arena.failed) return;
    gud_plot_panel *p = &picture->plot.panels[panel];
    (void)snprintf(p->label, sizeof p->label, "%s", y->label);
    (void)snprintf(p->unit, sizeof p->unit, "%s", y->unit);
    p->log = log;
}

void gud_picture_add(gud_picture *picture, int panel, const char *label, int color, gud_curve_style style, int n,
                     const double *x, const double *y)
{
    gud_plot *plot = &picture->plot;
    double *kept_x = GUD_TAKE(&picture->arena, double, n), *kept_y = GUD_TAKE(&picture->arena, double, n);
    if (picture->arena.failed) return;
    gud_plot_curve *curve = &plot->curves[plot->ncurve];
    *curve = (gud_plot_curve){.panel = panel, .color = color, .dash = color, .style = style, .x = kept_x, .y = kept_y};
    (void)snprintf(curve->label, sizeof curve->label, "%s", label);
    for (int i = 0; i < n; i++) {
        if (isnan(y[i]) || (plot->x_log && !(x[i] > 0.0)) || (plot->panels[panel].log && !(y[i] > 0.0))) continue;
        kept_x[curve->n] = x[i];
        kept_y[curve->n++] = y[i];
    }
    if (curve->n > 0) plot->ncurve++;
}

void gud_picture_laws(gud_picture *picture, int panel, const gud_comparison *c, const double *values)
{
    for (int law = 0; law < c->nlaw; law++)
        gud_picture_add(picture, panel, c->names[law], law, GUD_CURVE_LINE, c->n, c->abscissa,
                        values + (size_t)law * (size_t)c->n);
}

void gud_picture_quantity(double value, const char *unit, char *text, size_t size)
{
    char pretty[40];
    const gud_display shown = gud_quantity_show(unit, fabs(value));
    gud_unit_pretty(shown.unit, pretty, sizeof pretty);
    (void)snprintf(text, size, "%.5g %s", value * shown.scale, pretty);
}

gud_status gud_picture_path(const gud_args *args, const char *name, char path[GUD_PATH_SIZE], gud_error *error)
{
    char file[64];
    const char *format = gud_args_value(args, "format");
    (void)snprintf(file, sizeof file, "%s.%s", name, format ? format : gud_picture_formats[0]);
    return gud_path_join(path, gud_args_value(args, "output"), file, error);
}

static gud_status draw(const gud_picture *picture, const gud_args *args, const char *name, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    if (picture->arena.failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    if (picture->plot.ncurve == 0)
        return gud_fail(error, GUD_ERR_INPUT, "all values are zero: there is nothing to draw on logarithmic axes");
    GUD_TRY(gud_picture_path(args, name, path, error));
    GUD_TRY(gud_plot_draw(&picture->plot, path, error));
    gud_remark(args, "%s", path);
    return GUD_OK;
}

gud_status gud_picture_draw(gud_picture *picture, const gud_args *args, const char *name, gud_error *error)
{
    const gud_status st = draw(picture, args, name, error);
    gud_picture_free(picture);
    return st;
}
