// A pin in a hole with the half width by geometry, and the compression of a cylinder by the theory of the half space.
// Liu 2013, eqs 21 to 28; docs/theory/contact.md, section 7.
//
//     a:   d = -dR + sqrt(R2^2 - a^2) - sqrt(R1^2 - a^2),   a <= R1
//     P = pi E d/(2 (2 ln(4 R1/a) - 1))
//
// For two bodies of one material pi E/2 is the pi E'/(4 (1 - nu^2)) of the paper, with E' Young's modulus. From
// a = R1 on, the pin is held all around its half: a stays, and the force grows in proportion to the depth.
//
//     d       penetration          m      in->depth
//     P       force per width      N/m    force/width
//     E       equivalent modulus   Pa     modulus
//     R1, R2  pin, hole            m      radius
//     dR      R2 - R1              m      clearance
//     a       half width           m      half_width

#include "contact/row.h"

static gud_status prepare(const gud_contact_params *params, gud_contact *c, gud_error *error)
{
    (void)params, (void)error;
    const double *r = c->radius;
    c->limit_depth = sqrt(c->clearance * (r[0] + r[1])) - c->clearance;
    return GUD_OK;
}

// a^2 = s (2 R1 - s) with s = d (2 R2 + d)/(2 (dR + d)), which is eq. 24 of the paper without its cancellation
static double square(const gud_contact *c, double d, double *a2_depth)
{
    const double r1 = c->radius[0], r2 = c->radius[1], u = c->clearance + d;
    const double s = d * (2.0 * r2 + d) / (2.0 * u), s_depth = (r2 + d - s) / u;
    *a2_depth = 2.0 * (r1 - s) * s_depth;
    return s * (2.0 * r1 - s);
}

static void elastic(const gud_contact *c, int n, const double *depth, double *force, double *F_depth)
{
    const double r1 = c->radius[0], pi_E_width = pi * c->modulus * c->width;
    for (int i = 0; i < n; i++) {
        const double d = depth[i];
        double a2 = r1 * r1, a2_depth = 0.0;
        if (d <= 0.0) {
            force[i] = F_depth[i] = 0.0;
            continue;
        }
        if (d < c->limit_depth) a2 = square(c, d, &a2_depth);
        const double logarithm = log(16.0 * r1 * r1 / a2) - 1.0;
        force[i] = 0.5 * pi_E_width * d / logarithm;
        F_depth[i] = 0.5 * pi_E_width / logarithm * (1.0 + d * a2_depth / (a2 * logarithm));
    }
}

static void half_width(const gud_contact *c, int n, const double *depth, double *a)
{
    for (int i = 0; i < n; i++) {
        const double d = gud_depth_positive(depth[i]);
        double a2_depth;
        a[i] = d >= c->limit_depth ? c->radius[0] : sqrt(square(c, d, &a2_depth));
    }
}

static const gud_field fields[] = {GUD_CONTACT_OUT_OR_ELASTIC, GUD_CONTACT_SLOWEST};

const gud_contact_law gud_contact_liu_geometric = {
    .row = {GUD_CONTACT_ROW("liu_geometric", "pin in a hole, half width from geometry",
                            "Liu 2013, eqs 24 and 27; contact.md, eqs 23 to 25", fields)},
    .needs = GUD_CONTACT_MODULUS | GUD_CONTACT_RADII | GUD_CONTACT_WIDTH | GUD_CONTACT_INTERNAL,
    .prepare = prepare,
    .elastic = elastic,
    .half_width = half_width,
    .damp = gud_hysteresis_damp,
};
