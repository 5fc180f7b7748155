// Contact of surfaces that nearly conform, with the gap between them as a polynomial of even powers.
// Liu 2013, eqs 7 to 14; docs/theory/contact.md, section 6.
//
//     gap of two circles:   h = A_1 x^2 + ... + A_n x^(2n),   depth that term k asks for:  d_k = D_k a^(2k)
//     D_k = (R1^(1-2k) - R2^(1-2k))/(2k - 1)
//
//     profile: hertz    d = D_1 a^2,              F = 4 n/(2 n + 1) E a d    (eqs 12, 13; n = 1: eq. 14)
//              single   d = D_n a^(2n),           F = 4 n/(2 n + 1) E a d    (eqs 9, 13)
//              series   d = sum over k of d_k,    F = sum over k of 4 k/(2 k + 1) E a d_k
//
// The force is one of an axisymmetric contact: no width enters.
//
//     d       penetration          m    in->depth
//     E       equivalent modulus   Pa   modulus
//     R1, R2  pin, hole            m    radius
//     n       order                -    order
//     a       half width           m    half_width

#include "contact/row.h"

enum { hertz, single, series };
static const char *const profiles[] = {"hertz", "single", "series", NULL};

static gud_status prepare(const gud_contact_params *params, gud_contact *c, gud_error *error)
{
    (void)error;
    c->order = params->order;
    c->profile_kind = params->profile;
    for (int k = 1; k <= c->order; k++) { // R1^-m - R2^-m without loss of digits where the radii nearly agree
        const double m = 2.0 * k - 1.0;
        c->profile[k - 1] = pow(c->radius[1], -m) * expm1(m * log1p(c->clearance / c->radius[0])) / m;
    }
    return GUD_OK;
}

// a^2 of the whole series. The depth is convex and rises in a^2, and its first term alone gives too much: Newton's
// steps only descend, until rounding stops them.
static double solve_series(const gud_contact *c, double depth)
{
    double s = depth / c->profile[0];
    for (int i = 0; i < 100; i++) {
        double d = 0.0, d_s = 0.0;
        for (int k = c->order - 1; k >= 0; k--) {
            d_s = d_s * s + (k + 1.0) * c->profile[k];
            d = (d + c->profile[k]) * s;
        }
        const double next = s - (d - depth) / d_s;
        if (!(next < s)) break;
        s = next;
    }
    return s;
}

static double width_at(const gud_contact *c, double depth)
{
    const int n = c->order;
    if (!(depth > 0.0)) return isnan(depth) ? depth : 0.0;
    if (c->profile_kind == series) return sqrt(solve_series(c, depth));
    if (c->profile_kind == hertz) return sqrt(depth / c->profile[0]);
    return pow(depth / c->profile[n - 1], 0.5 / n);
}

static double series_force(const gud_contact *c, double a)
{
    double sum = 0.0;
    for (int k = c->order; k >= 1; k--) sum = (sum + 4.0 * k / (2.0 * k + 1.0) * c->profile[k - 1]) * a * a;
    return c->modulus * a * sum;
}

static void elastic(const gud_contact *c, int n, const double *depth, double *force, double *F_depth)
{
    const double factor = 4.0 * c->order / (2.0 * c->order + 1.0) * c->modulus;
    for (int i = 0; i < n; i++) {
        const double a = width_at(c, depth[i]);
        force[i] = c->profile_kind == series ? series_force(c, a) : factor * a * gud_depth_positive(depth[i]);
        F_depth[i] = c->profile_kind == hertz ? 1.5 * factor * a : 2.0 * c->modulus * a;
    }
}

static void half_width(const gud_contact *c, int n, const double *depth, double *a)
{
    for (int i = 0; i < n; i++) a[i] = width_at(c, depth[i]);
}

static const gud_field fields[] = {
    {.key = "order",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_contact_params, order),
     .fallback = 1.0,
     .low = 1.0,
     .high = GUD_CONTACT_TERMS,
     .about = "order n of the polynomial that describes the gap"},
    {.key = "profile",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_contact_params, profile),
     .choices = profiles,
     .fallback = hertz,
     .about = "half width from the first term (hertz), the last one (single) or all of them (series); the same for "
              "order 1"},
    GUD_CONTACT_OUT_OR_ELASTIC,
    GUD_CONTACT_SLOWEST,
};

const gud_contact_law gud_contact_liu_conformal = {
    .row = {GUD_CONTACT_ROW("liu_conformal", "nearly conformal surfaces with a polynomial gap; does not use the width",
                            "Liu 2013, eqs 7 to 14; contact.md, eqs 18 to 22", fields)},
    .needs = GUD_CONTACT_MODULUS | GUD_CONTACT_RADII | GUD_CONTACT_INTERNAL,
    .prepare = prepare,
    .elastic = elastic,
    .half_width = half_width,
    .damp = gud_hysteresis_damp,
};
