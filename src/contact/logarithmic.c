// Line contact of long cylinders, seen from a distance: the depth goes with P ln P; docs/theory/contact.md, section 5.
//
//     d = P/(pi E) (ln(X/P) + k),   a^2 = 4 P R/(pi E)
//
//     P  load per width        N/m   force/width
//     X  scale of the load     N/m   load_scale
//     k  shift                 -     shift
//     a  half width            m     half_width
//
// With t = ln(X/P) + k the load is P = pi E d/t, and t solves t exp(-t) = y, y = pi E d exp(-k)/X, on the branch t > 1.
// The relation turns back at t = 1. Long before, the half width has reached what the bodies have to offer: from there
// on the curve follows its tangent.

#include "contact/row.h"

// t > 1 with t - ln t = 1 + u. The function is convex and rises, and the start lies above the root (Chatzigeorgiou,
// IEEE Commun. Lett. 17 (2013) 1505): Newton's steps only descend, until rounding stops them.
static double solve(double u)
{
    double t = 1.0 + sqrt(2.0 * u) + u;
    for (int i = 0; i < 50; i++) {
        const double next = t - (t - log(t) - 1.0 - u) * t / (t - 1.0);
        if (!(next < t)) break;
        t = next;
    }
    return t;
}

static double ratio(const gud_contact *c, double depth)
{
    return solve(-log(pi * c->modulus * depth / c->load_scale) + c->shift - 1.0);
}

void gud_logarithmic_prepare(double load_scale, double shift, double widest, gud_contact *c)
{
    const double pi_E = pi * c->modulus;
    const double load = pi_E * widest * widest / (4.0 * c->relative), t = log(load_scale / load) + shift;
    c->load_scale = load_scale;
    c->shift = shift;
    c->limit_depth = load * t / pi_E;
    c->limit_force = load * c->width;
    c->limit_slope = pi_E * c->width / (t - 1.0);
    c->limit_width = widest;
}

void gud_logarithmic_elastic(const gud_contact *c, int n, const double *depth, double *force, double *F_depth)
{
    const double pi_E_width = pi * c->modulus * c->width;
    for (int i = 0; i < n; i++) {
        const double d = depth[i];
        if (d <= 0.0) {
            force[i] = F_depth[i] = 0.0;
        } else if (d < c->limit_depth) {
            const double t = ratio(c, d);
            force[i] = pi_E_width * d / t;
            F_depth[i] = pi_E_width / (t - 1.0);
        } else { // NAN comes here and stays
            force[i] = c->limit_force + c->limit_slope * (d - c->limit_depth);
            F_depth[i] = c->limit_slope;
        }
    }
}

void gud_logarithmic_half_width(const gud_contact *c, int n, const double *depth, double *half_width)
{
    for (int i = 0; i < n; i++) {
        const double d = depth[i];
        if (d <= 0.0)
            half_width[i] = 0.0;
        else if (d < c->limit_depth)
            half_width[i] = sqrt(4.0 * d * c->relative / ratio(c, d));
        else
            half_width[i] = isnan(d) ? d : c->limit_width;
    }
}
