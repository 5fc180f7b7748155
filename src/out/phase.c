// Rate over value: the phase portrait, and its section at every turn of a crank.

#include "num/pi.h"
#include "out/figure_parts.h"
#include "out/words.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { name_size = 700 };

static bool find_rate(const char *name, const gud_result *result, gud_pick *rate)
{
    char text[name_size + 8];
    (void)snprintf(text, sizeof text, "%s_rate", name);
    return gud_result_pick(result, text, NULL, rate) == GUD_OK;
}

// ---- phase portrait

// does the rate say nothing: that of a drive, or of what rests?
static bool is_steady(const double *rate, int64_t n)
{
    double low = n > 0 ? rate[0] : 0.0, high = low;
    for (int64_t i = 0; i < n; i++) {
        low = fmin(low, rate[i]);
        high = fmax(high, rate[i]);
    }
    return high - low <= 1e-6 * fmax(fabs(low), fabs(high));
}

// Of components that have both. Unless they are named, those with a steady rate or another unit than the first are
// left out.
static gud_status add_phase(gud_chart *chart, int r, int i, gud_error *error)
{
    char name[name_size];
    gud_pick rate, own;
    const gud_pick pick = chart->found.picks[i];
    const gud_result *first = chart->request->results[0], *result = chart->request->results[r];
    gud_result_name(first, pick, name, sizeof name);
    GUD_TRY(gud_result_pick(result, name, error, &own));
    if (!find_rate(name, result, &rate)) return GUD_OK;

    const gud_channel *channel = gud_result_channel(result, own.channel);
    const bool chosen = chart->request->nname > 0;
    if (!chosen && chart->plot.ncurve > 0 && strcmp(chart->plot.x_unit, channel->unit) != 0) return GUD_OK;
    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve++];
    c->color = chart->plot.ncurve - 1;
    c->dash = c->color;
    c->n = gud_result_count(result, 0);
    gud_figure_name(first, pick, true, name);
    gud_words_of(name, c->label, GUD_LABEL_SIZE);
    if (chart->request->nresult > 1) gud_figure_suffix(chart->request, r, c->label);
    GUD_TRY(gud_result_load(result, own, error, &c->x));
    GUD_TRY(gud_result_load(result, rate, error, &c->y));
    if (!chosen && is_steady(c->y, c->n)) {
        gud_free(c->x);
        gud_free(c->y);
        *c = (gud_plot_curve){0};
        chart->plot.ncurve--;
        return GUD_OK;
    }
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "%s", channel->unit);
    (void)snprintf(chart->plot.panels[0].unit, sizeof chart->plot.panels[0].unit, "%s",
                   gud_result_channel(result, rate.channel)->unit);
    return GUD_OK;
}

static gud_status finish_phase(gud_chart *chart, gud_error *error)
{
    (void)error;
    const char *first = chart->plot.curves[0].label;
    const bool one = chart->plot.ncurve == 1;
    chart->plot.npanel = 1;
    chart->plot.tall = true;
    (void)snprintf(chart->plot.x_label, GUD_LABEL_SIZE, "%s", one ? first : "coordinate");
    (void)snprintf(chart->plot.panels[0].label, GUD_LABEL_SIZE, one ? "rate of %.100s" : "rate", first);
    return GUD_OK;
}

const gud_figure_kind gud_figure_phase = {
    .name = "phase",
    .about = "phase portrait: rate against value of coordinates; names: coordinates",
    .patterns = {"%s"},
    .add = add_phase,
    .finish = finish_phase,
    .nothing = "there is no coordinate with a varying rate for a phase portrait",
    .plane = true,
    .whole = true,
};

// ---- section

// the rate of a component: X_rate of a coordinate, velocity of a position
static bool find_any_rate(const char *name, const gud_result *result, gud_pick *rate)
{
    char text[name_size + 16];
    const char *mark = strstr(name, "/position.");
    if (find_rate(name, result, rate)) return true;
    if (!mark) return false;
    (void)snprintf(text, sizeof text, "%.*s/velocity.%s", (int)(mark - name), name, mark + strlen("/position."));
    return gud_result_pick(result, text, NULL, rate) == GUD_OK;
}

// the angle whose full turns are counted, in the window: the one asked for, or the first coordinate that makes any
static gud_status section_angle(const gud_figure_request *q, int r, gud_error *error, double **angle)
{
    gud_pick pick = {-1, 0};
    const gud_result *result = q->results[r];
    int64_t inside;
    *angle = NULL;
    if (q->over) {
        GUD_TRY(gud_result_pick(result, q->over, error, &pick));
        return gud_figure_load_values(q, r, pick, error, angle, &inside);
    }
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        const gud_channel *c = gud_result_channel(result, i);
        if (c->kind != GUD_CHANNEL_SERIES || strncmp(c->path, "coordinates/", 12) != 0 || strcmp(c->unit, "rad") != 0)
            continue;
        GUD_TRY(gud_figure_load_values(q, r, (gud_pick){i, 0}, error, angle, &inside));
        if (inside > 0 && fabs((*angle)[inside - 1] - (*angle)[0]) > 2.0 * pi) return GUD_OK;
        gud_free(*angle);
        *angle = NULL;
    }
    return gud_fail(error, GUD_ERR_INPUT, "%s: no coordinate makes a full turn; name one with --over",
                    gud_result_path(result));
}

// values where the angle passes full turns, between the records on either side
static void take_section(const double *angle, int64_t n, const double *x, const double *y, gud_plot_curve *c)
{
    c->n = 0;
    for (int64_t i = 1; i < n; i++) {
        const double from = floor(angle[i - 1] / (2.0 * pi)), to = floor(angle[i] / (2.0 * pi));
        if (from == to) continue;
        const double mark = 2.0 * pi * fmax(from, to), part = (mark - angle[i - 1]) / (angle[i] - angle[i - 1]);
        c->x[c->n] = x[i - 1] + part * (x[i] - x[i - 1]);
        c->y[c->n++] = y[i - 1] + part * (y[i] - y[i - 1]);
    }
}

static gud_status add_section(gud_chart *chart, int r, int i, gud_error *error)
{
    char name[name_size];
    gud_pick own, rate;
    double *x = NULL, *y = NULL, *angle = NULL;
    const gud_figure_request *q = chart->request;
    const gud_result *result = q->results[r];
    const gud_pick pick = chart->found.picks[i];
    int64_t n = 0;
    if (q->nname == 0)
        return gud_fail(error, GUD_ERR_INPUT, "name the quantity of the section, such as bodies/BODY/position.x");
    gud_result_name(q->results[0], pick, name, name_size);
    GUD_TRY(gud_result_pick(result, name, error, &own));
    if (!find_any_rate(name, result, &rate)) return GUD_OK;
    gud_status st = gud_figure_load_values(q, r, own, error, &x, &n);
    if (st == GUD_OK) st = gud_figure_load_values(q, r, rate, error, &y, &n);
    if (st == GUD_OK) st = section_angle(q, r, error, &angle);
    gud_plot_curve *c = st == GUD_OK ? gud_chart_curve(chart, n) : NULL;
    if (st == GUD_OK && !c) st = gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    if (c) {
        take_section(angle, n, x, y, c);
        c->color = chart->plot.ncurve - 1;
        c->style = GUD_CURVE_POINTS;
        // results with one component each are told apart by their names alone
        if (q->nresult == 1 || chart->found.count > 1) gud_figure_name(q->results[0], pick, true, c->label);
        if (q->nresult > 1) gud_figure_suffix(q, r, c->label);
        (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "%s",
                       gud_result_channel(result, own.channel)->unit);
        (void)snprintf(chart->plot.panels[0].unit, sizeof chart->plot.panels[0].unit, "%s",
                       gud_result_channel(result, rate.channel)->unit);
    }
    gud_free(x);
    gud_free(y);
    gud_free(angle);
    return st;
}

static gud_status finish_section(gud_chart *chart, gud_error *error)
{
    (void)error;
    char name[GUD_LABEL_SIZE] = "value";
    chart->plot.npanel = 1;
    chart->plot.tall = true;
    if (chart->found.count == 1) gud_figure_name(chart->request->results[0], chart->found.picks[0], true, name);
    (void)snprintf(chart->plot.x_label, GUD_LABEL_SIZE, "%.120s, at every turn", name);
    (void)snprintf(chart->plot.panels[0].label, GUD_LABEL_SIZE, "its rate");
    return GUD_OK;
}

const gud_figure_kind gud_figure_poincare = {
    .name = "poincare",
    .about = "Poincare section: value and rate at every turn of a crank (--over: which angle); names: components",
    .patterns = {"%s"},
    .add = add_section,
    .finish = finish_section,
    .nothing = "there is no quantity with a rate for a Poincare section",
    .whole = true, // a dot is a turn
};
