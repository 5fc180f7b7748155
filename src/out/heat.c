#include "out/heat.h"

#include "out/quantity.h"
#include "out/script.h"

#include <math.h>
#include <string.h>

enum { figure_width = 600, low_map = 122, tall_map = 300, gap = 28, margin = 36 }; // px

static const char *const palettes[] = {
    [GUD_HEAT_BLUE] = "0 '#f7fbff', 1 '#c6dbef', 2 '#6baed6', 3 '#2171b5', 4 '#08306b'",
    [GUD_HEAT_GREEN] = "0 '#f2ead8', 1 '#d9d2bd', 2 '#a8c4bd', 3 '#4f9a94', 4 '#01665e'",
    [GUD_HEAT_ORANGE] = "0 '#fff5eb', 1 '#fdd0a2', 2 '#fd8d3c', 3 '#d94801', 4 '#7f2704'",
    [GUD_HEAT_GAP] = "0 '#08306b', 1 '#2171b5', 2 '#6baed6', 3 '#c6dbef', 4 '#f7fbff'",
    [GUD_HEAT_SIGNED] = "-2 '#b2182b', -1 '#f4a582', 0 '#f7f7f7', 1 '#92c5de', 2 '#2166ac'",
};

// of all numbers, and of 0 where a map begins there
static void range_of(const gud_heat *h, const gud_heat_layer *l, double range[2])
{
    const bool from_zero = l->colors != GUD_HEAT_GAP;
    range[0] = from_zero ? 0.0 : (double)INFINITY;
    range[1] = from_zero ? 0.0 : -(double)INFINITY;
    for (int k = 0; k < h->rows * h->cols; k++) {
        range[0] = fmin(range[0], l->values[k]);
        range[1] = fmax(range[1], l->values[k]);
    }
    if (!(range[0] <= range[1])) range[0] = range[1] = 0.0;
}

// colours and their range, in the unit that is shown
static void put_colors(gud_draft *d, const gud_heat_layer *l, const double range[2], double scale)
{
    const bool pure = strcmp(l->unit, "1") == 0, both = l->colors == GUD_HEAT_SIGNED;
    const double most = fmax(fabs(range[0]), fabs(range[1])) * scale;
    double low = l->colors == GUD_HEAT_GAP ? range[0] * scale
                 : both                    ? -most
                                           : 0.0,
           high = both ? most : range[1] * scale;
    if (l->colors == GUD_HEAT_GAP && low < 0.0 && high > 0.0)
        gud_draft_print(
            d,
            "set palette defined (%.9g '#b2182b', 0 '#fddbc7', 0 '#08306b', %.9g '#2171b5', %.9g '#6baed6', "
            "%.9g '#f7fbff')\n",
            low, 0.25 * high, 0.5 * high, high);
    else
        gud_draft_print(d, "set palette defined (%s)\n", palettes[l->colors]);
    if (pure && !both) high = 1.0;
    if (!(high > low)) high = low + 1.0;
    gud_draft_print(d, "set cbrange [%.9g:%.9g]\n", low, high);
}

// places are evenly spaced to the last digit, as images have to be
static gud_status put_data(const gud_heat *h, const char *path, gud_error *error)
{
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    gud_draft_print(&d, "# %s   %s", h->x.label, h->y.label);
    for (int l = 0; l < h->nlayer; l++) gud_draft_print(&d, "   %s [%s]", h->layers[l].label, h->layers[l].unit);
    gud_draft_print(&d, "\n");
    for (int r = 0; r < h->rows; r++) {
        for (int c = 0; c < h->cols; c++) {
            gud_draft_print(&d, "%.10g %.10g", h->x.low + (h->x.high - h->x.low) * (c + 0.5) / h->cols,
                            h->y.low + (h->y.high - h->y.low) * (r + 0.5) / h->rows);
            for (int l = 0; l < h->nlayer; l++) gud_draft_print(&d, " %.7g", h->layers[l].values[r * h->cols + c]);
            gud_draft_print(&d, "\n");
        }
        gud_draft_print(&d, "\n");
    }
    return gud_draft_keep(&d, error);
}

// sides of cells between inside and outside: pairs of points, a blank line behind each
static void put_outline(gud_draft *d, const gud_heat *h)
{
    const double dx = (h->x.high - h->x.low) / h->cols, dy = (h->y.high - h->y.low) / h->rows;
    gud_draft_print(d, "$feeds << EOD\n");
    for (int r = 0; r < h->rows; r++)
        for (int c = 0; c < h->cols; c++) {
            const bool in = h->outline[r * h->cols + c] > 0.5;
            const double x = h->x.low + c * dx, y = h->y.low + r * dy;
            if (c + 1 < h->cols && in != (h->outline[r * h->cols + c + 1] > 0.5))
                gud_draft_print(d, "%.7g %.7g\n%.7g %.7g\n\n", x + dx, y, x + dx, y + dy);
            if (r + 1 < h->rows && in != (h->outline[(r + 1) * h->cols + c] > 0.5))
                gud_draft_print(d, "%.7g %.7g\n%.7g %.7g\n\n", x, y + dy, x + dx, y + dy);
        }
    gud_draft_print(d, "%.7g NaN\nEOD\n", h->x.low);
}

// angles of a full turn that starts anywhere
static void put_turn(gud_draft *d, double from, bool labelled)
{
    const char *head = "\nset xtics (";
    for (int a = 45 * (int)ceil(from / 45.0 - 1e-9); a <= from + 360.0 + 1e-6; a += 45, head = ", ")
        labelled ? gud_draft_print(d, "%s'%d' %d", head, a % 360, a) : gud_draft_print(d, "%s'' %d", head, a);
    gud_draft_print(d, ")");
}

static void put_layer(gud_draft *d, const gud_heat *h, int number)
{
    const gud_heat_layer *l = &h->layers[number];
    double range[2];
    range_of(h, l, range);
    const gud_display shown = gud_quantity_show(l->unit, fmax(fabs(range[0]), fabs(range[1])));
    const bool pure = strcmp(l->unit, "1") == 0, lowest = number == h->nlayer - 1;
    char pretty[60], label[200];
    gud_unit_pretty(shown.unit, pretty, sizeof pretty);
    put_colors(d, l, range, shown.scale);
    gud_draft_print(d, "set cblabel ");
    (void)snprintf(label, sizeof label, pure ? "%s" : "%s (%s)", l->label, pretty);
    gud_script_quoted(d, label);
    gud_draft_print(d, " font ',11' offset 1.2"); // clear of numbers with a sign or a point
    if (fabs(h->x.high - h->x.low - 360.0) < 1e-6) put_turn(d, h->x.low, lowest);
    gud_draft_print(d, lowest ? "\nset format x '%%g'\nset xlabel " : "\nset format x ''\nset xlabel ");
    gud_script_quoted(d, lowest ? h->x.label : "");
    gud_draft_print(d, "\nplot data using 1:2:($%d*%.9g) with image notitle%s\nunset label\n", 3 + number, shown.scale,
                    h->outline ? ", $feeds with lines linewidth 1.6 linecolor rgb '#d55e00' notitle" : "");
}

static void put_head(gud_draft *d, const gud_heat *h, int height)
{
    gud_draft_print(d, "unset key\n");
    gud_draft_print(d, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", h->x.low, h->x.high, h->y.low, h->y.high);
    gud_draft_print(d, "set ylabel ");
    gud_script_quoted(d, h->y.label);
    if (h->title && h->title[0]) {
        gud_draft_print(d, "\nset label at screen 0.18, screen %.5f left noenhanced font ',12' ", 1.0 - 16.0 / height);
        gud_script_quoted(d, h->title);
    }
    if (h->mark)
        gud_draft_print(d,
                        "\nset arrow 1 from first %.9g, graph 0 to first %.9g, graph 1 nohead front linewidth 0.8 "
                        "dashtype '.' linecolor rgb '#d55e00'\n"
                        "set arrow 2 from graph 0, first %.9g to graph 1, first %.9g nohead front linewidth 0.8 "
                        "dashtype '.' linecolor rgb '#d55e00'",
                        h->mark[0], h->mark[0], h->mark[1], h->mark[1]);
    gud_draft_print(d, "\nset multiplot\nset lmargin at screen 0.18\nset rmargin at screen 0.79\n");
}

gud_status gud_heat_draw(const gud_heat *h, const char *path, gud_error *error)
{
    const int map_height = h->tall ? tall_map : low_map, map_step = map_height + gap;
    const int height = 2 * margin + map_step * h->nlayer;
    gud_script script;
    gud_draft d;
    GUD_TRY(gud_script_find(path, error, &script));
    GUD_TRY(put_data(h, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, figure_width, height, error));
    if (h->outline) put_outline(&d, h);
    put_head(&d, h, height);
    for (int i = 0; i < h->nlayer; i++) {
        const double bottom = (double)(height - margin - map_step * i - map_height) / height;
        const double size = (double)map_height / height;
        gud_draft_print(&d, "set bmargin at screen %.5f\nset tmargin at screen %.5f\n", bottom, bottom + size);
        gud_draft_print(&d, "set colorbox user origin 0.81,%.5f size 0.02,%.5f\n", bottom, size);
        put_layer(&d, h, i);
    }
    gud_draft_print(&d, "unset multiplot\n");
    return gud_script_draw(&script, &d, error);
}
