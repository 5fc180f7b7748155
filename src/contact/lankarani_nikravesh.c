// Hertzian stiffness with hysteresis damping, for restitution near 1.
// H. M. Lankarani, P. E. Nikravesh, J. Mech. Des. 112 (1990) 369-376; Tian 2009, eq. 17; docs/theory/contact.md, eqs 1
// and 7a.
//
//     F = K d^n (1 + chi v/v0),   chi = 3 (1 - e^2)/4,   F >= 0,   d > 0
//
//     d   penetration               m       in->depth
//     v   penetration rate          m/s     in->rate
//     v0  rate when contact began   m/s     in->rate0
//     K   stiffness                 N/m^n   stiffness
//     n   exponent                  -       exponent, 3/2 for a Hertz point contact
//     e   restitution               -       restitution

#include "contact/row.h"

static double chi(const gud_contact_params *params, double e)
{
    (void)params;
    return 0.75 * (1.0 - e) * (1.0 + e);
}

static const gud_field fields[] = {GUD_CONTACT_HYSTERESIS_FIELDS(0.0, 0)};
static const gud_rule rules[] = {GUD_CONTACT_HYSTERESIS_RULES};

const gud_contact_law gud_contact_lankarani_nikravesh = {
    .row = {GUD_CONTACT_ROW("lankarani_nikravesh", "Hertzian stiffness with hysteresis damping, for restitution near 1",
                            "H. M. Lankarani, P. E. Nikravesh, J. Mech. Des. 112 (1990) 369-376; contact.md, eq. 7a",
                            fields),
            .rules = rules, .nrule = GUD_COUNT(rules)},
    .prepare = gud_power_prepare,
    .chi = chi,
    .elastic = gud_power_elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
