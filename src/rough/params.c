// Parameters of rough contact: defaults, checks, and what follows from profiles and materials.

#include "base/params.h"
#include "rough/material.h"
#include "rough/profile.h"
#include "rough/row.h"

#include <math.h>
#include <string.h>

static const double tabor = 2.8; // hardness over yield strength, D. Tabor, The hardness of metals, 1951
static const double usual_poisson = 0.3;

void gud_rough_defaults(gud_rough_params *params)
{
    gud_params_default(&gud_rough_models[0]->row, params); // all models describe the same fields
}

static double given_or(double given, double otherwise)
{
    return isnan(given) ? otherwise : given;
}

static gud_status take_materials(gud_rough_params *params, gud_error *error)
{
    const gud_material *bodies[2];
    GUD_TRY(gud_materials_find(params->materials, error, bodies));
    const gud_material *softer = bodies[bodies[0]->hardness < bodies[1]->hardness ? 0 : 1];

    params->modulus = gud_material_modulus(bodies[0], bodies[1]);
    params->poisson = given_or(params->poisson, softer->poisson);
    // what the user says about hardness or strength comes before what the library says about the other
    if (isnan(params->hardness) && isnan(params->yield)) {
        params->hardness = softer->hardness;
        params->yield = softer->yield;
    }
    return GUD_OK;
}

static gud_status trace_moments(const char *path, const gud_rough_params *params, gud_error *error,
                                gud_moments *moments)
{
    const gud_profile_filter filter = {params->detrend, params->cutoff, params->short_cutoff};
    gud_profile trace;
    GUD_TRY(gud_profile_read(path, error, &trace));
    gud_status st = gud_profile_level(&trace, &filter, error);
    if (st == GUD_OK) st = gud_profile_moments(&trace, error, moments);
    gud_profile_free(&trace);
    return st;
}

static gud_status take_profiles(gud_rough_params *params, gud_error *error)
{
    gud_moments moments, other = {0};
    gud_roughness summits;
    GUD_TRY(trace_moments(params->profile, params, error, &moments));
    if (params->counterface) GUD_TRY(trace_moments(params->counterface, params, error, &other));
    moments = gud_moments_add(moments, other);
    GUD_TRY(gud_moments_summits(&moments, error, &summits));
    params->sigma = summits.sigma;
    params->mean = summits.mean;
    params->radius = summits.radius;
    params->density = summits.density;
    return GUD_OK;
}

gud_status gud_rough_resolve(const gud_rough_model *model, const gud_rough_params *given, gud_error *error,
                             gud_rough_params *params)
{
    GUD_TRY(gud_params_check("rough", &model->row, given, error));
    *params = *given;
    if (params->profile) GUD_TRY(take_profiles(params, error));
    if (params->materials[0]) GUD_TRY(take_materials(params, error));
    params->profile = params->counterface = NULL;
    params->materials[0] = params->materials[1] = NULL;
    params->mean = given_or(params->mean, 0.0);
    params->poisson = given_or(params->poisson, usual_poisson);
    params->hardness = given_or(params->hardness, tabor * params->yield);
    params->yield = given_or(params->yield, params->hardness / tabor);
    return GUD_OK;
}
