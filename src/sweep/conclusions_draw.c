// Figures of samples and searches.

#include "base/alloc.h"
#include "out/bars.h"
#include "out/plot.h"
#include "out/quantity.h"
#include "sweep/conclusions.h"
#include "sweep/figures.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { path_size = 4500, most_channels = 12, most_columns = 12, most_groups = 7, most_points = 2000 };

// "film_min-clearance": only characters that suit a file's name
static void figure_path(const char *folder, const char *name, char path[path_size])
{
    (void)snprintf(path, path_size, "%.4000s/figures/%.400s.svg", folder, name);
    for (char *c = strrchr(path, '/') + 1; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) *c = '-';
}

// "film_min", "main-film_min", with the number of the window where there are several
static void figure_name(const gud_findings *f, const gud_finding *one, const char *what, char *name, size_t size)
{
    const char *slash = strchr(one->channel, '/');
    char window[24] = "";
    if (f->study->windows.count > 1) (void)snprintf(window, sizeof window, "-%d", one->window + 1);
    (void)snprintf(name, size, "%.150s-%.150s%s", slash ? slash + 1 : one->channel, what, window);
    for (char *c = name; *c; c++)
        if (*c == '/') *c = '-';
}

// "Minimum film thickness of main"
static void label_of(const gud_finding *one, char label[GUD_LABEL_SIZE])
{
    const char *quantity = gud_quantity_of(one->channel), *first = strchr(one->channel, '/');
    gud_statistic_label(quantity, one->statistic, one->spread, label, GUD_LABEL_SIZE);
    const size_t used = strlen(label);
    if (first && quantity > first + 1)
        (void)snprintf(label + used, GUD_LABEL_SIZE - used, " of %.*s", (int)(quantity - first - 2), first + 1);
}

static void column_label(const gud_design *d, int column, char label[GUD_LABEL_SIZE])
{
    char pretty[60] = "";
    const char *unit, *name = gud_design_column(d, column, &unit);
    gud_unit_pretty(unit, pretty, sizeof pretty);
    (void)snprintf(label, GUD_LABEL_SIZE, pretty[0] ? "%.90s (%.50s)" : "%.90s", name, pretty);
    label[0] = (char)toupper((unsigned char)label[0]);
    for (char *c = label; *c && *c != '('; c++)
        if (*c == '.') *c = ' '; // "clearance.hole": a part of a fit
}

static void add_point(gud_plot_curve *c, double x, double y)
{
    c->x[c->n] = x;
    c->y[c->n++] = y;
}

// ---- the spread of a channel

static int bins_for(int n)
{
    return (int)fmin(40.0, fmax(8.0, ceil(2.0 * cbrt(n))));
}

// outline of the bars, in per cent of the parts
static void fill_histogram(const gud_findings *f, const gud_finding *one, double low, double high, int nbin,
                           gud_plot_curve *c)
{
    int counts[64] = {0};
    for (int i = 0; i < f->nparts; i++)
        if (isfinite(one->y[i]) && gud_findings_is_own(f->study, i)) {
            const int bin = (int)(nbin * (one->y[i] - low) / (high - low));
            counts[bin < nbin ? bin : nbin - 1]++;
        }
    add_point(c, low, 0.0);
    for (int b = 0; b < nbin; b++) {
        const double share = 100.0 * counts[b] / one->n;
        add_point(c, low + (high - low) * b / nbin, share);
        add_point(c, low + (high - low) * (b + 1) / nbin, share);
    }
    add_point(c, high, 0.0);
}

static gud_status fill_cumulative(const gud_findings *f, const gud_finding *one, gud_plot_curve *c, gud_error *error)
{
    double *sorted = gud_alloc((size_t)f->nparts, sizeof *sorted);
    int n = 0;
    if (!sorted) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < f->nparts; i++)
        if (isfinite(one->y[i]) && gud_findings_is_own(f->study, i)) sorted[n++] = one->y[i];
    gud_spread_sort(sorted, n);
    const int every = n / 500 + 1;
    for (int i = 0; i < n; i++)
        if (i % every == 0 || i == n - 1) add_point(c, sorted[i], 100.0 * (i + 1) / n);
    gud_free(sorted);
    return GUD_OK;
}

// limits of the channel that lie in sight
static void guide(const gud_findings *f, const gud_finding *one, double low, double high, double top, int panel,
                  gud_plot_curve *c, int *nguide)
{
    const gud_study *s = f->study;
    for (int i = 0; i < s->nlimit; i++) {
        const double x = s->limits[i].value;
        if (!gud_target_matches(&s->limits[i].target, one->channel) || x < low || x > high) continue;
        c[*nguide].style = GUD_CURVE_GUIDE;
        c[*nguide].panel = panel;
        add_point(&c[*nguide], x, 0.0);
        add_point(&c[(*nguide)++], x, top);
    }
}

static void name_panels(gud_plot *plot)
{
    (void)snprintf(plot->panels[0].label, GUD_LABEL_SIZE, "Parts in each bar (%%)");
    (void)snprintf(plot->panels[1].label, GUD_LABEL_SIZE, "Parts below (%%)");
    (void)snprintf(plot->panels[0].unit, sizeof plot->panels[0].unit, "1");
    (void)snprintf(plot->panels[1].unit, sizeof plot->panels[1].unit, "1");
}

// all groups of a channel: list[k], list[k + n], ...
static gud_status draw_spread(const gud_findings *f, int k, int n, const char *folder, gud_error *error)
{
    const int ngroup = f->ngroup < most_groups ? f->ngroup : most_groups, nlimit = f->study->nlimit;
    const gud_finding *one = &f->list[k];
    char name[GUD_STUDY_NAME], path[path_size];
    double low = (double)INFINITY, high = -(double)INFINITY, top = 0.0;
    gud_plot plot;
    for (int g = 0; g < ngroup; g++)
        if (f->list[k + g * n].n > 0) {
            low = fmin(low, f->list[k + g * n].min);
            high = fmax(high, f->list[k + g * n].max);
        }
    if (!(high > low)) return GUD_OK; // nothing varies
    gud_status st = gud_sweep_plot_alloc(2 * ngroup + 2 * nlimit, 1024, 2, &plot, error);
    for (int g = 0; g < ngroup && st == GUD_OK; g++) {
        const gud_finding *own = &f->list[k + g * n];
        gud_plot_curve *bars = &plot.curves[2 * g], *sum = bars + 1;
        if (own->n == 0) continue;
        *bars = (gud_plot_curve){
            .x = bars->x, .y = bars->y, .color = g, .style = ngroup > 1 ? GUD_CURVE_LINE : GUD_CURVE_AREA};
        *sum = (gud_plot_curve){.x = sum->x, .y = sum->y, .color = g, .panel = 1};
        gud_findings_group(f, g, bars->label, sizeof bars->label);
        memcpy(sum->label, bars->label, sizeof sum->label);
        fill_histogram(f, own, low, high, bins_for(own->n), bars);
        for (int64_t i = 0; i < bars->n; i++) top = fmax(top, bars->y[i]);
        st = fill_cumulative(f, own, sum, error);
    }
    if (st == GUD_OK) {
        int nguide = 2 * ngroup;
        guide(f, one, low, high, 1.05 * top, 0, plot.curves, &nguide);
        guide(f, one, low, high, 100.0, 1, plot.curves, &nguide);
        label_of(one, plot.x_label);
        (void)snprintf(plot.x_unit, sizeof plot.x_unit, "%s", one->unit);
        name_panels(&plot);
        plot.title = f->study->title;
        figure_name(f, one, "spread", name, sizeof name);
        figure_path(folder, name, path);
        st = gud_plot_draw(&plot, path, error);
    }
    gud_sweep_plot_free(&plot);
    return st;
}

// ---- a channel against what was drawn

// limits of the channel among its values, as lines from the first to the last x of the curves
static void guide_across(const gud_findings *f, const gud_finding *one, gud_plot_curve *c, int ncurve, int *nguide)
{
    const gud_study *s = f->study;
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < ncurve; i++)
        for (int64_t k = 0; k < c[i].n; k++) {
            low = fmin(low, c[i].x[k]);
            high = fmax(high, c[i].x[k]);
        }
    for (int i = 0; i < s->nlimit; i++) {
        const double y = s->limits[i].value;
        if (!gud_target_matches(&s->limits[i].target, one->channel) || y < one->min || y > one->max) continue;
        c[*nguide].style = GUD_CURVE_GUIDE;
        add_point(&c[*nguide], low, y);
        add_point(&c[(*nguide)++], high, y);
    }
}

static gud_status draw_scatter(const gud_findings *f, int k, int n, int column, const char *folder, gud_error *error)
{
    const int ngroup = f->ngroup < most_groups ? f->ngroup : most_groups, every = f->nparts / most_points + 1;
    const gud_finding *one = &f->list[k];
    const gud_design *d = &f->study->design;
    const char *unit, *parameter = gud_design_column(d, column, &unit);
    char name[GUD_STUDY_NAME], path[path_size];
    gud_plot plot;
    gud_status st = gud_sweep_plot_alloc(ngroup + f->study->nlimit, f->nparts, 1, &plot, error);
    int points = 0, nguide = ngroup;
    for (int g = 0; g < ngroup && st == GUD_OK; g++) {
        gud_plot_curve *c = &plot.curves[g];
        c->style = GUD_CURVE_POINTS;
        c->color = g;
        gud_findings_group(f, g, c->label, sizeof c->label);
        for (int i = 0; i < f->nparts; i += every)
            if (isfinite(f->list[k + g * n].y[i]))
                add_point(c, gud_study_drawn(f->study, i)[column], f->list[k + g * n].y[i]);
        points += (int)c->n;
    }
    if (st == GUD_OK && points > 0) {
        guide_across(f, one, plot.curves, ngroup, &nguide);
        column_label(d, column, plot.x_label);
        label_of(one, plot.panels[0].label);
        (void)snprintf(plot.panels[0].unit, sizeof plot.panels[0].unit, "%s", one->unit);
        plot.tall = true;
        plot.title = f->study->title;
        figure_name(f, one, parameter, name, sizeof name);
        figure_path(folder, name, path);
        st = gud_plot_draw(&plot, path, error);
    }
    gud_sweep_plot_free(&plot);
    return st;
}

// ---- sensitivities

typedef struct {
    double size;
    int factor;
} influence;

static int compare_influences(const void *a, const void *b)
{
    const influence *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return (x->factor > y->factor) - (x->factor < y->factor);
}

static gud_bar bar_of(gud_interval i)
{
    return (gud_bar){i.value, i.low, i.high};
}

// the strongest first: total and first-order indices, or rank correlations
static gud_status draw_tornado(const gud_findings *f, const gud_finding *one, const char *folder, gud_error *error)
{
    static const char *const series[] = {"total", "first order"};
    const gud_design *d = &f->study->design;
    const bool indices = d->draw == GUD_DRAW_SALTELLI;
    influence order[GUD_DESIGN_FACTORS] = {{0}};
    gud_bar bars[GUD_DESIGN_FACTORS * 2] = {{0}};
    const char *names[GUD_DESIGN_FACTORS];
    char name[GUD_STUDY_NAME], path[path_size], label[2 * GUD_LABEL_SIZE], what[GUD_LABEL_SIZE], group[40] = "";
    double low = 0.0, high = indices ? 1.0 : 0.0;
    for (int k = 0; k < d->nfactor; k++) {
        order[k] = (influence){indices ? one->total[k].value : fabs(one->rank[k].value), k};
        if (!isfinite(order[k].size)) return GUD_OK; // nothing varies
    }
    qsort(order, (size_t)d->nfactor, sizeof *order, compare_influences);
    for (int i = 0; i < d->nfactor; i++) {
        const int k = order[i].factor;
        names[i] = d->factors[k].name;
        bars[indices ? 2 * i : i] = bar_of(indices ? one->total[k] : one->rank[k]);
        if (indices) bars[2 * i + 1] = bar_of(one->first[k]);
    }
    for (int i = 0; i < d->nfactor * (indices ? 2 : 1); i++) {
        low = fmin(low, bars[i].low);
        high = fmax(high, bars[i].high);
    }
    label_of(one, what);
    (void)snprintf(label, sizeof label, "%s: %s", what,
                   indices ? "fraction of the variance (Sobol indices)" : "rank correlation");
    const gud_bars figure = {.title = f->study->title,
                             .label = label,
                             .names = names,
                             .series = series,
                             .bars = bars,
                             .n = d->nfactor,
                             .nseries = indices ? 2 : 1,
                             .low = indices ? low : -1.0,
                             .high = indices ? high : 1.0};
    if (f->ngroup > 1) (void)snprintf(group, sizeof group, "-%d", one->group + 1);
    figure_name(f, one, "sensitivity", name, sizeof name - sizeof group);
    (void)strncat(name, group, sizeof name - strlen(name) - 1);
    figure_path(folder, name, path);
    return gud_bars_draw(&figure, path, error);
}

static gud_status draw_findings(const gud_findings *f, const char *folder, gud_error *error)
{
    const int n = f->count / f->ngroup, ncolumn = gud_design_columns(&f->study->design);
    for (int k = 0; k < n && k < most_channels; k++) {
        GUD_TRY(draw_spread(f, k, n, folder, error));
        for (int c = 0; c < ncolumn && c < most_columns; c++) GUD_TRY(draw_scatter(f, k, n, c, folder, error));
        for (int g = 0; g < f->ngroup && g < most_groups; g++)
            GUD_TRY(draw_tornado(f, &f->list[k + g * n], folder, error));
    }
    return GUD_OK;
}

// ---- searches

static void target_label(const gud_target *t, char label[GUD_LABEL_SIZE])
{
    const gud_finding as = {.channel = t->channel, .statistic = t->statistic, .spread = t->statistic != GUD_TAKE_USUAL};
    label_of(&as, label);
}

// a panel: the goal, or a limit; runs that are allowed, others, the best
static void fill_panel(const gud_seeked *s, int variable, int p, gud_plot *plot)
{
    static const char *const labels[] = {"within the limits", "beyond a limit", "best"};
    const gud_study *study = s->study;
    gud_plot_curve *c = &plot->curves[4 * p];
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < 4; i++) {
        c[i].panel = p;
        c[i].style = i == 0 ? GUD_CURVE_POINTS : i == 1 ? GUD_CURVE_OPEN : i == 2 ? GUD_CURVE_MARKS : GUD_CURVE_GUIDE;
        c[i].color = i == 1 ? 6 : i == 2 ? 1 : 0;
        if (i < 3) (void)snprintf(c[i].label, GUD_LABEL_SIZE, "%s", labels[i]);
    }
    for (int run = 0; run < study->nrun; run++) {
        const gud_seek_found *r = &s->runs[run];
        const double x = gud_study_drawn(study, run)[variable], y = p == 0 ? r->f[0] : r->g[p - 1];
        if (r->failed) continue;
        add_point(&c[r->best ? 2 : r->allowed ? 0 : 1], x, y);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    if (p > 0 && high > low) {
        add_point(&c[3], low, study->limits[p - 1].value);
        add_point(&c[3], high, study->limits[p - 1].value);
    }
    target_label(p == 0 ? &study->goals.list[0].target : &study->limits[p - 1].target, plot->panels[p].label);
    (void)snprintf(plot->panels[p].unit, sizeof plot->panels[p].unit, "%s",
                   p == 0 ? s->units[0] : s->limit_units[p - 1]);
}

// goal and limits of all runs against a variable
static gud_status draw_variable(const gud_seeked *s, int variable, const char *folder, gud_error *error)
{
    const double wide = 100.0;
    const gud_study *study = s->study;
    const gud_distribution *d = &study->design.factors[variable].distribution;
    char name[GUD_STUDY_NAME], path[path_size];
    gud_plot plot;
    gud_status st = gud_sweep_plot_alloc(4 * (1 + study->nlimit), study->nrun + 2, 1 + study->nlimit, &plot, error);
    if (st == GUD_OK) {
        for (int p = 0; p < plot.npanel; p++) fill_panel(s, variable, p, &plot);
        column_label(&study->design, variable, plot.x_label);
        plot.x_log = d->log && d->high > wide * d->low; // below two decades such an axis has no marks to read
        plot.title = study->title;
        (void)snprintf(name, sizeof name, "search-%.150s", study->design.factors[variable].name);
        figure_path(folder, name, path);
        st = gud_plot_draw(&plot, path, error);
    }
    gud_sweep_plot_free(&plot);
    return st;
}

static void sort_points(gud_plot_curve *c)
{
    for (int64_t i = 1; i < c->n; i++)
        for (int64_t k = i; k > 0 && c->x[k] < c->x[k - 1]; k--) {
            const double x = c->x[k], y = c->y[k];
            c->x[k] = c->x[k - 1], c->y[k] = c->y[k - 1];
            c->x[k - 1] = x, c->y[k - 1] = y;
        }
}

static gud_status draw_front(const gud_seeked *s, const char *folder, gud_error *error)
{
    static const char *const labels[] = {"front", "within the limits", "beyond a limit"};
    const gud_study *study = s->study;
    char path[path_size];
    gud_plot plot;
    gud_status st = gud_sweep_plot_alloc(3, study->nrun, 1, &plot, error);
    if (st == GUD_OK) {
        for (int i = 0; i < 3; i++) {
            plot.curves[i].style = i == 0 ? GUD_CURVE_MARKED : i == 1 ? GUD_CURVE_POINTS : GUD_CURVE_OPEN;
            plot.curves[i].color = i == 0 ? 1 : i == 1 ? 0 : 6;
            (void)snprintf(plot.curves[i].label, GUD_LABEL_SIZE, "%s", labels[i]);
        }
        for (int run = 0; run < study->nrun; run++) {
            const gud_seek_found *r = &s->runs[run];
            if (!r->failed) add_point(&plot.curves[r->front ? 0 : r->allowed ? 1 : 2], r->f[0], r->f[1]);
        }
        sort_points(&plot.curves[0]);
        target_label(&study->goals.list[0].target, plot.x_label);
        (void)snprintf(plot.x_unit, sizeof plot.x_unit, "%s", s->units[0]);
        target_label(&study->goals.list[1].target, plot.panels[0].label);
        (void)snprintf(plot.panels[0].unit, sizeof plot.panels[0].unit, "%s", s->units[1]);
        plot.tall = true;
        plot.title = study->title;
        figure_path(folder, "front", path);
        st = gud_plot_draw(&plot, path, error);
    }
    gud_sweep_plot_free(&plot);
    return st;
}

gud_status gud_conclusions_draw(const gud_conclusions *c, const char *folder, gud_error *error)
{
    if (c->findings.count > 0) return draw_findings(&c->findings, folder, error);
    if (!c->seeked.runs) return GUD_OK;
    for (int v = 0; v < c->seeked.study->design.nfactor; v++) GUD_TRY(draw_variable(&c->seeked, v, folder, error));
    return c->seeked.study->goals.count > 1 ? draw_front(&c->seeked, folder, error) : GUD_OK;
}
