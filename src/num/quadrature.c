#include "num/quadrature.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

// ---- Gauss-Legendre

static const long double pi = 3.141592653589793238462643383279502884L;

// Legendre polynomial P_n and its derivative at |x| < 1, by the three-term recurrence
static void legendre(int n, long double x, long double *value, long double *slope)
{
    long double before = 1.0L, here = x;
    for (int k = 2; k <= n; k++) {
        const long double next = ((2.0L * k - 1.0L) * x * here - (k - 1.0L) * before) / k;
        before = here;
        here = next;
    }
    *value = here;
    *slope = n * (before - x * here) / (1.0L - x * x);
}

// In long double, so that rounding of the result to double is all that is lost. Newton's iteration converges from the
// cosine, which lies within O(1/n^2) of the node, in a handful of steps for any n.
void gud_gauss_legendre(int n, double *x, double *w)
{
    assert(n >= 1);
    for (int i = 0; i < (n + 1) / 2; i++) {
        const bool middle = 2 * i + 1 == n;
        long double node = middle ? 0.0L : cosl(pi * (i + 0.75L) / (n + 0.5L)), value, slope, step = 1.0L;
        for (int k = 0; !middle && k < 20 && fabsl(step) > 4.0L * LDBL_EPSILON; k++) {
            legendre(n, node, &value, &slope);
            step = value / slope;
            node -= step;
        }
        legendre(n, node, &value, &slope);
        x[i] = -(double)node;
        x[n - 1 - i] = (double)node;
        w[i] = w[n - 1 - i] = (double)(2.0L / ((1.0L - node * node) * slope * slope));
    }
}

// ---- adaptive Gauss-Kronrod, 7 and 15 points

enum { most_intervals = 512 };

// nodes of the right half; every second one, from the middle on, is a Gauss node
static const double node[8] = {0.0,
                               0.20778495500789846760,
                               0.40584515137739716691,
                               0.58608723546769113029,
                               0.74153118559939443986,
                               0.86486442335976907279,
                               0.94910791234275852453,
                               0.99145537112081263921};
static const double weight15[8] = {0.20948214108472782801,  0.20443294007529889241, 0.19035057806478540991,
                                   0.16900472663926790283,  0.14065325971552591875, 0.10479001032225018384,
                                   0.063092092629978553291, 0.022935322010529224964};
static const double weight7[4] = {0.41795918367346938776, 0.38183005050511894495, 0.27970539148927666790,
                                  0.12948496616886969327};

typedef struct {
    double a, b, value, error;
    double noise; // error that rounding alone may cause
} interval;

static interval measure(gud_integrand f, const void *user, double a, double b)
{
    const double centre = 0.5 * (a + b), half = 0.5 * (b - a), f0 = f(user, centre);
    double fine = weight15[0] * f0, coarse = weight7[0] * f0, size = fabs(fine);

    for (int k = 1; k < 8; k++) {
        const double left = f(user, centre - half * node[k]), right = f(user, centre + half * node[k]);
        fine += weight15[k] * (left + right);
        size += weight15[k] * (fabs(left) + fabs(right));
        if (k % 2 == 0) coarse += weight7[k / 2] * (left + right);
    }
    return (interval){a, b, half * fine, fabs(half * (fine - coarse)), 4.0 * DBL_EPSILON * fabs(half) * size};
}

static void sum(const interval *parts, int n, gud_integral *integral, double *noise)
{
    integral->value = integral->error = *noise = 0.0;
    for (int i = 0; i < n; i++) {
        integral->value += parts[i].value;
        integral->error += parts[i].error;
        *noise += parts[i].noise;
    }
}

// the interval with the largest error
static int worst(const interval *parts, int n)
{
    int found = 0;
    for (int i = 1; i < n; i++)
        if (parts[i].error > parts[found].error) found = i;
    return found;
}

static gud_status check_finite(const interval *part, gud_error *error)
{
    if (isfinite(part->value) && isfinite(part->error)) return GUD_OK;
    return gud_fail(error, GUD_ERR_NUMERIC, "the integrand is not finite between %.9g and %.9g", part->a, part->b);
}

gud_status gud_integrate(gud_integrand f, const void *user, double a, double b, double absolute, double relative,
                         gud_error *error, gud_integral *integral)
{
    interval parts[most_intervals] = {measure(f, user, a, b)};
    for (int n = 1;; n++) {
        double noise;
        sum(parts, n, integral, &noise);
        integral->neval = 15 * (2 * n - 1);
        GUD_TRY(check_finite(&parts[n - 1], error));
        if (integral->error <= fmax(fmax(absolute, relative * fabs(integral->value)), noise)) return GUD_OK;
        if (n == most_intervals) break;

        const int i = worst(parts, n);
        const double left = parts[i].a, right = parts[i].b, middle = 0.5 * (left + right);
        parts[i] = measure(f, user, left, middle);
        parts[n] = measure(f, user, middle, right);
        GUD_TRY(check_finite(&parts[i], error));
    }
    const interval *stuck = &parts[worst(parts, most_intervals)];
    return gud_fail(error, GUD_ERR_NUMERIC, "the integral from %.9g to %.9g does not settle near %.9g", a, b, stuck->a);
}
