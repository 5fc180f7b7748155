#include "rough/panel.h"

#include "num/pi.h"

#include <math.h>

// Legendre polynomial of degree n at x, and its derivative
static double legendre(int n, double x, double *slope)
{
    double last = 1.0, now = x;
    for (int k = 2; k <= n; k++) {
        const double next = ((2.0 * k - 1.0) * x * now - (k - 1.0) * last) / k;
        last = now;
        now = next;
    }
    *slope = n * (x * now - last) / (x * x - 1.0);
    return now;
}

void gud_panel_make(gud_panel *panel)
{
    const int n = GUD_PANEL_POINTS;
    for (int i = 0; i < n; i++) {
        double x = -cos(pi * (i + 0.75) / (n + 0.5)), slope;
        for (int k = 0; k < 8; k++) {
            const double value = legendre(n, x, &slope);
            x -= value / slope;
        }
        legendre(n, x, &slope);
        panel->node[i] = 0.5 * (1.0 + x);
        panel->weight[i] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
}
