#include "out/figure.h"

#include "base/alloc.h"
#include "out/figure_parts.h"

#include <stdio.h>
#include <string.h>

enum { name_size = 512 };

#define GUD_FIGURE(name) &gud_figure_##name,
const gud_figure_kind *const gud_figure_kinds[] = {
#include "out/figures.def"
    NULL};
#undef GUD_FIGURE

#define GUD_FIGURE(name) #name,
const char *const gud_figure_names[] = {
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

static const gud_figure_kind *kind_of(const char *name)
{
    for (int i = 0; gud_figure_kinds[i]; i++)
        if (strcmp(gud_figure_kinds[i]->name, name) == 0) return gud_figure_kinds[i];
    return NULL;
}

static bool has_all(const gud_result *result, const gud_result *first, const gud_selection *wanted)
{
    for (int i = 0; i < wanted->count; i++) {
        char name[name_size];
        gud_error lacks;
        gud_pick own;
        gud_result_name(first, wanted->picks[i], name, sizeof name);
        if (gud_result_pick(result, name, &lacks, &own) != GUD_OK) return false;
    }
    return true;
}

int gud_figure_fitting(const char *kind, const gud_figure_request *q, bool *fits)
{
    const gud_figure_kind *k = kind_of(kind);
    gud_selection wanted = {0};
    int n = 0, first = -1;
    for (int r = 0; r < q->nresult; r++) {
        gud_figure_request one = *q;
        gud_error lacks;
        one.results = q->results + r;
        one.nresult = 1;
        if (!k || k->draw) // it looks for something else
            fits[r] = true;
        else if (first < 0)
            fits[r] = gud_figure_find(k, &one, &lacks, &wanted) == GUD_OK;
        else
            fits[r] = has_all(q->results[r], q->results[first], &wanted);
        if (fits[r] && first < 0) first = r;
        n += fits[r];
    }
    gud_free(wanted.picks);
    return n;
}

static gud_status fail_kind(const char *kind, gud_error *error)
{
    char list[300] = "";
    for (int i = 0; gud_figure_kinds[i]; i++) {
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "", gud_figure_kinds[i]->name);
    }
    return gud_fail(error, GUD_ERR_INPUT, "unknown figure '%.80s'; available: %s", kind, list);
}

gud_status gud_figure_draw(const char *kind, const gud_figure_request *request, gud_error *error)
{
    const gud_figure_kind *k = kind_of(kind);
    if (!k) return fail_kind(kind, error);
    return k->draw ? k->draw(request, error) : draw_chart(k, request, error);
}
