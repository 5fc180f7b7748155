// What verbs that read a file with overrides share.
#ifndef GUD_CLI_SOURCE_H
#define GUD_CLI_SOURCE_H

#include "cli/args.h"
#include "load/diag.h"

// prints why the file of the verb's first word could not be loaded; the exit code that belongs to the status
int gud_load_fail(const gud_args *args, const char *messages, gud_status status);
int gud_diag_fail(const gud_args *args, gud_diag *diag, gud_status status);

// values of the --set options as an array, NULL without memory; gud_free it
const char **gud_overrides(const gud_args *args, int *count);

#endif
