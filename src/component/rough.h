// A rough-contact file: pressure and real area of any set of models against the separation of one pair of surfaces.
#ifndef GUD_COMPONENT_ROUGH_H
#define GUD_COMPONENT_ROUGH_H

#include "component/component.h"
#include "rough/rough.h"

typedef struct gud_rough_sheet {
    gud_arena arena;
    const char *title;
    gud_rough_params params; // resolved; what no model needs may be NAN
    int nmodel;
    const gud_rough_model **models;
    const char **names;
    int n;
    double *separation;
    double *pressure; // Pa: [model n + i]
    double *area;     // fraction of the nominal area: [model n + i]
} gud_rough_sheet;

// `input` was read with gud_component_rough.sections. On failure *out is NULL and the messages are in `diag`.
gud_status gud_rough_sheet_make(const gud_input *input, gud_diag *diag, gud_rough_sheet **out);
void gud_rough_sheet_free(gud_rough_sheet *sheet);

#endif
