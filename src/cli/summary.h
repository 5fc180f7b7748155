// What `summary` prints and `run` leaves beside its results.
#ifndef GUD_CLI_SUMMARY_H
#define GUD_CLI_SUMMARY_H

#include "base/buffer.h"
#include "cli/args.h"
#include "cli/verdict.h"
#include "out/summary.h"

#include <stdio.h>

// an object with the title and the members of gud_answer_write
void gud_summary_write(gud_buffer *text, const gud_result *result, const gud_answer *answer);

// contacts whose peak lies between two records, a line each
void gud_missed_peaks_print(const gud_result *result, FILE *out);

// --turns: statistics turn by turn, and their distance
int gud_turns_report(const gud_args *args, const gud_result *result);

// --impacts: the log of contacts, joint by joint
int gud_impacts_report(const gud_args *args, const gud_result *result);

#endif
