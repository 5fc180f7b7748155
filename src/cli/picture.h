// Figures of component verbs. A picture is filled, then drawn; what was lost for want of memory is told at the end.
#ifndef GUD_CLI_PICTURE_H
#define GUD_CLI_PICTURE_H

#include "base/arena.h"
#include "cli/args.h"
#include "cli/comparison.h"
#include "out/draft.h"
#include "out/plot.h"

typedef struct gud_picture {
    gud_arena arena;
    gud_plot plot;
} gud_picture;

// with room for as many curves and panels
void gud_picture_init(gud_picture *picture, const char *title, const gud_axis *x, int ncurve, int npanel);
void gud_picture_free(gud_picture *picture); // of a picture that is not drawn

void gud_picture_panel(gud_picture *picture, int panel, const gud_axis *y, bool log);

// A copy without the points that cannot be drawn: NAN, and what is not positive on a logarithmic axis. A curve
// without points is left out.
void gud_picture_add(gud_picture *picture, int panel, const char *label, int color, gud_curve_style style, int n,
                     const double *x, const double *y);

// a panel with one quantity of all laws
void gud_picture_laws(gud_picture *picture, int panel, const gud_comparison *c, const double *values);

// a number with its unit as figures write them: 67 µm
void gud_picture_quantity(double value, const char *unit, char *text, size_t size);

// draws DIR/<name>.svg as -o and --format say, and frees the picture
gud_status gud_picture_draw(gud_picture *picture, const gud_args *args, const char *name, gud_error *error);

// DIR/<name>.svg
gud_status gud_picture_path(const gud_args *args, const char *name, char path[GUD_PATH_SIZE], gud_error *error);

extern const char *const gud_picture_formats[]; // svg, png, pdf
extern const char *const gud_picture_scales[];  // linear, log

#endif
