#include "num/root.h"

#include <float.h>
#include <math.h>

gud_status gud_root_init(gud_root *root, double a, double fa, double b, double fb, double tolerance)
{
    if (!isfinite(a) || !isfinite(b) || isnan(fa) || isnan(fb) || isnan(tolerance)) return GUD_ERR_NUMERIC;
    if (fa != 0.0 && fb != 0.0 && signbit(fa) == signbit(fb)) return GUD_ERR_NUMERIC;

    *root = (gud_root){.x = {b, a}, .f = {fb, fa}};
    root->tolerance = fmax(tolerance, 2.0 * DBL_EPSILON * fmax(fabs(a), fabs(b)));
    root->reach = 0.5 * fabs(b - a) * exp2(GUD_ROOT_MORE - 1);
    return GUD_OK;
}

bool gud_root_done(const gud_root *root)
{
    return root->f[0] == 0.0 || root->f[1] == 0.0 || fabs(root->x[1] - root->x[0]) <= 2.0 * root->tolerance;
}

// where x lies between points 0 and 1 (0 to 1), by the parabola x(f) through all three; half where that is not monotone
static double interpolate(const gud_root *root)
{
    const double *x = root->x, *f = root->f;
    const double xi = (x[0] - x[1]) / (x[2] - x[1]), phi = (f[0] - f[1]) / (f[2] - f[1]);
    if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) return 0.5;
    const double by1 = f[0] / (f[1] - f[0]) * f[2] / (f[1] - f[2]);
    const double by2 = (x[2] - x[0]) / (x[1] - x[0]) * f[0] / (f[2] - f[0]) * f[1] / (f[2] - f[1]);
    return by1 + by2;
}

double gud_root_next(const gud_root *root)
{
    const double length = fabs(root->x[1] - root->x[0]), least = root->tolerance / length;
    const bool bisect = !root->three || 0.5 * length > root->reach;
    const double part = bisect ? 0.5 : interpolate(root);

    // at least one tolerance inside, so that a good guess closes the interval from its other side
    const double inside = isnan(part) ? 0.5 : fmin(fmax(part, least), 1.0 - least);
    return root->x[0] + inside * (root->x[1] - root->x[0]);
}

gud_status gud_root_feed(gud_root *root, double value)
{
    if (isnan(value)) return GUD_ERR_NUMERIC;
    double *x = root->x, *f = root->f;
    const double next = gud_root_next(root);
    const bool same_side = signbit(value) == signbit(f[0]);

    x[2] = same_side ? x[0] : x[1];
    f[2] = same_side ? f[0] : f[1];
    if (!same_side) {
        x[1] = x[0];
        f[1] = f[0];
    }
    x[0] = next;
    f[0] = value;
    root->three = true;
    root->reach *= 0.5;
    return GUD_OK;
}

double gud_root_low(const gud_root *root)
{
    return fmin(root->x[0], root->x[1]);
}

double gud_root_high(const gud_root *root)
{
    return fmax(root->x[0], root->x[1]);
}

double gud_root_best(const gud_root *root)
{
    return fabs(root->f[0]) <= fabs(root->f[1]) ? root->x[0] : root->x[1];
}
