// What the files of the rough-contact models share; not for callers.
#ifndef GUD_ROUGH_ROW_H
#define GUD_ROUGH_ROW_H

#include "num/pi.h"
#include "rough/rough.h"

enum { GUD_ROUGH_NFIELD = 17, GUD_ROUGH_NELASTIC = 5, GUD_ROUGH_NPLASTIC = 6 };
extern const gud_field gud_rough_fields[GUD_ROUGH_NFIELD];
extern const gud_rule gud_rough_elastic_rules[GUD_ROUGH_NELASTIC];
extern const gud_rule gud_rough_plastic_rules[GUD_ROUGH_NPLASTIC]; // they ask for hardness or yield strength too

#define GUD_ROUGH_MODEL(id) extern const gud_rough_model gud_rough_##id;
#include "rough/rough.def"
#undef GUD_ROUGH_MODEL

#define GUD_ROUGH_ROW(id, name_, about_, rules_, prepare_)                                                             \
    const gud_rough_model gud_rough_##id = {                                                                           \
        .row = {.name = (name_),                                                                                       \
                .about = (about_),                                                                                     \
                .source = "docs/theory/rough.md",                                                                      \
                .size = sizeof(gud_rough_params),                                                                      \
                .fields = gud_rough_fields,                                                                            \
                .nfield = GUD_ROUGH_NFIELD,                                                                            \
                .rules = (rules_),                                                                                     \
                .nrule = GUD_COUNT(rules_)},                                                                           \
        .prepare = (prepare_),                                                                                         \
        .eval = eval,                                                                                                  \
    }

// yielding as CEB, ZMC and KE see it: K and delta_c (rough.md, eq. 13)
void gud_asperity_yield(const gud_rough_params *params, gud_asperity *law);

#endif
