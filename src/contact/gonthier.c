// Hertzian stiffness with hysteresis damping that returns what it was asked for.
// Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedboeuf, Multibody Syst. Dyn. 11 (2004) 209-233; docs/theory/contact.md,
// eqs 1, 5 and 7d.
//
//     F = K d^n (1 + chi v/v0),   F >= 0,   d > 0
//     exact:         chi (1 + e) = ln((1 + chi)/(1 - chi e))
//     approximate:   chi = (1 - e^2)/e
//
//     d   penetration               m       in->depth
//     v   penetration rate          m/s     in->rate
//     v0  rate when contact began   m/s     in->rate0
//     K   stiffness                 N/m^n   stiffness
//     n   exponent                  -       exponent, 3/2 for a Hertz point contact
//     e   restitution               -       restitution; not 0

#include "contact/restitution.h"
#include "contact/row.h"

enum { exact, approximate };
static const char *const solutions[] = {"exact", "approximate", NULL};

static double chi(const gud_contact_params *params, double e)
{
    if (e == 0.0) return (double)INFINITY;
    return params->solution == exact ? gud_restitution_to_chi(e) : (1.0 - e) * (1.0 + e) / e;
}

static const gud_field fields[] = {
    GUD_CONTACT_HYSTERESIS_FIELDS(0.0, GUD_OPEN_LOW),
    {.key = "solution",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_contact_params, solution),
     .choices = solutions,
     .fallback = exact,
     .about = "solution of the relation between restitution and damping"},
};
static const gud_rule rules[] = {GUD_CONTACT_HYSTERESIS_RULES};

const gud_contact_law gud_contact_gonthier = {
    .row = {GUD_CONTACT_ROW("gonthier",
                            "Hertzian stiffness with hysteresis damping that gives exactly the specified restitution",
                            "Y. Gonthier et al., Multibody Syst. Dyn. 11 (2004) 209-233; contact.md, eq. 7d", fields),
            .rules = rules, .nrule = GUD_COUNT(rules)},
    .prepare = gud_power_prepare,
    .chi = chi,
    .elastic = gud_power_elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
