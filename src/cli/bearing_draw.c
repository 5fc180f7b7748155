// Figures of a bearing, by gnuplot; scripts and data stay beside them.

#include "cli/bearing.h"
#include "num/pi.h"
#include "out/draft.h"
#include "out/plot.h"
#include "out/script.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { figure_width = 600 }; // px

// ---- maps

typedef struct layer {
    const char *label, *unit, *colors;
    const double *values;
} layer;

static const char heat[] = "0 '#f7fbff', 1 '#c6dbef', 2 '#6baed6', 3 '#2171b5', 4 '#08306b'";
static const char fire[] = "0 '#fff5eb', 1 '#fdd0a2', 2 '#fd8d3c', 3 '#d94801', 4 '#7f2704'";
static const char wet[] = "0 '#f2ead8', 1 '#d9d2bd', 2 '#a8c4bd', 3 '#4f9a94', 4 '#01665e'";

static double largest(const double *values, size_t n)
{
    double most = 0.0;
    for (size_t k = 0; k < n; k++) most = fmax(most, values[k]);
    return most;
}

// asperities that carry nothing to speak of would be shown in micropascals
static bool touches(const gud_bearing_sheet *c, const gud_bearing_map *map)
{
    const size_t n = (size_t)map->nx * (size_t)map->nz;
    return c->rough && largest(map->asperity, n) > 1e-6 * largest(map->pressure, n);
}

static gud_status put_map_data(const gud_bearing_map *map, const char *path, gud_error *error)
{
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    gud_draft_print(&d,
                    "# angle [deg]   z [mm]   film pressure [Pa]   film fraction   asperity pressure [Pa]   gap [m]\n");
    for (int j = 0; j < map->nz; j++) {
        for (int i = 0; i < map->nx; i++) {
            const size_t k = (size_t)i * (size_t)map->nz + (size_t)j;
            // evenly spaced to the last digit, as images have to be
            const double angle = map->angle[0] * 180.0 / pi + 360.0 * i / map->nx;
            gud_draft_print(&d, "%.10g %.10g %.7g %.7g %.7g %.7g\n", angle, 1e3 * map->z[j], map->pressure[k],
                            map->fraction[k], map->asperity[k], map->gap[k]);
        }
        gud_draft_print(&d, "\n");
    }
    return gud_draft_keep(&d, error);
}

// an angle in the map, in degrees
static double in_map(const gud_bearing_map *map, double angle)
{
    const double turn = (angle - map->start) / (2.0 * pi);
    return map->start * 180.0 / pi + 360.0 * (turn - floor(turn));
}

// 0, 45 ... 360 wherever the map begins; numbers below the lowest panel only
static void put_angles(gud_draft *d, const gud_bearing_map *map, bool numbers)
{
    const int first = (int)lround(map->start * 180.0 / pi);
    gud_draft_print(d, "set xrange [%d:%d]\nset xtics (", first, first + 360);
    for (int k = 0; k <= 8; k++) {
        const int at = first + 45 * k;
        char number[16] = "";
        if (numbers) (void)snprintf(number, sizeof number, "%d", first == 0 ? at : (at + 360) % 360);
        gud_draft_print(d, "%s'%s' %d", k > 0 ? ", " : "", number, at);
    }
    gud_draft_print(d, numbers ? ")\nset xlabel 'Angle in the bearing (°)'\n" : ")\nset xlabel ''\n");
}

static void put_feed(gud_draft *d, int number, const char *shape, const double middle[2], const double size[2])
{
    gud_draft_print(d,
                    "set object %d %s center first %.6g, first %.6g size first %.6g, first %.6g front fillstyle empty "
                    "border linecolor rgb '#d55e00' linewidth 1.2\n",
                    number, shape, middle[0], middle[1], size[0], size[1]);
}

// outlines of grooves and holes, and the line of supply; one across the seam is drawn at both ends
static void put_feeds(gud_draft *d, const gud_bearing_spec *b, const gud_bearing_map *map)
{
    const double degrees = 180.0 / pi / b->radius;
    for (int i = 0; i < b->nfeed; i++) {
        const gud_film_feed *f = &b->feeds[i];
        const double size[2] = {fmin(degrees * f->size_x, 360.0), 1e3 * fmin(f->size_y, b->width)};
        double middle[2] = {in_map(map, f->x / b->radius), 1e3 * f->y};
        put_feed(d, 2 * i + 1, f->round ? "ellipse" : "rectangle", middle, size);
        middle[0] += middle[0] < map->start * 180.0 / pi + 180.0 ? 360.0 : -360.0;
        put_feed(d, 2 * i + 2, f->round ? "ellipse" : "rectangle", middle, size);
    }
    if (b->line)
        gud_draft_print(d,
                        "set arrow 9 from first %.6g, graph 0 to first %.6g, graph 1 nohead front linewidth 1.2 "
                        "linecolor rgb '#d55e00'\n",
                        in_map(map, b->line_angle), in_map(map, b->line_angle));
}

// where the load points to, and where the film is thinnest
static void put_marks(gud_draft *d, const gud_bearing_map *map, const gud_bearing_point *p)
{
    const double angles[] = {p->load_angle, p->state.film_min_angle};
    static const char *const names[] = {"load", "thinnest film"};
    static const char *const looks[] = {"linewidth 1.2 dashtype '-' linecolor rgb '#444444'",
                                        "linewidth 1.2 linecolor rgb '#cc79a7'"};
    for (int i = 0; i < 2; i++) {
        if (isnan(angles[i])) continue;
        const double at = in_map(map, angles[i]);
        // a pale line below keeps it visible on dark colours
        for (int top = 0; top < 2; top++)
            gud_draft_print(d, "set arrow %d from first %.6g, graph 0 to first %.6g, graph 1 nohead front %s\n",
                            1 + i + 2 * top, at, at, top ? looks[i] : "linewidth 2 linecolor rgb '#ffffff'");
        gud_draft_print(d, "set label %d '%s' at first %.6g, screen 0.985 %s font ',11' textcolor rgb '#444444'\n",
                        i + 1, names[i], at, i == 0 ? "right offset -0.3,-0.4" : "left offset 0.3,-0.4");
    }
}

static void put_layer(gud_draft *d, const gud_bearing_map *map, const layer *l, int column, bool lowest)
{
    char pretty[60];
    const size_t n = (size_t)map->nx * (size_t)map->nz;
    const double scale = gud_script_unit(l->unit, largest(l->values, n), pretty, sizeof pretty);
    const double most = scale * largest(l->values, n);
    const bool pure = strcmp(l->unit, "1") == 0;
    gud_draft_print(d, "set palette defined (%s)\nset cbrange [0:%.9g]\n", l->colors,
                    pure         ? 1.0
                    : most > 0.0 ? most
                                 : 1.0);
    gud_draft_print(d,
                    pure ? "set cblabel '%s' font ',11' offset 1.2\n" : "set cblabel '%s (%s)' font ',11' offset 1.2\n",
                    l->label, pretty);
    put_angles(d, map, lowest);
    gud_draft_print(d, "plot data using 1:2:($%d*%.9g) with image notitle\n", column, scale);
    gud_draft_print(d, "unset label\n");
}

static gud_status draw_maps(const gud_bearing_sheet *c, const gud_bearing_map *map, const char *folder,
                            const char *ending, gud_error *error)
{
    const layer layers[] = {{"Film pressure", "Pa", heat, map->pressure},
                            {"Film fraction", "1", wet, map->fraction},
                            {"Asperity pressure", "Pa", fire, map->asperity}};
    const int nlayer = touches(c, map) ? 3 : 2, height = 70 + 150 * nlayer;
    gud_script script;
    gud_draft d;
    GUD_TRY(gud_script_name(folder, "maps", ending, error, &script));
    GUD_TRY(put_map_data(map, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, figure_width, height, error));
    gud_draft_print(&d,
                    "set yrange [%.9g:%.9g]\nset ylabel 'z (mm)'\n"
                    "set colorbox user size 0.02,%.5f\nunset key\n",
                    -5e2 * c->spec.bearing.width, 5e2 * c->spec.bearing.width, 122.0 / height);
    put_feeds(&d, &c->spec.bearing, map);
    put_marks(&d, map, &c->point);
    gud_draft_print(&d, "set multiplot\n");
    for (int i = 0; i < nlayer; i++) {
        const double bottom = (height - 30.0 - 150.0 * i - 122.0) / height;
        gud_draft_print(&d, "set lmargin at screen 0.12\nset rmargin at screen 0.80\n");
        gud_draft_print(&d, "set bmargin at screen %.5f\nset tmargin at screen %.5f\n", bottom,
                        bottom + 122.0 / height);
        gud_draft_print(&d, "set colorbox user origin 0.82,%.5f size 0.02,%.5f\n", bottom, 122.0 / height);
        put_layer(&d, map, &layers[i], 3 + i, i == nlayer - 1);
    }
    gud_draft_print(&d, "unset multiplot\n");
    return gud_script_draw(&script, &d, error);
}

// ---- curves in panels one above the other

typedef struct panel {
    const char *label;
    bool log;
    const char *range; // of the ordinate
    int column[2];     // of the data; 0: no second curve
    const char *names[2];
} panel;

static const char *const colors[] = {"#0072b2", "#d55e00"};

// over angles of the map, or anything else with a label
static void put_panels(gud_draft *d, int n, const panel *panels, const char *x_label, const gud_bearing_map *map)
{
    gud_draft_print(d, "set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#e4e4e4'\n"
                       "set key top left Left reverse samplen 2\n");
    gud_draft_print(d, "set multiplot layout %d,1 margins screen 0.17,0.96,%.5f,0.97 spacing screen 0,0.05\n", n,
                    n == 2 ? 0.18 : 0.12); // with less, gnuplot leaves out the label
    for (int i = 0; i < n; i++) {
        const panel *p = &panels[i];
        gud_draft_print(d, "set ylabel '%s'\n%sset logscale y\nset yrange [%s]\n", p->label, p->log ? "" : "un",
                        p->range);
        if (map)
            put_angles(d, map, i == n - 1);
        else
            gud_draft_print(d, i < n - 1 ? "set format x ''\nset xlabel ''\n" : "set format x '%%g'\nset xlabel '%s'\n",
                            x_label);
        for (int k = 0; k < 2 && p->column[k] > 0; k++)
            gud_draft_print(d, "%s data using 1:%d with lines linewidth 1.8 linecolor rgb '%s' %s%s%s",
                            k == 0 ? "plot" : ",", p->column[k], colors[k], p->names[k] ? "title '" : "notitle",
                            p->names[k] ? p->names[k] : "", p->names[k] ? "'" : "");
        gud_draft_print(d, "\n");
    }
}

// ---- the middle of the bearing

static gud_status put_middle_data(const gud_bearing_map *map, const char *path, gud_error *error)
{
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    gud_draft_print(&d, "# angle [deg]   film pressure [MPa]   asperity pressure [MPa]   gap [um]\n");
    for (int i = 0; i < map->nx; i++) {
        const size_t k = (size_t)i * (size_t)map->nz + (size_t)map->nz / 2;
        gud_draft_print(&d, "%.9g %.9g %.9g %.9g\n", map->angle[i] * 180.0 / pi, 1e-6 * map->pressure[k],
                        1e-6 * map->asperity[k], 1e6 * map->gap[k]);
    }
    return gud_draft_keep(&d, error);
}

static gud_status draw_middle(const gud_bearing_sheet *c, const gud_bearing_map *map, const char *folder,
                              const char *ending, gud_error *error)
{
    const bool both = touches(c, map);
    const panel panels[] = {
        {"Pressure (MPa)", false, "0:*", {2, both ? 3 : 0}, {both ? "film" : NULL, "asperities"}},
        {"Film thickness (µm)", false, "0:*", {4}, {NULL}},
    };
    gud_script script;
    gud_draft d;
    GUD_TRY(gud_script_name(folder, "middle", ending, error, &script));
    GUD_TRY(put_middle_data(map, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, figure_width, 380, error));
    put_panels(&d, GUD_COUNT(panels), panels, NULL, map);
    gud_draft_print(&d, "unset multiplot\n");
    return gud_script_draw(&script, &d, error);
}

// ---- the Stribeck curve, or a sweep of the load

static gud_status put_sweep_data(const gud_bearing_sheet *c, const char *path, gud_error *error)
{
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    gud_draft_print(&d, "# %s   friction coefficient   film_min [um]   asperity share [%%]   eccentricity ratio\n",
                    c->sweeps_load ? "load [N]" : "speed [rpm]");
    for (int i = 0; i < c->nsweep; i++) {
        const gud_bearing_point *p = &c->sweep[i];
        if (isnan(p->film_min)) continue;
        gud_draft_print(&d, "%.9g %.9g %.9g %.9g %.9g\n", c->sweeps_load ? p->load : fabs(p->speed) * 30.0 / pi,
                        p->friction_coefficient, 1e6 * p->film_min, 100.0 * p->asperity_share, p->eccentricity_ratio);
    }
    return gud_draft_keep(&d, error);
}

static gud_status draw_sweep(const gud_bearing_sheet *c, const char *folder, const char *ending, gud_error *error)
{
    const panel panels[] = {
        {"Friction coefficient", true, "*:*", {2}, {NULL}},
        {"Minimum film (µm)", true, "*:*", {3}, {NULL}},
        {c->rough ? "Asperity share (%)" : "Eccentricity ratio",
         false,
         c->rough ? "0:110" : "0:1.05",
         {c->rough ? 4 : 5},
         {NULL}},
    };
    gud_script script;
    gud_draft d;
    if (c->nmissing == c->nsweep) return GUD_OK;
    GUD_TRY(gud_script_name(folder, "stribeck", ending, error, &script));
    GUD_TRY(put_sweep_data(c, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, figure_width, 520, error));
    gud_draft_print(&d, "set logscale x\nset autoscale xfix\n");
    put_panels(&d, GUD_COUNT(panels), panels, c->sweeps_load ? "Load (N)" : "Speed (rpm)", NULL);
    gud_draft_print(&d, "unset multiplot\n");
    return gud_script_draw(&script, &d, error);
}

gud_status gud_bearing_draw(const gud_bearing_sheet *c, const gud_bearing_map *map, const char *folder,
                            const char *ending, gud_error *error)
{
    GUD_TRY(draw_maps(c, map, folder, ending, error));
    GUD_TRY(draw_middle(c, map, folder, ending, error));
    return c->nsweep > 0 ? draw_sweep(c, folder, ending, error) : GUD_OK;
}
