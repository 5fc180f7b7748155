// Which number of a run stands for a channel in figures, spreads, limits and searches.
#ifndef GUD_SWEEP_STATISTIC_H
#define GUD_SWEEP_STATISTIC_H

#include "out/summary.h"

#include <stdbool.h>

typedef enum gud_statistic { GUD_TAKE_USUAL, GUD_TAKE_MEAN, GUD_TAKE_MIN, GUD_TAKE_MAX, GUD_TAKE_STD } gud_statistic;

// the smallest of films and gaps, the mean of losses, flows and torques, the largest of everything else
gud_statistic gud_statistic_usual(const char *quantity);

double gud_statistic_value(const gud_statistics *statistics, gud_statistic which);

// "max of joints/main/loss": the statistic, and where the channel begins; without "of" it is GUD_TAKE_USUAL
const char *gud_statistic_read(const char *text, gud_statistic *which);

// "joints/big-end/film_min": where "film_min" begins
const char *gud_quantity_of(const char *channel);

// "mean power loss", for figures; `spread`: the channel has more than one value in a run
void gud_statistic_label(const char *quantity, gud_statistic which, bool spread, char *label, int size);

#endif
