// What `summary` prints and `run` leaves beside its results.
#ifndef GUD_CLI_SUMMARY_H
#define GUD_CLI_SUMMARY_H

#include "base/buffer.h"
#include "cli/args.h"
#include "cli/verdict.h"
#include "out/summary.h"

#include <stdio.h>

// the channels that most users want to see
gud_status gud_summary_usual(const gud_result *result, const gud_window *window, gud_error *error, gud_summary *out);

// As JSON: {"window": ..., "bearings": [...], "joints": {"small-end": {"reaction_force.x": {"mean": ...}}}, ...,
// "run": {...}}
void gud_summary_write(gud_buffer *text, const gud_result *result, const gud_scope *scope, const gud_bearings *bearings,
                       const gud_summary *summary);

// contacts whose peak lies between two records, a line each
void gud_missed_peaks_print(const gud_result *result, FILE *out);

// --turns: statistics turn by turn, and their distance
int gud_turns_report(const gud_args *args, const gud_result *result);

#endif
