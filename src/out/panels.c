// Figures of many joints: what is zero is not drawn, and a joint has panels of its own.
#include "base/alloc.h"
#include "out/figure_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double nothing = 1e-6; // of the largest value with the same unit

static double largest_of(const gud_plot_curve *c)
{
    double most = 0.0;
    for (int64_t k = 0; k < c->n; k++) most = fmax(most, fabs(c->y[k]));
    return most;
}

static double largest_in(const gud_plot *plot, int panel)
{
    double most = 0.0;
    for (int i = 0; i < plot->ncurve; i++)
        if (plot->curves[i].panel == panel) most = fmax(most, largest_of(&plot->curves[i]));
    return most;
}

// lengths and angles below a picometre are rounding
static bool is_empty(const gud_plot *plot, int panel)
{
    const char *unit = plot->panels[panel].unit;
    const double rounding = strcmp(unit, "m") == 0 || strcmp(unit, "rad") == 0 ? 1e-12 : 0.0;
    return largest_in(plot, panel) <= rounding;
}

// panels without a curve
static void drop_panels(gud_plot *plot)
{
    for (int p = plot->npanel - 1; p >= 0; p--) {
        int count = 0;
        for (int i = 0; i < plot->ncurve; i++) count += plot->curves[i].panel == p;
        if (count > 0) continue;
        plot->npanel--;
        memmove(&plot->panels[p], &plot->panels[p + 1], (size_t)(plot->npanel - p) * sizeof *plot->panels);
        for (int i = 0; i < plot->ncurve; i++) plot->curves[i].panel -= plot->curves[i].panel > p;
    }
}

gud_status gud_chart_drop_zeros(gud_chart *chart, gud_error *error)
{
    gud_plot *plot = &chart->plot;
    if (chart->request->nresult > 1) return GUD_OK; // they are told apart by the order of their curves
    int kept = 0, full = 0;
    for (int p = 0; p < plot->npanel; p++) full += !is_empty(plot, p);
    for (int i = 0; i < plot->ncurve && full > 0; i++) {
        gud_plot_curve *c = &plot->curves[i];
        const double most = largest_in(plot, c->panel);
        if (is_empty(plot, c->panel) || largest_of(c) <= nothing * most) {
            gud_free(c->x);
            gud_free(c->y);
            *c = (gud_plot_curve){.panel = c->panel};
            continue;
        }
        const gud_plot_curve moved = *c;
        *c = (gud_plot_curve){.panel = c->panel};
        chart->found.picks[kept] = chart->found.picks[i];
        plot->curves[kept++] = moved;
    }
    if (full == 0 && chart->request->nname == 0)
        return gud_fail(error, GUD_ERR_INPUT, "%.200s: all curves of figure '%s' are zero",
                        gud_result_path(chart->request->results[0]), chart->kind->name);
    if (full == 0) return GUD_OK; // they were asked for
    plot->ncurve = chart->found.count = kept;
    drop_panels(plot);
    return GUD_OK;
}

static bool is_crowded(const gud_plot *plot)
{
    for (int p = 0; p < plot->npanel; p++) {
        int count = 0;
        for (int i = 0; i < plot->ncurve; i++) count += plot->curves[i].panel == p;
        if (count > GUD_CHART_MOST) return true;
    }
    return false;
}

// a panel for each entity and unit, in the order of their first curves
static void split_panels(gud_chart *chart)
{
    gud_plot *plot = &chart->plot;
    int npanel = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        char own[GUD_LABEL_SIZE], other[GUD_LABEL_SIZE];
        const gud_result *first = chart->request->results[0];
        const char *unit = gud_result_channel(first, chart->found.picks[i].channel)->unit;
        int panel = npanel;
        gud_figure_entity(first, chart->found.picks[i], own);
        for (int k = 0; k < i && panel == npanel; k++) {
            gud_figure_entity(first, chart->found.picks[k], other);
            const char *unit_k = gud_result_channel(first, chart->found.picks[k].channel)->unit;
            if (strcmp(own, other) == 0 && strcmp(unit, unit_k) == 0) panel = plot->curves[k].panel;
        }
        plot->curves[i].panel = panel;
        plot->curves[i].color = plot->curves[i].dash = 0;
        for (int k = 0; k < i; k++) plot->curves[i].color += plot->curves[k].panel == panel;
        if (panel < npanel) continue;
        plot->panels[panel] = (gud_plot_panel){0};
        (void)snprintf(plot->panels[panel].unit, sizeof plot->panels[panel].unit, "%s", unit);
        npanel++;
    }
    plot->npanel = npanel;
    plot->by_entity = true;
}

gud_status gud_chart_split(gud_chart *chart, gud_error *error)
{
    GUD_TRY(gud_chart_drop_zeros(chart, error));
    if (chart->request->nresult == 1 && is_crowded(&chart->plot)) split_panels(chart);
    return GUD_OK;
}
