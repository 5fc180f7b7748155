// Structs of parameters that callers fill themselves, not the loader: defaults and checks from the description in
// their row. Rows with numbers, vectors, integers, choices, names and files only.
#ifndef GUD_BASE_PARAMS_H
#define GUD_BASE_PARAMS_H

#include "base/error.h"
#include "base/field.h"

void gud_params_default(const gud_row *row, void *params);            // what is absent is NAN or NULL
void gud_params_copy(const gud_row *row, const void *from, void *to); // only what the row describes

// ranges, choices and rules; messages begin with `name`, unless it is NULL: "rough: sigma = 0 is outside (0, inf)"
gud_status gud_params_check(const char *name, const gud_row *row, const void *params, gud_error *error);

#endif
