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
#undef GUD_MATERIAL

#define GUD_MATERIAL(name_, ...) name_,
const char *const gud_material_names[] = {
#include "rough/material.def"
    NULL};
#undef GUD_MATERIAL

#define TEXT(member, about_)                                                                                           \
    {                                                                                                                  \
        .key = #member, .type = GUD_TEXT, .offset = offsetof(gud_material, member), .about = (about_)                  \
    }

static const gud_field fields[] = {
    TEXT(name, "name"),
    GUD_FIELD_POSITIVE(gud_material, young, "Pa", GUD_REQUIRED, "Young's modulus"),
    GUD_FIELD(gud_material, poisson, "1", GUD_REQUIRED, 0.0, 0.5, "Poisson ratio"),
    GUD_FIELD_POSITIVE(gud_material, hardness, "Pa", GUD_REQUIRED, "indentation hardness"),
    GUD_FIELD_POSITIVE(gud_material, yield, "Pa", GUD_REQUIRED, "yield strength"),
    GUD_FIELD_POSITIVE(gud_material, density, "kg/m3", GUD_REQUIRED, "density"),
    TEXT(about, "condition"),
};

const gud_library gud_material_library = {
    .row = GUD_ROW(gud_material, "materials",
                   "materials of plain bearings, pins and pistons at 20 degrees C; typical values: heat treatment and "
                   "casting change hardness and strength by a third or more",
                   fields),
    .entries = gud_materials,
    .nentry = GUD_COUNT(gud_materials) - 1,
    .use = "rough: {materials: [bronze-CuSn8, steel-52100], ...}",
};

const gud_material *gud_material_find(const char *name)
{
    for (const gud_material *m = gud_materials; m->name; m++)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}

gud_status gud_materials_find(const char *const names[2], gud_error *error, const gud_material *bodies[2])
{
    for (int i = 0; i < 2; i++) {
        if (!names[i]) return gud_fail(error, GUD_ERR_INPUT, "materials must name two materials");
        bodies[i] = gud_material_find(names[i]);
        if (!bodies[i])
            return gud_fail(error, GUD_ERR_INPUT, "there is no material '%s'; 'gudgeon list materials' lists them",
                            names[i]);
    }
    return GUD_OK;
}

double gud_material_modulus(const gud_material *first, const gud_material *second)
{
    return 1.0 / ((1.0 - first->poisson * first->poisson) / first->young +
                  (1.0 - second->poisson * second->poisson) / second->young);
}
