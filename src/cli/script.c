#include "cli/script.h"

#include "out/plot.h"
#include "out/quantity.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void gud_script_terminal(gud_draft *d, const char *name, const char *ending, int width, int height)
{
    if (strcmp(ending, "svg") == 0)
        gud_draft_print(
            d, "set terminal svg noenhanced standalone size %d,%d font 'Helvetica,13' background rgb 'white'\n", width,
            height);
    else if (strcmp(ending, "png") == 0)
        gud_draft_print(d, "set terminal pngcairo noenhanced size %d,%d fontscale 2 linewidth 2 font 'Sans,10'\n",
                        2 * width, 2 * height);
    else
        gud_draft_print(d, "set terminal pdfcairo noenhanced size %.2fin,%.2fin font 'Helvetica,10'\n", width / 100.0,
                        height / 100.0);
    gud_draft_print(d,
                    "set output '%s.%s'\ndata = '%s.dat'\n"
                    "set encoding utf8\n"
                    "set border 3 linewidth 0.8 linecolor rgb '#888888'\n"
                    "set tics nomirror out scale 0.6 textcolor rgb '#444444'\n"
                    "set minussign\n",
                    name, ending, name);
}

double gud_script_unit(const char *unit, double largest, char *pretty, int size)
{
    const gud_shown shown = gud_quantity_show(unit, largest);
    gud_unit_pretty(shown.unit, pretty, size);
    return shown.scale;
}

gud_status gud_script_finish(gud_draft *d, const char *folder, const char *name, const char *ending, gud_error *error)
{
    char script[80], figure[80], path[GUD_PATH_SIZE];
    gud_draft_print(d, "unset multiplot\nset output\n");
    GUD_TRY(gud_draft_keep(d, error));
    (void)snprintf(script, sizeof script, "%s.gp", name);
    (void)snprintf(figure, sizeof figure, "%s.%s", name, ending);
    GUD_TRY(gud_path_join(path, folder, figure, error));
    const gud_status status = gud_gnuplot_run(folder, script, error);
    if (status < 0) (void)unlink(path); // better none than half a figure
    return status;
}

gud_status gud_script_open(gud_draft *d, const char *folder, const char *name, const char *ending, gud_error *error)
{
    char file[80], path[GUD_PATH_SIZE];
    (void)snprintf(file, sizeof file, "%s.%s", name, ending);
    GUD_TRY(gud_path_join(path, folder, file, error));
    return gud_draft_open(d, path, error);
}
