// Two cylinders with parallel axes, elastic, as seen from their centres.
// K. L. Johnson, Contact Mechanics, 1985, section 5.6; docs/theory/contact.md, eq. 15.
//
//     d = P/(pi E) (ln(16 R1 R2/a^2) - 1),   a^2 = 4 P R/(pi E)
//
// For a pin in a hole the same as d = P/(pi E) (ln(4 pi E dR/P) - 1). Followed up to a = the smaller radius, then along
// the tangent.
//
//     d       penetration          m      in->depth
//     P       force per width      N/m    force/width
//     E       equivalent modulus   Pa     modulus
//     R1, R2  pin, hole            m      radius
//     R       relative radius      m      relative
//     dR      clearance            m      clearance
//     a       half width           m      half_width

#include "contact/row.h"

static gud_status prepare(const gud_contact_params *params, gud_contact *c, gud_error *error)
{
    (void)params, (void)error;
    const double *r = c->radius;
    gud_logarithmic_prepare(4.0 * pi * c->modulus * r[0] * r[1] / c->relative, -1.0, fmin(r[0], r[1]), c);
    return GUD_OK;
}

static const gud_field fields[] = {GUD_CONTACT_OUT_OR_ELASTIC, GUD_CONTACT_SLOWEST};

const gud_contact_law gud_contact_hertz_line = {
    .row = {GUD_CONTACT_ROW("hertz_line", "two cylinders, elastic: depth proportional to P ln P",
                            "K. L. Johnson, Contact Mechanics, 1985; contact.md, eq. 15", fields)},
    .needs = GUD_CONTACT_MODULUS | GUD_CONTACT_RADII | GUD_CONTACT_WIDTH,
    .prepare = prepare,
    .elastic = gud_logarithmic_elastic,
    .half_width = gud_logarithmic_half_width,
    .damp = gud_hysteresis_damp,
};
