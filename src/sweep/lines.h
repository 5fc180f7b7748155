// Lines of a study's table: statistics of a channel of a run in a window.
#ifndef GUD_SWEEP_LINES_H
#define GUD_SWEEP_LINES_H

#include "base/error.h"
#include "out/summary.h"

typedef struct gud_sweep_line {
    int run, window, pattern;   // of the study's lists
    const char *channel, *unit; // belong to the table
    gud_statistics statistics;  // as far as tables show them
} gud_sweep_line;

typedef struct gud_sweep_table {
    gud_sweep_line *lines;
    int count, room;
    char **names; // of channels and units, each once; most runs have the same ones
    int nname, name_room, next_name;
} gud_sweep_table;

// a new line with its names; NULL without memory
gud_sweep_line *gud_sweep_table_add(gud_sweep_table *table, const char *channel, const char *unit);
void gud_sweep_table_free(gud_sweep_table *table);

#endif
