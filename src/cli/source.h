// The file that a verb reads, with its overrides and its messages.
#ifndef GUD_CLI_SOURCE_H
#define GUD_CLI_SOURCE_H

#include "cli/args.h"
#include "component/component.h"

// prints the messages of a load that failed; the exit code that belongs to the status
int gud_diag_fail(gud_diag *diag, gud_status status);

// values of the --set options as an array, NULL without memory; gud_free it
const char **gud_overrides(const gud_args *args, int *count);

// the open file of a component; units and messages are needed until its sheet is made
typedef struct gud_source {
    gud_units *units;
    gud_input *input;
    gud_diag diag;
} gud_source;

// Loads the file of the first word with all --set options. On failure the messages are printed and nothing is left
// open; the exit code.
int gud_source_open(const gud_args *args, const gud_component *component, gud_source *source);
void gud_source_close(gud_source *source);

#endif
