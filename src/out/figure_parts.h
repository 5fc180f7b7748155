// What the kinds of figures are made with.
#ifndef GUD_OUT_FIGURE_PARTS_H
#define GUD_OUT_FIGURE_PARTS_H

#include "out/figure.h"
#include "out/plot.h"
#include "out/select.h"

typedef struct gud_chart {
    const gud_figure_request *request;
    gud_plot plot; // its curves and panels have room for those announced
} gud_chart;

// components of the first result that the kind draws for the names of the request
gud_status gud_figure_find(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error,
                           gud_selection *out);

gud_status gud_chart_reserve(gud_chart *chart, int ncurve, int npanel, gud_error *error);
gud_status gud_chart_abscissa(gud_chart *chart, gud_error *error); // its label and unit
void gud_chart_free(gud_chart *chart);
gud_plot_curve *gud_chart_curve(gud_chart *chart, int64_t n); // one more, of n points; NULL without memory

// The records of result r that the request's window holds. They are a stretch: coordinates that windows are counted on
// rise or fall all the time.
gud_status gud_figure_stretch(const gud_figure_request *request, int r, gud_error *error, int64_t *first,
                              int64_t *count);

// the values of a component in that stretch, in a new array
gud_status gud_figure_load_values(const gud_figure_request *request, int r, gud_pick pick, gud_error *error,
                                  double **values, int64_t *count);

// the i-th of the picks (of the first result), as result r has it
gud_status gud_chart_add(gud_chart *chart, int r, const gud_pick *picks, int npick, int i, gud_error *error);

// labels of curves and ordinates, once all curves are there
void gud_chart_label(gud_chart *chart, const gud_pick *picks, int npick);

// bodies/crank/position.x -> "crank x", or "crank position x" with its quantity
void gud_figure_name(const gud_result *result, gud_pick pick, bool quantity, char label[GUD_LABEL_SIZE]);
void gud_figure_suffix(const gud_figure_request *request, int r, char label[GUD_LABEL_SIZE]); // ", label of the result"

gud_status gud_figure_orbit(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_load(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_map(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_impact(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_poincare(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_strobe(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);
gud_status gud_figure_trajectory(const gud_figure_kind *kind, const gud_figure_request *request, gud_error *error);

#endif
