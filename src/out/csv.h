// Series for spreadsheets: a header of names and units, then a line a record (RFC 4180).
//
//     time [s],bodies/crank/position.x [m],...
#ifndef GUD_OUT_CSV_H
#define GUD_OUT_CSV_H

#include "out/result.h"

// components that match the patterns (select.h); numbers read back exactly
gud_status gud_csv_export(const gud_result *result, const char *const *patterns, int npattern, const char *path,
                          gud_error *error);

#endif
