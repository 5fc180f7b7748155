// Line contact by Hertz' pressure and the depth at its edge: a linear spring.
// Liu 2013, eqs 1 to 6; docs/theory/contact.md, eq. 17.
//
//     P = (pi/4) E d,   a = sqrt(d R)
//
//     d  penetration          m      in->depth
//     P  force per width      N/m    force/width
//     E  equivalent modulus   Pa     modulus
//     R  relative radius      m      relative
//     a  half width           m      half_width

#include "contact/row.h"

static void elastic(const gud_contact *contact, int n, const double *depth, double *force, double *F_depth)
{
    const double slope = 0.25 * pi * contact->modulus * contact->width;
    for (int i = 0; i < n; i++) {
        force[i] = slope * gud_depth_positive(depth[i]);
        F_depth[i] = depth[i] <= 0.0 ? 0.0 : slope;
    }
}

static const gud_field fields[] = {GUD_CONTACT_OUT_OR_ELASTIC, GUD_CONTACT_SLOWEST};

const gud_contact_law gud_contact_liu_nonconformal = {
    .row = {GUD_CONTACT_ROW("liu_nonconformal", "non-conformal line contact, a linear spring",
                            "Liu 2013, eq. 6; contact.md, eq. 17", fields)},
    .needs = GUD_CONTACT_MODULUS | GUD_CONTACT_WIDTH,
    .elastic = elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
