// Figures of channels over time or another abscissa, units in panels; and the stack, a panel for each quantity.

#include "out/figure_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// of a logarithmic ordinate: what is still less is as good as nothing
enum { most_decades = 8, loss_decades = 4 };

// A film that begins with the whole clearance would hide what becomes of it.
static bool is_wide(const gud_plot *plot, int panel)
{
    const double far = 20.0;
    double low = (double)INFINITY, high = 0.0;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        for (int64_t k = 0; k < c->n && c->panel == panel; k++) {
            low = fmin(low, c->y[k]);
            high = fmax(high, c->y[k]);
        }
    }
    return low > 0.0 && high > far * low;
}

static bool may_be_wide(const gud_chart *chart, int panel)
{
    return chart->kind->wide && strcmp(chart->plot.panels[panel].unit, chart->kind->wide) == 0;
}

// Panels below one another are compared: either all of those that may be are logarithmic, or none is.
static bool most_are_wide(const gud_chart *chart)
{
    int wide = 0, all = 0;
    for (int i = 0; i < chart->plot.npanel; i++) {
        all += may_be_wide(chart, i);
        wide += may_be_wide(chart, i) && is_wide(&chart->plot, i);
    }
    return 2 * wide > all;
}

static gud_status finish_series(gud_chart *chart, gud_error *error)
{
    GUD_TRY(gud_chart_abscissa(chart, error));
    if (chart->kind->add == gud_chart_add) GUD_TRY(gud_chart_split(chart, error));
    const bool wide = most_are_wide(chart);
    for (int i = 0; i < chart->plot.npanel; i++) {
        gud_plot_panel *panel = &chart->plot.panels[i];
        panel->decades = strcmp(panel->unit, "W") == 0 ? loss_decades : most_decades;
        panel->log = chart->kind->log || (wide && may_be_wide(chart, i));
        panel->prefixed = may_be_wide(chart, i);
    }
    gud_chart_label(chart);
    return GUD_OK;
}

// ---- the stack: in each panel results and names differ by colour

// the quantity of a path: joints/small-end/film_min -> film_min
static const char *quantity_of(const gud_chart *chart, int i)
{
    const gud_pick pick = chart->found.picks[i];
    const char *path = gud_result_channel(chart->request->results[0], pick.channel)->path, *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// the first component of the same quantity
static int first_alike(const gud_chart *chart, int i)
{
    int same = 0;
    while (strcmp(quantity_of(chart, same), quantity_of(chart, i)) != 0) same++;
    return same;
}

// how many quantities there are before this component
static int panel_of(const gud_chart *chart, int i)
{
    int panel = 0;
    for (int k = 0; k < first_alike(chart, i); k++) panel += first_alike(chart, k) == k;
    return panel;
}

static gud_status add_stacked(gud_chart *chart, int r, int i, gud_error *error)
{
    gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve];
    GUD_TRY(gud_chart_add(chart, r, i, error));
    c->panel = panel_of(chart, i);
    c->color = 0;
    for (const gud_plot_curve *k = chart->plot.curves; k < c; k++) c->color += k->panel == c->panel;
    c->dash = c->color;
    return GUD_OK;
}

// Asperities that carry less than a ten-thousandth of the load hardly touch: what they do is not drawn.
static void silence_asperities(gud_chart *chart)
{
    static const double touch = 1e-4;
    const gud_plot *plot = &chart->plot;
    double share = 0.0;
    for (int i = 0; i < plot->ncurve; i++)
        for (int64_t k = 0; k < plot->curves[i].n && strcmp(quantity_of(chart, i), "asperity_share") == 0; k++)
            share = fmax(share, fabs(plot->curves[i].y[k]));
    for (int i = 0; i < plot->ncurve && share < touch; i++)
        if (strstr(quantity_of(chart, i), "asperity"))
            for (int64_t k = 0; k < plot->curves[i].n; k++) plot->curves[i].y[k] = 0.0;
}

// ---- of many joints, those with the thinnest films

enum { most_stacked = 6 };

static double thinnest_of(const gud_chart *chart, const char *entity)
{
    double least = (double)INFINITY;
    for (int i = 0; i < chart->plot.ncurve; i++) {
        char own[GUD_LABEL_SIZE];
        const gud_plot_curve *c = &chart->plot.curves[i];
        gud_figure_entity(chart->request->results[0], chart->found.picks[i], own);
        for (int64_t k = 0; k < c->n && strcmp(own, entity) == 0 && strcmp(quantity_of(chart, i), "film_min") == 0; k++)
            least = fmin(least, c->y[k]);
    }
    return least;
}

// how many joints have a thinner film, of those that have one
static int thinner_than(const gud_chart *chart, int component)
{
    char own[GUD_LABEL_SIZE], other[GUD_LABEL_SIZE];
    int count = 0;
    gud_figure_entity(chart->request->results[0], chart->found.picks[component], own);
    const double least = thinnest_of(chart, own);
    for (int i = 0; i < chart->plot.ncurve; i++) {
        gud_figure_entity(chart->request->results[0], chart->found.picks[i], other);
        count += strcmp(quantity_of(chart, i), "film_min") == 0 && strcmp(other, own) != 0 &&
                 thinnest_of(chart, other) < least;
    }
    return count;
}

static bool is_crowded(const gud_chart *chart)
{
    int joints = 0;
    for (int i = 0; i < chart->plot.ncurve; i++) joints += strcmp(quantity_of(chart, i), "film_min") == 0;
    return joints > GUD_CHART_MOST && chart->request->nresult == 1 && chart->request->nname == 0;
}

static void keep_thinnest(gud_chart *chart)
{
    if (!is_crowded(chart)) return;
    for (int i = 0; i < chart->plot.ncurve; i++) chart->plot.curves[i].color = thinner_than(chart, i); // for the moment
    for (int i = 0; i < chart->plot.ncurve; i++)
        for (int64_t k = 0; k < chart->plot.curves[i].n && chart->plot.curves[i].color >= most_stacked; k++)
            chart->plot.curves[i].y[k] = 0.0; // which is left out
    gud_chart_title(chart, "The six joints with the thinnest films");
}

static gud_status finish_stack(gud_chart *chart, gud_error *error)
{
    chart->plot.npanel = 0;
    for (int i = 0; i < chart->found.count; i++) {
        const int k = chart->plot.curves[i].panel;
        gud_plot_panel *panel = &chart->plot.panels[k];
        const gud_channel *channel = gud_result_channel(chart->request->results[0], chart->found.picks[i].channel);
        (void)snprintf(panel->unit, sizeof panel->unit, "%s", channel->unit);
        if (k >= chart->plot.npanel) chart->plot.npanel = k + 1;
    }
    if (chart->request->nresult == 1) silence_asperities(chart);
    keep_thinnest(chart);
    GUD_TRY(gud_chart_drop_zeros(chart, error));
    gud_chart_colors(chart);
    return finish_series(chart, error);
}

// ---- the rows

#define SERIES .add = gud_chart_add, .finish = finish_series

const gud_figure_kind gud_figure_position = {
    .name = "position",
    .about = "positions of bodies over time; names: bodies",
    .patterns = {"bodies/%s/position"},
    SERIES,
};

const gud_figure_kind gud_figure_velocity = {
    .name = "velocity",
    .about = "velocities of bodies over time; names: bodies",
    .patterns = {"bodies/%s/velocity"},
    SERIES,
};

const gud_figure_kind gud_figure_acceleration = {
    .name = "acceleration",
    .about = "accelerations of bodies over time; names: bodies",
    .patterns = {"bodies/%s/acceleration"},
    SERIES,
};

const gud_figure_kind gud_figure_reaction = {
    .name = "reaction",
    .about = "forces and torques in joints over time; names: joints",
    .patterns = {"joints/%s/reaction_force", "joints/%s/reaction_torque"},
    SERIES,
};

const gud_figure_kind gud_figure_energy = {
    .name = "energy",
    .about = "energies over time; names: energy components",
    .patterns = {"energy/%s"},
    SERIES,
    .whole = true,
};

const gud_figure_kind gud_figure_violation = {
    .name = "violation",
    .about = "violation of the constraints over time",
    .patterns = {"*violation%s"},
    SERIES,
    .log = true,
    .whole = true,
};

const gud_figure_kind gud_figure_deflection = {
    .name = "deflection",
    .about = "deflection of the middle of beams from their chord, strain energy; names: bodies",
    .patterns = {"bodies/%s/deflection", "bodies/%s/strain_energy"},
    SERIES,
};

const gud_figure_kind gud_figure_drive = {
    .name = "drive",
    .about = "values and torques of drives over time; names: drives",
    .patterns = {"drives/%s/value", "drives/%s/torque"},
    SERIES,
};

const gud_figure_kind gud_figure_contact = {
    .name = "contact",
    .about = "contact forces and depths over time; names: joints, contacts",
    .patterns = {"joints/%s/contact_force", "joints/%s/depth", "contacts/%s/contact_force", "contacts/%s/depth"},
    SERIES,
};

const gud_figure_kind gud_figure_film = {
    .name = "film",
    .about = "minimum film thickness of lubricated joints over time; names: joints",
    .patterns = {"joints/%s/film_min"},
    SERIES,
    .wide = "m",
};

const gud_figure_kind gud_figure_losses = {
    .name = "losses",
    .about = "power loss in films and at asperities over time; names: joints",
    .patterns = {"joints/%s/loss_film", "joints/%s/loss_asperity"},
    SERIES,
    .wide = "W",
};

const gud_figure_kind gud_figure_lubrication = {
    .name = "lubrication",
    .about = "eccentricity and its rate, peak pressures, losses, asperity share, film thickness; names: joints",
    .patterns = {"joints/%s/eccentricity_ratio", "joints/%s/eccentricity_rate", "joints/%s/film_pressure_max",
                 "joints/%s/asperity_pressure_max", "joints/%s/loss_film", "joints/%s/loss_asperity",
                 "joints/%s/asperity_share", "joints/%s/film_min"},
    .add = add_stacked,
    .finish = finish_stack,
    .wide = "m",
};

const gud_figure_kind gud_figure_series = {
    .name = "series",
    .about = "any channels over time; names: patterns of channels",
    .patterns = {"%s"},
    SERIES,
};
