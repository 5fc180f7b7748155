// Figures of results: what to draw is a row of a table, how it is drawn stands in plot.h.
//
// To add one: its row gud_figure_<name>, in a file of its own or beside its kin, and one line in figures.def.
//
// Channels that figures look for: bodies/<body>/position, velocity, acceleration; joints/<joint>/reaction_force and
// reaction_torque; energy/<part>; any channel with "violation" in its name; drives/<name>/value and torque; for phase
// portraits any component X that has a partner X_rate (coordinates/crank.angle and coordinates/crank.angle_rate).
#ifndef GUD_OUT_FIGURE_H
#define GUD_OUT_FIGURE_H

#include "out/result.h"

// The last of several full cycles: figures show it unless a window is given, so that the start-up is left out.
typedef struct gud_figure_cycle {
    char window[80]; // as in a request; empty: there are no two cycles, so figures show the whole run
    char title[120];
    double origin; // subtracted from the abscissa: whole cycles, so that the last one begins at 0
    double length;
} gud_figure_cycle;

typedef struct gud_figure_request {
    const gud_result *const *results; // several are laid over each other
    int nresult;
    const char *const *labels; // a name for each result in the legend; NULL: their titles
    const int *places;         // of each result among those of a study, by which it is coloured; NULL: as they come
    const char *const *names;  // bodies, joints or patterns of channels: what the kind says; none: everything it finds
    int nname;
    const char *over;               // abscissa: a component, e.g. "coordinates/crank.angle"; NULL: the time
    const char *window;             // "660:1080" as in summary.h: records to draw; NULL: all
    const gud_figure_cycle *cycles; // without a window: of each result, what gud_figure_frame chose; NULL: all records
    const char *at;                 // which snapshot: a time, or a value of `over`; NULL: the kind's own choice
    const char *view;  // onto which plane space is drawn: a word of gud_figure_views; NULL: the kind's own choice
    int count;         // of pictures in a figure that shows several; 0: the kind's own choice
    double cycle;      // length of the cycle that the window is; 0: the window is something else
    const char *title; // NULL: none
    bool stretch;      // the title only says which records are shown: what is shown may be said before it
    const char *path;  // ends with .svg, .png or .pdf; script and data are put beside it
} gud_figure_request;

typedef struct gud_chart gud_chart;

typedef struct gud_figure_kind {
    const char *name;
    const char *about;

    // curves of channels: gud_figure_draw finds the channels, and draws what was added
    const char *patterns[9]; // channels, with %s for a name; ends with NULL
    int ncurve;              // at most so many for a component of a result; 0: one
    gud_status (*add)(gud_chart *chart, int result, int component, gud_error *error);
    gud_status (*finish)(gud_chart *chart, gud_error *error); // labels, once all curves are there
    const char *nothing;                                      // what to say when no curve was added
    bool log;                                                 // logarithmic ordinate
    const char *wide; // unit of panels that are logarithmic where numbers are far apart; NULL: none
    bool plane;       // its abscissa is a quantity of its own, not that of the run
    bool whole;       // shows the whole run, with its start-up, unless a window is given
    bool instant;     // shows one instant, which its title states

    // or anything else
    gud_status (*draw)(const gud_figure_request *request, gud_error *error);
} gud_figure_kind;

extern const char *const gud_figure_views[];            // xy, xz, yz, y-up, z-up; ends with NULL
extern const gud_figure_kind *const gud_figure_kinds[]; // ends with NULL
extern const char *const gud_figure_names[];            // ends with NULL

// an unknown kind is answered with the kinds there are
gud_status gud_figure_draw(const char *kind, const gud_figure_request *request, gud_error *error);

void gud_figure_cycle_find(const gud_result *result, gud_figure_cycle *cycle);

// Completes a request without window: the abscissa that all results share unless `over` is given, and the cycle of each
// result, where a figure of that kind leaves the start-up out. The cycles have to outlive the request.
void gud_figure_frame(const char *kind, const gud_figure_cycle *cycles, gud_figure_request *request);

// Which results of the request the kind can draw together: the first that has what it shows, and all that have the
// same. Returns how many.
int gud_figure_fitting(const char *kind, const gud_figure_request *request, bool *fits);

#endif
