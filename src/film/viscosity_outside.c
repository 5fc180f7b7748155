// Viscosity over temperature from outside: a measured curve, or a function of a shared library.

#include "film/viscosity_outside.h"

#include <math.h>

static const gud_law_wanted wanted = {.kind = GUD_PLUGIN_VISCOSITY,
                                      .shape = GUD_LAW_POSITIVE,
                                      .outside = GUD_OUTSIDE_REFUSE,
                                      .x_unit = "K",
                                      .y_unit = "Pa.s"};

typedef struct params {
    gud_law_source source;
} params;

const gud_law_source *gud_viscosity_outside(const gud_choice *law)
{
    const bool outside = law->row == &gud_viscosity_table.row || law->row == &gud_viscosity_plugin.row;
    return outside ? &((const params *)law->params)->source : NULL;
}

gud_status gud_viscosity_source(const gud_law_context *context, const gud_choice *law)
{
    if (!gud_viscosity_outside(law)) return GUD_OK;
    return gud_law_prepare(context, &wanted, &((params *)law->params)->source);
}

void gud_viscosity_range(const gud_choice *law, double range[2])
{
    if (law->row != &gud_viscosity_table.row) return;
    const gud_spline *s = &((const params *)law->params)->source.curve->spline;
    range[0] = fmax(range[0], s->x[0]);
    range[1] = fmin(range[1], s->x[s->npiece]);
}

static double table_eval(const void *prm, double temperature)
{
    const params *p = prm;
    double out[3] = {(double)NAN, 0.0, 0.0};
    if (p->source.curve) (void)gud_curve_eval(p->source.curve, temperature, out); // NAN beyond the points
    return out[0];
}

static const gud_field table_fields[] = {
    GUD_LAW_TABLE_FIELDS(params, "temperature", "K", "temperatures", "viscosity", "Pa.s",
                         "dynamic viscosities at these temperatures"),
};
static const gud_rule table_rules[] = {GUD_LAW_TABLE_RULES("temperature", "viscosity")};

const gud_viscosity_law gud_viscosity_table = {
    .row = {.name = "table",
            .about = "a table; temperatures outside it are refused",
            .size = sizeof(params),
            .fields = table_fields,
            .nfield = GUD_COUNT(table_fields),
            .rules = table_rules,
            .nrule = GUD_COUNT(table_rules)},
    .eval = table_eval,
};

static double plugin_eval(const void *prm, double temperature)
{
    const params *p = prm;
    double eta = (double)NAN, slope;
    if (p->source.law) p->source.law->curve(p->source.values, 1, &temperature, &eta, &slope);
    return eta;
}

static const gud_field plugin_fields[] = {GUD_LAW_PLUGIN_FIELDS(params)};

const gud_viscosity_law gud_viscosity_plugin = {
    .row = GUD_ROW(params, "plugin", "a law from a shared library; requires --plugins", plugin_fields),
    .eval = plugin_eval,
};
