#include "out/plot.h"

#include "base/json.h"
#include "num/pi.h"
#include "out/draft.h"
#include "out/quantity.h"
#include "out/script.h"
#include "out/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Okabe and Ito's colours, which people with any kind of colour vision can tell apart; without the yellow
static const char *const colors[GUD_PLOT_COLORS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#444444"};
static const char *const dashes[] = {"solid", "(16,6)", "(4,4)", "(18,5,4,5)"};

int gud_plot_dash(int color)
{
    return color / GUD_COUNT(colors);
}

enum {
    panel_height = 230, // px
    low_panel = 130,
    one_column = 12, // panels of joints; more are in two columns
    triad_length = 34,
    grid_columns = 3, // of panels in which a length is as long on either axis
    grid_cell = 290,
    large_cell = 370, // of two columns
    figure_width = 860,
    margin_left = 104,
    margin_top = 22,
    margin_title = 34,
    margin_bottom = 70, // SVG sets the label lower than PNG and PDF do
    gap = 26,           // between panels
    letter = 8,
    legend_row = 20,
    most_powers = 8, // of ten at an axis
    most_named = 20, // curves of a panel in a legend: colours of more say nothing
    least_equal_height = 160,
    most_equal_height = 640,
    margin_right = 24, // without a legend
};

typedef struct range {
    double low, high;
} range;

static double largest(const double *values, int64_t n)
{
    double most = 0.0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static gud_display x_shown(const gud_plot *plot)
{
    double most = 0.0;
    for (int i = 0; i < plot->ncurve; i++) {
        most = fmax(most, largest(plot->curves[i].x, plot->curves[i].n));
        if (plot->equal) most = fmax(most, largest(plot->curves[i].y, plot->curves[i].n));
    }
    return gud_quantity_show(plot->x_unit, most);
}

static gud_display y_shown(const gud_plot *plot, int panel)
{
    double most = 0.0;
    if (plot->equal) return x_shown(plot);
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        const bool together = plot->by_entity && strcmp(plot->panels[c->panel].unit, plot->panels[panel].unit) == 0;
        if (c->panel == panel || together) most = fmax(most, largest(c->y, c->n));
    }
    gud_display shown = gud_quantity_show(plot->panels[panel].unit, most);
    if (plot->panels[panel].log && !plot->panels[panel].prefixed) { // the axis has powers of ten already
        shown.scale = 1.0;
        (void)snprintf(shown.unit, sizeof shown.unit, "%s", plot->panels[panel].unit);
    }
    return shown;
}

// "position (mm)"
static void put_axis_label(gud_draft *d, const char *axis, const char *label, const char *unit)
{
    char text[GUD_LABEL_SIZE + 80], pretty[60];
    gud_unit_pretty(unit, pretty, sizeof pretty);
    const bool pure = strcmp(unit, "1") == 0 || unit[0] == '\0';
    char words[GUD_LABEL_SIZE];
    (void)snprintf(words, sizeof words, "%s", label);
    gud_words_capitalise(words);
    (void)snprintf(text, sizeof text, pure ? "%s" : "%s (%s)", words, pretty);
    gud_draft_print(d, "set %slabel ", axis);
    gud_script_quoted(d, text);
    gud_draft_print(d, " textcolor rgb '#222222'\n");
}

// every curve is a block of its own, which gnuplot calls by its index
static gud_status put_data(const gud_plot *plot, const char *path, gud_error *error)
{
    enum { digits = 9 }; // more than anyone sees
    char x[32], y[32];
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        gud_draft_print(&d, "%s# %s\n# %s [%s]   %s [%s]\n", i > 0 ? "\n\n" : "", c->label, plot->x_label, plot->x_unit,
                        plot->panels[c->panel].label, plot->panels[c->panel].unit);
        for (int64_t k = 0; k < c->n; k++) {
            gud_number_rounded(c->x[k], digits, x);
            gud_number_rounded(c->y[k], digits, y);
            gud_draft_print(&d, "%s %s", x, y);
            if (c->z) gud_draft_print(&d, " %.6g", c->z[k]);
            gud_draft_print(&d, "\n");
        }
        if (c->n == 0) gud_draft_print(&d, c->z ? "NaN NaN NaN\n" : "NaN NaN\n"); // a block must have a line
    }
    return gud_draft_keep(&d, error);
}

static bool in_legend(const gud_plot *plot, const gud_plot_curve *c)
{
    int shown = 0, named = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_curve_style style = plot->curves[i].style;
        if (plot->curves[i].panel != c->panel) continue;
        shown += style != GUD_CURVE_GUIDE && style != GUD_CURVE_ANGLES;
        named += style < GUD_CURVE_GUIDE;
    }
    return c->style < GUD_CURVE_GUIDE && shown > 1 && named <= most_named;
}

// the height that the longest legend needs
static int legend_height(const gud_plot *plot)
{
    int most = 0;
    for (int p = 0; p < plot->npanel; p++) {
        int rows = 0;
        for (int i = 0; i < plot->ncurve; i++) {
            const gud_plot_curve *c = &plot->curves[i];
            rows += c->panel == p && c->label[0] != '\0' && in_legend(plot, c);
        }
        if (rows > most) most = rows;
    }
    return most * legend_row;
}

// room for the legend, right of the panels
static int legend_width(const gud_plot *plot)
{
    int longest = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        const int n = (int)strlen(plot->curves[i].label);
        if (in_legend(plot, &plot->curves[i]) && n > longest) longest = n;
    }
    return longest > 0 ? longest * letter + 72 : margin_right;
}

static void put_look(gud_draft *d)
{
    gud_draft_print(d,
                    "set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#e4e4e4'\n"
                    "set key noenhanced left Left reverse top vertical samplen 2 spacing 1.25 textcolor rgb '#222222'\n"
                    "set style fill noborder\n"
                    "set datafile separator whitespace\n");
}

static void put_curve(gud_draft *d, const gud_plot *plot, int index, double kx, double ky)
{
    const gud_plot_curve *c = &plot->curves[index];
    if (c->style == GUD_CURVE_ANGLES) {
        gud_draft_print(d,
                        "data index %d using ($1*%.17g):($2*%.17g):(sprintf('%%g', $3)) with labels point pointtype 7 "
                        "pointsize 0.35 linecolor rgb '%s' offset 0.7,0.4 font ',8' textcolor rgb '#444444' notitle",
                        index, kx, ky, colors[c->color % GUD_COUNT(colors)]);
        return;
    }
    gud_draft_print(d, "data index %d using ($1*%.17g):($2*%.17g) with ", index, kx, ky);
    if (c->style == GUD_CURVE_FAINT)
        gud_draft_print(d, "linespoints linewidth 2.5 pointtype 7 pointsize 0.4 linecolor rgb '#c4c4c4'");
    else if (c->style == GUD_CURVE_AREA)
        gud_draft_print(d, "filledcurves y1=0 fillcolor rgb '%s' fillstyle solid 0.55 border linecolor rgb 'white'",
                        colors[c->color % GUD_COUNT(colors)]);
    else if (c->style == GUD_CURVE_GUIDE)
        gud_draft_print(d, "lines linewidth 1 linecolor rgb '#999999'");
    else if (c->style == GUD_CURVE_POINTS || c->style == GUD_CURVE_MARKS)
        gud_draft_print(d, "points pointtype 7 pointsize %g linecolor rgb '%s'",
                        c->style == GUD_CURVE_MARKS ? 1.0 : 0.6, colors[c->color % GUD_COUNT(colors)]);
    else if (c->style == GUD_CURVE_OPEN)
        gud_draft_print(d, "points pointtype 6 pointsize 0.8 linewidth 1.2 linecolor rgb '%s'",
                        colors[c->color % GUD_COUNT(colors)]);
    else if (c->style == GUD_CURVE_LINK)
        gud_draft_print(d, "linespoints linewidth 6 pointtype 7 pointsize 0.75 linecolor rgb '%s'",
                        colors[c->color % GUD_COUNT(colors)]);
    else if (c->style == GUD_CURVE_GHOST)
        gud_draft_print(d, "points pointtype 4 pointsize 1.6 linewidth 0.8 linecolor rgb '#999999'");
    else if (c->style == GUD_CURVE_BLOCK)
        gud_draft_print(d, "points pointtype 5 pointsize 2.6 linecolor rgb '%s'", colors[c->color % GUD_COUNT(colors)]);
    else if (c->style == GUD_CURVE_PIN) // the disc first, then its border
        gud_draft_print(
            d,
            "points pointtype 7 pointsize 0.9 linecolor rgb 'white' notitle, data index %d using "
            "($1*%.17g):($2*%.17g) with points pointtype 6 pointsize 0.9 linewidth 1.2 linecolor rgb '#222222'",
            index, kx, ky);
    else if (c->style == GUD_CURVE_MARKED)
        gud_draft_print(d, "linespoints linewidth 1.7 pointtype 7 pointsize 0.5 dashtype %s linecolor rgb '%s'",
                        dashes[c->dash % GUD_COUNT(dashes)], colors[c->color % GUD_COUNT(colors)]);
    else
        gud_draft_print(d, "lines linewidth 1.7 dashtype %s linecolor rgb '%s'", dashes[c->dash % GUD_COUNT(dashes)],
                        colors[c->color % GUD_COUNT(colors)]);
    if (!in_legend(plot, c)) {
        gud_draft_print(d, " notitle");
        return;
    }
    gud_draft_print(d, " title ");
    gud_script_quoted(d, c->label);
}

static void put_curves(gud_draft *d, const gud_plot *plot, int panel)
{
    const double kx = x_shown(plot).scale, ky = y_shown(plot, panel).scale;
    const char *head = "plot ";
    for (int i = 0; i < plot->ncurve; i++) {
        if (plot->curves[i].panel != panel) continue;
        gud_draft_print(d, "%s", head);
        put_curve(d, plot, i, kx, ky);
        head = ", \\\n     ";
    }
    gud_draft_print(d, "\n");
}

static void widen(range *r, const double *values, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        r->low = fmin(r->low, values[i]);
        r->high = fmax(r->high, values[i]);
    }
}

static const range nothing = {HUGE_VAL, -HUGE_VAL};

static range x_range(const gud_plot *plot)
{
    range r = nothing;
    for (int i = 0; i < plot->ncurve; i++) widen(&r, plot->curves[i].x, plot->curves[i].n);
    return r;
}

static range y_range(const gud_plot *plot, int panel)
{
    range r = nothing;
    for (int i = 0; i < plot->ncurve; i++)
        if (plot->curves[i].panel == panel) widen(&r, plot->curves[i].y, plot->curves[i].n);
    return r;
}

// a range without length would be refused by gnuplot
static bool is_flat(range r)
{
    return !(r.high - r.low > 1e-9 * fmax(fabs(r.low), fabs(r.high)));
}

static range flat_widened(range r)
{
    if (!is_flat(r)) return r;
    const double middle = isfinite(r.low) ? 0.5 * (r.low + r.high) : 0.0;
    const double half = middle != 0.0 ? 0.1 * fabs(middle) : 1.0;
    return (range){middle - half, middle + half};
}

// points at the ends stand a little inside
static range spaced(const gud_plot *plot, range r)
{
    bool points = false;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_curve_style style = plot->curves[i].style;
        points = points || style == GUD_CURVE_POINTS || style == GUD_CURVE_MARKED || style == GUD_CURVE_OPEN;
    }
    if (!points || plot->equal) return r;
    const double part = 0.02, ratio = plot->x_log ? pow(r.high / r.low, part) : 1.0;
    return plot->x_log ? (range){r.low / ratio, r.high * ratio}
                       : (range){r.low - part * (r.high - r.low), r.high + part * (r.high - r.low)};
}

// A cycle whose first and last records are a little inside begins and ends at its quarters all the same.
static range snapped(const gud_plot *plot, range r)
{
    const double quarter = 0.5 * pi, near = 0.01 * plot->x_cycle;
    const double low = quarter * round(r.low / quarter), high = quarter * round(r.high / quarter);
    if (!(plot->x_cycle > 0.0)) return r;
    return (range){fabs(low - r.low) < near ? low : r.low, fabs(high - r.high) < near ? high : r.high};
}

// Angles of a cycle that begins elsewhere than at 0, such as an engine's from 360 to 1080 degrees: 720 is 0 again, as
// in maps, at orbits and in summaries.
static bool put_cycle_tics(gud_draft *d, const gud_plot *plot, range r, bool numbered)
{
    const double degree = 180.0 / pi, most = 1e5; // degrees; records of a damaged result may be anywhere
    const char *head = "set xtics (";
    if (!(plot->x_cycle * degree < most && fabs(r.low) * degree < most && fabs(r.high) * degree < most)) return false;
    const int cycle = (int)lround(plot->x_cycle * degree), low = (int)ceil(r.low * degree - 1e-3);
    if (cycle < 360 || r.low < 1e-6 || r.high < plot->x_cycle + 1e-6) return false;
    for (int a = 90 * (int)ceil(low / 90.0); a <= r.high * degree + 1e-3; a += 90, head = ", ")
        numbered ? gud_draft_print(d, "%s'%d' %d", head, a % cycle, a) : gud_draft_print(d, "%s'' %d", head, a);
    gud_draft_print(d, ")\n");
    return true;
}

// angles are read in quarters of a turn
static void put_x_axis(gud_draft *d, const gud_plot *plot, range r)
{
    const gud_display shown = x_shown(plot);
    const double length = (r.high - r.low) * shown.scale;
    if (plot->x_log) gud_draft_print(d, "set logscale x\n");
    gud_draft_print(d, "set xrange [%.9g:%.9g]\n", r.low * shown.scale, r.high * shown.scale);
    if (put_cycle_tics(d, plot, r, true)) return;
    if (strcmp(shown.unit, "deg") == 0 && length > 180.0 && length < 7200.0)
        gud_draft_print(d, "set xtics %d\n",
                        length <= 900.0    ? 90
                        : length <= 1800.0 ? 180
                        : length <= 3600.0 ? 360
                                           : 720);
}

// 10⁻³, in Unicode: figures are drawn without markup, in which names of users would have a meaning
static void put_power(gud_draft *d, int power)
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%d", abs(power));
    gud_draft_print(d, "10%s", power < 0 ? "⁻" : "");
    for (const char *c = digits; *c; c++) gud_draft_print(d, "%s", raised[*c - '0']);
}

// the power of ten below nine of ten positive values, as far as most_powers below the highest
static int common_low(const gud_plot *plot, int panel, double k, int high)
{
    int64_t counts[most_powers + 1] = {0}, all = 0, seen = 0;
    int decades = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        for (int64_t n = 0; n < c->n && c->panel == panel; n++) {
            if (!(c->y[n] > 0.0)) continue;
            const double below = ceil(high - log10(k * c->y[n]));
            counts[(int)fmax(fmin(below, most_powers), 0.0)]++;
            all++;
        }
    }
    while (decades < most_powers && (double)(seen += counts[decades]) < 0.9 * (double)all) decades++;
    return high - decades;
}

// A logarithmic ordinate from the power of ten below the smallest positive value to the one above the largest, or over
// as many decades as the panel has, more if the curves would be cut.
static void put_log_axis(gud_draft *d, const gud_plot *plot, int panel)
{
    range r = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        for (int64_t k = 0; k < c->n && c->panel == panel; k++)
            if (c->y[k] > 0.0) widen(&r, &c->y[k], 1);
    }
    const double k = y_shown(plot, panel).scale;
    const int most = plot->panels[panel].decades, lowest = (int)floor(log10(k * r.low));
    const int high = (int)fmax(ceil(log10(k * r.high)), lowest + 1);
    const int bounded = most > 0 && high - most > lowest ? high - most : lowest;
    const int common = common_low(plot, panel, k, high), low = common < bounded ? common : bounded;
    const int every = (high - low + most_powers - 1) / most_powers;
    gud_draft_print(d, "set logscale y\nset yrange [0.999999e%d:1.000001e%d]\nset ytics (", low, high);
    for (int power = low; power <= high; power += every) {
        gud_draft_print(d, "%s'", power > low ? ", " : "");
        put_power(d, power);
        gud_draft_print(d, "' 1e%d", power);
    }
    gud_draft_print(d, ")\n");
}

// a step of 1, 2 or 5 times a power of ten, of which about four fit
static double tic_step(double length)
{
    const double power = pow(10.0, floor(log10(length / 4.0))), digit = length / 4.0 / power;
    return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

// Positive curves that come down to less than half of their highest value are drawn from zero; where most panels of
// entities have such curves all do, so that they can be compared.
static bool reaches_down(range r)
{
    return r.low > 0.0 && r.low < 0.5 * r.high;
}

static range from_zero(const gud_plot *plot, range r)
{
    int down = 0;
    for (int p = 0; plot->by_entity && p < plot->npanel; p++) down += reaches_down(y_range(plot, p));
    return r.low > 0.0 && (reaches_down(r) || 2 * down > plot->npanel) ? (range){0.0, r.high} : r;
}

static void put_y_axis(gud_draft *d, const gud_plot *plot, int panel)
{
    const range r = from_zero(plot, y_range(plot, panel));
    const double k = y_shown(plot, panel).scale;
    if (plot->panels[panel].log && r.high > 0.0) {
        put_log_axis(d, plot, panel);
        return;
    }
    gud_draft_print(d, "unset logscale y\nset ytics autofreq\nset format y '%%g'\n");
    if (plot->by_entity && !is_flat(r)) // low panels have room for few numbers
        gud_draft_print(d, "set ytics %.6g\n", tic_step(k * (r.high - r.low)));
    if (is_flat(r))
        gud_draft_print(d, "set yrange [%.9g:%.9g]\n", k * flat_widened(r).low, k * flat_widened(r).high);
    else
        gud_draft_print(d, "set autoscale y\n%s", r.low == 0.0 ? "set yrange [0:*]\n" : "");
}

static int panel_columns(const gud_plot *plot)
{
    return plot->by_entity && plot->npanel > one_column ? 2 : 1;
}

// the name of a low panel stands inside, where it has room; only the unit is at the axis
static void put_panel_name(gud_draft *d, const gud_plot *plot, int panel)
{
    char unit[60];
    gud_unit_pretty(y_shown(plot, panel).unit, unit, sizeof unit);
    gud_draft_print(d, "set label 1 at graph 0.01, graph 1.09 left noenhanced textcolor rgb '#222222' ");
    gud_script_quoted(d, plot->panels[panel].label);
    gud_draft_print(d, "\nset ylabel ");
    gud_script_quoted(d, unit);
    gud_draft_print(d, " textcolor rgb '#222222'\n");
}

static void put_panel(gud_draft *d, const gud_plot *plot, int panel)
{
    const bool lowest = panel >= plot->npanel - panel_columns(plot);
    if (!plot->equal) put_y_axis(d, plot, panel);
    if (plot->by_entity)
        put_panel_name(d, plot, panel);
    else
        put_axis_label(d, "y", plot->panels[panel].label, y_shown(plot, panel).unit);
    gud_draft_print(d, lowest ? "set format x '%%g'\n" : "set format x ''\n");
    (void)put_cycle_tics(d, plot, snapped(plot, x_range(plot)), lowest);
    put_axis_label(d, "x", lowest ? plot->x_label : "", lowest ? x_shown(plot).unit : "");
    put_curves(d, plot, panel);
}

typedef struct frame {
    int width, height;
    double left, right, bottom, top; // of the panels, in parts of the figure
    range x, y;                      // y only if a length is as long on either axis
} frame;

static range grown(range r, double length)
{
    const double middle = 0.5 * (r.low + r.high);
    return (range){middle - 0.5 * length, middle + 0.5 * length};
}

// The height of a panel in which a length is as long on either axis. The ranges grow a little beyond the curves, and
// one of them grows more if the panel would become too flat or too high.
static int find_equal(frame *f)
{
    const int width = figure_width - margin_left - margin_right;
    const double size_x = f->x.high - f->x.low, size_y = f->y.high - f->y.low, border = 0.08 * fmax(size_x, size_y);
    double x = size_x + border, y = size_y + border;
    y = fmax(y, x * least_equal_height / width);
    x = fmax(x, y * width / most_equal_height);
    f->x = grown(f->x, x);
    f->y = grown(f->y, y);
    return (int)lround(width * y / x);
}

// two or four panels make a square, others rows of three
static int columns_of(const gud_plot *plot)
{
    return plot->npanel == 2 || plot->npanel == 4 ? 2 : grid_columns;
}

static frame grid_frame(const gud_plot *plot, frame f, int top)
{
    const int columns = columns_of(plot), rows = (plot->npanel + columns - 1) / columns;
    const int cell = columns < grid_columns ? large_cell : grid_cell;
    const double size = 1.08 * fmax(f.x.high - f.x.low, f.y.high - f.y.low);
    f.x = grown(f.x, size);
    f.y = grown(f.y, size);
    f.width = margin_left + columns * cell + margin_right;
    f.height = top + rows * cell + margin_bottom;
    f.left = (double)margin_left / f.width;
    f.right = 1.0 - (double)margin_right / f.width;
    f.bottom = (double)margin_bottom / f.height;
    f.top = 1.0 - (double)(top + 20) / f.height;
    return f;
}

static frame find_frame(const gud_plot *plot)
{
    const int usual = plot->tall ? 2 * panel_height : plot->by_entity ? low_panel : panel_height;
    const int height = legend_height(plot) > usual ? legend_height(plot) : usual;
    const int legend = legend_width(plot), top = plot->title && plot->title[0] ? margin_title + margin_top : margin_top;
    frame f = {.width = figure_width + legend - margin_right,
               .x = snapped(plot, spaced(plot, flat_widened(x_range(plot)))),
               .y = y_range(plot, 0)};
    for (int i = 1; plot->equal && i < plot->npanel; i++) {
        const range r = y_range(plot, i);
        f.y = (range){fmin(f.y.low, r.low), fmax(f.y.high, r.high)};
    }
    if (plot->equal) f.y = flat_widened(f.y);
    if (plot->equal && plot->npanel > 1) return grid_frame(plot, f, top);
    const int columns = panel_columns(plot), rows = (plot->npanel + columns - 1) / columns;
    const int equal = plot->equal ? find_equal(&f) : 0, named = legend_height(plot);
    const int inside = !plot->equal ? rows * height + (rows - 1) * gap : equal > named ? equal : named;
    if (columns > 1) f.width = 2 * figure_width;
    f.height = top + inside + margin_bottom;
    f.left = (double)margin_left / f.width;
    f.right = 1.0 - (double)legend / f.width;
    f.bottom = (double)margin_bottom / f.height;
    f.top = 1.0 - (double)top / f.height;
    return f;
}

static void put_own_axes(gud_draft *d, const gud_plot *plot, int panel)
{
    const double k = x_shown(plot).scale;
    range x = nothing, y = y_range(plot, panel);
    for (int i = 0; i < plot->ncurve; i++)
        if (plot->curves[i].panel == panel) widen(&x, plot->curves[i].x, plot->curves[i].n);
    x = flat_widened(x), y = flat_widened(y);
    const double size = 1.15 * fmax(x.high - x.low, y.high - y.low);
    x = grown(x, size), y = grown(y, size);
    gud_draft_print(d, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset format x '%%g'\nset format y '%%g'\n",
                    k * x.low, k * x.high, k * y.low, k * y.high);
    gud_draft_print(d, "set xtics %.6g\nset ytics %.6g\n", tic_step(k * size), tic_step(k * size));
}

static void put_title(gud_draft *d, const gud_plot *plot, const frame *f)
{
    if (!plot->title || !plot->title[0]) return;
    gud_draft_print(d, "set label 1000 at screen %.5f, screen %.5f left noenhanced font ',14' textcolor rgb '#222222' ",
                    f->left, 1.0 - 24.0 / f->height);
    gud_script_quoted(d, plot->title);
    gud_draft_print(d, "\n");
}

// panels of orbits and loads: beside each other, named, all with the same axes
static void put_grid(gud_draft *d, const gud_plot *plot, const frame *f)
{
    const int columns = columns_of(plot), rows = (plot->npanel + columns - 1) / columns;
    put_title(d, plot, f);
    gud_draft_print(
        d, "unset key\nset multiplot layout %d,%d margins screen %.5f,%.5f,%.5f,%.5f spacing screen %.5f,%.5f\n", rows,
        columns, f->left, f->right, f->bottom, f->top, plot->apart ? 0.055 : 0.02,
        (plot->apart ? 66.0 : 44.0) / f->height);
    put_axis_label(d, "x", plot->x_label, x_shown(plot).unit);
    for (int i = 0; i < plot->npanel; i++) {
        const bool first = i % columns == 0, lowest = i + columns >= plot->npanel;
        gud_draft_print(d, "set title ");
        gud_script_quoted(d, plot->panels[i].name);
        gud_draft_print(d, " noenhanced offset 0,-0.6 textcolor rgb '#222222'\nset format x '%s'\nset format y '%s'\n",
                        lowest ? "%g" : "", first ? "%g" : "");
        put_axis_label(d, "x", lowest ? plot->x_label : "", lowest ? x_shown(plot).unit : "");
        put_axis_label(d, "y", first ? plot->panels[i].label : "", first ? x_shown(plot).unit : "");
        if (plot->apart) put_own_axes(d, plot, i);
        put_curves(d, plot, i);
        if (i == 0) gud_draft_print(d, "unset label 1000\n");
    }
    gud_draft_print(d, "unset multiplot\n");
}

static void put_panels(gud_draft *d, const gud_plot *plot, const frame *f)
{
    gud_draft_print(d, "set key at graph 1.02, graph 1.0\n");
    put_title(d, plot, f);
    const int columns = panel_columns(plot);
    gud_draft_print(d, "set multiplot layout %d,%d margins screen %.5f,%.5f,%.5f,%.5f spacing screen %.5f,%.5f\n",
                    (plot->npanel + columns - 1) / columns, columns, f->left, f->right, f->bottom, f->top,
                    columns > 1 ? (double)(margin_left + legend_width(plot)) / f->width : 0.0, (double)gap / f->height);
    for (int i = 0; i < plot->npanel; i++) {
        put_panel(d, plot, i);
        if (i == 0) gud_draft_print(d, "unset label 1000\n");
    }
    gud_draft_print(d, "unset multiplot\n");
}

// how much is near a corner of the panel: 0 lower right, 1 upper right, 2 upper left, 3 lower left
static int64_t count_near(const gud_plot *plot, const frame *f, int corner)
{
    enum { between = 8 }; // points on the line from one point to the next
    const double x_size = f->x.high - f->x.low, y_size = f->y.high - f->y.low;
    const double dx = 4.0 * triad_length / (f->width * (f->right - f->left)),
                 dy = 4.0 * triad_length / (f->height * (f->top - f->bottom));
    int64_t count = 0;
    for (int i = 0; i < plot->ncurve; i++) {
        const gud_plot_curve *c = &plot->curves[i];
        for (int64_t k = 0; k < between * c->n; k++) {
            const int64_t at = k / between, next = at + 1 < c->n ? at + 1 : at;
            const double part = (double)(k % between) / between;
            const double x = (c->x[at] + part * (c->x[next] - c->x[at]) - f->x.low) / x_size,
                         y = (c->y[at] + part * (c->y[next] - c->y[at]) - f->y.low) / y_size;
            count += (corner < 2 ? 1.0 - x : x) < dx && (corner == 1 || corner == 2 ? 1.0 - y : y) < dy;
        }
    }
    return count;
}

// the directions of the axes, in the corner with the fewest points
static void put_triad(gud_draft *d, const gud_plot *plot, const frame *f)
{
    int corner = 0;
    for (int k = 1; k < 4; k++)
        if (count_near(plot, f, k) < count_near(plot, f, corner)) corner = k;
    const double room_x = 1.6 * triad_length / f->width, room_y = 1.6 * triad_length / f->height;
    const double x0 = corner < 2 ? f->right - room_x : f->left + room_x;
    const double y0 = corner == 1 || corner == 2 ? f->top - room_y : f->bottom + room_y;
    for (int k = 0; k < 3; k++) {
        const double *e = plot->triad[k], dx = triad_length * e[0] / f->width, dy = triad_length * e[1] / f->height;
        if (hypot(e[0], e[1]) < 0.1) continue; // it points at us
        gud_draft_print(d,
                        "set arrow %d from screen %.5f,%.5f to screen %.5f,%.5f head filled size screen 0.008,18 front "
                        "linewidth 1.2 linecolor rgb '#222222'\n"
                        "set label %d '%c' at screen %.5f,%.5f center front textcolor rgb '#222222'\n",
                        100 + k, x0, y0, x0 + dx, y0 + dy, 100 + k, "xyz"[k], x0 + 1.35 * dx, y0 + 1.35 * dy);
    }
}

static gud_status put_script(const gud_plot *plot, const gud_script *n, gud_error *error)
{
    const frame f = find_frame(plot);
    gud_draft d;
    GUD_TRY(gud_script_open(n, &d, f.width, f.height, error));
    put_look(&d);
    put_x_axis(&d, plot, f.x);
    if (plot->triad) put_triad(&d, plot, &f);
    if (plot->equal) {
        const double k = x_shown(plot).scale;
        gud_draft_print(&d, "set size ratio -1\nset yrange [%.9g:%.9g]\n", k * f.y.low, k * f.y.high);
    }
    if (plot->equal && plot->npanel > 1)
        put_grid(&d, plot, &f);
    else
        put_panels(&d, plot, &f);
    return gud_script_draw(n, &d, error);
}

gud_status gud_plot_draw(const gud_plot *plot, const char *path, gud_error *error)
{
    gud_script script;
    GUD_TRY(gud_script_find(path, error, &script));
    GUD_TRY(put_data(plot, script.data_path, error));
    return put_script(plot, &script, error);
}
