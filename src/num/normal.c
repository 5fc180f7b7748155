#include "num/normal.h"

#include "num/pi.h"

#include <math.h>

double gud_normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

// of 0 < u <= 1/2, where the distribution function has no cancellation
static double lower_tail(double u)
{
    const double t = sqrt(-2.0 * log(u)); // M. Abramowitz, I. A. Stegun, 26.2.23
    double x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (int i = 0; i < 3; i++) {
        const double e = (gud_normal_cdf(x) - u) * sqrt(2.0 * pi) * exp(0.5 * x * x);
        x -= e / (1.0 + 0.5 * x * e);
    }
    return x;
}

double gud_normal_quantile(double u)
{
    if (!(u > 0.0)) return -(double)INFINITY;
    if (!(u < 1.0)) return (double)INFINITY;
    return u <= 0.5 ? lower_tail(u) : -lower_tail(1.0 - u);
}
