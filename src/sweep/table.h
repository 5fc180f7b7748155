// Lines of the table from what a run has computed.
#ifndef GUD_SWEEP_TABLE_H
#define GUD_SWEEP_TABLE_H

#include "sweep/lines.h"
#include "sweep/part.h"

// adds the lines of one run to a table; one without a channel has no line for it
gud_status gud_sweep_tabulate_run(const gud_study *study, const gud_result *result, int run, gud_error *error,
                                  gud_sweep_table *table);

// the numbers of a component that match a pattern of the study
gud_status gud_sweep_tabulate_numbers(const gud_study *study, int pattern, const gud_part_number *numbers, int n,
                                      int run, gud_error *error, gud_sweep_table *table);

// does a result have what the pattern asks for?
bool gud_sweep_has_channel(const gud_result *result, const char *pattern);

#endif
