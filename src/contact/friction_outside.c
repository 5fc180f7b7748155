// Friction laws from outside: a measured curve of the coefficient over the speed, or a function of a shared library;
// docs/theory/contact.md, section 12.

#include "contact/friction_row.h"

static const gud_law_wanted wanted = {.kind = GUD_PLUGIN_FRICTION,
                                      .shape = GUD_LAW_FROM_ZERO,
                                      .outside = GUD_OUTSIDE_HOLD,
                                      .x_unit = "m/s",
                                      .y_unit = "1"};

gud_status gud_friction_source(const gud_law_context *context, gud_friction_params *params)
{
    return gud_law_prepare(context, &wanted, &params->source);
}

// ---- a table

static gud_status check_table(const gud_friction_params *p, gud_error *error)
{
    return p->source.curve ? GUD_OK : gud_fail(error, GUD_ERR_INPUT, "table: give a file, or speed and coefficient");
}

static void table_curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    for (int i = 0; i < n; i++) {
        double out[3];
        (void)gud_curve_eval(p->source.curve, speed[i], out);
        mu[i] = out[0];
        mu_speed[i] = out[1];
    }
}

static const gud_field table_fields[] = {
    GUD_LAW_TABLE_FIELDS(gud_friction_params, "speed", "m/s", "sliding speeds, starting at 0", "coefficient", "1",
                         "coefficients at these speeds, starting at 0"),
};
static const gud_rule table_rules[] = {GUD_LAW_TABLE_RULES("speed", "coefficient")};

const gud_friction_law gud_friction_table = {
    .row = {GUD_FRICTION_ROW("table", "coefficient against sliding speed from a table", "contact.md, section 12",
                             table_fields),
            .rules = table_rules, .nrule = GUD_COUNT(table_rules)},
    .outside = true,
    .check = check_table,
    .curve = table_curve,
};

// ---- a library

static gud_status check_plugin(const gud_friction_params *p, gud_error *error)
{
    double speed = 0.0, mu = 0.0, slope = 0.0;
    if (!p->source.law) return gud_fail(error, GUD_ERR_INPUT, "plugin: give a library and the name of its law");
    p->source.law->curve(p->source.values, 1, &speed, &mu, &slope);
    if (mu == 0.0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "plugin: law '%s' has a coefficient of %g at rest; it must start at 0",
                    p->source.law->name, mu);
}

static void plugin_curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    p->source.law->curve(p->source.values, n, speed, mu, mu_speed);
}

static const gud_field plugin_fields[] = {GUD_LAW_PLUGIN_FIELDS(gud_friction_params)};

const gud_friction_law gud_friction_plugin = {
    .row = {GUD_FRICTION_ROW("plugin", "a law from a shared library; requires --plugins", "gudgeon/plugin.h",
                             plugin_fields)},
    .outside = true,
    .check = check_plugin,
    .curve = plugin_curve,
};
