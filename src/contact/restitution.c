#include "contact/restitution.h"

#include "num/root.h"

#include <math.h>

// (x - ln(1 + x))/x^2, also where x is small
static double log_remainder(double x)
{
    if (fabs(x) > 0.05) return (x - log1p(x)) / (x * x);
    double sum = 0.0;
    for (int k = 14; k >= 2; k--) sum = 1.0 / k - x * sum; // 1/2 - x/3 + x^2/4 - ...
    return sum;
}

// difference of the two sides of eq. 5, divided by chi^2: positive while too little energy is lost
static double surplus(double chi, double e)
{
    return log_remainder(chi) - e * e * log_remainder(-chi * e);
}

typedef double (*relation)(double x, double given);

// the root between a and b, where the relation has opposite signs
static double solve(relation f, double given, double a, double b)
{
    gud_root root;
    gud_status st = gud_root_init(&root, a, f(a, given), b, f(b, given), 0.0);
    while (st == GUD_OK && !gud_root_done(&root)) {
        const double x = gud_root_next(&root);
        st = gud_root_feed(&root, f(x, given));
    }
    return st == GUD_OK ? gud_root_best(&root) : (double)NAN;
}

static double surplus_by_speed(double e, double chi)
{
    return surplus(chi, e);
}

double gud_restitution_of_chi(double chi)
{
    if (!(chi > 0.0)) return chi == 0.0 ? 1.0 : (double)NAN;
    if (chi > 30.0) return 1.0 / chi; // the difference is below exp(-chi)
    return solve(surplus_by_speed, chi, 0.0, fmin(1.0, 1.0 / chi));
}

double gud_restitution_to_chi(double e)
{
    if (!(e > 0.0 && e < 1.0)) return e == 1.0 ? 0.0 : (double)NAN;
    if (e < 1.0 / 30.0) return 1.0 / e;
    return solve(surplus, e, 0.0, 1.0 / e);
}

double gud_restitution_of_zeta(double zeta)
{
    if (zeta < 1.0) return exp(-zeta / sqrt((1.0 - zeta) * (1.0 + zeta)) * 2.0 * acos(zeta));
    if (zeta == 1.0) return exp(-2.0);
    const double gamma = acosh(zeta);
    return exp(-2.0 * gamma / tanh(gamma));
}

static double too_lively(double zeta, double e)
{
    return gud_restitution_of_zeta(zeta) - e;
}

double gud_restitution_to_zeta(double e)
{
    if (!(e > 0.0 && e < 1.0)) return e == 1.0 ? 0.0 : (double)NAN;
    // e(zeta) < 1/zeta^2, because gamma/tanh(gamma) > gamma > ln(zeta)
    return solve(too_lively, e, 0.0, 1.0 + 1.0 / sqrt(e));
}
