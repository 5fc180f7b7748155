// Series for spreadsheets: a header of names and units, then a line a record (RFC 4180).
//
//     time [s],bodies/crank/position.x [m],...
#ifndef GUD_OUT_CSV_H
#define GUD_OUT_CSV_H

#include "base/watch.h"
#include "out/result.h"

// Components that match the patterns (select.h); numbers read back exactly. `watch` counts records.
gud_status gud_csv_export(const gud_result *result, const char *const *patterns, int npattern, const char *path,
                          const gud_watch *watch, gud_error *error);

#endif
