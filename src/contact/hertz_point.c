// Two spheres, or a ball in its socket, elastic.
// H. Hertz, J. reine angew. Math. 92 (1882) 156-171; Tian 2009, eq. 18; docs/theory/contact.md, eqs 10 to 12.
//
//     F = K d^(3/2),   K = (4/3) E sqrt(R),   a = sqrt(R d)
//
//     d  penetration          m         in->depth
//     K  stiffness            N/m^1.5   stiffness
//     E  equivalent modulus   Pa        modulus
//     R  relative radius      m         relative: R1 R2/(R2 - R1), or with the sum as Tian 2009 prints it
//     a  radius of contact    m         half_width

#include "contact/row.h"

static const gud_field fields[] = {GUD_CONTACT_STIFFNESS("N/m^1.5"), GUD_CONTACT_OUT_OR_ELASTIC, GUD_CONTACT_SLOWEST};

const gud_contact_law gud_contact_hertz_point = {
    .row = {GUD_CONTACT_ROW("hertz_point", "ball in socket or two spheres, elastic",
                            "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; contact.md, eq. 10", fields)},
    .prepare = gud_power_prepare,
    .elastic = gud_power_elastic,
    .half_width = gud_power_half_width,
    .damp = gud_hysteresis_damp,
};
