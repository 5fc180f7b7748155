// Hertzian stiffness with hysteresis damping, for any restitution.
// P. Flores, M. Machado, M. T. Silva, J. M. Martins, Multibody Syst. Dyn. 25 (2011) 357-375; docs/theory/contact.md,
// eqs 1 and 7c.
//
//     F = K d^n (1 + chi v/v0),   chi = 8 (1 - e)/(5 e),   F >= 0,   d > 0
//
//     d   penetration               m       in->depth
//     v   penetration rate          m/s     in->rate
//     v0  rate when contact began   m/s     in->rate0
//     K   stiffness                 N/m^n   stiffness
//     n   exponent                  -       exponent, 3/2 for a Hertz point contact
//     e   restitution               -       restitution; not 0

#include "contact/row.h"

static double chi(const gud_contact_params *params, double e)
{
    (void)params;
    return 1.6 * (1.0 - e) / e;
}

static const gud_field fields[] = {GUD_CONTACT_HYSTERESIS_FIELDS(0.0, GUD_OPEN_LOW)};
static const gud_rule rules[] = {GUD_CONTACT_HYSTERESIS_RULES};

const gud_contact_law gud_contact_flores = {
    .row = {GUD_CONTACT_ROW("flores", "Hertzian stiffness with hysteresis damping, for any restitution",
                            "P. Flores et al., Multibody Syst. Dyn. 25 (2011) 357-375; contact.md, eq. 7c", fields),
            .rules = rules, .nrule = GUD_COUNT(rules)},
    .prepare = gud_power_prepare,
    .chi = chi,
    .elastic = gud_power_elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
