// A figure is a script for gnuplot and a data file that stay beside it: fig.svg, fig.gp, fig.dat. They are drawn under
// names of our own in a private folder: no name from outside reaches gnuplot, which runs some of them as commands.
#ifndef GUD_OUT_SCRIPT_H
#define GUD_OUT_SCRIPT_H

#include "out/draft.h"

typedef struct gud_script {
    char path[GUD_PATH_SIZE], data_path[GUD_PATH_SIZE];                     // of figure and data
    char folder[GUD_PATH_SIZE];                                             // of all three
    char script[GUD_PATH_SIZE], data[GUD_PATH_SIZE], figure[GUD_PATH_SIZE]; // names in it
    const char *terminal;
} gud_script;

// names of the files from that of the figure, which ends with .svg, .png or .pdf; makes the folder
gud_status gud_script_find(const char *path, gud_error *error, gud_script *script);

// the same for DIR/name.ending
gud_status gud_script_name(const char *folder, const char *name, const char *ending, gud_error *error,
                           gud_script *script);

// the unit with the prefix that suits the largest number, as figures write it, and what SI numbers are multiplied with
double gud_script_unit(const char *unit, double largest, char *pretty, int size);

// begins the script: terminal, output, the look of all figures, and the variable `data`
gud_status gud_script_open(const gud_script *script, gud_draft *d, int width, int height, gud_error *error);

// text in single quotes: nothing in it has a meaning for gnuplot but the quote itself
void gud_script_quoted(gud_draft *d, const char *text);

// ends the script and runs it
gud_status gud_script_draw(const gud_script *script, gud_draft *d, gud_error *error);

#define GUD_GNUPLOT_SCRIPT "figure.gp"

// runs gnuplot on GUD_GNUPLOT_SCRIPT in `folder`; `script` is what messages call it
gud_status gud_gnuplot_run(const char *folder, const char *script, gud_error *error);

#endif
