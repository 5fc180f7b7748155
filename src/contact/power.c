// Elastic curves that are a power of the depth; docs/theory/contact.md, eqs 10 to 12.

#include "contact/row.h"

static const double hertz = 1.5; // exponent of a point contact

gud_status gud_power_prepare(const gud_contact_params *params, gud_contact *contact, gud_error *error)
{
    const char *name = contact->law->row.name;
    const double derived = 4.0 / 3.0 * contact->modulus * sqrt(contact->relative);
    contact->exponent = isnan(params->exponent) ? hertz : params->exponent;
    contact->stiffness = isnan(params->stiffness) ? derived : params->stiffness;
    if (isnan(contact->stiffness))
        return gud_fail(error, GUD_ERR_INPUT, "%s: give stiffness, or materials and radii from which it follows", name);
    if (contact->exponent == hertz) return GUD_OK;

    contact->relative = (double)NAN; // no half width without Hertz
    if (!isnan(params->stiffness)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: exponent = %g needs a stiffness; materials determine only that for 1.5",
                    name, contact->exponent);
}

void gud_power_elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth)
{
    const double K = contact->stiffness, m = contact->exponent;
    for (int i = 0; i < n; i++) {
        const double d = gud_depth_positive(depth[i]);
        const double secant = K * (m == hertz ? sqrt(d) : pow(d, m - 1.0));
        force[i] = secant * d;
        F_depth[i] = depth[i] <= 0.0 ? 0.0 : m * secant;
    }
}

void gud_power_half_width(const gud_contact *contact, int n, const double *depth, double *half_width)
{
    for (int i = 0; i < n; i++) half_width[i] = sqrt(contact->relative * gud_depth_positive(depth[i]));
}
