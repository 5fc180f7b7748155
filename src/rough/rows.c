// The table of rough-contact models and the one description of their parameters.

#include "rough/material.h"
#include "rough/row.h"

#include <string.h>

static const char *const height_laws[] = {"gaussian", "exponential", NULL};
static const char *const onsets[] = {"2K/3", "K", NULL}; // gud_rough_onset

#define NUMBER(member, unit, fallback, low, high, about)                                                               \
    GUD_FIELD(gud_rough_params, member, unit, fallback, low, high, about)

#define POSITIVE(member, unit, about) GUD_FIELD_POSITIVE(gud_rough_params, member, unit, GUD_OPTIONAL, about)

// a length in metres that is larger has lost its unit
#define UP_TO(member_, unit_, high_, about_)                                                                           \
    {                                                                                                                  \
        .key = #member_, .type = GUD_NUMBER, .offset = offsetof(gud_rough_params, member_), .unit = (unit_),           \
        .fallback = GUD_OPTIONAL, .low = 0.0, .high = (high_), .flags = GUD_OPEN_LOW, .about = (about_)                \
    }

#define OTHER(member_, type_, ...)                                                                                     \
    {                                                                                                                  \
        .key = #member_, .type = (type_), .offset = offsetof(gud_rough_params, member_), __VA_ARGS__                   \
    }

const gud_field gud_rough_fields[GUD_ROUGH_NFIELD] = {
    UP_TO(sigma, "m", 1e-3, "standard deviation of asperity heights"),
    NUMBER(mean, "m", GUD_OPTIONAL, -1e-3, 1e-3, "mean height of asperities above the mean plane; default: 0"),
    UP_TO(radius, "m", 1.0, "radius of the asperity tips"),
    POSITIVE(density, "m-2", "asperities per area"),
    OTHER(heights, GUD_CHOICE, .choices = height_laws, .fallback = 0.0,
          .about = "height distribution; exponential describes the highest asperities only"),
    OTHER(profile, GUD_FILE, .fallback = GUD_OPTIONAL,
          .about =
              "profilometer trace (CSV: position, height) from which sigma, mean, radius and density are computed"),
    OTHER(counterface, GUD_FILE, .fallback = GUD_OPTIONAL, .about = "trace of the other surface; default: smooth"),
    POSITIVE(cutoff, "m", "waves of a trace longer than this are removed (Gaussian filter); default: none"),
    POSITIVE(short_cutoff, "m", "waves of a trace shorter than this are removed (Gaussian filter); default: none"),
    OTHER(detrend, GUD_INTEGER, .fallback = 1.0, .low = 0.0, .high = 3.0,
          .about = "degree of the polynomial that is removed from a trace first"),
    POSITIVE(modulus, "Pa", "equivalent modulus E, 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2"),
    POSITIVE(hardness, "Pa", "indentation hardness of the softer body; default: that of materials, or 2.8 yield"),
    POSITIVE(yield, "Pa", "yield strength of the softer body; default: that of materials, or hardness/2.8"),
    NUMBER(poisson, "1", GUD_OPTIONAL, 0.0, 0.5,
           "Poisson ratio of the softer body; default: that of materials, or 0.3"),
    OTHER(materials, GUD_NAMES, .count = 2, .choices = gud_material_names, .fallback = GUD_OPTIONAL,
          .about = "materials of the two bodies, by name, instead of modulus, hardness, yield and poisson"),
    NUMBER(exponent, "1", 1.5, 1.0, 2.5,
           "exponent of the interference in the force of PW (1: pressure = hardness x area)"),
    OTHER(onset, GUD_CHOICE, .choices = onsets, .fallback = 0.0,
          .about = "mean pressure over hardness at which ZMC starts to yield, K = 0.454 + 0.41 poisson"),
};

#define SURFACE_RULES                                                                                                  \
    {GUD_ONE_OF, {"sigma", "profile"}}, {GUD_ALL_OR_NONE, {"sigma", "radius", "density"}},                             \
        {GUD_AT_MOST_ONE_OF, {"mean", "profile"}}, {GUD_NEEDS, {"counterface", "profile"}},                            \
    {                                                                                                                  \
        GUD_ONE_OF,                                                                                                    \
        {                                                                                                              \
            "modulus", "materials"                                                                                     \
        }                                                                                                              \
    }

const gud_rule gud_rough_elastic_rules[GUD_ROUGH_NELASTIC] = {SURFACE_RULES};

const gud_rule gud_rough_plastic_rules[GUD_ROUGH_NPLASTIC] = {
    SURFACE_RULES,
    {GUD_AT_LEAST_ONE_OF, {"hardness", "yield", "materials"}},
};

#define GUD_ROUGH_MODEL(id) &gud_rough_##id,
const gud_rough_model *const gud_rough_models[] = {
#include "rough/rough.def"
    NULL};
#undef GUD_ROUGH_MODEL

#define GUD_ROUGH_MODEL(id) &gud_rough_##id.row,
const gud_row *const gud_rough_rows[] = {
#include "rough/rough.def"
    NULL};
#undef GUD_ROUGH_MODEL

const gud_rough_model *gud_rough_find(const char *name)
{
    for (int i = 0; gud_rough_models[i]; i++)
        if (strcmp(gud_rough_models[i]->row.name, name) == 0) return gud_rough_models[i];
    return NULL;
}

void gud_asperity_yield(const gud_rough_params *params, gud_asperity *law)
{
    law->factor = 0.454 + 0.41 * params->poisson;
    const double strain = 0.5 * pi * law->factor * law->hard;
    law->onset = strain * strain / law->aspect;
}
