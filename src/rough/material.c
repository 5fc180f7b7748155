#include "rough/material.h"

#include <stddef.h>
#include <string.h>

#define GUD_MATERIAL(name_, young_, poisson_, hardness_, yield_, density_, about_)                                     \
    {.name = (name_),                                                                                                  \
     .about = (about_),                                                                                                \
     .young = (young_),                                                                                                \
     .poisson = (poisson_),                                                                                            \
     .hardness = (hardness_),                                                                                          \
     .yield = (yield_),                                                                                                \
     .density = (density_)},

const gud_material gud_materials[] = {
#include "rough/material.def"
    {.name = NULL}};

const gud_material *gud_material_find(const char *name)
{
    for (const gud_material *m = gud_materials; m->name; m++)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}

double gud_material_modulus(const gud_material *first, const gud_material *second)
{
    return 1.0 / ((1.0 - first->poisson * first->poisson) / first->young +
                  (1.0 - second->poisson * second->poisson) / second->young);
}
