#include "out/bars.h"

#include "out/script.h"

#include <string.h>

static const char *const colors[] = {"#0072b2", "#d55e00"};

enum { figure_width = 760, row_height = 46, margin_top = 56, margin_bottom = 76, letter = 8, margin_right = 30 };

// a block for each series: value, position from above, ends of the bar across, interval
static gud_status put_data(const gud_bars *b, const char *path, gud_error *error)
{
    const double thick = 0.64 / b->nseries;
    gud_draft d;
    GUD_TRY(gud_draft_open(&d, path, error));
    for (int s = 0; s < b->nseries; s++) {
        gud_draft_print(&d, "%s# %s: value, position, edges of the bar, interval of 95 %%\n", s > 0 ? "\n\n" : "",
                        b->series[s]);
        for (int i = 0; i < b->n; i++) {
            const gud_bar *bar = &b->bars[i * b->nseries + s];
            const double edge = i - 0.32 + s * thick;
            gud_draft_print(&d, "%.9g %.9g %.9g %.9g %.9g %.9g\n", bar->value, edge + 0.5 * thick, edge, edge + thick,
                            bar->low, bar->high);
        }
    }
    return gud_draft_keep(&d, error);
}

static void put_axes(gud_draft *d, const gud_bars *b)
{
    gud_draft_print(d, "set xrange [%.9g:%.9g]\nset yrange [%.9g:-0.5]\nset ytics (", b->low, b->high, b->n - 0.5);
    for (int i = 0; i < b->n; i++) {
        gud_draft_print(d, i > 0 ? ", " : "");
        gud_script_quoted(d, b->names[i]);
        gud_draft_print(d, " %d", i);
    }
    gud_draft_print(d, ") scale 0\nset grid xtics linetype 1 linewidth 0.5 linecolor rgb '#e4e4e4'\nset xlabel ");
    gud_script_quoted(d, b->label);
    gud_draft_print(d, " textcolor rgb '#222222'\nset arrow from 0, graph 0 to 0, graph 1 nohead front linewidth 0.8 "
                       "linecolor rgb '#888888'\nset style fill solid 0.7 noborder\n");
    gud_draft_print(d, b->nseries > 1
                           ? "set key noenhanced at screen 0.985, screen 0.985 right top horizontal samplen 1 "
                             "textcolor rgb '#222222'\n"
                           : "unset key\n");
}

gud_status gud_bars_draw(const gud_bars *b, const char *path, gud_error *error)
{
    const int height = margin_top + row_height * b->n + margin_bottom;
    size_t longest = 4;
    gud_script script;
    gud_draft d;
    for (int i = 0; i < b->n; i++)
        if (strlen(b->names[i]) > longest) longest = strlen(b->names[i]);
    const int left = letter * (int)(longest < 40 ? longest : 40) + 24;
    GUD_TRY(gud_script_find(path, error, &script));
    GUD_TRY(put_data(b, script.data_path, error));
    GUD_TRY(gud_script_open(&script, &d, figure_width, height, error));
    gud_draft_print(&d,
                    "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset bmargin at screen %.5f\nset tmargin "
                    "at screen %.5f\n",
                    (double)left / figure_width, 1.0 - (double)margin_right / figure_width,
                    (double)margin_bottom / height, 1.0 - (double)margin_top / height);
    put_axes(&d, b);
    if (b->title && b->title[0]) {
        gud_draft_print(&d, "set label at screen 0.02, screen %.5f left noenhanced font ',14' textcolor rgb '#222222' ",
                        1.0 - 24.0 / height);
        gud_script_quoted(&d, b->title);
        gud_draft_print(&d, "\n");
    }
    for (int s = 0; s < b->nseries; s++) {
        gud_draft_print(&d, "%s data index %d using 1:2:(0):1:3:4 with boxxyerror linecolor rgb '%s' title ",
                        s == 0 ? "plot" : ", \\\n    ", s, colors[s % GUD_COUNT(colors)]);
        gud_script_quoted(&d, b->series[s]);
        gud_draft_print(
            &d,
            ", data index %d using 1:2:5:6 with xerrorbars pointtype 0 linewidth 1.2 linecolor rgb '#222222' notitle",
            s);
    }
    gud_draft_print(&d, "\n");
    return gud_script_draw(&script, &d, error);
}
