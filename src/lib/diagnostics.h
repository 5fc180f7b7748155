// Diagnostics as objects, made of the messages of the loader.
#ifndef GUD_LIB_DIAGNOSTICS_H
#define GUD_LIB_DIAGNOSTICS_H

#include "base/error.h"
#include "load/diag.h"

#include <gudgeon/model.h>

// Takes over the messages of `diag`, which is empty afterwards. *out is NULL if there are none; `out` may be NULL.
// Returns `status`, or GUD_ERR_MEMORY.
gud_status gud_diagnostics_make(gud_diag *diag, gud_status status, gud_diagnostics **out);

// the same for one message that is about no place of a file
gud_status gud_diagnostics_of_error(const gud_error *error, gud_status status, gud_diagnostics **out);

#endif
