// Columns of a result in memory: the time first, then the chosen components.
#ifndef GUD_OUT_TABLE_H
#define GUD_OUT_TABLE_H

#include "out/select.h"

typedef struct gud_table {
    int64_t nrow;
    int ncolumn;
    double **columns; // each of nrow numbers; column 0 is the time, column i + 1 the i-th pick
} gud_table;

gud_status gud_table_load(const gud_result *result, const gud_pick *picks, int npick, gud_error *error, gud_table *out);
void gud_table_free(gud_table *table);

// the shortest text that reads back as the same number
void gud_number_text(double value, char text[32]);

#endif
