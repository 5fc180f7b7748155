// Oils from files.

#include "film/oil.h"

#include <math.h>

static const gud_table viscosity_table = {
    .about = "viscosity as a function of temperature", .selector = "type", .rows = gud_viscosity_rows};
static const gud_table pressure_table = {
    .about = "viscosity as a function of pressure", .selector = "type", .rows = gud_pressure_rows};
static const gud_table shear_table = {.about = "shear thinning", .selector = "type", .rows = gud_shear_rows};
static const gud_table density_table = {
    .about = "density as a function of pressure", .selector = "type", .rows = gud_density_rows};

static const gud_field fields[] = {
    GUD_FIELD_INPUT(gud_oil_params, viscosity, "Pa.s", GUD_OPTIONAL, GUD_VISCOSITY_LEAST, GUD_VISCOSITY_MOST,
                    "dynamic viscosity"),
    {.key = "grade",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_oil_params, grade),
     .fallback = GUD_OPTIONAL,
     .choices = gud_oil_grades,
     .about = "a typical oil of an ISO VG or SAE grade, at the temperature"},
    GUD_FIELD_TABLE(gud_oil_params, law, &viscosity_table, GUD_OPTIONAL, "temperature law of the viscosity"),
    GUD_FIELD_INPUT(gud_oil_params, temperature, "K", GUD_OPTIONAL, 200.0, 800.0,
                    "temperature of the film, such as 60 degC"),
    GUD_FIELD_TABLE(gud_oil_params, pressure, &pressure_table, GUD_OPTIONAL, "pressure dependence of the viscosity"),
    GUD_FIELD_TABLE(gud_oil_params, shear, &shear_table, GUD_OPTIONAL, "shear-rate dependence of the viscosity"),
    GUD_FIELD_TABLE(gud_oil_params, compression, &density_table, GUD_OPTIONAL, "pressure dependence of the density"),
    GUD_FIELD_POSITIVE(gud_oil_params, density, "kg/m3", 870.0, "density, for the temperature rise"),
    GUD_FIELD_POSITIVE(gud_oil_params, specific_heat, "J/(kg.K)", 1950.0, "specific heat, for the temperature rise"),
};
static const gud_rule rules[] = {
    {GUD_ONE_OF, {"viscosity", "grade", "law"}},
    {GUD_NEEDS, {"grade", "temperature"}},
    {GUD_NEEDS, {"law", "temperature"}},
};

const gud_row gud_oil_row = {.name = "oil",
                             .about = "the lubricant",
                             .source = "docs/theory/film.md",
                             .size = sizeof(gud_oil_params),
                             .fields = fields,
                             .nfield = GUD_COUNT(fields),
                             .rules = rules,
                             .nrule = GUD_COUNT(rules)};

double gud_oil_viscosity(const gud_oil_params *p, double temperature)
{
    if (p->law.row) return ((const gud_viscosity_law *)(const void *)p->law.row)->eval(p->law.params, temperature);
    return gud_oil_grade_viscosity(p->grade, temperature);
}

gud_status gud_oil_make(const gud_oil_params *p, gud_lubricant *oil, const char **key, gud_error *error)
{
    *oil = (gud_lubricant){.eta0 = p->viscosity,
                           .pressure = (const gud_pressure_law *)(const void *)p->pressure.row,
                           .pressure_params = p->pressure.params,
                           .shear = (const gud_shear_law *)(const void *)p->shear.row,
                           .shear_params = p->shear.params,
                           .density = (const gud_density_law *)(const void *)p->compression.row,
                           .density_params = p->compression.params};
    if (p->grade >= 0 || p->law.row) oil->eta0 = gud_oil_viscosity(p, p->temperature);
    *key = "temperature";
    if (!(oil->eta0 > 0.0) || !isfinite(oil->eta0))
        return gud_fail(error, GUD_ERR_INPUT, "the oil has no viscosity at %g K", p->temperature);
    *key = "pressure";
    return gud_lubricant_prepare(oil, error);
}
