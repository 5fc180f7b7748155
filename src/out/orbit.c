// Figures of joints with clearance: the path of the journal inside its bearing, the polar diagram of its load, and the
// loop of the first impact.

#include "num/pi.h"
#include "out/bearings.h"
#include "out/figure_parts.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { name_size = 700, circle_points = 361, contact_color = GUD_PLOT_COLORS - 1 }; // contact: dark

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
    if (load_beside(q, r, pick, "film_middle", error, &o->depth) != GUD_OK) // of a tilted journal film_min is elsewhere
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

// The axis that is not shown: z, which is that of a journal, unless a part of what is shown points along it; then the
// one with the least.
static int hidden_axis(double *const e[3], int64_t n)
{
    static const double part = 0.05;
    double most[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        for (int64_t i = 0; i < n; i++) most[k] = fmax(most[k], fabs(e[k][i]));
    if (most[2] <= part * fmax(most[0], most[1]) || (most[2] <= most[0] && most[2] <= most[1])) return 2;
    return most[0] < most[1] ? 0 : 1;
}

static const char *shown_axis(int hidden, int which)
{
    static const char *const names[3][2] = {{"y", "z"}, {"x", "z"}, {"x", "y"}};
    return names[hidden][which];
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

// a block in a channel has a gap, but slides far beyond it
static bool is_journal(const orbit *o, double clearance)
{
    for (int64_t i = 0; i < o->n && clearance > 0.0; i++)
        if (hypot(o->e[0][i], o->e[1][i]) > 2.0 * clearance + fmax(o->depth[i], 0.0)) return false;
    return true;
}

static void drop_last(gud_plot *plot)
{
    gud_plot_curve *c = &plot->curves[--plot->ncurve];
    gud_free(c->x);
    gud_free(c->y);
    gud_free(c->z);
    *c = (gud_plot_curve){0};
}

// ---- crank angles along a path

// is there a mark near by in the panel, of this path or of another? Panels beside others are small
static bool is_crowded(const gud_plot *plot, const gud_plot_curve *own, double x, double y, double size)
{
    for (const gud_plot_curve *c = plot->curves; c <= own; c++)
        for (int64_t i = 0; i < c->n && c->style == GUD_CURVE_ANGLES && c->panel == own->panel; i++)
            if (hypot(c->x[i] - x, c->y[i] - y) < (own->panel > 0 || plot->npanel > 0 ? 0.2 : 0.12) * size) return true;
    return false;
}

// Marks where the coordinate that the run is counted in passes multiples of 90 degrees, 30 in a window of up to a turn.
// `size`: of what is shown; marks nearer to each other than a part of it are left out
static gud_status add_angles(gud_chart *chart, int r, const double *x, const double *y, int64_t n, double size,
                             int color, gud_error *error)
{
    const gud_figure_request *q = chart->request;
    const char *over = q->over ? q->over : gud_result_abscissa(q->results[r]);
    gud_pick pick;
    double *angle;
    int64_t count;
    if (!over || gud_result_pick(q->results[r], over, error, &pick) != GUD_OK) return GUD_OK;
    if (strcmp(gud_result_channel(q->results[r], pick.channel)->unit, "rad") != 0) return GUD_OK;
    GUD_TRY(gud_figure_load_values(q, r, pick, error, &angle, &count));
    const double cycle = gud_result_cycle(q->results[r]), length = count > 1 ? fabs(angle[count - 1] - angle[0]) : 0.0;
    const double step = (length > 2.1 * pi ? 90.0 : 30.0) * pi / 180.0;
    const int64_t most = (int64_t)fmin(length / step + 2.0, 24.0);
    gud_plot_curve *c = length > 0.9 * step && length / step < 22.0 ? gud_chart_curve(chart, most) : NULL;
    if (c) {
        c->z = gud_alloc((size_t)most, sizeof(double));
        c->n = 0;
        c->style = GUD_CURVE_ANGLES;
        c->color = color;
        for (int64_t i = 1; c->z && i < n && i < count && c->n < most; i++) {
            const double from = floor(angle[i - 1] / step + 1e-9), to = floor(angle[i] / step + 1e-9);
            if (from == to) continue;
            const double at = step * fmax(from, to);
            if (is_crowded(&chart->plot, c, x[i], y[i], size)) continue;
            c->x[c->n] = x[i];
            c->y[c->n] = y[i];
            c->z[c->n++] = round((cycle > 0.0 ? at - cycle * floor(at / cycle + 1e-9) : at) * 180.0 / pi);
        }
        if (c->n == 0) drop_last(&chart->plot); // all are near those of another path
    }
    gud_free(angle);
    return GUD_OK;
}

// More than two joints have a panel each, of `count` that are shown. Returns the colour of the joint, or of the result.
static int choose_panel(gud_chart *chart, int index, int count, gud_pick pick)
{
    enum { most = 2 };
    if (chart->request->nresult > 1) return index;
    if (count > most) {
        chart->panel = chart->plot.npanel++;
        gud_figure_entity(chart->request->results[0], pick, chart->plot.panels[chart->panel].name);
    }
    return gud_figure_color(chart->request->results[0], pick);
}

// the only joint of a figure is named in its title
static void title_only(gud_chart *chart)
{
    const char *name = NULL;
    for (int i = 0; i < chart->plot.ncurve; i++) {
        const gud_plot_curve *c = &chart->plot.curves[i];
        if (c->style != GUD_CURVE_LINE) continue;
        if (name) return;
        name = c->label;
    }
    if (name && chart->request->nresult == 1) gud_chart_title(chart, name);
}

// the same ordinate for all panels
static void label_panels(gud_chart *chart, const char *label, const char *unit)
{
    const int npanel = chart->plot.npanel;
    gud_chart_ordinate(chart, label, unit);
    for (int i = 1; i < npanel; i++) {
        (void)snprintf(chart->plot.panels[i].label, GUD_LABEL_SIZE, "%s", label);
        (void)snprintf(chart->plot.panels[i].unit, sizeof chart->plot.panels[i].unit, "%s", unit);
    }
    if (npanel > 1) chart->plot.npanel = npanel;
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

// in the same panel: dashes tell them apart in print
static int lines_before(const gud_plot *plot, const gud_plot_curve *own)
{
    int count = 0;
    for (const gud_plot_curve *c = plot->curves; c < own; c++)
        count += c->panel == own->panel && c->style == GUD_CURVE_LINE;
    return count;
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
    c->dash = touching ? 0 : lines_before(&chart->plot, c);
    c->style = touching ? GUD_CURVE_POINTS : GUD_CURVE_LINE;
    (void)snprintf(c->label, GUD_LABEL_SIZE, "%s%s", label, touching ? ", in contact" : "");
    if (c->n == 0) drop_last(&chart->plot); // never in contact
    return GUD_OK;
}

static gud_status add_orbit(gud_chart *chart, int r, int i, gud_error *error)
{
    const gud_pick pick = chart->found.picks[i];
    const int index = r * chart->found.count + i;
    char label[GUD_LABEL_SIZE];
    orbit o;
    GUD_TRY(orbit_load(chart->request, r, pick, error, &o));
    gud_figure_entity(chart->request->results[0], pick, label);
    if (chart->request->nresult > 1) gud_figure_suffix(chart->request, r, label);
    const double clearance = clearance_of(&o);
    if (!is_journal(&o, clearance) && chart->request->nname == 0) {
        orbit_free(&o);
        return GUD_OK;
    }
    if (chart->plot.ncurve == 0) chart->across = hidden_axis(o.e, o.n);
    const int shown[2] = {chart->across == 0 ? 1 : 0, chart->across == 2 ? 1 : 2};
    const int color = choose_panel(chart, index, chart->found.count, pick);
    const bool round = clearance > 0.0 && is_journal(&o, clearance);
    gud_status st = round ? add_circle(chart, clearance, error) : GUD_OK;
    if (st == GUD_OK) st = add_path(chart, &o, shown, false, label, color, error);
    if (st == GUD_OK) st = add_angles(chart, r, o.e[shown[0]], o.e[shown[1]], o.n, 2.0 * clearance, color, error);
    if (st == GUD_OK) st = add_path(chart, &o, shown, true, label, contact_color, error);
    orbit_free(&o);
    return st;
}

static gud_status finish_orbit(gud_chart *chart, gud_error *error)
{
    GUD_TRY(gud_chart_check_panels(chart, error));
    chart->plot.equal = true;
    char label[GUD_LABEL_SIZE];
    (void)snprintf(chart->plot.x_label, GUD_LABEL_SIZE, "eccentricity %s", shown_axis(chart->across, 0));
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "m");
    (void)snprintf(label, sizeof label, "eccentricity %s", shown_axis(chart->across, 1));
    label_panels(chart, label, "m");
    title_only(chart);
    return GUD_OK;
}

const gud_figure_kind gud_figure_orbit = {
    .name = "orbit",
    .about = "orbits of journals in their clearance, contact coloured; names: joints",
    .patterns = {"joints/%s/eccentricity.x"},
    .ncurve = 4, // the clearance, the path, its angles, and where it touches
    .add = add_orbit,
    .finish = finish_orbit,
    .nothing = "no joint is a journal in a bearing: there are no orbits",
};

// ---- polar diagram of the load

// where there are films, ideal joints are of no interest unless they are named
static bool is_shown(const gud_chart *chart, gud_pick pick)
{
    char own[GUD_LABEL_SIZE], path[name_size];
    bool films = false, has = false;
    const gud_result *result = chart->request->results[0];
    gud_figure_entity(result, pick, own);
    (void)snprintf(path, sizeof path, "joints/%s/film_min", own);
    for (int i = 0; i < gud_result_nchannel(result); i++) {
        const char *p = gud_result_channel(result, i)->path, *last = strrchr(p, '/');
        if (!last || strcmp(last, "/film_min") != 0) continue;
        films = true;
        has |= strcmp(p, path) == 0;
    }
    return has || !films || chart->request->nname > 0;
}

static int shown_count(const gud_chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->found.count; i++) count += is_shown(chart, chart->found.picks[i]);
    return count;
}

// circles of equal load in a panel, five or less, behind the curves
static gud_status add_loads_of_equal_size(gud_chart *chart, int panel, gud_error *error)
{
    double size = 0.0;
    for (int i = 0; i < chart->plot.ncurve; i++)
        for (int64_t k = 0; k < chart->plot.curves[i].n && chart->plot.curves[i].panel == panel; k++)
            size = fmax(size, hypot(chart->plot.curves[i].x[k], chart->plot.curves[i].y[k]));
    enum { points = 73 };
    const double power = pow(10.0, floor(log10(fmax(size, 1e-300)))), digit = size / power;
    const double step = power * (digit < 2.0 ? 0.5 : digit < 4.0 ? 1.0 : digit < 8.0 ? 2.0 : 5.0);
    const int n = (int)fmin(ceil(size / step), 5.0);
    gud_plot_curve *c = size > 0.0 ? gud_chart_curve(chart, (int64_t)n * (points + 1)) : NULL;
    if (!c) return size > 0.0 ? no_memory(error) : GUD_OK;
    c->style = GUD_CURVE_GUIDE;
    c->panel = panel;
    for (int k = 0; k < n; k++)
        for (int i = 0; i <= points; i++) {
            const double a = 2.0 * pi * i / (points - 1), radius = i < points ? (k + 1) * step : (double)NAN;
            c->x[k * (points + 1) + i] = radius * cos(a);
            c->y[k * (points + 1) + i] = radius * sin(a);
        }
    const gud_plot_curve circles = *c;
    memmove(chart->plot.curves + 1, chart->plot.curves, (size_t)(chart->plot.ncurve - 1) * sizeof *c);
    chart->plot.curves[0] = circles;
    return GUD_OK;
}

// The load of the journal on the bearing: it points to where the film is loaded. Along z only in space.
static gud_status load_forces(const gud_figure_request *q, int r, gud_pick pick, int64_t n, double *f[3],
                              gud_error *error)
{
    static const char *const names[] = {"reaction_force_local.x", "reaction_force_local.y", "reaction_force_local.z"};
    for (int k = 0; k < 2; k++) GUD_TRY(load_beside(q, r, pick, names[k], error, &f[k]));
    if (load_beside(q, r, pick, names[2], error, &f[2]) != GUD_OK) f[2] = gud_alloc((size_t)n, sizeof(double));
    if (!f[2]) return no_memory(error);
    for (int k = 0; k < 3; k++)
        for (int64_t i = 0; i < n; i++) f[k][i] = -f[k][i];
    return GUD_OK;
}

// does it carry across its axis only, as films of journals do?
static bool is_bearing(const gud_figure_request *q, gud_pick pick)
{
    gud_error ignored;
    double *e[2] = {NULL, NULL};
    const bool radial = load_beside(q, 0, pick, axes[0], &ignored, &e[0]) == GUD_OK,
               axial = load_beside(q, 0, pick, axes[2], &ignored, &e[1]) == GUD_OK;
    gud_free(e[0]);
    gud_free(e[1]);
    return radial && !axial;
}

static gud_status add_load(gud_chart *chart, int r, int i, gud_error *error)
{
    if (!is_shown(chart, chart->found.picks[i])) return GUD_OK;
    const gud_pick pick = chart->found.picks[i];
    const gud_figure_request *q = chart->request;
    const int index = r * chart->found.count + i;
    double *f[3] = {NULL, NULL, NULL}, size = 0.0;
    int64_t first, n;
    GUD_TRY(gud_figure_stretch(q, r, error, &first, &n));
    gud_status st = load_forces(q, r, pick, n, f, error);
    if (st == GUD_OK) {
        if (chart->plot.ncurve == 0) chart->across = is_bearing(q, pick) ? 2 : hidden_axis(f, n);
        gud_plot_curve *c = &chart->plot.curves[chart->plot.ncurve++];
        c->color = choose_panel(chart, index, shown_count(chart), pick);
        c->panel = chart->panel;
        c->dash = lines_before(&chart->plot, c);
        c->n = n;
        c->x = f[chart->across == 0 ? 1 : 0];
        c->y = f[chart->across == 2 ? 1 : 2];
        f[chart->across == 0 ? 1 : 0] = f[chart->across == 2 ? 1 : 2] = NULL;
        gud_figure_entity(q->results[0], pick, c->label);
        if (q->nresult > 1) gud_figure_suffix(q, r, c->label);
        for (int64_t k = 0; k < n; k++) size = fmax(size, hypot(c->x[k], c->y[k]));
        st = add_angles(chart, r, c->x, c->y, n, size, c->color, error);
    }
    for (int k = 0; k < 3; k++) gud_free(f[k]);
    return st;
}

static gud_status finish_load(gud_chart *chart, gud_error *error)
{
    char label[GUD_LABEL_SIZE];
    const int npanel = chart->plot.npanel > 1 ? chart->plot.npanel : 1;
    GUD_TRY(gud_chart_check_panels(chart, error));
    for (int i = 0; i < npanel; i++) GUD_TRY(add_loads_of_equal_size(chart, i, error));
    chart->plot.equal = true;
    (void)snprintf(chart->plot.x_label, GUD_LABEL_SIZE, "load on the bearing along %s", shown_axis(chart->across, 0));
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "N");
    chart->plot.apart = true;
    (void)snprintf(label, sizeof label, "load on the bearing along %s", shown_axis(chart->across, 1));
    label_panels(chart, label, "N");
    title_only(chart);
    return GUD_OK;
}

const gud_figure_kind gud_figure_load = {
    .name = "load",
    .about = "polar diagram of the load of journals on their bearings, in axes of the bearing, with crank angles; "
             "names: joints",
    .patterns = {"joints/%s/reaction_force_local.x"},
    .ncurve = 3, // the load, its angles, and circles of equal load
    .add = add_load,
    .finish = finish_load,
};

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

static gud_status add_loop(gud_chart *chart, int r, int component, gud_error *error)
{
    const gud_pick pick = chart->found.picks[component];
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
        c->color = q->nresult > 1 ? chart->plot.ncurve - 1 : gud_figure_color(q->results[0], pick);
        c->dash = chart->plot.ncurve - 1;
        gud_figure_entity(q->results[0], pick, c->label);
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

static gud_status finish_loop(gud_chart *chart, gud_error *error)
{
    (void)error;
    chart->plot.tall = true;
    (void)snprintf(chart->plot.x_label, GUD_LABEL_SIZE, "penetration at the first contact");
    (void)snprintf(chart->plot.x_unit, sizeof chart->plot.x_unit, "m");
    gud_chart_ordinate(chart, "contact force", "N");
    title_only(chart);
    return GUD_OK;
}

const gud_figure_kind gud_figure_impact = {
    .name = "impact",
    .about = "contact force over depth of the first contact; names: joints",
    .patterns = {"joints/%s/depth"},
    .add = add_loop,
    .finish = finish_loop,
    .nothing = "no contact in the records; record every step to see impacts",
    .whole = true,
};
