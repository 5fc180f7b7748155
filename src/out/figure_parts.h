// What the kinds of figures are made with.
#ifndef GUD_OUT_FIGURE_PARTS_H
#define GUD_OUT_FIGURE_PARTS_H

#include "out/figure.h"
#include "out/plot.h"
#include "out/select.h"

struct gud_chart {
    const gud_figure_kind *kind;
    const gud_figure_request *request;
    gud_selection found; // components of the first result that are drawn
    gud_plot plot;       // has room for the curves of the kind, and a panel for each component
    int across;          // of orbits: the axis that is not shown
    int panel;           // that gud_chart_curve puts curves into
    bool grouped;        // panels are of results, and named
    char title[2 * GUD_LABEL_SIZE];
};

// components of the first result that the kind draws for the names of the request
gud_status gud_figure_find(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error,
                           gud_selection *out);

// The chart of a kind for a request: its components are found, and there is room. gud_chart_free in any case.
gud_status gud_chart_open(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error,
                          gud_chart *chart);
gud_status gud_chart_reserve(gud_chart *chart, int ncurve, int npanel, gud_error *error); // the room alone
gud_status gud_chart_abscissa(gud_chart *chart, gud_error *error);                        // its label and unit
void gud_chart_free(gud_chart *chart);
gud_plot_curve *gud_chart_curve(gud_chart *chart, int64_t n); // one more, of n points; NULL without memory

// the window that result r is drawn in; NULL: all its records
const char *gud_figure_window(const gud_figure_request *request, int r);

// The records of result r in its window. They are a stretch: coordinates that windows are counted on rise or fall all
// the time.
gud_status gud_figure_stretch(const gud_figure_request *request, int r, gud_error *error, int64_t *first,
                              int64_t *count);

// the values of a component in that stretch, in a new array
gud_status gud_figure_load_values(const gud_figure_request *request, int r, gud_pick pick, gud_error *error,
                                  double **values, int64_t *count);

// the i-th component as result r has it, over the abscissa
gud_status gud_chart_add(gud_chart *chart, int r, int i, gud_error *error);

// labels of curves and ordinates, once all curves are there
void gud_chart_label(gud_chart *chart);

// Names the one joint or body of a chart in its title, before what that says of the records; a title of the user stays.
void gud_chart_title(gud_chart *chart, const char *entity);

// The colour of a joint or body: the same in all figures of a result, by its place in the model.
int gud_figure_color(const gud_result *result, gud_pick pick);
int gud_figure_body_color(const gud_result *result, int outline); // the same, of a body by its outline

// Leaves out curves that are as good as zero, and panels that have no others, before the labels. GUD_ERR_INPUT: there
// are no others, and they were not named.
gud_status gud_chart_drop_zeros(gud_chart *chart, gud_error *error);

// Leaves out zeros, and gives each joint or body panels of its own where one panel would have
// more than GUD_CHART_MOST curves. Before the labels.
enum { GUD_CHART_MOST = 8, GUD_CHART_PANELS_MOST = 40 };
gud_status gud_chart_split(gud_chart *chart, gud_error *error);

// Curves of one result: colours are those of joints and bodies, dashes tell curves of a panel apart in print. Before
// the labels.
void gud_chart_colors(gud_chart *chart);

// GUD_ERR_INPUT: there are more panels than a page holds, and they were not named
gud_status gud_chart_check_panels(const gud_chart *chart, gud_error *error);

// one panel with this ordinate
void gud_chart_ordinate(gud_chart *chart, const char *label, const char *unit);

// bodies/crank/position.x -> "crank x", or "crank position x" with its quantity
void gud_figure_name(const gud_result *result, gud_pick pick, bool quantity, char label[GUD_LABEL_SIZE]);
void gud_figure_entity(const gud_result *result, gud_pick pick, char label[GUD_LABEL_SIZE]);  // "crank"
void gud_figure_suffix(const gud_figure_request *request, int r, char label[GUD_LABEL_SIZE]); // ", label of the result"

#define GUD_FIGURE(name) extern const gud_figure_kind gud_figure_##name;
#include "out/figures.def"
#undef GUD_FIGURE

#endif
