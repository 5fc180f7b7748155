// Bifurcation diagrams: what a quantity is at every turn of a crank, against an axis of the study. A motion that
// repeats every turn is one point above each value, one that repeats every second turn two, and chaos is a cloud.

#include "base/alloc.h"
#include "num/pi.h"
#include "out/figure_parts.h"
#include "out/select.h"
#include "sweep/figures.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { path_size = 4500, most_points = 4000 };

// values where the angle passes full turns inside the window
static void take_turns(const double *angle, const double *y, int64_t n, const gud_window *w, double x,
                       gud_plot_curve *c)
{
    for (int64_t i = 1; i < n && c->n < most_points; i++) {
        const double from = floor(angle[i - 1] / (2.0 * pi)), to = floor(angle[i] / (2.0 * pi));
        const double mark = 2.0 * pi * fmax(from, to);
        if (from == to || mark < w->low || mark > w->high) continue;
        const double part = (mark - angle[i - 1]) / (angle[i] - angle[i - 1]);
        c->x[c->n] = x;
        c->y[c->n++] = y[i - 1] + part * (y[i] - y[i - 1]);
    }
}

typedef struct {
    const gud_sweep *s;
    int axis;
    const char *pattern;
    gud_plot plot;
} diagram;

static gud_status sample(diagram *d, const gud_result *result, int run, gud_error *error)
{
    const gud_study *study = d->s->study;
    const char *over = study->over ? study->over : gud_result_abscissa(result), *text = study->windows.list[0];
    gud_window w;
    gud_selection found;
    double *angle = NULL, *y = NULL;
    if (!over)
        return gud_fail(error, GUD_ERR_INPUT, "a bifurcation diagram needs `over`: the angle whose turns are counted");
    GUD_TRY(gud_window_parse(result, text[0] ? text : NULL, over, error, &w));
    GUD_TRY(gud_selection_find(result, &d->pattern, 1, error, &found));
    const gud_pick pick = found.picks[0];
    gud_free(found.picks);
    gud_status st = gud_result_load(result, w.over, error, &angle);
    if (st == GUD_OK) st = gud_result_load(result, pick, error, &y);
    if (st == GUD_OK) {
        gud_plot_curve *c = &d->plot.curves[run];
        c->style = GUD_CURVE_POINTS;
        take_turns(angle, y, gud_result_count(result, 0), &w, gud_study_case_of(study, run, d->axis)->value, c);
        gud_plot_panel *panel = &d->plot.panels[0];
        (void)snprintf(panel->unit, sizeof panel->unit, "%s", gud_result_channel(result, pick.channel)->unit);
        char label[GUD_LABEL_SIZE];
        gud_figure_name(result, pick, true, label);
        (void)snprintf(panel->label, sizeof panel->label, "%.120s at every turn", label);
    }
    gud_free(angle);
    gud_free(y);
    return st;
}

static gud_status draw(diagram *d, int channel, gud_error *error)
{
    const gud_study_axis *axis = &d->s->study->axes[d->axis];
    char path[path_size];
    int points = 0;
    for (int run = 0; run < d->s->study->nrun; run++) {
        gud_result *result = NULL;
        if (!gud_sweep_is_computed(d->s, run)) continue;
        GUD_TRY(gud_sweep_open_result(d->s, run, error, &result));
        const gud_status st = gud_sweep_has_channel(result, d->pattern) ? sample(d, result, run, error) : GUD_OK;
        gud_result_close(result);
        GUD_TRY(st);
        points += (int)d->plot.curves[run].n;
    }
    if (points == 0) return GUD_OK;
    (void)snprintf(path, sizeof path, "%.4000s/figures/bifurcation-%d-%.100s.svg", d->s->folder, channel + 1,
                   axis->name);
    for (char *c = strrchr(path, '/') + 1; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) *c = '-';
    d->plot.npanel = 1;
    d->plot.tall = true;
    d->plot.title = d->s->study->title;
    return gud_plot_draw(&d->plot, path, error);
}

gud_status gud_sweep_draw_bifurcation(const gud_sweep *s, int axis, int channel, gud_error *error)
{
    diagram d = {.s = s, .axis = axis, .pattern = s->study->bifurcation.list[channel]};
    gud_status st = gud_sweep_plot_create(&s->study->axes[axis], s->study->nrun, most_points, 1, &d.plot, error);
    if (st == GUD_OK) st = draw(&d, channel, error);
    gud_sweep_plot_free(&d.plot);
    return st;
}
