// Bodies at several instants and the paths of recorded points, as a camera with a stroboscope sees them.

#include "base/alloc.h"
#include "num/pi.h"
#include "out/figure_parts.h"
#include "out/pose.h"
#include "out/round.h"
#include "out/summary.h"
#include "out/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { usual_count = 24, dark = 6 }; // dark: the colour of the ground

typedef struct {
    gud_chart chart;
    gud_pose *pose;
    gud_view view;
    int64_t first, count; // records of the window
    int64_t *shown;       // those at which bodies are drawn
    int nshown;
    double triad[3][2]; // where x, y and z point to in the view
} strobe;

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a figure");
}

// the record nearest to the instant asked for
static gud_status find_instant(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    char text[100];
    gud_window at;
    double *x;
    (void)snprintf(text, sizeof text, "%.40s:%.40s", q->at, q->at);
    GUD_TRY(gud_window_parse(q->results[0], text, q->over, error, &at));
    GUD_TRY(gud_result_load(q->results[0], at.over, error, &x));
    for (int64_t i = s->first; i < s->first + s->count; i++)
        if (fabs(x[i] - at.low) < fabs(x[s->shown[0]] - at.low)) s->shown[0] = i;
    gud_free(x);
    return GUD_OK;
}

static gud_status find_records(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    GUD_TRY(gud_figure_stretch(q, 0, error, &s->first, &s->count));
    const int64_t wanted = q->at ? 1 : q->count > 0 ? q->count : usual_count;
    s->nshown = (int)(wanted < s->count ? wanted : s->count);
    s->shown = gud_alloc((size_t)s->nshown, sizeof *s->shown);
    if (!s->shown) return no_memory(error);
    for (int i = 0; i < s->nshown; i++)
        s->shown[i] = s->first + (s->nshown > 1 ? (s->count - 1) * i / (s->nshown - 1) : 0);
    return q->at && s->nshown > 0 ? find_instant(s, error) : GUD_OK;
}

static bool is_wanted(const gud_figure_request *q, const char *body)
{
    for (int i = 0; i < q->nname; i++)
        if (gud_glob_match(q->names[i], body)) return true;
    return q->nname == 0;
}

// bodies at all instants but the last are thin lines, with gaps between them
static gud_status add_body(strobe *s, int body, gud_error *error)
{
    const int n = gud_pose_npoint(s->pose, body);
    gud_plot_curve *c = gud_chart_curve(&s->chart, (int64_t)s->nshown * (n + 1));
    double *points = gud_alloc(3 * (size_t)n, sizeof *points);
    if (!c || !points) {
        gud_free(points);
        return no_memory(error);
    }
    c->style = GUD_CURVE_GUIDE;
    for (int i = 0; i < s->nshown; i++) {
        double *x = c->x + (ptrdiff_t)i * (n + 1), *y = c->y + (ptrdiff_t)i * (n + 1);
        gud_pose_points(s->pose, body, s->shown[i], points);
        for (int k = 0; k < n; k++) gud_view_project(&s->view, points + 3 * (ptrdiff_t)k, &x[k], &y[k]);
        x[n] = y[n] = NAN;
    }
    gud_free(points);
    return GUD_OK;
}

// a body that has one place only, at all instants but the last
static gud_status add_ghosts(strobe *s, int body, gud_error *error)
{
    double point[3], way = 0.0;
    gud_plot_curve *c = gud_chart_curve(&s->chart, s->nshown - 1);
    if (!c) return no_memory(error);
    c->style = GUD_CURVE_GHOST;
    for (int i = 0; i < s->nshown - 1; i++) {
        if (gud_pose_npoint(s->pose, body) > 0)
            gud_pose_points(s->pose, body, s->shown[i], point);
        else if (!gud_pose_origin(s->pose, body, s->shown[i], point))
            return GUD_OK;
        gud_view_project(&s->view, point, &c->x[i], &c->y[i]);
        way = fmax(way, hypot(c->x[i] - c->x[0], c->y[i] - c->y[0]));
    }
    if (way == 0.0) c->n = 0;
    return GUD_OK;
}

// ---- solids: their sharp edges, as thin lines

typedef struct edge {
    int low, high;    // vertices
    double normal[3]; // of the triangle
} edge;

static int by_vertices(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

static void fill_edges(const gud_part_info *p, edge *edges)
{
    for (int t = 0; t < p->ntriangle; t++) {
        const int *v = p->triangles + 3 * (ptrdiff_t)t;
        const double *a = p->vertices + 3 * (ptrdiff_t)v[0], *b = p->vertices + 3 * (ptrdiff_t)v[1],
                     *c = p->vertices + 3 * (ptrdiff_t)v[2];
        double n[3], u[3], w[3];
        for (int k = 0; k < 3; k++) {
            u[k] = b[k] - a[k];
            w[k] = c[k] - a[k];
        }
        for (int k = 0; k < 3; k++) n[k] = u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
        const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) {
            const int i = v[k], j = v[(k + 1) % 3];
            edge *e = &edges[3 * (ptrdiff_t)t + k];
            *e = (edge){.low = i < j ? i : j, .high = i < j ? j : i};
            for (int m = 0; m < 3; m++) e->normal[m] = size > 0.0 ? n[m] / size : 0.0;
        }
    }
}

// Keeps the edges where two triangles meet at more than 30 degrees, and those of one triangle only; how many.
static int keep_sharp(edge *edges, int n)
{
    static const double sharp = 0.86602540378443865;
    int kept = 0;
    qsort(edges, (size_t)n, sizeof *edges, by_vertices);
    for (int i = 0; i < n;) {
        int end = i + 1;
        while (end < n && by_vertices(&edges[i], &edges[end]) == 0) end++;
        double cosine = -1.0;
        if (end == i + 2) {
            cosine = 0.0;
            for (int k = 0; k < 3; k++) cosine += edges[i].normal[k] * edges[i + 1].normal[k];
        }
        if (end - i != 2 || cosine < sharp) edges[kept++] = edges[i];
        i = end;
    }
    return kept;
}

static gud_status add_edges(strobe *s, int body, const gud_part_info *p, const edge *edges, int n, gud_error *error)
{
    gud_plot_curve *c = gud_chart_curve(&s->chart, 3 * (int64_t)n);
    double *points = gud_alloc(3 * (size_t)p->nvertex, sizeof *points);
    if (!c || !points) {
        gud_free(points);
        return no_memory(error);
    }
    c->style = GUD_CURVE_GUIDE;
    (void)gud_pose_place(s->pose, body, s->shown[s->nshown - 1], p->nvertex, p->vertices, points);
    for (int i = 0; i < n; i++) {
        const ptrdiff_t at = 3 * (ptrdiff_t)i;
        gud_view_project(&s->view, points + 3 * (ptrdiff_t)edges[i].low, &c->x[at], &c->y[at]);
        gud_view_project(&s->view, points + 3 * (ptrdiff_t)edges[i].high, &c->x[at + 1], &c->y[at + 1]);
        c->x[at + 2] = c->y[at + 2] = NAN;
    }
    gud_free(points);
    return GUD_OK;
}

// a part of the body at the last instant
static gud_status add_solid(strobe *s, int body, const gud_part_info *p, gud_error *error)
{
    edge *edges = gud_alloc(3 * (size_t)p->ntriangle + 1, sizeof *edges);
    if (!edges) return no_memory(error);
    fill_edges(p, edges);
    const int n = keep_sharp(edges, 3 * p->ntriangle);
    const gud_status st = n > 0 ? add_edges(s, body, p, edges, n, error) : GUD_OK;
    gud_free(edges);
    return st;
}

static gud_status add_solids(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    const gud_meta *meta = gud_result_meta(q->results[0]);
    for (int i = 0; i < meta->npart && s->nshown > 0; i++)
        for (int body = 0; body < meta->noutline; body++)
            if (strcmp(meta->outlines[body].body, meta->parts[i].body) == 0 && meta->parts[i].ntriangle > 0 &&
                is_wanted(q, meta->parts[i].body))
                GUD_TRY(add_solid(s, body, &meta->parts[i], error));
    return GUD_OK;
}

// ---- round parts of contacts: circles, all in one curve with gaps between them

static int find_body(const gud_meta *meta, const char *name)
{
    for (int i = 0; i < meta->noutline; i++)
        if (strcmp(meta->outlines[i].body, name) == 0) return i;
    return -1;
}

// a sphere is a circle from every side
static void draw_round(const strobe *s, int body, const gud_part_info *p, double *x, double *y)
{
    const int64_t record = s->shown[s->nshown - 1];
    double own[3 * GUD_ROUND_LINE], points[3 * GUD_ROUND_LINE];
    if (!gud_round_is_sphere(p)) {
        gud_round_circle(p, own);
        (void)gud_pose_place(s->pose, body, record, GUD_ROUND_LINE, own, points);
        for (int i = 0; i < GUD_ROUND_LINE; i++) gud_view_project(&s->view, points + 3 * (ptrdiff_t)i, &x[i], &y[i]);
        return;
    }
    double cx, cy;
    (void)gud_pose_place(s->pose, body, record, 1, p->at, points);
    gud_view_project(&s->view, points, &cx, &cy);
    for (int i = 0; i < GUD_ROUND_LINE; i++) {
        const double angle = 2.0 * pi * i / (GUD_ROUND_LINE - 1);
        x[i] = cx + p->radius * cos(angle);
        y[i] = cy + p->radius * sin(angle);
    }
}

static gud_status add_rounds(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    const gud_meta *meta = gud_result_meta(q->results[0]);
    int n = 0;
    for (int i = 0; i < meta->npart; i++) n += gud_round_is(&meta->parts[i]) && is_wanted(q, meta->parts[i].body);
    if (n == 0 || s->nshown == 0) return GUD_OK;
    gud_plot_curve *c = gud_chart_curve(&s->chart, (int64_t)n * (GUD_ROUND_LINE + 1));
    if (!c) return no_memory(error);
    c->style = GUD_CURVE_GUIDE;
    c->n = 0;
    for (int i = 0; i < meta->npart; i++) {
        const gud_part_info *p = &meta->parts[i];
        if (!gud_round_is(p) || !is_wanted(q, p->body)) continue;
        draw_round(s, find_body(meta, p->body), p, c->x + c->n, c->y + c->n);
        c->n += GUD_ROUND_LINE;
        c->x[c->n] = c->y[c->n] = NAN;
        c->n++;
    }
    return GUD_OK;
}

// The shape of a body at the last instant: a link through its points; a block where it has one place only, as a slider
// or a piston has. Points that bodies share are pins.
static gud_status add_shape(strobe *s, int body, gud_error *error)
{
    const int n = gud_pose_npoint(s->pose, body), count = n > 0 ? n : 1;
    const int64_t record = s->shown[s->nshown - 1];
    gud_plot_curve *c = gud_chart_curve(&s->chart, count);
    double *points = gud_alloc(3 * (size_t)count, sizeof *points), reach = 0.0;
    if (!c || !points) {
        gud_free(points);
        return no_memory(error);
    }
    if (n > 0)
        gud_pose_points(s->pose, body, record, points);
    else if (!gud_pose_origin(s->pose, body, record, points))
        c->n = 0;
    for (int k = 0; k < c->n; k++) {
        gud_view_project(&s->view, points + 3 * (ptrdiff_t)k, &c->x[k], &c->y[k]);
        for (int i = 0; i < 3; i++) reach = fmax(reach, fabs(points[3 * k + i] - points[i]));
    }
    gud_free(points);
    const char *name = gud_result_meta(s->chart.request->results[0])->outlines[body].body;
    const bool ground = strcmp(name, "ground") == 0; // stands where others turn and slide
    c->style = reach > 0.0 && !ground ? GUD_CURVE_LINK : GUD_CURVE_BLOCK;
    if (reach == 0.0 && c->n > 1) c->n = 1;
    c->color = ground ? dark : gud_figure_body_color(s->chart.request->results[0], body) % dark;
    (void)snprintf(c->label, GUD_LABEL_SIZE, "%.100s", name);
    return GUD_OK;
}

// places of links and blocks where two of them meet
static gud_status add_pins(strobe *s, int first, gud_error *error)
{
    const gud_plot *plot = &s->chart.plot;
    int64_t room = 0;
    for (int i = first; i < plot->ncurve; i++) room += plot->curves[i].n;
    const int last = plot->ncurve;
    double size = 0.0;
    for (int i = first; i < last; i++)
        for (int64_t k = 0; k < plot->curves[i].n; k++)
            size = fmax(size, hypot(plot->curves[i].x[k], plot->curves[i].y[k]));
    gud_plot_curve *pins = gud_chart_curve(&s->chart, room);
    if (!pins) return no_memory(error);
    pins->style = GUD_CURVE_PIN;
    pins->n = 0;
    for (int i = first; i < last; i++)
        for (int64_t k = 0; k < plot->curves[i].n; k++) {
            const double x = plot->curves[i].x[k], y = plot->curves[i].y[k];
            bool shared = hypot(x, y) <= 1e-9 * size; // with the ground, at the origin
            for (int j = first; j < last && !shared; j++)
                for (int64_t m = 0; j != i && m < plot->curves[j].n && !shared; m++)
                    shared = hypot(plot->curves[j].x[m] - x, plot->curves[j].y[m] - y) <= 2e-3 * size;
            if (!shared) continue;
            pins->x[pins->n] = x;
            pins->y[pins->n++] = y;
        }
    return GUD_OK;
}

static gud_status add_shapes(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    const int first = s->chart.plot.ncurve;
    for (int i = 0; i < gud_pose_nbody(s->pose) && s->nshown > 0; i++)
        if (is_wanted(q, gud_result_meta(q->results[0])->outlines[i].body)) GUD_TRY(add_shape(s, i, error));
    return add_pins(s, first, error);
}

// of the body that the point's name begins with, "crank.pin"; dark if it has a name of its own
static int point_color(const strobe *s, const char *name, int length)
{
    const gud_result *result = s->chart.request->results[0];
    const gud_meta *meta = gud_result_meta(result);
    for (int i = 0; i < meta->noutline; i++) {
        const int n = (int)strlen(meta->outlines[i].body);
        if (n <= length && strncmp(name, meta->outlines[i].body, (size_t)n) == 0 && (n == length || name[n] == '.'))
            return gud_figure_body_color(result, i) % dark;
    }
    return dark;
}

static gud_status add_path(strobe *s, int channel, gud_error *error)
{
    const gud_result *result = s->chart.request->results[0];
    const gud_channel *what = gud_result_channel(result, channel);
    gud_plot_curve *c = gud_chart_curve(&s->chart, s->count);
    double *values = gud_alloc((size_t)s->count * (size_t)what->width, sizeof *values);
    gud_status st =
        c && values ? gud_result_read(result, channel, s->first, s->count, values, error) : no_memory(error);
    for (int64_t i = 0; i < s->count && st == GUD_OK; i++) {
        double p[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < what->width && k < 3; k++) p[k] = values[i * what->width + k];
        gud_view_project(&s->view, p, &c->x[i], &c->y[i]);
    }
    gud_free(values);
    if (st != GUD_OK) return st;
    const int length = (int)(strrchr(what->path, '/') - what->path - 7);
    c->color = point_color(s, what->path + 7, length);
    for (const gud_plot_curve *k = s->chart.plot.curves; k < c; k++)
        c->dash += k->style == GUD_CURVE_LINE && k->color == c->color;
    (void)snprintf(c->label, GUD_LABEL_SIZE, "path of %.*s", length, what->path + 7);
    return GUD_OK;
}

static bool is_path(const gud_channel *c)
{
    const size_t n = strlen(c->path);
    return c->kind == GUD_CHANNEL_SERIES && strncmp(c->path, "points/", 7) == 0 && n > 16 &&
           strcmp(c->path + n - 9, "/position") == 0;
}

static gud_status add_all(strobe *s, gud_error *error)
{
    const gud_figure_request *q = s->chart.request;
    const gud_result *result = q->results[0];
    const gud_meta *meta = gud_result_meta(result);
    const int nchannel = gud_result_nchannel(result);
    GUD_TRY(gud_chart_reserve(&s->chart, 3 * meta->noutline + 1 + nchannel + meta->npart, 1, error));
    for (int i = 0; i < gud_pose_nbody(s->pose); i++)
        if (s->nshown > 1 && is_wanted(q, meta->outlines[i].body))
            GUD_TRY(gud_pose_npoint(s->pose, i) > 1 ? add_body(s, i, error) : add_ghosts(s, i, error));
    GUD_TRY(add_solids(s, error));
    GUD_TRY(add_shapes(s, error));
    GUD_TRY(add_rounds(s, error));
    for (int i = 0; i < nchannel && !q->at; i++)
        if (is_path(gud_result_channel(result, i))) GUD_TRY(add_path(s, i, error));
    if (s->chart.plot.ncurve > 0 && s->nshown > 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: there are no bodies to draw for figure 'strobe'",
                    gud_result_path(result));
}

static gud_status assemble(strobe *s, gud_error *error)
{
    gud_plot *plot = &s->chart.plot;
    GUD_TRY(gud_view_find(s->chart.request, error, &s->view));
    GUD_TRY(find_records(s, error));
    GUD_TRY(gud_pose_load(s->chart.request->results[0], error, &s->pose));
    GUD_TRY(add_all(s, error));
    plot->npanel = 1;
    gud_view_triad(&s->view, s->triad);
    plot->triad = (const double(*)[2])s->triad;
    plot->title = s->chart.request->title;
    (void)snprintf(plot->x_label, GUD_LABEL_SIZE, "%s", s->view.labels[0]);
    (void)snprintf(plot->panels[0].label, GUD_LABEL_SIZE, "%s", s->view.labels[1]);
    (void)snprintf(plot->panels[0].unit, sizeof plot->panels[0].unit, "m");
    return gud_plot_draw(plot, s->chart.request->path, error);
}

static gud_status draw(const gud_figure_request *q, gud_error *error)
{
    strobe s = {.chart = {.request = q, .plot = {.equal = true, .x_unit = "m"}}};
    const gud_status st = assemble(&s, error);
    gud_chart_free(&s.chart);
    gud_pose_free(s.pose);
    gud_free(s.shown);
    return st;
}

const gud_figure_kind gud_figure_strobe = {
    .name = "strobe",
    .about =
        "bodies as links, pins and sliders, at equal distances of time, and the paths of recorded points (--at: one "
        "instant); names: bodies",
    .draw = draw,
    .plane = true,
    .whole = true,
};
