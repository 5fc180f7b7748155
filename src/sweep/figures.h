// What the figures of a study share.
#ifndef GUD_SWEEP_FIGURES_H
#define GUD_SWEEP_FIGURES_H

#include "out/plot.h"
#include "sweep/sweep.h"

// each quantity of the table against an axis with numbers: FOLDER/figures/QUANTITY-AXIS.svg
gud_status gud_sweep_draw_axis(const gud_sweep *sweep, const gud_sweep_table *table, int axis, gud_error *error);

// channels at every turn of `over`, in the first window, against an axis: FOLDER/figures/bifurcation-N-AXIS.svg
gud_status gud_sweep_draw_bifurcation(const gud_sweep *sweep, int axis, int channel, gud_error *error);

// "clearance (um)"
void gud_axis_label(const gud_study_axis *axis, char label[GUD_LABEL_SIZE]);

// a plot of n curves that have points each, over an axis; gud_sweep_plot_free it in any case
gud_status gud_sweep_plot_create(const gud_study_axis *axis, int ncurve, int npoint, int npanel, gud_plot *plot,
                                 gud_error *error);
// the same without an axis
gud_status gud_sweep_plot_alloc(int ncurve, int npoint, int npanel, gud_plot *plot, gud_error *error);
void gud_sweep_plot_free(gud_plot *plot);

#endif
