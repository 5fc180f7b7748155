// Quantities of a study against one of its axes: smallest film, peak pressure, mean loss over clearance, speed,
// viscosity. Joints have their colour in all figures of a study; further axes are a family of curves, or, where a
// second axis has many numbers in equal steps, a map.

#include "base/alloc.h"
#include "out/heat.h"
#include "out/quantity.h"
#include "sweep/figures.h"
#include "sweep/statistic.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { path_size = 4500, most_quantities = 12, most_entities = 64, most_family = 7, name_size = 200 };

// a figure: one quantity of all joints that have it
typedef struct {
    const gud_sweep *s;
    const gud_sweep_table *t;
    int axis, window;
    const char *quantity; // "film_min"
    const char *unit;
    gud_statistic statistic;
    bool spread; // do runs have more than one value of it?
    int nentity;
    char entity[most_entities][name_size]; // "joints/big-end"; of a component alone: ""
} view;

// ---- names

static void entity_of(const char *channel, char entity[name_size])
{
    const char *q = gud_quantity_of(channel);
    (void)snprintf(entity, name_size, "%.*s", q > channel ? (int)(q - channel - 1) : 0, channel);
}

static const char *short_entity(const char *entity)
{
    const char *slash = strchr(entity, '/');
    return slash ? slash + 1 : entity;
}

// ---- what a figure shows

static bool is_shown(const view *v, const gud_sweep_line *line)
{
    return line->window == v->window && strcmp(gud_quantity_of(line->channel), v->quantity) == 0 &&
           strcmp(line->unit, v->unit) == 0;
}

static int entity_index(const view *v, const char *channel)
{
    char own[name_size];
    entity_of(channel, own);
    for (int i = 0; i < v->nentity; i++)
        if (strcmp(v->entity[i], own) == 0) return i;
    return -1;
}

// entities of all quantities: their colours are the same in every figure
static void collect(view *v)
{
    for (int i = 0; i < v->t->count; i++) {
        const gud_sweep_line *line = &v->t->lines[i];
        if (entity_index(v, line->channel) < 0 && v->nentity < most_entities)
            entity_of(line->channel, v->entity[v->nentity++]);
        if (is_shown(v, line)) v->spread = v->spread || line->statistics.max > line->statistics.min;
    }
    v->statistic = gud_statistic_usual(v->quantity);
}

// the place of a run among those that differ from it by the axis only: which curve it is a point of
static int family_of(const view *v, int run)
{
    const gud_study *study = v->s->study;
    int index = 0;
    for (int a = 0; a < study->naxis; a++) {
        int rest = run;
        for (int k = study->naxis - 1; k > a; k--) rest /= study->axes[k].ncase;
        if (a != v->axis) index = index * study->axes[a].ncase + rest % study->axes[a].ncase;
    }
    return index;
}

static int family_count(const view *v)
{
    return v->s->study->nrun / v->s->study->axes[v->axis].ncase;
}

// of many curves seven are drawn, evenly chosen: which of them it is, or -1
static int family_rank(const view *v, int family)
{
    const int n = family_count(v);
    for (int i = 0; i < most_family && n > most_family; i++)
        if (family == (int)lround((double)i * (n - 1) / (most_family - 1))) return i;
    return n > most_family ? -1 : family;
}

// "15 um" -> "15 µm"
static void pretty_label(const gud_study_axis *axis, const gud_study_case *c, char text[GUD_LABEL_SIZE])
{
    char unit[60] = "";
    gud_unit_pretty(axis->numeric ? axis->unit : "", unit, sizeof unit);
    if (axis->numeric)
        (void)snprintf(text, GUD_LABEL_SIZE, "%.60s %.5g%s%s", axis->name, c->value, unit[0] ? " " : "", unit);
    else
        (void)snprintf(text, GUD_LABEL_SIZE, "%s", c->label);
}

static void curve_label(const view *v, int entity, int run, bool joints, char label[GUD_LABEL_SIZE])
{
    const gud_study *study = v->s->study;
    (void)snprintf(label, GUD_LABEL_SIZE, "%s", joints ? short_entity(v->entity[entity]) : "");
    for (int a = 0; a < study->naxis; a++) {
        const size_t used = strlen(label);
        const gud_study_case *c = gud_study_case_of(study, run, a);
        if (a == v->axis || study->axes[a].ncase < 2) continue;
        char text[GUD_LABEL_SIZE];
        pretty_label(&study->axes[a], c, text);
        (void)snprintf(label + used, GUD_LABEL_SIZE - used, "%s%s", used > 0 ? ", " : "", text);
    }
}

// ---- curves

static int shown_entities(const view *v)
{
    bool has[most_entities] = {false};
    int n = 0;
    for (int i = 0; i < v->t->count; i++) {
        const int e = entity_index(v, v->t->lines[i].channel);
        if (e >= 0 && !has[e] && is_shown(v, &v->t->lines[i])) has[e] = true, n++;
    }
    return n;
}

// more curves than can be told apart: every joint has a panel
static bool is_apart(const view *v)
{
    enum { most_curves = 8 };
    const int nfamily = family_count(v), drawn = nfamily < most_family ? nfamily : most_family;
    return shown_entities(v) > 1 && shown_entities(v) * drawn > most_curves;
}

static void label_panel(const view *v, int entity, bool apart, gud_plot_panel *panel)
{
    gud_statistic_label(v->quantity, v->statistic, v->spread, panel->label, GUD_LABEL_SIZE);
    (void)snprintf(panel->unit, sizeof panel->unit, "%s", v->unit);
    const size_t used = strlen(panel->label);
    if (apart) (void)snprintf(panel->label + used, GUD_LABEL_SIZE - used, ", %s", short_entity(v->entity[entity]));
}

// entities without curves have no panel
static void drop_panels(gud_plot *plot)
{
    int kept = 0;
    for (int p = 0; p < plot->npanel; p++) {
        bool used = false;
        for (int i = 0; i < plot->ncurve; i++) used = used || plot->curves[i].panel == p;
        for (int i = 0; i < plot->ncurve && used; i++)
            if (plot->curves[i].panel == p) plot->curves[i].panel = kept;
        if (used) plot->panels[kept++] = plot->panels[p];
    }
    plot->npanel = kept;
}

static void fill_curves(const view *v, gud_plot *plot)
{
    const int nfamily = family_count(v);
    const bool apart = is_apart(v), joints = shown_entities(v) > 1 && !apart;
    for (int i = 0; i < v->t->count; i++) {
        const gud_sweep_line *line = &v->t->lines[i];
        const int e = entity_index(v, line->channel), family = family_of(v, line->run), rank = family_rank(v, family);
        if (e < 0 || !is_shown(v, line) || rank < 0) continue;
        gud_plot_curve *c = &plot->curves[e * nfamily + family];
        c->style = GUD_CURVE_MARKED;
        c->panel = apart ? e : 0;
        c->color = joints ? e : rank;
        c->dash = rank;
        c->x[c->n] = gud_study_case_of(v->s->study, line->run, v->axis)->value;
        c->y[c->n++] = gud_statistic_value(&line->statistics, v->statistic);
        curve_label(v, e, line->run, joints, c->label);
    }
}

// Curves without points go; those that stay keep their colours.
static void drop_empty(gud_plot *plot)
{
    int kept = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve swapped = plot->curves[i];
        if (swapped.n == 0) continue;
        plot->curves[i] = plot->curves[kept];
        plot->curves[kept++] = swapped;
    }
    for (int i = kept; i < plot->ncurve; i++) {
        gud_free(plot->curves[i].x);
        gud_free(plot->curves[i].y);
    }
    plot->ncurve = kept;
}

static void figure_path(const view *v, char path[path_size])
{
    const gud_study *study = v->s->study;
    char window[24] = "";
    if (study->windows.count > 1) (void)snprintf(window, sizeof window, "-%d", v->window + 1);
    (void)snprintf(path, path_size, "%.4000s/figures/%.100s-%.100s%s.svg", v->s->folder, v->quantity,
                   study->axes[v->axis].name, window);
    for (char *c = strrchr(path, '/') + 1; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) *c = '-';
}

static gud_status draw_curves(const view *v, gud_error *error)
{
    const gud_study_axis *axis = &v->s->study->axes[v->axis];
    char path[path_size];
    gud_plot plot;
    const bool apart = is_apart(v);
    gud_status st =
        gud_sweep_plot_create(axis, v->nentity * family_count(v), axis->ncase, apart ? v->nentity : 1, &plot, error);
    if (st == GUD_OK) {
        fill_curves(v, &plot);
        drop_empty(&plot);
        for (int p = 0; p < plot.npanel; p++) label_panel(v, p, apart, &plot.panels[p]);
        drop_panels(&plot);
        plot.tall = plot.npanel == 1;
        char title[3 * GUD_LABEL_SIZE];
        plot.title = v->s->study->title;
        if (family_count(v) > most_family) {
            (void)snprintf(title, sizeof title, "%.300s (%d of %d curves)", plot.title, most_family, family_count(v));
            plot.title = title;
        }
        figure_path(v, path);
        if (plot.ncurve > 0) st = gud_plot_draw(&plot, path, error);
    }
    gud_sweep_plot_free(&plot);
    return st;
}

// ---- maps

static bool is_even(const gud_study_axis *axis)
{
    const double step = (axis->cases[axis->ncase - 1].value - axis->cases[0].value) / (axis->ncase - 1);
    for (int i = 1; i < axis->ncase; i++)
        if (fabs(axis->cases[i].value - axis->cases[i - 1].value - step) > 1e-6 * fabs(step)) return false;
    return true;
}

// the other axis of a map; -1: curves show it better
static int map_axis(const view *v)
{
    const gud_study *study = v->s->study;
    int other = -1, n = 0;
    for (int a = 0; a < study->naxis; a++)
        if (a != v->axis && study->axes[a].ncase > 1) other = a, n++;
    if (n != 1 || shown_entities(v) != 1 || !study->axes[other].numeric) return -1;
    const gud_study_axis *x = &study->axes[v->axis], *y = &study->axes[other];
    return y->ncase > most_family && x->ncase > 3 && is_even(x) && is_even(y) ? other : -1;
}

static gud_heat_axis heat_axis(const gud_study_axis *axis, const char *label)
{
    const double first = axis->cases[0].value, last = axis->cases[axis->ncase - 1].value;
    const double half = 0.5 * (last - first) / (axis->ncase - 1);
    return (gud_heat_axis){.label = label, .low = first - half, .high = last + half};
}

static int case_index(const gud_study *study, int run, int axis)
{
    return (int)(gud_study_case_of(study, run, axis) - study->axes[axis].cases);
}

static gud_status draw_map(const view *v, int other, gud_error *error)
{
    const gud_study *study = v->s->study;
    const gud_study_axis *x = &study->axes[v->axis], *y = &study->axes[other];
    char path[path_size], x_label[GUD_LABEL_SIZE], y_label[GUD_LABEL_SIZE], label[GUD_LABEL_SIZE];
    double *values = gud_alloc((size_t)x->ncase * (size_t)y->ncase, sizeof *values);
    if (!values) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < x->ncase * y->ncase; i++) values[i] = (double)NAN;
    for (int i = 0; i < v->t->count; i++) {
        const gud_sweep_line *line = &v->t->lines[i];
        if (!is_shown(v, line)) continue;
        values[case_index(study, line->run, other) * x->ncase + case_index(study, line->run, v->axis)] =
            gud_statistic_value(&line->statistics, v->statistic);
    }
    gud_axis_label(x, x_label);
    gud_axis_label(y, y_label);
    gud_statistic_label(v->quantity, v->statistic, v->spread, label, sizeof label);
    figure_path(v, path);
    const gud_heat_layer layer = {.label = label, .unit = v->unit, .colors = GUD_HEAT_BLUE, .values = values};
    const gud_heat heat = {.title = study->title,
                           .rows = y->ncase,
                           .cols = x->ncase,
                           .x = heat_axis(x, x_label),
                           .y = heat_axis(y, y_label),
                           .layers = &layer,
                           .nlayer = 1,
                           .tall = true};
    const gud_status st = gud_heat_draw(&heat, path, error);
    gud_free(values);
    return st;
}

// ---- all quantities

static gud_status draw_quantity(view *v, gud_error *error)
{
    collect(v);
    const int other = map_axis(v);
    if (other >= 0 && other < v->axis) return GUD_OK; // the map is there, with the axes the other way round
    return other >= 0 ? draw_map(v, other, error) : draw_curves(v, error);
}

static bool is_new(const gud_sweep_table *t, int line)
{
    for (int i = 0; i < line; i++)
        if (t->lines[i].window == t->lines[line].window && strcmp(t->lines[i].unit, t->lines[line].unit) == 0 &&
            strcmp(gud_quantity_of(t->lines[i].channel), gud_quantity_of(t->lines[line].channel)) == 0)
            return false;
    return true;
}

gud_status gud_sweep_draw_axis(const gud_sweep *s, const gud_sweep_table *t, int axis, gud_error *error)
{
    gud_status st = GUD_OK;
    view *v = gud_alloc(1, sizeof *v);
    if (!v) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0, n = 0; i < t->count && n < most_quantities && st == GUD_OK; i++) {
        if (!is_new(t, i)) continue;
        *v = (view){.s = s,
                    .t = t,
                    .axis = axis,
                    .window = t->lines[i].window,
                    .quantity = gud_quantity_of(t->lines[i].channel),
                    .unit = t->lines[i].unit};
        st = draw_quantity(v, error);
        n++;
    }
    gud_free(v);
    return st;
}
