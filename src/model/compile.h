// From the checked input to the model: names become indices, frames are sorted by body, the Newton matrix is laid out.
#ifndef GUD_MODEL_COMPILE_H
#define GUD_MODEL_COMPILE_H

#include "load/input.h"
#include "model/model.h"

#include <gudgeon/model.h>

// On failure *out is NULL and the messages are in `diag`.
gud_status gud_model_compile(const gud_input *in, const gud_units *units, gud_diag *diag, gud_model **out);

gud_status gud_model_from(const gud_origin *origin, gud_diag *diag, gud_model **out);

// from a file, or from a text that `name` stands for in messages; set: overrides "path=value"
gud_status gud_model_from_file(const char *path, const char *const *set, int nset, gud_diag *diag, gud_model **out);
gud_status gud_model_from_text(const char *name, const char *text, const char *const *set, int nset, gud_diag *diag,
                               gud_model **out);
// gud_model_free: of gudgeon/model.h

#endif
