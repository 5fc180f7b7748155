#include "out/figure.h"

#include "base/alloc.h"
#include "num/pi.h"
#include "out/answer.h"
#include "out/figure_parts.h"

#include <math.h>
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

// is there but one record, of a state that does not move? it has no curves
static gud_status check_records(const gud_chart *chart, gud_error *error)
{
    for (int i = 0; i < chart->plot.ncurve; i++)
        if (chart->plot.curves[i].style != GUD_CURVE_LINE || chart->plot.curves[i].n > 1) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%.200s: figure '%s' needs more than one record",
                    gud_result_path(chart->request->results[0]), chart->kind->name);
}

static gud_status draw_chart(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_chart chart;
    gud_status st = gud_chart_open(kind, q, error, &chart);
    if (st == GUD_OK) st = add_curves(&chart, error);
    if (st == GUD_OK) st = check_records(&chart, error);
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

void gud_figure_cycle_find(const gud_result *result, gud_figure_cycle *cycle)
{
    gud_scope s;
    gud_error error;
    *cycle = (gud_figure_cycle){.origin = 0.0};
    if (gud_scope_find(result, NULL, NULL, &error, &s) != GUD_OK || !s.settled) return;
    const bool is_angle = strcmp(gud_result_channel(result, s.window.over.channel)->unit, "rad") == 0;
    const double k = is_angle ? 180.0 / pi : 1.0, slack = 1e-9 * fabs(s.window.high);
    (void)snprintf(cycle->window, sizeof cycle->window, "%.15g:%.15g", k * (s.window.low - slack),
                   k * (s.window.high + slack));
    (void)snprintf(cycle->title, sizeof cycle->title, "Last full cycle, %.6g%s to %.6g%s", k * s.window.low,
                   is_angle ? "\xc2\xb0" : " m", k * s.window.high, is_angle ? "\xc2\xb0" : " m");
    // angles stay those of the crank where the only full cycle begins elsewhere than at 0
    cycle->length = gud_result_cycle(result);
    cycle->origin = cycle->length * floor(s.window.low / cycle->length + 1e-9);
}

// the coordinate that the length of all runs is counted on, or NULL
static const char *common_abscissa(const gud_figure_request *q)
{
    const char *first = gud_result_abscissa(q->results[0]);
    for (int r = 1; r < q->nresult && first; r++) {
        const char *other = gud_result_abscissa(q->results[r]);
        if (!other || strcmp(other, first) != 0) return NULL;
    }
    return first;
}

// what all cycles have in common; NULL: some of them are whole runs
static const char *common_title(const gud_figure_request *q, const gud_figure_cycle *cycles)
{
    const char *title = cycles[0].title;
    for (int r = 0; r < q->nresult; r++) {
        if (!cycles[r].window[0]) return NULL;
        if (strcmp(cycles[r].title, title) != 0) title = "Last full cycle";
    }
    return title;
}

// of the cycles that are shown; 0: they differ, or some of them are whole runs
static double common_length(const gud_figure_request *q, const gud_figure_cycle *cycles)
{
    for (int r = 0; r < q->nresult; r++)
        if (!cycles[r].window[0] || fabs(cycles[r].length - cycles[0].length) > 1e-9 * cycles[0].length) return 0.0;
    return cycles[0].length;
}

void gud_figure_frame(const char *kind, const gud_figure_cycle *cycles, gud_figure_request *q)
{
    const gud_figure_kind *k = kind_of(kind);
    if (!k || k->plane || q->nresult < 1) return;
    const char *usual = common_abscissa(q);
    const bool same = usual && (!q->over || strcmp(q->over, usual) == 0);
    if (!q->over) q->over = usual;
    if (k->whole || q->window || q->at || !same) return;
    q->cycles = cycles;
    q->cycle = common_length(q, cycles);
    q->stretch = !q->title && !k->instant;
    if (q->stretch) q->title = common_title(q, cycles);
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

// Of more bearings than a figure has room for the worst are drawn, the first rows of the answer.
static gud_status draw_worst(const gud_figure_kind *k, const gud_bearings *all, const gud_figure_request *request,
                             gud_error *error)
{
    enum { shown = 12 };
    const char *names[shown];
    char title[200];
    gud_figure_request some = *request;
    for (int i = 0; i < shown; i++) names[i] = all->rows[i].name;
    some.names = names;
    some.nname = shown;
    (void)snprintf(title, sizeof title, "The worst %d of %d bearings%s%.140s", shown, all->count,
                   request->title ? ". " : "", request->title ? request->title : "");
    some.title = title;
    some.stretch = false;
    return draw_chart(k, &some, error);
}

static bool is_of_joints(const gud_figure_kind *k)
{
    return k->patterns[0] && strncmp(k->patterns[0], "joints/", 7) == 0;
}

static gud_status draw_curves(const gud_figure_kind *k, const gud_figure_request *request, gud_error *error)
{
    gud_scope scope;
    gud_bearings all;
    if (request->nname > 0 || request->nresult != 1 || !is_of_joints(k) ||
        gud_bearings_count(request->results[0]) <= GUD_CHART_PANELS_MOST)
        return draw_chart(k, request, error);
    GUD_TRY(gud_scope_find(request->results[0], NULL, NULL, error, &scope));
    GUD_TRY(gud_bearings_make(request->results[0], &scope.window, error, &all));
    const gud_status st = draw_worst(k, &all, request, error);
    gud_bearings_free(&all);
    return st;
}

gud_status gud_figure_draw(const char *kind, const gud_figure_request *request, gud_error *error)
{
    const gud_figure_kind *k = kind_of(kind);
    if (!k) return fail_kind(kind, error);
    return k->draw ? k->draw(request, error) : draw_curves(k, request, error);
}
