// Curves of several laws over one abscissa, each law with two quantities: as tables, as JSON and as CSV; and the figure
// that is made of them.
#ifndef GUD_CLI_COMPARISON_H
#define GUD_CLI_COMPARISON_H

#include "base/arena.h"
#include "base/json.h"
#include "cli/args.h"
#include "out/plot.h"

#include <stdio.h>

typedef struct gud_axis {
    const char *key;   // of the JSON and the CSV file
    const char *label; // for people
    const char *unit;
} gud_axis;

typedef struct gud_comparison {
    gud_axis x, y[2];
    int n, nlaw;
    const char *const *names; // of the laws
    const double *abscissa;
    const double *values[2]; // [law n + i]; NAN: the law does not say
} gud_comparison;

// "laws": {"hertz": {"depth": [...], "force": [...]}}
void gud_comparison_json(const gud_comparison *c, gud_json *json, const char *key);

// one quantity as a table of some twenty rows
gud_status gud_comparison_print(const gud_comparison *c, int quantity, FILE *out);

// all points of all laws: depth [m], hertz force [N], ...
gud_status gud_comparison_write(const gud_comparison *c, const char *path, gud_error *error);

// ---- figures

typedef struct gud_picture {
    gud_arena arena;
    gud_plot plot;
    int room; // for curves
} gud_picture;

// with room for as many curves and panels; GUD_ERR_MEMORY needs no freeing
gud_status gud_picture_create(int ncurve, int npanel, gud_picture *picture);
void gud_picture_free(gud_picture *picture);

void gud_picture_panel(gud_picture *picture, int panel, const gud_axis *y, bool log);

// A copy without the points that cannot be drawn: NAN, and what is not positive on a logarithmic axis. A curve
// without points is left out.
gud_status gud_picture_add(gud_picture *picture, int panel, const char *label, int color, gud_curve_style style, int n,
                           const double *x, const double *y);

// a panel with one quantity of all laws
gud_status gud_picture_laws(gud_picture *picture, int panel, const gud_comparison *c, const double *values);

// a number with its unit as figures write them: 67 µm
void gud_picture_quantity(double value, const char *unit, char *text, size_t size);

// ---- verbs that draw one

// draws DIR/<name>.svg as -o and --format say; nothing without -o
gud_status gud_picture_draw(const gud_picture *picture, const gud_args *args, const char *name, gud_error *error);

extern const char *const gud_picture_formats[]; // svg, png, pdf
extern const char *const gud_picture_scales[];  // linear, log

#define GUD_COMPONENT_OPTIONS                                                                                          \
    {.name = "output",                                                                                                 \
     .letter = 'o',                                                                                                    \
     .argument = "DIR",                                                                                                \
     .about = "folder of the figure, its script and its data",                                                         \
     .offer = GUD_OFFER_FOLDER},                                                                                       \
        {.name = "format",                                                                                             \
         .argument = "FORMAT",                                                                                         \
         .about = "of the figure: svg (default), png or pdf",                                                          \
         .offer = GUD_OFFER_CHOICES,                                                                                   \
         .choices = gud_picture_formats},                                                                              \
        {.name = "csv",                                                                                                \
         .argument = "FILE",                                                                                           \
         .about = "write all points of all curves for a spreadsheet",                                                  \
         .offer = GUD_OFFER_FILE},                                                                                     \
    {                                                                                                                  \
        .name = "set", .argument = "PATH=VALUE", .about = "override a value of the file", .repeatable = true           \
    }

#endif
