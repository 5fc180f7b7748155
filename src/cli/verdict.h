// The answer of a run on the terminal and as JSON: one row for each bearing, and what to worry about.
#ifndef GUD_CLI_VERDICT_H
#define GUD_CLI_VERDICT_H

#include "base/json.h"
#include "out/bearings.h"

#include <stdio.h>

// the records that a summary is made of: those that were asked for, or the last full cycle
typedef struct gud_scope {
    gud_window window;
    bool chosen; // was it asked for?
    int cycles;  // full cycles in the records; 0: none
} gud_scope;

// `text` and `over` as given by --window and --over, or NULL
gud_status gud_scope_find(const gud_result *result, const char *text, const char *over, gud_error *error,
                          gud_scope *scope);

// "361 records, the last full cycle: 720 to 1440 deg of crank.angle, 60 to 120 ms"
void gud_scope_print(const gud_scope *scope, const gud_result *result, int64_t nrecord, double start, double end,
                     FILE *out);
void gud_scope_write(const gud_scope *scope, const gud_result *result, gud_json *json); // members of "window"

gud_status gud_bearings_print(const gud_bearings *bearings, FILE *out);
void gud_bearings_write(const gud_bearings *bearings, gud_json *json); // the member "bearings"

#endif
