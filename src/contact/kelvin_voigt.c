// A linear spring beside a linear damper, which do not pull.
// W. Goldsmith, Impact, 1960; docs/theory/contact.md, eqs 8 and 9.
//
//     F = K d + c v,   F >= 0,   d > 0
//     c = 2 zeta sqrt(K m),   e_out = exp(-2 beta/tan(beta)),   cos(beta) = zeta
//
// At first touch the force jumps to c v0.
//
//     d      penetration                   m       in->depth
//     v      penetration rate              m/s     in->rate
//     K      stiffness                     N/m     stiffness; absent: (pi/4) E width, as liu_nonconformal
//     c      damping                       N s/m   damping
//     m      mass that meets a wall        kg      mass; of two bodies m1 m2/(m1 + m2)
//     e_out  restitution that comes out    -       restitution_out

#include "contact/restitution.h"
#include "contact/row.h"

static gud_status prepare(const gud_contact_params *params, gud_contact *c, gud_error *error)
{
    const double derived = 0.25 * pi * c->modulus * c->width;
    c->exponent = 1.0;
    c->stiffness = isnan(params->stiffness) ? derived : params->stiffness;
    if (isnan(c->stiffness))
        return gud_fail(error, GUD_ERR_INPUT,
                        "kelvin_voigt: give stiffness, or materials and width from which it follows");

    const double unit = 2.0 * sqrt(c->stiffness * params->mass); // c at zeta = 1
    const double e = params->restitution_out;
    c->damping = isnan(e) ? params->damping : unit * gud_restitution_to_zeta(e);
    c->restitution = isnan(params->mass) ? (double)NAN : gud_restitution_of_zeta(c->damping / unit);
    return GUD_OK;
}

static void damp(const gud_contact *contact, int n, const gud_contact_in *in, gud_contact_out *out)
{
    for (int i = 0; i < n; i++) {
        const bool touch = !(in->depth[i] <= 0.0);
        const double force = out->force[i] + contact->damping * in->rate[i];
        const bool push = touch && !(force < 0.0);
        out->force[i] = push ? force : 0.0;
        out->F_depth[i] = push ? out->F_depth[i] : 0.0;
        out->F_rate[i] = push ? contact->damping : 0.0;
    }
}

static const gud_field fields[] = {
    GUD_FIELD_POSITIVE(gud_contact_params, stiffness, "N/m", GUD_OPTIONAL,
                       "stiffness K; default: (pi/4) E width from materials"),
    GUD_CONTACT_NUMBER(gud_contact_params, damping, "N.s/m", GUD_OPTIONAL, GUD_OPEN_HIGH, "damping c"),
    GUD_CONTACT_RESTITUTION(restitution_out, 0.0, GUD_OPEN_LOW, "restitution that results from an impact"),
    GUD_FIELD_POSITIVE(gud_contact_params, mass, "kg", GUD_OPTIONAL,
                       "mass that hits a wall with this restitution; for two bodies m1 m2/(m1 + m2)"),
};
static const gud_rule rules[] = {
    {GUD_ONE_OF, {"damping", "restitution_out"}},
    {GUD_NEEDS, {"restitution_out", "mass"}},
};

const gud_contact_law gud_contact_kelvin_voigt = {
    .row = {GUD_CONTACT_ROW("kelvin_voigt", "linear spring and damper; the force jumps at first contact",
                            "W. Goldsmith, Impact, 1960; contact.md, eqs 8 and 9", fields),
            .rules = rules, .nrule = GUD_COUNT(rules)},
    .sudden = true,
    .prepare = prepare,
    .elastic = gud_power_elastic,
    .damp = damp,
};
