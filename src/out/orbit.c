// Figures of joints with clearance: the path of the journal inside its bearing, the loop of the first impact, and
// sections of a motion at every turn of a crank.

#include "out/figure_parts.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { name_size = 700, circle_points = 361 };

static const double pi = 3.14159265358979323846;
static const char *const axes[3] = {"eccentricity.x", "eccentricity.y", "eccentricity.z"};

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
}

// the values of the channel `quantity` beside a picked one: joints/small-end/eccentricity.x -> joints/small-end/depth
static gud_status load_beside(const gud_figure_request *q, int r, gud_pick pick, const char *quantity, gud_error *error,
                              double **values)
{
    char name[name_size];
    gud_pick own;
    *values = NULL;
    gud_result_name(q->results[0], pick, name, name_size);
    char *last = strrchr(name, '/');
    (void)snprintf(last + 1, name_size - (size_t)(last + 1 - name), "%s", quantity);
    GUD_TRY(gud_result_pick(q->results[r], name, error, &own));
    int64_t count;
    return gud_figure_load_values(q, r, own, error, values, &count);
}

// ---- orbit

typedef struct {
    double *e[3], *depth, *ratio; // eccentricity in the axes of the bearing
    int64_t n;
} orbit;

static void orbit_free(orbit *o)
{
    for (int k = 0; k < 3; k++) gud_free(o->e[k]);
    gud_free(o->depth);
    gud_free(o->ratio);
}

// how deep a journal dips into its bearing: dry joints tell it, lubricated ones tell the smallest film
static gud_status load_depth(const gud_figure_request *q, int r, gud_pick pick, gud_error *error, orbit *o)
{
    if (load_beside(q, r, pick, "depth", error, &o->depth) == GUD_OK) return GUD_OK;
    GUD_TRY(load_beside(q, r, pick, "film_min", error, &o->depth));
    for (int64_t i = 0; i < o->n; i++) o->depth[i] = -o->depth[i];
    return GUD_OK;
}

// films know no eccentricity along the axis
static gud_status load_axes(const gud_figure_request *q, int r, gud_pick pick, gud_error *error, orbit *o)
{
    for (int k = 0; k < 2; k++) GUD_TRY(load_beside(q, r, pick, axes[k], error, &o->e[k]));
    if (load_beside(q, r, pick, axes[2], error, &o->e[2]) == GUD_OK) return GUD_OK;
    o->e[2] = gud_alloc((size_t)o->n, sizeof(double));
    return o->e[2] ? GUD_OK : no_memory(error);
}

static gud_status orbit_load(const gud_figure_request *q, int r, gud_pick pick, gud_error *error, orbit *o)
{
    int64_t first;
    *o = (orbit){0};
    GUD_TRY(gud_figure_stretch(q, r, error, &first, &o->n));
    gud_status st = load_axes(q, r, pick, error, o);
    if (st == GUD_OK) st = load_depth(q, r, pick, error, o);
    if (st == GUD_OK) st = load_beside(q, r, pick, "eccentricity_ratio", error, &o->ratio);
    if (st != GUD_OK) orbit_free(o);
    return st;
}

// the axis along which the journal moves least is not shown; x and y where none does
static int hidden_axis(const orbit *o)
{
    double most[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        for (int64_t i = 0; i < o->n; i++) most[k] = fmax(most[k], fabs(o->e[k][i]));
    if (most[2] <= most[0] && most[2] <= most[1]) return 2;
    return most[0] < most[1] ? 0 : 1;
}

// depth = (ratio - 1) clearance: told best by the record farthest from touching
static double clearance_of(const orbit *o)
{
    double far = 0.0, clearance = 0.0;
    for (int64_t i = 0; i < o->n; i++) {
        if (!(fabs(o->ratio[i] - 1.0) > far)) continue;
        far = fabs(o->ratio[i] - 1.0);
        clearance = o->depth[i] / (o->ratio[i] - 1.0);
    }
    return clearance;
}

// a block in a channel has a gap but no circle
static bool is_round(const orbit *o, double clearance)
{
    for (int64_t i = 0; i < o->n; i++)
        if (hypot(o->e[0][i], o->e[1][i]) > 2.0 * clearance + fmax(o->depth[i], 0.0)) return false;
    return clearance > 0.0;
}

static gud_status add_circle(gud_chart *chart, double radius, gud_error *error)
{
    gud_plot_curve *c = gud_chart_curve(chart, circle_points);
    if (!c) return no_memory(error);
    c->style = GUD_CURVE_GUIDE;
    for (int i = 0; i < circle_points; i++) {
        const double angle = 2.0 * pi * i / (circle_points - 1);
        c->x[i] = radius * cos(angle);
        c->y[i] = radius * sin(angle);
    }
    return GUD_OK;
}

// all records, or those in contact
static gud_status add_path(gud_chart *chart, const orbit *o, const int shown[2], bool touching, const char *label,
                           int color, gud_error *error)
{
    gud_plot_curve *c = gud_chart_curve(chart, o->n);
    if (!c) return no_memory(error);
    c->n = 0;
    for (int64_t i = 0; i < o->n; i++) {
        if (touching && !(o->depth[i] > 0.0)) continue;
        c->x[c->n] = o->e[shown[0]][i];
        c->y[c->n++] = o->e[shown[1]][i];
    }
    c->color = color;
    c->style = touching ? GUD_CURVE_POINTS : GUD_CURVE_LINE;
    (void)snprintf(c->label, GUD_LABEL_SIZE, "%s%s", label, touching ? ", in contact" : "");
    if (c->n > 0) return GUD_OK;
    gud_free(c->x); // never in contact
    gud_free(c->y);
    *c = (gud_plot_curve){0};
    chart->plot.ncurve--;
    return GUD_OK;
}

static gud_status add_orbit(gud_chart *chart, int r, gud_pick pick, int index, int *hidden, gud_error *error)
{
    char label[GUD_LABEL_SIZE];
    orbit o;
    GUD_TRY(orbit_load(chart->request, r, pick, error, &o));
    gud_figure_name(chart->request->results[0], pick, false, label);
    if (chart->request->nresult > 1) gud_figure_suffix(chart->request, r, label);
    const double clearance = clearance_of(&o);
    if (chart->plot.ncurve == 0) *hidden = hidden_axis(&o);
    const int shown[2] = {*hidden == 0 ? 1 : 0, *hidden == 2 ? 1 : 2};
    gud_status st = is_round(&o, clearance) ? add_circle(chart, clearance, error) : GUD_OK;
    if (st == GUD_OK) st = add_path(chart, &o, shown, false, label, 2 * index, error);
    if (st == GUD_OK) st = add_path(chart, &o, shown, true, label, 2 * index + 1, error);
    orbit_free(&o);
    return st;
}

gud_status gud_figure_orbit(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q, .plot = {.equal = true, .x_unit = "m"}};
    int hidden = 2;
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, 3 * found.count * q->nresult, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++)
            st = add_orbit(&chart, r, found.picks[i], r * found.count + i, &hidden, error);
    if (st == GUD_OK) {
        chart.plot.npanel = 1;
        (void)snprintf(chart.plot.x_label, GUD_LABEL_SIZE, "eccentricity %s", hidden == 0 ? "y" : "x");
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, "eccentricity %s", hidden == 2 ? "y" : "z");
        (void)snprintf(chart.plot.panels[0].unit, sizeof chart.plot.panels[0].unit, "m");
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

// ---- polar diagram of the load

static gud_status add_load(gud_chart *chart, int r, gud_pick pick, gud_error *error)
{
    const gud_figure_request *q = chart->request;
    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve];
    c->color = chart->plot.ncurve++;
    int64_t first;
    GUD_TRY(gud_figure_stretch(q, r, error, &first, &c->n));
    gud_figure_name(q->results[0], pick, false, c->label);
    if (q->nresult > 1) gud_figure_suffix(q, r, c->label);
    GUD_TRY(load_beside(q, r, pick, "reaction_force_local.x", error, &c->x));
    return load_beside(q, r, pick, "reaction_force_local.y", error, &c->y);
}

gud_status gud_figure_load(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q, .plot = {.equal = true, .x_unit = "N", .x_label = "force along x"}};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++) st = add_load(&chart, r, found.picks[i], error);
    if (st == GUD_OK) {
        chart.plot.npanel = 1;
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, "force along y");
        (void)snprintf(chart.plot.panels[0].unit, sizeof chart.plot.panels[0].unit, "N");
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

// ---- the first impact

// records of the first contact, with one before and one behind it; returns how many there are
static int64_t first_contact(const double *depth, int64_t n, int64_t *first)
{
    int64_t begin = 0;
    while (begin < n && !(depth[begin] > 0.0)) begin++;
    int64_t end = begin;
    while (end < n && depth[end] > 0.0) end++;
    *first = begin > 0 ? begin - 1 : 0;
    return begin == n ? 0 : (end < n ? end + 1 : end) - *first;
}

static gud_status add_loop(gud_chart *chart, int r, gud_pick pick, gud_error *error)
{
    int64_t first;
    double *depth, *force;
    const gud_figure_request *q = chart->request;
    int64_t whole;
    GUD_TRY(gud_figure_stretch(q, r, error, &first, &whole));
    GUD_TRY(load_beside(q, r, pick, "depth", error, &depth));
    const int64_t n = first_contact(depth, whole, &first);
    gud_status st = load_beside(q, r, pick, "contact_force", error, &force);
    gud_plot_curve *c = st == GUD_OK && n > 0 ? gud_chart_curve(chart, n) : NULL;
    if (st == GUD_OK && n > 0 && !c) st = no_memory(error);
    if (c) {
        c->color = chart->plot.ncurve - 1;
        gud_figure_name(q->results[0], pick, false, c->label);
        if (q->nresult > 1) gud_figure_suffix(q, r, c->label);
        for (int64_t i = 0; i < n; i++) {
            c->x[i] = fmax(depth[first + i], 0.0);
            c->y[i] = force[first + i];
        }
    }
    gud_free(depth);
    gud_free(force);
    return st;
}

gud_status gud_figure_impact(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q, .plot = {.tall = true, .x_label = "depth of the first contact", .x_unit = "m"}};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++) st = add_loop(&chart, r, found.picks[i], error);
    if (st == GUD_OK && chart.plot.ncurve == 0)
        st = gud_fail(error, GUD_ERR_INPUT, "%s: nothing touches in the records; record every step to see impacts",
                      gud_result_path(q->results[0]));
    if (st == GUD_OK) {
        chart.plot.npanel = 1;
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, "contact force");
        (void)snprintf(chart.plot.panels[0].unit, sizeof chart.plot.panels[0].unit, "N");
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

// ---- sections

// the rate of a component: X_rate of a coordinate, velocity of a position
static bool rate_name(const char *name, const gud_result *result, gud_pick *rate)
{
    char text[name_size + 16];
    gud_error ignored;
    (void)snprintf(text, sizeof text, "%s_rate", name);
    if (gud_result_pick(result, text, &ignored, rate) == GUD_OK) return true;
    const char *mark = strstr(name, "/position.");
    if (!mark) return false;
    (void)snprintf(text, sizeof text, "%.*s/velocity.%s", (int)(mark - name), name, mark + strlen("/position."));
    return gud_result_pick(result, text, &ignored, rate) == GUD_OK;
}

// the angle whose full turns are counted: the one asked for, or the first coordinate that makes any
static gud_status section_angle(const gud_figure_request *q, int r, gud_error *error, double **angle)
{
    gud_pick pick = {-1, 0};
    const gud_result *result = q->results[r];
    const int64_t n = gud_result_count(result, 0);
    *angle = NULL;
    if (q->over) {
        GUD_TRY(gud_result_pick(result, q->over, error, &pick));
        return gud_result_load(result, pick, error, angle);
    }
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        const gud_channel *c = gud_result_channel(result, i);
        if (strncmp(c->path, "coordinates/", 12) != 0 || strcmp(c->unit, "rad") != 0) continue;
        GUD_TRY(gud_result_load(result, (gud_pick){i, 0}, error, angle));
        if (n > 0 && fabs((*angle)[n - 1] - (*angle)[0]) > 2.0 * pi) return GUD_OK;
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

static gud_status add_section(gud_chart *chart, int r, gud_pick pick, gud_error *error)
{
    char name[name_size];
    gud_pick own, rate;
    double *x = NULL, *y = NULL, *angle = NULL;
    const gud_figure_request *q = chart->request;
    const gud_result *result = q->results[r];
    const int64_t n = gud_result_count(result, 0);
    gud_result_name(q->results[0], pick, name, name_size);
    GUD_TRY(gud_result_pick(result, name, error, &own));
    if (!rate_name(name, result, &rate)) return GUD_OK;
    gud_status st = gud_result_load(result, own, error, &x);
    if (st == GUD_OK) st = gud_result_load(result, rate, error, &y);
    if (st == GUD_OK) st = section_angle(q, r, error, &angle);
    gud_plot_curve *c = st == GUD_OK ? gud_chart_curve(chart, n) : NULL;
    if (st == GUD_OK && !c) st = no_memory(error);
    if (c) {
        take_section(angle, n, x, y, c);
        c->color = chart->plot.ncurve - 1;
        c->style = GUD_CURVE_POINTS;
        gud_figure_name(q->results[0], pick, true, c->label);
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

gud_status gud_figure_poincare(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q, .plot = {.tall = true}};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++) st = add_section(&chart, r, found.picks[i], error);
    if (st == GUD_OK && chart.plot.ncurve == 0)
        st = gud_fail(error, GUD_ERR_INPUT, "%s: there is no quantity with its rate to draw a section of",
                      gud_result_path(q->results[0]));
    if (st == GUD_OK) {
        chart.plot.npanel = 1;
        (void)snprintf(chart.plot.x_label, GUD_LABEL_SIZE, "%.120s, at every turn",
                       chart.plot.ncurve == 1 ? chart.plot.curves[0].label : "value");
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, "its rate");
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}
