// Figures of many joints: what is zero is not drawn, and a joint has panels of its own.
#include "base/alloc.h"
#include "out/figure_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// of the largest value with the same unit; a power loss is a sum, to which so little does not count
static double nothing_of(const char *unit)
{
    return strcmp(unit, "W") == 0 ? 1e-4 : 1e-6;
}

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

// motions below a picometre, and forces below a piconewton, are rounding; violations are nothing else, and are shown
static bool is_empty(const gud_chart *chart, int panel)
{
    static const char *const units[] = {"m", "rad", "m/s", "rad/s", "m/s2", "rad/s2", "N", "N.m"};
    const char *unit = chart->plot.panels[panel].unit;
    double rounding = 0.0;
    for (int i = 0; i < GUD_COUNT(units) && !chart->kind->log; i++)
        if (strcmp(unit, units[i]) == 0) rounding = 1e-12;
    return largest_in(&chart->plot, panel) <= rounding;
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
    for (int p = 0; p < plot->npanel; p++) full += !is_empty(chart, p);
    for (int i = 0; i < plot->ncurve && full > 0; i++) {
        gud_plot_curve *c = &plot->curves[i];
        const double most = largest_in(plot, c->panel);
        if (is_empty(chart, c->panel) || largest_of(c) <= nothing_of(plot->panels[c->panel].unit) * most) {
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
        plot->curves[i].color = 0;
        for (int k = 0; k < i; k++) plot->curves[i].color += plot->curves[k].panel == panel;
        plot->curves[i].dash = plot->curves[i].color;
        if (panel < npanel) continue;
        plot->panels[panel] = (gud_plot_panel){0};
        (void)snprintf(plot->panels[panel].unit, sizeof plot->panels[panel].unit, "%s", unit);
        npanel++;
    }
    plot->npanel = npanel;
    plot->by_entity = true;
}

// the place of the i-th component's entity among those that are drawn
static int rank_of(const gud_chart *chart, int i)
{
    const gud_result *first = chart->request->results[0];
    char own[GUD_LABEL_SIZE], other[GUD_LABEL_SIZE];
    gud_figure_entity(first, chart->found.picks[i], own);
    for (int k = 0; k < i; k++) {
        gud_figure_entity(first, chart->found.picks[k], other);
        if (strcmp(own, other) == 0) return chart->plot.curves[k].color;
    }
    int rank = 0;
    for (int k = 0; k < i; k++)
        if (chart->plot.curves[k].color >= rank) rank = chart->plot.curves[k].color + 1;
    return rank;
}

void gud_chart_colors(gud_chart *chart)
{
    gud_plot *plot = &chart->plot;
    bool few = true;
    if (chart->request->nresult > 1) return; // colours are of results
    for (int i = 0; i < plot->ncurve; i++) {
        plot->curves[i].color = gud_figure_color(chart->request->results[0], chart->found.picks[i]);
        few = few && plot->curves[i].color < GUD_PLOT_COLORS;
    }
    for (int i = 0; i < plot->ncurve; i++) {
        gud_plot_curve *c = &plot->curves[i];
        if (!few) c->color = rank_of(chart, i);
        c->dash = 0;
        for (int k = 0; k < i; k++) c->dash += plot->curves[k].panel == c->panel;
    }
}

// "config-1/printed/GW": the runs of a study that differ by the last of its axes only share what is before it
static size_t head_of(const char *label)
{
    const char *slash = strrchr(label, '/');
    return slash ? (size_t)(slash - label) : 0;
}

static bool same_head(const char *a, const char *b)
{
    return head_of(a) == head_of(b) && strncmp(a, b, head_of(a)) == 0;
}

static const char *tail_of(const char *label)
{
    return label + head_of(label) + (head_of(label) > 0);
}

// Many results: a panel for those that differ by the last axis of a study, which has a colour for each of its cases.
static gud_status group_results(gud_chart *chart, gud_error *error)
{
    gud_plot *plot = &chart->plot;
    const char *const *labels = chart->request->labels;
    const int n = plot->ncurve; // one of each result
    gud_plot_panel *panels = gud_resize(plot->panels, (size_t)n, sizeof *panels);
    if (!panels) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    plot->panels = panels;
    const gud_plot_panel usual = panels[0];
    plot->npanel = 0;
    for (int i = 0; i < n; i++) {
        gud_plot_curve *c = &plot->curves[i];
        int panel = plot->npanel, color = 0;
        for (int k = 0; k < i && panel == plot->npanel; k++)
            if (same_head(labels[k], labels[i])) panel = plot->curves[k].panel;
        for (int k = 0; k < i; k++)
            if (plot->curves[k].color >= color) color = plot->curves[k].color + 1;
        for (int k = i - 1; k >= 0; k--)
            if (strcmp(tail_of(labels[k]), tail_of(labels[i])) == 0) color = plot->curves[k].color;
        c->panel = panel;
        c->color = c->dash = color;
        (void)snprintf(c->label, GUD_LABEL_SIZE, "%.100s", tail_of(labels[i]));
        if (panel < plot->npanel) continue;
        panels[panel] = usual;
        (void)snprintf(panels[panel].label, GUD_LABEL_SIZE, "%.*s", (int)head_of(labels[i]), labels[i]);
        plot->npanel++;
    }
    plot->by_entity = chart->grouped = true;
    return GUD_OK;
}

static bool has_many_results(const gud_chart *chart)
{
    const gud_figure_request *q = chart->request;
    bool heads = false;
    for (int i = 0; q->labels && i < q->nresult; i++) heads = heads || head_of(q->labels[i]) > 0;
    return heads && q->nresult > GUD_CHART_MOST && chart->plot.ncurve == q->nresult;
}

gud_status gud_chart_split(gud_chart *chart, gud_error *error)
{
    GUD_TRY(gud_chart_drop_zeros(chart, error));
    if (has_many_results(chart)) return group_results(chart, error);
    if (chart->request->nresult == 1 && is_crowded(&chart->plot))
        split_panels(chart);
    else
        gud_chart_colors(chart);
    return gud_chart_check_panels(chart, error);
}

gud_status gud_chart_check_panels(const gud_chart *chart, gud_error *error)
{
    if (chart->plot.npanel <= GUD_CHART_PANELS_MOST || chart->request->nname > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%.200s: figure '%s' would have %d panels; name what it should show",
                    gud_result_path(chart->request->results[0]), chart->kind->name, chart->plot.npanel);
}
