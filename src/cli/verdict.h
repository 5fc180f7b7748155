// The answer of a run on the terminal: one row for each bearing, and what to worry about.
#ifndef GUD_CLI_VERDICT_H
#define GUD_CLI_VERDICT_H

#include "out/answer.h"

#include <stdio.h>

// "361 records, the last full cycle: 720 to 1440 deg of crank.angle, 60 to 120 ms"
enum { GUD_SCOPE_TEXT = 800 };
void gud_scope_text(const gud_scope *scope, const gud_result *result, const gud_summary *summary,
                    char text[GUD_SCOPE_TEXT]);

gud_status gud_bearings_print(const gud_bearings *bearings, FILE *out);

#endif
