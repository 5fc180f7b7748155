// Figures that verbs draw with gnuplot scripts of their own: maps, and axes with decades. Script and data stay beside
// the figure: DIR/name.svg, name.gp, name.dat.
#ifndef GUD_CLI_SCRIPT_H
#define GUD_CLI_SCRIPT_H

#include "out/draft.h"

// DIR/name.ending, for writing
gud_status gud_script_open(gud_draft *d, const char *folder, const char *name, const char *ending, gud_error *error);

// head of a script: figure name.ending of this size in pixels, and the look of all figures
void gud_script_terminal(gud_draft *d, const char *name, const char *ending, int width, int height);

// the unit with the prefix that suits the largest number, as figures write it, and what SI numbers are multiplied with
double gud_script_unit(const char *unit, double largest, char *pretty, int size);

// closes the script and runs it
gud_status gud_script_finish(gud_draft *d, const char *folder, const char *name, const char *ending, gud_error *error);

#endif
