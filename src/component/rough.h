// A rough-contact file: pressure and real area of any set of models against the separation of one pair of surfaces.
#ifndef GUD_COMPONENT_ROUGH_H
#define GUD_COMPONENT_ROUGH_H

#include "component/component.h"
#include "rough/rough.h"

typedef struct gud_rough_sheet {
    gud_component_file file;
    gud_rough_params params; // resolved; what no model needs may be NAN
    int nmodel;
    const gud_rough_model **models;
    const char **names;
    int n;
    double *separation;
    double *pressure; // Pa: [model n + i]
    double *area;     // fraction of the nominal area: [model n + i]
} gud_rough_sheet;

#endif
