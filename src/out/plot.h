// A drawing of curves, made by gnuplot from a script and a data file that stay beside it: fig.svg, fig.gp, fig.dat.
#ifndef GUD_OUT_PLOT_H
#define GUD_OUT_PLOT_H

#include "base/error.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { GUD_LABEL_SIZE = 160, GUD_PLOT_COLORS = 7 };

typedef enum gud_curve_style {
    GUD_CURVE_LINE,
    GUD_CURVE_POINTS, // small circles
    GUD_CURVE_OPEN,   // open circles: what does not count, told apart in print
    GUD_CURVE_BLOCK,  // large squares: sliders
    GUD_CURVE_LINK,   // a thick line with round ends: a body
    GUD_CURVE_MARKED, // a line through circles: points that were computed
    GUD_CURVE_MARKS,  // larger circles: measured points among curves
    GUD_CURVE_AREA,   // filled down to 0: the bars of a histogram, as one outline
    GUD_CURVE_GUIDE,  // a thin grey line, not in the legend: the border of a clearance
    GUD_CURVE_ANGLES, // points with numbers beside them, not in the legend: crank angles along an orbit
    GUD_CURVE_FAINT,  // grey, thin, not in the legend: the mechanism behind its paths
    GUD_CURVE_GHOST,  // open grey squares, not in the legend: a slider at other instants
    GUD_CURVE_PIN,    // white circles with a dark border, not in the legend: joints
} gud_curve_style;

typedef struct gud_plot_curve {
    char label[GUD_LABEL_SIZE];
    int64_t n;
    double *x, *y; // SI; gud_free them
    double *z;     // of GUD_CURVE_ANGLES: the numbers at its points
    int panel;     // panels stand one above the other
    int color, dash;
    gud_curve_style style;
} gud_plot_curve;

typedef struct gud_plot_panel {
    char label[GUD_LABEL_SIZE]; // of the ordinate
    char name[GUD_LABEL_SIZE];  // of a panel among others whose lengths are as long on either axis
    char unit[40];
    bool log;
    int decades;   // of a logarithmic ordinate at the most, from above; 0: all
    bool prefixed; // a logarithmic ordinate shows the unit with its prefix, too
} gud_plot_panel;

typedef struct gud_plot {
    const char *title; // NULL or "": none
    char x_label[GUD_LABEL_SIZE];
    char x_unit[40];
    double x_cycle; // of an abscissa that is an angle: ticks are angles of a cycle of this length; 0: they go on
    bool x_log;     // then every x is positive
    bool equal;     // a length is as long on either axis; then the panel's unit is that of x
    bool tall;      // panels of twice the height
    const double (*triad)[2]; // with `equal`: directions of x, y and z in the figure, drawn in a corner; NULL: none
    bool apart;               // with `equal`: every panel has axes of its own
    bool by_entity;           // a panel for each joint or body: they are low, and those of a unit share it
    gud_plot_curve *curves;
    int ncurve;
    gud_plot_panel *panels;
    int npanel;
} gud_plot;

// the dash by which curves differ whose colours repeat
int gud_plot_dash(int color);

// `path` ends with .svg, .png or .pdf. Without gnuplot the script and the data are still written, and the message says
// so.
gud_status gud_plot_draw(const gud_plot *plot, const char *path, gud_error *error);

#endif
