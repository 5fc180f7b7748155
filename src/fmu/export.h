// Writes a model as an FMU: description, list of variables, files of the model, and the library that runs it.
#ifndef GUD_FMU_EXPORT_H
#define GUD_FMU_EXPORT_H

#include "base/error.h"

#include <gudgeon/gudgeon.h>

typedef struct gud_fmu_options {
    int version;                // of the standard: 2 or 3
    const char *const *outputs; // patterns of signals, "joints/*/film_min"; none: all signals
    int noutput;
    const char *library; // the shared library of FMUs, that goes into the archive
} gud_fmu_options;

// `model` was loaded from `path`, whose folder holds all its files; `out`: the archive
gud_status gud_fmu_export(const gud_model *model, const char *path, const gud_fmu_options *options, const char *out,
                          gud_error *error);

#endif
