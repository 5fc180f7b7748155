// The integrals F_n of a Gaussian (rough.md, eqs 5 to 7).

#include "num/pi.h"
#include "rough/panel.h"
#include "rough/rough.h"

#include <assert.h>
#include <math.h>

static const double reach = 13.0; // exp(-reach^2/2) = 2e-37
enum { npanel = 24 };

static double power(double x, int n)
{
    double y = 1.0;
    for (int i = 0; i < n; i++) y *= x;
    return y;
}

double gud_rough_integral(int twice, double h)
{
    assert(twice >= 0);
    gud_panel panel;
    gud_panel_make(&panel);

    // w = s - h = t^2 takes the half power out of the integrand; exp(-top^2/2) is its largest exponential
    const double top = fmax(h, 0.0);
    const double first = sqrt(fmax(-h - reach, 0.0)), last = sqrt(sqrt(top * top + reach * reach) - h);
    const double width = (last - first) / npanel;

    double sum = 0.0;
    for (int k = 0; k < npanel; k++) {
        for (int j = 0; j < GUD_PANEL_POINTS; j++) {
            const double t = first + width * (k + panel.node[j]), s = h + t * t;
            sum += panel.weight[j] * power(t, twice + 1) * exp(0.5 * (top - s) * (top + s));
        }
    }
    return 2.0 * width * sum * exp(-0.5 * top * top) / sqrt(2.0 * pi);
}
