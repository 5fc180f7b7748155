// Hertzian stiffness with hysteresis damping.
// K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445; docs/theory/contact.md, eqs 1 and 7b.
//
//     F = K d^n (1 + chi v/v0),   chi = 3 (1 - e)/2,   F >= 0,   d > 0
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
    return 1.5 * (1.0 - e);
}

static const gud_field fields[] = {GUD_CONTACT_HYSTERESIS_FIELDS(0.0, 0)};
static const gud_rule rules[] = {GUD_CONTACT_HYSTERESIS_RULES};

const gud_contact_law gud_contact_hunt_crossley = {
    .row = {GUD_CONTACT_ROW("hunt_crossley", "Hertzian stiffness with hysteresis damping",
                            "K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445; contact.md, eq. 7b",
                            fields),
            .rules = rules, .nrule = GUD_COUNT(rules)},
    .prepare = gud_power_prepare,
    .chi = chi,
    .elastic = gud_power_elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
