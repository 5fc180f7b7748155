// What verbs that simulate show and leave of a result: summary.json, the bearings, figures.
#ifndef GUD_CLI_PRESENT_H
#define GUD_CLI_PRESENT_H

#include "base/error.h"
#include "cli/args.h"

typedef struct gud_presentation {
    const char *const *figures; // their kinds; ends with NULL. NULL: none
    const char *format;         // of the figures: "svg", "png", "pdf"
} gud_presentation;

// Writes `folder`/summary.json and figures, and prints the answer unless --json or --quiet.
gud_status gud_result_present(const gud_args *args, const char *folder, const gud_presentation *show, gud_error *error);

#endif
