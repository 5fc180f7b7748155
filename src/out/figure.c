#include "out/figure.h"

#include "base/alloc.h"
#include "out/figure_parts.h"

#include <stdio.h>
#include <string.h>

enum { name_size = 512 };

// all curves of the kind's patterns over the abscissa, units in panels
static gud_status draw_series(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, found.count, error);
    if (st == GUD_OK) st = gud_chart_abscissa(&chart, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++)
            st = gud_chart_add(&chart, r, found.picks, found.count, i, error);
    for (int i = 0; i < chart.plot.npanel; i++) chart.plot.panels[i].log = kind->log;
    if (st == GUD_OK) gud_chart_label(&chart, found.picks, found.count);
    if (st == GUD_OK) st = gud_plot_draw(&chart.plot, q->path, error);
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

// the quantity of a path: joints/small-end/film_min -> film_min
static const char *quantity_of(const gud_result *result, gud_pick pick)
{
    const char *path = gud_result_channel(result, pick.channel)->path, *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// every quantity has a panel of its own, in which results and names differ by colour
static gud_status draw_stack(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, found.count, error);
    if (st == GUD_OK) st = gud_chart_abscissa(&chart, error);
    int npanel = 0;
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++) {
            gud_plot_curve *c = &chart.plot.curves[chart.plot.ncurve];
            st = gud_chart_add(&chart, r, found.picks, found.count, i, error);
            int same = 0;
            while (strcmp(quantity_of(q->results[0], found.picks[same]), quantity_of(q->results[0], found.picks[i])) !=
                   0)
                same++;
            c->panel = same < i ? chart.plot.curves[same].panel : r > 0 ? chart.plot.curves[i].panel : npanel++;
            c->color = c->dash = 0;
            for (const gud_plot_curve *k = chart.plot.curves; k < c; k++) c->color += k->panel == c->panel;
        }
    for (int i = 0; i < found.count && st == GUD_OK; i++) {
        gud_plot_panel *panel = &chart.plot.panels[chart.plot.curves[i].panel];
        (void)snprintf(panel->unit, sizeof panel->unit, "%s",
                       gud_result_channel(q->results[0], found.picks[i].channel)->unit);
    }
    chart.plot.npanel = npanel;
    if (st == GUD_OK) gud_chart_label(&chart, found.picks, found.count);
    if (st == GUD_OK) st = gud_plot_draw(&chart.plot, q->path, error);
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

// the rate that belongs to a component, if there is one
static bool find_rate(const gud_result *result, gud_pick pick, gud_pick *rate)
{
    char name[name_size + 8];
    gud_error ignored;
    gud_result_name(result, pick, name, name_size);
    const size_t n = strlen(name);
    (void)snprintf(name + n, sizeof name - n, "_rate");
    return gud_result_pick(result, name, &ignored, rate) == GUD_OK;
}

static gud_status add_phase(gud_chart *chart, int r, gud_pick pick, gud_error *error)
{
    char name[name_size];
    gud_pick rate, own;
    const gud_result *first = chart->request->results[0], *result = chart->request->results[r];
    gud_result_name(first, pick, name, sizeof name);
    GUD_TRY(gud_result_pick(result, name, error, &own));
    if (!find_rate(result, own, &rate)) return GUD_OK;

    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve];
    c->color = chart->plot.ncurve++;
    c->n = gud_result_count(result, 0);
    gud_figure_name(first, pick, true, c->label);
    if (chart->request->nresult > 1) gud_figure_suffix(chart->request, r, c->label);
    GUD_TRY(gud_result_load(result, own, error, &c->x));
    GUD_TRY(gud_result_load(result, rate, error, &c->y));
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "%s", gud_result_channel(result, own.channel)->unit);
    (void)snprintf(chart->plot.panels[0].unit, sizeof chart->plot.panels[0].unit, "%s",
                   gud_result_channel(result, rate.channel)->unit);
    return GUD_OK;
}

// rate over value, for components that have both
static gud_status draw_phase(const gud_figure_kind *kind, const gud_figure_request *q, gud_error *error)
{
    gud_selection found = {0};
    gud_chart chart = {.request = q};
    gud_status st = gud_figure_find(kind, q, error, &found);
    if (st == GUD_OK) st = gud_chart_reserve(&chart, found.count * q->nresult, 1, error);
    for (int r = 0; r < q->nresult && st == GUD_OK; r++)
        for (int i = 0; i < found.count && st == GUD_OK; i++) st = add_phase(&chart, r, found.picks[i], error);
    if (st == GUD_OK && chart.plot.ncurve == 0)
        st = gud_fail(error, GUD_ERR_INPUT, "%s: there is no coordinate with its rate to draw a phase portrait of",
                      gud_result_path(q->results[0]));
    if (st == GUD_OK) {
        const bool one = chart.plot.ncurve == 1;
        chart.plot.npanel = 1;
        chart.plot.tall = true;
        (void)snprintf(chart.plot.x_label, GUD_LABEL_SIZE, "%s", one ? chart.plot.curves[0].label : "coordinate");
        (void)snprintf(chart.plot.panels[0].label, GUD_LABEL_SIZE, one ? "rate of %.100s" : "rate",
                       chart.plot.curves[0].label);
        st = gud_plot_draw(&chart.plot, q->path, error);
    }
    gud_chart_free(&chart);
    gud_free(found.picks);
    return st;
}

const gud_figure_kind gud_figure_kinds[] = {
    {"position", "positions of bodies over time; names: bodies", draw_series, {"bodies/%s/position"}, false},
    {"velocity", "velocities of bodies over time; names: bodies", draw_series, {"bodies/%s/velocity"}, false},
    {"acceleration",
     "accelerations of bodies over time; names: bodies",
     draw_series,
     {"bodies/%s/acceleration"},
     false},
    {"reaction",
     "forces and torques in joints over time; names: joints",
     draw_series,
     {"joints/%s/reaction_force", "joints/%s/reaction_torque"},
     false},
    {"energy", "energies over time; names: parts of the energy", draw_series, {"energy/%s"}, false},
    {"violation", "violation of the constraints over time", draw_series, {"*violation%s"}, true},
    {"phase", "rate over value of coordinates; names: coordinates", draw_phase, {"%s"}, false},
    {"trajectory", "paths of the points of bodies in the plane; names: bodies", gud_figure_trajectory, {NULL}, false},
    {"strobe",
     "bodies at equal distances of time and the paths of recorded points (--at: one instant); names: bodies",
     gud_figure_strobe,
     {NULL},
     false},
    {"deflection",
     "deflection of the middle of beams from their chord, strain energy; names: bodies",
     draw_series,
     {"bodies/%s/deflection", "bodies/%s/strain_energy"},
     false},
    {"drive",
     "values and torques of drives over time; names: drives",
     draw_series,
     {"drives/%s/value", "drives/%s/torque"},
     false},
    {"orbit",
     "paths of journals inside their clearance, contact coloured; names: joints",
     gud_figure_orbit,
     {"joints/%s/eccentricity.x"},
     false},
    {"contact",
     "contact forces and depths over time; names: joints",
     draw_series,
     {"joints/%s/contact_force", "joints/%s/depth"},
     false},
    {"impact",
     "contact force over depth of the first contact; names: joints",
     gud_figure_impact,
     {"joints/%s/depth"},
     false},
    {"film",
     "smallest films of lubricated joints over time; names: joints",
     draw_series,
     {"joints/%s/film_min"},
     false},
    {"losses",
     "power lost in films and by asperities over time; names: joints",
     draw_series,
     {"joints/%s/loss_film", "joints/%s/loss_asperity"},
     true},
    {"lubrication",
     "eccentricity, its rate, peak pressures, losses, asperities' share of the load, film; names: joints",
     draw_stack,
     {"joints/%s/eccentricity_ratio", "joints/%s/eccentricity_rate", "joints/%s/film_pressure_max",
      "joints/%s/asperity_pressure_max", "joints/%s/loss_film", "joints/%s/loss_asperity", "joints/%s/asperity_share",
      "joints/%s/film_min"},
     false},
    {"load",
     "polar diagram of the force on journals, in the axes of the bearing; names: joints",
     gud_figure_load,
     {"joints/%s/reaction_force_local.x"},
     false},
    {"map",
     "maps of a film at the snapshot with the highest pressure (--at: another time); names: joints",
     gud_figure_map,
     {NULL},
     false},
    {"poincare",
     "value and rate at every turn of a crank (--over: which angle); names: components",
     gud_figure_poincare,
     {"%s"},
     false},
    {"series", "any channels over time; names: patterns of channels", draw_series, {"%s"}, false},
    {0},
};

static gud_status fail_kind(const char *kind, gud_error *error)
{
    char list[300] = "";
    for (const gud_figure_kind *k = gud_figure_kinds; k->name; k++) {
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "", k->name);
    }
    return gud_fail(error, GUD_ERR_INPUT, "there is no figure '%.80s'; there are: %s", kind, list);
}

gud_status gud_figure_draw(const char *kind, const gud_figure_request *request, gud_error *error)
{
    for (const gud_figure_kind *k = gud_figure_kinds; k->name; k++)
        if (strcmp(k->name, kind) == 0) return k->draw(k, request, error);
    return fail_kind(kind, error);
}
