#include "sweep/figures.h"

#include "base/alloc.h"
#include "out/figure.h"
#include "out/quantity.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { path_size = 4500, most_results = 64, few_results = 8 };

// ---- curves of all runs

typedef struct {
    gud_result *results[most_results];
    char names[most_results][GUD_STUDY_NAME];
    const char *labels[most_results];
    int n;
} gallery;

static gud_status open_all(const gud_sweep *s, gallery *g, gud_error *error)
{
    for (int run = 0; run < s->study->nrun && g->n < most_results; run++) {
        if (!gud_sweep_is_computed(s, run)) continue;
        GUD_TRY(gud_sweep_open_result(s, run, error, &g->results[g->n]));
        gud_study_name(s->study, run, g->names[g->n]);
        g->labels[g->n] = g->names[g->n];
        g->n++;
    }
    return GUD_OK;
}

// results that have what the pattern asks for, in one figure
static gud_status draw(const gud_sweep *s, const gallery *g, const char *kind, const char *pattern, const char *name,
                       gud_error *error)
{
    const char *labels[most_results];
    const gud_result *having[most_results];
    gud_figure_cycle cycles[most_results];
    int places[most_results];
    char path[path_size];
    gud_figure_request request = {.results = having,
                                  .labels = labels,
                                  .places = places,
                                  .names = &pattern,
                                  .nname = 1,
                                  .over = s->study->over,
                                  .path = path};
    for (int i = 0; i < g->n; i++) {
        if (!gud_sweep_has_channel(g->results[i], pattern)) continue;
        gud_figure_cycle_find(g->results[i], &cycles[request.nresult]);
        having[request.nresult] = g->results[i];
        places[request.nresult] = i;
        labels[request.nresult++] = g->labels[i];
    }
    const char *window = s->study->windows.list[0];
    if (strcmp(kind, "poincare") == 0) {
        request.window = window[0] ? window : NULL;
        request.title = s->study->title;
    }
    gud_figure_frame(kind, cycles, &request);
    (void)snprintf(path, sizeof path, "%.4000s/figures/%s.svg", s->folder, name);
    return request.nresult > 0 ? gud_figure_draw(kind, &request, error) : GUD_OK;
}

static gud_status draw_runs(const gud_sweep *s, bool series, gud_error *error)
{
    const gud_study *study = s->study;
    char name[60];
    gallery *g = gud_alloc(1, sizeof *g);
    if (!g) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_status st = open_all(s, g, error);
    for (int c = 0; c < study->channels.count && series && st == GUD_OK; c++) {
        (void)snprintf(name, sizeof name, "%d", c + 1);
        st = draw(s, g, "series", study->channels.list[c], name, error);
    }
    for (int c = 0; c < study->poincare.count && st == GUD_OK; c++) {
        (void)snprintf(name, sizeof name, "poincare-%d", c + 1);
        st = draw(s, g, "poincare", study->poincare.list[c], name, error);
    }
    for (int i = 0; i < g->n; i++) gud_result_close(g->results[i]);
    gud_free(g);
    return st;
}

// ---- plots over an axis

void gud_axis_label(const gud_study_axis *axis, char label[GUD_LABEL_SIZE])
{
    char pretty[60] = "";
    gud_unit_pretty(axis->unit, pretty, sizeof pretty);
    (void)snprintf(label, GUD_LABEL_SIZE, pretty[0] ? "%.90s (%.50s)" : "%.90s", axis->name, pretty);
    label[0] = (char)toupper((unsigned char)label[0]);
}

gud_status gud_sweep_plot_create(const gud_study_axis *axis, int ncurve, int npoint, int npanel, gud_plot *plot,
                                 gud_error *error)
{
    const gud_status st = gud_sweep_plot_alloc(ncurve, npoint, npanel, plot, error);
    plot->x_log = axis->log;
    gud_axis_label(axis, plot->x_label);
    return st;
}

gud_status gud_sweep_plot_alloc(int ncurve, int npoint, int npanel, gud_plot *plot, gud_error *error)
{
    *plot = (gud_plot){.x_unit = "1", .npanel = npanel};
    plot->curves = gud_alloc((size_t)ncurve, sizeof *plot->curves);
    plot->panels = gud_alloc((size_t)npanel, sizeof *plot->panels);
    bool good = plot->curves && plot->panels;
    for (int i = 0; i < ncurve && good; i++) {
        gud_plot_curve *c = &plot->curves[plot->ncurve++];
        c->x = gud_alloc((size_t)npoint, sizeof(double));
        c->y = gud_alloc((size_t)npoint, sizeof(double));
        good = c->x && c->y;
    }
    return good ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

void gud_sweep_plot_free(gud_plot *plot)
{
    for (int i = 0; plot->curves && i < plot->ncurve; i++) {
        gud_free(plot->curves[i].x);
        gud_free(plot->curves[i].y);
    }
    gud_free(plot->curves);
    gud_free(plot->panels);
    *plot = (gud_plot){0};
}

// ---- all of them

// is there a result in the run's folder, as mechanisms leave it?
static bool has_results(const gud_sweep *s)
{
    for (int run = 0; run < s->study->nrun; run++) {
        gud_result *result = NULL;
        gud_error ignored;
        if (!gud_sweep_is_computed(s, run)) continue;
        const bool has = gud_sweep_open_result(s, run, &ignored, &result) == GUD_OK;
        gud_result_close(result);
        return has;
    }
    return false;
}

static gud_status draw_axes(const gud_sweep *s, const gud_sweep_table *table, bool results, int *naxis,
                            gud_error *error)
{
    *naxis = 0;
    for (int a = 0; a < s->study->naxis; a++) {
        const gud_study_axis *axis = &s->study->axes[a];
        if (!axis->numeric || axis->ncase < 3) continue;
        GUD_TRY(gud_sweep_draw_axis(s, table, a, error));
        for (int c = 0; c < s->study->bifurcation.count && results; c++)
            GUD_TRY(gud_sweep_draw_bifurcation(s, a, c, error));
        (*naxis)++;
    }
    return GUD_OK;
}

gud_status gud_sweep_figures(const gud_sweep *s, const gud_sweep_table *table, gud_error *error)
{
    char folder[path_size];
    int naxis;
    const bool results = has_results(s);
    (void)snprintf(folder, sizeof folder, "%.4000s/figures", s->folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return gud_fail(error, GUD_ERR_IO, "%s: %s", folder, strerror(errno));
    GUD_TRY(draw_axes(s, table, results, &naxis, error));
    // parts of a sample are drawn by what they say together: sweep/conclusions.h
    const bool series = s->study->design.nfactor == 0 && (naxis == 0 || s->study->nrun <= few_results);
    return results ? draw_runs(s, series, error) : GUD_OK;
}
