// Columns of a result in memory: the time first, then the chosen components.
#ifndef GUD_OUT_TABLE_H
#define GUD_OUT_TABLE_H

#include "out/select.h"

typedef struct gud_columns {
    int64_t nrow;
    int ncolumn;
    double **columns; // each of nrow numbers; column 0 is the time, column i + 1 the i-th pick
} gud_columns;

gud_status gud_columns_load(const gud_result *result, const gud_pick *picks, int npick, gud_error *error,
                            gud_columns *out);
void gud_columns_free(gud_columns *table);

#endif
