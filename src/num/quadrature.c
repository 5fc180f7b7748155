#include "num/quadrature.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

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
