// Contact laws from outside: a measured curve, or a function of a shared library; docs/theory/contact.md, section 12.
//
//     F = f(d) (1 + chi v/v0)   f: monotone cubics through the points of a table, straight on behind the last one
//     F = F(d, v, v0)           of a library

#include "contact/row.h"

static const gud_law_wanted wanted = {
    .kind = GUD_PLUGIN_CONTACT, .shape = GUD_LAW_RISING, .outside = GUD_OUTSIDE_LINEAR, .x_unit = "m", .y_unit = "N"};

gud_status gud_contact_source(const gud_law_context *context, gud_contact_params *params)
{
    return gud_law_prepare(context, &wanted, &params->source);
}

// ---- a table

static gud_status prepare_table(const gud_contact_params *params, gud_contact *contact, gud_error *error)
{
    contact->source = params->source;
    return params->source.curve ? GUD_OK : gud_fail(error, GUD_ERR_INPUT, "table: give a file, or depth and force");
}

static void table_elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth)
{
    for (int i = 0; i < n; i++) {
        double out[3];
        (void)gud_curve_eval(contact->source.curve, gud_depth_positive(depth[i]), out); // NAN stays
        force[i] = out[0];
        F_depth[i] = depth[i] <= 0.0 ? 0.0 : out[1];
    }
}

static const gud_field table_fields[] = {
    GUD_LAW_TABLE_FIELDS(gud_contact_params, "depth", "m", "depths, starting at 0", "force", "N",
                         "increasing forces at these depths, starting at 0"),
    GUD_CONTACT_OUT_OR_ELASTIC,
    GUD_CONTACT_SLOWEST,
};
static const gud_rule table_rules[] = {GUD_LAW_TABLE_RULES("depth", "force")};

const gud_contact_law gud_contact_table = {
    .row = {GUD_CONTACT_ROW("table", "elastic force from a table, with hysteresis damping", "contact.md, section 12",
                            table_fields),
            .rules = table_rules, .nrule = GUD_COUNT(table_rules)},
    .outside = true,
    .prepare = prepare_table,
    .elastic = table_elastic,
    .damp = gud_hysteresis_damp,
};

// ---- a library

static gud_status prepare_plugin(const gud_contact_params *params, gud_contact *contact, gud_error *error)
{
    contact->source = params->source;
    return params->source.law ? GUD_OK
                              : gud_fail(error, GUD_ERR_INPUT, "plugin: give a library and the name of its law");
}

// the law of one point; apart there is no force, whatever the library has to say
static void eval_point(const gud_contact *contact, double depth, double rate, double rate0, double out[3])
{
    out[0] = out[1] = out[2] = depth <= 0.0 ? 0.0 : (double)NAN;
    if (!(depth > 0.0)) return;
    contact->source.law->contact(contact->source.values, 1, &depth, &rate, &rate0, &out[0], &out[1], &out[2]);
    if (out[0] < 0.0) out[0] = out[1] = out[2] = 0.0; // no law pulls
}

static void plugin_whole(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out)
{
    for (int i = 0; i < n; i++) {
        double answer[3];
        eval_point(contact, in->depth[i], in->rate[i], fmax(in->rate0[i], contact->slowest), answer);
        out->force[i] = answer[0];
        out->F_depth[i] = answer[1];
        out->F_rate[i] = answer[2];
    }
}

static void plugin_elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth)
{
    for (int i = 0; i < n; i++) {
        double answer[3];
        eval_point(contact, depth[i], 0.0, contact->slowest, answer);
        force[i] = answer[0];
        F_depth[i] = answer[1];
    }
}

static const gud_field plugin_fields[] = {
    GUD_LAW_PLUGIN_FIELDS(gud_contact_params),
    GUD_CONTACT_SLOWEST,
};

const gud_contact_law gud_contact_plugin = {
    .row = {GUD_CONTACT_ROW("plugin", "a law from a shared library; requires --plugins", "gudgeon/plugin.h",
                            plugin_fields)},
    .outside = true,
    .prepare = prepare_plugin,
    .elastic = plugin_elastic,
    .whole = plugin_whole,
};
