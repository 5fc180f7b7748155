#include "out/figure.h"

#include "out/figure_parts.h"

#include <stdio.h>
#include <string.h>

#define GUD_FIGURE(name) &gud_figure_##name,
const gud_figure_kind *const gud_figure_kinds[] = {
#include "out/figures.def"
    NULL};
#undef GUD_FIGURE

static gud_status add_curves(gud_chart *chart, gud_error *error)
{
    const gud_figure_request *q = chart->request;
    for (int r = 0; r < q->nresult; r++)
        for (int i = 0; i < chart->found.count; i++) GUD_TRY(chart->kind->add(chart, r, i, error));
    if (chart->plot.ncurve > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: %s", gud_result_path(q->results[0]), chart->kind->nothing);
}

static gud_status draw_chart(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_chart chart;
    gud_status st = gud_chart_open(kind, q, error, &chart);
    if (st == GUD_OK) st = add_curves(&chart, error);
    if (st == GUD_OK) st = kind->finish(&chart, error);
    if (st == GUD_OK) st = gud_plot_draw(&chart.plot, q->path, error);
    gud_chart_free(&chart);
    return st;
}

static gud_status fail_kind(const char *kind, gud_error *error)
{
    char list[300] = "";
    for (int i = 0; gud_figure_kinds[i]; i++) {
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "", gud_figure_kinds[i]->name);
    }
    return gud_fail(error, GUD_ERR_INPUT, "there is no figure '%.80s'; there are: %s", kind, list);
}

gud_status gud_figure_draw(const char *name, const gud_figure_request *request, gud_error *error)
{
    for (int i = 0; gud_figure_kinds[i]; i++) {
        const gud_figure_kind *kind = gud_figure_kinds[i];
        if (strcmp(kind->name, name) == 0)
            return kind->draw ? kind->draw(request, error) : draw_chart(kind, request, error);
    }
    return fail_kind(name, error);
}
