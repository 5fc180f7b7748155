// A pin in a cylindrical hole of finite length, elastic.
// S. Dubowsky, F. Freudenstein, J. Eng. Ind. 93 (1971) 305-309; docs/theory/contact.md, eq. 16.
//
//     d = P/(pi E) (ln(pi E L^2/(P R)) + 1)
//
// The half width a = sqrt(4 P R/(pi E)) turns the logarithm into ln(4 L^2/a^2): the length takes the place that the
// radii have in hertz_line. Followed up to a = the pin's radius or the length, whichever is smaller, then along the
// tangent.
//
//     d  penetration          m      in->depth
//     P  force per width      N/m    force/width
//     E  equivalent modulus   Pa     modulus
//     R  relative radius      m      relative
//     L  length of the hole   m      width

#include "contact/row.h"

static gud_status prepare(const gud_contact_params *params, gud_contact *c, gud_error *error)
{
    (void)params, (void)error;
    const double L = c->width, widest = fmin(L, fmin(c->radius[0], c->radius[1]));
    gud_logarithmic_prepare(pi * c->modulus * L * L / c->relative, 1.0, widest, c);
    return GUD_OK;
}

static const gud_field fields[] = {GUD_CONTACT_OUT_OR_ELASTIC, GUD_CONTACT_SLOWEST};

const gud_contact_law gud_contact_dubowsky_freudenstein = {
    .row = {GUD_CONTACT_ROW("dubowsky_freudenstein", "pin in a hole of finite length, elastic",
                            "S. Dubowsky, F. Freudenstein, J. Eng. Ind. 93 (1971) 305-309; contact.md, eq. 16",
                            fields)},
    .needs = GUD_CONTACT_MODULUS | GUD_CONTACT_RADII | GUD_CONTACT_WIDTH,
    .prepare = prepare,
    .elastic = gud_logarithmic_elastic,
    .half_width = gud_logarithmic_half_width,
    .damp = gud_hysteresis_damp,
};
