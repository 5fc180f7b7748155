// Paths of the points of bodies, over the mechanism as it stands at the first record.
// Points without names are only there to draw the body; then paths are those of its origin and its last point.

#include "out/figure_parts.h"

#include "base/alloc.h"
#include "out/pose.h"
#include "out/view.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static bool is_wanted(const gud_figure_request *q, const char *body)
{
    for (int i = 0; i < q->nname; i++)
        if (gud_glob_match(q->names[i], body)) return true;
    return q->nname == 0;
}

static gud_status curve_reserve(gud_plot_curve *c, int64_t n, gud_error *error)
{
    c->n = n;
    c->x = gud_alloc((size_t)n, sizeof(double));
    c->y = gud_alloc((size_t)n, sizeof(double));
    return c->x && c->y ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
}

// the body's line at the first record
static gud_status add_body(gud_chart *chart, const gud_view *view, const gud_pose *pose, int body, gud_error *error)
{
    const int n = gud_pose_npoint(pose, body);
    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve++];
    c->style = GUD_CURVE_FAINT;
    GUD_TRY(curve_reserve(c, n, error));
    double *points = gud_alloc((size_t)n, 3 * sizeof(double));
    if (!points) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    gud_pose_points(pose, body, 0, points);
    for (int i = 0; i < n; i++) gud_view_project(view, points + 3 * (ptrdiff_t)i, &c->x[i], &c->y[i]);
    gud_free(points);
    return GUD_OK;
}

static double way_of(const gud_plot_curve *c)
{
    double way = 0.0;
    for (int64_t i = 0; i < c->n && c->style == GUD_CURVE_LINE; i++)
        way = fmax(way, hypot(c->x[i] - c->x[0], c->y[i] - c->y[0]));
    return way;
}

static bool same_path(const gud_plot_curve *a, const gud_plot_curve *b, double near)
{
    if (a->n != b->n || a->style != b->style) return false;
    for (int64_t i = 0; i < a->n; i++)
        if (hypot(a->x[i] - b->x[i], a->y[i] - b->y[i]) > near) return false;
    return true;
}

// The path of an earlier point that this one follows, as the two sides of a joint do: it gets both names.
static bool join_path(gud_plot_curve *first, gud_plot_curve *end, const gud_plot_curve *c, double near)
{
    for (gud_plot_curve *k = first; k < end; k++) {
        if (!same_path(k, c, near)) continue;
        const size_t used = strlen(k->label), added = strlen(c->label), most = 40;
        if (added > 0 && used + added < most) (void)snprintf(k->label + used, GUD_LABEL_SIZE - used, ", %s", c->label);
        return true;
    }
    return false;
}

// Of the paths from the first on, those are left out that one cannot see: of points that rest, at the scale of the
// others, and of points that follow another.
static void prune_paths(gud_plot *plot, int first)
{
    static const double rest = 1e-3, near = 4e-3; // of the longest way
    double most = 0.0;
    int kept = first;
    for (int i = first; i < plot->ncurve; i++) most = fmax(most, way_of(&plot->curves[i]));
    for (int i = first; i < plot->ncurve; i++) {
        gud_plot_curve c = plot->curves[i];
        plot->curves[i] = (gud_plot_curve){0};
        const bool line = c.style == GUD_CURVE_LINE;
        if (line &&
            (way_of(&c) <= rest * most || join_path(plot->curves + first, plot->curves + kept, &c, near * most))) {
            gud_free(c.x);
            gud_free(c.y);
            continue;
        }
        plot->curves[kept++] = c;
    }
    plot->ncurve = kept;
}

// paths of a body differ by dashes, or those of a result from those of another
static void choose_dashes(gud_plot *plot, int first, int r, bool alone)
{
    for (int i = first; i < plot->ncurve; i++) {
        gud_plot_curve *c = &plot->curves[i];
        c->dash = r;
        for (int k = first; k < i && alone; k++)
            c->dash += plot->curves[k].style == GUD_CURVE_LINE &&
                       plot->curves[k].color % GUD_PLOT_COLORS == c->color % GUD_PLOT_COLORS;
    }
}

// are there bodies, and is no path long enough to be seen beside them?
static bool is_at_rest(const gud_plot *plot)
{
    double most = 0.0, low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        most = fmax(most, way_of(c));
        for (int64_t k = 0; k < c->n; k++) {
            low[0] = fmin(low[0], c->x[k]), high[0] = fmax(high[0], c->x[k]);
            low[1] = fmin(low[1], c->y[k]), high[1] = fmax(high[1], c->y[k]);
        }
    }
    return most > 0.0 && most < 1e-3 * fmax(high[0] - low[0], high[1] - low[1]);
}

static const int origin_itself = -1; // instead of the number of a point

// those of beams have not
static bool has_names(const gud_outline *o)
{
    return o->names && o->npoint > 0;
}

static void path_label(const gud_figure_request *q, int r, int body, int point, char label[GUD_LABEL_SIZE])
{
    const gud_outline *o = &gud_result_meta(q->results[r])->outlines[body];
    const bool named = has_names(o) && point != origin_itself;
    (void)snprintf(label, GUD_LABEL_SIZE, "%s%s", named ? o->names[point] : o->body,
                   named || point == origin_itself ? "" : " end");
    if (q->nresult > 1) gud_figure_suffix(q, r, label);
}

static gud_status add_path(gud_chart *chart, const gud_view *view, const gud_pose *pose, int r, int body, int point,
                           double *points, gud_error *error)
{
    gud_plot *plot = &chart->plot;
    gud_plot_curve *c = &plot->curves[plot->ncurve++];
    const double *place = points + (point == origin_itself ? 0 : 3 * point);
    GUD_TRY(curve_reserve(c, gud_result_count(chart->request->results[r], 0), error));
    for (int64_t i = 0; i < c->n; i++) {
        if (point == origin_itself)
            (void)gud_pose_origin(pose, body, i, points);
        else
            gud_pose_points(pose, body, i, points);
        gud_view_project(view, place, &c->x[i], &c->y[i]);
    }
    c->color = gud_figure_body_color(chart->request->results[r], body);
    path_label(chart->request, r, body, point, c->label);
    return GUD_OK;
}

static gud_status add_unnamed(gud_chart *chart, const gud_view *view, const gud_pose *pose, int r, int body,
                              double *points, gud_error *error)
{
    const int n = gud_pose_npoint(pose, body);
    double origin[3];
    if (gud_result_count(chart->request->results[r], 0) == 0 || !gud_pose_origin(pose, body, 0, origin)) return GUD_OK;
    GUD_TRY(add_path(chart, view, pose, r, body, origin_itself, origin, error));
    return n > 1 ? add_path(chart, view, pose, r, body, n - 1, points, error) : GUD_OK;
}

static gud_status add_paths(gud_chart *chart, const gud_view *view, const gud_pose *pose, int r, int body,
                            gud_error *error)
{
    gud_status st = GUD_OK;
    const gud_outline *o = &gud_result_meta(chart->request->results[r])->outlines[body];
    const bool named = has_names(o);
    double *points = gud_alloc((size_t)gud_pose_npoint(pose, body) + 1, 3 * sizeof(double));
    if (!points) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    if (!named) st = add_unnamed(chart, view, pose, r, body, points, error);
    for (int k = 0; named && k < o->npoint && st == GUD_OK; k++)
        if (o->names[k][0] != '\0') st = add_path(chart, view, pose, r, body, k, points, error);
    gud_free(points);
    return st;
}

static gud_status add_result(gud_chart *chart, const gud_view *view, int r, gud_error *error)
{
    gud_pose *pose = NULL;
    const gud_result *result = chart->request->results[r];
    GUD_TRY(gud_pose_load(result, error, &pose));
    const int first = chart->plot.ncurve;
    int ncurve = first;
    for (int i = 0; i < gud_pose_nbody(pose); i++) ncurve += 2 + gud_pose_npoint(pose, i);
    gud_plot_curve *curves = gud_resize(chart->plot.curves, (size_t)ncurve, sizeof *curves);
    gud_status st = curves ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
    if (curves) {
        memset(curves + chart->plot.ncurve, 0, (size_t)(ncurve - chart->plot.ncurve) * sizeof *curves);
        chart->plot.curves = curves;
    }
    for (int i = 0; i < gud_pose_nbody(pose) && st == GUD_OK && gud_result_count(result, 0) > 0; i++)
        if (r == 0) st = add_body(chart, view, pose, i, error);
    for (int i = 0; i < gud_pose_nbody(pose) && st == GUD_OK; i++)
        if (is_wanted(chart->request, gud_result_meta(result)->outlines[i].body))
            st = add_paths(chart, view, pose, r, i, error);
    if (st == GUD_OK) prune_paths(&chart->plot, first);
    choose_dashes(&chart->plot, first, r, chart->request->nresult == 1);
    gud_pose_free(pose);
    return st;
}

static gud_status draw(const gud_figure_request *q, gud_error *error)
{
    gud_view view;
    double triad[3][2];
    gud_chart chart = {.request = q, .plot = {.equal = true, .x_unit = "m"}};
    GUD_TRY(gud_view_find(q, error, &view));
    gud_view_triad(&view, triad);
    chart.plot.triad = (const double(*)[2])triad;
    gud_status st = gud_chart_reserve(&chart, 0, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++) st = add_result(&chart, &view, r, error);
    if (st == GUD_OK && chart.plot.ncurve == 0)
        st = gud_fail(error, GUD_ERR_INPUT, "%s: there are no points of bodies to draw for figure '%s'",
                      gud_result_path(q->results[0]), "trajectory");
    if (st == GUD_OK && q->nname == 0 && is_at_rest(&chart.plot))
        st = gud_fail(error, GUD_ERR_INPUT,
                      "%.200s: no path can be seen at the scale of the mechanism; see figures 'position' and 'orbit'",
                      gud_result_path(q->results[0]));
    if (st == GUD_OK) {
        chart.plot.npanel = 1;
        (void)snprintf(chart.plot.x_label, GUD_LABEL_SIZE, "%s", view.labels[0]);
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, "%s", view.labels[1]);
        (void)snprintf(chart.plot.panels[0].unit, sizeof chart.plot.panels[0].unit, "m");
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    return st;
}

const gud_figure_kind gud_figure_trajectory = {
    .name = "trajectory",
    .about = "paths of the points of bodies; names: bodies",
    .draw = draw,
    .plane = true,
    .whole = true,
};
