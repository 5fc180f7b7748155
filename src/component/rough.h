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

// the surface as the models see it: given, or from traces and materials
typedef struct gud_rough_fact {
    const char *key, *about, *unit;
    double value; // NAN: not known
} gud_rough_fact;

enum { GUD_ROUGH_FACTS = 8 };
void gud_rough_facts(const gud_rough_params *params, gud_rough_fact facts[GUD_ROUGH_FACTS]);

#endif
